"""A mail typed in small letters that names several plays: `a12a nahes. no wait, a12a dosen` (rules 8).

One play is read however it is written. Of several, what a mail says of each is told by where they stand, which their
capitals show.
"""

from collections.abc import Iterator, Sequence

from mailref.orders.taken_back import IN_CAPITALS
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import line_with
from mailref.tiles.moves import worded

_MOST_LINES, _LEAST = 40, 4
"""Of two plays there are four parts, squares and words."""
_SMALL_PLAY = worded(
    r"(?<![{letters}\d])(?P<square>(?-i:[a-z]\d{1,2}))(?P<way>{direction_letter}|{behind_square}|\s{1,3}{direction_word})\s{1,3}(?P<word>(?-i:[a-zäöü]{2,15}))(?![{letters}\d])"
)


def with_plays_in_capitals(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* with two plays or more in capitals, where none stands in them: `A12a NAHES. no wait, A12a DOSEN`.

    Only those are plays that say their direction: `l4 garde` may be anything.
    """
    own = lines[:_MOST_LINES]
    found = [(at, *span) for at, line in enumerate(own) for span in _plays_in(line.text)]
    if len(found) < _LEAST or any(IN_CAPITALS.search(line.text) for line in own):
        return lines
    left = [*lines]
    for at, start, end in found:
        left[at] = line_with(left[at], start, end, left[at].text[start:end].upper())
    return left


def _plays_in(text: str) -> Iterator[tuple[int, int]]:
    """Yield where squares and words of plays in small letters begin and end."""
    for found in _SMALL_PLAY.finditer(text):
        yield found.span("square")
        yield found.span("word")
