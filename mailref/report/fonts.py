"""The two cuts of the font that pictures and score sheets are set in, as bytes.

Who opens the files is `assets`; nothing here does.
"""

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from PIL import ImageFont


@dataclass(frozen=True, slots=True)
class Fonts:
    """A TrueType font, regular and bold."""

    regular: bytes
    bold: bytes

    def face(self, size: int, *, is_bold: bool) -> ImageFont.FreeTypeFont:
        """Return the cut at *size* pixels, laid out glyph by glyph so that every machine agrees."""
        return _face(self.bold if is_bold else self.regular, size)


@lru_cache(maxsize=128)
def _face(data: bytes, size: int) -> ImageFont.FreeTypeFont:
    """Read the font at one size, once."""
    return ImageFont.truetype(BytesIO(data), size, layout_engine=ImageFont.Layout.BASIC)


def fitting(
    fonts: Fonts, text: str, size: int, width: float, *, is_bold: bool
) -> ImageFont.FreeTypeFont:
    """Return the cut at *size*, or as much smaller as *text* needs to be no wider than *width*."""
    face = fonts.face(size, is_bold=is_bold)
    needed = face.getlength(text)
    if needed <= width:
        return face
    return fonts.face(max(6, int(size * width / needed)), is_bold=is_bold)
