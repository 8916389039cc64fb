"""Hostile mail is handled in bounded time and memory, and never raises."""

import tracemalloc

import pytest

from mailref.reading.incoming_mail import MOST_PIECES, Robot, Trouble
from mailref.reading.read_mail import read
from tests.reading.hostile import HOSTILE
from tests.reading.mails import HEADER, POLICY, mail_of, read_mail, texts


@pytest.mark.sampled(20)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("data", "trouble", "is_known"),
    [pytest.param(data, trouble, known, id=name) for name, data, trouble, known in HOSTILE],
)
def test_hostile_mail_is_told_apart(data: bytes, trouble: str | None, *, is_known: bool) -> None:
    """bench/reading.py prints the times."""
    mail = read_mail(data)

    assert mail.trouble == trouble
    assert mail.sender == ("max@example.org" if is_known else None)


@pytest.mark.sampled(6)  # what is traced takes four times as long
@pytest.mark.slow
@pytest.mark.parametrize("data", [pytest.param(data, id=name) for name, data, *_ in HOSTILE])
def test_hostile_mail_is_read_in_bounded_memory(data: bytes) -> None:
    tracemalloc.start()
    read_mail(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 64_000_000


def test_a_mail_over_the_size_is_too_large_but_its_sender_is_known() -> None:
    """Mail 3: reject politely, once; so the header must be read."""
    mail = read_mail(mail_of("M9s BESEN\n" + "x" * 1_000_001))

    assert mail.trouble is Trouble.TOO_LARGE
    assert mail.sender == "max@example.org"
    assert mail.lines == ()


def test_a_truncated_mail_is_too_large_however_small_the_rest() -> None:
    mail = read(mail_of("M9s BESEN\n"), POLICY, is_truncated=True)

    assert mail.trouble is Trouble.TOO_LARGE
    assert mail.lines == ()


def test_a_truncated_robot_is_still_a_robot() -> None:
    mail = read(mail_of("weg", fields="Auto-Submitted: auto-replied\n"), POLICY, is_truncated=True)

    assert mail.robot is Robot.AUTO_REPLY


def test_html_beyond_the_bound_keeps_what_stands_above() -> None:
    """The player writes above the quote; the quote may be as long as it likes."""
    source = "<p>M9s BESEN</p><blockquote>" + "<div>x</div>" * 20_000 + "</blockquote>"

    mail = read_mail(mail_of(source, "text/html"))

    assert texts(mail.lines) == ["M9s BESEN"]
    assert mail.trouble is None


def test_text_beyond_the_bound_keeps_what_stands_above() -> None:
    mail = read_mail(mail_of("M9s BESEN\n" + "> x\n" * 50_000))

    assert texts(mail.lines) == ["M9s BESEN"]
    assert mail.trouble is None


@pytest.mark.parametrize("data", [b"", b"\n", b"\0", b"From:", b"\r", HEADER])
def test_next_to_nothing_is_empty(data: bytes) -> None:
    assert read_mail(data).trouble in {Trouble.EMPTY, Trouble.CHARSET}


def test_a_fault_of_ours_ends_at_the_border(monkeypatch: pytest.MonkeyPatch) -> None:
    """Style 32: a mail that breaks the reader is set aside with what its header says."""

    def broken(_: object) -> object:
        raise RecursionError

    monkeypatch.setattr("mailref.reading.read_mail.contents_of", broken)

    mail = read_mail(mail_of("M9s BESEN\n"))

    assert mail.trouble is Trouble.HOSTILE
    assert mail.sender == "max@example.org"


def test_a_header_that_breaks_the_reader_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> object:
        raise RecursionError

    monkeypatch.setattr("mailref.reading.mime.parse", broken)
    monkeypatch.setattr("mailref.reading.mime.parse_header", broken)

    mail = read_mail(mail_of("M9s BESEN\n"))

    assert mail.trouble is Trouble.HOSTILE
    assert mail.sender is None


@pytest.mark.parametrize(
    "written",
    [
        "team: max@example.org;",
        "team: , max@example.org",
        "team: thief@evil.example, max@example.org;",
        "max@example.org, thief@evil.example",
        "<max@example.org> <thief@evil.example>",
        "thief@evil.example, Max <max@example.org>",
        "Muster, Max <max@example.org>, thief@evil.example",
        "Muster, Max <max@example.org> <thief@evil.example>",
        "Muster, <thief@evil.example> Max <max@example.org>",
        "Team: Muster, Max <max@example.org>;",
        "Muster, =?utf-8?q?thief=40evil.example?= <max@example.org>",
        'Muster, "thief@evil.example" <max@example.org>',
        "Muster, (thief@evil.example) <max@example.org>",
        "Muster, Max <max@example.org> Max",
        "Muster, Max <@evil.example:max@example.org>",
        "Muster, Max <max@example.org@evil.example>",
    ],
)
def test_a_group_and_several_addresses_are_nobodys(written: str) -> None:
    mail = read_mail(f"From: {written}\nSubject: Zug\n\nM9s BESEN\n".encode())

    assert mail.sender is None


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Muster, Max <max@example.org>", "Muster, Max"),
        ("Muster; Max <max@example.org>", "Muster; Max"),
        ("Dr.: Muster <max@example.org>", "Dr.: Muster"),
        ("Muster, Max, Dr. <MAX@Example.org> ", "Muster, Max, Dr."),
        ("=?utf-8?q?M=C3=BCster?=, Max <max@example.org>", "Müster, Max"),
    ],
)
def test_a_name_that_lacks_its_quotes_makes_no_second_address(written: str, name: str) -> None:
    mail = read_mail(f"From: {written}\nSubject: Zug\n\nM9s BESEN\n".encode())

    assert (mail.sender, mail.sender_name) == ("max@example.org", name)


@pytest.mark.parametrize("field", ["From: eve@example.net", "From: Muster, Eva <eve@example.net>"])
def test_a_second_from_field_is_still_nobodys(field: str) -> None:
    mail = read_mail(f"From: Muster, Max <max@example.org>\n{field}\n\nM9s BESEN\n".encode())

    assert mail.sender is None


@pytest.mark.parametrize(("parts", "is_cut"), [(MOST_PIECES, False), (MOST_PIECES + 1, True)])
def test_so_many_parts_of_a_mail_are_read(parts: int, is_cut: bool) -> None:
    piece = "--x\nContent-Type: text/plain\n\nTeil {}\n"
    body = "".join(piece.format(number) for number in range(1, parts + 1)) + "--x--\n"

    mail = read_mail(mail_of(body, 'multipart/mixed; boundary="x"'))

    assert (f"Teil {parts}" in texts(mail.lines)) is not is_cut
