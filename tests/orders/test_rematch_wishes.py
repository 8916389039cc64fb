"""Who wishes for a rematch in words of his own, perhaps by name of whom he speaks to; in German, English and French."""

import pytest

from mailref.orders.commands import command_in
from mailref.orders.table import Command

WISHES = [
    "Sehr gern eine Revanche, Harriet!",
    "Gern, Harriet! Revanche!",
    "Ja, Harriet, sehr gerne eine Revanche!",
    "Revanche, Harriet?",
    "Harriet, ich möchte gern eine Revanche.",
    "Eine Revanche wäre schön, Harriet.",
    "Wie wäre es mit einer Revanche, Harriet?",
    "Auf zur Revanche!",
    "Ich nehme die Revanche an.",
    "Rematch, please, Harriet!",
    "I'd love a rematch, Harriet!",
    "Very happy to have a rematch, Harriet!",
    "Yes to a rematch, Harriet!",
    "Count me in for a rematch",
    "Harriet, shall we have a rematch?",
    "Volontiers une revanche, Odile !",
    "Odile, je voudrais une revanche.",
    "D'accord pour une revanche, Odile !",
]
OTHERS = [
    "Vielleicht eine Revanche, Harriet",
    "Lieber keine Revanche, Harriet",
    "Das war die Revanche, Harriet!",
    "Die Revanche wäre schön gewesen.",
    "Danke für die Revanche, Harriet!",
    "Tom möchte eine Revanche",
    "Nie, Harriet, eine Revanche",
    "Gern eine Revanche, aber erst im Januar",
    "No rematch for me, Harriet",
    "Maybe a rematch, Harriet",
    "Of course the rematch was lost",
    "Thanks for the rematch, Harriet!",
    "Pas de revanche pour moi, Odile",
    "Merci pour la revanche, Odile !",
    "La revanche était très belle, Odile",
]


@pytest.mark.parametrize("text", WISHES)
def test_a_wish_is_taken_as_the_order(text: str) -> None:
    assert command_in(text) is Command.REMATCH


@pytest.mark.parametrize("text", OTHERS)
def test_a_no_a_doubt_thanks_and_a_story_are_none(text: str) -> None:
    assert command_in(text) is None
