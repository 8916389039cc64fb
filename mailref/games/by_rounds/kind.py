"""A kind of game in rounds that end at a ZAT for all: what its kind need not say itself."""

from typing import Generic, TypeVar

from mailref.games.by_rounds.game import GameByRounds
from mailref.games.kind import Kind

G = TypeVar("G", bound=GameByRounds)


class KindByRounds(Kind[G], Generic[G]):
    """Such a kind; its rules are a value that its game holds."""
