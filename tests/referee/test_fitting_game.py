"""A mail that names no game, of somebody who plays several: that which alone can read it (contract 3)."""

import json
import shutil
from pathlib import Path

import pytest

from tests.commands.invoke import mailref

TABLES = Path(__file__).parents[2] / "bench" / "blind" / "games" / "tisch.toml"


def judged(folder: Path, name: str, text: str, subject: str) -> dict[str, object]:
    """Return what is made of a mail of one who plays WORT-Rummikub, Scrabble-Bingo, and Un-Scrabble or a solitaire."""
    shutil.copy(TABLES, folder / "config.toml")
    at = next(
        line
        for line in TABLES.read_text("utf-8").split(f'name = "{name}"')[1].splitlines()
        if "@" in line
    )
    address = at.split('"')[1]
    mail = f"From: {name} <{address}>\nTo: runde@zugpost.example\nSubject: {subject}\nMessage-ID: <1@x.example>\n"
    mail += f"Date: Thu, 03 Dec 2026 19:28:31 +0100\nContent-Type: text/plain; charset=utf-8\n\n{text}\n"
    (folder / "a.eml").write_text(mail, encoding="utf-8")
    said = mailref(
        *("judge", "--json", "--received", "2026-12-03T19:30:00+01:00"),
        *("-c", str(folder / "config.toml"), str(folder / "a.eml")),
    )
    found: dict[str, object] = json.loads(said.out.splitlines()[0])
    return found


@pytest.mark.parametrize(
    ("name", "text", "game"),
    [
        ("Oda Kremer", "WÄHLE AEINRST\nH4 STEIN", "worms"),
        ("Oda Kremer", "BINGO: FENSTER, WOHNUNG", "halle"),
        ("Mareike Olsen", "NIMM H5", "bonn"),
        ("Mareike Olsen", "NIMM 3", "ulm"),
    ],
)
def test_the_one_game_that_can_read_a_mail_is_meant(
    tmp_path: Path, name: str, text: str, game: str
) -> None:
    found = judged(tmp_path, name, text, "Mein Zug")

    assert (found["game"], found["reason"]) == (game, None)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("BESSERE", "Mein Zug"),  # a word to be laid, or one of two for the bingo
        ("NIMM H5", "[xyz Z4] Mein Zug"),  # a game that is not one of these
        ("NIMM H5\n\nPASSE", "Mein Zug"),
        ("PASSE", "Mein Zug"),
        ("Vielleicht NIMM H5?", "Mein Zug"),
    ],
)
def test_none_is_meant_where_several_may_be_or_it_is_in_doubt(
    tmp_path: Path, text: str, subject: str
) -> None:
    found = judged(tmp_path, "Mareike Olsen", text, subject)

    assert (found["outcome"], found["game"]) == ("rejected", None)


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("Hier mein Zug für Ulm:\nLEGE BESSER", "ulm"),
        ("Meine Wörter für Halle:\nFENSTER, WOHNUNG", "halle"),
        ("Nicht für Ulm:\nBESSER", None),
        ("Für Ulm:\nBESSER\n\nFür Halle:\nBESSERE", None),
    ],
)
def test_a_line_that_leads_to_a_move_may_say_for_which_game_it_is(
    tmp_path: Path, text: str, game: str | None
) -> None:
    found = judged(tmp_path, "Mareike Olsen", text, "Mein Zug")

    assert (found["game"] if found["outcome"] == "accepted" else None) == game
