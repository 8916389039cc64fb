"""The switches of Solitaire: what a variant's file and `[game.rules]` say, and back."""

from collections.abc import Iterator, Mapping

from mailref.games.by_turns.rules import SoloRules
from mailref.games.switches import Switches
from mailref.games.table_reader import KeyFault


class SoloSwitches(Switches[SoloRules]):
    """Every switch of a league of soloists (other games 3)."""

    rules = SoloRules
    keys = (
        "racks", "chosen", "rack", "bonus", "exchange_min", "passes", "swap", "axes", "start",
        "accents", "names",
    )  # fmt: skip

    def impossible(self, rules: SoloRules, _overrides: Mapping[str, object]) -> Iterator[KeyFault]:
        if rules.chosen and rules.racks > 1:
            yield KeyFault("chosen", "is for one rack: racks must be 1")


SWITCHES = SoloSwitches()
