"""Games in a turn: opened, kept in step with the settings, closed at their ZAT, gone on with."""

import logging
from collections.abc import Callable
from datetime import datetime

from mailref import assets
from mailref.errors import MailrefError
from mailref.referee.findings import Desk, Table
from mailref.referee.mails import Decision, Notice, Step, owe_to_game_master
from mailref.referee.register import opening_events, synchronise
from mailref.referee.reminders import (
    ask_words,
    held_up,
    missed_three,
    remind_of_deadline,
    remind_players,
)
from mailref.referee.rounds import Held, advance, close, may_close, may_go_on
from mailref.tick.machine import Machine, record

log = logging.getLogger(__name__)


def open_games(machine: Machine, now: datetime) -> None:
    """Begin the games that the settings name and the record does not know."""
    desk = machine.desk()
    for policy in machine.settings.games:
        if policy.id in desk.tables:
            continue
        seed = machine.new_seed()
        events = opening_events(policy, seed, assets.lexicon())
        step = Step(f"begin:{policy.id}", Decision(tuple((policy.id, e) for e in events), ()))
        if record(machine, step, desk, now, seeds={policy.id: seed}):
            log.info("game %s has begun", policy.id)


Act = Callable[[Machine, Desk, Table, datetime], None]


def for_each_game(machine: Machine, now: datetime, act: Act) -> None:
    """Let *act* deal with every game; one over which it stumbles keeps no other waiting.

    What the record or a server refuses concerns all games and ends the turn as ever.
    """
    for id_ in tuple(machine.desk().tables):
        desk = machine.desk()
        try:
            act(machine, desk, desk.tables[id_], now)
        except MailrefError:
            raise
        except Exception:
            log.exception("game %s could not be dealt with", id_)
            _tell_of_failure(machine, id_, now)


def _tell_of_failure(machine: Machine, game: str, now: datetime) -> None:
    """Tell the game master, once a day, that a game is stuck over a fault of ours."""
    desk = machine.desk()
    table = desk.tables[game]
    what = f"failing:{game}:{now.date().isoformat()}"
    mail = owe_to_game_master(
        desk.house,
        Notice("failing_game", (), table.policy, table.game),
        what,
        now,
        policy=table.policy,
        game=table.game,
    )
    record(machine, Step(what, Decision((), (mail,))), desk, now)


def keep_in_step(machine: Machine, now: datetime) -> None:
    """Carry what a changed settings file says into the running games."""
    for_each_game(machine, now, _keep_in_step)


def _keep_in_step(machine: Machine, desk: Desk, table: Table, now: datetime) -> None:
    id_ = table.policy.id
    cause = f"settings:{id_}:{machine.watch.sha256[:16]}:{now.isoformat()}"
    step = synchronise(table, machine.means(desk, id_), now, cause)
    if step is not None:  # seldom: then errata may be owed, and those show all rounds
        step = synchronise(table, machine.means(desk, id_, with_history=True), now, cause)
    if step is not None and record(machine, step, desk, now):
        log.info("game %s follows the changed settings", id_)


def close_due(machine: Machine, now: datetime) -> None:
    """Close every round whose ZAT and delay have passed; say what holds one up."""
    for_each_game(machine, now, _close)


def _close(machine: Machine, desk: Desk, table: Table, now: datetime) -> None:
    if not may_close(table, now):
        return
    step = close(table, machine.means(desk, table.policy.id), now)
    if isinstance(step, Held):
        reminder = held_up(table, desk, step, now)
        if reminder is not None:
            record(machine, reminder, desk, now)
        log.info("round %s of %s is held up", table.game.round_number, table.policy.id)
    elif record(machine, step, desk, now):
        log.info("round %s of %s was closed", table.game.round_number, table.policy.id)


def go_on(machine: Machine, now: datetime) -> None:
    """Take the step from a closed round to the next: letters, report, the end."""
    for_each_game(machine, now, _go_on)


def _go_on(machine: Machine, desk: Desk, table: Table, now: datetime) -> None:
    if not may_go_on(table):
        return
    step = advance(table, machine.means(desk, table.policy.id, with_history=True), now)
    if step is not None and record(machine, step, desk, now):
        log.info("game %s went on to %s", table.policy.id, step.cause)


def remind(machine: Machine, now: datetime, *, is_complete: bool) -> None:
    """Send what is due because time has passed: questions, reminders.

    Players are reminded only if all mail was read: who has moved must not be told that he has not.
    """
    ask_about_words(machine, now)
    asks = [remind_of_deadline, missed_three]
    if is_complete:
        asks.append(remind_players)
    for ask in asks:
        desk = machine.desk()
        for table in desk.tables.values():
            step = ask(table, desk, now)
            if step is not None:
                record(machine, step, desk, now)


def ask_about_words(machine: Machine, now: datetime) -> None:
    """Put words that nobody has decided before the game master, each once."""
    desk = machine.desk()
    for table in desk.tables.values():
        words = machine.standing.undecided_words(table.game, desk.lexicon)
        if table.game.asked.issuperset(words):
            continue
        step = ask_words(table, desk, now)
        if step is not None:
            record(machine, step, desk, now)
