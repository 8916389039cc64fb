"""The switches of WORT-Rummikub: what a variant's file and [game.rules] say, and back (table games 9)."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated, Any, ClassVar

from msgspec.structs import replace

from mailref.games.by_turns.switches import SwitchesOfTurns, TurnRules
from mailref.games.table_reader import KeyFault
from mailref.tiles.board import Bonus, BonusTable, between


class Repeat(StrEnum):
    """Which words cannot be laid again: all that were laid in this game, or those that lie now."""

    EVER = "ever"
    LYING = "lying"


class Insert(StrEnum):
    """Where an extension may put new letters."""

    ANYWHERE = "anywhere"
    ENDS = "ends"


Letters = Annotated[int, between(2, 15)]


OfHand = Annotated[int, between(0, 14)]


class TableRules(TurnRules, frozen=True, kw_only=True):
    """Every switch of WORT-Rummikub beside those of turns: challenges, clock, seats."""

    family: ClassVar[str] = "table"
    bonus: Bonus = BonusTable(())
    first: Letters = 6
    """Letters that a player's first word has at least."""
    least: Letters = 3
    after_refill: Letters = 4
    """Letters of the first word after seven new tiles."""
    refill_tiles: OfHand = 7
    goal: Annotated[int, between(1, 10_000)] = 99
    penalty: OfHand = 1
    """Tiles that are taken for a word doubted off."""
    repeat: Repeat = Repeat.EVER
    insert: Insert = Insert.ANYWHERE


class TableSwitches(SwitchesOfTurns[TableRules]):
    """Every switch of a game of WORT-Rummikub."""

    rules = TableRules
    keys = (
        "first", "least", "after_refill", "refill", "goal", "penalty", "challenge", "doubt_cost",
        "challenge_time", "repeat", "insert", "unlisted", "accents", "names", "seats", "starter",
    )  # fmt: skip
    fields: ClassVar[Mapping[str, str]] = {"refill": "refill_tiles", "doubt_cost": "challenge_cost"}

    def made(self, said: Mapping[str, Any]) -> TableRules:
        """Doubts cost nothing here where nobody says otherwise, and where there are none."""
        rules = super().made({"challenge_cost": 0, **said})
        return rules if rules.may_challenge else replace(rules, challenge_cost=0)

    def impossible(self, rules: TableRules, overrides: Mapping[str, object]) -> Iterator[KeyFault]:
        for key in ("first", "after_refill"):
            if getattr(rules, key) < rules.least:
                said = f"is less than least = {rules.least}, which holds for every word"
                yield KeyFault(key, said)
        yield from super().impossible(rules, overrides)


SWITCHES = TableSwitches()
