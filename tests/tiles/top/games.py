"""Rules, lists and boards for the tests of the search."""

from functools import cache
from typing import Any

from msgspec.structs import replace

from mailref import assets
from mailref.games.rounds.switches import Counts, End, LateJoiner, Rules
from mailref.tiles.board import SIZE, Accents, Axes, Board, BonusTable, Direction, Extended, Square
from mailref.tiles.tile_set import FREE
from mailref.tiles.top.search import TopSearch
from mailref.tiles.top.words import TopTables

PLAIN_GAME = Rules(
    letters=8,
    letters_first=7,
    most_tiles=None,
    plays=1,
    moves=None,
    counts=Counts.FIRST,
    bonus=BonusTable(((8, 50),)),
    extended=Extended.PREMIUMS,
    start=None,
    swap=False,
    ties=(),
    late_joiner=LateJoiner.LOWEST,
    names=False,
    accents=Accents.REFUSE,
    axes=Axes.COLUMNS,
    vowels="AEIOUÄÖÜ",
    min_vowels=(),
    min_consonants=(),
    end=End.FINAL_ROUND,
)


def game(**switches: Any) -> Rules:
    """Return the plain game with some switches set otherwise."""
    return replace(PLAIN_GAME, **switches)


@cache
def german_tables() -> TopTables:
    """Return the tables of the shipped list, built once."""
    return TopTables.build(assets.word_list())


def search(*words: str, **switches: Any) -> TopSearch:
    """Return a search among a few words."""
    return TopSearch(TopTables.build(words), game(**switches))


def board(*words: str) -> Board:
    """Return a board with words such as `H8w HAUS` or `8H` as squares; small letters are blanks."""
    cells = [FREE] * (SIZE * SIZE)
    for text in words:
        place, word = text.split()
        square = Square(int(place[1:-1]) - 1, ord(place[0]) - ord("A"))
        direction = Direction.ACROSS if place[-1] == "w" else Direction.DOWN
        for step, letter in enumerate(word):
            at = square.along(direction, step)
            cells[at.row * SIZE + at.column] = letter
    return Board("".join(cells))
