"""What is told of a league of soloists, as values without a sentence: what a soloist has done, and the mail to all."""

from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from msgspec import Struct

from mailref.games.by_turns.contents import ToldByKind
from mailref.games.game import Press
from mailref.games.statistics import PlayerFigures
from mailref.referee.contents import Content
from mailref.referee.policy import GamePolicy


class LettersTaken(ToldByKind, frozen=True):
    """A soloist has chosen letters, and laid nothing with them yet: they are on his rack."""

    count: int


class WentBack(ToldByKind, frozen=True):
    """A soloist has taken back his last move, or the letters chosen since."""

    number: int
    word: str
    """What it laid; "": letters were chosen, and nothing laid."""


class BeganAnew(ToldByKind, frozen=True):
    """A soloist has begun a new try."""

    number: int
    before: int
    """What the try before it brings."""


class LeagueRow(Struct, frozen=True):
    """A soloist in the table of his league."""

    name: str
    rank: int
    total: int
    turns: int
    left: int = 0
    """What was left on his racks, deducted already from the total."""


class League(StrEnum):
    """What becomes of a league; the template of its news is named so."""

    BEGINS = "league_begins"
    DELAYED = "league_delayed"
    OVER = "league_over"


class LeagueNews(Content, frozen=True):
    """A league of soloists begins, or its ZAT is over: then all totals may be told."""

    is_public: ClassVar[bool] = True
    is_report: ClassVar[bool] = True
    policy: GamePolicy
    deadline: datetime
    names: tuple[str, ...]
    commitment: str
    rows: tuple[LeagueRow, ...] = ()
    """After the ZAT alone."""
    unread: tuple[str, ...] = ()
    """Whose last mail could not be read, at a table that was not at its end; after the ZAT alone."""
    press: tuple[Press, ...] = ()
    seed: str = ""
    because: str = ""
    statistics: tuple[PlayerFigures, ...] = ()
    """What it has come to for each soloist; after the ZAT alone."""

    @property
    def what(self) -> League:
        """Return what it tells."""
        if self.rows:
            return League.OVER
        return League.DELAYED if self.because else League.BEGINS
