"""Which lexicon judges the words of a game: that of the German set, a list that is shipped, or a file of the operator.

A file is read once: cut into tiles, packed, and kept in the cache folder under the hash of what it was read from,
of its tiles and of how it was read (`tiles/lexicon/packed.py`). So a game goes on with the list that it began with
though the file is another one by now; `check` and `status` say that it is.
"""

import codecs
import hashlib
from collections.abc import Iterator
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, cast

from msgspec import UNSET, Struct, json

from mailref import assets
from mailref.referee.policy import GamePolicy
from mailref.tiles.board import Laying, ListUsed
from mailref.tiles.lexicon.evidence import Evidence
from mailref.tiles.lexicon.listed import InAnyOrder, ListLexicon, OnlyListed, WithShortWords
from mailref.tiles.lexicon.packed import (
    FORMAT,
    PackedWords,
    Packer,
    in_order_first,
    letters_in,
    packed_words,
)
from mailref.tiles.lexicon.verdicts import Rulings, Verdict, WordBook, WordChanges
from mailref.tiles.tile_set import GERMAN, TileSet

_LOT = 1 << 20
"""So many octets of a list are read at once."""

OWN = ListUsed(assets.LIST_NAME, "f216aa8997b2e3aa7640b3c6d3bd3f6f90328aa28e5f6aaf517c54f6c8872b7c")
"""The list that comes with the German tiles; what it alone knows is in `tiles/lexicon/german.py`."""
ENABLE = ListUsed(assets.ENABLE, "452528054b24cce68199a01534e4639d451ac0da3bdac70113546ad6e13fda0e")
NO_LIST = ListUsed()

LONGEST_IN_ENABLE, LONGER_IN_ENABLE = 15, 4_262
"""Of its words those of more letters, up to 28, are not shipped."""
SHIPPED = {"german": OWN, "enable": ENABLE, "none": NO_LIST}
"""What `lexicon` can name."""
_PACKED_AS = {OWN: "german", ENABLE: "enable"}


class WrongListError(ValueError):
    """A file that is no list of words, and why."""


class ListFile(Struct, frozen=True):
    """A list of words as the settings name it."""

    path: str
    name: str
    encoding: str = "utf-8"
    capitalised: bool = False


_sources: dict[ListUsed, Path] = {}
"""Where the lists lie that the settings name: looked for when one is to be packed."""


def used(file: ListFile) -> ListUsed:
    """Return a list as a game is played with it: its file is read, and hashed; WrongListError if it cannot be."""
    path = Path(file.path)
    try:
        there = path.stat()
        digest = _sha256(path, there.st_size, there.st_mtime_ns, there.st_ino)
    except OSError as wrong:
        raise WrongListError(f"cannot be read: {wrong.strerror}") from None
    found = ListUsed(file.name, digest, file.encoding, file.capitalised)
    _sources[found] = path
    return found


def list_named(words: str) -> ListUsed:
    """Return a list that is shipped, by its name, or that of a file, by its path; WrongListError if it cannot be."""
    return SHIPPED.get(words) or used(ListFile(words, Path(words).name))


@lru_cache(maxsize=64)
def _sha256(path: Path, _size: int, _changed: int, _number: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def default_list(tiles: TileSet) -> ListUsed:
    """Return the list of a game whose settings name none."""
    if tiles == GERMAN:
        return OWN
    return ENABLE if tiles.name in {"english", "english-super"} else NO_LIST


def list_of(rules: Laying) -> ListUsed:
    """Return the list of a game by its rules."""
    if rules.listed is not UNSET:
        return rules.listed
    return OWN if rules.tiles == GERMAN else NO_LIST


def key_of(listed: ListUsed, tiles: TileSet) -> str:
    """Return the name of what is kept of a list: it changes with all that its words come from."""
    behind = (
        *(FORMAT, listed.sha256, listed.encoding, listed.capitalised),
        *(letters_in(tiles), tiles.code, sorted(tiles.folds), tiles.is_cut_apart),
    )
    return hashlib.sha256(json.encode(behind)).hexdigest()[:32]


@lru_cache(maxsize=64)
def packed(listed: ListUsed, tiles: TileSet) -> PackedWords | None:
    """Return the words of a list, packed anew where they are not kept; None where there is none, or none any more.

    WrongListError if its file is no list.
    """
    if not listed.name:
        return None
    name = f"list-{key_of(listed, tiles)}"
    found = assets.kept(name, "words", assets.cache_folder(), partial(_parts, listed, tiles))
    return PackedWords.of(found[0]) if found else None


def _parts(listed: ListUsed, tiles: TileSet) -> Iterator[bytes] | None:
    """Return a list packed, part by part; None where nobody knows the file, or it is another one by now."""
    packer = Packer(tiles, with_capitals=listed.capitalised)
    if listed in _PACKED_AS:
        packer.add(assets.shipped_words(_PACKED_AS[listed]))
        return packer.packed()
    path = _sources.get(listed)
    if path is None or not _read(path, listed, packer):
        return None
    return packer.packed()


def _read(path: Path, listed: ListUsed, packer: Packer) -> bool:
    """Give the lines of a file to *packer*; tell whether it is the one that is wanted."""
    digest = hashlib.sha256()
    decoder = codecs.getincrementaldecoder(listed.encoding)()
    rest = ""
    try:
        with path.open("rb") as file:
            while lot := file.read(_LOT):
                digest.update(lot)
                lines, feed, rest = (rest + decoder.decode(lot)).rpartition("\n")
                packer.add(lines + feed)
            packer.add(rest + decoder.decode(b"", final=True))
    except UnicodeDecodeError as wrong:
        said = f'is not in {listed.encoding} ({wrong.reason}): say encoding = "latin-1", or what it is in'
        raise WrongListError(said) from None
    except OSError as wrong:
        raise WrongListError(f"cannot be read: {wrong.strerror}") from None
    return digest.hexdigest() == listed.sha256


@lru_cache(maxsize=16)
def orders(listed: ListUsed, tiles: TileSet) -> PackedWords:
    """Return the words of a list behind their letters in order; none where it has none."""

    def parts() -> Iterator[bytes]:
        return in_order_first(words_of(listed, tiles))

    name = f"orders-{key_of(listed, tiles)}"
    found = assets.kept(name, "words", assets.cache_folder(), parts)
    return PackedWords.of(found[0] if found else b"".join(parts()))


def is_there(rules: Laying) -> bool:
    """Tell whether the words of such games are known here: not without a list, nor where it is kept no more."""
    listed = list_of(rules)
    return listed in _PACKED_AS or packed(listed, rules.tiles) is not None


def words_of(listed: ListUsed, tiles: TileSet) -> PackedWords:
    """Return the words of a list, the German one too; none where it has none."""
    return packed(listed, tiles) or PackedWords.of(packed_words((), tiles))


def lexicon_for(rules: Laying) -> WordBook:
    """Return what judges the words of games with these rules."""
    short = None if rules.short_listed is UNSET else rules.short_listed
    found = _lexicon(list_of(rules), short, rules.tiles, rules.anagrams is True)
    return OnlyListed(found, rules.tiles) if rules.only_listed is True else found


def lexicon_of(policy: GamePolicy) -> WordBook:
    """Return what judges the words of a game of the settings."""
    return lexicon_for(cast(Any, policy).rules)


@lru_cache(maxsize=64)
def _lexicon(
    listed: ListUsed, short: ListUsed | None, tiles: TileSet, is_in_any_order: bool
) -> WordBook:
    found: WordBook
    if listed == OWN and tiles.alphabet == GERMAN.alphabet:
        found = assets.lexicon()
    else:
        found = ListLexicon(listed.name, listed.sha256, tiles, packed(listed, tiles))
    known = packed(short, tiles) if short else None
    if known is not None:
        found = WithShortWords(found, tiles, known, partial(_of_length, listed, tiles))
    if is_in_any_order:
        found = InAnyOrder(found, tiles, partial(orders, listed, tiles))
    return found


def forget() -> None:
    """Forget what was read: as after a start, files are looked at again."""
    for kept in (_sha256, packed, orders, _lexicon):
        kept.cache_clear()
    _sources.clear()


def _of_length(listed: ListUsed, tiles: TileSet, length: int) -> Iterator[str]:
    words = words_of(listed, tiles)
    text = words.words_of(length)
    return (words.word_of(text[at : at + length]) for at in range(0, len(text), length))


@cache
def lexicons() -> "EachByItsRules":
    """Return what judges the words of all games."""
    return EachByItsRules()


class EachByItsRules:
    """The lexicon of an installation: of each game it asks the one that its rules name."""

    __slots__ = ()

    @property
    def name(self) -> str:
        return assets.lexicon().name

    @property
    def sha256(self) -> str:
        return assets.lexicon().sha256

    def verdict(self, word: str, rules: Laying, rulings: Rulings) -> Verdict:
        """Judge *word* as the lexicon of such games does."""
        return lexicon_for(rules).verdict(word, rules, rulings)

    def bases_needed(self, word: str, rules: Laying) -> tuple[str, ...]:
        """Return the base forms that the lexicon of such games asks for."""
        return lexicon_for(rules).bases_needed(word, rules)

    def evidence(self, word: str, stated: str, rules: Laying) -> Evidence:
        """Return what the lexicon of such games knows of *word*."""
        return lexicon_for(rules).evidence(word, stated, rules)

    def changes(self, rules: Laying, rulings: Rulings) -> WordChanges:
        """Return how the words of such games differ from their list."""
        return lexicon_for(rules).changes(rules, rulings)
