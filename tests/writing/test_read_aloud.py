"""Mails as a screen reader has them: in order, each heading below one of its own, tables with heads, pictures in words.

What the golden files hold is looked at always; with MAILREF_FULL=1 every mail there is, in both languages.
"""

import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from tests.writing.composed import LANGUAGES, body, message
from tests.writing.samples import ALL

GOLDEN = Path(__file__).parent / "golden"
FILES = sorted(GOLDEN.glob("*.html"))
PICTURED = (
    "turn_report_four",
    "turn_finished",
    "bingo_report_won",
    "table_status",
    "solo_report_two",
)
"""Beside the golden files: a mail of each kind of game, as far as there is one of that name."""
FEWEST_WORDS = 3


def pages() -> Iterator[tuple[str, str]]:
    """Yield name and language of each mail that is looked at beside the golden files."""
    names = ALL if os.environ.get("MAILREF_FULL") == "1" else [n for n in PICTURED if n in ALL]
    for name in names:
        for language in LANGUAGES:
            yield name, language


def faults_in(page: str, language: str) -> Iterator[str]:
    """Yield what somebody who hears a page would miss."""
    tree = LexborHTMLParser(page)
    root, title = tree.css_first("html"), tree.css_first("title")
    if root is None or root.attributes.get("lang") != language:
        yield "the page does not say its language"
    if title is None or not title.text(strip=True):
        yield "the page has no title"
    yield from headings_of(tree)
    for picture in tree.css("img"):
        alt = picture.attributes.get("alt") or ""
        if len(alt.split()) < FEWEST_WORDS:
            yield f"a picture says {alt!r}"
    for table in tree.css("table"):
        yield from heads_of(table)
    for hidden in tree.css(".gone"):
        if hidden.tag != "s":
            yield "a letter is crossed out for the eye alone"


def headings_of(tree: LexborHTMLParser) -> Iterator[str]:
    levels = [int(str(node.tag)[1]) for node in tree.css("h1, h2, h3, h4, h5, h6")]
    empty = [node.tag for node in tree.css("h1, h2, h3") if not node.text(strip=True)]
    if levels[:1] != [1] or levels.count(1) != 1:
        yield f"the headings do not begin with one of the first level: {levels}"
    if any(after - before > 1 for before, after in pairwise(levels)):
        yield f"a level is left out: {levels}"
    if empty:
        yield f"empty headings: {empty}"


def heads_of(table: LexborNode) -> Iterator[str]:
    """A table that only places things says so and has no heads; any other has them, each with its scope."""
    heads = [node for node in table.css("th") if owner(node).mem_id == table.mem_id]
    if table.attributes.get("role") == "presentation":
        if heads:
            yield "a table that only places things has heads"
        return
    if not heads:
        yield "a table without heads"
    scopes = {node.attributes.get("scope") for node in heads}
    if not scopes <= {"col", "row", "colgroup", "rowgroup"}:
        yield f"heads without a scope: {scopes}"
    if "col" not in scopes:
        yield "a table whose columns have no heads"


def owner(node: LexborNode) -> LexborNode:
    """Return the table in which a cell stands."""
    found = node.parent
    while found is not None and found.tag != "table":
        found = found.parent
    assert found is not None
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_page_can_be_heard(file: Path) -> None:
    language = file.stem.rpartition(".")[2]

    assert [*faults_in(file.read_text(encoding="utf-8"), language)] == []


@pytest.mark.parametrize(("name", "language"), [*pages()])
def test_a_mail_can_be_heard(name: str, language: str) -> None:
    page = body(message(name, language), "html")

    assert [*faults_in(page, language)] == []


def test_there_are_pages_to_hear() -> None:
    assert len(FILES) >= 8
    assert len([*pages()]) >= 4


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("<html lang=de><title>x</title><h1>a</h1><h3>b</h3>", "a level is left out: [1, 3]"),
        ("<html lang=de><title>x</title><h1>a</h1><img alt=''>", "a picture says ''"),
        ("<html lang=de><title>x</title><h1>a</h1><table><tr><td>1", "a table without heads"),
        (
            "<html lang=de><title>x</title><h1>a</h1><table><tr><th>1",
            "heads without a scope: {None}",
        ),
        ("<html lang=en><title>x</title><h1>a</h1>", "the page does not say its language"),
        (
            "<html lang=de><title>x</title><h1>a</h1><span class=gone>A</span>",
            "a letter is crossed out for the eye alone",
        ),
    ],
)
def test_what_could_not_be_heard_is_found(page: str, fault: str) -> None:
    assert fault in [*faults_in(page, "de")]
