"""Pictures as PNG: packed quickly or tightly."""

from zlib import DEFLATED, MAX_WBITS, compressobj, crc32

from PIL import Image

QUICK, TIGHT = 3, 7
"""How a PNG is packed: in an answer to one, and in a report that goes to many.

At 8 a board takes two and a half times as long, for a thirtieth less.
"""
_FEW = 16
"""So many colours take four bits a dot."""
_MOST_MEMORY = 9


def png(picture: Image.Image, packing: int) -> bytes:
    """Return a picture with a palette, the same bytes for the same picture (RFC 2083)."""
    width, height = picture.size
    palette = bytes(picture.getpalette() or ())
    bits = 4 if len(palette) <= 3 * _FEW else 8
    dots = picture.tobytes("raw", f"P;{bits}" if bits < 8 else "P")
    line = len(dots) // height
    lines = b"".join(b"\0" + dots[start : start + line] for start in range(0, len(dots), line))
    packer = compressobj(packing, DEFLATED, MAX_WBITS, _MOST_MEMORY)
    data = packer.compress(lines) + packer.flush()
    head = width.to_bytes(4) + height.to_bytes(4) + bytes((bits, 3, 0, 0, 0))
    chunks = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*each) for each in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4) + name + data + crc32(name + data).to_bytes(4)
