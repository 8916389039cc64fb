"""Whether somebody says that he plays, in words of his own."""

import pytest

from mailref.orders.whether_to_play import reply_whether_to_play
from mailref.orders.yes_and_no import Reply


@pytest.mark.parametrize(
    "text",
    [
        "Jo, bin dabei.", "Ich mach mit!", "Auf geht's!", "Warum nicht?", "Klingt gut, ich mach mit",
        "Ich nehme die Einladung gern an", "Ja super, dann lass uns loslegen", "Ja. Ich bin aber noch Anfängerin.",
        "Na klar mach ich mit, der Toni gibt ja sonst keine Ruhe :-)", "Count me in, he never stops asking",
        "Oui, je joue avec toi, mon mari sera content",
        "Au ja, das wird lustig. Ich spiele mit!", "Game on!", "Oh go on then, I'll have a game", "It's a yes from me",
        "Yes please! I haven't played in years though", "C'est parti !", "Oui, je joue avec toi",
    ],
)  # fmt: skip
def test_who_says_that_he_plays_says_yes(text: str) -> None:
    assert reply_whether_to_play([text]) is Reply.YES


@pytest.mark.parametrize(
    "text",
    [
        "Ich spiele nicht mit", "ich bin raus", "Momentan eher nicht", "Hab zu viel um die Ohren",
        "Vielen Dank für die Einladung, leider muss ich passen", "I don't want to play", "No can do",
        "Maybe next time", "I'd love to, but I can't", "Je ne joue pas", "Merci, mais je ne peux pas cette fois",
    ],
)  # fmt: skip
def test_who_says_that_he_does_not_says_no(text: str) -> None:
    assert reply_whether_to_play([text]) is Reply.NO


@pytest.mark.parametrize(
    "text",
    [
        "Ich bin dabei, mir das zu überlegen", "Wenn du anfängst, bin ich dabei", "Ich spiele mit dem Gedanken",
        "Ich mach mit, der Toni muss aber langsam spielen", "I'm in, she must promise to be slow",
        "Ich mach mit, wenn der Toni will",
        "Ich mach mit Anna was anderes", "Ich nehme an, du meinst mich?", "Los geht's erst im Januar",
        "Ich passe auf die Kinder auf", "Heute nicht, aber morgen gern", "I'm in bed with flu", "I can't wait!",
        "I'm in if Ben is", "I would join if it were free", "Macht Anna mit?", "Ja, aber nicht mit Eve",
        "Ich würde gern mitspielen. Leider bin ich krank.",
    ],
)  # fmt: skip
def test_what_may_mean_something_else_is_neither(text: str) -> None:
    assert reply_whether_to_play([text]) in {None, Reply.OPEN}
