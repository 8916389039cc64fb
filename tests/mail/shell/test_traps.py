"""The traps of MAIL.md 0 and 3 that lie in wait on a real line; tests/mail/README.md lists all."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from mailref.demo.server import Effect, EmbeddedServer, Fault, Faults, Moment
from mailref.errors import LoginRefusedError, MailServerError, UnreachableError
from mailref.mail.accounts import ImapAccount
from mailref.mail.imap import ImapMailbox
from mailref.mail.ports import Baseline, Filing, RawMail
from tests.mail.shell.conftest import on_dovecot, on_embedded
from tests.servers import dovecot as dovecot_server
from tests.servers import proxy
from tests.servers.authority import Authority
from tests.servers.dovecot import Setup
from tests.servers.inbox import Inbox
from tests.servers.proxy import Proxy
from tests.servers.sink import SmtpSink

NOON = datetime(2024, 12, 11, 12, 0, 0, tzinfo=UTC)
LONG = timedelta(seconds=20)
SHORT = timedelta(seconds=0.3)
WITHOUT_MOVE = frozenset({"MOVE"})
WITHOUT_UIDPLUS = frozenset({"MOVE", "UIDPLUS"})


def mail(subject: str) -> bytes:
    return f"From: anna@example.org\r\nSubject: {subject}\r\n\r\nM10s EUBÖA\r\n".encode()


def read(mailbox: ImapMailbox, baseline: Baseline) -> list[bytes]:
    return [each.data for each in mailbox.new_mail(baseline, lambda *_: False)]


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
def mailbox(embedded: EmbeddedServer) -> Iterator[ImapMailbox]:
    """A mailbox on the embedded server, whose faults a test chooses."""
    with closing(ImapMailbox(replace(embedded.imap("bot"), timeout=SHORT))) as opened:
        yield opened


# A line that cuts and stops


def test_lines_in_pieces_of_seven_octets_are_read_whole(
    inbox: Inbox, line: Proxy, over_the_line: ImapMailbox
) -> None:
    """MAIL.md 0.1: idle_check survived 0 of 15 such rounds."""
    line.piece = 7
    baseline = over_the_line.baseline(NOON)
    for number in range(4):
        sender = threading.Thread(target=inbox.deliver, args=(mail(f"round {number}"),))
        sender.start()
        assert over_the_line.wait(LONG) is True
        sender.join()
        assert read(over_the_line, baseline) == [mail(f"round {number}")]
        over_the_line.file_away(baseline.uid_validity, [baseline.uid_next + number])

    assert len(inbox.mails("Processed")) == 4


def test_a_peer_that_is_gone_without_a_word_is_noticed_after_the_idle(
    inbox: Inbox, line: Proxy
) -> None:
    """MAIL.md 0.2: each IDLE ends with idle_done and a real command, each with a time limit."""
    account = replace(inbox.account, port=line.port, timeout=SHORT)
    with closing(ImapMailbox(account)) as mailbox:
        mailbox.snapshot()
        line.is_silent = True

        with pytest.raises(UnreachableError, match="timed out"):
            mailbox.wait(timedelta(seconds=0.01))

        line.is_silent = False
        assert mailbox.snapshot().messages == 0


def test_hanging_up_on_a_peer_that_is_gone_does_not_take_the_whole_time_limit(
    inbox: Inbox, line: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SIGTERM must end the daemon though the server does not answer LOGOUT."""
    monkeypatch.setattr("mailref.mail.imap.connection._GOODBYE_SECONDS", 0.05)
    mailbox = ImapMailbox(replace(inbox.account, port=line.port, timeout=timedelta(hours=1)))
    mailbox.snapshot()
    line.is_silent = True

    mailbox.close()


def test_a_server_that_goes_down_says_bye_into_the_idle(
    embedded: EmbeddedServer, mailbox: ImapMailbox
) -> None:
    """MAIL.md 0.2: the BYE came once, then "nothing new" for ever."""
    mailbox.snapshot()
    stopper = threading.Timer(0.1, embedded.kick, kwargs={"goodbye": True})
    stopper.start()

    with pytest.raises(UnreachableError):
        mailbox.wait(LONG)
    stopper.join()


def test_the_socket_sends_at_once_and_keeps_alive(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """MAIL.md 0.3: without NODELAY an APPEND takes 44 ms."""
    del inbox
    mailbox.snapshot()
    connection = mailbox._connection
    assert connection is not None
    sock = connection.client.socket()

    assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) == 1
    assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
    assert sock.gettimeout() == SHORT.total_seconds()


@pytest.mark.parametrize("effect", [Effect.DROP, Effect.BYE, Effect.STALL])
@pytest.mark.parametrize("moment", list(Moment))
@pytest.mark.parametrize("command", ["AUTHENTICATE", "SELECT", "NOOP", "SEARCH", "FETCH"])
def test_whatever_breaks_while_reading_the_next_turn_reads_all(
    embedded: EmbeddedServer, mailbox: ImapMailbox, command: str, moment: Moment, effect: Effect
) -> None:
    """MAIL.md 3: a new client after any abort. Contract 5: never a lost mail."""
    baseline = mailbox.baseline(NOON)
    sent = [mail(str(number)) for number in range(60)]
    for data in sent:
        embedded.deliver("bot", data, NOON)
    if command in {"AUTHENTICATE", "SELECT"}:
        mailbox._log_out()
    embedded.fail(Faults(at=(Fault(command, moment, effect),)))

    with pytest.raises(UnreachableError):
        read(mailbox, baseline)

    assert read(mailbox, baseline) == sent


@pytest.mark.parametrize("moment", list(Moment))
def test_whatever_breaks_while_filing_the_next_turn_files(
    embedded: EmbeddedServer, mailbox: ImapMailbox, moment: Moment
) -> None:
    """Whether the MOVE took place or not: `leftovers` tells, and filing again does no harm."""
    baseline = mailbox.baseline(NOON)
    embedded.deliver("bot", mail("one"))
    embedded.deliver("bot", mail("two"))
    embedded.fail(Faults(at=(Fault("MOVE", moment, Effect.DROP),)))
    # The folder is there: what is dropped is the MOVE itself.
    embedded.deliver("bot", mail("earlier"), folder="Processed")

    with pytest.raises(UnreachableError):
        mailbox.file_away(baseline.uid_validity, [1, 2])
    left = mailbox.leftovers(baseline, lambda *_: True)
    mailbox.file_away(baseline.uid_validity, [uid for _, uid in left])

    assert left == (((1000, 1), (1000, 2)) if moment is Moment.BEFORE else ())
    assert [data for data, _ in embedded.mails("bot", "Processed")] == [
        mail("earlier"),
        mail("one"),
        mail("two"),
    ]


# What servers say at odd moments


@pytest.mark.parametrize("tls", [False, True], ids=["plain", "tls"])
def test_a_report_in_one_piece_with_the_go_ahead_is_not_slept_over(
    tls: bool, authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was read ahead with the `+` no select shows: the wait would last its whole time."""
    with EmbeddedServer({"bot": "pw"}, tls=authority.context() if tls else None) as server:
        account = replace(server.imap("bot"), ca_file=str(authority.ca_file))
        with closing(ImapMailbox(account)) as mailbox:
            mailbox.snapshot()
            server.fail(Faults(at=(_arrival_before(server, "IDLE"),)))
            monkeypatch.setattr(mailbox._waker, "wait", _never)

            assert mailbox.wait(LONG) is True


def _never(*_: object, **__: object) -> None:
    raise AssertionError("slept although the report had come")


def _arrival_before(server: EmbeddedServer, command: str) -> Fault:
    def arrive() -> None:
        server.deliver("bot", mail("just now"))

    return Fault(command, Moment.BEFORE, Effect.CALL, act=arrive)


def test_a_report_before_the_go_ahead_costs_a_connection_but_no_mail(
    embedded: EmbeddedServer, mailbox: ImapMailbox
) -> None:
    """imapclient takes it for a refusal of IDLE."""
    baseline = mailbox.baseline(NOON)
    embedded.fail(Faults(at=(_arrival_before(embedded, "IDLE"),), reports_before_go_ahead=True))

    with pytest.raises(MailServerError):
        mailbox.wait(LONG)

    assert read(mailbox, baseline) == [mail("just now")]


def test_a_mail_that_vanishes_while_we_read_is_no_fault(
    embedded: EmbeddedServer, mailbox: ImapMailbox
) -> None:
    """A person deletes mail while we look."""
    baseline = mailbox.baseline(NOON)
    embedded.deliver("bot", mail("one"))
    embedded.deliver("bot", mail("two"))
    gone = Fault("FETCH", Moment.BEFORE, Effect.CALL, act=lambda: _take(embedded, 1))
    embedded.fail(Faults(at=(gone,)))

    assert read(mailbox, baseline) == [mail("two")]


def _take(server: EmbeddedServer, uid: int) -> None:
    inbox = server._store.accounts["bot"].folders["INBOX"]
    inbox.remove([each for each in inbox.messages if each.uid == uid])


def test_an_inbox_numbered_anew_between_two_batches_stops_the_reading(
    embedded: EmbeddedServer, mailbox: ImapMailbox
) -> None:
    """The UIDs still to be fetched would name other mails."""
    baseline = mailbox.baseline(NOON)
    for number in range(60):
        embedded.deliver("bot", mail(str(number)), NOON)
    reading: Iterator[RawMail] = mailbox.new_mail(baseline, lambda *_: False)
    for _ in range(50):
        next(reading)
    embedded.renumber("bot")
    with pytest.raises(UnreachableError):
        mailbox.snapshot()
    mailbox.snapshot()

    with pytest.raises(MailServerError, match="numbered anew"):
        next(reading)


def test_a_server_that_keeps_its_next_uid_to_itself_has_a_baseline_all_the_same(
    embedded: EmbeddedServer, mailbox: ImapMailbox
) -> None:
    """RFC 3501 6.3.1: UIDNEXT may be missing."""
    embedded.fail(Faults(tells_uid_next=False))
    embedded.deliver("bot", mail("old"))
    baseline = mailbox.baseline(NOON)
    embedded.deliver("bot", mail("new"))

    assert baseline.uid_next == 2
    assert read(mailbox, baseline) == [mail("new")]


def test_numbers_before_the_baseline_are_no_news(
    embedded: EmbeddedServer, mailbox: ImapMailbox
) -> None:
    """After a change of numbers, old mail must not wake the machine again and again."""
    embedded.deliver("bot", mail("old"), NOON - timedelta(days=9))
    baseline = mailbox.baseline(NOON)
    embedded.renumber("bot")
    with pytest.raises(UnreachableError):
        read(mailbox, baseline)
    assert read(mailbox, baseline) == []

    assert mailbox.wait(timedelta(0)) is False


# What servers cannot do


@pytest.mark.parametrize(
    ("faults", "filing"),
    [
        pytest.param(Faults(), Filing.MOVED, id="MOVE"),
        pytest.param(Faults(without=WITHOUT_MOVE), Filing.MOVED, id="COPY"),
        pytest.param(Faults(without=WITHOUT_UIDPLUS), Filing.MARKED, id="keyword"),
        pytest.param(
            Faults(without=WITHOUT_UIDPLUS, takes_keywords=False), Filing.LEFT, id="neither"
        ),
    ],
)
def test_done_mail_is_filed_as_the_server_allows_and_nothing_is_deleted(
    embedded: EmbeddedServer, mailbox: ImapMailbox, faults: Faults, filing: Filing
) -> None:
    """CONTRACT 5: moved or marked, never deleted; nor what somebody else has marked deleted."""
    embedded.fail(faults)
    embedded.deliver("bot", mail("deleted"), flags=("\\Deleted",))
    embedded.deliver("bot", mail("done"))
    state = mailbox.snapshot()

    assert mailbox.file_away(state.uid_validity, [2]) is filing

    moved = filing is Filing.MOVED
    assert _subjects(embedded, "INBOX") == ({"deleted"} if moved else {"deleted", "done"})
    assert _subjects(embedded, "Processed") == ({"done"} if moved else set())
    marked = any("$MailrefDone" in flags for _, flags in embedded.mails("bot"))
    assert marked is (filing is Filing.MARKED)


def _subjects(server: EmbeddedServer, folder: str) -> set[str]:
    return {
        data.decode().split("\r\n")[1].removeprefix("Subject: ")
        for data, _ in server.mails("bot", folder)
    }


@pytest.mark.parametrize(
    ("capability", "filing"),
    [
        pytest.param("IMAP4rev1 IDLE UIDPLUS LITERAL+", Filing.MOVED, id="no MOVE"),
        pytest.param("IMAP4rev1 IDLE", Filing.MARKED, id="no MOVE, no UIDPLUS"),
    ],
)
def test_a_dovecot_without_move_files_too(user: str, capability: str, filing: Filing) -> None:
    setup = Setup(more=f"protocol imap {{\n  imap_capability = {capability}\n}}")
    with dovecot_server.running(setup) as server:
        inbox = on_dovecot(server, user)
        with closing(ImapMailbox(inbox.account)) as mailbox:
            inbox.deliver(mail("deleted"), flags=("\\Deleted",))
            inbox.deliver(mail("one"))
            state = mailbox.snapshot()

            assert mailbox.file_away(state.uid_validity, [2]) is filing

        moved = filing is Filing.MOVED
        assert inbox.mails("Processed") == ([mail("one")] if moved else [])
        assert inbox.mails() == ([mail("deleted")] if moved else [mail("deleted"), mail("one")])


def test_folders_are_made_below_the_prefix_a_server_wants(user: str) -> None:
    """Courier, Cyrus and hosters: all folders lie below "INBOX."."""
    with dovecot_server.running(Setup(separator=".", prefix="INBOX.")) as server:
        inbox = on_dovecot(server, user)
        with closing(ImapMailbox(inbox.account)) as mailbox:
            inbox.deliver(mail("one"))
            state = mailbox.snapshot()

            assert mailbox.file_away(state.uid_validity, [1]) is Filing.MOVED

        assert inbox.mails("INBOX.Processed") == [mail("one")]


def test_a_server_without_idle_is_polled(embedded: EmbeddedServer, mailbox: ImapMailbox) -> None:
    """MAIL.md 3: always poll besides IDLE."""
    embedded.fail(Faults(without=frozenset({"IDLE"})))
    baseline = mailbox.baseline(NOON)
    assert mailbox.wait(timedelta(0)) is False
    embedded.deliver("bot", mail("one"))

    assert mailbox.wait(timedelta(0)) is True
    assert read(mailbox, baseline) == [mail("one")]


def test_a_signal_ends_the_wait_without_idle_too(
    embedded: EmbeddedServer, mailbox: ImapMailbox
) -> None:
    embedded.fail(Faults(without=frozenset({"IDLE"})))
    mailbox.wake()

    assert mailbox.wait(LONG) is False


def test_a_full_folder_is_told_and_the_mail_stays(
    embedded: EmbeddedServer, mailbox: ImapMailbox
) -> None:
    embedded.deliver("bot", mail("earlier"), folder="Processed")
    embedded.deliver("bot", mail("one"))
    state = mailbox.snapshot()
    embedded.fail(Faults(at=(Fault("MOVE", Moment.BEFORE, Effect.REPLY, "[OVERQUOTA] full"),)))

    with pytest.raises(MailServerError, match="OVERQUOTA"):
        mailbox.file_away(state.uid_validity, [1])

    assert _subjects(embedded, "INBOX") == {"one"}
    assert mailbox.file_away(state.uid_validity, [1]) is Filing.MOVED


# Logging in


def test_a_login_on_a_line_that_breaks_is_not_called_a_wrong_password(
    embedded: EmbeddedServer, mailbox: ImapMailbox
) -> None:
    embedded.fail(Faults(at=(Fault("AUTHENTICATE", Moment.BEFORE, Effect.DROP),)))

    with pytest.raises(UnreachableError):
        mailbox.snapshot()


def test_a_login_the_server_cannot_check_now_is_not_called_a_wrong_password(
    embedded: EmbeddedServer, mailbox: ImapMailbox
) -> None:
    refusal = Fault("AUTHENTICATE", Moment.BEFORE, Effect.REPLY, "[UNAVAILABLE] later")
    embedded.fail(Faults(at=(refusal,)))

    with pytest.raises(UnreachableError, match="later"):
        mailbox.snapshot()


def test_a_server_that_forbids_login_here_is_not_told_the_password(
    embedded: EmbeddedServer, mailbox: ImapMailbox
) -> None:
    """RFC 3501 6.2.3: LOGINDISABLED."""
    embedded.fail(Faults(beside=("LOGINDISABLED",)))

    with pytest.raises(LoginRefusedError, match="accepts no login"):
        mailbox.snapshot()


def test_an_old_server_is_logged_in_to_by_login() -> None:
    with EmbeddedServer({"bot": 'p"w \\ x'}) as server:
        server.fail(Faults(without=frozenset({"AUTH=PLAIN"})))
        with closing(ImapMailbox(server.imap("bot"))) as mailbox:
            assert mailbox.snapshot().messages == 0


def test_a_port_that_nobody_listens_on_is_named() -> None:
    account = ImapAccount("127.0.0.1", 1, tls=False, user="u", password="geheim")

    with (
        closing(ImapMailbox(account)) as mailbox,
        pytest.raises(UnreachableError, match=r"^imap://127\.0\.0\.1:1: .*refused") as caught,
    ):
        mailbox.snapshot()
    assert "geheim" not in str(caught.value)


def test_a_server_of_another_kind_is_an_error_of_one_line(smtp_sink: SmtpSink) -> None:
    """The port of SMTP in place of that of IMAP."""
    account = ImapAccount("127.0.0.1", smtp_sink.port, tls=False, user="u", password="p")

    with closing(ImapMailbox(account)) as mailbox, pytest.raises(MailServerError) as caught:
        mailbox.snapshot()
    assert "\n" not in str(caught.value)


# TLS


@pytest.fixture
def private(authority: Authority) -> Iterator[EmbeddedServer]:
    with EmbeddedServer({"bot": "pw"}, tls=authority.context()) as server:
        yield server


def test_a_certificate_that_is_trusted_opens_the_mailbox(
    private: EmbeddedServer, authority: Authority
) -> None:
    account = replace(private.imap("bot"), ca_file=str(authority.ca_file))
    with closing(ImapMailbox(account)) as mailbox:
        baseline = mailbox.baseline(NOON)
        sender = threading.Thread(target=private.deliver, args=("bot", mail("one")))
        sender.start()

        assert mailbox.wait(LONG) is True
        assert read(mailbox, baseline) == [mail("one")]
        sender.join()


def test_a_real_server_with_tls_too(authority: Authority, user: str) -> None:
    with dovecot_server.running(Setup(certificate=authority.chain)) as server:
        account = replace(
            server.account(user), port=server.imaps, tls=True, ca_file=str(authority.ca_file)
        )
        with closing(ImapMailbox(account)) as mailbox:
            baseline = mailbox.baseline(NOON)
            assert mailbox.wait(timedelta(seconds=0.05)) is False
            server.deliver(user, mail("one"))
            assert read(mailbox, baseline) == [mail("one")]


def test_a_certificate_of_a_stranger_or_of_another_name_is_refused(
    private: EmbeddedServer, authority: Authority
) -> None:
    """Contract 2: imaps:// verifies; `ca` names whom to trust."""
    trusting = replace(private.imap("bot"), ca_file=str(authority.ca_file))
    for account in (
        replace(trusting, ca_file=str(authority.stranger)),
        replace(trusting, ca_file=None),
        replace(trusting, host="localhost"),
    ):
        with (
            closing(ImapMailbox(account)) as mailbox,
            pytest.raises(UnreachableError, match="certificate verify failed"),
        ):
            mailbox.snapshot()


def test_thousands_of_numbers_fit_the_command_line(embedded: EmbeddedServer) -> None:
    """8,192 octets are what every server takes (RFC 7162 4)."""
    inbox = on_embedded(embedded)
    with closing(ImapMailbox(inbox.account)) as mailbox:
        embedded._store.accounts["bot"].folders["INBOX"].uid_next = 4_000_000_000
        baseline = mailbox.baseline(NOON)
        for number in range(1200):
            embedded.deliver("bot", mail(str(number)), NOON)
        uids = [raw.uid for raw in mailbox.new_mail(baseline, lambda *_: False)]

        assert uids == list(range(4_000_000_000, 4_000_001_200))
        assert mailbox.file_away(baseline.uid_validity, uids) is Filing.MOVED

    assert len(embedded.mails("bot", "Processed")) == 1200
    assert embedded.mails("bot") == ()
