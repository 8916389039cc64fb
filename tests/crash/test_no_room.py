"""A full disk: the daemon stays alive, sends nothing that it cannot note, says so, and goes on by itself."""

import re
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from email import message_from_bytes
from pathlib import Path

import pytest

from tests.crash.preloaded import PROGRAM, environment
from tests.e2e.installation import player_mail
from tests.e2e.test_stopped import OPENINGS, SETTINGS
from tests.effort import PATIENCE
from tests.parsed import parsed
from tests.servers.faulty import FaultyServer

pytestmark = pytest.mark.slow
REFEREE, MAX, OPERATOR = "referee@example.org", "max@example.org", "root@example.org"


@dataclass
class House:
    """A daemon on a disk of which the test says how much it holds."""

    folder: Path
    capacity: Path
    server: FaultyServer
    process: subprocess.Popen[bytes]

    def subjects(self, address: str) -> list[str]:
        return [
            str(parsed(each.data)["Subject"])
            for each in list(self.server.parcels)
            if each.recipient == address
        ]

    def ids(self) -> Counter[tuple[str, str]]:
        return Counter(
            (each.recipient, str(message_from_bytes(each.data)["Message-ID"]))
            for each in list(self.server.parcels)
        )

    def fill(self) -> None:
        """Leave no room but what lies in the files that are there."""
        with closing(sqlite3.connect(self.folder / "mailref.db", timeout=PATIENCE)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        used = sum(each.stat().st_size for each in self.folder.iterdir() if each.is_file())
        self.capacity.write_text(str(used), encoding="ascii")

    def moves(self, number: int) -> None:
        text = "1-Zug-Scrabble Yerres\nSpieler=Max Mustermann\nH8w BEINE\n" + "> Gruß\n" * 3000
        mail = player_mail("Max Mustermann", MAX, text, Message_ID=f"<move.{number}@example.org>")
        self.server.deliver(REFEREE, mail.as_bytes())

    def wait(self, wanted: Callable[[], bool], what: str) -> None:
        until = time.monotonic() + PATIENCE
        while not wanted():
            if self.process.poll() is not None or time.monotonic() > until:
                raise AssertionError(f"{what} did not happen\n{self.log()[-3000:]}")
            time.sleep(0.05)

    def log(self) -> str:
        return (self.folder / "daemon.log").read_text(encoding="utf-8")


@pytest.fixture
def house(tmp_path: Path, faults: Path) -> Iterator[House]:
    folder, capacity = tmp_path / "house", tmp_path / "capacity"
    folder.mkdir()
    with FaultyServer({REFEREE: "pw"}) as server:
        text = SETTINGS.format(imap=server.imap_port, smtp=server.smtp_port)
        keys = f'poll = "1s"\nper_address_day = 1000\noperator = "{OPERATOR}"'
        written = text.replace('poll = "1h"', keys)
        (folder / "config.toml").write_text(written, encoding="utf-8")
        with (folder / "daemon.log").open("ab") as log:
            process = subprocess.Popen(
                [str(PROGRAM), "run"],
                stdout=log,
                stderr=log,
                cwd=folder,
                env=environment(faults, folder, capacity),
            )
        made = House(folder, capacity, server, process)
        try:
            made.wait(lambda: len(server.parcels) == OPENINGS, "the openings")
            yield made
        finally:
            made.process.kill()
            made.process.wait()


def test_a_full_disk_is_told_nobody_gets_a_mail_twice_and_all_goes_on(house: House) -> None:
    house.fill()
    for number in range(5):
        house.moves(number)

    house.wait(lambda: len(house.subjects(OPERATOR)) == 1, "the mail to the operator")
    time.sleep(5)
    assert house.process.poll() is None
    assert "Traceback" not in house.log()
    assert len(house.subjects(MAX)) < 6
    assert max(house.ids().values()) == 1

    house.capacity.unlink()
    house.wait(lambda: len(house.subjects(MAX)) == 6, "the answers")
    house.wait(lambda: len(house.subjects(OPERATOR)) == 2, "the all clear")

    assert house.subjects(OPERATOR) == [
        "[mailref] Ich komme nicht weiter",
        "[mailref] Es geht wieder",
    ]
    assert max(house.ids().values()) == 1
    assert re.search("database or disk is full|is full", house.log())


def test_started_on_a_full_disk_it_waits_for_room(house: House, faults: Path) -> None:
    house.process.terminate()
    assert house.process.wait(PATIENCE) == 0
    house.capacity.write_text("0", encoding="ascii")
    with (house.folder / "daemon.log").open("ab") as log:
        house.process = subprocess.Popen(
            [str(PROGRAM), "run"],
            stdout=log,
            stderr=log,
            cwd=house.folder,
            env=environment(faults, house.folder, house.capacity),
        )
    house.moves(1)
    time.sleep(8)
    assert house.process.poll() is None
    assert house.subjects(MAX) == house.subjects(MAX)[:1]

    house.capacity.unlink()

    house.wait(lambda: len(house.subjects(MAX)) == 2, "the answer")
    assert "Traceback" not in house.log()
