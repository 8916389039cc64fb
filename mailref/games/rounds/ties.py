"""Which of several equal best moves is laid: the game's ordered list of ties (rules 2 and 8).

The lot is drawn between different moves, not between players; all who found the move are named.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from msgspec import Struct

from mailref.games.chance import Chance
from mailref.games.rounds.rules import Rules, Tie
from mailref.structs import OnRecord
from mailref.tiles.board import alphabetical, square_name
from mailref.tiles.scoring import Judged


class Lot(OnRecord, frozen=True):
    """A lot that was drawn: the choices in order, and which one it fell on."""

    purpose: str
    choices: tuple[str, ...]
    chosen: int


class Contender(Struct, frozen=True):
    """One of the equal best moves, with those who found it."""

    judged: Judged
    players: tuple[str, ...]
    first_arrival: tuple[datetime, int]
    """When it was first received, and the order among equal seconds."""


class Winner(Struct, frozen=True):
    contender: Contender
    tie: tuple[str, ...]
    lot: Lot | None


class AskGameMaster(Struct, frozen=True):
    """The game master must choose: the names of the moves that are left."""

    choices: tuple[str, ...]


_KEEP: Mapping[Tie, Callable[[Contender], object]] = {
    Tie.MORE_TILES: lambda each: -each.judged.new_tiles,
    Tie.FEWER_BLANKS: lambda each: each.judged.new_blanks,
    Tie.EARLIEST: lambda each: each.first_arrival,
    Tie.ALPHABETICAL: lambda each: ([*map(alphabetical, each.judged.words)], each.judged.key),
}
"""What the moves that stay have the least of."""


def decide(
    contenders: Sequence[Contender],
    rules: Rules,
    chance: Chance,
    round_number: int,
    choice: str | None = None,
) -> Winner | AskGameMaster:
    """Return the move that is laid, with the rules that decided; always ends in a decision.

    *choice* is what the game master chose, where the game lets him. Where the list of rules does
    not decide, the lot does.
    """
    left = sorted(contenders, key=lambda each: each.judged.key)
    applied: list[str] = []
    for tie in (*rules.ties, Tie.LOT):
        if len(left) == 1:
            break
        if tie is Tie.LOT:
            return _by_lot(left, (*applied, tie.value), rules, chance, round_number)
        if tie is Tie.GAME_MASTER:
            names = {move_name(each.judged, rules): each for each in left}
            if choice not in names:
                return AskGameMaster(tuple(names))
            left = [names[choice]]
        else:
            left = _least(left, _KEEP[tie])
        applied.append(tie.value)
    return Winner(left[0], tuple(applied), None)


def _least(left: Sequence[Contender], key: Callable[[Contender], object]) -> list[Contender]:
    values = [key(each) for each in left]
    least = min(values)  # type: ignore[type-var]  # each key gives values of one comparable type
    return [each for each, value in zip(left, values, strict=True) if value == least]


def _by_lot(
    left: Sequence[Contender],
    applied: tuple[str, ...],
    rules: Rules,
    chance: Chance,
    round_number: int,
) -> Winner:
    purpose = f"lot {round_number}"
    chosen = chance.pick(purpose, len(left))
    choices = tuple(move_name(each.judged, rules) for each in left)
    return Winner(left[chosen], applied, Lot(purpose, choices, chosen))


def move_name(judged: Judged, rules: Rules) -> str:
    """Return what tells a move apart in words: `M9 down BEHAUE M11=?`, several plays by `; `."""
    plays = []
    for play in judged.plays:
        scored = play.scored
        blanks = "".join(f" {square_name(square, rules.axes)}=?" for square in scored.blanks)
        place = square_name(scored.square, rules.axes)
        plays.append(f"{place} {scored.direction.value} {scored.word}{blanks}")
    swaps = "".join(f"{square_name(square, rules.axes)}<>; " for square in judged.swaps)
    return swaps + "; ".join(plays)
