"""The log: a line for every mail taken, sent and ordered, and none that says what is not so."""

import logging
from datetime import timedelta
from pathlib import Path

import pytest

from mailref.structs import counted
from mailref.tick.machine import log_troubles
from tests.commands.invoke import mailref
from tests.referee.rehearsal import DAY, EVA, MAX, MINUTE, MONDAY
from tests.tick.machines import begun, settings_text
from tests.tick.test_club import ANNA, House


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, logger="mailref")
    return caplog


def test_every_mail_taken_and_sent_has_a_line(
    tmp_path: Path, log: pytest.LogCaptureFixture
) -> None:
    machine = begun(tmp_path)
    machine.tick(MONDAY)
    machine.outbox.taken.clear()
    log.clear()
    move = machine.arrives("H8s ABER", MAX, MONDAY + MINUTE)
    nothing = machine.arrives("Hallo", EVA, MONDAY + MINUTE)

    machine.tick(MONDAY + 2 * MINUTE)

    assert f"mail {move} was taken: accepted (yerres R1)" in log.messages
    assert f"mail {nothing} was taken: rejected: no_move" in log.text
    sent = [line.partition(" was sent: ")[2] for line in log.messages if " was sent: " in line]
    assert sent.count("EntryAnswer (yerres R1)") == 2
    assert len(sent) == len(machine.outbox.taken)
    assert "2 mails filed: moved" in log.messages
    assert "ABER" not in log.text


def test_an_order_that_was_carried_out_is_called_so(
    tmp_path: Path, log: pytest.LogCaptureFixture
) -> None:
    machine = begun(tmp_path)
    machine.tick(MONDAY)

    machine.orders("PAUSE: Ferien", MONDAY + MINUTE, "Opening")

    assert "mail 1 was taken: orders of the game master" in log.messages
    assert "mail 1: carried out in yerres: GamePaused" in log.messages
    assert "no_move" not in log.text
    assert "Ferien" not in log.text


def test_an_order_of_a_club_is_called_so(tmp_path: Path, log: pytest.LogCaptureFixture) -> None:
    house = House(tmp_path)
    house.write("SPIELE\nEINLADEN fred@example.net", ANNA)
    house.write("EINLADEN gerd@example.net", ANNA, header="")
    house.reply("JA", ANNA, house.to("anna"))
    house.write("Hallo zusammen", ANNA)

    taken = [each.partition(" was taken: ")[2] for each in log.messages if " was taken: " in each]
    assert taken == [
        "command: offers, invite",
        "its sender is asked back",
        "for the club",
        "rejected: no_move (yerres R1)",
    ]


def test_a_settings_file_that_is_refused_has_a_line_once(
    tmp_path: Path, log: pytest.LogCaptureFixture
) -> None:
    machine = begun(tmp_path)
    machine.path.write_text(settings_text(keys='poll = "often"'), encoding="utf-8")

    machine.tick(MONDAY)
    machine.tick(MONDAY + MINUTE)

    refused = [line for line in log.messages if line.startswith("the settings file was refused")]
    assert len(refused) == 1
    assert "[mail]: poll: must be a duration" in refused[0]


def test_one_is_one() -> None:
    assert (counted(0, "mail"), counted(1, "mail"), counted(2, "mail")) == (
        "0 mails",
        "1 mail",
        "2 mails",
    )


def test_status_tells_of_the_last_reading_and_sending_and_of_what_waits(tmp_path: Path) -> None:
    """What went wrong in a tick is seen, and what helps."""
    machine = begun(tmp_path)
    machine.tick(MONDAY)
    before = mailref("status", "-c", str(machine.path)).out
    machine.arrives("H8s BERNTA", MAX, MONDAY + DAY)
    machine.tick(MONDAY + DAY)
    machine.mailbox.is_down = True
    machine.tick(MONDAY + DAY + MINUTE)

    after = mailref("status", "-c", str(machine.path)).out

    assert f"last mail sent {MONDAY.astimezone():%Y-%m-%d %H:%M}" in before
    assert f"mailbox: last looked at {MONDAY + DAY:%Y-%m-%d}" in after
    assert f"last mail sent {(MONDAY + DAY).astimezone():%Y-%m-%d %H:%M}" in after
    assert "mailbox: imap cannot be reached, since" in after
    assert (
        "yerres waits for you: the word BERNTA (mailref rule yerres BERNTA accept|refuse)" in after
    )


def test_the_log_says_every_five_minutes_of_a_server_that_it_still_does_not_answer(
    log: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    """That is the longest time between two tries; a line each tick would say no more."""
    machine = begun(tmp_path).machine
    log.clear()

    said = []
    for seconds in (0, 60, 299, 300, 599, 600):
        log_troubles(machine, ["imap: down"], MONDAY + timedelta(seconds=seconds))
        said.append(log.messages.count("imap: down"))

    assert said == [1, 1, 1, 2, 2, 3]
