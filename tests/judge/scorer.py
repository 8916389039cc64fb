"""A second scorer, written from the rules alone: the points in expected.jsonl come from it, not from mailref.

Run `python -m tests.judge.scorer spree spree "M10s EUBÖA"`; `*` stands before a blank, as players
write it; several plays are laid one after the other, `swap A12` takes the blank from A12 first.
"""

import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

GAMES = Path(__file__).parent / "games"
LETTERS = {
    1: "ADEINRSTU", 2: "GHLO", 3: "BMWZ", 4: "CFKP", 6: "ÄJÜV", 8: "ÖX", 10: "QY",
}  # fmt: skip
VALUES = {letter: value for value, letters in LETTERS.items() for letter in letters}
# A quarter of the board; the rest is its mirror image (T, D: word; t, d: letter).
QUARTER = (
    "T..d...T",
    ".D...t..",
    "..D...d.",
    "d..D...d",
    "....D...",
    ".t...t..",
    "..d...d.",
    "T..d...D",
)


@dataclass(frozen=True, slots=True)
class Word:
    word: str
    points: int


@dataclass(frozen=True, slots=True)
class Scored:
    words: tuple[Word, ...]
    bonus: int
    new_tiles: int

    @property
    def points(self) -> int:
        return sum(word.points for word in self.words) + self.bonus


class Board:
    """Rows of cells, from the top: '.' free, a capital, or a small letter for a blank."""

    def __init__(self, rows: list[str]) -> None:
        self.cells = {
            (r, c): cell for r, row in enumerate(rows) for c, cell in enumerate(row) if cell != "."
        }

    def swap(self, row: int, column: int) -> None:
        self.cells[row, column] = self.cells[row, column].upper()

    def lay(
        self,
        row: int,
        column: int,
        way: str,
        word: str,
        *,
        is_plain: bool,
        bonus: dict[int | str, int],
        offered: int,
    ) -> Scored:
        """Lay *word* (`*` before a blank) and count; premiums count on newly covered squares."""
        dr, dc = (1, 0) if way == "s" else (0, 1)
        new: dict[tuple[int, int], str] = {}
        is_blank = False
        at = (row, column)
        for char in word:
            if char == "*":
                is_blank = True
                continue
            if at not in self.cells:
                new[at] = char.lower() if is_blank else char.upper()
            is_blank = False
            at = (at[0] + dr, at[1] + dc)
        self.cells |= new
        words = [self._word((row, column), (dr, dc), set(new))]
        for square in new:
            crossing = self._word(square, (dc, dr), set() if is_plain else set(new))
            if len(crossing.word) > 1:
                words.append(crossing)
        return Scored(tuple(words), _bonus(bonus, len(new), offered), len(new))

    def _word(
        self, square: tuple[int, int], step: tuple[int, int], new: set[tuple[int, int]]
    ) -> Word:
        while (square[0] - step[0], square[1] - step[1]) in self.cells:
            square = (square[0] - step[0], square[1] - step[1])
        text, total, factor = "", 0, 1
        while square in self.cells:
            cell = self.cells[square]
            text += cell.upper()
            value = 0 if cell.islower() else VALUES[cell]
            if square in new:
                premium = QUARTER[min(square[0], 14 - square[0])][min(square[1], 14 - square[1])]
                value *= {"t": 3, "d": 2}.get(premium, 1)
                factor *= {"T": 3, "D": 2}.get(premium, 1)
            total += value
            square = (square[0] + step[0], square[1] + step[1])
        return Word(text, total * factor)


def _bonus(table: dict[int | str, int], tiles: int, offered: int) -> int:
    if "all" in table:
        return table["all"] if tiles == offered >= 7 else 0
    return max([points for least, points in table.items() if tiles >= int(least)], default=0)


@dataclass(frozen=True, slots=True)
class Game:
    """What scoring needs of a game."""

    rows: list[str]
    letters: str
    variant: str
    is_plain: bool

    @property
    def bonus(self) -> dict[int | str, int]:
        match self.variant:
            case "dottendorf-2zug":
                return {8: 50}
            case "simultan":
                return {7: 50}
            case _:
                return {"all": 50}

    def points(self, moves: list[str]) -> list[Scored]:
        """Score plays such as `M10s BE*HAUE`, one after the other, in letter-number notation."""
        board, scored = Board(self.rows), []
        for move in moves:
            place, word = move.split()
            if place == "swap":
                board.swap(int(word[1:]) - 1, ord(word[0]) - 65)
                continue
            row, column = int(place[1:-1]) - 1, ord(place[0]) - 65
            if self.variant == "simultan":
                row, column = column, row
            scored.append(
                board.lay(
                    row, column, place[-1], word,
                    is_plain=self.is_plain, bonus=self.bonus, offered=len(self.letters),
                )
            )  # fmt: skip
        return scored


def game(settings: str, name: str) -> Game:
    """Return a game of `games/SETTINGS.toml`."""
    tables = tomllib.loads((GAMES / f"{settings}.toml").read_text("utf-8"))["game"]
    table = next(each for each in tables if each["id"] == name)
    rows = table.get("start", {}).get("board", ".\n").split()
    extended = table.get("rules", {}).get(
        "extended", "plain" if table["variant"] == "sb" else "premiums"
    )
    return Game(rows, table["letters"], table["variant"], extended == "plain")


if __name__ == "__main__":
    for each in game(sys.argv[1], sys.argv[2]).points(sys.argv[3:]):
        print(each, each.points)  # noqa: T201  a program for the shell
