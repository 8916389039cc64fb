"""Each template that asks something by mail is listed here with how it is answered; a new one must be, too."""

import re
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
ASKS = re.compile(
    r"Meinst du|Meintest du|Wort JA\b|nein allein"
    r"|[Dd]o you mean|[Dd]id you mean|perhaps meant|word YES\b|no alone"
)
BY_YES_OR_NO = {"notice.j2", "mail_answer.j2", "entry_reason.j2", "orders.j2"}
"""Followed with yes and no in `tests/tick/test_questions.py`."""
BY_A_NEW_LINE = {"entry_faults.j2", "turn_answer.j2", "bingo_answer.j2", "challenge_refused.j2"}
"""What may be meant is written again, as the mail shows it."""


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_template_that_asks_is_listed(language: str) -> None:
    asking = {
        path.name
        for path in (TEMPLATES / language).glob("*.j2")
        if ASKS.search(path.read_text(encoding="utf-8"))
    }

    assert asking == BY_YES_OR_NO | BY_A_NEW_LINE
