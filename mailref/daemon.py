"""When a tick happens: on new mail (IDLE), at each deadline, and every `poll` in any case.

The deadline table in the record is the truth; APScheduler only wakes the machine, so a restart, a
suspended computer and a stepped clock are all the same case. One thread does all the work; the
scheduler's thread and the signal handlers do nothing but end a wait. systemd is told over its socket:
ready, alive, how it stands (sd_notify(3)).
"""

import ctypes
import gc
import logging
import os
import random
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import FrameType

from apscheduler.schedulers.background import BackgroundScheduler
from msgspec import Struct, field

from mailref import assets
from mailref.errors import JournalError, MailServerError, OtherDaemonError, OtherInstallationError
from mailref.post.ports import Baseline, Mailbox
from mailref.post.smtp import Backoff
from mailref.referee.policy import closing_time
from mailref.service import Ticked, lend_a_hand, look_at_settings, stay, stay_out, tick
from mailref.settings.values import MailSettings
from mailref.tick.holding import hold_mailbox
from mailref.tick.machine import Machine, compare_clock_set, note_clock_set
from mailref.tick.read_mailbox import wait_for_mail


class Supervisor(Struct, frozen=True):
    """Who started us and wants to know; where nobody does, nothing is said."""

    address: str = ""
    """A path, or a name that begins with @."""

    @classmethod
    def of(cls, environ: Mapping[str, str] = os.environ) -> "Supervisor":
        """Return the supervisor that the environment names."""
        return cls(environ.get("NOTIFY_SOCKET", ""))

    def ready(self) -> None:
        """Say that the daemon works."""
        self._tell("READY=1")

    def alive(self) -> None:
        """Give a sign of life; without one for long enough we are killed and started again."""
        self._tell("WATCHDOG=1")

    def stands(self, status: str) -> None:
        """Say in a line how the daemon stands, for `systemctl status`."""
        self._tell(f"STATUS={' '.join(status.split())}")

    def stopping(self) -> None:
        """Say that the daemon ends."""
        self._tell("STOPPING=1")

    def _tell(self, what: str) -> None:
        if not self.address:
            return
        address = "\0" + self.address[1:] if self.address.startswith("@") else self.address
        # Whoever wanted to know may be gone, or read too slowly: that must not hold us up.
        with (
            suppress(OSError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line,
        ):
            line.setblocking(False)
            line.sendto(what.encode(), address)


log = logging.getLogger(__name__)

IDLE = timedelta(minutes=5)
"""Servers and NATs drop a longer IDLE (mail 3)."""
Begin = Callable[[], Baseline]
"""Finds from which mail on is read; MailServerError: ask again later."""


_SHORTEST = timedelta(seconds=1)
"""So long a wait is at least, whatever is to be tried again."""
HELPS = timedelta(seconds=2)
"""So often a worker beside the one that reads the mailbox looks for work."""
LEAVES = timedelta(seconds=5)
"""So long after a signal the mail that is being dealt with may take; then it is broken off."""
_GONE = timedelta(seconds=8)
"""So long after a signal the process ends, whatever holds it: a server that drips, a locked record."""
MOST_SET = timedelta(minutes=2)
"""A clock that moves against the time since boot by more was set."""
_LOOKED_AT = timedelta(hours=1)
_GROWN = 16 * 1024 * 1024
"""Bytes by which the process may grow before what came since and is no longer used is looked for."""
_REST = timedelta(minutes=10)
"""After so long all is looked through, however little has grown, which takes 150 ms."""
_MOST_ALARMS = 50
"""For so many closes a wake-up is set; each tick sets those that follow."""


class _StoppedError(BaseException):
    """The daemon is to stop; what the tick has not come to yet is left to the next start.

    No Exception: nothing that deals with the faults of a mail or a server may take it for one.
    """


def uptime() -> timedelta:
    """Return how long the computer has run, asleep or not; nobody sets that clock."""
    clock = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    return timedelta(seconds=time.clock_gettime(clock))


def resident() -> int:
    """Return how many bytes of memory this process takes; 0 where the system does not say."""
    with suppress(OSError, ValueError, IndexError):
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    return 0


class Daemon(Struct):
    """The loop around the ticks."""

    machine: Machine
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    uptime: Callable[[], timedelta] = uptime
    supervisor: Supervisor = field(default_factory=Supervisor.of)
    memory: Callable[[], int] = resident
    """How many bytes of memory the process takes now."""
    _is_stopping: bool = False
    _booted: datetime | None = None
    """When the computer was started, by our clock: that moves where the clock is set."""
    _looked: datetime | None = None
    """When our clock, once set, was last compared with the server's."""
    _slim: int | None = None
    """How large the process was, in bytes, when memory was freed last."""
    _given_back: datetime | None = None
    """When that was."""
    _sent_then: int = 0
    """How many mails had been sent then."""
    _sent: int = 0
    """How many had been sent before the last wait."""
    _backoff: Backoff = field(default_factory=Backoff)
    _reads: bool = True
    """Whether the mailbox is ours to read; where several share the work, one worker at a time."""
    _has_led: bool = False  # and said so
    _waits: str = ""
    """For what this worker waits with all it does, as the log says."""
    _mail: tuple[MailSettings, ...] = ()
    """To which mailboxes the machine is connected."""

    def __post_init__(self) -> None:
        self._mail = self.machine.settings.boxes
        self.machine.pulse = self._pulse

    def run(self, begin: Begin) -> None:
        """Tick until SIGTERM or SIGINT; the mail that is being dealt with then is finished.

        Where that takes long it is broken off, as a kill would: nothing is lost or done twice.
        """
        self._listen_for_signals()
        self.machine.journal.lease.beat()
        with _gone_in_time():
            self._run(begin)

    def _run(self, begin: Begin) -> None:
        self.supervisor.ready()
        try:
            while not self._is_stopping:
                self._serve(begin)
        except _StoppedError:
            log.warning("stopped while a server or the database did not let go")
            for box in self.machine.boxes:
                box.mailbox.hang_up()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            with suppress(JournalError):  # it ends with this process
                self.machine.journal.lease.release()
            self.machine.disconnect()

    def _serve(self, begin: Begin) -> None:
        """Tick on the servers that the settings name; return where they name others."""
        self._mail = self.machine.settings.boxes
        alarm = wake_ups(self.machine.mailbox, min(each.poll for each in self._mail))
        alarm.start()
        baseline: Baseline | None = None
        try:
            while not (self._is_stopping or self._has_moved):
                if not self._may_read():
                    baseline = None
                    self._help()
                elif baseline is None:
                    baseline = self._begun(begin)
                else:
                    self._tick(baseline, alarm)
        finally:
            alarm.shutdown(wait=False)
        if self._has_moved:
            log.info("the settings name other servers or limits: connecting anew")
            self.machine.reconnect()

    @property
    def _has_moved(self) -> bool:
        return self.machine.settings.boxes != self._mail

    def stop(self) -> None:
        """End the loop as soon as the mail that is being dealt with is finished."""
        self._is_stopping = True
        self.supervisor.stopping()
        self.machine.mailbox.wake()

    def _may_read(self) -> bool:
        """Tell whether we have the mailbox; where work is not shared, who has not ends in `_begun`."""
        if not self.machine.journal.is_shared:
            return True
        had, self._reads = self._reads, False
        try:
            self.machine.journal.lease.work(self.clock())
            self.machine.journal.lease.hold(self.clock())
            self._reads = True
            if not (had and self._has_led):
                log.info("this worker leads: it reads the mailbox of [mail]")
            self._has_led = True
        except OtherDaemonError:
            if had:
                log.info("another worker reads the mailbox; this one lends a hand")
                self.machine.mailbox.hang_up()
                self.machine.first.looked_at = None
        except JournalError as problem:
            log.debug(
                "nothing is known of the lease: %s", problem
            )  # `_help` fails as well, and says so
        return self._reads

    def _help(self) -> None:
        """Do beside the worker that reads what is shared; longer and longer apart while it fails."""
        self.supervisor.alive()
        try:
            ticked = lend_a_hand(self.machine, self.clock())
        except _StoppedError:
            return
        except OtherInstallationError:
            raise
        except OtherDaemonError as problem:
            ticked = Ticked((str(problem),), 0)
        except JournalError as problem:
            log.warning("nothing can be recorded: %s", problem)
            ticked = Ticked((str(problem),), 0)
        except Exception as problem:
            log.exception("the tick was not finished")
            ticked = Ticked((type(problem).__name__,), 0)
        self.supervisor.stands("; ".join(ticked.troubles) or ticked.waits or "lends a hand")
        self._say_why_idle(ticked)
        if ticked.troubles and ticked.retry is None:
            self._back_off()
        elif not (self._is_stopping or ticked.has_more):
            self._backoff = self._backoff.after_success()
            self._spare_memory()
            wait_for_mail(self.machine, HELPS, leads=False)

    def _begun(self, begin: Begin) -> Baseline | None:
        self.supervisor.alive()
        try:
            self.machine.journal.lease.hold(self.clock())
            return begin()
        except OtherInstallationError:
            raise
        except OtherDaemonError:
            if not self.machine.journal.is_shared:
                raise
            return None
        except JournalError as problem:
            self._keep_blocked(problem)
        except MailServerError as problem:
            self._stay_out(problem)
            look_at_settings(self.machine)  # which server it is may be mended there
        if not self._has_moved:
            self._back_off()
        return None

    def _stay_out(self, problem: MailServerError) -> None:
        log.warning("%s", problem)
        self.supervisor.stands(str(problem))
        try:
            stay_out(self.machine, problem, self.clock())
        except JournalError as blocked:
            self._keep_blocked(blocked)

    def _tick(self, baseline: Baseline, alarm: BackgroundScheduler) -> None:
        now = self.clock()
        self.supervisor.alive()
        try:
            self.machine.journal.lease.hold(now)
            self._look_at_clock(now)
            with suppress(MailServerError):  # reading will fail as well, and says so
                hold_mailbox(self.machine, now)
            ticked = tick(self.machine, baseline, now)
            set_alarms(alarm, self.machine, now)
        except _StoppedError:
            return
        except OtherInstallationError:
            raise
        except OtherDaemonError:
            if not self.machine.journal.is_shared:
                raise
            return  # asleep for too long: another worker goes on
        except JournalError as problem:
            self._keep_blocked(problem)
            ticked = Ticked((str(problem),), 0)
        except Exception as problem:
            # Whatever it is, the next mail and the next deadline must not wait for a person.
            log.exception("the tick was not finished")
            ticked = Ticked((type(problem).__name__,), 0)
        self._say_how_it_stands(ticked, now)
        if not (self._is_stopping or self._has_moved):
            self._rest(ticked)

    def _say_how_it_stands(self, ticked: Ticked, now: datetime) -> None:
        games = len(self.machine.settings.games)
        at = f"{now.astimezone():%Y-%m-%d %H:%M:%S}"
        fine = f"{games} games, all mail read at {at}"
        self.supervisor.stands("; ".join(ticked.troubles) or ticked.waits or fine)
        self._say_why_idle(ticked)

    def _say_why_idle(self, ticked: Ticked) -> None:
        """Say in the log that all waits, and that it does no more, each once."""
        if ticked.waits == self._waits or ticked.troubles:
            return
        if ticked.waits:
            log.warning("this worker does nothing: %s", ticked.waits)
        else:
            log.info("this worker goes on")
        self._waits = ticked.waits

    def _keep_blocked(self, problem: JournalError) -> None:
        """Stay alive: what cannot be recorded now is tried again, and somebody is told if he can be."""
        log.warning("nothing can be recorded: %s", problem)
        stay(self.machine, problem, self.clock())

    def _look_at_clock(self, now: datetime) -> None:
        """Notice that our clock was set, and ask the server's then, and every hour until it is right."""
        if not self.machine.compares_clocks:
            return
        booted = now - self.uptime()
        moved = booted - (self._booted or booted)
        if self._booted is None or abs(moved) > MOST_SET:
            self._booted, self._looked = booted, None
        if abs(moved) > MOST_SET:
            note_clock_set(self.machine, moved, now)
        if self._looked is None or not timedelta(0) <= now - self._looked < _LOOKED_AT:
            self._looked = now
            compare_clock_set(self.machine, now)

    def _pulse(self) -> None:
        if self._is_stopping:
            raise _StoppedError
        self.supervisor.alive()
        lease = self.machine.journal.lease
        if self.machine.journal.is_shared:
            lease.work(self.clock())
            lease.hold_boxes(self.clock())
        if self._reads:
            lease.hold(self.clock())

    def _rest(self, ticked: Ticked) -> None:
        """Wait for news; longer and longer while a server does not answer."""
        if ticked.has_more and not ticked.troubles:
            return  # the mailbox is looked at, and the next games are dealt with
        try:
            if not ticked.troubles or ticked.retry is not None:
                self._spare_memory()
                self._wait(ticked.retry or IDLE)
                self._backoff = self._backoff.after_success()
                return
        except MailServerError as problem:
            log.warning("%s", problem)
        self._back_off()

    def _wait(self, for_at_most: timedelta) -> None:
        """Wait for new mail in what we read."""
        machine = self.machine
        if len(machine.reads) < len(machine.further):
            for_at_most = min(for_at_most, HELPS)  # how far the others are matters, too
        wait_for_mail(machine, max(for_at_most, _SHORTEST))

    def _spare_memory(self) -> None:
        """Free memory where the process has grown, and some time after it has done anything.

        Grown soon after all was looked through, only what came since is. What costs next to nothing is freed as well
        where nothing has been sent since the last wait.
        """
        sent = self.machine.counted.sent
        if sent == self._sent and self._slim is not None:
            self.machine.tidy_up()
            slim()
        now = self.clock()
        has_rested = sent != self._sent_then and now - (self._given_back or now) > _REST
        if self._slim is None or has_rested:
            give_back()
            self._slim, self._given_back, self._sent_then = self.memory(), now, sent
        elif self.memory() - self._slim > _GROWN:
            give_new_back()
            self._slim = self.memory()
        self._sent = sent

    def _back_off(self) -> None:
        self._backoff = self._backoff.after_failure()
        # Jitter keeps many clients of a server that comes back from calling at once.
        self.machine.mailbox.pause(self._backoff.pause(random.random()))  # noqa: S311  no secret

    def _listen_for_signals(self) -> None:
        def leave(_number: int, _frame: FrameType | None) -> None:
            self.stop()
            signal.setitimer(signal.ITIMER_REAL, LEAVES.total_seconds())

        def break_off(_number: int, _frame: FrameType | None) -> None:
            raise _StoppedError

        signal.signal(signal.SIGALRM, break_off)
        signal.signal(signal.SIGTERM, leave)
        signal.signal(signal.SIGINT, leave)


@contextmanager
def _gone_in_time() -> Iterator[None]:
    """End the process a few seconds after SIGTERM or SIGINT, if it has not ended by itself.

    Python calls no handler while it waits for the database or a name server: another thread is told.
    """
    reader, writer = socket.socketpair()
    writer.setblocking(False)
    before = signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
    has_ended = threading.Event()

    def watch() -> None:
        while number := reader.recv(1):
            is_asked = number[0] in {signal.SIGTERM, signal.SIGINT}
            if is_asked and not has_ended.wait(_GONE.total_seconds()):
                os._exit(0)
        reader.close()

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        has_ended.set()
        signal.set_wakeup_fd(before)
        writer.close()


def wake_ups(mailbox: Mailbox, poll: timedelta) -> BackgroundScheduler:
    """Return a scheduler that ends a wait every *poll*, jobs in memory, instants in UTC."""
    alarm = BackgroundScheduler(
        timezone="UTC",
        job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1},
    )
    alarm.add_job(mailbox.wake, "interval", seconds=poll.total_seconds(), id="poll")
    return alarm


def set_alarms(alarm: BackgroundScheduler, machine: Machine, now: datetime) -> None:
    """Set a wake-up for the next closes of open rounds, and for the next mail to be tried again."""
    delays = {policy.id: policy.close_delay for policy in machine.settings.games}
    longest = max(delays.values(), default=timedelta(0))
    following = machine.journal.games.deadlines(since=now - longest, most=_MOST_ALARMS)
    instants = {
        f"close:{game}": closing_time(deadline, delays.get(game, timedelta(0)))
        for game, deadline in following.items()
    }
    due = machine.journal.outgoing.next_due()
    if due is not None:
        instants["send"] = due
    for name, instant in instants.items():
        job = alarm.get_job(name)
        is_set = job is not None and job.next_run_time == instant
        if instant > now and not is_set:
            alarm.add_job(
                machine.mailbox.wake, "date", run_date=instant, id=name, replace_existing=True
            )


def _trimmer() -> Callable[[int], int]:
    """Return glibc's `malloc_trim`; where the C library is another one, what does nothing."""
    with suppress(OSError, AttributeError, TypeError):
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
        return trim
    return lambda _padding: 0


_trim = _trimmer()
_YOUNG = 20_000
"""So many new objects before the collector looks at them: few here hold each other, and it is a tenth of a close."""


def give_back() -> None:
    """Free what is no longer used, and spare the collector what has come to stay.

    Drawing a board and a printed sheet takes for a moment what glibc then keeps: a tenth of all.
    Templates, grammar and games would be looked through again and again while a report is written.
    """
    gc.set_threshold(_YOUNG)
    gc.unfreeze()
    give_new_back()


def give_new_back() -> None:
    """Free what has come since the collector last looked, and is no longer used: a fifth of the work."""
    gc.collect()
    gc.freeze()
    slim()


def slim() -> None:
    """Return to the system what is free, and what can be read again from files."""
    assets.let_go()
    _trim(0)
