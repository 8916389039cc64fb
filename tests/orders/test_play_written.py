"""A play as the program writes it for a player is read as that play (rules 4)."""

import pytest

from mailref.assets import tile_file
from mailref.orders.entries import play_written
from mailref.orders.shapes import read_word
from mailref.tiles.board import Axes, Direction, Square
from mailref.tiles.moves import NOWHERE, Play
from mailref.tiles.tile_set import written_out


@pytest.mark.parametrize(
    ("name", "word", "jokers", "small", "written"),
    [
        ("german", "RABEN", {3}, set(), "RAB*EN"),
        ("german", "RABEN", set(), {3}, "RABeN"),
        ("hungarian", "J[TY][ZS]", {2}, set(), "J[TY][zs]"),
        ("hungarian", "J[TY]A", {2}, set(), "J[TY](A)"),
        ("spanish", "[CH]ORO", {0}, set(), "[ch]ORO"),
        ("spanish", "[CH]ORO", set(), {0}, "[ch]ORO"),
        ("turkish", "KIRIK", set(), {1}, "KıRIK"),
        ("turkish", "İZİN", set(), {2}, "İZiN"),
    ],
)
def test_what_is_written_is_read_so(
    name: str, word: str, jokers: set[int], small: set[int], written: str
) -> None:
    tiles = tile_file(name).tiles
    play = Play(
        Square(7, 7),
        Direction.ACROSS,
        tiles.cut(word),
        NOWHERE,
        small=frozenset(small),
        starred=frozenset(jokers),
    )

    text = written_out(play_written(play, Axes.COLUMNS, tiles))

    assert text == f"H8w {written}"
    read = read_word(written, tiles)
    assert (read.letters, read.starred | read.small) == (play.word, play.starred | play.small)
