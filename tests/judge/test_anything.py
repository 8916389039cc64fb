"""Whatever arrives, it is considered without a failure; what is no move is never taken for one."""

import json

import pytest

from tests.effort import Tried, fewer, sample
from tests.judge.cases import answers, cases
from tests.needs import need_shared
from tests.reading.mails import HEADER, foreign_mails
from tests.reading.test_fuzz import mutated

NOW = "2026-12-01T12:00:00+01:00"
SETTINGS = sorted({case.settings for case in cases()})
PLAIN = b"Content-Type: text/plain; charset=utf-8\n\n"
OUTCOMES = {"accepted", "pending", "rejected", "ignored", "command"}


def as_if_from(data: bytes, sender: str) -> bytes:
    """Return a stranger's mail with a player's From, so that its lines are looked at."""
    head, gap, body = data.replace(b"\r\n", b"\n").partition(b"\n\n")
    kept: list[bytes] = []
    is_from = False
    for row in head.split(b"\n"):
        if not row.startswith((b" ", b"\t")):
            is_from = row.lower().startswith(b"from")
        if not is_from:
            kept.append(row)
    return b"\n".join([f"From: <{sender}>".encode(), *kept]) + gap + body


PLAYERS = {
    "games/spree.toml": "paul@example.org",
    "games/dreifach.toml": "paul@example.org",
    "games/oesterreich.toml": "uwe@example.org",
    "games/zwickau.toml": "stefan.falke@example.org",
    "games/goerlitz.toml": "stefan.falke@example.org",
    "games/sb_zwei.toml": "stefan.falke@example.org",
    "games/bern.toml": "rita.hahn@example.org",
}


@pytest.mark.sampled(1)
@pytest.mark.slow
@pytest.mark.parametrize("settings", SETTINGS)
def test_no_move_is_read_out_of_other_peoples_mail(settings: str) -> None:
    """Real mails of many programs: no crash, no move counts, from a player of each game; one may be asked about."""
    texts = sorted(need_shared("corpora").glob("*/emails/*"))
    mails = [HEADER + PLAIN + path.read_bytes() for path in texts] + [
        path.read_bytes() for path in texts
    ]

    assert len(mails) > 150
    for data in sample(mails, fewer(len(mails), 25), settings):
        for asked in (data, as_if_from(data, PLAYERS[settings])):
            for entry in answers(asked, settings, NOW):
                assert isinstance(entry, dict)
                is_asked = entry["reason"] == "ambiguous"
                assert is_asked or entry["moves"] == [], (entry, asked[:2000])
                assert entry["outcome"] in {"ignored", "rejected", "command"}


def check(data: bytes, settings: str) -> None:
    found = answers(data, settings, NOW)

    assert found
    for entry in found:
        assert isinstance(entry, dict)
        assert entry["outcome"] in OUTCOMES
        assert (entry["reason"] is not None) == (entry["outcome"] in {"rejected", "ignored"})
        assert json.dumps(entry)


def seeds() -> list[bytes]:
    return [case.data for case in cases()]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.slow
def test_mutated_mails_are_considered(settings: str) -> None:
    for data in mutated(seeds(), fewer(60, 6), seed=1):
        check(data, settings)


@pytest.mark.slow
@pytest.mark.parametrize("seed", sample(range(50), 1))
def test_twenty_thousand_mutated_mails_are_considered(seed: int, tried: Tried) -> None:
    """A mutation fuzzer with fixed seeds, at least 20,000 mails a run."""
    count = fewer(400, 30)
    for number, data in enumerate(mutated(seeds() + foreign_mails(), count, seed=100 + seed)):
        check(data, SETTINGS[number % len(SETTINGS)])
    tried("mutated mails considered", count)
