"""Every mail in Debian's Chromium: on a phone and a desk, by day and by night."""

import subprocess
from pathlib import Path
from zlib import crc32

import pytest

from tests.looks.chromium import Browser
from tests.looks.findings import SCHEMES, WIDTHS, Findings, brightness, findings, screens, size
from tests.looks.pages import page_named, without_styles, written_to
from tests.needs import need_program
from tests.writing.composed import LANGUAGES
from tests.writing.samples import ALL

NAMES = (*ALL, "hundred")
SHOWN = (
    "report_by_lot", "report_second_round", "hundred", "report_erratum", "report_ended", "opening",
    "accepted", "no_valid_move", "pending", "reminder", "word_questions", "help", "rules", "status",
)  # fmt: skip


@pytest.mark.sampled(6)
@pytest.mark.slow
@pytest.mark.chromium
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_mail_is_readable_on_every_screen(
    browser: Browser, tmp_path: Path, name: str, language: str
) -> None:
    """No scrolling sideways, contrast 4.5 to 1, alternative texts, nothing fetched or covered."""
    page = written_to(tmp_path, name, page_named(name, language))

    found = {
        f"{width} {scheme}": findings(browser, page, width, scheme)
        for width, scheme in screens(crc32(name.encode()))
    }

    assert _some(found) == {}


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.chromium
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SHOWN)
def test_a_mail_is_readable_where_only_inline_styles_are_known(
    browser: Browser, tmp_path: Path, name: str, language: str
) -> None:
    """Clients that know only tables and inline styles."""
    page = written_to(tmp_path, name, without_styles(page_named(name, language)))

    found = {f"{width}": findings(browser, page, width, "light") for width in WIDTHS}

    assert _some(found) == {}


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.chromium
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SHOWN)
def test_screenshots_are_whole_and_dark_in_the_dark(
    browser: Browser, tmp_path: Path, shots: Path, name: str, language: str
) -> None:
    """`--shots DIR` keeps them for people to look at."""
    page = written_to(tmp_path, name, page_named(name, language))
    taken: dict[tuple[int, str], bytes] = {}
    for width in WIDTHS:
        for scheme in SCHEMES:
            browser.look(page, width, dark=scheme == "dark")
            taken[width, scheme] = browser.screenshot(width)
            path = shots / f"{name}.{language}.{width}.{scheme}.png"
            path.write_bytes(taken[width, scheme])

    for width in WIDTHS:
        assert size(taken[width, "light"])[0] == width
        assert size(taken[width, "light"])[1] > 300
        assert brightness(taken[width, "light"]) > 200
        assert brightness(taken[width, "dark"]) < 60


@pytest.mark.sampled(30)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=[] if each in SHOWN else pytest.mark.slow) for each in NAMES]
)
def test_the_html_of_a_mail_is_valid(tmp_path: Path, name: str, language: str) -> None:
    """Debian's tidy has neither error nor warning."""
    tidy = need_program("tidy", "tidy")
    page = written_to(tmp_path, name, page_named(name, language))

    done = subprocess.run(
        [tidy, "-errors", "-quiet", "-utf8", page], capture_output=True, check=False
    )

    assert done.stderr.decode() == ""
    assert done.returncode == 0


def _some(found: dict[str, Findings]) -> dict[str, Findings]:
    return {where: kinds for where, kinds in found.items() if kinds}
