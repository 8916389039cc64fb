"""The search for the top, kept ready: its tables once, a search for each game's switches and rulings."""

from collections.abc import Mapping
from functools import cache

from mailref import assets, toptables
from mailref.rules.position import Position
from mailref.rules.results import Top, TopMove
from mailref.rules.top.search import TopSearch
from mailref.rules.top.tables import TopTables
from mailref.rules.variant import Rules

_KEPT = 8
"""Searches kept: one for each game and its rulings, and those of earlier rounds for a while."""
_searches: dict[tuple[Rules, frozenset[tuple[str, bool]]], TopSearch] = {}


@cache
def tables() -> TopTables:
    """Return the tables of the shipped list, from the cache folder where there is one."""
    return toptables.load(assets.packed_word_list(), assets.cache_folder(), assets.unpack_words)


def search_for(rules: Rules, rulings: Mapping[str, bool]) -> TopSearch:
    """Return the search among the words valid without asking, plus accepted, less refused ones."""
    key = (rules, frozenset(rulings.items()))
    if key not in _searches:
        while len(_searches) >= _KEPT:
            _searches.pop(next(iter(_searches)))
        changes = assets.lexicon().changes(rules, rulings)
        _searches[key] = TopSearch(tables(), rules, changes.removed, changes.added)
    return _searches[key]


def find_top(position: Position, rulings: Mapping[str, bool]) -> Top | None:
    """Return the best possible moves of *position*; of several plays the best set found."""
    search = search_for(position.rules, rulings)
    if position.rules.plays > 1 or position.is_final:
        return _best_set(position, search)
    found = search.tops(position.board, position.rack, position.offered)
    moves = tuple(
        TopMove(((move.square, move.direction, move.word, move.blanks),), move.swaps)
        for move in found.moves
    )
    return Top(found.points, moves)


def _best_set(position: Position, search: TopSearch) -> Top:
    """Return the best set that the bounded search finds; in the final round what is left is deducted."""
    found = search.best_set(
        position.board,
        position.rack,
        None if position.is_final else position.rules.plays,
        position.offered,
        is_rest_deducted=position.is_final,
    )
    plays = tuple((play.square, play.direction, play.word, play.blanks) for play in found.plays)
    moves = (TopMove(plays, found.swaps),) if plays else ()
    return Top(found.points, moves, is_exact=False)
