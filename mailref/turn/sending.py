"""Handing over what is owed: the stored bytes, the same Message-ID on every try."""

import logging
from collections.abc import Iterator
from datetime import datetime

from mailref.journal.model import OwedMail
from mailref.mail.backoff import next_try
from mailref.mail.ports import Deferred, Delivery, Letter, Refused, Sent
from mailref.referee.addressing import owe_to_game_master
from mailref.referee.owed import Decision, Notice
from mailref.referee.steps import Step
from mailref.turn.machine import Machine, record

log = logging.getLogger(__name__)


def send_owed(machine: Machine, now: datetime) -> int:
    """Try every mail that is due once; return how many the server took over."""
    owed: dict[int, OwedMail] = {}
    sent = 0
    for delivery in machine.outbox.send(_letters(machine, owed, now)):
        mail = owed.pop(delivery.letter.id)
        sent += isinstance(delivery.outcome, Sent)
        _note(machine, mail, delivery, now)
        machine.pulse()
    return sent


def _letters(machine: Machine, owed: dict[int, OwedMail], now: datetime) -> Iterator[Letter]:
    settings = machine.settings.mail
    for mail in machine.journal.unsent(now):
        owed[mail.id] = mail
        yield Letter(mail.id, settings.bounce, settings.divert or mail.recipient, mail.data)


def _note(machine: Machine, mail: OwedMail, delivery: Delivery, now: datetime) -> None:
    match delivery.outcome:
        case Sent():
            machine.journal.mark_sent(mail.id, now)
        case Deferred(code, text):
            pause = next_try(mail.attempts + 1)
            if pause is None:
                _give_up(machine, mail, f"{code} {text}", now)
            else:
                machine.journal.mark_deferred(mail.id, now + pause, f"{code} {text}")
                log.info("mail %d was put off for %s", mail.id, pause)
        case Refused(code, text):
            _give_up(machine, mail, f"{code} {text}", now)


def _give_up(machine: Machine, mail: OwedMail, why: str, now: datetime) -> None:
    """Put a mail that nobody takes before the game master; a mail to him only into the log."""
    machine.journal.mark_dead(mail.id, why, now)
    log.warning("mail %d was given up: %s", mail.id, why)
    desk = machine.desk()
    if mail.recipient == desk.house.gamemaster_address:
        return
    facts = (("recipient", mail.recipient), ("why", why))
    table = desk.tables.get(mail.game or "")
    notice = owe_to_game_master(
        desk.house,
        Notice("refused_recipient", facts),
        f"refused:{mail.id}",
        now,
        policy=table.policy if table else None,
        game=table.game if table else None,
    )
    record(machine, Step(f"refused:{mail.id}", Decision((), (notice,))), desk, now)
