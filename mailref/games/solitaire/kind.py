"""Leagues of soloists as a kind of game."""

from collections.abc import Mapping
from typing import Any, get_args

from mailref.games.by_turns.kind import AtTable
from mailref.games.solitaire.events import SoloEvent, SoloOpened
from mailref.games.solitaire.game import SoloGame, apply_in_solo, seats_of


class Solitaire(AtTable[SoloGame]):
    """Leagues of soloists: state and events."""

    name = "solo"
    opened = SoloOpened
    game = SoloGame
    events = get_args(SoloEvent)
    plays_alone = True

    def seats_of(self, opened: SoloOpened, player: str) -> tuple[str, ...]:
        return seats_of(player, opened.rules.racks)

    def opens_with(self, policy: Any, _seed: bytes) -> Mapping[str, Any]:
        return {"deadline": policy.deadline}

    def apply(self, game: SoloGame, event: Any) -> SoloGame:
        return apply_in_solo(game, event)


KIND = Solitaire()
