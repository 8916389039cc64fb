"""The switches of Scrabble-Bingo: as a value, and as a table as settings write it (other games 2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from mailref.rules.board import GERMAN, Axes
from mailref.rules.switches import all_faults, switches_of
from mailref.rules.table.table_switches import TABLE_SWITCHES
from mailref.rules.table_reader import KeyFault, flag, number, one_of
from mailref.rules.turns.turn_switches import foreign_switches
from mailref.rules.variant import Accents, BaseForm, BonusTable, Extended, Laying

BINGO_SWITCHES = ("per_round", "blanks", "call", "names", "accents", "base_form")
_ELSEWHERE = "other games"


class Call(StrEnum):
    """Who says that all letters are crossed out: the referee sees it, or the player must call."""

    AUTO = "auto"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class BingoRules(Laying):
    """Every switch of Scrabble-Bingo; field names are the keys of `[game.rules]`."""

    per_round: int = 10
    """Tiles drawn at each ZAT."""
    blanks: bool = True
    """Whether a blank stands for a letter still wanting; else for nothing."""
    call: Call = Call.AUTO


def bingo_rules_and_faults(
    variant: Mapping[str, object], overrides: Mapping[str, object]
) -> tuple[BingoRules, tuple[KeyFault, ...]]:
    """Return rules with stand-ins for what is wrong, so that more faults can be looked for."""
    foreign = {**dict.fromkeys(TABLE_SWITCHES, _ELSEWHERE), **foreign_switches(_ELSEWHERE)}
    table = switches_of(variant, overrides, foreign)
    rules = BingoRules(
        most_tiles=None,
        bonus=BonusTable(()),
        extended=Extended.PREMIUMS,
        start=None,
        swap=False,
        names=table.take("names", flag, default=False),
        accents=table.take("accents", one_of(Accents), Accents.ASK),
        axes=Axes.ROWS,
        base_form=table.take("base_form", one_of(BaseForm), BaseForm.OPTIONAL),
        per_round=table.take("per_round", number(1, len(GERMAN.all_tiles)), 10),
        blanks=table.take("blanks", flag, default=True),
        call=table.take("call", one_of(Call), Call.AUTO),
    )
    return rules, all_faults(table)


def bingo_rules_table(rules: BingoRules) -> dict[str, object]:
    """Return *rules* as a plain table, as the settings would write it."""
    return {
        "per_round": rules.per_round,
        "blanks": rules.blanks,
        "call": str(rules.call),
        "names": rules.names,
        "accents": str(rules.accents),
        "base_form": str(rules.base_form),
    }
