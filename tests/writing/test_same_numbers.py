"""Text, HTML, CSV, PDF and calendar of a report say the same as the game's record."""

import csv
import re
import subprocess
from email.message import EmailMessage
from io import StringIO
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from mailref.games.rounds.contents import Report
from mailref.reading.html_to_lines import lines_of_html
from mailref.tiles.board import Direction
from mailref.tiles.top.found import Top, TopMove
from mailref.writing.compose import compose_all
from tests.needs import need_program
from tests.tiles.builders import square
from tests.writing.builders import means
from tests.writing.composed import body, message, read_back
from tests.writing.samples import ALL

NAMES = ("report", "report_second_round", "report_ended", "report_nothing_laid")


def record(name: str) -> list[tuple[str, int, int, int, int, str]]:
    """Return player, points, deduction, total, rank and formula of each row."""
    content = ALL[name]().content
    assert isinstance(content, Report)
    return [
        (
            row.player,
            row.points,
            row.deduction,
            row.total,
            row.rank,
            row.counted.formula if row.counted else "",
        )
        for row in content.round.rows
    ]


def attachment(name: str, content_type: str) -> bytes:
    for part in message(name).walk():
        if part.get_content_type() == content_type:
            data = part.get_payload(decode=True)
            assert isinstance(data, bytes)
            return data
    raise AssertionError(f"{name} has no {content_type}")


@pytest.mark.parametrize("name", NAMES)
def test_the_text_says_what_the_record_says(name: str) -> None:
    text = body(message(name), "plain").replace("\u00a0", " ")

    for player, points, _, total, rank, formula in record(name):
        lines = [line for line in text.split("\n") if line.startswith(player)]
        assert any(
            re.match(rf"{re.escape(player)} +{rank} +(?:[+−]\d+|=)? +{points} +{total}\b", line)
            for line in lines
        )
        assert formula.replace("*", "×") in " ".join(lines)


@pytest.mark.parametrize("name", NAMES)
def test_the_html_says_what_the_record_says(name: str) -> None:
    rows, _ = lines_of_html(body(message(name), "html"))
    lines = [row.text for row in rows]

    for player, points, _, total, rank, formula in record(name):
        end = re.compile(rf" {points} {total} {rank}(?: \([+−]\d+\))?$")
        working = formula.replace("*", "×")
        assert any(
            line.startswith(player) and end.search(line) and working in line for line in lines
        )


@pytest.mark.parametrize("name", NAMES)
def test_the_csv_says_what_the_record_says(name: str) -> None:
    rows = list(csv.DictReader(StringIO(attachment(name, "text/csv").decode())))
    last = [row for row in rows if row["round"] == rows[-1]["round"]]

    found = [
        (
            row["player"],
            int(row["points"]),
            int(row["deduction"]),
            int(row["total"]),
            int(row["rank"]),
            row["formula"],
        )
        for row in last
    ]

    assert found == record(name)


@pytest.mark.parametrize("name", NAMES)
def test_the_pdf_says_what_the_record_says(name: str, tmp_path: Path) -> None:
    pdftotext = need_program("pdftotext", "poppler-utils")
    file = tmp_path / "sheet.pdf"
    file.write_bytes(attachment(name, "application/pdf"))

    done = subprocess.run(
        [pdftotext, "-layout", str(file), "-"], capture_output=True, check=True, text=True
    )

    lines = done.stdout.split("\n")
    for player, points, _, total, rank, formula in record(name):
        mine = [line for line in lines if player in line]
        numbers = [re.findall(r"[−-]?\d+", line) for line in mine]
        assert any({str(points), str(total), str(rank)} <= set(each) for each in numbers)
        assert formula.replace("*", "×") in done.stdout.replace(" ", "")


def printed(folder: Path, mail: EmailMessage) -> str:
    """Return the text of the sheet that a mail carries, its columns apart."""
    pdftotext = need_program("pdftotext", "poppler-utils")
    file = folder / "sheet.pdf"
    pdf = next(part for part in mail.walk() if part.get_content_type() == "application/pdf")
    data = pdf.get_payload(decode=True)
    assert isinstance(data, bytes)
    file.write_bytes(data)
    done = subprocess.run([pdftotext, str(file), "-"], capture_output=True, check=True, text=True)
    return " ".join(done.stdout.replace("\u00a0", " ").split())


@pytest.mark.parametrize("count", [12, 400])
def test_every_top_that_the_mail_only_counts_stands_in_the_pdf(count: int, tmp_path: Path) -> None:
    owed = ALL["report"]()
    assert isinstance(owed.content, Report)
    names = [f"Q{letter}{other}" for letter, other in product("ABCDEFGHIJKLMNOPQRST", repeat=2)]
    tops = tuple(TopMove(((square("A1"), Direction.DOWN, name, ()),), ()) for name in names[:count])
    *earlier, last = owed.content.rounds
    content = replace(owed.content, rounds=(*earlier, replace(last, top=Top(60, tops))))

    (composed,) = compose_all((replace(owed, content=content),), means())
    many = read_back(composed.data)

    said = " ".join(body(many, "plain").replace("\u00a0", " ").split())
    assert f"A1s QAF und {count - 6} weitere" in said
    sheet = printed(tmp_path, many)
    assert [name for name in names[:count] if f"A1s {name}" not in sheet] == []
    for player, *_ in record("report"):
        assert player in sheet


def test_the_calendar_says_when_the_next_zat_is() -> None:
    lines = attachment("report", "text/calendar").decode().split("\r\n")

    assert "DTSTART;TZID=Europe/Berlin:20270101T200000" in lines
    assert "SUMMARY:ZAT 1-Zug-Scrabble Yerres\\, Runde 5" in lines
    assert "UID:yerres-r5@example.org" in lines
    assert "Freitag, 1. Januar 2027, 20:00 Uhr (MEZ)" in " ".join(
        body(message("report"), "plain").replace("\u00a0", " ").split()
    )
