"""What one sender can make the referee write to the game master: some mails, then a daily list."""

from pathlib import Path

import pytest

from mailref.referee.contents import (
    AnswersWait,
    HeldBack,
    JoinRequest,
    Matter,
    MoreMail,
    OrdersUnproven,
    PassedOn,
)
from tests.referee.rehearsal import DAY, ERIKA, FRED, MAX, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, begun


def kinds(machine: Post) -> list[type[Matter]]:
    """Return of what the game master was told, but for answers that are not sent: they are another limit."""
    told = [type(each.about) for each in machine.notices]
    return [each for each in told if each is not AnswersWait]


def test_a_player_who_writes_without_end_is_passed_on_so_often_then_listed(tmp_path: Path) -> None:
    """Contract 5 passes mail on, contract 2 bounds what one address sets off: a list holds the rest."""
    machine = begun(tmp_path, keys="per_address_day = 2")
    for number in range(5):
        machine.arrives(
            f"Ich wollte nur sagen, {'so ' * number}Nummer {number}.", subject=f"Frage {number}"
        )
    machine.tick(MONDAY + MINUTE)
    assert kinds(machine) == [PassedOn, PassedOn]
    machine.letters.owed.clear()
    machine.tick(MONDAY + DAY)
    machine.tick(MONDAY + DAY + MINUTE)

    (listed,) = machine.notices
    assert listed.about == MoreMail((HeldBack("max@example.org", 3),))
    assert listed.quoted.splitlines()[0].startswith(
        "max@example.org Frage 2 Ich wollte nur sagen, so so Nummer 2."
    )


def test_the_game_master_is_told_once_a_day_of_who_gets_no_more_answers(tmp_path: Path) -> None:
    """Nobody else told him why his player waited in vain for an answer."""
    machine = begun(tmp_path, keys="per_address_day = 2")
    for number in range(5):
        machine.arrives("H8w RABEN" if number % 2 else "H8w ABER", at=MONDAY + number * MINUTE)
        machine.tick(MONDAY + number * MINUTE)
    silent = AnswersWait("max@example.org", "Max Mustermann", 2)

    assert [each.about for each in machine.notices] == [silent]
    answers = [o for o in machine.letters.owed if o.recipient == "max@example.org"]
    assert len([o for o in answers if o.content.is_limited]) == 2
    assert len(machine.entries()["Max Mustermann"]) == 5
    for number in range(3):
        machine.arrives("H8w RABEN" if number % 2 else "H8w ABER", at=MONDAY + DAY)
        machine.tick(MONDAY + DAY + number * MINUTE)
    assert [each.about for each in machine.notices].count(silent) == 2


def test_strangers_who_want_to_join_count_as_one_sender(tmp_path: Path) -> None:
    machine = begun(tmp_path, keys="per_address_day = 2")
    for number in range(4):
        machine.arrives("ANMELDEN", f"Fred <fred{number}@example.net>")
    machine.tick(MONDAY + MINUTE)
    assert kinds(machine) == [JoinRequest, JoinRequest]
    machine.letters.owed.clear()
    machine.tick(MONDAY + DAY)

    (listed,) = machine.notices
    assert isinstance(listed.about, MoreMail)
    assert listed.about.senders == (HeldBack("", 2),)
    assert [each.sender for each in listed.about.waiting][-1] == "fred3@example.net"
    assert "fred3@example.net" in listed.quoted


def test_strangers_do_not_use_up_what_a_player_may_ask(tmp_path: Path) -> None:
    machine = begun(tmp_path, keys="per_address_day = 1")
    machine.arrives("ANMELDEN", "Fred <fred1@example.net>")
    machine.arrives("ANMELDEN", "Fred <fred2@example.net>")
    machine.arrives("Ich habe eine Frage.")
    machine.tick(MONDAY + MINUTE)

    assert kinds(machine) == [JoinRequest, PassedOn]


def test_forged_instructions_do_not_flood_the_game_master(tmp_path: Path) -> None:
    """His address alone proves nothing; that this is said to him has an end too."""
    machine = begun(tmp_path, keys="per_address_day = 1")
    for number in range(3):
        machine.arrives(f"VERLÄNGERN 1{number}.12.2026 um 20:00", ERIKA)
    machine.tick(MONDAY + MINUTE)

    assert kinds(machine) == [OrdersUnproven]


def test_on_the_next_day_mails_are_put_before_the_game_master_again(tmp_path: Path) -> None:
    machine = begun(tmp_path, keys="per_address_day = 1")
    machine.arrives("Ich habe eine Frage.")
    machine.tick(MONDAY + MINUTE)
    machine.arrives("Ich habe noch eine Frage.", at=MONDAY + DAY)
    machine.tick(MONDAY + DAY)

    assert kinds(machine) == [PassedOn, PassedOn]


def test_who_writes_every_day_too_often_is_listed_every_day(tmp_path: Path) -> None:
    """What was held back first is not held back longer by what follows."""
    machine = begun(tmp_path, game(deadline="2027-12-11T20:00:00"), keys="per_address_day = 1")
    for day in range(3):
        now = MONDAY + day * DAY
        machine.tick(now)
        for number in range(3):
            machine.arrives(f"Frage {'so ' * number}", at=now + MINUTE)
        machine.tick(now + 2 * MINUTE)

    held = [each.about for each in machine.notices if isinstance(each.about, MoreMail)]
    assert held == [MoreMail((HeldBack("max@example.org", 2),))] * 2


@pytest.mark.slow
def test_the_list_names_so_many_mails_and_counts_the_others(tmp_path: Path) -> None:
    machine = begun(tmp_path, keys="per_address_day = 1")
    for number in range(60):
        machine.arrives(f"Frage {'so ' * number}", MAX)
    machine.tick(MONDAY + MINUTE)
    machine.letters.owed.clear()
    machine.tick(ZAT - 2 * DAY)

    (listed,) = machine.notices
    assert listed.about == MoreMail((HeldBack("max@example.org", 59),))
    assert len(listed.quoted.splitlines()) == 50


def test_a_players_absence_note_is_not_answered_but_listed_the_next_day(tmp_path: Path) -> None:
    """Contract 3: known by its subject only, it may be a person's: the game master sees it."""
    machine = begun(tmp_path)
    machine.arrives("Bin bis Montag fort.", MAX, subject="Autosvar: [yerres R1] Zug")
    machine.tick(MONDAY)
    assert machine.left() == []

    machine.tick(MONDAY + DAY)
    assert machine.left() == ["gm Notice"]
    (notice,) = machine.notices
    assert notice.about == MoreMail((HeldBack("max@example.org", 1),))
    assert "Autosvar: [yerres R1] Zug Bin bis Montag fort." in notice.quoted


@pytest.mark.parametrize(
    "text", ["Kann ich noch mitspielen?", "ANMELDEN Fred Fremd", "May I still join?", "ANMELDEN"]
)
def test_a_stranger_who_asks_to_join_in_his_own_words_is_put_before_the_game_master_once(
    tmp_path: Path, text: str
) -> None:
    machine = begun(tmp_path)
    for minute in (0, 1):
        machine.arrives(text, FRED, MONDAY + minute * MINUTE, "Hallo")
        machine.tick(MONDAY + minute * MINUTE)

    assert machine.left() == ["gm Notice"]
    (notice,) = machine.notices
    assert isinstance(notice.about, JoinRequest)
    assert notice.about.sender == "fred@example.net"
    assert notice.quoted == text


def test_a_stranger_who_writes_of_something_else_is_not(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("Join our webinar on growth tomorrow at nine o'clock", FRED, MONDAY, "Hallo")
    machine.tick(MONDAY)

    assert machine.left() == []
