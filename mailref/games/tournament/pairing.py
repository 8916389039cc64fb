"""Who meets whom in a round of a tournament, and who begins (other games 4).

All chance is one lot for the order of players and one for each round, from the tournament's own
seed; everything else follows from the results, so that anybody can check it (docs/chance.md).
"""

from collections.abc import Collection, Mapping, Sequence

from mailref.games.chance import Chance
from mailref.games.tournament.standings import Meeting

SMALLEST_DIVISION = 5
LARGEST_DIVISION = 8
CHALLENGED_ABOVE = 3
"""So many places higher somebody may be whom one challenges on a ladder."""

Pair = tuple[str, str]


def drawn_order(chance: Chance, players: Sequence[str]) -> tuple[str, ...]:
    """Return the players in the order drawn: one after another from those left, purpose `pair 0`."""
    pick = chance.picks("pair 0")
    left = list(players)
    return tuple(left.pop(pick(len(left))) for _ in players)


def seated(
    chance: Chance, number: int, pairs: Sequence[Pair], before: Collection[Meeting]
) -> tuple[Pair, ...]:
    """Return each pair with him first who begins: not who did last time, else by lot `pair R`.

    The lot is a number below 2 for each pair in order, also where none is needed: 1 turns it round.
    """
    pick = chance.picks(f"pair {number}")
    return tuple(_seated(pair, pick(2), before) for pair in pairs)


def _seated(pair: Pair, lot: int, before: Collection[Meeting]) -> Pair:
    first, second = pair
    last = next((each for each in reversed(tuple(before)) if set(each.players) == set(pair)), None)
    if last is not None:
        # The one who began the last game of theirs: an even number of games ends with the second.
        began = last.players[(len(last.games) - 1) % 2]
        return (second, first) if began == first else (first, second)
    return (second, first) if lot else (first, second)


def rounds_of_all(players: int) -> int:
    """Return how many rounds it takes that everybody meets everybody once."""
    return players - 1 if players % 2 == 0 else players


def round_robin(players: Sequence[str], number: int) -> tuple[tuple[Pair, ...], str | None]:
    """Return the pairs of round *number*, from 1, and who has nobody to meet.

    The first player keeps his place and the others move round one place a round; of an odd number
    the one rests who meets nobody. After all have met, it begins anew.
    """
    seats: list[str | None] = [*players]
    if len(seats) % 2:
        seats.append(None)
    turned = (number - 1) % (len(seats) - 1)
    circle = seats[1:]
    circle = circle[len(circle) - turned :] + circle[: len(circle) - turned]
    row = [seats[0], *circle]
    pairs = [(row[at], row[-1 - at]) for at in range(len(row) // 2)]
    rests = next((a or b for a, b in pairs if a is None or b is None), None)
    return tuple((a, b) for a, b in pairs if a is not None and b is not None), rests


def swiss(
    order: Sequence[str], met: Mapping[str, Collection[str]], had_bye: Collection[str]
) -> tuple[tuple[Pair, ...], str | None]:
    """Return the pairs of the next round, from the top of the table (*order*) down, and who has a bye.

    Of an odd number the last in the table who had no bye yet has it. The first meets the next below
    him whom he has not met, as long as the rest can be paired likewise, and so on.
    """
    names = list(order)
    bye = None
    if len(names) % 2:
        bye = next((name for name in reversed(names) if name not in had_bye), names[-1])
        names.remove(bye)
    pairs = _paired(tuple(names), met, set())
    if pairs is None:  # all have met almost all: who meets again begins at the top
        pairs = tuple(zip(names[::2], names[1::2], strict=True))
    return pairs, bye


def _paired(
    names: tuple[str, ...], met: Mapping[str, Collection[str]], hopeless: set[tuple[str, ...]]
) -> tuple[Pair, ...] | None:
    """Return the first pairing without players who have met; *hopeless* holds who cannot be paired."""
    if not names:
        return ()
    if names in hopeless:
        return None
    first, rest = names[0], names[1:]
    for at, other in enumerate(rest):
        if other in met.get(first, ()):
            continue
        below = _paired(rest[:at] + rest[at + 1 :], met, hopeless)
        if below is not None:
            return ((first, other), *below)
    hopeless.add(names)
    return None


def division_sizes(players: int) -> tuple[int, ...]:
    """Return how many play in each division of a league, the highest first; empty: it cannot be.

    As few divisions of 5 to 8 as possible, the larger ones on top.
    """
    for count in range(1, players // SMALLEST_DIVISION + 1):
        size, more = divmod(players, count)
        if size + bool(more) <= LARGEST_DIVISION:
            return (size + 1,) * more + (size,) * (count - more)
    return ()


def divisions_of(order: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the divisions of a league whose players stand in *order*, the best first."""
    found, start = [], 0
    for size in division_sizes(len(order)):
        found.append(tuple(order[start : start + size]))
        start += size
    return tuple(found)


def promoted(tables: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the order for the next season: the first of a division changes places with the last above."""
    after = [list(table) for table in tables]
    for upper, lower in zip(range(len(after)), range(1, len(after)), strict=False):
        after[upper][-1], after[lower][0] = tables[lower][0], tables[upper][-1]
    return tuple(name for table in after for name in table)


def all_pairs(players: Sequence[str]) -> tuple[Pair, ...]:
    """Return everybody with everybody, as a season of a league has them."""
    return tuple(
        (first, second) for at, first in enumerate(players) for second in players[at + 1 :]
    )


def may_challenge(ladder: Sequence[str], challenger: str, other: str) -> bool:
    """Tell whether *challenger* may challenge who stands at most three places higher."""
    if challenger not in ladder or other not in ladder:
        return False
    return 1 <= ladder.index(challenger) - ladder.index(other) <= CHALLENGED_ABOVE


def challengeable(ladder: Sequence[str], challenger: str) -> tuple[str, ...]:
    """Return whom *challenger* may challenge, the highest first."""
    return tuple(other for other in ladder if may_challenge(ladder, challenger, other))


def climbed(ladder: Sequence[str], challenger: str, other: str) -> tuple[str, ...]:
    """Return the ladder after *challenger* has won: he takes the other's place, who moves down one."""
    if ladder.index(challenger) < ladder.index(other):
        return tuple(ladder)  # others have changed the ladder meanwhile: he stands higher already
    without = [name for name in ladder if name != challenger]
    without.insert(without.index(other), challenger)
    return tuple(without)
