"""The report of a round to 400 participants: the whole tick, against handing 400 ready mails over.

Run by `python -m bench.report400 [PLAYERS]`; exits 1 where the limit is not kept: at most 1.5
times as long as handing the same 400 mails, ready as bytes, to the same SMTP server. The tick closes
the round, finds the top, draws the letters, composes, records and sends. The board is drawn once.
"""

import smtplib
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from bench.house import (
    AFTER_ZAT,
    BEFORE_ZAT,
    PASSWORD,
    REFEREE,
    embedded_server,
    machine_at,
    move_mail,
    write_settings,
)
from mailref.daemon import give_back
from mailref.demo.server.embedded import Parcel
from mailref.report.picture import BoardPainter, BoardView
from mailref.service import tick
from tests.servers.faulty import FaultyServer

LIMIT = 1.5
ROUNDS = 5


def main() -> int:
    players = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    drawn = count_drawings()
    pairs = []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            pairs.append(measured(Path(folder), players, drawn))
    ratio = median(ours.wall / theirs.wall for theirs, ours in pairs)
    busy = median(ours.processor / theirs.processor for theirs, ours in pairs)
    print(
        f"a report to {players}: handing over {median(each.wall for each, _ in pairs):.2f} s, "
        f"the whole tick {median(each.wall for _, each in pairs):.2f} s, "
        f"median ratio {ratio:.2f} (at most {LIMIT}); processor time, servers included: {busy:.2f}"
    )
    return 0 if ratio <= LIMIT else 1


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds on the clock, and of the processor."""

    wall: float
    processor: float


def timed(work: Callable[[], object]) -> Took:
    wall, processor = perf_counter(), process_time()
    work()
    return Took(perf_counter() - wall, process_time() - processor)


def measured(folder: Path, players: int, drawn: list[BoardView]) -> tuple[Took, Took]:
    """Return what it takes for handing over ready mails, and for the tick that makes and sends them."""
    with embedded_server() as server:
        config = write_settings(folder, server, players)
        with machine_at(config) as (machine, begin):
            tick(machine, begin, BEFORE_ZAT)
            for number in range(players):
                data = move_mail(number, number)
                server.deliver(REFEREE, data, received=BEFORE_ZAT)
            tick(machine, begin, BEFORE_ZAT)
            give_back()  # as the daemon does before it waits
            before = len(server.parcels)
            drawn.clear()
            ours = timed(lambda: tick(machine, begin, AFTER_ZAT))
            assert len(drawn) == 1, f"the board was drawn {len(drawn)} times"
            reports = server.parcels[before:]
            assert len(reports) == players + 1, len(reports)
        return timed(lambda: hand_over(server, reports)), ours


def count_drawings() -> list[BoardView]:
    """Return a list that grows with each picture of a board that is made into a PNG."""
    drawn: list[BoardView] = []
    draw = BoardPainter.draw

    def counted(self: BoardPainter, view: BoardView, *args: Any, **more: Any) -> bytes:
        drawn.append(view)
        return draw(self, view, *args, **more)

    BoardPainter.draw = counted  # type: ignore[method-assign]  # it only counts
    return drawn


def hand_over(server: FaultyServer, mails: Sequence[Parcel]) -> None:
    """Hand *mails* over by one connection."""
    with smtplib.SMTP("127.0.0.1", server.smtp_port, local_hostname="localhost") as smtp:
        smtp.login(REFEREE, PASSWORD)
        for mail in mails:
            smtp.sendmail(mail.sender, [mail.recipient], mail.data)


if __name__ == "__main__":
    sys.exit(main())
