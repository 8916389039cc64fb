"""A mailbox that may be read and not written to: everything goes on, and it is told."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.installation import player_mail
from tests.e2e.worlds import ERIKA, MAX, MOVE, on_dovecot
from tests.servers import dovecot as dovecot_server
from tests.servers.dovecot import Dovecot, Setup
from tests.servers.sink import SmtpSink

pytestmark = [pytest.mark.dovecot, pytest.mark.slow]
READ_ONLY = "owner lr\n"
"""The rights to list and to read; not to mark, insert, expunge or make folders."""
ACL = """
mail_plugins = acl
plugin {
  acl = vfile
}
"""


@pytest.fixture
def server() -> Iterator[Dovecot]:
    with dovecot_server.running(Setup(more=ACL)) as running:
        yield running


def test_a_mailbox_that_is_read_only_keeps_no_round_open(
    tmp_path: Path, server: Dovecot, smtp_sink: SmtpSink, user: str
) -> None:
    world = on_dovecot(tmp_path, server, smtp_sink, user)
    world.once("--now", "2036-12-01T12:00:00+00:00")
    world.move(Message_ID="<1@example.org>")
    world.once("--now", "2036-12-02T12:00:00+00:00")
    folder = server.maildir(user)
    for each in (folder, *folder.glob(".*/")):
        (each / "dovecot-acl").write_text(READ_ONLY)
    mail = player_mail("Max Mustermann", MAX, MOVE.format(move="H8w BIENE"), Message_ID="<2@x>")
    dropped = folder / "new" / "1.read-only"
    dropped.write_bytes(mail.as_bytes())
    dropped.chmod(0o644)

    for hour in ("12:00", "14:00"):
        world.once("--now", f"2036-12-03T{hour}:00+00:00")
    world.once("--now", "2036-12-05T20:30:00+00:00")

    assert '"round": 2' in world.export()
    subjects = [
        line for data in world.to(ERIKA) for line in data.split(b"\r\n") if b"Subject" in line
    ]
    assert b"Subject: [mailref] Ich komme nicht weiter" in subjects
    answers = [data for data in world.to(MAX) if b"BIENE" in data and b"Zug gilt" in data]
    assert len(answers) == 1


def test_a_mailbox_that_was_never_writable_is_read_all_the_same(
    tmp_path: Path, server: Dovecot, smtp_sink: SmtpSink, user: str
) -> None:
    world = on_dovecot(tmp_path, server, smtp_sink, user)
    with server.client(user) as client:
        client.select_folder("INBOX")
    (server.maildir(user) / "dovecot-acl").write_text(READ_ONLY)

    world.once("--now", "2036-12-01T12:00:00+00:00")
    dropped = server.maildir(user) / "new" / "1.read-only"
    dropped.write_bytes(
        player_mail("Max Mustermann", MAX, MOVE.format(move="H8w BIENE")).as_bytes()
    )
    dropped.chmod(0o644)
    world.once("--now", "2036-12-02T12:00:00+00:00")
    world.once("--now", "2036-12-02T14:00:00+00:00")

    answers = [data for data in world.to(MAX) if b"BIENE" in data and b"Zug gilt" in data]
    assert len(answers) == 1
