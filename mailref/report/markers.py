"""What tells the lines of a chart apart without colour: markers and dashes."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import pairwise
from math import hypot

from PIL import ImageDraw

from mailref.report.look import Colour

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


MARKERS: tuple[tuple[Marker, Pattern], ...] = (
    (Marker.CIRCLE, ()),
    (Marker.SQUARE, (18, 8)),
    (Marker.TRIANGLE, (6, 6)),
    (Marker.DIAMOND, (22, 6, 6, 6)),
    (Marker.RING, ()),
    (Marker.HOLLOW_SQUARE, (18, 8)),
    (Marker.CROSS, (6, 6)),
    (Marker.PLUS, (22, 6, 6, 6)),
)
"""For each place of the chart, the leader first."""

_WHITE: Colour = (255, 255, 255)


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
        case Marker.TRIANGLE:
            draw.polygon(
                [
                    (x, y - radius * 1.2),
                    (x + radius * 1.1, y + radius),
                    (x - radius * 1.1, y + radius),
                ],
                fill=ink,
            )
        case Marker.DIAMOND:
            reach = radius * 1.3
            draw.polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], fill=ink)
        case Marker.CROSS:
            draw.line([(x - radius, y - radius), (x + radius, y + radius)], fill=ink, width=thick)
            draw.line([(x - radius, y + radius), (x + radius, y - radius)], fill=ink, width=thick)
        case Marker.PLUS:
            draw.line([(x - radius * 1.2, y), (x + radius * 1.2, y)], fill=ink, width=thick)
            draw.line([(x, y - radius * 1.2), (x, y + radius * 1.2)], fill=ink, width=thick)


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
