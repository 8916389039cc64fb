"""Golden pictures: compared with a tolerance, for FreeType draws a soft edge a shade apart."""

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

GOLDEN = Path(__file__).parent / "golden"


def check_picture(data: bytes, name: str, *, update: bool) -> None:
    """Compare *data* with golden/*name*; with *update* write it."""
    path = GOLDEN / name
    if update:
        path.write_bytes(data)
        return
    assert difference(opened(data), Image.open(path).convert("RGB")) < 0.5, f"{name} differs"


def check_text(text: str, name: str, *, update: bool) -> None:
    """Compare *text* with golden/*name*; with *update* write it."""
    path = GOLDEN / name
    if update:
        path.write_text(text, encoding="utf-8", newline="")
        return
    assert text == path.read_text(encoding="utf-8")


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data)).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> float:
    """Return how far two pictures are apart: the mean over pixels and channels, 0 to 255."""
    assert one.size == other.size
    means = ImageStat.Stat(ImageChops.difference(one, other)).mean
    return sum(means) / len(means)
