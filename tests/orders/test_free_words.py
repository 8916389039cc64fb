"""A play in words of its own counts where its mail leaves it, else it is asked about with its line (rules 4)."""

from datetime import date

import pytest
from msgspec.structs import replace

from mailref.orders.commands import People
from mailref.orders.entries import (
    Ambiguity,
    AwayAct,
    Entry,
    GameFace,
    Insight,
    Reading,
    orders_in,
    play_written,
)
from mailref.orders.read_entries import OneMail
from mailref.orders.shapes import read_days
from mailref.orders.table import Command
from mailref.reading.incoming_mail import Attention
from mailref.tiles.board import Board
from mailref.tiles.moves import Play
from tests.games.classic.examples import STANDARD
from tests.reading.reading import AEGYPTEN, READER, YERRES
from tests.writing.builders import mail

OAK = GameFace("oak", "Oak Classic", STANDARD)


def read(text: str, face: GameFace) -> Reading:
    return OneMail(READER, (face,), face, Attention()).read_mail(mail(text))


def plays_in(entry: Entry) -> list[Play]:
    return [play for each in entry.moves if each.move for play in each.move.plays]


def said(text: str, face: GameFace) -> list[str]:
    """Return the plays of a mail, each of which is asked about, or would be if it were not valid."""
    reading = read(text, face)
    assert all(
        entry.ambiguity is Ambiguity.UNREAD_PLAY or entry.said_at for entry in reading.entries
    )
    axes = face.rules.axes
    return [play_written(play, axes) for entry in reading.entries for play in plays_in(entry)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("I put TIBIAL down, starting from the first T of MOTTES (F8).", "8F TIBIAL"),
        ("A11 Zoon, 14. Look it up if you like, Tom!", "A11 ZOON"),
        ("8H MOIST, not across", "8H MOIST"),
        ("8H\nTROUS", "8H TROUS"),
        ("8H\nTROUS\n22\n\nD. Marx, Trier-Euren", "8H TROUS"),
        ("TROUS\nL4", "L4 TROUS"),
        ("C11 ROUX (downwards; the R is already there)", "11C ROUX"),
        ("hiya, parka down from 6f, isn't it", "6F PARKA"),
        ("I'd say “girls” goes down from H8", "8H GIRLS"),
        ("MANTEL, senkrecht in Spalte 15, der Anfangsbuchstabe steht in Reihe H", "15H MANTEL"),
        ("Der MANTEL kommt senkrecht in Spalte 15,\ner beginnt nämlich in Reihe H", "15H MANTEL"),
        ("Reihe L, ab der 4. Spalte, RAUMES", "L4 RAUMES"),
        ("Ich hänge KASTEN dran, senkrecht, H7, beim K von KOFFER", "7H KASTEN"),
        ("OPTEZ à la place de FOX, en H8 horizontalement", "H8 OPTEZ"),
        ("Moi je mets un beau PEKIN horizontal en J8", "J8 PEKIN"),
        ("SCRABBLE !!! Je joue ENLEVES en 5E avec la prime", "5E ENLEVES"),
        ("Je tente FOX verticalement, du 8G au 8I", "8G FOX"),
        ("wenn ich richtig gezählt hab gibt das 40: 8G FOX", "8G FOX"),
        ("8G FOX, 25 I reckon. Pint's on me if it's less.", "8G FOX"),
        ("mein zug ist liter ab 5e waagerecht 21 punkte", "E5 LITER"),
        ("my move is home from 5e across", "E5 HOME"),
    ],
)
def test_where_letters_are_rows(text: str, line: str) -> None:
    assert said(text, OAK) == [line]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("hiya, word is geburt, column L from row 1 down", "L1s GEBURT"),
        ("Das Wort geburt steht in der Spalte L ab der 1. Zeile nach unten", "L1s GEBURT"),
        ("le mot geburt, colonne L, à partir de la ligne 1, vers le bas", "L1s GEBURT"),
        ("I put TIBIAL down, starting from the first T of MOTTES (F8).", "F8s TIBIAL"),
    ],
)
def test_where_letters_are_columns(text: str, line: str) -> None:
    assert said(text, YERRES) == [line]


@pytest.mark.parametrize("face", [OAK, YERRES])
@pytest.mark.parametrize(
    "text",
    [
        "I'll put DOMES down column 8, ending on your S",
        "Ich lege DOMES senkrecht in Spalte 8, bis zu deinem S",
        "Je mets DOMES verticalement, colonne 8, jusqu'à ton S",
    ],
)
def test_what_only_the_board_could_tell_is_asked_about_without_a_line(
    text: str, face: GameFace
) -> None:
    (entry,) = read(text, face).entries

    assert entry.ambiguous_line == text
    assert plays_in(entry) == []


@pytest.mark.parametrize(
    "text",
    [
        "Thank you, I live in 5 Row Street.",
        "DOMES and FOX are both fine words, down here in row 8",
        "Danke!\n\nViele Grüße\nAnke\nGebäude 5B, KIEL",
        "Am 8.12. ist hier wieder Markt.",
        "| DOMES, going down, 8H, said the mail",
    ],
)
def test_what_names_no_play_is_none(text: str) -> None:
    assert read(text, OAK).entries == ()


def test_what_is_asked_about_is_quoted_as_it_was_written() -> None:
    """A square by its row and column is read as one; its writer knows his own words."""
    text = "Vielleicht DENOTES in Zeile 4, Spalte H, waagerecht"

    (entry,) = read(text, YERRES).entries

    assert entry.ambiguous_line == text


@pytest.mark.parametrize(
    "text",
    [
        "Zuerst F13 waagerecht MULIS, dann N8 senkrecht DEKRET. Das sind zusammen 35.",
        "First F13 across MULIS, then N8 down DEKRET.",
        "D'abord F13 horizontal MULIS, puis N8 vertical DEKRET.",
    ],
)
def test_first_and_then_number_two_plays_of_a_move(text: str) -> None:
    (entry,) = read(text, AEGYPTEN).entries

    assert entry.ambiguity is None
    assert [play_written(each, AEGYPTEN.rules.axes) for each in plays_in(entry)] == [
        "F13w MULIS", "N8s DEKRET",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("DENOTES along row D, starting at column 8.", "D8 DENOTES"),
        ("J3 right DIVA, 8", "J3 DIVA"),
        ("Sorry, I meant MOIST down from H8, not across.", "8H MOIST"),
        ("Ich meinte MOIST senkrecht ab H8, nicht waagerecht.", "8H MOIST"),
        ("Pardon, je voulais dire MOIST verticalement depuis H8, pas horizontalement.", "8H MOIST"),
        ("J3 à droite DIVA, 8", "J3 DIVA"),
        ("Bon, je recommence :\n8H FOX", "8H FOX"),
        ("8H MOTES\nmon joker est le M", "8H *MOTES"),
        ("8H MOTES, my blank is the M", "8H *MOTES"),
    ],
)
def test_what_leaves_nothing_open_is_taken(text: str, line: str) -> None:
    (entry,) = read(text, OAK).entries

    assert entry.ambiguity is None
    assert [play_written(each, OAK.rules.axes) for each in plays_in(entry)] == [line]


NATURAL = [
    (
        """Dear Ruth,

I am afraid the dog has eaten my notes, so this comes from memory. I should like to play BERGAUF, starting at F2
and running down the column. We had snow at last, and the whole village is out with sledges.

Kind regards
Margaret""",
        "F2s BERGAUF",
    ),
    (
        "hi ruth, nehm loshaken ab C6 nach unten. bin auf dem sprung zum chor, das wird heute spät. lg jonas",
        "C6s LOSHAKEN",
    ),
    (
        """Liebe Ruth,

stell dir vor, beim Bügeln ist es mir eingefallen: LOSHAKEN! Ab L1 nach unten, alle acht Buchstaben weg.

Herzlichst
Hildegard""",
        "L1s LOSHAKEN",
    ),
    (
        "mein Wort lautet diesmal LOSHAKEN. Es beginnt auf dem Felde L1 und läuft senkrecht bis L8.",
        "L1s LOSHAKEN",
    ),
]
"""Mails, and what they say."""


@pytest.mark.parametrize(("text", "line"), NATURAL)
def test_a_play_that_its_mail_leaves_is_taken_as_said(text: str, line: str) -> None:
    (entry,) = read(text, YERRES).entries

    assert entry.ambiguity is None
    assert said(text, YERRES) == [line]


@pytest.mark.each_once
@pytest.mark.parametrize(("text", "line"), NATURAL)
@pytest.mark.parametrize(
    "beside",
    [
        "Das ist aber nur so eine Idee, warte noch auf meine zweite Mail.",
        "Oder doch lieber A12 waagerecht HOLEN?",
        "Please do not enter it yet, I shall confirm tomorrow.",
        "Den Zug soll ich dir von meiner Nachbarin schicken.",
    ],
)
def test_a_play_that_its_mail_takes_away_is_asked_about(text: str, line: str, beside: str) -> None:
    begin, end = text.rsplit("\n\n", 1) if "\n\n" in text else (text, "")

    entries = read(f"{begin} {beside}\n\n{end}", YERRES).entries

    assert all(entry.ambiguity is not None for entry in entries), line


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "I'd like to play VOID across from H8, and if that's no good, DINT down from H6.",
            ["H8w VOID", "H6s DINT"],
        ),
        (
            "My move is ZORM, down from H8. If that isn't a word, then ZOOM in the same place.",
            ["H8s ZORM", "H8s ZOOM"],
        ),
        (
            "NIMORS, across from E10. If you won't have it, then MINORS in the same place.",
            ["E10w NIMORS", "E10w MINORS"],
        ),
        ("H8w LÖXEN. Falls es das nicht gibt, dann eben H8s EXEN.", ["H8w LÖXEN", "H8s EXEN"]),
        (
            "Ich lege RASTEN auf H8 waagerecht. Falls es das nicht gibt, dann eben GARTEN, gleiche Stelle.",
            ["H8w RASTEN", "H8w GARTEN"],
        ),
        (
            (
                "Mein Wort soll KAHLES sein, Spalte L, beginnend in der dritten Reihe und dann nach unten.\n"
                "Sollte der Superlativ verworfen werden, tritt an seine Stelle LOHNES, ebenda."
            ),
            ["L3s KAHLES", "L3s LOHNES"],
        ),
        (
            (
                "I shall have TRAUBIGE, starting at L6 and going down. If I've misread the board and it doesn't "
                "fit, then WINTERING down from F6 will do me nicely."
            ),
            ["L6s TRAUBIGE", "F6s WINTERING"],
        ),
        ("L2s TAUGE, L3s BURE als Ersatz", ["L2s TAUGE", "L3s BURE"]),
        ("L2s TAUGE. L3s BURE bitte als Reserve.", ["L2s TAUGE", "L3s BURE"]),
        ("L2 down TAUGE\nL3 down BURE (backup)", ["L2s TAUGE", "L3s BURE"]),
        (
            "L2s TAUGE, 17 Punkte\nor if that's no good L3 down BURE, 17 pts",
            ["L2s TAUGE", "L3s BURE"],
        ),
        (
            "Ich nehm L4 abwärts HALOS 😊 Falls HALOS nicht im Duden steht (wohl wahr), dann bitte L4 abwärts NAHES.",
            ["L4s HALOS", "L4s NAHES"],
        ),
        (
            "N5-N12 LOSHAKEN\n\nund falls das aus irgendeinem Grund nicht gilt:\nI2-I10 LOSHAKTEN",
            ["N5s LOSHAKEN", "I2s LOSHAKTEN"],
        ),
        (
            "F6 down WINTERING, just adding the three letters, 17 points\nif its not allowed: J3 down GAINED, 21",
            ["F6s WINTERING", "J3s GAINED"],
        ),
        (
            "M5 down EARINGS. Should that spot turn out to be no good, then the same word at F6 down please.",
            ["M5s EARINGS", "F6s EARINGS"],
        ),
        (
            (
                "Je joue MAISON, ligne 8, à partir de la colonne H, horizontalement. Si ce n'est pas permis, "
                "alors MARINS au même endroit."
            ),
            ["H8w MAISON", "H8w MARINS"],
        ),
    ],
)
def test_what_is_to_be_laid_for_want_of_a_play_is_its_alternate(
    text: str, lines: list[str]
) -> None:
    (entry,) = read(text, YERRES).entries

    assert [play_written(play, YERRES.rules.axes) for play in plays_in(entry)] == lines
    assert len(entry.moves) == 2
    assert entry.ambiguity is None


@pytest.mark.parametrize(
    "end", ["", "\n\nClaire", "\nClaire", "\n\nGruß\nClaire", " Es regnet.\n\nClaire"]
)
def test_a_name_below_what_is_to_be_laid_for_want_of_a_play_signs_it(end: str) -> None:
    text = f"Bonjour,\n\nje joue CHATS en H8, horizontalement. En cas de refus, CHANT à la même place.{end}"
    one = OneMail(READER, (YERRES,), YERRES, Attention(), people=("Claire Morel",))
    (entry,) = one.read_mail(mail(text)).entries

    assert [play.word for play in plays_in(entry)] == ["CHATS", "CHANT"]
    assert entry.ambiguity is None


@pytest.mark.parametrize(
    "spare",
    [
        "Falls es das nicht gibt, dann eben GARTEN.",
        "falls es das nicht gibt, dann eben garten, gleiche stelle.",
        "If that is no good, I'll have MOOR across from H8 and, last of all, ROOM down from H8.",
    ],
)
def test_what_is_to_be_laid_for_want_of_a_play_is_asked_about_where_it_leaves_open_what(
    spare: str,
) -> None:
    (entry,) = read(f"H8w RASTEN. {spare}", YERRES).entries

    assert entry.ambiguity is Ambiguity.UNREAD_PLAY
    assert entry.ambiguous_line == spare
    assert [play.word for play in plays_in(entry)] == ["RASTEN"]


def test_a_move_on_condition_of_what_somebody_says_does_not_replace_the_one_before_it() -> None:
    text = "I'd like to play VOID across from H8, or if Geoff says no, DINT down from H6."

    assert all(entry.ambiguity is not None for entry in read(text, YERRES).entries)


@pytest.mark.parametrize(
    "text", ["MAHREN, Spalte 14, Zeilen J bis N", "MAHREN, Spalte 14, Zeilen J bis P"]
)
def test_a_stretch_of_another_length_than_the_word_is_no_place(text: str) -> None:
    assert not any(entry.ambiguity is None for entry in read(text, OAK).entries)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("hallo ruth, h6 steinaltem waagerecht, wie mein drucker", "H6w STEINALTEM"),
        ("yo ruth 👋 loshaken! l1 und dann runter. 94 sagt mein zettel", "L1s LOSHAKEN"),
        ("oke nach ewigem hin und her: ANKOHLENS!!! h1 ↓ 🎉🎉", "H1s ANKOHLENS"),
        (
            "TILGE, A8 bis E8. Mehr jibt die Suppe nich her, und den Blanko heb ick mir uff.",
            "A8w TILGE",
        ),
        ("H10 down badger pls 🦡", "H10s BADGER"),
        ("H8 LABELING ↓", "H8s LABELING"),
        ("H8 LABELING ↓ 36", "H8s LABELING"),
        ("h8↓labeling", "H8s LABELING"),
        ("A8→TILGE", "A8w TILGE"),
        ("a8 ➡️tilge 38", "A8w TILGE"),
        ("A8→E8 TILGE 🐯", "A8w TILGE"),
    ],
)
def test_what_chatters_write_is_taken(text: str, line: str) -> None:
    """Small letters beside a name, arrows for a direction or a range, a blank that is kept."""
    (entry,) = read(text, YERRES).entries

    assert entry.ambiguity is None
    assert [play_written(each, YERRES.rules.axes) for each in plays_in(entry)] == [line]


def test_a_round_named_before_a_play_in_small_letters_is_told_the_referee() -> None:
    (entry,) = read("Runde 6: tilge, a8-e8, 38", YERRES).entries

    assert entry.ambiguity is None
    assert entry.round_named is not None
    assert entry.round_named.number == 6


@pytest.mark.parametrize(
    "bye", ["Bis Runde 12!", "See you in round 12", "Rendez-vous au tour 12 !"]
)
def test_who_takes_leave_until_a_round_names_none_for_his_move(bye: str) -> None:
    for text in (f"H8w RABEN. {bye}", f"H8w RABEN\n\n{bye}"):
        (entry,) = read(text, YERRES).entries

        assert (entry.ambiguity, entry.round_named) == (None, None)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("F13w mulis und N8s dekret", ["F13w MULIS", "N8s DEKRET"]),
        ("c3 runter ausbot und n11 runter heile", ["C3s AUSBOT", "N11s HEILE"]),
    ],
)
def test_plays_in_small_letters_may_be_joined(text: str, line: list[str]) -> None:
    (entry,) = read(text, AEGYPTEN).entries

    assert entry.ambiguity is None
    assert [play_written(each, AEGYPTEN.rules.axes) for each in plays_in(entry)] == line


@pytest.mark.parametrize(
    ("text", "subject", "line"),
    [
        ("Siehe Betreff.\nW. Eichler, Bremen", "L3 senkrecht LOHNES", ["L3s LOHNES"]),
        ("please see the subject line, that is my move. I wish you a good week.", "L6 down TRAUBIGE", ["L6s TRAUBIGE"]),
        ("Voir l'objet, merci.", "L3 verticalement LOHNES", ["L3s LOHNES"]),
        ("Der Betreff stimmt nicht, im Betreff steht der falsche Zug.", "L3 senkrecht LOHNES", []),
        ("Soll ich den Zug wirklich in den Betreff schreiben?", "L3 senkrecht LOHNES", []),
        ("Siehe Betreff.", "Re: L3 senkrecht LOHNES", []),
        ("^^^ that's me\nDave", "L3 senkrecht LOHNES", ["L3s LOHNES"]),
        ("⬆️ my go\nCheers, Dave", "L3 senkrecht LOHNES", ["L3s LOHNES"]),
        ("^^", "L3 senkrecht LOHNES", ["L3s LOHNES"]),
        ("Das ist mein Zug.", "L3 senkrecht LOHNES", ["L3s LOHNES"]),
        ("^^^ that's not me", "L3 senkrecht LOHNES", []),
        ("^^^ that's me, or is it?", "L3 senkrecht LOHNES", []),
        ("My move will follow tomorrow.", "L3 senkrecht LOHNES", []),
        ("^^^ that's me", "Re: L3 senkrecht LOHNES", []),
    ],
)  # fmt: skip
def test_a_move_in_the_subject_to_which_a_mail_points_is_read(
    text: str, subject: str, line: list[str]
) -> None:
    own = replace(mail(text), subject=subject)
    entries = OneMail(READER, (YERRES,), YERRES, Attention()).read_mail(own).entries

    assert [play_written(x, YERRES.rules.axes) for e in entries for x in plays_in(e)] == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("TILGE, bitte. Achte Zeile, ganz links anfangen.", "A8w TILGE"),
        ("Nehmen wir SAGEN: Spalte C, ganz oben.", "C1s SAGEN"),
        ("I should like TRAIN, please, down column fifteen from row F.", "15F TRAIN"),
        ("MENSUR in Kolonne 14, ab J abwärts.", "14J MENSUR"),
        ("TRAIN, along the fourteenth row, far left.", None),
        ("MAHREN, Spalte 14, Zeilen J bis O.", "14J MAHREN"),
        *(
            ("MAHREN, senkrecht in Spalte 14 auf den Zeilen J, K, L, M, N und O.", "14J MAHREN"),
            ("MAHREN in column 14, rows J to O, down.", "14J MAHREN"),
            ("MAHREN, senkrecht, Spalte 14, Reihen J bis O", "14J MAHREN"),
        ),
        ("setzen Sie mir bitte GLASTEN in die Spalte 14, Zeilen H bis N.", "14H GLASTEN"),
        ("TILGE, Zeile acht, Felder A bis E", "A8w TILGE"),
        ("Row I, from column 2 to column 7: SANGER.", "I2 SANGER"),
        ("In Spalte 14 von J abwärts: MENSUR.", "14J MENSUR"),
        ("In Spalte 14 von J an nach unten: MENSUR.", "14J MENSUR"),
        ("In column 14 from J onwards, down: MENSUR.", "14J MENSUR"),
    ],
)
def test_a_row_and_a_column_are_named_in_words(text: str, line: str | None) -> None:
    face = OAK if line and line.split()[0][-1] not in "ws" else YERRES  # only there a way is said
    entries = read(text, face).entries

    axes = face.rules.axes
    said = [play_written(play, axes) for entry in entries for play in plays_in(entry)]
    assert said == ([line] if line else ["A14w TRAIN"])


@pytest.mark.parametrize(
    "text",
    [
        "Und weiter geht's mit H1s ENTGLASE!",
        "I shall play ENTGLASE, H1 down.",
        "So, ENTGLASE it is, going down from H1.",
    ],
)
def test_its_direction_is_no_part_of_what_a_sentence_says_of_a_play(text: str) -> None:
    entries = read(text, YERRES).entries

    assert [
        play_written(play, YERRES.rules.axes) for each in entries for play in plays_in(each)
    ] == ["H1s ENTGLASE"]
    assert not any(each.ambiguity for each in entries)


def test_a_word_that_lies_on_the_board_says_only_where_a_play_goes() -> None:
    text = "Ich lege ENTGLASE, senkrecht in Spalte H ab Reihe 1, das E ist dann das von BRUDER."

    mail_ = mail(text)
    board = Board.from_rows(("." * 15, "BRUDER.........", *(["." * 15] * 13)))
    one = OneMail(READER, (YERRES,), YERRES, Attention(), insight=Insight(board))
    (entry,) = one.read_mail(mail_).entries

    assert [play_written(play, YERRES.rules.axes) for play in plays_in(entry)] == ["H1s ENTGLASE"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "ich lege heute mal dauert, l3s. bin grad im zug nach ulm und hab kein netz",
            ["L3s DAUERT"],
        ),
        ("moin, dauert ab l3 runter. hab stress auf arbeit", ["L3s DAUERT"]),
        ("i'll go for dauert down at l3. raining again", ["L3s DAUERT"]),
        ("steh grad im stau auf der l3", []),
    ],
)
def test_of_small_words_the_one_that_fits_on_the_board_is_read_and_asked_about_if_invalid(
    text: str, lines: list[str]
) -> None:
    board = Board.from_rows((*(["." * 15] * 7), "......ERNTE....", *(["." * 15] * 7)))
    one = OneMail(READER, (YERRES,), YERRES, Attention(), insight=Insight(board))
    entries = one.read_mail(mail(text)).entries

    assert all(each.said_at or each.ambiguity for each in entries if plays_in(each))
    assert [
        play_written(play, YERRES.rules.axes) for each in entries for play in plays_in(each)
    ] == lines


@pytest.mark.parametrize(
    "text",
    [
        "Never ever will I\nPASS\non a rack like this one.",
        "Did you know you can\nEXCHANGE HJ\nand still lose!",
        "Grandpa told me to ring the bell and say, quite loudly,\n\nEXCHANGE L, I\n\nor whatever it may be.",
        "Nie im Leben würde ich\nPASSE\nschreiben, solange ein Q da ist.",
    ],
)
def test_an_order_amid_a_sentence_is_asked_about(text: str) -> None:
    assert orders_asked(text)


@pytest.mark.parametrize(
    "text", ["Hallo zusammen,\nPASSE\nschöne Grüße", "Nothing fits.\nPASS\nsorry", "PASS"]
)
def test_an_order_on_a_line_of_its_own_is_taken(text: str) -> None:
    assert not orders_asked(text)


def orders_asked(text: str) -> bool:
    (entry,) = read(text, OAK).entries
    orders = orders_in(entry)
    assert orders is not None
    return entry.ambiguity is not None or orders.unread_at is not None


def test_a_question_quotes_the_sentence_of_the_play_and_no_more() -> None:
    said = "Vielleicht RABEN, der Anfang liegt auf H8, dann nach rechts, wer weiß."
    (entry,) = read(f"Es regnet seit drei Tagen. {said} Der Hund hustet.", YERRES).entries

    assert entry.ambiguous_line == said


@pytest.mark.parametrize(
    "text",
    [
        "H8s RABEN, bitte. Und: Ich bin vom 5.12. bis zum 14.12. auf Kur und kann dann nicht ziehen.",
        "Ich lege H8s RABEN. Ich bin vom 5.12. bis zum 14.12. auf Kur.",
        "Ich lege H8s RABEN.\nIch bin vom 5.12. bis zum 14.12. auf Kur.",
    ],
)
def test_an_absence_behind_a_play_on_its_line_is_told_as_one_below_it(text: str) -> None:
    reading = read(text, YERRES)

    assert reading.said.values == ((Command.AWAY, "vom 5.12. bis zum 14.12."),)
    assert [play.word for entry in reading.entries for play in plays_in(entry)] == ["RABEN"]


@pytest.mark.parametrize(
    "text",
    [
        "H8s RABEN. Übrigens bin ich vom 5. bis 12.12. weg.",
        "H8s RABEN, 5.-12.12. Kur",
        "H8s RABEN (5.-12.12. Kur)",
        "H8s RABEN - 5.-12.12. Urlaub",
        "Ich bin vom 5. bis 12. Dezember verreist. Ich lege RABEN senkrecht ab H8.",
        "Vom 5. bis 12.12. bin ich weg, ich lege H8s RABEN",
        "Urlaub 5. bis 12.12. H8s RABEN",
        "I'm away from 5 December to 12 December. I play RABEN down from H8.",
        "Je suis absente du 5 au 12 décembre. Je joue RABEN verticalement en H8.",
        "H8s RABEN. And I'm away on holidays from the 5th to the 12th of December.",
        "H8s RABEN\nPS I'm away from 5 December to 12 December with school.",
        "H8s RABEN\n5.-12.12. Kur",
        "H8s RABEN\nbin ich vom 5. bis 12.12. weg",
        "Urlaub 5.-12.12.\n\nH8s RABEN",
    ],
)
def test_an_absence_of_few_words_beside_a_play_is_read_and_no_claim_of_points(text: str) -> None:
    reading = read(text, YERRES)

    ((command, days),) = reading.said.values
    assert command is Command.AWAY
    assert read_days(days, date(2026, 11, 26)) == (date(2026, 12, 5), date(2026, 12, 12))
    (entry,) = reading.entries
    (move,) = entry.moves
    assert entry.ambiguity is None
    assert move.move is not None
    assert move.move.claimed is None
    assert [play.word for play in plays_in(entry)] == ["RABEN"]


@pytest.mark.parametrize(
    "text",
    [
        "I'm away from 5 December to 12 December. I play LOAM across from G10.",
        "Vom 5. bis 12.12. bin ich weg, ich lege G10w LOAM",
        "Je suis absente du 5 au 12 décembre. Je joue LOAM horizontalement en G10.",
        "G10w LOAM\n\nVom 5. bis zum 12. Dezember bin ich zur Kur in Bad Pyrmont. Dann kann ich nicht spielen.",
    ],
)
def test_a_play_beside_an_absence_is_read_in_a_game_in_turns(text: str) -> None:
    (entry,) = read(text, OAK).entries
    orders = orders_in(entry)

    assert orders is not None
    (act,) = orders.acts
    assert isinstance(act, AwayAct)
    assert read_days(act.text, date(2026, 11, 26)) == (date(2026, 12, 5), date(2026, 12, 12))
    assert [play.word for play in plays_in(entry)] == ["LOAM"]


def test_a_reserve_move_in_a_long_paragraph_is_read() -> None:
    """It was lost: no reserve was looked for in more than 400 characters."""
    talk = "Heute war ein langer Tag, der Hund hat gebellt und die Nachbarn haben geschimpft.\n" * 7

    (entry,) = read(
        f"{talk}Trotzdem habe ich etwas: F8w RABEN. Falls es das nicht gibt, dann eben RABENS, gleiche Stelle.",
        YERRES,
    ).entries

    assert [play.word for play in plays_in(entry)] == ["RABEN", "RABENS"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hemd ab i5 runter\nsonst jedem ab g7 runter", ["HEMD", "JEDEM"]),
        ("I5s HEMD\nsonst eben jedem ab g7 runter", ["HEMD", "JEDEM"]),
        ("I5s HEMD, sonst g7 runter jedem", ["HEMD", "JEDEM"]),
    ],
)
def test_a_reserve_move_may_be_an_everyday_word_in_small_letters(
    text: str, words: list[str]
) -> None:
    """They were dropped without a word: beside a square such a word was taken for talk."""
    (entry,) = read(text, YERRES).entries

    assert [play.word for play in plays_in(entry)] == words
    assert entry.ambiguity is None


@pytest.mark.parametrize(
    "text", ["H6w FELK\nsonst dem g8", "hemd runter ab i5, sonst jedem ab g7 auch runter"]
)
def test_a_reserve_that_names_a_square_and_cannot_be_read_is_asked_about(text: str) -> None:
    (entry,) = read(text, YERRES).entries

    assert entry.ambiguity is Ambiguity.UNREAD_PLAY


def test_a_question_about_a_play_offers_its_reserve_too() -> None:
    """After the yes the reserve was gone without a word."""
    (entry,) = read(
        "In der Sache lege ich wohl JEDEM senkrecht ab G7, hilfsweise HEMD senkrecht ab I5.", YERRES
    ).entries

    assert entry.ambiguity is Ambiguity.UNREAD_PLAY
    assert [play.word for play in plays_in(entry)] == ["JEDEM", "HEMD"]


@pytest.mark.parametrize(
    "text",
    [
        "Gemma is BITS allowed?? if it is id put it across from E9",
        "Don't laugh, but is GLEY a word? If it is, I'd put it across from K12.",
        "Ist BITS ein Wort? Dann käme es quer ab E9.",
        "Falls BITS gilt, dann waagerecht ab E9.",
        "BITS I would never put across from E9",
        "BITS is what my wife would put across from E9",
        "BITS war voriges Jahr quer ab E9",
    ],
)
def test_a_question_between_word_and_square_is_weighed(text: str) -> None:
    """It stood in place of the play itself, and a question was laid on the board."""
    assert all(entry.ambiguity is not None for entry in read(text, OAK).entries)


@pytest.mark.parametrize(
    "who",
    [
        "He starts at E9",
        "She begins on E9",
        "Er beginnt auf E9",
        "Sie steht auf E9",
        "Elle commence en E9",
    ],
)
def test_who_is_spoken_of_beside_a_square_is_no_word(who: str) -> None:
    """`HE` can be laid."""
    entries = read(f"BITS simply walked in. {who}, quer.", OAK).entries

    assert {play.word for entry in entries for play in plays_in(entry)} <= {"BITS"}


@pytest.mark.parametrize("text", ["BITS, starting at E9 across", "BITS, I put it across from E9"])
def test_what_joins_word_and_square_leaves_the_play(text: str) -> None:
    (entry,) = read(text, OAK).entries

    assert [play.word for play in plays_in(entry)] == ["BITS"]


@pytest.mark.parametrize("end", ["G.", "gf", "- G. F."])
def test_the_initials_of_who_wrote_it_below_an_order_are_no_part_of_it(end: str) -> None:
    assert orders_of(f"TAUSCHE A E\n{end}") == orders_of("TAUSCHE A E")


@pytest.mark.parametrize(
    ("end", "is_his"), [("gero", True), ("gf", True), ("falk", True), ("knut", False)]
)
def test_ones_name_in_small_letters_behind_a_play_is_no_part_of_it(end: str, is_his: bool) -> None:
    assert (orders_of(f"8H HAUS 14 {end}") == orders_of("8H HAUS 14")) is is_his


def test_they_may_be_capitals_below_a_sentence() -> None:
    assert orders_of("Leider nichts dabei. Ich passe.\nGF") == orders_of(
        "Leider nichts dabei. Ich passe."
    )


@pytest.mark.parametrize("end", ["Es reicht mir. GF", "Es reicht mir! G.F.", "Bis bald. gf"])
def test_they_may_stand_behind_a_sentence(end: str) -> None:
    assert orders_of(f"Ich passe. {end}") == orders_of(f"Ich passe. {end.rpartition(' ')[0]}")


@pytest.mark.parametrize(("end", "is_his"), [("G.F.", True), ("GF", False), ("S.T.", False)])
def test_behind_a_tile_each_has_its_dot(end: str, is_his: bool) -> None:
    assert (
        orders_of(f"Ich tausche das A und das E. {end}")
        == orders_of("Ich tausche das A und das E.")
    ) is is_his


@pytest.mark.parametrize("end", ["G", "FG", "S.", "GF"])
def test_other_letters_below_it_are_not_dropped(end: str) -> None:
    assert orders_of(f"TAUSCHE A E\n{end}") != orders_of("TAUSCHE A E")


def orders_of(text: str) -> object:
    reading = OneMail(READER, (OAK,), OAK, Attention(), people=People(["Gero Falk"])).read_mail(
        mail(text)
    )
    return [(entry.ambiguity, entry.written, entry.moves) for entry in reading.entries]


@pytest.mark.parametrize(
    "subject",
    [
        *("Entwurf", "noch nicht werten", "Draft - do not count yet"),
        "Noch NICHT mein Zug, nur damit ich ihn nicht vergesse",
        "please do not count this one yet, I want to check a word",
    ],
)
def test_a_move_under_a_subject_that_calls_it_a_draft_is_asked_about(subject: str) -> None:
    reading = OneMail(READER, (YERRES,), YERRES, Attention()).read_mail(
        mail("L4s MENÜS", subject=subject)
    )

    assert [entry.ambiguity is not None for entry in reading.entries] == [True]


@pytest.mark.parametrize("order", ["PASSE", "TAUSCHE A E"])
def test_so_is_an_order_that_ends_a_turn(order: str) -> None:
    reading = OneMail(READER, (OAK,), OAK, Attention()).read_mail(mail(order, subject="Entwurf"))

    assert [entry.ambiguity is not None for entry in reading.entries] == [True]


@pytest.mark.parametrize(
    "subject",
    [
        *("Neuer Zug", "Mein Zug", "Re: Entwurf", "Scrabble"),
        "Zug Runde 5 - diesmal hoffentlich nicht zu spät",
        "Move for Tyne, I did not find anything better this time",
    ],
)
def test_another_subject_says_nothing_against_the_move(subject: str) -> None:
    reading = OneMail(READER, (YERRES,), YERRES, Attention()).read_mail(
        mail("L4s MENÜS", subject=subject)
    )

    assert [entry.ambiguity for entry in reading.entries] == [None]


@pytest.mark.parametrize("subject", ["L3s DAUERT", "L4s MENÜS", "MENÜS L4s", "8H TEST"])
def test_a_move_that_is_the_whole_subject_is_no_draft(subject: str) -> None:
    """Contract 3: of a mail that is no reply and has no words of its own; `dauert` speaks of waiting, too."""
    reading = OneMail(READER, (YERRES,), YERRES, Attention()).read_mail(mail("", subject=subject))

    assert [(entry.asks, entry.ambiguity) for entry in reading.entries] == [(True, None)]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("There's no hope. Off to bed, pass for me please. Night all!", "PASS"),
        ("Just off a double shift and nothing fits.\nSorry all, I pass.\nColin", "PASS"),
        ("Frost got the dahlias. I'm sitting this one out. Stan", "PASS"),
        ("tausche A+E, meine Güte was für ne Bank\nkalle", "TAUSCHE A E"),
        ("ich tausche A und E. Der Rest bleibt.\nHannelore", "TAUSCHE A E"),
        ("Umtausch: A, E.", "TAUSCHE A E"),
        ("A und E möchte ich zurückgeben und dafür zwei neue haben.", "TAUSCHE A E"),
        ("swap A and E please x", "TAUSCHE A E"),
        ("I swap A and E xx", "TAUSCHE A E"),
        ("pass x", "PASS"),
        ("If I'm honest, I pass", "PASS"),
        ("Wenn ich ehrlich bin, passe ich.", "PASS"),
        ("I confirm that I pass on this turn.", "PASS"),
    ],
)
def test_an_order_amid_talk_is_taken(text: str, order: str) -> None:
    (entry,), (alone,) = read(text, OAK).entries, read(order, OAK).entries

    assert entry.ambiguity is None
    assert what_is_done(entry) == what_is_done(alone) != []


@pytest.mark.parametrize(
    "text",
    [
        "Ich tausche A und E war übrigens mein Zug vor zwei Wochen, nicht der jetzige.",
        "stau, und trotzdem nix. tausche a u. e. manni",
        "Mein Vater tauschte immer, ich tausche nie. 'Tausche A und E' werdet ihr von mir nicht lesen.",
        "If she stays put you'll get a proper move, and otherwise I pass perhaps.",
        "Should I pass, do you think, or is there something I can't see?",
        "I pass. Or no, 8H FOX!",
        "swap A, E plus two consonants. Rosie",
        "tausche A, E usw.",
        "ich passe. Oder 14J ONDIT, wie du meinst.",
        "bitte tausche U und S. Oder nein, lieber alle außer einem.",
        "Hallo Ruth,\ntausche L, N, T, Es und A.\nDetlef",
        "Ich tausche A+E+L. Oder lege 13E senkrecht NETS.",
        "ich passe. Ach nein, ich tausche A und E.",
        "my brother said: I pass",
        "last week it was: I pass",
        "If it rains: PASS",
        "I can't move today.",
        "Should it rain: PASS",
        "Falls es regnet, passe ich",
        "Wenn es regnet, tausche ich A und E",
        "S'il pleut, je passe",
    ],
)
def test_an_order_amid_talk_that_leaves_it_open_is_not_taken(text: str) -> None:
    entries = read(text, OAK).entries

    assert not any(entry.ambiguity is None and what_is_done(entry) for entry in entries)


@pytest.mark.parametrize(
    "text",
    ["Falls Erika 8H FOX legt: TAUSCHE A E\nsonst passe ich.", "If Eleanor passes: PASS\nOtherwise: PASS"],
)  # fmt: skip
def test_what_is_kept_for_a_case_is_taken_with_what_is_meant_else(text: str) -> None:
    (entry,) = read(text, OAK).entries

    assert entry.ambiguity is None
    assert len(what_is_done(entry)) == 2


TURNS = ("ich passe", "PASSE", "ich tausche A und E", "TAUSCHE A E", "I pass", "EXCHANGE A E")


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize(
    "doubt",
    [
        "Meine Katze meint: {}",
        "Unser Hund bellt gerade: {}",
        "Im Hilfetext lese ich: {}",
        "My cat says: {}",
        "Our dog barks: {}",
        "{} (für Karin)",
        "{} (standing in for Renate)",
        "{} (nicht ernst gemeint)",
        "{} - ach, ich weiß nicht.",
        "Soll ich? {}",
        "Darf man das? {}",
        "Lösung des Rätsels: {}",
        "Ersatz: {}",
        "Nur für alle Fälle: {}",
        "When in doubt: {}",
        "On no account: {}",
    ],
)
def test_a_turn_that_its_sentence_leaves_open_is_not_taken(doubt: str, turn: str) -> None:
    entries = read(doubt.format(turn), OAK).entries

    assert not any(entry.ambiguity is None and what_is_done(entry) for entry in entries)


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize(
    "lead",
    [
        "Mein Bauch sagt: {}",
        "My heart says: {}",
        "Wie gesagt: {}",
        "Nach zwei Tassen Tee: {}",
        "The dog needs a walk, so quickly: {}",
        "How are you? {}",
        "Was soll ich sagen? {}",
    ],
)
def test_a_turn_behind_words_that_lead_to_it_is_taken(lead: str, turn: str) -> None:
    (entry,) = read(lead.format(turn), OAK).entries

    assert entry.ambiguity is None
    assert what_is_done(entry)


def what_is_done(entry: Entry) -> list[object]:
    orders = orders_in(entry)
    return [] if orders is None else [order.asked for it in orders.groups for order in it.orders]


def test_a_letter_in_words_of_its_own_is_no_kiss() -> None:
    (entry,), (alone,) = read("swap my x", OAK).entries, read("TAUSCHE X", OAK).entries

    assert what_is_done(entry) == what_is_done(alone) != []


@pytest.mark.parametrize(
    "text",
    [
        *(
            "8H FOX\nZug 9",
            "Zug-Nr.: 9\n8H FOX",
            "Zugnummer: 9\nSpielerin: Eva\nZug: 8H FOX",
            "Turn: 9\nPlayer: Eva\n8H FOX",
            "Move no. 9\n8H FOX",
            "Zug 9 (auf Vorrat)\n8H FOX",
        ),
        "8H FOX\n\nIch gebe die Partie auf, streich mich bitte aus der Liste.",
        "8H FOX\nI concede, Tom, you are too good.",
    ],
)
def test_a_turn_named_alone_is_told_and_who_resigns_beside_a_move_is_asked(text: str) -> None:
    (entry,) = OneMail(READER, (OAK,), OAK, Attention()).read_mail(mail(text)).entries

    named = entry.round_named
    assert named.number == 9 if named is not None else entry.ambiguity is not None


@pytest.mark.parametrize(
    ("behind", "is_move"),
    [
        (" als Ersatz", False),
        (" bitte als Reserve.", False),
        (" wird Ersatz", False),
        (" (backup)", False),
        (" as a spare", False),
        (", kein Ersatz", True),
        (" (Ersatz: keiner)", True),
        (", no backup", True),
    ],
)
def test_a_play_that_is_called_an_alternate_is_no_move_by_itself(
    behind: str, is_move: bool
) -> None:
    (entry,) = read(f"L2s TAUGE{behind}", YERRES).entries

    assert (entry.ambiguity is None) is is_move


def test_a_reserve_with_a_square_of_its_own_does_not_lie_where_the_first_play_does() -> None:
    """Which way it runs from there is not said in words that anybody knows: it is asked about."""
    text = (
        "Mein Wort ist KAHLES, ab L3 nach unten. Sollte es verworfen werden, so trete an seine "
        "Stelle LOHNES, von M4 in nämlicher Richtung."
    )

    (entry,) = read(text, YERRES).entries

    assert entry.ambiguity is not None
