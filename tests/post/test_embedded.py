"""The embedded server delivers by SMTP, lives in any time, and stands nonsense."""

import smtplib
import threading
from contextlib import closing
from datetime import UTC, datetime

import pytest
from imapclient import IMAPClient

from mailref.demo.server.imap_server import in_set
from mailref.post.imap_mailbox import ImapMailbox
from mailref.post.ports import Letter, Sent
from mailref.post.smtp import SmtpOutbox
from tests.post.builders import HOUR, NOON, in_time
from tests.servers.faulty import FaultyServer


@pytest.mark.parametrize(
    ("text", "highest", "numbers"),
    [
        ("1", 3, [1]),
        ("2:*", 3, [2, 3]),
        ("*", 3, [3]),
        ("7:*", 3, [3, 4, 5, 6, 7]),
        ("3:1", 9, [1, 2, 3]),
        ("1,5:6,9", 9, [1, 5, 6, 9]),
    ],
)
def test_a_set_of_numbers(text: str, highest: int, numbers: list[int]) -> None:
    """RFC 3501 9, sequence-set: either end may be the greater; `*` is the highest there is."""
    assert [number for number in range(1, 12) if in_set(text, highest)(number)] == numbers


def test_mail_sent_to_a_user_lies_in_his_inbox_at_the_time_the_demo_lives_in() -> None:
    """The demo plays weeks in seconds: its clock dates the mail."""
    later = datetime(2031, 2, 3, 4, 5, 6, 789, tzinfo=UTC)
    with (
        FaultyServer({"bot": "pw", "anna": "pw"}, clock=lambda: NOON) as server,
        closing(ImapMailbox(server.imap("bot"))) as mailbox,
    ):
        baseline = mailbox.baseline(NOON)
        _send(server, "anna", "bot@example.org", b"Subject: one\r\n\r\n")
        server.set_clock(lambda: later)
        _send(server, "anna", "bot@example.org", b"Subject: two\r\n\r\n")
        mails = list(mailbox.new_mail(baseline, lambda *_: False))

    assert [each.received for each in mails] == [NOON, later.replace(microsecond=0)]
    assert mails[0].data == (
        b"Return-Path: <anna@example.org>\r\nDelivered-To: bot@example.org\r\nSubject: one\r\n\r\n"
    )


def test_mail_to_anybody_is_kept_in_order() -> None:
    with FaultyServer({"bot": "pw"}) as server:
        _send(server, "bot", "gm@elsewhere.example", b"Subject: one\r\n\r\n")
        _send(server, "bot", "bot@example.org", b"Subject: two\r\n\r\n")

        kept = [(each.sender, each.recipient, each.data) for each in server.parcels]

    assert kept == [
        ("bot@example.org", "gm@elsewhere.example", b"Subject: one\r\n\r\n"),
        ("bot@example.org", "bot@example.org", b"Subject: two\r\n\r\n"),
    ]


def _send(server: FaultyServer, user: str, recipient: str, data: bytes) -> None:
    letter = Letter(1, f"{user}@example.org", recipient, data)
    (delivery,) = SmtpOutbox(server.smtp(user)).send([letter])
    assert delivery.outcome == Sent()


def test_a_user_may_be_named_by_his_whole_address() -> None:
    with FaultyServer({"anna@example.org": "pw", "anna@example.net": "pw"}) as server:
        letter = Letter(1, "anna@example.org", "Anna@example.net", b"Subject: x\r\n\r\n")
        list(SmtpOutbox(server.smtp("anna@example.org")).send([letter]))

        assert len(server.mails("anna@example.net")) == 1
        assert server.mails("anna@example.org") == ()


def test_mail_wakes_a_session_that_idles(embedded: FaultyServer) -> None:
    with closing(ImapMailbox(embedded.imap("bot"))) as mailbox:
        mailbox.snapshot()
        sender = threading.Thread(target=embedded.deliver, args=("bot", b"Subject: x\r\n\r\n"))
        sender.start()

        assert in_time(lambda: mailbox.wait(HOUR)) is True
        sender.join()


def test_both_servers_listen_on_loopback_only(embedded: FaultyServer) -> None:
    addresses = {sock.getsockname()[0] for server in embedded._servers for sock in server.sockets}

    assert addresses == {"127.0.0.1"}


def test_a_wrong_password_opens_neither_server(embedded: FaultyServer) -> None:
    with IMAPClient("127.0.0.1", embedded.imap_port, ssl=False) as client:
        with pytest.raises(IMAPClient.Error):
            client.login("bot", "wrong")
        with pytest.raises(IMAPClient.Error):
            client.select_folder("INBOX")
    with (
        smtplib.SMTP("127.0.0.1", embedded.smtp_port, local_hostname="x") as smtp,
        pytest.raises(smtplib.SMTPAuthenticationError),
    ):
        smtp.login("bot", "wrong")


@pytest.mark.parametrize(
    "line",
    [b"\r\n", b"a1\r\n", b"a1 NONSENSE\r\n", b"a1 SELECT\r\n", b"a1 UID\r\n", b"((((((\r\n",
     b"a1 FETCH\r\n", b"a1 LOGIN x\r\n", b"a1 APPEND INBOX {99999999}\r\n", b"\xff\xfe \x00\r\n",
     b"a1 COPY 1\r\n", b"a1 STORE 1\r\n", b"a1 UID SEARCH UID\r\n",
     b"a1 AUTHENTICATE\r\n", b"a1 LIST\r\n", b"a1 " + b"(" * 3000 + b"\r\n", b"a1 SELECT (x)\r\n"],
)  # fmt: skip
def test_nonsense_is_answered_and_the_session_goes_on(embedded: FaultyServer, line: bytes) -> None:
    with IMAPClient("127.0.0.1", embedded.imap_port, ssl=False, timeout=60) as client:
        client.plain_login("bot", embedded.imap("bot").password)
        client.select_folder("INBOX")
        client._imap.send(line)

        assert client._imap.readline().split()[1] in {b"BAD", b"NO"}
        client._imap.send(b"z9 NOOP\r\n")
        assert client._imap.readline() == b"z9 OK NOOP done\r\n"
