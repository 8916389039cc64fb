"""`judge` says of each move of who chooses his letters what came of it (other games 3, classic 14)."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from mailref.commands.judge import command

SETTINGS = """[mail]
imap = "imaps://mail.example.org"
smtp = "smtps://mail.example.org"
user = "referee@example.org"
password = "secret"
address = "Scrabble <referee@example.org>"

[gamemaster]
name = "Erika Musterfrau"
address = "gm@example.org"

[[game]]
id = "patience"
title = "Patience"
variant = "solitaire-choice"
zone = "Europe/Berlin"
deadline = 2027-01-31T20:00:00

[[game.player]]
name = "Anna Beispiel"
addresses = ["anna@example.org"]
"""
MAIL = """From: Anna Beispiel <anna@example.org>
To: referee@example.org
Subject: Patience
Message-ID: <1@example.org>
Date: Mon, 07 Dec 2026 10:00:00 +0100
Content-Type: text/plain; charset=utf-8

"""


def judged(folder: Path, text: str) -> dict[str, Any]:
    """Return the line about a mail that holds *text*."""
    (folder / "config.toml").write_text(SETTINGS, "utf-8")
    (folder / "mail.eml").write_text(MAIL + text + "\n", "utf-8")
    given = ["--json", str(folder / "mail.eml"), "-c", str(folder / "config.toml")]
    result = CliRunner().invoke(command, given, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    (line,) = result.output.splitlines()
    found: dict[str, Any] = json.loads(line)
    return found


def seen(move: dict[str, Any]) -> tuple[object, ...]:
    faults = [each["code"] for each in move["faults"]]
    return move["kind"], move["status"], move["points"], *faults


def test_a_choice_and_the_play_on_its_line_are_two_moves(tmp_path: Path) -> None:
    """STEIN across the centre: 5 points, 1 more for S on H4, which counts double; the centre doubles all."""
    found = judged(tmp_path, "WÄHLE AEINRST, H4 STEIN")

    assert found["outcome"] == "accepted"
    assert [seen(each) for each in found["moves"]] == [
        ("choose", "valid", 0),
        ("play", "valid", 12),
    ]
    assert found["moves"][0]["letters"] == "AEINRST"
    assert (found["counts"], found["points"]) == (1, 12)


def test_moves_build_on_each_other_up_to_the_first_that_cannot_be(tmp_path: Path) -> None:
    found = judged(tmp_path, "WÄHLE STEINAB\nH4 STEIN\nWÄHLE QQQ\nH9 E")

    assert [seen(each) for each in found["moves"]] == [
        ("choose", "valid", 0),
        ("play", "valid", 12),
        ("choose", "invalid", 0, "letters_gone"),
        ("play", "invalid", None, "not_reached"),
    ]
    assert (found["outcome"], found["counts"], found["points"]) == ("accepted", 1, 12)


def test_every_kind_of_step_has_its_name(tmp_path: Path) -> None:
    found = judged(tmp_path, "WÄHLE STEIN\nZURÜCK\nNEU\nWÄHLE 7")

    assert [seen(each) for each in found["moves"]] == [
        ("choose", "valid", 0),
        ("back", "valid", 0),
        ("anew", "valid", 0),
        ("choose", "invalid", 0, "which_chosen"),
    ]
    assert (found["counts"], found["points"]) == (None, None)


def test_nobody_passes_where_letters_are_chosen(tmp_path: Path) -> None:
    found = judged(tmp_path, "PASSE")

    assert found["outcome"] == "rejected"
    assert [seen(each) for each in found["moves"]] == [("pass", "invalid", 0, "chosen_here")]


def test_of_a_mail_that_is_late_the_moves_are_judged_all_the_same(tmp_path: Path) -> None:
    """Contract 3: as if in time, and nothing counts."""
    late = MAIL.replace("Mon, 07 Dec 2026", "Mon, 01 Feb 2027")
    (tmp_path / "config.toml").write_text(SETTINGS, "utf-8")
    (tmp_path / "mail.eml").write_text(late + "WÄHLE STEIN, H4 STEIN\n", "utf-8")
    given = ["--json", str(tmp_path / "mail.eml"), "-c", str(tmp_path / "config.toml")]

    result = CliRunner().invoke(command, given, catch_exceptions=False)

    found = json.loads(result.output)
    assert found["reason"] == "late"
    assert [seen(each) for each in found["moves"]] == [
        ("choose", "valid", 0),
        ("play", "valid", 12),
    ]
    assert (found["counts"], found["points"]) == (None, None)
