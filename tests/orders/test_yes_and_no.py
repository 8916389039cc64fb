"""Yes and no, as people answer the question whether they mean something."""

import pytest

from mailref.orders.yes_and_no import said


@pytest.mark.parametrize(
    "text",
    [
        *("ja, genau so habe ich es gemeint.", "Ja, so wollte ich es legen", "Ja, ich will!"),
        *("yes i mean it", "y", "Yes, that's what I meant.", "That's what I meant"),
        *("Oui, c'est ce que je voulais", "c’est bien ce que je voulais dire"),
    ],
)
def test_a_yes_in_more_words(text: str) -> None:
    assert said(text) is True


@pytest.mark.parametrize(
    "text",
    [
        *("Ja, so wollte ich es nicht", "Ja, aber das U liegt schon", "Soll ich?", "Ich will"),
        *("Ok, what is this", "Yes, what did you mean", "That's not what I meant", "why"),
        "Ce n'est pas ce que je voulais",
    ],
)
def test_what_leaves_it_open_is_no_yes(text: str) -> None:
    assert said(text) is None
