"""The score sheet as CSV (contract 4; RFC 4180, UTF-8), safe to open in a spreadsheet."""

import csv
from collections.abc import Iterable
from io import StringIO

from mailref.report.sheet import SheetData, SheetRow

COLUMNS = (
    "round",
    "player",
    "status",
    "word",
    "square",
    "direction",
    "formula",
    "points",
    "base",
    "deduction",
    "total",
    "rank",
)
_STARTS_A_FORMULA = "=+-@\t\r\n|＝＋－＠"


def sheet_csv(sheets: Iterable[SheetData]) -> bytes:
    """Return the rows of one or more rounds; square, direction and word are those of the first play."""
    target = StringIO(newline="")
    writer = csv.writer(target, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for sheet in sheets:
        writer.writerows(_fields(sheet.round_number, row) for row in sheet.rows)
    return target.getvalue().encode()


def as_text(field: str) -> str:
    """Return *field* with an apostrophe before it if a spreadsheet would compute it."""
    return "'" + field if field.strip(" ")[:1] in tuple(_STARTS_A_FORMULA) else field


def _fields(round_number: int, row: SheetRow) -> tuple[str | int, ...]:
    word, square, direction = "", "", ""
    if row.plays:
        first = row.plays[0]
        word, square, direction = first.word, first.square, first.direction.value
    return (
        round_number,
        as_text(row.player),
        row.status.value,
        as_text(word),
        as_text(square),
        direction,
        as_text(row.formula),
        row.points,
        row.base,
        row.deduction,
        row.total,
        row.rank,
    )
