"""The chart: the leaders' lines, told apart without colour, with names that do not overlap."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from mailref.report.chart import (
    LINES,
    ChartData,
    ChartLine,
    Marker,
    dashed,
    draw_chart,
    draw_marker,
    leaders,
    spread,
)
from mailref.report.picture import Fonts
from tests.report.golden import check_picture, difference, opened
from tests.report.sheets import large_sheet, yerres_sheet

EIGHT = ChartData(
    rounds=tuple(range(1, 7)),
    lines=tuple(
        ChartLine(name, tuple(step * 40 - 7 * place for step in range(1, 7)))
        for place, name in enumerate(
            ("Max Mustermann", "Erika Müller-Lüdenscheidt", "Jörg", "Öz", "Ä.", "Bär", "Uwe", "Ute")
        )
    ),
    rounds_label="Runde",
    points_label="Punkte",
)


def test_the_chart_looks_as_it_did(fonts: Fonts, update: bool) -> None:
    check_picture(draw_chart(EIGHT, fonts), "chart.png", update=update)


def test_late_joiners_and_totals_below_zero_look_as_they_did(fonts: Fonts, update: bool) -> None:
    """Rules 8: the final round may leave a total below zero."""
    data = ChartData(
        rounds=(1, 2, 3),
        lines=(ChartLine("Max", (20, 45, 90)), ChartLine("Eva", (None, 12, -9))),
        rounds_label="Runde",
        points_label="Punkte",
    )

    check_picture(draw_chart(data, fonts), "chart-below-zero.png", update=update)


def test_the_same_values_give_the_same_bytes(fonts: Fonts) -> None:
    assert draw_chart(EIGHT, fonts) == draw_chart(EIGHT, fonts)


def test_the_chart_is_small_and_twice_as_large_as_shown(fonts: Fonts) -> None:
    data = draw_chart(leaders(large_sheet(400, 30), "Runde", "Punkte"), fonts)

    assert len(data) < 30_000
    assert opened(data).size == (1000, 600)


def test_the_leaders_are_the_first_eight_of_the_sheet() -> None:
    data = leaders(large_sheet(400, 3), "Runde", "Punkte")

    assert [line.name for line in data.lines] == [f"Spielerin Nummer {n:03}" for n in range(1, 9)]
    assert data.lines[0].totals == (499, 998, 1497)


def test_a_late_joiner_has_no_total_before_he_came() -> None:
    data = leaders(yerres_sheet(), "Runde", "Punkte")

    assert data.lines[2].totals == (None, None, None, 212)


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param((), id="nobody"),
        pytest.param((ChartLine("A", (0,)),), id="one-round-without-points"),
        pytest.param((ChartLine("A", (None,)),), id="not-yet-there"),
    ],
)
def test_an_empty_chart_can_be_drawn(lines: tuple[ChartLine, ...], fonts: Fonts) -> None:
    data = ChartData((1,), lines, "Runde", "Punkte")

    assert opened(draw_chart(data, fonts)).size == (1000, 600)


def test_lines_differ_without_colour() -> None:
    """Readable without colour: no two lines share marker and dashes."""
    assert len({(each.marker, each.dashes) for each in LINES}) == 8
    pictures = [marker_picture(marker) for marker in Marker]
    for index, one in enumerate(pictures):
        for other in pictures[index + 1 :]:
            assert difference(one, other) > 15


@given(wanted=st.lists(st.floats(60, 636), max_size=8))
def test_names_never_overlap_and_keep_their_order(wanted: list[float]) -> None:
    """Direct labels: at least a line apart, inside the chart, in the order of the lines' ends."""
    heights = spread(wanted, 36, 60, 636)

    placed = sorted(heights)
    assert all(below - above >= 35.999 for above, below in pairwise(placed))
    assert all(59.999 <= height <= 636.001 for height in heights)
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    assert [heights[index] for index in order] == placed


def test_names_with_room_stay_at_the_end_of_their_line() -> None:
    assert spread([100, 300, 200], 36, 60, 636) == [100, 300, 200]


def test_dashes_go_on_round_a_corner() -> None:
    pieces = list(dashed([(0, 0), (10, 0), (10, 10)], (8, 4)))

    assert pieces == [((0, 0), (8, 0)), ((10, 2), (10, 10))]


def marker_picture(marker: Marker) -> Image.Image:
    picture = Image.new("RGB", (40, 40), (255, 255, 255))
    draw_marker(ImageDraw.Draw(picture), marker, (20, 20), 14, (0, 0, 0))
    return picture
