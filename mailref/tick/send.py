"""Sending what is owed; and forgetting the bytes of mails that were settled long ago."""

import logging
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.policy import SMTP
from email.utils import getaddresses

from mailref.errors import MailServerError, NoRoomError
from mailref.journal.outgoing import Leaving
from mailref.journal.recorded_games import OwedMail
from mailref.journal.senders import Returned
from mailref.post.ports import Deferred, Delivery, Letter, RefusedForGood, Sent
from mailref.post.smtp import RETRIES, next_try
from mailref.reading.robots import is_address_gone
from mailref.referee.mails import Decision, Step, letter_of
from mailref.referee.notices import (
    DatabaseDamaged,
    Hindrance,
    MailWaits,
    Notice,
    Undeliverable,
    WhyAsked,
)
from mailref.terminal import counted
from mailref.tick.box import Box, Silent
from mailref.tick.machine import Machine, record
from mailref.tick.returned import after_refusal
from mailref.tick.watching import note, owe_to_both

log = logging.getLogger(__name__)
_TRIAL = {"de": "Probe für", "en": "Trial for"}
"""How the subject of a diverted mail begins; the subject is all that can be read before it is opened."""
_REPLACED = re.compile(
    rb"^(?:To|Cc|Subject):[^\r\n]*\r\n(?:[ \t][^\r\n]*\r\n)*", re.IGNORECASE | re.MULTILINE
)


def send_owed(machine: Machine, now: datetime, *, cause: str = "") -> int:
    """Try every mail that is due once; return how many the server took over.

    Only of decisions whose cause begins with *cause*.
    """
    _note_handed_over(machine, now)
    sent = 0
    problems: list[MailServerError] = []
    worker = machine.journal.lease.claiming(now)
    further = tuple(box.mail.box for box in machine.further)
    for box in sorted(machine.boxes, key=lambda each: each.unsent is not None):
        if box.unsent is not None and box.unsent.rests(now):
            problems.append(box.unsent.problem)
            continue
        leaving = Leaving(box.mail.box, further) if further else None
        due = machine.journal.outgoing.unsent(now, cause=cause, worker=worker, leaving=leaving)
        try:
            for is_sent in _sent_from(machine, box, due, now, worker):
                sent += is_sent
                box.unsent = None
        except MailServerError as problem:
            problems.append(_silent(machine, box, problem, now))
            machine.journal.outgoing.let_go(worker)
    if problems:
        raise MailServerError("; ".join(map(str, problems)))
    return sent


def _silent(machine: Machine, box: Box, problem: MailServerError, now: datetime) -> MailServerError:
    """Note that nothing can be handed over there; where there are other servers they do not wait for it."""
    if machine.further:
        problem = type(problem)(box.mail.named(problem))
        box.unsent = Silent.after(box.unsent, problem, now)
    note(machine, Hindrance.SENDING, problem, box=box.mail.box)
    return problem


def _sent_from(
    machine: Machine, box: Box, due: Iterator[OwedMail], now: datetime, worker: str
) -> Iterator[bool]:
    """Try the mails that leave from a mailbox; yield of each whether its server took it over."""
    owed: dict[int, OwedMail] = {}
    for delivery in box.outbox.send(_letters(machine, box, owed, due, now, worker)):
        note(machine, Hindrance.SENDING, box=box.mail.box)
        mail = owed.pop(delivery.letter.id)
        is_sent = isinstance(delivery.outcome, Sent)
        machine.counted.sent += is_sent
        _note(machine, mail, delivery, now)
        machine.pulse()
        yield is_sent


def _note_handed_over(machine: Machine, now: datetime) -> None:
    """Note what was sent and could not be noted then, before anything else is sent."""
    for id_ in tuple(machine.unnoted):
        machine.journal.outgoing.mark_sent(id_, now)
        machine.unnoted.discard(id_)


def _mark_sent(machine: Machine, mail: OwedMail, now: datetime) -> None:
    """Note that a mail was sent, by the room kept for that if need be; nobody gets a second copy."""
    machine.unnoted.add(mail.id)
    try:
        machine.journal.outgoing.mark_sent(mail.id, now, is_followed=mail.is_followed)
    except NoRoomError:
        machine.journal.reserve.spend()
        _note_handed_over(machine, now)
        raise
    machine.unnoted.discard(mail.id)


def _letters(  # noqa: PLR0917  as many as there are things to say of a mail
    machine: Machine,
    box: Box,
    owed: dict[int, OwedMail],
    due: Iterator[OwedMail],
    now: datetime,
    worker: str,
) -> Iterator[Letter]:
    settings = box.mail
    stopped = {each.address: each.why for each in machine.journal.bounces.stopped()}
    lease = machine.journal.lease
    for mail in due:
        if worker and lease.has_lapsed(worker):
            log.warning("asleep for too long: what was to be sent is left to others")
            return
        if mail.recipient.lower() in stopped:
            machine.journal.outgoing.mark_dead(mail.id, stopped[mail.recipient.lower()], now)
            continue
        to = settings.divert or mail.recipient
        is_trial = to.lower() != mail.recipient.lower()
        data = diverted(mail.data, to) if is_trial else mail.data
        letter = Letter(mail.id, settings.bounce, to, data)
        fault = letter.fault()
        if fault is not None:  # no server will ever take it
            _give_up(machine, mail, fault, now)
            continue
        owed[mail.id] = mail
        yield letter


def diverted(data: bytes, address: str) -> bytes:
    """Return a mail as it goes to *address* in a trial: nothing in it leads a reply to its recipient.

    Its subject says for whom it is. Done on the way out, so that what waits follows the settings.
    """
    head, gap, body = data.partition(b"\r\n\r\n")
    was = BytesHeaderParser(policy=SMTP).parsebytes(head)
    named = [each for _, each in getaddresses([str(was["To"])])]
    names = [name for name, _ in getaddresses([str(was["To"])]) if name]
    whose = ", ".join(names or named)
    trial = _TRIAL.get(str(was["Content-Language"]), _TRIAL["de"])
    now = EmailMessage(policy=SMTP)
    now["To"] = address
    now["Subject"] = f"[{trial} {whose}] {was['Subject']}"
    kept = _REPLACED.sub(b"", head + b"\r\n")
    return now.as_bytes().removesuffix(b"\r\n") + kept.removesuffix(b"\r\n") + gap + body


def _note(machine: Machine, mail: OwedMail, delivery: Delivery, now: datetime) -> None:
    match delivery.outcome:
        case Sent():
            _mark_sent(machine, mail, now)
            log.info("outgoing mail %d was sent: %s%s", mail.id, mail.kind, _place(machine, mail))
        case Deferred(code, text):
            pause = next_try(mail.attempts + 1)
            if pause is None:
                _give_up(machine, mail, f"{code} {text}", now)
            else:
                machine.journal.outgoing.mark_deferred(mail.id, now + pause, f"{code} {text}")
                log.info("outgoing mail %d was put off for %s", mail.id, pause)
        case RefusedForGood(code, text):
            _refused(machine, mail, f"{code} {text}", now)


def _place(machine: Machine, mail: OwedMail) -> str:
    if mail.game is None or mail.round_tag is None:
        return ""
    running = machine.office().games.get(mail.game)
    letter = letter_of(running.game) if running is not None and mail.round_tag.isdecimal() else ""
    return f" ({mail.game} {letter}{mail.round_tag})"


def _refused(machine: Machine, mail: OwedMail, why: str, now: datetime) -> None:
    """Give up a mail to an address that is gone; any other refusal passes: wait, and tell of it once."""
    office = machine.office()
    if is_address_gone(why):
        machine.journal.outgoing.mark_dead(mail.id, why, now)
        log.warning("outgoing mail %d was given up: %s", mail.id, why)
        returned = Returned(mail.recipient.lower(), mail.message_id, is_gone=True, why=why)
        back = after_refusal(machine, returned, office, now)
        step = Step(f"refused:{mail.id}", Decision((), back.mails))
        record(machine, step, office, now, also=back.also)
        return
    is_known = machine.journal.outgoing.is_refused_for_now()
    pause = next_try(mail.attempts + 1) or RETRIES[-1]
    machine.journal.outgoing.mark_deferred(mail.id, now + pause, why)
    log.warning("outgoing mail %d was refused and waits for %s: %s", mail.id, pause, why)
    if is_known:
        return
    cause = f"waits:{mail.id}:{mail.attempts}"
    both = owe_to_both(office.house, Notice(MailWaits(mail.recipient, why)), cause, now)
    others = tuple(each for each in both if each.recipient != mail.recipient)
    record(machine, Step(cause, Decision((), others)), office, now)


def _give_up(machine: Machine, mail: OwedMail, why: str, now: datetime) -> None:
    """Put a mail that nobody takes before the game master and who runs the machine."""
    machine.journal.outgoing.mark_dead(mail.id, why, now)
    log.warning("outgoing mail %d was given up: %s", mail.id, why)
    office = machine.office()
    cause = f"refused:{mail.id}"
    running = office.games.get(mail.game or "")
    notice = Notice(
        Undeliverable(mail.recipient, why),
        running.policy if running else None,
        running.game if running else None,
    )
    both = owe_to_both(office.house, notice, cause, now, running)
    others = tuple(each for each in both if each.recipient != mail.recipient)
    record(machine, Step(cause, Decision((), others)), office, now)


STRANGERS_KEPT = timedelta(days=30)
"""So long at most what strangers sent is kept, whatever `keep` says."""
PRIVATE_KEPT = timedelta(days=7)
"""So long at most a mail with a rack is kept: servers try for five days before it comes back."""


def forget_old_mail(machine: Machine, now: datetime) -> None:
    """Drop, once a day, the bytes of mails settled longer ago than `keep`, and so old a backlog.

    Private ones go sooner, so that racks do not lie about (classic 12.4).
    """
    if machine.tidied == now.date():
        return
    machine.tidied = now.date()
    _look_for_damage(machine, now)
    before = now - machine.settings.keep
    private_before = max(before, now - PRIVATE_KEPT)
    forgotten = machine.journal.outgoing.forget_bytes(before, private_before=private_before)
    forgotten += machine.journal.inbox.forget_bytes(before)
    newcomer, long_ago = WhyAsked.NEWCOMER.value, now - STRANGERS_KEPT
    forgotten += machine.journal.inbox.forget_strangers(long_ago, why=newcomer)
    machine.journal.questions.forget(long_ago, why=newcomer)
    for box in machine.boxes:
        forgotten += box.mailbox.drop_filed(before)
    machine.journal.backlog.forget(before.date())
    if forgotten:
        log.info("the bytes of %s dropped", counted(forgotten, "old mail"))


def _look_for_damage(machine: Machine, now: datetime) -> None:
    """Look through the pages of the database, and tell the game master once a day what is wrong."""
    damage = machine.journal.damage()
    if damage is None:
        return
    log.error("the database is damaged: %s", damage)
    office = machine.office()
    cause = f"damaged:{now.date().isoformat()}"
    mails = owe_to_both(office.house, Notice(DatabaseDamaged(damage)), cause, now)
    record(machine, Step(cause, Decision((), mails)), office, now)
