"""What the mails about a tournament tell, as values without a sentence."""

from mailref.games.statistics import PlayerFigures
from mailref.games.tournament.tournament import (
    OutcomeTaken,
    RoundPaired,
    Tournament,
    TournamentEnded,
    TournamentOpened,
)
from mailref.referee.contents import Content


class TournamentNews(Content, frozen=True):
    """What a tournament has come to: who meets whom now, a ladder after a game, the end."""

    before: Tournament
    tournament: Tournament
    """After it."""
    happened: TournamentOpened | RoundPaired | OutcomeTaken | TournamentEnded
    """The opening: of a ladder, on which nothing more happens until somebody challenges."""
    player: str | None
    """The reader; None: the game master."""
    statistics: tuple[PlayerFigures, ...] = ()
    """At the end: of all its games together."""


class ChallengeRefused(Content, frozen=True):
    """Somebody has challenged by mail whom he may not challenge now."""

    tournament: Tournament
    player: str
    named: str
    """As he wrote it."""
    why: str
    """Of `NotChallenged`; `unknown_name`, `unproven`."""
    meant: tuple[str, ...]
    """Whose names resemble what he wrote."""
