"""Each template that asks something by mail is listed here with how it is answered; a new one must be, too."""

import re
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
ASKS = re.compile(
    r"Meinst du|Meintest du|genügt JA\b|auf diese Mail mit JA\b|ja oder nein|Gemeint ist"
    r"|[Dd]o you mean|[Dd]id you mean|perhaps meant|just answer YES\b|this mail with YES\b|yes or no\b"
    r"|Perhaps .* is meant"
)
BY_YES_OR_NO = {
    "notices/address_asked.j2", "notices/newcomer_asked.j2", "notices/orders_asked.j2", "notices/press_to_release.j2",
    "notices/sender_asked.j2", "mail_answer/unknown_game.j2", "orders/lacks.j2", "orders/refusals.j2",
    "rounds/entry/meant.j2", "rounds/entry/name_meant.j2", "by_rounds/who_is_meant.j2",
    "rounds/word_questions/said.j2", "asked_said.j2", "turns/answer/ambiguous.j2",
    "turns/answer/sender_mismatch.j2", "rummikub/hints.j2",
    "rounds/entry_answer/ambiguous.j2", "classic/hints.j2",
    "offer_asked.j2", "notices/club_asked.j2", "notices/club_confirm.j2", "notices/invited_asked.j2",
    "turns/rematch.j2", "club/said.j2",
}  # fmt: skip
"""Followed with yes and no in `tests/tick`: questions, questions_followed, club, rematches."""
BY_A_NEW_LINE = {"challenge_refused/unknown_name.j2"}
"""What may be meant is written again, as the mail says; followed there, too."""
NO_QUESTIONS = {
    "rounds/orders.j2", "turns/orders.j2", "bingo/orders.j2", "bingo/rules.j2", "tasks/orders.j2",
    "rounds/rules_said.j2", "init.j2", "player_orders.j2",
}  # fmt: skip
"""They list what may be ordered, or tell rules."""


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_template_that_asks_is_listed(language: str) -> None:
    asking = {
        path.relative_to(TEMPLATES / language).as_posix()
        for path in (TEMPLATES / language).rglob("*.j2")
        if ASKS.search(path.read_text(encoding="utf-8"))
    }

    assert asking - NO_QUESTIONS == BY_YES_OR_NO | BY_A_NEW_LINE
