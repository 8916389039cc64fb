"""`mailref preview`: the report as it would go out now, recorded nowhere (contract 1)."""

import csv
import io
from pathlib import Path

from mailref.games.events import Event
from mailref.journal.journal import Journal
from tests.commands.games import recorded
from tests.commands.invoke import mailref
from tests.parsed import parsed
from tests.record.by_hand import Told
from tests.settings.written import file
from tests.tiles.builders import SEED

BEFORE, AFTER = "2026-12-11T12:00:00+01:00", "2026-12-12T12:00:00+01:00"
GAME = 'schedule = "every week on friday at 20:00"'
ALSO_GAME_MASTER = """
[[game.player]]
name = "Erika Musterfrau"
addresses = ["gm@example.org"]
"""


def first_round(*texts: str) -> list[Event]:
    """Return a game with one round open, in which Max has sent *texts*."""
    told = Told()
    told.join("Max Mustermann")
    told.open("BDHNRSU")
    told.send("Max Mustermann", *texts)
    return told.events


def record(folder: Path, *texts: str, game: str = GAME) -> None:
    (folder / "config.toml").write_text(file(game=game), encoding="utf-8")
    recorded(folder, "yerres", SEED, first_round(*texts))


def test_every_part_of_the_report_is_a_file(here: Path) -> None:
    """Contract 1: mail (html, text), board PNG, score sheet."""
    record(here, "H8w HUND")

    called = mailref("preview", "yerres", "--now", BEFORE)

    assert called.code == 0, called.err
    assert called.out == "preview-yerres: the report of round 1, a preview\n"
    folder = here / "preview-yerres"
    names = {path.name for path in folder.iterdir()}
    assert names >= {
        "report.eml",
        "report.html",
        "report.txt",
        "board.png",
        "sheet.pdf",
        "sheet.csv",
    }
    assert (folder / "board.png").read_bytes().startswith(b"\x89PNG")
    assert (folder / "sheet.pdf").read_bytes().startswith(b"%PDF")
    html = (folder / "report.html").read_text(encoding="utf-8")
    assert 'src="board.png"' in html
    assert "cid:" not in html
    rows = list(csv.DictReader(io.StringIO((folder / "sheet.csv").read_text(encoding="utf-8"))))
    assert [(row["player"], row["word"], row["points"]) for row in rows] == [
        ("Max Mustermann", "HUND", "10")
    ]


def test_it_is_marked_as_a_preview_and_goes_to_the_game_master_alone(here: Path) -> None:
    """Marked as a preview."""
    record(here, "H8w HUND")

    mailref("preview", "yerres", "--now", AFTER, "--out", "here/there")

    mail = parsed((here / "here/there/report.eml").read_bytes())
    assert "Vorschau – " in mail["Subject"]
    assert mail["To"].addresses[0].addr_spec == "gm@example.org"
    text = (here / "here/there/report.txt").read_text(encoding="utf-8")
    assert "HUND" in text
    assert "Vorschau" in text


def test_nothing_is_recorded_and_the_same_call_gives_the_same_report(here: Path) -> None:
    record(here, "H8w HUND")
    with Journal.open(f"sqlite:///{here / 'mailref.db'}") as journal:
        before = list(journal.games.events("yerres"))

    mailref("preview", "yerres", "--now", AFTER, "--out", "a")
    mailref("preview", "yerres", "--now", AFTER, "--out", "b")

    with Journal.open(f"sqlite:///{here / 'mailref.db'}") as journal:
        assert list(journal.games.events("yerres")) == before
    for path in (here / "a").iterdir():
        assert path.read_bytes() == (here / "b" / path.name).read_bytes(), path.name


def test_undecided_words_are_named(here: Path) -> None:
    record(here, "H8w HRUDN", "H8s UND")

    called = mailref("preview", "yerres", "--now", AFTER)

    assert called.code == 0, called.err
    assert called.err.splitlines()[-1] == "undecided, here taken as not valid: HRUDN"


def test_a_game_master_who_plays_sees_nothing_before_the_zat(here: Path) -> None:
    """A game master who plays gets no preview."""
    record(here, "H8w HUND")
    config = here / "config.toml"
    config.write_text(config.read_text(encoding="utf-8") + ALSO_GAME_MASTER, encoding="utf-8")

    before = mailref("preview", "yerres", "--now", BEFORE)
    after = mailref("preview", "yerres", "--now", AFTER)

    assert (before.code, before.out) == (1, "")
    assert before.err == "mailref: yerres: you play in this game: no preview before the deadline\n"
    assert after.code == 0


def test_before_anything_has_happened_there_is_nothing_to_report(here: Path) -> None:
    (here / "config.toml").write_text(file(), encoding="utf-8")
    recorded(here, "yerres", SEED, Told().events)

    called = mailref("preview", "yerres")

    assert called.code == 1
    assert called.err == (
        "mailref: yerres: no round has been opened yet: there is nothing to report\n"
    )


def test_a_game_that_the_settings_no_longer_name_has_no_preview(here: Path) -> None:
    (here / "config.toml").write_text(file(), encoding="utf-8")
    recorded(here, "other", SEED, first_round("H8w HUND"))

    called = mailref("preview", "other")

    assert (called.code, called.err) == (1, "mailref: no game 'other' in the settings\n")
