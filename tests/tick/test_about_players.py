"""Players excluded, let in again, renamed; games ended, and games in which nobody is left."""

from datetime import timedelta
from pathlib import Path

import pytest

from mailref.games.rounds.contents import CommandAnswer, DeadlineNotice, Opening, Report
from mailref.games.rounds.mails import sheet_data
from mailref.referee.contents import NobodyLeft, Notice, OrdersDone, PlayerChange, PlayerNotice
from mailref.referee.mails import Owed
from tests.commands.invoke import mailref
from tests.referee.rehearsal import ERIKA, EVA, MAX, MINUTE, WEEK, ZAT, game
from tests.tick.machines import Post, begun
from tests.tick.test_redone import first_closed

HOUR = timedelta(hours=1)
SECOND_CLOSED = ZAT + WEEK + 3 * MINUTE


def told(machine: Post) -> list[str]:
    """Return who is owed which mail, but for the game master's answer."""
    return [
        f"{each.recipient.partition('@')[0]} {type(each.content).__name__}"
        for each in machine.letters.owed
        if not _is_answer(each)
    ]


def _is_answer(owed: Owed) -> bool:
    return isinstance(owed.content, Notice) and isinstance(owed.content.about, OrdersDone)


def change(machine: Post) -> PlayerChange:
    (found,) = (o.content for o in machine.letters.owed if isinstance(o.content, PlayerNotice))
    return found.change


def test_who_is_excluded_is_told(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)

    machine.orders("AUSSCHLIESSEN Eva Muster: wollte es so", ZAT + HOUR)

    assert told(machine) == ["eva PlayerNotice"]
    assert change(machine) is PlayerChange.EXCLUDED


def test_who_was_excluded_is_let_in_again_and_told(tmp_path: Path) -> None:
    """While he still plays the open round he needs no opening."""
    machine = first_closed(tmp_path)
    machine.orders("AUSSCHLIESSEN Eva Muster", ZAT + HOUR)

    machine.orders("AUFNEHMEN Eva Muster", ZAT + 2 * HOUR)

    assert told(machine) == ["eva PlayerNotice"]
    assert change(machine) is PlayerChange.READMITTED
    machine.tick(SECOND_CLOSED)
    assert not machine.game().players["Eva Muster"].has_left


def test_who_had_left_gets_the_opening_and_keeps_his_points(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)
    machine.orders("AUSSCHLIESSEN Eva Muster", ZAT + HOUR)
    machine.tick(SECOND_CLOSED)
    assert machine.game().players["Eva Muster"].has_left

    machine.orders("AUFNEHMEN Eva Muster", SECOND_CLOSED + HOUR)

    assert told(machine) == ["eva PlayerNotice", "eva Opening"]
    eva = machine.game().players["Eva Muster"]
    assert (eva.has_left, eva.total) == (False, 12)


def test_who_is_let_in_again_stays_in_when_the_round_before_is_corrected(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)
    machine.arrives("K7s TEE", MAX, ZAT + HOUR)
    machine.tick(ZAT + HOUR)
    machine.orders("AUSSCHLIESSEN Eva Muster", ZAT + HOUR)
    machine.tick(SECOND_CLOSED)
    machine.orders("AUFNEHMEN Eva Muster", SECOND_CLOSED + HOUR)

    machine.orders("REGEL TEE nein", SECOND_CLOSED + 2 * HOUR)

    eva = machine.game().players["Eva Muster"]
    assert (eva.has_left, eva.is_leaving, eva.total) == (False, False, 12)
    assert machine.game().reopened == 1
    assert eva in machine.game().active


@pytest.mark.parametrize("order", ["AUFNEHMEN Eva Muster", "AUFNEHMEN Niemand"])
def test_nobody_is_let_in_who_plays_or_is_unknown(tmp_path: Path, order: str) -> None:
    machine = first_closed(tmp_path)

    machine.orders(order, ZAT + HOUR)

    assert told(machine) == []


def test_who_has_left_keeps_his_row_and_rank_in_every_table(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)
    machine.orders("AUSSCHLIESSEN Max Mustermann", ZAT + HOUR)
    machine.tick(SECOND_CLOSED)
    machine.letters.owed.clear()
    machine.arrives("K7s TEE", EVA, SECOND_CLOSED + HOUR)
    machine.tick(SECOND_CLOSED + WEEK)

    reports = [o.content for o in machine.letters.owed if isinstance(o.content, Report)]
    sheet = sheet_data("Yerres", reports[0].rounds, former="spielt nicht mehr mit")
    rows = [(r.player, r.status, r.points, r.total, r.rank, r.note) for r in sheet.rows]
    assert rows[0] == ("Max Mustermann", None, 0, 16, 1, "spielt nicht mehr mit")
    assert rows[1][0] == "Eva Muster"
    assert [(s.points, s.total) for s in sheet.rows[0].rounds if s] == [(16, 16), (0, 16), (0, 16)]


def test_stand_names_who_has_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    machine = first_closed(tmp_path)
    machine.orders("AUSSCHLIESSEN Max Mustermann", ZAT + HOUR)
    machine.tick(SECOND_CLOSED)
    machine.tick(SECOND_CLOSED + WEEK)
    machine.letters.owed.clear()

    machine.arrives("STAND", EVA, SECOND_CLOSED + WEEK + HOUR)
    machine.tick(SECOND_CLOSED + WEEK + HOUR)

    (answer,) = (o.content for o in machine.letters.owed if isinstance(o.content, CommandAnswer))
    assert answer.last is not None
    assert [row.player for row in answer.last.table] == ["Max Mustermann", "Eva Muster"]
    assert mailref("export", "yerres", "--format", "csv", "--out", "game.csv").code == 0
    lines = (tmp_path / "game.csv").read_text(encoding="utf-8").splitlines()
    assert "3,Max Mustermann,left,,,,,0,0,0,16,1" in lines
    assert mailref("verify", "yerres").code == 0


def test_with_nobody_left_the_game_rests_and_asks(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)
    machine.orders("AUSSCHLIESSEN Max Mustermann\nAUSSCHLIESSEN Eva Muster", ZAT + HOUR)
    assert not machine.game().is_paused

    machine.letters.owed.clear()
    machine.tick(SECOND_CLOSED)
    machine.tick(SECOND_CLOSED + HOUR)
    machine.tick(SECOND_CLOSED + 4 * WEEK)

    assert machine.game().is_paused
    assert machine.game().round_number == 3
    asked = machine.notices
    assert [type(each.about) for each in asked] == [NobodyLeft]


def test_a_game_is_ended_by_mail_once_that_was_asked_about(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)
    header = f"In-Reply-To: {machine.ids('Report')}\n"
    machine.arrives("SPIEL BEENDEN: keine Zeit", ERIKA, ZAT + HOUR, header=header)
    machine.tick(ZAT + HOUR)
    assert [owed.one_time is not None for owed in machine.letters.owed] == [True]
    assert not machine.game().is_over

    machine.orders("SPIEL BEENDEN: keine Zeit", ZAT + 2 * HOUR)

    assert told(machine) == ["max Report", "eva Report", "gm Report"]
    report = machine.letters.owed[0].content
    assert isinstance(report, Report)
    assert (report.ended, report.seed, report.game.round) == (
        "game_master",
        bytes(range(32)).hex(),
        None,
    )
    assert machine.game().is_over


def test_a_game_without_a_closed_round_is_ended_too(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.orders("END GAME", ZAT - HOUR, "Opening")

    assert told(machine) == ["max DeadlineNotice", "eva DeadlineNotice"]
    assert machine.game().is_over


@pytest.mark.slow
def test_an_ended_game_is_verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    machine = first_closed(tmp_path)

    called = mailref("end", "yerres", "--now", (ZAT + HOUR).isoformat())

    assert (called.code, called.err) == (0, "")
    assert machine.game().is_over
    assert mailref("verify", "yerres").code == 0
    assert mailref("end", "yerres", "--now", (ZAT + HOUR).isoformat()).code == 1


def test_an_ended_game_stays_ended_when_its_last_round_is_corrected(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)
    machine.orders("SPIEL BEENDEN", ZAT + HOUR)

    machine.orders("REGEL ABER nein", ZAT + 3 * HOUR)

    assert machine.game().is_over
    assert told(machine) == ["max Report", "eva Report", "gm Report"]


def test_who_is_renamed_is_told_and_his_old_name_still_works(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)
    machine.orders("UMBENENNEN Eva Muster = Eva Meier: geheiratet", ZAT + HOUR)
    assert told(machine) == ["eva PlayerNotice"]

    machine.arrives("Yerres\nSpieler=Eva Muster\n K7s TEE", EVA, ZAT + 2 * HOUR)
    machine.tick(ZAT + 2 * HOUR)

    assert list(machine.entries()) == ["Eva Meier"]
    machine.orders("KORREKTUR Eva Muster +1", ZAT + 3 * HOUR)
    assert machine.game().players["Eva Meier"].total == 13


def test_an_old_name_that_another_has_taken_is_his(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)
    machine.orders("UMBENENNEN Eva Muster = Eva Meier", ZAT + HOUR)
    machine.orders("UMBENENNEN Max Mustermann = Eva Muster", ZAT + 2 * HOUR)

    machine.orders("KORREKTUR Eva Muster +1", ZAT + 3 * HOUR)

    assert machine.game().players["Eva Muster"].total == 17


def test_who_the_file_no_longer_names_is_told_and_cannot_be_admitted(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)
    machine.writes(game(players={"Max Mustermann": "max@example.org"}))
    machine.tick(ZAT + HOUR)
    assert told(machine) == ["eva PlayerNotice"]

    machine.orders("AUFNEHMEN Eva Muster", ZAT + 2 * HOUR)

    assert told(machine) == []
    assert machine.game().players["Eva Muster"].is_leaving


def test_a_ruling_on_a_word_of_a_round_that_is_closed_for_good_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    machine = first_closed(tmp_path)
    machine.tick(SECOND_CLOSED)

    called = mailref(
        "rule", "yerres", "ABER", "refuse", "--now", (SECOND_CLOSED + HOUR).isoformat()
    )

    assert called.code == 0
    assert (
        "In Runde 1 ist ABER anders gewertet, und das ändert sich dadurch nicht mehr" in called.out
    )
    assert machine.game().players["Eva Muster"].total == 12


def test_an_opening_says_that_letters_are_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    machine = first_closed(tmp_path)
    rack = machine.game().rack

    called = mailref("reopen", "yerres", "2026-12-12T20:00", "--now", (ZAT + HOUR).isoformat())

    assert called.code == 0
    assert f"Die Buchstaben der Runde 2 sind schon bekannt ({' '.join(rack)})" in called.out


def test_a_late_joiner_is_shown_how_a_corrected_game_stands(tmp_path: Path) -> None:
    """He had no report of the corrected round; his starting points are others now."""
    machine = first_closed(tmp_path, keys='registration = "open"')
    machine.arrives("ANMELDEN", "Fred Fremd <fred@example.net>", ZAT + HOUR)
    machine.tick(ZAT + HOUR)
    machine.confirms(ZAT + HOUR)

    machine.orders("KORREKTUR Eva Muster -3", ZAT + 2 * HOUR)

    assert [o.recipient for o in machine.letters.owed if isinstance(o.content, Opening)] == [
        "fred@example.net"
    ]
    assert not [o for o in machine.letters.owed if isinstance(o.content, DeadlineNotice)]
