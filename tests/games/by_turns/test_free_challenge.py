"""A challenge in vain is free where nobody ruled, and the policy accepts the word (classic 5.6)."""

import pytest

from mailref.games.by_turns.contents import TurnEffect
from mailref.games.by_turns.course import Course, FromMail
from mailref.games.classic.book import ClassicBook, LegalExchange
from mailref.games.events import BY_POLICY, WordRuled
from mailref.orders.entries import ChallengeAct, WrittenOrders
from mailref.referee.policy import Outcome
from tests.games.classic.examples import READER, START, Given, Words, game_of, lines_of
from tests.games.classic.test_random import SPAN


def after_rucken(draws: Given) -> Course:
    """Return a game in which Anna has laid a word that nobody knows."""
    setup = {"players": ["Anna", "Ben"], "racks": {"Anna": "RUCKENX", "Ben": "AEINRST"}}
    course = Course(
        game_of(setup), ClassicBook(), Words(trusts=False), draws, START, lambda *_: None
    )
    orders = READER.read(lines_of(["H4 RUCKEN"]), course.game.rules.notation)
    course.respond(FromMail("Anna", START, "1"), orders)
    return course


@pytest.mark.parametrize(("by", "cost"), [(BY_POLICY, 0), ("mail", 5)])
def test_what_the_policy_accepts_costs_nothing(by: str, cost: int) -> None:
    course = after_rucken(Given(["AEI"]))

    asked = course.respond(
        FromMail("Ben", START, "2"), WrittenOrders(acts=(ChallengeAct((), SPAN),))
    )
    answer = course.rule(WordRuled("RUCKEN", True, by, ""))

    assert (asked.outcome, asked.asked) == (Outcome.PENDING, ("RUCKEN",))
    assert answer.effect is TurnEffect.STANDS
    assert course.game.players["Ben"].total == -cost


@pytest.mark.parametrize(
    ("said", "outcome", "asked"),
    [
        pytest.param("ANFECHTEN", Outcome.PENDING, ("RUCKEN",), id="the word is asked about"),
        pytest.param("ANNEHMEN", Outcome.ACCEPTED, (), id="the turn is made"),
    ],
)
def test_beside_a_move_a_challenge_that_waits_is_what_is_answered(
    said: str, outcome: Outcome, asked: tuple[str, ...]
) -> None:
    course = after_rucken(Given(["AEI", "A", "EEE", "N"]))
    orders = READER.read(lines_of([said, "TAUSCHE A"]), course.game.rules.notation)

    answer = course.respond(FromMail("Ben", START, "2"), orders)

    assert (answer.outcome, answer.asked) == (outcome, asked)
    assert answer.effect is (None if asked else TurnEffect.DONE)
    assert isinstance(answer.legal, LegalExchange)
