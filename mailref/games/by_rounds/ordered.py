"""What is ordered in any game with rounds, or done by its players: what must be so for it to happen."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from mailref.games import events as happened
from mailref.games.by_rounds.state import GameByRounds
from mailref.games.events import Event


def wanting(game: GameByRounds, event: Event) -> str | None:
    """Return what would have to be so for *event* to happen; None where it may."""
    match event:
        case happened.PlayerJoined(name):
            return None if name not in game.players else "each player once"
        case happened.PlayerLeft(name):
            return None if _takes_part(game, name) else "a player who takes part"
        case happened.PlayerReturned(name):
            is_gone = name in game.players and not _takes_part(game, name)
            return None if is_gone else "a player who has left"
        case happened.PlayerRenamed(name, new):
            is_free = name in game.players and new not in game.players
            return None if is_free else "a player's new name"
        case happened.DeadlineMoved():
            return None if game.round is not None else "an open round"
        case happened.GamePaused():
            return None if not (game.is_paused or game.is_over) else "a game that is played"
        case happened.GameResumed():
            return None if game.is_paused else "a pause"
        case happened.WordRuled():
            return None
        case _:
            return "what an export tells"


def _takes_part(game: GameByRounds, name: str) -> bool:
    player = game.players.get(name)
    return player is not None and not (player.has_left or player.is_leaving)


def taking_part(there: dict[str, bool], wanted: Mapping[str, bool]) -> Iterator[Event]:
    """Yield who goes or comes back, so that of those *there* the *wanted* take part; it is noted there."""
    for name, is_there in wanted.items():
        if there[name] is not is_there:
            yield happened.PlayerReturned(name) if is_there else happened.PlayerLeft(name, "")
    there |= wanted


def as_ordered(game: GameByRounds, event: Event) -> Event:
    """Return *event* with what follows from the game: of which round it is."""
    if isinstance(event, happened.DeadlineMoved):
        return replace(event, number=game.round_number)
    return event
