"""The switches of a game as one frozen value (rules 2); a variant is a named set of them.

A variant is data (`variants/*.toml` beside its kind); the game's settings override any switch. What a
game does differently from another is read off here: no other module asks for a variant's name.
"""

from enum import StrEnum
from typing import Annotated, ClassVar

from msgspec import Meta

from mailref.structs import Alternative, OnRecord
from mailref.tiles.board import Area, Axes


class Extended(StrEnum):
    """How the further words of a play are scored: with premiums, or with plain letter values (SB)."""

    PREMIUMS = "premiums"
    PLAIN = "plain"


class Accents(StrEnum):
    """What happens to a word known only with an accent: refused (Dottendorf), or asked about."""

    REFUSE = "refuse"
    ASK = "ask"


class BaseForm(StrEnum):
    """Whether a form known from a separable verb alone needs its base form stated (seed 003)."""

    OPTIONAL = "optional"
    REQUIRED = "required"


class BonusTable(Alternative, frozen=True):
    """Points for the number of new tiles of one play: the greatest entry not above it counts."""

    points: tuple[tuple[int, int], ...]
    """(tiles, points), by rising number of tiles."""


class BonusForAll(Alternative, frozen=True):
    """Points for laying every letter offered in that round, if they are at least 7, in one play."""

    points: int


def between(least: int, most: int) -> Meta:
    """Return the range of a switch, for what reads tables.

    It does not bind what is recorded, as `ge` and `le` would: a record is read as it was written.
    """
    return Meta(extra_json_schema={"minimum": least, "maximum": most})


Bonus = BonusTable | BonusForAll
Tiles = Annotated[int, between(1, 102)]
"""A number of tiles of the set."""


class Laying(OnRecord, frozen=True, kw_only=True):
    """The switches by which one play is judged; the rules of each kind of game extend them.

    A field is a switch, its type says what it can be: `games/switches.py` reads and writes it so. Where it
    has no default, an example stands by it as a table writes it.
    """

    family: ClassVar[str] = ""
    """The name of that kind."""
    most_tiles: Annotated[Tiles | None, Meta(examples=["all"], extra={"none": "all"})]
    """Most new tiles in one play; None: as many as are offered."""
    bonus: Annotated[Bonus, Meta(examples=[{"all": 50}])]
    extended: Annotated[Extended, Meta(examples=["premiums"])]
    start: Annotated[Area | None, Meta(examples=["F6-J10"])]
    """Where the first word must lie wholly; None: it covers the centre."""
    swap: Annotated[bool, Meta(examples=[True])]
    """Whether blanks on the board may be exchanged before the move (Jokertausch)."""
    names: Annotated[bool, Meta(examples=[True])]
    """Whether names and places are allowed."""
    accents: Annotated[Accents, Meta(examples=["ask"])]
    axes: Annotated[Axes, Meta(examples=["columns"])]
    base_form: BaseForm = BaseForm.OPTIONAL


class UsualLaying(Laying, frozen=True, kw_only=True):
    """Those switches with what they are where a variant says nothing: many kinds need say nothing of most."""

    most_tiles: Tiles | None = None
    bonus: Bonus = BonusTable(())
    extended: Extended = Extended.PREMIUMS
    start: Area | None = None
    swap: bool = False
    names: bool = False
    accents: Accents = Accents.ASK
    axes: Axes = Axes.ROWS


def bonus_for(rules: Laying, new_tiles: int, offered: int) -> int:
    """Return the bonus of one play that lays *new_tiles* of *offered* letters (rules 2 and 8)."""
    match rules.bonus:
        case BonusForAll(points):
            return points if new_tiles == offered >= 7 else 0
        case BonusTable(entries):
            reached = (entry for entry in entries if entry[0] <= new_tiles)
            return max(reached, default=(0, 0))[1]
