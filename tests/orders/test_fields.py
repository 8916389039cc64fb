"""A play on several lines, or in the cells of a row, is read as on one line (rules 4, 8)."""

import pytest

from mailref.orders.entries import Entry, GameFace
from mailref.orders.fields import (
    has_column_of_others,
    joined_fields,
    numbered,
    with_whole_labels,
    without_emphasis,
    without_own_cells,
)
from mailref.orders.read_entries import OneMail
from mailref.reading.incoming_mail import Attention
from tests.orders.test_beside_plays import read
from tests.reading.reading import READER, lines_of, read_lines
from tests.tiles.variants import ONE, TWO
from tests.writing.builders import mail

DOTTENDORF = GameFace("dottendorf", "2-Zug-Scrabble Dottendorf", TWO)

ONE_GAME = GameFace("dottendorf", "1-Zug-Scrabble Dottendorf", ONE)


def asked_in(face: GameFace, text: str) -> Entry:
    """Return what a mail asks for in a game."""
    (entry,) = OneMail(READER, (face,), face, Attention()).read_mail(mail(text)).entries
    return entry


def of_two(text: str) -> Entry:
    """Return what a mail asks for where a move may have two plays."""
    return asked_in(DOTTENDORF, text)


def words_of(entry: Entry) -> list[list[str]]:
    """Return the words of each of its moves."""
    return [[play.word for play in each.move.plays] for each in entry.moves if each.move]


def joined(text: str) -> list[str]:
    return [line.text for line in joined_fields(lines_of(text)) if line.text.strip()]


@pytest.mark.parametrize(
    "text",
    [
        "Zug: H4\nRicht. senkr.\nWort: RUCKEN",
        "Feld    H4\nRicht.  senkr.\nWort    RUCKEN\nNebenw. NETZ\nPkt.    25",
        "- Feld H4, senkrecht\n- RUCKEN (23)\n- Nebenwort NETZ",
        "* H4\n* senkrecht\n* RUCKEN\n* 23 Punkte",
        "Richtung: senkrecht\nvon H4 bis H9\nWort: RUCKEN (NETZ -> NETZE)\nPunkte: 22",
        "RUCKEN!\nH4 bis H9, senkrecht, 57 Punkte.",
        "RUCKEN\nH4, nach unten",
        "H4 senkrecht\nR U C K E N\n38 Punkte.",
        "Feld: H4 - H9 (senkrecht)\nWort: RUCKEN\nPunkte: 72 (ohne Gewähr)",
        "Feld: H4\nRichtung: senkrecht\nWort: RUCKEN\nPunkte: 44 (50? nein, 44)",
        "square H4\ndown\nRUCKEN, the C was there already\n20 pts",
        "Word:       RUCKEN\nFrom:       H4\nDirection:  down\nPoints:     79",
        "Also forms: NETZ\nWord: RUCKEN\nStart: H4\nDirection: down",
        "H4 down\n\nRUCKEN\n\nsee you, Tom",
        "Case : H4\nSens : vertical\nMot : RUCKEN\nMot formé : NETZ\nScore : 20",
        "RUCKEN\nà partir de H4\nvertical\n20 points",
        "Begriff: RUCKEN\nBeginn: H4\nEndfeld: H9",
        "Ende: H9\nAnfang: H4\nWort: RUCKEN",
        "Word – RUCKEN\nStart – H4\nRunning – down\nTotal – 14",
        "Wort - RUCKEN\nFeld - H4\nRichtung - senkrecht\nPunkte - 18",
        "Startfeld: H4\nletztes Feld: H9\nWort: RUCKEN\nPunkte: 22",
        "Word: RUCKEN\nStart: H4\nEnd: H9",
        "Starting: H4\nLast square: H9\nWord: RUCKEN",
        "Mot : RUCKEN\nCase : H4\nDernière case : H9",
        "Wo: H4\nWie: senkrecht\nWort: RUCKEN\nErtrag: 22",
        "Feld: H4\nRichtung: senkrecht (s)\nWort: RUCKEN\nPunkte: 22\nErsatzzug: keiner",
        "Feld: H4 / Richtung: senkrecht / Wort: RUCKEN / Punkte: 22",
        "Lage: H4\nRichtung: senkrecht\nWort: RUCKEN",
        "Feld: H4\nVerlauf: senkrecht\nWort: RUCKEN",
        "Starting square: H4\nDirection: down\nWord: RUCKEN",
        "Quadrant: H4, senkrecht\nWort: RUCKEN\nMenge: 18 Pkt.",
        "Mot : RUCKEN\nOrientation : vertical\nCase : H4",
        "Feld H4\nRichtung senkrecht\nWort RUCKEN\nJoker nein",
        "Feld: H4s\nJoker: keiner\nWort: RUCKEN",
        "H4 down\nblank: none\nRUCKEN",
        "Startfeld ..... H4\nLaufrichtung .. senkrecht\nWort .......... RUCKEN",
        "Was: RUCKEN\nWo: H4\nWie: senkrecht",
        "Runde    : 5\nStart    : H4\nRichtung : s\nWort     : RUCKEN\nPunkte   : 35",
        "Startfeld: H4\nLage: senkrecht\nWort: RUCKEN\nErtrag: 32",
        "RUCKEN\nH4\nsenkrecht\n44 P.",
        "Where: H4\nWhich way: down\nWhat: RUCKEN",
        "Coordinates: H4\nOrientation: down\nWord: RUCKEN (as in the bed, I think)",
        "Start square: H4\nDirection (a/d): d\nWord: RUCKEN",
        "Quoi : RUCKEN\nOù : H4\nDans quel sens : vertical",
        "Square     H4\nHeading    down\nWord       RUCKEN",
        "Feld | H4\nRichtung | senkrecht\nWort | RUCKEN\nPunkte | 24",
        "| Square | H4 |\n| Heading | down |\n| Word | RUCKEN |",
        "Sq/dir | H4 down\nWord   | RUCKEN",
        "RUCKEN\nH4 runter, K vom KORB, 10 Pkt",
    ],
)
def test_the_parts_of_a_play_stand_on_lines_of_their_own(text: str) -> None:
    assert read(text, ONE) == ["RUCKEN"]


@pytest.mark.parametrize("word", ["FELD", "ORT", "WORT", "ZUG"])
def test_a_word_that_is_a_label_too_is_what_stands_in_its_field(word: str) -> None:
    """`Wort: FELD` is no head of a table."""
    assert read(f"Feld: H4\nRichtung: senkrecht\nWort: {word}", ONE) == [word]


@pytest.mark.parametrize(
    "text",
    [
        "Zug: RUCKEN\nFeld: H4\nRichtung: senkrecht",
        "My move: RUCKEN\nStart: H4\nDirection: down",
        "| Feld | Richtung  | Wort   |\n|------|----------:|--------|\n| H4   | senkrecht | RUCKEN |",
        "Feld  Richtung   Wort\nH4    senkrecht  RUCKEN",
        "Feld Richtung Wort Punkte\nH4 senkrecht RUCKEN 32",
        "Wort   | Nebenwort | Feld\nRUCKEN | NETZ      | H4 senkrecht",
        "Square  Direction  Word    Score\n------  ---------  ------  -----\nH4      down       RUCKEN  32",
        "Case | Sens | Mot\nH4 | vertical | RUCKEN",
        "Feld H4 | senkrecht | RUCKEN | NETZ | 19 Punkte",
        "| # | Feld | Ri. | Wort |\n|---|---|---|---|\n| 1 | H4 | s | RUCKEN |",
        "H4 down | RUCKEN | 19 points",
        "| H | 4 | down | R U C K E N | 19 |",
        "H | 4 | senkrecht | RUCKEN | 19",
        "| H4 | senkrecht | RUCKEN |",
        "| Start | Ende | Verlauf | Wort |\n|---|---|---|---|\n| H4 | H9 | senkrecht | RUCKEN |",
        "| Von | Bis | Wort |\n| H4 | H9 | RUCKEN |",
        "| Feld | Wort | Richtung | Bemerkung |\n| H4 | RUCKEN | senkrecht | keine |",
        "| Square | Word | Direction | Remark |\n| H4 | RUCKEN | down | the K is there already |",
        "| Feld | Richtung | Wort | Joker |\n|---|---|---|---|\n| H4 | s | RUCKEN | U |",
        "| Square | Word | Direction | Joker |\n| H4 | RUCKEN | down | - |",
        "H4 / senkrecht / RUCKEN / 19",
        "RUCKEN / senkr. / H4 / leer: U",
        "RUCKEN | H4 | down | blank: U | 19",
        "- Wort RUCKEN\n- Anfang H4, Ende H9\n- 19 Punkte",
        "* word: RUCKEN\n* first letter on H4, last on H9\n* down",
        "- Wort RUCKEN\n- Feld H4 senkrecht\n- Blankostein an zweiter Stelle (H5) als U",
    ],
)
def test_a_row_of_a_table_is_a_play(text: str) -> None:
    assert read(text, ONE) == ["RUCKEN"]


@pytest.mark.parametrize(
    "text",
    [
        "| Spieler | Feld | Richtung | Wort |\n| Max | H4 | senkrecht | RUCKEN |",
        "| Feld | Wort | Richtung | Bemerkung |\n| H4 | RUCKEN | senkrecht | noch nicht sicher |",
        "Feld: H4 senkrecht\nWort: RUCKEN\nWort: RUCKT",
        "H4\nRUCKEN",
        "H4 senkrecht\n\nHALLO",
        "Feld: H4, gilt erst ab Runde 9\nRichtung: senkrecht\nWort: RUCKEN",
        "Feld: H4\nRichtung: senkrecht\nWort: RUCKEN, oder doch RUCKT?",
        "Feld: H4\nRichtung: senkrecht\nWort: RUCKEN\nPunkte: 22, aber bitte nicht eintragen",
        "Either H4 or H5\ndown\nRUCKEN",
        "Vorige Stelle: H4\nKurs: senkrecht\nText: RUCKEN",
        "Nicht: H4\nKurs: senkrecht\nText: RUCKEN",
        "Auf dem Brett: H4\nsenkrecht\nRUCKEN",
        "Fehlversuch: RUCKEN\nKurs: senkrecht\nStart: H4",
        "Voriger Zug: RUCKEN\nRichtung: senkrecht\nFeld: H4",
        "H4 / senkrecht / RUCKEN / gilt nicht",
        "Max / H4 / senkrecht / RUCKEN",
        "- Wort RUCKEN\n- Anfang H4, Ende I9",
    ],
)
def test_what_lacks_a_part_or_says_more_is_no_play(text: str) -> None:
    """A table of players is ours, or somebody's that tells of others; a doubt stays one in a field."""
    assert read(text, ONE) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("W: RUCKEN / F: H4 / R: s / P: 19", "Wort: RUCKEN / Feld: H4 / Richtung: s / Punkte: 19"),
        ("S: H4 | D: down | W: RUCKEN", "Feld: H4 | Richtung: down | Wort: RUCKEN"),
        ("W: RUCKEN\nF: H4\nR: s", "Wort: RUCKEN\nFeld: H4\nRichtung: s"),
        ("W: RUCKEN / F: H4 / R: s / W: RUCKT", None),
        ("W: RUCKEN / R: s", None),
        ("Z: RUCKEN / F: H4 / R: s", None),
    ],
)
def test_fields_may_be_called_by_their_first_letters(text: str, said: str | None) -> None:
    plain = [line.text for line in with_whole_labels(lines_of(text))]

    assert "\n".join(plain) == (said or text)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Max | H4 | s | RUCKEN | 19", "H4 | s | RUCKEN | 19"),
        ("H4 / s / RUCKEN / Max", "H4 / s / RUCKEN"),
        (
            "Name | Feld | Ri. | Wort\n---|---|---|---\nMax | H4 | s | RUCKEN",
            "Feld | Ri. | Wort\n---|---|---|---\nH4 | s | RUCKEN",
        ),
        ("Eva | H4 | s | RUCKEN", None),
        ("Max | H4 | s | RUCKEN oder RUCKT", None),
        ("Max | Halle 12C | Ostheim", None),
        ("Name | Feld | Wort\nMax | H4s | RUCKEN\nEva | H4s | RUCKT", None),
    ],
)
def test_who_writes_is_named_in_a_row_for_nothing(text: str, left: str | None) -> None:
    plain = [line.text.strip() for line in without_own_cells(lines_of(text), "Max".__eq__)]

    assert "\n".join(plain) == (left or text)


@pytest.mark.parametrize(
    ("rows", "has_others"), [("Max | H4s | RUCKEN", False), ("Eva | H4s | RUCKEN", True)]
)
def test_a_column_of_others_is_told(rows: str, *, has_others: bool) -> None:
    table = lines_of(f"Spieler | Feld | Wort\n{rows}")

    assert has_column_of_others(table, "Max".__eq__) is has_others


def test_the_round_of_a_table_is_the_plays() -> None:
    text = "| Runde | Feld | Richtung | Wort |\n|---|---|---|---|\n| 9 | H4 | senkrecht | RUCKEN |"
    face = GameFace("yerres", "1-Zug-Scrabble Yerres", ONE)

    (entry,) = read_lines(lines_of(text), "", (face,), face).entries

    assert entry.round_named is not None
    assert entry.round_named.number == 9


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("H4s RUCKEN\nRUCKEN + NETZ = 35", "H4s RUCKEN +RUCKEN +NETZ 35"),
        ("H4s RUCKEN\n\nNebenwort: NETZ", "H4s RUCKEN +NETZ"),
        ("H4d RUCKEN\nalso forms: NETZ and NASE", "H4d RUCKEN +NETZ +NASE"),
        ("Feld: H4 s\nWort: RUCKEN\ndazu: NETZ", "H4 s RUCKEN +NETZ"),
        (
            "Points: 79  (RUCKEN + NETZ)\nWord: RUCKEN\nFrom: H4\nDir: down",
            "H4 down RUCKEN +RUCKEN +NETZ 79",
        ),
    ],
)
def test_a_line_below_a_play_says_which_words_it_forms(text: str, line: str) -> None:
    """They are judged with the play, so that one that it does not form is asked about."""
    assert joined(text) == [line]


def test_a_sum_of_other_words_is_no_part_of_the_play_above() -> None:
    assert joined("H4s RUCKEN\nNETZ + NASE = 35") == ["H4s RUCKEN", "NETZ + NASE = 35"]


def test_a_total_and_a_round_between_the_fields_stay_lines_of_their_own() -> None:
    text = "Feld: H4 s\nRunde: 5\nSumme: 35\nWort: RUCKEN"

    assert joined(text) == ["Runde: 5", "H4 s RUCKEN", "Summe: 35"]


@pytest.mark.parametrize(
    "text",
    [
        "RUCKEN\nH4\nsenkrecht",
        "RUCKEN\nH4\ns",
        "RUCKEN\nH4\nsenkrecht\n44 Punkte",
        "RUCKEN\nH4\ndown",
        "Hallo Eva,\n\nRUCKEN\nH4\nvertical\n\nGruß\nMax",
    ],
)
def test_a_word_its_place_and_its_direction_each_on_a_line_are_no_sentence(text: str) -> None:
    entry = asked_in(ONE_GAME, text)

    assert (entry.ambiguity, words_of(entry)) == (None, [["RUCKEN"]])


@pytest.mark.parametrize("label", ["Turn", "Zug-Nr.", "Zugnummer", "Runde", "Round no.", "Nr."])
def test_the_number_of_a_turn_or_round_is_no_number_of_points(label: str) -> None:
    text = f"{label}: 4\nFeld: H4\nRichtung: senkrecht\nWort: RUCKEN"
    entry = asked_in(ONE_GAME, text)

    assert [play.claimed for each in entry.moves if each.move for play in each.move.plays] == [None]


def test_each_letter_of_a_play_remembers_where_it_stood() -> None:
    (line,) = joined_fields(lines_of("Wort: RUCKEN\nFeld: H4 s"))

    assert line.span(5, 11).column == 7
    assert line.span(5, 11).line == 1
    assert line.span(0, 4).line == 2


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Doppelzug:\n  H4-H9  RUCKEN\n  K4-K9  NETZEN", [2]),
        (
            "Doppelzug:\nH4-H9 RUCKEN\nK4s NETZEN\nErsatz, falls einer nicht gilt:\nC3-C8 AUSBOT\nN11s HEILE",
            [2, 2],
        ),
        ("1. Wahl: H4 runter RUCKEN + K4 runter NETZEN\nErsatz: L3s NASE + N3s NUSS", [2, 2]),
        ("My double move:\nH4d RUCKEN\nK4d NETZEN", [2]),
    ],
)
def test_two_plays_of_one_move_stand_below_each_other(text: str, parts: list[int]) -> None:
    """Where a line above says so; what is an alternate of it has as many."""

    (entry,) = read_lines(lines_of(text), "", (DOTTENDORF,), DOTTENDORF).entries

    assert entry.ambiguity is None
    assert [len(each.move.plays) for each in entry.moves if each.move] == parts


@pytest.mark.parametrize(
    "text",
    [
        "[1] H4s RUCKEN\n[2] K4s NETZEN",
        "(1) H4s RUCKEN\n(2) K4s NETZEN",
        "i) H4s RUCKEN\nii) K4s NETZEN",
        "I. H4s RUCKEN\nII. K4s NETZEN",
        "Zug 1 H4s RUCKEN\nZug 2 K4s NETZEN",
        "Erstes Wort RUCKEN senkrecht ab H4.\nZweites Wort NETZEN senkrecht ab K4.",
        "1  H4  senkrecht  RUCKEN\n2  K4  senkrecht  NETZEN",
        "First word RUCKEN, down from H4\nSecond word NETZEN, down from K4",
        "Nr  Feld  Richtung  Wort\n1  H4  s  RUCKEN\n2  K4  s  NETZEN",
        "Erstes Wort: R U C K E N, H4s\nZweites Wort: N E T Z E N, K4s",
        "Als Erstes: H4s RUCKEN\nAls Zweites: K4s NETZEN",
        "Grüß Gott,\nErstens RUCKEN, H4, senkrecht.\nZweitens NETZEN, K4, senkrecht.",
        "h4s rucken + k4s netzen",
    ],
)
def test_the_plays_of_one_move_are_numbered_as_people_number_things(text: str) -> None:
    entry = of_two(text)

    assert entry.ambiguity is None
    assert words_of(entry) == [["RUCKEN", "NETZEN"]]
    assert len(entry.moves) == 1


@pytest.mark.parametrize("lead", ["2. Runde: ", "Kiel, 2. Runde: ", "2. Runde\n", "2nd round: "])
def test_the_second_round_is_no_second_play(lead: str) -> None:
    entry = of_two(f"{lead}H4s RUCKEN")

    assert entry.ambiguity is None
    assert words_of(entry) == [["RUCKEN"]]


@pytest.mark.parametrize(
    "second",
    [
        *(
            "2. entfällt",
            "2.) entfällt",
            "zweiter Teilzug fällt aus",
            "2. keiner",
            "2. finde ich nicht",
            "2) fällt mir leider keiner ein",
            "2. can't find any",
            "2. je n'ai rien trouvé",
            "2. none",
            "2. --",
        ),
        *("Kein zweiter Zug.", "Einen zweiten Zug mache ich nicht.", "No second move."),
        *("Den zweiten lass ich weg, mir fällt nix ein.", "Ich verzichte auf den zweiten Zug."),
        *(
            "Auf den zweiten Zug verzichte ich.",
            "I'll skip the second move.",
            "Pas de deuxième coup.",
        ),
        *("2) entfällt, mit AFHT fällt mir nichts ein", "Auf einen Ersatzzug verzichte ich."),
        *("Ersatzzüge spare ich mir.", "Ersatz: nichts"),
    ],
)
def test_a_second_play_that_is_said_to_be_none_is_none(second: str) -> None:
    entry = of_two(f"1. H4s RUCKEN\n{second}")

    assert entry.ambiguity is None
    assert words_of(entry) == [["RUCKEN"]]


@pytest.mark.parametrize(
    "text",
    [
        "1. H4s RUCKEN\n2. Wort NETZEN, Beginn K4, ebenfalls nach unten\nDas E von NETZEN ist das von NASE.",
        "H4s RUCKEN\nplus NETZEN",
        "H4s RUCKEN\nNETZEN",
        "1. H4s RUCKEN\n2. Zug siehe Mail von gestern",
        "H4s RUCKEN\nDen zweiten Zug weiß ich noch nicht.",
        "1. H4s RUCKEN\n2. weiß ich noch nicht",
        "1. H4s RUCKEN\n2. nicht NETZEN",
        "1. H4s RUCKEN\n2. folgt",
        "1. H4s RUCKEN\n2. später",
        "1. Wort: H4s RUCKEN\n2. Wort: folgt",
        "1. H4s RUCKEN\n2. kommt nicht heute",
        "1. H4s RUCKEN\n2. ändere ich nicht",
        "1. H4s RUCKEN\n2. warum nicht den von gestern",
        "H4s RUCKEN plus NETZEN.",
        "H4s RUCKEN und dann noch K4.",
        "H4s RUCKEN und auf K4 senkrecht das Wort mit N, das du schon kennst",
        "H4s RUCKEN. Dazu NETZEN, irgendwo rechts nach unten.",
        "es sind zwei: H4s RUCKEN",
        "H4s RUCKEN (erste Hälfte)",
        "Zug 1 von 2: H4s RUCKEN",
        "erstens H4s RUCKEN, zweitens wie besprochen.",
        "Zug 1: H4s RUCKEN\nZug 2: der gleiche wie beim letzten Mal",
        "Prio 2: H4s RUCKEN\n\nDie Prio 1 reiche ich nach.",
    ],
)
def test_a_second_play_that_is_not_understood_is_asked_about(text: str) -> None:
    entry = of_two(text)

    assert entry.ambiguity is not None


@pytest.mark.parametrize(
    "text",
    [
        "Prio 1: H4s RUCKEN\nPrio 2: K4s NETZEN",
        "Erstwunsch H4s RUCKEN\nZweitwunsch K4s NETZEN",
        "First pick: H4 down RUCKEN\nsecond pick: K4 down NETZEN",
        "Choix 1 : H4 vertical RUCKEN\nChoix 2 : K4 vertical NETZEN",
    ],
)
def test_a_second_choice_is_an_alternate(text: str) -> None:
    """Also in a game of two plays a move, where a second number means the second play."""
    entry = of_two(text)

    assert entry.ambiguity is None
    assert words_of(entry) == [["RUCKEN"], ["NETZEN"]]


def test_more_plays_than_a_move_has_are_asked_about_where_none_is_an_alternate() -> None:
    text = "Doppelzug:\nH4s RUCKEN\nK4s NETZEN\nL3s NASE\nN3s NUSS"

    (entry,) = read_lines(lines_of(text), "", (DOTTENDORF,), DOTTENDORF).entries

    assert entry.ambiguity is not None


@pytest.mark.parametrize(
    "text",
    [
        "H4 senkrecht RUCKEN und dazu noch K4 senkrecht NETZEN",
        "Ich möchte RUCKEN ab H4 senkrecht legen und dann NETZEN ab K4 senkrecht.",
        "Erstens RUCKEN, H4 senkrecht. Zweitens NETZEN, K4 senkrecht.",
        "Heute gibt es RUCKEN, das ab H4 nach unten geht, und dazu NETZEN von K4 bis K9.",
        "Mein erstes Wort ist RUCKEN, es beginnt in H4 und geht nach unten bis H9. Das zweite ist NETZEN, K4 bis K9.",
        "Mein Zug hat zwei Wörter: RUCKEN von H4 nach unten, NETZEN von K4 nach unten.",
        "I'd like to lay RUCKEN from H4 down and then NETZEN from K4 down, please.",
        "First RUCKEN, down from H4. Second NETZEN, down from K4.",
    ],
)
def test_two_plays_of_one_move_are_told_in_a_sentence(text: str) -> None:
    entry = of_two(text)

    assert entry.ambiguity is None
    assert words_of(entry) == [["RUCKEN", "NETZEN"]]
    assert len(entry.moves) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Ich lege RUCKEN ab H4 senkrecht und Erika dann NETZEN ab K4 senkrecht.",
        "RUCKEN ab H4 senkrecht und dazu NETZEN ab K4 senkrecht, das wäre schön gewesen.",
        "RUCKEN ab H4 senkrecht, und dann nächste Runde NETZEN ab K4 senkrecht.",
        "RUCKEN ab H4 senkrecht und dann NETZEN ab K4 senkrecht. Oder doch RASEN?",
        "I was thinking of RUCKEN from H4 down, and then of NETZEN from K4 down.",
    ],
)
def test_two_plays_in_a_sentence_that_leaves_them_open_are_asked_about(text: str) -> None:

    entries = OneMail(READER, (DOTTENDORF,), DOTTENDORF, Attention()).read_mail(mail(text)).entries

    assert all(entry.ambiguity is not None for entry in entries)


@pytest.mark.parametrize(
    ("text", "is_asked"),
    [
        ("Runde: 1\nFeld: H8\nRichtung: waagerecht\nWort: RABEN\nPunkte: 24", False),
        ("Wort: RABEN\nFeld: H8w", False),
        ("Feld: H8w\nWort: RABEN\n2. Wort: KAHN", True),
    ],
)
def test_the_fields_of_one_play_are_no_second_one_of_a_move_that_may_have_two(
    text: str, is_asked: bool
) -> None:
    assert (of_two(text).ambiguity is not None) is is_asked


@pytest.mark.parametrize(
    "text",
    [
        "H4s RUCKEN / Punkte: 22",
        "Zug: H4s RUCKEN / 22",
        "Runde 4 / H4s RUCKEN / 22 Punkte",
        "Zug: H4s RUCKEN | 22 Punkte",
        "H4s RUCKEN +22",
        "H4s RUCKEN!! (+22 P.)",
    ],
)
def test_points_are_claimed_behind_a_slash_a_bar_or_a_plus(text: str) -> None:
    entry = asked_in(ONE_GAME, text)

    assert entry.ambiguity is None
    assert [each.move.claimed for each in entry.moves if each.move] == [22]


def test_behind_a_slash_a_play_is_still_an_alternate() -> None:
    assert words_of(asked_in(ONE_GAME, "H4s RUCKEN / K4s NETZEN")) == [["RUCKEN"], ["NETZEN"]]


def of_rank(*texts: str) -> list[str]:
    return [line.text for line in numbered(lines_of("\n".join(texts)), is_one_play=True)]


@pytest.mark.parametrize(
    "sentence",
    [
        "In dieser Reihenfolge bitte, falls eins nicht zulässig ist.",
        "Bitte der Reihe nach, wenn eines ungültig sein sollte.",
        "Der erste gültige zählt.",
        "In this order please, if one is not allowed.",
        "In that order, should one be invalid.",
        "The first valid one counts.",
        "Dans cet ordre, si le premier n'est pas valable.",
    ],
)
def test_moves_with_numbers_are_alternates_where_a_sentence_says_so(sentence: str) -> None:
    listed = ("1. H8w RABEN", "2. M7s BASEN")
    ranked = ["H8w RABEN", "/ M7s BASEN"]
    assert of_rank(*listed, "", sentence) == [*ranked, "", ""]
    assert of_rank(f"{sentence[:-1]}:", *listed) == ["", *ranked]


@pytest.mark.parametrize(
    "sentence",
    [
        "In dieser Reihenfolge fielen sie mir ein.",
        "In umgekehrter Reihenfolge, falls eins nicht zulässig ist.",
        "Falls eins nicht zulässig ist, melde dich.",
        "In this order I thought of them.",
        "",
    ],
)
def test_what_says_anything_else_makes_no_alternates_of_them(sentence: str) -> None:
    listed = ["1. H8w RABEN", "2. M7s BASEN", "", sentence]
    assert of_rank(*listed) == listed


@pytest.mark.parametrize(
    "text",
    [
        "RUCKEN! H4 senkrecht, NETZ wird zu NETZE.",
        "RUCKEN!!! Ab H4 nach unten, 24 Punkte, aus NETZ wird NETZE.",
        "RUCKEN... H4 senkrecht.",
        "RUCKEN! Down from H4, NETZ becomes NETZE.",
        "RUCKEN, H4 senkrecht, NETZ wird zu NETZE.",
        "**Feld:** H4\n**Richtung:** senkrecht\n**Wort:** RUCKEN",
        "HURRA! H4 senkrecht RUCKEN",
    ],
)
def test_a_word_called_out_before_its_place_is_laid_there_whatever_it_makes_longer(
    text: str,
) -> None:
    assert words_of(asked_in(ONE_GAME, text)) == [["RUCKEN"]]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("**Runde:** 5", "Runde: 5"),
        ("*Zug:* H4s RUCKEN", "Zug: H4s RUCKEN"),
        ("_Feld_: H4", "Feld: H4"),
        ("H4s *RUCKEN", "H4s *RUCKEN"),
        ("*R*UCKEN H4s", "*R*UCKEN H4s"),
    ],
)
def test_a_label_in_bold_is_a_label(text: str, plain: str) -> None:
    """A star before a letter of a word says that it is a blank."""
    assert [line.text for line in without_emphasis(lines_of(text))] == [plain]
