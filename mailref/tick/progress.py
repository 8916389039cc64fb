"""Games opened, closed at their ZAT, gone on with: what time alone brings about.

Before a close our clock is compared with the mailbox server's, by which mail is in time or late: one
that is ahead would close a round early and show its letters to players who may still move.
"""

import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from typing import cast

from mailref import assets
from mailref.errors import CONCERNS_ALL, MailServerError
from mailref.games.events import Noted
from mailref.games.family import begin, family_of
from mailref.games.game import TRIAL
from mailref.games.kind import kind_named
from mailref.games.tournament.tournament import is_game_of
from mailref.journal.installation import Offer
from mailref.referee.findings import Office
from mailref.referee.mails import Decision, Step
from mailref.referee.notices import ClockAhead, ClockUnknown, GameStuck, SettingsFaulty
from mailref.referee.policy import GamePolicy, RunningGame
from mailref.tick.begun_before import in_doubt
from mailref.tick.health import MOST_APART, WAS_TRIAL, note_stuck, tell, tell_of_fault
from mailref.tick.machine import Machine, record

log = logging.getLogger(__name__)
_LOT = 10
"""So many games a worker takes up before it asks which ones others have closed meanwhile."""


def may_close(machine: Machine, running: RunningGame, now: datetime) -> bool:
    """Tell whether *now* has come by the server's clock too; what is wrong is told once a close.

    Where the server's clock cannot be learnt, the round closes all the same.
    """
    about: ClockAhead | ClockUnknown
    try:
        ahead = _ahead(machine, now)
        if ahead <= MOST_APART:
            return True
        log.warning("our clock is %s ahead of the server's: nothing is closed", ahead)
        about = ClockAhead(int(ahead.total_seconds() // 60))
    except MailServerError as problem:
        log.warning("the server's clock could not be compared: %s", problem)
        about = ClockUnknown()
    due = running.game.due
    cause = f"{about.code}:{running.policy.id}:{due.isoformat() if due else ''}"
    tell(machine, about, cause, now, running, is_for_both=True)
    return isinstance(about, ClockUnknown)


def _ahead(machine: Machine, now: datetime) -> timedelta:
    """Return how far our clock is ahead of the mailbox server's, where they are compared."""
    return now - machine.mailbox.server_time() if machine.compares_clocks else timedelta(0)


def report_settings(machine: Machine, now: datetime) -> None:
    """Tell the game master once that the settings file has faults; the last good ones hold."""
    cause = f"settings_fault:{machine.watch.sha256[:32]}"
    lines = tuple(fault.line for fault in machine.watch.faults)
    if lines and tell(machine, SettingsFaulty(lines), cause, now):
        for line in lines:
            log.warning("the settings file was refused, the last good settings hold: %s", line)


def open_games(machine: Machine, now: datetime) -> None:
    """Begin the games that the settings name and the record does not know."""
    office = machine.office()
    named = machine.settings.games
    # Where as many have begun as are named, none is looked for among thousands.
    if len(office.games) >= len(named):
        return
    doubtful = in_doubt(machine, now)
    for policy in [each for each in named if each.id not in {*office.games, *doubtful}]:
        _open(machine, policy, now)


def open_named(machine: Machine, game: str, now: datetime) -> None:
    """Begin this game alone, if it has not begun and is not in doubt: the mailbox is not looked at."""
    doubtful = (each.game for each in machine.journal.troubles.all() if each.is_doubt)
    if game in machine.office().games or game in doubtful:
        return
    for policy in [each for each in machine.settings.games if each.id == game]:
        _open(machine, policy, now)


def _open(machine: Machine, policy: GamePolicy, now: datetime) -> None:
    """Begin a game, once all is there with which it begins; what was a trial rests."""
    if _was_trial(machine, policy, now):
        return
    ready = _ready(machine, policy, now)
    if ready is None:
        return
    seed = _seed_for(machine, ready)
    events = begin(ready, seed, assets.lexicon())
    if machine.settings.box(policy.mailbox).divert:
        events = (*events, Noted(TRIAL, now))
    step = Step(f"begin:{policy.id}", Decision(tuple((policy.id, e) for e in events), ()))
    if record(machine, step, machine.office(), now, seeds={policy.id: seed}):
        log.info("game %s has begun", policy.id)


def _was_trial(machine: Machine, policy: GamePolicy, now: datetime) -> bool:
    """Tell whether a game rests since it was begun as a trial; the game master is told once."""
    if any(is_game_of(each, policy.id) for each in machine.resting_tournaments()):
        return True  # of the tournament he is told
    if not machine.is_resting_trial(policy.id):
        return False
    tell_of_fault(machine, f"trial:{policy.id}", f'[[game]] "{policy.id}": {WAS_TRIAL}', now)
    return True


def _seed_for(machine: Machine, policy: GamePolicy) -> bytes:
    """Return the seed of a game that begins: a new one, or that of the game with the same tiles."""
    same = policy.same_tiles
    if same is not None and same.is_second:
        return machine.journal.games.seed(same.other)
    return machine.new_seed()


def _ready(machine: Machine, policy: GamePolicy, now: datetime) -> GamePolicy | None:
    """Return a game's settings once all is there with which it begins; None while it waits.

    That can be the board of another game; of a double game it is that the first one is over.
    Where that can never be, both are told once.
    """
    try:
        ready = kind_named(policy.family).ready(policy, machine.journal.games.load)
        return cast(GamePolicy | None, ready)
    except ValueError as why:
        tell_of_fault(machine, f"no_board:{policy.id}", str(why), now)
        return None


ForEachGame = Callable[[Machine, Office, RunningGame, datetime], None]


def for_each_game(
    machine: Machine, now: datetime, act: ForEachGame, only: Collection[str] | None = None
) -> None:
    """Let *act* deal with every game that is awake; one over which it stumbles keeps none waiting.

    What the record or a server refuses concerns all games and ends the tick as ever.
    """
    wanted = machine.awake(now)
    if only is not None:
        wanted = tuple(id_ for id_ in wanted if id_ in only)
    for id_ in wanted:
        office = machine.office()
        try:
            act(machine, office, office.games[id_], now)
        except CONCERNS_ALL:
            raise
        except Exception as problem:  # noqa: BLE001  logged where it is noted
            machine.failing.add(id_)
            note_stuck(machine, id_, problem, now)
            cause = f"failing:{id_}:{now.date().isoformat()}"
            tell(machine, GameStuck(), cause, now, machine.office().games[id_])


def keep_in_step(machine: Machine, now: datetime) -> None:
    """Carry what a changed settings file says into the running games."""
    machine.awakened = {id_: machine.office().games[id_] for id_ in machine.awake(now)}
    for_each_game(machine, now, _keep_in_step)


def _keep_in_step(machine: Machine, office: Office, running: RunningGame, now: datetime) -> None:
    id_ = running.policy.id
    cause = f"settings:{id_}:{machine.watch.sha256[:16]}:{now.isoformat()}"
    step = family_of(running).synchronise(machine.means(office, id_), now, cause)
    if step is not None:  # seldom: then errata may be owed, and those show all rounds
        means = machine.means(office, id_, with_history=True)
        step = family_of(running).synchronise(means, now, cause)
    if step is not None and record(machine, step, office, now):
        log.info("game %s follows the changed settings", id_)


def act_when_due(machine: Machine, now: datetime, only: Collection[str] | None = None) -> None:
    """Let every game whose time has come take its step, or say what holds it up, and go on."""
    if not machine.journal.is_shared:
        for_each_game(machine, now, _act_when_due, only)
        return
    games = machine.office().games
    wanted = [id_ for id_ in machine.awake(now) if only is None or id_ in only]
    for lot in _lots([id_ for id_ in wanted if _seems_due(games[id_], now)]):
        still = machine.journal.games.standing(lot)
        machine.failing |= set(lot) - still  # whoever is at one may end before he is done
        for_each_game(machine, now, _act_when_due, still)
    machine.forget_office()  # others closed meanwhile, too


def _seems_due(running: RunningGame, now: datetime) -> bool:
    """Tell whether a game is due, or cannot be asked: what is wrong with it is told when it acts."""
    try:
        return family_of(running).is_due(now)
    except Exception:
        log.debug("game %s cannot be asked whether it is due", running.policy.id, exc_info=True)
        return True


def _act_when_due(machine: Machine, _: Office, running: RunningGame, now: datetime) -> None:
    if family_of(running).is_due(now) and may_close(machine, running, now):
        _close(machine, running.policy.id, now)


def _close(machine: Machine, id_: str, now: datetime) -> None:
    """Take the step that is due, and what follows from it, unless another worker is at it."""
    with machine.journal.claimed(id_) as is_ours:
        if not is_ours:
            machine.failing.add(id_)  # whoever is at it may end before he is done
            return
        office = machine.office()
        running = office.games[id_]
        step = family_of(running).act_when_due(machine.means(office, id_), now)
        if step is not None and record(machine, step, office, now):
            log.info("game %s was due: %s", id_, step.cause)
            if machine.journal.is_shared:
                _take_steps(machine, id_, now)


def offer_to_close(machine: Machine, now: datetime) -> None:
    """Let other workers close what was due when a complete reading began, at *now* (rules 8).

    Our clock is compared with the mailbox server's, as before a close of our own.
    """
    if not machine.journal.is_shared or machine.watch.faults:
        return
    close_at = None
    if machine.journal.games.deadlines(until=now, most=1) and _is_right(machine, now):
        close_at = now
    machine.journal.offers.make(Offer(close_at, machine.watch.sha256), now)


def offer_to_read(machine: Machine, now: datetime) -> None:
    """Let other workers read mailboxes by these settings, before all mail has been read."""
    if not machine.journal.is_shared or machine.watch.faults:
        return
    last = machine.journal.offers.last()
    if last is None or last.settings != machine.watch.sha256:
        machine.journal.offers.make(Offer(None, machine.watch.sha256), now)


def _is_right(machine: Machine, now: datetime) -> bool:
    try:
        return _ahead(machine, now) <= MOST_APART
    except MailServerError:
        return False  # we close by ourselves, and say so


def close_offered(machine: Machine, offer: Offer) -> None:
    """Close what was due when the mailbox was last read, as far as no other worker is at it."""
    if offer.close_at is None:
        return
    machine.failing.clear()
    now = offer.close_at
    due = machine.journal.games.deadlines(until=now)
    if due and not due.keys() <= machine.office().games.keys():  # begun since we looked last
        machine.forget_office()
    for lot in _lots(_in_our_order(machine, due)):
        # What others closed meanwhile is not looked at: that would take as long as half a round.
        still = machine.journal.games.deadlines(until=now, among=lot).keys()
        machine.catch_up(still)
        for_each_game(machine, now, _close_offered, still)


def _in_our_order(machine: Machine, due: Collection[str]) -> list[str]:
    """Return games in an order of this worker's own: each begins with others."""
    worker = machine.journal.lease.worker
    return sorted(due, key=lambda id_: sha256(f"{worker} {id_}".encode()).digest())


def _lots(games: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(games), _LOT):
        yield games[start : start + _LOT]


def _close_offered(machine: Machine, _: Office, running: RunningGame, now: datetime) -> None:
    if family_of(running).is_due(now):
        _close(machine, running.policy.id, now)


def go_on(
    machine: Machine, now: datetime, only: Collection[str] | None = None, *, is_read: bool = True
) -> None:
    """Take the step that waits for no clock: letters, report, the end.

    Where the mail that came in time for a draw *is_read* only later, that waits for it (rules 8).
    """
    for_each_game(machine, now, partial(_go_on, is_read=is_read), only)


def _go_on(
    machine: Machine, _: Office, running: RunningGame, now: datetime, *, is_read: bool
) -> None:
    id_ = running.policy.id
    if not family_of(running).may_go_on() or (family_of(running).waits_for_words() and not is_read):
        return
    with machine.journal.claimed(id_) as is_ours:
        if is_ours:
            _take_steps(machine, id_, now)
        else:
            machine.failing.add(id_)


def _take_steps(machine: Machine, id_: str, now: datetime) -> None:
    """Take one step after another: the commitment is mailed before the first letters are drawn."""
    office = machine.office()
    family = family_of(office.games[id_])
    while family.may_go_on():
        means = machine.means_to_report(office, id_)
        step = family.announce(means, now) or family.go_on(means, now)
        if step is None or not record(machine, step, office, now):
            return
        log.info("game %s went on to %s", id_, step.cause)
        office = machine.office()
        family = family_of(office.games[id_])


def remind(machine: Machine, now: datetime, *, is_complete: bool) -> None:
    """Send what is due because time has passed: questions, reminders.

    Players are reminded only if all mail was read: who has moved must not be told that he has not.
    """
    for_each_game(machine, now, _ask_about_words)
    for_each_game(machine, now, partial(_remind, is_complete=is_complete))
    if is_complete:
        _let_rest(machine, now)


def _remind(
    machine: Machine, office: Office, running: RunningGame, now: datetime, *, is_complete: bool
) -> None:
    for step in family_of(running).remind(office, now, is_complete=is_complete):
        record(machine, step, office, now)


def _ask_about_words(machine: Machine, office: Office, running: RunningGame, now: datetime) -> None:
    """Put words that nobody has decided before the game master, each once."""
    step = family_of(running).ask(office, now)
    if step is not None:
        record(machine, step, office, now)


def _let_rest(machine: Machine, now: datetime) -> None:
    """Let the games rest in which a whole tick has found nothing to do."""
    games = machine.office().games
    for id_, running in machine.awakened.items():
        if games.get(id_) is running and id_ not in machine.failing:
            machine.let_rest(id_, family_of(running).quiet_until(now))
    machine.awakened = {}
