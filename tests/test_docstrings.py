"""The examples in docstrings are what comes out."""

import doctest
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import mailref
import tests


def _with_examples() -> Iterator[str]:
    """Yield the names of all modules in whose docstrings there are examples."""
    for package in (mailref, tests):
        folder = Path(str(package.__file__)).parent
        for file in sorted(folder.rglob("*.py")):
            if any(
                line.lstrip().startswith(">>> ") for line in file.read_text("utf-8").splitlines()
            ):
                yield ".".join(file.with_suffix("").relative_to(folder.parent).parts)


def test_every_example_gives_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    found = {name: doctest.testmod(import_module(name)) for name in _with_examples()}

    assert capsys.readouterr().out == ""
    assert len(found) > 30
    assert sum(each.attempted for each in found.values()) > 150
