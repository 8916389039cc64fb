"""Coming, going and the clock, alike on Dovecot and on the embedded server."""

import logging
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from mailref.errors import LoginRefusedError, UnreachableError
from mailref.post.imap_mailbox import ImapMailbox
from tests.post.builders import NOON, mail, read
from tests.servers.inbox import Inbox


def test_after_a_lost_connection_the_next_call_connects_anew(
    inbox: Inbox, mailbox: ImapMailbox
) -> None:
    """Mail 3: a new client object after any abort."""
    baseline = mailbox.baseline(NOON)
    inbox.kick()
    with pytest.raises(UnreachableError):
        read(mailbox, baseline)
    inbox.deliver(mail("new"))

    assert [each.data for each in read(mailbox, baseline)] == [mail("new")]


@pytest.mark.slow
def test_a_wrong_password_is_told_apart_and_never_printed(embedded_account: ImapMailbox) -> None:
    with pytest.raises(LoginRefusedError, match="user 'bot' is not accepted") as caught:
        embedded_account.snapshot()

    assert "geheim" not in str(caught.value)


@pytest.fixture
def embedded_account(inbox: Inbox) -> Iterator[ImapMailbox]:
    account = replace(inbox.account, user="bot", password="geheim")
    with closing(ImapMailbox(account)) as mailbox:
        yield mailbox


def test_the_servers_clock_is_read_and_no_trace_is_left(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """`check --online` compares the server's clock with ours; both servers run on ours."""
    inbox.deliver(mail("x"))
    before = datetime.now(UTC).replace(microsecond=0)

    told = mailbox.server_time()

    assert before <= told <= datetime.now(UTC)
    assert inbox.folders() == {"INBOX"}
    assert inbox.mails() == [mail("x")]
    assert mailbox.snapshot().messages == 1


def test_no_log_holds_a_mail_or_a_password(
    inbox: Inbox, mailbox: ImapMailbox, caplog: pytest.LogCaptureFixture
) -> None:
    """Style 31; imapclient would log every line of the conversation at DEBUG."""
    caplog.set_level(logging.DEBUG)
    secret = inbox.account.password
    plain = b64encode(f"\0{inbox.account.user}\0{secret}".encode()).decode()
    baseline = mailbox.baseline(NOON)
    with mailbox._connected() as connection:
        connection.client.append("INBOX", mail("geheim", "M10s SONDERBAR"))

    (found,) = read(mailbox, baseline)
    mailbox.file_away(found.uid_validity, [found.uid])

    assert not any(word in caplog.text for word in ("SONDERBAR", "geheim", plain, f'"{secret}"'))


def test_a_mailbox_that_never_connected_can_be_closed(inbox: Inbox) -> None:
    mailbox = ImapMailbox(inbox.account)

    mailbox.close()
    mailbox.wake()
