"""Several plays in a mail without capitals: which one is meant is told as in any other (rules 8)."""

import pytest

from tests.orders.test_known_words import booked
from tests.reading.reading import YERRES


@pytest.mark.parametrize(
    "text",
    [
        "h8s basen. nein, doch lieber h8w raben",
        "h8s basen\nno wait. scrap that. h8a raben please, final",
        "statt h8s basen bitte h8w raben",
    ],
)
def test_the_play_that_is_decided_on_is_laid(text: str) -> None:
    assert booked(text, YERRES) == ["RABEN"]


@pytest.mark.parametrize(
    "text",
    ["h8s basen oder h8w raben", "jonas legt h8s basen, ich h8w raben", "h8s basen\nh8w raben"],
)
def test_of_two_that_stand_side_by_side_it_is_asked(text: str) -> None:
    assert booked(text, YERRES) == []


def test_one_alone_is_read_as_before() -> None:
    assert booked("ich nehm h8w raben, sonst nix", YERRES) == ["RABEN"]
