"""A form that is filled in at a table: its fields ask for what they hold, if only one of them can (table games 7)."""

import pytest

from mailref.games.rummikub.switches import SWITCHES as TABLE
from mailref.games.solitaire.switches import SWITCHES as SOLO
from mailref.games.unscrabble.rules import NoTile, TilesOrder, squares_meant
from mailref.games.unscrabble.switches import SWITCHES as TAKING
from mailref.orders.entries import GameFace, orders_in
from mailref.reading.incoming_mail import Attention
from mailref.tiles.board import Axes
from tests.games.classic.test_random import SPAN
from tests.games.test_other_games import board_with
from tests.reading.reading import READER
from tests.writing.builders import mail

TISCH = GameFace("tisch", "WORT-Rummikub Tisch", TABLE.read({}, {})[0])
ABBAU = GameFace("abbau", "Un-Scrabble Abbau", TAKING.read({}, {})[0])
SOLIST = GameFace("allein", "Solitaire allein", SOLO.read({"chosen": True}, {})[0])


def asked(text: str, face: GameFace) -> list[object]:
    """Return what a mail asks for, beyond doubt."""
    reading = READER.read_mail(mail(text), (face,), face, Attention(), people=("Anna Wirth",))
    read = [orders_in(each) for each in reading.entries if each.ambiguity is None]
    groups = [
        group for each in read if each is not None and not each.unread_at for group in each.groups
    ]
    return [order.asked for group in groups for order in group.orders]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Spiel: tisch\nRunde: 1\nName: Anna Wirth\nZug: lege STREBE\nBemerkung: keine", "STREBE"),
        ("Spiel: tisch\nZug Nr.: 1\nWort: STREBE", "STREBE"),
        ("Wort: ERSTER\nPunkte: 6", "ERSTER"),
        ("Word = STREBE", "STREBE"),
        ("Zug: 1\nAktion: LEGE\nWort: STREBE\nLänge: 6\nHerkunft: eigene Bank\nRest: B E E F", "STREBE"),
        ("Action: LAY\nWord: STREBE\nLetters: 6\nRemaining: A B E F", "STREBE"),
        *(("STREBE\nLänge:    6", "STREBE"), ("Datum: 3.12.\nZug: STREBE\nStimmung: gut", "STREBE")),
        ("| Zug | Wort | Punkte |\n|-----|------|--------|\n| 1 | STREBE | 6 |", "STREBE"),
        *(("| Wort | STREBE |\n| Länge | 6 |", "STREBE"), ("| Nr. | Zug |\n|---|---|\n| 1 | STREBE |", "STREBE")),
    ],
)  # fmt: skip
def test_the_word_of_a_form_is_laid(text: str, word: str) -> None:
    assert asked(text, TISCH) == [(word, None, ())]


@pytest.mark.parametrize(
    "text",
    [
        "Wort: STREBE\nWort: BERATER",
        "Wort: STREBE\nAlternative: BERATER",
        "Wort: STREBE oder BERATER",
        "Wort: STREBE?",
        "Wort: STREBE\nBemerkung: gilt noch nicht",
        "Wort des Tages: STREBE",
        "Runde: 1",
        "Punkte: 7",
        *("Aktion: NICHT LEGEN\nWort: STREBE", "Operation: zurückgestellt\nWort: STREBE"),
        "Wort: STREBE\nRest: lieber doch BERATER",
        *("Wort: STREBE\nStatus: Entwurf", "Wort: STREBE\nVorbehalt: nur wenn Nils passt"),
        "| Wort | Punkte |\n|---|---|\n| STREBE | 6 |\n| BERATER | 7 |",
        *(
            "| Zug | Wort | Status |\n|---|---|---|\n| 1 | STREBE | verworfen |",
            "| Nils | STREBE |",
        ),
        "| Spieler | Wort |\n|---|---|\n| Nils | STREBE |",
    ],
)
def test_a_form_that_leaves_the_word_open_lays_none(text: str) -> None:
    assert asked(text, TISCH) == []


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Steine: H5, H6", ((("H5", "H5"), ("H6", "H6")), "", "")),
        (
            "Spiel: abbau\nWort: REGEN\nFelder: H5-H6\nName: Anna Wirth",
            ((("H5", "H6"),), "", "REGEN"),
        ),
        ("Wort: REGEN\nBuchstaben: R, G", ((), "RG", "REGEN")),
        ("NIMM H5 aus REGEN", ((("H5", "H5"),), "", "REGEN")),
        ("NIMM REG aus REGEN (H5-H7)", ((("H5", "H7"),), "REG", "REGEN")),
        ("NIMM H5-H7 (REG aus REGEN)", ((("H5", "H7"),), "REG", "REGEN")),
        ("Ich nehme REG aus REGEN, also H5 bis H7.", ((("H5", "H7"),), "REG", "REGEN")),
        ("Ich nehme das S (K8) aus SEE.", ((("K8", "K8"),), "S", "SEE")),
    ],
)
def test_the_squares_of_a_form_are_taken_out_of_its_word(text: str, order: object) -> None:
    assert asked(text, ABBAU) == [order]


@pytest.mark.parametrize(
    "text", ["Steine: H5\nFelder: K8", "Steine: H5, H6?", "Buchstaben: R", "Steine: H5\noder K8"]
)
def test_a_form_that_leaves_the_squares_open_takes_none(text: str) -> None:
    assert asked(text, ABBAU) == []


@pytest.mark.parametrize(
    ("squares", "word", "fault"),
    [
        (("H5", "H6"), "HAUS", None),
        (("I8", "J8"), "SAND", None),
        (("H5", "I8"), "HAUS", NoTile(span=SPAN, square=None, letters="HA", word="HAUS")),
        (("H5",), "REGEN", NoTile(span=SPAN, square=None, word="REGEN")),
    ],
)
def test_squares_must_be_of_the_word_that_is_named_beside_them(
    squares: tuple[str, ...], word: str, fault: NoTile | None
) -> None:
    board = board_with(r8="....HAUS", r9=".......A", r10=".......N", r11=".......D")
    order = TilesOrder(SPAN, tuple((each, each) for each in squares), word=word)
    found = squares_meant(order, board, Axes.ROWS)
    assert (fault is None) == all(not isinstance(each, NoTile) for each in found), found
    assert fault is None or found == (fault,)


def test_a_stack_stands_in_a_form_beside_its_verb() -> None:
    for text in (
        "Aktion: NIMM\nStapel: 3\nQuelle: offen",
        "| Aktion | Stapel |\n|---|---|\n| NIMM | 3 |",
    ):
        assert asked(text, TISCH) == asked("NIMM 3", TISCH)
    assert asked("Aktion: NIMM\nStapel: 2 oder 3", TISCH) == []


def test_the_steps_of_a_table_are_taken_one_after_another() -> None:
    table = "| Nr | Aktion | Inhalt |\n|---|---|---|\n| 1 | WÄHLE | HERBSTE |\n| 2 | 8H | HERBST |"

    assert len(asked(table, SOLIST)) == len(asked(table.replace("Aktion", "Idee"), SOLIST)) + 2


def test_the_letters_of_a_form_are_chosen_and_its_play_laid() -> None:
    form = "Steine = HERBSTE\nFeld = H7\nRichtung = waagrecht\nWort = HERBST"
    assert len(asked(form, SOLIST)) == 2
    assert len(asked("Buchstaben: D, A, U, E, R, T, N\nZug: H8 waagrecht DAUERT", SOLIST)) == 2


def test_letters_that_are_not_all_said_are_not_chosen() -> None:
    assert len(asked("Buchstaben: A, E und noch ein Konsonant", SOLIST)) == 0


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("Ich suche mir K, U, C, H, E, N und S aus und lege KUCHEN von H3 nach rechts.", 2),
        ("Ich wähle AEINRST aus.", 1),
        ("Ich suche mir morgen etwas aus.", 0),
        ("Ich suche mir A und E aus, oder doch nicht.", 0),
    ],
)
def test_letters_stand_between_the_parts_of_the_verb(text: str, steps: int) -> None:
    assert len(asked(text, SOLIST)) == steps


def test_a_pass_in_a_field_is_no_word() -> None:
    for text in ("Zug: PASSE", "Spiel: tisch\nMove: PASS"):
        assert asked(text, TISCH) == asked("PASSE", TISCH)
    assert asked("Zug: AUFGABE", TISCH) == []
