"""The words of one game: the tables' list, less excluded words, plus extra ones; no table is rebuilt.

Excluded words are cleared from the sets of words; extra ones are few and are tried one by one.
"""

from functools import cached_property
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from mailref.tiles.board import SIZE
from mailref.tiles.top import tables as keys
from mailref.tiles.top.tables import CODE, LENGTHS, Bits, Codes, TopTables, letter_codes


class Scratch(NamedTuple):
    """Room for one set of words of a length, written again and again: one search at a time.

    The set is empty if `memory` equals `zeros`: most are, and comparing bytes tells it quickest.
    """

    words: Bits
    memory: bytearray
    zeros: bytes

    @classmethod
    def of(cls, blocks: int) -> Self:
        """Return room for so many 64-bit numbers."""
        memory = bytearray(8 * blocks)
        return cls(np.frombuffer(memory, np.uint64), memory, bytes(8 * blocks))


class GameWords(Struct, frozen=True, dict=True):
    """What counts as a word: `excluded` are taken out of the list, `extra` come on top and win."""

    tables: TopTables
    excluded: frozenset[str]
    extra: frozenset[str]

    @cached_property
    def allowed(self) -> Bits:
        """The set of all words of the list that count."""
        width = self.tables.counted.shape[1]
        flags = np.zeros(width * 64, np.bool_)
        for length in LENGTHS:
            first = self.tables.blocks(length).start * 64
            flags[first : first + int(self.tables.sizes[length])] = True
        for length, number in self.tables.places_of(self._taken_out):
            flags[self.tables.blocks(length).start * 64 + number] = False
        return np.packbits(flags, bitorder="little").view(np.uint64)

    @cached_property
    def is_reduced(self) -> bool:
        """Tell whether some words of the list do not count."""
        return any(True for _ in self.tables.places_of(self._taken_out))

    @cached_property
    def rows(self) -> list[list[list[Bits]]]:
        """By length, place and letter code: the words of the list with that letter there."""
        nothing: Bits = np.zeros(0, np.uint64)
        return [[], []] + [
            [[nothing, *by_letter] for by_letter in self.tables.rows_at_place(length)]
            for length in LENGTHS
        ]

    @cached_property
    def blocks(self) -> list[slice]:
        """By length: where its words stand in a set of words of all lengths."""
        return [slice(0, 0), slice(0, 0)] + [self.tables.blocks(length) for length in LENGTHS]

    @cached_property
    def scratch(self) -> list[Scratch]:
        """By length: room for a set of its words."""
        return [Scratch.of(blocks.stop - blocks.start) for blocks in self.blocks]

    @cached_property
    def counted(self) -> list[list[Bits]]:
        """By letter code: the words that hold the letter at least once, twice, ..."""
        return [[]] + [list(self.tables.rows_counting(code, SIZE)) for code in CODE.values()]

    @cached_property
    def letters(self) -> list[Codes]:
        """By length: the words of the list, one a row."""
        nothing = np.zeros((0, 0), np.uint8)
        return [nothing, nothing] + [self.tables.words_of(length) for length in LENGTHS]

    @cached_property
    def text(self) -> list[memoryview]:
        """By length: the letters of the words of the list, one after another."""
        return [words.reshape(-1).data for words in self.letters]

    @cached_property
    def added(self) -> dict[int, Codes]:
        """The extra words that the list does not hold, by length, one a row."""
        fresh = {word for word in self.extra if _can_be_laid(word)} - self._listed_extra
        return {
            length: np.array([letter_codes(w) for w in sorted(fresh) if len(w) == length], np.uint8)
            for length in sorted({len(word) for word in fresh})
        }

    def hold_keys(self, wanted: Bits) -> npt.NDArray[np.bool_]:
        """Tell for each key of a word of up to 12 letters whether it is a word of the game."""
        maybe = keys.may_hold(self.tables.short_filter, wanted)
        likely = maybe.ravel().nonzero()[0]
        asked = wanted.ravel()[likely]
        found = keys.is_listed(
            self.tables.short_keys, self.tables.short_starts, self._most_from_a_start, asked
        )
        if len(self._excluded_keys):
            found &= ~keys.is_among(self._excluded_keys, asked)
        holds = np.zeros(wanted.shape, np.bool_)
        holds.ravel()[likely] = found
        if len(self._added_keys):
            holds |= keys.is_among(self._added_keys, wanted)
        return holds

    def letters_between(self, before: Codes, after: Codes) -> int:
        """Return the set of letters that make a word between *before* and *after*, of any length."""
        length = len(before) + 1 + len(after)
        place = len(before)
        fits = self.allowed[self.blocks[length]]
        rows = self.rows[length]
        for at, code in enumerate((*before, 0, *after)):
            if at != place:
                fits = fits & rows[at][code]
        letters = [code for code in CODE.values() if (fits & rows[place][code]).any()]
        letters += [
            int(word[place])
            for word in self.added.get(length, ())
            if (word[:place] == before).all() and (word[place + 1 :] == after).all()
        ]
        return sum({1 << code for code in letters})

    @cached_property
    def _most_from_a_start(self) -> int:
        return keys.most_from_a_start(self.tables.short_starts)

    @cached_property
    def _taken_out(self) -> frozenset[str]:
        return self.excluded - self.extra

    @cached_property
    def _listed_extra(self) -> set[str]:
        return {word for word in self.extra if any(self.tables.places_of((word,)))}

    @cached_property
    def _excluded_keys(self) -> Bits:
        return _short_keys(self._taken_out)

    @cached_property
    def _added_keys(self) -> Bits:
        return _short_keys(self.extra - self._listed_extra)


def _can_be_laid(word: str) -> bool:
    return len(word) in LENGTHS and all(letter in CODE for letter in word)


def _short_keys(words: frozenset[str] | set[str]) -> Bits:
    """Return the sorted keys of those *words* that are short enough to have one."""
    short = [w for w in words if _can_be_laid(w) and len(w) <= keys.LONGEST]
    found = [keys.keys_of(letter_codes(word)[None, :]) for word in short]
    return np.sort(np.concatenate(found)) if found else np.zeros(0, np.uint64)
