"""A league of soloists as the office keeps it."""

from dataclasses import dataclass

from mailref.referee.findings import RunningGame
from mailref.referee.policy import SoloPolicy
from mailref.rules.turns.solo_game import SoloGame


@dataclass(frozen=True, slots=True)
class RunningSolo(RunningGame):
    """A league of soloists with its settings, and whose table is looked at."""

    game: SoloGame
    policy: SoloPolicy
    who: str = ""
