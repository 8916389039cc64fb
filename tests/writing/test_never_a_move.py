"""Nothing that mailref sends is ever read back as a move, however it is quoted (contract 5)."""

import random
from collections.abc import Iterable, Iterator
from functools import cache
from textwrap import wrap
from zlib import crc32

import pytest

from mailref.games.bingo.switches import SWITCHES as OF_BINGO
from mailref.games.solitaire.switches import SWITCHES as SOLITAIRE
from mailref.languages import LANGUAGES
from mailref.orders.club_lines import club_ask, club_lines, is_unsure
from mailref.orders.entries import (
    Ambiguity,
    Entry,
    GameFace,
    PlayOrder,
    Reading,
    TilesAct,
    WrittenOrders,
    orders_in,
)
from mailref.reading.html_to_lines import lines_of_html
from mailref.reading.incoming_mail import Line
from mailref.tiles.board import Laying
from mailref.writing import never_a_move
from mailref.writing.never_a_move import begins_safely, wrapped
from tests.effort import Effort, effort, examples, fewer, sample, seed
from tests.games.classic.examples import STANDARD as CLASSIC
from tests.games.rummikub.examples import RULES as RUMMIKUB
from tests.games.unscrabble.test_random import rules as unscrabble_rules
from tests.orders.test_club_lines import mail
from tests.reading.reading import READER, read_lines
from tests.tiles.variants import ONE, SB, SIMULTAN, TWO
from tests.writing.begun_by_mail import BEGUN_BY_MAIL
from tests.writing.bingos import BINGOS
from tests.writing.composed import body, message
from tests.writing.filled import Source, rendered, sources, text_of, wrapped_again
from tests.writing.samples import ALL
from tests.writing.solos import CHOICES, SOLOS
from tests.writing.tables import TABLES
from tests.writing.takings import TAKINGS
from tests.writing.turns import TURNS

BINGO, _ = OF_BINGO.read({}, {})
RULES = {"one": ONE, "sb": SB, "simultan": SIMULTAN, "two": TWO}
WIDTHS = sample([40, 60, 76], 1)
UNSCRABBLE = unscrabble_rules()
IN_TURNS: list[Laying] = [CLASSIC]
"""How the mails of a game in turns are read: there a pass is a plain word."""
AT_TABLE: list[Laying] = [RUMMIKUB]
"""How the mails of WORT-Rummikub are read: there a word alone may be a move."""

IN_CHOICE: list[Laying] = [SOLITAIRE.read({}, {"chosen": True})[0]]
"""How the mails of Solitaire with chosen letters are read: there ZURÜCK and NEU are moves."""

IN_BINGO: list[Laying] = [BINGO]
"""How the mails of Scrabble-Bingo are read: there two words are an entry, and BINGO is a call."""


TAKEN_DOWN: list[Laying] = [UNSCRABBLE]
"""How the mails of Un-Scrabble are read: there squares alone behind a verb are a move."""


@cache  # most lines stand in many mails
def read(lines: tuple[str, ...], rules: Laying) -> Reading:
    face = GameFace("yerres", "1-Zug-Scrabble Yerres", rules)
    numbered = [Line(at, text) for at, text in enumerate(lines, start=1)]
    return read_lines(numbered, "", (face,), face)


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


def moves_in(lines: Iterable[str], rules: Laying) -> tuple[str, ...]:
    """Return what would be done in a game in rounds or in turns; a move that is asked about is not done."""
    found = [each for each in read(tuple(lines), rules).entries if not asks_of_a_play(each)]
    moves = tuple(move.span.text for entry in found for move in entry.moves)
    said = tuple(str(entry.written) for entry in found if entry.written is not None)
    return moves + said


def asks_of_a_play(entry: Entry) -> bool:
    """Tell whether a play was found in a mail and is only asked about."""
    return entry.ambiguity is Ambiguity.UNREAD_PLAY


def kinds_in_rounds(name: str) -> list[Laying]:
    """Return the rules by which most is read, many moves of all kinds; with others where there is time."""
    others = [each for each in RULES.values() if each is not SIMULTAN]
    match effort():
        case Effort.DESK:
            return [SIMULTAN]
        case Effort.CI:
            return [SIMULTAN, random.Random(f"{seed()} {name}").choice(others)]
        case Effort.SOAK:
            return [SIMULTAN, *others]


def moves_in_any(name: str, ways: Iterable[list[str]]) -> list[tuple[str, ...]]:
    """Return the moves that are read in any of *ways*, by the rules of any game of its family."""
    families = (
        (CHOICES, IN_CHOICE),
        (SOLOS, IN_TURNS),
        (TABLES, AT_TABLE),
        (TURNS, IN_TURNS),
        (TAKINGS, TAKEN_DOWN),
        (BINGOS, IN_BINGO),
    )
    kinds = next((kinds for samples, kinds in families if name in samples), None)
    kinds = kinds or kinds_in_rounds(name)
    different = dict.fromkeys(tuple(each) for each in ways)
    return [found for each in different for rules in kinds if (found := moves_in(each, rules))]


@pytest.mark.sampled(2)  # every sentence of ours is tried below
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL)
def test_the_text_of_no_mail_holds_a_move_or_a_command(name: str, language: str) -> None:
    """Also line by line, for people who quote a single line; a line may be asked about."""
    lines = body(message(name, language), "plain").split("\n")
    mangled = list(quoted(lines))

    assert moves_in_any(name, [*mangled, *([line] for line in lines)]) == []
    assert [c for each in mangled for c in read(tuple(each), SIMULTAN).commands] == []


@pytest.mark.each_once
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BEGUN_BY_MAIL)
def test_no_line_of_a_club_orders_anything_in_it(name: str, language: str) -> None:
    """What is quoted without its signs, or pasted line by line, begins no game; a line may be asked about."""
    for lines in both_parts(name, language):
        every = {line.lstrip(signs) for line in lines for signs in ("", " ", ">- ")}
        pasted = {line for line in every if not line.startswith("| ")}
        asks = {line: ask for line in pasted if (ask := club_ask(line, lambda _: True))}
        assert {line: ask for line, ask in asks.items() if not is_unsure((ask,))} == {}


@pytest.mark.sampled(12)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BEGUN_BY_MAIL)
def test_no_mail_of_a_club_orders_anything_however_it_is_wrapped(name: str, language: str) -> None:
    """A program may wrap it so that an order that we name has a line of its own."""
    widths = sample(range(20, 77), 3, f"{name} {language}")
    for lines in both_parts(name, language):
        ways = [*quoted(lines), *(wrapped_again("\n".join(lines), width) for width in widths)]
        for each in dict.fromkeys(map(tuple, ways)):
            pasted = mail(*(line for line in each if not line.startswith("| ")), subject="Re:")
            assert club_lines(pasted, lambda _: True, lambda: READER.ours).asks == (), each


def both_parts(name: str, language: str) -> Iterator[list[str]]:
    """Yield the lines of the text of a mail, and of its page."""
    yield body(message(name, language), "plain").split("\n")
    yield [row.text for row in lines_of_html(body(message(name, language), "html"))[0]]


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL)
def test_the_html_of_no_mail_holds_a_move(name: str, language: str) -> None:
    """As the reader of mail, and as programs that wrap what they quote, turn it into text."""
    rows, _ = lines_of_html(body(message(name, language), "html"))
    lines = [row.text for row in rows]

    assert moves_in_any(name, quoted(lines)) == []


PLAYS = (
    "M10s EUBÖA",
    "EUBÖA M10s",
    "M10s EUBÖA, 51 Punkte",
    "EUBÖA senkrecht ab M10",
    "H4-H8: BEINE",
    "8H RUCKEN",
    "/M9s BESEN",
)
WORDS = ("Max Mustermann", "EUBÖA", "Otto", "A12", "senkrecht", "3. Dezember", "51", "nein")


def is_tried(source: Source, *, line_by_line: bool) -> bool:
    """Tell whether this run tries a source in this way: of its paragraphs and its lines one, in a soak both.

    Of another language that source is tried in the other way, but by `make test` only in every sixth.
    """
    turn = crc32(source.name.encode()) + LANGUAGES.index(source.language) + seed()
    return effort() is Effort.SOAK or turn % fewer(2, 12) == line_by_line


def booked(lines: list[str]) -> list[str]:
    """Return the moves of *lines* that would count."""
    return [
        move.span.text
        for entry in read(tuple(lines), ONE).entries
        for move in entry.moves
        if entry.ambiguity is None and move.move is not None and not move.faults
    ]


def ordered(lines: list[str]) -> list[WrittenOrders]:
    """Return what *lines* would do in a game in turns."""
    found = (
        orders_in(entry) for entry in read(tuple(lines), CLASSIC).entries if entry.ambiguity is None
    )
    return [each for each in found if each and not each.faults and not _does_nothing(each)]


def _does_nothing(orders: WrittenOrders) -> bool:
    """Tell whether a mail is only answered: asked back, or told which tiles are left (`STEINE`)."""
    only_shows = bool(orders.acts) and all(isinstance(each, TilesAct) for each in orders.acts)
    return _is_asked_about(orders) or (only_shows and not orders.groups)


def _is_asked_about(orders: WrittenOrders) -> bool:
    plays = [each for group in orders.groups for each in group.orders]
    unread = [each for each in plays if isinstance(each, PlayOrder) and each.written.faults]
    return orders.ambiguous_at is not None or bool(plays and len(unread) == len(plays))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_play_counts_that_stands_where_a_sentence_of_ours_is_filled_in(language: str) -> None:
    """Wrapped at any width, the signs of quotes lost, each paragraph by itself."""
    found: list[str] = []
    for source in sources(language):
        # Of each source the same, whatever is changed in others.
        rng = random.Random(f"20261120 {source.name}")
        for _ in range(examples(1) if is_tried(source, line_by_line=False) else 0):
            text = text_of(rendered(source, [*PLAYS, *WORDS], rng))
            lines = wrapped_again(text, rng.randrange(20, 77))
            found += ["\n".join(each) for each in paragraphs(lines) if booked(each)]

    assert not found, "\n--\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_about_turns_holds_an_order_however_it_is_wrapped(language: str) -> None:
    """A pass, a challenge, an acceptance are plain words, which our own sentences need."""
    found: list[str] = []
    for source in sources(language, "turn"):
        # Of each source the same, whatever is changed in others.
        rng = random.Random(f"20261120 {source.name}")
        for _ in range(examples(1)):
            text = text_of(rendered(source, WORDS, rng))
            lines = wrapped_again(text, rng.randrange(20, 77))
            ways = [*paragraphs(lines)] if is_tried(source, line_by_line=False) else []
            if is_tried(source, line_by_line=True):
                ways += [[line] for line in text.split("\n")]
            found += ["\n".join(each) for each in ways if ordered(each)]

    assert not found, "\n--\n".join(found)


@pytest.mark.parametrize("width", range(20, 77))
def test_a_word_for_second_thoughts_makes_no_move_of_what_a_sentence_of_ours_says(
    width: int,
) -> None:
    sentence = (
        "Verstanden habe ich: EUBÖA. Auf dem Brett liegt jetzt NO M10s EUBÖA, senkrecht ab M10."
    )

    assert not booked(wrap(sentence, width))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_ours_begins_with_a_play(language: str) -> None:
    """A line alone may hold none of our words: its layout keeps it from being a move, or an order."""
    found: list[str] = []
    for source in sources(language):
        if not is_tried(source, line_by_line=True):
            continue
        # Of each source the same, whatever is changed in others.
        rng = random.Random(f"20261120 {source.name}")
        text = text_of(rendered(source, [*PLAYS, *WORDS], rng))
        found += [line for line in text.split("\n") if booked([line])]
        orders = (line for line in text.split("\n") if read((line,), ONE).commands)
        found += [f"{source.name}: {line}" for line in orders]

    assert not found, "\n--\n".join(found)


@pytest.mark.parametrize("width", range(20, 60))
def test_no_paragraph_ends_in_a_line_that_is_an_order(width: int) -> None:
    """A line alone, in the last words of a sentence: `accepts it.` accepts the open play."""
    last = wrapped("A play stands until the next player passes or accepts it.", width)[-1]

    assert not moves_in([last], CLASSIC)


@pytest.mark.parametrize(("line", "is_read"), [("30. Dezember", False), ("1. MAI", True)])
def test_a_day_at_the_beginning_of_a_line_is_no_word_without_its_place(
    line: str, is_read: bool
) -> None:
    assert bool(moves_in([line], SIMULTAN)) is is_read


def test_every_template_of_mails_is_filled_in() -> None:
    """Or the tests above could not fail."""
    names = {source.name.partition(":")[0] for source in sources("de")}

    assert {"announcement.j2", "rounds/report.j2", "turns/reported.j2", "phrases.j2"} <= names
    assert len({source.name for source in sources("de", "turns/")}) > 100


def paragraphs(lines: list[str]) -> Iterator[list[str]]:
    paragraph: list[str] = []
    for line in [*lines, ""]:
        if line.strip():
            paragraph.append(line)
        elif paragraph:
            yield paragraph
            paragraph = []


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("L'arbitre a corrigé le rapport.", id="French article"),
        pytest.param("J’ai compris : EUBÖA (M10)", id="French pronoun, curly"),
        pytest.param("I have found no move", id="English pronoun"),
        pytest.param("Hallo Max Mustermann,", id="a greeting"),
        pytest.param("1-Zug-Scrabble 4", id="title of a game"),
        pytest.param("Zug-Scrabble der Anfänger", id="another"),
        pytest.param("N.N. 1 ist ausgeschieden.", id="somebody who was forgotten"),
    ],
)
def test_a_sentence_of_ours_may_begin_with_a_letter_that_is_a_word(line: str) -> None:
    assert begins_safely(line) == line


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("L'A12 est libre", id="a square behind it"),
        pytest.param("L'or EUBÖA", id="capitals behind its word"),
        pytest.param("M'10 ab", id="a number behind it"),
        pytest.param("M 10 ab", id="a column"),
        pytest.param("Hello M10s EUBÖA,", id="a greeting, and a name that is a play"),
        pytest.param("Hallo \ue000M10s EUBÖA\ue001,", id="the name filled in"),
    ],
)
def test_no_sentence_of_ours_begins_with_a_letter_that_may_be_a_column(line: str) -> None:
    assert begins_safely(line) == f"| {line}"


def test_tied_words_that_fill_a_line_stay_together() -> None:
    tied = f"A1{never_a_move._TIE}liegt"

    assert never_a_move._loosened(tied, len(tied)) == tied
    assert never_a_move._loosened(tied, len(tied) - 1) == "A1 liegt"
