"""Pages show a player by his name in all his games, or in none: what he says in one holds in the others."""

from pathlib import Path

import pytest

from mailref.games.events import NameShown
from mailref.orders.table import NotDone
from mailref.referee.contents import AnswerToCommands
from tests.referee.rehearsal import MINUTE
from tests.tick.test_club import ANNA, BEN, CILLY, House, in_one_line, known


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return a club in which Anna and Ben play a game that was begun by mail, beside that of the settings."""
    house = House(tmp_path)
    _begin(house)
    return house


def _begin(house: House) -> None:
    house.write("NEUES SPIEL classic mit Ben", ANNA)
    offer = max(house.club.offers)
    house.write(f"ANGEBOT {offer} ANNEHMEN", BEN)
    house.post.tick(house.now + MINUTE)


def shown(house: House) -> dict[str, list[str]]:
    """Return who is shown by name in which game."""
    games = house.post.machine.office().games
    return {
        id_: [name for name, player in running.game.players.items() if player.shows_name]
        for id_, running in games.items()
    }


def test_who_agrees_in_one_game_is_shown_in_all_of_his(house: House) -> None:
    house.write("SEITE JA", ANNA, subject="[yerres R1]")

    assert shown(house) == {"yerres": ["Anna Muster"], "kieler-1": ["Anna Muster"]}

    house.write("SEITE NEIN", ANNA, subject="[kieler-1 Z1]")

    assert shown(house) == {"yerres": [], "kieler-1": []}


@pytest.mark.parametrize(
    ("yes", "no"),
    [
        ("Mein Name darf gern auf die Seite.", "Bitte meinen Namen nicht auf der Seite zeigen."),
        ("You may put my name on the pages.", "Please take my name off the page."),
        ("Mon nom peut figurer sur la page.", "Enlève mon nom de la page, s'il te plaît."),
    ],
)
def test_it_is_said_in_a_sentence_as_well_beside_a_move_too(
    house: House, yes: str, no: str
) -> None:
    house.write(f"H8w BEIN\n\n{yes}", ANNA, subject="[yerres R1]")

    assert shown(house)["kieler-1"] == ["Anna Muster"]

    house.write(f"Hallo!\n{no}\nAnna", ANNA, subject="[yerres R1]")

    assert shown(house) == {"yerres": [], "kieler-1": []}


def test_who_asks_or_sets_a_condition_is_told_how_it_is_said(house: House) -> None:
    house.write("Darf mein Name auf die Seite?", ANNA, subject="[yerres R1]")

    assert shown(house) == {"yerres": [], "kieler-1": []}
    content = house.to("anna").content
    assert isinstance(content, AnswerToCommands)
    assert content.refused == (NotDone.NAME_OR_NOT,)


def test_a_later_game_shows_who_has_agreed_before_and_nobody_else(house: House) -> None:
    house.write("SEITE JA", ANNA, subject="[yerres R1]")

    _begin(house)

    assert shown(house)["kieler-2"] == ["Anna Muster"]


def test_who_agreed_to_one_game_alone_is_not_shown_in_a_later_one(house: House) -> None:
    """So it was said to him, before it held in all of them."""
    agreed = [("yerres", NameShown("Anna Muster", is_shown=True))]
    house.post.machine.journal.record("before", at=house.now, game_events=agreed)
    house.post.machine.forget_office()

    _begin(house)

    assert shown(house) == {"yerres": ["Anna Muster"], "kieler-1": [], "kieler-2": []}


def test_who_shares_an_address_agrees_for_himself_alone(tmp_path: Path) -> None:
    house = House(tmp_path)
    path = house.post.machine.watch.path
    text = path.read_text(encoding="utf-8").replace("anna@example.org", "ben@example.org")
    path.write_text(f"{text}\n{_second()}", encoding="utf-8")
    for _ in range(2):
        house.now += MINUTE
        house.post.tick(house.now)

    house.write("SEITE JA", BEN, subject="[second R1]")

    assert shown(house) == {"yerres": ["Ben Beispiel"], "second": ["Ben Beispiel"]}


def _second() -> str:
    return known().replace('id = "yerres"', 'id = "second"').replace("Yerres", "Zweites")


def test_the_answer_says_that_it_holds_in_all_games(house: House) -> None:
    house.write("SEITE JA", CILLY, subject="[yerres R1]")

    assert "mit deinem Namen, in allen deinen Spielen hier." in in_one_line(house.to("cilly"))


def spoken(house: House) -> dict[str, str]:
    """Return in which language Anna has asked for mails of each game."""
    games = house.post.machine.office().games
    return {id_: running.game.players["Anna Muster"].language for id_, running in games.items()}


def test_a_language_asked_for_in_one_game_is_spoken_in_all_of_his(house: House) -> None:
    house.write("LANGUAGE EN", ANNA, subject="[yerres R1]")

    assert spoken(house) == {"yerres": "en", "kieler-1": "en"}

    house.write("Bitte schreib mir auf Deutsch.", ANNA, subject="[kieler-1 Z1]")

    assert spoken(house) == {"yerres": "de", "kieler-1": "de"}
