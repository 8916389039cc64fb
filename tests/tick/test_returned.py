"""Mail that comes back: after three the address gets no more; what passes waits and is told of once."""

import json
from pathlib import Path

import pytest

from mailref.post.ports import RefusedForGood
from mailref.referee.contents import MailStopped, MailWaits, Matter, Undeliverable
from tests.commands.invoke import mailref
from tests.games.by_turns.at_table import kiel
from tests.games.by_turns.test_in_a_tick import STARTER
from tests.referee.rehearsal import DAY, ERIKA, EVA, MAX, MINUTE, MONDAY
from tests.tick.machines import Post, begun

GONE = "550 5.1.1 no such user"
FULL = "552 5.2.2 mailbox full"


def answered(machine: Post, day: int) -> str:
    """Let Max ask for the rules and get them; return the id of that mail."""
    machine.arrives("REGELN", at=MONDAY + day * DAY)
    machine.tick(MONDAY + day * DAY)
    return machine.ids("CommandAnswer")


def comes_back(
    machine: Post, message_id: str, why: str, day: int, to: str = "max@example.org"
) -> None:
    """Deliver what Postfix writes about a mail that it cannot hand over."""
    status = why.split()[1]
    machine.number += 1
    data = (
        "Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.org\nSubject: Undelivered Mail\n"
        f"Message-ID: <{machine.number}@mx.example.org>\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
        "--b\nContent-Type: text/plain\n\nYour message could not be delivered.\n"
        "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n\n"
        f"Final-Recipient: rfc822; {to}\nAction: failed\nStatus: {status}\n"
        f"Diagnostic-Code: smtp; {why}\n"
        f"--b\nContent-Type: text/rfc822-headers\n\nFrom: referee@example.org\nMessage-ID: {message_id}\n--b--\n"
    )
    machine.mailbox.deliver(data.encode(), MONDAY + day * DAY)
    machine.tick(MONDAY + day * DAY + MINUTE)


def gone(folder: Path, times: int) -> Post:
    """Return a machine to which so many mails to Max came back, with what followed forgotten."""
    machine = begun(folder)
    ids = [answered(machine, 0)]
    # What a person writes shows that his address is right: let the answers come first.
    ids += [answered(machine, 0) for _ in range(times - 1)]
    machine.letters.owed.clear()
    for message_id in ids:
        comes_back(machine, message_id, GONE, 1)
    machine.left()
    return machine


def test_after_three_mails_that_came_back_no_more_goes_there_and_the_game_master_knows(
    tmp_path: Path,
) -> None:
    machine = gone(tmp_path, 3)

    assert machine.matters == [
        Undeliverable("max@example.org", f"smtp; {GONE} 5.1.1"),
        Undeliverable("max@example.org", f"smtp; {GONE} 5.1.1"),
        MailStopped("max@example.org", ("Max Mustermann",), f"smtp; {GONE} 5.1.1"),
    ]
    machine.tick(MONDAY + 30 * DAY)
    assert "max Report" not in machine.left()


def test_two_are_not_enough(tmp_path: Path) -> None:
    machine = gone(tmp_path, 2)
    machine.tick(MONDAY + 30 * DAY)

    assert "max Report" in machine.left()


def test_one_mail_that_comes_back_three_times_counts_once(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    message_id = answered(machine, 0)
    machine.letters.owed.clear()
    for day in (1, 2, 3):
        comes_back(machine, message_id, GONE, day)

    assert [type(each) for each in machine.matters] == [Undeliverable]


def test_a_bounce_that_answers_no_mail_of_ours_changes_nothing(tmp_path: Path) -> None:
    """Anybody can write one: only the id of a mail that went there shows that it is true."""
    machine = begun(tmp_path)
    machine.letters.owed.clear()
    for number in range(3):
        comes_back(machine, f"<{number}@example.org>", GONE, 1)

    assert machine.matters == []


@pytest.mark.parametrize("restart", ["mail", "order", "command"])
def test_a_mail_from_him_or_his_address_again_lets_mail_go_there(
    tmp_path: Path, restart: str
) -> None:
    machine = gone(tmp_path, 3)
    now = MONDAY + 2 * DAY
    if restart == "mail":
        machine.arrives("H8w RABEN", at=now)
    elif restart == "order":
        called = mailref(
            "address", "yerres", "Max Mustermann", "max@example.org", "-c", str(machine.path)
        )
        assert called.code == 0, called.err
    else:
        assert mailref("resend", "max@example.org", "-c", str(machine.path)).code == 0
    machine.tick(now + MINUTE)
    machine.left()
    machine.tick(MONDAY + 30 * DAY)

    assert "max Report" in machine.left()


def test_status_names_whom_nothing_reaches(tmp_path: Path) -> None:
    machine = gone(tmp_path, 3)

    plain = mailref("status", "-c", str(machine.path))
    found = json.loads(mailref("status", "--json", "-c", str(machine.path)).out)

    assert "no more mail goes to max@example.org (Max Mustermann)" in plain.out
    at = (MONDAY + DAY + MINUTE).isoformat()
    checked = mailref("status", "--check", "--now", at, "-c", str(machine.path))
    assert (checked.code, checked.out) == (1, "WARNING: no more mail goes to max@example.org\n")
    assert [(each["address"], each["players"]) for each in found["stopped"]] == [
        ("max@example.org", ["Max Mustermann"])
    ]


@pytest.mark.parametrize(
    "why", [FULL, "550 5.7.1 rejected for policy reasons", "550 5.4.5 daily sending quota exceeded"]
)
def test_what_passes_is_told_once_and_sent_again(tmp_path: Path, why: str) -> None:
    machine = begun(tmp_path)
    message_id = answered(machine, 0)
    machine.left()
    machine.letters.owed.clear()
    # Sent again after half a day, a day, two days, four.
    for day, again in ((1, 2), (2, 3), (4, 6), (7, 11)):
        comes_back(machine, message_id, why, day)
        assert "max CommandAnswer" not in machine.left()
        machine.tick(MONDAY + again * DAY + 2 * MINUTE)
        assert "max CommandAnswer" in machine.left()

    assert [type(each) for each in machine.matters].count(MailWaits) == 1


@pytest.mark.slow
def test_a_refusal_that_passes_waits_without_end_and_alarms_once(tmp_path: Path) -> None:
    """A provider's limit refuses everybody in a row: nothing is given up, one mail tells of it."""
    machine = begun(tmp_path)
    for address in ("max", "eva"):
        machine.outbox.answers[f"{address}@example.org"] = RefusedForGood(554, "rejected")
    machine.arrives("REGELN", MAX)
    machine.arrives("REGELN", EVA)
    for hours in range(0, 24 * 30, 6):
        machine.tick(MONDAY + hours * 60 * MINUTE)
    assert [type(each) for each in machine.matters].count(MailWaits) == 1
    assert machine.machine.journal.outgoing.counts().dead == 0
    machine.outbox.answers.clear()
    machine.left()
    machine.tick(MONDAY + 32 * DAY)

    assert {"max CommandAnswer", "eva CommandAnswer"} <= set(machine.left())


def test_what_was_given_up_is_sent_once_more(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.outbox.answers["max@example.org"] = RefusedForGood(550, "5.1.1 no such user")
    answered(machine, 0)
    machine.outbox.answers.clear()
    machine.left()

    called = mailref("resend", "MAX@example.org", "-c", str(machine.path))
    machine.tick(MONDAY + 10_000 * DAY)

    assert (called.code, called.out) == (0, "1 to send again at the next tick\n")
    assert "max CommandAnswer" in machine.left()
    assert mailref("resend", "-c", str(machine.path)).code == 1


def test_what_came_back_for_good_is_given_up_and_sent_once_more(tmp_path: Path) -> None:
    machine = gone(tmp_path, 2)

    called = mailref("resend", "max@example.org", "-c", str(machine.path))
    machine.tick(MONDAY + 10_000 * DAY)

    assert called.out == "2 to send again at the next tick\n"
    assert machine.left().count("max CommandAnswer") == 2


@pytest.mark.parametrize(("day", "what"), [(7, MailWaits), (9, Undeliverable)])
def test_a_mail_with_a_rack_that_comes_back_within_a_week_is_sent_again(
    day: int, what: type[Matter], tmp_path: Path
) -> None:
    """Classic 12.4: its bytes are kept so long and no longer; nobody is told that it waits then."""
    machine = begun(tmp_path, kiel('move_time = "20d"', STARTER))
    machine.tick(MONDAY + (day - 1) * DAY)
    machine.left()

    comes_back(
        machine, machine.ids("TurnsOpening", "ben@example.org"), FULL, day, "ben@example.org"
    )
    machine.tick(MONDAY + (day + 1) * DAY)

    assert ("ben TurnsOpening" in machine.left()) is (what is MailWaits)
    assert [
        type(each) for each in machine.matters if isinstance(each, MailWaits | Undeliverable)
    ] == [what]


def test_the_game_master_is_never_stopped(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    ids = []
    for _ in range(3):
        machine.arrives("STAND", ERIKA)
        machine.tick(MONDAY)
        ids.append(machine.ids("CommandAnswer"))
    for message_id in ids:
        comes_back(machine, message_id, GONE, 1, "gm@example.org")

    assert mailref("status", "-c", str(machine.path)).out.count("no more mail") == 0
