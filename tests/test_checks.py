"""What is asked before a commit, before a push, in CI and before a release is one and the same."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import mailref

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
    lines = written(".ci/run").splitlines()

    asked = [line for line in lines if line.startswith(("make ", ".ci/"))]

    assert asked == ["make lint", "make types", "make test", ".ci/wheel --tests"]
    assert {"lint", "types", "test", "quick", "soak", "release-check"} <= targets()


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
