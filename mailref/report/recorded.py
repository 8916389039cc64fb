"""The pieces of a game's record: corrections, players as they came, closed rounds."""

from dataclasses import dataclass

from mailref.rules.events import LettersDrawn
from mailref.rules.results import RoundResult
from mailref.rules.variant import Rules


@dataclass(frozen=True, slots=True)
class Correction:
    """A change of a player's total; `order` counts the corrections of the game."""

    order: int
    number: int
    """The round that was named."""
    player: str
    points: int
    because: str


@dataclass(frozen=True, slots=True)
class Joined:
    """A player as he came into the game."""

    name: str
    round: int
    base: int
    missed: int
    is_late: bool
    among: tuple[str, ...]
    """Who took part when a late joiner came, late joiners left out: his base is the lowest of theirs."""
    corrections: int
    """How many corrections had been made by then."""
    reopened: int
    """How often a round of the game had been reopened by then."""
    adjustments: tuple[Correction, ...] = ()
    """Made before his first round was closed."""


@dataclass(frozen=True, slots=True)
class Closed:
    """A closed round with what was decided about it later."""

    result: RoundResult
    rules: Rules
    former: tuple[tuple[str, int], ...]
    """Who has a total but took no part, with that total."""
    rulings: int
    """How many rulings had been made when it was closed."""
    reopened: int
    """How often a round of the game had been reopened when it was closed."""
    corrections: int
    """How many corrections had been made when it was closed; later ones are not in its totals."""
    drawn: LettersDrawn | None = None
    is_redrawn: bool = False
    """Whether the letters drawn after it were replaced in mid-round."""
    is_cleared: bool = False
    adjustments: tuple[Correction, ...] = ()
