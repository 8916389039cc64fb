"""A mail that only thanks, praises, wishes or parts is told from one that asks for something."""

import pytest

from mailref.orders.kind_words import is_only_kind

NAMES = {"Jeanne Exemple", "Claire Martin", "Eve", "Frank Moss", "Karl", "Anna"}


@pytest.mark.parametrize(
    "text",
    [
        "Merci !",
        "Merci, à bientôt !",
        "Joyeux Noël à tous 🎄",
        "Bravo à tous et merci Jeanne !",
        "Un grand merci à l’arbitre",
        "Félicitations, c'était une belle partie !",
        "Danke, schönes Wochenende!",
        "Vielen Dank für die schnelle Auswertung!\n\nViele Grüße\nKarl",
        "Herzlichen Glückwunsch, Anna! Das war ein tolles Spiel.",
        "Frohe Weihnachten und einen guten Rutsch!",
        "DANKE",
        *("Danke, das ging ja schnell!", "Thank you, that was quick!", "Merci, c'était rapide !"),
        "Vielen Dank, das ging ja flott! :-)\n\nSchönen Gruß\nAnna",
        "Danke, das hat ja wunderbar geklappt.",
        "Danke, das Bild ist sehr schön geworden",
        "Great, thanks for letting me know!",
        "Merci, bien reçu !",
        "Well played",
        "nice move eve!",
        "Thank you very much, that was a great game. See you next time",
        "Merry Christmas and a happy New Year to all of you",
        "👍",
    ],
)
def test_thanks_and_wishes_ask_for_nothing(text: str) -> None:
    assert is_only_kind(text.split("\n"), NAMES)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Hallo",
        "Viele Grüße\nKarl",
        "Danke, ich höre auf",
        "Merci, j'abandonne",
        "Thanks, I resign",
        "Thanks, take my move back",
        "Danke, ich bin bis Freitag krank",
        "Danke, und wann kommt die Auswertung?",
        "Danke, ich habe nichts bekommen",
        "Thanks, the board is wrong",
        "Danke KAHN",
        "Danke, H8",
        "Thanks, Bob",
        "👍 H8",
        "merci " * 200,
    ],
)
def test_what_says_more_or_asks_or_names_a_stranger_is_no_such_mail(text: str) -> None:
    assert not is_only_kind(text.split("\n"), NAMES)
