"""The search for the top against prototypes/wavegen.py: same positions, same list, same run.

Run: python bench/top.py [SHARED]    (the folder with lexicon, positions and prototypes)
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # one thread each, before numpy is loaded

import importlib.util
import statistics
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mailref import assets, tops
from mailref.commands.top import NamedPosition, read_positions
from mailref.tiles.board import Laying
from mailref.tiles.top.search import TopSearch
from mailref.tiles.top.words import TopTables

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"
LIMITS = {0: 0.25, 1: 0.2, 2: 0.1}
LIMIT_OF_ALL = 1.0
COLD_LIMIT_S, WARM_LIMIT_MS, SIZE_LIMIT_MB = 1.0, 20.0, 100.0
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Timed:
    """One position with its times in ms, the best of some rounds."""

    blanks: int
    wave: float
    top: float
    ranked: float
    decoded: float
    moves: int


def main(shared: Path) -> None:
    tables = timed_tables()
    positions = read_positions(shared / "positions" / "tops.json")
    wave = wavegen(shared)
    if wave is None:
        print("prototypes/wavegen.py is not there: no ratios")
    every = {each.position.rules for each in positions}
    ready = {rules: TopSearch(tables, rules) for rules in every}
    times = [timed(each, ready[each.position.rules], wave) for each in positions]
    print_table(times)
    print_sixteen(positions, ready)


def timed_tables() -> TopTables:
    """Build the tables with nothing kept, then take them from the file, and print what it takes."""
    packed = assets.packed_word_list()
    with tempfile.TemporaryDirectory() as name:
        cold = milliseconds(lambda: tops.load(packed, Path(name), assets.unpack_words))
        warm = milliseconds(lambda: tops.load(packed, Path(name), assets.unpack_words))
        size = (Path(name) / tops.file_name(packed)).stat().st_size / 1e6
    print(f"tables, cold   {cold / 1000:6.2f} s    at most {COLD_LIMIT_S} s")
    print(f"tables, warm   {warm:6.2f} ms   at most {WARM_LIMIT_MS} ms")
    print(f"tables, size   {size:6.1f} MB   at most {SIZE_LIMIT_MB} MB")
    return TopTables.build(assets.word_list())


def wavegen(shared: Path) -> Callable[[NamedPosition], object] | None:
    """Return the yardstick on the same list; None where the prototype is not there."""
    path = shared / "prototypes" / "wavegen.py"
    spec = importlib.util.spec_from_file_location("wavegen", path)
    if not path.exists() or spec is None or spec.loader is None:
        return None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    trie = module.Trie.build(assets.word_list().decode().split())

    def generate(named: NamedPosition) -> object:
        position = named.position
        engine = module.Engine(trie, 50, len(position.rack))
        return engine.generate(list(position.board.rows), position.rack, True)

    return generate


def milliseconds(run: Callable[[], object], rounds: int = 1) -> float:
    best = float("inf")
    for _ in range(rounds):
        began = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - began)
    return best * 1000


def timed(
    named: NamedPosition, search: TopSearch, wave: Callable[[NamedPosition], object] | None
) -> Timed:
    """Time one position each way, in turn, so that all meet the same weather."""
    board, rack = named.position.board, named.position.rack
    best = [float("inf")] * 4
    for _ in range(ROUNDS):
        runs = (
            (lambda: wave(named)) if wave else (lambda: None),
            lambda: search.tops(board, rack),
            lambda: next(search.all_moves(board, rack), None),
            lambda: deque(search.all_moves(board, rack), maxlen=0),
        )
        best = [min(old, milliseconds(run)) for old, run in zip(best, runs, strict=True)]
    moves = sum(1 for _ in search.all_moves(board, rack))
    wave_ms, top, ranked, decoded = best
    return Timed(rack.count("?"), wave_ms, top, ranked, decoded, moves)


def print_table(times: list[Timed]) -> None:
    print("\nmedians in ms (best of", ROUNDS, "rounds), and as ratios to wavegen")
    print("blanks  wavegen |    top  ratio  limit | ranked  ratio  limit | all decoded  moves")
    for blanks, limit in LIMITS.items():
        group = [each for each in times if each.blanks == blanks]
        wave, top, ranked, decoded, moves = (
            statistics.median(getattr(each, name) for each in group)
            for name in ("wave", "top", "ranked", "decoded", "moves")
        )
        print(
            f"{blanks:6}  {wave:7.2f} | {top:6.2f}  {top / wave:5.3f}  {limit:5} |"
            f" {ranked:6.2f}  {ranked / wave:5.2f}  {LIMIT_OF_ALL:5} | {decoded:11.1f}  {moves:5.0f}"
        )


def print_sixteen(positions: list[NamedPosition], ready: dict[Laying, TopSearch]) -> None:
    """Print the first play of a 2-Zug move: 16 letters, those of two positions together."""
    racks = [each.position.rack.replace("?", "E") for each in positions]
    firsts, sets = [], []
    for each, rack, other in zip(positions[::10], racks[::10], racks[1::10], strict=True):
        search, board = ready[each.position.rules], each.position.board
        letters = (rack + other + "ENRSTI")[:16]
        firsts.append(milliseconds(lambda: search.tops(board, letters), ROUNDS))  # noqa: B023  run at once
        sets.append(milliseconds(lambda: search.best_set(board, letters, 2)))  # noqa: B023  run at once
    print(f"\n16 letters, first play: {statistics.median(firsts):.2f} ms (median of {len(firsts)})")
    print(f"16 letters, best set of two plays found: {statistics.median(sets):.0f} ms")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else SHARED)
