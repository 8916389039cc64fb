"""What a monitor reads of the machine, as Prometheus' text format has it."""

import re
from datetime import timedelta
from pathlib import Path

from mailref.tick.machine import write_metrics
from tests.referee.rehearsal import FRED, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, begun, post

KEYS = '[metrics]\nfile = "mailref.prom"'
_SAMPLE = re.compile(r'(mailref_[a-z_]+)(\{[a-z]+="[a-z_]+"\})? (\S+)')


def read(machine: Post) -> dict[str, float]:
    """Read the file as the collector does: each name declared once before its samples."""
    found: dict[str, float] = {}
    declared: list[str] = []
    text = (machine.path.parent / "mailref.prom").read_text(encoding="utf-8")
    assert text.endswith("\n")
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            declared.append(line.split()[2])
            assert line.split()[3] in {"counter", "gauge"}
        elif not line.startswith("# HELP "):
            sample = _SAMPLE.fullmatch(line)
            assert sample is not None, line
            assert sample[1] == declared[-1]
            found[f"{sample[1]}{sample[2] or ''}"] = float(sample[3])
    assert len(set(declared)) == len(declared)
    return found


def test_mails_and_games_are_counted(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(), keys=KEYS)
    machine.arrives("H8w RABEN")
    machine.arrives("H8w RABEN", FRED)
    machine.tick(MONDAY + MINUTE)

    found = read(machine)

    assert found['mailref_mails_in_total{state="done"}'] == 1
    assert found['mailref_mails_in_total{state="ignored"}'] == 1
    assert found['mailref_mails_in_total{state="quarantined"}'] == 0
    # The opening to Max, Eva and the game master; the confirmation; a stranger's move.
    assert found['mailref_mails_out_total{state="sent"}'] == 5
    assert found["mailref_mails_unsent"] == 0
    assert found["mailref_ticks_total"] == 2
    assert found['mailref_games{state="playing"}'] == 1
    assert found['mailref_games{state="over"}'] == 0
    assert found["mailref_last_good_poll_timestamp_seconds"] == (MONDAY + MINUTE).timestamp()
    assert found["mailref_last_good_send_timestamp_seconds"] == (MONDAY + MINUTE).timestamp()


def test_a_worker_that_does_not_lead_writes_the_file_of_its_host(tmp_path: Path) -> None:
    """Unless one on the same host does; that one's counters would begin anew with each."""
    begun(tmp_path, game(), keys=KEYS)
    other = post(tmp_path, game(), keys=KEYS)
    file = tmp_path / "mailref.prom"
    written = []
    for minute in (1, 3, 4):
        write_metrics(other.machine, MONDAY + minute * MINUTE, leads=False)
        written.append(file.stat().st_mtime - MONDAY.timestamp())

    assert written == [0, 180, 240]


def test_a_server_that_is_down_shows_by_errors_and_ages(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(), keys=KEYS)
    machine.arrives("H8w RABEN")
    machine.outbox.is_down = True
    machine.tick(MONDAY + MINUTE)
    machine.mailbox.is_down = True
    machine.tick(MONDAY + 3 * MINUTE)

    found = read(machine)

    assert found['mailref_errors_total{server="sending"}'] == 2
    assert found['mailref_errors_total{server="mailbox"}'] == 1
    assert found['mailref_errors_total{server="database"}'] == 0
    assert found["mailref_mails_unsent"] == 1
    assert found["mailref_oldest_unsent_seconds"] == 120
    assert found["mailref_last_good_poll_timestamp_seconds"] == (MONDAY + MINUTE).timestamp()
    assert found["mailref_last_good_send_timestamp_seconds"] == MONDAY.timestamp()


def test_a_mail_that_defeats_us_is_unanswered_and_then_quarantined(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(), keys=KEYS)
    machine.letters.breaks_on = "max@example.org"
    machine.arrives("H8w RABEN", at=MONDAY)
    machine.tick(MONDAY + MINUTE)
    machine.tick(MONDAY + 2 * MINUTE)
    waiting = read(machine)
    machine.tick(MONDAY + 3 * MINUTE)

    assert waiting["mailref_oldest_unanswered_seconds"] == 60
    found = read(machine)
    assert found["mailref_oldest_unanswered_seconds"] == 0
    assert found['mailref_mails_in_total{state="quarantined"}'] == 1


def test_a_paused_game_is_told_apart(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(), keys=KEYS)
    machine.orders("PAUSE", MONDAY + MINUTE, kind="Opening")

    assert read(machine)['mailref_games{state="paused"}'] == 1


def test_without_the_setting_nothing_is_written(tmp_path: Path) -> None:
    begun(tmp_path)

    assert list(tmp_path.glob("*.prom")) == []


def test_a_file_that_cannot_be_written_hinders_nobody(tmp_path: Path) -> None:
    machine = post(tmp_path, game(), keys='[metrics]\nfile = "no/such/folder/mailref.prom"')

    machine.tick(MONDAY)
    machine.tick(ZAT + timedelta(minutes=5))

    assert machine.game().last is not None


def test_ticks_of_one_minute_write_the_file_once(tmp_path: Path) -> None:
    """It walks through all mail that ever came and went, and is read once a minute at most."""
    machine = begun(tmp_path, game(), keys=KEYS)
    machine.tick(MONDAY + timedelta(seconds=59))
    first = read(machine)
    machine.tick(MONDAY + timedelta(seconds=60))
    second = read(machine)
    machine.tick(MONDAY)  # a clock that was set back

    assert (first["mailref_ticks_total"], second["mailref_ticks_total"]) == (1, 3)
    assert read(machine)["mailref_ticks_total"] == 4


def test_no_reader_sees_half_a_file(tmp_path: Path) -> None:
    """The collector may read at any moment: another file takes the place of the old one."""
    machine = begun(tmp_path, game(), keys=KEYS)
    old = (tmp_path / "mailref.prom").open(encoding="utf-8")
    machine.tick(MONDAY + MINUTE)

    with old:
        assert "mailref_ticks_total 1\n" in old.read()
    assert read(machine)["mailref_ticks_total"] == 2
    assert [each.name for each in tmp_path.glob("*.part")] == []
    assert (tmp_path / "mailref.prom").stat().st_mode & 0o777 == 0o644
