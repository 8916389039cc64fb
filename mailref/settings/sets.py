"""With which tiles and on which board a game is played: `tiles` and `layout` of [[game]].

Both name what is shipped, or a file of the game master's own; a board can stand in the settings, too.
"""

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from mailref import assets
from mailref.games.table_reader import (
    TEXT,
    Reader,
    Schema,
    TomlTable,
    WrongValueError,
    shown,
    suggestion,
    text,
)
from mailref.settings.values import Findings
from mailref.tiles.board import STANDARD, Layout, read_layout
from mailref.tiles.tile_set import GERMAN, TileFile, TileSet, read_tile_file

T = TypeVar("T")
_MOST_BYTES = 100_000


def read_tiles(table: TomlTable, findings: Findings, usual: str) -> TileSet:
    """Return the tiles of a game, *usual* where it names none; what is doubtful about them is a warning."""
    names = assets.tile_set_names()
    schema: Schema = {"oneOf": [{"enum": list(names)}, _A_FILE]}

    def read(value: object) -> TileFile:
        if isinstance(value, Mapping):
            return _of_file(value, findings.around.folder, read_tile_file)
        return assets.tile_file(_named(value, names, '{ file = "my-set.toml" }'))

    found = table.take("tiles", Reader(read, lambda: schema), None)
    if found is None:
        found = TileFile(GERMAN) if usual == GERMAN.name else assets.tile_file(usual)
    if not found.agree:
        findings.warn("tiles", f'"{found.tiles.name}": {found.note}')
    return found.tiles


def read_board_layout(table: TomlTable, findings: Findings, usual: str) -> Layout:
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
        return assets.layout_table(_named(value, names, "a grid of your own, a line for each row"))

    found = table.take("layout", Reader(read, lambda: schema), None)
    if found is None:
        return STANDARD if usual == STANDARD.name else assets.layout(usual)
    layout = read_layout(found, "own")
    if found.get("agree") is False:
        findings.warn("layout", f'"{layout.name}": {found.get("note", "")}')
    return layout


_A_FILE: Schema = {
    "type": "object",
    "properties": {"file": TEXT},
    "required": ["file"],
    "additionalProperties": False,
}
_A_GRID: Schema = {
    "type": "object",
    "properties": {"grid": TEXT, "start": TEXT, "name": TEXT, "version": {"type": "integer"}},
    "required": ["grid"],
    "additionalProperties": False,
}


def _named(value: object, names: tuple[str, ...], otherwise: str) -> str:
    name = text(value)
    if name not in names:
        offer = ", ".join(f'"{each}"' for each in names)
        raise WrongValueError(
            f"must be one of {offer}, or {otherwise}, not {shown(name)}{suggestion(name, names)}"
        )
    return name


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
