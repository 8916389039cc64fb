"""Small packages that bring a kind of game, written into a folder as pip would leave them."""

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.toys.conftest import _forget as forget_what_was_looked_up

_KIND = """
from typing import ClassVar

from mailref.games.by_rounds.tasks.events import TASK_EVENTS, TasksOpened
from mailref.games.by_rounds.tasks.game import TaskGame
from mailref.games.by_rounds.tasks.kind import TaskKind, TaskRules
from mailref.games.events import Event, NoName
from mailref.structs import OnRecord

class {Name}Rules(TaskRules, frozen=True, kw_only=True):
    family: ClassVar[str] = "{name}"

class {Name}Opened(TasksOpened, frozen=True, kw_only=True):
    rules: {Name}Rules

class {Name}Game(TaskGame, frozen=True, kw_only=True):
    family: ClassVar[str] = "{name}"
    rules: {Name}Rules

class {Name}Kind(TaskKind[{Name}Game]):
    name = "{name}"
    opened = {Name}Opened
    game = {Name}Game
    rules = {Name}Rules

    def task(self, rules, number, chance):
        return None

    def answer_in(self, line):
        return line

    def fault(self, answer, task, rules):
        return ""

    def points(self, answer, task, rules):
        return 0

{more}
KIND = {Name}Kind()
"""


def write(folder: Path, name: str, more: str = "", *, kind: str | None = None) -> Path:
    """Write a package whose kind is called as itself; return its folder. *kind*: all of its `kind.py`."""
    package = folder / name
    (package / "variants").mkdir(parents=True)
    (package / "__init__.py").write_text("", encoding="utf-8")
    text = kind if kind is not None else _KIND.format(Name=name.title(), name=name, more=more)
    (package / "kind.py").write_text(text, encoding="utf-8")
    tells(folder, name, f"{name} = {name}.kind:KIND")
    variant = f'family = "{name}"\n'
    (package / "variants" / f"{name}-game.toml").write_text(variant, encoding="utf-8")
    return package


def tells(folder: Path, name: str, points: str) -> None:
    """Write what tells of the entry points of a package."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[mailref.games]\n{points}\n", encoding="utf-8")


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """The packages of a folder, as long as this is entered."""
    names = [each.name for each in folder.iterdir() if not each.name.endswith(".dist-info")]
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        importlib.invalidate_caches()
        forget_what_was_looked_up()
        try:
            yield
        finally:
            for each in [each for each in sys.modules if each.partition(".")[0] in names]:
                del sys.modules[each]
    forget_what_was_looked_up()
