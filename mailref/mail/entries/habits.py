"""How the players of a game write: what of its switches reading needs."""

from collections.abc import Sequence
from dataclasses import dataclass

from mailref.mail.entries.model import GameFace, UnknownHeading
from mailref.rules.board import Axes
from mailref.rules.variant import Rules


@dataclass(frozen=True, slots=True)
class Habits:
    """The axes of squares, whether lines are Teilzüge and alternates, and how many are allowed."""

    axes: Axes = Axes.COLUMNS
    are_numbered: bool = True
    plays: int = 1
    moves: int | None = None


def habits_of(rules: Rules) -> Habits:
    """Return how the players of a game with *rules* write."""
    return Habits(rules.axes, rules.numbered_plays, rules.plays, rules.moves)


def habits_without_heading(games: Sequence[GameFace], default: GameFace | None) -> Habits:
    """Return how lines without a heading are read; the axes are never guessed (rules 4)."""
    if default is not None:
        return habits_of(default.rules)
    if not games:
        return Habits()
    rules = games[0].rules
    return Habits(Axes.COLUMNS, rules.numbered_plays, rules.plays, rules.moves)


def habits_under(
    game: str | UnknownHeading, games: Sequence[GameFace], default: GameFace | None
) -> Habits:
    """Return how lines under a heading are read: as in the game it names or resembles most."""
    match game:
        case UnknownHeading(suggestions=(first, *_)):
            wanted = first
        case UnknownHeading():
            return habits_without_heading(games, default)
        case _:
            wanted = game
    return next(habits_of(face.rules) for face in games if face.id == wanted)
