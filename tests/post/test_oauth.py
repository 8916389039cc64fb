"""Logging in by OAuth 2: on a real Dovecot that asks a token server, and on an SMTP server."""

import json
import socket
from base64 import b64decode
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult
from msgspec.structs import replace

from mailref.errors import LoginRefusedError, UnreachableError
from mailref.post.imap_mailbox import ImapMailbox
from mailref.post.oauth import access_token, ask_consent, begin_device, is_granted, redeem
from mailref.post.ports import Letter, OAuth, Sent, SmtpAccount, SmtpMode
from mailref.post.smtp import SmtpOutbox
from tests.commands.invoke import mailref
from tests.servers import dovecot, tokens
from tests.servers.dovecot import Dovecot, Setup
from tests.servers.faulty import FaultyServer
from tests.servers.tokens import Provider
from tests.settings.written import file

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
DOVECOT = """
introspection_url = http://127.0.0.1:{port}/introspect
introspection_mode = post
force_introspection = yes
username_attribute = username
active_attribute = active
active_value = true
"""


@pytest.fixture
def provider() -> Iterator[Provider]:
    with tokens.running() as found:
        yield found


def kept(
    oauth: OAuth, expires: datetime, access: str = "stale", refresh: str = "refresh-0"
) -> None:
    text = {"refresh_token": refresh, "access_token": access, "expires_at": expires.timestamp()}
    Path(oauth.token_file).write_text(json.dumps(text))


@pytest.mark.slow
def test_a_token_that_is_still_good_is_used_as_it_is(provider: Provider, tmp_path: Path) -> None:
    oauth = provider.access(tmp_path)
    kept(oauth, NOW + timedelta(minutes=3), "good")

    assert access_token(oauth, NOW) == "good"
    assert provider.asked == []


@pytest.mark.slow
def test_a_spent_one_is_refreshed_and_kept_for_its_owner_only(
    provider: Provider, tmp_path: Path
) -> None:
    oauth = provider.access(tmp_path)
    kept(oauth, NOW + timedelta(minutes=1))

    assert access_token(oauth, NOW) == "access-1"

    assert provider.asked == [
        {"grant_type": "refresh_token", "refresh_token": "refresh-0", "client_id": "mailref"}
    ]
    path = Path(oauth.token_file)
    assert path.stat().st_mode & 0o777 == 0o600
    assert json.loads(path.read_text()) == {
        "refresh_token": "refresh-0",
        "access_token": "access-1",
        "expires_at": NOW.timestamp() + 3600,
    }
    assert access_token(oauth, NOW + timedelta(minutes=57)) == "access-1"
    assert len(provider.asked) == 1


@pytest.mark.slow
def test_what_was_revoked_asks_for_a_new_login(provider: Provider, tmp_path: Path) -> None:
    oauth = provider.access(tmp_path)
    kept(oauth, NOW, refresh="gone")

    with pytest.raises(LoginRefusedError, match="it was revoked; 'mailref login' logs in anew"):
        access_token(oauth, NOW)


@pytest.mark.slow
def test_a_provider_that_is_down_passes(provider: Provider, tmp_path: Path) -> None:
    oauth = provider.access(tmp_path)
    kept(oauth, NOW)
    provider.is_down = True

    with pytest.raises(UnreachableError, match="503"):
        access_token(oauth, NOW)
    with pytest.raises(UnreachableError):
        access_token(replace(oauth, token_url="http://127.0.0.1:1/token"), NOW)


@pytest.mark.slow
def test_without_a_token_somebody_has_to_log_in(provider: Provider, tmp_path: Path) -> None:
    with pytest.raises(LoginRefusedError, match=r"token\.json: holds no token; 'mailref login'"):
        access_token(provider.access(tmp_path), NOW)


@pytest.mark.slow
def test_a_device_is_granted_access_once_the_person_agrees(
    provider: Provider, tmp_path: Path
) -> None:
    """RFC 8628."""
    oauth = provider.access(tmp_path)

    code = begin_device(oauth)
    before = is_granted(oauth, code, NOW)
    provider.has_agreed = True
    after = is_granted(oauth, code, NOW)

    assert (code.user_code, code.address) == ("ABCD-EFGH", "https://login.example.org/device")
    assert (before, after) == (False, True)
    assert access_token(oauth, NOW) == "access-3"


@pytest.mark.slow
def test_a_provider_without_codes_for_devices_leads_to_an_address(
    provider: Provider, tmp_path: Path
) -> None:
    """RFC 7636: with a proof that nobody else can redeem the code."""
    oauth = provider.access(tmp_path)

    consent = ask_consent(oauth)
    with pytest.raises(LoginRefusedError, match="not the one asked for"):
        redeem(oauth, consent, "http://127.0.0.1:8765/?code=code-1&state=another", NOW)
    redeem(oauth, consent, f"http://127.0.0.1:8765/?code=code-1&state={consent.state}", NOW)

    assert "code_challenge_method=S256" in consent.address
    assert provider.asked[-1]["code_verifier"] == consent.verifier
    assert access_token(oauth, NOW) == "access-1"


@contextmanager
def asking(provider: Provider, mechanism: str, folder: Path) -> Iterator[Dovecot]:
    """Run a Dovecot that asks the provider about tokens."""
    config = Path(folder / "oauth2.conf")
    config.write_text(DOVECOT.format(port=provider.port))
    config.chmod(0o644)
    more = f"""
auth_mechanisms = plain {mechanism}
passdb {{
  driver = oauth2
  mechanisms = {mechanism}
  args = {config}
}}
"""
    with dovecot.running(Setup(more=more)) as server:
        yield server


@pytest.mark.slow
@pytest.mark.parametrize("mechanism", ["xoauth2", "oauthbearer"])
def test_dovecot_takes_the_token(provider: Provider, mechanism: str, tmp_path: Path) -> None:
    oauth = provider.access(tmp_path)
    kept(oauth, NOW - timedelta(days=1))
    with asking(provider, mechanism, tmp_path) as server:
        account = replace(server.account(provider.user), password="", oauth=oauth)
        with closing(ImapMailbox(account)) as mailbox:
            assert mailbox.snapshot().messages == 0

    assert any("token" in each for each in provider.asked), "Dovecot asked about it"


@pytest.mark.slow
def test_a_token_that_the_server_refuses_is_spent(provider: Provider, tmp_path: Path) -> None:
    """It was withdrawn before its time: the next try takes another."""
    oauth = provider.access(tmp_path)
    kept(oauth, datetime.now(UTC) + timedelta(hours=1), "withdrawn")
    with asking(provider, "xoauth2", tmp_path) as server:
        account = replace(server.account(provider.user), password="", oauth=oauth)
        with closing(ImapMailbox(account)) as mailbox:
            with pytest.raises(LoginRefusedError):
                mailbox.snapshot()
            assert mailbox.snapshot().messages == 0


@pytest.mark.slow
def test_without_a_token_nobody_is_sent_to_look_at_his_password(
    provider: Provider, tmp_path: Path
) -> None:
    oauth = provider.access(tmp_path)
    kept(oauth, datetime.now(UTC) - timedelta(hours=1), refresh="gone")
    with FaultyServer({provider.user: "x"}) as server:
        mailbox = ImapMailbox(replace(server.imap(provider.user), oauth=oauth))
        with pytest.raises(LoginRefusedError) as refused:
            mailbox.snapshot()

    said = str(refused.value)
    assert said.startswith("imap://127.0.0.1:")
    assert said.endswith("it was revoked; 'mailref login' logs in anew")
    assert "password" not in said


class Taking:
    """An SMTP server that takes tokens."""

    def __init__(self, provider: Provider) -> None:
        self.provider = provider
        self.said: list[str] = []

    async def auth_XOAUTH2(self, _server: SMTP, args: list[str]) -> AuthResult:  # noqa: N802  aiosmtpd's name
        self.said.append(b64decode(args[1]).decode())
        user, _, token = self.said[-1].rstrip("\1").partition("\1auth=Bearer ")
        is_good = user == f"user={self.provider.user}" and token in self.provider.access_tokens
        return AuthResult(success=is_good, handled=False)

    async def handle_DATA(self, *_: object) -> str:  # noqa: N802  aiosmtpd's name
        return "250 OK"


@pytest.mark.slow
def test_smtp_takes_the_token(provider: Provider, tmp_path: Path) -> None:
    oauth = provider.access(tmp_path)
    kept(oauth, datetime.now(UTC) + timedelta(hours=1), "withdrawn")
    handler = Taking(provider)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    controller = Controller(
        handler, "127.0.0.1", port, auth_require_tls=False, auth_required=True, decode_data=False
    )
    controller.start()
    try:
        account = SmtpAccount("127.0.0.1", port, SmtpMode.PLAIN, provider.user, oauth=oauth)
        letter = Letter(1, "bot@example.org", "max@example.org", b"Subject: x\r\n\r\nx\r\n")
        with pytest.raises(LoginRefusedError):
            list(SmtpOutbox(account).send([letter]))

        (delivery,) = SmtpOutbox(account).send([letter])
    finally:
        controller.stop()

    assert delivery.outcome == Sent()
    assert handler.said[-1] == "user=bot\1auth=Bearer access-1\1\1"


def settings(folder: Path, provider: Provider) -> Path:
    path = folder / "config.toml"
    mail = f"""auth = "oauth2"
oauth2 = {{ client_id = "mailref", token_url = "{provider.url("token")}", device_url = "{provider.url("device")}" }}
"""
    path.write_text(file(mail=mail).replace('password = "geheim"\n', ""), encoding="utf-8")
    return path


@pytest.mark.slow
def test_login_says_where_to_agree_and_keeps_the_token(provider: Provider, tmp_path: Path) -> None:
    provider.has_agreed = True

    called = mailref("login", "-c", str(settings(tmp_path, provider)))

    assert (called.code, called.err) == (0, "")
    assert called.out.splitlines() == [
        "Open https://login.example.org/device in a browser, on any device, and type: ABCD-EFGH",
        f"{tmp_path}/token.json is written; 'mailref check --online' tries it",
    ]
    assert json.loads((tmp_path / "token.json").read_text())["refresh_token"] == "refresh-0"


def test_with_a_password_there_is_nothing_to_log_in_to(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(file(), encoding="utf-8")

    called = mailref("login", "-c", str(path))

    assert called.code == 1
    assert called.err.endswith('[mail] auth: is not "oauth2"; there is nothing to log in to\n')
