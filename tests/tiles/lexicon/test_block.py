"""The sorted block finds exactly its words."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from mailref.tiles.lexicon.german import WordBlock

words = st.text(alphabet="AEÄSXZÜ", min_size=1, max_size=15)


def block(listed: set[str]) -> WordBlock:
    lines = sorted(word.encode() for word in listed)
    return WordBlock.of(b"".join(line + b"\n" for line in lines))


@given(st.sets(words, max_size=300), st.lists(words, max_size=30))
def test_a_block_holds_what_was_put_in_and_nothing_else(
    listed: set[str], others: list[str]
) -> None:
    found = block(listed)

    assert all(word in found for word in listed)
    assert [word for word in others if word in found] == [w for w in others if w in listed]


def test_words_are_found_across_the_bounds_of_stretches() -> None:
    listed = {f"{a}{b}{c}" for a in "ABCÄ" for b in "ENSTÖ" for c in "ABCDEFGHIJKLMNO"}

    found = block(listed)

    assert len(found.heads) > 1
    assert all(word in found for word in listed)
    assert not any(word + "Q" in found for word in listed)
    assert set(found) == listed


@given(st.sets(words, max_size=300), words)
def test_words_that_begin_or_end_with_a_part_are_counted(listed: set[str], part: str) -> None:
    longer = listed - {part}
    found = block(listed)

    assert found.beginning_with(part) == sum(word.startswith(part) for word in longer)
    assert found.ending_with(part) == sum(word.endswith(part) for word in longer)


def test_words_are_counted_once_where_stretches_meet() -> None:
    listed = {"".join(letters) for letters in product("ABCÄ", "ENSTÖ", *["ABCDEFGHIJK"] * 3)}

    found = block(listed)

    assert len(found.heads) > 64  # more than are looked through at once
    assert found.beginning_with("AE") == 11**3
    assert found.ending_with("AE") == 4 * 5 * 11
    assert found.ending_with("K") == len(listed) // 11
    assert found.beginning_with("AEZ") == found.ending_with("Z") == 0


def test_an_empty_list_holds_no_word() -> None:
    found = block(set())

    assert "AB" not in found
    assert found.beginning_with("A") == found.ending_with("A") == 0


def test_a_part_of_a_word_is_no_word() -> None:
    found = block({"HAUS", "HAUSEN"})

    assert "AUS" not in found
    assert "HAUSE" not in found
