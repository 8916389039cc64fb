"""The tool that changes one thing in a module: what it changes, and which tests it asks."""

from pathlib import Path

import pytest

from tests.mutants import PACKAGE, ROOT, files_for, mutants_of, sampled


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("a >= b\n", ["(a > b)\n"], id="comparison"),
        pytest.param("a and b\n", ["(a or b)\n"], id="and"),
        pytest.param("x = -points\n", ["x = (points)\n"], id="sign"),
        pytest.param("x = not ä\n", ["x = (ä)\n"], id="not"),
        pytest.param("x = 4\n", ["x = 5\n"], id="number"),
        pytest.param("x = True\n", ["x = False\n"], id="truth"),
        pytest.param(
            "f(mail.attempts + 1)\n",
            ["f((mail.attempts - 1))\n", "f(mail.attempts + 2)\n"],
            id="sum",
        ),
        pytest.param('x = "text"\n', [], id="text"),
    ],
)
def test_one_thing_is_changed_at_a_time(source: str, expected: list[str]) -> None:
    assert [each.source for each in mutants_of(source, Path("m.py"))] == expected


def test_the_same_seed_tries_the_same() -> None:
    one, again, other = (sampled(("tick",), seed, 5) for seed in (1, 1, 2))

    assert one == again
    assert one != other
    assert len(one) == 5


def test_tests_that_name_the_module_are_asked_first() -> None:
    first, others, using = files_for(PACKAGE / "tick" / "holding.py", ROOT)

    assert ROOT / "tests" / "tick" / "test_holding.py" in first
    assert ROOT / "tests" / "tick" / "test_joining.py" in others
    assert ROOT / "tests" / "test_architecture.py" in using
