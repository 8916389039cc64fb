"""A game of players at a table begins: words are mixed in, seats and tiles are drawn (classic 3.1, 12.3)."""

from collections.abc import Callable, Sequence

from mailref.games.by_turns.course import Course
from mailref.games.by_turns.draws import Draws
from mailref.games.by_turns.events import SeatsDrawn
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.events import DrawsMixed

FEWEST = 2
"""So many players a game needs."""


def begin_game(
    course: Course,
    words: Sequence[tuple[str, str]] | None,
    *,
    mixing: Callable[[SeatedGame], Draws],
    deal: Callable[[Course], str],
    is_taken_over: bool = False,
) -> None:
    """Draw all that is drawn before the first turn, and let that begin.

    *words* are those that players give to be mixed into the draws, None where none are; *mixing* says
    what draws then. *deal* deals the tiles of one kind of game, and returns who begins.
    """
    if words is not None and course.game.mixed is None:
        course.record(DrawsMixed(1, tuple(words)))
        course.draws = mixing(course.game)
    if not is_taken_over and course.game.rules.seats == "lot":
        course.record(SeatsDrawn(_by_lot(course)))
    first = deal(course)
    if not course.game.is_over:
        course.begin(first, course.game.first_turn)


def _by_lot(course: Course) -> tuple[str, ...]:
    """Draw who sits where: the first of all, the next of those left (docs/chance.md)."""
    left = list(course.game.seats)
    tiles = "".join(chr(ord("A") + at) for at in range(len(left)))
    drawn = course.draws.tiles("seats", tiles, len(left))
    return tuple(left[ord(each) - ord("A")] for each in drawn)
