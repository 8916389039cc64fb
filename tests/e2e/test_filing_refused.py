"""A server that moves nothing (quota, permission) keeps no round open, and nobody is answered twice."""

import stat
from pathlib import Path

import pytest

from tests.e2e.worlds import ERIKA, MAX, World, on_dovecot
from tests.servers.dovecot import Dovecot
from tests.servers.sink import SmtpSink

pytestmark = [pytest.mark.dovecot, pytest.mark.slow]
BEFORE, AFTER = "2036-12-04T12:00:00+00:00", "2036-12-05T20:30:00+00:00"
LATER = "2036-12-05T21:30:00+00:00"


def forbid(folder: Path, mode: int) -> None:
    for part in (folder, *(each for each in folder.iterdir() if each.is_dir())):
        part.chmod(mode)


@pytest.fixture
def world(tmp_path: Path, dovecot: Dovecot, smtp_sink: SmtpSink, user: str) -> World:
    return on_dovecot(tmp_path, dovecot, smtp_sink, user)


def test_nothing_can_be_moved_for_weeks(world: World, dovecot: Dovecot, user: str) -> None:
    world.once()
    world.move(Message_ID="<1@example.org>")
    world.once("--now", BEFORE)
    done = dovecot.maildir(user) / ".Processed"
    forbid(done, stat.S_IRUSR | stat.S_IXUSR)
    world.move("H8w BIENE", Message_ID="<2@example.org>")
    try:
        world.once("--now", BEFORE)
        world.once("--now", AFTER)
        world.once("--now", LATER)
        stuck = len(dovecot.mails(user))
        subjects = [_subject(data) for data in world.to(ERIKA)]
    finally:
        forbid(done, stat.S_IRWXU)
    world.once("--now", LATER)

    assert stuck == 1
    assert "[mailref] Ich komme nicht weiter" in subjects
    assert '"round": 2' in world.export()
    assert len({_id(data) for data in world.to(MAX)}) == len(world.to(MAX)) == 4
    assert dovecot.mails(user) == []
    assert len(dovecot.mails(user, "Processed")) == 2


def _subject(data: bytes) -> str:
    return _field(data, b"Subject: ")


def _id(data: bytes) -> str:
    return _field(data, b"Message-ID: ")


def _field(data: bytes, name: bytes) -> str:
    (line,) = (each for each in data.split(b"\r\n") if each.startswith(name))
    return line.removeprefix(name).decode()
