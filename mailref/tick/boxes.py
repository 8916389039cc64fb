"""Several mailboxes: which of them a worker reads, up to when all were read, the wait for new mail.

Mail about any game may come to any of them: a round closes only after readings of all of them that
are complete and began after its ZAT (rules 8). Where several workers share the work each reads some;
who leads goes by what the others note.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from msgspec import Struct

from mailref.errors import MailServerError
from mailref.journal.installation import HowFar, RestorationState
from mailref.post.ports import Baseline
from mailref.referee.notices import Hindrance
from mailref.terminal import counted
from mailref.tick.health import MOST_APART, note, note_all_read
from mailref.tick.holding import hold_mailbox
from mailref.tick.machine import Box, Machine, Silent
from mailref.tick.read_mailbox import read_mailbox, send_meanwhile

log = logging.getLogger(__name__)
_COMPARED = timedelta(minutes=5)
"""So often our clock is compared with that of a mailbox's server while a round is to be closed."""
_NOTED = timedelta(seconds=30)
"""So old what is noted of a reading may be while nothing waits for it."""
_NOTED_AT_ZAT = timedelta(seconds=5)
"""So old while a round is to be closed."""
_LEAVING = 5.0
"""Seconds that a server may take to let go of a wait; then the line is cut."""


class AllRead(Struct, frozen=True):
    """What became of reading all mailboxes."""

    read_to: datetime | None
    """Up to when all mail was dealt with, in all of them; None: in one of them some is left."""
    problems: tuple[MailServerError, ...]
    """Servers that could not be reached."""


def begun_at(
    machine: Machine, box: Box, now: datetime, since: datetime | None
) -> tuple[Baseline, int]:
    """Return from which mail on a mailbox is read, and how many mails the first tick leaves untouched.

    It is set by the first reading; *since* takes what lies before, too. The number is 0 where
    nothing was set now.
    """
    known = machine.journal.installation.baseline(box.account)
    if known is not None and since is None:
        return known, 0
    if known is None:
        baseline = box.mailbox.baseline(now, since)
    else:
        baseline = Baseline(known.uid_validity, known.uid_next, known.moment, since)
    machine.journal.installation.set_baseline(baseline, box.account)
    return baseline, box.mailbox.count_before(baseline)


def read_all(
    machine: Machine, baseline: Baseline, now: datetime, *, is_shared: bool = True
) -> AllRead:
    """Read the mailbox of [mail] and those that fall to this worker, who leads; ask how far others are.

    One that can be read is, whatever the others' servers do. Where it is not shared, all are read.
    """
    machine.reads = _ours(machine, now, leads=True) if is_shared else machine.further
    machine.first.baseline = baseline
    read_to, problems = _read(machine, (machine.first, *machine.reads), now)
    others = tuple(_read_by_others(machine))
    found = [each for each in (*read_to, *others) if each is not None]
    if not problems and None not in others:
        note_all_read(machine, min((now, *found)))
    is_read = not problems and len(found) == len(machine.boxes)
    return AllRead(min(found) if is_read else None, problems)


def read_share(machine: Machine, now: datetime) -> tuple[MailServerError, ...]:
    """Read, beside the worker that leads, the mailboxes that fall to this one; note how far.

    Return what keeps it from reading some of them.
    """
    machine.reads = _ours(machine, now, leads=False)
    _, problems = _read(machine, machine.reads, now, lambda box, far: _note_far(machine, box, far))
    return problems


def _read(
    machine: Machine,
    boxes: Sequence[Box],
    now: datetime,
    tell: Callable[[Box, HowFar], None] = lambda _box, _far: None,
) -> tuple[list[datetime | None], tuple[MailServerError, ...]]:
    """Read *boxes*, and *tell* how far each was read; return up to when, and what kept us from some.

    Those that could not be reached come last, and what is owed is sent before: a server that does not
    answer takes a minute to say so.
    """
    read_to: list[datetime | None] = []
    problems: list[MailServerError] = []
    for box in sorted(boxes, key=lambda each: each.unread is not None):
        try:
            read_to.append(_read_if_reached(machine, box, now))
            note(machine, Hindrance.MAILBOX, box=box.mail.box)
            tell(box, HowFar(now, read_to[-1], None))
        except MailServerError as problem:
            problems.append(problem)
            note(machine, Hindrance.MAILBOX, problem, box=box.mail.box)
            tell(box, HowFar(now, None, str(problem)))
    return read_to, tuple(problems)


def _read_if_reached(machine: Machine, box: Box, now: datetime) -> datetime | None:
    """Read a mailbox; where there are others, one that cannot be reached is tried more and more seldom."""
    if not machine.further:
        return _read_box(machine, box, now)
    if box.unread is not None:
        if box.unread.rests(now):
            raise box.unread.problem.with_traceback(None)
        send_meanwhile(machine, now)
    try:
        read_to = _read_box(machine, box, now)
    except MailServerError as problem:
        named = type(problem)(box.mail.named(problem))
        box.unread = Silent.after(box.unread, named, now)
        raise named from problem
    box.unread = None
    return read_to


def _read_box(machine: Machine, box: Box, now: datetime) -> datetime | None:
    """Deal with the new mail of a mailbox; return up to when all was, None where some is left."""
    began = now
    if box.mail.box:
        hold_mailbox(machine, now, takes_over=machine.takes_over and box.looked_at is None, box=box)
        began -= _ahead(machine, box, now)
    if box.baseline is None:
        box.baseline, left = begun_at(machine, box, now, machine.since)
        if left:
            there = counted(left, "mail")
            log.info("%s: left untouched, since it was there before: %s", box.label, there)
    return began if read_mailbox(machine, box, box.baseline, now) else None


def leave_boxes(machine: Machine) -> None:
    """Read nothing beside the mailbox of [mail] any more: others may."""
    if machine.further:
        machine.journal.lease.share_nothing()
        _let_go(machine.reads)
        machine.reads = ()


def begin_beside(machine: Machine, problem: MailServerError, now: datetime) -> Baseline:
    """Return from where the mailbox of [mail] is read, once it can be reached again.

    Another mailbox with our mark shows that it is this installation that works; where none does, or
    what was filed after a copy is to be taken up, *problem* is raised: nothing goes on without.
    """
    restored = machine.journal.restorations.last()
    known = machine.journal.installation.baseline(machine.first.account)
    if known is None or (restored is not None and restored.state is not RestorationState.DONE):
        raise problem
    for box in machine.further:
        if machine.journal.installation.held(box.account) is None:
            continue
        with suppress(MailServerError):
            hold_mailbox(machine, now, box=box)
            return known
    raise problem


def retry_in(machine: Machine, now: datetime, *, leads: bool) -> timedelta | None:
    """Return when servers that cannot be reached are tried again, where the work goes on without them.

    None: there are none, or all that we read is out of reach.
    """
    read = (machine.first, *machine.reads) if leads else machine.reads
    if leads and all(box.unread is not None for box in read):
        return None
    silent = [*(box.unread for box in read), *(box.unsent for box in machine.boxes)]
    return min((each.rest(now) for each in silent if each is not None), default=None)


def _ours(machine: Machine, now: datetime, *, leads: bool) -> tuple[Box, ...]:
    if not machine.further:
        return ()
    named = [box.mail.box for box in machine.further]
    ours = machine.journal.lease.share(named, now, leads=leads)
    _let_go(tuple(box for box in machine.reads if box.mail.box not in ours))
    found = tuple(box for box in machine.further if box.mail.box in ours)
    if machine.journal.is_shared:
        before = {box.mail.box for box in machine.reads}
        for box in found:
            if box.mail.box not in before:
                log.info("%s is read by this worker from now on", box.label)
    return found


def _let_go(boxes: tuple[Box, ...]) -> None:
    """Leave the servers of mailboxes that another worker reads from now on."""
    for box in boxes:
        log.info("%s is read by another worker from now on", box.label)
        box.mailbox.hang_up()
        box.looked_at = box.baseline = box.far = None


def _ahead(machine: Machine, box: Box, now: datetime) -> timedelta:
    """Return how far our clock is ahead of the one by which mail to *box* is in time, if a ZAT waits for it."""
    if not machine.compares_clocks or not machine.journal.games.deadlines(until=now, most=1):
        return timedelta(0)
    if box.apart is None or not timedelta(0) <= now - box.apart[0] < _COMPARED:
        try:
            box.apart = now, now - box.mailbox.server_time()
        except MailServerError as problem:  # then rounds close by ours
            log.warning("%s: the server's clock could not be compared: %s", box.label, problem)
            box.apart = now, timedelta(0)
    ahead = box.apart[1]
    if ahead <= MOST_APART:
        return timedelta(0)
    log.warning("our clock is %s ahead of that of %s: rounds close later", ahead, box.label)
    return ahead


def _read_by_others(machine: Machine) -> Iterator[datetime | None]:
    """Yield up to when each mailbox was read that another worker reads; None: nobody knows."""
    ours = {box.mail.box for box in machine.reads}
    if len(ours) == len(machine.further):
        return
    known = machine.journal.readings.all()
    for box in machine.further:
        if box.mail.box in ours:
            continue
        far = known.get(box.account)
        if far is not None:
            problem = MailServerError(far.problem) if far.problem is not None else None
            note(machine, Hindrance.MAILBOX, problem, box=box.mail.box)
        yield far.read_to if far is not None else None


def _note_far(machine: Machine, box: Box, far: HowFar) -> None:
    """Note how far a mailbox was read, if who leads should know: a tick with nothing to do writes nothing."""
    known = box.far
    if known is not None and known.problem == far.problem:
        is_at_zat = bool(machine.journal.games.deadlines(until=far.noted_at, most=1))
        old = _NOTED_AT_ZAT if is_at_zat else _NOTED
        if timedelta(0) <= far.noted_at - known.noted_at < old:
            return
    machine.journal.readings.note(box.account, far)
    box.far = far


def wait_for_mail(machine: Machine, rest: Callable[[], object]) -> None:
    """Let *rest* wait, which a wake-up of the mailbox of [mail] ends; so does new mail in those we read."""
    has_ended = threading.Event()
    beside = [
        (box, threading.Thread(target=_wait_at, args=(machine, box, has_ended), daemon=True))
        for box in machine.reads
        if box.unread is None
    ]
    for _, waiting in beside:
        waiting.start()
    try:
        rest()
    finally:
        has_ended.set()
        for box, waiting in beside:
            if waiting.is_alive():
                box.mailbox.wake()
            waiting.join(_LEAVING)
            if waiting.is_alive():
                box.mailbox.hang_up()
                waiting.join()


def _wait_at(machine: Machine, box: Box, has_ended: threading.Event) -> None:
    try:
        while not has_ended.is_set():
            if box.mailbox.wait(_LONG):
                if not has_ended.is_set():
                    machine.mailbox.wake()
                return
            # A wake-up that came too late for the last wait ends this one at once.
            time.sleep(_BREATH)
    except MailServerError as problem:
        log.info("%s: %s", box.label, problem)  # the next reading says it again


_LONG = timedelta(minutes=5)
"""Servers and NATs drop a longer IDLE (mail 3)."""
_BREATH = 0.01
