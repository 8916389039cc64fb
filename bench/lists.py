"""A list of words that is a file: what it takes to pack, map and search it, with other tiles and on a larger board.

Run: python -m bench.lists FILE [TILES [ENCODING]]    (such as /usr/share/dict/polish polish)
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # one thread each, before numpy is loaded

import random
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

from msgspec.structs import replace

from mailref import assets, tops, word_lists
from mailref.commands.top import plain_rules
from mailref.tiles.board import Board, BonusTable, Laying
from mailref.tiles.top.search import TopSearch

GAMES = 10
TURNS = 5


def main(file: str, tiles: str, encoding: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CACHE_DIRECTORY"] = folder
        rules = list_in(file, tiles, encoding)
        plain = plain_rules(BonusTable(((7, 50),)))
        english = replace(
            plain, tile_set=assets.tile_file("english").tiles, listed=word_lists.ENABLE
        )
        larger = replace(english, premiums=assets.layout("super"))
        for name, each in (
            ("German", plain),
            ("ENABLE", english),
            ("ENABLE, 21 by 21", larger),
            (tiles, rules),
            ("German, in any order", replace(plain, anagrams=True)),
            ("ENABLE, in any order", replace(english, anagrams=True)),
        ):
            search(name, each)
        sizes = {path.name.partition("-")[0]: 0.0 for path in Path(folder).iterdir()}
        for path in Path(folder).iterdir():
            sizes[path.name.partition("-")[0]] += path.stat().st_size / 1e6
        print(", ".join(f"{kind} {size:.1f} MB" for kind, size in sorted(sizes.items())))


def list_in(file: str, tiles: str, encoding: str) -> Laying:
    """Pack a list, then take it from where it is kept; print what both take."""
    used = tiles_of = None
    for what in ("packed", "mapped"):
        word_lists.forget()
        began = time.process_time()
        used = word_lists.used(word_lists.ListFile(file, Path(file).name, encoding))
        tiles_of = assets.tile_file(tiles).tiles
        words = word_lists.packed(used, tiles_of)
        spent = time.process_time() - began
        assets.let_go()
        print(f"{what:7} {len(words or ()):9,} words  {spent:6.2f} s  {memory()}")
    assert used is not None
    assert tiles_of is not None
    return replace(plain_rules(BonusTable(((7, 50),))), tile_set=tiles_of, listed=used)


def search(name: str, rules: Laying) -> None:
    """Print what tables and tops take, by number of blanks."""
    began = time.process_time()
    found = tops.search_for(rules, {})
    built = time.process_time() - began
    for blanks in range(3):
        times = [
            spent for game in range(GAMES) for spent in tops_of_game(found, rules, blanks, game)
        ]
        middle, most = statistics.median(times) * 1000, max(times) * 1000
        print(
            f"{name:22} tables {built:5.2f} s  {blanks} blanks {middle:5.1f} ms, most {most:5.1f}"
        )
    print(f"{'':22} {memory()}")


def tops_of_game(found: TopSearch, rules: Laying, blanks: int, game: int) -> list[float]:
    """Return the times of some turns, each on the board that the one before has left."""
    chance, board, times = random.Random(game), Board.empty(rules.layout.size), []
    bag = rules.tiles.all_tiles.replace("?", "")
    for _ in range(TURNS):
        rack = "".join(chance.sample(bag, 7 - blanks)) + "?" * blanks
        began = time.process_time()
        best = found.tops(board, rack)
        times.append(time.process_time() - began)
        board = best.moves[0].after(board) if best.moves else board
    return times


def memory() -> str:
    now = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4 // 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return f"{now} MB now, {most} MB at most"


if __name__ == "__main__":
    main(*(sys.argv[1:] + ["polish", "utf-8"][len(sys.argv) - 2 :]))
