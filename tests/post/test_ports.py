"""What goes over the wire cannot end a command or a mail before its time."""

import socket
from threading import Timer

import pytest

from mailref.post.ports import ImapAccount, Letter, SmtpAccount, SmtpMode, patient


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"Subject: x\n\n", id="lone LF"),
        pytest.param(b"Subject: x\r\r\n", id="CR before CRLF"),
        pytest.param(b"Subject: x\r\n\r\n.\r.\r\n", id="lone CR"),
        pytest.param(b"a\r\n\n.\r\nMAIL FROM:<x@y>\r\n", id="smuggled end of mail"),
    ],
)
def test_a_letter_with_odd_line_ends_goes_to_no_server(data: bytes) -> None:
    """Mail 3: SMTP smuggling lives on line ends that servers read differently."""
    letter = Letter(1, "bot@example.org", "anna@example.org", data)

    assert letter.fault() == "a line does not end in CRLF"


@pytest.mark.parametrize(
    "address",
    [
        "a b@example.org",
        "a@example.org>",
        "<a@example.org",
        "a@example.org\r\nRCPT TO:<b@x>",
        "a\0b",
    ],
)
def test_an_address_that_could_end_the_command_goes_to_no_server(address: str) -> None:
    to_him = Letter(1, "bot@example.org", address, b"x\r\n")
    from_him = Letter(1, address, "anna@example.org", b"x\r\n")

    assert to_him.fault() == from_him.fault() == f"not an envelope address: {address!r}"


def test_an_empty_body_and_an_umlaut_in_the_address_are_fine() -> None:
    assert Letter(1, "bot@example.org", "jörg@exämple.org", b"").fault() is None


def test_passwords_never_show_in_a_traceback() -> None:
    imap = ImapAccount("h", 993, tls=True, user="u", password="geheim")
    smtp = SmtpAccount("h", 465, SmtpMode.TLS, user="u", password="geheim")

    assert "geheim" not in repr(imap) + repr(smtp)


def test_what_another_thread_says_while_an_answer_is_awaited_disturbs_nothing() -> None:
    """IDLE is ended by another thread: DONE is said while the one that waits for mail still reads."""
    ours, theirs = socket.socketpair()
    ours.settimeout(10)
    waiting = patient(ours)

    def done() -> None:
        waiting.sendall(b"DONE\r\n")
        theirs.sendall(b"OK")

    with waiting, theirs:
        Timer(0.05, done).start()
        assert waiting.recv(16) == b"OK"
        assert theirs.recv(16) == b"DONE\r\n"
