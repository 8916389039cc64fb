"""A challenge in vain is free where nobody ruled, and the policy accepts the word (classic 5.6)."""

import pytest

from mailref.games.by_turns.course import Course, FromMail, TurnEffect
from mailref.games.by_turns.respond import BY_POLICY, respond, rule
from mailref.games.classic.book import ClassicBook
from mailref.orders.written import ChallengeAct, WrittenOrders
from mailref.referee.findings import Outcome
from tests.games.classic.examples import READER, START, Given, Words, game_of, lines_of
from tests.games.classic.test_random import SPAN


@pytest.mark.parametrize(("by", "cost"), [(BY_POLICY, 0), ("mail", 5)])
def test_what_the_policy_accepts_costs_nothing(by: str, cost: int) -> None:
    setup = {"players": ["Anna", "Ben"], "racks": {"Anna": "RUCKENX", "Ben": "AEINRST"}}
    draws = Given(["AEI"])
    course = Course(
        game_of(setup), ClassicBook(), Words(trusts=False), draws, START, lambda *_: None
    )
    orders = READER.read(lines_of(["H4 RUCKEN"]), course.game.rules.axes)
    respond(course, FromMail("Anna", START, "1"), orders)

    asked = respond(
        course, FromMail("Ben", START, "2"), WrittenOrders(acts=(ChallengeAct((), SPAN),))
    )
    answer = rule(course, "RUCKEN", is_valid=True, by=by)

    assert (asked.outcome, asked.asked) == (Outcome.PENDING, ("RUCKEN",))
    assert answer.effect is TurnEffect.STANDS
    assert course.game.players["Ben"].total == -cost
