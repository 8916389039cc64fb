"""Letters as small numbers, so that boards, racks and words can be held in arrays.

A letter's code is its place in `LETTERS`, from 1; 0 is a free square. A set of letters is an integer
whose bit `code` is set.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from mailref.rules.tiles import ALPHABET

Bits = npt.NDArray[np.uint64]
"""A set of words, one bit each; or numbers that must not overflow quietly to less than 64 bits."""

Codes = npt.NDArray[np.uint8]
"""Letters as codes."""

Numbers = npt.NDArray[np.int64]

Flags = npt.NDArray[np.bool_]

LETTERS = "".join(sorted(ALPHABET))
"""By code point, as the word lists are sorted (umlauts last)."""

CODE = {letter: code for code, letter in enumerate(LETTERS, start=1)}
ANY_LETTER = sum(1 << code for code in CODE.values())

LETTER_BITS = np.uint8(31)
_BLANK_BIT = 32
ALL_TILE_CODES = 2 * _BLANK_BIT
"""More than the code of any tile that lies on a board: a letter's, or a blank's."""


def _reading_table() -> Codes:
    """Return the code of each Latin-1 character; a small letter, a blank on the board, has a bit more."""
    table = np.zeros(256, np.uint8)
    for letter, code in CODE.items():
        table[ord(letter)] = code
        table[ord(letter.lower())] = code | _BLANK_BIT
    return table


_READ = _reading_table()


def letter_codes(text: str) -> Codes:
    """Return the codes of *text*, in capitals; 0 for what is no letter of a tile."""
    codes = _READ[np.frombuffer(text.encode("latin-1", "replace"), np.uint8)]
    return np.where(codes < _BLANK_BIT, codes, np.uint8(0))


def board_codes(cells: str) -> Codes:
    """Return the codes of a board's cells; those of blanks have a bit more than `LETTER_BITS`."""
    return _READ[np.frombuffer(cells.encode("latin-1"), np.uint8)]


def word_of(codes: Iterable[int]) -> str:
    """Return the word that *codes* spell."""
    return "".join(LETTERS[code - 1] for code in codes)
