"""What somebody says of his name on the pages that all can read: in German, English and French alike."""

import pytest

from mailref.orders.commands import command_in, order_apart
from mailref.orders.name_wishes import NameWish, name_wish
from mailref.orders.table import Command

SHOWN = [
    "Mein Name darf gern auf die Seite.",
    "Meinen Namen dürft ihr ruhig auf der Seite zeigen.",
    "Ihr könnt mich auf der Seite gern mit vollem Namen nennen.",
    "Von mir aus darf mein Name auf die Webseite.",
    "Ich habe nichts dagegen, dass mein Name auf der Seite steht.",
    "Ich bin einverstanden, dass mein Name auf euren Seiten erscheint.",
    "Bitte zeigt auf den Seiten meinen Namen.",
    "Ich möchte gern mit meinem Namen auf der Seite stehen",
    "Auf der Seite darf mein Name stehen.",
    "Mein voller Name kann auch auf die Seite!",
    "My name may go on the page.",
    "You may put my name on the pages.",
    "Feel free to show my name on the site.",
    "I don't mind if my name is on the web pages.",
    "Please show me on the page with my full name.",
    "I'd like my name to appear on the page.",
    "I'm happy for my name to be on the website.",
    "I would like to be on the page by name.",
    "You can use my full name on your pages.",
    "Mon nom peut figurer sur la page.",
    "Vous pouvez afficher mon nom sur le site.",
    "Je veux bien que mon nom apparaisse sur la page.",
    "Je suis d'accord pour que mon nom soit sur la page.",
    "Tu peux mettre mon nom complet sur les pages.",
    "Je n'ai rien contre mon nom sur le site.",
    "Affichez mon nom sur la page, s'il vous plaît.",
]
HIDDEN = [
    "Mein Name soll nicht auf die Seite.",
    "Bitte meinen Namen nicht auf der Seite zeigen.",
    "Ich möchte nicht, dass mein Name auf der Seite erscheint.",
    "Bitte nehmt meinen Namen von der Seite, mein Arbeitgeber liest mit.",
    "Ich will auf der Seite nicht genannt werden.",
    "Bitte nur meine Initialen auf der Webseite, ich habe es mir anders überlegt.",
    "Please show only my initials on the website.",
    "Seulement mes initiales sur les pages, s'il te plaît.",
    "Please do not put my name on the pages.",
    "I don't want my name on the page.",
    "My name should not appear on the site.",
    "Please take my name off the page.",
    "Please remove my name from the site, my boss reads it.",
    "I'd rather not have my name on the page",
    "Je ne veux pas que mon nom figure sur la page.",
    "Mon nom ne doit pas apparaître sur le site.",
    "Enlève mon nom de la page, s'il te plaît.",
    "Je préfère que mon nom ne soit pas sur la page.",
]
UNCLEAR = [
    "Bitte auf den Seiten nur meine Initialen, nicht meinen Namen",
    "Mein Name darf nur auf die Seite, wenn Ben das auch will",
    "Darf mein Name auf die Seite?",
    "Maybe my name can go on the page",
    "Can my name go on the page?",
    "Mon nom peut-il être sur la page ?",
]
OTHERS = [
    "Mein Name steht falsch auf der Seite.",
    "Ich kann auf der Seite nichts lesen",
    "Ich möchte meinen Namen ändern.",
    "Auf der Seite fehlt mein Zug.",
    "My name is spelled wrong on the page.",
    "I can't open the page with my game",
    "Mon nom est mal écrit sur la page.",
    "Je n'arrive pas à voir mon coup sur la page",
]


@pytest.mark.parametrize("text", SHOWN)
def test_who_lets_his_name_be_shown_gives_the_order_for_it(text: str) -> None:
    assert command_in(text) is Command.PAGE_ON


@pytest.mark.parametrize("text", HIDDEN)
def test_who_wants_it_hidden_gives_the_other(text: str) -> None:
    assert command_in(text) is Command.PAGE_OFF


@pytest.mark.parametrize("text", UNCLEAR)
def test_a_question_or_a_condition_is_no_order_and_not_passed_over(text: str) -> None:
    assert command_in(text) is None
    assert name_wish(text) is NameWish.UNCLEAR


@pytest.mark.parametrize("text", OTHERS)
def test_who_only_speaks_of_a_page_or_a_name_wants_nothing_of_that(text: str) -> None:
    assert name_wish(text) is None


def test_such_a_sentence_may_stand_beside_others() -> None:
    text = "Danke für die Runde! Mein Name darf gern auf die Seite. Bis bald"

    assert order_apart(text) == (20, 55)


@pytest.mark.parametrize(("length", "wish"), [(160, NameWish.SHOWN), (161, None)])
def test_a_line_longer_than_people_say_it_in_is_no_wish(length: int, wish: NameWish | None) -> None:
    said = SHOWN[0]

    assert name_wish(said + "!" * (length - len(said))) is wish
