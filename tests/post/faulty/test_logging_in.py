"""Who we talk to, and whether they take us (mail 3, contract 2)."""

import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta

import pytest
from msgspec.structs import replace

from mailref.errors import LoginRefusedError, MailServerError, UnreachableError
from mailref.post.imap_mailbox import ImapMailbox
from mailref.post.ports import ImapAccount
from tests.post.builders import HOUR, NOON, bodies, in_time, mail
from tests.servers import dovecot as dovecot_server
from tests.servers.authority import Authority
from tests.servers.dovecot import Setup
from tests.servers.faulty import Effect, Faults, FaultyServer, Misstep, Moment
from tests.servers.sink import SmtpSink


def test_a_login_on_a_line_that_breaks_is_not_called_a_wrong_password(
    embedded: FaultyServer, mailbox: ImapMailbox
) -> None:
    embedded.fail(Faults(at=(Misstep("AUTHENTICATE", Moment.BEFORE, Effect.DROP),)))

    with pytest.raises(UnreachableError):
        mailbox.snapshot()


def test_a_login_the_server_cannot_check_now_is_not_called_a_wrong_password(
    embedded: FaultyServer, mailbox: ImapMailbox
) -> None:
    refusal = Misstep("AUTHENTICATE", Moment.BEFORE, Effect.REPLY, "[UNAVAILABLE] later")
    embedded.fail(Faults(at=(refusal,)))

    with pytest.raises(UnreachableError, match="later"):
        mailbox.snapshot()


def test_a_server_that_forbids_login_here_is_not_told_the_password(
    embedded: FaultyServer, mailbox: ImapMailbox
) -> None:
    """RFC 3501 6.2.3: LOGINDISABLED."""
    embedded.fail(Faults(beside=("LOGINDISABLED",)))

    with pytest.raises(LoginRefusedError, match="accepts no login"):
        mailbox.snapshot()


def test_an_old_server_is_logged_in_to_by_login() -> None:
    with FaultyServer({"bot": 'p"w \\ x'}) as server:
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


@pytest.fixture
def private(authority: Authority) -> Iterator[FaultyServer]:
    with FaultyServer({"bot": "pw"}, tls=authority.context()) as server:
        yield server


def test_a_certificate_that_is_trusted_opens_the_mailbox(
    private: FaultyServer, authority: Authority
) -> None:
    account = replace(private.imap("bot"), ca_file=str(authority.ca_file))
    with closing(ImapMailbox(account)) as mailbox:
        baseline = mailbox.baseline(NOON)
        sender = threading.Thread(target=private.deliver, args=("bot", mail("one")))
        sender.start()

        assert in_time(lambda: mailbox.wait(HOUR)) is True
        assert bodies(mailbox, baseline) == [mail("one")]
        sender.join()


@pytest.mark.slow
def test_a_real_server_with_tls_too(authority: Authority, user: str) -> None:
    with dovecot_server.running(Setup(certificate=authority.chain)) as server:
        account = replace(
            server.account(user), port=server.imaps, tls=True, ca_file=str(authority.ca_file)
        )
        with closing(ImapMailbox(account)) as mailbox:
            baseline = mailbox.baseline(NOON)
            assert mailbox.wait(timedelta(seconds=0.05)) is False
            server.deliver(user, mail("one"))
            assert bodies(mailbox, baseline) == [mail("one")]


def test_a_certificate_of_a_stranger_or_of_another_name_is_refused(
    private: FaultyServer, authority: Authority
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
