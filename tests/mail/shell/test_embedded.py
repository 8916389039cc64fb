"""The embedded server: it answers as Dovecot does, delivers by SMTP, and lives in any time."""

import smtplib
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta

import pytest
from imapclient import IMAPClient

from mailref.demo.server import Effect, EmbeddedServer, Fault, Faults, Moment
from mailref.demo.server.wire import in_set
from mailref.mail.imap import ImapMailbox
from mailref.mail.ports import Letter, Sent
from mailref.mail.smtp import SmtpOutbox
from tests.mail.shell.conftest import on_dovecot, on_embedded
from tests.servers.dovecot import Dovecot
from tests.servers.inbox import Inbox

NOON = datetime(2024, 12, 11, 12, 0, tzinfo=UTC)
MAILS = (
    b"From: anna@example.org\r\nSubject: Zug 1\r\n\r\nM10s EUB\r\n",
    b"From: ben@example.org\r\nTo: bot@example.org\r\nSubject: Re: Zug\r\n\r\n"
    + b"x" * 500
    + b"\r\n",
    b"Subject: =?utf-8?q?K=C3=A4se?=\r\n\tund mehr\r\n\r\n",
    b"Subject: last\r\n\r\n)* 1 EXISTS\r\n{3}\r\n",
)
FLAGS: tuple[tuple[str, ...], ...] = (("\\Seen",), ("\\Deleted", "$Mine"), (), ("\\Flagged",))


@pytest.fixture
def both(dovecot: Dovecot, embedded: EmbeddedServer, user: str) -> tuple[Inbox, Inbox]:
    """Two mailboxes, on Dovecot and on the embedded server, that hold the same."""
    return _filled(on_dovecot(dovecot, user)), _filled(on_embedded(embedded))


@pytest.fixture(scope="module")
def both_to_look_at(dovecot: Dovecot) -> Iterator[tuple[Inbox, Inbox]]:
    """The same, for tests that change nothing."""
    with EmbeddedServer({"bot": "pw"}) as server:
        yield _filled(on_dovecot(dovecot, "looked-at")), _filled(on_embedded(server))


def _filled(inbox: Inbox) -> Inbox:
    with inbox.client() as client:
        for number, (data, flags) in enumerate(zip(MAILS, FLAGS, strict=True)):
            client.append("INBOX", data, flags, NOON + timedelta(days=number))
    return inbox


@contextmanager
def opened(inbox: Inbox, *, readonly: bool = False) -> Iterator[IMAPClient]:
    with inbox.client() as client:
        client.select_folder("INBOX", readonly=readonly)
        yield client


@pytest.mark.parametrize(
    "criteria",
    [
        "ALL", "1", "2:3", "*", "4:*", "3:1", "1,3", "UID 2:*", "UID 9:*", "UID 1,4",
        "SEEN", "UNSEEN", "DELETED", "UNDELETED", "FLAGGED", "UNFLAGGED", "ANSWERED", "DRAFT",
        "KEYWORD $Mine", "UNKEYWORD $Mine", "KEYWORD $Other",
        "SINCE 12-Dec-2024", "BEFORE 12-Dec-2024", "ON 13-Dec-2024", "SINCE 1-Jan-2025",
        "LARGER 100", "SMALLER 100", "NOT SEEN", "OR SEEN FLAGGED", "NOT (SEEN)",
        "UNSEEN (UNDELETED SINCE 12-Dec-2024)", "OR (SEEN) (NOT FLAGGED)", "UID 1:3 NOT 2",
        'FROM "anna"', 'TO "bot@example.org"', 'SUBJECT "zug"', 'HEADER Subject "re:"',
        'HEADER To ""', 'TEXT "xxx"',
    ],
)  # fmt: skip
def test_a_search_finds_what_dovecot_finds(
    both_to_look_at: tuple[Inbox, Inbox], criteria: str
) -> None:
    one, other = (_found(inbox, criteria) for inbox in both_to_look_at)

    assert one == other


def _found(inbox: Inbox, criteria: str) -> list[int]:
    with opened(inbox, readonly=True) as client:
        return sorted(client.search(criteria))


@pytest.mark.parametrize(
    "items",
    [
        ["FLAGS"], ["UID", "INTERNALDATE", "RFC822.SIZE"], ["BODY.PEEK[]"],
        ["BODY.PEEK[]<0.20>"], ["BODY.PEEK[]<10.20>"], ["BODY.PEEK[]<5000.20>"],
        ["BODY.PEEK[HEADER]"], ["BODY.PEEK[TEXT]"], ["RFC822.HEADER"],
        ["BODY.PEEK[HEADER.FIELDS (SUBJECT)]"], ["BODY.PEEK[HEADER.FIELDS.NOT (SUBJECT FROM)]"],
        ["RFC822.SIZE", "BODY.PEEK[]", "FLAGS"], ["BODY[]", "FLAGS"], ["RFC822"],
    ],
)  # fmt: skip
def test_a_fetch_shows_what_dovecot_shows(both: tuple[Inbox, Inbox], items: list[str]) -> None:
    one, other = (_fetched(inbox, items) for inbox in both)

    assert one == other


def _fetched(inbox: Inbox, items: list[str]) -> list[dict[bytes, object]]:
    """Return what is shown, and the flags that stand afterwards."""
    with opened(inbox) as client:
        shown = client.fetch([1, 2, 3, 4], items)
        after = client.get_flags([1, 2, 3, 4])
    return [{**shown[uid], b"FLAGS": sorted(set(after[uid]) - {b"\\Recent"})} for uid in shown]


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(lambda client: client.copy([1, 3], "Other"), id="copy"),
        pytest.param(lambda client: client.move([2, 3], "Other"), id="move"),
        pytest.param(lambda client: client.expunge(), id="expunge"),
        pytest.param(lambda client: client.uid_expunge([1]), id="uid expunge of nothing deleted"),
        pytest.param(lambda client: client.uid_expunge([1, 2]), id="uid expunge"),
        pytest.param(lambda client: client.add_flags([1, 4], ["\\Seen", "$Two"]), id="add flags"),
        pytest.param(lambda client: client.remove_flags([2], ["\\Deleted"]), id="remove flags"),
        pytest.param(lambda client: client.set_flags([1], ["$Only"]), id="set flags"),
        pytest.param(lambda client: client.close_folder(), id="close expunges"),
        pytest.param(lambda client: client.unselect_folder(), id="unselect does not"),
        pytest.param(lambda client: client.append("Other", b"x: y\r\n\r\n", (), NOON), id="append"),
        pytest.param(lambda client: client.create_folder("Größe"), id="create"),
        pytest.param(lambda client: client.delete_folder("Other"), id="delete"),
    ],
)
def test_what_is_done_leaves_what_dovecot_leaves(
    both: tuple[Inbox, Inbox], act: Callable[[IMAPClient], object]
) -> None:
    for inbox in both:
        with opened(inbox) as client:
            client.create_folder("Other")
            act(client)

    one, other = (_left(inbox) for inbox in both)

    assert one == other


def _left(inbox: Inbox) -> dict[str, list[object]]:
    found: dict[str, list[object]] = {}
    with inbox.client() as client:
        for _, _, name in client.list_folders():
            client.select_folder(name, readonly=True)
            items = ["BODY.PEEK[]", "INTERNALDATE", "FLAGS"]
            rows = client.fetch(client.search("ALL") or [99], items)
            found[name] = [
                (row[b"BODY[]"], row[b"INTERNALDATE"], sorted(set(row[b"FLAGS"]) - {b"\\Recent"}))
                for _, row in sorted(rows.items())
            ]
    return found


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(lambda client: client.select_folder("Nowhere"), id="select"),
        pytest.param(lambda client: client.create_folder("INBOX"), id="create what is there"),
        pytest.param(lambda client: client.delete_folder("INBOX"), id="delete the inbox"),
        pytest.param(lambda client: client.copy([1], "Nowhere"), id="copy"),
        pytest.param(lambda client: client.move([1], "Nowhere"), id="move"),
        pytest.param(lambda client: client.append("Nowhere", b"x"), id="append"),
        pytest.param(lambda client: client.search("SINCE yesterday"), id="no date"),
        pytest.param(lambda client: client.search("KEYWORD"), id="half a search"),
        pytest.param(lambda client: client.fetch([1], ["NONSENSE"]), id="no item"),
        pytest.param(lambda client: client.folder_status("Nowhere"), id="status"),
    ],
)
def test_what_dovecot_refuses_is_refused(
    both: tuple[Inbox, Inbox], act: Callable[[IMAPClient], object]
) -> None:
    for inbox in both:
        with opened(inbox) as client:
            with pytest.raises(IMAPClient.Error):
                act(client)
            client.noop()


def test_a_folder_that_is_only_looked_at_is_not_changed(both: tuple[Inbox, Inbox]) -> None:
    for inbox in both:
        before = inbox.flags()
        with opened(inbox, readonly=True) as client:
            client.fetch([2], ["BODY[]"])
            with suppress(IMAPClient.Error):  # Dovecot says OK and does nothing
                client.add_flags([3], ["\\Flagged"])

        assert inbox.flags() == before


def test_another_session_is_told_of_what_came_and_went(both: tuple[Inbox, Inbox]) -> None:
    for inbox in both:
        with opened(inbox) as client, opened(inbox) as second:
            second.add_flags([1, 4], ["\\Deleted"])
            second.expunge()
            second.append("INBOX", b"Subject: new\r\n\r\n")
            client.noop()

            assert client.search("ALL") == [3, 5]


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
        EmbeddedServer({"bot": "pw", "anna": "pw"}, clock=lambda: NOON) as server,
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
    with EmbeddedServer({"bot": "pw"}) as server:
        _send(server, "bot", "gm@elsewhere.example", b"Subject: one\r\n\r\n")
        _send(server, "bot", "bot@example.org", b"Subject: two\r\n\r\n")

        kept = [(each.sender, each.recipient, each.data) for each in server.parcels]

    assert kept == [
        ("bot@example.org", "gm@elsewhere.example", b"Subject: one\r\n\r\n"),
        ("bot@example.org", "bot@example.org", b"Subject: two\r\n\r\n"),
    ]


def _send(server: EmbeddedServer, user: str, recipient: str, data: bytes) -> None:
    letter = Letter(1, f"{user}@example.org", recipient, data)
    (delivery,) = SmtpOutbox(server.smtp(user)).send([letter])
    assert delivery.outcome == Sent()


def test_a_user_may_be_named_by_his_whole_address() -> None:
    with EmbeddedServer({"anna@example.org": "pw", "anna@example.net": "pw"}) as server:
        letter = Letter(1, "anna@example.org", "Anna@example.net", b"Subject: x\r\n\r\n")
        list(SmtpOutbox(server.smtp("anna@example.org")).send([letter]))

        assert len(server.mails("anna@example.net")) == 1
        assert server.mails("anna@example.org") == ()


def test_mail_wakes_a_session_that_idles(embedded: EmbeddedServer) -> None:
    with closing(ImapMailbox(embedded.imap("bot"))) as mailbox:
        mailbox.snapshot()
        sender = threading.Thread(target=embedded.deliver, args=("bot", b"Subject: x\r\n\r\n"))
        sender.start()

        assert mailbox.wait(timedelta(seconds=20)) is True
        sender.join()


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        (Fault("RCPT", Moment.BEFORE, Effect.REPLY, "550 5.1.1 gone", only="a@x.example"), 550),
        (Fault("MAIL", Moment.BEFORE, Effect.REPLY, "451 4.3.0 later"), 451),
        (Fault("DATA", Moment.BEFORE, Effect.REPLY, "554 5.7.1 no"), 554),
    ],
)
def test_smtp_refuses_on_request_as_often_as_asked(
    embedded: EmbeddedServer, fault: Fault, found: int
) -> None:
    embedded.fail(Faults(at=(fault,)))
    letters = [Letter(number, "b@x.example", "a@x.example", b"x: y\r\n") for number in range(2)]
    account = embedded.smtp("bot")

    first, second = (each.outcome for each in SmtpOutbox(account).send(letters))

    assert getattr(first, "code", None) == found
    assert second == Sent()


def test_both_servers_listen_on_loopback_only(embedded: EmbeddedServer) -> None:
    addresses = {sock.getsockname()[0] for server in embedded._servers for sock in server.sockets}

    assert addresses == {"127.0.0.1"}


def test_a_wrong_password_opens_neither_server(embedded: EmbeddedServer) -> None:
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
     b"a1 STATUS INBOX\r\n", b"a1 COPY 1\r\n", b"a1 STORE 1\r\n", b"a1 UID SEARCH UID\r\n",
     b"a1 AUTHENTICATE\r\n", b"a1 LIST\r\n", b"a1 " + b"(" * 3000 + b"\r\n", b"a1 SELECT (x)\r\n"],
)  # fmt: skip
def test_nonsense_is_answered_and_the_session_goes_on(
    embedded: EmbeddedServer, line: bytes
) -> None:
    with IMAPClient("127.0.0.1", embedded.imap_port, ssl=False, timeout=5) as client:
        client.plain_login("bot", embedded.imap("bot").password)
        client.select_folder("INBOX")
        client._imap.send(line)

        assert client._imap.readline().split()[1] in {b"BAD", b"NO"}
        client._imap.send(b"z9 NOOP\r\n")
        assert client._imap.readline() == b"z9 OK NOOP done\r\n"
