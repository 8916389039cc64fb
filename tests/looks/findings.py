"""What is wrong with a page as Chromium shows it, measured by `measure.js` and by axe."""

from io import BytesIO
from itertools import product
from pathlib import Path
from typing import cast

from PIL import Image, ImageStat

from tests.effort import fewer, seed
from tests.looks.axe import violations
from tests.looks.chromium import Browser

SCRIPT = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")
WIDTHS = (320, 1200)
SCHEMES = ("light", "dark")


def screens(number: int) -> list[tuple[int, str]]:
    """Return width and scheme of the screens on which the page of that *number* is looked at.

    By `make test` two, so that each width, each scheme and, over several pages, each of both is tried: what a
    width breaks is seldom broken in one scheme alone.
    """
    turn = number + seed()
    some = [(width, SCHEMES[(at + turn) % 2]) for at, width in enumerate(WIDTHS)]
    return fewer([*product(WIDTHS, SCHEMES)], some)


Findings = dict[str, list[str]]
"""By kind (`scroll`, `faint`, `overlaps` ...) what was found; a kind without a find is left out."""


def findings(browser: Browser, page: Path, width: int, scheme: str) -> Findings:
    """Show *page* and return all that is wrong with it."""
    browser.look(page, width, dark=scheme == "dark")
    measured = cast("dict[str, list[str] | int]", browser.measure(SCRIPT))
    assert measured.pop("texts"), f"{page.name} shows no text"
    found = {kind: list(some) for kind, some in measured.items() if some and isinstance(some, list)}
    own = page.parent.as_uri()
    abroad = [url for url in browser.requested if not url.startswith(("data:", own))]
    # What axe looks for depends little on the width.
    by_axe = violations(browser) if width == WIDTHS[0] else []
    return found | {kind: all_ for kind, all_ in (("requests", abroad), ("axe", by_axe)) if all_}


def brightness(png: bytes) -> float:
    """Return how bright a picture is on the whole, 0 to 255."""
    with Image.open(BytesIO(png)) as picture:
        return ImageStat.Stat(picture.convert("L")).median[0]


def size(png: bytes) -> tuple[int, int]:
    with Image.open(BytesIO(png)) as picture:
        return picture.size
