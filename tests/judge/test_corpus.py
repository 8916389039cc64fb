"""What the referee answers to each mail of `tests/corpus` in one game (its key `judge`)."""

import json

import pytest

from tests.judge.agreement import differences
from tests.judge.cases import answers
from tests.reading.mails import CORPUS, names

RECEIVED = "2026-12-01T12:00:00+01:00"


@pytest.mark.parametrize("name", names())
def test_a_strange_mail_is_answered_as_expected(name: str) -> None:
    """Each strange mail asserts what comes out, not just that nothing breaks."""
    want = json.loads((CORPUS / f"{name}.json").read_text("utf-8"))["judge"]

    got = answers((CORPUS / f"{name}.eml").read_bytes(), "games/corpus.toml", RECEIVED)

    assert len(got) == len(want), got
    assert [line for pair in zip(want, got, strict=True) for line in differences(*pair)] == []
