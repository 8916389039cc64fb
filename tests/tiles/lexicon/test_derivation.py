"""Words and the base forms that players state (rules 4, seed 003: a form of a separable verb)."""

import random

import pytest

from mailref import assets
from mailref.tiles.lexicon.derivation import (
    Derivation,
    WordKind,
    derive,
    only_separable_verbs,
    states_base,
)

WORDS = assets.lexicon().words


def is_word(word: str) -> bool:
    return word in WORDS


@pytest.mark.parametrize(
    ("word", "stated", "base", "kind"),
    [
        pytest.param("IXTE", "er ixte aus", "AUSIXEN", WordKind.SPLIT_VERB, id="halves"),
        pytest.param(
            "ixt", "sie ixt das Manuskript aus", "AUSIXEN", WordKind.SPLIT_VERB, id="apart"
        ),
        pytest.param("IXTE", "ausixen", "AUSIXEN", WordKind.VERB, id="infinitive"),
        pytest.param("IXTE", "von: ausixen!", "AUSIXEN", WordKind.VERB, id="in a sentence"),
        pytest.param("AUSGEIXTE", "ausixen", "AUSIXEN", WordKind.VERB, id="participle declined"),
        pytest.param("AUSZUIXEN", "ausixen", "AUSIXEN", WordKind.VERB, id="zu"),
        pytest.param(
            "BÄUMEN", "Plural von Baum", "BAUM", WordKind.NOUN, id="umlaut plural, dative"
        ),
        pytest.param("HÄUSERN", "Haus", "HAUS", WordKind.NOUN, id="-ern"),
        pytest.param("LEHRERINNEN", "Lehrerin", "LEHRERIN", WordKind.NOUN, id="-innen"),
        pytest.param("ERGEBNISSES", "Ergebnis", "ERGEBNIS", WordKind.NOUN, id="-nisses"),
        pytest.param("MUSEEN", "Museum", "MUSEUM", WordKind.NOUN, id="Latin plural"),
        pytest.param("ÄLTEREM", "alt", "ALT", WordKind.ADJECTIVE, id="comparative, declined"),
        pytest.param("TEURE", "teuer", "TEUER", WordKind.ADJECTIVE, id="e dropped"),
        pytest.param("SÜSSESTE", "süß", "SÜSS", WordKind.ADJECTIVE, id="superlative with ß"),
        pytest.param("KLINGLE", "klingeln", "KLINGELN", WordKind.VERB, id="-eln"),
        pytest.param("ATMETEST", "atmen", "ATMEN", WordKind.VERB, id="linking e"),
        pytest.param("STUDIERT", "studieren", "STUDIEREN", WordKind.VERB, id="-ieren"),
    ],
)
def test_a_word_follows_from_the_base_form(
    word: str, stated: str, base: str, kind: WordKind
) -> None:
    assert derive(word, stated, is_word) == Derivation(base, kind, is_listed=True)


@pytest.mark.parametrize(
    ("word", "stated"),
    [
        pytest.param("IXTE", "", id="nothing stated"),
        pytest.param("IXTE", "griech. Insel", id="a comment about something else"),
        pytest.param("IXTE", "er ixte", id="no prefix, no infinitive"),
        pytest.param("IXTE", "er ixte herum", id="no such verb in the list"),
        pytest.param("HAUSTIG", "Haus", id="no such ending"),
        pytest.param("BÄUM", "Traum", id="another word"),
        pytest.param("GING", "gehen", id="strong verbs are not computed"),
        pytest.param("HAUS", "Haus", id="the word itself proves nothing"),
        pytest.param("LIEF", "er lief aus", id="strong, with prefix"),
    ],
)
def test_nothing_is_derived(word: str, stated: str) -> None:
    assert derive(word, stated, is_word) is None


def test_a_base_form_outside_the_list_is_named_as_such() -> None:
    assert derive("XQTE", "xqen", is_word) is None
    assert derive("BLORKTE", "blorken", is_word) == Derivation(
        "BLORKEN", WordKind.VERB, is_listed=False
    )


def test_a_listed_base_form_is_preferred() -> None:
    """`blauen` would do by rule too, if it were a word; BLAUE is of BLAU."""
    found = derive("BLAUE", "blauk, blau", is_word)

    assert found == Derivation("BLAU", WordKind.ADJECTIVE, is_listed=True)


@pytest.mark.slow
def test_random_pairs_of_words_are_never_confirmed() -> None:
    """Measured as in the lists' README: none of 12,000 random pairs."""
    rng = random.Random(20261211)
    words = list(WORDS)

    confirmed = [
        (word, base)
        for word, base in zip(
            rng.choices(words, k=12_000), rng.choices(words, k=12_000), strict=True
        )
        if derive(word, base, is_word)
    ]

    assert confirmed == []


def test_a_long_comment_costs_no_more_than_a_short_one() -> None:
    assert derive("IXTE", "aber " * 100_000 + "ausixen", is_word) is None


@pytest.mark.parametrize(
    ("base", "forms"),
    [
        (
            "sagen",
            "SAGE SAGST SAGT SAGTE SAGTEN SAGTET SAGTEST GESAGT GESAGTEN SAGEND SAGENDE SAGENS",
        ),
        ("reden", "REDE REDEST REDET REDETE REDETEN GEREDET GEREDETER REDENDEM"),
        ("reisen", "REISE REIST REISTE GEREIST GEREISTE"),
        ("öffnen", "ÖFFNE ÖFFNET ÖFFNETE GEÖFFNET"),
        ("filmen", "FILMT FILMST FILMTE GEFILMT"),
        ("aufbauen", "BAUTE BAUST AUFBAUTE AUFGEBAUT AUFGEBAUTEN AUFZUBAUEN"),
        ("verkaufen", "VERKAUFT VERKAUFTE VERKAUFTER VERKAUFEND"),
        ("wandern", "WANDRE WANDERE WANDERT WANDERTE GEWANDERT"),
        ("Hund", "HUNDES HUNDE HUNDEN HUNDS"),
        ("Apfel", "APFELS ÄPFEL ÄPFELN"),
        ("Kraut", "KRÄUTER KRÄUTERN KRAUTES"),
        ("Frau", "FRAUEN"),
        ("Auto", "AUTOS"),
        ("Bus", "BUSSE BUSSES BUSSEN"),
        ("Firma", "FIRMEN"),
        ("groß", "GROSSE GROSSEM GRÖSSER GRÖSSEREN"),
        ("schön", "SCHÖNES SCHÖNER SCHÖNSTE SCHÖNSTEN SCHÖNEREM"),
        ("müde", "MÜDER MÜDES MÜDEN MÜDERE MÜDESTE"),
        ("dunkel", "DUNKLE DUNKLEN DUNKLER DUNKELSTE"),
        ("kalt", "KALTE KÄLTER KÄLTESTE KÄLTESTEN"),
    ],
)
def test_regular_forms_are_found(base: str, forms: str) -> None:
    missed = [form for form in forms.split() if derive(form, base, is_word) is None]

    assert missed == []


@pytest.mark.parametrize(
    ("form", "verbs"),
    [
        pytest.param("IXTE", ("AUSIXEN", "DURCHIXEN", "HERAUSIXEN"), id="seed 003"),
        pytest.param("FLAUTE", ("ABFLAUEN",), id="one verb"),
        pytest.param("MACHTE", (), id="a simple verb has it too"),
        pytest.param("FESTE", (), id="an adjective has it too"),
        pytest.param("BAHRE", (), id="a noun, which the lists cannot tell from AUFBAHREN"),
        pytest.param("HAUS", (), id="no verb at all"),
    ],
)
def test_a_form_is_known_from_a_separable_verb_alone(form: str, verbs: tuple[str, ...]) -> None:
    assert only_separable_verbs(form, is_word) == verbs


@pytest.mark.parametrize(
    ("stated", "does"),
    [
        ("ausixen", True),
        ("von: ausixen!", True),
        ("er ixte aus", True),
        ("sie ixt das Manuskript aus", True),
        ("", False),
        ("er ixte", False),
        ("griech. Insel", False),
        ("auslaufen", False),
    ],
)
def test_a_comment_states_a_base_form_whole_or_in_halves(stated: str, *, does: bool) -> None:
    assert states_base(stated, ("AUSIXEN", "DURCHIXEN")) is does
