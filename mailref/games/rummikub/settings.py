"""[[game]] of a game of WORT-Rummikub: what differs from other games in turns (table games 9)."""

from collections.abc import Mapping
from typing import Any, ClassVar

from mailref.games.by_turns.rules import Challenges, ThemeWords, Unlisted
from mailref.games.by_turns.settings import KEYS_IN_TURNS, SettingsInTurns
from mailref.games.by_turns.switches import SEATS
from mailref.games.rummikub.orders import Insert, Repeat, TableRules, table_rules_and_faults
from mailref.games.table_reader import (
    KeyFault,
)
from mailref.referee.policy import GamePolicy
from mailref.settings.schema import FLAG, TEXT, WINDOW, Schema, keyed, one_word_of, whole
from mailref.settings.values import Findings
from mailref.tiles.variant import (
    Accents,
)

_RULES = keyed(
    {
        **dict.fromkeys(("first", "least", "after_refill"), whole(2, 15)),
        **dict.fromkeys(("refill", "penalty"), whole(0, 14)),
        "goal": whole(1, 10_000),
        "challenge": one_word_of(Challenges),
        "doubt_cost": whole(0, 1000),
        "challenge_time": WINDOW,
        "repeat": one_word_of(Repeat),
        "insert": one_word_of(Insert),
        "unlisted": one_word_of(Unlisted),
        "accents": one_word_of(Accents),
        "names": FLAG,
        "seats": one_word_of(SEATS),
        "starter": TEXT,
    }
)


class RummikubSettings(SettingsInTurns):
    """How a game of WORT-Rummikub is read."""

    keys: ClassVar[Mapping[str, Schema]] = {**KEYS_IN_TURNS, "same_tiles": TEXT, "rules": _RULES}
    of_tournament = keys
    says_nothing: ClassVar[Mapping[str, str]] = {
        "theme": "",
        "start": ": it begins with the first tiles",
    }
    leaves_board = False

    def rules(
        self,
        variant: Mapping[str, object],
        overrides: Mapping[str, object],
        _theme: ThemeWords | None,
    ) -> tuple[TableRules, tuple[KeyFault, ...]]:
        return table_rules_and_faults(variant, overrides)

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
