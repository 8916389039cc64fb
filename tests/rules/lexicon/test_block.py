"""The sorted block finds exactly its words."""

from hypothesis import given
from hypothesis import strategies as st

from mailref.rules.lexicon.german import WordBlock

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
    listed = {f"{a}{b}{c}" for a in "ABCÄ" for b in "ENSTÖ" for c in "ABCDEFGHIJK"}

    found = block(listed)

    assert len(found.heads) > 1
    assert all(word in found for word in listed)
    assert not any(word + "Q" in found for word in listed)
    assert set(found) == listed


def test_an_empty_list_holds_no_word() -> None:
    assert "AB" not in block(set())


def test_a_part_of_a_word_is_no_word() -> None:
    found = block({"HAUS", "HAUSEN"})

    assert "AUS" not in found
    assert "HAUSE" not in found
