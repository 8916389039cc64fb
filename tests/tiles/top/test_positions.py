"""The top of the 300 positions that two independent programs agree on (shared/positions)."""

import json
from typing import TypedDict

import pytest

from mailref.tiles.board import Board, BonusTable
from mailref.tiles.top.all_moves import Tops
from mailref.tiles.top.search import TopSearch
from tests.effort import fewer, sample
from tests.needs import need_shared
from tests.tiles.top.games import game, german_tables


class Position(TypedDict):
    name: str
    board: list[str]
    letters: str
    bonus: dict[str, int]
    top: int


@pytest.mark.slow
def test_all_three_hundred_positions_have_their_known_top() -> None:
    """300 of 300 points right."""
    text = need_shared("positions", "tops.json").read_text(encoding="utf-8")
    positions: list[Position] = json.loads(text)
    tried = sample(positions, fewer(len(positions), 30))

    wrong = [
        (each["name"], tops.points, each["top"])
        for each in tried
        if (tops := _tops(each)).points != each["top"] or not tops.moves
    ]

    assert len(positions) == 300
    assert wrong == []


def _tops(position: Position) -> Tops:
    bonus = BonusTable(tuple((int(tiles), each) for tiles, each in position["bonus"].items()))
    search = TopSearch(german_tables(), game(bonus=bonus))
    return search.tops(Board.from_rows(position["board"]), position["letters"])
