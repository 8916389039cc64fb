"""An order at a table that a sentence names in words of its writer's own (table games 7)."""

import pytest

from mailref.games.rummikub.switches import SWITCHES as TABLE
from mailref.games.unscrabble.switches import SWITCHES as TAKING
from mailref.orders.commands import People
from mailref.orders.entries import GameFace, Perhaps, orders_in
from mailref.reading.incoming_mail import Attention
from tests.reading.reading import READER, YERRES
from tests.writing.builders import mail

TISCH = GameFace("tisch", "WORT-Rummikub Tisch", TABLE.read({}, {})[0])
PEOPLE = People(["Anna Wirth"], [People(["Anna Wirth", "Nils Ahrens"])], writers=["Anna Wirth"])
ABBAU = GameFace("abbau", "Un-Scrabble Abbau", TAKING.read({}, {})[0])


def named(text: str, face: GameFace) -> list[str]:
    """Return what a mail asks for, beyond doubt."""
    message = mail(text)
    reading = READER.read_mail(message, (face,), face, Attention(), people=PEOPLE)
    read = [orders_in(each) for each in reading.entries if each.ambiguity is None]
    groups = [
        group for each in read if each is not None and not each.unread_at for group in each.groups
    ]
    return [said(order.asked) for group in groups for order in group.orders]


def said(asked: object) -> str:
    match asked:
        case (str() as word, None, ()):
            return word
        case (str() as stack, str() as tile):
            return f"{tile} on {stack}"
        case (tuple() as squares, str() as letters, str() as word):
            ends = " ".join(dict.fromkeys(each for both in squares for each in both))
            return " ".join(filter(None, (letters, ends, word)))
    return str(asked)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Hallo Runde,\nendlich, und zwar: mein Wort lautet DRUCKEN.\nHier regnet es.\n\nAnna", "DRUCKEN"),
        ("Hi all,\nI'll put down DRUCKEN for 7.\nCheers, Anna", "DRUCKEN"),
        ("DRUCKEN leg ich hin.", "DRUCKEN"),
        ("Ach je, lauter R. Den Stein mit dem N bitte.", "N"),
        ("Top tile of stack two for me please.", "2"),
        ("Vom dritten Stapel bitte, der Rest taugt nichts.", "3"),
        ("Dann eben das N.", "N"),
        *(("Von mir kommt DRUCKEN.", "DRUCKEN"), ("DRUCKEN it is!", "DRUCKEN")),
        *(("Ich eröffne mit DRUCKEN.", "DRUCKEN"), ("Mein erstes Wort: D-R-U-C-K-E-N", "DRUCKEN")),
        ("DRUCKEN. Mehr fällt mir um die Uhrzeit nicht ein.", "DRUCKEN"),
        ("Dagegen steht nichts, also mache ich es einfach: DRUCKEN.", "DRUCKEN"),
        ("I'd like the N.", "N"),
        ("Den N vom zweiten Stapel bitte, ihr Lieben!", "N on 2"),
    ],
)  # fmt: skip
def test_a_word_or_a_tile_is_named_in_a_sentence(text: str, order: str) -> None:
    assert named(text, TISCH) == [order]


@pytest.mark.parametrize(
    "text",
    [
        "Ich schwanke zwischen DRUCKEN und DRUCKER.",
        "DRUCKEN lieber nicht, da ist mein einziges K weg.",
        "Ben hat mir am Telefon gesagt, er legt DRUCKEN. Trag das doch für ihn ein.",
        "Not DRUCKEN. Give me till Sunday.",
        "Wenn Ben das E nicht haben will, dann DRUCKEN, sonst was Kürzeres.",
        "Was passiert, wenn ich DRUCKEN lege?",
        "Lege DRUCKEN und nimm 3.",
        "Is the tile on stack 3 still an N? Might want it.",
        "Liegt das N auf Stapel 3 noch?",
        "DRUCKEN: vielleicht.",
        *(
            "Heute in der Zeitung gelesen: DRUCKEN.",
            "Das Kennwort lautet DRUCKEN.",
            "Ich mag DRUCKEN.",
        ),
        *(
            "Im Café DRUCKEN um 15 Uhr?",
            "Letzte Woche: DRUCKEN. Diese Woche: nichts.",
            "Alles wird DRUCKEN.",
        ),
        *(
            "Wörter wie DRUCKEN",
            "DRUCKEN ist übrigens ein schönes Wort.",
            "My favourite word is DRUCKEN.",
        ),
        *(
            "DRUCKEN, wie langweilig.",
            "Mein erstes Wort als Kind hieß DRUCKEN.",
            "Danke für DRUCKEN, Ben!",
        ),
        *(
            "In Kassel lege ich DRUCKEN.",
            "Ich lege Wert auf DRUCKEN.",
            "Das erste Wort meines Enkels: DRUCKEN",
        ),
        "Mein Wort heißt DRUCKEN.\n\nGruß Anna\n\nPS: Bitte noch nicht eintragen.",
        *(
            *(
                "DRUCKEN. So heißt mein Hund.",
                "DRUCKEN. Gibt es das?",
                "DRUCKEN! Mein Lehrer hat mich ausgelacht.",
            ),
            *("DRUCKEN. Mehr weiß ich erst am Sonntag.", "So mache ich es nicht: DRUCKEN."),
            "Stapel 3 bitte mischen.",
            "Gerd sagt immer: Den Stein mit dem N bitte.",
            "Bitte den Stein mit dem N an Ben.",
        ),
        "Das N will Ben.",
        "Also das N ist schön.",
        "Da liegt ja das N.",
    ],
)
def test_what_is_not_meant_or_leaves_open_which_is_not(text: str) -> None:
    assert named(text, TISCH) == []


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("K8 und K10 kommen vom Brett, dann bleibt ein Wort.", "K8 K10"),
        ("Hallo, vom SEE bitte das hintere E, also K10.", "K10"),
        ("Evening, I'm removing the S on K8. Still raining in Bremen.", "S K8"),
        ("Raus fliegen: H5 + H6 + H7 (R, E, G). Macht bei mir 4 Punkte.", "REG H5 H6 H7"),
        ("ich nehm das S vom SEE runter", "S SEE"),
        ("Nimm in Zeile H die Steine der Spalten 5 und 6.", "H5 H6"),
    ],
)
def test_squares_or_letters_are_named_in_a_sentence(text: str, order: str) -> None:
    assert named(text, ABBAU) == [order]


@pytest.mark.parametrize(
    "text",
    [
        "H5 nicht, da bliebe EGEN, das steht in keinem Wörterbuch.",
        "K8 oder K10, eins von beiden wird es, muss noch rechnen.",
        "Ben nimmt wohl H5-H7, hat er gestern beim Chor erzählt.",
        "Would H5 to H7 be allowed at all?",
        *(
            "In Kassel kommen K8 und K10 vom Brett.",
            "Im Parkhaus stehe ich auf K8.",
            "K8 und K10 bleiben liegen.",
        ),
        *(
            "Kino, Plätze H5 und H6.",
            "SEE liegt auf K8 bis K10.",
            "Danke für K8 und K10, Ben!",
            "Etwa so: K8 und K10.",
        ),
        *("Bald kommen K8 und K10 vom Brett.", "K8 and K10 are at the ends of SEE."),
        "Falls nach H5 noch was übrig bleibt, dann so, sonst eben anders.",
        "Dachte den ganzen Tag an H5. Jetzt eher K8.",
        *(
            "In Zeile H die Steine der Spalten 5 und 6 will Ben.",
            "Liegen in Zeile H die Steine der Spalten 5 und 6?",
        ),
    ],
)
def test_squares_that_are_not_meant_are_not(text: str) -> None:
    assert named(text, ABBAU) == []


@pytest.mark.parametrize(
    ("text", "face", "order"),
    [
        ("Vielleicht wird es STREBE", TISCH, "LEGE STREBE"),
        ("ramove K8", ABBAU, "NIMM K8"),
        ("STREBE oder BERATER, das ist die Frage.", TISCH, ""),
        ("Das Wetter ist schlecht.", TISCH, ""),
        ("LEGE STREBE", TISCH, ""),
    ],
)
def test_what_a_mail_without_an_order_names_it_perhaps_means(
    text: str, face: GameFace, order: str
) -> None:
    reading = READER.read_mail(mail(text), (face,), face, Attention(), people=("Anna Wirth",))

    assert reading.perhaps == Perhaps(order=order)


@pytest.mark.parametrize(
    ("text", "gives_turn_up"),
    [
        *((each, True) for each in ("Ich passe.", "PASSE", "Pass, thanks.")),
        ("Diese Runde tausche ich A und E.", True),
        ("Das passt gut.", False),
    ],
)
def test_who_passes_where_nobody_can_perhaps_means_it(text: str, *, gives_turn_up: bool) -> None:
    """Rules 8: in games in rounds who sends nothing has no move."""
    reading = READER.read_mail(mail(text), (YERRES,), YERRES, Attention())

    assert reading.perhaps == Perhaps(gives_turn_up=gives_turn_up)
    assert not reading.entries, "no word that lacks its place"


@pytest.mark.parametrize(
    ("text", "face"),
    [
        ("NIMM 3\nund dann lege ich noch STREBE", TISCH),
        ("NIMM 3\nSTREBE lege ich danach.", TISCH),
        ("Mein Wort: STREBE\nMein zweites Wort: BERATER", TISCH),
        ("LEGE STREBE\nDanach nehme ich Stapel 3.", TISCH),
        ("NIMM K8\nund dann noch H5.", ABBAU),
        ("NIMM K8\nAußerdem kommt H5 weg.", ABBAU),
        ("NIMM H5\nDann bleibt EGEN, nein, das ist kein Wort, also doch NIMM K8", ABBAU),
        ("NIMM K8\nDas R auf H5 nehme ich auch mit.", ABBAU),
    ],
)
def test_a_second_order_in_words_of_its_own_is_asked_about(text: str, face: GameFace) -> None:
    """Table games 2: one word or one tile a turn; what is named beside it was lost."""
    assert named(text, face) == []


def test_a_second_order_behind_then_is_read_as_one() -> None:
    """Two orders in a mail are asked about, as two words are."""
    assert named("LEGE STREBE\nund dann nimm 3", TISCH) == ["STREBE", "3"]


@pytest.mark.parametrize(
    ("text", "face", "order"),
    [
        ("NIMM 3\nDas N bitte.", TISCH, "3"),
        ("LEGE STREBE\nBERATER hätte ich auch gehabt.", TISCH, "STREBE"),
        ("LEGE STREBE\nDer Rest (AFJ) ist furchtbar.", TISCH, "STREBE"),
        ("LEGE STREBE\nWUNSCH: ENR", TISCH, "STREBE"),
        ("LEGE STREBE\n\nNils, nimm doch das N von Stapel 3!", TISCH, "STREBE"),
        ("NIMM K8\nDann bleibt H5 bis H9 stehen.", ABBAU, "K8"),
    ],
)
def test_what_is_said_beside_an_order_is_no_second_one(
    text: str, face: GameFace, order: str
) -> None:
    assert named(text, face) == [order]


@pytest.mark.parametrize(
    "text",
    [
        "Ich nehme Stapel 3. Nee, 4.",
        "Ich nehme Stapel 3. Nein, doch lieber die 4.",
        "NIMM 3, äh 4",
        "Ich nehme Stapel 3 - nein, 4",
        "NIMM 3\nnee, 4",
        "Ich nehme Stapel drei, nein, vier.",
        "Take 3. No, 4.",
    ],
)
def test_another_stack_behind_the_first_is_asked_about(text: str) -> None:
    assert named(text, TISCH) == []


@pytest.mark.parametrize(
    "text", ["Ich nehme Stapel 3, sorry für die 4 Tage.", "Nehme Stapel 3, besser wird's nicht."]
)
def test_a_number_of_something_else_is_no_other_stack(text: str) -> None:
    assert named(text, TISCH) == ["3"]


@pytest.mark.parametrize(
    "text", ["Danke für die Info.\nTERESA", "Danke!\nRobert", "Wann geht es weiter?\nRESERVE"]
)
def test_a_word_alone_below_thanks_or_a_question_may_be_a_name(text: str) -> None:
    assert named(text, TISCH) == []


@pytest.mark.parametrize(
    "text", ["Hallo Ruth,\n\nSTREBE\n\nGruß Anna", "Hier mein Wort, danke!\n\nSTREBE", "Diesmal: STREBE"]
)  # fmt: skip
def test_a_word_alone_is_laid_where_nothing_makes_a_name_of_it(text: str) -> None:
    assert named(text, TISCH) == ["STREBE"]


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("H5 H6 H7 H8 weg, bleibt NAME mit SEE stehen. vier steine!", "H5 H6 H7 H8"),
        ("NIMM H5-H8, bleibt NAME", "H5 H8"),
        ("Ich nehme K8 weg, übrig bleibt NAME mit SEE.", "K8"),
        ("K8 weg, dann steht noch NAME", "K8"),
        ("Take H5-H8, leaving NAME and SEE.", "H5 H8"),
    ],
)
def test_what_squares_leave_is_said_of_no_other_tile(text: str, squares: str) -> None:
    assert named(text, ABBAU) == [squares]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("J9 comes off. How's the cat?", "J9"),
        ("Off comes J9.", "J9"),
        ("Please strip H5 to H8.", "H5 H8"),
    ],
)
def test_a_tile_comes_off_in_words_of_its_own(text: str, order: str) -> None:
    assert named(text, ABBAU) == [order]


@pytest.mark.parametrize(
    "text",
    [
        "K8 und K10 bleiben liegen.",
        "H5 weg, bleibt NAME?",
        "J9 never comes off.",
        "Does K8 come off?",
        "Try K8, Nils!",
        "My husband says strip K8.",
        "Next time K8 comes off.",
    ],
)
def test_a_tile_that_stays_or_that_another_takes_is_not_taken(text: str) -> None:
    assert named(text, ABBAU) == []


def test_a_thing_is_no_word_to_be_laid() -> None:
    assert named("Ich brauche einen neuen RÖSTER.", TISCH) == []
    assert named("Hier schon mal mein Wort: STREBE.", TISCH) == ["STREBE"]
