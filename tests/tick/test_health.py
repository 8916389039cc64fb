"""Never still without a word: what keeps the machine from its work is told, and taken back."""

from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from mailref.daemon import Daemon, wake_ups
from mailref.errors import LoginRefusedError, MailServerError
from mailref.post.ports import Baseline
from mailref.referee.contents import Hindered, Hindrance, Notice, RoundWaits
from mailref.service import stay_out
from mailref.tick.holding import hold_mailbox
from tests.referee.rehearsal import DAY, MINUTE, MONDAY, ZAT
from tests.tick.machines import Post, begun

BERLIN = ZoneInfo("Europe/Berlin")
HOUR = timedelta(hours=1)
DUE = ZAT + 5 * MINUTE


def told(machine: Post) -> list[tuple[str, Hindered]]:
    """Return to whom what was told since the last look."""
    found = [
        (owed.recipient, owed.content.about)
        for owed in machine.letters.owed
        if isinstance(owed.content, Notice) and isinstance(owed.content.about, Hindered)
    ]
    machine.letters.owed.clear()
    return found


class TestFiling:
    def test_a_round_closes_although_nothing_can_be_filed_away(self, tmp_path: Path) -> None:
        """What was read and recorded is enough."""
        machine = begun(tmp_path)
        machine.mailbox.keeps_all = True
        machine.arrives("H8w RABEN", at=ZAT - DAY)
        machine.tick(ZAT - DAY)

        machine.tick(DUE)

        assert machine.game().last is not None
        assert len(machine.mailbox.inbox) == 1

    def test_a_mail_that_stays_is_answered_once_and_filed_when_it_can_be(
        self, tmp_path: Path
    ) -> None:
        machine = begun(tmp_path)
        machine.mailbox.keeps_all = True
        machine.arrives("H8w RABEN")
        machine.tick()
        machine.tick(MONDAY + MINUTE)
        machine.mailbox.keeps_all = False

        machine.tick(MONDAY + 2 * MINUTE)

        assert machine.left() == ["max EntryAnswer"]
        assert machine.mailbox.inbox == []

    def test_both_hear_of_it_after_an_hour_then_daily_then_that_it_is_over(
        self, tmp_path: Path
    ) -> None:
        machine = begun(tmp_path, keys='operator = "root@example.org"')
        machine.mailbox.keeps_all = True
        machine.arrives("H8w RABEN")
        machine.tick(MONDAY)
        machine.tick(MONDAY + 59 * MINUTE)
        assert told(machine) == []

        machine.tick(MONDAY + HOUR)
        machine.tick(MONDAY + HOUR + MINUTE)

        (to_game_master, about), (to_operator, _) = told(machine)
        assert (to_game_master, to_operator) == ("gm@example.org", "root@example.org")
        assert (about.what, about.why) == (Hindrance.FILING, "[OVERQUOTA] not moved")
        assert (about.since, about.mails) == (MONDAY.astimezone(BERLIN), 1)

        machine.tick(MONDAY + DAY)
        assert told(machine) == []
        machine.tick(MONDAY + DAY + HOUR)
        assert len(told(machine)) == 2
        machine.mailbox.keeps_all = False
        machine.tick(MONDAY + DAY + 2 * HOUR)
        machine.tick(MONDAY + DAY + 3 * HOUR)

        (_, over), (_, _) = told(machine)
        assert over.until == (MONDAY + DAY + 2 * HOUR).astimezone(BERLIN)
        assert machine.machine.journal.troubles.all() == ()


class TestReadOnly:
    """A server that says it allows nothing: seven days, a tick every six hours."""

    def test_it_is_told_where_no_mail_can_be_filed(self, tmp_path: Path) -> None:
        machine = begun(tmp_path)
        machine.mailbox.is_read_only = True
        machine.arrives("H8w RABEN")

        for hours in range(0, 24 * 7, 6):
            machine.tick(MONDAY + hours * HOUR)

        found = told(machine)
        assert machine.left().count("max EntryAnswer") == 1
        assert [to for to, _ in found] == ["gm@example.org"] * 7
        assert {about.what for _, about in found} == {Hindrance.FILING}
        assert {about.mails for _, about in found} == {1}

    def test_it_is_told_where_no_mail_has_come(self, tmp_path: Path) -> None:
        """By the mark, which cannot be left either: each tick may be a process of its own."""
        machine = begun(tmp_path)
        machine.mailbox.is_read_only = True

        for hours in range(0, 24 * 7, 6):
            machine.machine.first.looked_at = None
            hold_mailbox(machine.machine, MONDAY + hours * HOUR)
            machine.tick(MONDAY + hours * HOUR)

        assert [to for to, _ in told(machine)] == ["gm@example.org"] * 7

    def test_it_is_over_when_it_can_be_written_again(self, tmp_path: Path) -> None:
        machine = begun(tmp_path)
        machine.mailbox.is_read_only = True
        machine.arrives("H8w RABEN")
        machine.tick(MONDAY)
        machine.tick(MONDAY + HOUR)
        told(machine)
        machine.mailbox.is_read_only = False

        machine.tick(MONDAY + 2 * HOUR)

        ((_, over),) = told(machine)
        assert over.until == (MONDAY + 2 * HOUR).astimezone(BERLIN)
        assert machine.mailbox.inbox == []


class TestMailbox:
    def test_out_of_reach_across_a_zat_is_told_at_once_with_what_waits(
        self, tmp_path: Path
    ) -> None:
        machine = begun(tmp_path)
        machine.mailbox.is_down = True
        machine.tick(ZAT - 30 * MINUTE)
        assert told(machine) == []

        machine.tick(DUE)
        machine.tick(DUE + MINUTE)

        ((to, about),) = told(machine)
        assert to == "gm@example.org"
        assert about.what is Hindrance.MAILBOX
        assert about.since == (ZAT - 30 * MINUTE).astimezone(BERLIN)
        assert about.rounds == (RoundWaits("1-Zug-Scrabble Yerres", ZAT.astimezone(BERLIN)),)
        assert machine.left() == ["gm Notice"]

    def test_all_clear_when_it_can_be_read_again(self, tmp_path: Path) -> None:
        machine = begun(tmp_path)
        machine.mailbox.is_down = True
        machine.tick(ZAT - 30 * MINUTE)
        machine.tick(DUE)
        told(machine)
        machine.mailbox.is_down = False

        machine.tick(DUE + HOUR)

        ((_, over),) = told(machine)
        assert over.until == (DUE + HOUR).astimezone(BERLIN)
        assert machine.game().last is not None

    def test_a_short_failure_is_nothing_to_tell(self, tmp_path: Path) -> None:
        machine = begun(tmp_path)
        machine.mailbox.is_down = True
        machine.tick(MONDAY)
        machine.tick(MONDAY + 58 * MINUTE)
        machine.mailbox.is_down = False

        machine.tick(MONDAY + 59 * MINUTE)

        assert told(machine) == []
        assert machine.machine.journal.troubles.all() == ()

    def test_a_login_that_is_refused_is_told_at_once(self, tmp_path: Path) -> None:
        machine = begun(tmp_path)
        machine.mailbox.is_refused = True

        machine.tick(MONDAY)

        ((_, about),) = told(machine)
        assert about.why == "user is not accepted"


class TestStarting:
    """Whoever starts it, a reboot or an update, need not be there to read the log."""

    def test_a_login_refused_at_the_start_is_told_at_once_and_so_is_that_it_is_over(
        self, tmp_path: Path
    ) -> None:
        machine = begun(tmp_path)
        machine.arrives("H8w RABEN", at=MONDAY)
        problem = LoginRefusedError("user is not accepted")

        stay_out(machine.machine, problem, MONDAY + MINUTE)
        stay_out(machine.machine, problem, MONDAY + 2 * MINUTE)

        ((to, about),) = told(machine)
        assert (to, about.why) == ("gm@example.org", "user is not accepted")
        assert machine.left() == ["gm Notice"]
        machine.tick(MONDAY + HOUR)
        ((_, over),) = told(machine)
        assert over.until == (MONDAY + HOUR).astimezone(BERLIN)

    def test_a_server_out_of_reach_at_the_start_is_told_when_a_zat_has_passed(
        self, tmp_path: Path
    ) -> None:
        machine = begun(tmp_path)
        problem = MailServerError("imap cannot be reached")
        stay_out(machine.machine, problem, ZAT - 30 * MINUTE)
        assert told(machine) == []

        stay_out(machine.machine, problem, DUE)

        ((_, about),) = told(machine)
        assert about.rounds == (RoundWaits("1-Zug-Scrabble Yerres", ZAT.astimezone(BERLIN)),)

    def test_the_daemon_notes_it_each_time_it_tries(self, tmp_path: Path) -> None:
        machine = begun(tmp_path)
        daemon = Daemon(machine.machine, lambda: MONDAY)

        def begin() -> Baseline:
            daemon.stop()
            raise LoginRefusedError("user is not accepted")

        daemon.run(begin)

        assert machine.left() == ["gm Notice"]


def test_a_server_that_took_no_mail_is_told_of_when_it_takes_mail_again(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.outbox.is_down = True
    machine.arrives("H8w RABEN")
    machine.tick(MONDAY)
    machine.tick(MONDAY + 3 * HOUR)
    assert told(machine) == []
    machine.outbox.is_down = False

    machine.tick(MONDAY + 4 * HOUR)

    ((_, about),) = told(machine)
    assert about.what is Hindrance.SENDING
    assert about.since == MONDAY.astimezone(BERLIN)
    assert about.until == (MONDAY + 4 * HOUR).astimezone(BERLIN)
    assert machine.left() == ["max EntryAnswer", "gm Notice"]


@pytest.mark.parametrize(("lasts", "mails"), [(MINUTE, 0), (timedelta(hours=1), 1)])
def test_sending_that_failed_for_a_minute_is_nothing_to_tell(
    tmp_path: Path, lasts: timedelta, mails: int
) -> None:
    machine = begun(tmp_path)
    machine.outbox.is_down = True
    machine.arrives("H8w RABEN")
    machine.tick(MONDAY)
    machine.outbox.is_down = False

    machine.tick(MONDAY + lasts)

    assert len(told(machine)) == mails


class TestClock:
    """A clock that was set while the daemon runs."""

    def run(
        self, machine: Post, *ticks: tuple[timedelta, timedelta, timedelta | None]
    ) -> list[Hindered]:
        """Tick where our clock, the time since boot and the server's clock say so, from Monday on."""
        machine.machine.compares_clocks = True
        now, up = [MONDAY], [HOUR]
        daemon = Daemon(machine.machine, lambda: now[0], lambda: up[0])
        alarm = wake_ups(machine.mailbox, MINUTE)
        alarm.start(paused=True)
        for ours, since_boot, theirs in ticks:
            now[0], up[0] = MONDAY + ours, HOUR + since_boot
            machine.mailbox.clock = None if theirs is None else MONDAY + theirs
            daemon._tick(machine.baseline, alarm)
        alarm.shutdown()
        return [about for _, about in told(machine)]

    @pytest.mark.slow
    def test_one_that_was_set_right_is_told_once(self, tmp_path: Path) -> None:
        ahead = 3 * HOUR + 5 * MINUTE

        (about,) = self.run(
            begun(tmp_path),
            (MINUTE, MINUTE, None),
            (ahead, 5 * MINUTE, ahead),
            (ahead + HOUR, 65 * MINUTE, None),
        )

        assert (about.what, about.why) == (Hindrance.CLOCK, "+3:00:00")
        assert about.until is not None

    @pytest.mark.slow
    def test_one_that_is_wrong_is_told_and_so_is_that_it_is_right_again(
        self, tmp_path: Path
    ) -> None:
        ahead, later = 3 * HOUR, 6 * HOUR

        wrong, right = self.run(
            begun(tmp_path),
            (MINUTE, MINUTE, None),
            (ahead, 2 * MINUTE, 2 * MINUTE),
            (ahead + MINUTE, 3 * MINUTE, 3 * MINUTE),
            (later, later - ahead + 2 * MINUTE, later),
        )

        assert wrong.until is None
        assert right.until == (MONDAY + later).astimezone(BERLIN)

    @pytest.mark.slow
    def test_a_computer_that_slept_is_nothing_to_tell(self, tmp_path: Path) -> None:
        assert self.run(begun(tmp_path), (MINUTE, MINUTE, None), (9 * HOUR, 9 * HOUR, None)) == []
