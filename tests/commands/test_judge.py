"""`mailref judge`: every key of the contract, the time of arrival, several files, words for people."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mailref.commands.judge import command, in_words
from mailref.record.as_json import Json
from tests.judge.cases import HERE
from tests.judge.texts import typed

MAIL = """{fields}From: Paul Probst <paul@example.org>
To: referee@example.org
Subject: Zug
Message-ID: <1@example.org>
Content-Type: text/plain; charset=utf-8

1-Zug-Scrabble Spree
M9s BESEN
"""


def judge(*arguments: str, settings: str = "spree") -> Result:
    config = str(HERE / "games" / f"{settings}.toml")
    return CliRunner().invoke(command, [*arguments, "-c", config])


def lines(result: Result) -> list[dict[str, object]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.output.splitlines()]


def at(folder: Path, fields: str) -> str:
    path = folder / "mail.eml"
    path.write_text(MAIL.format(fields=fields), "utf-8")
    return str(path)


def test_the_object_is_that_of_the_contract_key_by_key(tmp_path: Path) -> None:
    """Contract 3 and rules 5: the example of seed 003, nothing more and nothing less."""
    path = tmp_path / "seed.eml"
    (data,) = (case.data for case in typed() if case.name == "001-seed-form-claims")
    path.write_bytes(data)

    result = judge("--json", "--received", "2026-12-01T12:00:00+01:00", str(path))

    assert lines(result) == [
        {
            "file": str(path),
            "outcome": "accepted",
            "reason": None,
            "game": "spree",
            "round": 5,
            "player": "Paul Probst",
            "moves": [
                {
                    "status": "valid",
                    "points": 51,
                    "formula": "14*2+23=51",
                    "claimed": 51,
                    "swaps": [],
                    "plays": [
                        {
                            "square": "M10",
                            "direction": "down",
                            "word": "EUBÖA",
                            "blanks": [],
                            "points": 51,
                            "words": [
                                {"word": "EUBÖA", "points": 28, "verdict": "accepted"},
                                {"word": "VERBÜXENDE", "points": 23, "verdict": "valid"},
                            ],
                        }
                    ],
                    "faults": [],
                },
                {
                    "status": "unused",
                    "points": 43,
                    "formula": "10*2+23=43",
                    "claimed": 43,
                    "swaps": ["A12"],
                    "plays": [
                        {
                            "square": "M9",
                            "direction": "down",
                            "word": "BEHAUE",
                            "blanks": ["M11"],
                            "points": 43,
                            "words": [
                                {"word": "BEHAUE", "points": 20, "verdict": "valid"},
                                {"word": "VERBÜXENDE", "points": 23, "verdict": "valid"},
                            ],
                        }
                    ],
                    "faults": [],
                },
            ],
            "counts": 0,
            "points": 51,
            "commands": [],
        }
    ]


def test_a_fault_says_where_it_stands(tmp_path: Path) -> None:
    """Contract 3: line and column from 1 in the decoded text part, in characters after NFC."""
    path = tmp_path / "mail.eml"
    text = MAIL.format(fields="").replace("M9s BESEN", "\nGru\u0308ß dich!\n  M9s BETEN 43")
    path.write_text(text, "utf-8")

    (line,) = lines(judge("--json", "--received", "2026-12-01T12:00:00Z", str(path)))

    assert line["moves"] == [
        {
            "status": "invalid", "points": None, "formula": None, "claimed": 43, "swaps": [],
            "plays": [
                {
                    "square": "M9",
                    "direction": "down",
                    "word": "BETEN",
                    "blanks": [],
                    "points": None,
                    "words": [],
                }
            ],
            "faults": [{"code": "not_on_rack", "line": 4, "column": 3, "text": "M9s BETEN"}],
        }
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "received", "reason"),
    [
        pytest.param("", "2026-12-11T20:00:00+01:00", None, id="given, at the ZAT"),
        pytest.param("", "2026-12-11T20:00:01+01:00", "late", id="given, a second after"),
        pytest.param(
            "Received: by a; Fri, 11 Dec 2026 20:00:01 +0100\n"
            "Received: by b; Fri, 11 Dec 2026 19:00:00 +0100\n",
            None, "late", id="the topmost Received",
        ),
        pytest.param(
            "Received: by a; Fri, 11 Dec 2026 20:00:00 +0100\nDate: Sat, 12 Dec 2026 08:00:00 +0100\n",
            None, None, id="Received before Date",
        ),
        pytest.param("Date: Sat, 12 Dec 2026 08:00:00 +0100\n", None, "late", id="Date alone"),
        pytest.param(
            "Received: by a; Sat, 12 Dec 2026 08:00:00 +0100\n",
            "2026-12-01T12:00:00+01:00", None, id="given wins over Received",
        ),
        pytest.param(
            "Received: by a; nonsense\nDate: Sat, 12 Dec 2026 08:00:00 +0100\n",
            None, "late", id="a Received without a time",
        ),
    ],
)  # fmt: skip
def test_when_a_mail_arrived(
    fields: str, received: str | None, reason: str | None, tmp_path: Path
) -> None:
    """Contract 3: without --received the topmost Received, else Date, else now."""
    given = ["--received", received] if received else []

    (line,) = lines(judge("--json", *given, at(tmp_path, fields)))

    assert line["reason"] == reason


def test_several_files_are_answered_in_order_each_under_its_name(tmp_path: Path) -> None:
    """Contract 3: `file` as given, one line for each entry, exit 0 whatever the outcomes."""
    mine = at(tmp_path, "")
    robot = str(HERE / "mails" / "700-auto-replied.eml")

    found = lines(judge("--json", "--received", "2026-12-01T12:00:00Z", robot, mine, robot))

    assert [(line["file"], line["outcome"]) for line in found] == [
        (robot, "ignored"), (mine, "accepted"), (robot, "ignored"),
    ]  # fmt: skip


def test_an_ignored_mail_names_nobody() -> None:
    """Contract 3: for ignored mails game, round and player are null and moves is []."""
    robot = str(HERE / "mails" / "700-auto-replied.eml")

    assert lines(judge("--json", robot)) == [
        {
            "file": robot, "outcome": "ignored", "reason": "auto_reply", "game": None,
            "round": None, "player": None, "moves": [], "counts": None, "points": None,
            "commands": [],
        }
    ]  # fmt: skip


def test_people_are_answered_in_words(tmp_path: Path) -> None:
    """Contract 1: without --json the answer is readable, and no line of JSON."""
    result = judge("--received", "2026-12-01T12:00:00Z", at(tmp_path, ""))

    assert result.exit_code == 0
    assert "accepted" in result.output
    assert "M9 down BESEN" in result.output
    assert "43 points" in result.output
    assert "{" not in result.output


@pytest.mark.parametrize(
    ("of", "language", "mark"), [("turn", "en", "T"), ("turn", "de", "Z"), ("round", "fr", "T")]
)
def test_turns_and_rounds_are_marked_as_in_mails(of: str, language: str, mark: str) -> None:
    """The mails of an English game say T1; `judge` said Z1 in each language."""
    own: dict[str, Json] = {"effect": None} if of == "turn" else {}
    line: dict[str, Json] = {
        "file": "a.eml", "outcome": "accepted", "reason": None, "game": "oak", "round": 1,
        "player": "Eve", **own,
    }  # fmt: skip

    assert in_words(line, (), language) == f"a.eml: accepted oak {mark}1 Eve"


def test_a_file_that_is_not_there_is_wrong_use() -> None:
    """Contract 1: 2 on wrong use."""
    assert judge("--json", "nothing.eml").exit_code == 2


def test_a_mail_too_large_is_told_to_a_known_sender_only(tmp_path: Path) -> None:
    """Contract 3: `too_large` only for a known sender."""
    text = MAIL.format(fields="") + "Eine Zeile, die niemand braucht.\n" * 40_000
    known, stranger = tmp_path / "known.eml", tmp_path / "stranger.eml"
    known.write_text(text, "utf-8")
    stranger.write_text(text.replace("paul@", "bodo@"), "utf-8")

    found = lines(judge("--json", "--received", "2026-12-01T12:00:00Z", str(known), str(stranger)))

    assert [(line["outcome"], line["reason"]) for line in found] == [
        ("rejected", "too_large"), ("ignored", "unknown_sender"),
    ]  # fmt: skip


CLUB = '[club]\ntag = "kieler"\ntitle = "Kieler Runde"\nvariants = ["{variant}"]\nzone = "Europe/Berlin"\n'


@pytest.mark.parametrize(
    ("text", "commands", "said"),
    [
        ("ANGEBOT 7 ANNEHMEN", ["offer"], "command (offer) Paul Probst"),
        (
            "EINLADEN fred@example.net\nSPIELE",
            ["invite", "offers"],
            "command (invite, offers) Paul Probst",
        ),
        ("NEUES SPIEL mit Anna", ["new_game"], "command (new_game) Paul Probst"),
        ("Hallo!", [], "rejected (no_move) spree R5 Paul Probst"),
        ("EINLADEN fred@example.net\nHILFE", ["help", "invite"], "command (help, invite) spree R5"),
    ],
)
def test_an_order_of_a_club_is_a_command(
    tmp_path: Path, text: str, commands: list[str], said: str
) -> None:
    """It was called `rejected (no_move)`, whatever was carried out."""
    settings = tmp_path / "config.toml"
    of_game = (HERE / "games" / "spree.toml").read_text("utf-8")
    settings.write_text(f"{of_game}\n{CLUB.format(variant='dottendorf-1zug')}", "utf-8")
    path = at(tmp_path, "")
    written = Path(path).read_text("utf-8").replace("1-Zug-Scrabble Spree\nM9s BESEN", text)
    Path(path).write_text(written.replace("Subject: Zug", "Subject: Hallo"), "utf-8")
    asked = ["--received", "2026-12-01T12:00:00Z", path, "-c", str(settings)]

    (line,) = lines(CliRunner().invoke(command, ["--json", *asked]))
    words = CliRunner().invoke(command, asked).output

    assert line["commands"] == commands
    assert (line["outcome"], line["moves"]) == ("command" if commands else "rejected", [])
    assert said in words


def test_an_order_of_a_club_from_a_stranger_is_ignored(tmp_path: Path) -> None:
    settings = tmp_path / "config.toml"
    of_game = (HERE / "games" / "spree.toml").read_text("utf-8")
    settings.write_text(f"{of_game}\n{CLUB.format(variant='dottendorf-1zug')}", "utf-8")
    path = at(tmp_path, "")
    written = Path(path).read_text("utf-8").replace("1-Zug-Scrabble Spree\nM9s BESEN", "SPIELE")
    Path(path).write_text(written.replace("paul@", "fred@"), "utf-8")

    (line,) = lines(CliRunner().invoke(command, ["--json", path, "-c", str(settings)]))

    assert (line["outcome"], line["reason"]) == ("ignored", "unknown_sender")
    assert line["commands"] == []
