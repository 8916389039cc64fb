"""What a record names by a class of a package is read as that class, in any process, or the package is refused."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mailref.games import kind
from tests.outside import packages

_ORDER = """
from mailref.orders.entries import AnyOrder
from mailref.structs import Alternative

class {}(Alternative, AnyOrder, frozen=True):
    letter: str
"""
_READ = """
from mailref.games.kind import brought
from mailref.orders.entries import AnyOrder
from mailref.record import codec
assert not brought().refused, brought().refused
found = codec._of_its_kind(AnyOrder, {"_type": "LetterOfQuiz", "letter": "A"})
print(type(found).__module__, found.letter)
"""
_READ_OURS = """
import wordy.orders
from mailref.games.kind import kind_named
from mailref.orders.entries import AnyOrder
from mailref.record import codec
kind_named("table")
print(codec._of_name(AnyOrder, "WordOrder").__module__)
"""


def test_an_order_that_the_kind_does_not_import_is_read_in_a_new_process(tmp_path: Path) -> None:
    package = packages.write(tmp_path, "quiz")
    (package / "orders.py").write_text(_ORDER.format("LetterOfQuiz"), encoding="utf-8")

    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {json.dumps(str(tmp_path))})\n{_READ}"],
        capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2],
    )  # fmt: skip

    assert (done.stdout, done.stderr) == ("quiz.orders A\n", "")


def test_a_class_of_a_refused_package_is_never_taken_for_another(tmp_path: Path) -> None:
    _an_order_of_ours(tmp_path)

    assert _prints(tmp_path, _READ_OURS) == "mailref.games.rummikub.rules\n"


def _prints(folder: Path, script: str) -> str:
    """Return what a new process prints, which has the packages of a folder."""
    begin = f"import sys; sys.path.insert(0, {json.dumps(str(folder))})\n"
    done = subprocess.run(
        [sys.executable, "-c", begin + script],
        capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout


def _an_order_of_ours(folder: Path) -> None:
    package = packages.write(folder, "wordy")
    (package / "orders.py").write_text(_ORDER.format("WordOrder"), encoding="utf-8")


def _an_order_of_another(folder: Path) -> None:
    for name in ("sharing", "likewise"):
        package = packages.write(folder, name)
        (package / "orders.py").write_text(_ORDER.format("SharedOrder"), encoding="utf-8")


def _two_of_its_own(folder: Path) -> None:
    package = packages.write(folder, "twofold")
    for module in ("orders", "more_orders"):
        (package / f"{module}.py").write_text(_ORDER.format("TwiceOrder"), encoding="utf-8")


def _an_event_of_ours(folder: Path) -> None:
    more = "class PlayerLeft(Event, frozen=True):\n    pass\nLeavingKind.events = (*TASK_EVENTS, PlayerLeft)\n"
    packages.write(folder, "leaving", more)


@pytest.mark.parametrize(
    ("write", "name", "said"),
    [
        (_an_order_of_ours, "wordy", "mailref itself has a class 'WordOrder'"),
        (_an_order_of_another, "sharing", "the package 'likewise' has a class 'SharedOrder', too"),
        (_two_of_its_own, "twofold", "it has two classes 'TwiceOrder'"),
        (_an_event_of_ours, "leaving", "mailref itself has a class 'PlayerLeft'"),
    ],
)
def test_a_class_that_could_be_taken_for_another_is_refused(
    tmp_path: Path, write: Callable[[Path], None], name: str, said: str
) -> None:
    write(tmp_path)

    with packages.installed(tmp_path):
        whose = f"the kind of game {name!r} of the package {name!r} is not taken: "
        assert whose + said in kind.brought().refused
        assert name not in kind.names()


def test_classes_of_one_name_that_nothing_takes_for_each_other_are_no_fault(tmp_path: Path) -> None:
    row = "class Row(OnRecord, frozen=True, tag=True):\n    word: NoName\n"
    for name in ("first", "second"):
        packages.write(tmp_path, name, row)

    with packages.installed(tmp_path):
        assert kind.brought().refused == ()
        assert {"first", "second"} <= {*kind.names()}
