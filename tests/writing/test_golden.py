"""What each mail says, in both languages: golden files, changed by --update only (style 42)."""

import re
from itertools import islice
from pathlib import Path

import pytest

from mailref.languages import LANGUAGES as ALL_LANGUAGES
from mailref.writing.scene import FaultSeen
from tests.writing import order_pages
from tests.writing.builders import means
from tests.writing.composed import GOLDEN as GOLDEN_MAILS
from tests.writing.composed import LANGUAGES, body, message, tried
from tests.writing.faulty import FAULTS, HINTS, REASONS, sentence
from tests.writing.samples import ALL

pytestmark = pytest.mark.each

GOLDEN = Path(__file__).parent / "golden"
WITH_HTML = ("accepted", "no_valid_move", "report_by_lot", "word_questions")


def hold(name: str, text: str, *, update: bool) -> None:
    path = GOLDEN / name
    if update:
        path.write_text(text, encoding="utf-8", newline="")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "language"), [each for each in GOLDEN_MAILS if each[0] in tried(each[1])]
)
def test_every_mail_says_what_its_golden_file_says(name: str, language: str, update: bool) -> None:
    mail = message(name, language)

    text = f"{mail['Subject']}\n\n{body(mail, 'plain')}"

    hold(f"{name}.{language}.txt", text, update=update)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", WITH_HTML)
def test_the_html_is_as_its_golden_file(name: str, language: str, update: bool) -> None:
    hold(f"{name}.{language}.html", body(message(name, language), "html"), update=update)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [*FAULTS, *HINTS, *REASONS])
def test_every_fault_has_its_sentence(kind: str, language: str, update: bool) -> None:
    """Style 34: one golden file for each fault; contract 3 names the codes."""
    found = FAULTS | HINTS | REASONS
    seen: list[FaultSeen] = found[kind]

    text = "".join(f"{sentence(each, language, means())}\n" for each in seen)

    hold(f"fault.{kind}.{language}.txt", text, update=update)


@pytest.mark.parametrize("language", [each for each in ALL_LANGUAGES if each not in LANGUAGES])
def test_every_other_language_has_a_sentence_for_every_fault(language: str, update: bool) -> None:
    found = FAULTS | HINTS | REASONS
    text = "".join(
        f"{sentence(each, language, means())}\n" for seen in found.values() for each in seen
    )

    hold(f"faults.{language}.txt", text, update=update)


_LARGE = {"Angebot", "Anna", "Ben", "Cilly", "Cleo", "Cora", "Erika", "Klassisches", "Max"}
"""Names and nouns."""


def test_german_goes_on_small_after_the_comma_of_the_greeting() -> None:
    """Names and nouns are written large, and what begins a heading or a fact."""
    begun = [first_words(GOLDEN / f"{name}.de.txt") for name in ALL]

    assert "du" in begun
    assert {word for word in begun if word[:1].isupper()} == _LARGE


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_follows_the_greeting(language: str) -> None:
    """Nobody is greeted right above a heading or a row of letters."""
    for name in ALL:
        text = (GOLDEN / f"{name}.{language}.txt").read_text(encoding="utf-8")
        greeted = re.search(r"^(?:Hallo|Hello)\b[^\n]*,\n\n(.*)\n(.*)", text, re.MULTILINE)

        if greeted is not None:  # a long name goes on in another line
            assert not greeted[2].startswith("---"), (name, greeted[1])
            assert not re.match(r"\S+( \S+)?: ", greeted[1]), (name, greeted[1])


def first_words(path: Path) -> str:
    """Return with what a mail begins behind its greeting; nothing where that is no sentence."""
    lines = iter(path.read_text(encoding="utf-8").splitlines())
    if not next((line for line in lines if line.startswith("Hallo ")), "").endswith(","):
        return ""
    first, below = next(islice(lines, 1, None), ""), next(lines, "")
    is_sentence = not below.startswith("--") and not first.startswith("Deine Buchstaben: ")
    return first.split(" ", maxsplit=1)[0] if is_sentence else ""


ORDERS = Path(__file__).resolve().parents[2] / "docs" / "orders"


@pytest.mark.parametrize("file", order_pages.pages())
def test_each_order_has_a_page_with_what_is_really_answered(file: str, update: bool) -> None:
    text = order_pages.written(order_pages.pages()[file])
    if update:
        ORDERS.mkdir(exist_ok=True)
        (ORDERS / file).write_text(text, encoding="utf-8")

    assert text == (ORDERS / file).read_text(encoding="utf-8")
    assert "(no answer)" not in text


def test_a_page_leads_to_those_of_all_orders(update: bool) -> None:
    text = order_pages.index(order_pages.pages())
    if update:
        (ORDERS / "README.md").write_text(text, encoding="utf-8")

    assert text == (ORDERS / "README.md").read_text(encoding="utf-8")
    assert {path.name for path in ORDERS.glob("*.md")} == {*order_pages.pages(), "README.md"}
