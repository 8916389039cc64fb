"""The archive and what `make demo` opens, in Chromium."""

import re
import subprocess
from io import BytesIO
from pathlib import Path
from typing import cast

import pytest
from PIL import Image

from tests.looks.chromium import Browser
from tests.looks.findings import SCHEMES, brightness, findings, screens
from tests.looks.played import ROUNDS, Played
from tests.needs import need_program

pytestmark = pytest.mark.slow

ARCHIVE = ("index.html", *(f"round-{number}.html" for number in range(1, ROUNDS + 1)))
GALLERY = ("index.html", "mails/0001.html", "mails/0012.html")


def pages_of(played: Played) -> list[Path]:
    return [
        *(played.archive / name for name in ARCHIVE),
        *(played.folder / name for name in GALLERY),
    ]


@pytest.mark.chromium
def test_every_page_is_readable_on_every_screen(
    browser: Browser, played: Played, pytestconfig: pytest.Config
) -> None:
    """No scrolling sideways, contrast, alternative texts, nothing fetched from elsewhere."""
    shots = pytestconfig.getoption("--shots")  # nobody else looks at them
    found = {}
    for number, page in enumerate(pages_of(played)):
        for width, scheme in screens(number):
            wrong = findings(browser, page, width, scheme)
            found.update({f"{page.name} {width} {scheme}": wrong} if wrong else {})
            if shots:
                Path(shots).mkdir(parents=True, exist_ok=True)
                name = f"{page.parent.name}-{page.stem}.{width}.{scheme}.png"
                (Path(shots) / name).write_bytes(browser.screenshot(width))

    assert found == {}


def test_every_page_is_valid_html(played: Played) -> None:
    tidy = need_program("tidy", "tidy")

    done = [
        subprocess.run([tidy, "-errors", "-quiet", "-utf8", page], capture_output=True, check=False)
        for page in pages_of(played)
    ]

    assert [each.stderr.decode() for each in done if each.stderr] == []


def test_the_archive_needs_no_script_and_nothing_from_elsewhere(played: Played) -> None:
    """A self-contained folder: every link and picture is in it."""
    for name in ARCHIVE:
        html = (played.archive / name).read_text(encoding="utf-8")
        named = re.findall(r'(?:href|src)="([^"#]+)"', html)

        assert "<script" not in html
        assert named
        assert [link for link in named if not (played.archive / link).is_file()] == []


def test_the_archive_can_be_walked_through_from_round_to_round(played: Played) -> None:
    for number in range(1, ROUNDS + 1):
        html = (played.archive / f"round-{number}.html").read_text(encoding="utf-8")

        links = set(re.findall(r'<a rel="(?:prev|next)" href="([^"]+)"', html))

        around = {f"round-{number - 1}.html", f"round-{number + 1}.html"}
        assert links == around & {*ARCHIVE}


@pytest.mark.chromium
@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_chart_is_as_dark_as_its_page(browser: Browser, played: Played, scheme: str) -> None:
    page = played.archive / ARCHIVE[-1]
    browser.look(page, 700, dark=scheme == "dark")
    shot = browser.screenshot(700)
    where = "document.querySelector('.chart').getBoundingClientRect()"

    left, top, right, bottom = (
        cast("float", browser.measure(f"{where}.{side}"))
        for side in ("left", "top", "right", "bottom")
    )

    with Image.open(BytesIO(shot)) as picture, BytesIO() as chart:
        picture.crop((round(left), round(top), round(right), round(bottom))).save(chart, "PNG")
        bright = brightness(chart.getvalue())
    assert bright < 40 if scheme == "dark" else bright > 250
