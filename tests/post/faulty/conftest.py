"""Mailboxes on a line, or on a server, whose faults a test chooses."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from msgspec.structs import replace

from mailref.post.imap_mailbox import ImapMailbox
from tests.servers import proxy
from tests.servers.faulty import FaultyServer
from tests.servers.inbox import Inbox
from tests.servers.proxy import Proxy


@pytest.fixture
def line(inbox: Inbox) -> Iterator[Proxy]:
    """A line to the mailbox that can be spoilt."""
    with proxy.running(inbox.account.port) as running:
        yield running


@pytest.fixture
def over_the_line(inbox: Inbox, line: Proxy) -> Iterator[ImapMailbox]:
    with closing(ImapMailbox(replace(inbox.account, port=line.port))) as mailbox:
        yield mailbox


@pytest.fixture
def mailbox(embedded: FaultyServer) -> Iterator[ImapMailbox]:
    """A mailbox on the embedded server, whose faults a test chooses."""
    with closing(ImapMailbox(embedded.imap("bot"))) as opened:
        yield opened
