"""Every play of a position by brute force, on any board and with any tiles: shares nothing with the program.

A board is a dictionary from (row, column) to (letter, is it a blank); a letter is what its tile shows (`CH`). A
word is a tuple of letters. Premiums are the letters of a grid of text. With *anagrams* the letters of a word
may lie in any order.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations

Place = tuple[int, int]
Word = tuple[str, ...]
Lying = dict[Place, tuple[str, bool]]
LETTER = {"d": 2, "t": 3, "q": 4}
WORD = {"D": 2, "T": 3, "Q": 4}
ACROSS, DOWN = (0, 1), (1, 0)


@dataclass(frozen=True)
class Found:
    """What a play does: its new tiles as (place, letter, is it a blank), and what it scores."""

    tiles: frozenset[tuple[Place, str, bool]]
    points: int


@dataclass(frozen=True)
class Brute:
    """A grid, what letters are worth, points for so many new tiles, the words, where the first one lies."""

    grid: tuple[str, ...]
    values: dict[str, int]
    bonus: dict[int, int]
    words: frozenset[Word]
    start: Place
    anagrams: bool = False

    @cached_property
    def sorted_words(self) -> frozenset[Word]:
        return frozenset(tuple(sorted(word)) for word in self.words)

    @cached_property
    def laid_words(self) -> tuple[Word, ...]:
        """Return what may be laid as a word."""
        if not self.anagrams:
            return tuple(sorted(self.words))
        return tuple(sorted({order for word in self.sorted_words for order in permutations(word)}))

    def is_word(self, word: Word) -> bool:
        return tuple(sorted(word)) in self.sorted_words if self.anagrams else word in self.words

    def plays(self, lying: Lying, rack: Counter[str], most: int) -> set[Found]:
        """Return every play that lays at most so many tiles."""
        beside = self._beside(lying)
        return {
            found
            for word in self.laid_words
            for step in (ACROSS, DOWN)
            for places in self._places(len(word), step)
            if not beside.isdisjoint(places)
            for found in self._play(lying, rack, word, places, step)
            if len(found.tiles) <= most
        }

    def _places(self, length: int, step: Place) -> Iterator[list[Place]]:
        size = len(self.grid)
        for row in range(size - step[0] * (length - 1)):
            for column in range(size - step[1] * (length - 1)):
                yield [(row + step[0] * at, column + step[1] * at) for at in range(length)]

    def _play(
        self, lying: Lying, rack: Counter[str], word: Word, places: list[Place], step: Place
    ) -> Iterator[Found]:
        ends = (_moved(places[0], step, -1), _moved(places[-1], step, 1))
        if any(end in lying for end in ends):
            return
        if any(lying.get(place, (letter,))[0] != letter for place, letter in zip(places, word)):  # noqa: B905  as long
            return
        new = [(place, letter) for place, letter in zip(places, word) if place not in lying]  # noqa: B905  as long
        for blanks in _ways([letter for _, letter in new], rack):
            tiles = {place: (letter, at in blanks) for at, (place, letter) in enumerate(new)}
            points = self._points({**lying, **tiles}, tiles, places, step)
            if points is not None:
                yield Found(frozenset((at, *tile) for at, tile in tiles.items()), points)

    def _beside(self, lying: Lying) -> set[Place]:
        """Return the free places of which a play must take one: beside what lies, or the first."""
        around = ((0, 1), (1, 0), (0, -1), (-1, 0))
        beside = {_moved(place, step, 1) for place in lying for step in around}
        return beside - set(lying) if lying else {self.start}

    def _points(self, lying: Lying, new: Lying, places: list[Place], step: Place) -> int | None:
        """Return what a play scores; None if what it crosses is no word."""
        total = self._worth(lying, new, places) + self.bonus.get(len(new), 0)
        cross = (step[1], step[0])
        for place in new:
            run = _run(lying, place, cross)
            if len(run) > 1:
                if not self.is_word(tuple(lying[each][0] for each in run)):
                    return None
                total += self._worth(lying, new, run)
        return total

    def _worth(self, lying: Lying, new: Lying, places: Iterable[Place]) -> int:
        total, factor = 0, 1
        for row, column in places:
            letter, is_blank = lying[row, column]
            value = 0 if is_blank else self.values[letter]
            if (row, column) in new:
                value *= LETTER.get(self.grid[row][column], 1)
                factor *= WORD.get(self.grid[row][column], 1)
            total += value
        return total * factor


def _moved(place: Place, step: Place, times: int) -> Place:
    return place[0] + step[0] * times, place[1] + step[1] * times


def _run(lying: Lying, place: Place, step: Place) -> list[Place]:
    while _moved(place, step, -1) in lying:
        place = _moved(place, step, -1)
    run = [place]
    while _moved(run[-1], step, 1) in lying:
        run.append(_moved(run[-1], step, 1))
    return run


def _ways(letters: list[str], rack: Counter[str]) -> Iterator[tuple[int, ...]]:
    """Yield every choice of blanks among *letters* for which the rack has the rest."""
    for number in range(min(rack["?"], len(letters)) + 1):
        for chosen in combinations(range(len(letters)), number):
            needed = Counter(letter for at, letter in enumerate(letters) if at not in chosen)
            if not needed - rack:
                yield chosen
