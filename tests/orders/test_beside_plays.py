"""What is said beside a play counts alike in games in rounds and in turns."""

import pytest

from mailref.games.unscrabble.switches import UnscrabbleRules
from mailref.orders.entries import GameFace, Reading, orders_in
from mailref.orders.fields import joined_fields
from mailref.reading.incoming_mail import Line
from mailref.tiles.board import Laying
from tests.games.classic.examples import STANDARD as CLASSIC
from tests.reading.reading import read_lines
from tests.tiles.variants import ONE, SIMULTAN

KINDS = pytest.mark.parametrize(
    ("rules", "play"),
    [(ONE, "H4s RUCKEN"), (CLASSIC, "H4 RUCKEN"), (UnscrabbleRules(), "NIMM H4-H8")],
    ids=["rounds", "turns", "table"],
)
PLACES = pytest.mark.parametrize(
    "mail",
    ["{said}\n{play}", "{play}\n{said}", "{said} {play}", "{play}\n\n{said}\n\nLG, Max"],
    ids=["above", "below", "before", "apart"],
)
RULES = pytest.mark.parametrize("rules", [SIMULTAN, CLASSIC], ids=["rounds", "turns"])


def words_booked(reading: Reading) -> list[str]:
    """Return the words of the plays that would count."""
    entries = [each for each in reading.entries if each.ambiguity is None]
    orders = [found for each in entries if (found := orders_in(each)) is not None]
    written = [play.written for each in orders if not each.faults for play in each.plays]
    return [play.word for each in written if each.move for play in each.move.plays]


def read(text: str, rules: Laying) -> list[str]:
    face = GameFace("yerres", "1-Zug-Scrabble Yerres", rules)
    lines = [Line(at, line) for at, line in enumerate(text.split("\n"), start=1)]
    return words_booked(read_lines(lines, "", (face,), face))


@pytest.mark.each_once
@RULES
@pytest.mark.parametrize(
    "text",
    [
        "H4 RUCKEN\nBitte nicht eintragen.",
        "H4 RUCKEN\nBitte noch nicht eintragen, ich überlege noch.",
        "H4 RUCKEN\nDas ist der Zug von Zacharias.",
        "H4 RUCKEN\n\nLetzte Woche habe ich das im Verein gelegt.",
        "Zacharias Ott bat mich, das weiterzugeben: H4 RUCKEN",
        "Die nächste Zeile ist überholt.\nH4 RUCKEN",
        "Ignore the line below, I will send a new one tonight.\nH4 RUCKEN",
        "H4 RUCKEN\nPS: doch lieber NOVEN",
        "H4 RUCKEN\nTippfehler! Es soll RUCKTEN sein.",
        "H4 RUCKEN\nIch nehme doch lieber NOVEN.",
        "H4 RUCKEN (von Zacharias)",
        "Das hier ist von Zacharias: H4 RUCKEN",
        "In case you pass: H4 RUCKEN",
        "H4 RUCKEN merk ich mir mal",
        '"H4 RUCKEN, 20 Punkte!" hat sie in den Hörer gerufen.',
        "Könntest du H4 RUCKEN prüfen?",
        "Could you play H4 RUCKEN?",
        "Either H4 RUCKEN or else something better.",
        "H4 RUCKEN (bitte erst in der nächsten Runde eintragen)",
        "H4 RUCKEN\nDas ist der Zug von meinem Mann.",
        "H4 RUCKEN\nOder soll ich warten?",
        "H4 RUCKEN\nOder gilt das nicht? LG MAX",
        "H4 RUCKEN\nStammt von meiner Nichte, ich leite es nur weiter.",
        "H4 RUCKEN\nDas überlasse ich Hannelore.",
        "H4 RUCKEN\nTestmail!",
        "H4 RUCKEN\nLieber nicht.",
        "H4 RUCKEN\nHold that thought.",
        "H4 RUCKEN\n\nGruß\nHeinrich\n\nPS: Vergiss das da oben wieder.",
        "H4 RUCKEN ist mir zu riskant",
        "H4 RUCKEN (für Ilse)",
        "H4 RUCKEN (??)",
        "Später mal:\nH4 RUCKEN",
        "For Jane:\nH4 RUCKEN",
        "Was hältst du von\nH4 RUCKEN",
        "Jemand sollte H4 RUCKEN legen.",
        "Ich nehme alles, nur nicht statt H4 RUCKEN",
        "Korrektur: statt dem hier soll es SALBEI heißen.\nH4 RUCKEN",
    ],
)
def test_what_takes_a_play_away_is_asked_about(text: str, rules: Laying) -> None:
    assert read(text, rules) == []


@RULES
@pytest.mark.parametrize(
    "text",
    [
        "H4 RUCKEN, mit freundlichen Grüßen",
        "H4 RUCKEN mit lieben Grüßen, Max",
        "H4 RUCKEN, with kind regards",
        "Könntest du H4 RUCKEN eintragen?",
        "Could you put down H4 RUCKEN for me please?",
        "Seit gestern schneit es ohne Ende. H4 RUCKEN",
        "H4 RUCKEN\nDas war diesmal nicht leicht.",
        "H4 RUCKEN\nDas Wetter lässt zu wünschen übrig.",
        "H4 RUCKEN\nDanke für die Bestätigung!",
        "H4 RUCKEN\n> Bitte nicht eintragen.",
        "Das war ja eine harte Nuss, aber jetzt: H4 RUCKEN",
        "Nach drei Tagen Sturm ist endlich der Strom wieder da, also gleich ans Brett: H4 RUCKEN",
        "Bis zur nächsten Runde!\nH4 RUCKEN",
        "Vielleicht sehen wir uns in Bonn. H4 RUCKEN",
        "Wenn ich mal Zeit habe, schreibe ich länger.\nH4 RUCKEN",
        "H4 RUCKEN. Wenn ich mal Zeit habe, schreibe ich länger.",
        "H4 RUCKEN\nDon't forget the meeting on Saturday.",
        "Heute mal was Einfaches: H4 RUCKEN",
        "Diesmal wird's H4 RUCKEN",
        "I play H4 RUCKEN\nIf you have a minute, ring me.",
        "I play H4 RUCKEN\nDid you see the match last night?",
        "H4 RUCKEN xx",
        "Heute habe ich nur das: H4 RUCKEN",
    ],
)
def test_what_closes_a_mail_behind_a_play_is_no_part_of_it(text: str, rules: Laying) -> None:
    assert read(text, rules) == ["RUCKEN"]


@RULES
@pytest.mark.parametrize(
    "text",
    [
        "RUCKEN. H4 {way}.",
        "RUCKEN, und zwar H4 {way}",
        "RUCKEN going {way} from H4",
        "Wort RUCKEN Feld H4 Richtung {way}",
        "1. Wort: RUCKEN\n2. Feld: H4\n3. Richtung: {way}",
        'start = H4\ndir = {way}\nword = "RUCKEN"',
        "RUCKEN\n{way}\nAnfangsfeld H4",
        "Word: RUCKEN. Square: H4. Direction: {way}. Score: 33.",
        "Wort ......... RUCKEN\nAnfangsfeld .. H4\nRichtung ..... {way}",
        "RUCKEN bitte, H4 {way}. Danke!",
        "Moin, diesmal RUCKEN, H4 {way}, zwölf Punkte.",
    ],
)
def test_a_play_is_told_part_by_part(text: str, rules: Laying) -> None:
    way = "waagerecht" if rules is CLASSIC else "senkrecht"

    assert read(text.format(way=way), rules) == ["RUCKEN"]


@pytest.mark.parametrize("text", ["RUCKEN H4. 18. Marx.", "Endlich! RUCKEN, H4."])
def test_where_letters_are_rows_a_word_and_a_square_alone_are_a_play(text: str) -> None:
    assert read(text, CLASSIC) == ["RUCKEN"]


@RULES
@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Runde 6 kann ich auch schon: H4 RUCKEN", 6),
        ("H4 RUCKEN, aber erst in Runde 6", 6),
        ("Nach dem Pech in Runde 4 jetzt: H4 RUCKEN", 4),
    ],
)
def test_a_round_that_a_sentence_names_by_the_way_may_be_the_plays(
    text: str, number: int, rules: Laying
) -> None:
    face = GameFace("yerres", "1-Zug-Scrabble Yerres", rules)
    (entry,) = read_lines([Line(1, text)], "", (face,), face).entries
    named = entry.round_named

    assert named is not None
    assert named.number == number
    assert named.is_other_than(5) is (number > 5)


@pytest.mark.parametrize(
    "text",
    [
        "Spalte H, Zeile 4, senkrecht: RUCKEN",
        "RUCKEN in Zeile 4, Spalte H, nach unten",
        "RUCKEN, column H from row 4, going down",
        "Wort: RUCKEN\nZeile: 4\nSpalte: H\nRichtung: senkrecht",
    ],
)
def test_a_square_is_told_by_its_column_and_row(text: str) -> None:
    assert read(text, SIMULTAN) == ["RUCKEN"]


@pytest.mark.parametrize(
    ("text", "square"),
    [
        ("Spalte 8, Zeile D, senkrecht: RUCKEN", "8D"),
        ("RUCKEN in row D, column 8, going across", "D8"),
        ("Spalte 8, Zeile D: RUCKEN", None),
    ],
)
def test_where_rows_have_letters_the_way_orders_column_and_row(
    text: str, square: str | None
) -> None:
    """The number first goes down; with no way named nothing tells."""
    line, *_ = joined_fields([Line(1, text)])

    assert (square in line.text) if square else (line.text == text)


def test_a_greeting_may_stand_before_a_word_in_small_letters() -> None:
    assert read("Hi! Rucken auf H4 nach unten", ONE) == ["RUCKEN"]


def test_what_stands_below_a_full_name_is_an_address() -> None:
    assert read("H4 RUCKEN\n\nDetlef Marx\nMarx IT · Geb. H4 · Raum 12B", CLASSIC) == ["RUCKEN"]


@RULES
@pytest.mark.parametrize(
    "text",
    [
        "Bitte den folgenden Zug nicht eintragen:\n\nH4 RUCKEN",
        "H4 RUCKEN\n\nDen Zug ziehe ich hiermit zurück.",
        "H4 RUCKEN\n\nSo hat es jedenfalls mein Nachbar vorgeschlagen.",
        "Is this how one sends a move?\n\nH4 RUCKEN",
        "Da stand bei mir noch das hier drin:\nH4 RUCKEN",
        "Jetzt nehme ich aber doch WINTER:\nH4 RUCKEN",
        "Nur falls mir niemand die Ecke zubaut:\nH4 RUCKEN",
    ],
)
def test_the_paragraphs_beside_a_play_count_over_an_empty_line(text: str, rules: Laying) -> None:
    assert read(text, rules) == []


@RULES
@pytest.mark.parametrize(
    "text",
    [
        "Hier kommt meiner:\nH4 RUCKEN",
        "Mein Zug in der Partie Yerres-Nord:\n\nH4 RUCKEN",
        "Das hat mich Nerven gekostet, aber jetzt steht er, mein Zug:\nH4 RUCKEN",
        "H4 RUCKEN\n\nGruß\nMax\n\nDas lege ich dir nicht noch einmal aus.",
        "H4 RUCKEN\n\nKönntest du mir das alte Heft schicken?",
    ],
)
def test_what_leads_to_a_play_or_stands_further_off_leaves_it(text: str, rules: Laying) -> None:
    assert read(text, rules) == ["RUCKEN"]


def counts(text: str, rules: Laying | UnscrabbleRules) -> bool:
    """Tell whether a mail is booked, a play or tiles taken."""
    face = GameFace("yerres", "1-Zug-Scrabble Yerres", rules)
    lines = [Line(at, line) for at, line in enumerate(text.split("\n"), start=1)]
    reading = read_lines(lines, "", (face,), face)
    if isinstance(rules, UnscrabbleRules):
        found = [orders_in(each) for each in reading.entries if each.ambiguity is None]
        return any(each is not None and each.groups and not each.unread_at for each in found)
    return bool(words_booked(reading))


@pytest.mark.sampled(25)
@KINDS
@PLACES
@pytest.mark.parametrize(
    "said",
    [
        "Davon halte ich inzwischen Abstand.",
        "Nur ein Probelauf, die Vorlage war leer.",
        "Ich bin da noch im Zwiespalt.",
        "Der ist von Heinz.",
        "Könnte man so machen.",
        "Nimm mich bitte diesmal nicht dran.",
        "Gibt es davon einen Plural?",
        "Ist das R überhaupt noch da?",
        "Just a specimen, the sheet was blank.",
        "One could do it that way.",
        "I hit send too early.",
        "My chess club swears by that word.",
        "Would the dictionary allow it?",
        "Je le garde plutôt pour janvier.",
        "On pourrait faire comme ça.",
        "C'est parti trop tôt.",
        "Ne me compte pas cette fois.",
        "Gehört eigentlich in den Sommerwettbewerb.",
        "Belongs in the summer cup really.",
        "Annegret spotted it in the garden.",
        "Marcelline l'a vu au jardin.",
        "Quelqu'un à l'atelier l'a trouvé.",
        "Brunhilde fände das gut.",
        "Bitte erst eintragen, wenn ich mich wieder rühre.",
        "Ginge eventuell auch eins weiter links?",
        "Hoppla, eine Reihe zu tief.",
        "Mir kommen da gerade Zweifel.",
        "Not sure I want that after all.",
        pytest.param(
            "Ach na den hier eben auch.", id="a na of his own, where nothing was passed over"
        ),
    ],
)
def test_what_may_be_said_of_a_play_and_has_no_known_sense_is_asked_about(
    said: str, mail: str, rules: Laying | UnscrabbleRules, play: str
) -> None:
    assert not counts(mail.format(said=said, play=play), rules)


@pytest.mark.sampled(25)
@KINDS
@PLACES
@pytest.mark.parametrize(
    "said",
    [
        "Bei uns stehen die Kraniche auf dem Feld.",
        "Unsere Älteste heiratet am Samstag.",
        "Die Wendeltreppe quietscht.",
        "Seit Montag habe ich eine neue Brille.",
        "Reichtümer bringt das nicht.",
        "Wir sind gerade aus Rügen zurück.",
        "The weathercock squeaks.",
        "The geese are flying south.",
        "I had better luck last week.",
        "It smells of gingerbread in here.",
        "La girouette grince.",
        "Mon dos me fait souffrir depuis lundi.",
        "Nous rentrons de Bretagne.",
        "Quelles lettres affreuses !",
        "Ich bewundere deine Engelsgeduld.",
        "I envy your cheerfulness.",
        "Hab mir extra ein kleines Programm zum Zählen gebastelt.",
        "Habt ihr auch schon Glatteis?",
        "Das neue Titelblatt gefällt mir sehr.",
        "Wir haben am Wochenende den Christbaum geholt, nicht zu groß.",
        "Did you watch the match on Saturday?",
        "Nobody tells you how heavy a Christmas tree is.",
    ],
)
def test_talk_with_a_subject_of_its_own_leaves_a_play(
    said: str, mail: str, rules: Laying | UnscrabbleRules, play: str
) -> None:
    assert counts(mail.format(said=said, play=play), rules)
