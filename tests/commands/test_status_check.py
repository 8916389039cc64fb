"""`status --check`: one line and an exit code for a monitor."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from mailref.commands.sources import NO_GAME
from mailref.post.ports import RefusedForGood
from tests.commands.invoke import mailref
from tests.referee.rehearsal import DAY, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, begun


def check(machine: Post, after: timedelta) -> tuple[int, str]:
    now = (MONDAY + after).isoformat()
    called = mailref("status", "--check", "--now", now, "-c", str(machine.path))
    return called.code, called.out.strip()


def test_a_machine_at_work_is_well(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.machine.journal.lease.hold(MONDAY)

    assert check(machine, MINUTE) == (0, "OK: the referee is at work")


def test_a_mailbox_out_of_reach_is_a_warning_then_critical(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.mailbox.is_down = True
    machine.tick(MONDAY)

    assert check(machine, MINUTE) == (
        1,
        "WARNING: mailbox: imap cannot be reached (since 2026-12-07T12:00+00:00)",
    )
    assert check(machine, timedelta(hours=1))[0] == 2


def test_a_refused_login_is_critical_at_once(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.mailbox.is_refused = True
    machine.tick(MONDAY)

    code, line = check(machine, MINUTE)

    assert code == 2
    assert line.startswith("CRITICAL: mailbox: user is not accepted")


def test_a_machine_that_stands_still_is_critical(tmp_path: Path) -> None:
    code, line = check(begun(tmp_path), timedelta(minutes=31))

    assert (code, line) == (
        2,
        "CRITICAL: mailbox: not read since 2026-12-07T12:00+00:00, and no process is at work",
    )


@pytest.mark.parametrize(
    ("after", "told"),
    [
        pytest.param(
            19,
            (0, "OK: no process is at work now; the mailbox was read at 2026-12-07T12:00+00:00"),
            id="it may be run now and then",
        ),
        pytest.param(
            21,
            (
                1,
                "WARNING: mailbox: not read since 2026-12-07T12:00+00:00, and no process is at work",
            ),
            id="for long",
        ),
    ],
)
def test_where_no_process_is_at_work_it_says_so(
    tmp_path: Path, after: int, told: tuple[int, str]
) -> None:
    assert check(begun(tmp_path), timedelta(minutes=after)) == told


@pytest.mark.slow
def test_mail_that_waits_for_an_hour_is_a_warning(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.outbox.is_down = True
    machine.arrives("H8w RABEN", at=ZAT - DAY)
    machine.tick(ZAT - DAY)
    machine.tick(ZAT - DAY + timedelta(minutes=59))

    code, line = check(machine, ZAT - DAY + timedelta(minutes=61) - MONDAY)

    assert code == 2
    assert "sending: smtp cannot be reached" in line
    assert "3 to send, the oldest since" in line


def test_answers_that_wait_for_the_next_hour_are_a_warning(tmp_path: Path) -> None:
    machine = begun(tmp_path, keys="per_hour = 2")
    for _ in range(5):
        machine.arrives("STAND")
    machine.tick()

    wait = "WARNING: 4 answers wait an hour: more than [mail] per_hour were due"
    assert check(machine, MINUTE) == (1, wait)


def test_without_a_record_it_is_critical(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.machine.journal.close()
    (tmp_path / "mailref.db").unlink()

    assert check(machine, MINUTE) == (2, f"CRITICAL: {NO_GAME}")


def test_what_is_refused_for_good_is_told_once_shown_and_given_up_by_word(tmp_path: Path) -> None:
    """It waits and is tried again; whoever knows that it is in vain says so."""
    machine = begun(tmp_path, keys='operator = "root@example.org"')
    machine.outbox.answers["max@example.org"] = RefusedForGood(554, "5.7.1 spam")
    machine.arrives("H8w RABEN")
    for minutes in (0, 1, 6, 21):
        machine.tick(MONDAY + minutes * MINUTE)

    assert machine.left() == ["gm Notice", "root Notice"]
    shown = mailref("status", "-c", str(machine.path)).out
    assert "a mail to max@example.org is refused and waits (4 tries): 554 5.7.1 spam" in shown
    done = mailref("resend", "--give-up", "max@example.org", "-c", str(machine.path))
    assert (done.code, done.out.strip()) == (0, "1 given up")
    assert "refused and waits" not in mailref("status", "-c", str(machine.path)).out
    again = mailref("resend", "--give-up", "-c", str(machine.path))
    assert (again.code, again.err.strip()) == (1, "mailref: no mail is refused")


@pytest.mark.parametrize(("then", "is_told"), [("", True), ("STAND", True), ("H8w RABEN", False)])
def test_who_has_moved_since_is_not_said_to_be_asked_what_he_meant(
    tmp_path: Path, then: str, is_told: bool
) -> None:
    machine = begun(tmp_path, game())
    machine.arrives("Vielleicht H8w RABEN, ich weiß noch nicht.")
    machine.tick(MONDAY)
    if then:
        machine.arrives(then, at=MONDAY + MINUTE)
        machine.tick(MONDAY + MINUTE)

    at = ("--now", (MONDAY + 2 * MINUTE).isoformat())
    said = mailref("status", "-c", str(machine.path), *at).out

    assert ("max@example.org: what was meant" in said) is is_told


def test_a_text_that_was_released_is_asked_about_no_more(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys='press = "moderated"'))
    machine.arrives("PRESSE: Guten Tag")
    machine.tick(MONDAY)
    at = ("--now", (MONDAY + 2 * MINUTE).isoformat(), "-c", str(machine.path))
    before = mailref("status", *at).out

    machine.orders("PRESSE ja", MONDAY + MINUTE, "Opening")

    assert "gm@example.org: a text for the report" in before
    assert "a text for the report" not in mailref("status", *at).out


def test_status_says_who_was_asked_back_and_about_what(tmp_path: Path) -> None:
    """A number alone leaves the operator to guess which of them ever ends."""
    machine = begun(tmp_path, game(keys='registration = "open"'))
    machine.arrives("Spieler=Fred Fremd\nH8w RABEN", "Fred <fred@example.net>")
    machine.tick()

    now = (MONDAY + MINUTE).isoformat()
    said = mailref("status", "--now", now, "-c", str(machine.path)).out

    assert "asked back: 1, waiting for a yes by mail" in said
    assert "  fred@example.net: whether he wants to play, since 2026-12-07" in said


def test_status_says_by_which_clock_a_time_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ZAT is by the clock of the game, all else by the machine's."""
    monkeypatch.setenv("COLUMNS", "120")
    machine = begun(tmp_path, game())
    machine.tick()

    said = mailref("status", "-c", str(machine.path)).out

    assert "2026-12-11 20:00 UTC+01:00" in said
    assert re.search(r"last looked at 2026-12-07 \d\d:\d\d [A-Z]{3,}", said)
