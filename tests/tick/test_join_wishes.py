"""Strangers who ask to be let into a closed game: the game master admits them by one line."""

from datetime import timedelta
from pathlib import Path

import pytest

from mailref.games.events import JoinAsked
from mailref.games.kind import follow
from mailref.journal.journal import Journal
from mailref.referee.contents import JoinRequest, MoreMail, WantsToJoin
from tests.commands.invoke import mailref
from tests.journal.samples import GAME
from tests.referee.rehearsal import DAY, FRED, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, begun
from tests.tick.test_redone import first_closed

HOUR = timedelta(hours=1)
FREDS = "fred@example.net"


def to_fred(machine: Post) -> list[str]:
    """Return the kinds of mail that were ever owed to him."""
    return [type(each.content).__name__ for each in machine.letters.ever if each.recipient == FREDS]


def asks(machine: Post, text: str, sender: str = FRED) -> None:
    machine.arrives(text, sender, ZAT + HOUR, "Hallo")
    machine.tick(ZAT + HOUR)


@pytest.mark.parametrize(
    ("text", "sender", "written", "name"),
    [
        ("Kann ich noch mitspielen?", FRED, "Fred Fremd", "Fred Fremd"),
        ("ANMELDEN Fritz Fischer", FRED, "fritz fischer", "Fritz Fischer"),
        ("ANMELDEN", FRED, FREDS, "Fred Fremd"),
        ("ANMELDEN", FREDS, "Fred", "fred"),
        ("Can I still join?", FRED, "Fred Fremd", "Fred Fremd"),
    ],
    ids=["question", "name in his line", "by address", "no name at all", "english"],
)
def test_the_game_master_admits_by_one_line_who_asked_and_he_is_welcomed(
    tmp_path: Path, text: str, sender: str, written: str, name: str
) -> None:
    machine = first_closed(tmp_path)
    asks(machine, text, sender)
    assert to_fred(machine) == []

    machine.orders(f"AUFNEHMEN {written}", ZAT + 2 * HOUR, kind="Notice")

    fred = machine.game().players[name]
    assert (fred.addresses, fred.is_configured) == ((FREDS,), False)
    assert to_fred(machine) == ["Opening"]


@pytest.mark.parametrize(
    "said", ["Ja, gerne aufnehmen!", "ja", "Yes, let him in", "Oui, volontiers"]
)
def test_a_plain_yes_to_the_mail_about_him_admits_him(tmp_path: Path, said: str) -> None:
    machine = first_closed(tmp_path)
    asks(machine, "Kann ich noch mitspielen?")

    machine.orders(said, ZAT + 2 * HOUR, kind="Notice")

    assert machine.game().players["Fred Fremd"].addresses == (FREDS,)
    assert to_fred(machine) == ["Opening"]


@pytest.mark.parametrize("said", ["Nein, lieber nicht", "Ja, aber erst im Januar", "Wer ist das?"])
def test_what_is_no_plain_yes_admits_nobody(tmp_path: Path, said: str) -> None:
    machine = first_closed(tmp_path)
    asks(machine, "Kann ich noch mitspielen?")

    machine.orders(said, ZAT + 2 * HOUR, kind="Notice")

    assert "Fred Fremd" not in machine.game().players
    assert len(machine.game().waiting_to_join) == 1


def test_yes_below_another_mail_admits_nobody(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)
    asks(machine, "Kann ich noch mitspielen?")

    machine.orders("Ja, gerne!", ZAT + 2 * HOUR)

    assert "Fred Fremd" not in machine.game().players


def test_who_was_admitted_plays_on_under_the_same_settings(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)
    asks(machine, "Kann ich noch mitspielen?")
    machine.orders("AUFNEHMEN Fred Fremd", ZAT + 2 * HOUR, kind="Notice")

    machine.tick(ZAT + 3 * HOUR)
    asks(machine, "Kann ich noch mitspielen?")

    assert not machine.game().players["Fred Fremd"].has_left
    assert machine.game().waiting_to_join == ()


def test_the_shell_admits_who_asked(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("ANMELDEN Fred Fremd", FRED, MONDAY)
    machine.tick(MONDAY)

    done = mailref(
        "admit", "yerres", "Fred Fremd", "-c", str(machine.path), "--now", "2026-12-07T15:00"
    )

    assert (done.code, done.out, done.err) == (0, "yerres: Fred Fremd takes part\n", "")
    assert machine.game().players["Fred Fremd"].addresses == (FREDS,)


def test_who_did_not_ask_is_not_admitted(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)
    asks(machine, "Kann ich noch mitspielen?")

    machine.orders("AUFNEHMEN Otto Ohnebrief", ZAT + 2 * HOUR, kind="Notice")

    assert "Otto Ohnebrief" not in machine.game().players
    assert len(machine.game().waiting_to_join) == 1


def test_the_list_of_the_next_day_names_once_who_still_waits_with_his_words(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("Kann ich noch mitspielen?", FRED, MONDAY)
    machine.tick(MONDAY)
    machine.letters.owed.clear()
    for later in (MINUTE, DAY, DAY + MINUTE, 2 * DAY):
        machine.tick(MONDAY + later)

    (listed,) = (each for each in machine.notices if isinstance(each.about, MoreMail))
    assert listed.about == MoreMail(
        (), (WantsToJoin("1-Zug-Scrabble Yerres", "Fred Fremd", FREDS),)
    )
    assert listed.quoted == "fred@example.net Kann ich noch mitspielen?"


def test_a_flood_of_wishes_is_listed_after_the_first_few(tmp_path: Path) -> None:
    """Each of 25 within a minute was a mail of its own: addresses are forged by the dozen."""
    machine = begun(tmp_path)
    for number in range(25):
        machine.arrives("ANMELDEN", f"Mr Evil <e{number}@evil.example>", MONDAY)
    machine.tick(MONDAY)
    assert sum(isinstance(about, JoinRequest) for about in machine.matters) == 3

    machine.arrives("Kann ich noch mitspielen?", FRED, MONDAY + HOUR)
    machine.tick(MONDAY + HOUR)
    assert [about.sender for about in machine.matters if isinstance(about, JoinRequest)][-1:] == [
        FREDS
    ]

    machine.letters.owed.clear()
    machine.tick(MONDAY + DAY)
    (listed,) = (each for each in machine.notices if isinstance(each.about, MoreMail))
    assert isinstance(listed.about, MoreMail)
    assert sum(each.mails for each in listed.about.senders) == 22
    assert all(f"e{number}@evil.example" in listed.quoted for number in range(3, 25))


def test_who_was_admitted_stands_in_no_list(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)
    asks(machine, "Kann ich noch mitspielen?")
    machine.orders("AUFNEHMEN Fred Fremd", ZAT + 2 * HOUR, kind="Notice")
    machine.tick(ZAT + 2 * DAY)

    assert not [about for about in machine.matters if isinstance(about, MoreMail)]


def test_where_moves_are_hidden_only_the_line_that_asks_is_shown(tmp_path: Path) -> None:
    gamemaster_plays = {"Erika Musterfrau": "gm@example.org", "Max Mustermann": "max@example.org"}
    machine = begun(tmp_path, game(players=gamemaster_plays))

    machine.arrives("Kann ich noch mitspielen?\nH8w TRABEN, mitspielen!", FRED, MONDAY)
    machine.tick(MONDAY)

    (wish,) = machine.game().waiting_to_join
    assert wish.said == "Kann ich noch mitspielen?"


def test_a_stranger_who_asked_is_forgotten_by_name(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("ANMELDEN Fritz Fischer", FRED, MONDAY)
    machine.tick(MONDAY)
    database = machine.machine.settings.database
    machine.machine.journal.close()

    done = mailref("forget", "Fritz Fischer", "--yes", "-c", str(machine.path))

    assert done.code == 0, done.err
    with Journal.open(database) as journal:
        assert [
            e for e in journal.games.events("yerres") if "Fritz" in repr(e) or FREDS in repr(e)
        ] == []
        forgotten = journal.games.load("yerres")
    assert forgotten is not None
    assert forgotten.waiting_to_join == ()


def test_only_so_many_of_the_newest_wishes_are_kept() -> None:
    asked = (JoinAsked(f"Fred {n}", f"fred{n}@example.net", "", MONDAY) for n in range(101))

    kept = follow(GAME, asked).join_wishes

    assert (len(kept), kept[0].name, kept[-1].name) == (100, "Fred 1", "Fred 100")
