"""What there is to choose from for a first game: languages, kinds of game, tiles, lists of words.

Each offer has a name, as the settings write it, and the facts that the template of `init` says of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from babel import Locale
from msgspec import Struct

from mailref import assets
from mailref.games.switches import TILES, TITLE, TOLD, said_of
from mailref.games.table_reader import ValueReader, must_be, text
from mailref.languages import DEFAULT, FORMATS
from mailref.orders.shapes import folded
from mailref.settings import toml_text
from mailref.settings.load import variants
from mailref.tiles.tile_set import TileSet
from mailref.word_lists import NO_LIST, SHIPPED, default_list

DICTIONARIES = Path("/usr/share/dict")
"""Where Debian's and others' packages put lists of words."""
NONE = next(name for name, listed in SHIPPED.items() if listed == NO_LIST)
_UTF_8, _LATIN_1 = "utf-8", "latin-1"


class Offered(Struct, frozen=True):
    """One of several that can be chosen, by its number or its name."""

    name: str
    facts: tuple[object, ...] = ()
    also: tuple[str, ...] = ()
    """What else it is called: typed, that chooses it as well."""


def languages() -> tuple[Offered, ...]:
    """Return the languages of mails, each called as it calls itself."""
    called = ((code, _language_names(code)) for code in FORMATS)
    return tuple(Offered(code, names[:1], names) for code, names in called)


def _language_names(code: str) -> tuple[str, ...]:
    """Return what a language is called: in itself, then in each language of mails."""
    own = Locale.parse(code)
    spoken = (own, *(Locale.parse(each.locale, "_") for each in FORMATS.values()))
    return tuple(own.get_language_name(each.language) or code for each in spoken)


def kinds(language: str) -> tuple[Offered, ...]:
    """Return the variants, each with its title and a line about it."""
    found = ((name, said_of(it, TITLE, language), it) for name, it in sorted(variants().items()))
    return tuple(
        Offered(name, (shown_title or name, said_of(it, TOLD, language)), (shown_title or name,))
        for name, shown_title, it in found
    )


def title_of(variant: str, language: str) -> str:
    """Return what games of a variant are called, in that language."""
    return said_of(variants()[variant], TITLE, language) or variant


def tile_sets(language: str) -> tuple[Offered, ...]:
    """Return the tile sets that are shipped, each with the number of its tiles and its language's name."""
    shown_in = Locale.parse(language).language
    found = ((name, assets.tile_file(name).tiles) for name in assets.tile_set_names())
    return tuple(
        Offered(
            name,
            (len(tiles.all_tiles), Locale.parse(_code_of(tiles)).get_language_name(shown_in)),
            _language_names(_code_of(tiles)),
        )
        for name, tiles in found
    )


def _code_of(tiles: TileSet) -> str:
    return tiles.code or DEFAULT


def tiles_for(variant: str, language: str) -> str:
    """Return the tile set that is proposed: that of the variant, else of the language."""
    return str(variants()[variant].get(TILES) or tiles_of(language))


def tiles_of(language: str) -> str:
    """Return the tile set of a language; the one that games have by themselves where it has none."""
    found = [
        each
        for each in assets.tile_set_names()
        if _code_of(assets.tile_file(each).tiles) == language
    ]
    return found[0] if found else tiles_of(DEFAULT)


def word_lists(tiles: str) -> tuple[Offered, ...]:
    """Return the lists for a tile set: the shipped one, those installed, the likely ones first, and none."""
    default = default_list(assets.tile_file(tiles).tiles)
    shipped = [name for name, listed in SHIPPED.items() if listed == default != NO_LIST]
    installed = sorted(
        _installed(DICTIONARIES), key=lambda file: (not _is_likely(file, tiles), file.name)
    )
    return (
        *(Offered(name, ("shipped",)) for name in shipped),
        *(Offered(str(file), ("installed",)) for file in installed),
        Offered(NONE, ("none",)),
    )


def words_of(tiles: str) -> str:
    """Return the list that is proposed for a tile set: a shipped one, else one of its language, else none."""
    offers = word_lists(tiles)
    first = offers[0]
    is_right = first.facts != ("installed",) or _is_likely(Path(first.name), tiles)
    return first.name if is_right else offers[-1].name


def _installed(folder: Path) -> Iterator[Path]:
    """Yield the lists of words in a folder, each file once though it may have several names."""
    seen: set[Path] = set()
    files = sorted(folder.iterdir(), key=Path.is_symlink) if folder.is_dir() else []
    for file in files:
        real = file.resolve()
        if real.is_file() and real not in seen and not file.suffix and not file.name.isupper():
            seen.add(real)
            yield file


def _is_likely(file: Path, tiles: str) -> bool:
    """Tell whether a file is called after the language of a tile set: `ngerman`, `american-english`."""
    return tiles.partition("-")[0] in file.name


def one_of(offers: Sequence[Offered]) -> ValueReader[str]:
    """Read the name of one of *offers*, what else it is called, or its number; return its name.

    Where several are called the same, it is the first of them. The beginning of a name is enough where
    only one begins so: `1-Zug`.
    """
    names = [each.name for each in offers]
    called = {folded(word): each.name for each in reversed(offers) for word in each.also}
    called |= {folded(name): name for name in names}

    def read(value: object) -> str:
        wanted = text(value)
        if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
            return names[int(wanted) - 1]
        found = next((name for name in names if name.casefold() == wanted.casefold()), None)
        found = found or called.get(folded(wanted)) or _begun_so(folded(wanted), called)
        if found is None:
            raise must_be(f"one of {', '.join(names)}", wanted)
        return found

    return read


def _begun_so(wanted: str, called: Mapping[str, str]) -> str | None:
    """Return what alone is called by something that begins as *wanted*; None: nothing, or several."""
    found = {name for word, name in called.items() if word.startswith(wanted)}
    return next(iter(found)) if len(found) == 1 and len(wanted) > 1 else None


def one_list_of(offers: Sequence[Offered]) -> ValueReader[str]:
    """Read the name of a list of words, its number among *offers*, or where the file of another one lies."""
    among = one_of(offers)

    def read(value: object) -> str:
        wanted = text(value)
        if wanted in SHIPPED or Path(wanted).expanduser().is_file():
            return wanted
        return among(wanted)

    return read


def lexicon_of(words: str) -> object:
    """Return how the settings name a list: one that is shipped by its name, else its file, and in which encoding."""
    if words in SHIPPED:
        return words
    path = Path(words).expanduser().absolute()
    table: Mapping[str, str] = {"file": str(path), "name": path.name}
    encoding = _encoding(path.read_bytes())
    return toml_text.Inline(table if encoding == _UTF_8 else {**table, "encoding": encoding})


def _encoding(data: bytes) -> str:
    try:
        data.decode(_UTF_8)
    except UnicodeDecodeError:
        return _LATIN_1
    return _UTF_8
