"""A thousand move mails that wait in the mailbox: mails a second, against `bench.baseline`.

Run by `python -m bench.batch [MAILS [PLAYERS]]`; exits 1 where the limit is not kept: at least
half the baseline's throughput. Both work off the same mails of the same embedded server, one after
the other in slices, so that whatever else the machine does meets both.
"""

import sys
import tempfile
from pathlib import Path
from time import perf_counter

from bench import baseline
from bench.baseline import Yardstick
from bench.house import (
    BEFORE_ZAT,
    REFEREE,
    embedded_server,
    machine_at,
    move_mail,
    shuffled,
    write_settings,
)
from mailref.service import tick

LIMIT = 0.5
SLICES = 4


def main() -> int:
    mails = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    players = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    with tempfile.TemporaryDirectory() as folder:
        theirs, ours = measured(Path(folder), mails, players)
    ratio = theirs / ours
    print(
        f"{mails} mails of {players} players: baseline {mails / theirs:.1f} a second, "
        f"mailref {mails / ours:.1f} a second, ratio {ratio:.2f} (at least {LIMIT})"
    )
    return 0 if ratio >= LIMIT else 1


def measured(folder: Path, mails: int, players: int) -> tuple[float, float]:
    """Return the seconds of the baseline and of the referee for all mails."""
    theirs = ours = 0.0
    with embedded_server() as server:
        config = write_settings(folder, server, players)
        yardstick = Yardstick.connected(server.imap_port, server.smtp_port, folder)
        with machine_at(config) as (machine, begin):
            tick(machine, begin, BEFORE_ZAT)
            numbers = shuffled(range(mails))
            for part in (numbers[at::SLICES] for at in range(SLICES)):
                for number in part:
                    data = move_mail(number % players, number)
                    for user in (baseline.USER, REFEREE):
                        server.deliver(user, data, received=BEFORE_ZAT)
                before = len(server.parcels)
                start = perf_counter()
                done = yardstick.work_off()
                theirs += perf_counter() - start
                assert done == len(part) == len(server.parcels) - before, (
                    done,
                    len(part),
                    len(server.parcels) - before,
                )
                before = len(server.parcels)
                start = perf_counter()
                tick(machine, begin, BEFORE_ZAT)
                ours += perf_counter() - start
                # Some leave while the next mails are read: `Ticked.sent` counts those behind them.
                assert len(server.parcels) - before >= len(part)
    return theirs, ours


if __name__ == "__main__":
    sys.exit(main())
