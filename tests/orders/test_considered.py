"""Words that were a first idea, and are dropped in the same mail (rules 8)."""

import pytest

from mailref.orders.known_words import without_considered
from tests.orders.test_at_odds import DAUERT, booked
from tests.reading.reading import lines_of


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Erst hatte ich GIER, aber dann: H8w DAUERT", ", aber dann: H8w DAUERT"),
        ("Ich hatte erst GIER, jetzt H8w DAUERT", ", jetzt H8w DAUERT"),
        ("GIER und TRUGE gingen mir im Kopf herum.\nH8w DAUERT", ".\nH8w DAUERT"),
        ("H8w DAUERT. I was torn between HANS and DAUERT.", "H8w DAUERT. ."),
        ("J'hésitais entre RATIS et DAUERT, mais H8 DAUERT", ", mais H8 DAUERT"),
        ("Erst wollte ich L4s TRUGE, jetzt H8w DAUERT", ", jetzt H8w DAUERT"),
        ("H8w DAUERT. Fast hätte ich L4s TRUGE gelegt.", "H8w DAUERT. ."),
        ("I nearly played HANS. H8 across DAUERT", ". H8 across DAUERT"),
        ("J'ai failli jouer RATIS. H8 DAUERT", ". H8 DAUERT"),
        ("Erst wollte ich DAUERT. H8w DAUERT", "Erst wollte ich DAUERT. H8w DAUERT"),
        ("Erst hatte ich GIER.", "Erst hatte ich GIER."),
        ("Erst hatte ich GIER. Nun DAUERT.", "Erst hatte ich GIER. Nun DAUERT."),
        (
            "Ich schwanke zwischen GIER und DAUERT. H8w",
            "Ich schwanke zwischen GIER und DAUERT. H8w",
        ),
    ],
)
def test_a_word_that_was_a_first_idea_is_left_out(text: str, left: str) -> None:
    lines = without_considered(lines_of(text))

    said = "\n".join(line.text.strip() for line in lines)
    assert "".join(said.split()) == "".join(left.split())


@pytest.mark.parametrize(
    "text",
    [
        "Zuerst hatte ich GIER, aber dann H8w DAUERT",
        "I was torn between HANS and DAUERT. H8 across DAUERT",
        "Ich schwankte lange zwischen GIER und DAUERT. Also H8w DAUERT",
    ],
)
def test_a_move_behind_its_first_idea_is_read(text: str) -> None:
    assert booked(text) == DAUERT


@pytest.mark.parametrize(
    "text",
    [
        "Ich schwanke zwischen GIER und DAUERT. H8w DAUERT",
        "Erst wollte ich DAUERT spielen, doch nicht auf H8w",
        "Zuerst hatte ich H8w DAUERT, aber dann GIER",
        "Zuerst wollte ich GIER, lege heute aber nichts. H8w DAUERT",
        "Erst wollte ich GIER nehmen und passe. H8w DAUERT",
        "Erst hatte ich GIER, der Zug ist von Jonas. H8w DAUERT",
        "I first thought of HANS, not my move though. H8 across DAUERT",
        "Zuerst hatte ich GIER für Runde 6. H8w DAUERT",
        "Mein alter Zug, der jetzt nicht mehr gilt, war\nH8w DAUERT",
        "H8w DAUERT, aber GIER reizt mich auch noch.",
    ],
)
def test_a_choice_that_is_open_is_asked_about(text: str) -> None:
    assert booked(text) == []
