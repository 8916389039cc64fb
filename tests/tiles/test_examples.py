"""The examples that must come out to the point: rules 5."""

import pytest

from mailref.tiles.board import Axes, Extended, square_name
from mailref.tiles.scoring import Judged, Status
from tests.tiles.builders import board, codes, judged, square, words
from tests.tiles.variants import ONE, SB, SIMULTAN, TWO, rules_of

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
    found = judged("A1s HEF*TE", on=board("B5w X"), rack="HEFE?XXX", rules=SB)

    assert found.plays[0].scored.words[0].formula == "8*3"


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
