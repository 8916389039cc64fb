"""A player whose mails could not be read: the report says so of him, not that he sent nothing."""

import json
from pathlib import Path

import pytest

from mailref import assets
from mailref.rules.rounds.results import EntryStatus
from mailref.writing.scene import Words
from mailref.writing.views import with_filters
from tests.commands.invoke import mailref
from tests.referee.rehearsal import MAX, MINUTE, MONDAY, WEEK, ZAT
from tests.tick.machines import Post, begun
from tests.tick.test_redone import FIRST_CLOSED


def status(machine: Post) -> EntryStatus:
    last = machine.game().last
    assert last is not None
    (row,) = (each for each in last.rows if each.player == "Max Mustermann")
    return row.status


def played(folder: Path, *texts: str) -> Post:
    """Return a game whose first round was closed after Max wrote this."""
    machine = begun(folder)
    for text in texts:
        machine.arrives(text, MAX)
        machine.tick(MONDAY + MINUTE)
    machine.tick(FIRST_CLOSED)
    return machine


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("wie geht es deinem Knie?",), EntryStatus.UNREAD),
        (("Danke.", "Danke.", "Danke.", "Danke."), EntryStatus.UNREAD),
        (("wie geht es deinem Knie?", "H8w RABEN"), EntryStatus.VALID),
        (("STAND",), EntryStatus.MISSING),
        ((), EntryStatus.MISSING),
    ],
    ids=["one", "a loop", "read later", "a command", "nothing"],
)
def test_the_report_tells_mail_not_read_from_no_mail(
    tmp_path: Path, texts: tuple[str, ...], expected: EntryStatus
) -> None:
    assert status(played(tmp_path, *texts)) is expected


def test_mail_not_read_tells_of_one_round_alone(tmp_path: Path) -> None:
    machine = played(tmp_path, "wie geht es deinem Knie?")

    machine.tick(ZAT + WEEK + 3 * MINUTE)

    assert status(machine) is EntryStatus.MISSING


def test_the_export_says_unread_and_agrees_with_the_record(tmp_path: Path) -> None:
    machine = played(tmp_path, "wie geht es deinem Knie?")
    machine.machine.journal.close()
    exported = tmp_path / "yerres.json"

    called = [
        mailref(
            "export", "yerres", "--format", "json", "--out", str(exported), "-c", str(machine.path)
        ),
        mailref("verify", "yerres", "-c", str(machine.path)),
    ]

    assert [(each.code, each.err) for each in called] == [(0, ""), (0, "")]
    rows = json.loads(exported.read_text(encoding="utf-8"))["rounds"][0]["entries"]
    assert [row["status"] for row in rows if row["player"] == "Max Mustermann"] == ["unread"]


@pytest.mark.parametrize(
    ("language", "note"), [("de", "Mail nicht gelesen"), ("en", "mail not read")]
)
def test_the_row_of_the_report_says_so_in_words(language: str, note: str) -> None:
    words = Words(with_filters(assets.template_environment(language), language))

    assert words.phrase("note_unread") == note
