"""Nothing that mailref sends is ever read back as a move, however it is quoted (contract 5)."""

import re
from collections.abc import Iterator
from textwrap import wrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailref.office import entry_reader
from mailref.reading.entries import GameFace, Reading
from mailref.reading.html_to_lines import lines_of_html
from mailref.reading.incoming_mail import Line
from mailref.rules.variant import Rules
from mailref.writing.never_a_move import bound
from tests.effort import examples
from tests.rules.variants import ONE, SB, SIMULTAN, TWO
from tests.writing.composed import LANGUAGES, body, message
from tests.writing.samples import ALL

RULES = {"one": ONE, "sb": SB, "simultan": SIMULTAN, "two": TWO}
TIED = "¤"


def read(lines: list[str], rules: Rules) -> Reading:
    face = GameFace("yerres", "1-Zug-Scrabble Yerres", rules)
    numbered = [Line(at, text) for at, text in enumerate(lines, start=1)]
    return entry_reader().read(numbered, "", (face,), face)


def quoted(lines: list[str]) -> Iterator[list[str]]:
    """Yield the lines as mail programs and people mangle them, the signs of quotes taken away."""
    yield lines
    yield [line.strip() for line in lines]
    yield [line.lstrip(">- ") for line in lines]
    for width in (40, 60, 76):
        yield [
            piece
            for line in lines
            for piece in (wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""])
        ]
    yield [line for line in lines if line.strip()]


def each_line(lines: list[str]) -> Iterator[list[str]]:
    for line in lines:
        yield [line]


def moves_in(lines: list[str], rules: Rules) -> list[str]:
    lines = [line.replace(TIED, " ") for line in lines]
    reading = read(lines, rules)
    return [move.span.text for entry in reading.entries for move in entry.moves]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL)
def test_the_text_of_no_mail_holds_a_move(name: str, language: str) -> None:
    """Also line by line, for people who quote a single line."""
    lines = body(message(name, language), "plain").split("\n")
    ways = [*quoted(lines), *each_line(lines)]

    found = [moves_in(each, rules) for each in ways for rules in RULES.values()]

    assert [each for each in found if each] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL)
def test_the_html_of_no_mail_holds_a_move(name: str, language: str) -> None:
    """As the reader of mail, and as programs that wrap what they quote, turn it into text."""
    # A sign in place of the blank that no program breaks: reading makes plain blanks of both.
    rows, _ = lines_of_html(body(message(name, language), "html").replace("&nbsp;", TIED))
    lines = [row.text for row in rows]

    found = [moves_in(each, rules) for each in quoted(lines) for rules in RULES.values()]

    assert [each for each in found if each] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL)
def test_no_mail_holds_a_command(name: str, language: str) -> None:
    lines = body(message(name, language), "plain").split("\n")

    commands = [c for each in quoted(lines) for c in read(each, ONE).commands]

    assert commands == []


@settings(max_examples=examples(300))
@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                [
                    "M10s",
                    "EUBÖA",
                    "8H",
                    "RUCKEN",
                    "s",
                    "waagerecht",
                    "/",
                    "1.",
                    "Zug:",
                    "A",
                    "H4-H8:",
                    "Joker=T",
                    "und",
                    "gilt",
                    "Jokertausch=A12",
                    "51",
                    "BE*HAUE",
                    "ab",
                    "(M10",
                ]
            ),
            st.text(st.characters(whitelist_categories=("Lu", "Ll", "Nd")), min_size=1, max_size=8),
        ),
        min_size=1,
        max_size=14,
    ),
    st.integers(min_value=20, max_value=72),
)
def test_whatever_a_sentence_holds_no_line_of_it_begins_with_a_play(
    words: list[str], width: int
) -> None:
    """A sentence of ours begins with a word that begins no play; wherever it is wrapped, none does."""
    sentence = bound("Auf dem Brett liegt an dieser Stelle: " + " ".join(words))
    lines = [re.sub("\u00a0", " ", line) for line in wrap(sentence, width, break_long_words=False)]

    found = [moves_in([line], rules) for rules in RULES.values() for line in lines]

    assert [each for each in found if each] == []
