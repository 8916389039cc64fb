"""The sample game of seed 002 comes out to the point, move by move (rules 5)."""

import pytest

from mailref.tiles.board import Board
from tests.tiles.builders import codes, judged
from tests.tiles.variants import SIMULTAN

# Seed 002, MUSTERSPIEL: rack, place and word as printed there, points, the player's sum. Move 4 is
# printed at `A4` but stands at `4A` (rules 5). `?` is a blank.
SAMPLE_GAME = [
    ("ERCBNUK", "H4 RUCKEN", 26, 26),
    ("MAERSÄH", "5E RHEUMAS", 40, 40),
    ("BWASDDF", "H1 ABDRUCKEN", 51, 77),
    ("ÄGDETAR", "4A GRÄTE", 28, 68),
    ("WSDFUAS", "10F WAS", 29, 106),
    ("MITTDAN", "4J DAMIT", 18, 86),
    ("DSFCUTS", "7D STUCK", 15, 121),
    ("ZEIGTÖN", "A4 GÖTZE", 45, 131),
    ("FESEDKE", "N1 FESTE", 16, 137),
    ("LINNERG", "O5 RINGELN", 79, 210),
    ("DAKSNEL", "1C SKANDALE", 66, 203),
    ("IIFSEI?", "12L FIES", 27, 237),
    ("HHONUQE", "G10 AHN", 4, 207),
    ("NOIOÜI?", "B8 ION", 8, 245),
    ("UHUQOET", "12B QUOTEN", 32, 239),
    ("UIVÜOR?", "L1 VORM", 18, 263),
    ("BUHR?IN", "B12 QUER", 24, 263),
    ("EEGÜ?UI", "15A GRÜN", 27, 290),
    ("BINNHJT", "C3 JÄH", 28, 291),
    ("YEUHEUI", "L10 HUFE", 8, 298),
    ("BTNNIMN", "2K BOTEN", 8, 299),
    ("EEELYUI", "E11 ETUI", 8, 306),
    ("PXMMINN", "13I MIMEN", 28, 327),
    ("ELYEEDS", "7M YEN", 22, 328),
    ("PXN", "J12 NIX", 26, 353),
    ("SELDE", "15G EDLES", 29, 357),
]


def sample_board(moves: int) -> Board:
    """Play the sample game's first *moves*."""
    lying = Board()
    for rack, text, _, _ in SAMPLE_GAME[:moves]:
        lying = judged(text, on=lying, rack=rack, rules=SIMULTAN).board
    return lying


@pytest.mark.parametrize("number", range(1, 27))
def test_the_sample_game_comes_out_to_the_point(number: int) -> None:
    """Rules 5: all 26 moves of seed 002; letters are rows."""
    rack, text, points, _ = SAMPLE_GAME[number - 1]

    found = judged(text, on=sample_board(number - 1), rack=rack, rules=SIMULTAN)

    assert codes(found) == []
    assert found.points == points


@pytest.mark.parametrize(
    ("number", "further"),
    [
        (4, ["ER"]),
        (5, ["ABDRUCKENS"]),
        (6, ["DA", "AS"]),
        (10, ["ER"]),
        (12, ["RINGELNS"]),
        (14, ["EI"]),
        (23, ["IN"]),
        (26, ["NIXE"]),
    ],
)
def test_the_sample_game_names_the_further_words(number: int, further: list[str]) -> None:
    """Seed 002 prints them beside the word; NIXE is in the points of move 26 only (rules 5)."""
    rack, text, _, _ = SAMPLE_GAME[number - 1]

    found = judged(text, on=sample_board(number - 1), rack=rack, rules=SIMULTAN)

    assert [word.word for word in found.plays[0].scored.words[1:]] == further


def test_the_sample_game_ends_353_to_357_before_the_adjustment() -> None:
    """Seed 002: the sums of both players, who move in turn."""
    sums = [0, 0]
    for index, (_, _, points, total) in enumerate(SAMPLE_GAME):
        sums[index % 2] += points
        assert sums[index % 2] == total

    assert sums == [353, 357]


def test_the_first_player_of_the_sample_game_keeps_p() -> None:
    """Rules 5: the first keeps P, 353 - 4 and 357 + 4; the second plays out."""
    first = judged("J12 NIX", on=sample_board(24), rack="PXN", rules=SIMULTAN)
    second = judged("15G EDLES", on=sample_board(25), rack="SELDE", rules=SIMULTAN)

    assert first.rack_left == "P"
    assert second.rack_left == ""


def test_blanks_of_the_sample_game_lie_where_no_letter_does() -> None:
    """Seed 002: QUER is laid with a blank for E, GRÜN with one for N; both players keep theirs before."""
    quer = judged("B12 QUER", on=sample_board(16), rack="BUHR?IN", rules=SIMULTAN)
    green = judged("15A GRÜN", on=sample_board(17), rack="EEGÜ?UI", rules=SIMULTAN)

    assert [quer.board.cell(at) for at in quer.plays[0].scored.blanks] == ["e"]
    assert [green.board.cell(at) for at in green.plays[0].scored.blanks] == ["n"]
