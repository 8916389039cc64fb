"""`mailref export`: the whole game, to stdout or into a file (contract 1 and 4)."""

import csv
import io
import json
from pathlib import Path

import pytest

from mailref.record.as_json import sha256_of
from tests.commands.games import recorded
from tests.commands.invoke import mailref
from tests.record.by_hand import yerres
from tests.record.games import play
from tests.tiles.builders import SEED
from tests.tiles.variants import TWO


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    recorded(tmp_path, "yerres", SEED, yerres())
    return tmp_path


def test_json_is_the_default_and_ends_with_its_hash(here: Path) -> None:
    called = mailref("export", "yerres")

    assert (called.code, called.err) == (0, "")
    exported = json.loads(called.out)
    assert exported["game"] == "yerres"
    assert exported["sha256"] == sha256_of(exported)
    assert exported["rounds"][0]["deadline"] == "2026-12-11T20:00:00+01:00"
    assert here.exists()


def test_the_record_gives_the_same_bytes_each_time(here: Path) -> None:
    once = mailref("export", "yerres", "--format", "json")
    again = mailref("export", "yerres", "--format", "json", "--out", "yerres.json")

    assert (again.code, again.out) == (0, "")
    assert (here / "yerres.json").read_text(encoding="utf-8") == once.out


@pytest.mark.usefixtures("here")
def test_an_entry_is_one_line_of_the_file() -> None:
    """Contract 4: so that two exports can be compared line by line."""
    lines = mailref("export", "yerres").out.splitlines()

    rows = [
        line.strip() for line in lines if line.strip().startswith('{"player": "Anna", "received"')
    ]
    exported = json.loads("\n".join(lines))
    assert [json.loads(row.rstrip(",")) for row in rows] == [
        entry
        for shown in exported["rounds"]
        for entry in shown["entries"]
        if entry["player"] == "Anna"
    ]
    assert len(rows) >= 2


def test_csv_has_the_columns_of_the_contract_and_the_numbers_of_the_json(here: Path) -> None:
    """Contract 4: round, player, status, word, square, direction, formula, points, base ..."""
    table = list(csv.DictReader(io.StringIO(mailref("export", "yerres", "--format", "csv").out)))
    rounds = json.loads(mailref("export", "yerres").out)["rounds"]

    assert list(table[0]) == [
        "round", "player", "status", "word", "square", "direction", "formula", "points", "base",
        "deduction", "total", "rank",
    ]  # fmt: skip
    assert table[0] == {
        "round": "1", "player": "Anna", "status": "valid", "word": "UND", "square": "H8",
        "direction": "across", "formula": "3*2=6", "points": "6", "base": "0", "deduction": "0",
        "total": "11", "rank": "1",
    }  # fmt: skip
    numbers = ("points", "base", "deduction", "total", "rank")
    assert [tuple(row[key] for key in ("player", *numbers)) for row in table] == [
        (entry["player"], *(str(entry[key]) for key in numbers))
        for each in rounds
        for entry in each["entries"]
    ]
    assert here.exists()


def test_gcg_holds_the_moves_laid(here: Path) -> None:
    called = mailref("export", "yerres", "--format", "gcg")

    assert called.out.splitlines()[0] == "#character-encoding UTF-8"
    assert called.out.splitlines()[4] == ">yerres: BDHNRSU 8H UND +6 6"
    assert here.exists()


def test_a_game_that_gcg_cannot_hold_exits_1_and_says_why(here: Path) -> None:
    """Contract 1: several plays in a move."""
    table = play(TWO, 3, most_rounds=2)
    recorded(here, "test", table.seed, table.events)

    called = mailref("export", "test", "--format", "gcg")

    assert (called.code, called.out) == (1, "")
    assert called.err == (
        "mailref: test cannot be written as GCG: "
        "round 1: a move of several plays is no single GCG move\n"
    )


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["nowhere"], 1, "mailref: no game 'nowhere' is recorded; there are: yerres\n"),
        (["yerres", "--format", "pdf"], 2,
         "mailref export: Invalid value for '--format': 'pdf' is not one of 'json', 'gcg', 'csv', 'html'.\n"),
        ([], 2, "mailref export: Missing argument 'GAME'.\n"),
    ],
)  # fmt: skip
def test_what_cannot_be_exported_is_one_line(
    here: Path, arguments: list[str], code: int, said: str
) -> None:
    called = mailref("export", *arguments)

    assert (called.code, called.out, called.err) == (code, "", said)
    assert here.exists()


def test_without_a_record_nothing_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    recorded(tmp_path, "yerres", SEED, yerres())
    (tmp_path / "mailref.db").unlink()

    called = mailref("export", "yerres")

    assert called.code == 1
    assert called.err.startswith("mailref: no game has begun")
    assert not (tmp_path / "mailref.db").exists()


def test_html_is_a_folder_with_the_game_for_machines_beside_it(here: Path) -> None:
    """`mailref export GAME --format html` writes a self-contained folder."""
    called = mailref("export", "yerres", "--format", "html", "--out", "public/yerres")

    assert (called.code, called.out, called.err) == (0, "public/yerres/index.html\n", "")
    folder = here / "public/yerres"
    assert {path.name for path in folder.glob("*.html")} == {
        "index.html", "round-1.html", "round-2.html", "round-3.html",
    }  # fmt: skip
    assert json.loads((folder / "game.json").read_text(encoding="utf-8"))["game"] == "yerres"
    assert (folder / "game.csv").read_text(encoding="utf-8").startswith("round,player,")
