"""The switches of WORT-Rummikub (table games 2)."""

from dataclasses import dataclass
from enum import StrEnum

from mailref.rules.turns.turn_rules import TurnRules


class Repeat(StrEnum):
    """Which words cannot be laid again: all that were laid in this game, or those that lie now."""

    EVER = "ever"
    LYING = "lying"


class Insert(StrEnum):
    """Where an extension may put new letters."""

    ANYWHERE = "anywhere"
    ENDS = "ends"


@dataclass(frozen=True, slots=True)
class TableRules(TurnRules):
    """Every switch of WORT-Rummikub beside those of turns: challenges, clock, seats."""

    first: int = 6
    """Letters that a player's first word has at least."""
    least: int = 3
    after_refill: int = 4
    """Letters of the first word after seven new tiles."""
    refill_tiles: int = 7
    goal: int = 99
    penalty: int = 1
    """Tiles that are taken for a word doubted off."""
    repeat: Repeat = Repeat.EVER
    insert: Insert = Insert.ANYWHERE
