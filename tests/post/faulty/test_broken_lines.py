"""Lines that cut and peers that fall silent (mail 0 and 3)."""

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import timedelta

import pytest
from msgspec.structs import replace

from mailref.errors import UnreachableError
from mailref.post.imap_mailbox import ImapMailbox
from mailref.post.ports import Baseline, ImapAccount, SmtpAccount, SmtpMode
from mailref.post.smtp import SmtpOutbox
from tests.post.builders import HOUR, NOON, SHORT, bodies, impatient, in_time, mail
from tests.servers.authority import Authority
from tests.servers.faulty import Effect, Faults, FaultyServer, Misstep, Moment
from tests.servers.inbox import Inbox
from tests.servers.proxy import Proxy


@pytest.mark.slow
def test_lines_in_pieces_of_seven_octets_are_read_whole(
    inbox: Inbox, line: Proxy, over_the_line: ImapMailbox
) -> None:
    """Mail 0.1: idle_check survived 0 of 15 such rounds."""
    line.piece = 7
    baseline = over_the_line.baseline(NOON)
    for number in range(2):
        sender = threading.Thread(target=inbox.deliver, args=(mail(f"round {number}"),))
        sender.start()
        assert in_time(lambda: over_the_line.wait(HOUR)) is True
        sender.join()
        assert bodies(over_the_line, baseline) == [mail(f"round {number}")]
        over_the_line.file_away(baseline.uid_validity, [baseline.uid_next + number])

    assert len(inbox.mails("Processed")) == 2


@pytest.mark.slow
def test_a_peer_that_is_gone_without_a_word_is_noticed_after_the_idle(
    inbox: Inbox, line: Proxy
) -> None:
    """Mail 0.2: each IDLE ends with idle_done and a real command, each with a time limit."""
    account = replace(inbox.account, port=line.port)
    with closing(ImapMailbox(account)) as mailbox:
        mailbox.snapshot()
        line.is_silent = True

        with impatient(mailbox), pytest.raises(UnreachableError, match="timed out"):
            mailbox.wait(timedelta(seconds=0.01))

        line.is_silent = False
        assert mailbox.snapshot().messages == 0


def test_hanging_up_on_a_peer_that_is_gone_does_not_take_the_whole_time_limit(
    inbox: Inbox, line: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SIGTERM must end the daemon though the server does not answer LOGOUT."""
    monkeypatch.setattr("mailref.post.imap_mailbox._GOODBYE_SECONDS", 0.05)
    mailbox = ImapMailbox(replace(inbox.account, port=line.port, timeout=timedelta(hours=1)))
    mailbox.snapshot()
    line.is_silent = True

    in_time(mailbox.close)


def test_a_server_that_goes_down_says_bye_into_the_idle(
    embedded: FaultyServer, mailbox: ImapMailbox
) -> None:
    """Mail 0.2: the BYE came once, then "nothing new" for ever."""
    mailbox.snapshot()
    stopper = threading.Timer(0.1, embedded.kick, kwargs={"goodbye": True})
    stopper.start()

    with pytest.raises(UnreachableError):
        in_time(lambda: mailbox.wait(HOUR))
    stopper.join()


def test_the_socket_sends_at_once_and_keeps_alive(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """Mail 0.3: without NODELAY an APPEND takes 44 ms."""
    del inbox
    mailbox.snapshot()
    connection = mailbox._connection
    assert connection is not None
    sock = connection.client.socket()

    assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) == 1
    assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
    assert sock.gettimeout() == mailbox._account.timeout.total_seconds()


@pytest.mark.parametrize("effect", [Effect.DROP, Effect.BYE, Effect.STALL])
@pytest.mark.parametrize("moment", list(Moment))
@pytest.mark.parametrize("command", ["AUTHENTICATE", "SELECT", "SEARCH", "FETCH"])
def test_whatever_breaks_while_reading_the_next_tick_reads_all(
    embedded: FaultyServer, mailbox: ImapMailbox, command: str, moment: Moment, effect: Effect
) -> None:
    """Mail 3: a new client after any abort. Contract 5: never a lost mail."""
    baseline = mailbox.baseline(NOON)
    sent = [mail(str(number)) for number in range(60)]
    for data in sent:
        embedded.deliver("bot", data, NOON)
    if command == "AUTHENTICATE":
        mailbox._log_out()
    embedded.fail(Faults(at=(Misstep(command, moment, effect),)))

    with impatient(mailbox), pytest.raises(UnreachableError):
        bodies(mailbox, baseline)

    embedded.fail(Faults())  # a busy machine may have been too slow for this one
    assert bodies(mailbox, baseline) == sent


@pytest.mark.parametrize("moment", list(Moment))
def test_whatever_breaks_while_filing_the_next_tick_files(
    embedded: FaultyServer, mailbox: ImapMailbox, moment: Moment
) -> None:
    """Whether the MOVE took place or not: the journal says what is to be filed, and twice does no harm."""
    baseline = mailbox.baseline(NOON)
    embedded.deliver("bot", mail("one"))
    embedded.deliver("bot", mail("two"))
    embedded.fail(Faults(at=(Misstep("MOVE", moment, Effect.DROP),)))
    # The folder is there: what is dropped is the MOVE itself.
    embedded.deliver("bot", mail("earlier"), folder="Processed")

    with pytest.raises(UnreachableError):
        mailbox.file_away(baseline.uid_validity, [1, 2])
    mailbox.file_away(baseline.uid_validity, [1, 2])

    assert embedded.mails("bot") == ()
    assert [data for data, _ in embedded.mails("bot", "Processed")] == [
        mail("earlier"),
        mail("one"),
        mail("two"),
    ]


@contextmanager
def dripping(*, says: bytes, tls: ssl.SSLContext | None = None) -> Iterator[int]:
    """Give the port of a server that goes on after *says* with a letter now and then, for ever."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        ended = threading.Event()

        def drip() -> None:
            with suppress(OSError):
                accepted, _ = listening.accept()
                with tls.wrap_socket(accepted, server_side=True) if tls else accepted as client:
                    client.sendall(says)
                    while not ended.wait(0.1):
                        client.sendall(b"x")

        talking = threading.Thread(target=drip)
        talking.start()
        try:
            yield listening.getsockname()[1]
        finally:
            ended.set()
            with suppress(OSError):
                listening.shutdown(socket.SHUT_RDWR)
            talking.join()


@pytest.mark.parametrize("says", [b"* OK ", b"* OK ready\r\n* CAPABILITY IMAP4rev1 "])
def test_a_mailbox_server_that_drips_is_given_up(says: bytes) -> None:
    """A time limit for each octet would be met for hours."""
    with dripping(says=says) as port:
        account = ImapAccount("127.0.0.1", port, tls=False, user="bot", password="x", timeout=SHORT)
        with (
            closing(ImapMailbox(account)) as mailbox,
            pytest.raises(UnreachableError, match="no answer"),
        ):
            in_time(mailbox.snapshot)


@pytest.mark.parametrize("says", [b"220 ", b"220 ready\r\n250-"])
def test_a_mail_server_that_drips_is_given_up(says: bytes) -> None:
    with dripping(says=says) as port:
        account = SmtpAccount("127.0.0.1", port, SmtpMode.PLAIN, timeout=SHORT)

        with pytest.raises(UnreachableError):
            in_time(SmtpOutbox(account).check)


@pytest.mark.slow
def test_a_server_that_drips_over_tls_is_given_up(authority: Authority) -> None:
    with dripping(says=b"* OK ", tls=authority.context()) as port:
        account = ImapAccount(
            "127.0.0.1", port, tls=True, user="bot", password="x",
            ca_file=str(authority.ca_file), timeout=timedelta(seconds=2),
        )  # fmt: skip
        with (
            closing(ImapMailbox(account)) as mailbox,
            pytest.raises(UnreachableError, match="no answer"),
        ):
            in_time(mailbox.snapshot)


@pytest.mark.slow
def test_a_long_answer_may_take_longer_than_its_patience(inbox: Inbox, line: Proxy) -> None:
    """At 3,500 octets a second, which no server that drips comes near."""
    inbox.deliver(mail("long", "x" * 21_000))
    line.piece = 7
    account = replace(inbox.account, port=line.port, timeout=timedelta(seconds=4))
    with closing(ImapMailbox(account)) as mailbox:
        baseline = Baseline(mailbox.snapshot().uid_validity, 1, NOON, None)

        (read,) = bodies(mailbox, baseline)

    assert len(read) > 21_000
