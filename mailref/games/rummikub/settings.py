"""[[game]] of a game of WORT-Rummikub: what differs from other games in turns (table games 9)."""

from collections.abc import Mapping
from typing import ClassVar

from mailref.games.by_turns.settings import SettingsInTurns
from mailref.games.rummikub.switches import SWITCHES


class RummikubSettings(SettingsInTurns):
    """How a game of WORT-Rummikub is read."""

    called = "WORT-Rummikub"
    switches = SWITCHES
    has_tournaments = True
    says_nothing: ClassVar[Mapping[str, str]] = {
        "theme": "",
        "start": ": it begins with the first tiles",
        "tiles": ": it has tiles of its own",
        "layout": ": it has no board",
    }
    leaves_board = False


SETTINGS = RummikubSettings()
