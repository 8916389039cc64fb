"""The moves that the demo's players of WORT-Rummikub find are moves by its rules."""

from mailref.demo.table_moves import changes, words_from


def test_a_rack_lays_its_longest_word_first_and_none_twice() -> None:
    found = [each.written for each in words_from("DHNUE", 5)]

    assert "LEGE HUNDE\n" in found
    assert "LEGE HUNDE\n" not in [each.written for each in words_from("DHNUE", 5, {"HUNDE"})]
    assert list(words_from("DHNUE", 6)) == []


def test_a_word_is_extended_and_robbed_of_one_letter() -> None:
    found = [each.written for each in changes("VER", ["LIEBEN"])]

    assert "VERLIEBEN aus LIEBEN\n" in found
    robbed = [each.written for each in changes("USR", ["MAST"])]
    assert any(each.endswith(": M aus MAST\n") for each in robbed)
