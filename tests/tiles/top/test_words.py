"""The words of one game: what rulings add to the list and take from it."""

from mailref.tiles.top import words as keys
from mailref.tiles.top.words import GameWords

LISTED = "DONAUWELLEN", "HAUSMEISTERS"  # eleven letters; twelve, the longest that have a key
ADDED = "DONAUDAMPFER"  # twelve as well


def is_held(words: GameWords, word: str) -> bool:
    letters = words.tables.codes
    return bool(words.hold_keys(letters.keys_of(letters.of_text(word)[None, :])).all())


def test_the_longest_word_with_a_key_is_added_and_taken_out() -> None:
    tables = keys.TopTables.build(list(LISTED))
    plain = GameWords(tables, frozenset(), frozenset())
    ruled = GameWords(tables, frozenset({"HAUSMEISTERS"}), frozenset({ADDED}))

    assert [is_held(plain, word) for word in (*LISTED, ADDED)] == [True, True, False]
    assert [is_held(ruled, word) for word in (*LISTED, ADDED)] == [True, False, True]


def test_a_ruling_about_a_word_with_a_letter_that_no_tile_has_is_about_no_other_word() -> None:
    """Read by its tiles alone CAFÉ would be CAF."""
    tables = keys.TopTables.build(["CAB"])
    accepted = GameWords(tables, frozenset(), frozenset({"CAFÉ"}))
    refused = GameWords(tables, frozenset({"CABÉ"}), frozenset())

    assert not is_held(accepted, "CAF")
    assert is_held(refused, "CAB")
