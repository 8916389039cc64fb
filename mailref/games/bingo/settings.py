"""[[game]] of a game of Scrabble-Bingo (other games 2)."""

from collections.abc import Mapping
from typing import ClassVar

from mailref.games.bingo.rules import BingoRules, Call, bingo_rules_and_faults
from mailref.games.by_rounds.settings import SettingsByRounds
from mailref.games.switches import IN_ROUNDS, IN_TURNS, OWN_TURN_KEYS
from mailref.games.table_reader import KeyFault
from mailref.settings.schema import FLAG, Schema, one_word_of, whole
from mailref.tiles.variant import Accents, BaseForm

_NOT_IN_BINGO = (
    "letters", "draw", "columns", "solo_bonus", "publish", "announce", "lots_until", "start",
)  # fmt: skip
"""What of that Scrabble-Bingo does not have: its tiles are always drawn by the referee."""


class BingoSettings(SettingsByRounds):
    """How a game of Scrabble-Bingo is read."""

    lacks = ("lots",)
    foreign: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(_NOT_IN_BINGO, IN_ROUNDS),
        **dict.fromkeys(OWN_TURN_KEYS, IN_TURNS),
    }
    switches: ClassVar[Mapping[str, Schema]] = {
        "per_round": whole(1, 102),
        "blanks": FLAG,
        "call": one_word_of(Call),
        "names": FLAG,
        "accents": one_word_of(Accents),
        "base_form": one_word_of(BaseForm),
    }

    def rules_of(
        self, variant: Mapping[str, object], overrides: Mapping[str, object]
    ) -> tuple[BingoRules, tuple[KeyFault, ...]]:
        return bingo_rules_and_faults(variant, overrides)


SETTINGS = BingoSettings()
