"""[[game]] of a game of WORT-Rummikub: what differs from other games in turns (table games 9)."""

from collections.abc import Mapping
from typing import Any, ClassVar

from mailref.games.by_turns.settings import SettingsInTurns
from mailref.games.rummikub.orders import SWITCHES, TableRules
from mailref.referee.policy import GamePolicy
from mailref.settings.values import Findings


class RummikubSettings(SettingsInTurns):
    """How a game of WORT-Rummikub is read."""

    called = "WORT-Rummikub"
    switches = SWITCHES
    has_tournaments = True
    says_nothing: ClassVar[Mapping[str, str]] = {
        "theme": "",
        "start": ": it begins with the first tiles",
    }
    leaves_board = False

    def read_start(
        self,
        _values: object,
        _common: GamePolicy,
        _rules: TableRules,
        _label: str,
        _findings: Findings,
    ) -> Mapping[str, Any]:
        return {}


SETTINGS = RummikubSettings()
