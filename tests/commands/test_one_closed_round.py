"""A round that was corrected, ruled on or renamed since says the same wherever it is told.

Max lays RABEN in the first round (16), Eva finds ABER (12) there and lays TEE in the second (3):
16 to 15 after two rounds.
"""

import csv
import json
import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from io import StringIO
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from mailref import assets
from mailref.games.rounds.contents import CommandAnswer, Report
from mailref.reading.html_to_lines import lines_of_html
from mailref.referee.mails import Owed
from mailref.writing.compose import compose_all
from mailref.writing.scene import reply_means
from tests.commands.invoke import mailref
from tests.needs import need_program
from tests.referee.rehearsal import EVA, MAX, MINUTE, WEEK, ZAT, game
from tests.tick.machines import Post, begun
from tests.writing.builders import means
from tests.writing.composed import body, read_back

Row = tuple[str, int, int, int, int]
"""Player, points, correction, total, rank."""
Table = Mapping[int, list[Row]]
"""The rows of each round, by rank."""
SECOND = ZAT + WEEK
NOW = SECOND + 5 * MINUTE
"""The second round is closed, the third is open."""

CORRECTED: Table = {
    1: [("Max Mustermann", 16, 0, 16, 1), ("Eva Muster", 12, 0, 12, 2)],
    2: [("Eva Muster", 3, 5, 20, 1), ("Max Mustermann", 0, 0, 16, 2)],
}
CORRECTED_EARLIER: Table = {
    1: [("Eva Muster", 12, 5, 17, 1), ("Max Mustermann", 16, 0, 16, 2)],
    2: [("Eva Muster", 3, 0, 20, 1), ("Max Mustermann", 0, 0, 16, 2)],
}
CORRECTED_TWICE: Table = {
    1: [("Eva Muster", 12, 5, 17, 1), ("Max Mustermann", 16, 0, 16, 2)],
    2: [("Eva Muster", 3, -1, 19, 1), ("Max Mustermann", 0, 0, 16, 2)],
}
CORRECTED_AND_RULED: Table = {
    1: [("Max Mustermann", 16, 0, 16, 1), ("Eva Muster", 12, 0, 12, 2)],
    2: [("Eva Muster", 0, 5, 17, 1), ("Max Mustermann", 0, 0, 16, 2)],
}
RULED: Table = {
    1: [("Max Mustermann", 16, 0, 16, 1), ("Eva Muster", 12, 0, 12, 2)],
    2: [("Max Mustermann", 0, 0, 16, 1), ("Eva Muster", 0, 0, 12, 2)],
}
RENAMED: Table = {
    1: [("Max Mustermann", 16, 0, 16, 1), ("Eva Meier", 12, 0, 12, 2)],
    2: [("Max Mustermann", 0, 0, 16, 1), ("Eva Meier", 3, 0, 15, 2)],
    3: [("Max Mustermann", 0, 0, 16, 1), ("Eva Meier", 0, 0, 15, 2)],
}


def played(folder: Path, *, approve: bool = False) -> Post:
    """Return a game of two closed rounds; the third is open, or waits for the release of a report."""
    machine = begun(folder, game(keys='publish = "approve"' if approve else ""))
    machine.arrives("H8w RABEN", MAX)
    machine.arrives("H8w ABER", EVA)
    machine.tick()
    machine.tick(ZAT + 3 * MINUTE)
    if approve:
        ordered(machine, "FREIGEBEN", ZAT + 4 * MINUTE)
    machine.arrives("K7s TEE", EVA, ZAT + 2 * 24 * 60 * MINUTE)
    machine.tick(SECOND + 3 * MINUTE)
    assert machine.game().round_number == 3
    assert (machine.game().round is None) is approve
    machine.letters.owed.clear()
    return machine


def ordered(machine: Post, text: str, at: datetime = NOW) -> None:
    """Let the game master write under the last report, or its preview, and say yes if he is asked."""
    machine.orders(text, at)


def corrected(folder: Path) -> Post:
    machine = played(folder)
    ordered(machine, "KORREKTUR Eva Muster +5: verrechnet")
    return machine


def corrected_before_release(folder: Path) -> Post:
    """Correct a round whose report waits for its release."""
    machine = played(folder, approve=True)
    ordered(machine, "KORREKTUR Eva Muster +5: verrechnet")
    ordered(machine, "FREIGEBEN", NOW + MINUTE / 2)
    return machine


def corrected_earlier(folder: Path) -> Post:
    machine = played(folder)
    ordered(machine, "KORREKTUR Eva Muster +5 R1: verrechnet")
    return machine


def corrected_twice(folder: Path) -> Post:
    """Correct two rounds in one mail: the report of the second correction knows of the first."""
    machine = played(folder)
    lines = "KORREKTUR Eva Muster +5 R1: verrechnet\nKORREKTUR Eva Muster -1 R2: verrechnet"
    ordered(machine, lines)
    return machine


def corrected_and_ruled(folder: Path) -> Post:
    """Correct a round and rule on a word in it: the correction stays."""
    machine = corrected(folder)
    ordered(machine, "REGEL TEE nein: kein Tee heute")
    return machine


def corrected_and_reopened(folder: Path) -> Post:
    """Correct a round, open it again, and close it as it was."""
    machine = corrected(folder)
    ordered(machine, "ÖFFNEN 18.12.2026 um 20:06: ein Zug fehlt")
    machine.tick(NOW + 3 * MINUTE + MINUTE / 2)
    return machine


def ruled(folder: Path) -> Post:
    machine = played(folder)
    ordered(machine, "REGEL TEE nein: kein Tee heute")
    return machine


def renamed(folder: Path) -> Post:
    """Rename a player; the next report tells of it, since a renaming sends none."""
    machine = played(folder)
    ordered(machine, "UMBENENNEN Eva Muster = Eva Meier: geheiratet")
    machine.tick(SECOND + WEEK + 3 * MINUTE)
    return machine


CASES = [
    pytest.param((corrected, CORRECTED), id="corrected"),
    pytest.param((corrected_before_release, CORRECTED), id="corrected before its release"),
    pytest.param((corrected_earlier, CORRECTED_EARLIER), id="an earlier round corrected"),
    pytest.param((corrected_twice, CORRECTED_TWICE), id="two rounds corrected in one mail"),
    pytest.param((corrected_and_ruled, CORRECTED_AND_RULED), id="corrected, then ruled"),
    pytest.param((corrected_and_reopened, CORRECTED), id="corrected, then opened again"),
    pytest.param((ruled, RULED), id="ruled"),
    pytest.param((renamed, RENAMED), id="renamed"),
]


@dataclass(frozen=True, slots=True)
class Told:
    """A game that was changed, its last report as it left, and what must be told everywhere."""

    machine: Post
    report: bytes
    expected: Table

    @property
    def folder(self) -> Path:
        return self.machine.path.parent

    @property
    def text(self) -> list[str]:
        return lines_of(self.report)


@pytest.fixture(scope="module", params=CASES)
def played_once(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Told:
    change, expected = request.param
    machine = change(tmp_path_factory.mktemp("game"))
    reports = [owed for owed in machine.letters.owed if isinstance(owed.content, Report)]
    return Told(machine, sent(machine, reports[-1]), expected)


@pytest.fixture
def told(played_once: Told, monkeypatch: pytest.MonkeyPatch) -> Told:
    monkeypatch.chdir(played_once.folder)
    return played_once


def lines_of(data: bytes) -> list[str]:
    """Return the lines of a mail's text."""
    return body(read_back(data), "plain").replace("\u00a0", " ").split("\n")


def sent(machine: Post, owed: Owed) -> bytes:
    """Return a mail as it would leave."""
    own = reply_means(
        assets.template_environment, means().painter, means().maker, machine.machine.office().house
    )
    (composed,) = compose_all([owed], own)
    return composed.data


def attached(data: bytes, kind: str) -> bytes:
    for part in read_back(data).walk():
        found = part.get_payload(decode=True)
        if part.get_content_type() == kind and isinstance(found, bytes):
            return found
    raise AssertionError(kind)


def numbers(rows: Iterator[Mapping[str, str]]) -> dict[int, list[tuple[str, int, int, int]]]:
    """Return player, points, total and rank of each row of a CSV, by round."""
    found: dict[int, list[tuple[str, int, int, int]]] = {}
    for row in rows:
        values = (int(row["points"]), int(row["total"]), int(row["rank"]))
        found.setdefault(int(row["round"]), []).append((row["player"], *values))
    return found


def without_corrections(expected: Table) -> dict[int, list[tuple[str, int, int, int]]]:
    return {
        number: [(player, points, total, rank) for player, points, _, total, rank in rows]
        for number, rows in expected.items()
    }


def correcting(points: int) -> str:
    """Return how a correction is told to people: below zero with a minus sign, which is no hyphen."""
    return f"Berichtigung {points:+d}".replace("-", "−")


@pytest.mark.sampled(4)
@pytest.mark.slow
def test_the_text_of_the_report(told: Told) -> None:
    for player, points, correction, total, rank in told.expected[max(told.expected)]:
        mine = [line for line in told.text if line.startswith(player)]
        row = rf"{player} +{rank} +(?:[+−]\d+|=)? +{points} +{total}\b"
        assert any(re.match(row, line) for line in mine), mine
        assert (correcting(correction) in " ".join(mine)) is bool(correction)


@pytest.mark.slow
def test_the_course_in_the_report(told: Told) -> None:
    """Points and total of every round, `12/17`; a dash where no move came."""
    course: dict[str, str] = {}
    for number in sorted(told.expected):
        for player, points, _, total, _ in told.expected[number]:
            course[player] = course.get(player, player) + rf" +(?:{points}|-)/{total}"
    for row in course.values():
        assert any(re.match(rf"{row}$", line) for line in told.text), row


@pytest.mark.slow
def test_the_html_of_the_report(told: Told) -> None:
    rows, _ = lines_of_html(
        body(read_back(told.report), "html")
    )  # a minus sign is read as a hyphen
    for player, points, correction, total, rank in told.expected[max(told.expected)]:
        end = re.compile(rf" {points} {total} {rank}(?: \([+-]\d+\))?$")
        mine = [row.text for row in rows if row.text.startswith(player) and end.search(row.text)]
        assert len(mine) == 1
        assert (f"Berichtigung {correction:+d}" in mine[0]) is bool(correction)


@pytest.mark.slow
def test_the_csv_of_the_report(told: Told) -> None:
    rows = csv.DictReader(StringIO(attached(told.report, "text/csv").decode()))

    assert numbers(iter(rows)) == without_corrections(told.expected)


@pytest.mark.slow
def test_the_pdf_of_the_report(told: Told) -> None:
    pdftotext = need_program("pdftotext", "poppler-utils")
    (told.folder / "sheet.pdf").write_bytes(attached(told.report, "application/pdf"))

    done = subprocess.run(
        [pdftotext, "-layout", "sheet.pdf", "-"], capture_output=True, check=True, text=True
    )

    lines = done.stdout.split("\n")
    for player, points, _, total, rank in told.expected[max(told.expected)]:
        found = [re.findall(r"-?\d+", line) for line in lines if player in line]
        assert any({str(points), str(total), str(rank)} <= set(each) for each in found), found
    for correction in (row[2] for row in told.expected[max(told.expected)] if row[2]):
        assert correcting(correction) in done.stdout


def answered(told: Told, command: str) -> list[str]:
    """Return the lines of the answer to a command, sent after the last close."""
    machine, at = told.machine, ZAT + (max(told.expected) - 1) * WEEK + 6 * MINUTE
    machine.letters.owed.clear()
    machine.arrives(command, MAX, at)
    machine.tick(at)
    (owed,) = (o for o in machine.letters.owed if isinstance(o.content, CommandAnswer))
    return lines_of(sent(machine, owed))


@pytest.mark.slow
def test_stand(told: Told) -> None:
    lines = answered(told, "STAND")

    for player, _, _, total, rank in told.expected[max(told.expected)]:
        row = rf"{player} +{rank} +{total}$"
        assert any(re.match(row, line) for line in lines), row


@pytest.mark.slow
def test_bericht(told: Told) -> None:
    lines = answered(told, "BERICHT")

    for player, points, correction, total, rank in told.expected[max(told.expected)]:
        mine = [line for line in lines if line.startswith(player)]
        row = rf"{player} +{rank} +(?:[+−]\d+|=)? +{points} +{total}\b"
        assert any(re.match(row, line) for line in mine), mine
        assert (correcting(correction) in " ".join(mine)) is bool(correction)


def test_the_export(told: Told) -> None:
    assert mailref("export", "yerres", "--out", "game.json").code == 0
    exported = json.loads((told.folder / "game.json").read_text(encoding="utf-8"))

    found = {
        each["number"]: [
            (
                row["player"],
                row["points"],
                sum(a["points"] for a in row["adjustments"]),
                row["total"],
                row["rank"],
            )
            for row in each["entries"]
        ]
        for each in exported["rounds"]
        if each["closed"]
    }
    assert found == told.expected
    reasons = {
        a["because"] for e in exported["rounds"] for r in e["entries"] for a in r["adjustments"]
    }
    assert reasons <= {"verrechnet"}


@pytest.mark.slow
def test_the_export_as_csv(told: Told) -> None:
    assert mailref("export", "yerres", "--format", "csv", "--out", "game.csv").code == 0

    rows = csv.DictReader(StringIO((told.folder / "game.csv").read_text(encoding="utf-8")))
    assert numbers(iter(rows)) == without_corrections(told.expected)


@pytest.mark.slow
def test_the_archive(told: Told) -> None:
    assert mailref("export", "yerres", "--format", "html", "--out", "site").code == 0

    for number, table in told.expected.items():
        page = (told.folder / "site" / f"round-{number}.html").read_text(encoding="utf-8")
        rows = [
            " ".join(row.text(separator=" ").split())
            for row in LexborHTMLParser(page).css("tbody tr")
        ]
        assert len(rows) == len(table)
        for row, (player, points, correction, total, rank) in zip(rows, table, strict=True):
            assert re.match(rf"{rank}(?: \([+−]\d+\))? {player}\b.* {points} {total}$", row), row
            assert (correcting(correction) in row) is bool(correction)


def test_both_tables_of_a_game_taken_over_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Contract 4: base and points less deductions, and what was corrected, are the total of a round.

    Max comes with 312 and lays RABEN (16), less 12 by a correction: 316. Eva comes with 300, finds ABER (12)
    and then lays TEE (3).
    """
    monkeypatch.chdir(tmp_path)
    board = "\n".join(["." * 15] * 15)
    scores = '{ "Max Mustermann" = 312, "Eva Muster" = 300 }'
    start = f'[game.start]\nround = 4\nscores = {scores}\nboard = """\n{board}\n"""'
    machine = begun(tmp_path, game(tables=start))
    machine.arrives("H8w RABEN", MAX)
    machine.arrives("H8w ABER", EVA)
    machine.tick()
    machine.tick(ZAT + 3 * MINUTE)
    machine.arrives("K7s TEE", EVA, ZAT + 2 * 24 * 60 * MINUTE)
    ordered(machine, "KORREKTUR Max Mustermann -12: verrechnet", ZAT + 10 * MINUTE)
    machine.tick(SECOND + 3 * MINUTE)

    reports = [owed for owed in machine.letters.owed if isinstance(owed.content, Report)]
    of_report = attached(sent(machine, reports[-1]), "text/csv").decode()
    assert mailref("export", "yerres", "--format", "csv", "--out", "game.csv").code == 0
    of_export = (tmp_path / "game.csv").read_bytes().decode()

    columns = ("round", "player", "points", "base", "deduction", "total")
    rows = list(csv.DictReader(StringIO(of_report)))
    assert [tuple(row[each] for each in columns) for row in rows] == [
        ("4", "Max Mustermann", "16", "312", "0", "316"),
        ("4", "Eva Muster", "12", "300", "0", "312"),
        ("5", "Max Mustermann", "0", "312", "0", "316"),
        ("5", "Eva Muster", "3", "300", "0", "315"),
    ]
    assert of_export == of_report


def test_verify_finds_no_difference(told: Told) -> None:
    called = mailref("verify", "yerres")

    assert (called.code, called.err) == (0, "")
    assert f"yerres: {len(told.expected)} rounds replayed" in called.out
