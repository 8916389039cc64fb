"""The settings file under a running machine (contract 2)."""

import time
from pathlib import Path

import pytest

from mailref.errors import SettingsError
from mailref.referee.contents import SettingsFaulty
from tests.referee.rehearsal import MINUTE, MONDAY, game, sb
from tests.tick.machines import Post, begun, post


def faults(machine: Post) -> list[str]:
    told = machine.matters
    return [fault for each in told if isinstance(each, SettingsFaulty) for fault in each.faults]


def test_a_faulty_file_is_reported_once_and_the_last_good_settings_hold(tmp_path: Path) -> None:
    """Contract 2: leaves the last good settings in force and is reported to the GM once."""
    machine = begun(tmp_path)
    machine.writes(game(keys='language = "nl"'))
    machine.tick(MONDAY + MINUTE)
    machine.arrives("H8w RABEN", at=MONDAY + 2 * MINUTE)
    machine.tick(MONDAY + 2 * MINUTE)

    assert machine.left() == ["gm Notice", "max EntryAnswer"]
    assert len(faults(machine)) == 1
    assert "language" in faults(machine)[0]
    assert machine.machine.settings.games[0].language == "de"


def test_another_fault_is_reported_anew_and_the_mended_file_is_taken(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    for minute, keys in enumerate(('language = "nl"', 'languag = "en"', 'language = "en"')):
        machine.writes(game(keys=keys))
        machine.tick(MONDAY + minute * MINUTE)

    assert len(faults(machine)) == 2
    assert machine.machine.settings.games[0].language == "en"
    assert machine.machine.watch.faults == ()


def test_a_file_that_is_gone_is_a_fault(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.path.unlink()
    machine.tick(MONDAY + MINUTE)

    assert machine.left() == ["gm Notice"]


def test_a_changed_file_is_taken_at_the_next_tick(tmp_path: Path) -> None:
    """Contract 2: the daemon takes a changed file at its next tick."""
    machine = begun(tmp_path)
    players = {"Max Mustermann": "max@example.org", "Udo": "udo@example.org"}
    machine.writes(game(players=players), sb())
    machine.tick(MONDAY + MINUTE)

    assert sorted(machine.left()) == [
        "eva Opening", "eva PlayerNotice", "gm Opening", "max Opening", "udo Opening",
    ]  # fmt: skip
    assert machine.game().players["Eva Muster"].is_leaving
    assert machine.game("sb").round_number == 1


@pytest.mark.parametrize(
    ("changed", "key"),
    [
        pytest.param(game(variant="simultan"), "variant", id="variant"),
        pytest.param(game().replace("Europe/Berlin", "Europe/London"), "zone", id="zone"),
        pytest.param(game(tables="[game.start]\nround = 4"), "[game.start]", id="start"),
    ],
)
def test_what_is_fixed_for_good_is_a_fault_once_the_game_has_begun(
    tmp_path: Path, changed: str, key: str
) -> None:
    """Contract 2: `variant`, `zone`, `[game.start]` after the first event are a fault."""
    machine = begun(tmp_path)
    machine.writes(changed)
    machine.tick(MONDAY + MINUTE)

    assert machine.left() == ["gm Notice"]
    assert [f": {key}: cannot change" in line for line in faults(machine)] == [True]
    assert machine.machine.settings.games[0].variant == "dottendorf-1zug"


def test_a_machine_does_not_start_on_a_faulty_file(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="language"):
        post(tmp_path, game(keys='language = "nl"'))


def test_a_ruling_in_the_changed_file_reaches_the_stored_move(tmp_path: Path) -> None:
    """Contract 2: [game.words] at once."""
    machine = begun(tmp_path)
    machine.arrives("H8w BARTENE")
    machine.tick()
    machine.left()
    machine.writes(game(letters="ABEENRT", tables='[game.words]\naccept = ["BARTENE"]'))
    machine.tick(MONDAY + MINUTE)

    assert machine.left() == ["max RulingNotice"]


def readings(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return a list to which each file is added whose bytes are read from now on."""
    read: list[Path] = []
    read_bytes = Path.read_bytes

    def noted(path: Path) -> bytes:
        read.append(path)
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", noted)
    return read


def test_a_file_that_stays_as_it_is_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tick of thousands of games does not hash a megabyte; a change of the same length is seen."""
    machine = begun(tmp_path)
    later = time.time_ns() + 10_000_000_000
    monkeypatch.setattr(time, "time_ns", lambda: later)
    watch = machine.machine.watch
    read = readings(monkeypatch)

    assert [watch.look() for _ in range(3)] == [False, False, False]
    assert read == [machine.path]

    text = machine.path.read_text(encoding="utf-8")
    machine.path.write_text(text.replace("Max", "Mix"), encoding="utf-8")
    assert watch.look()


def test_a_file_written_just_now_is_read_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its time may be that of another writing within the same second."""
    machine = begun(tmp_path)
    then = machine.path.stat().st_mtime_ns + 1_000_000_000
    monkeypatch.setattr(time, "time_ns", lambda: then)
    read = readings(monkeypatch)

    assert not machine.machine.watch.look()
    assert not machine.machine.watch.look()

    assert len(read) == 2
