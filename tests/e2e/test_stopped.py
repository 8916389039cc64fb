"""The daemon is asked to stop (SIGTERM), as systemd does: while it waits, and out of reach of servers."""

import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from mailref.journal.journal import Journal
from tests.e2e.daemons import run_daemon
from tests.effort import PATIENCE
from tests.forked import Forked
from tests.servers.faulty import FaultyServer

SOON = 25.0
"""Seconds in which the daemon ends on a busy machine: it waits half a minute for a locked record."""
REFEREE = "referee@example.org"
OPENINGS = 2
"""To the player and the game master."""
SETTINGS = """
[mail]
imap = "imap://127.0.0.1:{imap}"
smtp = "smtp://127.0.0.1:{smtp}"
user = "referee@example.org"
password = "pw"
address = "Scrabble <referee@example.org>"
poll = "1h"

[gamemaster]
name = "Erika Musterfrau"
address = "gm@example.org"

[[game]]
id = "yerres"
title = "1-Zug-Scrabble Yerres"
variant = "dottendorf-1zug"
zone = "Europe/Berlin"
deadline = 2036-12-05T20:00:00
letters = "BEEINNR"

[[game.player]]
name = "Max Mustermann"
addresses = ["max@example.org"]
"""


class Daemon:
    """A running `mailref run` and its log."""

    def __init__(self, folder: Path, imap: int, smtp: int) -> None:
        self.folder = folder
        text = SETTINGS.format(imap=imap, smtp=smtp)
        (folder / "config.toml").write_text(text, encoding="utf-8")
        self.process = Forked(run_daemon, folder)

    @property
    def log(self) -> str:
        path = self.folder / "daemon.log"
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def wait_for_log(self, text: str, times: int = 1) -> None:
        until = time.monotonic() + PATIENCE
        while self.log.count(text) < times:
            assert self.process.is_alive, self.log
            assert time.monotonic() < until, self.log
            time.sleep(0.02)

    def terminate(self) -> int | None:
        try:
            return self.process.terminate()
        finally:
            self.process.kill()

    def holds_lease(self) -> bool:
        with Journal.open(f"sqlite:///{self.folder}/mailref.db") as journal:
            return journal.lease.holder() is not None


@pytest.fixture
def closed_port() -> Iterator[int]:
    """Hold a port on which nobody listens, nor can begin to."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


@pytest.mark.slow
def test_stopped_while_no_server_answers(tmp_path: Path, closed_port: int) -> None:
    """It tries again, and stops in between."""
    daemon = Daemon(tmp_path, closed_port, closed_port)
    daemon.wait_for_log("Connection refused", times=2)

    assert daemon.terminate() == 0

    assert "Traceback" not in daemon.log
    assert daemon.log.rstrip().endswith("stopped")
    assert not daemon.holds_lease()


@pytest.mark.slow
def test_stopped_while_it_waits_for_mail(tmp_path: Path) -> None:
    """Woken out of IDLE, it says goodbye and gives its lease back."""
    with FaultyServer({REFEREE: "pw"}) as server:
        daemon = Daemon(tmp_path, server.imap_port, server.smtp_port)
        until = time.monotonic() + PATIENCE
        while len(server.parcels) < OPENINGS and time.monotonic() < until:
            time.sleep(0.02)

        assert daemon.terminate() == 0

        assert len(server.parcels) == OPENINGS
        assert "Traceback" not in daemon.log
        assert not daemon.holds_lease()


@pytest.mark.slow
def test_a_server_that_comes_back_is_found_again(tmp_path: Path) -> None:
    """Cut off in IDLE it connects anew and goes on."""
    with FaultyServer({REFEREE: "pw"}) as server:
        daemon = Daemon(tmp_path, server.imap_port, server.smtp_port)
        until = time.monotonic() + PATIENCE
        while len(server.parcels) < OPENINGS and time.monotonic() < until:
            time.sleep(0.02)
        server.kick()
        daemon.wait_for_log("imap://127.0.0.1")
        mail = (
            b"From: max@example.org\r\nTo: referee@example.org\r\nSubject: Zug\r\n"
            b"Message-ID: <1@x.example>\r\n\r\n1-Zug-Scrabble Yerres\r\nH8w BEINE\r\n"
        )
        server.deliver(REFEREE, mail)
        while len(server.parcels) < OPENINGS + 1 and time.monotonic() < until:
            time.sleep(0.02)

        assert daemon.terminate() == 0

        assert [parcel.recipient for parcel in server.parcels][OPENINGS:] == ["max@example.org"]


@contextmanager
def dripping() -> Iterator[int]:
    """Give the port of a server that says a letter every second and never ends a line."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        ended = threading.Event()

        def drip() -> None:
            with suppress(OSError):
                client, _ = listening.accept()
                with client:
                    client.sendall(b"* OK ")
                    while not ended.wait(1):
                        client.sendall(b"x")

        talking = threading.Thread(target=drip)
        talking.start()
        try:
            yield listening.getsockname()[1]
        finally:
            ended.set()
            listening.shutdown(socket.SHUT_RDWR)
            talking.join()


@pytest.mark.slow
def test_stopped_soon_while_a_server_drips(tmp_path: Path) -> None:
    """No read takes long, and the answer never ends."""
    with dripping() as port:
        daemon = Daemon(tmp_path, port, port)
        daemon.wait_for_log("the referee runs")
        time.sleep(3)
        begun = time.monotonic()

        assert daemon.terminate() == 0

        assert time.monotonic() - begun < SOON
        assert "Traceback" not in daemon.log


@pytest.mark.slow
def test_stopped_soon_while_the_record_is_locked(tmp_path: Path) -> None:
    """The database waits for half a minute, and no signal ends that."""
    with FaultyServer({REFEREE: "pw"}) as server:
        daemon = Daemon(tmp_path, server.imap_port, server.smtp_port)
        until = time.monotonic() + PATIENCE
        while len(server.parcels) < OPENINGS and time.monotonic() < until:
            time.sleep(0.02)
        other = sqlite3.connect(tmp_path / "mailref.db", isolation_level=None, timeout=PATIENCE)
        other.execute("BEGIN IMMEDIATE")
        mail = b"From: max@example.org\r\nMessage-ID: <1@x.example>\r\n\r\nH8w BEINE\r\n"
        server.deliver(REFEREE, mail)
        time.sleep(2)
        begun = time.monotonic()

        assert daemon.terminate() == 0

        assert time.monotonic() - begun < SOON
        other.close()
