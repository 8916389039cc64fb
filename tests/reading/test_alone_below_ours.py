"""A play alone on its line is never passed over, whatever words of ours its writer puts above it (rules 8)."""

import random
from collections.abc import Sequence

import pytest

from mailref.languages import LANGUAGES
from mailref.orders.entries import GameFace
from mailref.tiles.board import Laying
from tests.effort import examples
from tests.games.classic.examples import STANDARD as CLASSIC
from tests.reading.reading import lines_of, read_lines
from tests.tiles.variants import ONE, SIMULTAN
from tests.writing.filled import rendered, sources, text_of

WORDS = ("Otto", "Bonn", "51")
GAMES = [
    pytest.param(ONE, id="rounds"),
    pytest.param(SIMULTAN, id="many"),
    pytest.param(CLASSIC, id="turns"),
]


def is_answered(text: str, rules: Laying) -> bool:
    """Tell whether anything of *text* is read or asked about."""
    face = GameFace("kiel", "Scrabble Kiel", rules)
    reading = read_lines(lines_of(text), "", (face,), face)
    return any(entry.written or entry.ambiguity for entry in reading.entries)


def leads(language: str) -> Sequence[str]:
    """Return lines of two to eight words as they stand in a row in our templates, drawn by chance."""
    rng = random.Random(f"20261125 {language}")
    found: list[str] = []
    every = list(sources(language))
    while len(found) < examples(40):
        lines = text_of(rendered(rng.choice(every), WORDS, rng)).split("\n")
        words = [each for each in rng.choice(lines).split() if each.isalpha()]
        count = rng.randrange(2, 9)
        if len(words) >= count:
            start = rng.randrange(len(words) - count + 1)
            found.append(" ".join(words[start : start + count]) + rng.choice(("", ":", ".")))
    return found


@pytest.mark.each_once
@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_play_below_words_of_our_templates_is_read_or_asked_about(
    language: str, rules: Laying
) -> None:
    below = ("{}\nH8w RABEN", "{}\n\nH8w RABEN")

    lost = [
        text
        for lead in leads(language)
        for text in (each.format(lead) for each in below)
        if not is_answered(text, rules)
    ]

    assert lost == []


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Ich ziehe meinen Zug zurück. Neu:\nH4 RUCKEN", ONE),
        ("Ich ziehe meinen Zug zurück. Neu:\nH4 RUCKEN", CLASSIC),
        ("Ich ziehe meinen Zug zurück. Neu:\nTAUSCHE ABC", CLASSIC),
        ("Ich ziehe meinen Zug zurück. Neu:\nPASSE", CLASSIC),
        ("der Zug hatte Verspätung:\n\nH8w RABEN", ONE),
        ("Letzte Runde:\nH8w RABEN", ONE),
        ("Letzte Runde:\nH8w RABEN", CLASSIC),
        ("date limite du tour était.\nH8w RABEN", ONE),
    ],
)
def test_a_move_below_a_line_that_may_be_ours_or_tell_of_another_is_asked_about(
    text: str, rules: Laying
) -> None:
    assert is_answered(text, rules)
