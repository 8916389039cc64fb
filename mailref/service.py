"""One tick of the machine; the program on one screen.

Mail first, then deadlines: a round closes only after a complete reading of the mailbox that began
after its ZAT (rules 8). Where a server cannot be reached, what can be done without it is done.
"""

import logging
from contextlib import suppress
from datetime import datetime, timedelta

from msgspec import Struct

from mailref.errors import JournalError, MailServerError
from mailref.post.ports import Baseline
from mailref.tick import deadlines
from mailref.tick import machine as health
from mailref.tick.deadlines import keep_tournaments, reveal_seeds, send_lists
from mailref.tick.machine import OTHERWISE, WAITS, Machine
from mailref.tick.pages import keep_pages
from mailref.tick.read_mailbox import is_waiting, leave_boxes, read_all, read_share, retry_in
from mailref.tick.send import forget_old_mail, send_owed

log = logging.getLogger(__name__)


class Ticked(Struct, frozen=True):
    """What a tick came to."""

    troubles: tuple[str, ...]
    """Servers that could not be reached, a line each."""
    sent: int
    """Mails handed over, answers that left while the mailbox was read included."""
    waits: str = ""
    """For what all waits, if for anything."""
    retry: timedelta | None = None
    """When servers out of reach are tried again, where there are others and nothing waits for them."""
    has_more: bool = False
    """Whether games wait for their turn: another tick is to follow at once."""


def tick(machine: Machine, baseline: Baseline, now: datetime) -> Ticked:
    """Read the mailbox, close what is due at *now*, go on with the games, send what is owed."""
    troubles: list[str] = []
    before = machine.counted.sent
    health.keep_room(machine)
    passed = machine.journal.games.deadlines(until=now)
    if is_waiting(machine):
        _send(machine, now, troubles, cause="restored:")
        return Ticked(tuple(troubles), machine.counted.sent - before, WAITS)
    look_at_settings(machine)
    machine.forget_office()
    deadlines.report_settings(machine, now)
    machine.failing.clear()
    machine.has_more = False
    machine.begin_lot()
    keep_tournaments(machine, now)
    deadlines.open_games(machine, now)
    deadlines.keep_in_step(machine, now)
    deadlines.go_on(machine, now, is_read=False)
    machine.end_lot()
    reading = read_all(machine, baseline, now)
    machine.begin_lot()
    troubles += map(str, reading.problems)
    if reading.read_to is not None:
        deadlines.offer_to_close(machine, reading.read_to)
        deadlines.act_when_due(machine, reading.read_to)
        deadlines.go_on(machine, now)
    elif machine.further:
        deadlines.offer_to_read(machine, now)
    reveal_seeds(machine, now)
    deadlines.remind(machine, reading.read_to or now, is_complete=reading.read_to is not None)
    send_lists(machine, now)
    _send(machine, now, troubles)
    keep_pages(machine, now)
    if health.tell_of_troubles(machine, now, has_zat_passed=bool(passed), leads=True):
        _send(machine, now, troubles, cause="trouble:")
    forget_old_mail(machine, now)
    if not (passed or machine.has_more or machine.counted.sent > before):
        machine.get_ready_to_report()
    machine.counted.ticks += 1
    health.write_metrics(machine, now)
    health.log_troubles(machine, troubles, now)
    sent = machine.counted.sent - before
    retry = retry_in(machine, now, leads=True)
    return Ticked(tuple(troubles), sent, retry=retry, has_more=machine.has_more)


def look_at_settings(machine: Machine) -> None:
    """Take a changed settings file, if it has no fault."""
    if machine.watch.look() and not machine.watch.faults:
        log.info("the changed settings file is in force")


def lend_a_hand(machine: Machine, now: datetime) -> Ticked:
    """Beside the worker that leads: read what falls to us, close what is due, send what is owed."""
    ticked = _lend_a_hand(machine, now)
    health.write_metrics(machine, now, leads=False)
    return ticked


def _lend_a_hand(machine: Machine, now: datetime) -> Ticked:
    troubles: list[str] = []
    before = machine.counted.sent
    machine.seen.clear()
    passed = machine.journal.games.deadlines(until=now, most=1)
    if is_waiting(machine):
        return Ticked((), 0, WAITS)
    machine.watch.look()
    offer = machine.journal.offers.last()
    if offer is None:  # the mailbox was never read yet
        return Ticked((), 0)
    if machine.watch.faults or offer.settings != machine.watch.sha256:
        leave_boxes(machine)
        return Ticked((), 0, OTHERWISE)
    machine.end_lot()
    troubles += map(str, read_share(machine, now))
    machine.has_more = False
    machine.begin_lot()
    deadlines.close_offered(machine, offer)
    _send(machine, now, troubles)
    if machine.reads and health.tell_of_troubles(machine, now, has_zat_passed=bool(passed)):
        _send(machine, now, troubles, cause="trouble:")
    machine.counted.ticks += 1
    health.log_troubles(machine, troubles, now)
    sent = machine.counted.sent - before
    retry = retry_in(machine, now, leads=False)
    return Ticked(tuple(troubles), sent, retry=retry, has_more=machine.has_more)


def stay(machine: Machine, problem: JournalError, now: datetime) -> None:
    """Keep in mind that nothing can be recorded, and tell who runs the machine if he can be told."""
    with suppress(JournalError, MailServerError):
        if health.keep_blocked(machine, problem, now):
            send_owed(machine, now, cause="trouble:")


def stay_out(machine: Machine, problem: MailServerError, now: datetime) -> None:
    """Keep in mind that at a start the mailbox cannot be had, and tell who runs the machine.

    Nothing else is sent: whether the mailbox is ours is not known yet.
    """
    passed = machine.journal.games.deadlines(until=now)
    health.note_unread(machine, problem)
    health.tell_of_troubles(machine, now, has_zat_passed=bool(passed))
    _send(machine, now, [], cause="trouble:")
    health.write_metrics(machine, now)


def _send(machine: Machine, now: datetime, troubles: list[str], *, cause: str = "") -> None:
    try:
        send_owed(machine, now, cause=cause)
    except MailServerError as problem:
        troubles.append(str(problem))
