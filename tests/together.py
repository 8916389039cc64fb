"""Rows of a table that share all that is set up for them are one test of `make test`.

What pytest does around each test takes longer than most rows. By hand each row is a test, with its
own name; where several are one, a failure names the row, and no row keeps those after it from running.
Where a test is marked `each_once`, its tables say things that have nothing to do with each other: `make test`
tries each row of each of them, and not each with each.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from _pytest.outcomes import OutcomeException
from _pytest.python import CallSpec
from _pytest.scope import Scope

from tests.effort import each_once

MOST_TOGETHER = 40
"""So many rows are one test: whoever has nothing left to do takes over whole ones."""


def multiplied(metafunc: pytest.Metafunc) -> list[CallSpec]:
    """Return rows of *metafunc* that hold each row of each of its tables, where it is marked so; otherwise all.

    What a fixture has several of is no table: on each of them the same is tried.
    """
    rows, definition = list(metafunc._calls), metafunc.definition
    if definition.get_closest_marker("each_once") is None:
        return rows
    tables = {name for name, how in metafunc._params_directness.items() if how == "direct"}
    assert tables, f"{definition.nodeid} has no tables"
    beside = defaultdict[object, list[int]](list)
    for at, row in enumerate(rows):
        beside[tuple(each for each in row.indices.items() if each[0] not in tables)].append(at)
    chosen = [
        some[each]
        for some in beside.values()
        for each in each_once(
            [{name: rows[at].indices[name] for name in tables} for at in some], definition.nodeid
        )
    ]
    return [rows[at] for at in sorted(chosen)]


def together(metafunc: pytest.Metafunc) -> list[CallSpec]:
    """Return the rows of *metafunc*, as few tests as may be."""
    rows = list(metafunc._calls)
    if len(rows) < 2 or not _may_be_one(metafunc, rows):
        return rows
    return [_one_of(rows[at : at + MOST_TOGETHER], at) for at in range(0, len(rows), MOST_TOGETHER)]


def _one_of(rows: Sequence[CallSpec], at: int) -> CallSpec:
    """Return the first of the *rows*, with all of them beside it."""
    return replace(
        rows[0],
        _idlist=[f"rows {at + 1} to {at + len(rows)}"],
        marks=[pytest.mark.together(*rows).mark],
    )


def _may_be_one(metafunc: pytest.Metafunc, rows: Sequence[CallSpec]) -> bool:
    """Tell whether nothing is set up or marked for a row alone, and none is known to take long."""
    definition = metafunc.definition
    asked = set(metafunc.fixturenames) - set(metafunc._params_directness)
    set_up = [each for name in asked for each in metafunc._arg2fixturedefs.get(name, ())]
    return not (
        any(row.marks for row in rows)
        or definition.get_closest_marker("slow")
        or hasattr(metafunc.function, "is_hypothesis_test")
        or "request" in definition._fixtureinfo.argnames
        or "indirect" in metafunc._params_directness.values()
        or any(each._scope is Scope.Function for each in set_up)
        or any(scope is not Scope.Function for scope in rows[0]._arg2scope.values())
    )


def run_together(item: pytest.Function) -> bool:
    """Run the rows of *item*, if it has several."""
    if (several := item.get_closest_marker("together")) is None:
        return False
    given = {name: item.funcargs[name] for name in item._fixtureinfo.argnames}
    run_all(item.obj, given, several.args)
    return True


def run_all(
    test: Callable[..., object], given: dict[str, object], rows: Sequence[CallSpec]
) -> None:
    """Call *test* with what is *given* and each of the *rows*; then fail with all that failed, or skip."""
    failed: list[BaseException] = []
    skipped: list[BaseException] = []
    for row in rows:
        try:
            test(**{**given, **row.params})
        except pytest.skip.Exception as why:
            skipped.append(why)
        except (Exception, OutcomeException) as why:  # noqa: BLE001  told below
            why.add_note(f"[{row.id}]")
            failed.append(why)
    if len(failed) == 1:
        raise failed[0]
    if failed:
        raise BaseExceptionGroup(f"{len(failed)} of {len(rows)} rows", failed)
    if skipped:
        raise skipped[0]
