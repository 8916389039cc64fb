"""The one play that can be meant by the words, squares and points that a mail names (rules 8).

Whoever names a word, a square and what the play brings has laid it out before him: where of all that they may say one
play alone can be laid, or brings as much, it is the one that he means, in whatever words he says so.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

from mailref.orders import shapes
from mailref.orders.free_words import key_of, places_said, words_said
from mailref.reading.incoming_mail import Line
from mailref.tiles.board import Board, Direction, Notation, Square
from mailref.tiles.moves import Play, worded
from mailref.tiles.scoring import fits

_MOST_LINES, _LONGEST, _MOST_WORDS, _MOST_PLACES = 40, 2_000, 8, 16
_NUMBER = worded(
    r"(?<![\w.,:/+*×-])(?P<points>\d{1,3})(?![\w:/%*×]|[.,]\d)(?P<said>\s{0,2}{points}{end})?"
)
_LEAST = 16
"""A smaller number may be a row or a column, but where it is called points."""


def play_reckoned(
    lines: Sequence[Line], notation: Notation, board: Board, points: Callable[[Play], int | None]
) -> Play | None:
    """Return the one play of all that *lines* may name that can be laid and brings a number that stands there.

    Or the one that can be laid at all. *points* tells what a play brings, None where it cannot be laid.
    """
    text = "\n".join(line.text for line in lines)
    if len(lines) > _MOST_LINES or len(text) > _LONGEST:
        return None
    claimed = {*_claimed_in(text)}
    places = places_said(text, notation)
    words = {said[1]: (line, said) for line in lines for said in words_said(line.text)}
    if not (0 < len(places) <= _MOST_PLACES and 0 < len(words) <= _MOST_WORDS):
        return None
    tried = (
        play
        for (line, said), place in product(words.values(), places)
        if fits(play := _laid(line, said, place, notation), board)
    )
    possible = {
        key_of(play): (play, worth) for play in tried if (worth := points(play)) is not None
    }
    found = [play for play, worth in possible.values() if worth in claimed]
    if len(found) != 1 and len(possible) == 1:
        found = [play for play, _ in possible.values()]
    return found[0] if len(found) == 1 else None


def is_claimed(points: int | None, texts: Iterable[str]) -> bool:
    """Tell whether a number in one of these texts may be so many points; None: the play cannot be laid."""
    return points is not None and any(points in _claimed_in(each) for each in texts)


def _laid(
    line: Line, said: re.Match[str], place: tuple[Square, Direction], notation: Notation
) -> Play:
    written = shapes.read_word(said[1], notation.tiles)
    span = line.span(*said.span(1))
    return Play(*place, written.letters, span, small=written.small, starred=written.starred)


def _claimed_in(text: str) -> Iterator[int]:
    """Yield the numbers of a text that may be the points of a play."""
    for found in _NUMBER.finditer(text):
        number = int(found["points"])
        if number >= _LEAST or found["said"]:
            yield number
