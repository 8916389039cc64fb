"""What the game master is told beside the games: faulty settings, strangers' moves; and summaries."""

import json
from datetime import datetime, timedelta

from mailref.journal.model import StoredMail
from mailref.referee.addressing import owe_to_game_master, owe_to_player
from mailref.referee.model import Desk
from mailref.referee.owed import Decision, Notice, Summary
from mailref.referee.steps import Step
from mailref.turn.limits import WITHHELD
from mailref.turn.machine import Machine, record

_DAY = timedelta(days=1)
LISTED = "strangers_listed"
"""Up to which stored mail the game master has been told, and when."""


def report_settings(machine: Machine, now: datetime) -> None:
    """Tell the game master once that the settings file has faults; the last good ones hold."""
    if not machine.watch.faults:
        return
    desk = machine.desk()
    cause = f"settings_fault:{machine.watch.sha256[:32]}"
    facts = tuple(("fault", fault.line) for fault in machine.watch.faults)
    mail = owe_to_game_master(desk.house, Notice("settings_fault", facts), cause, now)
    record(machine, Step(cause, Decision((), (mail,))), desk, now)


def report_strangers(machine: Machine, now: datetime) -> None:
    """List readable moves from unknown addresses: once a day, at once in the last day before a ZAT.

    Each can be adopted by one word (contract 5): a known player writing from elsewhere must not
    lose his move in silence.
    """
    told = json.loads(machine.journal.fact(LISTED) or '{"id": 0, "at": ""}')
    moves = [mail for mail in machine.journal.set_aside(told["id"]) if mail.has_move]
    if not moves:
        return
    desk = machine.desk()
    last = datetime.fromisoformat(told["at"]) if told["at"] else None
    is_due = last is None or now - last >= _DAY or _is_urgent(desk, now)
    if not is_due:
        return
    newest = max(mail.id for mail in moves)
    facts = tuple((f"U{mail.id}", _stranger(mail)) for mail in moves)
    cause = f"strangers:{newest}"
    mail = owe_to_game_master(desk.house, Notice("foreign_moves", facts), cause, now)
    if record(machine, Step(cause, Decision((), (mail,))), desk, now):
        machine.journal.note(LISTED, json.dumps({"id": newest, "at": now.isoformat()}))


def _stranger(mail: StoredMail) -> str:
    received = mail.received.isoformat(timespec="minutes") if mail.received else "?"
    return f"{mail.sender or '?'} {received}"


def _is_urgent(desk: Desk, now: datetime) -> bool:
    deadlines = [
        table.game.round.deadline
        for table in desk.tables.values()
        if table.game.round is not None and table.game.round.deadline is not None
    ]
    return any(timedelta(0) <= deadline - now <= _DAY for deadline in deadlines)


def send_summaries(machine: Machine, now: datetime) -> None:
    """Send those whose answers were withheld yesterday one summary of what counts."""
    withheld = machine.journal.facts(f"{WITHHELD}:")
    if not withheld:
        return
    desk = machine.desk()
    done: set[str] = set()
    for table in desk.tables.values():
        for player in table.game.players.values():
            for address in player.addresses:
                if address in done:
                    continue
                done.add(address)
                kept = json.loads(withheld.get(f"{WITHHELD}:{address}", "{}"))
                if not kept.get("rows") or kept["day"] >= now.date().isoformat():
                    continue
                rows = tuple((row[0], row[1], row[2]) for row in kept["rows"])
                key = f"summary:{kept['day']}"
                mails = owe_to_player(table, player, Summary(rows), key, now, address=address)
                step = Step(f"{key}:{address}", Decision((), tuple(mails)))
                if record(machine, step, desk, now):
                    machine.journal.note(f"{WITHHELD}:{address}", "{}")
