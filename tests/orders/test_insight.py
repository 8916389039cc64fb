"""What the referee knows of a game tells which of several things a mail means, never whether (table games 7)."""

import pytest

from mailref.games.rummikub.rules import OnTheTable, SeenAtTable
from mailref.games.rummikub.switches import SWITCHES as TABLE
from mailref.games.unscrabble.rules import SeenBoard
from mailref.games.unscrabble.switches import SWITCHES as TAKING
from mailref.orders.commands import People
from mailref.orders.entries import GameFace, Insight, orders_in
from mailref.orders.table import Command
from mailref.reading.incoming_mail import Attention
from mailref.tiles.board import Axes, Board
from tests.orders.test_named import said
from tests.reading.reading import READER
from tests.writing.builders import mail

TISCH = GameFace("tisch", "WORT-Rummikub Tisch", TABLE.read({}, {})[0])
ABBAU = GameFace("abbau", "Un-Scrabble Abbau", TAKING.read({}, {})[0])
PEOPLE = People(["Anna Wirth"], [People(["Anna Wirth", "Nils Ahrens"])], writers=["Anna Wirth"])
SEEN = SeenAtTable(
    OnTheTable((), frozenset(), "ABEEEEFJÖRRSST", 6, TABLE.read({}, {})[0], must_lay=True),
    ("E", "A", "N", "I"),
    lambda word: word not in {"ÖFTERER", "REBEST"},
)
"""She can lay BESSER, FESTERE, RASTER, STREBE; for SORTE she has no O, and FEST is too short."""
_NONE = "." * 15
BOARD = SeenBoard(
    Board.from_rows(
        (*(_NONE,) * 7, "....REGEN......", "........A......", "........M......", ".......SEE.....", *(_NONE,) * 4)
    ),
    Axes.ROWS,
)  # fmt: skip
"""REGEN lies H5 to H9, NAME down from H9, SEE K8 to K10."""


def asked(text: str, face: GameFace = TISCH, *, is_to_move: bool = True) -> list[str]:
    """Return what a mail asks for, beyond doubt."""
    insight = Insight(of_kind=SEEN if face is TISCH else BOARD, is_to_move=is_to_move)
    reading = READER.read_mail(
        mail(text), (face,), face, Attention(), people=PEOPLE, insight=insight
    )
    read = [orders_in(each) for each in reading.entries if each.ambiguity is None]
    clear = [each for each in read if each is not None and not each.unread_at]
    return [said(order.asked) for each in clear for group in each.groups for order in group.orders]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Ich wollte FEST legen, aber das ist ja zu kurz. Dann eben STREBE.", "STREBE"),
        ("Mein Mann will SORTEN, ich nicht. Mein Wort heißt RASTER.", "RASTER"),
        ("Ich lege:\nS T R E B E\n= 6 Buchstaben", "STREBE"),
        ("Nach langem Hin und Her (meine Tochter wollte etwas mit J) lege ich nun ganz brav FESTERE.", "FESTERE"),
        ("so, mein wort heißt heute festere", "FESTERE"),
        ("Mein Wort heißt diesmal Strebe.", "STREBE"),
        ("Da ich kein O habe, wird es nichts mit SORTEN. Ich nehme RASTER.", "RASTER"),
        ("ÖFTERER gibt es wohl nicht. Ich lege RÖSTER.", "RÖSTER"),
        ("With a heavy heart I put down STREBE, though I had hoped for BERSTEN.", "STREBE"),
        ("Mein Wort ist RASTER, nicht SORTEN.", "RASTER"),
        ("f e s t e r e bitte, macht sieben", "FESTERE"),
        ("Kein Wort weit und breit. Dann halt das E von Stapel 1.", "E on 1"),
        ("I can't do anything with these. Third stack for me.", "3"),
    ],
)  # fmt: skip
def test_the_word_that_can_be_laid_is_meant(text: str, word: str) -> None:
    assert asked(text) == [word]


def test_a_command_is_a_word_only_for_who_can_lay_it() -> None:
    """`STAND` of the game master, who has no letters, asks how the game stands."""
    reading = READER.read_mail(mail("STAND"), (TISCH,), TISCH, Attention(), people=PEOPLE)

    assert (reading.commands, reading.entries) == ((Command.STATUS,), ())


@pytest.mark.parametrize(
    "text",
    [
        *("Falls SORTEN nicht geht: STREBE.", "STREBE oder SORTEN, eins davon."),
        *("Soll ich ganz brav FESTERE legen?", "Ich lege vielleicht ganz brav FESTERE."),
        *("Ich lege gerade Fliesen im RASTER.", "Ich lege das Heft RASTER bei.", "Ich lege Wert auf RASTER."),
        *("Nils legt ganz brav FESTERE.", "Ich lege ganz brav FESTERE, wenn Nils passt."),
        *("S T R E B E, oder doch nicht?", "Ich brauche einen neuen Röster.", "Unser Hund heißt Strebe."),
        *("SORTEN geht leider nicht, STREBE auch nicht.", "Mein Wort heißt diesmal nicht Strebe."),
        *("Das Rätsel in der ZEIT: Stütze mit sechs Buchstaben, STREBE.", "Alles neu, ZEIT, STREBE."),
        *("RÖSTER gilt.", "In Kassel lege ich STREBE.", "RASTER ist raus.", "RASTER kommt weg."),
        *("Das E von Stapel 1 gefällt mir.", "Third stack for Nils.", "f e s t e r e, oder?"),
    ],
)  # fmt: skip
def test_a_word_that_can_be_laid_is_not_therefore_laid(text: str) -> None:
    assert asked(text) == []


@pytest.mark.parametrize(
    "text", ["Ich lege STREBE. Nein, doch lieber SORTEN.", "STREBE gefällt mir. Ich lege SORTEN."]
)
def test_a_word_that_cannot_be_laid_is_meant_where_it_is_laid(text: str) -> None:
    assert asked(text) == ["SORTEN"]


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("Bitte das RE aus REGEN entfernen. Übrig bleibt GEN, wie in der Biologie.", "H5 H6"),
        ("Take the R and the E at the start of REGEN, so H5 and H6. GEN is a word (as in DNA).", "H5 H6"),
        ("Von REGEN nehme ich alles bis auf das N, das ja zu NAME gehört (also H5 bis H8).", "H5 H6 H7 H8"),
        ("Ich nehme REG aus dem REGEN, EN darf bleiben.", "H5 H6 H7"),
        ("Das A von NAME bitte entfernen, also I9.", "I9"),
        ("Das R vorne am REGEN kommt weg, EGEN ist ja ein altes Wort.", "H5"),
        ("Von NAME das M bitte. Dann steht da NA und E, ich weiß.", "J9"),
        ("Ich nehme REGE, dann bleibt nur das N für NAME.", "H5 H6 H7 H8"),
        ("Mein Zug: das S auf K8 und das E auf K10.", "K8 K10"),
        ("S auf K8 weg, das hintere E auf K10 weg. Das mittlere bleibt, das braucht der NAME ja noch.", "K8 K10"),
        ("Nicht H5, sondern H7 soll weg.", "H7"),
        ("das g aus regen bitte weg", "H7"),
        ("Ich nehme die ersten zwei Buchstaben von REGEN.", "H5 H6"),
        ("Hallo, vom SEE bitte das hintere E.", "K10"),
        ("As for the game: please take away H5, H6, H7 and H8, everything of REGEN except the N.", "H5 H6 H7 H8"),
        ("Take the first two letters off REGEN please (H5, H6), leaving GEN.", "H5 H6"),
        ("Weg mit dem ersten E und dem R von REGEN (H5, H6)", "ER H5 H6 REGEN"),
        ("Fort mit dem ersten E und dem R von REGEN, also H5 und H6.", "ER H5 H6 REGEN"),
        ("Away with the first E and the R of REGEN (H5, H6)", "ER H5 H6 REGEN"),
        ("Off with the S and the last E of SEE (K8, K10)", "SE K8 K10 SEE"),
    ],
)  # fmt: skip
def test_what_is_said_of_words_that_stay_names_no_other_tile(text: str, squares: str) -> None:
    assert asked(text, ABBAU) == [squares]


@pytest.mark.parametrize(
    "text",
    [
        *("Bitte das RE aus REGEN entfernen, falls GEN gilt.", "Ich nehme H5 und H6, oder GEN bleibt."),
        "Wenn NAME stehen bleiben darf, K8 und K10.",
        *("Nils nimmt REG aus dem REGEN, EN darf bleiben.", "Ich nehme H5 und H6, oder NAME."),
        "Das E aus REGEN bitte entfernen, GEN bleibt dann?",
        *("Das R vorne am REGEN mag ich.", "Von NAME das M?", "REGE sieht gut aus.", "das g aus regen klingt gut"),
        *("Die ersten zwei Buchstaben von REGEN gefallen mir.", "Nicht das letzte E vom SEE, sondern das S."),
        *("Später kommen dann K8 und K10 vom Brett.", "Kämen K8 und K10 vom Brett, bliebe NAME."),
        *("Ich nehme das G nicht aus REGEN.", "Das R bleibt am REGEN."),
        *("Das S auf K8 oder das E auf K10.", "Das S auf K8 weg, das E auf K10 nicht."),
        *("Weg mit dem zweiten E und dem R von REGEN (H5, H6)", "Weg mit dem R von REGEN (H5)?"),
        *("Nicht weg mit dem R von REGEN (H5)", "Off with the S or the last E of SEE (K8, K10)"),
        "Nils schlägt vor: Weg mit dem ersten E und dem R von REGEN (H5, H6)",
    ],
)  # fmt: skip
def test_what_may_be_another_tile_is_asked_about(text: str) -> None:
    assert asked(text, ABBAU) == []


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Not my turn yet, I know. When it comes round: STREBE.",
            "Für später vorgemerkt: STREBE.",
        ),
        "Ich weiß, ich bin noch nicht dran, aber morgen bin ich weg. Daher hier schon mein Wort: STREBE.",
        *("Heb es bitte auf, bis Nils fertig ist: Ich lege STREBE.", "LEGE STREBE, bitte vormerken."),
        *("LEGE STREBE. Bitte vormerken!", "STREBE von mir, bitte aufheben, bis die anderen fertig sind."),
        *("Ich lege STREBE. Bitte bis zu meiner Reihe verwahren.", "Ich lege STREBE, sobald die Reihe an mir ist."),
        *("STREBE from me, please keep it until Oda and Nils have finished.", "LAY STREBE (please keep until my turn)"),
        *("I lay STREBE. Please keep it until it's my go.", "I lay STREBE, to be played when my go comes."),
        "STREBE, please keep it until Nils has finished quarrelling about who is slower.",
    ],
)  # fmt: skip
def test_who_says_that_it_is_not_his_turn_tells_no_more_than_is_so(text: str) -> None:
    assert asked(text, is_to_move=False) == ["STREBE"]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Is it my turn yet? STREBE.",
            "Für später merke ich mir STREBE.",
            "Wenn Nils gelegt hat, überlege ich mir STREBE.",
        ),
        "Not my turn yet. When it comes round I'll see whether STREBE fits.",
        "Ich bin noch nicht dran. BESSER.",
        "Ich bin noch nicht dran, aber wenn das N dann noch daliegt: STREBE.",
        *("LEGE STREBE, bitte nicht vormerken.", "LEGE STREBE. Bitte vormerken, aber noch nicht eintragen."),
        *("LEGE STREBE, bitte für Nils vormerken.", "Heb STREBE bitte auf, bis ich mich entschieden habe."),
        *("I lay STREBE once Nils has taken the E.", "Please keep it until Nils has told me: STREBE."),
        *("STREBE for the turn after next, please keep it.", "Soll ich STREBE vormerken lassen?"),
    ],
)  # fmt: skip
def test_who_is_not_to_move_may_leave_open_what_he_lays(text: str) -> None:
    assert asked(text, is_to_move=False) == []


def test_who_is_to_move_and_asks_to_keep_his_move_is_asked_about_it() -> None:
    assert asked("LEGE STREBE, bitte vormerken.") == []


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("Felder: H5 (R), H6 (E)\nVerbleib: GEN\nKommentar: Die Statik sollte halten.", "H5 H6"),
        ("Operation: ENTFERNE\nFelder: K8, K10\nSteine: S, E\nbleibt: NAME", "K8 K10"),
        *(("NIMM H5 (R), H6 (E)", "H5 H6"), ("Ich nehme H5 (das R) und H6 (das E) vom Brett.", "H5 H6")),
        ("| Feld | Stein |\n|------|-------|\n| H5 | R |\n| H6 | E |", "H5 H6"),
        ("| Action | Squares |\n|---|---|\n| REMOVE | H5, H6 |", "H5 H6"),
        ("Entferne K8, K9, K10 (ganze SEE). Falls unzulässig, bitte Rüge.", "K8 K9 K10"),
        ("TAKE K8-K10 (the whole SEE).", "K8 K10"),
        ("Ich nehme K8 und K10 vom Brett. Der Rest bleibt stehen.", "K8 K10"),
        ("TAKE H5. The rest stays as it is.", "H5"),
    ],
)  # fmt: skip
def test_squares_stand_beside_the_letters_that_lie_there(text: str, squares: str) -> None:
    assert asked(text, ABBAU) == [squares]


@pytest.mark.parametrize(
    "text",
    [
        *("NIMM H5 (N), H6 (E)", "Felder: H5 (R) oder K8 (S)"),
        *("Was kostet H5 (R), H6 (E)?", "| Feld | Wer |\n|---|---|\n| H5 | Nils |", "H5 and H6 stay."),
        *("Es bleiben: H5 (R), H6 (E)", "Es bleiben H5 und H6.", "H5, H6 bleiben.", "K8 bleibt stehen."),
    ],
)  # fmt: skip
def test_squares_that_stay_or_hold_another_letter_are_asked_about(text: str) -> None:
    assert asked(text, ABBAU) == []


@pytest.mark.parametrize(
    "text",
    [
        *("NIMM K8\nNAME soll auch weg", "NIMM K8\nDas E von SEE soll auch weg."),
        "NIMM H5\nREG kommt also weg.",
    ],
)
def test_a_word_that_is_to_go_beside_other_squares_is_asked_about(text: str) -> None:
    assert asked(text, ABBAU) == []


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("NIMM H5 H6 H7\nREG kommt also weg.", "H5 H6 H7"),
        ("NIMM K8\nNAME bleibt.", "K8"),
        ("NAME kommt weg.", "H9 I9 J9 K9"),
        ("Dann liegen nur noch REGEN und NAME. SEE kommt weg.", "K8 K9 K10"),
    ],
)
def test_a_word_that_lies_is_named_by_itself(text: str, squares: str) -> None:
    """H9 to K9 is NAME, K8 to K10 is SEE."""
    assert asked(text, ABBAU) == [squares]


@pytest.mark.parametrize("beside", ["R und E weg.", "das R und das E weg", "also R und N weg"])
def test_letters_behind_squares_never_silence_them(beside: str) -> None:
    """They go in an exchange elsewhere: its writer heard that his mail held no move."""
    insight = Insight(of_kind=BOARD, is_to_move=True)
    text = mail(f"NIMM H5 H6, {beside}")

    reading = READER.read_mail(text, (ABBAU,), ABBAU, Attention(), people=PEOPLE, insight=insight)

    assert reading.entries


@pytest.mark.parametrize(
    "beside",
    [
        "Dann bleibt von SEE nur das E.",
        "Von SEE bleibt nur das E im NAMEN.",
        "Von SEE bleibt das E.",
    ],
)
def test_a_word_behind_squares_is_no_play_that_is_chosen(beside: str) -> None:
    """`K10. Von SEE` was taken for one that is not meant, and K8 alone was booked."""
    assert asked(f"NIMM K8 K10. {beside}", ABBAU) in ([], ["K8 K10"])
