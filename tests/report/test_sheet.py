"""The score sheet: which rows a reader sees, CSV, text, and the letters left."""

import csv
import re
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from mailref.games.solitaire.files import solo_csv
from mailref.report.sheet import (
    GroupName,
    RowsLeftOut,
    SheetRow,
    TextSheet,
    as_text,
    explains,
    history_lines,
    letters_left,
    rows_for,
    sheet_csv,
    shown_sum,
)
from mailref.tiles.board import TILES
from tests.report.golden import check_text
from tests.report.sheets import TABLE, large_sheet, yerres_sheet

# A place and something after it, as generously as any reader of moves could take it.
PLACE = re.compile(r"(?i)^[\s>/.]*(\d\.)?\s*([a-o]\s*\d{1,2}|\d{1,2}\s*[a-o])\b\s*\S")


def test_a_hundred_players_are_all_shown() -> None:
    """Above 100 players the table is cut."""
    assert len(rows_for(large_sheet(100, 1), 69)) == 100


def test_a_long_table_shows_fifty_the_reader_and_his_neighbours() -> None:
    """The first 50, the reader's row and his neighbours."""
    shown = rows_for(large_sheet(400, 1), 99)

    ranks = [row.rank if isinstance(row, SheetRow) else row for row in shown]
    assert ranks == [*range(1, 51), RowsLeftOut(47), 98, 99, 100, 101, 102, RowsLeftOut(298)]


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        pytest.param(50, [*range(1, 54), RowsLeftOut(347)], id="just-below"),
        pytest.param(4, [*range(1, 51), RowsLeftOut(350)], id="among-the-first"),
        pytest.param(399, [*range(1, 51), RowsLeftOut(347), 398, 399, 400], id="last"),
        pytest.param(None, [*range(1, 51), RowsLeftOut(350)], id="no-player"),
    ],
)
def test_rows_next_to_each_other_are_not_parted(
    own: int | None, expected: list[int | RowsLeftOut]
) -> None:
    shown = rows_for(large_sheet(400, 1), own)

    assert [row.rank if isinstance(row, SheetRow) else row for row in shown] == expected


@given(count=st.integers(0, 130), reader=st.integers(-1, 129))
def test_shown_and_left_out_rows_add_up(count: int, reader: int) -> None:
    shown = rows_for(large_sheet(count, 1), reader if 0 <= reader < count else None)

    assert sum(row.count if isinstance(row, RowsLeftOut) else 1 for row in shown) == count


def test_csv_has_the_columns_of_the_contract() -> None:
    """Contract 4: round, player, status, word, square, direction, formula, points, ..."""
    lines = sheet_csv([yerres_sheet()]).decode().split("\r\n")

    assert lines == [
        "round,player,status,word,square,direction,formula,points,base,deduction,total,rank",
        "4,Max Mustermann,valid,EUBÖA,M10,down,14*2+23=51,51,0,0,363,1",
        "4,Erika Müller-Lüdenscheidt,invalid,,,,,0,0,0,340,2",
        "4,Jörg,missing,,,,,0,212,0,212,3",
        "",
    ]


def test_csv_of_several_rounds_has_one_head() -> None:
    sheets = [large_sheet(3, 1), large_sheet(3, 2)]

    rows = list(csv.DictReader(StringIO(sheet_csv(sheets).decode())))

    assert [row["round"] for row in rows] == ["1", "1", "1", "2", "2", "2"]


def test_a_name_that_is_a_formula_is_not_computed() -> None:
    """A spreadsheet runs what begins with = + - @; numbers below zero stay numbers."""
    row = replace(yerres_sheet().rows[0], player='=HYPERLINK("x","y")', points=-7)

    data = sheet_csv([replace(yerres_sheet(), rows=(row,))]).decode()

    assert data.split("\r\n")[1].startswith('4,"\'=HYPERLINK(""x"",""y"")",valid,')
    assert ",-7," in data


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@A", "\t=1", " =1", "＝1", "\r1"])
def test_every_start_of_a_formula_is_disarmed(text: str) -> None:
    assert as_text(text) == "'" + text


@pytest.mark.parametrize("text", ["", "Max", "14*2+23=51", "a=b"])
def test_harmless_text_stays_as_it_is(text: str) -> None:
    assert as_text(text) == text


@given(name=st.text(max_size=40))
def test_any_name_comes_back_from_the_csv(name: str) -> None:
    """RFC 4180: quotation marks, commas and line ends in a name are kept."""
    row = replace(yerres_sheet().rows[0], player=name)

    data = sheet_csv([replace(yerres_sheet(), rows=(row,))]).decode()

    found = list(csv.reader(StringIO(data, newline="")))
    assert found[1][1].removeprefix("'") == name.removeprefix("'")


def test_the_sheet_as_text_looks_as_it_did(update: bool) -> None:
    sheet = yerres_sheet()
    lines = (*TextSheet(sheet, TABLE).lines(sheet.rows), "", *history_lines(sheet, TABLE), "")

    check_text("\n".join(lines), "sheet.txt", update=update)


def test_a_row_says_move_formula_points_total_and_rank() -> None:
    rows = tuple(replace(row, percent=None) for row in yerres_sheet().rows)
    sheet = replace(yerres_sheet(), rows=rows[:1])

    lines = TextSheet(sheet, TABLE).lines(sheet.rows)

    assert lines == (
        "Spieler        Rang  +/-  Pkte Gesamt  Zug",
        "Max Mustermann    1   +2    51    363  M10s EUBÖA  14×2+23=51",
    )


def test_rows_left_out_are_counted() -> None:
    sheet = large_sheet(200, 1)

    lines = TextSheet(sheet, TABLE).lines(rows_for(sheet, None))

    assert lines[-1] == "... 150 weitere ..."


notes = st.text(alphabet="ABE M10s  :/.", max_size=300)


@given(
    name=st.sampled_from(["Max", "M10s EUBÖA", "A 1", "8H RUCKEN", "1. D1s KORSE", "x" * 70]),
    note=notes,
)
def test_no_line_of_the_table_can_be_read_as_a_move(name: str, note: str) -> None:
    """Contract 5: tables begin with the player's name; so do lines that go on."""
    row = replace(yerres_sheet().rows[1], player=name, note="M10s EUBÖA " + note)
    sheet = replace(yerres_sheet(), rows=(row,))

    for line in (*TextSheet(sheet, TABLE).lines(sheet.rows), *history_lines(sheet, TABLE)):
        assert not PLACE.match(line)
        assert len(line) <= 72


def test_many_plays_go_into_further_lines() -> None:
    """Final round: any number of plays; each is named, and one sum has them all: 7 x 51 = 357."""
    play = yerres_sheet().rows[0].plays[0]
    row = replace(yerres_sheet().rows[0], plays=(play,) * 7, formula="; ".join(["14*2+23=51"] * 7))
    sheet = replace(yerres_sheet(), rows=(row,))

    lines = TextSheet(sheet, TABLE).lines(sheet.rows)

    assert sum(line.count("M10s EUBÖA") for line in lines) == 7
    assert all(line.startswith("Max Mustermann ") for line in lines[1:])
    assert lines[-2:] == (
        "Max Mustermann   14×2+23+14×2+23+14×2+23+14×2+23+14×2+23+14×2+23+14×2",
        "Max Mustermann   +23=357",
    )


def test_the_sum_of_a_move_of_two_plays_is_that_of_both() -> None:
    """28 for a word on a double word, 11 for one whose sum says no more than its result: 39."""
    play = yerres_sheet().rows[0].plays[0]
    row = replace(
        yerres_sheet().rows[0], plays=(play,) * 2, formula="14*2=28; 11=11", points=39, percent=None
    )
    sheet = replace(yerres_sheet(), rows=(row,))

    lines = TextSheet(sheet, TABLE).lines(sheet.rows)

    assert lines[1:] == (
        "Max Mustermann    1   +2    39    363",
        "Max Mustermann   M10s EUBÖA  M10s EUBÖA  14×2+11=39",
    )
    assert explains("20=20; 11=11")
    assert shown_sum("20=20; 11=11").replace("\N{NO-BREAK SPACE}", " ") == "20 + 11 = 31"


def test_the_history_names_points_and_total_of_every_round() -> None:
    lines = history_lines(yerres_sheet(), TABLE)

    assert lines == (
        "Spieler                         R1       R2       R3       R4",
        "Max Mustermann             120/120   92/212  100/312   51/363",
        "Erika Müller-Lüdenscheidt  150/150   90/240   98/338    -/340",
        "Jörg                             .        .        .    -/212",
    )


def test_thirty_rounds_go_into_blocks() -> None:
    lines = history_lines(large_sheet(2, 30), TABLE)

    assert sum(line.startswith("Spielerin Nummer 001") for line in lines) == 6
    assert max(map(len, lines)) <= 72


def test_letters_stand_in_the_groups_of_the_booklet() -> None:
    """Seed 002: the groups of the letter list; its text names the letters of the first two."""
    groups = letters_left(TILES.all_tiles, TILES)

    found = {group.group: "".join(letter.letter for letter in group.letters) for group in groups}
    assert found == {
        GroupName.HIGH_VALUE: "ÖQXY",
        GroupName.MOST_USEFUL: "ENS?",
        GroupName.VOWELS: "AIOU",
        GroupName.UMLAUTS: "ÄÜ",
        GroupName.CONSONANTS_1: "DRT",
        GroupName.CONSONANTS_2: "GHL",
        GroupName.CONSONANTS_3: "BMWZ",
        GroupName.CONSONANTS_4: "CFJKPV",
    }


def test_the_groups_of_a_full_bag_add_up_to_102() -> None:
    assert sum(group.left for group in letters_left(TILES.all_tiles, TILES)) == 102


@given(bag=st.lists(st.sampled_from(sorted(set(TILES.all_tiles)))).map("".join))
def test_no_tile_is_lost_or_counted_twice(bag: str) -> None:
    groups = letters_left(bag, TILES)

    assert sorted("".join(group.tiles for group in groups)) == sorted(bag)


def test_a_letter_of_which_none_is_left_is_still_listed() -> None:
    """The list is a tally: what is gone is as telling as what is left."""
    (high, *_) = letters_left("QQ", TILES)

    assert [(letter.letter, letter.left, letter.of) for letter in high.letters] == [
        ("Ö", 0, 1),
        ("Q", 2, 1),
        ("X", 0, 1),
        ("Y", 0, 1),
    ]


def test_a_league_of_soloists_has_a_line_for_each_turn_of_every_table() -> None:
    """Contract 4: a name that a spreadsheet would compute is text."""
    play = {
        "number": 1,
        "kind": "play",
        "place": "8G",
        "word": "RABe",
        "exchanged": None,
        "points": 12,
    }
    swap = {
        "number": 2,
        "kind": "exchange",
        "place": None,
        "word": None,
        "exchanged": "QX",
        "points": 0,
    }
    told = {"rules": {"chosen": False}, "tables": [{"player": "=Anna", "turns": [play, swap]}]}

    assert solo_csv(told).decode() == (
        "player,turn,kind,place,word,exchanged,points\r\n"
        "'=Anna,1,play,8G,RABe,,12\r\n"
        "'=Anna,2,exchange,,,QX,0\r\n"
    )
    assert solo_csv({**told, "tables": None}).decode().splitlines() == [
        "player,turn,kind,place,word,exchanged,points"
    ]
