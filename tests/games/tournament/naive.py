"""A second director of tournaments for tests: slow, by trying everything, from docs/table-games.md alone."""

from collections.abc import Iterator, Mapping, Sequence

Game = tuple[str, str, int, int]
"""Two players and what each had; nobody goes out here."""


def table(
    players: Sequence[str], games: Sequence[Game], byes: Sequence[str], *, by_buchholz: bool
) -> list[tuple[str, int, int, int]]:
    """Return name, points, Buchholz and difference, from the top."""
    points = {name: 2 * byes.count(name) for name in players}
    difference = dict.fromkeys(players, 0)
    met: dict[str, list[str]] = {name: [] for name in players}
    for first, second, his, hers in games:
        points[first] += 2 if his > hers else 1 if his == hers else 0
        points[second] += 2 if hers > his else 1 if his == hers else 0
        difference[first] += his - hers
        difference[second] += hers - his
        met[first].append(second)
        met[second].append(first)
    buchholz = {name: sum(points[other] for other in met[name]) for name in players}
    lines = [(name, points[name], buchholz[name], difference[name]) for name in players]
    lines.sort(key=lambda line: (-line[1], -line[2] if by_buchholz else 0, -line[3]))
    return lines


def matchings(names: Sequence[str]) -> Iterator[list[tuple[str, str]]]:
    """Yield every way to put all in pairs."""
    if not names:
        yield []
    for at in range(1, len(names)):
        rest = [*names[1:at], *names[at + 1 :]]
        for below in matchings(rest):
            yield [(names[0], names[at]), *below]


def next_pairs(order: Sequence[str], met: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    """Return, of all pairings without players who have met, that with the highest partners first."""
    allowed = [pairs for pairs in matchings(order) if all(b not in met[a] for a, b in pairs)]
    return min(allowed, key=lambda pairs: [order.index(b) for _, b in pairs])
