"""DKIM by dkimpy with a name server of the test's own (RFC 6376)."""

import base64
from functools import cache
from pathlib import Path

import dkim as dkimpy
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from msgspec.structs import replace

from mailref.office import read_policy
from mailref.post import dkim_check
from mailref.reading.incoming_mail import Proof, ReadPolicy
from mailref.reading.read_mail import read
from mailref.settings.load import load_settings
from tests.referee.rehearsal import game, rehearse

MAIL = (
    b"From: Paul Probst <paul@example.org>\r\nTo: referee@example.org\r\nSubject: Zug\r\n"
    b"Message-ID: <1@example.org>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    b"1-Zug-Scrabble Spree\r\nM9s BESEN\r\n"
)


@cache
def key(bits: int = 2048) -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=bits)


def signed(data: bytes = MAIL, domain: bytes = b"example.org") -> bytes:
    pem = key().private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    field: bytes = dkimpy.sign(data, b"s1", domain, pem, include_headers=[b"from", b"subject"])
    return field + data


def record(_name: bytes, /, timeout: int) -> bytes | None:  # noqa: ARG001  as dkimpy calls it
    public = key().public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return b"v=DKIM1; k=rsa; p=" + base64.b64encode(public)


def verified(ask: dkim_check.AskDns, data: bytes) -> bool | None:
    verify = dkim_check.verifier(ask)
    assert verify is not None
    return verify(data)


def nothing(_name: bytes, /, timeout: int) -> bytes | None:  # noqa: ARG001  as dkimpy calls it
    return None


def is_down(_name: bytes, /, timeout: int) -> bytes | None:  # noqa: ARG001  as dkimpy calls it
    raise TimeoutError


def garbage(_name: bytes, /, timeout: int) -> bytes | None:  # noqa: ARG001  as dkimpy calls it
    return b"p=\xff\x00;;=; v"


def test_a_signature_that_holds_is_verified() -> None:
    assert verified(record, signed()) is True


def test_a_changed_body_is_seen() -> None:
    assert verified(record, signed().replace(b"BESEN", b"BASEN")) is False


def test_a_changed_sender_is_seen() -> None:
    assert verified(record, signed().replace(b"paul@", b"gm@")) is False


@pytest.mark.parametrize("ask", [nothing, garbage])
def test_a_key_that_is_not_there_proves_nothing(ask: dkim_check.AskDns) -> None:
    assert verified(ask, signed()) is not True


def test_a_name_server_that_is_down_is_no_failure() -> None:
    assert verified(is_down, signed()) is None


@pytest.mark.parametrize("data", [b"", b"x", b"DKIM-Signature: v=1\r\n\r\n", MAIL, b"\xff" * 50])
def test_what_is_not_signed_is_not_verified(data: bytes) -> None:
    assert verified(record, data) is not True


def test_without_dkimpy_there_is_no_verifier(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is optional."""
    monkeypatch.setattr(dkim_check, "is_available", lambda: False)

    assert dkim_check.verifier(garbage) is None


@pytest.mark.parametrize(
    ("domain", "proof"), [(b"example.org", Proof.PASSED), (b"evil.example", Proof.NONE)]
)
def test_only_the_senders_own_domain_vouches_for_him(domain: bytes, proof: Proof) -> None:
    policy = ReadPolicy(frozenset(), "loop", dkim_verify=dkim_check.verifier(record))

    assert read(signed(domain=domain), policy).proof is proof


@pytest.mark.parametrize(
    ("trust", "asks"),
    [
        ("address", False),
        ("token", False),
        ("authenticated", True),
        ("authenticated_or_token", True),
    ],
)
def test_the_dns_is_asked_only_where_a_game_wants_proof(
    trust: str, tmp_path: Path, *, asks: bool
) -> None:
    source = Path(__file__).parent.parent / "judge" / "games" / "spree.toml"
    path = tmp_path / "config.toml"
    text = source.read_text("utf-8")
    path.write_text(text.replace('language = "de"', f'language = "de"\ntrust = "{trust}"'), "utf-8")
    loaded = load_settings(path, {}, needs_secrets=False).settings
    assert loaded is not None

    assert (read_policy(loaded, bytes(32)).dkim_verify is not None) is asks


def test_the_dns_is_asked_for_registered_senders_only() -> None:
    """A stranger's mail names a name server of his choice, and 20 of them took more than a minute."""
    asked: list[bytes] = []

    def verify(data: bytes) -> bool:
        asked.append(data)
        return True

    rehearsal = rehearse(game(players={"Paul": "paul@example.org"}))
    policy = read_policy(rehearsal.settings, bytes(32), rehearsal.office)
    policy = replace(policy, dkim_verify=verify)
    stranger = signed().replace(b"paul@", b"fred@")

    assert read(stranger, policy).proof is Proof.NONE
    assert asked == []
    assert read(signed(), policy).proof is Proof.PASSED
    assert len(asked) == 1
