"""Regular expressions that wait until they are used are those that `re` would make (style 49)."""

import pkgutil
import re
from importlib import import_module

import pytest

import mailref
from mailref.tiles.when_used import regex, when_used


def test_it_is_made_once_and_not_before_it_is_used() -> None:
    asked: list[str] = []

    def fill(pattern: str) -> str:
        asked.append(pattern)
        return pattern.replace("{a}", "a+")

    pattern = when_used(fill, "(?P<word>{a})(b)?")
    assert asked == []

    assert pattern.fullmatch("AAB")
    assert pattern.sub("-", "xaay") == "x-y"
    assert pattern.search("xab", 2) is None
    assert [found["word"] for found in pattern.finditer("aXaa")] == ["a", "aa"]
    assert (pattern.pattern, pattern.groups) == ("(?P<word>a+)(b)?", 2)
    assert asked == ["(?P<word>{a})(b)?"]


def test_what_is_no_pattern_is_a_fault_when_it_is_used() -> None:
    with pytest.raises(re.error):
        when_used(str, "(").match("")


def test_one_without_words_filled_in_is_what_re_makes() -> None:
    assert regex("a", re.IGNORECASE).match("A")
    assert regex("a").match("A") is None
    assert regex(rb"\d").search(b"R4")


def test_every_pattern_that_waits_can_be_made() -> None:
    """A slip in one that no test happens to use would break the reading of a mail."""
    names = [each.name for each in pkgutil.walk_packages(mailref.__path__, "mailref.")]
    waiting = [
        (module, name, one)
        for module in names
        if not module.endswith("__main__") and ".migrations." not in module
        for name, value in vars(import_module(module)).items()
        for one in (value if isinstance(value, tuple) else (value,))
        if type(one) is type(regex("."))
    ]

    made = [(module, name) for module, name, one in waiting if one.groups >= 0]

    assert len(made) > 250
