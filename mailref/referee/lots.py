"""Words of players that are mixed into draws and lots: when they are asked for, and from whom (chance).

Whoever knew all other words could choose his own by what it draws. So there is a limit that all know
beforehand, and nobody has more words than addresses of his own.
"""

from datetime import datetime

from mailref.games.game import Game
from mailref.referee.findings import Office
from mailref.referee.identity import players_at
from mailref.referee.policy import RunningGame

ANNOUNCED = "announced:"
"""How the note begins that the commitment was mailed before anything was drawn."""


def announced_at(game: Game) -> datetime | None:
    """Return when the commitment was mailed before anything was drawn; None where it was not."""
    times = (what.removeprefix(ANNOUNCED) for what in game.noted if what.startswith(ANNOUNCED))
    return next((datetime.fromisoformat(time) for time in times), None)


def draws_at(running: RunningGame) -> datetime | None:
    """Return when the first letters are drawn that were announced."""
    announced = announced_at(running.game)
    return None if announced is None else announced + running.policy.announce


def is_word_in_time(running: RunningGame, drawn: datetime | None, received: datetime) -> bool:
    """Tell whether a word counts for what is drawn then; None: nobody can know when it will be."""
    return drawn is not None and received <= drawn - running.policy.lots_until


def is_from_himself(running: RunningGame, office: Office, player: str, sender: str) -> bool:
    """Tell whether a word comes from an address at which this player plays, and nobody else.

    Who has none adds no word: whoever writes for him would have two. A newcomer is nobody else yet.
    """
    at_it = {each.name for each in players_at(running, sender)}
    is_masters = sender.lower() == office.house.gamemaster_address.lower()
    return at_it == {player} or (not at_it and not is_masters)
