"""Letters as tiles: which there are, in which order, how many, worth what; how they are written.

What holds everywhere in the program:

- **One character is one tile**, in words, racks, bags and the cells of a board. A letter is itself. A tile of
  two or three letters (`CH`, `L·L`) is one private character, the same in every set, which no mail shows as it
  stands: `shown` makes `[CH]` of it wherever text leaves the program.
- **A blank is `?`** on a rack or in a bag. On a board it carries its letter: `blank_of` gives the mark,
  `letter_of` the letter back, `is_blank` tells them apart. Marks are no small letters: where a letter has a
  small one that leads back to it the mark is that (German records are as they always were), else a private
  character. Nobody else asks a cell for `.lower()`, `.upper()` or `.islower()`.
- **A set knows its language**: `cut` makes tiles of what people write (composed, upper case by the language's
  own table, folded, the longest tile first), `cuts` every way to do so, `shown` writes them. A blank written as
  a small letter (`ı`, `[ch]`) is one of a board's or a play's text: `read_cells` and `shown` know it.
- **A set knows its order**: racks and bags are sorted by `in_order`, words by `alphabetical`; draws depend on it
  (docs/chance.md), so a set that was played with is never changed but by a new version.

A set is a file (`mailref/data/tiles/`), a value (`TileSet`), and in the record of a game: a game without one has
the German set. Nothing here opens a file.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct

from mailref.structs import OnRecord
from mailref.tiles.when_used import regex

BLANK: Final = "?"
FREE: Final = "."
"""A square on which nothing lies."""
_FREE: Final = {FREE, " ", ""}

# Tiles of several letters, as private characters: a formula, so that whoever has a character needs no set.
_PARTS: Final = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ·'-"
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ"
    "ĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮİĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽȘȚ"
    "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"
    "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁЂЃЄЅІЇЈЉЊЋЌЎЏҐ"
)
"""What tiles of several letters are made of; records hold places in it, so that it never changes."""
_PAIRS: Final = 200
"""A pair is the first place times this, and the second."""
_PLAIN: Final = 29
"""Of three letters each is one of the first so many."""
_TILES: Final = 0xF0000
_BLANKS: Final = 0x100000
"""Where the marks of blanks begin for tiles of several letters: as far behind as these."""
_SMALL_LESS: Final = 0xE000
"""Where they begin for letters that have no small one which leads back to them."""


def tile_of(letters: str) -> str:
    """Return the one character of the tile that shows *letters*, in capitals; ValueError if it can have none."""
    if len(letters) == 1:
        return letters
    places = [_PARTS.find(letter) for letter in letters]
    if len(places) == 2 and min(places) >= 0:
        return chr(_TILES + places[0] * _PAIRS + places[1])
    if len(places) == 3 and min(places) >= 0 and max(places) < _PLAIN:
        first, second, third = places
        return chr(_TILES + _PAIRS**2 + (first * _PLAIN + second) * _PLAIN + third)
    raise ValueError(f"{letters!r} cannot be one tile: two letters can, and three of A to Z, · ' -")


def letters_on(tile: str) -> str:
    """Return what a tile that is no blank shows: `CH` for the one character that it is."""
    code = ord(tile) - _TILES
    if code < 0:
        return tile
    if code < _PAIRS**2:
        first, second = divmod(code, _PAIRS)
        return _PARTS[first] + _PARTS[second]
    before, third = divmod(code - _PAIRS**2, _PLAIN)
    first, second = divmod(before, _PLAIN)
    return _PARTS[first] + _PARTS[second] + _PARTS[third]


def blank_of(letter: str) -> str:
    """Return the mark of a blank that stands for *letter* on a board."""
    small = letter.lower()
    if len(small) == 1 and small != letter and small.upper() == letter:
        return small
    code = ord(letter)
    return chr(code - _TILES + _BLANKS) if code >= _TILES else chr(_SMALL_LESS + code)


def letter_of(cell: str) -> str:
    """Return the letter that stands on a cell, be it a blank or not."""
    if cell < "\ue000":
        return cell.upper()
    code = ord(cell)
    if code >= _BLANKS:
        return chr(code - _BLANKS + _TILES)
    return cell if code >= _TILES else chr(code - _SMALL_LESS)


def is_blank(cell: str) -> bool:
    """Tell whether a blank lies on a cell."""
    return cell.islower() if cell < "\ue000" else not _TILES <= ord(cell) < _BLANKS


def letters_of(cells: str) -> str:
    """Return the letters of *cells*, each blank as the letter that it stands for."""
    if cells.isascii():
        return cells.upper()
    return "".join(map(letter_of, cells))


_PRIVATE: Final = regex("[\ue021-\uf8ff\U000f0000-\U0010fffd]")


def written_out(text: str) -> str:
    """Return *text* as it leaves the program: tiles of several letters in brackets, `[CH]`, a blank `[ch]`."""
    if text.isascii() or not _may_hold_private(text.encode(errors="surrogatepass")):
        return text
    return _PRIVATE.sub(lambda found: _of_private(found[0]), text)


_BEGIN_PRIVATE: Final = (b"\xef", b"\xf3", b"\xf4")
"""With which bytes the private characters begin in UTF-8, those from U+F000 on."""
_LOW_PRIVATE: Final = regex(rb"\xee(?:\x80[\xa1-\xbf]|[\x81-\xbf])")
"""Those before, from U+E021 on: with the ones before that a mail marks what is filled in."""


def _may_hold_private(text: bytes) -> bool:
    """Tell whether a text in UTF-8 may hold private characters: in a long one they are found several times as fast."""
    return any(each in text for each in _BEGIN_PRIVATE) or _LOW_PRIVATE.search(text) is not None


def page_written_out(text: str) -> bytes:
    """Return the same of a long text as UTF-8, which is made of it once."""
    found = text.encode()
    return written_out(text).encode() if _may_hold_private(found) else found


def _of_private(cell: str) -> str:
    """Return what a private character is as a tile; as it is, where it is none: people may write any."""
    letter = letter_of(cell)
    try:
        shown = letters_on(letter)
        is_ours = tile_of(shown) == letter and cell in (letter, blank_of(letter))
    except (ValueError, IndexError):
        return cell
    if not is_ours or not all(part in _PARTS for part in shown):
        return cell
    return f"[{shown.lower() if is_blank(cell) and len(shown) > 1 else shown}]"


_SIGNS: Final = {"'": "ʼ", "·": "ꞏ"}
"""Signs that stand on tiles, and letters that look like them: in mails letters alone are looked for."""
_WRITTEN: Final = {"'": "'’ʼ", "·": "·•‧"}
_TURKISH: Final = {"tr", "az"}
_UPPER_TURKISH: Final = str.maketrans("iı", "İI")
_I_ALONE: Final = re.compile(r"(?<!\w)[iı](?!\w)")
_LOWER_TURKISH: Final = str.maketrans("İI", "iı")
_MOST_CUTS: Final = 64


class _Order(dict[str, int]):
    """Where each tile stands in its alphabet; what is no tile stands behind them all."""

    def __missing__(self, letter: str) -> int:
        return len(self) + ord(letter)


class TileSet(OnRecord, frozen=True, dict=True, cache_hash=True):
    """The tiles of one edition: letters in the order of its language, how many of each, what each is worth."""

    name: str
    version: int
    letters: tuple[tuple[str, int, int], ...]
    """What a tile shows (`A`, `CH`), how many there are, and what it is worth, in alphabetical order."""
    blanks: int
    vowels: str
    code: str = ""
    """Of its language; capitals and small letters are made by it."""
    folds: tuple[tuple[str, str], ...] = ()
    """What is written for other letters: `Á` for A."""
    is_cut_apart: bool = False
    """Whether the letters of a tile of several may also be laid one by one (Hungarian S and ZS, or SZ and S)."""
    rack: int = 7

    @cached_property
    def alphabet(self) -> str:
        """Return every letter that a tile or a blank can stand for, in order: one character each."""
        return "".join(tile_of(shown) for shown, _, _ in self.letters)

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """Return how many tiles there are of each letter, blanks last."""
        counted = {tile_of(shown): count for shown, count, _ in self.letters}
        return MappingProxyType({**counted, BLANK: self.blanks})

    @cached_property
    def values(self) -> Mapping[str, int]:
        """Return what each tile is worth; 0 for a blank."""
        return MappingProxyType({**{tile_of(a): value for a, _, value in self.letters}, BLANK: 0})

    @cached_property
    def digraphs(self) -> str:
        """Return the tiles of several letters: one character each."""
        return "".join(tile_of(shown) for shown, _, _ in self.letters if len(shown) > 1)

    @cached_property
    def is_plain(self) -> bool:
        """Tell whether words and cells stand in texts as they are inside."""
        cells = self.alphabet + "".join(map(blank_of, self.alphabet))
        return not self.digraphs and self.shown(cells) == cells

    @cached_property
    def all_tiles(self) -> str:
        """Return the full bag, in order."""
        return "".join(letter * count for letter, count in self.counts.items())

    def value(self, letter: str) -> int:
        """Return what a tile shows: 0 for a blank."""
        return self.values[letter]

    def sum_of(self, letters: Iterable[str]) -> int:
        """Return the values of *letters* added up, blanks as 0."""
        return sum(self.values[letter] for letter in letters)

    def in_order(self, letters: Iterable[str]) -> str:
        """Return *letters* as one string in alphabetical order, blanks last; no tiles of this set behind them."""
        text = "".join(letters)
        if text == text[:1] * len(text):  # as all that lies face down
            return text
        return "".join(sorted(text, key=self._order.__getitem__))

    def alphabetical(self, word: str) -> tuple[int, ...]:
        """Return what *word* is sorted by."""
        return tuple(map(self._order.__getitem__, word))

    def without(self, available: str, taken: Iterable[str]) -> str:
        """Return *available* less *taken*, in order; ValueError names what is not there."""
        return self.in_order(self._left_of(available, taken))

    def _left_of(self, available: str, taken: Iterable[str]) -> str:
        left, missing = _taken(available, taken)
        if missing:
            raise ValueError(f"{self.shown(missing)!r} is not in {self.shown(available)!r}")
        return left

    def missing_from(self, available: str, wanted: Iterable[str]) -> str:
        """Return the tiles of *wanted* that *available* does not hold, counted, in order."""
        return self.in_order(_taken(available, wanted)[1])

    def bag_after(self, bag: str, taken: str, back: str = "", *, keeps_order: bool = False) -> str:
        """Return a bag from which *taken* was drawn, before *back* was put into it.

        One that keeps its order loses the first tile of each letter, and what is put back goes under it.
        """
        left = self._left_of(bag, taken)
        if not keeps_order:
            return self.in_order(left + back)
        return "".join(_last_of_each(bag, left)) + self.in_order(back)

    def upper(self, text: str) -> str:
        """Return *text* composed, in capitals and folded, as its language does it; what is no letter stays."""
        composed = unicodedata.normalize("NFC", text)
        if not composed.isascii() or self.code in _TURKISH:
            return "".join(map(self._capital, composed))
        return composed.upper()

    def lower(self, letters: str) -> str:
        """Return capitals as small letters of the language."""
        if self.code in _TURKISH:
            return letters.translate(_LOWER_TURKISH).lower()
        return "".join(map(str.lower, letters))

    def as_letters(self, text: str) -> str:
        """Return what people write with the signs that are tiles as letters that look like them.

        In Turkish a small letter that stands alone is a capital already: whoever reads on takes I for that of i.
        """
        if self.code in _TURKISH:
            text = _I_ALONE.sub(lambda found: found[0].translate(_UPPER_TURKISH), text)
        return text.translate(self._as_letters) if self._signs else text

    def cut(self, text: str) -> str:
        """Return the tiles of a word as people write it, the longest first; ValueError names what is none.

        `[CH]` is read as the one tile.
        """
        return self.cuts(text)[0]

    def cuts(self, text: str) -> tuple[str, ...]:
        """Return every way to make tiles of a word, that with the longest tiles first; ValueError if none is."""
        found = tuple(islice(self._ways(self.upper(text)), _MOST_CUTS))
        if not found:
            raise ValueError(f"{self._no_tile(self.upper(text))!r} is not a tile")
        return found

    def word(self, written: str) -> str:
        """Return the tiles of a word that somebody names, as it is written where it cannot be cut."""
        try:
            return self.cut(written)
        except ValueError:
            return self.upper(written)

    def taken(self, written: str, available: str) -> str:
        """Return the tiles that somebody names of those *available*, cut so that these hold them if they can."""
        try:
            ways = self.cuts(written.replace(" ", ""))
        except ValueError:
            return written
        return next((way for way in ways if not self.missing_from(available, way)), ways[0])

    def tiles_in_order(self, text: str) -> str:
        """Return a rack as people write it (`A B [CH] ?`, `abch_`), in order; ValueError names what is no tile."""
        return self.in_order(self.tiles_as_written(text))

    def tiles_as_written(self, text: str) -> str:
        """Read tiles as people write them, and leave them in their order; ValueError as for a rack."""
        return "".join(
            self.cut(part.translate(_AS_BLANK)) for part in text.replace(",", " ").split()
        )

    def tile(self, shown: str) -> str:
        """Return the one tile that shows so, `?` included, as lists of tiles in JSON name them; else ValueError."""
        tile = self._named.get(self.upper(tile_text(shown).translate(_AS_BLANK)))
        if tile is None:
            raise ValueError(f"{shown!r} is no tile")
        return tile

    def cell(self, shown: str) -> str:
        """Return the tile or the blank that one entry of a row names: `CH`, `[CH]`, `ch`; ValueError if none."""
        bare = unicodedata.normalize("NFC", shown)
        inner = tile_text(bare)
        tile = self.tile(inner)
        if tile == BLANK:
            raise ValueError(f"{shown!r} is no letter")
        is_joker = inner[0].islower() or (inner != bare and len(inner) == 1)
        return blank_of(tile) if is_joker else tile

    def cells(self, row: str) -> str:
        """Return the cells of a row of text: `.` free, `[CH]` and `[ch]` one each, a small letter a blank."""
        if self._cell_of.keys() >= set(row):
            return "".join(map(self._cell_of.__getitem__, row))
        found = []
        rest = unicodedata.normalize("NFC", row)
        while rest:
            end = rest.find("]") + 1 if rest[0] == "[" else 1
            part, rest = rest[: end or 1], rest[end or 1 :]
            found.append(self.entry(part))
        return "".join(found)

    def entry(self, shown: str) -> str:
        """Return the cell of one entry of a list of tiles: `CH`, `ch`, and `.`, a space or nothing if free."""
        return FREE if shown in _FREE else self.cell(shown)

    def shown(self, tiles: str) -> str:
        """Return tiles or cells as people read them: `[CH]`, a blank as a small letter of the language."""
        if tiles.isascii() and self.code not in _TURKISH:
            return tiles
        return "".join(map(self._shown, tiles))

    def named(self, tiles: str) -> tuple[str, ...]:
        """Return the tiles one by one as lists of them in JSON do: `CH`, a blank on a board `ch`, `?`."""
        return tuple(self._name(tile) for tile in tiles)

    def _name(self, tile: str) -> str:
        shown = letters_on(letter_of(tile))
        if not is_blank(tile):
            return shown
        small = self.lower(shown)
        return small if small != shown else f"[{shown}]"

    def _shown(self, tile: str) -> str:
        name = self._name(tile)
        return name if len(name) == 1 or name[0] == "[" else f"[{name}]"

    def _capital(self, char: str) -> str:
        if char in self._folded:
            return self._folded[char]
        upper = char.translate(_UPPER_TURKISH) if self.code in _TURKISH else char
        capitals = unicodedata.normalize("NFC", upper.upper())
        return "".join(self._folded.get(each, each) for each in capitals)

    def _ways(self, text: str) -> Iterator[str]:
        """Yield every way to cut *text*, in capitals, the longest tile first at each place."""
        if not text:
            yield ""
            return
        if text[0] == "[":
            inner, _, rest = text[1:].partition("]")
            tile = self._named.get(inner)
            yield from (tile + way for way in self._ways(rest)) if tile else ()
            return
        for size in range(self._longest, 0, -1):
            tile = self._named.get(text[:size]) if len(text) >= size else None
            if tile is not None:
                yield from (tile + way for way in self._ways(text[size:]))

    def _no_tile(self, text: str) -> str:
        """Return the first character of *text* at which no tile begins."""
        return next((char for char in text if char not in self._named and char not in "[]"), text)

    @cached_property
    def _order(self) -> "_Order":
        return _Order((letter, index) for index, letter in enumerate(self.alphabet + BLANK))

    @cached_property
    def _named(self) -> Mapping[str, str]:
        return {**{letters_on(tile): tile for tile in self.alphabet}, BLANK: BLANK}

    @cached_property
    def _cell_of(self) -> Mapping[str, str]:
        """What one character of a row stands for, of those that stand there by themselves."""
        found = {FREE: FREE}
        for name in map(letters_on, self.alphabet):
            for each in {name, self.lower(name)}:
                with suppress(ValueError):  # `ß` is written SS in capitals
                    found |= {each: self.entry(each)} if len(each) == 1 else {}
        return found

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self._named))

    @cached_property
    def _folded(self) -> Mapping[str, str]:
        return {**dict(self.folds), **{_SIGNS[sign]: sign for sign in self._signs}}

    @cached_property
    def _signs(self) -> frozenset[str]:
        """The signs that stand on tiles, alone or with letters."""
        return frozenset(char for shown, _, _ in self.letters for char in shown) & set(_SIGNS)

    @cached_property
    def _as_letters(self) -> dict[int, str]:
        pairs = ((each, _SIGNS[sign]) for sign in self._signs for each in _WRITTEN[sign])
        return str.maketrans(dict(pairs))


_AS_BLANK: Final = str.maketrans("_*", "??")


def tile_text(shown: str) -> str:
    """Return what stands in the brackets of `[CH]`, or all of it."""
    return shown[1:-1] if shown[:1] == "[" and shown[-1:] == "]" else shown


def _taken(available: str, wanted: Iterable[str]) -> tuple[str, str]:
    """Return what is left of *available*, in its order, and what it does not hold."""
    missing = []
    for letter in wanted:
        if letter in available:
            available = available.replace(letter, "", 1)
        else:
            missing.append(letter)
    return available, "".join(missing)


def _last_of_each(bag: str, left: str) -> str:
    """Return the tiles of *bag* in their order, of each letter the last ones, as many as *left* has."""
    wanted, found = Counter(left), ""
    for tile in reversed(bag):
        if wanted[tile]:
            wanted[tile] -= 1
            found = tile + found
    return found


def _german() -> TileSet:
    """Rules 3, counts x value; seed 001, rule 16."""
    table = (
        "A5x1 Ä1x6 B2x3 C2x4 D4x1 E15x1 F2x4 G3x2 H4x2 I6x1 J1x6 K2x4 L3x2 M4x3 N9x1 O3x2 "
        "Ö1x8 P1x4 Q1x10 R6x1 S7x1 T6x1 U6x1 Ü1x6 V1x6 W1x3 X1x8 Y1x10 Z1x3"
    )
    rows = [(entry[0], *entry[1:].split("x")) for entry in table.split()]
    return TileSet(
        name="german",
        version=1,
        letters=tuple((letter, int(count), int(value)) for letter, count, value in rows),
        blanks=2,
        vowels="AEIOUÄÖÜ",
        folds=(("ß", "SS"), ("ẞ", "SS")),
    )


GERMAN: Final = _german()
"""The 102 tiles of the German game: those of a game that names no others."""


class TileFile(Struct, frozen=True):
    """What a file says of a set beside the set: whether its sources agree, and what to know of it."""

    tiles: TileSet
    agree: bool = True
    note: str = ""
    board: str = "standard"
    says_vowels: bool = True
    """Whether it says which letters are vowels, be it none."""


_KEYS: Final = frozenset(
    {
        *("code", "name", "version", "board", "rack", "bonus", "blanks", "total", "points"),
        *("alphabet", "digraphs", "vowels", "agree", "sources", "note", "tiles", "fold", "apart"),
    }
)


class WrongFileError(ValueError):
    """A file of a tile set or a board that says what cannot be."""


def read_tile_file(table: Mapping[str, Any], name: str) -> TileFile:
    """Return the set of a file's table, called *name* where it does not say; WrongFileError says what is wrong."""
    if unknown := sorted(set(table) - _KEYS):
        raise WrongFileError(f"{unknown[0]!r} is no key of a tile set")
    tiles, alphabet = table.get("tiles"), table.get("alphabet")
    if not isinstance(tiles, Mapping) or not tiles:
        raise WrongFileError("it needs a table [tiles]: letter = [count, value]")
    letters = _rows(tiles, alphabet.split() if isinstance(alphabet, str) else tuple(tiles))
    folds = table.get("fold", {})
    if not isinstance(folds, Mapping) or not all(isinstance(each, str) for each in folds.values()):
        raise WrongFileError('[fold] must say letter = "letters"')
    found = TileSet(
        name=_said(table, "name", str, name),
        version=_said(table, "version", int, 1),
        letters=letters,
        blanks=_said(table, "blanks", int, 2),
        vowels=_said(table, "vowels", str, ""),
        code=_said(table, "code", str, ""),
        folds=tuple(folds.items()),
        is_cut_apart=_said(table, "apart", bool, default=False),
        rack=_said(table, "rack", int, 7),
    )
    _refuse_odd(found, table)
    agree, note = _said(table, "agree", bool, default=True), _said(table, "note", str, "")
    board, says_vowels = _said(table, "board", str, "standard"), "vowels" in table
    return TileFile(found, agree, note, board, says_vowels)


def _said(table: Mapping[str, Any], key: str, kind: type[Any], default: Any) -> Any:
    value = table.get(key, default)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise WrongFileError(f"{key} cannot be {value!r}")
    return value


def _rows(tiles: Mapping[str, Any], alphabet: Sequence[str]) -> tuple[tuple[str, int, int], ...]:
    if set(alphabet) != set(tiles) or len(alphabet) != len(tiles):
        odd = sorted(set(alphabet) ^ set(tiles)) or sorted(alphabet)
        raise WrongFileError(
            f"alphabet and [tiles] must have the same letters, each once; {odd[0]!r}"
        )
    return tuple((letter, *_count_and_value(letter, tiles[letter])) for letter in alphabet)


_MOST_OF_A_LETTER: Final = 99


def _count_and_value(letter: str, said: Any) -> tuple[int, int]:
    is_pair = (
        isinstance(said, Sequence) and len(said) == 2 and all(type(each) is int for each in said)
    )
    if not is_pair or not all(0 <= each <= _MOST_OF_A_LETTER for each in said):
        raise WrongFileError(f"{letter!r} must be [count, value], such as [9, 1], not {said!r}")
    return said[0], said[1]


def _refuse_odd(found: TileSet, table: Mapping[str, Any]) -> None:
    """Refuse what could not be laid, written or read back; WrongFileError says what it is."""
    for shown, _, _ in found.letters:
        if shown != unicodedata.normalize("NFC", shown) or found.upper(shown) != shown:
            raise WrongFileError(f"{shown!r} must be in capitals, composed, and not folded")
        if any(char in " .?_*/,;:=[]()+0123456789" for char in shown) or not shown.isprintable():
            raise WrongFileError(f"{shown!r} can be no tile")
        if letter_of(blank_of(tile_of(shown))) != tile_of(shown) or not is_blank(
            blank_of(tile_of(shown))
        ):
            raise WrongFileError(f"{shown!r} can be no tile: no blank can stand for it")
    if missing := sorted(set(found.vowels) - {shown for shown, _, _ in found.letters}):
        raise WrongFileError(f"{missing[0]!r} is a vowel without a tile")
    if not 0 <= found.blanks <= _MOST_OF_A_LETTER or not 1 <= found.rack <= 26:
        raise WrongFileError("blanks must be 0 to 99, rack 1 to 26")
    if not 1 <= len(found.all_tiles) <= _MOST_TILES:
        raise WrongFileError(f"a set has 1 to {_MOST_TILES} tiles, not {len(found.all_tiles)}")
    if len(found.letters) > MOST_LETTERS:
        raise WrongFileError(f"a set has at most {MOST_LETTERS} letters, not {len(found.letters)}")
    if table.get("total", len(found.all_tiles)) != len(found.all_tiles):
        raise WrongFileError(f"total says {table['total']}, there are {len(found.all_tiles)} tiles")
    if table.get("points", worth := found.sum_of(found.all_tiles)) != worth:
        raise WrongFileError(f"points says {table['points']}, the tiles have {worth}")


_MOST_TILES: Final = 999
MOST_LETTERS: Final = 62
"""So many letters a set may have: the search for the top keeps a set of them as one number."""
