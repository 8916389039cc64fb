"""The settings of a game in rounds, and a game with them."""

from datetime import timedelta
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from mailref.games.by_rounds.policy import PolicyByRounds, RunningByRounds
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.switches import Rules
from mailref.tiles.board import Board


class Publish(StrEnum):
    """Whether the report goes out by itself or waits for the game master's release."""

    AUTO = "auto"
    APPROVE = "approve"


class AheadReason(StrEnum):
    """Why an entry does not count in the open round, though nothing is wrong with it."""

    KEPT = "kept_ahead"


class DrawBy(StrEnum):
    """Who draws the letters."""

    REFEREE = "referee"
    HAND = "hand"


class TakenOver(Struct, frozen=True):
    """A game already under way, as `[game.start]` gives it."""

    round: int
    board: Board
    scores: tuple[tuple[str, int], ...]
    missed: tuple[tuple[str, int], ...]


class RoundPolicy(PolicyByRounds, frozen=True, kw_only=True):
    """The settings of a game in rounds."""

    rules: Rules
    min_round: timedelta = timedelta(days=7)
    letters: str | None
    publish: Publish = Publish.AUTO
    draw: DrawBy = DrawBy.REFEREE
    columns: tuple[str, ...] = ()
    solo_bonus: Annotated[int, Meta(ge=0, le=1000)] = 0
    taken_over: TakenOver | None


class RunningRounds(RunningByRounds[RoundGame], frozen=True):
    """A game in rounds with its settings."""

    game: RoundGame
    policy: RoundPolicy


RUNNING = RunningRounds
