"""The one function that changes a game: `apply(game, event)`.

Play, replay, preview and verify all go through it; nothing else computes what follows from what
happened. Each family has its share in its own room: `rounds/apply.py`, `turns/turn_game.py`,
`table/table_game.py`, `turns/unscrabble_game.py`, `bingo/bingo_game.py`.
"""

from collections.abc import Iterable
from typing import overload

from mailref.games.bingo.events import BingoOpened
from mailref.games.bingo.game import BingoGame, apply_in_bingo, open_bingo
from mailref.games.by_turns.events import SoloOpened, TurnsOpened
from mailref.games.classic.game import TurnGame, apply_in_turns, open_turns
from mailref.games.events import (
    CommonEvent,
    Event,
    GameOpened,
    InBingo,
    InRoundGame,
    InSoloGame,
    InTableGame,
    InTurnGame,
    InUnscrabbleGame,
)
from mailref.games.game import G, Game, apply_common
from mailref.games.rounds.apply import apply_in_rounds, open_rounds
from mailref.games.rounds.round_game import RoundGame
from mailref.games.rummikub.events import TableOpened
from mailref.games.rummikub.game import TableGame, apply_at_table, open_table
from mailref.games.solitaire.game import SoloGame, apply_in_solo, open_solo
from mailref.games.unscrabble.game import UnscrabbleGame, apply_in_unscrabble, open_unscrabble
from mailref.games.unscrabble.rules import UnscrabbleOpened


@overload
def apply(game: G, event: Event) -> G: ...
@overload
def apply(game: None, event: Event) -> Game: ...
def apply(game: Game | None, event: Event) -> Game:
    """Return the game after *event*; the only place where anything in it changes.

    Its family never changes.
    """
    if game is None:
        return _begin(event)
    if isinstance(event, CommonEvent):
        game = apply_common(game, event)
    match game:
        case RoundGame() if isinstance(event, InRoundGame):
            return apply_in_rounds(game, event)
        case TurnGame() if isinstance(event, InTurnGame):
            return apply_in_turns(game, event)
        case TableGame() if isinstance(event, InTableGame):
            return apply_at_table(game, event)
        case UnscrabbleGame() if isinstance(event, InUnscrabbleGame):
            return apply_in_unscrabble(game, event)
        case BingoGame() if isinstance(event, InBingo):
            return apply_in_bingo(game, event)
        case SoloGame() if isinstance(event, InSoloGame):
            return apply_in_solo(game, event)
        case RoundGame() | TurnGame() | TableGame() | UnscrabbleGame() | BingoGame() | SoloGame():
            raise ValueError(f"{type(event).__name__} does not happen in a {type(game).__name__}")
        case _:
            raise TypeError(f"{type(game).__name__} is of no family")


def _begin(event: Event) -> Game:
    match event:
        case GameOpened():
            return open_rounds(event)
        case TurnsOpened():
            return open_turns(event)
        case TableOpened():
            return open_table(event)
        case UnscrabbleOpened():
            return open_unscrabble(event)
        case BingoOpened():
            return open_bingo(event)
        case SoloOpened():
            return open_solo(event)
        case _:
            raise ValueError(f"no game begins with {type(event).__name__}")


def replay(events: Iterable[Event]) -> Game:
    """Return the game that *events* make, the first of which opens it."""
    game: Game | None = None
    for event in events:
        game = apply(game, event)
    if game is None:
        raise ValueError("no events, no game")
    return game


def replay_rounds(events: Iterable[Event]) -> RoundGame:
    """Return the game in rounds that *events* make."""
    game = replay(events)
    if not isinstance(game, RoundGame):
        raise TypeError(f"{game.id} is no game in rounds")
    return game


def follow(game: G, events: Iterable[Event]) -> G:
    """Return *game* after *events*."""
    for event in events:
        game = apply(game, event)
    return game
