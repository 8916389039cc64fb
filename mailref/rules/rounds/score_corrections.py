"""What the game master added to totals or took away: which round it is of, and whether it is in force."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace

from mailref.rules.events import ScoreCorrected


@dataclass(frozen=True, slots=True)
class Correction:
    """A change of a player's total that the game master made; `order` counts those of the game."""

    order: int
    number: int
    """The round it is about; it stands in the table of that round, or of the player's first one."""
    player: str
    points: int
    because: str
    is_undone: bool = False
    """Whether the round was opened again since: it is judged anew, and this is in no total."""


def next_correction(
    event: ScoreCorrected, corrections: Sequence[Correction], last: int
) -> Correction:
    """Return the correction that *event* makes, about no later round than *last*, the one closed last."""
    number = min(event.number, last)
    return Correction(len(corrections) + 1, number, event.player, event.points, event.because)


def corrections_renamed(
    corrections: Iterable[Correction], old: str, new: str
) -> tuple[Correction, ...]:
    """Return corrections with a player's new name."""
    return tuple(replace(each, player=new) if each.player == old else each for each in corrections)


def corrections_reopened(
    corrections: Iterable[Correction], number: int, players: Container[str]
) -> tuple[Correction, ...]:
    """Return the corrections after the round *number* is open again, in which those *players* were.

    Those of that round itself are undone: it will be judged anew.
    """
    return tuple(
        replace(each, is_undone=True) if each.number >= number and each.player in players else each
        for each in corrections
    )


def corrections_in(
    corrections: Iterable[Correction], player: str, number: int
) -> tuple[Correction, ...]:
    """Return the corrections in force of a player in the round *number* itself."""
    return tuple(
        each
        for each in corrections
        if each.player == player and each.number == number and not each.is_undone
    )


def corrections_until_close(
    player: str, rank_before: int | None, corrections: Iterable[Correction], number: int
) -> tuple[Correction, ...]:
    """Return what was corrected before the close: of the round, or of any before a first one."""
    if rank_before is not None:
        return corrections_in(corrections, player, number)
    return tuple(each for each in corrections if each.player == player)
