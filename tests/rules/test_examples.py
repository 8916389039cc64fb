"""The examples that must come out to the point: rules 5, and the sample game of seed 002."""

import pytest

from mailref.rules.board import Axes, Board, square_name
from mailref.rules.judged import Judged, Status
from mailref.rules.variant import Extended
from tests.rules.builders import board, codes, judged, square, words
from tests.rules.variants import ONE, SB, SIMULTAN, TWO, rules_of

YERRES = board("D10w vERBÜXEND", "A12w nASE")
"""VERBÜXEND in row 10, its V a joker; on A12 a joker that stands for N (seed 003)."""
ANTENNE = board("D4s ANFANG", "D7w ANTENNE")
"""Seed 001: ANFANG D4-D9, ANTENNE D7-J7."""


def formed(found: Judged) -> list[tuple[str, int]]:
    return [(word.word, word.points) for play in found.plays for word in play.scored.words]


def test_euboea_scores_51() -> None:
    """Rules 5, 1-Zug: `M10s EUBÖA`, 14*2+23 = 51."""
    found = judged("M10s EUBÖA", on=YERRES, rack="ABEENÖUS", rulings={"EUBÖA": True})

    assert found.status is Status.VALID
    assert (found.points, found.formula) == (51, "14*2+23=51")
    assert formed(found) == [("EUBÖA", 28), ("VERBÜXENDE", 23)]
    assert [v.code for v in found.plays[0].verdicts] == ["accepted", "valid"]


def test_behaue_scores_43_after_the_exchange_of_a_blank() -> None:
    """Rules 5, 1-Zug: `M9s BE*HAUE` after `Jokertausch=A12`, 10*2+23 = 43."""
    found = judged("M9s BE*HAUE", on=YERRES, rack="ABEENÖUS", swaps=["A12"])

    assert found.status is Status.VALID
    assert (found.points, found.formula) == (43, "10*2+23=43")
    assert found.swaps == (square("A12"),)
    assert found.plays[0].scored.blanks == (square("M11"),)
    assert found.board.cell(square("A12")) == "N"
    assert found.rack_left == "ÖS"


def test_behaue_needs_the_exchange() -> None:
    """Rules 4: without `Jokertausch` no blank is offered."""
    found = judged("M9s BE*HAUE", on=YERRES, rack="ABEENÖUS")

    assert codes(found) == ["not_on_rack"]


def test_the_first_set_of_the_two_play_example_scores_152() -> None:
    """Rules 5, 2-Zug: KORSe 13*2 = 26, BREKZIEN 14*9 = 126: K on D1 no longer counts double."""
    found = judged(
        "D1s KORSe",
        "A1w B*REkZIEN",
        on=board("D5w E"),
        rack="BDEEIKLNOQRSTUZ?",
        rules=TWO,
        total=152,
    )

    assert found.status is Status.VALID
    assert codes(found) == []
    assert found.formula == "13*2=26; 14*9=126"
    assert found.points == 152


def test_the_second_set_of_the_two_play_example_scores_132() -> None:
    """Rules 5, 2-Zug: OBERSKREN 17*2+50 = 84 for 8 new tiles, then QUERT 23*2 with AR 1*2."""
    found = judged(
        "E3w OBERSKrEN",
        "L1s QUe*Rt",
        on=board("K3s RA", "L5w T"),
        rack="BDEEIKNOQRSUZLT?",
        rules=TWO,
        total=132,
    )

    assert found.status is Status.VALID
    assert found.formula == "17*2+50=84; 23*2+1*2=48"
    assert formed(found) == [("OBERSKREN", 34), ("QUERT", 46), ("AR", 2)]


def test_seven_new_tiles_earn_nothing_in_two_play_games() -> None:
    """Rules 2: 50 for 8 new tiles in one Teilzug (7 new tiles: none)."""
    found = judged("E8w BESCHEID", on=board("H8w C"), rack="BESHEIDXXXXXXXXX", rules=TWO)

    assert found.plays[0].scored.bonus == 0


@pytest.mark.parametrize("extended", list(Extended))
@pytest.mark.parametrize(
    ("play", "formula"),
    [
        pytest.param("H4s BEINE", "10*2=20", id="through the I of nothing: H4-H8"),
        pytest.param("K4s BEINE", "7*2+8=22", id="lengthens ANTENNE"),
        pytest.param("A8w BEINE", "7*3+2=23", id="with NE, known to the shipped list"),
    ],
)
def test_beine_of_the_sb_example(play: str, formula: str, extended: Extended) -> None:
    """Rules 5, SB: the same points under both scorings of further words."""
    rules = rules_of("sb", f'extended = "{extended.value}"')

    found = judged(play, on=ANTENNE, rack="BEINEXXX", rules=rules)

    assert found.status is Status.VALID
    assert found.formula == formula


def test_beine_is_refused_where_ne_is() -> None:
    """Rules 5, SB: the seed's dictionary has no NE, here `refuse = ["NE"]`."""
    found = judged("A8w BEINE", on=ANTENNE, rack="BEINEXXX", rules=SB, rulings={"NE": False})

    assert codes(found) == ["word_refused"]
    assert [fault.facts for fault in found.faults] == [{"word": "NE", "reason": "ruling"}]
    assert [v.code for v in found.plays[0].verdicts] == ["valid", "refused"]


@pytest.mark.parametrize(
    ("extended", "formula"),
    [
        pytest.param("plain", "2*2+2+2=8", id="SB: further words NA and NU plain"),
        pytest.param("premiums", "2*2+2*2+2=10", id="standard"),
    ],
)
def test_au_of_the_sb_example(extended: str, formula: str) -> None:
    """Rules 5, SB: `H8w AU` forms NA and NU."""
    rules = rules_of("sb", f'extended = "{extended}"')

    found = judged(
        "H8w AU", on=ANTENNE, rack="AUXXXXXX", rules=rules, lexicon=words("AU", "NA", "NU")
    )

    assert found.status is Status.VALID
    assert found.formula == formula


def test_hefte_with_its_t_a_blank() -> None:
    """Rules 4, SB: `A1 – A 5 HEFTE, A4 = Blanko`; H2 E1 F4 T0 and E1: 8, times 3."""
    found = judged("A1s HEF*TE", on=board("A6w X"), rack="HEFE?XXX", rules=SB)

    assert found.plays == ()  # X touches its end
    found = judged("A1s HEF*TE", on=board("B5w X"), rack="HEFE?XXX", rules=SB)
    assert found.plays[0].scored.words[0].formula == "8*3"


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


@pytest.mark.parametrize(
    ("text", "axes", "run"),
    [
        pytest.param("H8 RUCKEN", Axes.ROWS, ["H8", "H9"], id="along row H from column 8"),
        pytest.param("8H RUCKEN", Axes.ROWS, ["H8", "I8"], id="down column 8 from row H"),
        pytest.param("H8w RUCKEN", Axes.COLUMNS, ["H8", "I8"], id="column H, row 8, across"),
    ],
)
def test_the_convention_of_a_square_belongs_to_the_game(
    text: str, axes: Axes, run: list[str]
) -> None:
    """Rules 4: the premium layout is symmetric, so the wrong axes would often score the same."""
    rules = SIMULTAN if axes is Axes.ROWS else ONE
    found = judged(text, rack="RUCKENX", rules=rules)

    squares = found.plays[0].scored.words[0].squares
    assert [square_name(at, axes) for at in squares[:2]] == run
