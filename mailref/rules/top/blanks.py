"""Where blanks may stand in a word whose tiles come from a rack."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from mailref.rules.top.rack import Rack


def best_places(letters: Sequence[int], weights: Sequence[int], rack: Rack) -> Iterator[set[int]]:
    """Yield every choice of blanks, as indices of *letters*, that costs the fewest points.

    A blank stands only where tiles are wanting, and each letter's blanks where it counts least;
    places of equal weight make several choices. Nothing, if the rack does not hold the word.
    """
    left = list(rack.tiles)
    lacking: dict[int, int] = {}
    for code in letters:
        if left[code]:
            left[code] -= 1
        else:
            lacking[code] = lacking.get(code, 0) + 1
    if sum(lacking.values()) > rack.blanks:
        return
    choices = [_cheapest(letters, code, number, weights) for code, number in lacking.items()]
    for chosen in product(*choices):
        yield {place for places in chosen for place in places}


def _cheapest(
    letters: Sequence[int], code: int, number: int, weights: Sequence[int]
) -> list[tuple[int, ...]]:
    """Return every choice of *number* places of one letter with the least sum of weights."""
    places = (place for place, letter in enumerate(letters) if letter == code)
    rising = sorted(places, key=lambda place: weights[place])
    limit = weights[rising[number - 1]]
    surely = tuple(place for place in rising if weights[place] < limit)
    equal = [place for place in rising if weights[place] == limit]
    return [surely + rest for rest in combinations(equal, number - len(surely))]
