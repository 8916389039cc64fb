"""What our own server's Authentication-Results prove, and what forged ones do not (RFC 8601)."""

import pytest

from mailref.reading.incoming_mail import Proof
from tests.reading.mails import mail_of, read_mail

BORDER = (
    "Received: from mout.example.net by mx.example.org (Postfix) with ESMTPS id 1;"
    " Tue, 1 Dec 2026 11:58:31 +0100\n"
)
LMTP = "Received: from mx.example.org by mx.example.org with LMTP id 2; Tue, 1 Dec 2026\n"
STORE = "Received: from {} by imap.example.org with LMTP id 2; Tue, 1 Dec 2026\n"
PASS = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\n"
EXIM = (
    "Received: from evil.example.net (helo=x)\n\tby mx.example.org with esmtps (TLS1.3)\n\t"
    '(Exim 4.96) (envelope-from <"x with lmtp y"@evil.example.net>) id 1; Tue, 1 Dec 2026\n'
)
BARE_EXIM = EXIM.replace("(envelope-from", "envelope-from").replace("net>)", "net>")


def proof(fields: str) -> Proof:
    return read_mail(mail_of("M9s BESEN", fields=fields)).proof


def said(rest: str) -> str:
    return f"Authentication-Results: mx.example.org; {rest}\n{BORDER}"


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param(PASS + BORDER, id="above the border's own Received"),
        pytest.param(LMTP + PASS + BORDER, id="handed to the store by LMTP"),
        pytest.param(
            STORE.format("localhost (localhost [127.0.0.1])") + PASS + BORDER,
            id="handed over on the machine itself",
        ),
        pytest.param(
            STORE.format("mx2.example.org ([10.0.0.7])") + LMTP + PASS + BORDER,
            id="handed over twice in the house",
        ),
        pytest.param(PASS + BORDER.replace("by mx.", "by mx7."), id="a sister of the same house"),
        pytest.param(said('dkim=pass header.i="a@b"@example.org'), id="a quoted sign in DKIM's"),
        pytest.param(said("dkim=pass header.i=@example.org"), id="DKIM's without a local part"),
        pytest.param(said("dmarc = pass (p=none) header . from = example.org"), id="blanks"),
        pytest.param(said('spf=pass smtp.mailfrom="Max M"@example.org'), id="a quoted local part"),
        pytest.param(
            said("spf=none; dkim/1=pass header.d=Example.org;"), id="version and capitals"
        ),
        pytest.param(
            said('dkim=pass reason="a; b" header.d=example.org header.b="a=b/c"; arc=none'),
            id="a quoted reason",
        ),
    ],
)
def test_our_own_server_vouches_for_the_sender(fields: str) -> None:
    assert proof(fields) is Proof.PASSED


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param(PASS, id="no Received at all"),
        pytest.param(
            PASS + "Received: from evil.example.net by evil.example.net with SMTP id 1; Tue\n",
            id="a Received of somebody else's",
        ),
        pytest.param(PASS + LMTP, id="nothing but the store's own Received"),
        pytest.param(
            STORE.format("evil.example.net ([203.0.113.7])") + PASS + BORDER,
            id="a stranger who spoke LMTP",
        ),
        pytest.param(
            STORE.format("mx.example.org ([203.0.113.7])") + PASS + BORDER,
            id="a stranger who gave our name",
        ),
        pytest.param(
            STORE.format("mx.example.org (evil.example.net [IPv6:2a00:1450::7])") + PASS + BORDER,
            id="a stranger who gave our name by IPv6",
        ),
        pytest.param(
            "Received: by imap.example.org with LMTP id 2; Tue\n" + PASS + BORDER,
            id="LMTP from nobody",
        ),
        pytest.param(
            LMTP.replace("by mx.example.org", "by mx.example.net") + PASS + BORDER,
            id="a store of somebody else's",
        ),
        pytest.param(said("dkim=pass header.i=x@evil.example.net@example.org"), id="two domains"),
        pytest.param(
            said('dkim=pass header.i="x@evil.example.net@example.org"'), id="two domains quoted"
        ),
        pytest.param(
            said("spf=pass smtp.mailfrom=<x@evil.example.net@example.org>"), id="two domains in SPF"
        ),
        pytest.param(EXIM + PASS + BORDER, id="words of the grammar in the envelope's sender"),
        pytest.param(BARE_EXIM + PASS + BORDER, id="the same outside a comment"),
        pytest.param(
            "Received: from user by mx.example.org with local (Exim) id 1; Tue\n" + PASS + BORDER,
            id="handed in on the server itself",
        ),
        pytest.param(
            said('spf=pass smtp.mailfrom="; dmarc=pass header.from=example.org"@evil.example.net'),
            id="a semicolon in quotes",
        ),
        pytest.param(
            said(r'spf=pass smtp.mailfrom="\"; dmarc=pass header.from=example.org"@evil.example'),
            id="an escaped quote",
        ),
        pytest.param(
            said('spf=pass (of "x) ; dmarc=pass header.from=example.org ("@evil.example)'),
            id="brackets in quotes in a comment",
        ),
        pytest.param(said("spf=pass (x; dmarc=pass header.from=example.org"), id="an open comment"),
        pytest.param(
            said("spf=pass smtp.mailfrom=x=header.from=example.org"), id="a sign in a value"
        ),
        pytest.param(said("dmarc=pass header.from=exаmple.org"), id="a Cyrillic letter"),
        pytest.param(said("dmarc=pass header.from=org"), id="a top level domain"),
        pytest.param(said("dmarc=pass header.from=a.example.org"), id="a domain below"),
        pytest.param(said("x=y dmarc=pass header.from=example.org"), id="a property, no method"),
        pytest.param(
            f'Authentication-Results: "mx.example.org; dmarc=pass"; none\n{BORDER}',
            id="in the server's name",
        ),
    ],
)
def test_what_a_sender_may_have_written_vouches_for_nobody(fields: str) -> None:
    assert proof(fields) is Proof.NONE


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param(said("dmarc=fail header.from=example.org; dkim=pass header.d=example.org"), id="beside"),
        pytest.param(said('spf=pass (of "("@a.b); dmarc=fail header.from=example.org'), id="made unreadable"),
        pytest.param(PASS.replace("pass", "fail"), id="whoever wrote it"),
    ],
)  # fmt: skip
def test_a_failed_proof_is_believed_even_in_doubt(fields: str) -> None:
    """Whoever forges that makes nobody believe him."""
    assert proof(fields) is Proof.FAILED
