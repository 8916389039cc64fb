"""One move mail, from its arrival in an IDLEing mailbox to its answer accepted by SMTP.

Run by `python -m bench.tick [MAILS]`; exits 1 where the limit is not kept: at most twice
`bench.baseline`. `mailref run` and the baseline are processes of their own on one embedded server,
and get the same mails in turn, so that whatever else the machine does meets both.
"""

import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from bench import baseline
from bench.house import REFEREE, embedded_server, move_mail, write_settings
from tests.servers.faulty import FaultyServer

LIMIT = 2.0
PLAYERS = 8
WARM = 6
_PATIENCE = 60.0
_PAUSE = 0.15
"""After each mail: until whoever answered it has filed it and waits again."""


class Arrivals:
    """When the SMTP server took over each mail: it asks its clock then."""

    def __init__(self, server: FaultyServer) -> None:
        self.moment = 0.0
        self._taken = threading.Event()
        server.set_clock(self._now)

    def _now(self) -> datetime:
        self.moment = time.perf_counter()
        self._taken.set()
        return datetime.now(UTC)

    def expect(self) -> None:
        self._taken.clear()

    def wait(self) -> float:
        """Return when the next mail was taken over."""
        if not self._taken.wait(_PATIENCE):
            raise TimeoutError("no mail was sent")
        return self.moment


@contextmanager
def process(*command: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    with (folder / "log.txt").open("ab") as log:
        running = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        yield running
    finally:
        running.terminate()
        running.wait(_PATIENCE)


def seconds(server: FaultyServer, arrivals: Arrivals, user: str, data: bytes) -> float:
    """Return how long *user* takes to answer a mail."""
    arrivals.expect()
    began = time.perf_counter()
    server.deliver(user, data, received=datetime.now(UTC).replace(microsecond=0))
    took = arrivals.wait() - began
    time.sleep(_PAUSE)
    return took


def wait_for_openings(server: FaultyServer) -> None:
    until = time.monotonic() + _PATIENCE
    while len(server.parcels) < PLAYERS + 1:
        if time.monotonic() > until:
            raise TimeoutError("the openings were not sent")
        time.sleep(0.1)
    time.sleep(1)


def compare(folder: Path, mails: int) -> float:
    python = sys.executable
    with embedded_server() as server:
        config = write_settings(folder, server, PLAYERS)
        ports = (str(server.imap_port), str(server.smtp_port))
        with (
            process(python, "-m", "mailref", "run", "-c", str(config), folder=folder),
            process(python, "-m", "bench.baseline", *ports, str(folder), folder=folder),
        ):
            wait_for_openings(server)
            arrivals = Arrivals(server)
            pairs = []
            for number in range(mails + WARM):
                data = move_mail(number % PLAYERS, number)
                pairs.append(
                    (
                        seconds(server, arrivals, baseline.USER, data),
                        seconds(server, arrivals, REFEREE, data),
                    )
                )
    return shown(pairs[WARM:])


def shown(pairs: list[tuple[float, float]]) -> float:
    theirs, ours = (statistics.median(each) * 1000 for each in zip(*pairs, strict=True))
    ratio = statistics.median(mine / other for other, mine in pairs)
    print(
        f"one mail: baseline {theirs:.1f} ms, mailref {ours:.1f} ms, "
        f"median ratio {ratio:.2f} (at most {LIMIT})"
    )
    return ratio


def main() -> int:
    mails = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    with tempfile.TemporaryDirectory() as folder:
        return 0 if compare(Path(folder), mails) <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
