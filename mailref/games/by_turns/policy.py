"""The settings of a game in turns (classic 14), and a game with them."""

from datetime import datetime, time, timedelta
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from mailref.games.by_turns.rules import Timeout, TurnRules
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.secret import Secret
from mailref.referee.policy import GamePolicy, RunningGame
from mailref.tiles.board import Board


class TurnsTakenOver(Struct, frozen=True):
    """A game in turns already under way, as `[game.start]` gives it."""

    turn: int
    to_move: str
    board: Board
    scores: tuple[tuple[str, int], ...]
    racks: tuple[tuple[str, Secret[str]], ...]
    """Of those whose rack is given; the others draw."""


class FullBoard(Struct, frozen=True):
    """From which board a game of Un-Scrabble starts."""

    board: Board | None
    """None: the last one of another game, which is not known yet."""
    of_game: str = ""
    """The id of that game."""


class ReadersGet(StrEnum):
    """When those are mailed to who only read: after each turn, or at the end."""

    TURN = "turn"
    END = "end"


class TurnPolicy(GamePolicy, frozen=True, kw_only=True):
    """The settings of a game in turns (classic 14)."""

    rules: TurnRules
    move_time: timedelta = timedelta(days=5)
    """The least time for a turn; its ZAT is the next `until` hour."""
    until: time = time(20)
    """By the clock on the wall; naive."""
    grace: timedelta = timedelta(0)
    """So long a move is held back, for a better one."""
    bank: timedelta = timedelta(0)
    """Time in hand for the whole game, once the ZAT of a turn has passed."""
    timeout: Timeout = Timeout.PASS
    timeouts: Annotated[int, Meta(ge=0, le=100)] = 3
    """After so many in a row a player is out; 0: never."""
    vacation: timedelta = timedelta(days=21)
    """So long a player may be away in all."""
    readers_get: ReadersGet = ReadersGet.TURN
    history: Annotated[int, Meta(ge=1, le=1000)] = 12
    """So many turns of the score sheet stand in a mail."""
    places: int = 2
    """How many play; with open registration the game begins when all places are taken."""
    taken_over: TurnsTakenOver | None = None
    full: FullBoard | None = None
    """Of Un-Scrabble: from which board it starts."""
    zat: datetime | None = None
    """Of the table of a soloist: the ZAT of the whole league, in place of one for each turn."""
    has_rematch: bool = True
    """Whether players may agree on a rematch; a tournament says itself who meets whom."""
    follows: str = ""
    """The first game, which stands in the file, of one that its players agreed on."""

    @property
    def family(self) -> str:
        return self.rules.family

    @property
    def least_time(self) -> timedelta:
        return self.move_time


class RunningTurns(RunningGame, frozen=True):
    """A game in turns with its settings."""

    game: SeatedGame
    policy: TurnPolicy


RUNNING = RunningTurns
