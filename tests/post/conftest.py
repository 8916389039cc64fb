from collections.abc import Iterator
from contextlib import closing

import pytest

from mailref.post.imap_mailbox import ImapMailbox
from tests.servers.dovecot import Dovecot
from tests.servers.faulty import FaultyServer
from tests.servers.fixtures import authority, dovecot, smtp_sink, user
from tests.servers.inbox import Inbox

__all__ = ["authority", "dovecot", "smtp_sink", "user"]


@pytest.fixture
def embedded() -> Iterator[FaultyServer]:
    with FaultyServer({"bot": 'p"w \\ ü'}) as server:
        yield server


def on_dovecot(server: Dovecot, user: str) -> Inbox:
    return Inbox(
        server.account(user),
        renumber=lambda: server.forget_numbers(user),
        kick=lambda: server.kick(user),
    )


def on_embedded(server: FaultyServer) -> Inbox:
    return Inbox(server.imap("bot"), renumber=lambda: server.renumber("bot"), kick=server.kick)


@pytest.fixture(params=["dovecot", "embedded"])
def inbox(request: pytest.FixtureRequest, user: str) -> Inbox:
    """An empty mailbox, on a real Dovecot and on the embedded server in turn."""
    if request.param == "dovecot":
        return on_dovecot(request.getfixturevalue("dovecot"), user)
    return on_embedded(request.getfixturevalue("embedded"))


@pytest.fixture
def mailbox(inbox: Inbox) -> Iterator[ImapMailbox]:
    """What is tested, on that mailbox."""
    with closing(ImapMailbox(inbox.account)) as opened:
        yield opened
