"""The switches of Scrabble-Bingo: what a variant's file and [game.rules] say, and back (other games 2)."""

from enum import StrEnum

from mailref.games.switches import Switches
from mailref.tiles.board import Tiles, UsualLaying


class Call(StrEnum):
    """Who says that all letters are crossed out: the referee sees it, or the player must call."""

    AUTO = "auto"
    PLAYER = "player"


class BingoRules(UsualLaying, frozen=True, kw_only=True):
    """Every switch of Scrabble-Bingo; field names are the keys of `[game.rules]`."""

    family = "bingo"
    per_round: Tiles = 10
    """Tiles drawn at each ZAT."""
    blanks: bool = True
    """Whether a blank stands for a letter still wanting; else for nothing."""
    call: Call = Call.AUTO


class BingoSwitches(Switches[BingoRules]):
    """Every switch of a game of Scrabble-Bingo (other games 2)."""

    rules = BingoRules
    keys = ("per_round", "blanks", "call", "names", "accents", "base_form")


SWITCHES = BingoSwitches()
