"""Points of whole games made again from an export, the file of its tile set and that of its board alone.

Lines of the board are cut at their gaps: nothing of mailref is used here.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

DATA = files("mailref.data")
CELL = re.compile(r"\[[^\]]+\]|.")
LETTER, WORD = {"d": 2, "t": 3, "q": 4}, {"D": 2, "T": 3, "Q": 4}
Place = tuple[int, int]


def points_of_turns(told: Mapping[str, Any]) -> list[int]:
    """Return the points of every turn of a classic game, with the 50 for a whole rack."""
    layout = told.get("layout", {}).get("name", "standard")
    rows = tomllib.loads((DATA / "boards" / f"{layout}.toml").read_text("utf-8"))["grid"].split()
    name = told.get("tile_set", {}).get("name", "german")
    tiles = tomllib.loads((DATA / "tiles" / f"{name}.toml").read_text("utf-8"))["tiles"]
    values = {letter: value for letter, (_, value) in tiles.items()}
    before: dict[Place, str] = {}
    found = []
    for turn in told["turns"]:
        if turn["kind"] != "play":
            found.append(0)
            continue
        after = lying(turn["board"])
        new = after.keys() - before.keys()
        bonus = told["rules"]["bonus"].get(str(len(new)), 0)
        found.append(
            bonus + sum(worth(word, after, new, values, rows) for word in words(after, new))
        )
        before = after
    return found


def lying(board: Sequence[str | Sequence[str]]) -> dict[Place, str]:
    rows = (CELL.findall(row) if isinstance(row, str) else row for row in board)
    return {(r, c): tile for r, row in enumerate(rows) for c, tile in enumerate(row) if tile != "."}


def words(after: Mapping[Place, str], new: set[Place]) -> Iterator[list[Place]]:
    """Yield the squares of each stretch of two tiles and more in which a new one lies, once."""
    size = 25
    for is_across in (True, False):
        for line in range(size):
            stretch: list[Place] = []
            for at in range(size + 1):
                place = (line, at) if is_across else (at, line)
                if place in after:
                    stretch.append(place)
                    continue
                if len(stretch) > 1 and new.intersection(stretch):
                    yield stretch
                stretch = []


def worth(
    word: Sequence[Place],
    after: Mapping[Place, str],
    new: set[Place],
    values: Mapping[str, int],
    rows: Sequence[str],
) -> int:
    total, factor = 0, 1
    for row, column in word:
        value = values.get(after[row, column], 0)  # a blank is what the set does not name
        if (row, column) in new:
            value *= LETTER.get(rows[row][column], 1)
            factor *= WORD.get(rows[row][column], 1)
        total += value
    return total * factor
