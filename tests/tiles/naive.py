"""An independent referee for tests, as simple as can be, written from rules 2, 3 and 8.

It shares only data types with mailref: a board is a dictionary of squares, a play a list of tiles.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from mailref.games.rounds.switches import Rules
from mailref.tiles.board import BonusForAll, Extended, Laying

At = tuple[int, int]
"""Row and column from 0."""
Tile = tuple[str, bool]
"""A letter and whether a blank stands for it."""
Lying = Mapping[At, Tile]

POINTS = {
    letter: points
    for points, letters in {
        0: "?", 1: "ADEINRSTU", 2: "GHLO", 3: "BMWZ", 4: "CFKP", 6: "ÄJÜV", 8: "ÖX", 10: "QY",
    }.items()
    for letter in letters
}  # fmt: skip

_QUARTER = {
    "triple word": {(0, 0), (0, 7), (7, 0)},
    "double word": {(1, 1), (2, 2), (3, 3), (4, 4), (7, 7)},
    "triple letter": {(1, 5), (5, 1), (5, 5)},
    "double letter": {(0, 3), (3, 0), (2, 6), (6, 2), (3, 7), (7, 3), (6, 6)},
}
"""The upper left quarter with the middle lines; the layout is the same in all four corners."""


def premium(at: At) -> str | None:
    folded = (min(at[0], 14 - at[0]), min(at[1], 14 - at[1]))
    return next((name for name, squares in _QUARTER.items() if folded in squares), None)


def step(at: At, *, across: bool, by: int) -> At:
    return (at[0], at[1] + by) if across else (at[0] + by, at[1])


def word_through(lying: Lying, at: At, *, across: bool) -> list[At]:
    first = at
    while step(first, across=across, by=-1) in lying:
        first = step(first, across=across, by=-1)
    squares = [first]
    while step(squares[-1], across=across, by=1) in lying:
        squares.append(step(squares[-1], across=across, by=1))
    return squares


def formed(board: Lying, new: Lying, *, across: bool) -> list[list[At]]:
    """Return the squares of the words formed, the one along the play first."""
    lying = {**board, **new}
    squares = [word_through(lying, min(new), across=across)]
    beside = [word_through(lying, at, across=not across) for at in sorted(new)]
    return squares + [word for word in beside if len(word) > 1]


def spelled(lying: Lying, squares: Iterable[At]) -> str:
    return "".join(lying[at][0] for at in squares)


def bonus(rules: Laying, laid: int, offered: int) -> int:
    if isinstance(rules.bonus, BonusForAll):
        return rules.bonus.points if laid == offered and offered > 6 else 0
    reached = [entry for entry in rules.bonus.points if entry[0] <= laid]
    return max(reached)[1] if reached else 0


def score(
    board: Lying, new: Lying, *, across: bool, rules: Laying, offered: int
) -> tuple[int, list[tuple[str, int]]]:
    """Return the points of a play, and each word formed with its points."""
    lying = {**board, **new}
    rows = []
    for number, squares in enumerate(formed(board, new, across=across)):
        multiplied = number == 0 or rules.extended is Extended.PREMIUMS
        total, times = 0, 1
        for at in squares:
            letter, is_blank = lying[at]
            value = 0 if is_blank else POINTS[letter]
            square = premium(at) if multiplied and at in new else None
            total += value * {"double letter": 2, "triple letter": 3}.get(square or "", 1)
            times *= {"double word": 2, "triple word": 3}.get(square or "", 1)
        rows.append((spelled(lying, squares), total * times))
    return sum(points for _, points in rows) + bonus(rules, len(new), offered), rows


@dataclass(frozen=True, slots=True)
class Asked:
    """A play with every blank named."""

    at: At
    across: bool
    tiles: tuple[Tile, ...]

    @property
    def squares(self) -> list[At]:
        return [step(self.at, across=self.across, by=i) for i in range(len(self.tiles))]

    @property
    def word(self) -> str:
        return "".join(letter for letter, _ in self.tiles)

    def new(self, board: Lying) -> dict[At, Tile]:
        pairs = zip(self.squares, self.tiles, strict=True)
        return {at: tile for at, tile in pairs if at not in board}


def with_blanks(board: Lying, rack: str, asked: Asked) -> tuple[Asked, str | None]:
    """Place blanks that were not marked, where no choice is left; else say what is wrong (rules 8)."""
    new = asked.new(board)
    laid = Counter("?" if blank else letter for letter, blank in new.values())
    short = laid - Counter(rack)
    if short.total() - short["?"] > rack.count("?") - laid["?"] or short["?"]:
        return asked, "not_on_rack"
    for letter, count in short.items():
        if count < laid[letter]:
            return asked, "blank_unmarked"
    squares_and_tiles = zip(asked.squares, asked.tiles, strict=True)
    tiles = tuple(
        (letter, blank or (at in new and letter in short))
        for at, (letter, blank) in squares_and_tiles
    )
    return Asked(asked.at, asked.across, tiles), None


def problems(
    board: Lying, rack: str, asked: Asked, rules: Rules, known: Collection[str]
) -> set[str]:
    """Return the codes of contract 3 that say why the play is not valid; none if it is."""
    if any(not (0 <= r < 15 and 0 <= c < 15) for r, c in asked.squares):
        return {"off_board"} | _unknown([asked.word], known)
    clash = any(
        at in board and board[at][0] != letter
        for at, (letter, _) in zip(asked.squares, asked.tiles, strict=True)
    )
    new = asked.new(board)
    if clash or not new:
        return {"occupied" if clash else "not_new"} | _unknown([asked.word], known)
    asked, trouble = with_blanks(board, rack, asked)
    found = {trouble} if trouble else set()
    if rules.most_tiles is not None and len(new) > rules.most_tiles:
        found.add("too_many_tiles")
    runs = formed(board, new, across=asked.across)
    texts = [spelled({**board, **new}, squares) for squares in runs]
    if runs[0] != asked.squares:
        found.add("incomplete_word")
        texts = texts[1:]
    if not board and not _starts(asked.squares, rules):
        found.add("start_area")
    if board and not _touches(board, new):
        found.add("not_connected")
    return found | _unknown(texts, known)


def _unknown(texts: list[str], known: Collection[str]) -> set[str]:
    return {
        "word_refused" if len(text) == 1 else "word_unknown" for text in texts if text not in known
    }


def _starts(squares: list[At], rules: Rules) -> bool:
    if rules.start is None:
        return (7, 7) in squares
    (top, left), (bottom, right) = rules.start.first, rules.start.last
    return all(top <= row <= bottom and left <= column <= right for row, column in squares)


def _touches(board: Lying, new: Lying) -> bool:
    return any(
        step(at, across=across, by=by) in board
        for at in new
        for across in (True, False)
        for by in (1, -1)
    )
