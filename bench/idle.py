"""What the daemon takes while it waits: memory, processor time; and how long `--help` takes.

Run by `python -m bench.idle [SECONDS]`; exits 1 where a limit is not kept: under 104 MB at rest
and without measurable CPU (under 0.5 %), `mailref --help` within 0.3 s. Memory is read after the
openings, after a judged mail with a word that no list knows, and after a round that was closed with
its top, its report drawn and sent; in a minute the first poll finds nothing to do, and frees what costs
little to free. The process that searches and prints beside the daemon counts as long as it is there.
Linux only: it reads /proc.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.house import REFEREE, embedded_server, move_mail, write_settings
from bench.tick import process
from tests.servers.faulty import FaultyServer

LIMIT_MB = 104.0
LIMIT_CPU = 0.005
LIMIT_HELP = 0.3
PLAYERS = 8
_PATIENCE = 60.0
_UNTIL_ZAT = timedelta(seconds=20)
"""Enough for a command to start in on a busy machine."""
_TICKS = os.sysconf("SC_CLK_TCK")


def help_seconds() -> float:
    """Return the best of some runs of `mailref --help`."""
    program = Path(sys.executable).with_name("mailref")
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([str(program), "--help"], check=True, capture_output=True)
        best = min(best, time.perf_counter() - start)
    return best


def megabytes(pid: int) -> float:
    """Return what a process holds in memory, the pages of mapped files included."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise LookupError(pid)


def beside(pid: int) -> list[int]:
    """Return the processes that a process has started and that are there."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(each) for each in listed.split()]


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def wait_for(wanted: Callable[[], bool]) -> None:
    until = time.monotonic() + _PATIENCE
    while not wanted():
        if time.monotonic() > until:
            raise TimeoutError
        time.sleep(0.05)
    time.sleep(1)


def daemon(folder: Path, seconds: float) -> tuple[float, float]:
    """Return the memory and the share of a processor that the idle daemon takes."""
    with embedded_server() as server:
        config = write_settings(folder, server, PLAYERS)
        # The first start makes the database, with 7 MB that no later one needs.
        command(config, "once")
        mailref = (sys.executable, "-m", "mailref")
        with process(*mailref, "run", "-c", str(config), folder=folder) as running:
            return measured(server, config, running.pid, seconds)


def command(config: Path, *args: str) -> None:
    program = (sys.executable, "-m", "mailref", *args, "-c", str(config))
    subprocess.run(program, check=True, capture_output=True)


def is_reported(server: FaultyServer) -> bool:
    """Tell whether everybody has the report."""
    return sum(b"Auswertung Runde" in parcel.data[:4000] for parcel in server.parcels) > PLAYERS


def measured(server: FaultyServer, config: Path, pid: int, seconds: float) -> tuple[float, float]:
    def note(what: str) -> float:
        own = megabytes(pid)
        more = [megabytes(each) for each in beside(pid)]
        print(f"memory {what:40} {own:6.1f} MB", *(f"and {each:.1f} MB beside it" for each in more))
        return own + sum(more)

    def sent(count: int) -> Callable[[], bool]:
        return lambda: len(server.parcels) >= count

    wait_for(sent(PLAYERS + 1))
    note("after the openings")
    server.deliver(REFEREE, move_mail(0, 0))
    wait_for(sent(PLAYERS + 2))
    note("after a valid move")
    server.deliver(REFEREE, move_mail(1, 1, ["M10s EUBÖN"]))
    wait_for(sent(PLAYERS + 4))
    note("after a move with an unknown word")
    command(config, "rule", "yerres", "EUBÖN", "refuse")
    zat = datetime.now(UTC) + _UNTIL_ZAT
    command(config, "extend", "yerres", zat.isoformat())
    wait_for(lambda: is_reported(server))
    note("after a round closed at its ZAT")
    before = len(server.parcels)
    server.deliver(REFEREE, move_mail(2, 2))
    wait_for(sent(before + 1))
    note("after a move of the next round")
    at_first = processor_seconds(pid)
    time.sleep(seconds)
    share = (processor_seconds(pid) - at_first) / seconds
    return note(f"after {seconds:.0f} s of waiting"), share


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 65.0
    took = help_seconds()
    with tempfile.TemporaryDirectory() as folder:
        at_rest, share = daemon(Path(folder), seconds)
    print(f"memory at rest {at_rest:.1f} MB (under {LIMIT_MB:.0f} MB)")
    print(f"processor while idle {share * 100:.2f} % (under {LIMIT_CPU * 100:.1f} %)")
    print(f"mailref --help {took:.2f} s (at most {LIMIT_HELP} s)")
    return 0 if at_rest < LIMIT_MB and share < LIMIT_CPU and took <= LIMIT_HELP else 1


if __name__ == "__main__":
    sys.exit(main())
