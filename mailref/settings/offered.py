"""What there is to choose from for a first game: languages, kinds of game, tiles, lists of words.

Each offer has a name, as the settings write it, and the facts that the template of `init` says of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from babel import Locale
from msgspec import Struct

from mailref import assets
from mailref.games.switches import TILES, TITLE, TOLD, said_of
from mailref.games.table_reader import ValueReader, WrongValueError, shown, text
from mailref.languages import DEFAULT, FORMATS
from mailref.settings import toml_text
from mailref.settings.load import variants
from mailref.word_lists import NO_LIST, SHIPPED, default_list

DICTIONARIES = Path("/usr/share/dict")
"""Where Debian's and others' packages put lists of words."""
_NONE = next(name for name, listed in SHIPPED.items() if listed == NO_LIST)
_UTF_8, _LATIN_1 = "utf-8", "latin-1"


class Offered(Struct, frozen=True):
    """One of several that can be chosen, by its number or its name."""

    name: str
    facts: tuple[object, ...] = ()


def languages() -> tuple[Offered, ...]:
    """Return the languages of mails, each called as it calls itself."""
    known = ((code, Locale.parse(each.locale, "_")) for code, each in FORMATS.items())
    return tuple(Offered(code, (it.get_language_name(),)) for code, it in known)


def kinds(language: str) -> tuple[Offered, ...]:
    """Return the variants, each with its title and a line about it."""
    return tuple(
        Offered(name, (said_of(each, TITLE, language) or name, said_of(each, TOLD, language)))
        for name, each in sorted(variants().items())
    )


def title_of(variant: str, language: str) -> str:
    """Return what games of a variant are called, in that language."""
    return said_of(variants()[variant], TITLE, language) or variant


def tile_sets() -> tuple[Offered, ...]:
    """Return the tile sets that are shipped, each with the number of its tiles."""
    found = ((name, assets.tile_file(name).tiles) for name in assets.tile_set_names())
    return tuple(Offered(name, (len(tiles.all_tiles),)) for name, tiles in found)


def tiles_for(variant: str, language: str) -> str:
    """Return the tile set that is proposed: that of the variant, else of the language."""
    return str(variants()[variant].get(TILES) or tiles_of(language))


def tiles_of(language: str) -> str:
    """Return the tile set of a language; the one that games have by themselves where it has none."""
    found = [
        each
        for each in assets.tile_set_names()
        if (assets.tile_file(each).tiles.code or DEFAULT) == language
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
        Offered(_NONE, ("none",)),
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
    """Read the name of one of *offers*, or its number among them; return its name."""
    names = [each.name for each in offers]

    def read(value: object) -> str:
        wanted = text(value)
        if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
            return names[int(wanted) - 1]
        found = next((name for name in names if name.casefold() == wanted.casefold()), None)
        if found is None:
            raise WrongValueError(f"must be one of {', '.join(names)}, not {shown(wanted)}")
        return found

    return read


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
