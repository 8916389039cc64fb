"""Jokertausch: a blank on the board for the matching letter, before the move (rules 2, 4 and 8)."""

import pytest

from mailref.games.rounds.switches import Rules
from mailref.tiles.board import Axes
from mailref.tiles.moves import SwapImpossible
from mailref.tiles.scoring import Status
from tests.tiles.builders import (
    SPAN,
    board,
    codes,
    joined,
    judged,
    move,
    offered,
    opened,
    result,
    sends,
    square,
)
from tests.tiles.variants import MONO, ONE, SB, SIMULTAN, TWO

NASE = board("F8w nASe")
"""Two blanks lie: for N on F8, for E on I8."""


def test_the_letter_lies_and_the_blank_is_offered() -> None:
    """Rules 4: takes the blank and puts the letter it stood for there, from the letters offered."""
    found = judged("G8s A*B", on=NASE, rack="NBXXXXXX", swaps=["F8"])

    assert found.status is Status.VALID
    assert found.board.cell(square("F8")) == "N"
    assert found.board.cell(square("G9")) == "b"
    assert found.rack_left == "BXXXXXX"


def test_the_freed_blank_need_not_be_laid() -> None:
    """Rules 8: if the winner keeps it, it stays among the common letters."""
    found = judged("G8s AB", on=NASE, rack="NBXXXXXX", swaps=["F8"])

    assert found.rack_left == "XXXXXX?"


def test_the_letter_put_scores_in_words_formed_by_this_move_only() -> None:
    """Rules 8: it scores nothing by itself but counts in words formed by this move.

    NASEN: N 1, A 1, S 1, blank 0, N 1; the premiums are spent. AB: A 1, B 3 doubled.
    """
    lengthened = judged("F8w NASEN", on=NASE, rack="NNXXXXXX", swaps=["F8"])
    beside = judged("G8s AB", on=NASE, rack="NBXXXXXX", swaps=["F8"])

    assert lengthened.formula == "4=4"
    assert beside.formula == "7=7"


def test_both_blanks_may_be_taken() -> None:
    """Rules 8: several by comma or line."""
    found = judged("G8s A*B", on=NASE, rack="NEXXXXXX", swaps=["F8", "I8"])

    assert found.status is Status.VALID
    assert found.swaps == (square("F8"), square("I8"))
    assert found.rack_left == "XXXXXX?"


@pytest.mark.parametrize(
    ("swaps", "rack", "why", "letter"),
    [
        pytest.param(["G8"], "ABXXXXXX", "no_blank", "A", id="a natural tile lies there"),
        pytest.param(["A1"], "ABXXXXXX", "no_blank", None, id="nothing lies there"),
        pytest.param(["F8"], "ABXXXXXX", "no_letter", "N", id="the letter is not offered"),
        pytest.param(["F8"], "?BXXXXXX", "no_letter", "N", id="a blank is no real letter"),
        pytest.param(["F8", "F8"], "NNBXXXXX", "twice", "N", id="the same square twice"),
    ],
)
def test_an_impossible_swap_says_why(
    swaps: list[str], rack: str, why: str, letter: str | None
) -> None:
    """Impossible swaps say why."""
    found = judged("G8s AB", on=NASE, rack=rack, swaps=swaps)

    fault = SwapImpossible(span=SPAN, square=square(swaps[-1]), why=why, letter=letter)
    assert found.faults == (fault,)
    assert found.status is Status.INVALID


def test_two_blanks_for_the_same_letter_need_two_real_ones() -> None:
    lying = board("F8w nASe", "H10w nU")

    found = judged("G8s AB", on=lying, rack="NBXXXXXX", swaps=["F8", "H10"])

    assert [fault.facts["why"] for fault in found.faults] == ["no_letter"]


@pytest.mark.parametrize("rules", [SB, SIMULTAN, MONO])
def test_games_without_swaps_say_so(rules: Rules) -> None:
    """Rules 2: Jokertausch in Dottendorf only."""
    by_columns = rules.axes is Axes.COLUMNS

    found = judged(
        "G8s AB" if by_columns else "8G AB",
        on=NASE,
        rack="NBXXXXX",
        swaps=["F8" if by_columns else "H6"],
        rules=rules,
    )

    assert "swap_impossible" in codes(found)
    swap = next(fault for fault in found.faults if fault.code == "swap_impossible")
    assert swap.facts["why"] == "not_allowed"


def test_only_blanks_that_lay_before_the_move_are_exchanged() -> None:
    """Rules 8: only blanks on the board before the move, before the first Teilzug."""
    found = judged("G8s A*B", "G9w BE", on=NASE, rack="?BEXXXXX", swaps=["G9"], rules=TWO)

    assert codes(found) == ["swap_impossible"]


def test_the_letter_put_is_not_offered_to_the_plays() -> None:
    found = judged("G8s AN", on=NASE, rack="NBXXXXXX", swaps=["F8"])

    assert found.status is Status.VALID  # the freed blank stands for the N that was put
    assert found.plays[0].scored.blanks == (square("G9"),)


def test_a_swap_leaves_the_number_of_letters_offered() -> None:
    """Rules 8: the number of letters offered, and so `all`, does not change."""
    seven = judged("G2s CDEFGXAH", on=NASE, rack="NBCDEFGH", swaps=["F8"])
    eight = judged("G1s BCDEFGXAH", on=NASE, rack="NBCDEFGH", swaps=["F8"])

    assert (seven.plays[0].scored.bonus, seven.rack_left) == (0, "B")
    assert (eight.plays[0].scored.bonus, eight.rack_left) == (50, "")


def test_only_the_move_that_is_laid_changes_the_board() -> None:
    """Rules 8: the winner's swap stays, a loser's has no effect."""
    game = offered(joined(opened(ONE, NASE, first_round=2), "Anna", "Bert"), "NABEGRTT")
    game = sends(game, "Anna", move("G8s AB", swaps=["F8"]))

    alone = result(game)
    beaten = result(sends(game, "Bert", "G7s TARBEG"))

    assert alone.board.cell(square("F8")) == "N"
    assert alone.kept == "AEGRTT?"
    assert beaten.laid is not None
    assert beaten.laid.players == ("Bert",)
    assert beaten.board.cell(square("F8")) == "n"
    assert beaten.kept == "ANT"


def test_a_swap_tells_two_moves_apart() -> None:
    """Rules 8: with and without the exchange are different moves."""
    plain = judged("G8s AB", on=NASE, rack="NBXXXXXX")
    swapped = judged("G8s AB", on=NASE, rack="NBXXXXXX", swaps=["F8"])

    assert plain.key != swapped.key
