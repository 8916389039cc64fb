"""Nothing that mailref sends is ever read back as a move, however it is quoted (contract 5)."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
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
from tests.effort import Effort, effort, examples
from tests.rules.variants import ONE, SB, SIMULTAN, TWO
from tests.writing.composed import LANGUAGES, body, message
from tests.writing.samples import ALL

RULES = {"one": ONE, "sb": SB, "simultan": SIMULTAN, "two": TWO}
# At the desk the two between which the others lie: one move of one play, and many of all kinds.
WIDTHS = [40] if effort() is Effort.DESK else [40, 60, 76]
KINDS = [ONE, SIMULTAN] if effort() is Effort.DESK else list(RULES.values())
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
    for width in WIDTHS:
        yield [
            piece
            for line in lines
            for piece in (wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""])
        ]
    yield [line for line in lines if line.strip()]


def moves_in(lines: list[str], rules: Rules) -> tuple[str, ...]:
    return moves_read(tuple(lines), rules)


@cache  # most lines stand in many mails
def moves_read(lines: tuple[str, ...], rules: Rules) -> tuple[str, ...]:
    reading = read([line.replace(TIED, " ") for line in lines], rules)
    return tuple(move.span.text for entry in reading.entries for move in entry.moves)


def moves_in_any(ways: Iterable[list[str]]) -> list[tuple[str, ...]]:
    """Return the moves that are read in any of *ways*, by the rules of any game."""
    different = dict.fromkeys(tuple(each) for each in ways)
    return [found for each in different for rules in KINDS if (found := moves_read(each, rules))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL)
def test_the_text_of_no_mail_holds_a_move(name: str, language: str) -> None:
    """Also line by line, for people who quote a single line."""
    lines = body(message(name, language), "plain").split("\n")
    ways = [*quoted(lines), *([line] for line in lines)]

    assert moves_in_any(ways) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL)
def test_the_html_of_no_mail_holds_a_move(name: str, language: str) -> None:
    """As the reader of mail, and as programs that wrap what they quote, turn it into text."""
    # A sign in place of the blank that no program breaks: reading makes plain blanks of both.
    rows, _ = lines_of_html(body(message(name, language), "html").replace("&nbsp;", TIED))
    lines = [row.text for row in rows]

    assert moves_in_any(quoted(lines)) == []


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
