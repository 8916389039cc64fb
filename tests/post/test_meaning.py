"""What is said when a server cannot be spoken to: what it means, what helps, and under which key."""

import socket
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from mailref.demo.server.imap_server import BadCommandError
from mailref.errors import MailServerError
from mailref.post.imap_mailbox import ImapMailbox
from mailref.post.ports import ImapAccount, SmtpAccount, SmtpMode, in_words
from mailref.post.smtp import SmtpOutbox
from tests.servers import sink
from tests.servers.authority import Authority
from tests.servers.faulty import Effect, Faults, FaultyServer, Misstep, Moment

IMAP = ImapAccount("127.0.0.1", 1, tls=True, user="u", password="geheim")
SMTP = SmtpAccount("127.0.0.1", 1, SmtpMode.TLS, user="u", password="geheim")


def said(account: ImapAccount | SmtpAccount) -> str:
    """Return what is said of a server that cannot be spoken to."""
    with pytest.raises(MailServerError) as caught:
        _log_in(account)
    assert "geheim" not in str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def _log_in(account: ImapAccount | SmtpAccount) -> None:
    if isinstance(account, SmtpAccount):
        SmtpOutbox(account).check()
        return
    with closing(ImapMailbox(account)) as mailbox:
        mailbox.snapshot()


def test_a_name_that_nobody_knows() -> None:
    """The top-level domain is reserved for names that are none (RFC 2606)."""
    assert said(replace(IMAP, host="imap.nirgends.invalid", port=993)).startswith(
        "imaps://imap.nirgends.invalid:993: no server of the name imap.nirgends.invalid is known"
        " ([mail] imap): is it spelt right, and is the machine online? ("
    )
    assert "([mail] smtp)" in said(replace(SMTP, host="smtp.nirgends.invalid"))


def test_a_port_where_nothing_listens() -> None:
    assert said(SMTP) == (
        "smtps://127.0.0.1:1: nothing listens there ([mail] smtp): is the machine online, and is it"
        " the right name and port? ([Errno 111] Connection refused)"
    )


@pytest.mark.parametrize("account", [IMAP, SMTP])
def test_tls_to_a_port_that_begins_without(account: ImapAccount | SmtpAccount) -> None:
    """As somebody has it who writes imaps://mail.example.org:143."""
    with FaultyServer({"u": "x"}) as server:
        is_imap = isinstance(account, ImapAccount)
        port = server.imap_port if is_imap else server.smtp_port

        found = said(replace(account, port=port))

    key = "imap" if is_imap else "smtp"
    usual = 993 if is_imap else 465
    assert (
        f"it does not speak TLS on port {port} ([mail] {key}): {key}s:// is usually port {usual};"
        in found
    )


def test_a_port_that_wants_tls_from_the_beginning() -> None:
    """As somebody has it who writes smtp://mail.example.org:465: such a server waits in silence."""
    assert in_words(TimeoutError(), "smtp://mail.example.org:465", "timed out") == (
        "smtp://mail.example.org:465: port 465 wants TLS from the beginning ([mail] smtp):"
        ' write "smtps://mail.example.org:465" (timed out)'
    )


def test_a_server_that_does_not_answer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        account = replace(SMTP, port=silent.getsockname()[1], timeout=timedelta(seconds=0.05))

        assert "no answer ([mail] smtp): is the machine online" in said(account)


def test_a_certificate_of_another(authority: Authority) -> None:
    with sink.running(SmtpMode.TLS, authority.context()) as server:
        found = said(replace(server.account(), ca_file=str(authority.stranger)))

    assert "its certificate does not prove that it is 127.0.0.1 ([mail] smtp)" in found
    assert "[mail] ca" in found


def test_no_starttls(smtp_sink: sink.SmtpSink) -> None:
    account = replace(smtp_sink.account(), mode=SmtpMode.STARTTLS)

    assert "offers no STARTTLS on port" in said(account)


@pytest.mark.parametrize(
    ("account", "keys"),
    [
        pytest.param(lambda s: s.imap("u"), "[mail] user, password", id="imap"),
        pytest.param(
            lambda s: s.smtp("u"), "[mail] user, password; smtp_user, smtp_password", id="smtp"
        ),
    ],
)
def test_a_log_in_that_is_refused(
    account: Callable[[FaultyServer], ImapAccount | SmtpAccount], keys: str
) -> None:
    with FaultyServer({"u": "x"}) as server:
        found = said(replace(account(server), password="geheim"))

    assert (
        f": user or password is wrong ({keys}), or the provider must allow mail programs" in found
    )


def test_a_search_that_is_refused_is_told_in_the_servers_words() -> None:
    """imapclient adds where its manual is to be found, imaplib how it writes bytes."""

    def refuse() -> None:
        raise BadCommandError("nobody searches here")

    with FaultyServer({"u": "x"}) as server:
        account = server.imap("u")
        server.fail(Faults((Misstep("SEARCH", Moment.BEFORE, Effect.CALL, act=refuse),)))
        with closing(ImapMailbox(account)) as mailbox, pytest.raises(MailServerError) as caught:
            mailbox.baseline(datetime(2036, 12, 5, tzinfo=UTC))

    assert str(caught.value) == (
        f"{account.name}: it refuses a search that each server knows (SEARCH, RFC 3501 6.4.4):"
        " nobody searches here"
    )
