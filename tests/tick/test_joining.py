"""Strangers who join an open game by mail: so many a day, then the game master decides."""

from pathlib import Path

import pytest

from mailref.referee.contents import (
    JoinsStopped,
    NewcomerAsked,
    Notice,
    QuestionsWait,
    StrangersMoves,
)
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import DAY, ERIKA, MINUTE, MONDAY, ZAT, game, sb
from tests.tick.machines import Post, begun
from tests.tick.test_trust import PASS

MOVE = "F8w RABEN"


def crowd(machine: Post, first: int, last: int) -> None:
    for number in range(first, last):
        name = f"Fred {number}"
        machine.arrives(MOVE, f"{name} <fred{number}@example.net>")


def open_game(folder: Path) -> Post:
    return begun(folder, sb(keys='registration = "open"'), keys="joins_per_day = 2")


def newcomers(machine: Post) -> list[str]:
    return sorted(name for name in machine.game("sb").players if name.startswith("Fred"))


def test_beyond_the_days_newcomers_nobody_joins_or_is_answered(tmp_path: Path) -> None:
    """Contract 2, registration; the limit keeps forged senders from being mailed by hundreds."""
    machine = open_game(tmp_path)
    crowd(machine, 0, 5)
    machine.tick()
    machine.confirms()

    assert newcomers(machine) == ["Fred 0", "Fred 1"]
    assert {each.split()[0] for each in machine.left()} == {"fred0", "fred1", "gm"}


def test_the_game_master_hears_of_it_once_and_gets_the_others_moves(tmp_path: Path) -> None:
    """Contract 5: no move is lost in silence."""
    machine = open_game(tmp_path)
    crowd(machine, 0, 5)
    machine.tick()
    machine.confirms()

    said = machine.notices
    stopped, listed = (each.about for each in said)
    assert isinstance(stopped, JoinsStopped)
    assert isinstance(listed, StrangersMoves)
    assert [each.sender for each in listed.mails] == [
        "fred2@example.net",
        "fred3@example.net",
        "fred4@example.net",
    ]


def test_who_has_joined_plays_on_while_strangers_wait(tmp_path: Path) -> None:
    machine = open_game(tmp_path)
    crowd(machine, 0, 3)
    machine.tick()
    machine.confirms()
    machine.arrives("F9w RABEN", "Fred 1 <fred1@example.net>")
    machine.tick()

    assert len(machine.entries("sb")["Fred 1"]) == 2


def test_a_day_later_the_door_is_open_again(tmp_path: Path) -> None:
    machine = open_game(tmp_path)
    crowd(machine, 0, 3)
    machine.tick()
    machine.confirms()
    crowd(machine, 3, 4)
    machine.tick(MONDAY + DAY + MINUTE)
    machine.confirms(MONDAY + DAY + MINUTE)

    assert newcomers(machine) == ["Fred 0", "Fred 1", "Fred 3"]


def test_players_named_in_the_settings_are_not_counted(tmp_path: Path) -> None:
    machine = open_game(tmp_path)
    crowd(machine, 0, 1)
    machine.tick()
    machine.confirms()

    assert {"Max Mustermann", "Eva Muster", "Fred 0"} == set(machine.game("sb").players)


FRED = "Fred Fremd <fred@example.net>"
OWN_SERVER = 'authserv_id = "mx.example.org"'


class TestUnknownAddress:
    """Contract 2: an address that anybody can write into a mail is asked before it is let in."""

    def test_it_gets_one_short_mail_that_quotes_nothing(self, tmp_path: Path) -> None:
        machine = open_game(tmp_path)
        machine.arrives(f"{MOVE}\nBuy now!", FRED)
        machine.tick()

        assert machine.left() == ["fred Notice"]
        (asked,) = machine.letters.owed
        assert isinstance(asked.content, Notice)
        assert asked.content.about == NewcomerAsked(machine.game("sb").commitment)
        assert (asked.content.quoted, asked.name) == ("", "")
        assert "Fred Fremd" not in machine.game("sb").players

    def test_on_yes_its_move_counts_with_the_time_at_which_it_arrived(self, tmp_path: Path) -> None:
        machine = open_game(tmp_path)
        machine.arrives(MOVE, FRED, MONDAY)
        machine.tick(MONDAY)

        machine.confirms(MONDAY + 2 * DAY)

        (entry,) = machine.entries("sb")["Fred Fremd"]
        assert entry.received == MONDAY
        assert {"fred Opening", "fred EntryAnswer"} <= set(machine.left())

    def test_a_yes_after_the_close_comes_too_late_for_the_move(self, tmp_path: Path) -> None:
        machine = open_game(tmp_path)
        machine.arrives(MOVE, FRED, MONDAY)
        machine.tick(MONDAY)
        machine.tick(ZAT + DAY)

        machine.confirms(ZAT + DAY)

        assert "Fred Fremd" in machine.game("sb").players
        assert machine.game("sb").round_number == 2
        assert "Fred Fremd" not in machine.entries("sb")

    def test_a_move_beside_the_yes_counts_as_well(self, tmp_path: Path) -> None:
        machine = open_game(tmp_path)
        machine.arrives(MOVE, FRED)
        machine.tick()
        header = f"In-Reply-To: {machine.ids('Notice')}\n"
        machine.arrives("JA\n\nF9w RABEN", FRED, header=header)
        machine.tick()

        assert len(machine.entries("sb")["Fred Fremd"]) == 2

    @pytest.mark.parametrize(
        "text",
        ["OK: taken over by the fax gateway, id 21.", "OK\n\nIhr Schreiben ist im Posteingang."],
    )
    def test_what_a_program_begins_with_yes_lets_nobody_in(self, tmp_path: Path, text: str) -> None:
        machine = open_game(tmp_path)
        machine.arrives(MOVE, FRED)
        machine.tick()
        machine.arrives(text, FRED, header=f"In-Reply-To: {machine.ids('Notice')}\n")
        machine.left()
        machine.tick()

        assert machine.left() == ["gm Notice"]  # a person may write so, too
        assert newcomers(machine) == []

    def test_no_and_a_program_let_nobody_in(self, tmp_path: Path) -> None:
        machine = open_game(tmp_path)
        machine.arrives(MOVE, FRED)
        machine.tick()
        header = f"In-Reply-To: {machine.ids('Notice')}\n"
        machine.left()
        machine.arrives("Ich bin nicht da.", FRED, header=header)
        machine.arrives("JA", FRED, header=f"{header}Auto-Submitted: auto-replied\n")
        machine.arrives("JA", "eve@example.net", header=header)
        machine.arrives("NEIN", FRED, header=header)
        machine.arrives("JA", FRED, header=header)
        machine.tick()

        assert machine.left() == ["gm Notice"]  # of the first: a person may write so, too
        assert newcomers(machine) == []

    def test_whom_our_own_server_vouches_for_is_in_at_once(self, tmp_path: Path) -> None:
        machine = begun(tmp_path, sb(keys='registration = "open"'), keys=OWN_SERVER)
        header = PASS.replace("example.org\nReceived", "example.net\nReceived")
        machine.arrives(MOVE, FRED, header=header)
        machine.tick()

        assert "Fred Fremd" in machine.game("sb").players

    def test_about_the_same_it_is_asked_once_a_day(self, tmp_path: Path) -> None:
        """The question may have been lost; what comes before is put before the game master."""
        machine = begun(tmp_path, sb(keys='registration = "open"'))
        for _ in range(3):
            machine.arrives(MOVE, FRED, MONDAY)
        machine.tick(MONDAY)
        machine.arrives(f"\n{MOVE} \n", FRED, MONDAY + 23 * 60 * MINUTE)
        machine.tick(MONDAY + 23 * 60 * MINUTE)
        assert asked(machine) == 1
        listed = [each for each in machine.matters if isinstance(each, StrangersMoves)]
        assert [mail.sender for each in listed for mail in each.mails] == [
            "fred@example.net"
        ] * 2  # one list a day

        machine.arrives(MOVE, FRED, MONDAY + 25 * 60 * MINUTE)
        machine.tick(MONDAY + 25 * 60 * MINUTE)

        assert asked(machine) == 2

    @pytest.mark.slow
    def test_what_he_sent_is_dropped_after_thirty_days(self, tmp_path: Path) -> None:
        machine = open_game(tmp_path)
        machine.arrives(MOVE, FRED)
        machine.tick()

        machine.tick(MONDAY + 31 * DAY)

        machine.confirms(MONDAY + 31 * DAY)
        assert "Fred Fremd" not in machine.game("sb").players


def test_twenty_unknown_addresses_are_asked_in_an_hour_and_the_others_later(tmp_path: Path) -> None:
    """A forged From reaches somebody who never wrote; the game master is told, once."""
    machine = begun(tmp_path, sb(keys='registration = "open"'))
    crowd(machine, 0, 45)
    machine.tick(MONDAY)
    assert sum(each.startswith("fred") for each in machine.left()) == 20
    assert machine.matters.count(QuestionsWait(20)) == 1

    machine.tick(MONDAY + 59 * MINUTE)
    assert machine.left() == []
    crowd(machine, 45, 46)
    machine.tick(MONDAY + 60 * MINUTE)
    assert sum(each.startswith("fred") for each in machine.left()) == 20
    machine.tick(MONDAY + 120 * MINUTE)
    assert sum(each.startswith("fred") for each in machine.left()) == 6
    assert machine.matters.count(QuestionsWait(20)) == 1


def test_an_unknown_address_is_asked_three_times_in_thirty_days_and_no_more(tmp_path: Path) -> None:
    """Whoever forges it shall not have us write to its owner again and again."""
    machine = begun(tmp_path, sb(keys='registration = "open"'))
    for number in range(6):
        text = f"{number + 5}Aw RABEN\nANMELDEN Fred {number}"
        now = MONDAY + number // 2 * DAY
        machine.arrives(text, "Fred <fred@example.net>", now)
        machine.tick(now)

    assert asked(machine) == 3


def asked(machine: Post) -> int:
    """Return how often an unknown address was asked whether it wants in."""
    return sum("newcomer_asked" in owed.key for owed in machine.letters.owed)


@pytest.mark.parametrize(
    ("who", "text", "subject"),
    [
        ("max@example.org", "RUCKEN", "[kiel Z1] Frage"),
        ("max@example.org", "H4 RUCKEN", "[kiel Z1] Frage"),
        ("ben@example.org", "WIEDERHOLEN 1", "[yerres R1] Frage"),
        (ERIKA, "WIEDERHOLEN 1", "[yerres R1] Frage"),
    ],
)
def test_whoever_is_known_is_answered_in_an_open_game_in_which_he_does_not_play(
    tmp_path: Path, who: str, text: str, subject: str
) -> None:
    """A word that no move can be made of lets nobody in; it was passed over as if a stranger wrote it."""
    lobby = kiel('registration = "open"\nplaces = 3', players=("Ben", "Cleo"))
    machine = begun(tmp_path, game(keys='registration = "open"'), lobby)

    machine.arrives(text, who, subject=subject)
    machine.tick()

    (answered,) = machine.left()
    assert answered.split()[0] in who
    assert set(machine.game().players) == {"Max Mustermann", "Eva Muster"}
