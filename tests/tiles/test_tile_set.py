"""Tile sets as files and values: how letters become tiles, and blanks marks, and back."""

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailref.assets import layout, layout_names, tile_file, tile_set_names
from mailref.tiles.board import STANDARD, Axes, Board, Square, read_square, square_name
from mailref.tiles.tile_set import (
    BLANK,
    FREE,
    GERMAN,
    TileSet,
    WrongFileError,
    blank_of,
    is_blank,
    letter_of,
    letters_on,
    read_tile_file,
    tile_of,
    written_out,
)
from tests.effort import examples

FILES = {name: tile_file(name) for name in tile_set_names()}
SETS = {name: file.tiles for name, file in FILES.items()}

# Read off the boxes by other programs (NOTICE), not by this one: tiles, and points of all of them.
TOTALS = {
    "english": (100, 187),
    "english-super": (200, 381),
    "french": (102, 197),
    "german": (102, 202),
    "spanish": (100, 192),
    "polish": (100, 190),
    "turkish": (100, 201),
    "greek": (104, 206),
    "hungarian": (100, 235),
    "catalan": (100, 189),
}


@pytest.mark.parametrize("name", TOTALS)
def test_a_set_has_its_tiles_and_points(name: str) -> None:
    bag = SETS[name].all_tiles

    assert (len(bag), SETS[name].sum_of(bag)) == TOTALS[name]


def test_the_german_file_is_the_set_of_games_that_name_none() -> None:
    assert SETS["german"] == GERMAN


def test_sets_whose_sources_differ_say_so() -> None:
    doubted = {name for name, file in FILES.items() if not file.agree}

    assert doubted == {"italian", "finnish", "russian", "ukrainian"}
    assert all(FILES[name].note for name in doubted)


@pytest.mark.parametrize("name", SETS)
@settings(max_examples=examples(15))
@given(data=st.data())
def test_any_board_comes_back_from_its_rows(name: str, data: st.DataObject) -> None:
    tiles = SETS[name]
    signs = FREE + tiles.alphabet + "".join(map(blank_of, tiles.alphabet))
    cells = data.draw(st.text(st.sampled_from(signs), min_size=225, max_size=225))
    board = Board(cells)

    assert Board.from_rows([tiles.shown(row) for row in board.rows], tiles) == board
    assert Board.from_rows([tiles.named(row) for row in board.rows], tiles) == board
    assert Board.empty(15).lay(board.tiles) == board


@pytest.mark.parametrize("name", SETS)
def test_a_blank_is_told_from_every_letter(name: str) -> None:
    alphabet = SETS[name].alphabet
    marks = [blank_of(letter) for letter in alphabet]

    assert [letter_of(mark) for mark in marks] == list(alphabet)
    assert all(map(is_blank, marks))
    assert not any(map(is_blank, alphabet))
    assert len({*marks, *alphabet}) == 2 * len(alphabet)


@pytest.mark.parametrize(
    ("name", "written", "shown"),
    [
        pytest.param("german", "weiß", "WEISS", id="eszett"),
        pytest.param("spanish", "errachó", "E[RR]A[CH]O", id="digraphs"),
        pytest.param("spanish", "[RR]O", "[RR]O", id="brackets"),
        pytest.param("turkish", "ılık", "ILIK", id="dotless"),
        pytest.param("turkish", "iyi", "İYİ", id="dotted"),
        pytest.param("greek", "Λόγος", "ΛΟΓΟΣ", id="final sigma"),
        pytest.param("greek", "ΐ", "Ι", id="accent and diaeresis"),
        pytest.param("catalan", "col·lega", "CO[L·L]EGA", id="middle dot"),
        pytest.param("catalan", "coŀlega", "CO[L·L]EGA", id="one sign for L and dot"),
        pytest.param("french", "cœur", "COEUR", id="ligature"),
        pytest.param("ukrainian", "об’їзд", "ОБ'ЇЗД", id="apostrophe"),
        pytest.param("polish", "z\u0301le", "ŹLE", id="composed"),
    ],
)
def test_a_word_is_cut_into_tiles(name: str, written: str, shown: str) -> None:
    assert SETS[name].shown(SETS[name].cut(written)) == shown


def test_every_way_to_cut_a_word_is_found_the_longest_tiles_first() -> None:
    hungarian = SETS["hungarian"]

    ways = [hungarian.shown(way) for way in hungarian.cuts("egészség")]

    assert ways == ["EGÉ[SZ]SÉG", "EGÉS[ZS]ÉG", "EGÉSZSÉG"]


@pytest.mark.parametrize(
    ("name", "written", "missing"),
    [
        ("english", "NAÏVE", "Ï"),
        ("spanish", "KILO", "K"),
        ("polish", "QUO", "Q"),
        ("greek", "AB", "A"),
    ],
)
def test_what_is_no_tile_is_named(name: str, written: str, missing: str) -> None:
    with pytest.raises(ValueError, match=f"'{missing}' is not a tile"):
        SETS[name].cut(written)


def test_a_rack_is_read_and_sorted_as_its_language_does() -> None:
    spanish, swedish = SETS["spanish"], SETS["swedish"]

    assert spanish.shown(spanish.tiles_in_order("ñ n ll l ch c h _")) == "C[CH]HL[LL]NÑ?"
    assert swedish.tiles_in_order("ÖÄÅZA") == "AZÅÄÖ"


def test_letters_apart_are_tiles_apart() -> None:
    spanish = SETS["spanish"]

    assert spanish.named(spanish.tiles_in_order("C H")) == ("C", "H")
    assert spanish.named(spanish.tiles_in_order("CH")) == ("CH",)


@pytest.mark.parametrize("shown", ["CH", "L·L", "DŽ", "QU", "ЛЬ", "DZS"])
def test_a_tile_of_several_letters_is_one_character(shown: str) -> None:
    assert len(tile_of(shown)) == 1
    assert letters_on(tile_of(shown)) == shown


def test_a_tile_of_letters_that_stand_in_no_list_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be one tile"):
        tile_of("ĀĂĄ")


def test_turkish_blanks_are_small_by_the_turkish_table() -> None:
    turkish = SETS["turkish"]
    cells = blank_of("I") + blank_of("İ") + "Iİ"

    assert turkish.shown(cells) == "ıiIİ"
    assert turkish.cells("ıiIİ") == cells


@pytest.mark.parametrize("name", SETS)
def test_a_row_of_text_is_read_as_its_entries_are(name: str) -> None:
    """Signs that stand by themselves are looked up in a table: it says of each what an entry of a list says."""
    tiles = SETS[name]
    shown = [
        each
        for tile in tiles.alphabet
        for each in (letters_on(tile), tiles.lower(letters_on(tile)))
    ]
    row = [each if len(each) == 1 else f"[{each}]" for each in shown]

    assert tiles.cells("".join(row)) == "".join(map(tiles.entry, row))
    assert tiles.cells(f".{row[0]} {row[0]}") == f".{tiles.entry(row[0])}.{tiles.entry(row[0])}"


OWN = """
alphabet = "A B CH"
blanks = 1
vowels = "A"
[tiles]
"A" = [3, 1]
"B" = [2, 4]
"CH" = [1, 9]
"""


def _own(changed: str = "", by: str = "") -> TileSet:
    return read_tile_file(tomllib.loads(OWN.replace(changed, by) if changed else OWN), "mine").tiles


def test_a_set_of_ones_own_is_read() -> None:
    mine = _own()

    assert (mine.name, mine.shown(mine.all_tiles)) == ("mine", "AAABB[CH]?")
    assert mine.values[mine.digraphs] == 9


@pytest.mark.parametrize(
    ("changed", "by", "why"),
    [
        pytest.param("[3, 1]", "[3]", r"'A' must be \[count, value\]", id="pair"),
        pytest.param('"A B CH"', '"A B"', "must have the same letters", id="alphabet"),
        pytest.param('"A"\n[', '"E"\n[', "'E' is a vowel without a tile", id="vowel"),
        pytest.param("blanks = 1", "total = 9", "there are 8 tiles", id="total"),
        pytest.param("blanks = 1", "jokers = 1", "'jokers' is no key", id="key"),
        pytest.param("blanks = 1", "blanks = true", "blanks cannot be True", id="number"),
        pytest.param("blanks = 1", 'version = "x"', "version cannot be 'x'", id="version"),
        pytest.param("[3, 1]", "[300, 1]", r"'A' must be \[count, value\]", id="count"),
        pytest.param("[1, 9]", '[1, 9]\n[fold]\n"É" = 5', r"\[fold\] must say", id="fold"),
    ],
)
def test_what_cannot_be_a_set_is_refused(changed: str, by: str, why: str) -> None:
    with pytest.raises(WrongFileError, match=why):
        _own(changed, by)


def test_small_letters_are_no_tiles_of_a_set() -> None:
    with pytest.raises(WrongFileError, match="'b' must be in capitals"):
        read_tile_file({"tiles": {"A": [1, 1], "b": [1, 1]}}, "mine")


def test_bag_and_rack_know_the_blank() -> None:
    assert SETS["greek"].all_tiles[-2:] == BLANK * 2


def test_boards_are_files() -> None:
    found = {name: layout(name) for name in layout_names()}

    assert {name: each.size for name, each in found.items()} == {
        "lexulous": 15,
        "standard": 15,
        "super": 21,
        "wwf": 15,
    }
    assert found["standard"] == STANDARD
    assert found["super"].start == Square(10, 10)
    assert found["super"].factors(Square(0, 0)) == (1, 4)
    assert found["super"].factors(Square(2, 5)) == (4, 1)
    assert found["wwf"].factors(Square(7, 7)) == (1, 1)


def test_squares_of_a_large_board_have_names() -> None:
    assert square_name(Square(20, 20), Axes.ROWS) == "U21"
    assert read_square("21U", Axes.ROWS, 21) == Square(20, 20)
    assert read_square("Y25", Axes.COLUMNS, 25) == Square(24, 24)
    with pytest.raises(ValueError, match="A1 to U21"):
        read_square("V1", Axes.ROWS, 21)


@given(st.text())
def test_private_characters_of_others_stay_as_they_are(text: str) -> None:
    shown = written_out(text)

    assert shown == text or any(char >= "\ue021" for char in text)


@pytest.mark.parametrize("char", ["\ue021", "\uf8ff", "\U000f9c3f", "\U000ffffd", "\U0010fffd"])
def test_what_is_no_tile_is_no_fault(char: str) -> None:
    assert written_out(f"Max {char}") == f"Max {char}"


@pytest.mark.parametrize(
    ("char", "shown"),
    [("\ue020", "\ue020"), ("\ue02d", "[-]"), ("\ue0b7", "[·]"), ("\ue130", "[İ]")],
)
def test_blanks_leave_in_brackets_amid_what_marks_a_mail(char: str, shown: str) -> None:
    assert written_out(f"\ue000Ü {char}\ue01d") == f"\ue000Ü {shown}\ue01d"


@pytest.mark.parametrize("name", SETS)
def test_tiles_of_several_letters_leave_in_brackets(name: str) -> None:
    tiles = SETS[name]

    assert written_out(tiles.digraphs) == "".join(
        f"[{letters_on(each)}]" for each in tiles.digraphs
    )


def test_a_set_has_no_more_letters_than_the_search_for_the_top_can_hold() -> None:
    """62 fit a number of 64 bits with its sign; Greek, Cyrillic and Latin capitals together are more."""
    letters = [
        chr(code) for code in (*range(0x41, 0x5B), *range(0x391, 0x3A2), *range(0x410, 0x430))
    ]

    assert len(letters) > 62
    read_tile_file({"tiles": {letter: [1, 1] for letter in letters[:62]}}, "own")
    with pytest.raises(WrongFileError, match="a set has at most 62 letters, not 75"):
        read_tile_file({"tiles": {letter: [1, 1] for letter in letters}}, "own")
