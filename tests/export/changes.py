"""Every value of an export, each changed by itself."""

import copy
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace

from mailref.export.read_export import read_export
from mailref.export.round_json import Json
from mailref.export.sealed_reports import SealedReport, hash_of, sha256_of

Path = tuple[str | int, ...]
"""Keys and places from the top of the export to a value."""


def leaves(value: Json, path: Path = ()) -> Iterator[Path]:
    """Yield the way to each value that holds no others; empty lists and objects are such."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list) and value:
        for index, inner in enumerate(value):
            yield from leaves(inner, (*path, index))
    else:
        yield path


def shape(path: Path) -> str:
    """Return a path without its places: `rounds[].entries[].points`."""
    return "".join("[]" if isinstance(key, int) else f".{key}" for key in path)[1:]


def examples(export: Json, of_each: int) -> Mapping[str, list[Path]]:
    """Return some leaves of each shape, spread over the game."""
    found: dict[str, list[Path]] = defaultdict(list)
    for path in leaves(export):
        found[shape(path)].append(path)
    return {name: paths[:: max(1, len(paths) // of_each)] for name, paths in found.items()}


def at(value: Json, path: Path) -> Json:
    for key in path:
        value = value[key]  # type: ignore[index]  # the path leads through containers
    return value


def with_other(export: dict[str, Json], path: Path, *, is_signed: bool) -> dict[str, Json]:
    """Return *export* with another value at *path*; signed: its hash made to fit again."""
    changed = copy.deepcopy(export)
    inner = at(changed, path[:-1])
    inner[path[-1]] = other(at(export, path))  # type: ignore[index]  # as above
    if is_signed and path != ("sha256",):
        changed["sha256"] = sha256_of(changed)
    return changed


def resealed(export: dict[str, Json]) -> dict[str, Json]:
    """Return *export* with the hashes that its reports would have carried, and its own."""
    changed = copy.deepcopy(export)
    reports: list[SealedReport] = []
    for each in read_export(export).reports or ():
        digest = hash_of(changed, each, reports)
        reports.append(replace(each, sha256=digest or ""))
    changed["reports"] = [asdict(each) for each in reports]
    return {**changed, "sha256": sha256_of(changed)}


def other(value: Json) -> Json:
    """Return another value of the same kind, if there is one."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str() if re.match(r"\d{4}-\d\d-\d\dT", value):
            return f"{int(value[:4]) + 10}{value[4:]}"
        case str():
            return value[1:] if len(value) > 1 else value + "Ä"
        case list():
            return ["X"]
        case dict():
            return {"x": 1}
        case _:
            return "X"
