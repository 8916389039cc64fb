"""What stands beside an order at a table that says nothing else: who signs, which tile lies there (table games 7)."""

import pytest

from tests.orders.test_named import ABBAU, TISCH, named


@pytest.mark.parametrize(
    ("text", "order"),
    [
        *(("Nimm 3. A.", "3"), ("LEGE STREBE, Gruß A.", "STREBE"), ("LEGE STREBE! lg a", "STREBE")),
        ("STREBE. A.", "STREBE"),
    ],
)
def test_who_wrote_a_mail_signs_behind_its_order(text: str, order: str) -> None:
    assert named(text, TISCH) == [order]


def test_who_wrote_a_mail_signs_behind_what_his_tiles_leave() -> None:
    assert named("TAKE H5 - leaves EGEN. A", ABBAU) == ["H5"]


@pytest.mark.parametrize("text", ["Nimm N. A.", "Nimm 3. O.", "Nimm 3? A.", "Nimm den mit, A."])
def test_a_letter_that_may_be_a_tile_or_another_player_is_asked_about(text: str) -> None:
    assert named(text, TISCH) == []


@pytest.mark.parametrize(
    ("text", "order"),
    [
        *(("Stapel 4 bitte, das I.", "I on 4"), ("Nimm 3, das N", "N on 3")),
        *(("Nimm Stapel 3 (N)", "N on 3"), ("I take stack 1, the E.", "E on 1")),
        ("I take the E from stack 1 please, no word yet.", "E on 1"),
        ("Stapel 3 bitte, ich finde kein Wort.", "3"),
        ("Nimm 1 (das E), ein Wort habe ich nicht.", "E on 1"),
        *(("Passt nix, her mit dem N.", "N"), ("Geht nichts. Her mit dem A!", "A")),
        *(("Nothing goes, hand me the A.", "A"), ("Nothing fits, give me the N.", "N")),
        ("Kein Wort dabei, dann her mit dem E von Stapel 1.", "E on 1"),
    ],
)
def test_a_stack_is_taken_with_its_letter_or_for_want_of_a_word(text: str, order: str) -> None:
    """Whether the letter lies on that stack the rules say."""
    assert named(text, TISCH) == [order]


@pytest.mark.parametrize(
    "text",
    [
        *("Stapel 3 oder das I bitte.", "Stapel 4, das I oder das E."),
        *("Stapel 4, das I brauche ich nicht.", "Stapel 3, das N?"),
        "I take the E from stack 1, or have I no word?",
        *("Passt nix, her mit dem N oder dem E.", "Passt nix, her mit dem N?"),
        *("Passt nichts, nicht mal das N.", "Passt das N? Dann her damit."),
        *("Nothing fits, not even the N.", "Nils sagt: her mit dem N!"),
    ],
)
def test_another_letter_beside_a_stack_is_asked_about(text: str) -> None:
    assert named(text, TISCH) == []


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        *(("NIMM H5, so dass EGEN übrig bleibt.", "H5"), ("take J9 please, so NA is left", "J9")),
        ("NIMM REG aus REGEN, dann bleibt EN.", "REG REGEN"),
        *(("Das S von SEE soll weg.", "S SEE"), ("das E auf H8 nehme ich heraus.", "E H8")),
        *(("Nicht H5, sondern K8 soll weg.", "K8"), ("Korrektur: nicht H5, sondern K10.", "K10")),
    ],
)
def test_tiles_are_named_with_what_they_leave_or_instead_of_others(text: str, squares: str) -> None:
    assert named(text, ABBAU) == [squares]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "NIMM H5, so dass EGEN bleibt?",
            "Soll das S von SEE weg?",
            "Das S von SEE soll bleiben.",
        ),
        *("Das S von SEE soll Nils wegnehmen.", "Das S von SEE soll noch nicht weg."),
        *("Nicht H5, sondern vielleicht K8.", "Nicht H5, sondern K8 oder K10."),
        *("Warum nicht H5, sondern K8?", "Nils sagt: nicht H5, sondern K8."),
        *("Das war nicht H5, sondern K8.", "Vergiss H5 nicht, K10 kommt weg."),
    ],
)
def test_tiles_that_stay_or_that_are_not_decided_on_are_asked_about(text: str) -> None:
    assert named(text, ABBAU) == []


@pytest.mark.parametrize(
    ("text", "order"),
    [("NIMM 3 in Tisch", "3"), ("Nimm 3 in Kassel", ""), ("NIMM 3 in Tisch?", "")],
)
def test_an_order_may_end_with_its_game(text: str, order: str) -> None:
    assert named(text, TISCH) == ([order] if order else [])


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Ich hab was gefunden, nämlich STREBER, so einen hatten wir in der Klasse. Den leg ich.", "STREBER"),
        ("Da schaust: SCHMUTZIG! Alles vom eigenen Bänkli. Leg das bitte, sobald ich dran bin.", "SCHMUTZIG"),
        ("for when it's me: GEMACHT. Seven letters, woohoo!!", "GEMACHT"),
        ("Please keep this until it is my turn:\n\n lay DACHTE", "DACHTE"),
        ("I'll lay FRESSE (rude, I know, my grandmother would have sent me to bed). 6 points.", "FRESSE"),
        ("Hallo Ruth, für wenn ich dran bin: ich lege GESAMT.", "GESAMT"),
    ],
)  # fmt: skip
def test_a_word_is_laid_whatever_is_told_around_it(text: str, word: str) -> None:
    assert named(text, TISCH) == [word]


@pytest.mark.parametrize(
    "text",
    [
        *("Oda hat STREBER. Den leg ich nicht.", "STREBER, sobald ich dran bin?"),
        "STREBER? Den leg ich, wenn du meinst.",
        *("Unser Hund heißt STREBER. Den nehme ich mit.", "Bitte aufheben bis zu meinem Zug: STREBER oder BESSER."),
        *("Ich lege BESSER (nur im Traum)", "Ich lege BESSER (Scherz!)", "Ich lege BESSER (das entscheide ich morgen)"),
        *("Sobald ich dran bin, überlege ich mir STREBER.", "Da schaust: STREBER! Das sagte der Nachbar."),
        "Mein Vorschlag an Oda: SCHADE. Das soll sie legen.",
    ],
)  # fmt: skip
def test_a_word_that_is_told_of_is_not_laid(text: str) -> None:
    assert named(text, TISCH) == []


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        *(
            ("Row K, columns 8 and 10. Ta.", "K8 K10"),
            ("1) H9\n2) I9\n3) J9\nmehr nicht", "H9 I9 J9"),
        ),
        (
            "for Abbau I should like to remove the R, the E next to it, and the G (H5, H6, H7).",
            "REG H5 H6 H7",
        ),
        ("Ich nehme das A vom NAME, also I9 (großes i, neun, nicht L9).", "A I9 NAME"),
        ("Please strip REGE off REGEN (that's H5 to H8).", "REGE H5 H8 REGEN"),
        ("TAKE H5 and H6, which leaves GEN.", "H5 H6"),
    ],
)
def test_squares_are_named_by_rows_in_lists_or_beside_their_letters(
    text: str, squares: str
) -> None:
    assert named(text, ABBAU) == [squares]


@pytest.mark.parametrize(
    "text",
    [
        *("Was ist in Row K, columns 8 and 10?", "Row K, column 8 or 10, not sure."),
        *("1) H9\n2) I9\nWelches ist besser?", "1) H9\n2) K8\nEins davon nehme ich morgen."),
        *("Das A vom NAME, also I9, bleibt.", "Das R, das E und das G (H5, H6, H7) mag ich."),
        *("I should never remove the R and the E (H5, H6).", "Ich nehme H5 oder das A vom NAME (I9)."),
        *("Nils nimmt das R, das E und das G (H5, H6, H7).", "Nicht K8 plus K10!"),
    ],
)  # fmt: skip
def test_squares_that_are_only_spoken_of_are_not_taken(text: str) -> None:
    assert named(text, ABBAU) == []


@pytest.mark.parametrize(
    ("text", "order"),
    [
        *(("BESSER, 6.", "BESSER"), ("SCHADE - das ist kein Kommentar, sondern mein Wort.", "SCHADE")),
        ("When my turn arrives I should therefore like to take the open N.", "N"),
    ],
)  # fmt: skip
def test_a_word_is_said_to_be_one_and_a_tile_to_be_open(text: str, order: str) -> None:
    assert named(text, TISCH) == [order]


@pytest.mark.parametrize(
    "text",
    [
        *("SCHADE - das ist nicht mein Wort.", "SCHADE - das war letztes Jahr mein Wort."),
        *("SCHADE - das ist kein Kommentar, sondern Nils' Wort.", "SCHADE - ist das mein Wort?"),
        *("BESSER, 6. Dezember.", "Den offenen N nehme ich nicht.", "The open N looks nice."),
    ],
)
def test_a_word_that_is_none_of_his_is_not_laid(text: str) -> None:
    assert named(text, TISCH) == []


@pytest.mark.parametrize(
    "text",
    [
        "Zählt das Spiel eigentlich für die Jahreswertung oder läuft es außer Konkurrenz?",
        *("Ist das Regelheft eigentlich noch gültig?", "When does the season end?", "Wird die Tabelle noch geführt?"),
        *("Does this game count for the season?", "Will there be another tournament in spring?"),
        "Frage an die Spielleitung: Gilt die Sechs-Buchstaben-Regel auch in der zweiten Partie?",
    ],
)  # fmt: skip
def test_a_question_about_the_season_or_the_rules_says_nothing_of_an_order(text: str) -> None:
    assert named(f"LEGE STREBE. {text}", TISCH) == ["STREBE"]
    assert named(f"NIMM H5\n\n{text}", ABBAU) == ["H5"]


@pytest.mark.parametrize(
    "text",
    [
        *("Gilt das nach den Regeln?", "Zählt das für die Saison?", "Do the rules forbid that?"),
        "Or should I wait for the next season?",
        "Zählt mein Zug schon für die Saison, oder soll ich ihn zurückziehen?",
    ],
)
def test_a_question_whether_an_order_is_right_is_asked_about(text: str) -> None:
    assert named(f"LEGE STREBE. {text}", TISCH) == []
