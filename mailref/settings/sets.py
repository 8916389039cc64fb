"""With which tiles, on which board and by which list a game is played: `tiles`, `layout`, `lexicon`, `short_words`.

They name what is shipped, or a file of the game master's own; a board can stand in the settings, too.
"""

import codecs
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from msgspec import UNSET, UnsetType

from mailref import assets, word_lists
from mailref.games.table_reader import (
    TEXT,
    Reader,
    Schema,
    TomlTable,
    WrongValueError,
    flag,
    must_be,
    name_among,
    table_schema,
    text,
)
from mailref.settings.values import Findings
from mailref.tiles.board import STANDARD, Layout, ListUsed, read_layout
from mailref.tiles.lexicon.packed import ListHeader
from mailref.tiles.tile_set import GERMAN, TileFile, TileSet, read_tile_file

T = TypeVar("T")
_MOST_BYTES = 100_000
_NO_VOWELS = (
    "does not say which letters are vowels, so that lists of letters call all of them consonants; "
    'write vowels = "AEIOU", or what they are, into its file before the game begins, '
    'or vowels = "" if there are none'
)


def read_tiles(table: TomlTable, findings: Findings, usual: str = GERMAN.name) -> TileSet:
    """Return the tiles of a game, *usual* where it names none; what is doubtful about them is a warning."""
    names = assets.tile_set_names()
    schema: Schema = {"oneOf": [{"enum": list(names)}, _A_FILE]}

    def read(value: object) -> TileFile:
        if isinstance(value, Mapping):
            return _of_file(value, findings.around.folder, read_tile_file)
        return assets.tile_file(name_among(value, names, '{ file = "my-set.toml" }'))

    found = table.take("tiles", Reader(read, lambda: schema), None)
    if found is None:
        found = TileFile(GERMAN) if usual == GERMAN.name else assets.tile_file(usual)
    if not found.agree:
        findings.warn("tiles", f'"{found.tiles.name}": {found.note}')
    if not found.says_vowels:
        findings.warn("tiles", f'"{found.tiles.name}" {_NO_VOWELS}')
    return found.tiles


def read_board_layout(table: TomlTable, findings: Findings, usual: str = STANDARD.name) -> Layout:
    """Return the board of a game, *usual* where it names none; what is doubtful about it is a warning."""
    names = assets.layout_names()
    schema: Schema = {"oneOf": [{"enum": list(names)}, TEXT, _A_FILE, _A_GRID]}

    def read(value: object) -> Mapping[str, Any]:
        if isinstance(value, Mapping) and "grid" not in value:
            return _of_file(value, findings.around.folder, _as_it_stands)
        if isinstance(value, Mapping):
            return _checked({"name": "own", **value})
        if isinstance(value, str) and "\n" in value.strip():
            return _checked({"name": "own", "grid": value})
        return assets.layout_table(
            name_among(value, names, "a grid of your own, a line for each row")
        )

    found = table.take("layout", Reader(read, lambda: schema), None)
    if found is None:
        return STANDARD if usual == STANDARD.name else assets.layout(usual)
    layout = read_layout(found, "own")
    if found.get("agree") is False:
        findings.warn("layout", f'"{layout.name}": {found.get("note", "")}')
    return layout


def read_lexicon(
    table: TomlTable, tiles: TileSet, layout: Layout, findings: Findings
) -> ListUsed | UnsetType:
    """Return the list of a game, as its rules have it; what of it is left out is a warning."""
    shipped = word_lists.SHIPPED
    names = tuple(shipped)
    schema: Schema = {"oneOf": [{"enum": list(names)}, _A_LIST]}

    def read(value: object) -> ListUsed:
        if isinstance(value, Mapping):
            return _list_in(value, tiles, findings)
        return shipped[name_among(value, names, '{ file = "/usr/share/dict/french" }')]

    found = table.take("lexicon", Reader(read, lambda: schema), None)
    if found is None:
        found = word_lists.default_list(tiles)
        if found == word_lists.NO_LIST:
            said = f'none is shipped for "{tiles.name}": every word is asked about'
            findings.warn("lexicon", said)
    elif (words := word_lists.packed(found, tiles)) is not None and found not in shipped.values():
        _warn_of_list("lexicon", found, words.header, layout, findings)
    if found == word_lists.ENABLE and layout.size > word_lists.LONGEST_IN_ENABLE:
        findings.warn("lexicon", _OF_ENABLE)
    return UNSET if found == word_lists.OWN and tiles == GERMAN else found


def read_short_words(
    table: TomlTable, tiles: TileSet, layout: Layout, findings: Findings
) -> ListUsed | UnsetType:
    """Return a game's own list of words of two and three letters, if it has one."""

    def read(value: object) -> ListUsed:
        if not isinstance(value, Mapping):
            raise must_be('such as { file = "short.txt" }', value)
        return _list_in(value, tiles, findings)

    found = table.take("short_words", Reader(read, lambda: _A_LIST), None)
    if found is None:
        return UNSET
    if (words := word_lists.packed(found, tiles)) is not None:
        _warn_of_list("short_words", found, words.header, layout, findings, most=_SHORT)
    return found


_SHORT = 3


def _list_in(value: Mapping[str, object], tiles: TileSet, findings: Findings) -> ListUsed:
    """Return the list that a table names, read and packed."""
    table = TomlTable(value)
    path = findings.around.folder / Path(table.need("file", text, "", '"words.txt"')).expanduser()
    file = word_lists.ListFile(
        path=str(path),
        name=table.take("name", text, path.name),
        encoding=table.take("encoding", _encoding, "utf-8"),
        capitalised=table.take("capitalised", flag, default=False),
    )
    table.end()
    try:
        found = word_lists.used(file)
        words = word_lists.packed(found, tiles)
    except word_lists.WrongListError as wrong:
        raise WrongValueError(f"{path}: {wrong}") from wrong
    if not words:
        raise WrongValueError(f'{path}: holds no word that the tiles "{tiles.name}" can lay')
    return found


def _encoding(value: object) -> str:
    name = text(value)
    try:
        return codecs.lookup(name).name
    except LookupError:
        raise must_be('such as "utf-8" or "latin-1"', name) from None


_OF_ENABLE = (
    f'"enable" has words of up to {word_lists.LONGEST_IN_ENABLE} letters; '
    f"left out: {word_lists.LONGER_IN_ENABLE:,} longer ones, about which is asked where they are laid"
)


def _warn_of_list(
    key: str,
    listed: ListUsed,
    header: ListHeader,
    layout: Layout,
    findings: Findings,
    *,
    most: int | None = None,
) -> None:
    """Say how many words of a list there are, and how many of its lines are none here."""
    longest = min(most or layout.size, layout.size)
    left = header.left_out
    long = left.long + sum(header.sizes[longest + 1 :])
    reasons = (
        (left.uncut, "with a sign that is on no tile"),
        (left.capitalised, "with a capital"),
        (left.short, "of one tile"),
        (long, f"of more than {longest} tiles"),
    )
    told = ", ".join(f"{number:,} {why}" for number, why in reasons if number)
    if told:
        words = sum(header.sizes[: longest + 1])
        findings.warn(key, f'"{listed.name}" has {words:,} words; left out: {told}')


_A_LIST = table_schema(
    {"file": TEXT, "name": TEXT, "encoding": TEXT, "capitalised": flag.schema()}, ["file"]
)
_A_FILE = table_schema({"file": TEXT}, ["file"])
_A_GRID = table_schema(
    {"grid": TEXT, "start": TEXT, "name": TEXT, "version": {"type": "integer"}}, ["grid"]
)


def _as_it_stands(table: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    return _checked({"name": name, **table})


def _checked(table: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the table of a board that can be one."""
    read_layout(table, "own")
    return table


def _of_file(
    value: Mapping[str, object], folder: Path, read: Callable[[Mapping[str, Any], str], T]
) -> T:
    """Return what stands in a file of the game master's own, by a path from the settings on."""
    if set(value) != {"file"}:
        raise WrongValueError('must be such as { file = "my-set.toml" }')
    path = folder / text(value["file"])
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise WrongValueError(f"{path}: is larger than {_MOST_BYTES // 1000} kB")
        return read(tomllib.loads(data.decode("utf-8-sig")), path.stem)
    except OSError as why:
        raise WrongValueError(f"{path}: {(why.strerror or str(why)).lower()}") from why
    except UnicodeDecodeError as why:
        raise WrongValueError(f"{path}: it is not UTF-8") from why
    except (ValueError, tomllib.TOMLDecodeError) as why:
        raise WrongValueError(f"{path}: {why}") from why
