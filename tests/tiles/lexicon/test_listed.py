"""The lexicon of a plain list: in it or in none; short words of a club, letters in any order."""

from collections.abc import Iterator

import pytest

from mailref import assets
from mailref.tiles.board import Laying, UsualLaying
from mailref.tiles.lexicon.evidence import Evidence
from mailref.tiles.lexicon.listed import InAnyOrder, ListLexicon, WithShortWords
from mailref.tiles.lexicon.packed import PackedWords, Packer, in_order_first
from mailref.tiles.lexicon.verdicts import (
    Accepted,
    Hint,
    Refused,
    Unknown,
    Valid,
    Verdict,
    Why,
    WordChanges,
)
from mailref.tiles.tile_set import TileSet, tile_of

RULES: Laying = UsualLaying()
NONE = frozenset[str]()
CH, SZ, ZS = map(tile_of, ("CH", "SZ", "ZS"))


def tiles(name: str) -> TileSet:
    return assets.tile_file(name).tiles


def packed(name: str, words: str) -> PackedWords:
    packer = Packer(tiles(name))
    packer.add(words.replace(" ", "\n"))
    return PackedWords.of(b"".join(packer.packed()))


def lexicon(name: str, words: str) -> ListLexicon:
    return ListLexicon("test", "0" * 64, tiles(name), packed(name, words))


ENGLISH = lexicon("english", "eat tea seat teas quiz at ta cat")


@pytest.mark.parametrize(
    ("word", "rulings", "verdict"),
    [
        pytest.param("EAT", {}, Valid(), id="in the list"),
        pytest.param("eat", {}, Valid(), id="as typed"),
        pytest.param("EATS", {}, Unknown((Hint.NONE,)), id="in no list"),
        pytest.param("EATS", {"EATS": True}, Accepted(), id="accepted"),
        pytest.param("EAT", {"EAT": False}, Refused(Why.RULING), id="refused"),
        pytest.param("A", {}, Refused(Why.ONE_LETTER), id="one letter"),
        pytest.param("ÉTÉ", {}, Refused(Why.CHARACTERS), id="no tile"),
        pytest.param("", {}, Refused(Why.CHARACTERS), id="nothing"),
    ],
)
def test_a_word_stands_in_the_list_or_in_none(
    word: str, rulings: dict[str, bool], verdict: Verdict
) -> None:
    assert ENGLISH.verdict(word, RULES, rulings) == verdict


def test_without_a_list_every_word_is_asked_about() -> None:
    nothing = ListLexicon("", "", tiles("english"))

    assert nothing.verdict("EAT", RULES, {}) == Unknown((Hint.NO_LIST,))
    assert nothing.verdict("EAT", RULES, {"EAT": True}) == Accepted()
    assert nothing.evidence("EATS", "", RULES) == Evidence()


def test_the_nearest_words_are_told() -> None:
    assert ENGLISH.evidence("TAES", "", RULES).near == ("TEAS",)
    assert lexicon("spanish", "chico chica").evidence(f"{CH}ICE", "", RULES).near == (
        "[CH]ICA",
        "[CH]ICO",
    )


def test_letters_that_share_a_tile_may_not_lie_apart_where_the_set_wants_that_tile() -> None:
    spanish = lexicon("spanish", "chico")

    assert spanish.verdict(f"{CH}ICO", RULES, {}) == Valid()
    assert spanish.verdict("CHICO", RULES, {}) == Refused(Why.APART)


@pytest.mark.parametrize("word", [f"EGÉ{SZ}SÉG", f"EGÉS{ZS}ÉG"])
def test_a_ruling_is_on_a_word_however_it_is_cut(word: str) -> None:
    hungarian = lexicon("hungarian", "ár")

    assert hungarian.verdict(word, RULES, {}) == Unknown((Hint.NONE,))
    assert hungarian.verdict(word, RULES, {f"EGÉ{SZ}SÉG": True}) == Accepted()
    assert hungarian.verdict(word, RULES, {"EGÉSZSÉG": False}) == Refused(Why.RULING)


def test_the_top_is_among_the_list_and_the_rulings() -> None:
    rulings = {"EATS": True, "EAT": False, "TEA": True, "XX": False}

    assert ENGLISH.changes(RULES, rulings) == WordChanges(
        added=frozenset({"EATS"}), removed=frozenset({"EAT"})
    )


def of_length(length: int) -> Iterator[str]:
    return (word for word in ENGLISH.words or () if len(word) == length)


CLUB = WithShortWords(ENGLISH, tiles("english"), packed("english", "at ox"), of_length)


@pytest.mark.parametrize(
    ("word", "rulings", "verdict"),
    [
        pytest.param("AT", {}, Valid(), id="in both"),
        pytest.param("OX", {}, Valid(), id="in the club's alone"),
        pytest.param("TA", {}, Refused(Why.SHORT_WORDS), id="in the other alone"),
        pytest.param("QI", {}, Refused(Why.SHORT_WORDS), id="in neither"),
        pytest.param("QI", {"QI": True}, Accepted(), id="accepted all the same"),
        pytest.param("OX", {"OX": False}, Refused(Why.RULING), id="refused all the same"),
        pytest.param("EAT", {}, Valid(), id="of a length of which the club's has none"),
        pytest.param("SEAT", {}, Valid(), id="longer"),
        pytest.param("EATS", {}, Unknown((Hint.NONE,)), id="longer, in no list"),
    ],
)
def test_of_short_words_the_clubs_own_list_alone_counts(
    word: str, rulings: dict[str, bool], verdict: Verdict
) -> None:
    assert CLUB.verdict(word, RULES, rulings) == verdict


def test_the_top_knows_the_clubs_short_words() -> None:
    found = CLUB.changes(RULES, {"QI": True, "AT": False, "EAT": False, "TA": True})

    assert found == WordChanges(added=frozenset({"OX", "QI"}), removed=frozenset({"AT", "EAT"}))


def orders() -> PackedWords:
    assert ENGLISH.words is not None
    return PackedWords.of(b"".join(in_order_first(ENGLISH.words)))


SMOG = InAnyOrder(CLUB, tiles("english"), orders)


@pytest.mark.parametrize(
    ("word", "rulings", "verdict"),
    [
        pytest.param("EAT", {}, Valid(), id="a word"),
        pytest.param("TAE", {}, Valid(), id="letters of one"),
        pytest.param("AEST", {}, Valid(), id="letters of several"),
        pytest.param("AET", {"EAT": False}, Valid(), id="one of two words is refused"),
        pytest.param(
            "AET", {"EAT": False, "TEA": False}, Refused(Why.RULING), id="both are refused"
        ),
        pytest.param("TSAC", {}, Unknown((Hint.NONE,)), id="letters of none"),
        pytest.param("TSAC", {"CATS": True}, Accepted(), id="letters of one accepted"),
        pytest.param("TSAC", {"CATS": False}, Refused(Why.RULING), id="of one refused"),
        pytest.param("XO", {}, Valid(), id="letters of a short word"),
        pytest.param("TA", {}, Valid(), id="of the club's AT"),
        pytest.param("IQ", {}, Refused(Why.SHORT_WORDS), id="of no short word"),
        pytest.param("É", {}, Refused(Why.CHARACTERS), id="no tile"),
    ],
)
def test_letters_count_if_they_can_be_put_in_the_order_of_a_word(
    word: str, rulings: dict[str, bool], verdict: Verdict
) -> None:
    assert SMOG.verdict(word, RULES, rulings) == verdict
    assert SMOG.bases_needed(word, RULES) == ()
