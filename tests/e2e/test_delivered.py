"""Behind a mail server of one's own, without IMAP: `mailref deliver`, called by a real Exim."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pytest

from tests.e2e.installation import PROGRAM, player_mail
from tests.effort import PATIENCE
from tests.referee.rehearsal import game
from tests.servers import exim
from tests.servers.exim import Exim
from tests.servers.fixtures import smtp_sink
from tests.servers.sink import SmtpSink, parsed

__all__ = ["smtp_sink"]

SETTINGS = """
[mail]
spool = "mail"
smtp = "smtp://127.0.0.1:{port}"
address = "Scrabble <referee@example.org>"

[gamemaster]
name = "Erika Musterfrau"
address = "gm@example.org"
"""
AHEAD = "2036-12-11T20:00:00"


@dataclass(frozen=True, slots=True)
class House:
    """A folder with settings for a mailbox that is a folder."""

    folder: Path
    sink: SmtpSink

    @property
    def config(self) -> Path:
        return self.folder / "config.toml"

    def call(self, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [str(PROGRAM), *arguments, "-c", str(self.config)],
            input=stdin, check=False, capture_output=True, timeout=PATIENCE, cwd=self.folder,
        )  # fmt: skip

    def subjects(self, recipient: str) -> list[str]:
        return [
            str(parsed(each.data)["Subject"])
            for each in self.sink.taken
            if each.recipient == recipient
        ]

    def answer(self) -> str:
        """Return the text of the newest mail to Max."""
        to_max = [each for each in self.sink.taken if each.recipient == "max@example.org"]
        mail = parsed(to_max[-1].data)
        text = mail.get_body(("plain",))
        assert text is not None
        return str(text.get_content())


@pytest.fixture
def house(smtp_sink: SmtpSink) -> Iterator[House]:
    folder = exim.open_folder()
    made = House(folder, smtp_sink)
    text = SETTINGS.format(port=smtp_sink.port) + game(deadline=AHEAD)
    made.config.write_text(text, encoding="utf-8")
    made.config.chmod(0o644)
    yield made
    shutil.rmtree(folder)


@pytest.fixture
def server(house: House) -> Iterator[Exim]:
    with exim.running(house.folder, ("deliver", "-c", str(house.config))) as found:
        yield found


def move(text: str = "H8w RABEN") -> bytes:
    mail = player_mail("Max Mustermann", "max@example.org", text)
    mail["Message-ID"] = "<zug@example.org>"
    return mail.as_bytes()


def until_delivered(house: House, count: int = 1) -> None:
    end = time.monotonic() + PATIENCE
    while len(list((house.folder / "mail" / "new").glob("*.eml"))) < count:
        assert time.monotonic() < end, "no mail was delivered"
        time.sleep(0.05)


@pytest.mark.slow
def test_a_move_that_exim_hands_over_is_booked_and_answered(house: House, server: Exim) -> None:
    server.send(move())
    until_delivered(house)

    ticked = house.call("once")

    assert (ticked.returncode, ticked.stderr) == (0, b"")
    assert house.subjects("max@example.org")[-1] == "[yerres R1] Zug gilt: RABEN, 16 Punkte"
    assert server.waiting() == 0
    assert list((house.folder / "mail" / "new").iterdir()) == []
    house.call("once")
    answers = [each for each in house.subjects("max@example.org") if "Zug gilt" in each]
    assert len(answers) == 1


@pytest.mark.slow
def test_what_could_not_be_kept_waits_at_exim_and_counts_by_its_first_arrival(
    house: House, server: Exim
) -> None:
    aside = house.config.with_suffix(".aside")
    house.config.rename(aside)
    before = datetime.now().astimezone().replace(microsecond=0)
    server.send(move())
    end = time.monotonic() + PATIENCE
    while "Child process of mailref transport returned 75" not in server.log():
        assert time.monotonic() < end, server.log()
        time.sleep(0.05)
    assert server.waiting() == 1
    after = datetime.now().astimezone()
    time.sleep(1.1)

    aside.rename(house.config)
    server.try_again()

    until_delivered(house)
    assert server.waiting() == 0
    (name,) = [each.stem for each in (house.folder / "mail" / "new").iterdir()]
    received = datetime.fromtimestamp(int(name.partition("-")[2]) / 1e6).astimezone()
    assert before <= received <= after


@pytest.mark.slow
def test_a_mail_that_is_no_longer_on_its_way_has_the_time_of_its_call(house: House) -> None:
    before = time.time_ns() // 1000

    called = house.call("deliver", stdin=move())

    assert (called.returncode, called.stdout, called.stderr) == (0, b"", b"")
    (path,) = (house.folder / "mail" / "new").iterdir()
    assert before <= int(path.stem.partition("-")[2]) <= time.time_ns() // 1000
    assert path.read_bytes() == move()


@pytest.mark.parametrize(
    ("given", "moment"),
    [
        pytest.param("2025-12-08T12:00:00+00:00", 1_765_195_200, id="ISO 8601"),
        pytest.param("1765195200", 1_765_195_200, id="seconds", marks=pytest.mark.slow),
        pytest.param("header", 1_765_195_261, id="topmost Received", marks=pytest.mark.slow),
    ],
)
def test_the_mail_server_may_say_when_it_came(house: House, given: str, moment: int | None) -> None:
    field = (
        b"Received: from a by b; Mon, 8 Dec 2025 13:01:01 +0100\n"
        b"Received: from x by a; Mon, 8 Dec 2025 10:00:00 +0000\n"
    )
    house.call("deliver", "--received", given, stdin=field + move())

    (path,) = (house.folder / "mail" / "new").iterdir()
    assert path.stem.partition("-")[2] == f"{moment}000000"


@pytest.mark.slow
def test_no_mail_comes_in_the_future(house: House) -> None:
    house.call("deliver", "--received", "4102444800", stdin=move())

    (path,) = (house.folder / "mail" / "new").iterdir()
    uid, _, received = path.stem.partition("-")
    assert uid == received


@pytest.mark.parametrize(
    "given",
    [
        "99999999999999999999",
        pytest.param("9" * 5000, marks=pytest.mark.slow),
        pytest.param("2026-99-99", marks=pytest.mark.slow),
        pytest.param("0001-01-01T00:00:00+14:00", marks=pytest.mark.slow),
    ],
)
def test_what_is_no_time_is_said_and_the_mail_server_keeps_the_mail(
    house: House, given: str
) -> None:
    called = house.call("deliver", "--received", given, stdin=move())

    assert called.returncode == os.EX_TEMPFAIL
    assert b"is no time" in called.stderr
    assert b"Traceback" not in called.stderr
    assert not list((house.folder / "mail").glob("new/*"))


@pytest.mark.parametrize(
    ("stdin", "settings", "said"),
    [
        pytest.param(b"", None, b"there is no mail on standard input", id="nothing"),
        pytest.param(
            b"x",
            "[mail]\n",
            b"[mail]: address: is missing",
            id="faulty settings",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            b"x",
            SETTINGS.format(port=25).replace(
                "spool", "imap = 'imaps://h'\nuser='u'\npassword='p'#"
            ),
            b"'mailref deliver' needs spool instead",
            id="IMAP",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_whatever_goes_wrong_the_mail_server_keeps_the_mail(
    house: House, stdin: bytes, settings: str | None, said: bytes
) -> None:
    """75 is EX_TEMPFAIL; any other code would make a mail server send the move back."""
    if settings is not None:
        house.config.write_text(settings)

    called = house.call("deliver", stdin=stdin)

    assert called.returncode == os.EX_TEMPFAIL == 75
    assert said in called.stderr
    assert called.stdout == b""
