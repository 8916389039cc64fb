"""A mail that says its moves and nothing else: each word of it has its role in a move, a title or a greeting.

Of such a mail no rule that asks whose its move is, for when, whether it counts or instead of what has anything to look
at. Most mails with a move are so.
"""

import re
from collections.abc import Collection, Iterable
from itertools import takewhile

from msgspec import Struct

from mailref.orders import shapes
from mailref.orders.commands import People
from mailref.reading.incoming_mail import Line
from mailref.tiles.moves import worded

_MOST_LINES, _LONGEST = 30, 200
"""A mail with more lines, or a longer one, is no bare one: who writes so much says something else besides."""
_MOVE = worded(
    r"\s*(?P<alternate>{alternate_mark}\s?)?{square}(?:\s?{direction})?\s(?P<word>[^\W\d_]{2,})(?:\s\(?\d{1,3}\)?)?\s*"
)
"""`L3s KOHLEN`, `/14J MENSA (34)`, `A1 senkrecht HAUS`: whether it is a play, its reader says."""
_HELLO = worded(r"\s*{hello}{end}")
_CLOSING = worded(r"\s*(?:{closing}{end}[\s,.!–-]*){1,3}")
_BESIDE_NAME = " ,.!-–"


class BareMails(Struct, frozen=True):
    """What beside its moves a mail of one game may say, and still say nothing else."""

    titles: Collection[str]
    """What names the game, folded."""
    greeted: Collection[str]
    """Whom its writer may greet by a name, or a part of it."""
    people: People

    def moves_in(self, lines: Iterable[Line]) -> int:
        """Return how many moves lines say, alternates behind the first of them; 0 where they say anything else."""
        said = [line.text for line in lines if line.text.strip()]
        if len(said) > _MOST_LINES or any(len(each) > _LONGEST for each in said):
            return 0
        moves = [_move_in(each) for each in said]
        first = next((at for at, move in enumerate(moves) if move is not None), len(said))
        held = [move for move in takewhile(lambda move: move is not None, moves[first:]) if move]
        is_so = (
            all(bool(move["alternate"]) == bool(at) for at, move in enumerate(held))
            and all(map(self._leads, said[:first]))
            and all(map(self._ends, said[first + len(held) :]))
        )
        return len(held) if is_so else 0

    def _leads(self, text: str) -> bool:
        """Tell whether a line above a move names its game or its writer, or greets."""
        if shapes.folded(text.strip(" :.")) in self.titles:
            return True
        if (player := shapes.OF_PLAYER.fullmatch(text)) is not None:
            return self.people.is_writer(player["name"].strip())
        hello = _HELLO.match(text)
        rest = "" if hello is None else text[hello.end() :].strip(_BESIDE_NAME)
        return hello is not None and (not rest or rest in self.greeted)

    def _ends(self, text: str) -> bool:
        """Tell whether a line below a move is a greeting, or the name of its writer."""
        closing = _CLOSING.match(text)
        rest = text[0 if closing is None else closing.end() :].strip(_BESIDE_NAME)
        return (closing is not None and not rest) or self.people.is_writer(rest)


def _move_in(text: str) -> re.Match[str] | None:
    """Return a line that is a square, a direction and a word in capitals, in parts."""
    found = _MOVE.fullmatch(text)
    return found if found is not None and found["word"].isupper() else None
