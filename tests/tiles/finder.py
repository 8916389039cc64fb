"""A plain finder of moves for tests: tries words of a small list on a board until some fit.

It asks nobody but the naive referee, so that what it finds can be put before the real one.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from mailref import assets
from mailref.games.rounds.switches import Rules
from mailref.tiles.board import SIZE, Board, Direction, Square
from mailref.tiles.moves import Play, TextSpan
from tests.tiles import naive


@cache
def words_by_length() -> Mapping[int, Sequence[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    for word in assets.word_list().decode().split():
        found[len(word)].append(word)
    return found


@cache
def some_words(count: int) -> tuple[str, ...]:
    """Return words of the shipped list: all of two letters, many of up to four, some longer ones."""
    by_length = words_by_length()
    chosen = list(by_length[2])
    rng = random.Random(count)
    short = [*by_length[3], *by_length[4]]
    chosen += rng.sample(short, min(len(short), count // 2))
    long = [word for length in range(5, 10) for word in by_length[length]]
    return tuple(sorted(chosen + rng.sample(long, count - len(chosen))))


@dataclass(frozen=True, slots=True)
class Found:
    """A legal play with its points by the naive scorer."""

    asked: naive.Asked
    points: int

    @property
    def play(self) -> Play:
        return as_play(self.asked)


def as_play(asked: naive.Asked) -> Play:
    """Return the play as a player would write it, every blank marked."""
    return Play(
        Square(*asked.at),
        Direction.ACROSS if asked.across else Direction.DOWN,
        asked.word,
        TextSpan(1, 1, asked.word),
        starred=frozenset(i for i, (_, is_blank) in enumerate(asked.tiles) if is_blank),
    )


def lying_on(board: Board) -> dict[naive.At, naive.Tile]:
    return {
        (tile.square.row, tile.square.column): (tile.letter, tile.is_blank) for tile in board.tiles
    }


@dataclass(slots=True)
class Finder:
    """Finds moves among *words*."""

    words: Sequence[str]
    known: frozenset[str] = field(init=False)
    letters: Sequence[tuple[str, frozenset[str]]] = field(init=False)
    """Each word with the letters in it."""

    def __post_init__(self) -> None:
        self.known = frozenset(self.words)
        self.letters = [(word, frozenset(word)) for word in self.words]

    def find(
        self, board: naive.Lying, rack: str, rules: Rules, rng: random.Random, wanted: int = 6
    ) -> list[Found]:
        """Return up to *wanted* different legal plays, the best first."""
        found: dict[naive.Asked, Found] = {}
        for asked in self._tries(board, rack, rng):
            if asked in found or naive.problems(board, rack, asked, rules, self.known):
                continue
            new = asked.new(board)
            points, _ = naive.score(board, new, across=asked.across, rules=rules, offered=len(rack))
            found[asked] = Found(asked, points)
            if len(found) == wanted:
                break
        return sorted(found.values(), key=lambda each: -each.points)

    def _tries(self, board: naive.Lying, rack: str, rng: random.Random) -> Iterator[naive.Asked]:
        """Yield plays worth trying: words that the rack has all letters of, but for one that lies."""
        most = rack.count("?") + bool(board)
        holds = Counter(rack)
        held = frozenset(rack)
        usable = [
            word
            for word, letters in self.letters
            if len(letters - held) <= most and _lacks_at_most(most, word, rack)
        ]
        rng.shuffle(usable)
        for word in usable[:1500]:
            for at, across in self._places(board, word, rng):
                # Half a million places a game are tried; most fall at the first glance.
                if _may_lie(board, word, at, across=across):
                    yield self._with_blanks(board, holds, word, at, across=across)

    def _places(
        self, board: naive.Lying, word: str, rng: random.Random
    ) -> Iterator[tuple[naive.At, bool]]:
        """Yield where the word could lie: across the centre, through a tile, or beside some."""
        if not board:
            index = rng.randrange(len(word))
            across = rng.random() < 0.5
            yield naive.step((7, 7), across=across, by=-index), across
            return
        through = [
            (at, i) for at, (is_, _) in board.items() for i, c in enumerate(word) if c == is_
        ]
        rng.shuffle(through)
        beside = [
            (
                naive.step(at, across=rng.random() < 0.5, by=rng.choice([1, -1])),
                rng.randrange(len(word)),
            )
            for at in rng.sample(sorted(board), min(len(board), 12))
        ]
        for at, index in [*through, *beside]:
            for across in (True, False):
                yield naive.step(at, across=across, by=-index), across

    def _with_blanks(
        self, board: naive.Lying, holds: Counter[str], word: str, at: naive.At, *, across: bool
    ) -> naive.Asked:
        """Use real letters first, then blanks."""
        left = Counter(holds)
        tiles = []
        for i, letter in enumerate(word):
            is_new = naive.step(at, across=across, by=i) not in board
            is_blank = is_new and left[letter] == 0
            left[letter] -= is_new and not is_blank
            tiles.append((letter, is_blank))
        return naive.Asked(at, across, tuple(tiles))


def _lacks_at_most(most: int, word: str, rack: str) -> bool:
    """Tell whether all letters of *word* but so many are on the rack."""
    lacking = 0
    for letter in word:
        if letter in rack:
            rack = rack.replace(letter, "", 1)
        else:
            lacking += 1
            if lacking > most:
                return False
    return True


def _may_lie(board: naive.Lying, word: str, at: naive.At, *, across: bool) -> bool:
    """Tell whether the word fits into the frame, between spaces, and agrees with what lies there."""
    row, column = at
    first, last = (column, column + len(word)) if across else (row, row + len(word))
    if first < 0 or last > SIZE or not 0 <= (row if across else column) < SIZE:
        return False
    before, behind = (
        ((row, first - 1), (row, last)) if across else ((first - 1, column), (last, column))
    )
    if before in board or behind in board:
        return False
    for n, letter in enumerate(word, first):
        there = board.get((row, n) if across else (n, column))
        if there is not None and there[0] != letter:
            return False
    return True
