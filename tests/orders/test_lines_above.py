"""What the line above a play makes of it, in games in rounds and in turns alike (rules 8, classic 11)."""

import pytest

from mailref.orders.entries import Entry, GameFace
from mailref.orders.read_entries import OneMail
from mailref.reading.incoming_mail import Attention
from tests.games.classic.examples import STANDARD
from tests.reading.reading import READER, YERRES
from tests.writing.builders import mail

ROUNDS = (YERRES, "F8w RABEN", "L3s KOHLEN")
TURNS = (GameFace("kiel", "Classic Kiel", STANDARD), "8F RABEN", "L3 KOHLEN")
KINDS = [pytest.param(ROUNDS, id="rounds"), pytest.param(TURNS, id="turns")]
Kind = tuple[GameFace, str, str]


def entry_of(text: str, kind: Kind) -> Entry:
    face, first, second = kind
    filled = text.format(first, second)
    (entry,) = OneMail(READER, (face,), face, Attention()).read_mail(mail(filled)).entries
    return entry


def booked(text: str, kind: Kind) -> list[str]:
    """Return the words that a mail asks for beyond doubt, alternates last; none where it is asked about."""
    entry = entry_of(text, kind)
    if entry.ambiguous_line is not None or entry.ambiguity is not None:
        return []
    return [play.word for each in entry.moves if each.move for play in each.move.plays]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "text",
    [
        "{0}\nErsatz:\n{1}",
        "Hier mein Zug:\n{0}\nUnd als Ersatz:\n{1}",
        "{0}\n\nFalls das nicht geht:\n{1}",
        "{0}\nIf that is no good:\n{1}",
    ],
)
def test_a_play_is_an_alternate_where_the_line_above_says_so(text: str, kind: Kind) -> None:
    assert booked(text, kind) == ["RABEN", "KOHLEN"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "text", ["{0}\nKorrektur:\n{1}", "{0}\nstattdessen lieber:\n{1}", "{0}\nCorrection:\n{1}"]
)
def test_a_play_takes_the_place_of_another_where_the_line_above_says_so(
    text: str, kind: Kind
) -> None:
    assert booked(text, kind) == ["KOHLEN"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "text", ["Ersatz:\n{0}", "Falls das nicht geht:\n{0}", "{0}\nVielleicht:\n{1}"]
)
def test_a_play_is_asked_about_where_the_line_above_leaves_it_open(text: str, kind: Kind) -> None:
    assert booked(text, kind) == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "text",
    [
        "DRAFT - please do not enter yet\nRound: 2\n{0}",
        "Nur ein Entwurf\nName: Eva\nDatum: 3.12.2026\n{0}",
        "Bitte noch nicht eintragen!\nRunde: 2\n{0}\nPunkte: 24",
        "Entwurf, Runde 2\n{0}",
        "Notizzettel\nNummer: 4\n{0}",
        "Please wait before entering this:\n{0}",
        "BROUILLON - ne pas encore enregistrer\nTour : 2\n{0}",
    ],
)
def test_what_stands_above_the_fields_of_a_form_is_said_of_the_play_below(
    text: str, kind: Kind
) -> None:
    assert booked(text, kind) == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "text",
    [
        "Liebe Eva,\nRunde: 1\n{0}",
        "Anbei mein Formular.\nName: Eva\nDatum: 3.12.2026\n{0}",
        "Thanks for waiting!\nRound: 1\n{0}\nScore: 24",
    ],
)
def test_a_greeting_above_the_fields_of_a_form_says_nothing_of_the_play(
    text: str, kind: Kind
) -> None:
    assert booked(text, kind) == ["RABEN"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_word_without_its_place_but_with_points_is_asked_about_below_a_play(kind: Kind) -> None:
    assert booked("{0}\nMANIE 32", kind) == []
    assert booked("{0}\nRABEN 24", kind) == ["RABEN"]


@pytest.mark.parametrize("kind", KINDS)
def test_who_asks_about_a_play_alone_is_asked_for_his_move(kind: Kind) -> None:
    assert booked("{0}?", kind) == []
    assert [each.move is not None for each in entry_of("{0}?", kind).moves] == [True]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "title",
    [
        *("Entwurf", "Notizzettel", "MERKZETTEL", "Verpasste Chance", "Gedankenspiel"),
        *("Draft", "Template for next time -", "Practice", "Scratch pad"),
    ],
)
def test_a_heading_apart_from_the_play_may_say_that_it_does_not_count(
    title: str, kind: Kind
) -> None:
    assert booked(f"{title}\n\n{{0}}\n\nEva", kind) == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "title",
    [
        *("Zugabgabe", "Mein Zug", "Korrektur", "Neuer Versuch", "Nachtschicht", "Endlich", "Postkarte"),
        *("Mein Senf", "Köln, im Dezember", "Frohes Fest", "Submission", "My play"),
    ],
)  # fmt: skip
def test_a_heading_apart_from_the_play_says_most_often_nothing(title: str, kind: Kind) -> None:
    assert booked(f"{title}\n\n{{0}}\n\nEva", kind) == ["RABEN"]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Genf, zwölfte Runde\n\n{0}", 12),
        ("R. VII, Weser: {0}", 7),
        ("Runde XIV\n{0}", 14),
        ("6te Runde {0}", 6),
        ("Yerres / 6. Runde\n\n{0}", 6),
        ("3. Zug, nachgereicht: {0}", 3),
        ("6. Zug\n\n{0}", 6),
        ("Round IV: {0}", 4),
    ],
)
def test_a_round_is_named_in_any_figures(text: str, number: int) -> None:
    named = entry_of(text, ROUNDS).round_named
    assert named is not None
    assert named.number == number


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "text",
    [
        "{0} (da bin ich allerdings noch am Zaudern)",
        "{0} 33 (das ist Torbens Zug, nicht meiner)",
        "{0}\n\nViele Grüße\nAnna\n\nAch, nehmen Sie lieber das andere Wort, das ich am Telefon gesagt habe.",
        "{0}\n\nGruß\nAnna\n\nNB: Nur, falls das im Duden steht. Schau bitte nach.",
        "{0}\n\nBest wishes\nAnna\n\n(I may have the wrong column there. Will check when home.)",
    ],
)
def test_brackets_and_what_stands_below_a_signature_may_take_a_move_back(
    text: str, kind: Kind
) -> None:
    assert booked(text, kind) == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "text",
    [
        "{0} (mein bester Zug seit Wochen)",
        "{0}\n\nGruß\nAnna\n\nWer lang fragt, geht lang irr.",
        "{0}\n\nBest wishes\nAnna\n\nPlease consider the environment before printing this mail.",
    ],
)
def test_other_brackets_mottos_and_footers_take_nothing_back(text: str, kind: Kind) -> None:
    assert booked(text, kind) == ["RABEN"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("Was Klaus wohl gelegt hätte:\n{0}", "Was Klaus wohl gelegt hätte:"),
        ("Mein Mann meint, ich soll das legen:\n{0}", "Mein Mann meint, ich soll das legen:"),
        ("{0}\nOder doch lieber nicht?", "Oder doch lieber nicht?"),
    ],
)
def test_the_words_that_leave_a_clean_play_in_doubt_are_quoted(
    text: str, quoted: str, kind: Kind
) -> None:
    """The line with the play was: it says all that it must."""
    assert entry_of(text, kind).ambiguous_line == quoted


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "text",
    ["Das ist aber nett von dir, Klaus:\n{0}", "That's very kind of you, Ted:\n{0}", "C'est gentil à toi, Luc :\n{0}"],
)  # fmt: skip
def test_who_only_praises_somebody_above_his_play_is_not_asked(text: str, kind: Kind) -> None:
    assert booked(text, kind) == ["RABEN"]


@pytest.mark.parametrize(
    "text", ["Ich lege 8F Rat.", "I play L3 Rat.", "Ich lege das Wort Rat auf L3"]
)
def test_a_small_word_in_title_case_behind_a_verb_is_a_play_at_a_table(text: str) -> None:
    assert booked(text, TURNS) == ["RAT"]
