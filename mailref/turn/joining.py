"""How many strangers an open game lets in by itself on one day.

Every newcomer is mailed an opening, an answer and, from then on, every report. Addresses can be
forged, so whoever sends a thousand mails would have us write to a thousand people who never asked,
and would fill the table with their names. Beyond `joins_per_day` a game is as good as closed: the
next newcomers are not answered, and their moves and requests are put before the game master.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType

from mailref.referee.addressing import owe_to_game_master
from mailref.referee.identity import is_registered
from mailref.referee.model import Desk, Table
from mailref.referee.owed import Decision, Notice
from mailref.referee.policy import Registration
from mailref.referee.steps import Step
from mailref.turn.machine import Machine, record

_DAY = timedelta(days=1)


def with_doors_watched(machine: Machine, desk: Desk, sender: str, now: datetime) -> Desk:
    """Return *desk*; for a stranger, with those games closed that let in enough others today."""
    if not sender or is_registered(desk, sender):
        return desk
    tables = {
        id_: _closed(machine, desk, table, now) if _is_crowded(machine, table, now) else table
        for id_, table in desk.tables.items()
    }
    return replace(desk, tables=MappingProxyType(tables))


def _is_crowded(machine: Machine, table: Table, now: datetime) -> bool:
    if table.policy.registration is not Registration.OPEN or table.game.is_over:
        return False
    most = machine.settings.mail.joins_per_day
    return machine.journal.joined_by_mail(table.game.id, now - _DAY) >= most


def _closed(machine: Machine, desk: Desk, table: Table, now: datetime) -> Table:
    """Close a game to strangers for now, and tell the game master so, once a day."""
    name, today = f"joins_stopped:{table.game.id}", now.date().isoformat()
    if machine.journal.fact(name) != today:
        _tell(machine, desk, table, now, cause=f"{name}:{today}")
        machine.journal.note(name, today)
    return replace(table, policy=replace(table.policy, registration=Registration.CLOSED))


def _tell(machine: Machine, desk: Desk, table: Table, now: datetime, *, cause: str) -> None:
    facts = (("most", str(machine.settings.mail.joins_per_day)),)
    notice = owe_to_game_master(
        desk.house,
        Notice("joins_stopped", facts, table.policy, table.game),
        cause,
        now,
        policy=table.policy,
        game=table.game,
    )
    record(machine, Step(cause, Decision((), (notice,))), desk, now)
