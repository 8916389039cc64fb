"""Every value of an export, each changed by itself."""

import copy
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import asdict, replace

from mailref.games.rounds.first_exports import read_export
from mailref.games.rounds.told import Covering, chained
from mailref.record.as_json import Json, SealedReport, sha256_of
from mailref.record.export import Difference, NotAnExportError
from mailref.record.verify import verify

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
    before = ""
    for each in read_export(export).reports or ():
        digest = Covering.of(changed).hash_of(each, before)
        reports.append(replace(each, sha256=digest or ""))
        before = chained(before, reports[-1])
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


def round_named(export: dict[str, Json], path: Path) -> int | None:
    """Return the round in which `verify` must name a change at *path*; None where any will do.

    No rule says why and as which one a correction was
    made: that shows in the first report that was mailed after it.
    """
    if path[0] != "rounds":
        return None
    number = at(export, (*path[:2], "number"))
    assert isinstance(number, int)
    if path[-3:-2] == ("adjustments",) and path[-1] in ("order", "because"):
        order = at(export, (*path[:-1], "order"))
        assert isinstance(order, int)
        return _first_report_of(order, read_export(export).reports or ())
    return number


def _first_report_of(order: int, reports: Sequence[SealedReport]) -> int:
    """Return the round of the first report in force that covers a correction."""
    return next(
        report.round
        for index, report in enumerate(reports)
        if report.corrections >= order
        and all(later.round > report.round for later in reports[index + 1 :])
    )


def place_named(changed: dict[str, Json], seed: bytes | None) -> tuple[int | None, str] | None:
    """Return round and field that `verify` names; None where it notices nothing."""
    try:
        found = verify(changed, seed)
    except NotAnExportError as wrong:
        place = re.match(r"rounds\[(\d+)\]\.([a-z]+)", str(wrong))
        if place is None:
            return None, str(wrong)
        number = at(changed, ("rounds", int(place[1]), "number"))
        return (number if isinstance(number, int) else None), place[2]
    return (found.round, found.field) if isinstance(found, Difference) else None


def setting(*path: Any) -> Callable[[dict[str, Any]], None]:
    """Return what puts the last of *path* into an export, at the place that the others name."""
    *keys, last, value = path

    def change(export: dict[str, Any]) -> None:
        at: Any = export
        for key in keys:
            at = at[key]
        at[last] = value

    return change
