"""Whom the outbox talks to, and how it logs in."""

import smtplib
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from mailref.errors import LoginRefusedError, UnreachableError
from mailref.post.ports import Sent, SmtpMode
from mailref.post.smtp import SmtpOutbox
from tests.post.builders import letter, outcomes
from tests.servers import sink
from tests.servers.authority import Authority
from tests.servers.faulty import FaultyServer
from tests.servers.sink import SmtpSink


def test_starttls_that_is_not_offered_ends_it_before_a_word_is_said(smtp_sink: SmtpSink) -> None:
    """Contract 2: smtp:// means STARTTLS, which must succeed."""
    account = replace(smtp_sink.account(), mode=SmtpMode.STARTTLS, user="u", password="p")

    with pytest.raises(UnreachableError, match="STARTTLS"):
        outcomes(account, letter())
    assert smtp_sink.taken == []


@pytest.mark.parametrize("mode", [SmtpMode.TLS, SmtpMode.STARTTLS])
def test_a_certificate_of_a_stranger_is_refused(mode: SmtpMode, authority: Authority) -> None:
    with sink.running(mode, authority.context()) as server:
        account = replace(server.account(), ca_file=str(authority.stranger))
        with pytest.raises(UnreachableError, match="certificate verify failed"):
            outcomes(account, letter())

    assert server.taken == []


@pytest.mark.parametrize("mode", [SmtpMode.TLS, SmtpMode.STARTTLS])
def test_a_certificate_for_another_name_is_refused(mode: SmtpMode, authority: Authority) -> None:
    with sink.running(mode, authority.context()) as server:
        account = replace(server.account(), host="localhost", ca_file=str(authority.ca_file))
        with pytest.raises(UnreachableError, match="certificate verify failed"):
            outcomes(account, letter())


def test_a_ca_file_that_is_missing_is_our_fault_and_no_traceback(authority: Authority) -> None:
    with sink.running(SmtpMode.TLS, authority.context()) as server:
        account = replace(server.account(), ca_file="/nowhere/ca.pem")
        with pytest.raises(UnreachableError, match="No such file"):
            outcomes(account, letter())


@pytest.mark.parametrize("mode", [SmtpMode.TLS, SmtpMode.STARTTLS])
def test_user_and_password_beyond_ascii_log_in(mode: SmtpMode, authority: Authority) -> None:
    """smtplib itself can only say ASCII."""
    with sink.running(mode, authority.context()) as server:
        account = replace(
            server.account(), ca_file=str(authority.ca_file), user=sink.USER, password=sink.PASSWORD
        )
        assert outcomes(account, letter()) == [Sent()]
        with pytest.raises(LoginRefusedError):
            outcomes(replace(account, password="grüner Tee"), letter())


def test_an_ascii_password_logs_in(embedded_ascii: FaultyServer) -> None:
    account = embedded_ascii.smtp("bot")

    SmtpOutbox(account).check()
    with pytest.raises(LoginRefusedError) as caught:
        SmtpOutbox(replace(account, password="geheim")).check()
    assert "geheim" not in str(caught.value)


@pytest.fixture
def embedded_ascii() -> Iterator[FaultyServer]:
    with FaultyServer({"bot": "plain"}) as server:
        yield server


def test_a_server_that_offers_no_login_gets_none(smtp_sink: SmtpSink) -> None:
    """A relay on loopback: `user` is that of the mailbox."""
    account = replace(smtp_sink.account(), user="bot", password="geheim")

    assert outcomes(account, letter()) == [Sent()]


def test_a_login_put_off_is_no_login_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def put_off(*_: object) -> None:
        raise smtplib.SMTPAuthenticationError(454, b"4.7.0 later")

    monkeypatch.setattr(smtplib.SMTP, "login", put_off)
    with FaultyServer({"bot": "plain"}) as server, pytest.raises(UnreachableError, match="454"):
        SmtpOutbox(server.smtp("bot")).check()
