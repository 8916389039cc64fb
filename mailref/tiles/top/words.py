"""The words of one game: the tables' list, less excluded words, plus extra ones; no table is rebuilt.

Excluded words are cleared from the sets of words; extra ones are few and are tried one by one.

The word list as tables of numbers for the search: words by letter and place, and by letter and count.

A letter's code is its place among the letters of the set, from 1; 0 is a free square. A tile of two letters
is one letter here. A set of letters is an integer whose bit `code` is set. Two different words of up to
`LetterCodes.longest` letters never have the same key, so finding a key is finding the word: no verdict rests on
a hash. The number is multiplied by an odd constant, which is reversible modulo 2**64 and spreads the keys
evenly for the filter that answers most questions with no.

Where the letters of a word may be laid in any order, its "word" here is its letters in the order of their
codes: what is said of words holds for such stocks of letters, but for their places.

Words of one length stand together, in the order of the list; a set of them is a row of bits, one
word a bit, each length filled up to whole 64-bit numbers ("blocks").
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from types import MappingProxyType
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from mailref.tiles.board import MOST
from mailref.tiles.tile_set import BLANK, GERMAN, blank_of

Bits = npt.NDArray[np.uint64]
"""A set of words, one bit each; or numbers that must not overflow quietly to less than 64 bits."""

Codes = npt.NDArray[np.uint8]
"""Letters as codes."""

Numbers = npt.NDArray[np.int64]

Flags = npt.NDArray[np.bool_]

LETTER_BITS = np.uint8(63)
_BLANK_BIT = 64
ALL_TILE_CODES = 2 * _BLANK_BIT
"""More than the code of any tile that lies on a board: a letter's, or a blank's."""

_SPREAD = 0x9E3779B97F4A7C15
_MODULUS = 1 << 64
FILTER_SHIFT = np.uint64(40)
"""The filter has a bit for the first 24 bits of a key."""
_START_BITS = 16
_START_SHIFT = np.uint64(64 - _START_BITS)
_POINTS = 0x110000
"""So many code points there are."""


class LetterCodes(Struct, frozen=True):
    """The letters of a tile set as codes."""

    names: str
    """By code point, as word lists are sorted; a letter's code is its place here, from 1."""
    code: Mapping[str, int]
    any_letter: int
    """The set of all of them."""
    longest: int
    """Words of up to so many letters have keys of their own."""
    weights: Bits
    """What a letter's code counts at each place of a word."""
    shifts_back: Bits
    """Multiplied by the entry of *place*, the key of a word that began at *place* is that of the word at 0."""
    read: Codes
    """The code of each character by its number; that of a blank on the board has a bit more."""

    @property
    def codes(self) -> range:
        return range(1, len(self.names) + 1)

    def of_text(self, text: str) -> Codes:
        """Return the codes of *text*, in capitals; 0 for what is no letter of a tile."""
        codes = self.read[_points(text)]
        return np.where(codes < _BLANK_BIT, codes, np.uint8(0))

    def on_board(self, cells: str) -> Codes:
        """Return the codes of a board's cells; those of blanks have a bit more than `LETTER_BITS`."""
        return self.read[_points(cells)]

    def word_of(self, codes: Iterable[int]) -> str:
        """Return the word that *codes* spell."""
        return "".join(self.names[code - 1] for code in codes)

    def can_lay(self, word: str) -> bool:
        """Tell whether *word* is made of tiles, and fits a board."""
        return len(word) in LENGTHS and all(letter in self.code for letter in word)

    def keys_of(self, words: Codes) -> Bits:
        """Return the keys of *words*, one word a row, none longer than `longest`."""
        weights = self.weights[: words.shape[1]]
        keys: Bits = (words.astype(np.uint64) * weights).sum(axis=1, dtype=np.uint64)
        return keys


def _points(text: str) -> npt.NDArray[np.uint32]:
    """Return the code points of *text*."""
    return np.frombuffer(text.encode("utf-32-le", "replace"), np.uint32)


@cache
def letters_of(alphabet: str) -> LetterCodes:
    """Return the letters of *alphabet*, at most `MOST_LETTERS`, in whatever order it has them."""
    names = "".join(sorted(alphabet))
    code = {letter: at for at, letter in enumerate(names, start=1)}
    read = np.zeros(_POINTS, np.uint8)
    for letter, at in code.items():
        read[ord(letter)] = at
        read[ord(blank_of(letter))] = at | _BLANK_BIT
    base = len(names) + 1 | 1  # odd, so that a place can be taken back
    return LetterCodes(
        names=names,
        code=MappingProxyType(code),
        any_letter=sum(1 << at for at in code.values()),
        longest=max(length for length in range(MOST + 1) if base**length < _MODULUS),
        weights=np.array(
            [pow(base, place, _MODULUS) * _SPREAD % _MODULUS for place in range(MOST)], np.uint64
        ),
        shifts_back=np.array([pow(base, -place, _MODULUS) for place in range(MOST)], np.uint64),
        read=read,
    )


def filter_of(keys: Bits) -> Codes:
    """Return the bitmap of the first 24 bits of *keys*: what misses it is not among them."""
    seen = np.zeros(1 << 24, np.bool_)
    seen[keys >> FILTER_SHIFT] = True
    return np.packbits(seen, bitorder="little")


def may_hold(bitmap: Codes, keys: Bits) -> Codes:
    """Return 1 for each of *keys* that *bitmap* does not rule out, else 0."""
    first = (keys >> FILTER_SHIFT).view(np.int64)
    bits: Codes = (bitmap[first >> 3] >> (first & 7).astype(np.uint8)) & np.uint8(1)
    return bits


def starts_of(sorted_keys: Bits) -> Numbers:
    """Return where those of *sorted_keys* begin whose first 16 bits are 0, 1, 2, ..., and the end."""
    bounds = np.arange(1 << _START_BITS, dtype=np.uint64) << _START_SHIFT
    return np.append(np.searchsorted(sorted_keys, bounds), len(sorted_keys))


def most_from_a_start(starts: Numbers) -> int:
    """Return how many keys there are at most that begin at one of *starts*."""
    return int(np.diff(starts).max())


def is_listed(sorted_keys: Bits, starts: Numbers, most: int, keys: Bits) -> Flags:
    """Tell for each of *keys* whether *sorted_keys* hold it, at most *most* from each start.

    In a long list that is quicker than halving it again and again: memory is read in one place.
    """
    if not len(sorted_keys):
        return np.zeros(keys.shape, np.bool_)
    places = starts[keys >> _START_SHIFT][:, None] + np.arange(most)
    found: Flags = np.logical_or.reduce(
        sorted_keys.take(places, mode="clip") == keys[:, None], axis=1
    )
    return found


def is_among(sorted_keys: Bits, keys: Bits) -> npt.NDArray[np.bool_]:
    """Tell for each of *keys* whether *sorted_keys* hold it."""
    if not len(sorted_keys):
        return np.zeros(keys.shape, np.bool_)
    places = np.searchsorted(sorted_keys, keys)
    found: npt.NDArray[np.bool_] = sorted_keys[np.minimum(places, len(sorted_keys) - 1)] == keys
    return found


class Rack(Struct, frozen=True):
    """The tiles offered."""

    tiles: tuple[int, ...]
    """How many of each letter code; entry 0 is unused."""
    blanks: int
    letters: tuple[int, ...]
    """The code of each tile that is no blank."""
    usable: int
    """The set of letters that can be laid."""

    @classmethod
    def of(cls, rack: str, letters: LetterCodes) -> Self:
        """Count the tiles of *rack*; KeyError if one is no letter."""
        blanks = rack.count(BLANK)
        codes = tuple(letters.code[letter] for letter in rack if letter != BLANK)
        tiles = [0] * (len(letters.names) + 1)
        usable = letters.any_letter if blanks else 0
        for code in codes:
            tiles[code] += 1
            usable |= 1 << code
        return cls(tuple(tiles), blanks, codes, usable)

    @property
    def size(self) -> int:
        """Return how many tiles there are, blanks included."""
        return len(self.letters) + self.blanks


LENGTHS = range(2, MOST + 1)
FORMAT = 4
"""Goes up whenever the arrays mean something else, or are kept otherwise: tables on disk are then built anew."""

_MOST_SAME = 255
_MOST_TIMES = MOST
"""No word holds a letter more often."""

WordCodes = Mapping[int, Codes]
"""For each length the words, one a row, sorted, none twice."""


class TopTables(Struct, frozen=True):
    """What the search knows of a word list; never changed, so processes can share it."""

    alphabet: npt.NDArray[np.uint32]
    """The letters of the tiles, by code point."""
    sizes: Numbers
    """How many words of each length, from 0."""
    letters: Codes
    """The words' letters: all words of 2, then all of 3, ..."""
    at_place: Bits
    """For each length, place and letter: the words of that length with that letter at that place."""
    counted: Bits
    """For each letter and number, from 1: the words, of all lengths, that hold it at least so often."""
    counted_from: Numbers
    """The first row of `counted` for each letter code, and one more entry for the end."""
    short_keys: Bits
    """The keys of all words that have one, sorted."""
    short_filter: Codes
    short_starts: Numbers
    """Where in `short_keys` those begin whose first 16 bits are 0, 1, 2, ..., and the end."""
    times: Codes
    """Where letters may lie in any order: how many words have these letters, at most 255; else nothing."""

    @classmethod
    def build(
        cls,
        words: bytes | Iterable[str],
        alphabet: str = GERMAN.alphabet,
        *,
        is_in_any_order: bool = False,
    ) -> Self:
        """Build the tables of *words* (bytes: UTF-8, one a line); what no tiles can lay is left out."""
        text = words.decode("utf-8") if isinstance(words, bytes) else "\n".join(words)
        letters = letters_of(alphabet)
        build = cls.in_any_order if is_in_any_order else cls.of
        return build(_words_by_length(text, letters), letters)

    @classmethod
    def in_any_order(cls, by_length: WordCodes, letters: LetterCodes) -> Self:
        """Build the tables of words whose letters may lie in any order: of their letters in order, each once."""
        stocks, times = {}, []
        for length in LENGTHS:
            in_order = np.sort(by_length[length], axis=1)
            column, number = np.unique(_as_strings(in_order), return_counts=True)
            stocks[length] = np.ascontiguousarray(column).view(np.uint8).reshape(-1, length)
            times.append(np.minimum(number, _MOST_SAME).astype(np.uint8))
        # Where a letter stands in a stock says nothing: no search asks for it.
        nowhere = np.zeros(0, np.uint64)
        return replace(cls.of(stocks, letters), at_place=nowhere, times=np.concatenate(times))

    @classmethod
    def of(cls, by_length: WordCodes, letters: LetterCodes) -> Self:
        """Build the tables of words that are codes already."""
        sizes = np.array([0, 0] + [len(by_length[n]) for n in LENGTHS], np.int64)
        number, blocks = len(letters.names), _blocks_for(sizes)
        ends = np.cumsum(blocks * np.arange(len(sizes)) * number)
        # Filled length by length: of millions of words all of them twice would be too much.
        at_place = np.empty(int(ends[-1]), np.uint64)
        by_count = [
            _filled(
                at_place[ends[length - 1] : ends[length]].reshape(length, number, -1),
                by_length[length],
                letters.codes,
            )
            for length in LENGTHS
        ]
        counted, counted_from = _rows_by_count(by_count, blocks[LENGTHS.start :])
        with_keys = [letters.keys_of(by_length[n]) for n in LENGTHS if n <= letters.longest]
        short = np.sort(np.concatenate(with_keys))
        return cls(
            alphabet=_points(letters.names),
            sizes=sizes,
            letters=np.concatenate([by_length[n].ravel() for n in LENGTHS]),
            at_place=at_place,
            counted=counted,
            counted_from=counted_from,
            short_keys=short,
            short_filter=filter_of(short),
            short_starts=starts_of(short),
            times=np.zeros(0, np.uint8),
        )

    @property
    def is_in_any_order(self) -> bool:
        """Tell whether the letters of words may lie in any order."""
        return len(self.times) > 0

    @property
    def codes(self) -> LetterCodes:
        """Return the letters and their codes."""
        return letters_of("".join(map(chr, self.alphabet.tolist())))

    def blocks(self, length: int) -> slice:
        """Return where the words of *length* stand in a set of words of all lengths."""
        ends = np.cumsum(_blocks_for(self.sizes))
        return slice(int(ends[length - 1]), int(ends[length]))

    @property
    def first_letter(self) -> Numbers:
        """Return for each length where the letters of its words begin."""
        widths: Numbers = self.sizes * np.arange(len(self.sizes))
        return np.cumsum(widths) - widths

    def words_of(self, length: int) -> Codes:
        """Return the words of *length*, one a row."""
        first = int(self.first_letter[length])
        end = first + int(self.sizes[length]) * length
        return self.letters[first:end].reshape(-1, length)

    def rows_at_place(self, length: int) -> Bits:
        """Return, by place and letter code less 1, the words of *length* with that letter there."""
        number = len(self.alphabet)
        widths = _blocks_for(self.sizes) * np.arange(len(self.sizes)) * number
        ends = np.cumsum(widths)
        return self.at_place[ends[length - 1] : ends[length]].reshape(length, number, -1)

    def rows_counting(self, code: int, times: int) -> Iterator[Bits]:
        """Yield the words with the letter at least once, twice, ... up to *times*, while there are any."""
        first, end = int(self.counted_from[code]), int(self.counted_from[code + 1])
        yield from self.counted[first : min(end, first + times)]

    def places_of(self, words: Iterable[str]) -> Iterator[tuple[int, int]]:
        """Yield (length, number) of each of *words* that the list holds."""
        codes = self.codes
        for word in words:
            if len(word) not in LENGTHS:
                continue
            column = _as_strings(self.words_of(len(word)))
            wanted = codes.of_text(word).tobytes()
            number = int(np.searchsorted(column, np.bytes_(wanted)))
            if number < len(column) and column[number] == wanted:
                yield len(word), number

    def stocks_taken_out(self, words: Iterable[str]) -> frozenset[str]:
        """Return the letters in order of which no word is left, *words* taken out."""
        taken = Counter("".join(sorted(word)) for word in words)
        before: Numbers = np.cumsum(self.sizes) - self.sizes
        return frozenset(
            stock
            for stock, number in taken.items()
            for length, place in self.places_of((stock,))
            if self.times[before[length] + place] <= number
        )


def _blocks_for(sizes: Numbers) -> Numbers:
    """Return how many 64-bit numbers hold so many words."""
    return (sizes + 63) // 64


def _as_strings(words: Codes) -> npt.NDArray[np.bytes_]:
    """Return *words* as one column that sorts as bytes do; a code is never 0, so none is cut short."""
    length = words.shape[1]
    return np.ascontiguousarray(words).view(f"S{length}").reshape(-1)


def _words_by_length(text: str, letters: LetterCodes) -> WordCodes:
    codes = np.append(letters.of_text(text), np.uint8(0))
    gaps = np.flatnonzero(codes == 0)
    starts = np.concatenate(([0], gaps[:-1] + 1))
    lengths = gaps - starts
    whole = _stands_alone(text, starts, gaps)
    starts, lengths = starts[whole], lengths[whole]
    return {
        length: _sorted_once(codes[starts[lengths == length][:, None] + np.arange(length)])
        for length in LENGTHS
    }


_BREAKS = np.frombuffer("\n\r\t ".encode("utf-32-le"), np.uint32)


def _stands_alone(text: str, starts: Numbers, ends: Numbers) -> npt.NDArray[np.bool_]:
    """Tell which stretches of letters are whole lines: what a foreign character cuts off is no word."""
    breaks = np.isin(_points(f"\n{text}\n"), _BREAKS)
    return breaks[starts] & breaks[ends + 1]


def _sorted_once(words: Codes) -> Codes:
    """Return *words* in order, each once; a list that is in order already costs a look."""
    if len(words) < 2:
        return words
    column = _as_strings(words)
    if (column[1:] > column[:-1]).all():
        return words
    return np.unique(column).view(np.uint8).reshape(-1, words.shape[1])


SetsByCount = list[list[Bits]]
"""By letter, and by least number from 1: the words that hold it at least so often."""


def _filled(rows: Bits, words: Codes, letters: range) -> SetsByCount:
    """Fill *rows* with the sets of *words* by place and letter; return those by letter and least number."""
    number, length = words.shape
    filled = np.zeros((length, rows.shape[2] * 64), np.uint8)
    filled[:, :number] = words.T
    codes = np.array(letters, np.uint8)[:, None]
    counts = np.zeros((len(letters), filled.shape[1]), np.uint8)
    for place in range(length):
        has_letter = filled[place] == codes
        counts += has_letter
        rows[place] = _packed(has_letter)
    return [
        [_packed(of_letter >= times) for times in range(1, int(of_letter.max(initial=0)) + 1)]
        for of_letter in counts
    ]


def _packed(flags: npt.NDArray[np.bool_]) -> Bits:
    return np.packbits(flags, axis=-1, bitorder="little").view(np.uint64)


def _rows_by_count(sets: list[SetsByCount], blocks: Numbers) -> tuple[Bits, Numbers]:
    """Return the sets of words by letter and least number, and where each letter's sets begin.

    *sets* are those of each length, which are so many *blocks* wide.
    """
    most = [max(map(len, of_letter)) for of_letter in zip(*sets, strict=True)]
    begins = np.cumsum([0, 0, *most])
    rows = np.zeros((int(begins[-1]), int(blocks.sum())), np.uint64)
    ends = np.cumsum(blocks)
    for of_length, end, width in zip(sets, ends.tolist(), blocks.tolist(), strict=True):
        for first, found in zip(begins[1:].tolist(), of_length, strict=False):
            for times, words in enumerate(found):
                rows[first + times, end - width : end] = words
    return rows, begins


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

    @classmethod
    def of(cls, tables: TopTables, excluded: frozenset[str], extra: frozenset[str]) -> Self:
        """Return the words of a game; where letters may lie in any order those are their letters in order."""
        if not tables.is_in_any_order:
            return cls(tables, excluded, extra)
        more = frozenset("".join(sorted(word)) for word in extra)
        return cls(tables, tables.stocks_taken_out(excluded - extra), more)

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
        codes = self.tables.codes.codes
        return [[]] + [list(self.tables.rows_counting(code, _MOST_TIMES)) for code in codes]

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
        codes = self.tables.codes
        fresh = {word for word in self.extra if codes.can_lay(word)} - self._listed_extra
        return {
            length: np.array(
                [codes.of_text(word) for word in sorted(fresh) if len(word) == length], np.uint8
            )
            for length in sorted({len(word) for word in fresh})
        }

    def hold_keys(self, wanted: Bits) -> npt.NDArray[np.bool_]:
        """Tell for each key of a word that has one whether it is a word of the game."""
        maybe = may_hold(self.tables.short_filter, wanted)
        likely = maybe.ravel().nonzero()[0]
        asked = wanted.ravel()[likely]
        found = is_listed(
            self.tables.short_keys, self.tables.short_starts, self._most_from_a_start, asked
        )
        if len(self._excluded_keys):
            found &= ~is_among(self._excluded_keys, asked)
        holds = np.zeros(wanted.shape, np.bool_)
        holds.ravel()[likely] = found
        if len(self._added_keys):
            holds |= is_among(self._added_keys, wanted)
        return holds

    def hold_rows(self, wanted: Codes) -> Flags:
        """Tell for each of *wanted*, a row of codes each, whether it is a word of the game."""
        codes = self.tables.codes
        if wanted.shape[1] <= codes.longest:
            return self.hold_keys(codes.keys_of(wanted))
        words = [codes.word_of(row) for row in wanted.tolist()]
        return np.array([self._holds(word) for word in words], np.bool_)

    def _holds(self, word: str) -> bool:
        is_listed = any(True for _ in self.tables.places_of((word,)))
        return word in self.extra or (is_listed and word not in self.excluded)

    def letters_between(self, before: Codes, after: Codes) -> int:
        """Return the set of letters that make a word between *before* and *after*, of any length."""
        length = len(before) + 1 + len(after)
        place = len(before)
        fits = self.allowed[self.blocks[length]]
        rows = self.rows[length]
        for at, code in enumerate((*before, 0, *after)):
            if at != place:
                fits = fits & rows[at][code]
        letters = [code for code in self.tables.codes.codes if (fits & rows[place][code]).any()]
        letters += [
            int(word[place])
            for word in self.added.get(length, ())
            if (word[:place] == before).all() and (word[place + 1 :] == after).all()
        ]
        return sum({1 << code for code in letters})

    @cached_property
    def _most_from_a_start(self) -> int:
        return most_from_a_start(self.tables.short_starts)

    @cached_property
    def _taken_out(self) -> frozenset[str]:
        return self.excluded - self.extra

    @cached_property
    def _listed_extra(self) -> set[str]:
        return {word for word in self.extra if any(self.tables.places_of((word,)))}

    @cached_property
    def _excluded_keys(self) -> Bits:
        return _short_keys(self._taken_out, self.tables.codes)

    @cached_property
    def _added_keys(self) -> Bits:
        return _short_keys(self.extra - self._listed_extra, self.tables.codes)


def _short_keys(words: frozenset[str] | set[str], letters: LetterCodes) -> Bits:
    """Return the sorted keys of those *words* that are short enough to have one."""
    short = [w for w in words if letters.can_lay(w) and len(w) <= letters.longest]
    found = [letters.keys_of(letters.of_text(word)[None, :]) for word in short]
    return np.sort(np.concatenate(found)) if found else np.zeros(0, np.uint64)
