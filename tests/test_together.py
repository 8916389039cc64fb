"""Rows that are one test are all run, and tell of themselves; what is set up for each keeps its own."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from _pytest.python import CallSpec, FunctionDefinition

from tests.together import MOST_TOGETHER, multiplied, run_all, together

ROWS = [pytest.param(n, id=f"row-{n}") for n in range(MOST_TOGETHER + 2)]


Found = Callable[[Callable[..., None], Sequence[object]], pytest.Metafunc]


@pytest.fixture
def found(request: pytest.FixtureRequest) -> Found:
    """Return what finds a test with rows, as pytest does."""

    def find(test: Callable[..., None], rows: Sequence[object]) -> pytest.Metafunc:
        name, above = test.__name__, request.node.parent
        it = FunctionDefinition.from_parent(above, name=name, callobj=test)
        made = pytest.Metafunc(
            it, it._fixtureinfo, request.config, module=above.obj, _ispytest=True
        )
        made.parametrize("n", rows)
        return made

    return find


def plain(n: int) -> None: ...
def shared(n: int, update: bool) -> None: ...
def of_its_own(n: int, tmp_path: Path) -> None: ...
def asking(n: int, request: pytest.FixtureRequest) -> None: ...
@pytest.mark.slow
def slow(n: int) -> None: ...


def test_no_row_is_lost(found: Found) -> None:
    made = together(found(plain, ROWS))

    assert [each.id for each in made] == ["rows 1 to 40", "rows 41 to 42"]
    rows = [row for each in made for row in each.marks[0].args]
    assert [row.params["n"] for row in rows] == list(range(MOST_TOGETHER + 2))


@pytest.mark.parametrize(
    ("test", "rows", "are_one"),
    [
        (plain, ROWS, True),
        (shared, ROWS, True),
        (of_its_own, ROWS, False),
        (asking, ROWS, False),
        (slow, ROWS, False),
        (plain, [1, pytest.param(2, marks=pytest.mark.slow)], False),
    ],
)
def test_rows_are_one_where_nothing_is_set_up_for_them_alone(
    test: Callable[..., None], rows: list[object], *, are_one: bool, found: Found
) -> None:
    made = together(found(test, rows))

    assert (len(made) < len(rows)) == are_one


@pytest.mark.each_once
def combined(n: int, update: bool) -> None: ...


@pytest.mark.parametrize(("test", "left"), [(combined, 5), (shared, 10)])
def test_of_tables_that_are_combined_each_row_is_kept(
    test: Callable[..., None], left: int, found: Found
) -> None:
    made = found(test, range(5))
    made.parametrize("update", [False, True])

    kept = multiplied(made)

    assert len(kept) == left
    assert {row.params["n"] for row in kept} == set(range(5))
    assert {row.params["update"] for row in kept} == {False, True}


@pytest.mark.each_once
def several(n: int, text: str, kind: str) -> None: ...


def test_what_is_no_table_is_combined_with_every_row(found: Found) -> None:
    made = found(several, range(3))
    made.parametrize("text", ["a", "b", "c", "d"])
    made.parametrize("kind", ["sqlite", "postgresql"], indirect=True)

    kept = multiplied(made)

    assert len(kept) == 4 * 2
    assert {(row.params["text"], row.params["kind"]) for row in kept} == {
        (text, kind) for text in "abcd" for kind in ("sqlite", "postgresql")
    }


def _rows(*numbers: int) -> list[CallSpec]:
    return [CallSpec({"n": n}, _idlist=[f"row {n}"]) for n in numbers]


def _test(n: int, seen: list[int]) -> None:
    seen.append(n)
    if n == 0:
        pytest.skip("nothing to see")
    if n == 9:
        pytest.fail("nine")
    assert n < 3


def test_a_row_that_fails_is_named_and_those_behind_it_are_run() -> None:
    seen: list[int] = []

    with pytest.raises(AssertionError) as wrong:
        run_all(_test, {"seen": seen}, _rows(1, 4, 0, 2))

    assert wrong.value.__notes__ == ["[row 4]"]
    assert seen == [1, 4, 0, 2]


def test_all_that_fail_are_told() -> None:
    with pytest.raises(BaseExceptionGroup, match="2 of 3 rows") as wrong:
        run_all(_test, {"seen": []}, _rows(9, 1, 5))

    assert [each.__notes__ for each in wrong.value.exceptions] == [["[row 9]"], ["[row 5]"]]


def test_what_is_skipped_is_said() -> None:
    with pytest.raises(pytest.skip.Exception, match="nothing to see"):
        run_all(_test, {"seen": []}, _rows(1, 0, 2))
