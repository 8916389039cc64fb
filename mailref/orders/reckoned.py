"""The one play that can be meant by the words, squares and points that a mail names (rules 8).

Whoever names a word, a square and what the play brings has laid it out before him: where of all that they may say one
play alone can be laid, or brings as much, it is the one that he means, in whatever words he says so.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import product

from msgspec import Struct

from mailref.orders import shapes
from mailref.orders.by_neighbours import placed, touches, ways_in
from mailref.orders.free_words import (
    FreePlay,
    key_of,
    lies_in_named,
    places_said,
    without_places,
    words_said,
)
from mailref.orders.roles import small_talk
from mailref.orders.whole_mail import squares_in
from mailref.reading.incoming_mail import Line
from mailref.tiles.board import Board, Direction, Notation, Square
from mailref.tiles.moves import Play, worded
from mailref.tiles.scoring import fits
from mailref.tiles.when_used import regex

MOST_RECKONED, _LONGEST, _MOST_PLACES, _MOST_WORDS = 40, 2_000, 16, 6
_NUMBER = worded(
    r"(?<![\w.,:/+*×-])(?:(?P<points>\d{1,3})(?![\w:/%*×]|[.,]\d)|(?P<said>{count}\s{0,2}{points}{end}))"
)
_LEAST, _LEAST_ALONE = 16, 6
"""A smaller number may be a row or a column, but where it is called points, or stands alone between two stops."""
_ALONE = worded(r"(?:^|[.,;:!(=–-]\s{0,3})(\d{1,2})(?=\s{0,3}(?:[.,;!)]\s|[.!)]?$))")
_NEXT_WORD = regex(r"\s{1,3}([^\W\d_]+)")
_COUNTED = ("time", "weather", "food", "nature", "home")
"""What is counted beside points: `22 Tage`, `38 degrees`, `16 cups`."""
_ANY_WORD = regex(r"(?<![\w*])([^\W\d_]{2,15})(?![\w*])")
_LETTERS = worded(
    r"(?<![\w'’])((?:{letter}(?:\s?[-–,.;·]\s?|\s{1,3})(?:{conjunction}\s{1,3})?){2,14}{letter})(?![\w'’])"
)
"""A word letter by letter: `R – I – E – B – T`, `G, R, A, U und E`; a small one lies there already."""


class Reckoned(Struct, frozen=True):
    """The one play that can be meant."""

    play: Play
    points: int | None
    is_claimed: bool
    """Whether what it brings stands in the mail."""


def play_reckoned(
    lines: Sequence[Line], notation: Notation, board: Board, points: Callable[[Play], int | None]
) -> Reckoned | None:
    """Return the one play of all that *lines* may name that can be laid and brings a number that stands there.

    Or the one that can be laid at all. *points* tells what a play brings, None where it cannot be laid.
    """
    text = "\n".join(line.text for line in lines)
    claimed = {*_claimed_in(text)}
    places = _places_in(lines, text, notation)
    if not places:
        return None
    laid = partial(_laid_in, lines, places, notation, board)
    called = [*_worth(laid(words_said), points)]
    found = [each for each in called if each[1] in claimed]
    if claimed and not found:
        found = [each for each in _worth(laid(_any_words), points) if each[1] in claimed]
    is_claimed = bool(found)
    if not is_claimed:
        found = [each for each in called if each[1] is not None]
    return Reckoned(*found[0], is_claimed) if len(found) == 1 else None


def play_claimed(
    line: Line, notation: Notation, board: Board, points: Callable[[Play], int | None]
) -> FreePlay | None:
    """Return the one play of which a text names the word and what it brings, but no square.

    `HINTERLASSEN, ganz rechts, senkrecht, 206 Punkte`: rows, columns, directions and neighbours named must be its.
    """
    text = line.text
    if len(text) > _LONGEST or any(True for _ in squares_in(text, notation.axes)):
        return None
    claimed, named = {*_claimed_in(text)}, {said[1]: said for said in words_said(text)}
    if not claimed or len(named) > _MOST_WORDS:
        return None
    found = [
        (play, word)
        for word in named
        if word not in board.words
        for play in placed(word, line, notation, board, ways_in(text))
        if points(play) in claimed
        and lies_in_named(text, play, notation)
        and touches(play, named.keys() - {word}, board)
    ]
    if len(found) != 1:
        return None
    ((play, word),) = found
    return FreePlay(play, word, *named[word].span(1), is_sure=False)


def _worth(
    plays: Iterable[Play], points: Callable[[Play], int | None]
) -> Iterator[tuple[Play, int | None]]:
    """Yield each of some plays once, with what it brings."""
    for play in {key_of(each): each for each in plays}.values():
        yield play, points(play)


def can_be_laid(
    lines: Sequence[Line], notation: Notation, board: Board, points: Callable[[Play], int | None]
) -> bool:
    """Tell whether any word of *lines* can be laid on a square that they name; the rest is as for `play_reckoned`."""
    places = _places_in(lines, "\n".join(line.text for line in lines), notation)
    laid = _laid_in(lines, places, notation, board, _any_words)
    return any(points(play) is not None for play in laid)


def _places_in(
    lines: Sequence[Line], text: str, notation: Notation
) -> Collection[tuple[Square, Direction]]:
    """Return the places that the *text* of lines names; none where they are many, or the lines."""
    if len(lines) > MOST_RECKONED or len(text) > _LONGEST:
        return ()
    places = places_said(text, notation)
    return places if len(places) <= _MOST_PLACES else ()


def _laid_in(
    lines: Iterable[Line],
    places: Iterable[tuple[Square, Direction]],
    notation: Notation,
    board: Board,
    words_in: Callable[[str], Iterable[re.Match[str]]],
) -> Iterator[Play]:
    """Yield the plays of the words of *lines* on each of the *places* that the board allows."""
    words = {said[1]: (line, said) for line in lines for said in words_in(line.text)}
    for (line, said), place in product(words.values(), places):
        play = _laid(line, said, place, notation)
        if fits(play, board):
            yield play


def _any_words(text: str) -> Iterator[re.Match[str]]:
    """Yield all words of a text, as their first group, and those that stand there letter by letter."""
    yield from _ANY_WORD.finditer(text)
    yield from _LETTERS.finditer(text)


def is_claimed(points: int | None, texts: Iterable[str]) -> bool:
    """Tell whether a number in one of these texts may be so many points; None: the play cannot be laid."""
    return points is not None and any(points in _claimed_in(each) for each in texts)


def _laid(
    line: Line, said: re.Match[str], place: tuple[Square, Direction], notation: Notation
) -> Play:
    letters = _LONE.findall(said[1])
    word = "".join(letters) or said[1]
    is_as_usual = word[1:].islower()  # else a small letter lies there, or a blank
    written = shapes.read_word(word.upper() if is_as_usual else word, notation.tiles)
    span = line.span(*said.span(1))
    return Play(*place, written.letters, span, small=written.small, starred=written.starred)


_LONE = regex(r"(?<!\w)\w(?!\w)")


def _claimed_in(text: str) -> Iterator[int]:
    """Yield the numbers of a text that may be the points of a play."""
    for found in _NUMBER.finditer(text):
        number = shapes.counted(found["points"] or found["said"])
        behind = _NEXT_WORD.match(text, found.end())
        is_other = behind is not None and behind[1] in small_talk(*_COUNTED)
        if (number >= _LEAST and not is_other) or found["said"]:
            yield number
    small = map(int, _ALONE.findall(without_places(text)))
    yield from (number for number in small if number >= _LEAST_ALONE)
