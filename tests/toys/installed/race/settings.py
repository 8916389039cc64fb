"""[[game]] of a race, and its switches."""

from collections.abc import Mapping
from typing import ClassVar

from mailref.games.by_turns.settings import SettingsInTurns
from mailref.games.by_turns.switches import SwitchesOfTurns

from .kind import RaceRules


class RaceSwitches(SwitchesOfTurns[RaceRules]):
    rules = RaceRules
    keys = ("goal", "most", "seats")


class RaceSettings(SettingsInTurns):
    called = "a race"
    switches = RaceSwitches()
    says_nothing: ClassVar[Mapping[str, str]] = {"theme": "", "start": ""}
    double_game = "says nothing in a race: no tiles are drawn"
    leaves_board = False


SETTINGS = RaceSettings()
