"""Moves of several plays: the best set found is legal, scored as the referee does, and bounded."""

from hypothesis import given, settings
from hypothesis import strategies as st

from mailref.tiles.board import TILES, Board
from mailref.tiles.moves import TextSpan, WrittenMove
from mailref.tiles.scoring import Judge, Position, Status
from tests.effort import examples
from tests.tiles.top.games import search
from tests.tiles.top.test_exact import Case, FewWords, cases


def test_the_second_play_builds_on_the_first() -> None:
    """Rules 2: it may use the tiles of the first. AB on H8 then EBBE ... needs the B of the first."""
    found = search("XAB", "BQ").best_set(Board(), "ABQX", 2)

    assert [play.word for play in found.plays] == ["XAB", "BQ"]
    assert found.points == sum(play.points for play in found.plays)


def test_fewer_plays_are_a_set_too() -> None:
    """Rules 8: fewer than n are allowed."""
    found = search("AB").best_set(Board(), "AB", 2)

    assert [play.word for play in found.plays] == ["AB"]


def test_without_any_move_the_set_is_empty_and_in_the_final_round_costs_the_letters() -> None:
    """Rules 8: no valid move, minus all of them."""
    ordinary = search("AB").best_set(Board(), "QX", 2)
    final = search("AB").best_set(Board(), "QX", None, is_rest_deducted=True)

    assert (ordinary.plays, ordinary.points) == ((), 0)
    assert (final.plays, final.points) == ((), -18)


def test_in_the_final_round_any_number_of_plays_lays_what_it_can() -> None:
    """Rules 8: letters not laid are deducted, so every tile counts twice."""
    found = search("AB", "BA", "AD", "DA").best_set(Board(), "AAABBD", None, is_rest_deducted=True)

    assert len(found.plays) > 2
    board = Board()
    for play in found.plays:
        board = play.after(board)
    left = TILES.sum_of("AAABBD") - TILES.sum_of(tile.tile for tile in board.tiles)
    assert found.points == sum(play.points for play in found.plays) - left


@settings(max_examples=examples(60))
@given(cases(most_letters=12), st.integers(1, 3))
def test_the_referee_finds_the_best_set_legal_and_scores_it_alike(case: Case, plays: int) -> None:
    """Each checks the other; a set is never worse than the exact best first play."""
    found = case.search.best_set(case.board, case.rack, plays, width=5)

    tops = case.search.tops(case.board, case.rack)
    assert found.points >= tops.points
    assert len(found.plays) <= plays
    if found.plays:
        position = Position(case.board, case.rack, case.rules)
        span = TextSpan(line=1, column=1, text="")
        written = WrittenMove(found.as_move(), (), span)
        judged = Judge(position, FewWords(case.words), {}).judge(written)
        assert judged.status is Status.VALID, judged.faults
        assert judged.points == found.points
