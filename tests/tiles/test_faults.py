"""Why a play does not fit, with the facts, and every fault at once (contract 3; rules 3 and 8)."""

import pytest

from mailref.tiles.board import Area, Direction
from mailref.tiles.moves import (
    Gap,
    IncompleteWord,
    NotConnected,
    NotNew,
    NotOnRack,
    Occupied,
    OffBoard,
    StartArea,
    TooManyTiles,
)
from mailref.tiles.scoring import Judged, Position, Status, also_lacking
from tests.tiles.builders import board, codes, judged, square, words
from tests.tiles.variants import ONE, SEVEN_OF_EIGHT, rules_of

HAUS = board("F8w HAUS")


def facts(found: Judged) -> list[dict[str, object]]:
    return [fault.facts for fault in found.faults]


def test_a_valid_move_has_no_fault_and_leaves_the_rest_of_the_rack() -> None:
    found = judged("H8s UND", on=HAUS, rack="NDABCDEF")

    assert found.status is Status.VALID
    assert found.rack_left == "ABCDEF"
    assert found.faults == ()


def test_a_word_beyond_the_edge_is_off_board() -> None:
    """Contract 3: `off_board`, with how many letters stand beyond the edge."""
    found = judged("H13s UNTEN", on=HAUS, rack="UNTENXXX")

    assert codes(found) == ["off_board"]
    assert facts(found) == [
        {"square": square("H13"), "direction": Direction.DOWN, "word": "UNTEN", "overhang": 2}
    ]
    assert isinstance(found.faults[0], OffBoard)


def test_another_letter_on_a_square_is_told_for_each_square() -> None:
    """Contract 3: `occupied` (another letter lies there)."""
    found = judged("F8w BAND", on=HAUS, rack="BNDXXXXX")

    assert found.faults == (
        Occupied(span=found.faults[0].span, square=square("F8"), lies="H", wanted="B"),
        Occupied(span=found.faults[0].span, square=square("H8"), lies="U", wanted="N"),
        Occupied(span=found.faults[0].span, square=square("I8"), lies="S", wanted="D"),
    )


def test_the_same_letter_on_a_square_is_no_fault_even_if_a_blank_lies_there() -> None:
    found = judged("G8s ALT", on=board("F8w HaUS"), rack="LTXXXXXX")

    assert found.status is Status.VALID


def test_a_word_that_lies_already_lays_nothing() -> None:
    """Contract 3: `not_new`."""
    found = judged("F8w HAUS", on=HAUS, rack="HAUSXXXX")

    assert found.faults == (NotNew(span=found.faults[0].span, word="HAUS"),)


def test_missing_letters_are_counted_and_the_rack_is_named() -> None:
    """Contract 3: `not_on_rack`; each tile that wants, in order."""
    found = judged("H8s UNNÖTIG", on=HAUS, rack="NTIEEEEE")

    assert found.faults == (
        NotOnRack(span=found.faults[0].span, missing="GNÖ", available="EEEEEINT"),
    )


def test_a_tile_may_be_laid_only_as_often_as_it_is_offered() -> None:
    found = judged("H8s UFF", on=HAUS, rack="FABCDEGH")

    assert codes(found) == ["not_on_rack"]


def test_a_small_letter_on_a_free_square_that_is_not_offered_is_a_gap() -> None:
    """Contract 3: `gap`; the letter is told once, not as missing from the rack too."""
    found = judged("H8s uNd", on=HAUS, rack="NXXXXXXX")

    assert found.faults == (Gap(span=found.faults[0].span, square=square("H10"), letter="D"),)


def test_a_gap_does_not_count_as_offered_elsewhere_in_the_word() -> None:
    """The rack that a fault names is the rack of the round."""
    found = judged("H8s uNdEX", on=HAUS, rack="NABCFGHI")

    assert codes(found) == ["gap", "not_on_rack"]
    assert facts(found)[1] == {"missing": "EX", "available": "ABCFGHIN"}


def test_small_letters_laid_from_the_rack_are_no_fault() -> None:
    """Rules 8: small letters laid from the rack are remarks, never faults."""
    found = judged("H8s uNd", on=HAUS, rack="NDXXXXXX")

    assert found.status is Status.VALID
    assert found.faults == ()


def test_capitals_on_tiles_of_the_board_are_no_fault() -> None:
    """Rules 8: capitals on tiles of the board are remarks, never faults."""
    found = judged("H8s UND", on=HAUS, rack="NDXXXXXX")

    assert found.faults == ()


def test_letters_that_touch_its_end_make_a_word_incomplete() -> None:
    """Contract 3: `incomplete_word`; the whole word must be named, and where it begins."""
    found = judged("J8w T", on=HAUS, rack="TXXXXXXX", lexicon=words("HAUS"))

    assert found.faults == (
        IncompleteWord(
            span=found.faults[0].span, word="T", whole="HAUST", whole_square=square("F8")
        ),
    )


def test_letters_behind_its_end_make_a_word_incomplete_too() -> None:
    found = judged("D8w ER", on=HAUS, rack="ERXXXXXX")

    assert [fault.facts["whole"] for fault in found.faults] == ["ERHAUS"]


def test_a_word_that_touches_nothing_is_not_connected() -> None:
    """Rules 3: all new tiles lie in one line with what lies."""
    found = judged("A1w UND", on=HAUS, rack="UNDXXXXX")

    assert found.faults == (NotConnected(span=found.faults[0].span, word="UND"),)


def test_touching_at_a_corner_only_is_not_connected() -> None:
    found = judged("J9s UND", on=HAUS, rack="UNDXXXXX")

    assert codes(found) == ["not_connected"]


def test_lying_beside_is_connected() -> None:
    found = judged("I9s UND", on=HAUS, rack="UNDXXXXX")

    assert codes(found) == ["incomplete_word"]  # the S above touches it

    found = judged("J8s UND", on=HAUS, rack="UNDXXXXX")

    assert found.status is Status.VALID  # HAUSU


@pytest.mark.parametrize("text", ["D8w HAUS", "I8w HAUS", "H9s HAUS", "G1s HAUS"])
def test_the_first_word_covers_the_centre(text: str) -> None:
    """Rules 8: covers the centre."""
    found = judged(text, rack="HAUSXXX")

    assert found.faults == (StartArea(span=found.faults[0].span, area=None),)


@pytest.mark.parametrize("text", ["H8w HAUS", "E8w HAUS", "H5s HAUS"])
def test_a_first_word_on_the_centre_is_valid(text: str) -> None:
    assert judged(text, rack="HAUSXXX").status is Status.VALID


@pytest.mark.parametrize(
    ("text", "faulty"),
    [("F6w HAUS", False), ("G10w HAUS", False), ("H10w HAUS", True), ("F5s HAUS", True)],
)
def test_the_first_word_of_sb_lies_wholly_in_the_area(text: str, faulty: bool) -> None:
    """Rules 8: lies wholly in the game master's area, the centre or not."""
    area = Area(square("F6"), square("J10"))

    found = judged(text, rack="HAUSXXXX", rules=rules_of("sb", 'start = "F6-J10"'))

    expected = (StartArea(span=found.faults[0].span, area=area),) if faulty else ()
    assert found.faults == expected


def test_more_tiles_than_the_game_lets_lay() -> None:
    """Rules 2: 7-of-8, at most 7 of the 8 letters are laid in a play."""
    found = judged("H1 ABCDEFGH", rack="ABCDEFGH", rules=SEVEN_OF_EIGHT)

    assert TooManyTiles(span=found.faults[0].span, laid=8, allowed=7) in found.faults
    assert judged("H2 BCDEFGH", rack="ABCDEFGH", rules=SEVEN_OF_EIGHT).faults == ()


@pytest.mark.parametrize(
    ("play", "rack", "lacks"),
    [
        pytest.param("E8w BAND", "NDXXXXXX", "B", id="another letter lies there"),
        pytest.param("E8w BAND", "BNDXXXXX", "", id="all on the rack"),
        pytest.param("H13s UNTEN", "UTEXXXXX", "NN", id="off the board"),
        pytest.param("H8s UND", "XXXXXXXX", "", id="named already"),
    ],
)
def test_a_play_that_does_not_fit_the_board_may_lack_letters_too(
    play: str, rack: str, lacks: str
) -> None:
    """A mail names them beside; what is recorded and printed stops at what the board does not allow."""
    found = judged(play, on=HAUS, rack=rack)

    also = also_lacking(found.written, found.faults, Position(HAUS, rack, ONE))

    assert "".join(fault.missing for fault in also) == lacks
    assert not {"occupied", "off_board"} & {*codes(found)} or "not_on_rack" not in codes(found)
