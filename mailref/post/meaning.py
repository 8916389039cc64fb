"""What a failed connection means and what helps, in words, with the key of the settings it hangs on.

The words of the server or the system follow it, for those who can tell more from them.
"""

import smtplib
import socket
import ssl

from mailref.errors import LoginRefusedError

_IMPLICIT_TLS = frozenset({993, 465})
"""Ports on which a connection begins with TLS (RFC 8314)."""
_WITHOUT = {"imaps": 143, "smtps": 587}
_WITH = {"imap": ("imaps", 993), "smtp": ("smtps", 465)}
_REACHABLE = "is the machine online, and is it the right name and port?"


def in_words(error: Exception, url: str, said: str) -> str:
    """Return what went wrong at *url* (`imaps://mail.example.org:993`), and *said*, as one line."""
    scheme, _, place = url.partition("://")
    host, _, port = place.rpartition(":")
    found = _meaning(error, scheme, host, int(port))
    return f"{url}: {found} ({said})" if found else f"{url}: {said}"


def _meaning(error: Exception, scheme: str, host: str, port: int) -> str:
    key = f"[mail] {scheme.removesuffix('s')}"
    match error:
        case LoginRefusedError() | smtplib.SMTPAuthenticationError():
            return _login(scheme)
        case socket.gaierror():
            return f"no server of the name {host} is known ({key}): is it spelt right, and is the machine online?"
        case ssl.SSLCertVerificationError():
            return (
                f"its certificate does not prove that it is {host} ({key}): is that the name the provider gives?"
                " for a certificate of your own, name its file under [mail] ca"
            )
        case ssl.SSLError():
            return _no_tls(scheme, port, key)
        case smtplib.SMTPNotSupportedError():
            return (
                f'it offers no STARTTLS on port {port} ({key}): write "smtps://{host}" for TLS from the'
                " beginning, or another port"
            )
        case TimeoutError() | smtplib.SMTPServerDisconnected() if _may_want_tls(scheme, port):
            scheme_with, _ = _WITH[scheme]
            return f'port {port} wants TLS from the beginning ({key}): write "{scheme_with}://{host}:{port}"'
        case TimeoutError():
            return f"no answer ({key}): {_REACHABLE}"
        case ConnectionRefusedError():
            return f"nothing listens there ({key}): {_REACHABLE}"
        case _:
            return ""


def _login(scheme: str) -> str:
    keys = (
        "[mail] user, password"
        if scheme.startswith("imap")
        else "[mail] user, password; smtp_user, smtp_password"
    )
    return (
        f"user or password is wrong ({keys}), or the provider must allow mail programs first,"
        " some by a password of its own for them"
    )


def _may_want_tls(scheme: str, port: int) -> bool:
    return scheme in _WITH and port in _IMPLICIT_TLS


def _no_tls(scheme: str, port: int, key: str) -> str:
    if scheme not in _WITHOUT:
        return f"TLS cannot be agreed on with it ({key})"
    usual = {"imaps": 993, "smtps": 465}[scheme]
    plain = scheme.removesuffix("s")
    return (
        f"it does not speak TLS on port {port} ({key}): {scheme}:// is usually port {usual};"
        f" {plain}:// is the one that begins without, usually on port {_WITHOUT[scheme]}"
    )
