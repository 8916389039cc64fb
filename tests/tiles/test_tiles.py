"""Racks and bags: how they are written, ordered and taken from (rules 3)."""

import unicodedata

import pytest

from mailref.tiles.board import TILES, in_order, missing_from, read_letters, without


@pytest.mark.parametrize(
    ("text", "rack"),
    [
        pytest.param("ABEENÖRU", "ABEENÖRU", id="as in the settings"),
        pytest.param("u r ö n e e b a", "ABEENÖRU", id="any order, small, with spaces"),
        pytest.param("A, B,\tÄ", "AÄB", id="commas and tabs; Ä after A"),
        pytest.param("?X_*", "X???", id="three ways to write a blank; blanks last"),
        pytest.param("ß", "SS", id="ß does not exist: SS"),
        pytest.param("", "", id="no letters"),
    ],
)
def test_a_rack_is_read_as_people_write_it(text: str, rack: str) -> None:
    assert read_letters(text) == rack


def test_a_decomposed_umlaut_is_one_tile() -> None:
    """Some systems write Ö as O and a mark."""
    assert read_letters(unicodedata.normalize("NFD", "RÖ")) == "ÖR"


@pytest.mark.parametrize("char", ["É", "1", "-"])
def test_what_is_no_tile_is_named(char: str) -> None:
    with pytest.raises(ValueError, match=f"{char!r} is no"):
        read_letters(f"AB{char}")


def test_order_is_the_alphabet_with_umlauts_after_their_vowel() -> None:
    assert in_order("?ZÜUÖOÄA") == "AÄOÖUÜZ?"
    assert sorted(["ZU", "ÄU", "AU"], key=TILES.alphabetical) == ["AU", "ÄU", "ZU"]


def test_what_is_missing_is_counted() -> None:
    assert missing_from("AAB", "ABBC?") == "BC?"


def test_taking_what_is_not_there_is_our_fault() -> None:
    assert without("AAB?", "?A") == "AB"
    with pytest.raises(ValueError, match="'A' is not in 'AB'"):
        without("AB", "AA")


def test_values_add_up_with_blanks_as_nothing() -> None:
    assert (TILES.sum_of("QY?"), TILES.value("Ö"), TILES.value("?")) == (20, 8, 0)
