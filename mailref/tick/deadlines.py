"""Games opened, closed at their ZAT, gone on with: what time alone brings about.

Before a close our clock is compared with the mailbox server's, by which mail is in time or late: one
that is ahead would close a round early and show its letters to players who may still move.

What is told in one mail a day or a week: answers withheld, mails held back, moves from unknown
addresses, the games of who plays many.

Tournaments go on by themselves: begun, results taken from their games, rounds paired, ended.
"""

import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import partial
from hashlib import sha256
from typing import Any, assert_never, cast
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from mailref.errors import CONCERNS_ALL, MailServerError
from mailref.games.events import Event, Noted
from mailref.games.family import begin, family_of
from mailref.games.game import TRIAL, Player
from mailref.games.in_hand import most_urgent_first
from mailref.games.kind import kind_named, kind_of, replay
from mailref.games.statistics import PlayerFigures, together
from mailref.games.tournament import news
from mailref.games.tournament import tournament as tournaments
from mailref.journal import recorded_mails
from mailref.journal.installation import Offer
from mailref.journal.prepared import Statement
from mailref.journal.recorded_mails import HeldNotice, StoredMail, WithheldAnswer
from mailref.journal.recorded_tournaments import begun, claimed, happened
from mailref.office import read_policy, running_game
from mailref.orders.commands import challenged_in
from mailref.reading.incoming_mail import IncomingMail, Line
from mailref.reading.read_mail import read
from mailref.referee import contents
from mailref.referee import mails as owing
from mailref.referee.asking import hides_moves_of, put_before, tells_no_secret
from mailref.referee.identity import may_be_admitted, players_at, registered_name
from mailref.referee.policy import GamePolicy, Office, RunningGame
from mailref.settings.games import other_lists
from mailref.settings.values import TournamentPolicy
from mailref.tick.begun_before import in_doubt
from mailref.tick.club import expired_offers, lists_of_club, who_looks
from mailref.tick.machine import (
    MOST_APART,
    WAS_TRIAL,
    Machine,
    note_stuck,
    record,
    tell,
    tell_of_fault,
)
from mailref.word_lists import lexicon_of

log = logging.getLogger(__name__)
_MOST_OPENED = 5
"""So many games begin in one tick: the first of a thousand has its letters before the last one begins.

Of more than that the first begins alone after a start, and does not wait for four others.
"""
_LOT = 10
"""So many games a worker takes up before it asks which ones others have closed meanwhile."""


def may_close(machine: Machine, running: RunningGame, now: datetime) -> bool:
    """Tell whether *now* has come by the server's clock too; what is wrong is told once a close.

    Where the server's clock cannot be learnt, the round closes all the same.
    """
    about: contents.ClockAhead | contents.ClockUnknown
    try:
        ahead = _ahead(machine, now)
        if ahead <= MOST_APART:
            return True
        log.warning("our clock is %s ahead of the server's: nothing is closed", ahead)
        about = contents.ClockAhead(int(ahead.total_seconds() // 60))
    except MailServerError as problem:
        log.warning("the server's clock could not be compared: %s", problem)
        about = contents.ClockUnknown()
    due = running.game.due
    cause = f"{about.code}:{running.policy.id}:{due.isoformat() if due else ''}"
    tell(machine, about, cause, now, running, is_for_both=True)
    return isinstance(about, contents.ClockUnknown)


def _ahead(machine: Machine, now: datetime) -> timedelta:
    """Return how far our clock is ahead of the mailbox server's, where they are compared."""
    return now - machine.mailbox.server_time() if machine.compares_clocks else timedelta(0)


def report_settings(machine: Machine, now: datetime) -> None:
    """Tell the game master once that the settings file has faults; the last good ones hold."""
    cause = f"settings_fault:{machine.watch.sha256[:32]}"
    lines = tuple(fault.line for fault in machine.watch.faults)
    if lines and tell(machine, contents.SettingsFaulty(lines), cause, now):
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
    missing = [each for each in named if each.id not in {*office.games, *doubtful}]
    is_first_of_many = not machine.counted.ticks and len(missing) > _MOST_OPENED
    for number, policy in enumerate(missing):
        if number == (1 if is_first_of_many else _MOST_OPENED):
            machine.has_more = True
            break
        _open(machine, policy, office, now)


def open_named(machine: Machine, game: str, now: datetime) -> None:
    """Begin this game alone, if it has not begun and is not in doubt: the mailbox is not looked at."""
    doubtful = (each.game for each in machine.journal.troubles.all() if each.is_doubt)
    office = machine.office()
    if game in office.games or game in doubtful:
        return
    for policy in [each for each in machine.settings.games if each.id == game]:
        _open(machine, policy, office, now)


def _open(machine: Machine, policy: GamePolicy, before: Office, now: datetime) -> None:
    """Begin a game, once all is there with which it begins; what was a trial rests.

    *before*: what the referee saw before the first game of the tick was begun.
    """
    if _was_trial(machine, policy, now):
        return
    ready = _ready(machine, policy, now)
    if ready is None:
        return
    machine.get_attachments_ready()
    seed = _seed_for(machine, ready)
    events = begin(ready, seed, lexicon_of(ready))
    events += _absences_elsewhere(running_game(replay(events), ready), before, now)
    if machine.settings.box(policy.mailbox).divert:
        events = (*events, Noted(TRIAL, now))
    step = owing.Step(
        f"begin:{policy.id}", owing.Decision(tuple((policy.id, e) for e in events), ())
    )
    if record(machine, step, machine.office(), now, seeds={policy.id: seed}):
        log.info("game %s has begun", policy.id)


def _absences_elsewhere(running: RunningGame, office: Office, now: datetime) -> tuple[Event, ...]:
    """Return that players of a game that begins are away, as they have said in their other games (contract 3)."""
    family = family_of(running)
    noted = (
        family.away(name, days, now) for name, days in sorted(_said_elsewhere(running, office, now))
    )
    return tuple(event for events in noted if isinstance(events, tuple) for event in events)


def _said_elsewhere(running: RunningGame, office: Office, now: datetime) -> set[tuple[str, str]]:
    """Return who of a game is away by what he said in others, and the days as he would write them.

    Of several who share an address his name tells which of them he is.
    """
    addresses = {at for player in running.game.active for at in owing.addresses_of(player)}
    others = {id_ for address in addresses for id_ in office.games_at(address)}
    said: set[tuple[str, str]] = set()
    for other in map(office.games.__getitem__, others):
        for name, days in family_of(other).days_away(now).items():
            written = {f"{first:%d.%m.%Y} - {last:%d.%m.%Y}" for first, last in days}
            same = _same_in(running, other, name)
            said |= {(player.name, each) for player in same for each in written}
    return said


def _same_in(running: RunningGame, other: RunningGame, name: str) -> Iterator[Player]:
    """Yield the active player of a game who is the one of that *name* in another."""
    for address in owing.addresses_of(other.game.players[name]):
        here = players_at(running, address)
        is_sure = len(here) == len(players_at(other, address)) == 1
        yield from (each for each in here if (is_sure or each.name == name) and not each.has_left)


def _was_trial(machine: Machine, policy: GamePolicy, now: datetime) -> bool:
    """Tell whether a game rests since it was begun as a trial; the game master is told once."""
    if any(tournaments.is_game_of(each, policy.id) for each in machine.resting_tournaments()):
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

    What the record or a server refuses concerns all games and ends the tick as ever. Where enough was
    written, those that are left wait for the next tick, which follows at once.
    """
    wanted = machine.awake(now)
    if only is not None:
        wanted = tuple(id_ for id_ in wanted if id_ in only)
    for number, id_ in enumerate(wanted):
        if machine.puts_off(wanted[number:]):
            return
        office = machine.office()
        try:
            act(machine, office, office.games[id_], now)
        except CONCERNS_ALL:
            raise
        except Exception as problem:  # noqa: BLE001  logged where it is noted
            machine.failing.add(id_)
            note_stuck(machine, id_, problem, now)
            cause = f"failing:{id_}:{now.date().isoformat()}"
            tell(machine, contents.GameStuck(), cause, now, machine.office().games[id_])


def keep_in_step(machine: Machine, now: datetime) -> None:
    """Carry what a changed settings file says into the running games."""
    machine.awakened = {id_: machine.office().games[id_] for id_ in machine.awake(now)}
    for_each_game(machine, now, _keep_in_step)


def _keep_in_step(machine: Machine, office: Office, running: RunningGame, now: datetime) -> None:
    id_ = running.policy.id
    for key, why in other_lists(running.policy, running.game):
        said = f'[[game]] "{id_}": {key}: {why}'
        tell_of_fault(machine, f"list:{id_}:{sha256(said.encode()).hexdigest()[:32]}", said, now)
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
        if machine.puts_off(lot):
            continue
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
        if machine.puts_off(lot):
            break
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


_DAY = timedelta(days=1)
_NONE = timedelta(0)
_MOST_SUMMED_UP = 50
"""A summary names the newest of them and counts the others."""
_MOST_HELD = 50
"""Of one sender; the others are counted."""
_LATEST_DAYS = 30
"""Who asked so long ago is not listed any more, but can still be let in."""
_MOST_QUOTED = 20
_MOST_MOVES = 100
"""A list names so many; the others stand in the next one."""
_AT_ONCE = 3
"""So many lists of a day go out as soon as there is a move for them, where a deadline is near."""
_PAUSE = timedelta(hours=1)
"""Between two lists after that: who sends a move a minute must not get the game master a mail a minute."""
_MOST_OF_A_MAIL = 500
_Owe = Callable[[contents.Content, str], Iterator[owing.Owed]]


def send_lists(machine: Machine, now: datetime) -> None:
    """Owe every list that is due; one that cannot be made keeps nothing else waiting."""
    for owe in (list_strangers, send_summaries, send_weekly_lists, list_held_back, tell_of_expired):
        try:
            owe(machine, now)
        except CONCERNS_ALL:
            raise
        except Exception:
            log.exception("%s failed", owe.__name__)


def send_summaries(machine: Machine, now: datetime) -> None:
    """Send those whose answers were withheld on a day before one summary of what counts."""
    today = now.date()
    withheld: dict[str, list[WithheldAnswer]] = defaultdict(list)
    for each in machine.journal.backlog.withheld_before(today):
        withheld[each.recipient].append(each)
    if not withheld:
        return
    office = machine.office()
    for address, owe in _who_may_be_owed(office, now).items():
        answers = withheld.get(address)
        if not answers:
            continue
        rows = tuple((each.title, each.round_tag, each.move) for each in answers)
        more = max(0, len(rows) - _MOST_SUMMED_UP)
        day = answers[-1].day.isoformat()
        mails = tuple(owe(contents.Summary(rows[more:], more), f"summary:{day}"))
        step = owing.Step(f"summary:{day}:{address}", owing.Decision((), mails))
        record(machine, step, office, now, also=[recorded_mails.summed_up(address, before=today)])


def send_weekly_lists(machine: Machine, now: datetime) -> None:
    """Tell on Mondays who plays more than two games how they stand, and members of a club who looks for one.

    Each is told once a week. The lists are made at the first tick after eight, zone by zone, and not
    looked for again at each tick.
    """
    if not machine.settings.mail.weekly or now.weekday() not in _ABOUT_MONDAY:
        return
    office = machine.office()
    club = machine.watch.settings.club
    zones = {running.policy.zone for running in office.games.values()}
    zones |= {club.zone} if club is not None else set()
    due = {(_week_of(now, zone), zone.key) for zone in zones if _is_time_for_lists(now, zone)}
    if due <= machine.listed:
        return
    lists = [*weekly_lists(office, now, who_looks(machine, now))]
    if club is not None and _is_time_for_lists(now, club.zone):
        told = {each.recipient.lower() for each in lists}
        morning = datetime.combine(now.astimezone(club.zone), _MORNING, club.zone)
        lists += lists_of_club(machine, now, morning, _week_of(now, club.zone), told)
    _send_once(machine, lists, office, now)
    machine.listed.update(due)


def tell_of_expired(machine: Machine, now: datetime) -> None:
    """Tell who has made an offer in a club that nobody has taken in its time."""
    _send_once(machine, expired_offers(machine, now), machine.office(), now)


def _send_once(
    machine: Machine, mails: Iterable[owing.Owed], office: Office, now: datetime
) -> None:
    """Owe each mail that was not owed before."""
    for mail in mails:
        if not machine.journal.is_decided(mail.key):
            record(machine, owing.Step(mail.key, owing.Decision((), (mail,))), office, now)


_ABOUT_MONDAY = (6, 0, 1)
"""By UTC it is Sunday or Tuesday where it is Monday elsewhere."""
_MORE_THAN = 2
"""Who plays more games is told of all of them once a week (other games 5)."""
_MONDAY, _MORNING = 0, time(8)


def _is_time_for_lists(now: datetime, zone: ZoneInfo) -> bool:
    """Tell whether it is Monday after eight in *zone*."""
    local = now.astimezone(zone)
    return local.weekday() == _MONDAY and local.time() >= _MORNING


def _week_of(now: datetime, zone: ZoneInfo) -> str:
    """Return the week in *zone*, under which its lists are recorded: a Monday there is one Monday."""
    year, week, _ = now.astimezone(zone).isocalendar()
    return f"{year}-W{week:02}"


def weekly_lists(
    office: Office, now: datetime, looking: tuple[contents.LooksForGame, ...] = ()
) -> Iterator[owing.Owed]:
    """Owe to everybody who plays more than two games, of whatever kind, how they stand.

    Games in which he wants no reminders (ERINNERUNG AUS) do not count.
    """
    found: dict[str, list[tuple[RunningGame, Player, Any]]] = defaultdict(list)
    for running in office.games.values():
        told: set[str] = set()
        for name, player in running.game.players.items():
            game = family_of(running).in_hand(name, office) if player.wants_reminder else None
            for address in owing.addresses_of(player)[:1]:
                if game is None or owing.is_held_out(player, address, now):
                    continue
                if address not in told:
                    told.add(address)
                    found[address].append((running, player, game))
    for address, games in found.items():
        zone = games[0][0].policy.zone
        spoken = (each for each in games[::-1] if owing.chosen_language(each[0].policy, each[1]))
        first, player, _ = next(spoken, games[0])  # in the language that his newest game knows of
        if len(games) <= _MORE_THAN or not _is_time_for_lists(now, zone):
            continue
        urgent = most_urgent_first(game for *_, game in games)
        content = contents.WeeklyGames(player.name, urgent, looking)
        key = f"weekly:{_week_of(now, zone)}"
        for owed in owing.owe_to_player(first, player, content, key, now, address=address):
            yield replace(owed, game=None, tag=None)


def _who_may_be_owed(office: Office, now: datetime) -> dict[str, _Owe]:
    """Return how a summary is owed to each registered address that sends moves."""

    def to_game_master(content: contents.Content, key: str) -> Iterator[owing.Owed]:
        yield owing.owe_to_game_master(office.house, content, key, now)

    found: dict[str, _Owe] = {office.house.gamemaster_address: to_game_master}
    for running in office.games.values():
        for player in running.game.players.values():
            for address in owing.addresses_of(player):
                owe = partial(owing.owe_to_player, running, player, now=now, address=address)
                found.setdefault(address, owe)
    return found


def list_held_back(machine: Machine, now: datetime) -> None:
    """List for the game master, on the next day, what was not put before him mail by mail.

    Also, once after each new one, who asked to be let in and still waits.
    """
    today = now.date()
    held = machine.journal.backlog.held_before(today)
    office = machine.office()
    waiting = _waiting_to_join(machine, office, now)
    if not (held or waiting):
        return
    counts = Counter(each.sender for each in held)
    senders = tuple(contents.HeldBack(sender, count) for sender, count in counts.items())
    lines = [
        *(f"{each.sender} {said}" for each, said in waiting if said),
        *(line for sender in counts for line in _first_lines(held, sender)),
    ]
    cause = f"more_mail:{today.isoformat()}"
    about = contents.Notice(
        contents.MoreMail(
            senders,
            tuple(each for each, _ in waiting),
            hidden=sum(each.line == "" for each in held),
        ),
        quoted="\n".join(lines),
    )
    mail = owing.owe_to_game_master(office.house, about, cause, now)
    step = owing.Step(cause, owing.Decision((), (mail,)))
    record(machine, step, office, now, also=[recorded_mails.told_of(before=today)])


def _waiting_to_join(
    machine: Machine, office: Office, now: datetime
) -> tuple[tuple[contents.WantsToJoin, str], ...]:
    """Return who waits to be let in, and his words, if one of them has been in no list yet."""
    found: list[tuple[contents.WantsToJoin, str]] = []
    days: list[date] = []
    for running in office.games.values():
        if not running.game.join_wishes or not may_be_admitted(running):
            continue
        for wish in running.game.waiting_to_join:
            asked_on = wish.at.astimezone(UTC).date()
            if asked_on < now.date():
                days.append(asked_on)
                who = contents.WantsToJoin(running.policy.title, wish.name, wish.address)
                found.append((who, " ".join(wish.said.split())))
    is_new = bool(days) and not _was_list_after(machine, max(days), now.date())
    return tuple(found[-_MOST_HELD:]) if is_new else ()


def _was_list_after(machine: Machine, day: date, today: date) -> bool:
    """Tell whether a list went out after *day*: it named who had asked by then."""
    after = (day + timedelta(days=number) for number in range(1, _LATEST_DAYS))
    return today - day >= _LATEST_DAYS * _DAY or any(
        machine.journal.is_decided(f"more_mail:{each.isoformat()}")
        for each in after
        if each <= today
    )


def _first_lines(held: Sequence[HeldNotice], sender: str) -> list[str]:
    return [each.line for each in held if each.sender == sender and each.line][:_MOST_HELD]


def list_strangers(machine: Machine, now: datetime) -> None:
    """List readable moves that were ignored: once a day, at once in the last day before a ZAT, then one an hour.

    Each can be adopted by one word (contract 5): a known player writing from elsewhere must not
    lose his move in silence.
    """
    moves = machine.journal.inbox.unlisted_moves(_MOST_MOVES)
    if not moves:
        return
    office = machine.office()
    last = machine.journal.inbox.last_listed()
    if last is not None and now - last < _pause_between_lists(machine, office, now):
        return
    zone = next((running.policy.zone for running in office.games.values()), UTC)
    quoted = {mail.id: _quoted(machine, mail, office) for mail in moves[:_MOST_QUOTED]}
    shown = [mail for mail in moves if mail.id in quoted and quoted[mail.id].is_open]
    others = [mail for mail in moves if mail not in shown]
    cause = f"strangers:{moves[-1].id}"
    owed: list[owing.Owed] = []
    for mails, is_open in ((shown, True), (others, False)):
        if not mails:
            continue
        texts = [quoted[mail.id] for mail in mails if mail.id in quoted]
        owed += put_before(
            office,
            contents.StrangersMoves(tuple(_seen(mail, office, zone) for mail in mails)),
            "\n\n".join(f"{each.who}\n{each.text}" for each in texts),
            f"{cause}:open" if is_open else cause,
            now,
            with_words="\n".join(each.who for each in texts),
            is_open=is_open,
        )
    step = owing.Step(cause, owing.Decision((), tuple(owed)))
    record(
        machine, step, office, now, also=[recorded_mails.listed([each.id for each in moves], now)]
    )


def _pause_between_lists(machine: Machine, office: Office, now: datetime) -> timedelta:
    if not any(family_of(running).is_urgent(now) for running in office.games.values()):
        return _DAY
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    lists = machine.journal.inbox.lists_since(midnight)
    return _PAUSE if lists >= _AT_ONCE else _NONE


def _seen(mail: StoredMail, office: Office, zone: tzinfo) -> contents.StrangersMail:
    """Return the sender, and when the mail arrived by the clocks of the game master's games."""
    received = mail.received.astimezone(zone) if mail.received else None
    player = registered_name(office, mail.sender or "")
    return contents.StrangersMail(f"U{mail.id}", mail.sender or "?", received, player)


class _Quoted(Struct, frozen=True):
    """Who wrote, and what, so that the game master can tell whose move it is."""

    who: str
    text: str
    is_open: bool
    """Whether other games hide moves from him, and this mail is about one that hides none."""


def _quoted(machine: Machine, stored: StoredMail, office: Office) -> _Quoted:
    mail = read(
        machine.journal.inbox.raw(stored.id) or b"",
        read_policy(machine.settings, machine.secret, office),
    )
    text = "\n".join(line.text for line in mail.lines)[:_MOST_OF_A_MAIL]
    who = f"U{stored.id} {mail.sender_name}".rstrip()
    if not hides_moves_of("", office):  # all stay in one list
        return _Quoted(who, text, is_open=False)
    sent = machine.journal.outgoing.find_sent(mail.references)
    answered = {each.game for each in sent if each.game is not None}
    return _Quoted(who, text, is_open=tells_no_secret(mail, answered, office))


def keep_tournaments(machine: Machine, now: datetime) -> None:
    """Take every tournament as far as it goes: the games that it makes are opened afterwards."""
    known = machine.tournaments() if machine.settings.tournaments else ()
    is_new = any(policy.plan.id not in known for policy in machine.settings.tournaments)
    doubtful = in_doubt(machine, now) if is_new else ()
    for policy in machine.settings.tournaments:
        if policy.plan.id in doubtful:
            continue
        try:
            while _went_on(machine, policy, now):
                pass
        except CONCERNS_ALL:
            raise
        except Exception as problem:  # noqa: BLE001  logged; one over which we stumble keeps no game waiting
            machine.failing.add(policy.plan.id)
            note_stuck(machine, policy.plan.id, problem, now)


def reveal_seeds(machine: Machine, now: datetime) -> None:
    """Reveal the seeds of games whose second ones, with the same tiles, are over, too."""
    for policy in machine.settings.games:
        same = policy.same_tiles
        if same is None or not same.is_second:
            continue
        office = machine.office()
        first, second = office.games.get(same.other), office.games.get(policy.id)
        if first is not None and second is not None:
            step = kind_of(first.game).reveal(first, second, office, now)
            if step is not None and record(machine, step, office, now):
                log.info("game %s: its seed is revealed", same.other)


def _went_on(machine: Machine, policy: TournamentPolicy, now: datetime) -> bool:
    """Take one step of a tournament; tell whether there was one."""
    id_ = policy.plan.id
    tournament = machine.tournaments().get(id_)
    if tournament is None:
        if policy.start is not None and now < policy.start:
            return False
        seed = machine.new_seed()
        is_trial = bool(machine.settings.box(policy.game.mailbox).divert)
        event = tournaments.opened(policy.plan, seed, now, is_trial=is_trial)
        return is_recorded(machine, policy, event, [begun(id_, seed, now)])
    if id_ in machine.resting_tournaments():
        tell_of_fault(
            machine, f"trial:tournament:{id_}", f'[[tournament]] "{id_}": {WAS_TRIAL}', now
        )
        return False
    seed = machine.journal.tournaments.seed(id_)
    step = next(_outcomes(machine, tournament, now), None) or tournaments.next_step(
        tournament, seed, now
    )
    return step is not None and is_recorded(machine, policy, step)


def _cause(tournament: str, step: tournaments.TournamentEvent) -> str:
    match step:
        case tournaments.TournamentOpened():
            return f"tournament:{tournament}"
        case tournaments.OutcomeTaken():
            return f"outcome:{step.game}"
        case tournaments.RoundPaired():
            return f"pair:{tournament}:{step.number}"
        case tournaments.PlayerWithdrew():
            return f"withdrew:{tournament}:{step.player}:{step.at.isoformat()}"
        case tournaments.TournamentEnded():
            return f"tournament_ended:{tournament}"
        case _:
            assert_never(step)


def is_recorded(
    machine: Machine,
    policy: TournamentPolicy,
    event: tournaments.TournamentEvent,
    also: Sequence[Statement] = (),
) -> bool:
    """Record and tell what happens in a tournament; tell whether it was not recorded before."""
    id_, office = policy.plan.id, machine.office()
    cause = _cause(id_, event)
    written = happened(id_, event, cause, event.at)
    before = machine.tournaments().get(id_)
    spoken = policy.game.language
    season = _season(before, office) if isinstance(event, tournaments.TournamentEnded) else ()
    mails = news.tournament_mails(
        before, event, policy.players, spoken, office.house, event.at, season
    )
    step = owing.Step(cause, owing.Decision((), tuple(mails)))
    is_done = record(machine, step, office, event.at, also=[*also, written])
    if is_done:
        log.info("tournament %s: %s", id_, cause)
    return is_done


def _season(now: tournaments.Tournament | None, office: Office) -> tuple[PlayerFigures, ...]:
    """Return what all games of a tournament together have come to for each player."""
    ids = (id_ for each in (now.meetings if now else ()) for id_ in each.games)
    played = (office.games[id_] for id_ in ids if id_ in office.games)
    return together(each for running in played for each in family_of(running).statistics(office))


class Challenged(Struct, frozen=True):
    """What the challenges on ladders in a mail come to, and the mail without them."""

    mail: IncomingMail
    mails: tuple[owing.Owed, ...] = ()
    also: tuple[Statement, ...] = ()
    """What is recorded in the tournaments with the decision about the mail."""
    has_any: bool = False


def take_challenges(
    machine: Machine, mail: IncomingMail, received: datetime, office: Office
) -> Challenged:
    """Carry out the lines by which a player of a ladder challenges another; the two are told."""
    done = Challenged(mail)
    if mail.robot is not None or not machine.settings.tournaments:
        return done
    for line in mail.lines:
        named = challenged_in(line.text)
        if named is not None:
            done = _challenge(machine, done, line, named, received, office)
    return done


def _challenge(  # noqa: PLR0917  the mail so far, and one line of it
    machine: Machine, done: Challenged, line: Line, named: str, received: datetime, office: Office
) -> Challenged:
    """Carry out one line: on the first ladder on which it can be done, else refused on the first."""
    if done.also:
        return done  # nobody is in two challenges at once: the second line is left to be answered
    refused: tuple[owing.Owed, ...] = ()
    resting = machine.resting_tournaments()
    rest = replace(done.mail, lines=tuple(each for each in done.mail.lines if each != line))
    for policy in machine.settings.tournaments:
        id_ = policy.plan.id
        now = machine.tournaments().get(id_)
        if now is None or now.plan.system is not tournaments.System.LADDER or id_ in resting:
            continue
        ladder = news.Ladder(now, policy.players, policy.game)
        seed = machine.journal.tournaments.seed(id_)
        found = news.challenge_by_mail(ladder, done.mail, named, seed, received)
        if isinstance(found, tournaments.RoundPaired):
            spoken = policy.game.language
            told = news.tournament_mails(now, found, policy.players, spoken, office.house, received)
            cause = _cause(id_, found)
            also = claimed(cause, received), happened(id_, found, cause, received)
            return Challenged(rest, (*done.mails, *told), also, has_any=True)
        if found is not None and not refused:
            key = f"{done.mail.fingerprint}:{line.number}"
            refused = (news.challenge_refused(found, ladder, done.mail, key, received),)
    if not refused:
        return done
    return Challenged(rest, (*done.mails, *refused), done.also, has_any=True)


def _outcomes(
    machine: Machine, now: tournaments.Tournament, at: datetime
) -> Iterator[tournaments.OutcomeTaken]:
    """Yield what the finished games came to that the tournament waits for."""
    games = machine.journal.games.load_all(now.waits_for)
    for meeting in now.meetings:
        for id_ in meeting.games:
            game = games.get(id_)
            if id_ in now.waits_for and game is not None and kind_of(game).is_settled(game):
                yield tournaments.OutcomeTaken(
                    id_, tournaments.outcome_of(game, tournaments.begins(meeting, id_)), at
                )
