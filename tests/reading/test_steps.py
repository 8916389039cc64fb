"""No pattern costs more than the length of its text: steps at n and 2n, whatever is repeated."""

import ast
import importlib
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from lark import Lark

import mailref
from mailref import assets
from mailref.tiles.moves import filled
from tests.effort import fewer, sample
from tests.reading.steps import Steps

_RUN_WHERE_LOADED = ("mailref.__main__", "mailref.journal.migrations")
_TRIED_ANYWHERE = ("a", "A", "1", " ", "-", ".", ":", "<", "*", "a ", "A1", "1-", "( ", "- ")
_ENDS = ("", "\0", " x")
_TIMES = 32
_SEARCHES = {"search", "sub", "subn", "findall", "finditer", "split"}


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern of the program, and whether it is sought anywhere in a text."""

    name: str
    source: str | bytes
    flags: int
    is_sought: bool


ROOMS = sorted(found.name for found in pkgutil.iter_modules(mailref.__path__, "mailref."))


def modules(room: str) -> Iterator[str]:
    """Yield the modules of a room, itself first."""
    yield room
    for found in pkgutil.walk_packages(
        getattr(importlib.import_module(room), "__path__", ()), f"{room}."
    ):
        if not found.name.startswith(_RUN_WHERE_LOADED):
            yield found.name


@cache
def sought() -> dict[str, set[str]]:
    """Return, by module, the names on which anything but a match from the beginning is called."""
    names: dict[str, set[str]] = {}
    for path in Path(mailref.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in _SEARCHES:
                value = node.value.value if isinstance(node.value, ast.Subscript) else node.value
                found = names.setdefault(str(path), set())
                found.add(value.id if isinstance(value, ast.Name) else "")
    return names


def patterns(room: str) -> Iterator[Pattern]:
    names = sought()
    anywhere = set().union(*names.values())
    for module in modules(room):
        loaded = importlib.import_module(module)
        for name, value in vars(loaded).items():
            in_sight = names.get(str(loaded.__file__), set()) if name.startswith("_") else anywhere
            found = value.values() if isinstance(value, dict) else (value,)
            for each in found:
                if isinstance(each, re.Pattern):
                    yield Pattern(f"{module}.{name}", each.pattern, each.flags, name in in_sight)


def terminals() -> Iterator[Pattern]:
    starts = ["player", "heading", "play", "word_first", "bare", "swaps", "jokers", "total"]
    grammar = Lark(filled(assets.grammars()["rounds.lark"]), parser="lalr", start=starts)
    for each in grammar.terminals:
        yield Pattern(f"rounds.lark.{each.name}", each.pattern.to_regexp(), 0, is_sought=False)


@cache
def worst(pattern: Pattern) -> tuple[float, str]:
    """Return how the steps grow at most when what is repeated is repeated twice as often."""
    with deep_recursion():
        return _worst(pattern)


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Let the naive matcher call itself deeply, and nobody after it: other tests count on the limit."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def _worst(pattern: Pattern) -> tuple[float, str]:
    steps = Steps(pattern.source, pattern.flags)
    pumps = dict.fromkeys((*steps.pumps(), *(("", pump) for pump in _TRIED_ANYWHERE)))
    found = (0.0, "")
    for before, pump in pumps:
        for end in _ENDS:
            once, twice = (
                steps.of(before + pump * times + end, searching=pattern.is_sought)
                for times in (_TIMES, 2 * _TIMES)
            )
            found = max(
                found, (twice / max(once, 50), f"{before!r} {pump!r} {end!r} {once} {twice}")
            )
    return found


def growing(found: Iterable[Pattern]) -> dict[str, str]:
    """Return the patterns that cost more than their text is longer, and by what."""
    grown = {each.name: worst(each) for each in found}
    return {name: by for name, (growth, by) in grown.items() if growth >= 2.5}


@pytest.mark.slow
@pytest.mark.parametrize("room", [room for room in ROOMS if room not in _RUN_WHERE_LOADED])
def test_twice_the_repetitions_cost_twice_the_steps(room: str) -> None:
    assert growing(sample(list(patterns(room)), fewer(100, 5))) == {}


@pytest.mark.slow
def test_the_terminals_of_the_grammar_cost_no_more() -> None:
    every = list(terminals())

    assert growing(sample(every, len(every) // fewer(1, 8))) == {}
