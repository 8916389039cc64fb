"""The settings of a game in rounds, and a game with them."""

from enum import StrEnum

from msgspec import Struct

from mailref.games.rounds.round_game import RoundGame
from mailref.referee.policy import RunningGame, ZatPolicy
from mailref.tiles.board import Board
from mailref.tiles.variant import Rules


class Publish(StrEnum):
    """Whether the report goes out by itself or waits for the game master's release."""

    AUTO = "auto"
    APPROVE = "approve"


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


class RoundPolicy(ZatPolicy, frozen=True, kw_only=True):
    """The settings of a game in rounds."""

    rules: Rules
    letters: str | None
    publish: Publish
    draw: DrawBy
    columns: tuple[str, ...]
    solo_bonus: int
    taken_over: TakenOver | None
    house_rules: tuple[str, ...] = ()
    """The switches, by their keys, in which the game differs from its variant."""

    @property
    def family(self) -> str:
        return "rounds"


class RunningRounds(RunningGame, frozen=True):
    """A game in rounds with its settings."""

    game: RoundGame
    policy: RoundPolicy


RUNNING = RunningRounds
