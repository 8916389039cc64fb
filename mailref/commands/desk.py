"""What the commands of the game master have in common: find the game, carry out, record, say so."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import click

from mailref.assembly import open_machine
from mailref.commands.options import moment
from mailref.errors import MailrefError
from mailref.referee.actions import Action, Refusal
from mailref.referee.desk import Order, carry_out
from mailref.referee.model import Desk, Table
from mailref.referee.times import read_when
from mailref.rules.progress import WrongLettersError
from mailref.turn.machine import Machine, record
from mailref.turn.rounds import keep_in_step, open_games

TRIES = 5
_DATE_ALONE = len("2026-12-18")
"""A day without an hour would end a round at midnight, which nobody means."""
_REFUSALS = {
    "settings_win": "the settings file rules on {0} otherwise, and it wins: change [game.words]",
    "no_round": "no round is open",
    "before_zat": "the ZAT ({0}) has not passed: use --early to close before it",
    "undecided": "undecided words count: {all}; rule on them, or use --undecided refuse|accept",
    "tie": "several moves are equally good, decide by mail or with --tie NUMBER: {all}",
    "not_waiting_for_letters": "the game does not wait for letters",
    "wrong_letters": "{wrong}",
    "nothing_to_publish": "no report waits for release",
    "past": "{0} has passed",
    "already_paused": "the game is paused already",
    "not_paused": "the game is not paused",
    "over": "the game is over",
    "needs_deadline": "a new ZAT in the future is needed",
    "nothing_to_reopen": "no closed round can be opened again",
    "too_late_to_reopen": "the next ZAT has passed: totals can still be corrected with 'correct'",
    "unknown_player": "no such player{guess}",
    "no_closed_round": "no round has been closed yet",
    "no_such_round": "no round {0} has been closed",
    "own_address": "{0} is the referee's own address",
    "name_taken": "{0} plays under that name already",
    "no_tie": "no equal moves wait for a decision",
    "no_press": "no such text waits",
}


@contextmanager
def machine_at(config: str) -> Iterator[Machine]:
    """Open the installation that the settings at *config* describe, games brought up to date."""
    machine = open_machine(Path(config))
    with machine.journal, closing(machine.mailbox):
        yield machine


def zone_of(machine: Machine, game: str) -> ZoneInfo:
    """Return the zone of a game; MailrefError if there is none of that name."""
    for policy in machine.settings.games:
        if policy.id == game:
            return policy.zone
    known = ", ".join(policy.id for policy in machine.settings.games)
    raise MailrefError(f"no game {game!r} in the settings; there are: {known}")


def time_in(text: str, zone: ZoneInfo, what: str) -> datetime:
    """Read an ISO 8601 time or `18.12.2026 20:00`; without an offset in the game's zone (contract 1)."""
    try:
        time = datetime.fromisoformat(text) if len(text) > _DATE_ALONE else None
    except ValueError:
        time = read_when(text, zone)
    if time is None:
        message = f"{text!r} is no time such as 2026-12-18T20:00 or '18.12.2026 20:00'"
        raise click.BadParameter(message, param_hint=what)
    return time if time.tzinfo else time.replace(tzinfo=zone)


def now_or(text: str | None) -> datetime:
    """Return the time given with --now, else the clock's."""
    return moment(text, "--now") if text else datetime.now(UTC)


def table_of(machine: Machine, game: str, now: datetime) -> tuple[Desk, Table]:
    """Return a game as it stands, begun and in step with the settings; MailrefError if unknown."""
    zone_of(machine, game)
    open_games(machine, now)
    keep_in_step(machine, now)
    desk = machine.desk()
    return desk, desk.tables[game]


def decide(machine: Machine, game: str, action: Action, because: str, now: datetime) -> None:
    """Carry an action out and record it; MailrefError says why it cannot be.

    A daemon beside us may record something first: then the action is decided anew on what is so.
    """
    order = Order(action, because, "command", f"command:{game}:{now.isoformat()}:{action}")
    for _ in range(TRIES):
        desk, table = table_of(machine, game, now)
        step = carry_out(order, table, machine.means(desk, game, with_history=True), now)
        if isinstance(step, Refusal):
            raise MailrefError(f"{game}: {why(step)}")
        if record(machine, step, desk, now):
            return
    raise MailrefError(f"{game}: the game goes on all the time, nothing was recorded; try again")


def why(refusal: Refusal) -> str:
    """Return a refusal in words for a terminal."""
    text = _REFUSALS.get(refusal.code, refusal.code)
    wrong = str(WrongLettersError(*refusal.facts)) if refusal.code == "wrong_letters" else ""
    names = ", ".join(refusal.facts)
    guess = f"; did you mean: {names}?" if names else ""
    return text.format(*(refusal.facts or ("",)), all=names or "-", guess=guess, wrong=wrong)
