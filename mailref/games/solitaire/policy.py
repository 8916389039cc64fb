"""The settings of a league of soloists, and a league with them."""

from datetime import datetime
from typing import Annotated

from msgspec import Meta

from mailref.games.solitaire.game import SoloGame
from mailref.games.solitaire.switches import SoloRules
from mailref.referee.policy import GamePolicy, RunningGame


class SoloPolicy(GamePolicy, frozen=True, kw_only=True):
    """The settings of a league of soloists (other games 3)."""

    family = "solo"
    rules: SoloRules
    deadline: datetime
    history: Annotated[int, Meta(ge=1, le=1000)] = 12
    """So many turns of the score sheet stand in a mail."""
    house_rules: tuple[str, ...] = ()
    """The switches, by their keys, in which the game differs from its variant."""


class RunningSolo(RunningGame, frozen=True):
    """A league of soloists with its settings, and whose table is looked at."""

    game: SoloGame
    policy: SoloPolicy
    who: str = ""


RUNNING = RunningSolo
