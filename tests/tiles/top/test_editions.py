"""The top with the tiles of many languages, on boards of many sizes, against brute force; ties included."""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest

from mailref import assets
from mailref.tiles.board import Board, BonusTable, LaidTile, Layout, Square
from mailref.tiles.tile_set import TileSet, letters_on, tile_of
from mailref.tiles.top.all_moves import FoundMove
from mailref.tiles.top.search import TopSearch
from mailref.tiles.top.words import TopTables
from tests.tiles.top.brute import Brute, Found, Lying, Place
from tests.tiles.top.games import game

WORDS = {
    "polish": "ŁÓDŹ ŻÓŁĆ ŹLE ĆMA ŚPI JAŹŃ GĘŚ MĄŻ ŁAD ŻAL AŻ CO NIE ŁA DO ZŁO ŻE IŻ ŁO ŁÓD",
    "russian": "ЁЖ ЖУК ЩИ ЮГ ЯК ОСА СОМ МОСТ ТОМ ДОМ ЁЖИК КИТ ИКС СЫР РЫСЬ ЬЮ ЪЫ ОЩИ ЖО",
    "hungarian": "[CS]Ó [SZ]Ó SÓ [ZS]Ő EGÉ[SZ]SÉG EGÉS[ZS]ÉG HÚS ŰR Ő[SZ] [GY]ŰRŰ ÍR SÍR [CS]ÍR ŐR [NY]ÁR ÁR",
    "english": "QUIZ ZA AXE OX JO JOE EAT TEA ATE SEAT EAST OE AT TA EX ZEX ANTE NEAT",
    "czech": "ŘEČ ŽIVOT ČAS SŮL ĎAS ŤUK MĚĎ ŇAF ÓDA KŮŇ ŠŤ ŘA ČÍ ŽE ŤA DĚ MŮ",
    "turkish": "İNCE IŞIK IR Rİ İŞ IŞ ŞİŞ AY YA GÜL ÇÖL ÇAY ĞI",
}
LONG = "INTERNATIONALIZATIONS COUNTERREVOLUTIONARY UNCHARACTERISTICALLY ATE TEA AT TA IN ON NO OE LA AL"
ODD = Layout("q..T..d.Q.d.t...D.d..T.d..Q...t.D...d...q.Q..T..d", "odd", 1, Square(1, 2))


@dataclass(frozen=True)
class Edition:
    """Tiles, a board, words, and what new tiles add."""

    tiles: TileSet
    layout: Layout
    words: tuple[str, ...]
    bonus: tuple[tuple[int, int], ...] = ((7, 50),)
    rack: int = 7
    blanks: int = 0
    anagrams: bool = False
    excluded: frozenset[str] = frozenset()
    extra: frozenset[str] = frozenset()

    @property
    def search(self) -> TopSearch:
        rules = game(
            bonus=BonusTable(self.bonus),
            tile_set=self.tiles,
            premiums=self.layout,
            anagrams=self.anagrams,
        )
        tables = TopTables.build(self.words, self.tiles.alphabet, is_in_any_order=self.anagrams)
        return TopSearch(tables, rules, self.excluded, self.extra)

    @property
    def brute(self) -> Brute:
        cells, size = self.layout.cells, self.layout.size
        bonus = {
            new: max((points for at, points in self.bonus if at <= new), default=0)
            for new in range(26)
        }
        return Brute(
            grid=tuple(cells[at : at + size] for at in range(0, size * size, size)),
            values={shown: value for shown, _, value in self.tiles.letters},
            bonus=bonus,
            words=frozenset(
                tuple(map(letters_on, word)) for word in {*self.words} - self.excluded | self.extra
            ),
            anagrams=self.anagrams,
            start=place_of(self.layout.start),
        )


def edition(tiles: str, layout: str | Layout = "standard", words: str = "", **more: Any) -> Edition:
    found = assets.tile_file(tiles).tiles
    listed = tuple(found.cut(each) for each in (words or WORDS[tiles]).split())
    board = assets.layout(layout) if isinstance(layout, str) else layout
    return Edition(found, board, listed, **more)


def place_of(square: Square) -> Place:
    return square.row, square.column


def lying_on(board: Board) -> Lying:
    return {place_of(each.square): (letters_on(each.letter), each.is_blank) for each in board.tiles}


def done(move: FoundMove, board: Board) -> Found:
    """Return what a found move does."""
    tiles = (
        (place_of(each.square), letters_on(each.letter), each.is_blank)
        for each in move.new_tiles(board)
    )
    return Found(frozenset(tiles), move.points)


def letters_for(one: Edition, chance: random.Random) -> str:
    """Draw a rack with which a word can be laid: its letters, others of the words, and blanks."""
    word = chance.choice(one.words)
    more = chance.choices(sorted("".join(one.words)), k=one.rack)
    letters = chance.sample(word, min(len(word), one.rack)) + more
    return "".join(letters[one.blanks : one.rack]) + "?" * one.blanks


def after(board: Board, found: Found) -> Board:
    return board.lay(
        LaidTile(Square(*place), tile_of(letter), is_blank=is_blank)
        for place, letter, is_blank in found.tiles
    )


EDITIONS = [
    pytest.param(edition("polish"), id="32 letters beyond Latin-1"),
    pytest.param(edition("polish", blanks=1), id="Polish with a blank"),
    pytest.param(edition("russian", blanks=1), id="33 letters of another script"),
    pytest.param(edition("hungarian", blanks=1), id="tiles of two letters, two cuts of one word"),
    pytest.param(edition("czech", rack=8, bonus=((8, 40),)), id="39 letters, eight on the rack"),
    pytest.param(edition("turkish", blanks=1), id="two letters I"),
    pytest.param(
        edition("english", "wwf", bonus=((7, 35),)), id="another bonus, no premium in the middle"
    ),
    pytest.param(edition("english", ODD, blanks=1), id="7 by 7, factors of four, another start"),
    pytest.param(
        edition("english-super", "super", LONG, rack=21, blanks=1),
        id="21 by 21, factors of four, words as long as the board",
    ),
]


def as_stock(found: Found) -> tuple[object, ...]:
    """Return where a play lies, and what it lays there in whatever order."""
    places = frozenset(place for place, _, _ in found.tiles)
    return places, tuple(sorted((letter, is_blank) for _, letter, is_blank in found.tiles))


def by_stock(plays: Iterable[Found]) -> dict[tuple[object, ...], int]:
    """Return what each stock scores in each place at its best; a blank only where a tile is wanting."""
    most: dict[tuple[object, ...], int] = {}
    for each in plays:
        most[as_stock(each)] = max(each.points, most.get(as_stock(each), 0))
    return most


IN_ANY_ORDER = [
    pytest.param(edition("english", rack=5, anagrams=True), id="English"),
    pytest.param(edition("english", ODD, rack=5, blanks=1, anagrams=True), id="factors of four"),
    pytest.param(
        edition(
            "english",
            rack=5,
            anagrams=True,
            excluded=frozenset({"EAT", "ZEX", "NEAT"}),
            extra=frozenset({"QI", "TAX"}),
        ),
        id="one of three orders taken out, and words added",
    ),
    pytest.param(
        edition(
            "hungarian", words="[CS]Ó [SZ]Ó SÓ HÚS ŰR Ő[SZ] ÍR SÍR [CS]ÍR", rack=5, anagrams=True
        ),
        id="tiles of two letters",
    ),
]


@pytest.mark.parametrize("one", IN_ANY_ORDER)
def test_in_any_order_the_top_is_each_stock_of_letters_at_its_best(one: Edition) -> None:
    """WordSmog: of the orders of the same letters in one place one is named, a best one."""
    chance, board = random.Random(one.tiles.name), Board.empty(one.layout.size)
    search, brute = one.search, one.brute
    for _ in range(3):
        rack = letters_for(one, chance)
        plays = brute.plays(lying_on(board), Counter(map(letters_on, rack)), len(rack))
        best = max((each.points for each in plays), default=0)

        tops = search.tops(board, rack)

        found = {done(move, board) for move in tops.moves}
        assert tops.points == best
        assert found <= plays
        assert {as_stock(each) for each in found} == {
            as_stock(each) for each in plays if each.points == best
        }
        assert len(tops.moves) == len({as_stock(each) for each in found})
        ranked = {done(move, board) for move in search.all_moves(board, rack)}
        assert ranked <= plays
        expected = by_stock(plays)
        assert by_stock(ranked).items() <= expected.items()
        if not one.blanks:
            assert by_stock(ranked) == expected
        if plays:
            board = after(board, chance.choice(sorted(plays, key=repr)))


@pytest.mark.parametrize("one", EDITIONS)
def test_the_top_is_every_best_play_that_brute_force_finds(one: Edition) -> None:
    """From the empty board on, each time after one of the plays; ties included, and so is every other play."""
    chance, board = random.Random(one.tiles.name), Board.empty(one.layout.size)
    search, brute = one.search, one.brute
    for _ in range(5):
        rack = letters_for(one, chance)
        plays = brute.plays(lying_on(board), Counter(map(letters_on, rack)), len(rack))
        best = max((each.points for each in plays), default=0)

        tops = search.tops(board, rack)

        best_plays = {each for each in plays if each.points == best}
        assert tops.points == best
        assert {done(move, board) for move in tops.moves} == best_plays
        assert len(tops.moves) == len(best_plays)
        found = [done(move, board) for move in search.all_moves(board, rack)]
        assert len(found) == len(set(found))
        assert set(found) == plays
        if plays:
            board = after(board, chance.choice(sorted(plays, key=repr)))
