"""The tables of the top on disk: found again, rebuilt when the list changes, safe for two at once."""

import lzma
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import asdict

from mailref import assets, tops
from mailref.tiles.board import Board, ListUsed
from mailref.tiles.top.found import SetPosition
from mailref.tiles.top.search import TopSearch
from mailref.tiles.top.words import TopTables
from tests.effort import PATIENCE
from tests.tiles.top.games import game

WORDS = b"AB\nABEND\nABENDE\nEBBE\nEBENE\n"


def refuse(words: bytes) -> bytes:
    raise AssertionError(f"{words!r} was unpacked although the tables were kept")


def top(tables: TopTables) -> set[str]:
    return {move.word for move in TopSearch(tables, game()).tops(Board(), "ABDEENX").moves}


def test_kept_tables_are_those_that_were_built(tmp_path: Path) -> None:
    built = asdict(TopTables.build(WORDS))

    tops.load(WORDS, tmp_path)
    kept = asdict(tops.load(WORDS, tmp_path, refuse))

    assert kept.keys() == built.keys()
    for name, array in kept.items():
        assert array.dtype == built[name].dtype
        np.testing.assert_array_equal(array, built[name], err_msg=name)
    assert top(tops.load(WORDS, tmp_path, refuse)) == {"ABENDE"}


def resident(folder: Path) -> int:
    """Return how many kB of the files in *folder* this process has in memory."""
    lines = iter(Path("/proc/self/smaps").read_text(encoding="utf-8").splitlines())
    return sum(
        int(next(each for each in lines if each.startswith("Rss:")).split()[1])
        for line in lines
        if str(folder) in line
    )


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_tables_that_are_let_go_take_no_memory_and_are_there_again(tmp_path: Path) -> None:
    tops.load(WORDS, tmp_path)
    tables = tops.load(WORDS, tmp_path, refuse)
    assert top(tables) == {"ABENDE"}
    before = resident(tmp_path)

    assets.let_go()
    after = resident(tmp_path)

    assert before > 0
    assert after == 0
    assert top(tables) == {"ABENDE"}


def test_a_packed_list_is_unpacked_once(tmp_path: Path) -> None:
    packed = lzma.compress(WORDS)

    first = tops.load(packed, tmp_path, lzma.decompress)
    second = tops.load(packed, tmp_path, refuse)

    assert first.sizes.sum() == second.sizes.sum() == 5


def test_another_list_gets_tables_of_its_own(tmp_path: Path) -> None:
    """Keyed by the list's hash, rebuilt when it changes."""
    tops.load(WORDS, tmp_path)

    changed = tops.load(WORDS.replace(b"ABENDE\n", b""), tmp_path)

    assert top(changed) == {"ABEND"}
    assert top(tops.load(WORDS, tmp_path, refuse)) == {"ABENDE"}


@pytest.mark.parametrize("size", [0, 100, 4096, 5000])
def test_a_file_cut_short_is_built_anew(tmp_path: Path, size: int) -> None:
    tops.load(WORDS, tmp_path)
    file = tmp_path / tops.file_name(WORDS)
    file.write_bytes(file.read_bytes()[:size])

    assert top(tops.load(WORDS, tmp_path)) == {"ABENDE"}
    assert top(tops.load(WORDS, tmp_path, refuse)) == {"ABENDE"}


def test_a_file_of_something_else_is_built_anew(tmp_path: Path) -> None:
    (tmp_path / tops.file_name(WORDS)).write_bytes(b"\xff" * 9000)

    assert top(tops.load(WORDS, tmp_path)) == {"ABENDE"}
    assert top(tops.load(WORDS, tmp_path, refuse)) == {"ABENDE"}


def test_without_a_folder_the_tables_stay_in_memory() -> None:
    assert top(tops.load(WORDS, None)) == {"ABENDE"}


def test_a_folder_that_cannot_be_written_costs_only_the_keeping(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    found = tops.load(WORDS, tmp_path / "absent")

    assert top(found) == {"ABENDE"}
    assert "could not be kept" in caplog.text


@pytest.mark.slow
def test_two_processes_that_build_at_once_both_get_whole_tables(tmp_path: Path) -> None:
    """Safe against two processes building them at once."""
    code = (
        "import sys; from pathlib import Path; from mailref import tops\n"
        "words = sys.argv[2].encode()\n"
        "print('ready', flush=True); sys.stdin.readline()\n"
        "for _ in range(20):\n"
        "    (Path(sys.argv[1]) / tops.file_name(words)).unlink(missing_ok=True)\n"
        "    assert tops.load(words, Path(sys.argv[1])).sizes.sum() == 5\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path), WORDS.decode()]
    both = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    for each in both:
        assert each.stdout is not None
        assert each.stdout.readline() == "ready\n"

    for each in both:
        each.communicate("\n", timeout=PATIENCE)

    assert [each.returncode for each in both] == [0, 0]
    assert top(tops.load(WORDS, tmp_path)) == {"ABENDE"}
    assert [file.name for file in tmp_path.iterdir()] == [tops.file_name(WORDS)]


class OnePlay(SetPosition, frozen=True):
    """A position in which a move is one play."""

    @property
    def most_plays(self) -> int | None:
        return 1


LISTS = [
    pytest.param(ListUsed(), id="no list"),
    pytest.param(ListUsed("words.txt", "0" * 64), id="a list that is kept no more"),
]


@pytest.mark.parametrize("listed", LISTS)
def test_where_no_words_are_known_no_top_is_told(listed: ListUsed) -> None:
    """Not that there is none: nobody can say."""
    rules = game(listed=listed)
    position = OnePlay(Board(), "ABENDEN", rules)

    assert tops.find_top(position, {}) is None
    assert tops.find_plays(position, {}) == ()
