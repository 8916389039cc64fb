"""The switches of Un-Scrabble: what a variant's file and `[game.rules]` say, and back."""

from mailref.games.by_turns.switches import SwitchesOfTurns
from mailref.games.unscrabble.rules import UnscrabbleRules


class UnscrabbleSwitches(SwitchesOfTurns[UnscrabbleRules]):
    """Every switch of a game of Un-Scrabble (other games 1)."""

    rules = UnscrabbleRules
    keys = (
        "most", "challenge", "challenge_cost", "challenge_per", "challenge_forfeit",
        "challenge_time", "unlisted", "axes", "accents", "names", "seats",
    )  # fmt: skip


SWITCHES = UnscrabbleSwitches()
