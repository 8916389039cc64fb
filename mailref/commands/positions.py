"""Positions for `mailref top --positions`: a JSON file read whole, every fault named."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from mailref.errors import SettingsError
from mailref.rules.board import Axes, Board
from mailref.rules.position import Position
from mailref.rules.tiles import BLANK, GERMAN, read_letters
from mailref.rules.variant import (
    Accents,
    Bonus,
    BonusForAll,
    BonusTable,
    Counts,
    End,
    Extended,
    LateJoiner,
    Rules,
)

_MOST_LETTERS = len(GERMAN.all_tiles)
_MOST_BLANKS = GERMAN.counts[BLANK]
_MOST_POINTS = 1000


@dataclass(frozen=True, slots=True)
class NamedPosition:
    """One position of the file."""

    name: str
    position: Position


class _FaultError(Exception):
    """What is wrong with one position."""


def read_positions(path: Path) -> list[NamedPosition]:
    """Read the positions in the file at *path*; SettingsError holds a line for each fault."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as wrong:
        raise SettingsError(f"{path}: {wrong.strerror or wrong}") from wrong
    except (ValueError, RecursionError) as wrong:
        raise SettingsError(f"{path}: is no JSON: {wrong}") from wrong
    if not isinstance(found, list):
        raise SettingsError(f"{path}: must be a list of positions")
    positions, faults = [], []
    for number, entry in enumerate(found, start=1):
        try:
            positions.append(_position(entry, number))
        except _FaultError as wrong:
            faults.append(f"{path}: {_called(entry, number)}: {wrong}")
    if faults:
        raise SettingsError("\n".join(faults))
    return positions


def _called(entry: object, number: int) -> str:
    name = entry.get("name") if isinstance(entry, dict) else None
    return f'position {number} "{name}"' if isinstance(name, str) else f"position {number}"


def _position(entry: object, number: int) -> NamedPosition:
    if not isinstance(entry, dict):
        raise _FaultError("must be an object with board, letters and bonus")
    name = entry.get("name", str(number))
    if not isinstance(name, str):
        raise _FaultError("name must be a text")
    board = _board(entry.get("board"))
    rack = _rack(entry.get("letters"))
    rules = plain_rules(_bonus(entry.get("bonus", {})))
    return NamedPosition(name, Position(board, rack, rules))


def _board(rows: object) -> Board:
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise _FaultError("board must be a list of 15 rows")
    try:
        return Board.from_rows(rows)
    except ValueError as wrong:
        raise _FaultError(str(wrong)) from wrong


def _rack(letters: object) -> str:
    if not isinstance(letters, str):
        raise _FaultError("letters must be a text such as ABEENR?")
    try:
        rack = read_letters(letters)
    except ValueError as wrong:
        raise _FaultError(f"letters: {wrong}") from wrong
    if len(rack) > _MOST_LETTERS or rack.count(BLANK) > _MOST_BLANKS:
        raise _FaultError(f"letters: more than {_MOST_LETTERS}, or {_MOST_BLANKS} blanks")
    return rack


def _bonus(table: object) -> Bonus:
    """Read `{"8": 50}`, new tiles in one play to points; or `{"all": 50}`, as in a game's rules."""
    if not isinstance(table, dict):
        raise _FaultError('bonus must be an object such as {"8": 50}')
    if tuple(table) == ("all",):
        return BonusForAll(_points(table["all"]))
    return BonusTable(tuple(sorted(_entries(table))))


def _entries(table: Mapping[object, object]) -> Iterator[tuple[int, int]]:
    for tiles, points in table.items():
        if not (isinstance(tiles, str) and tiles.isascii() and tiles.isdigit()):
            raise _FaultError(f"bonus: {tiles!r} is no number of tiles")
        yield int(tiles), _points(points)


def _points(points: object) -> int:
    if isinstance(points, bool) or not isinstance(points, int) or not 0 <= points <= _MOST_POINTS:
        raise _FaultError(f"bonus: must be 0 to {_MOST_POINTS} points, not {points!r}")
    return points


def plain_rules(bonus: Bonus) -> Rules:
    """Return the rules in which such positions are meant: one play, nothing out of the ordinary."""
    return Rules(
        letters=8,
        letters_first=8,
        most_tiles=None,
        plays=1,
        moves=1,
        counts=Counts.FIRST,
        bonus=bonus,
        extended=Extended.PREMIUMS,
        start=None,
        swap=False,
        ties=(),
        late_joiner=LateJoiner.ZERO,
        names=True,
        accents=Accents.ASK,
        axes=Axes.COLUMNS,
        vowels="AEIOUÄÖÜ",
        min_vowels=(),
        min_consonants=(),
        end=End.BAG_EMPTY,
    )
