"""How the players of a game write, as its kind says; and how lines are read where no game is named."""

from collections.abc import Sequence

from msgspec.structs import replace

from mailref.games.kind import kind_named
from mailref.orders.entries import GameFace, Habits, UnknownHeading
from mailref.tiles.board import Axes
from mailref.tiles.variant import Laying


def habits_of(rules: Laying) -> Habits:
    """Return how the players of a game with *rules* write."""
    return kind_named(rules.family).reading().habits(rules)


def habits_without_heading(games: Sequence[GameFace], default: GameFace | None) -> Habits:
    """Return how lines without a heading are read; the axes are never guessed (rules 4)."""
    if default is not None:
        return habits_of(default.rules)
    if not games:
        return Habits()
    readers = set()
    for face in games:
        habits = habits_of(face.rules)
        if habits.reader is None:
            return replace(habits, axes=Axes.COLUMNS)
        readers.add(habits.reader)
    if len(readers) == 1:
        return Habits(reader=readers.pop())
    from mailref.orders.turn_orders import OrderReader  # noqa: PLC0415  once a mail has come

    return Habits(reader=OrderReader)


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
