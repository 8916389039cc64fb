"""The switches of Un-Scrabble: what a variant's file and [game.rules] say, and back (other games 1)."""

from typing import Annotated, ClassVar

from mailref.games.by_turns.switches import Challenges, SwitchesOfTurns, TurnRules
from mailref.tiles.board import Bonus, BonusTable, between

MOST_TAKEN = 6
"""So many tiles may be taken in a turn (seed 002)."""


class UnscrabbleRules(TurnRules, frozen=True, kw_only=True):
    """Every switch of Un-Scrabble beside those of turns: challenges, clock, seats."""

    family: ClassVar[str] = "unscrabble"
    bonus: Bonus = BonusTable(())
    challenge: Challenges = Challenges.NONE
    most: Annotated[int, between(1, 15)] = MOST_TAKEN
    """Tiles that may be taken in a turn."""


class UnscrabbleSwitches(SwitchesOfTurns[UnscrabbleRules]):
    """Every switch of a game of Un-Scrabble (other games 1)."""

    rules = UnscrabbleRules
    keys = (
        "most", "challenge", "challenge_cost", "challenge_per", "challenge_forfeit",
        "challenge_time", "unlisted", "axes", "accents", "names", "seats",
    )  # fmt: skip


SWITCHES = UnscrabbleSwitches()
