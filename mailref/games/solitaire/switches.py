"""The switches of Solitaire (other games 3): what a variant's file and `[game.rules]` say, and back."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from mailref.games.by_turns.switches import Challenges, Refill, TurnRules, Unlisted
from mailref.games.switches import Switches
from mailref.games.table_reader import KeyFault
from mailref.tiles.board import between


class SoloRules(TurnRules, frozen=True, kw_only=True):
    """Every switch of Solitaire beside those of laying: how many racks in turn, and who chooses letters."""

    family = "solo"
    plays_alone = True
    challenge: Challenges = Challenges.NONE
    refill: Refill = Refill.AT_ONCE
    unlisted: Unlisted = Unlisted.REFUSE
    racks: Annotated[int, between(1, 2)] = 1
    chosen: bool = False
    """Whether a soloist chooses his letters himself, and may take moves back and begin again."""

    @property
    def chooses_letters(self) -> bool:
        return self.chosen


class SoloSwitches(Switches[SoloRules]):
    """Every switch of a league of soloists (other games 3)."""

    rules = SoloRules
    keys = (
        "racks", "chosen", "rack", "bonus", "exchange_min", "passes", "swap", "axes", "start",
        "accents", "names", "anagrams",
    )  # fmt: skip

    def impossible(self, rules: SoloRules, _overrides: Mapping[str, object]) -> Iterator[KeyFault]:
        if rules.chosen and rules.racks > 1:
            yield KeyFault("chosen", "is for one rack: racks must be 1")


SWITCHES = SoloSwitches()
