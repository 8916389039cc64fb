"""What people write in Solitaire with chosen letters, and what is made of it (other games 3)."""

import pytest

from mailref.games.solitaire.rules import AnewOrder, ChooseOrder, StepBackOrder
from mailref.games.solitaire.switches import SWITCHES
from mailref.orders.entries import (
    NO_INSIGHT,
    Entry,
    GameFace,
    Insight,
    PassOrder,
    PlayOrder,
    ResignAct,
    TrialAct,
    UnreadOrder,
    orders_in,
)
from mailref.reading.incoming_mail import Attention, Line
from mailref.tiles.board import Board
from tests.reading.reading import READER, orders_of, read_lines
from tests.writing.builders import mail

CHOSEN, _ = SWITCHES.read({}, {"chosen": True})
DRAWN, _ = SWITCHES.read({}, {})
PATIENCE = GameFace("patience", "Patience", CHOSEN)
KNOBEL = GameFace("knobel", "Knobel", DRAWN)


def read(text: str, face: GameFace = PATIENCE, subject: str = "") -> tuple[Entry, ...]:
    lines = [Line(at, line) for at, line in enumerate(text.split("\n"), start=1)]
    return read_lines(lines, subject, (face,), face).entries


def steps(text: str) -> list[str]:
    """Return the moves of a mail in a few letters each."""
    (entry,) = read(text)
    assert orders_in(entry) is not None
    assert entry.ambiguous_line is None
    assert entry.ambiguity is None
    return [said(order) for group in orders_of(entry).groups for order in group.orders]


def said(order: object) -> str:
    match order:
        case ChooseOrder():
            return f"+{order.letters}"
        case StepBackOrder():
            return "back"
        case AnewOrder():
            return "anew"
        case PassOrder():
            return "pass"
        case UnreadOrder():
            return order.faults[0].code
        case PlayOrder(written=written) if written.move is not None:
            (play,) = written.move.plays
            return play.word
        case _:
            return repr(order)


@pytest.mark.parametrize(
    "text",
    [
        "WÄHLE AEINRST",
        "Wähle A E I N R S T",
        "Ich wähle A, E, I, N, R, S und T.",
        "wähle: AEI NRST",
        "WÄHLE die Buchstaben AEINRST",
        "Mein Zug: WÄHLE AEINRST",
        "1. WÄHLE AEINRST",
        "1) wähle a e i n r s t",
        "CHOOSE AEINRST",
        "I choose the letters A, E, I, N, R, S and T",
        "pick AEINRST",
        "Steine = AEINRST",
        "Meine Buchstaben: A, E, I, N, R, S, T",
        "Ich nehme die Buchstaben A, E, I, N, R, S und T.",
        "Ich nehme A, E, I, N, R, S, T",
        "I take the letters AEINRST",
        "Letters A E I N R S T",
        "Meine Buchstaben sind A, E, I, N, R, S und T.",
        "wähle aeinrst",
        "Meine Wahl: A,E,I,N,R,S,T",
        "Meine Auswahl lautet A, E, I, N, R, S und T.",
        "Meine Wahl fällt auf AEINRST",
        "Gewählte Buchstaben: AEINRST",
        "My choice: A,E,I,N,R,S,T",
        "My selection is A, E, I, N, R, S and T",
        "Mon choix : AEINRST",
    ],
)
def test_letters_are_chosen_however_it_is_written(text: str) -> None:
    assert steps(text) == ["+AEINRST"]


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("WÄHLE AEINRS?", "AEINRS?"),
        ("WÄHLE E E und einen Joker".replace("einen ", ""), "EE?"),
        ("WÄHLE 3 E, 2 Joker und N", "EEE??N"),
        ("CHOOSE Q U A L blank", "QUAL?"),
        ("WÄHLE ÄÖÜ", "ÄÖÜ"),
        ("WÄHLE AEINRSTX", "AEINRSTX"),
    ],
)
def test_blanks_and_numbers_of_letters(text: str, letters: str) -> None:
    assert steps(text) == [f"+{letters}"]


@pytest.mark.parametrize(
    "word",
    [
        "ZURÜCK",
        "Zurück!",
        "zurücknehmen",
        "TAKE BACK",
        "undo",
        "BACK",
        "Den letzten Zug bitte zurücknehmen",
        "Bitte nimm meinen letzten Zug zurück.",
        "Ich möchte den letzten Zug zurücknehmen, danke.",
        "Ich mache den letzten Zug rückgängig",
        "Das war nichts. Ich nehme den letzten Zug zurück.",
        "I'd like to take back my last move.",
        "Undo my last move please",
    ],
)
def test_the_last_move_is_taken_back(word: str) -> None:
    assert steps(f"Hallo,\n{word}\nGruß Anna") == ["back"]


@pytest.mark.parametrize("word", ["NEU", "neu anfangen", "Ich beginne neu.", "NEW", "start over"])
def test_a_new_try_is_begun(word: str) -> None:
    assert steps(word) == ["anew"]


def test_moves_stand_in_the_order_written_with_numbers_or_without() -> None:
    mail = """Hallo Erika,

1. WÄHLE AEINRST
2. H4 STEIN
3) ZURÜCK
4. WÄHLE HAUSE
H5 HAUS // schön
8H SAND
NEU

Viele Grüße
Anna"""

    assert steps(mail) == ["+AEINRST", "STEIN", "back", "+HAUSE", "HAUS", "SAND", "anew"]


@pytest.mark.parametrize(
    "line",
    [
        "WÄHLE AEINRST, H4 STEIN",
        "WÄHLE AEINRST und lege H4 STEIN",
        "1. wähle A E I N R S T: H4 STEIN",
        "CHOOSE AEINRST and play H4 STEIN",
        "WÄHLE AEINRST H4 STEIN",
        "WÄHLE AEINRST, 4H STEIN",
        "Hallo, ich wähle A E I N R S T und lege damit H4 STEIN. Gruß",
        "WÄHLE AEINRST. H4 STEIN.",
        "Steine: AEINRST\nH4 STEIN",
        "Ich greife mir AEINRST und lege H4 STEIN",
        "Ich nehme die Buchstaben A, E, I, N, R, S und T und lege H4 STEIN.",
    ],
)
def test_letters_and_play_may_stand_on_one_line(line: str) -> None:
    assert steps(line) == ["+AEINRST", "STEIN"]


@pytest.mark.parametrize("aside", ["H4 STEIN", "RASTE?", "oder R"])
def test_what_a_bracket_behind_letters_says_of_them_is_not_left_out(aside: str) -> None:
    assert steps_of_mail(f"WÄHLE AEINRST ({aside}), H5 STEIN") != ["+AEINRST", "STEIN"]


def test_a_play_with_a_direction_against_its_square_is_no_number_of_letters() -> None:
    """`H4s` behind letters is the square of a play, and not four S."""
    assert steps("WÄHLE AEINRST, H4s STEIN")[:1] == ["+AEINRST"]


def test_a_play_may_stand_behind_a_step_back() -> None:
    assert steps("Ich nehme den letzten Zug zurück und lege H4 STEIN") == ["back", "STEIN"]


@pytest.mark.parametrize(
    "text",
    [
        "Bin wieder zurück aus dem Urlaub!",
        "Kann man den letzten Zug zurücknehmen?",
        "Du kannst den letzten Zug zurücknehmen.",
        "Take it back to the shop, I said.",
        "Mit dem letzten Zug fahre ich zurück nach Ulm.",
    ],
)
def test_who_only_speaks_of_going_back_takes_nothing_back(text: str) -> None:
    assert not any(entry.asks for entry in read(text))


def test_a_step_back_in_words_that_are_not_read_is_asked_about() -> None:
    for text in (
        "Erst den letzten Zug zurück, danach wieder H4 STEIN",
        "H4 STEIN\n\nNein, doch zurück!",
    ):
        (entry,) = read(text)
        assert entry.ambiguity is not None


def test_the_same_step_twice_is_two() -> None:
    assert steps("ZURÜCK\nZURÜCK") == ["back", "back"]


@pytest.mark.parametrize("line", ["wähle aeinr", "wähle einfach", "WÄHLE", "WÄHLE 7"])
def test_letters_that_cannot_be_told_are_asked_for(line: str) -> None:
    assert steps(line) == ["which_chosen"]


@pytest.mark.parametrize(
    "text",
    [
        "WÄHLE __\n__ __",
        "Ich wähle heute mal ganz andere Steine.",
        "Alles neu macht der Mai.",
        "Ich nehme die Steine später.",
        "Ich nehme an, das geht.",
    ],
)
def test_the_empty_template_and_prose_are_nothing(text: str) -> None:
    assert all(orders_in(entry) is None for entry in read(text))


def test_an_alternate_belongs_to_the_play_before_it() -> None:
    (entry,) = read("H4 STEIN\n/ H4 REIN\n8H SAND")
    assert orders_in(entry) is not None

    found = [[said(order) for order in group.orders] for group in orders_of(entry).groups]

    assert found == [["STEIN", "REIN"], ["SAND"]]


def test_a_trial_and_the_end_are_what_they_are_elsewhere() -> None:
    (trial,) = read("PROBE H4 STEIN")
    (close,) = read("AUFGABE")
    assert orders_in(trial) is not None
    assert orders_in(close) is not None

    assert [type(act) for act in (*orders_of(trial).acts, *orders_of(close).acts)] == [
        TrialAct,
        ResignAct,
    ]
    assert steps("PASSE") == ["pass"]


def test_where_tiles_are_drawn_nothing_of_this_is_a_move() -> None:
    """ZURÜCK is the command there, which strikes what is kept."""
    assert all(orders_in(entry) is None for entry in read("ZURÜCK\nwähle A B", KNOBEL))


def steps_of_mail(
    text: str, subject: str = "Re: [patience R1] Du bist am Zug", insight: Insight = NO_INSIGHT
) -> list[str]:
    """Return the moves of a whole mail in a few letters each; none where anything of it is asked about."""
    reading = READER.read_mail(
        mail(text, subject=subject),
        (PATIENCE,),
        PATIENCE,
        Attention(),
        people=["Anna"],
        insight=insight,
    )
    entries = reading.entries
    clear = [orders_in(each) for each in entries if each.ambiguity is None]
    held = [each for each in clear if each is not None and not each.unread_at]
    return [said(order) for each in held for order in each.orders]


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("Ich wähle E E L L N Q U und lege H2 QUELLEN, das letzte N auf dem Mittelfeld.", ["+EELLNQU", "QUELLEN"]),
        ("8G WIND - davor natürlich WÄHLE DFINOWA, ohne Buchstaben kein Wind.", ["+DFINOWA", "WIND"]),
        ("N N A T E S B sind die sieben, die ich möchte. TANNE, Start H7, nach rechts.", ["+NNATESB", "TANNE"]),
        ("- gewählt: CEEHINS\n- senkrecht, Spalte 8, oberster Stein in Reihe D: SCHNEE", ["+CEEHINS", "SCHNEE"]),
        ("WÄHLE CEEHNST\nH3 STECHEN\nalle sieben weg!", ["+CEEHNST", "STECHEN"]),
        # its last clause alone takes more looks than are left
        (
            "Ich nehme mir A, E, H, L, N, R und T und lege daraus HALTERN, waagerecht in der Reihe H ab Spalte 3.",
            ["+AEHLNRT", "HALTERN"],
        ),
        ("Ich wähle A, E, I, N, R, S, T (gestern war Nikolaus!) und lege H4 STEIN.", ["+AEINRST", "STEIN"]),
        ("1. choose AEMRTOS, H8 TOR\n2. BACK (ZURÜCK), too short\n3. H8 ROSTE", ["+AEMRTOS", "TOR", "back", "ROSTE"]),
    ],
)  # fmt: skip
def test_letters_are_chosen_before_the_play_wherever_they_stand(text: str, done: list[str]) -> None:
    assert steps_of_mail(text) == done


def test_a_subject_is_read_that_the_mail_points_to() -> None:
    assert steps_of_mail("s. Betreff", "[patience] WÄHLE EHLMNOS, H5 SOHLE") == [
        "+EHLMNOS",
        "SOHLE",
    ]
    assert steps_of_mail("s. Betreff, gilt aber noch nicht", "WÄHLE EHLMNOS, H5 SOHLE") == []


@pytest.mark.parametrize(
    "text",
    [
        "Soll ich A, B, E, L, N, S und T wählen und H5 NABEL legen?",
        "Ich wähle vielleicht A, B, E, L, N, S und T und lege dann H5 NABEL.",
        "Mein Mann sagt: wähle ABELNST und lege H5 NABEL.",
        "N N A T E S B sind die sieben, die ich letztes Mal hatte. TANNE lag auf H7.",
        *("gewählt: CEEHINS oder CEEHINT\nH3 STECHEN", "Ich wähle ABELNST und lege H5 NABEL, aber erst morgen."),
        *("I choose A, B, E, L, N, S, T. Hold on, make the B a G.", "WÄHLE ABELNST\n\nMoment, mach aus dem B ein G."),
        *("Ich wähle A, B, E, L, N, S und T. Halt, statt B lieber G.", "WÄHLE ABELNST. Also doch A, E, G, L, N, S, T."),
        *("WÄHLE ABELNST. Dann NABEL.", "I choose ABELNST. NABEL goes down the middle."),
        "I choose A, B, E, L, N, S, T and U and play H5 NABEL",
        *("Meine Wahl: ABELNST oder ABELNSU", "Meine erste Wahl war ABELNST.", "Meine Wahl wäre ABELNST."),
        *("My choice would be ABELNST.", "My choice: not ABELNST", "Die Wahl von Nils: ABELNST"),
        *("Ist WÄHLE ABELNST, H5 NABEL erlaubt?", "BACK, oder doch nicht?", "ZURÜCK, wenn das geht?"),
        *("ZURÜCK, das war nicht so gemeint, NABEL bleibt", "ZURÜCK (nein, doch nicht)"),
        "8G WIND - davor WÄHLE DFINOWA? Oder ohne?",
    ],
)  # fmt: skip
def test_no_letters_are_chosen_that_may_not_be_meant(text: str) -> None:
    assert not {"+ABELNST", "+NNATESB", "+CEEHINS", "+DFINOWA", "back"} & {*steps_of_mail(text)}


AT_FIRST = Insight(Board.empty(15), "")
"""Nothing lies on her board, and nothing on her rack."""


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("Ich wähle A, B, E, L, N, S und T und lege dann ab H5 waagerecht den NABEL.", ["+ABELNST", "NABEL"]),
        ("WÄHLE EFLOTTU. Senkrecht in Spalte 8, oben in Reihe D angefangen: FLOTTE.", ["+EFLOTTU", "FLOTTE"]),
        ("My letters: D E I N S T U. Word: STUDIEN, down in column 8, starting in row B.", ["+DEINSTU", "STUDIEN"]),
    ],
)  # fmt: skip
def test_the_play_that_the_letters_chosen_let_lay_is_meant(text: str, done: list[str]) -> None:
    assert steps_of_mail(text, insight=AT_FIRST) == done


@pytest.mark.parametrize(
    "text",
    [
        "Ich wähle A, B, E, L, N, S und T und lege dann ab H5 waagerecht den NABEL, oder soll ich TAFEL legen?",
        "Ich wähle A, B, E, L, N, S und T und lege vielleicht ab H5 waagerecht den NABEL.",
        "Ich wähle A, B, E, L, N, S und T und lege dann ab H5 waagerecht den KNABE, damit liegt das E auf der Mitte.",
        "WÄHLE DEINSTU\nWord: STUDIEN, down in column 8, starting in row B.\n\nAnna\n\nPS Bitte noch nicht eintragen.",
        "Start over please (NEU). My letters: D E I N S T U. Word: STUDIEN, down in column 8, starting in row B.",
    ],
)  # fmt: skip
def test_a_play_that_letters_let_lay_is_not_therefore_laid(text: str) -> None:
    assert not {"NABEL", "STUDIEN", "KNABE"} & {*steps_of_mail(text, insight=AT_FIRST)}


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("Das wird so nichts, ich habe mich verrannt. NEU bitte.", ["anew"]),
        ("Letters: G A R T E N S. I play GARTEN across from H5.", ["+GARTENS", "GARTEN"]),
        *((text, []) for text in ("Ich überlege noch. NEU.", "Nicht heute. NEU.", "Soll ich? NEU")),
        ("NEU bitte. Doch nicht.", []),
    ],
)  # fmt: skip
def test_what_only_says_why_a_new_try_begins_is_no_doubt(text: str, done: list[str]) -> None:
    assert steps_of_mail(text) == done


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Das war nichts. ZURÜCK.", ["back"]),
        ("ZURÜCK, das war nichts.", ["back"]),
        ("ZURÜCK (verflixt, das sollte doch liegen und nicht stehen)", ["back"]),
        ("BACK - that should have gone across", ["back"]),
        ("ZURÜCK bitte, den letzten Zug nehme ich wieder auf die Bank.", ["back"]),
        (
            "ZURÜCK. Mein Mann sagt, beim Schach hätte man mich dafür des Saales verwiesen.",
            ["back"],
        ),
        ("UNDO please. I boxed myself in.", ["back"]),
        ("Oh dear. BACK, please.", ["back"]),
        ("ZURÜCK. WÄHLE AEINRST", ["back", "+AEINRST"]),
        ("NEU. WÄHLE AEINRST. H4 STEIN", ["anew", "+AEINRST", "STEIN"]),
        ("I choose A, E, I, N, R, S and T for a start. The word follows later.", ["+AEINRST"]),
        ("Ich wähle A, E, I, N, R, S und T für den Anfang.", ["+AEINRST"]),
    ],
)
def test_a_step_in_capitals_stands_beside_other_sentences(text: str, meant: list[str]) -> None:
    assert steps_of_mail(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        *("ZURÜCK. Nein, doch nicht.", "ZURÜCK will ich nicht, der Zug bleibt.", "ZURÜCK? Oder lieber nicht?"),
        *("ZURÜCK bitte, den letzten Zug nehme ich doch nicht wieder auf die Bank.", "BACK to work tomorrow."),
        *("NEU, WÄHLE AEINRST", "BACK, then choose AEINRST.", "ZURÜCK aus dem Urlaub, morgen mehr."),
        "NEU! Und dann: WÄHLE AEINRST, H4 STEIN",
        "I choose A, E, I, N, R, S and T for a start, or maybe not.",
        "Ich wähle A, E, I, N, R, S und T vielleicht für den Anfang.",
    ],
)  # fmt: skip
def test_half_of_a_mail_is_no_step(text: str) -> None:
    """`BACK, then choose AEINRST` is two of them, in the order in which they stand."""
    assert steps_of_mail(text) == []
