"""Everything that tells of a game's closed rounds, held against its record: they must all say the same."""

import csv
import re
import subprocess
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from zoneinfo import ZoneInfo

from selectolax.lexbor import LexborHTMLParser

from mailref import assets
from mailref.assembly import archive_means
from mailref.games.family import family_of
from mailref.games.rounds.files import archive_files
from mailref.games.rounds.game import ClosedRound, ClosedRow, FormerRow
from mailref.games.rounds.mails import sheet_data
from mailref.games.rounds.policy import RunningRounds
from mailref.games.rounds.told import record_of, report_of
from mailref.orders.table import Command
from mailref.reading.html_to_lines import lines_of_html
from mailref.referee.contents import Content
from mailref.referee.mails import Owed, owe_to_game_master
from mailref.referee.policy import CommandsGiven
from mailref.report.sheet import sheet_csv
from mailref.writing.archive import drawn
from mailref.writing.compose import compose_all
from mailref.writing.scene import reply_means
from tests.needs import need_program
from tests.record.first_form import first_form
from tests.referee.rehearsal import ZAT
from tests.tick.machines import Post
from tests.writing.builders import means
from tests.writing.composed import body, read_back

Told = tuple[str, int, int, int]
"""Player, points, total, rank."""
BERLIN = ZoneInfo("Europe/Berlin")


def agree(machine: Post, folder: Path) -> None:
    """Compare text, HTML, CSV and PDF of the report, BERICHT, STAND, export and archive with the record."""
    events = tuple(machine.machine.journal.games.events("yerres"))
    record = record_of(events)
    if not record.rounds:
        return
    rounds = {each.number: _told(each) for each in record.rounds}
    newest = rounds[record.rounds[-1].number]
    running = _running(machine)
    mail = sent(machine, report_of(running, record.rounds))
    lines = _lines(mail)
    _in_table(lines, newest)
    _in_html(mail, newest)
    assert csv_rows(attached(mail, "text/csv").decode()) == rounds
    _in_pdf(attached(mail, "application/pdf"), newest, folder)
    _in_table(_answered(machine, Command.REPORT), newest)
    for player, _, total, rank in newest:
        row = rf"{re.escape(player)} +{rank} +{total}$"
        assert any(re.match(row, line) for line in _answered(machine, Command.STATUS)), row
    assert _of_export(first_form(events, BERLIN)) == rounds
    late = tuple(record.game.players)
    sheets = (sheet_data("", (each,), late=late) for each in record.rounds)
    assert csv_rows(sheet_csv(sheets).decode()) == rounds
    pages = dict(map(drawn, archive_files(record, archive_means("de", BERLIN))))
    for number, table in rounds.items():
        _in_page(pages[f"round-{number}.html"].decode(), table)


def _running(machine: Post) -> RunningRounds:
    running = machine.machine.office().games["yerres"]
    assert isinstance(running, RunningRounds)
    return running


def _told(closed: ClosedRound) -> list[Told]:
    return sorted((row.player, _points(row), row.total, row.rank) for row in closed.everybody)


def _points(row: ClosedRow | FormerRow) -> int:
    return row.points if isinstance(row, ClosedRow) else 0


def sent(machine: Post, content: Content) -> bytes:
    """Return a mail to the game master as it would leave."""
    running, house = _running(machine), machine.machine.office().house
    owed = owe_to_game_master(house, content, "test", ZAT, running=running)
    own = reply_means(assets.template_environment, means().painter, means().maker, house)
    (composed,) = compose_all([owed], own)
    return composed.data


def _lines(mail: bytes) -> list[str]:
    return body(read_back(mail), "plain").replace("\u00a0", " ").split("\n")


def _answered(machine: Post, command: Command) -> list[str]:
    office = machine.machine.office()
    family = family_of(office.games["yerres"])
    return _lines(sent(machine, family.answer_commands(CommandsGiven((command,), None), office)))


def _in_table(lines: Sequence[str], table: Sequence[Told]) -> None:
    for player, points, total, rank in table:
        row = rf"{re.escape(player)} +{rank} +(?:[+-]\d+|=)? +(?:{points}|-|–) +{total}\b"
        assert any(re.match(row, line) for line in lines), (row, lines)


def _in_html(mail: bytes, table: Sequence[Told]) -> None:
    rows = [row.text for row in lines_of_html(body(read_back(mail), "html"))[0]]
    for player, points, total, rank in table:
        end = re.compile(rf" (?:{points}|-|–) {total} {rank}(?: \([+-]\d+\))?$")
        assert any(t.startswith(player) and end.search(t) for t in rows), (player, table, rows)


def attached(mail: bytes, kind: str) -> bytes:
    for part in read_back(mail).walk():
        found = part.get_payload(decode=True)
        if part.get_content_type() == kind and isinstance(found, bytes):
            return found
    raise AssertionError(kind)


def csv_rows(text: str) -> dict[int, list[Told]]:
    found: dict[int, list[Told]] = {}
    for row in csv.DictReader(StringIO(text)):
        told = (row["player"], int(row["points"] or 0), int(row["total"]), int(row["rank"]))
        found.setdefault(int(row["round"]), []).append(told)
    return {number: sorted(rows) for number, rows in found.items()}


def _of_export(exported: object) -> dict[int, list[Told]]:
    assert isinstance(exported, dict)
    return {
        each["number"]: sorted(_of_export_round(each))
        for each in exported["rounds"]
        if each["closed"]
    }


def _of_export_round(each: dict[str, list[dict[str, object]]]) -> Iterator[Told]:
    for row in (*each["entries"], *each["former"]):
        points, total, rank = row.get("points", 0), row["total"], row["rank"]
        assert isinstance(points, int)
        assert isinstance(total, int)
        assert isinstance(rank, int)
        yield str(row["player"]), points, total, rank


def _in_pdf(pdf: bytes, table: Sequence[Told], folder: Path) -> None:
    program = need_program("pdftotext", "poppler-utils")
    (folder / "sheet.pdf").write_bytes(pdf)
    done = subprocess.run(
        [program, "-layout", folder / "sheet.pdf", "-"], capture_output=True, check=True, text=True
    )
    lines = done.stdout.split("\n")
    for player, points, total, rank in table:
        row = rf" *{rank} +(?:[+-]\d+ +|= +)?{re.escape(player)} .*?(?: {points}|-|–)? +{total}$"
        assert any(re.match(row, line) for line in lines), (row, done.stdout)


def _in_page(page: str, table: Sequence[Told]) -> None:
    rows = [
        " ".join(row.text(separator=" ").split()) for row in LexborHTMLParser(page).css("tbody tr")
    ]
    assert len(rows) == len(table)
    for player, points, total, rank in table:
        row = rf"{rank}(?: \([+−]\d+\))? {re.escape(player)}\b.* (?:{points}|-|–) {total}$"
        assert any(re.match(row, each) for each in rows), (row, rows)


def written(owed: Owed) -> str:
    """Return the text of a mail as its reader gets it, on one line."""
    (composed,) = compose_all([owed], means())
    return " ".join(body(read_back(composed.data), "plain").split())
