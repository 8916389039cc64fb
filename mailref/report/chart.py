"""The chart of the totals over the rounds, drawn once for all readers, readable without colour.

Each line has its own marker and dashes, and its name stands at its end.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import pairwise
from math import hypot

from msgspec import Struct
from PIL import Image, ImageDraw, ImageFont

from mailref.languages import CHART, read
from mailref.report.picture import TIGHT, Colour, Fonts, in_palette, png
from mailref.report.sheet import SheetData

Point = tuple[float, float]
Pattern = tuple[float, ...]
"""Lengths drawn and left out in turn; empty for an unbroken line."""


class Marker(StrEnum):
    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    DIAMOND = "diamond"
    RING = "ring"
    HOLLOW_SQUARE = "hollow_square"
    CROSS = "cross"
    PLUS = "plus"


class LineLook(Struct, frozen=True):
    """How the line of a place looks."""

    marker: Marker
    dashes: Pattern
    colour: Colour


LINES = read(CHART, dict[str, tuple[LineLook, ...]])["lines"]
"""For each place of the chart, the leader first."""

_WHITE: Colour = (255, 255, 255)


MOST_LINES = 8
_MOST_NAMED, _MOST_MARKED = 15, 12
"""So many rounds are named below, so many points of a line are marked: of more each second or third."""
WIDTH, HEIGHT = 1000, 600
SHOWN_WIDTH, SHOWN_HEIGHT = 600, 360
"""How large the chart is meant to be shown; twice as many pixels would take a third more."""
_FINE = 2
_THICK, _MARKER = 7, 15
"""The width of a line and the radius of a marker, as finely."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 316, 50, 70
_NAME = 22
_NUMBER = 20
_LINE_OF_NAMES = 30
_BESIDE = WIDTH - _RIGHT + 47
"""Where names begin."""

_INK: Colour = (0, 0, 0)
_GRID: Colour = (205, 205, 205)


class ChartLine(Struct, frozen=True):
    """A player's totals after each round; None before he joined."""

    name: str
    totals: tuple[int | None, ...]


class ChartData(Struct, frozen=True):
    """The leading players, best first, and the words at the axes."""

    rounds: tuple[int, ...]
    lines: tuple[ChartLine, ...]
    rounds_label: str
    points_label: str


class _Scale(Struct, frozen=True):
    """Where rounds and totals lie in the picture."""

    rounds: tuple[int, ...]
    lowest: int
    highest: int
    step: int
    """Between two lines across."""

    @property
    def marks(self) -> range:
        """Return the totals that have a line across."""
        return range(self.lowest, self.highest + 1, self.step)

    def point(self, index: int, total: float) -> Point:
        across = WIDTH - _LEFT - _RIGHT
        x = _LEFT + across * (index / (len(self.rounds) - 1) if len(self.rounds) > 1 else 0.5)
        part = (total - self.lowest) / (self.highest - self.lowest)
        return x, HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * part


def leaders(sheet: SheetData, rounds_label: str, points_label: str) -> ChartData:
    """Return the totals of the leading players of *sheet*."""
    lines = tuple(
        ChartLine(row.player, tuple(None if s is None else s.total for s in row.rounds))
        for row in sheet.rows[:MOST_LINES]
    )
    return ChartData(sheet.rounds, lines, rounds_label, points_label)


def draw_chart(data: ChartData, fonts: Fonts) -> bytes:
    """Return the chart as a PNG with a palette, the same bytes for the same values."""
    canvas = Image.new("RGB", (WIDTH * _FINE, HEIGHT * _FINE), _WHITE)
    draw = ImageDraw.Draw(canvas)
    scale = _scale(data)
    _draw_grid(draw, scale)
    # The leader is drawn last, above the others.
    for place in reversed(range(len(data.lines))):
        _draw_line(draw, data.lines[place], place, scale)
    ends = _ends(data, scale)
    _draw_ends(draw, ends)
    picture = canvas.reduce(_FINE)
    # Letters are written in their own size: each is the same wherever it stands, and packs well.
    pen = ImageDraw.Draw(picture)
    _write_axes(pen, data, scale, fonts)
    _write_names(pen, data, ends, fonts)
    return png(in_palette(picture, _shades()), TIGHT)


def _scale(data: ChartData) -> _Scale:
    totals = [total for line in data.lines for total in line.totals if total is not None]
    lowest, highest = min(totals, default=0), max(totals, default=0)
    step = _step(max(1, highest) - min(0, lowest))
    bottom, top = min(0, lowest // step * step), -(-max(highest, 1) // step) * step
    return _Scale(data.rounds, bottom, top, step)


def _step(span: int) -> int:
    """Return the distance of the lines across: 1, 2 or 5 times a power of ten, four to nine lines."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if span / (factor * power) <= 8:
                return factor * power
        power *= 10


def _draw_grid(draw: ImageDraw.ImageDraw, scale: _Scale) -> None:
    for total in scale.marks:
        y = round(scale.point(0, total)[1])
        ends = _fine((_LEFT, y), (WIDTH - _RIGHT, y))
        draw.line(ends, fill=_INK if total == 0 else _GRID, width=2 * _FINE)


def _write_axes(pen: ImageDraw.ImageDraw, data: ChartData, scale: _Scale, fonts: Fonts) -> None:
    face, bold = fonts.face(_NUMBER, is_bold=False), fonts.face(_NUMBER, is_bold=True)
    for total in scale.marks:
        y = round(scale.point(0, total)[1])
        pen.text((_LEFT - 10, y), str(total), font=face, fill=_INK, anchor="rm")
    for index in _every(len(scale.rounds), _MOST_NAMED):
        x = round(scale.point(index, scale.lowest)[0])
        place = (x, HEIGHT - _BOTTOM + 20)
        pen.text(place, str(scale.rounds[index]), font=face, fill=_INK, anchor="mm")
    middle = (_LEFT + (WIDTH - _LEFT - _RIGHT) / 2, HEIGHT - 18)
    pen.text(middle, data.rounds_label, font=bold, fill=_INK, anchor="mm")
    pen.text((10, 20), data.points_label, font=bold, fill=_INK, anchor="lm")


def _draw_line(draw: ImageDraw.ImageDraw, line: ChartLine, place: int, scale: _Scale) -> None:
    look = LINES[place]
    points = [
        scale.point(index, total) for index, total in enumerate(line.totals) if total is not None
    ]
    for one, other in dashed(points, look.dashes):
        draw.line(_fine(one, other), fill=look.colour, width=_THICK)
    for index in _every(len(points), _MOST_MARKED):
        draw_marker(draw, look.marker, _fine(points[index])[0], _MARKER, look.colour)


def _every(count: int, most: int) -> range:
    """Return indices at even distances, the last one among them, at most *most*."""
    step = -(-count // most) or 1
    return range((count - 1) % step, count, step)


def _ends(data: ChartData, scale: _Scale) -> Sequence[tuple[int, Point, Point]]:
    """Return the end of each line and where its name begins beside it, no two upon each other."""
    ends = [
        (place, scale.point(len(line.totals) - 1, line.totals[-1]))
        for place, line in enumerate(data.lines)
        if line.totals and line.totals[-1] is not None
    ]
    heights = spread([y for _, (_, y) in ends], _LINE_OF_NAMES, _TOP, HEIGHT - _BOTTOM)
    return [
        (place, end, (_BESIDE, round(y))) for (place, end), y in zip(ends, heights, strict=True)
    ]


def _draw_ends(draw: ImageDraw.ImageDraw, ends: Sequence[tuple[int, Point, Point]]) -> None:
    for place, end, (x, y) in ends:
        look = LINES[place]
        draw.line(_fine((end[0] + 10, end[1]), (x - 22, y)), fill=look.colour, width=_FINE)
        draw_marker(draw, look.marker, _fine((x - 12, y))[0], _MARKER, look.colour)


def _write_names(
    pen: ImageDraw.ImageDraw,
    data: ChartData,
    ends: Sequence[tuple[int, Point, Point]],
    fonts: Fonts,
) -> None:
    """Write each name with its total beside the end of its line."""
    for place, _, (x, y) in ends:
        line = data.lines[place]
        face = fonts.face(_NAME, is_bold=place == 0)
        text = _cut(line.name, f" {line.totals[-1]}", face, WIDTH - x - 5)
        pen.text((x + 2, y), text, font=face, fill=LINES[place].colour, anchor="lm")


def _cut(name: str, total: str, face: ImageFont.FreeTypeFont, width: float) -> str:
    """Return the name, shortened if it must be, and the total, never shortened."""
    if face.getlength(name + total) <= width:
        return name + total
    while name and face.getlength(f"{name}…{total}") > width:
        name = name[:-1].rstrip()
    return f"{name}…{total}"


def spread(wanted: Sequence[float], apart: float, top: float, bottom: float) -> list[float]:
    """Return heights near the *wanted* ones, at least *apart* from each other, in their order."""
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    heights = list(wanted)
    low = top
    for index in order:
        heights[index] = low = max(heights[index], low)
        low += apart
    high = bottom
    for index in reversed(order):
        heights[index] = high = min(heights[index], high)
        high -= apart
    return heights


_SHAPES: Mapping[Marker, Sequence[Point]] = {
    Marker.TRIANGLE: ((0, -1.2), (1.1, 1), (-1.1, 1)),
    Marker.DIAMOND: ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    Marker.CROSS: ((1, 1), (1, -1)),
    Marker.PLUS: ((1.2, 0), (0, 1.2)),
}
"""Corners, or one end of each stroke, as seen from the middle, in radiuses."""


def draw_marker(
    draw: ImageDraw.ImageDraw, marker: Marker, centre: Point, radius: float, ink: Colour
) -> None:
    x, y = centre
    box = (x - radius, y - radius, x + radius, y + radius)
    thick = int(radius * 0.45)
    match marker:
        case Marker.CIRCLE:
            draw.ellipse(box, fill=ink)
        case Marker.RING:
            draw.ellipse(box, fill=_WHITE, outline=ink, width=thick)
        case Marker.SQUARE:
            draw.rectangle(box, fill=ink)
        case Marker.HOLLOW_SQUARE:
            draw.rectangle(box, fill=_WHITE, outline=ink, width=thick)
        case Marker.TRIANGLE | Marker.DIAMOND:
            draw.polygon(
                [(x + dx * radius, y + dy * radius) for dx, dy in _SHAPES[marker]], fill=ink
            )
        case Marker.CROSS | Marker.PLUS:
            for dx, dy in _SHAPES[marker]:
                reach_x, reach_y = dx * radius, dy * radius
                ends = [(x - reach_x, y - reach_y), (x + reach_x, y + reach_y)]
                draw.line(ends, fill=ink, width=thick)


def dashed(points: Sequence[Point], pattern: Pattern) -> Iterator[tuple[Point, Point]]:
    """Yield the pieces to draw of the line through *points*; the pattern goes on round corners."""
    if not pattern:
        yield from pairwise(points)
        return
    piece, left = 0, pattern[0]
    for (x, y), end in pairwise(points):
        length = hypot(end[0] - x, end[1] - y)
        done = 0.0
        while done < length:
            step = min(left, length - done)
            if piece % 2 == 0:
                yield _on((x, y), end, done / length), _on((x, y), end, (done + step) / length)
            done += step
            left -= step
            if left <= 0:
                piece = (piece + 1) % len(pattern)
                left = pattern[piece]


def _on(one: Point, other: Point, part: float) -> Point:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part


def _fine(*points: Point) -> list[Point]:
    return [(x * _FINE, y * _FINE) for x, y in points]


def _shades() -> list[int]:
    """Return white, the inks, and between white and each of them what a soft edge needs."""
    inks = [each.colour for each in LINES]
    colours = [_WHITE, _GRID, (230, 230, 230), *inks]
    for red, green, blue in inks:
        colours.append(((red + 255) // 2, (green + 255) // 2, (blue + 255) // 2))
    return [channel for colour in colours for channel in colour]
