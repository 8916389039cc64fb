"""What a mail explains of the letters of a play changes nothing of it (rules 8)."""

import pytest

from mailref.orders.entries import Entry, GameFace
from mailref.orders.explained import (
    with_claims_plain,
    with_dictated,
    with_letters_named,
    with_ways,
    with_word_apart,
    with_word_at_its_place,
    without_asides,
    without_explanations,
    without_label_of_matter,
    without_made_longer,
    without_put_down,
)
from mailref.reading.incoming_mail import Line
from mailref.tiles.moves import BlankFor, Play
from tests.orders.test_beside_plays import read
from tests.orders.test_known_words import booked as booked_plays
from tests.orders.test_letter_by_letter import booked
from tests.reading.reading import YERRES, lines_of, read_lines
from tests.tiles.variants import ONE


def plays_of(entry: Entry) -> tuple[Play, ...]:
    (written,) = entry.moves
    return written.move.plays if written.move else ()


def without(text: str) -> str:
    lines = without_explanations(lines_of(text))
    return "\n".join(" ".join(line.text.split()) for line in lines)


@pytest.mark.parametrize(
    "text",
    [
        "H4s RUCKEN. Das zweite K liegt schon.",
        "H4s RUC[K]EN\nDas eingeklammerte K liegt bereits (KORB). 12 Punkte.",
        "H4s RUCKEN (das E ist der Joker von LAMPE)",
        "H4s RUCKEN, letztes E von BRUDER. 36.",
        "H4 runter: RUCK(e)N - das e ist der Joker aus TANTe, der liegt ja schon da. 22 Pkt",
        "H4s RUCKEN (das E unter KORB)",
        "RUCKEN (das macht man mit dem Schrank), H4 senkrecht",
        "H4s RUCKEN\n(RUCK + EN)",
        "H4s RUCKEN (RU + CK + EN, 12 Punkte)",
        "RU-CK-EN ab H4 senkrecht",
        "Spalte H, von H4 bis H9, senkrecht: RUCKEN",
        "H4 down RUC(K)EN, K is from LUCk",
        "H4 down RUCKEN - the K is already on the board",
        "RUCK-EN from H4 down to H9, 22 pts.",
        "H4v RUCKEN, le E est déjà là",
        "FELD: H4 s\nWORT: RUCKEN\nBEMERKUNG: das C liegt",
        "H4v RUCKEN (le E de BRUDER)",
        "H4 down RUCKEN (first K's on the board). 12.",
        "H4 down RUCKEN. The first E (H8) is already on the board.",
        "H4 down RUCKEN (K in place)",
        "H4s RUCKEN, wobei das K bereits auf dem Brette ruht. Zwölf Punkte.",
        "H4s RUCKEN, das K bleibt dasselbe.",
        "H4s RUCKEN, das K steht!",
        "H4s RUCkEN, das kleine k liegt schon",
        "H4s RUCkEN\n22 P (das kleine k liegt)",
        "H4s RUCkEN (k aus KORB)",
        "FELD: H4\nRICHTUNG: senkrecht\nWORT:   RUCkEN   (k aus KORB)",
        "H4 down RUCkEN, small k is the one lying there already",
        "H4 down RUCkEN. Lower case k = already on board. 12",
        "H4 down RUCKEN, the K is the one in LUCK.",
        "H4s RUCKEN (RUCK lag schon, EN ist von mir)",
        "H4s RUCKEN (ab RUCK: E N)",
        "H4s RUCKEN, das N des GENs.",
        "H4s RUCKEN, der Joker bleibt auf der Hand",
        "H4s RUCKEN (Joker spar ich mir)",
        "H4s RUCKEN, der Joker bleibt im Säckel.",
        "H4s RUCKEN, der Joker wartet auf bessere Zeiten",
        "H4s RUCKEN, ohne den Joker",
        "H4 down RUCKEN, the blank stays put",
        "H4 down RUCKEN, keeping the blank",
        "H4v RUCKEN, je garde le joker",
        "H4s RUCKEN (das K gehört zum langen Wort in Spalte H)",
        "H4s RUCKEN, das K stammt aus dem Wort in Reihe 6.",
        "H4 down RUCKEN (the K belongs to the long word down column H)",
        "H4 down RUCKEN. The K is from the vertical word.",
        "RUCKEN (H4 senkrecht, EN an RUCK ran)",
        "H4s RUCKEN, ich hänge EN an RUCK an",
        "H4 down RUCKEN, adding EN to RUCK",
        "H4s RUCKEN. Nur das K ist nicht von mir, es liegt schon.",
        "H4 down RUCKEN. The first K isn't mine, it is on the board already.",
        "Mir fiel ein Wort ein: RUCKEN. Ich hänge EN an RUCK (H4s RUCKEN).",
        "H4s R*UCKEN ✨ das K liegt schon",
        "H4s R*UCKEN (will das echte U aufheben lol)",
        "H4s RUCKEN mit Joker als U, das echte U hebe ich auf.",
        "H4 down R*UCKEN (saving the real U for later)",
    ],
)
def test_letters_that_lie_there_and_parts_of_the_word_are_no_doubt(text: str) -> None:
    assert read(text, ONE) == ["RUCKEN"]


@pytest.mark.parametrize(
    "text",
    [
        "H4s RUCKEN, das E von BRUDER wäre besser weg",
        "RUCKEN und NETZ-WERK ab H4 senkrecht",
        "Zeile 5, von H4 bis H9, senkrecht: RUCKEN, nein, doch nicht",
        "H4s RUCKEN (das K gehört zum falschen Wort)",
        "H4s RUCKEN (gehört das K zum langen Wort?)",
        "H4s RUCKEN, das E von BRUDER nicht",
        "H4s RUCKEN (will das echte U aufheben)",
        "H4 down RUCKEN, or just EN",
        "H4s RUCKEN, nicht EN an RUCK",
    ],
)
def test_what_speaks_against_the_play_does_so_beside_them(text: str) -> None:
    assert read(text, ONE) == []


@pytest.mark.parametrize(
    "text",
    [
        "H4s HEILE\nDas E von HEILE ist der Joker",
        "H4s RUCKEN, das K ist der Joker",
        "H4s RUCKEN, ein A für Karin",
        "H4s RUCKEN. Liegt das K schon?",
        "H4s RUCKEN, den Joker behalte ich nicht",
        "H4s RUCKEN, der Joker bleibt das K",
        "H4s RUCKEN, der Joker bleibt hinten",
        "H4s RUCKEN. Der Joker bleibt im Wort.",
        "H4s RUCKEN. Der Joker bleibt an dritter Stelle.",
        "H4s RUCKEN, den Joker behalte ich ungern, er ist drin",
    ],
)
def test_what_may_say_that_a_letter_of_the_play_is_a_blank_stays(text: str) -> None:
    assert without(text) == text


def test_the_blank_of_a_word_on_the_board_is_none_of_the_plays() -> None:
    face = GameFace("yerres", "1-Zug-Scrabble Yerres", ONE)
    texts = ("H4s HEILE (das E ist der Joker von LAMPE)", "H4s HEILE (das E ist der Joker)")

    (there,), (laid,) = (read_lines(lines_of(each), "", (face,), face).entries for each in texts)

    assert [play.blanks for play in plays_of(there)] == [()]
    assert [play.blanks for play in plays_of(laid)] == [(BlankFor("E"),)]


def test_a_mail_without_a_square_explains_no_letters_of_a_board() -> None:
    """`JEEP: P aus PHIS` takes a letter out of a word on a table."""
    assert without("JEEP: P aus PHIS") == "JEEP: P aus PHIS"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("H4s RUCKEN\nErsatz, falls es RUCKEN nicht gibt:\nL3s NETZE", ["RUCKEN", "NETZE"]),
        ("1. H4s RUCKEN\nErsatz, falls RUCKEN nicht gilt:\n2. L3s NETZE", ["RUCKEN", "NETZE"]),
        ("H4s RUCKEN\nErsatz, falls es BAUM nicht gibt:\nL3s NETZE", []),
        (
            "First choice: H4 down RUCKEN\nSecond choice: L3 down NETZE - only should the first not be allowed",
            ["RUCKEN", "NETZE"],
        ),
        ("1st choice: H4 down RUCKEN (38)\n2nd choice: L3 down NETZE (33)", ["RUCKEN", "NETZE"]),
        ("H4 down RUCKEN\n\nAnd as a spare: L3 down NETZE", ["RUCKEN", "NETZE"]),
        ("First choice: H4 down RUCKEN - only should the second not be allowed", []),
    ],
)
def test_an_alternate_says_of_which_play_it_takes_the_place(text: str, words: list[str]) -> None:
    """By its word, where the mail lays that; a condition on anything else is asked about."""
    assert read(text, ONE) == words


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("rucken ab h4 senkrehct", "rucken ab h4 senkrecht"),
        ("H4 waagercht: RUCKEN", "H4 waagerecht: RUCKEN"),
        ("RUCKEN H4 horziontal", "RUCKEN H4 horizontal"),
    ],
)
def test_a_direction_in_which_a_finger_slipped_is_that_direction(text: str, right: str) -> None:
    (line,) = with_ways(lines_of(text))

    assert line.text == right
    assert len(line.places) == len(line.text)


@pytest.mark.parametrize(
    "text", ["H4 SENKRCHT", "die Senkrechte", "down wards", "H4 senkrecht RUCKEN"]
)
def test_words_like_a_direction_are_left_as_they_are(text: str) -> None:
    assert [*with_ways(lines_of(text))] == lines_of(text)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("DAUERT ab L3, sodass aus WINTER WINTERT wird. Gut?", "DAUERT ab L3. Gut?"),
        ("DAUERT ab L3\nAus dem TISCH werden dabei TISCHE.", "DAUERT ab L3\n."),
        ("ADELN from L4, turning WINTER into WINTERS", "ADELN from L4"),
        ("DURE en L4, si bien que de HIVER on fait HIVERS", "DURE en L4"),
    ],
)
def test_a_word_made_longer_is_not_the_one_that_is_laid(text: str, left: str) -> None:
    lines = without_made_longer(lines_of(text))

    assert "\n".join(line.text.strip() for line in lines) == left


@pytest.mark.parametrize(
    "text",
    [
        "Aus WINTER wird WINTERTAGE, F8 waagerecht.",
        "Statt DAUERT wird aus WINTER WINTERTAGE, F8 waagrecht",
        "DAUERT ab L3, aus TAG wird WINTER",
        "F8w: aus WINTER wird WINTERTAGE. SUPER Brett!",
        "L3s DAUERT. Lieber doch aus WINTER WINTERTAGE, F8w.",
        "L3s DAUERT, alternativ wird aus WINTER WINTERTAGE, F8w",
    ],
)
def test_a_word_made_longer_stays_where_no_other_is_laid(text: str) -> None:
    assert [line.text for line in without_made_longer(lines_of(text))] == [text]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("I'll put down J6 HORDE.", "I'll put J6 HORDE."),
        ("Jot down J6 HORDE please", "Jot J6 HORDE please"),
        ("Put J6 HORDE down for me please.", "Put J6 HORDE for me please."),
        ("Lay HORDE down from J6", "Lay HORDE down from J6"),
        ("I'm laying it down from J6: HORDE", "I'm laying it down from J6: HORDE"),
        ("Put J6 HORDE down please", "Put J6 HORDE down please"),
        ("J6 down HORDE", "J6 down HORDE"),
        ("I ought to put down the following.", "I ought to put down the following."),
    ],
)
def test_what_belongs_to_a_verb_is_no_direction(text: str, left: str) -> None:
    (line,) = without_put_down(lines_of(text))
    assert " ".join(line.text.split()) == left


def test_it_may_be_one_where_the_mail_says_down_once_more() -> None:
    lines = lines_of("Put down J6 HORDE\n\nDirection: down")
    assert without_put_down(lines) == lines


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Tausche A wie Anton und E wie Emil.", "Tausche A und E."),
        ("Swap D as in dog, H for Harry", "Swap D, H"),
        ("Tausche A/E/H", "Tausche A,E,H"),
        ("Tausche A/E", "Tausche A/E"),
        ("I swap my A for Tom", "I swap my A for Tom"),
    ],
)
def test_letters_named_by_a_word_or_parted_by_slashes_stand_for_themselves(
    text: str, plain: str
) -> None:
    assert [line.text for line in with_letters_named([Line(1, text)])] == [plain]


def test_a_word_made_longer_where_there_are_no_squares_is_an_order() -> None:
    """Table games 3: `LIEBEN wird VERLIEBEN` extends a word at a table."""
    lines = lines_of("LIEBEN wird VERLIEBEN")

    assert without_made_longer(lines) == lines


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (
            "mein Zug ist L drei senkrecht Dauert Punkt Gruß",
            "mein Zug ist L 3 senkrecht Dauert. Gruß",
        ),
        ("Moin Komma vierzehn K Trieb", "Moin, 14 K Trieb"),
        ("A twelve across DOSEN full stop", "A 12 across DOSEN."),
        ("zwölf G senkrecht riefeln", "12 G senkrecht riefeln"),
        (
            "ab L4 nach unten Gerat Punkt das sind 24 Punkte Punkt Gruß",
            "ab L4 nach unten Gerat. das sind 24 Punkte. Gruß",
        ),
        ("15H down loder full stop cheers", "15H down loder. cheers"),
        ("L trois vertical DAUERT", "L 3 vertical DAUERT"),
        ("Der Zug ist L vier nach unten GRAUE", "Der Zug ist L 4 nach unten GRAUE"),
        ("Ludwig vier senkrecht Graue", "L 4 senkrecht Graue"),
        ("Ludwig vier nach unten: GRAUE", "L 4 nach unten: GRAUE"),
        (
            "ich lege auf Ludwig vier senkrecht das Wort Graue also Gustav Richard Anton Ulrich Emil.",
            "ich lege auf L 4 senkrecht das Wort Graue.",
        ),
        ("Alpha twelve across, Hotel Oscar Delta Echo.", "A 12 across, HODE."),
        ("Louis quatre vertical GRAUE", "L 4 vertical GRAUE"),
        ("Spalte fünfzehn, Reihe Ida, Aster", "Spalte 15, Reihe I, Aster"),
    ],
)
def test_squares_and_stops_that_a_telephone_took_down_as_words(text: str, right: str) -> None:
    assert [line.text for line in with_dictated(lines_of(text))] == [right]


@pytest.mark.parametrize(
    "text",
    [
        "A two-pronged idea Punkt",
        "Zwei E fehlen mir",
        "Rätsel Punkt",
        "L3s DAUERT ein Punkt für Anna",
        "L3s DAUERT, Punkt. Gruß",
        "Ludwig und Emil lassen grüßen",
        "Emil zehn Jahre alt geworden",
        "Ludwig L3s DAUERT, Gruß von Anton Emil Gustav",
    ],
)
def test_other_numbers_in_words_stay(text: str) -> None:
    assert [line.text for line in with_dictated(lines_of(text))] == [text]


@pytest.mark.parametrize(
    "text",
    [
        "H4s RUCKEN. 18 Punkte, wenn ich recht gezählt habe.",
        "H4s RUCKEN, 18 Punkte, sofern ich mich nicht verzählt habe",
        "H4s RUCKEN, 18 P. (falls ich richtig rechne)",
        "H4s RUCKEN. Das gibt 18 Punkte, vorausgesetzt, ich habe richtig gezählt.",
        "H4 down RUCKEN, 18 provided I've counted correctly",
        "H4 down RUCKEN, 18 points unless I've miscounted.",
        "H4 down RUCKEN. 18 points, assuming my sums are right",
        "H4v RUCKEN, 18 points si j'ai bien compté",
        "Wenn ich mich nicht verzählt habe, gibt H4s RUCKEN 18 Punkte.",
        "Falls ich mich nicht irre, sind das 18 Punkte: H4s RUCKEN",
        "Unless I miscounted, H4 down RUCKEN is 18 points.",
        "H4s RUCKEN, und wenn ich die Dreierfelder richtig im Kopf habe, sind das 18.",
        "H4s RUCKEN, 18 Punkte, wenn du nichts anderes sagst.",
        "H4s RUCKEN, 18, es sei denn, Sie wissen es besser.",
        "H4 down RUCKEN, 18 points unless you tell me otherwise.",
        "H4 down RUCKEN, 18, unless the herald has miscounted.",
        "ich lege ab H4 in der Senkrechten das Wort RUCKEN.",
        "RUCKEN mit dem R auf H4, senkrecht. 18.",
        "RUCKEN, das R auf H4, senkrecht",
        "RUCKEN with the R on H4, down. 18",
    ],
)
def test_whether_points_are_right_and_where_the_first_letter_lies_is_no_doubt(text: str) -> None:
    assert booked(text) == ["RUCKEN"]


@pytest.mark.parametrize(
    "text",
    [
        "H4s RUCKEN, 18 Punkte, wenn Karin es erlaubt.",
        "Wenn ich mich verrechnet habe, H4s RUCKEN.",
        "Wenn ich richtig gezählt habe, H4s RUCKEN, sonst H4s NETZ",
        "H4s RUCKEN, 18 Punkte, wenn ich richtig gezählt habe, sonst H4s NETZ",
        "RUCKEN mit dem C auf H4, senkrecht. 18.",
        "RUCKEN mit dem R nicht auf H4, senkrecht.",
        "RUCKEN with the N on H4, down. 18",
        "H4s RUCKEN, 18 Punkte, wenn Karin nichts anderes legt.",
        "H4 down RUCKEN, 18 points unless you find me something better",
    ],
)
def test_another_condition_and_another_letter_are(text: str) -> None:
    assert booked(text) != ["RUCKEN"]


@pytest.mark.parametrize(
    "text",
    [
        "Ich möchte das Wort\n\n    RABEN\n\nab H8 waagerecht legen.",
        "Ich erlaube mir, das Wort\nRABEN\nauf dem Felde H8, in waagerechter Richtung, niederzulegen.",
        "Mein Wort für diese Runde:\n\nRABEN\n\nab H8 waagerecht",
        "I should like to lay\n\nRABEN\n\nfrom H8 across.",
    ],
)
def test_a_word_in_a_line_of_its_own_is_of_the_sentence_around_it(text: str) -> None:
    assert booked_plays(text, YERRES) == ["RABEN"]


@pytest.mark.parametrize(
    "text",
    ["Hallo Ruth,\nRABEN\nab H8 ist frei.", "Ich nehme BASEN\nRABEN\nab H8", "So.\nRABEN\nab H8"],
)
def test_a_word_that_stands_between_sentences_is_left_there(text: str) -> None:
    assert [each.text for each in with_word_apart(lines_of(text))] == text.split("\n")


@pytest.mark.parametrize(
    "said",
    [
        "Ob das im Wörterbuch steht, kann ich hier nicht nachsehen.",
        "(keine Ahnung, ob das im Duden steht)",
        "Ich konnte es leider nicht nachschlagen.",
        "No idea whether it's in the list.",
        "I couldn't look it up here.",
        "Je n'ai pas pu vérifier s'il est dans la liste.",
        "Wenn das nichts ist!",
        "(wenn das mal nicht königlich ist)",
        "If that isn't something!",
    ],
)
def test_whether_a_word_is_listed_the_referee_looks_up_and_who_likes_it_may_say_so(
    said: str,
) -> None:
    assert booked_plays(f"H8w RABEN. {said}", YERRES) == ["RABEN"]
    assert booked_plays(f"H8w RABEN\n{said}\nFalls nicht gültig: H8w BASEN", YERRES) == [
        "RABEN",
        "BASEN",
    ]


@pytest.mark.parametrize(
    "said", ["Ich weiß nicht.", "Ob ich das lege, weiß ich noch nicht.", "Not sure if I want it."]
)
def test_whether_a_word_is_laid_is_asked(said: str) -> None:
    assert booked_plays(f"H8w RABEN. {said}", YERRES) == []


@pytest.mark.parametrize(
    "text",
    [
        "RABEN, waagerecht ab H8, sollte 20 geben.",
        "H8w RABEN. Das sollte insgesamt 20 Punkte geben.",
        "I put RABEN across from H8. That should be 20 points.",
        "H8 across RABEN, should come to 20",
        "H8w RABEN, ça devrait faire 20.",
    ],
)
def test_on_the_points_that_a_play_should_bring_it_does_not_hang(text: str) -> None:
    assert booked_plays(text, YERRES) == ["RABEN"]


@pytest.mark.parametrize(
    "text", ["Sollten es 20 sein, dann H8w RABEN", "H8w RABEN. Should it be 20, take it."]
)
def test_what_hangs_on_points_stays_as_it_was(text: str) -> None:
    assert [each.text for each in with_claims_plain(lines_of(text))] == [text]
    assert booked_plays(text, YERRES) == []


def test_a_list_with_stars_before_its_fields_is_a_form() -> None:
    lead = "Liebe Christa, lieber Bodo,\n\nhier mein Zug, schon der dritte Anlauf:"
    text = f"{lead}\n\n* Wort: RABEN\n* Feld: H8, waagerecht\n* Punkte: 20\n\nAhoi\nAnke"

    assert booked_plays(text, YERRES) == ["RABEN"]


@pytest.mark.parametrize(
    "text",
    [
        "Hallo, RABEN, waagerecht ab H8 (TISCHE).",
        "Wer reitet so spät ... RABEN, H8 waagerecht (TISCHE). Ich komme auf 19 Punkte.",
        "Dear Ruth, RABEN, across from H8 (TISCHE)",
    ],
)
def test_a_word_in_brackets_behind_the_place_is_formed_there(text: str) -> None:
    (line,) = with_word_at_its_place(lines_of(text))

    assert line.text.count(",") == text.count(",") - 1
    assert booked_plays(text, YERRES) == ["RABEN"]


def test_what_a_mail_is_about_may_stand_behind_a_label() -> None:
    known = {"Fulda"}.__contains__
    lines = lines_of("Betr.: Fulda, Zug 4\nRe: Elbe\nRe: no idea\nObjet : Fulda")

    assert [each.text.strip() for each in without_label_of_matter(lines, known)] == [
        "Fulda, Zug 4", "Re: Elbe", "Re: no idea", "Fulda",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Ich tausche B und H und hoffe auf ein E.", "Ich tausche B und H."),
        ("I'll swap D, H and L please, and hope for an N", "I'll swap D, H and L please"),
        ("Ich tausche B und H, hoffentlich kommt ein E.", "Ich tausche B und H."),
        ("Ich hoffe auf ein Wunder.", "Ich hoffe auf ein Wunder."),
    ],
)
def test_a_letter_that_is_hoped_for_is_none_of_those_that_go(text: str, left: str) -> None:
    (line,) = without_asides(lines_of(text))

    assert line.text == left
