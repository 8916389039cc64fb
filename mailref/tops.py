"""The search for the top, kept ready: its tables once, a search for each game's switches and rulings.

A file is named by the hash of its word list and the format of the tables; it is written beside its
place and then moved there whole, so that readers see all of it or nothing, and two processes that
build it at once only do the same work twice. What cannot be read is built anew.
"""

import hashlib
import json
import logging
import mmap
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from mailref import assets
from mailref.tiles.board import Board, in_order
from mailref.tiles.moves import Move
from mailref.tiles.scoring import Position
from mailref.tiles.top.found import RoundPosition, Top, TopMove
from mailref.tiles.top.search import TopSearch
from mailref.tiles.top.tables import FORMAT, TopTables
from mailref.tiles.variant import Laying

_LOG = logging.getLogger(__name__)

_MAGIC = b"mailref top tables\n"
_HEAD = 4096
"""The first bytes: magic, then as JSON each array's name, type, shape and place; then blanks."""
_ALIGNED = 64

Arrays = Mapping[str, npt.NDArray[np.generic]]


class _DamagedError(Exception):
    """A file that does not hold tables, or not all of them."""


def _as_it_is(words: bytes) -> bytes:
    return words


def load(
    words: bytes, folder: Path | None, unpack: Callable[[bytes], bytes] = _as_it_is
) -> TopTables:
    """Return the tables of *words* (one a line, as *unpack* gives them), kept in *folder* if there is one.

    Where they are kept already, *words* are neither unpacked nor read.
    """
    if folder is None:
        return TopTables.build(unpack(words))
    path = folder / file_name(words)
    try:
        return _mapped(path)
    except FileNotFoundError:
        pass
    except (OSError, _DamagedError) as wrong:
        _LOG.warning("the tables in %s could not be used: %s", path, wrong)
    built = TopTables.build(unpack(words))
    try:
        _write(path, built.to_arrays())
        return _mapped(path)
    except (OSError, _DamagedError) as wrong:
        _LOG.warning("the tables could not be kept in %s: %s", path, wrong)
        return built


def file_name(words: bytes) -> str:
    """Return the name under which the tables of *words* are kept."""
    return f"top-{hashlib.sha256(words).hexdigest()[:32]}-{FORMAT}.tables"


def _write(path: Path, arrays: Arrays) -> None:
    """Put *arrays* into one file at *path*, at once or not at all."""
    head, size = _described(arrays)

    def fill(file: BinaryIO) -> None:
        file.truncate(size)
        file.write(head)
        for place, array in zip(_places(arrays), arrays.values(), strict=True):
            file.seek(place)
            file.write(np.ascontiguousarray(array).data)

    assets.write_whole(path, fill)


def _places(arrays: Arrays) -> list[int]:
    """Return where each of *arrays* begins in the file."""
    places, end = [], _HEAD
    for array in arrays.values():
        places.append(end)
        end += -(-array.nbytes // _ALIGNED) * _ALIGNED
    return places


def _described(arrays: Arrays) -> tuple[bytes, int]:
    """Return the head of the file and the size of the whole."""
    entries = [
        [name, array.dtype.str, list(array.shape), place]
        for (name, array), place in zip(arrays.items(), _places(arrays), strict=True)
    ]
    size = max(
        place + array.nbytes for place, array in zip(_places(arrays), arrays.values(), strict=True)
    )
    text = json.dumps({"size": size, "arrays": entries}).encode()
    return (_MAGIC + text).ljust(_HEAD), size


def _mapped(path: Path) -> TopTables:
    """Map the tables at *path*; nothing is read before it is needed, and processes share the pages."""
    size = path.stat().st_size
    if size <= _HEAD:
        raise _DamagedError(f"it has only {size} bytes")
    memory = assets.mapped(path)
    try:
        head: dict[str, Any] = json.loads(memory[len(_MAGIC) : _HEAD])
        if memory[: len(_MAGIC)] != _MAGIC or head["size"] != size:
            raise _DamagedError("it is cut short, or something else")
        return TopTables.from_arrays(
            {entry[0]: _array(memory, *entry[1:]) for entry in head["arrays"]}
        )
    except (ValueError, KeyError, TypeError) as wrong:
        raise _DamagedError(f"its head cannot be read: {wrong!r}") from wrong


def _array(memory: mmap.mmap, dtype: str, shape: list[int], place: int) -> npt.NDArray[np.generic]:
    count = int(np.prod(shape, dtype=np.int64))
    return np.frombuffer(memory, np.dtype(dtype), count, place).reshape(shape)


_KEPT = 8
"""Searches kept: one for each game and its rulings, and those of earlier rounds for a while."""
_searches: dict[tuple[Laying, frozenset[tuple[str, bool]]], TopSearch] = {}


@cache
def tables() -> TopTables:
    """Return the tables of the shipped list, from the cache folder where there is one."""
    return load(assets.packed_word_list(), assets.cache_folder(), assets.unpack_words)


def search_for(rules: Laying, rulings: Mapping[str, bool]) -> TopSearch:
    """Return the search among the words valid without asking, plus accepted, less refused ones."""
    key = (rules, frozenset(rulings.items()))
    if key not in _searches:
        while len(_searches) >= _KEPT:
            _searches.pop(next(iter(_searches)))
        changes = assets.lexicon().changes(rules, rulings)
        _searches[key] = TopSearch(tables(), rules, changes.removed, changes.added)
    return _searches[key]


def find_top(position: RoundPosition, rulings: Mapping[str, bool]) -> Top | None:
    """Return the best possible moves of *position*; of several plays the best set found."""
    search = search_for(position.rules, rulings)
    if position.most_plays != 1:
        return _best_set(position, search)
    found = search.tops(position.board, position.rack, position.offered)
    moves = tuple(
        TopMove(((move.square, move.direction, move.word, move.blanks),), move.swaps)
        for move in found.moves
    )
    return Top(found.points, moves)


_MOST_PLAYS = 300
"""Of so many the best is chosen where a theme or the opening word decides as well."""


def find_plays(position: Position, rulings: Mapping[str, bool]) -> tuple[tuple[int, Move], ...]:
    """Return the plays of most points, the best first; asked again, as they were found."""
    board, rack, rules = position.board, in_order(position.rack), position.rules
    return _plays(board, rack, rules, frozenset(rulings.items()))


@lru_cache(maxsize=256)
def _plays(
    board: Board, rack: str, rules: Laying, rulings: frozenset[tuple[str, bool]]
) -> tuple[tuple[int, Move], ...]:
    found = search_for(rules, dict(rulings)).all_moves(board, rack)
    return tuple((move.points, move.as_move()) for move in islice(found, _MOST_PLAYS))


def _best_set(position: RoundPosition, search: TopSearch) -> Top:
    """Return the best set that the bounded search finds; in the final round what is left is deducted."""
    found = search.best_set(
        position.board,
        position.rack,
        position.most_plays,
        position.offered,
        is_rest_deducted=position.is_final,
    )
    plays = tuple((play.square, play.direction, play.word, play.blanks) for play in found.plays)
    moves = (TopMove(plays, found.swaps),) if plays else ()
    return Top(found.points, moves, is_exact=False)
