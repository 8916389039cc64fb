"""The font, the colours of the board in both themes, and the palette that holds their soft edges.

`assets` opens the font's files; nothing here does.
"""

from dataclasses import dataclass, field
from io import BytesIO

from PIL import ImageFont

from mailref.report.board_view import Theme
from mailref.rules.board import Premium


@dataclass(frozen=True, slots=True)
class Fonts:
    """A TrueType font, regular and bold."""

    regular: bytes
    bold: bytes
    _faces: dict[tuple[int, bool], ImageFont.FreeTypeFont] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """Each size is read from the font once."""

    def face(self, size: int, *, is_bold: bool) -> ImageFont.FreeTypeFont:
        """Return the cut at *size* pixels, laid out glyph by glyph so that every machine agrees."""
        known = self._faces.get((size, is_bold))
        if known is None:
            data = BytesIO(self.bold if is_bold else self.regular)
            known = ImageFont.truetype(data, size, layout_engine=ImageFont.Layout.BASIC)
            self._faces[size, is_bold] = known
        return known


def fitting(
    fonts: Fonts, text: str, size: int, width: float, *, is_bold: bool
) -> ImageFont.FreeTypeFont:
    """Return the cut at *size*, or as much smaller as *text* needs to be no wider than *width*."""
    face = fonts.face(size, is_bold=is_bold)
    needed = face.getlength(text)
    if needed <= width:
        return face
    return fonts.face(max(6, int(size * width / needed)), is_bold=is_bold)


Colour = tuple[int, int, int]

_WHITE: Colour = (255, 255, 255)
_BLACK: Colour = (0, 0, 0)
_STEPS = 7
"""Shades between two colours that meet at a soft edge."""
_APART = 12
"""How far two colours of the palette differ at least, in one channel."""


@dataclass(frozen=True, slots=True)
class Paint:
    """A ground and what is written on it."""

    ground: Colour
    ink: Colour


@dataclass(frozen=True, slots=True)
class Look:
    """Every colour of a theme."""

    edge: Paint
    """The rim with the coordinates."""
    plain: Paint
    """A square without premium, and the lines between squares."""
    premiums: dict[Premium, Paint]
    tile: Paint
    marked: Paint
    proposal: Paint
    blank: Paint
    frame: Colour
    """Around the tiles of the move just laid, and around a proposal."""

    @property
    def palette(self) -> list[int]:
        """Return the palette, at most 256 colours, as Pillow wants it.

        Shades too close to another colour are left out: Pillow matches roughly, and white is to
        stay white.
        """
        meetings = self._meetings()
        colours = list(dict.fromkeys(colour for meeting in meetings for colour in meeting))
        for one, other in meetings:
            for step in range(1, _STEPS):
                shade = _between(one, other, step)
                if all(_distance(shade, colour) >= _APART for colour in colours):
                    colours.append(shade)
        return [channel for colour in colours for channel in colour]

    def _meetings(self) -> list[tuple[Colour, Colour]]:
        """Return which colours touch: each shape with what lies beneath it."""
        faces = (self.tile, self.marked, self.proposal, self.blank)
        found = [(paint.ground, paint.ink) for paint in (self.edge, self.plain, *faces)]
        found += [(paint.ground, paint.ink) for paint in self.premiums.values()]
        found += [(self.frame, paint.ground) for paint in faces]
        found += [(self.plain.ground, paint.ground) for paint in (*faces, *self.premiums.values())]
        found += [(self.plain.ground, self.frame)]
        return found


def _between(one: Colour, other: Colour, step: int) -> Colour:
    red, green, blue = (a + (b - a) * step // _STEPS for a, b in zip(one, other, strict=True))
    return red, green, blue


def _distance(one: Colour, other: Colour) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


_COLOUR = Look(
    edge=Paint((255, 255, 255), (30, 30, 30)),
    plain=Paint((222, 230, 222), (150, 165, 152)),
    premiums={
        Premium.DOUBLE_LETTER: Paint((170, 214, 242), (8, 44, 74)),
        Premium.TRIPLE_LETTER: Paint((26, 86, 160), _WHITE),
        Premium.DOUBLE_WORD: Paint((247, 184, 180), (88, 10, 12)),
        Premium.TRIPLE_WORD: Paint((184, 22, 34), _WHITE),
    },
    tile=Paint((255, 244, 208), (20, 16, 10)),
    marked=Paint((255, 214, 64), (20, 16, 10)),
    proposal=Paint((255, 255, 255), (20, 16, 10)),
    blank=Paint((62, 38, 88), _WHITE),
    frame=(20, 16, 10),
)

_PRINT = Look(
    edge=Paint(_WHITE, _BLACK),
    plain=Paint(_WHITE, (96, 96, 96)),
    premiums=dict.fromkeys(Premium, Paint(_WHITE, _BLACK)),
    tile=Paint(_WHITE, _BLACK),
    marked=Paint(_WHITE, _BLACK),
    proposal=Paint(_WHITE, _BLACK),
    blank=Paint(_BLACK, _WHITE),
    frame=_BLACK,
)


def look_of(theme: Theme) -> Look:
    return _COLOUR if theme is Theme.COLOUR else _PRINT
