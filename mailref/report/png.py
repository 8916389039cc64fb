"""Pictures as PNG: packed quickly, tightly, or in strips of which most are those of a picture before."""

from collections.abc import Sequence
from hashlib import sha256
from io import BytesIO
from itertools import pairwise
from zlib import Z_FULL_FLUSH, adler32, compressobj, crc32

from PIL import Image

QUICK, TIGHT = 3, 8
"""How a PNG is packed: in an answer to one, and in a report that goes to many.

At 9 it takes twice the time for a hundredth less.
"""
_MOST_STRIPS = 1000
"""Three million octets: where games go on one after another, the boards of sixty."""
_HEADER, _END = b"\x78\xda", b"\x03\x00"
"""Of what is packed (RFC 1950): by how much, and an empty last block."""


def png(picture: Image.Image, packing: int) -> bytes:
    """Return a picture with a palette, the same bytes for the same picture."""
    target = BytesIO()
    picture.save(target, "PNG", optimize=False, compress_level=packing)
    return target.getvalue()


class StripPacker:
    """Packs pictures of one size, whose rows of squares are packed one by one.

    A move changes some of them; the others are those of the report before, or of another game.
    """

    def __init__(self, edges: Sequence[int]) -> None:
        """*edges* are the lines at which a strip begins, and the height."""
        self._edges = edges
        self._strips: dict[bytes, bytes] = {}

    def png(self, picture: Image.Image) -> bytes:
        """Return a picture with a palette of whole bytes as a PNG (RFC 2083)."""
        width, height = picture.size
        dots = picture.tobytes()
        strips = [
            _lines(dots[top * width : end * width], width) for top, end in pairwise(self._edges)
        ]
        check = adler32(b"".join(strips)).to_bytes(4)
        head = width.to_bytes(4) + height.to_bytes(4) + bytes((8, 3, 0, 0, 0))
        data = b"".join((_HEADER, *map(self._packed, strips), _END, check))
        palette = bytes(picture.getpalette() or ())
        chunks = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", data), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*each) for each in chunks)

    def _packed(self, lines: bytes) -> bytes:
        """Return lines packed, for themselves; those asked for last are kept."""
        key = sha256(lines).digest()
        found = self._strips.pop(key, None)
        if found is None:
            packer = compressobj(TIGHT, wbits=-15, memLevel=9)
            found = packer.compress(lines) + packer.flush(Z_FULL_FLUSH)
        self._strips[key] = found
        if len(self._strips) > _MOST_STRIPS:
            del self._strips[next(iter(self._strips))]
        return found


def _lines(dots: bytes, width: int) -> bytes:
    """Return the lines of a strip as a PNG has them: one that is like the one above says only that."""
    lines = [dots[start : start + width] for start in range(0, len(dots), width)]
    same = b"\x02" + bytes(width)
    others = (same if above == line else b"\x00" + line for above, line in pairwise(lines))
    return b"".join((b"\x00", lines[0], *others))


def _chunk(name: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4) + name + data + crc32(name + data).to_bytes(4)
