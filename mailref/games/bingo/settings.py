"""[[game]] of a game of Scrabble-Bingo (other games 2)."""

from collections.abc import Mapping
from datetime import timedelta
from typing import ClassVar

from mailref.games.bingo.policy import BingoPolicy
from mailref.games.bingo.rules import BINGO_SWITCHES, Call, bingo_rules_and_faults
from mailref.games.switches import IN_ROUNDS, IN_TURNS, OWN_TURN_KEYS
from mailref.games.table_reader import (
    TomlTable,
    duration,
    mapping,
)
from mailref.settings.game_parts import (
    NOTHING,
    fields_of,
    read_common,
    warn_of_zats,
)
from mailref.settings.kinds import KindSettings
from mailref.settings.schema import (
    DURATION,
    FLAG,
    SCHEDULE,
    WHEN,
    Schema,
    keyed,
    one_word_of,
    whole,
)
from mailref.settings.values import Findings, Surroundings, moment, schedule
from mailref.tiles.variant import (
    Accents,
    BaseForm,
)

_NOT_IN_BINGO = (
    "letters", "draw", "columns", "solo_bonus", "publish", "announce", "lots_until", "start",
)  # fmt: skip
"""What of that Scrabble-Bingo does not have: its tiles are always drawn by the referee."""
_RULES = keyed(
    {
        "per_round": whole(1, 102),
        "blanks": FLAG,
        "call": one_word_of(Call),
        "names": FLAG,
        "accents": one_word_of(Accents),
        "base_form": one_word_of(BaseForm),
    }
)


class BingoSettings(KindSettings):
    """How a game of Scrabble-Bingo is read."""

    keys: ClassVar[Mapping[str, Schema]] = {
        "min_round": DURATION,
        "deadline": WHEN,
        "schedule": SCHEDULE,
        "rules": _RULES,
    }

    lacks = ("lots",)
    foreign: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(_NOT_IN_BINGO, IN_ROUNDS),
        **dict.fromkeys(OWN_TURN_KEYS, IN_TURNS),
    }

    def read(
        self, table: TomlTable, label: str, around: Surroundings, findings: Findings
    ) -> BingoPolicy:
        common = read_common(table, label, around, findings)
        variant = around.variants.get(common.variant, NOTHING)
        rules, faults = bingo_rules_and_faults(variant, table.take("rules", mapping, NOTHING))
        findings.add(label, faults, section="[game.rules]")
        usual, _ = bingo_rules_and_faults(variant, NOTHING)
        return BingoPolicy(
            **fields_of(common),
            rules=rules,
            house_rules=tuple(
                key for key in BINGO_SWITCHES if getattr(rules, key) != getattr(usual, key)
            ),
            deadline=table.take("deadline", moment(common.zone), None),
            schedule=table.take("schedule", schedule(common.zone), None),
            min_round=table.take("min_round", duration(), timedelta(days=1)),
        )

    def warn(self, game: BingoPolicy, label: str, findings: Findings) -> None:
        warn_of_zats(game, label, findings)


SETTINGS = BingoSettings()
