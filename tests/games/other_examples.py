"""Cases of Un-Scrabble and Scrabble-Bingo."""

from collections.abc import Iterator, Mapping
from typing import Any

from mailref.games.bingo.rules import complete_at, faults_of
from mailref.games.unscrabble.rules import Unscrabble, points_of, runs_of, without_tiles
from mailref.games.unscrabble.switches import MOST_TAKEN
from mailref.tiles.board import Axes, Board, Square, read_square
from mailref.tiles.moves import TextSpan
from mailref.tiles.tile_set import GERMAN
from tests.games.classic.examples import same_faults

Case = Mapping[str, Any]
SPAN = TextSpan(1, 1, "")


def unscrabble(case: Case) -> Iterator[str]:
    """Yield where a game goes otherwise; who is next takes the tiles of a step."""
    setup = case["setup"]
    board = Board.from_rows(setup["board"])
    valid = frozenset(setup["valid"])
    most = setup.get("rules", {}).get("most", MOST_TAKEN)
    game = Unscrabble(frozenset(runs_of(board)), valid.__contains__, most)
    players = setup["players"]
    totals = dict.fromkeys(players, 0)
    at = 0
    for number, step in enumerate(case["steps"], start=1):
        taken: list[Square] = [read_square(each, Axes.ROWS) for each in step["squares"]]
        faults = [fault.code for fault in game.faults(board, taken, SPAN)]
        found: dict[str, Any] = {"faults": faults}
        if not faults:
            found["points"] = points_of(board, taken)
            totals[players[at % len(players)]] += found["points"]
            board = without_tiles(board, taken)
            at += 1
        found["totals"] = dict(totals)
        found["ended"] = _ended(game, board)
        for key, value in step["expect"].items():
            is_same = same_faults(faults, value) if key == "faults" else found.get(key) == value
            if not is_same:
                yield f"step {number}: {key} is {found.get(key)!r}, not {value!r}"


def _ended(game: Unscrabble, board: Board) -> str | None:
    if board.is_empty:
        return "all_taken"
    return None if game.has_turn(board) else "no_turn"


def bingo(case: Case) -> Iterator[str]:
    """Yield where words are judged otherwise, or are complete with another tile."""
    words, wanted = case["words"], case["expect"]
    if "at" in wanted:
        blanks = case.get("rules", {}).get("blanks", True)
        at = {n: complete_at(each, case["drawn"], blanks=blanks) for n, each in words.items()}
        if at != wanted["at"]:
            yield f"complete at {at}, not {wanted['at']}"
        return
    faults = [fault.code for fault in faults_of(words, SPAN, GERMAN)]
    if not same_faults(faults, wanted["faults"]):
        yield f"faults {faults}, not {wanted['faults']}"
