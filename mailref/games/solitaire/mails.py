"""The mail to all in a league of soloists; those about one table are as of any game in turns.

What the mails about a whole league of soloists tell, as values without a sentence.
"""

from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from msgspec import Struct

from mailref.games.game import Press
from mailref.referee.contents import Content
from mailref.referee.policy import GamePolicy
from mailref.report.sheet import shown_name
from mailref.writing.document import Figure, ListFigure
from mailref.writing.never_a_move import MOST_NAME, one_line
from mailref.writing.scene import MailScene, Words, quoted


class LeagueRow(Struct, frozen=True):
    """A soloist in the table of his league."""

    name: str
    rank: int
    total: int
    turns: int


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

    @property
    def what(self) -> League:
        """Return what it tells."""
        if self.rows:
            return League.OVER
        return League.DELAYED if self.because else League.BEGINS


def scene(content: LeagueNews, _owed: object, words: Words, _means: object) -> MailScene:
    """Return what the template of news of a league is given: nothing else is told of it here."""
    labels = words.table
    rows = tuple(
        (shown_name(one_line(row.name, MOST_NAME)), str(row.rank), str(row.total), str(row.turns))
        for row in content.rows
    )
    heads = (labels.player, labels.rank, labels.total, words.label("table_turns"))
    names = tuple(one_line(name, MOST_NAME) for name in content.names)
    winners = tuple(one_line(row.name, MOST_NAME) for row in content.rows if row.rank == 1)
    figures: dict[str, Figure] = {"league": ListFigure(heads, rows)} if rows else {}
    values = {
        "c": content,
        "policy": content.policy,
        "names": names,
        "unread": tuple(one_line(name, MOST_NAME) for name in content.unread),
        "press": quoted(content.press, figures),
        "winners": winners,
        "best": max((row.total for row in content.rows), default=0),
    }
    return MailScene(f"solitaire/{content.what}.j2", values, figures)
