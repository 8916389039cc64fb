"""Times of a report and of its parts: a game of 400 players and 30 rounds.

Run by `python -m bench.report`; exits 1 where the limits are not kept: all of it for all 400
under 1.5 s, and no more than 1 ms for each further participant. The limits are held against the
processor's time, since nothing here waits and the machine may be busy with something else.
"""

import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time

from msgspec.structs import replace

from mailref.referee.mails import Owed
from mailref.report.chart import draw_chart, leaders
from mailref.report.pdf import sheet_pdf
from mailref.report.picture import BoardPainter, Theme, board_lines
from mailref.report.sheet import TextSheet, rows_for, sheet_csv
from mailref.writing.compose import Composed, compose_all
from tests.report.sheets import TABLE, large_sheet, pdf_labels
from tests.report.views import proposed, shipped_fonts, yerres
from tests.writing.builders import means, playing, policy
from tests.writing.rounds import closed, entered, reported

PLAYERS = 400
ROUNDS = 30
MOST_SECONDS = 1.5
MOST_MS_EACH = 1.0


def owed_reports() -> tuple[Owed, ...]:
    """Return the report of round 30 as it is owed to each of 400 players and the game master."""
    names = [f"Vorname-{first:02} Nachname-{last:02}" for last in range(20) for first in range(20)]
    game = playing(players=names, number=ROUNDS)
    for at, name in enumerate(names[: PLAYERS * 7 // 8]):
        game = entered(game, name, "M10s EUBÖA" if at % 3 else "M9s BEHAUEN", minutes=-at)
    _, last = closed(game, policy())
    return reported(game, policy(), tuple(replace(last, number=n) for n in range(1, ROUNDS)))


def whole_report() -> bool:
    """Print what composing all mails takes; tell whether the limits are kept."""
    owed = owed_reports()
    compose_all(owed[:1], means())
    alone, _, _ = composed(owed[:1])
    together, on_the_clock, mails = composed(owed)
    each = (together - alone) * 1000 / (len(owed) - 1)
    print(f"all parts for the first          {alone:6.2f} s of processor time")
    print(
        f"all parts for all {len(owed):4}           {together:6.2f} s, {on_the_clock:.2f} s by the clock"
    )
    print(f"each further participant         {each:6.2f} ms (at most {MOST_MS_EACH:.0f} ms)")
    print(f"one mail                         {len(mails[PLAYERS // 2].data):,} bytes with its PDF")
    return together <= MOST_SECONDS and each <= MOST_MS_EACH


def composed(owed: tuple[Owed, ...]) -> tuple[float, float, tuple[Composed, ...]]:
    """Return the seconds of the processor, those of the clock, and the mails."""
    clock, start = perf_counter(), process_time()
    mails = compose_all(owed, means())
    return process_time() - start, perf_counter() - clock, mails


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


def main() -> int:
    is_kept = whole_report()
    fonts = shipped_fonts()
    painter = BoardPainter(fonts)
    sheet = large_sheet(400, 30)
    text = TextSheet(sheet, TABLE)
    print(f"{'400 players, 30 rounds':44} {'median':>11} {'slowest':>11}")
    timed("board, painter new", lambda: BoardPainter(fonts).draw(yerres()))
    timed("board", lambda: painter.draw(yerres()))
    timed("board, print", lambda: painter.draw(replace(yerres(), theme=Theme.PRINT)))
    timed("board in a confirmation", lambda: painter.draw(proposed()))
    timed("board as text", lambda: board_lines(yerres()))
    timed("chart", lambda: draw_chart(leaders(sheet, "Runde", "Punkte"), fonts))
    timed("CSV of the round", lambda: sheet_csv([sheet]))
    timed("CSV of all rounds", lambda: sheet_csv([sheet] * 30), 3)
    timed("text table, once", lambda: TextSheet(sheet, TABLE))
    timed("text table, each reader", lambda: text.lines(rows_for(sheet, 249)))
    timed("PDF", lambda: sheet_pdf(sheet, yerres(), pdf_labels(), painter))
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
