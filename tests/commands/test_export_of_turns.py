"""`mailref export`, `verify` with games in turns: each format, and what is secret until the end (classic 14)."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.commands.games import recorded
from tests.commands.invoke import mailref
from tests.games.classic.test_gcg import Reader, seed_of_two
from tests.games.classic.test_told import events_of, half


@pytest.fixture(scope="module")
def seed() -> int:
    return seed_of_two("classic")


@pytest.fixture
def here(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    events = events_of("classic", seed)
    recorded(tmp_path, "over", seed.to_bytes(32), events)
    recorded(tmp_path, "kiel", seed.to_bytes(32), events[: half("classic", seed)])
    return tmp_path


@pytest.mark.slow
def test_a_whole_game_is_exported_and_verified(here: Path) -> None:
    told = json.loads(mailref("export", "over", "--out", "over.json").out or "null")
    exported = json.loads((here / "over.json").read_text(encoding="utf-8"))
    rows = list(csv.DictReader(io.StringIO(mailref("export", "over", "--format", "csv").out)))
    gcg = Reader().read(mailref("export", "over", "--format", "gcg").out)

    assert told is None
    assert list(rows[0]) == [
        "turn", "player", "kind", "word", "square", "direction", "formula", "points", "total",
        "count",
    ]  # fmt: skip
    turns = [row for row in rows if row["kind"] != "challenge"]
    in_vain = [int(row["points"]) for row in rows if row["kind"] == "challenge"]
    assert in_vain
    assert {*in_vain} == {-5}
    assert [(int(row["turn"]), row["player"], int(row["points"])) for row in turns] == [
        (each["number"], each["player"], each["points"])
        for each in exported["turns"]
        if each["undone"] is None
    ]
    assert sorted(gcg.totals.values()) == sorted(e["points"] for e in exported["standings"])
    for named in (("over",), ("--file", "over.json")):
        called = mailref("verify", *named)
        assert (called.code, called.err) == (0, "")
        assert "turns replayed, no difference: scores, order, tiles, draws, lots and receipts" in (
            called.out
        )


@pytest.mark.slow
def test_a_game_that_goes_on_keeps_its_secrets(here: Path) -> None:
    mailref("export", "kiel", "--out", "kiel.json")
    told = json.loads((here / "kiel.json").read_text(encoding="utf-8"))
    gcg = mailref("export", "kiel", "--format", "gcg")

    assert told["seed"] is None
    assert set(told["racks"].values()) == {None}
    assert gcg.code == 1
    assert "secret until its end" in gcg.err
    by_file, by_record = mailref("verify", "--file", "kiel.json"), mailref("verify", "kiel")
    assert (by_file.code, by_record.code) == (0, 0)
    assert "draws and lots cannot be checked yet" in by_file.out
    assert "draws, lots and receipts" in by_record.out


def test_a_changed_value_is_named_by_turn_and_player(here: Path) -> None:
    mailref("export", "over", "--out", "over.json")
    told = json.loads((here / "over.json").read_text(encoding="utf-8"))
    row = next(row for row in told["turns"] if row["kind"] == "play")
    row["points"] += 1
    (here / "over.json").write_text(json.dumps(told), encoding="utf-8")

    called = mailref("verify", "--file", "over.json")

    assert called.code == 1
    number, player, points = row["number"], row["player"], row["points"]
    said = f"turn {number}, {player}: points: expected {points - 1}, found {points}"
    assert said in called.err


@pytest.mark.slow
def test_the_archive_tells_a_game_turn_by_turn_and_shows_racks_at_the_end_only(here: Path) -> None:
    mailref("export", "over", "--format", "html", "--out", "over")
    mailref("export", "kiel", "--format", "html", "--out", "kiel")
    exported = json.loads((here / "over" / "game.json").read_text(encoding="utf-8"))
    whole = (here / "over" / "index.html").read_text(encoding="utf-8")
    running = (here / "kiel" / "index.html").read_text(encoding="utf-8")

    plays = [turn for turn in exported["turns"] if turn["kind"] == "play"]
    assert whole.count("<h3>") == sum(turn["undone"] is None for turn in exported["turns"])
    assert all(turn["word"] in whole for turn in plays)
    pictures = list((here / "over").glob("turn-*.png"))
    assert len(pictures) >= sum(turn["points"] > 0 for turn in plays)  # what came off has none
    assert all(f'src="{picture.name}"' in whole for picture in pictures)
    assert "Übrig" in whole
    assert exported["seed"] in whole
    assert "Übrig" not in running
    assert '<th scope="col" class="number">Gesamt</th>' in running
