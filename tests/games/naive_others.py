"""Independent referees of Un-Scrabble and Scrabble-Bingo for tests: slow, from docs/table-games.md alone."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations

from tests.tiles.naive import POINTS

At = tuple[int, int]
"""Row and column, from 0."""
Run = tuple[At, bool, str]
"""Where a word begins, whether it runs across, what it says."""
Lying = Mapping[At, str]
"""The tiles; a blank is a small letter."""


def runs(board: Lying) -> set[Run]:
    """Return every run of two or more, read off whole lines."""
    found = set()
    for across in (True, False):
        for line in range(15):
            places = [(line, at) if across else (at, line) for at in range(15)]
            text = "".join(board.get(place, " ") for place in places)
            start = 0
            for word in text.split(" "):
                if len(word) > 1:
                    found.add((places[start], across, word.upper()))
                start += len(word) + 1
    return found


def squares(run: Run) -> list[At]:
    (row, column), across, word = run
    return [(row, column + i) if across else (row + i, column) for i in range(len(word))]


def may_take(
    board: Lying, taken: Collection[At], start: set[Run], is_word: Callable[[str], bool]
) -> bool:
    """Tell whether the tiles may be taken, all at once."""
    if not 1 <= len(taken) <= 6 or any(at not in board for at in taken):
        return False
    if not any(set(taken) <= set(squares(run)) for run in runs(board)):
        return False
    rest = {at: tile for at, tile in board.items() if at not in taken}
    if any(run not in start and not is_word(run[2]) for run in runs(rest)):
        return False
    beside = [{at, (at[0] + 1, at[1]), (at[0] - 1, at[1]), (at[0], at[1] + 1), (at[0], at[1] - 1)}
              for at in rest]  # fmt: skip
    if any(len(near & rest.keys()) == 1 for near in beside):
        return False
    reached = set(list(rest)[:1])
    for _ in rest:
        reached |= {at for near in beside if near & reached for at in near & rest.keys()}
    return len(reached) == len(rest)


def turns(
    board: Lying, start: set[Run], is_word: Callable[[str], bool]
) -> Iterator[tuple[At, ...]]:
    """Yield every legal turn."""
    for run in runs(board):
        for count in range(1, 7):
            for taken in combinations(squares(run), count):
                if may_take(board, taken, start, is_word):
                    yield taken


def worth(board: Lying, taken: Collection[At]) -> int:
    return sum(POINTS[board[at]] for at in taken if board[at].isupper())


def complete(words: Sequence[str], drawn: str, *, blanks: bool) -> int | None:
    """Return after how many tiles what is wanting is no more than the blanks that came."""
    for count in range(1, len(drawn) + 1):
        tiles = Counter(drawn[:count])
        jokers = tiles.pop("?", 0) if blanks else 0
        if (Counter("".join(words)) - tiles).total() <= jokers:
            return count
    return None


def play_bingo(
    words: Mapping[str, Sequence[str]],
    tiles: Sequence[str],
    *,
    blanks: bool,
    calls: Mapping[int, Sequence[tuple[int, str]]] | None,
) -> tuple[int, set[str]]:
    """Play Scrabble-Bingo with a pencil: in which round it ends, and who wins.

    *tiles*: those of each round. *calls*: by round, when somebody calls before its deadline, and who,
    true or not; None: nobody needs to call.
    """
    paper = {name: list("".join(each)) for name, each in words.items()}
    spare = 0
    done: dict[str, int] = {}
    drawn = 0
    could_call: set[str] = set()
    for number in range(1, len(tiles) + 3):
        if calls is not None:
            true = [(at, name) for at, name in calls.get(number, ()) if name in done]
            if true and could_call:
                return number, {name for at, name in true if at == min(true)[0]}
            if true:
                best = min(done[name] for _, name in true)
                return number, {name for _, name in true if done[name] == best}
            could_call = set(done)
        if number > len(tiles):
            return number, {name for name in done if done[name] == min(done.values())}
        for tile in tiles[number - 1]:
            drawn += 1
            spare += blanks and tile == "?"
            for name, letters in paper.items():
                if tile in letters:
                    letters[letters.index(tile)] = " "
                missing = [letter for letter in letters if letter != " "]
                if len(missing) <= spare:
                    done.setdefault(name, drawn)
        if calls is None and done:
            return number, {name for name in done if done[name] == min(done.values())}
    raise AssertionError("all tiles cross out all words")
