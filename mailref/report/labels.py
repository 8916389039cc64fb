"""The words that stand in tables, filled in from a template: nothing here speaks a language."""

from collections.abc import Mapping
from dataclasses import dataclass

from mailref.report.letters import Group


@dataclass(frozen=True, slots=True)
class TableLabels:
    """Heads of columns and names of amounts, all short."""

    player: str
    rank: str
    change: str
    points: str
    total: str
    move: str
    percent: str
    better: str
    solo: str
    base: str
    """Before what a late joiner started with: `Startpunkte`."""
    deduction: str
    adjustment: str
    more: str
    """After the number of rows left out: `weitere`."""
    round: str
    """Before a round's number at the head of a column: `R`."""
    decimal_mark: str


@dataclass(frozen=True, slots=True)
class LetterLabels:
    """The names of the groups of letters, and of the blank."""

    groups: Mapping[Group, str]
    blank: str
    """How a blank is written: `?` or `Blanko`."""


def signed(number: int) -> str:
    """Return `+2`, `-1` or `=`: how a rank has changed, or a correction."""
    return f"{number:+d}" if number else "="
