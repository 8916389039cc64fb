"""Keys of words: found where they are listed, and nowhere else."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailref.tiles.board import ALPHABET
from mailref.tiles.top import words as keys

_KEY = st.integers(0, 2**64 - 1)
_NEAR = st.integers(0, 2**48).map(lambda low: (7 << 48) + low)
"""Keys that share their first 16 bits, so that many begin at the same place."""


@given(listed=st.sets(_KEY | _NEAR), others=st.lists(_KEY | _NEAR, min_size=1))
def test_a_key_is_found_if_and_only_if_it_is_listed(listed: set[int], others: list[int]) -> None:
    """No verdict rests on a hash alone, so a key is found exactly."""
    in_order = np.array(sorted(listed), np.uint64)
    starts = keys.starts_of(in_order)
    asked = [*listed, *others]

    found = keys.is_listed(in_order, starts, keys.most_from_a_start(starts), np.array(asked, "u8"))

    assert found.tolist() == [key in listed for key in asked]


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(0, id="the first of all"),
        pytest.param(2**64 - 1, id="the last of all"),
        pytest.param(2**48, id="the first of its start"),
        pytest.param(2**48 - 1, id="the last of its start"),
    ],
)
def test_keys_at_the_edges_of_the_starts_are_found(key: int) -> None:
    """A start holds the keys with the same first 16 bits, none more and none less."""
    in_order = np.array([key], np.uint64)
    starts = keys.starts_of(in_order)

    assert keys.is_listed(in_order, starts, 1, in_order).tolist() == [True]
    assert keys.is_listed(in_order, starts, 1, in_order ^ np.uint64(4)).tolist() == [False]


@pytest.mark.parametrize("letter", ALPHABET)
def test_a_blank_on_the_board_is_read_as_its_letter_and_told_from_the_tile(letter: str) -> None:
    letters = keys.letters_of(ALPHABET)
    blank, tile = (int(letters.on_board(cell)[0]) for cell in (letter.lower(), letter))

    assert blank & keys.LETTER_BITS == tile == letters.code[letter]
    assert tile < blank < keys.ALL_TILE_CODES
