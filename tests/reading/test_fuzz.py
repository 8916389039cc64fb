"""Whatever arrives, the reader answers, in bounded time, and says the same twice."""

import random
import time
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailref.reading.incoming_mail import IncomingMail
from tests.effort import Tried, examples, fewer, sample
from tests.reading.mails import CORPUS, foreign_mails, mail_of, read_mail
from tests.reading.reply_text import reply_text

# Ten times what is aimed at, so that a busy machine turns nothing red.
MOST_SECONDS = 2.5

PIECES = (
    b"\n", b"\r\n", b"\n\n", b"--", b"-- \n", b"> ", b"<", b">", b"<p>", b"</div>", b"<blockquote>",
    b"=?utf-8?q?", b"?=", b"=C3=96", b"\xc3\x96", b"\xd6", b"\x00", b"\xff", b"\xe2\x80\x93",
    b"Content-Type: multipart/mixed; boundary=b\n\n--b\n", b"Content-Type: text/html\n",
    b"Content-Transfer-Encoding: base64\n", b"Content-Transfer-Encoding: quoted-printable\n",
    b"; charset=utf-16", b"; charset=x", b"; format=flowed", b"From: x@y.example\n", b"(", b'"',
    b"Am 20.11.26 um 21:05 schrieb X:\n", b"Von: a\nAn: b\nBetreff: c\n", b"M9s BESEN\n", b":", b";",
    b"-- Antworten bitte \xc3\xbcber dieser Zeile --\n", b"begin 644 x\n", b"A" * 500, b"\n" * 50,
)  # fmt: skip


def mutated(mails: list[bytes], count: int, seed: int) -> Iterator[bytes]:
    """Yield mails with bytes changed, cut out, doubled, put in, and two mails made one."""
    rng = random.Random(seed)
    for _ in range(count):
        data = bytearray(rng.choice(mails)[:40_000])
        for _ in range(rng.randint(1, 8)):
            at = rng.randrange(len(data) + 1)
            to = min(len(data), at + rng.randint(1, 60))
            match rng.randrange(6):
                case 0:
                    data[at:to] = b""
                case 1:
                    data[at:at] = rng.choice(PIECES)
                case 2:
                    data[at:at] = data[at:to] * rng.randint(1, 20)
                case 3:
                    data[at:to] = rng.randbytes(to - at)
                case 4:
                    other = rng.choice(mails)
                    start = rng.randrange(len(other) + 1)
                    data[at:at] = other[start : start + 2_000]
                case _:
                    data[at:to] = rng.choice(PIECES)
        yield bytes(data)


def seeds() -> list[bytes]:
    return [path.read_bytes() for path in sorted(CORPUS.glob("*.eml"))] + foreign_mails()


def check(data: bytes) -> None:
    began = time.thread_time()  # of ours alone: the machine may be busy
    mail = read_mail(data)
    took = time.thread_time() - began

    assert took < MOST_SECONDS
    check_lines(mail)


def check_lines(mail: IncomingMail) -> None:
    """Every line can be shown where it stood: each character has a place, lines are in order."""
    for block in (mail.lines, *mail.below):
        assert any(line.text.strip() for line in block) or not block
        numbers = [line.number for line in block]
        assert numbers == sorted(numbers)
        for line in block:
            assert not line.places or len(line.places) == len(line.text)
            assert "\n" not in line.text
            assert "\u00a0" not in line.text


@pytest.mark.slow
def test_five_hundred_mutated_mails_are_read() -> None:
    for data in mutated(seeds(), fewer(500, 75), seed=1):
        check(data)


@pytest.mark.slow
@pytest.mark.parametrize("seed", sample(range(2, 22), 2))
def test_twenty_thousand_mutated_mails_are_read(seed: int, tried: Tried) -> None:
    """At least 20,000 mails a run."""
    count = fewer(1_000, 120)
    for data in mutated(seeds(), count, seed=seed):
        check(data)
    tried("mutated mails read", count)


@given(data=st.binary(max_size=2_000))
@settings(max_examples=examples(200))
def test_any_bytes_are_read(data: bytes) -> None:
    check(data)


@given(pieces=st.lists(st.sampled_from(PIECES), max_size=40))
@settings(max_examples=examples(300))
def test_any_mixture_of_pieces_is_read(pieces: list[bytes]) -> None:
    check(b"".join(pieces))


@given(text=st.text(max_size=400))
@settings(max_examples=examples(300))
def test_any_text_is_read_the_same_twice(text: str) -> None:
    data = mail_of(text.encode("utf-8", "replace").decode())

    assert read_mail(data) == read_mail(data)


@given(text=st.text(alphabet=st.sampled_from("aÄ> -|\n\t\u00ad\u200b\u2013:<@1."), max_size=200))
@settings(max_examples=examples(300))
def test_reply_text_is_made_of_lines_of_the_text(text: str) -> None:
    kept = reply_text(text).split("\n")

    assert set(kept) <= set(text.split("\n")) | {""}
