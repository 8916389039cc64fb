"""What a sentence takes or numbers that is no tile, no stack and no square (table games 7, other games 1)."""

import pytest

from mailref.orders.entries import GameFace
from tests.orders.test_insight import ABBAU, TISCH, asked


@pytest.mark.parametrize(
    ("text", "face"),
    [
        ("Ich nehme 3 Tabletten am Tag.", TISCH),
        ("Ich nehme 4 Wochen Auszeit.", TISCH),
        ("ich nehme 1 kilo ab", TISCH),
        ("I'll take 3 weeks off.", TISCH),
        ("Je prends 3 semaines de vacances.", TISCH),
        ("Ich nehme 3 % Zinsen.", TISCH),
        ("Treffpunkt Tor K8, nimm einen Schirm mit.", ABBAU),
        ("Wir sitzen in Raum H5, nimm Kekse mit!", ABBAU),
        ("Fahr bis Köln, dann nimm die Abfahrt K10.", ABBAU),
        ("Take exit K10 and you're there.", ABBAU),
        ("I'll take the K10 bus.", ABBAU),
        ("Prends la sortie K10.", ABBAU),
        ("Ich nehme die U-Bahn bis H5.", ABBAU),
        ("Nimm den Zug nach K8.", ABBAU),
        ("Ich nehme ein Bad im SEE.", ABBAU),
    ],
)
def test_a_thing_that_is_none_of_the_game_is_not_taken(text: str, face: GameFace) -> None:
    assert asked(text, face) == []


@pytest.mark.parametrize(
    ("text", "order", "face"),
    [
        ("Ich nehme 3 vom Stapel.", "3", TISCH),
        ("Ich nehme 3 und freue mich auf Weihnachten.", "3", TISCH),
        ("I'll take 3 then, thanks.", "3", TISCH),
        ("Ich nehme heute Stapel 3.", "3", TISCH),
        ("I'll take 3 again.", "3", TISCH),
        ("Ich nehme vorsichtig H5 weg.", "H5", ABBAU),
        ("Das S auf Feld K8 bitte wegnehmen.", "K8", ABBAU),
        ("I'll take the tile on K8.", "K8", ABBAU),
        ("Ich nehme mir den Buchstaben K8.", "K8", ABBAU),
        ("Hallo Ruth, K8 bitte weg.", "K8", ABBAU),
    ],
)
def test_what_is_one_of_the_game_is_taken(text: str, order: str, face: GameFace) -> None:
    assert asked(text, face) == [order]


@pytest.mark.parametrize(
    "text",
    [
        "Ich lege mich BESSER mal hin.",
        "Ich lege jetzt BESSER auf, der Akku ist leer.",
        "Ich lege das Handy BESSER beiseite.",
    ],
)
def test_a_verb_that_lays_no_word_lays_none(text: str) -> None:
    assert asked(text) == []


@pytest.mark.parametrize("text", ["Ich lege BESSER auf den Tisch.", "Ich lege BESSER."])
def test_a_verb_with_its_word_lays_it(text: str) -> None:
    assert asked(text) == ["BESSER"]
