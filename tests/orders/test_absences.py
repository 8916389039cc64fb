"""Whose absence a sentence tells of, and what takes one back."""

import pytest

from mailref.orders.absences import GivesUp, gives_up_absence, may_be_own


@pytest.mark.parametrize(
    "text",
    [
        "Vom 11. bis 15.12. bin ich doch nicht verreist.",
        "Ich habe vom 11.12. bis 15.12. keinen Urlaub.",
        "Urlaub habe ich vom 11.12. bis 15.12. nicht, ich kann also mitspielen.",
        "I'm not on holiday from 11 to 15 December, so don't wait for me.",
        "No holiday for me from 11 to 15 December.",
        "Je ne suis pas en vacances du 11 au 15 décembre.",
        "Vom 11. bis 15.12. ist Jürgen verreist.",
        "Meine Eltern sind vom 11.12. bis 15.12. in Kur.",
        "My husband's away from 11 to 15 December.",
        "Ben will be on holiday from 11 to 15 December.",
        "Ma femme est absente du 11 au 15 décembre.",
        "My neighbours are away from 11 to 18 December and I feed the cat.",
        "Unsere Nachbarn sind vom 11.12. bis 18.12. im Urlaub, und wir füttern die Katze.",
        "Vom 11. bis 18.12. bin ich im Urlaub, dort gibt es Internet.",
        "Über Weihnachten bin ich in Bregenz, dort gibt's inzwischen auch Internet.",
        "Ab Freitag sind wir auf Gomera, erreichbar bin ich dort per Mail.",
        "Vom 11. bis 18.12. bin ich verreist, ziehe aber von dort.",
        "I'm on holiday from 11 to 18 December, with wifi.",
        "I'm away from 11 to 18 December but can be reached by mail.",
        "Je suis en vacances du 11 au 18 décembre, mais je joue quand même.",
    ],
)
def test_who_is_there_or_tells_of_another_tells_of_no_absence_of_his(text: str) -> None:
    assert not may_be_own(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ich bin vom 11. bis 18.12. leider nicht da.",
        "Da ich vom 11. bis 18.12. verreist bin, kann ich nicht ziehen.",
        "Bin vom 11. bis 18.12. nicht im Urlaub, sondern im Krankenhaus.",
        "Mein Urlaub ist vom 11.12. bis 18.12.",
        "Wir (meine Frau und ich) sind vom 11.12. bis 18.12. verreist",
        "Meine Frau hat Urlaub, deshalb sind wir vom 11.12. bis 18.12. verreist",
        "Will be away from 11 to 18 December",
        "My wife and I will be away from 11 to 18 December.",
        "Im Urlaub sind meine Frau und ich vom 11.12. bis 18.12.",
        "I won't be here from 11 to 18 December.",
        "Je ne serai pas là du 11 au 18 décembre.",
        "Vom 11. bis 18.12. bin ich im Urlaub, dort gibt es kein Internet.",
        "Vom 11. bis 18.12. bin ich im Urlaub und nicht erreichbar, danach wieder erreichbar.",
        "I'm away from 11 to 18 December, I won't have wifi and can't play.",
        "Je suis en vacances du 11 au 18 décembre, je ne serai pas joignable.",
    ],
)
def test_what_may_be_his_own_is_not_taken_for_that(text: str) -> None:
    assert may_be_own(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Kannst du meinen Urlaub bitte streichen?", GivesUp.SURELY),
        ("Aus dem Urlaub wird leider nichts.", GivesUp.SURELY),
        ("Ich sage meinen Urlaub ab.", GivesUp.SURELY),
        ("My trip is off, please cancel my absence.", GivesUp.SURELY),
        ("Mes vacances sont annulées.", GivesUp.SURELY),
        ("PS: Urlaub fällt aus.", GivesUp.SURELY),
        ("Bin früher aus dem Urlaub zurück.", GivesUp.BACK),
        ("I'm not on holiday after all.", GivesUp.BACK),
        ("Je suis de retour.", GivesUp.BACK),
        ("Bin bald wieder da!", GivesUp.PERHAPS),
        ("Bin ab Montag wieder da.", GivesUp.PERHAPS),
        ("Bitte den Urlaub nicht löschen", None),
        ("Meine Schwester hat ihren Urlaub abgesagt.", None),
        ("Ich habe im Urlaub die Küche gestrichen.", None),
        ("PRESSE: Der Urlaub fällt aus", None),
        ("Mein Urlaub ist leider schon um", GivesUp.BACK),
        ("Max hat eine Mail geschickt, die zu groß ist, um", None),
        ("die Spielleitung hat den ZAT geändert. Züge, die schon da sind, gelten", None),
        ("die Spielleitung hat den ZAT geändert. Züge, die schon da", None),
        ("You now have no absence noted.", None),
        ("You have no absence noted.", None),
    ],
)
def test_an_absence_is_taken_back_surely_perhaps_or_not(text: str, found: GivesUp | None) -> None:
    assert gives_up_absence(text) is found
