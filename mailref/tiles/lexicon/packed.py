"""A list of words, packed: read line by line, cut into tiles, sorted, and searched where it lies.

A packed list is one file that is mapped: a line that says what it is, a line of JSON (`ListHeader`), then the words
of each length, sorted, none twice. A word has an octet a tile: the place of its letter among those of the set by
code point, from 1. So the search for the top (`tiles/top/words.py`) takes the words as they lie, and a word is
found by halving: nothing of the list is in our memory but what was looked at.

Where the letters of a word may lie in any order (WordSmog), a second file has for each word its letters in the
order of their codes, and then the word.
"""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import Final, Protocol, Self
from unicodedata import normalize

from msgspec import DecodeError, Struct, json

from mailref.structs import shown_without
from mailref.tiles.board import MOST
from mailref.tiles.tile_set import TileSet, letters_on

LENGTHS: Final = range(2, MOST + 1)
FORMAT: Final = 2
"""Goes up whenever packed words mean something else: what is kept on disk is then packed anew."""
_FIRST: Final = b"mailref words\n"
_LONGEST_HEADER: Final = 4096
_MOST_CUTS: Final = 64


class Octets(Protocol):
    """What a list is read from: `bytes`, or a file as `mmap` shows it."""

    def __len__(self) -> int: ...
    def __getitem__(self, part: slice, /) -> bytes: ...
    def find(self, sub: bytes, start: int = ..., /) -> int: ...
    def rfind(self, sub: bytes, start: int = ..., end: int = ..., /) -> int: ...


class LeftOut(Struct, frozen=True):
    """How many lines of a list are no words of a game, and why."""

    uncut: int = 0
    """With something that no tile shows: an apostrophe, a hyphen, a letter of another language."""
    capitalised: int = 0
    """With a capital, in a list that has small letters: names and abbreviations."""
    short: int = 0
    """Of one tile."""
    long: int = 0
    """Of more tiles than the largest board has squares in a row."""


class ListHeader(Struct, frozen=True):
    """What a packed list says of itself."""

    letters: str
    """Of its tiles, by code point."""
    sizes: tuple[int, ...]
    """How many words of each number of tiles, from 0."""
    lengths: tuple[int, ...] = ()
    """Of how many tiles its words are, each cut as it is written: the longest tiles first."""
    left_out: LeftOut = LeftOut()
    width: int = 1
    """Octets a tile: two where a word stands behind its letters in order."""


class PackedWords(Struct, frozen=True, dict=True):
    """A packed list, searched where it lies."""

    octets: Octets
    header: ListHeader
    begins: tuple[int, ...]
    """Where the words of each length begin."""

    __repr__ = shown_without("octets", "begins")

    @classmethod
    def of(cls, octets: Octets) -> Self:
        """Read what a packed list says of itself; ValueError if it is none."""
        end = octets.find(b"\n", len(_FIRST))
        if octets[: len(_FIRST)] != _FIRST or not 0 < end <= _LONGEST_HEADER:
            raise ValueError("this is no packed list of words")
        try:
            header = json.decode(octets[len(_FIRST) : end], type=ListHeader)
        except DecodeError as wrong:
            raise ValueError(f"this is no packed list of words: {wrong}") from None
        begins = [end + 1]
        for length, size in enumerate(header.sizes):
            begins.append(begins[-1] + size * length * header.width)
        if begins[-1] != len(octets):
            raise ValueError("this packed list of words is not whole")
        return cls(octets, header, tuple(begins))

    def __contains__(self, word: object) -> bool:
        coded = self.coded(word) if isinstance(word, str) else None
        if not coded:
            return False
        return next(self._from(len(coded), coded), b"") == coded

    def __iter__(self) -> Iterator[str]:
        for length in range(len(self.header.sizes)):
            yield from map(self.word_of, self._from(length, b""))

    def __len__(self) -> int:
        return sum(self.header.sizes)

    def in_any_order(self, word: str) -> Iterator[str]:
        """Yield the words that have the letters of *word*, of a list that has them in order."""
        coded = self.coded(word)
        if coded is None:
            return
        stock = bytes(sorted(coded))
        for row in self._from(len(stock), stock):
            if not row.startswith(stock):
                return
            yield self.word_of(row[len(stock) :])

    def coded(self, word: str) -> bytes | None:
        """Return the octets of a word, or None where a letter or its length is none of the list."""
        if len(word) >= len(self.header.sizes):
            return None
        try:
            return bytes(self._codes[letter] for letter in word)
        except KeyError:
            return None

    def word_of(self, coded: bytes) -> str:
        """Return the word that these octets are."""
        return "".join(self.header.letters[code - 1] for code in coded)

    def words_of(self, length: int) -> bytes:
        """Return the words of *length*, one after another."""
        return self.octets[self.begins[length] : self.begins[length + 1]]

    def _from(self, length: int, first: bytes) -> Iterator[bytes]:
        """Yield the rows of *length* in order, from that on which is not before *first*."""
        begin, width = self.begins[length], length * self.header.width

        def row(at: int) -> bytes:
            return self.octets[begin + at * width : begin + (at + 1) * width]

        size = self.header.sizes[length]
        return map(row, range(bisect_left(range(size), first, key=row), size))

    @cached_property
    def _codes(self) -> Mapping[str, int]:
        return {letter: code for code, letter in enumerate(self.header.letters, start=1)}


def letters_in(tiles: TileSet) -> str:
    """Return the letters of a set by code point, as packed lists number them."""
    return "".join(sorted(tiles.alphabet))


_OF_TILES: Final = 0x80
"""While a list is read a letter is its code and so much more, so that line feeds are none of them."""
_NO_TILE, _CAPITAL = "\x00", "\x01"
_NOTHING: Final = frozenset("\r\ufeff")
_LINE: Final = re.compile(rb"^.+$", re.MULTILINE)
_OF_LETTERS: Final = re.compile(rb"^[\x80-\xff]+$", re.MULTILINE)
_CAPITALISED: Final = re.compile(rb"^.*\x01.*$", re.MULTILINE)
_AROUND_LINES: Final = re.compile(rb" *\n *|^ +| +$")
_TO_CODES: Final = bytes(max(0, octet - _OF_TILES) for octet in range(256))


class _Characters(dict[int, str]):
    """For each character of a text what stands for it: codes, or that no tile shows it; each is looked up once."""

    def __init__(self, tiles: TileSet, codes: Mapping[str, str]) -> None:
        super().__init__()
        self._tiles, self._codes = tiles, codes

    def __missing__(self, point: int) -> str:
        self[point] = found = self._found(chr(point))
        return found

    def _found(self, char: str) -> str:
        if char in _NOTHING:
            return ""
        if char in "\n ":
            return char
        if char == "\t":
            return " "
        codes = "".join(self._codes.get(each, _NO_TILE) for each in self._tiles.upper(char))
        return f"{_CAPITAL}{codes}" if char.isupper() or char.istitle() else codes


class Packer:
    """Takes a list in lots of whole lines, one word a line, and packs it."""

    def __init__(self, tiles: TileSet, *, with_capitals: bool = False) -> None:
        """*with_capitals*: words with capitals are words, too, beside others without."""
        self._letters = letters_in(tiles)
        parts = sorted(
            {part for tile in tiles.digraphs for part in letters_on(tile)} - set(self._letters)
        )
        codes = {
            letter: chr(_OF_TILES + code)
            for code, letter in enumerate((*self._letters, *parts), start=1)
        }
        self._characters = _Characters(tiles, codes)
        self._several = {
            "".join(codes[part] for part in letters_on(tile)).encode("latin-1"): codes[tile].encode(
                "latin-1"
            )
            for tile in tiles.digraphs
        }
        self._is_cut_apart = tiles.is_cut_apart
        self._last_letter = _OF_TILES + len(self._letters)
        self._takes_capitals = with_capitals
        self._rows: defaultdict[int, bytearray] = defaultdict(bytearray)
        self._lengths: Counter[int] = Counter()
        """How many lines there are of each length, cut as they are written."""
        self._capitalised: list[bytes] = []
        self._lines = self._number_capitalised = 0

    def add(self, text: str) -> None:
        """Take some lines."""
        coded = normalize("NFC", text).translate(self._characters).encode("latin-1")
        if b" " in coded:
            coded = _AROUND_LINES.sub(b"\n", coded)
        if self._takes_capitals:
            coded = coded.replace(b"\x01", b"")
        self._lines += len(_LINE.findall(coded))
        self._take(coded)
        capitalised = _CAPITALISED.findall(coded) if b"\x01" in coded else []
        self._number_capitalised += len(capitalised)
        # A list that has small letters somewhere means something by its capitals; one without does not.
        self._capitalised = [] if self._lengths else [*self._capitalised, b"\n".join(capitalised)]

    def packed(self) -> Iterator[bytes]:
        """Yield the packed list, part by part; a list of capitals alone is one as any other."""
        if self._capitalised:
            self._number_capitalised = 0
            for lot in self._capitalised:
                self._take(lot.replace(b"\x01", b""))
        words = [_sorted_once(self._rows[length], length) for length in range(MOST + 1)]
        left_out = LeftOut(
            uncut=self._lines - self._number_capitalised - self._lengths.total(),
            capitalised=self._number_capitalised,
            short=self._lengths[1],
            long=sum(many for length, many in self._lengths.items() if length > MOST),
        )
        sizes = tuple(len(each) // (length or 1) for length, each in enumerate(words))
        lengths = tuple(sorted(length for length in self._lengths if length in LENGTHS))
        yield _first_lines(ListHeader(self._letters, sizes, lengths, left_out))
        yield from words

    def _take(self, coded: bytes) -> None:
        """Take the lines that are nothing but letters, each in every way in which it can be cut."""
        rows, lengths = self._rows, self._lengths
        for line in _OF_LETTERS.findall(coded):
            ways = self._ways(line) if self._several else (line,)
            if ways:
                lengths[len(ways[0])] += 1
            for way in ways:
                rows[len(way)] += way

    def _ways(self, line: bytes) -> tuple[bytes, ...]:
        """Return every way to make tiles of a line, the longest first; only that where no other is allowed."""
        return tuple(islice(self._cuts(line), _MOST_CUTS))

    def _cuts(self, line: bytes) -> Iterator[bytes]:
        if not line:
            yield b""
            return
        several = [part for part in self._several if line.startswith(part)]
        for part in sorted(several, key=len, reverse=True)[: None if self._is_cut_apart else 1]:
            yield from (self._several[part] + way for way in self._cuts(line[len(part) :]))
        if line[0] <= self._last_letter and (self._is_cut_apart or not several):
            yield from (line[:1] + way for way in self._cuts(line[1:]))


def _sorted_once(row: bytearray, length: int) -> bytes:
    """Return the words of a row in order, each once, as codes."""
    codes = bytes(row.translate(_TO_CODES))
    if length not in LENGTHS:
        return b""
    words = {codes[at : at + length] for at in range(0, len(codes), length)}
    return b"".join(sorted(words))


def _first_lines(header: ListHeader) -> bytes:
    return _FIRST + json.encode(header) + b"\n"


def packed_words(words: Iterable[str], tiles: TileSet) -> bytes:
    """Pack words that are tiles already."""
    letters = letters_in(tiles)
    codes = {letter: code for code, letter in enumerate(letters, start=1)}
    rows: list[set[bytes]] = [set() for _ in range(MOST + 1)]
    for word in words:
        if len(word) in LENGTHS and codes.keys() >= set(word):
            rows[len(word)].add(bytes(codes[letter] for letter in word))
    lengths = tuple(length for length, row in enumerate(rows) if row)
    header = ListHeader(letters, tuple(map(len, rows)), lengths)
    return _first_lines(header) + b"".join(b"".join(sorted(row)) for row in rows)


def in_order_first(words: PackedWords) -> Iterator[bytes]:
    """Yield a packed list in which each word stands behind its letters in order, part by part."""
    header = words.header
    yield _first_lines(
        ListHeader(header.letters, header.sizes, header.lengths, header.left_out, width=2)
    )
    for length in range(len(header.sizes)):
        text = words.words_of(length)
        rows = (text[at : at + length] for at in range(0, len(text), length or 1))
        yield b"".join(sorted(bytes(sorted(row)) + row for row in rows))
