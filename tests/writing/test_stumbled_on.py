"""What readers stumbled on, mail by mail, is said no more: sentences that nobody speaks, and lines cut apart."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mailref import assets
from mailref.languages import LANGUAGES
from tests.writing.composed import body, message

GOLDEN = Path(__file__).parent / "golden"
DOCS = Path(__file__).parents[2] / "docs"
GONE = (
    "Das ist noch nicht verschickt", "Willst du ihm antworten", "Nicht alle Anweisungen", "Widerruf: erledigt",
    "ehrenhalber", "Den Stand führe ich", "stand in your mails alone", "by the word of all others",
    "for doubts about", "Square and word go in place", "Who plays his last tiles", "What counts is the word of",
    "Say once what a preview is made with", "The 0 mails of the end", "This is what became of them",
    "is not a direction", "nobody but me reads", "clock is stopped for this place",
)  # fmt: skip
SMALL = (
    "Das",
    "Die",
    "Der",
    "Es",
    "Du",
    "Ich",
    "Dein",
    "Deine",
    "In",
    "Hier",
    "So",
    "Von",
    "Diese",
)
"""Words that a German mail writes small after its greeting."""


def texts() -> Iterator[tuple[str, str]]:
    yield from ((path.name, path.read_text(encoding="utf-8")) for path in GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_that_nobody_speaks_are_in_no_template(language: str) -> None:
    sources = assets.template_sources(language)

    assert [(name, each) for name, text in sources.items() for each in GONE if each in text] == []


def test_they_are_in_no_page_for_people() -> None:
    pages = {path.name: path.read_text(encoding="utf-8") for path in DOCS.rglob("*.md")}

    assert [(name, each) for name, text in pages.items() for each in GONE if each in text] == []


def test_a_german_mail_goes_on_small_after_its_greeting() -> None:
    """`Hallo Erika Musterfrau, Das ist ...`; so does a move right below it, which nobody is told of so."""
    after = re.compile(rf"^Hallo[^\n]*,\n\n(?:{'|'.join(SMALL)}|Gelegt)\b", re.MULTILINE)

    assert [name for name, text in texts() if name.endswith(".de.txt") and after.search(text)] == []


def test_no_preview_offers_a_way_out() -> None:
    found = [(name, text) for name, text in texts() if name.startswith("report_preview")]

    assert len(found) > 4
    assert [name for name, text in found if re.search("ABMELDEN|LEAVE", text)] == []


@pytest.mark.parametrize("cut", [r"\(nach$", r"\(top$", r"\(left$", r"\(\+0000\)", r"\(von oben$"])
def test_no_line_ends_within_a_direction_and_no_zone_is_a_number(cut: str) -> None:
    assert [name for name, text in texts() if re.search(cut, text, re.MULTILINE)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_runs_on_from_a_row_of_facts(language: str) -> None:
    """`Game: Yerres I pass on only so many mails a day`: an empty line has to part them."""
    runs_on = re.compile(r"^= .*\n(?:\{% (?:end\w+|(?:el)?if .*) \+?%\}\n)+[^\W\d_]", re.MULTILINE)
    sources = assets.template_sources(language)

    assert [name for name, text in sources.items() if runs_on.search(text)] == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "EUBÖA und NA bringen 53 Punkte"),
        ("en", "EUBÖA and NA score 53 points"),
        ("fr", "EUBÖA et NA rapportent 53 points"),
    ],
)
def test_two_words_take_the_verb_of_several(language: str, said: str) -> None:
    text = body(message("report_of_two_plays", language), "plain")

    assert said in " ".join(text.split())
