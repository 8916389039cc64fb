"""Logging in by OAuth 2: tokens in a file of one's own, refreshed when they run out (RFC 6749, 8628).

The protocol's words are oauthlib's, an extra; the requests are few and go by urllib.
"""

import json
import urllib.parse
import urllib.request
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from msgspec import Struct

from mailref.durable import write_durably
from mailref.errors import LoginRefusedError, MailServerError, NoTokenError, UnreachableError
from mailref.post.ports import OAuth

_TIMEOUT = 30.0
_MARGIN = timedelta(minutes=2)
"""So long before its end a token is taken for spent: the login takes a moment."""
_REDIRECT = "http://127.0.0.1:8765/"
"""Where the provider sends the browser; nobody listens, its address is pasted."""


class DeviceCode(Struct, frozen=True):
    """What the person types into a browser, and what we ask with whether that was done."""

    user_code: str
    address: str
    device_code: str
    interval: timedelta
    expires: timedelta


class Consent(Struct, frozen=True):
    """A page on which the person agrees; it leads to an address that holds a code."""

    address: str
    verifier: str
    state: str


def access_token(oauth: OAuth, now: datetime | None = None) -> str:
    """Return a token that is good for a login, fetched anew if need be.

    LoginRefusedError where the person has to log in once more.
    """
    now = now or datetime.now(UTC)
    kept = _kept(oauth)
    if datetime.fromtimestamp(float(kept.get("expires_at", 0)), UTC) - _MARGIN > now:
        return str(kept["access_token"])
    client = _need().WebApplicationClient(oauth.client_id)
    body = client.prepare_refresh_body(refresh_token=kept["refresh_token"], **_secret(oauth))
    found = _asked(oauth, client, f"{body}&client_id={oauth.client_id}")
    return _keep(oauth, {**kept, **found}, now)


def spend(oauth: OAuth) -> None:
    """Fetch another token at the next login: a server refused this one, however long it was to last."""
    kept = _kept(oauth)
    _keep(oauth, {**kept, "expires_in": 0}, datetime.fromtimestamp(0, UTC))


def begin_device(oauth: OAuth) -> DeviceCode:
    """Ask for a code that the person types into a browser, on whatever device."""
    client = _need().DeviceClient(oauth.client_id)
    body = urllib.parse.urlencode({"client_id": client.client_id, "scope": oauth.scope})
    said = json.loads(_posted(oauth.device_url, body))
    if "device_code" not in said:
        raise LoginRefusedError(f"{oauth.device_url}: {said.get('error_description') or said}")
    return DeviceCode(
        user_code=said["user_code"],
        address=said.get("verification_uri") or said["verification_url"],
        device_code=said["device_code"],
        interval=timedelta(seconds=said.get("interval", 5)),
        expires=timedelta(seconds=said.get("expires_in", 900)),
    )


def is_granted(oauth: OAuth, code: DeviceCode, now: datetime) -> bool:
    """Tell whether the person has agreed, and keep the tokens then."""
    client = _need().DeviceClient(oauth.client_id, **_secret(oauth))
    body = client.prepare_request_body(code.device_code, include_client_id=True)
    try:
        found = _asked(oauth, client, body)
    except LoginRefusedError as refusal:
        cause = refusal.__cause__
        if getattr(cause, "error", "") in {"authorization_pending", "slow_down"}:
            return False
        raise
    _keep(oauth, found, now)
    return True


def ask_consent(oauth: OAuth) -> Consent:
    """Return the page on which the person agrees, for providers without codes for devices."""
    client = _need().WebApplicationClient(oauth.client_id)
    verifier = client.create_code_verifier(64)
    state = client.state_generator()
    address = client.prepare_request_uri(
        oauth.consent_url,
        redirect_uri=_REDIRECT,
        scope=oauth.scope,
        state=state,
        code_challenge=client.create_code_challenge(verifier, "S256"),
        code_challenge_method="S256",
        access_type="offline",
        prompt="consent",
    )
    return Consent(address, verifier, state)


def redeem(oauth: OAuth, consent: Consent, pasted: str, now: datetime) -> None:
    """Keep the tokens for the address to which the page led."""
    client = _need().WebApplicationClient(oauth.client_id)
    https = pasted.strip().replace("http://", "https://", 1)  # nothing went over that line
    try:
        client.parse_request_uri_response(https, state=consent.state)
    except _need().OAuth2Error as refusal:
        raise LoginRefusedError(f"the address is not the one asked for: {refusal}") from refusal
    body = client.prepare_request_body(
        redirect_uri=_REDIRECT, code_verifier=consent.verifier, **_secret(oauth)
    )
    _keep(oauth, _asked(oauth, client, body), now)


def initial_response(user: str, token: str) -> Callable[[bytes | None], str]:
    """Return what smtplib says for XOAUTH2: user and token, then nothing but an empty line."""

    def say(challenge: bytes | None = None) -> str:
        return f"user={user}\1auth=Bearer {token}\1\1" if challenge is None else ""

    return say


def _need() -> Any:
    """Return oauthlib's module; most installations log in by a password and never load it."""
    try:
        return import_module("oauthlib.oauth2")
    except ImportError as why:
        needed = "auth = \"oauth2\" needs oauthlib: pip install 'mailref[oauth2]'"
        raise NoTokenError(needed) from why


def _secret(oauth: OAuth) -> dict[str, str]:
    return {"client_secret": oauth.client_secret} if oauth.client_secret else {}


def _asked(oauth: OAuth, client: Any, body: str) -> dict[str, Any]:
    text = _posted(oauth.token_url, body)
    try:
        found: dict[str, Any] = client.parse_request_body_response(text)
    except _need().OAuth2Error as refusal:
        said = f"{refusal}; 'mailref login' logs in anew"
        raise NoTokenError(f"{oauth.token_url}: {said}") from refusal
    return dict(found)


def _posted(url: str, body: str) -> str:
    request = urllib.request.Request(url, body.encode(), method="POST")  # noqa: S310  https, by the settings
    try:
        with urllib.request.urlopen(request, timeout=_TIMEOUT) as answer:  # noqa: S310  as above
            return str(answer.read(1_000_000).decode())
    except HTTPError as refusal:
        if refusal.code >= 500:
            raise UnreachableError(f"{url}: {refusal}") from refusal
        return refusal.read(1_000_000).decode()
    except OSError as problem:
        raise UnreachableError(f"{url}: {problem}") from problem


def _kept(oauth: OAuth) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(Path(oauth.token_file).read_text(encoding="utf-8"))
        found["refresh_token"]
    except (OSError, ValueError, LookupError, TypeError) as problem:
        raise NoTokenError(
            f"{oauth.token_file}: holds no token; 'mailref login' fetches one"
        ) from problem
    return found


def _keep(oauth: OAuth, found: dict[str, Any], now: datetime) -> str:
    """Write the tokens, for their owner only, in place of the old ones."""
    path = Path(oauth.token_file)
    part = path.with_name(f"{path.name}.part")
    kept = {
        "refresh_token": found.get("refresh_token", ""),
        "access_token": found["access_token"],
        "expires_at": now.timestamp() + float(found.get("expires_in", 0)),
    }
    try:
        write_durably(part, json.dumps(kept).encode())
        part.replace(path)
    except OSError as problem:
        raise MailServerError(f"{path}: the token cannot be kept: {problem}") from problem
    return str(kept["access_token"])
