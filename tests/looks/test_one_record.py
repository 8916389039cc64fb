"""Text, HTML, CSV and PDF of reports that were really sent, against the game's record."""

import csv
import re
import subprocess
from dataclasses import dataclass, replace
from email.message import EmailMessage
from io import StringIO
from pathlib import Path
from typing import cast

import pytest
from selectolax.lexbor import LexborHTMLParser

from tests.looks.played import ROUNDS, Played
from tests.needs import need_program
from tests.writing.composed import body

MOVE = r"(?P<move>[A-O]\d{1,2}[ws] \S+)(?:\s+(?P<formula>\S+=-?\d+))?"
PEOPLES_SIGNS = str.maketrans({"\xa0": " ", "×": "*", "−": "-"})
"""Signs of figures in what people read, and those of the record."""


@dataclass(frozen=True, slots=True, order=True)
class Row:
    """What all four say of a player: his move as `M10s EUBÖA`, "" where nothing counted."""

    rank: int
    player: str
    move: str
    formula: str
    points: int
    total: int


def of_record(record: dict[str, object], number: int) -> list[Row]:
    rounds = cast("list[dict[str, object]]", record["rounds"])
    (closed,) = (each for each in rounds if each["number"] == number)
    rows = []
    for entry in cast("list[dict[str, str]]", closed["entries"]):
        way = "w" if entry["direction"] == "across" else "s"
        move = f"{entry['square']}{way} {entry['word']}" if entry["status"] == "valid" else ""
        formula = entry["formula"] if move else ""
        numbers = (int(entry["points"]), int(entry["total"]))
        rows.append(Row(int(entry["rank"]), entry["player"], move, formula, *numbers))
    return sorted(rows)


def sum_told(formula: str) -> str:
    """Return a sum as people are told it: not at all where it says no more than its result, `20=20`."""
    left, _, result = formula.rpartition("=")
    return "" if left == result else formula


def of_text(mail: EmailMessage, players: list[str]) -> list[Row]:
    """Read the table: name, rank, change, points, total, move, formula."""
    text = body(mail, "plain").translate(PEOPLES_SIGNS)
    line = re.compile(
        rf"^(?P<player>{'|'.join(map(re.escape, players))}) +(?P<rank>\d+) +(?:[+-]\d+|=)?"
        rf" +(?P<points>-?\d+) +(?P<total>-?\d+)(?:  +(?:{MOVE}|\D.*))?$",
        re.MULTILINE,
    )
    return sorted(_row(found) for found in line.finditer(text))


def of_html(mail: EmailMessage) -> list[Row]:
    table = LexborHTMLParser(body(mail, "html").translate(PEOPLES_SIGNS)).css("table.sheet")[0]
    rows = []
    for line in table.css("tr")[1:]:
        name, points, total, rank = line.css("th, td")
        moved = name.css_first(".move")
        said = moved.text(strip=True) if moved else ""
        found = re.match(r"mit (\S+) \(([A-O]\d+[ws])\)(?:: (\S+?))?(?:,|$)", said)
        move, formula = (f"{found[2]} {found[1]}", found[3] or "") if found else ("", "")
        player = name.css_first(".player")
        assert player is not None
        place = int(rank.text(strip=True).split(" ")[0])
        numbers = (int(points.text(strip=True)), int(total.text(strip=True)))
        rows.append(Row(place, player.text(strip=True), move, formula, *numbers))
    return sorted(rows)


def of_csv(mail: EmailMessage, number: int) -> list[Row]:
    table = csv.DictReader(StringIO(attached(mail, "text/csv").decode()))
    return sorted(
        Row(
            int(row["rank"]),
            row["player"],
            f"{row['square']}{'w' if row['direction'] == 'across' else 's'} {row['word']}"
            if row["status"] == "valid"
            else "",
            row["formula"] if row["status"] == "valid" else "",
            int(row["points"]),
            int(row["total"]),
        )
        for row in table
        if row["round"] == str(number)
    )


def of_pdf(mail: EmailMessage, players: list[str], folder: Path) -> list[Row]:
    """Read the table with pdftotext: rank, change, name, move, formula, points, total."""
    program = need_program("pdftotext", "poppler-utils")
    path = folder / "sheet.pdf"
    path.write_bytes(attached(mail, "application/pdf"))
    done = subprocess.run([program, "-layout", path, "-"], capture_output=True, check=True)
    line = re.compile(
        rf"^ *(?P<rank>\d+) +(?:[+-]\d+ +|= +)?(?P<player>{'|'.join(map(re.escape, players))}) +"
        rf"(?:{MOVE}|\D.*?) +(?P<points>-?\d+) +(?P<total>-?\d+)$",
        re.MULTILINE,
    )
    return sorted(
        _row(found) for found in line.finditer(done.stdout.decode().translate(PEOPLES_SIGNS))
    )


def attached(mail: EmailMessage, kind: str) -> bytes:
    (part,) = (each for each in mail.walk() if each.get_content_type() == kind)
    data = part.get_payload(decode=True)
    assert isinstance(data, bytes)
    return data


def _row(found: re.Match[str]) -> Row:
    numbers = (int(found["points"]), int(found["total"]))
    move, formula = found["move"] or "", found["formula"] or ""
    return Row(int(found["rank"]), found["player"], move, formula, *numbers)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(2, ROUNDS + 1))
def test_text_html_csv_and_pdf_say_what_the_record_says(
    played: Played, tmp_path: Path, number: int
) -> None:
    """Same players, words, points, totals and ranks, in every recipient's mail.

    Round 1 was corrected after its report; tests/commands/test_one_closed_round.py is about such.
    """
    expected = of_record(played.record, number)
    told = [replace(each, formula=sum_told(each.formula)) for each in expected]
    players = [row.player for row in expected]
    reports = played.reports(number)

    assert len(players) == 7
    assert len(reports) == 8
    for each in reports:
        assert of_csv(each.mail, number) == expected
        assert of_text(each.mail, players) == told
        assert of_html(each.mail) == told
        assert of_pdf(each.mail, players, tmp_path) == told


@pytest.mark.slow
def test_the_game_master_s_report_has_no_gaps_where_a_player_s_own_lines_are(
    played: Played,
) -> None:
    (mail,) = (each.mail for each in played.reports(2) if each.recipient == "gm@zine.example")

    text, html = body(mail, "plain"), body(mail, "html")

    assert "\n\n\n" not in text
    assert "Spieler=__" in text
    assert not re.search(r"<p[^>]*>\s*</p>", html)
