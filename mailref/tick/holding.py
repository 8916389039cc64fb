"""One installation on one mailbox: two would answer everything twice.

A mark in the mailbox names who has it: the installation, by what its secret yields; the epoch, a new
one with each database put back; and until when. Processes on one database share it by a token that
the database knows: where it knows another, somebody runs on a copy of it.
"""

import logging
import secrets
from datetime import datetime, timedelta

from mailref.errors import MailServerError, OtherInstallationError
from mailref.journal.installation import HeldMailbox, RestorationState
from mailref.post.ports import MailboxMark
from mailref.referee.identity import loop_id
from mailref.tick.machine import Box, Machine

log = logging.getLogger(__name__)
_LOOKED = timedelta(minutes=5)
"""So often the mark is looked at."""
_RENEWED = timedelta(minutes=10)
"""So old it may be before it is written anew."""
HELD_FOR = timedelta(minutes=30)
"""So long it holds for an installation of which nothing more is heard."""
_TOKEN_BYTES = 8


def hold_mailbox(
    machine: Machine, now: datetime, *, takes_over: bool = False, box: Box | None = None
) -> None:
    """Take or keep the mailbox for this installation; OtherInstallationError where another has it.

    One that *takes_over* does so though the other's time has not run out. Where the server lets us
    write no mark, all goes on without. Without *box* it is that of [mail].
    """
    box = box or machine.first
    if box.looked_at is not None and timedelta(0) <= now - box.looked_at < _LOOKED:
        return
    there = box.mailbox.mark()
    ours = loop_id(machine.secret)
    held = machine.journal.installation.held(box.account)
    epoch = _epoch(machine, held, there, now)
    twin = _twin(machine, box, there)
    if twin is not None:
        if box.mail.box:
            raise MailServerError(
                f"it is the same mailbox as {twin.label}, under another name: take one of them out "
                "of the settings; no round closes before"
            )
        epoch = max(epoch, there.epoch) if there else epoch
    elif there is not None:
        _refuse(there, held, ours, epoch, now, takes_over=takes_over)
    is_first = box.looked_at is None  # a new token, by which a copy of this database notices us
    box.looked_at = now
    is_ours = there is not None and (there.installation, there.epoch) == (ours, epoch)
    if is_first or there is None or not is_ours or _is_old(there, now):
        mark = MailboxMark(ours, epoch, secrets.token_hex(_TOKEN_BYTES), now + HELD_FOR)
        _write(machine, box, mark, there)


def _twin(machine: Machine, box: Box, there: MailboxMark | None) -> Box | None:
    """Return the mailbox of the settings for which we wrote the mark that is in this one.

    What is named twice is read under the first name: [mail], or that under which it was held first.
    """
    if there is None or there.installation != loop_id(machine.secret):
        return None
    accounts = machine.journal.installation.held_by(there.token) - {box.account}
    return next((each for each in machine.boxes if each.account in accounts), None)


def _epoch(
    machine: Machine, held: HeldMailbox | None, there: MailboxMark | None, now: datetime
) -> datetime:
    """Return when this installation, as it is now, took the mailbox first."""
    restored = machine.journal.restorations.last()
    known = [held.epoch] if held else []
    if restored is not None and restored.state is not RestorationState.CARRIED:
        known.append(restored.begun_at)
    if known:
        return max(known)
    if there is not None and there.installation == loop_id(machine.secret):
        return there.epoch
    return max(now, there.epoch + timedelta(seconds=1)) if there else now


def _is_old(there: MailboxMark, now: datetime) -> bool:
    return (
        not timedelta(0) <= there.until - now <= HELD_FOR or there.until - now < HELD_FOR - _RENEWED
    )


def _refuse(
    there: MailboxMark,
    held: HeldMailbox | None,
    ours: str,
    epoch: datetime,
    now: datetime,
    *,
    takes_over: bool,
) -> None:
    if there.installation == ours:
        if there.epoch > epoch:
            raise OtherInstallationError(
                "this database was put back elsewhere since, and that one has the mailbox: "
                "what runs here must stay off it"
            )
        if there.epoch == epoch and (held is None or there.token not in held.tokens):
            raise OtherInstallationError(
                "another copy of this database has the mailbox: only one may run; "
                "'mailref restore' puts this one in its place"
            )
        return
    if takes_over:
        return
    if held is not None and there.epoch > epoch:
        raise OtherInstallationError(
            "another installation of mailref has taken this mailbox over: "
            "what runs here must stay off it"
        )
    if held is None and there.until > now:
        raise OtherInstallationError(
            "another installation of mailref works on this mailbox: end it first; "
            f"if it is gone, this one may begin at {there.until:%Y-%m-%d %H:%M} UTC"
        )


def _write(machine: Machine, box: Box, mark: MailboxMark, there: MailboxMark | None) -> None:
    """Write a mark; the database knows it before, and the one that is there, whichever it will be."""
    before = there.token if there is not None else ""
    machine.journal.installation.hold(HeldMailbox(mark.epoch, mark.token, before), box.account)
    try:
        is_ours = box.mailbox.set_mark(mark)
    except MailServerError as problem:
        log.warning("no mark could be left in the mailbox: %s", problem)
        box.unwritable = problem
        return
    box.unwritable = None
    if not is_ours:
        raise OtherInstallationError(
            "another installation of mailref took this mailbox at the same moment"
        )
