"""The moves that the demo's players of WORT-Rummikub find are moves by its rules."""

from collections import Counter

import pytest

from mailref import assets
from mailref.demo.speech import PHRASEBOOKS
from mailref.games.rummikub.demo import Tongue, changes, words_from

OWN = ("HUNDE", "LIEBEN", "VERLIEBEN", "MAST", "AST", "RUMS")
LISTED = sorted({*assets.word_list().decode().split()[::25], *OWN})
"""A share of the list: to look through the whole of it takes a second each time."""
GERMAN = Tongue(frozenset(LISTED), PHRASEBOOKS["de"].orders)


@pytest.mark.slow
def test_a_rack_lays_its_longest_word_first_and_none_twice() -> None:
    found = [each.written for each in words_from(GERMAN, "DHNUE", 5)]

    assert "LEGE HUNDE" in found
    assert "LEGE HUNDE" not in [each.written for each in words_from(GERMAN, "DHNUE", 5, {"HUNDE"})]
    assert list(words_from(GERMAN, "DHNUE", 6)) == []


@pytest.mark.slow
@pytest.mark.parametrize("rack", ["AAEEINNRSTTUH", "ÄÖÜSSSSEEEENN", "QXYZ", ""])
def test_a_rack_lays_exactly_the_words_of_the_list_that_its_letters_make(rack: str) -> None:
    by_hand = {
        word
        for word in LISTED
        if 3 <= len(word) <= 12 and set(word) <= set(rack) and not Counter(word) - Counter(rack)
    }

    found = [each.word for each in words_from(GERMAN, rack, 3)]

    assert set(found) == by_hand
    assert found == sorted(found, key=lambda word: (-len(word), word))


@pytest.mark.slow
def test_a_word_is_extended_and_robbed_of_one_letter() -> None:
    found = [each.written for each in changes(GERMAN, "VER", ["LIEBEN"])]

    assert "VERLIEBEN aus LIEBEN" in found
    robbed = [each.written for each in changes(GERMAN, "USR", ["MAST"])]
    assert any(each.endswith(": M aus MAST") for each in robbed)
