"""What systemd hears of the daemon, on a real socket (sd_notify(3))."""

import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest

from mailref.daemon import Daemon, Supervisor
from tests.fakes import FakeMailbox
from tests.referee.rehearsal import MINUTE, MONDAY, game
from tests.tick.machines import Post, post
from tests.tick.test_daemon import Clock


@pytest.fixture(autouse=True)
def _handlers() -> Iterator[None]:
    """Put the signal handlers back that a running daemon replaces."""
    numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGALRM)
    kept = {number: signal.getsignal(number) for number in numbers}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


@dataclass(slots=True)
class Waits(FakeMailbox):
    """A mailbox at which the daemon rests so often, and is stopped then."""

    times: int = 2
    daemon: Daemon | None = None
    watch: Clock = field(default_factory=Clock)

    def wait(self, timeout: timedelta) -> bool:  # noqa: ARG002  the protocol's
        return self._rest()

    def pause(self, timeout: timedelta) -> None:  # noqa: ARG002  the protocol's
        self._rest()

    def _rest(self) -> bool:
        self.times -= 1
        self.watch.now += MINUTE
        if self.times == 0:
            assert self.daemon is not None
            self.daemon.stop()
        return False


@contextmanager
def listening(address: str) -> Iterator[list[str]]:
    """Give what is heard at *address* until the block ends."""
    said: list[str] = []

    def listen() -> None:
        while (heard := line.recv(4096)) != b"end":
            said.append(heard.decode())

    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as line:
        line.bind(address.replace("@", "\0"))
        listener = threading.Thread(target=listen)
        listener.start()
        try:
            yield said
        finally:
            with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as last:
                last.sendto(b"end", address.replace("@", "\0"))
            listener.join()


def run(machine: Post, address: str, *, is_down: bool = False) -> None:
    mailbox = Waits(watch=Clock(MONDAY), is_down=is_down)
    machine.machine.mailbox = mailbox
    mailbox.daemon = Daemon(machine.machine, mailbox.watch, supervisor=Supervisor(address))
    mailbox.daemon.run(lambda: machine.baseline)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["path", "abstract"])
def test_it_hears_that_we_are_ready_alive_and_how_we_stand(tmp_path: Path, name: str) -> None:
    address = str(tmp_path / "notify") if name == "path" else f"@mailref-test-{tmp_path.name}"
    with listening(address) as said:
        run(post(tmp_path, game()), address)

    assert said[0] == "READY=1"
    assert said[-1] == "STOPPING=1"
    assert said.count("WATCHDOG=1") >= 2, "before each tick, and between mails"
    status = [each for each in said if each.startswith("STATUS=")]
    at = MONDAY.astimezone()
    assert status[0] == f"STATUS=1 games, all mail read at {at:%Y-%m-%d %H:%M:%S}"


def test_it_hears_which_server_is_down(tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    with listening(address) as said:
        run(post(tmp_path, game()), address, is_down=True)

    assert "STATUS=imap cannot be reached" in said


@pytest.mark.slow
def test_nobody_need_listen(tmp_path: Path) -> None:
    run(post(tmp_path, game()), str(tmp_path / "nobody"))
    run(post(tmp_path, game()), "")


def test_a_status_is_one_line(tmp_path: Path) -> None:
    """What a server said must not look like another message to systemd."""
    address = str(tmp_path / "notify")
    with listening(address) as said:
        Supervisor.of({"NOTIFY_SOCKET": address}).stands("554 no\nSTOPPING=1\r\n")

    assert said == ["STATUS=554 no STOPPING=1"]
