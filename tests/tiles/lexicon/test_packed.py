"""Lists of words, packed: read by the set's own capitals and folds, cut into tiles, found again."""

import random

import pytest

from mailref import assets
from mailref.tiles.lexicon.packed import LeftOut, PackedWords, Packer, in_order_first, packed_words
from mailref.tiles.tile_set import TileSet, tile_of

CH, CS, SZ, ZS = map(tile_of, ("CH", "CS", "SZ", "ZS"))


def tiles(name: str) -> TileSet:
    return assets.tile_file(name).tiles


def packed(name: str, *lots: str, with_capitals: bool = False) -> PackedWords:
    packer = Packer(tiles(name), with_capitals=with_capitals)
    for lot in lots:
        packer.add(lot)
    return PackedWords.of(b"".join(packer.packed()))


@pytest.mark.parametrize(
    ("name", "lines", "words"),
    [
        pytest.param("english", "zoo\nat\n", {"ZOO", "AT"}, id="small letters"),
        pytest.param("french", "été\ncœur\n", {"ETE", "COEUR"}, id="folded, one letter for two"),
        pytest.param("french", "e\u0301te\u0301\n", {"ETE"}, id="composed first"),
        pytest.param("polish", "łódź\nżółć\n", {"ŁÓDŹ", "ŻÓŁĆ"}, id="letters of its own"),
        pytest.param("turkish", "ince\nışık\n", {"İNCE", "IŞIK"}, id="capitals of its own"),
        pytest.param(
            "ukrainian", "п’ять\nмʼята\n", {"П'ЯТЬ", "М'ЯТА"}, id="an apostrophe is a tile"
        ),
        pytest.param("english", "\ufeffat\r\nto\r\n", {"AT", "TO"}, id="as Windows writes it"),
        pytest.param("english", "at \n  to\nat\n", {"AT", "TO"}, id="blanks around, and twice"),
        pytest.param("english", "at", {"AT"}, id="no line feed at the end"),
    ],
)
def test_words_are_those_of_the_set(name: str, lines: str, words: set[str]) -> None:
    assert set(packed(name, lines)) == words


def test_what_is_no_word_of_a_game_is_counted_by_its_reason() -> None:
    lines = (
        "it's\nco-op\nnaïf\nParis\nUSA\nMcDonald's\na\n" + "a" * 25 + "\n" + "a" * 26 + "\n\ncat\n"
    )

    found = packed("english", lines)

    assert set(found) == {"CAT", "A" * 25}
    assert found.header.left_out == LeftOut(uncut=3, capitalised=3, short=1, long=1)


def test_a_list_of_capitals_alone_says_nothing_by_them() -> None:
    """So are the lists of clubs written; where one line has small letters, capitals are names again."""
    assert set(packed("english", "AT\nTO\n", "CAT\n")) == {"AT", "TO", "CAT"}
    assert packed("english", "AT\nTO\n").header.left_out == LeftOut()
    assert set(packed("english", "AT\nTO\n", "cat\n")) == {"CAT"}
    assert packed("english", "AT\nTO\n", "cat\n").header.left_out == LeftOut(capitalised=2)


def test_capitals_count_where_the_settings_say_so() -> None:
    assert set(packed("german", "Haus\nlaufen\n", with_capitals=True)) == {"HAUS", "LAUFEN"}


def test_a_word_is_in_the_list_in_every_cut_that_the_set_allows() -> None:
    """Hungarian letters of a pair may lie apart; Spanish ones may not."""
    hungarian = packed("hungarian", "egészség\n")
    spanish = packed("spanish", "chico\n")

    assert set(hungarian) == {f"EGÉ{SZ}SÉG", f"EGÉS{ZS}ÉG", "EGÉSZSÉG"}
    assert set(spanish) == {f"{CH}ICO"}


def test_the_lengths_are_those_of_words_as_they_are_written() -> None:
    """A club's list of two-letter words says nothing of those of three, however they may be cut."""
    assert packed("hungarian", "csó\nár\n").header.lengths == (2,)


@pytest.mark.parametrize("name", ["polish", "hungarian", "german"])
def test_each_word_is_found_and_no_other(name: str) -> None:
    chance, letters = random.Random(name), tiles(name).alphabet
    words = {"".join(chance.choices(letters, k=chance.randint(2, 25))) for _ in range(500)}
    others = {"".join(chance.choices(letters, k=chance.randint(1, 27))) for _ in range(500)}

    found = PackedWords.of(packed_words(words, tiles(name)))

    assert len(found) == len(words)
    assert set(found) == words
    assert all(word in found for word in words)
    assert not any(word in found for word in others - words)
    assert "" not in found
    assert "?" not in found
    assert 7 not in found


def test_words_with_the_same_letters_are_found_together() -> None:
    words = PackedWords.of(packed_words(["EAT", "TEA", "ATE", "TEE", "SEAT"], tiles("english")))
    orders = PackedWords.of(b"".join(in_order_first(words)))

    assert set(orders.in_any_order("AET")) == {"EAT", "TEA", "ATE"}
    assert set(orders.in_any_order("TEST")) == set()
    assert set(orders.in_any_order("É")) == set()


@pytest.mark.parametrize(
    "octets",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"AT\nTO\n", id="a plain list"),
        pytest.param(b"mailref words\n{}\n", id="no header"),
        pytest.param(packed_words(["AT", "TO"], tiles("english"))[:-1], id="cut short"),
    ],
)
def test_what_is_no_packed_list_is_refused(octets: bytes) -> None:
    with pytest.raises(ValueError, match="packed list"):
        PackedWords.of(octets)
