"""The game as a GCG file, read by other programs (contract 1)."""

import pytest

from mailref.games.rounds.events import BoardCleared, GameOpened
from mailref.games.rounds.files import gcg
from mailref.report.gcg import NotInGcgError
from tests.record.by_hand import Told, yerres
from tests.tiles.builders import board
from tests.tiles.variants import TWO


def test_the_moves_laid_are_those_of_one_player_named_after_the_game() -> None:
    """GCG: number first is across; a tile that lies is a dot; a pass is a dash."""
    assert gcg(yerres()).splitlines() == [
        "#character-encoding UTF-8",
        "#player1 yerres 1-Zug-Scrabble Yerres",
        "#title 1-Zug-Scrabble Yerres",
        "#lexicon test",
        ">yerres: BDHNRSU 8H UND +6 6",
        ">yerres: ABEHORS? 8G R... +4 10",
        ">yerres: ABEHOS? - +0 10",
    ]


def test_a_jokertausch_is_refused_with_the_reason() -> None:
    told = Told()
    told.join("Anna")
    told.open("?DNRSTT")
    told.send("Anna", "H8s *UND")
    told.close()
    told.open("UB")
    told.send_set("Anna", "H7s BUND", swaps=("H8",))
    told.close()

    with pytest.raises(NotInGcgError, match="round 2: GCG knows no exchange"):
        gcg(told.events)


def test_down_is_letter_first_and_blanks_are_small() -> None:
    told = Told()
    told.join("Anna")
    told.open("?DNRSTT")
    told.send("Anna", "H8s *UND")
    told.close()

    lines = gcg(told.events).splitlines()

    assert lines[-2:] == ["#incomplete", ">yerres: DNRSTT? H8 uND +4 4"]


def test_letters_left_in_the_final_round_are_deducted() -> None:
    told = Told()
    told.join("Anna")
    told.open("DNUQ", is_final=True)
    told.send("Anna", "H8w UND")
    told.close()

    assert gcg(told.events).splitlines()[-2:] == [
        ">yerres: DNQU 8H UND +6 6",
        ">yerres: Q (Q) -10 -4",
    ]


def test_a_rack_that_goes_back_after_two_empty_rounds_is_an_exchange() -> None:
    told = Told()
    told.join("Anna")
    told.open("DNUQ")
    told.close()
    told.exchange("EERNSTL")

    assert gcg(told.events).splitlines()[-1] == ">yerres: DNQU -DNQU +0 0"


def test_several_plays_in_a_move_are_refused_with_the_reason() -> None:
    """Contract 1: a game with several plays in a move or swaps exits 1 and says why."""
    told = Told(TWO)
    told.join("Anna")
    told.open("BDHNRSUUND")
    told.send_set("Anna", "H8w UND", "G8w HUND")
    told.close()

    with pytest.raises(NotInGcgError, match="round 1: a move of several plays"):
        gcg(told.events)


def test_a_board_taken_over_or_cleared_is_refused() -> None:
    told = Told()
    told.join("Anna")
    told.open("DNUQ")
    told.close()
    told.happen(BoardCleared(2))
    opened = told.events[0]
    assert isinstance(opened, GameOpened)
    over = GameOpened(
        "yerres", "Yerres", "x", opened.rules, board("F8w HAUS"), 2, "", "test", "", True
    )

    with pytest.raises(NotInGcgError, match="the board was cleared"):
        gcg(told.events)
    with pytest.raises(NotInGcgError, match="taken over with tiles on the board"):
        gcg([over])
