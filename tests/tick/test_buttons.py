"""Pressing a button of a mail and sending what opens is the answer, and nobody else's (contract 5)."""

from datetime import datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from mailref.games.rounds.contents import EntryAnswer, WordQuestions
from mailref.referee.contents import (
    AnsweredBefore,
    Dropped,
    OrdersAsked,
    OrdersDone,
    OrdersRefused,
    PassedOn,
)
from mailref.referee.mails import Owed
from mailref.writing.compose import compose_all
from tests.referee.rehearsal import DAY, ERIKA, EVA, FRED, MAX, MINUTE, MONDAY, WEEK, ZAT, game
from tests.tick.machines import Post, begun
from tests.tick.test_trust import FAIL, PASS, SERVER, opening, third_round, under
from tests.writing.builders import means
from tests.writing.composed import read_back
from tests.writing.pressed import Pressed, buttons


def buttons_of(machine: Post, owed: Owed) -> list[Pressed]:
    """Return what the mail would open in a mail program."""
    house = machine.machine.office().house
    (composed,) = compose_all((owed,), replace(means(), house=house))
    return buttons(read_back(composed.data))


def asked(machine: Post) -> list[Pressed]:
    """Return the buttons of the last mail that asks back."""
    return buttons_of(machine, [o for o in machine.letters.ever if o.one_time][-1])


def press(  # noqa: PLR0917  who presses what, and what his servers make of it
    machine: Post, each: Pressed, sender: str, at: datetime, header: str = "", below: str = ""
) -> None:
    """Send what a button has opened, as a mail of its own, and see what comes of it."""
    assert each.to == machine.machine.office().house.address
    machine.letters.owed.clear()
    machine.arrives(each.body + below, sender, at, subject=each.subject, header=header)
    machine.tick(at)


def ordered(machine: Post, text: str, at: datetime = MONDAY, header: str = "") -> None:
    machine.letters.owed.clear()
    machine.arrives(text, ERIKA, at, header=under(opening(machine)) + header)
    machine.tick(at)


def test_the_game_master_says_yes_by_a_button(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    ordered(machine, "AUSSCHLIESSEN Max Mustermann")
    assert [type(each) for each in machine.matters] == [OrdersAsked]
    yes, _ = asked(machine)

    press(machine, yes, ERIKA, MONDAY + MINUTE, below="\r\n-- \r\nErika Musterfrau\r\n")

    assert machine.game().players["Max Mustermann"].is_leaving
    assert OrdersDone in [type(each) for each in machine.matters]
    press(machine, yes, ERIKA, MONDAY + 2 * MINUTE)
    assert machine.matters == [AnsweredBefore()]


def test_the_game_master_says_no_by_a_button(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    ordered(machine, "AUSSCHLIESSEN Max Mustermann")
    _, no = asked(machine)

    press(machine, no, ERIKA, MONDAY + MINUTE)

    assert machine.matters == [Dropped()]
    assert not machine.game().players["Max Mustermann"].is_leaving


@pytest.mark.parametrize(
    ("trust", "proof"),
    [("address", FAIL), ("authenticated", ""), ("authenticated", FAIL), ("token", FAIL)],
)
def test_a_player_says_by_a_button_that_a_mail_was_his(
    trust: str, proof: str, tmp_path: Path
) -> None:
    """It proves what an answer under the question would, whatever the server says of either mail."""
    machine = begun(tmp_path, game(keys=f'trust = "{trust}"'), keys=SERVER)
    machine.arrives("H8w RABEN", MAX, header=proof)
    machine.tick(MONDAY)
    yes, _ = asked(machine)

    press(machine, yes, MAX, MONDAY + MINUTE, header=proof)

    (entry,) = machine.entries()["Max Mustermann"]
    assert entry.received == MONDAY
    assert [type(o.content) for o in machine.letters.owed] == [EntryAnswer]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("sender", [EVA, FRED, "Dieb <thief@evil.example>"])
@pytest.mark.parametrize("trust", ["address", "authenticated", "token"])
def test_nobody_else_presses_a_button(trust: str, sender: str, tmp_path: Path) -> None:
    """The question was passed on, link and all, to somebody whose own server vouches for him."""
    machine = begun(tmp_path, game(keys=f'trust = "{trust}"'), keys=SERVER)
    machine.arrives("H8w RABEN", MAX, header=FAIL)
    machine.tick(MONDAY)
    yes, _ = asked(machine)

    press(machine, yes, sender, MONDAY + MINUTE, header=PASS)

    assert "Max Mustermann" not in machine.entries()
    press(machine, yes, MAX, MONDAY + 2 * MINUTE)  # it is not spent
    assert "Max Mustermann" in machine.entries()


def test_what_failed_presses_no_button_of_the_game_master(tmp_path: Path) -> None:
    machine = begun(tmp_path, keys=SERVER)
    ordered(machine, "AUSSCHLIESSEN Max Mustermann", header=PASS)
    yes, _ = asked(machine)

    press(machine, yes, ERIKA, MONDAY + MINUTE, header=FAIL)

    assert machine.matters == [OrdersRefused()]
    assert not machine.game().players["Max Mustermann"].is_leaving


def test_a_button_of_yesterday_is_asked_about_once_more(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    ordered(machine, "AUSSCHLIESSEN Max Mustermann")
    yes, _ = asked(machine)

    press(machine, yes, ERIKA, MONDAY + DAY + MINUTE)

    assert [type(each) for each in machine.matters] == [OrdersAsked]
    assert not machine.game().players["Max Mustermann"].is_leaving


def test_a_newcomer_joins_by_a_button(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys='registration = "open"'))
    machine.arrives("ANMELDEN\nH8w RABEN", FRED)
    machine.tick(MONDAY)
    (yes,) = asked(machine)

    press(machine, yes, FRED, MONDAY + MINUTE)

    assert any("fred@example.net" in p.addresses for p in machine.game().players.values())


@pytest.mark.parametrize("number", [0, 1])
def test_a_word_is_ruled_on_by_a_button(number: int, tmp_path: Path) -> None:
    """The button writes no word: which one it is about says the mail that it names."""
    machine = begun(tmp_path)
    machine.arrives("H8w NERABT")
    machine.tick()
    questions = [o for o in machine.letters.ever if isinstance(o.content, WordQuestions)]
    ways = buttons_of(machine, questions[-1])
    assert [each.body for each in ways] == ["ja\r\n", "nein\r\n"]

    press(machine, ways[number], ERIKA, MONDAY)

    assert machine.game().rulings["NERABT"] is (number == 0)


@pytest.mark.parametrize("sender", [MAX, FRED])
def test_nobody_but_the_game_master_rules_by_a_button(sender: str, tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("H8w NERABT")
    machine.tick()
    questions = [o for o in machine.letters.ever if isinstance(o.content, WordQuestions)]

    press(machine, buttons_of(machine, questions[-1])[0], sender, MONDAY)

    assert "NERABT" not in machine.game().rulings


def test_a_button_of_an_old_report_leaves_no_seat(tmp_path: Path) -> None:
    """A subject names a mail of ours as In-Reply-To does: what is too old there is too old here."""
    machine = begun(tmp_path, game(keys='trust = "token"'))
    first = [o for o in machine.letters.ever if o.recipient == "max@example.org" and o.player][-1]
    cited = buttons_free_id(machine, first)
    third_round(machine)
    at = ZAT + WEEK + DAY
    press(
        machine,
        Pressed(machine.machine.office().house.address, f"Re: [yerres R1] ({cited})", "ABMELDEN"),
        MAX,
        at,
    )

    assert not machine.game().players["Max Mustermann"].is_leaving


def buttons_free_id(machine: Post, owed: Owed) -> str:
    house = machine.machine.office().house
    (composed,) = compose_all((owed,), replace(means(), house=house))
    return composed.message_id.strip("<>")


def test_the_game_master_never_reads_what_a_button_names(tmp_path: Path) -> None:
    """A question written into the answer is passed on with its subject: without what proves the player."""
    machine = begun(tmp_path, keys=SERVER)
    machine.arrives("H8w RABEN", MAX, header=FAIL)
    machine.tick(MONDAY)
    yes, _ = asked(machine)
    token = next(o.one_time for o in machine.letters.ever if o.one_time)
    assert token is not None
    assert token in yes.subject

    press(machine, replace(yes, body="Was soll das denn?"), MAX, MONDAY + MINUTE)

    (passed_on,) = [each for each in machine.matters if isinstance(each, PassedOn)]
    assert token not in passed_on.subject
    house = machine.machine.office().house
    for owed in machine.letters.owed:
        (composed,) = compose_all((owed,), replace(means(), house=house))
        assert token.encode() not in composed.data
