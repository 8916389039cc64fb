"""The move that is meant of two that a mail names (rules 8)."""

import pytest

from mailref.orders.chosen import without_unchosen
from mailref.orders.commands import People
from mailref.orders.entries import GameFace
from mailref.orders.read_entries import OneMail
from mailref.reading.incoming_mail import Attention, Line
from tests.orders.test_free_words import OAK, plays_in
from tests.reading.reading import READER, YERRES
from tests.tiles.variants import TWO
from tests.writing.builders import mail


def left(text: str) -> str:
    """Return what is left of a mail to be read."""
    lines = [Line(number, line) for number, line in enumerate(text.split("\n"), 1)]
    return "\n".join(
        line.text for line in without_unchosen(lines, is_of_another={"Anna"}.__contains__)
    ).strip()


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("Zuerst dachte ich an L3s DAUERT, aber das bringt nur 24. Besser: L4s GERAT 24.", "GERAT"),
        ("My neighbour says L2d SOLDE, but I prefer A12a NAHES and I'm the one playing.", "NAHES"),
        ("Was going to play L2d SOLDE, but changed my mind: A12a NAHES 29.", "NAHES"),
        ("Meine Frau wollte L3s DAUERT, ich lege L4s GERAT.", "GERAT"),
        (
            "L3s DAUERT (24) - Moment, doch anders: L4s GERAT (auch 24), DAUERT ist mir zu wacklig",
            "GERAT",
        ),
        (
            "ich lege L3s DAUERT (35). Ähm, umentschieden, L4s GERAT ist einen Punkt mehr (36), also das bitte. Barth",
            "GERAT",
        ),
        (
            "I submit L2d SOLDE, 14 points. Correction. Delete the foregoing and read instead: A12a NAHES, 29 points.",
            "NAHES",
        ),
        (
            "Runde 5: L3s DAUERT, 24. Kommando zurück, L4s GERAT ist besser, das ist mein Zug.",
            "GERAT",
        ),
    ],
)
def test_only_the_play_that_a_mail_chooses_is_left(text: str, play: str) -> None:
    others = {"GERAT", "DAUERT", "SOLDE", "NAHES", "LLANOS"} - {play}

    said = left(text)
    assert play in said
    assert not any(each in said.upper() for each in others)


@pytest.mark.parametrize(
    "text",
    [
        "L4s GERAT",
        "Entweder L3s DAUERT oder L4s GERAT.",
        "L3s DAUERT, falls ungültig L4s GERAT",
        "L4s GERAT, für Runde 6 dann L3s DAUERT",
        "Was meinst du, L3s DAUERT oder besser L4s GERAT?",
        "L3s GERAT. Nein, L4s GERAT.",  # the same word twice
        "L3s DAUERT / L4s GERAT",
        "L3s DAUERT\nL4s GERAT gilt auch",
        "Ich lege dann mal L3s DAUERT. Mein Zug: L4s GERAT",
        "L3s DAUERT. Bei Anna gilt: L4s GERAT",
        "L3s DAUERT bitte. Naa, wart: L4s GERAT waar aa schee. I meld mi.",
        "In Runde 4 L3s DAUERT, umentschieden, in Runde 5 dann L4s GERAT.",
        "First I had TIGER. I also lay A12a GUTER.",
        "A12a TIGER 20. Also: A12a GUTER",
        "REIF? FENDER. 12J",
        "TIGER hebe ich mir für nächste Runde auf. A12w GUTER 22, falls das geht",
        "A12w GUTER behalte ich für nächste Runde. TIGER",
    ],
)
def test_a_mail_that_does_not_clearly_choose_is_left_as_it_stands(text: str) -> None:
    assert left(text) == text


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Mein Mann meint L3s DAUERT, ich sage aber L4s GERAT, basta.", "L4s GERAT."),
        ("Ich lege L4s GERAT statt L3s DAUERT, basta!", "L4s GERAT!"),
        (
            "Mein Mann meint L3s DAUERT, ich sage aber L4s GERAT. Also GERAT.",
            "L4s GERAT. Also GERAT.",
        ),
    ],
)
def test_what_is_no_talk_in_the_clause_of_the_play_stays_to_be_read(text: str, rest: str) -> None:
    assert left(text) == rest


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        (
            "Das GERET auf L4 von eben gilt nicht mehr! Nun kam mir DAUERT: L3, senkrecht, 24 Punkte. Das gilt.",
            "DAUERT: L3, senkrecht, 24 Punkte.",
        ),
        ("Statt L3s DAUERT doch lieber L4s GERAT (24). Danke", "L4s GERAT (24)."),
        ("L4s GERAT, 17 Punkte (nicht GURT, wie ich Anna erzählt habe)", "L4s GERAT, 17 Punkte"),
        (
            "I'd put L2d SOLDE on paper, then noticed NAHES. Fewer points, so NAHES it is: A12, across, 29.",
            "NAHES it is: A12, across, 29.",
        ),
        (
            "Forget HANS, whatever I said, I'm playing NAHES across instead, A12 through E12.",
            "NAHES across instead, A12 through E12.",
        ),
        (
            "I sent L2d SOLDE last night. Scrap that, nobody says so. NAHES instead, same square.",
            "L2d NAHES.",
        ),
        (
            "L4s GERTA\nUps, GERAT natürlich, dicke Finger. das zweite R liegt schon.",
            "L4s GERAT\ndas zweite R liegt schon.",
        ),
        ("sry vertippt, GADRE gibts natürlich nicht 🙈 meinte GARDE. also l4s GARDE", "l4s GARDE"),
        (
            "O5s HEILTRANKES 215\nach nee, KASERNENHOF gibt mehr. also:\nO5s KASERNENHOF 242",
            "O5s KASERNENHOF 242",
        ),
        ("HNEDL? HENDL. L5 down, 13 pts.", "HENDL. L5 down, 13 pts."),
        ("Erst dachte ich an TIGER. Mein Zug: A12w GUTER 22", "A12w GUTER 22"),
        ("Ich hatte TIGER im Auge. A12w GUTER 22", "A12w GUTER 22"),
        ("I was going to play HOLDER. My move: 15G down DOHLE", "15G down DOHLE"),
        (
            "HOLDER would have been better, but I want to keep the R for next time. My move: DOHLE, 15G, down.",
            "DOHLE, 15G, down.",
        ),
    ],
)
def test_of_a_play_that_is_surely_chosen_nothing_is_left_but_the_play(text: str, rest: str) -> None:
    assert left(text) == rest


@pytest.mark.parametrize(
    "text",
    [
        "Erst hatte ich GURT, lege heute aber nichts. L3s DAUERT",
        "Erst hatte ich GURT, der Zug ist von Anna. L3s DAUERT",
        "Mein Mann wollte GURT (A12w) legen, ich finde GERAT besser.",  # which has no place
        "A12a HANS, scrap that, I'll send A12a NAHES only if my wife agrees.",
        "Nicht L2d SOLDE. Next turn I play A12a NAHES.",
        "Heads I go with HANS, tails it's A12a NAHES",
        "A12a HANS. Do NOT book: A12a NAHES",
        "I've gone over to ABODE, so strike out A12a HANS",
    ],
)
def test_a_play_that_is_not_surely_chosen_is_left_as_it_stands(text: str) -> None:
    assert left(text) == text


def test_what_is_said_beside_the_play_stays_where_it_stood() -> None:
    text = (
        "Liebe Ruth,\nZuerst dachte ich an L3s DAUERT, aber besser ist L4s GERAT.\nBis bald\nJonas"
    )

    assert left(text).split("\n")[0] == "Liebe Ruth,"
    assert left(text).split("\n")[2:] == ["Bis bald", "Jonas"]


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("O8s KORINTE, äh KORINTHE natürlich.", "O8s KORINTHE."),
        ("L4s GERET - vertippt, GERAT muss es heißen. 24 Punkte", "L4s GERAT. 24 Punkte"),
        ("A12 across HNAS, no, HANS I mean.", "A12 across HANS."),
        ("GERET L4s, Quatsch, GERAT natürlich", "GERAT L4s"),
        ("Hier mein Zug:\n7H KRRN\nTippfehler, KERN natürlich", "Hier mein Zug:\n7H KERN"),
        ("A8w MSKE, äh, M*ASKE, 44 natürlich", "A8w M*ASKE, 44"),
    ],
)
def test_a_word_that_is_put_right_stands_where_the_wrong_one_stood(text: str, rest: str) -> None:
    assert left(text) == rest


@pytest.mark.parametrize(
    "text",
    [
        "L4s GERET, oder heißt es GERAT?",
        "L4s GERAT. Schöner wäre GRAUTE, mal sehen",
        "L4s GERAT und GRAUTE",
        "L4s GERET, vielleicht doch GERAT",
        "Für Runde 7 L4s GERET, in Runde 6 dann GERAT natürlich",
    ],
)
def test_a_word_that_may_not_be_meant_is_put_nowhere(text: str) -> None:
    assert left(text) == text


def test_each_letter_of_a_word_put_right_stands_where_the_wrong_one_stood() -> None:
    (line,) = without_unchosen([Line(3, "O8s KORINTE, äh KORINTHE natürlich.")])

    assert line.span(4, len(line.text)).column == 5


def test_where_a_move_may_have_two_plays_only_a_word_is_put_right() -> None:
    def left_of_two(text: str) -> str:
        return "".join(line.text for line in without_unchosen([Line(1, text)], plays=2))

    two = "Zuerst dachte ich an L3s DAUERT, aber das bringt nur 24. Besser: L4s GERAT 24."
    assert left_of_two(two) == two
    assert left_of_two("O8s KORINTE, äh KORINTHE natürlich.") == "O8s KORINTHE."


def test_of_two_plays_the_one_that_is_meant_is_asked_about() -> None:
    """Whoever answers JA gets the move that he meant, not the one he named first."""
    text = "A12a HANS. no wait, I4d ELANS is better innit. that one please"

    (entry,) = OneMail(READER, (OAK,), OAK, Attention()).read_mail(mail(text)).entries

    assert entry.ambiguity is not None
    assert "ELANS" in str(entry.moves)
    assert "HANS" not in str(entry.moves)


def test_a_move_that_is_chosen_is_for_the_round_that_what_was_left_out_names() -> None:
    text = "Runde 7: L3s DAUERT, 24. Kommando zurück, L4s GERAT ist besser, das ist mein Zug."
    one = OneMail(READER, (YERRES,), YERRES, Attention())
    (entry,) = one.read_mail(mail(text)).entries

    assert [each.move.plays[0].word for each in entry.moves if each.move] == ["GERAT"]
    assert entry.round_named is not None
    assert entry.round_named.number == 7


@pytest.mark.parametrize(
    ("text", "is_slip"),
    [
        ("H8w RABNE (RABEN, Finger zu dick)", True),
        ("H8w RABNE\nRABEN, sorry", True),
        ("H8w RABEN. Und BESEN war schon weg.", False),
    ],
)
def test_a_word_alike_beside_the_play_is_kept_for_where_no_list_knows_that_of_the_play(
    text: str, is_slip: bool
) -> None:
    (entry,) = OneMail(READER, (YERRES,), YERRES, Attention()).read_mail(mail(text)).entries

    assert (entry.slip_at is not None) is is_slip


@pytest.mark.parametrize(
    "order",
    [
        "Read instead: 15H TROUS, 29 points. I challenge RABEN.",
        "Read instead: 15H TROUS, 29 points, I resign after that.",
        "I challenge RABEN. Read instead: 15H TROUS, 29 points.",
        "I swap A and E. Read instead: 15H TROUS, 29 points.",
    ],
)
def test_no_order_beside_a_play_is_left_out_with_another(order: str) -> None:
    """The move was booked, and what else the mail asks for was gone without a word."""
    text = f"I submit 8H RUMEN, 14 points. Correction. Delete the foregoing. {order}"
    plain = "I submit 8H RUMEN, 14 points. Correction. Delete the foregoing. Read instead: 15H TROUS, 29 points."

    (found,), (clear,) = (
        OneMail(READER, (OAK,), OAK, Attention()).read_mail(mail(each)).entries
        for each in (text, plain)
    )

    assert found.ambiguity is not None
    assert clear.ambiguity is None


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("Ich wollte 13C BRINGE legen, das ist mir aber zu gewagt. Mein Zug ist 15G BRINGE (38).", "15G"),
        ("Was going to play 13C BRINGE, but changed my mind: 15G BRINGE 38.", "15G"),
    ],
)  # fmt: skip
def test_of_one_word_at_two_squares_the_one_that_is_meant_is_left(text: str, at: str) -> None:
    said = left(text)

    assert at in said
    assert "13C" not in said


@pytest.mark.parametrize(
    "text", ["13C BRINGE, 15G BRINGE", "15G BRINGE. Auf 13C BRINGE ginge auch.", "Entweder 13C BRINGE oder 15G BRINGE."]
)  # fmt: skip
def test_of_one_word_at_two_squares_both_are_left_where_none_is_chosen(text: str) -> None:
    assert left(text) == text


def test_a_word_that_lies_and_has_no_place_is_none_to_be_chosen() -> None:
    text = "Ich wollte H10s HAMENS legen. Besser ist K4s UMSTANDE durch das D von ERDE."
    (line,) = without_unchosen([Line(1, text)], laid={"ERDE"})

    assert "HAMENS" not in line.text
    assert "K4s UMSTANDE" in line.text


def test_of_two_plays_on_one_square_one_is_chosen_also_where_a_move_may_have_two() -> None:
    """`O8s FALKNERN` and `O8s ANWINKLE` are no move of two plays."""
    text = "{}s RABEN ... ach nee, halt, lieber nicht. Mein Zug ist H8s NABE. Endgültig."
    two = GameFace("kairo", "2-Zug-Scrabble Kairo", TWO)

    def plays(at: str) -> list[str]:
        reading = OneMail(READER, (two,), two, Attention()).read_mail(mail(text.format(at)))
        clear = (each for each in reading.entries if each.ambiguity is None)
        return [x.word for each in clear for m in each.moves if m.move for x in m.move.plays]

    assert (plays("H8"), plays("C3")) == (["NABE"], [])


@pytest.mark.parametrize(
    "name", ["\nGero Falk", "\nFalk", "\nG. Falk", "\nG.F.", " Gero", " Falk!"]
)
def test_the_name_of_its_writer_below_a_mail_weighs_nothing(name: str) -> None:
    """A surname alone, which no list knows, let the choice be asked about."""
    people = People(["Gero"], [People(["Gero Falk", "Tom Berg"])], writers=["Gero Falk"])
    text = f"Erst wollte ich G15s BRINGE legen, aber oben sind es 39, daher bitte buchen: C13w BRINGE.{name}"

    one = OneMail(READER, (YERRES,), YERRES, Attention(), people=people)
    (entry,) = one.read_mail(mail(text)).entries

    assert [play.span.text for play in plays_in(entry)] == ["C13w BRINGE"]
    assert entry.ambiguity is None
