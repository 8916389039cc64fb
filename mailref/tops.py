"""The search for the top, kept ready: its tables once, a search for each game's switches and rulings.

A file is named by the hash of its word list and the format of the tables; it is written beside its
place and then moved there whole, so that readers see all of it or nothing, and two processes that
build it at once only do the same work twice. What cannot be read is built anew.
"""

import hashlib
import logging
import math
import mmap
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import numpy as np
import numpy.typing as npt
from msgspec.structs import astuple, fields
from numpy.lib import format as npy

from mailref import assets
from mailref.tiles.board import Board, Laying, ListUsed
from mailref.tiles.moves import Move
from mailref.tiles.scoring import Position
from mailref.tiles.tile_set import GERMAN, TileSet
from mailref.tiles.top.found import SetPosition, Top, TopMove
from mailref.tiles.top.search import TopSearch
from mailref.tiles.top.words import FORMAT, LENGTHS, LetterCodes, TopTables, WordCodes, letters_of
from mailref.word_lists import OWN, is_there, key_of, lexicon_for, list_of, words_of

_LOG = logging.getLogger(__name__)

_ALIGNED = 64
"""Each array begins at a multiple of so many octets."""


def _as_it_is(words: bytes) -> bytes:
    return words


def load(
    words: bytes, folder: Path | None, unpack: Callable[[bytes], bytes] = _as_it_is
) -> TopTables:
    """Return the tables of *words* (one a line, as *unpack* gives them), kept in *folder* if there is one.

    Where they are kept already, *words* are neither unpacked nor read.
    """
    return kept_tables(_key(words), folder, lambda: TopTables.build(unpack(words)))


def kept_tables(key: str, folder: Path | None, build: Callable[[], TopTables]) -> TopTables:
    """Return the tables kept under *key* in *folder*, if there is one; what is not there is built."""
    if folder is None:
        return build()
    path = folder / _file_name(key)
    try:
        return _mapped(path)
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as wrong:
        _LOG.warning("the tables in %s could not be used: %s", path, wrong)
    built = build()
    try:
        _write(path, built)
        return _mapped(path)
    except (OSError, ValueError) as wrong:
        _LOG.warning("the tables could not be kept in %s: %s", path, wrong)
        return built


def file_name(words: bytes) -> str:
    """Return the name under which the tables of *words* are kept."""
    return _file_name(_key(words))


def _key(words: bytes) -> str:
    return hashlib.sha256(words).hexdigest()[:32]


def _file_name(key: str) -> str:
    return f"top-{key}-{FORMAT}.tables"


def _write(path: Path, tables: TopTables) -> None:
    """Put *tables* into one file at *path*, at once or not at all."""

    def fill(file: BinaryIO) -> None:
        for array in astuple(tables):
            npy.write_array(file, np.ascontiguousarray(array))
            file.write(bytes(-file.tell() % _ALIGNED))

    assets.write_whole(path, fill)


def _mapped(path: Path) -> TopTables:
    """Map the tables at *path*; nothing is read before it is needed, and processes share the pages."""
    memory = assets.mapped(path)
    arrays = (_next_in(memory) for _ in fields(TopTables))
    return TopTables(*arrays)  # type: ignore[arg-type]  # as they were written


def _next_in(memory: mmap.mmap) -> npt.NDArray[np.generic]:
    """Return the array that begins here; ValueError where none does, or not all of it is there."""
    npy.read_magic(memory)
    shape, _, dtype = npy.read_array_header_1_0(memory)
    array = np.frombuffer(memory, dtype, math.prod(shape), memory.tell()).reshape(shape)
    end = memory.tell() + array.nbytes
    memory.seek(end + -end % _ALIGNED)
    return array


def tables_for(rules: Laying) -> TopTables:
    """Return the tables of the list of such games, from the cache folder where there is one."""
    return _tables(list_of(rules), rules.tiles, rules.anagrams is True)


@lru_cache(maxsize=16)
def _tables(listed: ListUsed, tiles: TileSet, is_in_any_order: bool) -> TopTables:
    if listed == OWN and tiles == GERMAN and not is_in_any_order:
        return load(assets.packed_word_list(), assets.cache_folder(), assets.unpack_words)
    key = f"{key_of(listed, tiles)}{'-any-order' if is_in_any_order else ''}"
    build = TopTables.in_any_order if is_in_any_order else TopTables.of
    return kept_tables(key, assets.cache_folder(), lambda: _of_packed(listed, tiles, build))


def _of_packed(
    listed: ListUsed, tiles: TileSet, build: Callable[[WordCodes, LetterCodes], TopTables]
) -> TopTables:
    words = words_of(listed, tiles)
    by_length = {
        length: np.frombuffer(words.words_of(length), np.uint8).reshape(-1, length)
        for length in LENGTHS
    }
    return build(by_length, letters_of(tiles.alphabet))


def search_for(rules: Laying, rulings: Mapping[str, bool]) -> TopSearch:
    """Return the search among the words valid without asking, plus accepted, less refused ones."""
    return _search(rules, frozenset(rulings.items()))


@lru_cache(maxsize=8)  # one for each game and its rulings, and those of earlier rounds for a while
def _search(rules: Laying, rulings: frozenset[tuple[str, bool]]) -> TopSearch:
    changes = lexicon_for(rules).changes(rules, dict(rulings))
    return TopSearch(tables_for(rules), rules, changes.removed, changes.added)


def find_top(position: SetPosition, rulings: Mapping[str, bool]) -> Top | None:
    """Return the best possible moves of *position*; of several plays the best set found; None without a list."""
    if not is_there(position.rules):
        return None
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
    """Return the plays of most points, the best first; asked again, as they were found; none without a list."""
    if not is_there(position.rules):
        return ()
    board, rules = position.board, position.rules
    rack = rules.tiles.in_order(position.rack)
    return _plays(board, rack, rules, frozenset(rulings.items()))


@lru_cache(maxsize=256)
def _plays(
    board: Board, rack: str, rules: Laying, rulings: frozenset[tuple[str, bool]]
) -> tuple[tuple[int, Move], ...]:
    found = search_for(rules, dict(rulings)).all_moves(board, rack)
    return tuple((move.points, move.as_move()) for move in islice(found, _MOST_PLAYS))


def _best_set(position: SetPosition, search: TopSearch) -> Top:
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
