"""What is thrown away after a while: the bytes of mails that were sent or given up long ago."""

import logging
from datetime import datetime, timedelta

from mailref.turn.machine import Machine

log = logging.getLogger(__name__)

KEPT = timedelta(days=30)
"""So long a mail can be looked at as it was sent; that it was sent, and to whom, is kept for good."""


def forget_old_mail(machine: Machine, now: datetime) -> None:
    """Drop, once a day, the bytes of mails settled more than `KEPT` ago."""
    if machine.tidied == now.date():
        return
    machine.tidied = now.date()
    forgotten = machine.journal.forget_bytes(now - KEPT)
    if forgotten:
        log.info("the bytes of %d mails were dropped", forgotten)
