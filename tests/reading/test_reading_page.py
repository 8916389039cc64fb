"""docs/reading.md says what a player may write, in the words of the vocabulary and no others."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mailref.orders.roles import SMALL_TALK
from mailref.tiles.board import Direction
from mailref.tiles.moves import DIRECTIONS, VOCABULARIES
from tests.reading.reading import YERRES, codes, moves, only_play, short

PAGE = Path(__file__).parents[2] / "docs" / "reading.md"

EXAMPLES = {
    "de": (
        (
            "Der Zug allein in einer Zeile",
            "M10s EUBÖA",
            "M10-M14: EUBÖA",
            "EUBÖA auf M10 senkrecht",
        ),
        ("Im Satz", "Ich lege M10s EUBÖA", "Mein Zug für Runde 5 lautet: M10s EUBÖA, 51 Punkte"),
        ("Mit Punkten", "M10s EUBÖA 51", "M10s EUBÖA 14*2+23=51", "M10s EUBÖA, ca. 51 Punkte"),
        (
            "Mit Joker",
            "M10s EUB*ÖA",
            "M10s EUB(Ö)A",
            "M10s EUBÖA, M13 = Blanko",
            "M10s EUBÖA, Joker = Ö",
        ),
        ("Mit weiteren Wörtern", "M10s EUBÖA+VERBÜXENDE", "M10s EUBÖA und VERBÜXENDE"),
        ("Mit Bemerkung", "M10s EUBÖA // griech. Insel"),
    ),
    "en": (
        ("The move alone on a line", "M10 down EUBÖA", "M10d EUBÖA", "M10-M14: EUBÖA"),
        ("In a sentence", "I play M10 down EUBÖA", "My move: M10 down EUBÖA for 51 points"),
        ("With a blank", "M10d EUB*ÖA", "M10d EUB(Ö)A", "M10d EUBÖA, blank = Ö"),
        ("With further words", "M10d EUBÖA+VERBÜXENDE", "M10d EUBÖA and VERBÜXENDE"),
        ("With a comment", "M10d EUBÖA // an island"),
    ),
    "fr": (
        (
            "Le coup seul sur une ligne",
            "M10v EUBÖA",
            "M10-M14 : EUBÖA",
            "M10 verticalement : EUBÖA",
        ),
        (
            "Dans une phrase",
            "Je joue M10 verticalement EUBÖA",
            "Je joue EUBÖA verticalement à partir de M10",
            "Mon coup pour le tour 5 est : M10v EUBÖA, 51 points",
        ),
        ("Avec les points", "M10v EUBÖA 51", "M10v EUBÖA, ce qui fait 51 points"),
        ("Avec un joker", "M10v EUB*ÖA", "M10v EUB(Ö)A", "M10v EUBÖA, joker = Ö"),
        ("Avec d'autres mots", "M10v EUBÖA+VERBÜXENDE", "M10v EUBÖA et VERBÜXENDE"),
        ("Avec une remarque", "M10v EUBÖA // une île grecque"),
    ),
}
HEADS = {
    "de": ("Was", "So wird es gelesen"),
    "en": ("What", "How it is read"),
    "fr": ("Quoi", "Comment c'est lu"),
}
ROWS = {
    "de": (
        ("waagerecht", "across"), ("senkrecht", "down"), ("Feld", "place"), ("Wort", "field_word"),
        ("Ersatzzug", "otherwise"), ("Joker", "joker"), ("Summe", "total"), ("Punkte", "points"),
        ("so wird ein Satz zum Zug", "intent"), ("ersetzt den Zug davor", "instead"),
        ("ebenso; ohne Zug dahinter wird zurückgefragt", "correction"),
        ("wird zurückgefragt", "withdrawn"), ("gilt nie als Zug", "past"),
        ("ändert nichts", "polite"), ("neben dem Zug: es wird zurückgefragt", "unsettles"),
        ("ebenso: für später", "later"), ("ebenso: jemand anders", "others_do"),
    ),
    "en": (
        ("across", "across"), ("down", "down"), ("square", "place"), ("word", "field_word"),
        ("alternate", "otherwise"), ("blank", "joker"), ("total", "total"), ("points", "points"),
        ("makes a move of a sentence", "intent"), ("replaces the move before", "instead"),
        ("the same; without a move behind it is asked about", "correction"),
        ("is asked about", "withdrawn"), ("is never a move", "past"),
        ("changes nothing", "polite"), ("beside the move: it is asked about", "unsettles"),
        ("the same: for later", "later"), ("the same: somebody else", "others_do"),
    ),
    "fr": (
        ("horizontalement", "across"), ("verticalement", "down"), ("case", "place"), ("mot", "field_word"),
        ("coup de réserve", "otherwise"), ("joker", "joker"), ("total", "total"), ("points", "points"),
        ("fait d'une phrase un coup", "intent"), ("remplace le coup d'avant", "instead"),
        ("de même ; sans coup derrière, on demande", "correction"),
        ("on demande", "withdrawn"), ("n'est jamais un coup", "past"),
        ("ne change rien", "polite"), ("à côté du coup : on demande", "unsettles"),
        ("de même : pour plus tard", "later"), ("de même : quelqu'un d'autre", "others_do"),
    ),
}  # fmt: skip


def table(language: str) -> str:
    """Return the table of one language, as the page has it."""
    one, two = HEADS[language]
    return "\n".join([f"| {one} | {two} |", "|---|---|", *_lines(language)])


def _lines(language: str) -> Iterator[str]:
    for what, *ways in EXAMPLES[language]:
        yield f"| {what} | {', '.join(f'`{way}`' for way in ways)} |"
    for what, row in ROWS[language]:
        yield f"| {what} | {', '.join(_forms(language, row))} |"


def _forms(language: str, row: str) -> tuple[str, ...]:
    if row in {way.value for way in Direction}:
        way, words = Direction(row), DIRECTIONS[language]
        letter = (words.letters[way],) if way in words.letters else ()
        return (*words.words[way], *letter, *words.several_words[way])
    return VOCABULARIES[language][row]


@pytest.mark.parametrize("language", VOCABULARIES)
def test_the_page_has_the_table_of_the_vocabulary(language: str) -> None:
    """To mend it: paste what `table` returns."""
    assert table(language) in PAGE.read_text("utf-8")


def test_every_row_that_the_page_names_is_there() -> None:
    table = PAGE.read_text("utf-8").partition("| role |")[2].partition("\n\n")[0]
    cells = [line.split("|")[3] for line in table.splitlines()[2:]]
    named = {row for cell in cells for row in re.findall(r"`(\w+)`", cell)}

    assert len(named) > 40
    assert named <= {*VOCABULARIES["en"], *SMALL_TALK}
    assert {*SMALL_TALK} <= named


@pytest.mark.parametrize(
    "line", [way for rows in EXAMPLES.values() for _, *ways in rows for way in ways]
)
def test_every_example_of_the_page_is_read(line: str) -> None:
    (written,) = moves(line, YERRES)

    assert codes(written) == []
    assert short(only_play(line)) == "M10 down EUBÖA"
