"""[game.start] and letters: the board, scores and rack of a game that is under way."""

import re
from collections.abc import Mapping, Sequence

from mailref.referee.policy import TakenOver
from mailref.rules.board import (
    CENTRE,
    GERMAN,
    SIZE,
    Board,
    Square,
    missing_from,
    neighbours,
    read_letters,
)
from mailref.rules.table_reader import (
    Reader,
    TomlTable,
    WrongValueError,
    list_of,
    mapping,
    number,
    shown,
    suggestion,
    text,
)
from mailref.rules.variant import Rules
from mailref.settings.values import Findings

_MOST_POINTS = 1_000_000


def read_start(
    values: Mapping[str, object], players: Sequence[str], label: str, findings: Findings
) -> TakenOver:
    """Read [game.start]; what is wrong goes to *findings*."""
    table = TomlTable(values)
    start = TakenOver(
        round=table.need("round", number(1, 100_000), 1, "4"),
        board=table.take("board", board, Board()),
        scores=table.take("scores", by_name(-_MOST_POINTS, _MOST_POINTS), ()),
        missed=table.take("missed", by_name(0, 100_000), ()),
    )
    table.refuse_unknown()
    scored = [name for name, _ in start.scores]
    for name, _ in start.missed:
        if name not in scored:
            table.fault(
                "missed", f"names {shown(name)}, who has no score{suggestion(name, scored)}"
            )
    findings.add(label, table.faults, section="[game.start]")
    _warn_of_board(start.board, label, findings)
    for name in scored:
        if name not in players:
            findings.warn(
                label,
                "[game.start] scores",
                f"{shown(name)} is no player of this game{suggestion(name, players)}",
            )
    return start


def _warn_of_board(laid: Board, label: str, findings: Findings) -> None:
    """Contract 2: a board that is not connected or misses the centre is a warning."""
    if laid.is_empty:
        return
    if laid.is_free(CENTRE):
        findings.warn(label, "[game.start] board", "no tile lies on the centre square")
    if not is_connected(laid):
        findings.warn(label, "[game.start] board", "the tiles are not all connected")


def board(value: object) -> Board:
    """Read 15 lines of 15 squares, or a list of 15 such texts."""
    rows = value.splitlines() if isinstance(value, str) else list_of(text)(value)
    try:
        return Board.from_rows([row.strip() for row in rows if row.strip()])
    except ValueError as wrong:
        raise WrongValueError(
            f"{wrong}; {SIZE} lines of {SIZE}: '.' free, capital a tile, small letter a joker"
        ) from wrong


def by_name(least: int, most: int) -> Reader[tuple[tuple[str, int], ...]]:
    """Read a table of names and numbers."""

    def read(value: object) -> tuple[tuple[str, int], ...]:
        found = []
        for name, entry in mapping(value).items():
            try:
                found.append((name, number(least, most)(entry)))
            except ValueError as wrong:
                raise WrongValueError(f"{shown(name)} {wrong}") from wrong
        return tuple(found)

    return read


def letters(value: object) -> str:
    """Read a rack of at least one tile."""
    if not isinstance(value, str):
        raise WrongValueError(f'must be letters such as "ABEENÖR?", not {shown(value)}')
    found = read_letters(value)
    if not found:
        raise WrongValueError("must not be empty; leave it out and the referee draws")
    return found


def is_connected(laid: Board) -> bool:
    """Tell whether all tiles hang together."""
    occupied = {tile.square for tile in laid.tiles}
    reached: set[Square] = set()
    waiting = [min(occupied)] if occupied else []
    while waiting:
        square = waiting.pop()
        if square not in reached:
            reached.add(square)
            waiting += [each for each in neighbours(square) if each in occupied]
    return reached == occupied


def tiles_on(laid: Board) -> str:
    """Return the tiles that lie there, a blank as `?`."""
    return "".join(tile.tile for tile in laid.tiles)


def check_tiles(
    start: TakenOver | None, rack: str | None, rules: Rules | None, label: str, findings: Findings
) -> None:
    """Refuse tiles beyond the set, and warn of a rack of an unusual size."""
    on_board = tiles_on(start.board) if start else ""
    if over := missing_from(GERMAN.all_tiles, on_board):
        findings.fault(label, "[game.start] board", f"lays more than the set holds: {_named(over)}")
    elif rack and (over := missing_from(GERMAN.all_tiles, on_board + rack)):
        findings.fault(
            label, "letters", f"are more than the set less the board holds: {_named(over)}"
        )
    if rack and rules and not over:
        _warn_of_number(start, rack, rules, label, findings)


def _named(tiles: str) -> str:
    """Return `E, E, N`; a blank as `? (blank)`."""
    return re.sub(r"\?", "? (blank)", ", ".join(tiles))


def _warn_of_number(
    start: TakenOver | None, rack: str, rules: Rules, label: str, findings: Findings
) -> None:
    number_of_round = start.round if start else 1
    expected = rules.letters_in(number_of_round)
    left = len(GERMAN.all_tiles) - len(tiles_on(start.board) if start else "") - len(rack)
    if len(rack) != expected and (left > 0 or len(rack) > expected):
        findings.warn(
            label,
            "letters",
            f"are {len(rack)}; round {number_of_round} of this game has {expected}",
        )
