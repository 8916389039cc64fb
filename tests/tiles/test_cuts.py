"""Words whose letters can be laid as different tiles: which are meant, and when that is asked."""

import pytest
from msgspec.structs import replace

from mailref.assets import tile_file
from mailref.games.rounds.switches import SWITCHES
from mailref.orders.shapes import read_word
from mailref.settings.load import variants
from mailref.tiles.board import STANDARD, Axes, Board, Direction, Square, sets_of
from mailref.tiles.lexicon.verdicts import EveryWord
from mailref.tiles.moves import Move, NotOnRack, Play, TextSpan, TilesUnclear, WrittenMove
from mailref.tiles.scoring import Judge, Judged, Position

SPAN = TextSpan(1, 1, "")


def judged(name: str, word: str, rack: str) -> Judged:
    tiles = tile_file(name).tiles
    rules, _ = SWITCHES.read(variants()["simultan"], given=sets_of(tiles, STANDARD))
    assert rules.axes is Axes.ROWS
    written = read_word(word, tiles)
    plays = [
        Play(Square(7, 4), Direction.ACROSS, each.letters, SPAN, each.small, each.starred)
        for each in (written, *written.otherwise)
    ]
    play = replace(plays[0], otherwise=tuple(plays[1:])) if plays[1:] else plays[0]
    position = Position(Board(), tiles.tiles_in_order(rack), rules)
    return Judge(position, EveryWord(), {}).judge(WrittenMove(Move((play,)), (), SPAN))


@pytest.mark.parametrize(
    ("name", "word", "rack", "laid"),
    [
        pytest.param("hungarian", "EGÉSZSÉG", "E G É SZ S É G", "EGÉ[SZ]SÉG", id="the longest"),
        pytest.param("hungarian", "EGÉSZSÉG", "E G É S ZS É G", "EGÉS[ZS]ÉG", id="the other"),
        pytest.param("hungarian", "EGÉSZSÉG", "E G É S Z S É G", "EGÉSZSÉG", id="one by one"),
        pytest.param("hungarian", "EGÉ[SZ]SÉG", "E G É SZ S ZS S É G", "EGÉ[SZ]SÉG", id="said"),
        pytest.param("spanish", "CHICO", "CH I C O C H", "[CH]ICO", id="always the digraph"),
        pytest.param("hungarian", "GYÍKOK", "GY Í K O K", "[GY]ÍKOK", id="no tile Y"),
        pytest.param("hungarian", "TYÚKOT", "TY Ú K O T T", "[TY]ÚKOT", id="no tile Y beside T"),
        pytest.param("spanish", "*CHICO", "? I C O", "[CH]ICO", id="a joker"),
        pytest.param("spanish", "[ch]ICO", "? I C O", "[CH]ICO", id="a small joker"),
        pytest.param("spanish", "[CH]*ICO", "? I C O", "[CH]ICO", id="a joker with a star"),
        pytest.param("english", "qUIT", "? U I T", "QUIT", id="a small letter"),
        pytest.param("turkish", "iyilik", "İ Y İ L İ K", "İYİLİK", id="dotted"),
        pytest.param("turkish", "ılık", "I L I K", "ILIK", id="dotless"),
    ],
)
def test_the_tiles_that_fit_are_laid(name: str, word: str, rack: str, laid: str) -> None:
    found = judged(name, word, rack)

    assert found.faults == ()
    assert tile_file(name).tiles.shown(found.words[0]) == laid


def test_a_tile_of_several_letters_is_not_laid_as_letters_where_the_set_forbids_it() -> None:
    """Spanish: C and H are no CH, so that the tile is what is wanting, whatever else is on the rack."""
    found = judged("spanish", "CHICO", "C H I C O")

    (fault,) = found.faults
    assert isinstance(fault, NotOnRack)
    assert tile_file("spanish").tiles.shown(fault.missing) == "[CH]"


def test_where_two_ways_fit_the_player_is_asked() -> None:
    found = judged("hungarian", "EGÉSZSÉG", "E G É SZ S S ZS É G")

    (fault,) = [each for each in found.faults if isinstance(each, TilesUnclear)]
    shown = [tile_file("hungarian").tiles.shown(way) for way in fault.ways]
    assert shown == ["EGÉ[SZ]SÉG", "EGÉS[ZS]ÉG"]
    assert found.plays == ()


def test_a_german_small_letter_is_still_one_that_lies() -> None:
    found = judged("german", "qUIT", "? U I T")

    assert [fault.code for fault in found.faults] == ["gap"]
