"""The game master's list of orders: only what does something in his game, with the names of those who play it."""

from pathlib import Path

import pytest

from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import game
from tests.tick.test_notes import mails_to, playing, said, two

OF_SOME_GAMES = (
    "„FREIGEBEN“",
    "„BUCHSTABEN",
    "„GLEICHSTAND 1“",
    "„PRESSE ja“",
    "„NACHRICHT AN ALLE",
)


def list_told(folder: Path, settings: str) -> str:
    """Return what the opening tells the game master."""
    return " ".join(said(mails_to(playing(folder, settings), "gm")[-1]).split())


@pytest.mark.parametrize(
    ("keys", "table", "told"),
    [
        ("messages = false", "", ()),
        ("messages = true", "", ("„NACHRICHT AN ALLE",)),
        ('messages = false\npublish = "approve"', "", ("„FREIGEBEN“",)),
        ('messages = false\ndraw = "hand"', "", ("„BUCHSTABEN",)),
        ('messages = false\npress = "moderated"', "", ("„PRESSE ja“",)),
        ("messages = false", '[game.rules]\nties = ["game_master"]', ("„GLEICHSTAND 1“",)),
    ],
)
def test_orders_that_do_nothing_in_his_game_are_left_out(
    tmp_path: Path, keys: str, table: str, told: tuple[str, ...]
) -> None:
    text = list_told(tmp_path, two(game(keys=keys, tables=table)))

    assert tuple(each for each in OF_SOME_GAMES if each in text) == told


def test_letters_drawn_by_hand_are_never_said_to_be_redrawn_by_chance(tmp_path: Path) -> None:
    assert "„NEUZIEHEN: Grund“" not in list_told(tmp_path, two(game(keys='draw = "hand"')))


def test_the_examples_name_those_who_play(tmp_path: Path) -> None:
    text = list_told(tmp_path, kiel())

    assert "Beispiel" not in text.partition("Was du als Spielleitung")[2].partition("Die Regeln")[0]
    assert "THEMA" not in text


def test_a_theme_is_ruled_on_where_the_game_has_one(tmp_path: Path) -> None:
    theme = '[game.theme]\nname = "Küche"\nwords = ["HERD", "TOPF"]'

    assert "„THEMA TOPF ja“" in list_told(tmp_path, kiel(inner=theme))
