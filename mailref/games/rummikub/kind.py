"""WORT-Rummikub as a kind of game."""

from collections.abc import Mapping
from typing import Any, get_args

from mailref.games.by_turns.kind import InTurns
from mailref.games.rummikub.events import TableEvent, TableOpened
from mailref.games.rummikub.game import TableGame, apply_at_table, open_table


class Rummikub(InTurns[TableGame]):
    """WORT-Rummikub: state and events."""

    name = "table"
    opened = TableOpened
    game = TableGame
    is_rated = True
    events = get_args(TableEvent)

    def opens_with(self, policy: Any, seed: bytes) -> Mapping[str, Any]:
        return {**super().opens_with(policy, seed), "same_tiles": policy.same_tiles}

    def begun_by(self, event: TableOpened) -> TableGame:
        return open_table(event)

    def apply(self, game: TableGame, event: Any) -> TableGame:
        return apply_at_table(game, event)


KIND = Rummikub()
