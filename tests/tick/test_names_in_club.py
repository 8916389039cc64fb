"""One rule for names holds at every door of a club: for who comes in, and for who joins a game there (contract 2)."""

from pathlib import Path

import pytest

from mailref.games.game import Player
from mailref.orders.table import NotDone
from mailref.referee.contents import AnswerToCommands, JoinRequest, Notice
from mailref.referee.mails import Owed
from mailref.referee.policy import WhyNotIn
from mailref.settings.begun import titles_in
from tests.referee.rehearsal import MINUTE
from tests.settings.written import MAIL
from tests.tick.machines import settings_text
from tests.tick.test_club import ANNA, CILLY, FRED, PROVED, House, club, known
from tests.tick.test_trust import PASS

THIEF = "<thief@example.net>"
LOOKS_LIKE_ANNA = "\u0410nna Muster"


def with_round(folder: Path, members: str = "open") -> tuple[House, str]:
    """Return a club in which Cilly has begun a round that anybody can join, and its title."""
    house = House(folder, f'members = "{members}"')
    house.write("NEUE RUNDE 1-Zug, ZAT jeden Freitag 20 Uhr", CILLY)
    house.post.tick(house.now + MINUTE)
    return house, house.post.machine.office().games[house.begun()[0]].policy.title


def players(house: House) -> dict[str, Player]:
    """Return who plays in the one round of the club."""
    found = house.post.machine.journal.games.load(house.begun()[0])
    assert found is not None
    return dict(found.players)


def refused(owed: Owed) -> tuple[NotDone, ...]:
    """Return why orders of a mail were not carried out."""
    assert isinstance(owed.content, AnswerToCommands)
    return owed.content.refused


_TAKEN = [
    "Anna Muster",
    "anna muster",
    LOOKS_LIKE_ANNA,
    "Anna",
    "Dora Test",
    "Erika Musterfrau",
    "Scrabble",
    "Kieler Runde",
]
_TITLES = ["1-Zug-Scrabble Yerres", "Klassisches Scrabble"]
_UNFIT = [
    "www.cheap-pills.com", "cheap-pills.com", "t.co", "Fred.Fremd", "Q Q", "A. M.", "Game Master", "Gamemaster",
    "GAME-MASTER", "Second Referee", "Die Spielleitung", "Spielleiterin", "Administrator", "Maître du jeu", "L'arbitre",
    "Jane S. Sample", "Max Mustermann", "-- please answer above this line --", "{{7*7}}", "club-24",
]  # fmt: skip


@pytest.mark.parametrize("name", [*_TAKEN, *_TITLES[1:]])
@pytest.mark.parametrize("is_written", [True, False], ids=["Spieler=", "sender"])
def test_nobody_joins_a_round_under_the_name_of_another(
    tmp_path: Path, name: str, *, is_written: bool
) -> None:
    """Members, players of other games, the game master, titles: a stranger was in at once under any of them."""
    house, title = with_round(tmp_path)
    sender, line = ("Fred Fremd", f"Spieler={name}\n") if is_written else (name, "")

    told = house.write(f"{title}\n{line}ANMELDEN", f"{sender} {THIEF}", header=PROVED)

    assert [*players(house)] == ["Cilly Probe"]
    assert told == ["thief CommandAnswer"]
    assert refused(house.to("thief")) == (NotDone.NAME_TAKEN,)


@pytest.mark.parametrize("name", _UNFIT)
def test_nobody_joins_a_round_under_what_is_no_name(tmp_path: Path, name: str) -> None:
    house, title = with_round(tmp_path)

    house.write(f"{title}\nANMELDEN", f'"{name}" {THIEF}', header=PROVED)

    assert [*players(house)] == ["Cilly Probe"]
    assert refused(house.to("thief")) == (NotDone.NAME_UNFIT,)


@pytest.mark.parametrize("name", ["Everybody", "Jeden", "", "HILFE", "M10s EUBÖA"])
def test_who_does_not_say_how_he_is_called_is_asked_and_his_address_is_not_shown(
    tmp_path: Path, name: str
) -> None:
    """He played as `thief`, what stands before the @ of his address."""
    house, title = with_round(tmp_path)
    sender = f'"{name}" {THIEF}' if name else "thief@example.net"

    house.write(f"{title}\nANMELDEN", sender, header=PROVED)

    assert [*players(house)] == ["Cilly Probe"]
    assert refused(house.to("thief")) == (NotDone.NO_NAME,)
    house.write(f"{title}\nSpieler=Fred Fremd\nANMELDEN", sender, header=PROVED)
    assert [*players(house)] == ["Cilly Probe", "Fred Fremd"]


@pytest.mark.parametrize("members", ["confirmed", "open"])
def test_who_proves_nothing_is_asked_whether_he_wants_in_before_he_hears_of_his_name(
    tmp_path: Path, members: str
) -> None:
    """His mail may be forged: the one question that goes to his address says nothing of it."""
    house, title = with_round(tmp_path, members)

    assert house.write(f"{title}\nANMELDEN", f"Anna Muster {THIEF}", header="") == ["thief Notice"]

    house.reply("JA", f"Anna Muster {THIEF}", house.to("thief"))
    assert refused(house.to("thief")) == (NotDone.NAME_TAKEN,)
    assert [*players(house)] == ["Cilly Probe"]


def test_the_game_master_of_a_club_hears_of_no_such_name(tmp_path: Path) -> None:
    house, title = with_round(tmp_path)
    house.write(f"{title}\nANMELDEN", f"Anna Muster {THIEF}", header=PROVED)
    about = [each.content.about for each in house.owed if isinstance(each.content, Notice)]
    assert not any(isinstance(each, JoinRequest) for each in about)


@pytest.mark.parametrize(
    "sender", ["Anna Muster", "Anna", "A. Muster", "anna.muster@example.org", "Everybody"]
)
def test_a_member_joins_by_the_name_that_he_has(tmp_path: Path, sender: str) -> None:
    house, title = with_round(tmp_path)
    house.write(f"{title}\nANMELDEN", f'"{sender}" <anna@example.org>')
    assert [*players(house)] == ["Cilly Probe", "Anna Muster"]


def test_who_has_come_in_and_plays_nowhere_joins_by_his_name_and_is_named(tmp_path: Path) -> None:
    house, title = with_round(tmp_path)
    house.write("NEUES SPIEL classic gegen jeden", FRED, header=PROVED)
    house.write(f"{title}\nANMELDEN", f"Fred Fremd {THIEF}", header=PROVED)
    assert refused(house.to("thief")) == (NotDone.NAME_TAKEN,)

    house.write(f"{title}\nANMELDEN", FRED, header=PROVED)
    assert [*players(house)] == ["Cilly Probe", "Fred Fremd"]
    house.write("NEUES SPIEL classic mit Fred Fremd", ANNA)
    assert house.said("anna") == ["offered"]
    assert house.to("fred").recipient == "fred@example.net"


def test_somebody_else_of_a_household_joins_by_his_own_name(tmp_path: Path) -> None:
    house, title = with_round(tmp_path)
    house.write(f"{title}\nANMELDEN", "Max Muster <anna@example.org>")
    assert [*players(house)] == ["Cilly Probe", "Max Muster"]


def test_a_member_is_told_the_right_reason_where_a_round_takes_nobody(tmp_path: Path) -> None:
    """Who plays in no game was told that what he asks for is there in a game only."""
    house = House(tmp_path, 'members = "open"')
    house.write("NEUES SPIEL classic gegen jeden", FRED, header=PROVED)
    house.write("1-Zug-Scrabble Yerres\nANMELDEN", FRED, header=PROVED)
    assert refused(house.to("fred")) == (NotDone.CLOSED,)


def test_nobody_joins_by_his_first_move_under_the_name_of_another(tmp_path: Path) -> None:
    house, title = with_round(tmp_path)
    house.write(f"{title}\nH8w BAD", f"Anna Muster {THIEF}", header=PROVED)
    assert [*players(house)] == ["Cilly Probe"]


@pytest.mark.parametrize("name", [*_UNFIT[:-4], *_TITLES])
def test_nobody_comes_into_the_club_under_what_is_no_name(tmp_path: Path, name: str) -> None:
    """`www.cheap-pills.com invites you` went to strangers."""
    house = House(tmp_path, 'members = "open"')
    house.write("NEUES SPIEL classic gegen jeden", f'"{name}" {THIEF}', header=PROVED)
    assert house.club.members == ()


@pytest.mark.parametrize(
    "name",
    ["\u674e \u660e", "\u674e\u660e", "\uae40 \ubbfc", "J.R. Hartley",
        "J. Q. Public",
     "Anna Spieler", "Otto Richter", "Jean-Luc d'Arc", "Dr. Eva Fremd"],
)  # fmt: skip
def test_a_name_of_somebody_is_fine(tmp_path: Path, name: str) -> None:
    """A Chinese one with a space in it was called somebody else's."""
    house = House(tmp_path, 'members = "open"')
    house.write("NEUES SPIEL classic gegen jeden", f"{name} <new@example.net>", header=PROVED)
    assert [each.name for each in house.club.members] == [name]
    house.write(f"NEUES SPIEL classic mit {name}", ANNA)
    assert house.said("anna") == ["offered"]


@pytest.mark.parametrize("name", ["Q Q", "\u042a \u042a", "Q. R."])
def test_whose_name_is_initials_is_told_so(tmp_path: Path, name: str) -> None:
    """He was told that somebody was called so already."""
    house = House(tmp_path, 'members = "open"')
    house.write("NEUES SPIEL classic gegen jeden", f'"{name}" {THIEF}', header=PROVED)
    assert house.said("thief") == ["name_is_initials"]


def test_titles_of_the_club_and_of_what_is_played_there_are_known(tmp_path: Path) -> None:
    house = House(tmp_path)
    assert {"Kieler Runde", "Klassisches Scrabble", "1-Zug-Scrabble"} <= {
        *titles_in(house.post.machine.settings)
    }


def test_who_has_come_in_is_meant_by_a_name_by_which_the_file_has_another_play(
    tmp_path: Path,
) -> None:
    """`Perhaps Fred Fremd? Write the whole name.` was all that who wrote just that was told."""
    house = House(tmp_path, 'members = "open"')
    house.write("NEUES SPIEL classic gegen jeden", FRED, header=PROVED)
    other = known().replace("yerres", "other").replace("Scrabble Yerres", "Scrabble Other")
    other = other.replace("Dora Test", "Fred Fremd")
    server = f'{MAIL}authserv_id = "mx.example.org"\n'
    text = settings_text(known(), other, club('members = "open"'), mail=server)
    house.post.path.write_text(text, encoding="utf-8")
    house.post.tick(house.now + MINUTE)

    house.write("NEUES SPIEL classic mit Fred Fremd", ANNA)

    assert house.said("anna") == ["offered"]
    assert house.to("fred").recipient == "fred@example.net"


@pytest.mark.parametrize("text", ["ANMELDEN", "H8w BAD"])
@pytest.mark.parametrize("header", [PROVED, ""])
def test_in_a_club_of_who_is_registered_a_round_of_a_member_is_no_door(
    tmp_path: Path, text: str, header: str
) -> None:
    """A stranger joined, was registered by that, and could begin games and invite others."""
    house, title = with_round(tmp_path, "registered")

    told = house.write(f"{title}\n{text}", FRED, header=header)

    assert [*players(house)] == ["Cilly Probe"]
    assert told == (["gm Notice"] if text == "ANMELDEN" else told)
    assert not any(each.startswith("fred") for each in told)
    house.write("NEUES SPIEL classic gegen jeden", FRED, header=header)
    assert house.club.offers == {}


def test_the_game_master_lets_him_in_by_one_line(tmp_path: Path) -> None:
    house, title = with_round(tmp_path, "registered")
    house.write(f"{title}\nANMELDEN", FRED, header=PROVED)
    asked = house.to("gm")
    assert isinstance(asked.content, Notice)
    assert asked.content.about == JoinRequest("fred@example.net", "Fred Fremd", WhyNotIn.CLOSED)

    house.reply("AUFNEHMEN Fred Fremd", "Erika Musterfrau <gm@example.org>", asked, header=PASS)

    assert [*players(house)] == ["Cilly Probe", "Fred Fremd"]


@pytest.mark.parametrize("who", [ANNA, FRED])
def test_who_plays_here_or_was_invited_joins_it_by_himself(tmp_path: Path, who: str) -> None:
    house, title = with_round(tmp_path, "registered")
    house.write("EINLADEN fred@example.net", ANNA)
    house.reply("JA", FRED, house.to("fred"))
    house.write(f"{title}\nANMELDEN", who, header=PASS if who == ANNA else PROVED)
    assert [*players(house)] == ["Cilly Probe", who.split(" <", maxsplit=1)[0]]
