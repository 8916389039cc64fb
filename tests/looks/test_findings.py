"""The checks of looks themselves: each finds what it is there to find, and nothing on a good page."""

from pathlib import Path

import pytest

from tests.looks.chromium import Browser
from tests.looks.findings import findings

pytestmark = pytest.mark.chromium

HEAD = '<!DOCTYPE html><html lang="de"><head><meta charset="utf-8"><title>T</title>{}</head><body><main><h1>T</h1>'
DARK = '<meta name="color-scheme" content="light dark">'
DOT = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
GOOD = f'<p>Ein Satz</p><img width="20" height="20" src="{DOT}" alt="ein Punkt">'


def seen(
    browser: Browser, folder: Path, body: str, scheme: str = "light", head: str = ""
) -> set[str]:
    page = folder / "page.html"
    page.write_text(HEAD.format(head) + body + "</main></body></html>", encoding="utf-8")
    return set(findings(browser, page, 320, scheme))


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("head", ["", DARK])
def test_a_good_page_has_no_findings(
    browser: Browser, tmp_path: Path, scheme: str, head: str
) -> None:
    assert seen(browser, tmp_path, GOOD, scheme, head) == set()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "kind"),
    [
        pytest.param('<div style="width: 400px">x</div>', "scroll", id="too wide"),
        pytest.param("<p>" + "x" * 90 + "</p>", "scroll", id="a word too long"),
        pytest.param('<p style="color: #777777">blass</p>', "faint", id="4.48 to 1"),
        pytest.param('<p style="opacity: 0.5">blass</p>', "faint", id="half transparent"),
        pytest.param(
            '<div style="background: #000"><p style="color: #333">x</p></div>',
            "faint",
            id="behind it lies an ancestor",
        ),
        pytest.param(
            '<p style="background: linear-gradient(#fff, #000)">x</p>', "faint", id="on a picture"
        ),
        pytest.param('<p style="font-size: 11px">klein</p>', "small", id="small"),
        pytest.param(
            '<p style="position: absolute; left: -50px">links</p>', "outside", id="to the left"
        ),
        pytest.param(
            '<p style="overflow: hidden; width: 80px; white-space: nowrap">abgeschnitten und weg</p>',
            "cut",
            id="cut off",
        ),
        pytest.param(
            '<p style="overflow-wrap: anywhere; width: 60px">zu&nbsp;unbestreitbar</p>',
            "broken",
            id="a word broken",
        ),
        pytest.param(f'<p>x</p><img src="{DOT}" width="9" height="9">', "wordless", id="no alt"),
        pytest.param('<p>x</p><img src="nothing.png" alt="da">', "missing", id="no picture"),
        pytest.param(
            '<p>ein Satz</p><p style="margin-top: -34px">noch einer</p>', "overlaps", id="texts"
        ),
        pytest.param(
            f'<p>Satz</p><img style="position: absolute; top: 10px" width="50" height="50" src="{DOT}" '
            'alt="Bild">',
            "overlaps",
            id="a picture over text",
        ),
        pytest.param(
            '<p>x</p><img src="http://127.0.0.1:9/a.png" alt="fern">', "requests", id="a picture"
        ),
        pytest.param(
            '<link rel="stylesheet" href="https://example.invalid/a.css"><p>x</p>',
            "requests",
            id="a style sheet",
        ),
        pytest.param("<h3>Eine Ebene fehlt</h3>", "axe", id="a level left out"),
        pytest.param('<p lang="deutsch">x</p>', "axe", id="no language"),
        pytest.param('<a href="#"></a>', "axe", id="a link without words"),
        pytest.param('<p id="a">x</p><b id="a" role="button">x</b>', "axe", id="no button"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_found(browser: Browser, tmp_path: Path, body: str, kind: str) -> None:
    assert kind in seen(browser, tmp_path, body)


@pytest.mark.slow
def test_what_is_wrong_only_in_the_dark_is_found_in_the_dark(
    browser: Browser, tmp_path: Path
) -> None:
    body = '<p style="color: #1a1a1a">Schwarz auf dem dunklen Grund des Programms</p>'

    light, dark = (seen(browser, tmp_path, body, scheme, DARK) for scheme in ("light", "dark"))

    assert (light, dark) == (set(), {"faint"})
