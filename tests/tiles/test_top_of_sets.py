"""A bounded search may be beaten by a player: then his set is the best known."""

import pytest
from msgspec.structs import replace

from mailref.games.rounds.closing import result_of
from mailref.games.rounds.rules import RoundResult
from mailref.tiles.board import Direction, Square
from mailref.tiles.top.found import Top, TopMove
from tests.tiles.builders import closing, joined, offered, opened, sends

SOME_MOVE = TopMove(((Square(7, 7), Direction.ACROSS, "AB", ()),), ())


def closed_with_top(top: Top) -> RoundResult:
    """Close a round in which Anna lays RABEN for (1+1+3+1+2)*2 = 16 points, where the search finds *top*."""
    game = sends(offered(joined(opened(), "Anna"), "ABENRST"), "Anna", "H8w RABEN")
    found = result_of(game, replace(closing(), find_top=lambda _position, _rulings: top))
    assert isinstance(found, RoundResult)
    return found


def test_a_player_who_finds_more_than_the_search_names_the_top() -> None:
    """The best set is only "best found"; no percentage of the top may exceed a hundred."""
    result = closed_with_top(Top(1, (SOME_MOVE,), is_exact=False))

    assert result.top is not None
    assert result.top.points == 16
    assert result.top.moves[0].plays[0][2] == "RABEN"
    assert not result.top.is_exact


@pytest.mark.parametrize("is_exact", [True, False])
def test_a_top_that_nobody_beats_stays(is_exact: bool) -> None:
    top = Top(500, (SOME_MOVE,), is_exact=is_exact)

    assert closed_with_top(top).top == top


def test_an_exact_top_is_never_replaced() -> None:
    top = Top(1, (SOME_MOVE,))

    assert closed_with_top(top).top == top
