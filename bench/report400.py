"""The report of a round to 400 participants: the whole turn, against handing 400 ready mails over.

Run by `python -m bench.report400 [PLAYERS]`; exits 1 where issue 2's limit is not kept: at most 1.5
times as long as handing the same 400 mails, ready as bytes, to the same SMTP server. The turn closes
the round, finds the top, draws the letters, composes, records and sends. The board is drawn once.
"""

import smtplib
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

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
from mailref.demo.server import EmbeddedServer, Parcel
from mailref.report.picture import BoardPainter
from mailref.report.view import BoardView
from mailref.service import tick

LIMIT = 1.5
ROUNDS = 3


def main() -> int:
    players = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    drawn = count_drawings()
    pairs = []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            pairs.append(measured(Path(folder), players, drawn))
    theirs, ours = (median(each) for each in zip(*pairs, strict=True))
    ratio = median(mine / other for other, mine in pairs)
    print(
        f"a report to {players}: handing over {theirs:.2f} s, the whole turn {ours:.2f} s, "
        f"median ratio {ratio:.2f} (at most {LIMIT})"
    )
    return 0 if ratio <= LIMIT else 1


def measured(folder: Path, players: int, drawn: list[BoardView]) -> tuple[float, float]:
    """Return the seconds for handing over ready mails, and for the turn that makes and sends them."""
    with embedded_server() as server:
        config = write_settings(folder, server, players)
        with machine_at(config) as (machine, begin):
            tick(machine, begin, BEFORE_ZAT)
            for number in range(players):
                data = move_mail(number, number)
                server.deliver(REFEREE, data, received=BEFORE_ZAT)
            tick(machine, begin, BEFORE_ZAT)
            before = len(server.parcels)
            drawn.clear()
            start = perf_counter()
            turn = tick(machine, begin, AFTER_ZAT)
            ours = perf_counter() - start
            assert turn.sent == players + 1, turn
            assert len(drawn) == 1, f"the board was drawn {len(drawn)} times"
            reports = server.parcels[before:]
        return handed_over(server, reports), ours


def count_drawings() -> list[BoardView]:
    """Return a list that grows with each picture of a board that is made into a PNG."""
    drawn: list[BoardView] = []
    draw = BoardPainter.draw

    def counted(self: BoardPainter, view: BoardView) -> bytes:
        drawn.append(view)
        return draw(self, view)

    BoardPainter.draw = counted  # type: ignore[method-assign]  # it only counts
    return drawn


def handed_over(server: EmbeddedServer, mails: Sequence[Parcel]) -> float:
    """Return the seconds to hand *mails* over by one connection."""
    start = perf_counter()
    with smtplib.SMTP("127.0.0.1", server.smtp_port, local_hostname="localhost") as smtp:
        smtp.login(REFEREE, PASSWORD)
        for mail in mails:
            smtp.sendmail(mail.sender, [mail.recipient], mail.data)
    return perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
