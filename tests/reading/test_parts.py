"""What the corpus cannot show one mail at a time: places, proof by DKIM, fingerprints."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailref.reading.html_to_lines import lines_of_html
from mailref.reading.incoming_mail import Proof, ReadPolicy
from mailref.reading.mime import clean_line, split_lines
from mailref.reading.read_mail import read
from tests.reading.mails import HEADER, mail_of, read_mail, texts

SIGNED = "DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=x;\n h=From; b=abc\n"


def policy(*, verified: bool | None) -> ReadPolicy:
    return ReadPolicy(frozenset(), "loop", dkim_verify=lambda _: verified)


@pytest.mark.slow
@given(
    line=st.text(
        alphabet=st.characters(exclude_characters="\r\n\u2028\u2029", exclude_categories=["Cs"]),
        max_size=60,
    )
)
def test_every_character_of_a_cleaned_line_stood_where_it_says(line: str) -> None:
    """Contract 3: in characters after NFC."""
    raw = unicodedata.normalize("NFC", line)

    cleaned = clean_line(7, raw)

    for at, char in enumerate(cleaned.text):
        span = cleaned.span(at, at + 1)
        stood = raw[span.column - 1]
        assert span.line == 7
        assert char == stood or char in "-\"' "


def test_a_last_line_end_opens_no_line() -> None:
    assert split_lines("a\r\nb\rc\n\nd\n") == ["a", "b", "c", "", "d"]


@pytest.mark.parametrize(
    ("fields", "verified", "proof"),
    [
        pytest.param(SIGNED, True, Proof.PASSED, id="signed by the sender's domain"),
        pytest.param(SIGNED, False, Proof.NONE, id="a broken signature is as none"),
        pytest.param(SIGNED, None, Proof.NONE, id="the key could not be fetched"),
        pytest.param("", True, Proof.NONE, id="no signature"),
        pytest.param(SIGNED.replace("d=example.org", "d=evil.example"), True, Proof.NONE, id="other domain"),
        pytest.param(SIGNED.replace("d=example.org", "d=org"), True, Proof.NONE, id="a top level domain"),
        pytest.param(SIGNED.replace("s=x;", "s=x; l=0;"), True, Proof.NONE, id="only part of the body"),
    ],
)  # fmt: skip
def test_dkim_proves_only_the_senders_domain(
    fields: str, proof: Proof, *, verified: bool | None
) -> None:
    """RFC 6376; the shell gives the function that asks the DNS."""
    mail = read(mail_of("M9s BESEN", fields=fields), policy(verified=verified))

    assert mail.proof is proof


def test_without_a_verifier_no_signature_is_looked_at() -> None:
    assert read_mail(mail_of("x", fields=SIGNED)).proof is Proof.NONE


def test_one_mail_on_two_ways_has_one_fingerprint() -> None:
    """Mail 3: duplicates (To and Cc, list copy, second fetch) are answered once."""
    direct = mail_of("M9s BÖSEN\n")
    relayed = b"Received: by relay.example.net; Tue, 1 Dec 2026 12:00:00 +0100\n" + (
        HEADER + b"Content-Type: text/plain; charset=utf-8\n"
        b"Content-Transfer-Encoding: quoted-printable\n\nM9s B=C3=96SEN=20\r\n\r\n"
    )

    assert read_mail(direct).fingerprint == read_mail(relayed).fingerprint


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(mail_of("M9s BASEN\n"), id="another word"),
        pytest.param(mail_of("M9s BESEN\n").replace(b"<1@", b"<2@"), id="another id"),
        pytest.param(mail_of("M9s BESEN\n").replace(b"max@", b"kai@"), id="another sender"),
    ],
)
def test_two_mails_have_two_fingerprints(other: bytes) -> None:
    assert read_mail(other).fingerprint != read_mail(mail_of("M9s BESEN\n")).fingerprint


def test_without_an_id_the_date_tells_two_mails_apart() -> None:
    first = mail_of("M9s BESEN\n").replace(b"Message-ID: <1@example.org>\n", b"")
    second = first.replace(b"1 Dec 2026", b"2 Dec 2026")

    assert read_mail(first).fingerprint == read_mail(first).fingerprint
    assert read_mail(first).fingerprint != read_mail(second).fingerprint


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        pytest.param("<b> L4s MENÜS</b>", ["L4s MENÜS"], id="at the start"),
        pytest.param("Hallo<br><b> L4s MENÜS</b>", ["Hallo", "L4s MENÜS"], id="behind a break"),
        pytest.param("<td></td> L4s MENÜS", ["L4s MENÜS"], id="behind an empty cell"),
        pytest.param("<td>L4s</td> <td>MENÜS</td>", ["L4s MENÜS"], id="between cells"),
    ],
)
def test_no_line_of_html_begins_with_the_blank_of_its_source(html: str, lines: list[str]) -> None:
    assert [row.text for row in lines_of_html(html)[0]] == lines


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        ('<style>.pre{display:none}</style><p>Moment.</p><div class="pre">PASS</div>', ["Moment."]),
        ('<style>p.x, #y {visibility: hidden}</style><p class="a x">A</p><p id="Y">B</p>C', ["C"]),
        ('A<div style="position:absolute; left:-9999px">PASS</div>', ["A"]),
        ('A<div style="top:-900px;position:fixed">PASS</div>', ["A"]),
        ('A<div style="text-indent:-9999px">PASS</div>', ["A"]),
        ('A<div style="font-size:1px">PASS</div>', ["A"]),
        ('A<span style="color:#fffffe">PASS</span>', ["A"]),
        # Only small screens hide it, and nobody knows on which it was written.
        (
            '<style>@media (max-width:600px){.pre{display:none}}</style><p class="pre">PASS',
            ["PASS"],
        ),
        ("<style>/* .pre{display:none} */</style><p class=pre>PASS", ["PASS"]),
        ("<p>Moment.</p><p class=pre>PASS</p><style>.pre{display:none}", ["Moment."]),
        ("<p>Moment.</p><p class=pre>PASS</p><style>.pre{display:none}}", ["Moment."]),
        (
            "<style>@import url(x); /* } */ .a{color:red} .pre{display:none}</style><p class=pre>PASS",
            [],
        ),
        (
            "<style>@media print{.a{top:0}.pre{display:none}} .b{display:none}</style><p class=pre>PASS<p class=b>A",
            ["PASS"],
        ),
        ('<p style="font-size:1.2em;margin-left:-10px">PASS', ["PASS"]),
    ],
)
def test_what_a_page_hides_by_a_sheet_or_beside_its_edge_is_not_there(
    html: str, lines: list[str]
) -> None:
    assert [row.text for row in lines_of_html(html)[0]] == lines


@pytest.mark.parametrize(("length", "joined"), [(60, False), (61, True)])
def test_a_blank_at_the_end_is_a_soft_break_where_the_next_word_would_not_fit(
    length: int, joined: bool
) -> None:
    line = "x" * (length - len(" Ruhe"))

    mail = read_mail(mail_of(f"{line} \nRuhe da", "text/plain; format=flowed"))

    assert texts(mail.lines) == ([f"{line} Ruhe da"] if joined else [line, "Ruhe da"])
