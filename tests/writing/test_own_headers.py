"""The bytes of what we write: ids as they came, lines that fit, nothing smuggled in."""

from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.policy import default

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mailref.writing.mail_bytes import LETTER, folded_subject, message_ids

# What Outlook makes, 84 characters; and one of 100.
OUTLOOK = "<AM9PR08MB6066F1C0A9E6DD5B2A3B7C6EF0D5A@AM9PR08MB6066.eurprd08.prod.outlook.example>"
LONG = f"<{'A' * 85}@mail.example>"


def letter(**headers: str) -> EmailMessage:
    made = EmailMessage(policy=LETTER)
    made["Subject"] = "[yerres R4] Zug"
    for name, value in headers.items():
        made[name.replace("_", "-")] = value
    made.set_content("Grüße\n")
    return made


def head(made: EmailMessage) -> list[bytes]:
    return made.as_bytes().split(b"\r\n\r\n")[0].split(b"\r\n")


@pytest.mark.parametrize("name", ["Message-ID", "In-Reply-To", "References"])
@pytest.mark.parametrize("known", [OUTLOOK, LONG], ids=["outlook", "longer than a line"])
def test_an_id_longer_than_a_line_is_written_as_it_came(name: str, known: str) -> None:
    """Mail 0.4: never encoded, never folded inside, or Outlook loses the thread."""
    made = letter(**{name: known})

    assert f"{name}: {known}".encode() in head(made)
    assert message_from_bytes(made.as_bytes(), policy=default)[name] == known


def test_references_stand_one_a_line() -> None:
    made = letter(References=f"{OUTLOOK} {LONG}\t<c@z>")

    at = head(made).index(f"References: {OUTLOOK}".encode())
    assert head(made)[at + 1 : at + 3] == [f" {LONG}".encode(), b" <c@z>"]


def test_a_folded_chain_of_another_program_is_not_folded_twice() -> None:
    """Old chains are copied from foreign headers, line ends and all, after unfolding."""
    assert message_ids("<a@x>\r\n\t<b@y>\n <c@z>") == ("<a@x>", "<b@y>", "<c@z>")


@pytest.mark.parametrize(
    "hostile",
    [
        pytest.param("<a@x>  Bcc: everyone@example.org", id="prose after the id"),
        pytest.param("<a@x> <bü@y>", id="beyond ascii"),
        pytest.param("<a@x> <b c@y>", id="blank inside"),
        pytest.param("<a@x> <" + "b" * 997 + ">", id="longer than a line may be"),
        pytest.param("<a@x> <>", id="empty"),
    ],
)
def test_what_is_no_id_is_left_out(hostile: str) -> None:
    assert b"References: <a@x>" in head(letter(References=hostile))
    assert not any(
        b"Bcc" in line or b"b" * 997 in line for line in head(letter(References=hostile))
    )


def test_references_without_any_id_are_no_header_at_all() -> None:
    assert not any(line.startswith(b"References") for line in head(letter(References="none")))


def test_our_own_message_id_must_be_one() -> None:
    with pytest.raises(ValueError, match="not a message id"):
        letter(Message_ID="none").as_bytes()


@pytest.mark.parametrize("name", ["Subject", "References", "Message-ID", "X-Mailref-Loop"])
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_a_line_end_in_a_header_is_refused(name: str, end: str) -> None:
    """Mail 3, header injection: EmailMessage refuses CR and LF."""
    made = EmailMessage(policy=LETTER)

    with pytest.raises(ValueError, match="linefeed or carriage return"):
        made[name] = f"<a@x>{end}Bcc: everyone@example.org"


def test_text_is_seven_bit_with_crlf_only() -> None:
    """Mail 3: outgoing is 7-bit or QP, line ends from the policy only (SMTP smuggling)."""
    data = letter().as_bytes()

    assert data.isascii()
    assert data.count(b"\r\n") == data.count(b"\n") == data.count(b"\r")


def test_a_long_subject_is_still_folded_and_read_back() -> None:
    subject = "Runde 4: " + "Größenwahn und Übermut " * 9
    made = EmailMessage(policy=LETTER)
    made["Subject"] = subject.strip()
    made.set_content("x\n")

    assert max(map(len, head(made))) <= 78
    assert message_from_bytes(made.as_bytes(), policy=default)["Subject"] == subject.strip()


@given(st.lists(st.text("aZ9:=?_ÄßœЖ字😀", min_size=1, max_size=30), min_size=1, max_size=9))
@example(["Zurückgenommen:", "Entscheidung", "über", "EUBÖA"])
@example(["Vergeblich", "angefochten:", "RHEUMAS", "und", "ABDRUCKEN", "sind", "gültig"])
@example(["=?utf-8?q?STAND?=", "x"])
def test_a_subject_is_read_as_it_was_written(words: list[str]) -> None:
    """RFC 2047 2: no encoded word is longer than 75 characters, and none parts a letter."""
    subject = f"[yerres R4] {' '.join(words)}"

    field = folded_subject(subject, "\r\n")

    lines = field.splitlines()
    raw = " ".join(line.strip() for line in lines).removeprefix("Subject: ")
    assert str(make_header(decode_header(raw))) == subject
    assert message_from_bytes(f"{field}\r\n".encode(), policy=default)["Subject"] == subject
    assert all(line.isascii() for line in lines)
    assert all(len(word) <= 75 for word in " ".join(lines).split() if word.startswith("=?"))


@given(st.lists(st.text(st.characters(min_codepoint=1, max_codepoint=0x17F), max_size=40)))
def test_no_reference_can_begin_a_line_of_ours(parts: list[str]) -> None:
    """Whatever stands in a foreign chain, each line of the header is an id of it or nothing."""
    made = EmailMessage(policy=LETTER)
    made["References"] = " ".join(" ".join(parts).split()) or "x"

    for line in made.as_bytes().split(b"\r\n\r\n")[0].split(b"\r\n"):
        assert line == b"" or line.removeprefix(b"References: ").strip().startswith(b"<")
