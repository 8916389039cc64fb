"""When a turn happens: on new mail (IDLE), at each deadline, and every `poll` in any case.

The deadline table in the record is the truth; APScheduler only wakes the machine, so a restart, a
suspended computer and a stepped clock are all the same case. One thread does all the work; the
scheduler's thread and the signal handlers do nothing but end a wait.
"""

import logging
import random
import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import FrameType

from apscheduler.schedulers.background import BackgroundScheduler

from mailref.errors import MailServerError
from mailref.mail.backoff import Backoff
from mailref.mail.ports import Baseline, Mailbox
from mailref.service import Turn, tick
from mailref.turn.machine import Machine

log = logging.getLogger(__name__)

IDLE = timedelta(minutes=5)
"""Servers and NATs drop a longer IDLE (MAIL.md 3)."""
LEASE = timedelta(minutes=5)


class OtherDaemonError(Exception):
    """Another process runs the machine on this database."""


@dataclass(slots=True)
class Daemon:
    """The loop around the turns."""

    machine: Machine
    clock: Callable[[], datetime] = field(default=lambda: datetime.now(UTC))
    _is_stopping: bool = False
    _backoff: Backoff = field(default_factory=Backoff)

    def run(self, baseline: Baseline) -> None:
        """Take turns until SIGTERM or SIGINT; the turn that is being taken is finished."""
        alarm = wake_ups(self.machine.mailbox, self.machine.settings.mail.poll)
        self._listen_for_signals()
        alarm.start()
        try:
            while not self._is_stopping:
                self._turn(baseline, alarm)
        finally:
            alarm.shutdown(wait=False)
            self.machine.journal.release()
            self.machine.mailbox.close()

    def _turn(self, baseline: Baseline, alarm: BackgroundScheduler) -> None:
        now = self.clock()
        if not self.machine.journal.lease(now, LEASE):
            raise OtherDaemonError
        turn = tick(self.machine, baseline, now)
        set_alarms(alarm, self.machine)
        if not self._is_stopping:
            self._rest(turn)

    def _rest(self, turn: Turn) -> None:
        """Wait for news; longer and longer while a server does not answer."""
        mailbox = self.machine.mailbox
        try:
            if not turn.troubles:
                mailbox.wait(IDLE)
                self._backoff = self._backoff.after_success()
                return
        except MailServerError as problem:
            log.warning("%s", problem)
        self._backoff = self._backoff.after_failure()
        # Jitter keeps many clients of a server that comes back from calling at once.
        mailbox.pause(self._backoff.pause(random.random()))  # noqa: S311  no secret

    def stop(self) -> None:
        """End the loop after the present turn."""
        self._is_stopping = True
        self.machine.mailbox.wake()

    def _listen_for_signals(self) -> None:
        def leave(_number: int, _frame: FrameType | None) -> None:
            self.stop()

        signal.signal(signal.SIGTERM, leave)
        signal.signal(signal.SIGINT, leave)


def wake_ups(mailbox: Mailbox, poll: timedelta) -> BackgroundScheduler:
    """Return a scheduler that ends a wait every *poll*, jobs in memory, instants in UTC."""
    alarm = BackgroundScheduler(
        timezone="UTC",
        job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1},
    )
    alarm.add_job(mailbox.wake, "interval", seconds=poll.total_seconds(), id="poll")
    return alarm


def set_alarms(alarm: BackgroundScheduler, machine: Machine) -> None:
    """Set a wake-up for each open round's close, and for the next mail that is to be tried again."""
    delays = {policy.id: policy.close_delay for policy in machine.settings.games}
    instants = {
        f"close:{game}": deadline + delays.get(game, timedelta(0))
        for game, deadline in machine.journal.deadlines().items()
    }
    due = machine.journal.next_due()
    if due is not None:
        instants["send"] = due
    for name, instant in instants.items():
        if instant > datetime.now(UTC):
            alarm.add_job(
                machine.mailbox.wake, "date", run_date=instant, id=name, replace_existing=True
            )
