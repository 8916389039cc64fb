"""What is asked before a commit, before a push, in CI and before a release is one and the same."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import mailref
from tests.effort import MOST_ROWS

ROOT = Path(__file__).resolve().parent.parent


def written(name: str) -> str:
    path = ROOT / name
    if not path.is_file():
        pytest.skip(f"{name} is not there: this is no checkout")
    return path.read_text(encoding="utf-8")


def targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", written("Makefile"), re.MULTILINE))


def test_hooks_fetch_nothing_and_call_what_make_knows() -> None:
    """Local hooks only: the versions are those that CI has."""
    hooks = written(".pre-commit-config.yaml")

    assert re.findall(r"repo: (\S+)", hooks) == ["local"]
    assert set(re.findall(r"language: (\S+)", hooks)) == {"system"}
    entries = re.findall(r"entry: (.+)", hooks)
    assert entries == ["make lint", "make types", "make quick"]
    assert {entry.removeprefix("make ") for entry in entries} <= targets()


def test_ci_asks_all_that_the_hooks_ask_and_tests_the_wheel() -> None:
    lines = [line for line in written(".ci/run").splitlines() if not line.startswith("#")]

    asked = re.findall(r"(?<!\S)(?:make|\.ci/wheel) \S+", "\n".join(lines))

    first = ["make .venv/.installed", "make ready", "make lint"]
    beside = ["make .venv/.compiled", "make types", ".ci/wheel --make", ".ci/wheel --tests"]
    assert asked == [*first, *beside, "make test"]
    assert {"lint", "types", "test", "quick", "soak", "release-check"} <= targets()


def test_what_make_leaves_for_later_it_makes_ready_before_anything_runs() -> None:
    """Installed without it, a program would work it out at each start."""
    later = re.findall(r'^LATER = "(\w+)"', written(".ci/made_ready.py"), re.MULTILINE)
    needs = dict(re.findall(r"^([a-z-]+): \$\((STAMP|READY)\)", written("Makefile"), re.MULTILINE))

    assert re.findall(r"(\w+)=1 .*pip install", written("Makefile")) == later != []
    run = {"demo", "test", "quick", "soak", "crash", "remarks", "pictures"}
    assert {name for name, what in needs.items() if what == "READY"} - {"ready"} == run


_COLLECTED = """
import os, pytest
for runner, seed in ("", "0"), ("quick", "0"), ("quick", "1"):
    os.environ.update(MAILREF_RUNNER=runner, MAILREF_SEED=seed)
    pytest.main([
        "-q", "--collect-only", "-p", "no:cacheprovider",
        "tests/reading/test_faults.py", "tests/test_architecture.py",
    ])
    print("end of a run")
"""
"""Three runs in a process, of two files: one with a long table, one marked as whole."""


def collected() -> Iterator[list[str]]:
    """Yield the tests that a run by hand has, one of `make quick`, and one with another seed."""
    ran = subprocess.run(
        [sys.executable, "-c", _COLLECTED], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for run in ran.stdout.split("end of a run\n")[:-1]:
        yield [line for line in run.splitlines() if "::" in line]


@pytest.mark.slow
def test_make_quick_tries_a_few_rows_of_each_table_and_another_seed_others() -> None:
    assert re.search(r"^quick:.*\n\t@MAILREF_RUNNER=quick ", written("Makefile"), re.MULTILINE)
    whole, quick, other = collected()

    assert set(quick) < set(whole)
    assert (
        max(Counter(each.partition("[")[0] for each in quick if "faults" in each).values())
        == MOST_ROWS
    )
    assert [e for e in quick if "architecture" in e] == [e for e in whole if "architecture" in e]
    assert {e.partition("[")[0] for e in quick} == {e.partition("[")[0] for e in whole}
    assert quick != other


def test_every_target_is_called_by_its_name() -> None:
    """A file named like a target would keep it from running."""
    phony = re.search(r"^\.PHONY: (.+)$", written("Makefile"), re.MULTILINE)

    assert phony
    assert set(phony[1].split()) == targets()


def test_the_number_of_the_version_is_the_same_everywhere() -> None:
    """`.ci/look_into.py` asks it of the wheel, too."""
    written(".ci/look_into.py")

    done = subprocess.run(
        [sys.executable, ".ci/look_into.py"], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert (done.stdout, done.stderr) == ("the checkout: no fault\n", "")
    assert re.fullmatch(r"\d+\.\d+\.\d+", mailref.__version__)
