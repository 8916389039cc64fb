"""Times of the parts of a report: a game of 400 players and 30 rounds; `python -m bench.report`."""

from collections.abc import Callable
from dataclasses import replace
from statistics import median
from time import perf_counter

from mailref.report.boardtext import board_lines
from mailref.report.chart import draw_chart, leaders
from mailref.report.pdf import History, sheet_pdf
from mailref.report.picture import BoardPainter, draw_board
from mailref.report.sheet import rows_for
from mailref.report.sheetcsv import sheet_csv
from mailref.report.sheettext import TextSheet
from mailref.report.view import Theme
from tests.report.sheets import TABLE, large_sheet, pdf_labels
from tests.report.views import proposed, shipped_fonts, yerres


def timed(name: str, call: Callable[[], object], times: int = 9) -> None:
    """Print the median and the slowest of some calls, and how large the outcome is."""
    taken = []
    size = 0
    for _ in range(times):
        start = perf_counter()
        outcome = call()
        taken.append((perf_counter() - start) * 1000)
        size = len(outcome) if isinstance(outcome, bytes) else 0
    print(f"{name:44} {median(taken):8.2f} ms {max(taken):8.2f} ms {size:9,} bytes")


def main() -> None:
    fonts = shipped_fonts()
    painter = BoardPainter(fonts)
    sheet = large_sheet(400, 30)
    text = TextSheet(sheet, TABLE)
    print(f"{'400 players, 30 rounds':44} {'median':>11} {'slowest':>11}")
    timed("board, painter new", lambda: draw_board(yerres(), fonts))
    timed("board", lambda: painter.draw(yerres()))
    timed("board, print", lambda: painter.draw(replace(yerres(), theme=Theme.PRINT)))
    timed("board in a confirmation", lambda: painter.draw(proposed()))
    timed("board as text", lambda: board_lines(yerres()))
    timed("chart", lambda: draw_chart(leaders(sheet, "Runde", "Punkte"), fonts))
    timed("CSV of the round", lambda: sheet_csv([sheet]))
    timed("CSV of all rounds", lambda: sheet_csv([sheet] * 30), 3)
    timed("text table, once", lambda: TextSheet(sheet, TABLE))
    timed("text table, each reader", lambda: text.lines(rows_for(sheet, "Spielerin Nummer 250")))
    timed("PDF", lambda: sheet_pdf(sheet, yerres(), pdf_labels(), painter))
    timed(
        "PDF with all rounds",
        lambda: sheet_pdf(sheet, yerres(), pdf_labels(), painter, history=History.ALWAYS),
        3,
    )


if __name__ == "__main__":
    main()
