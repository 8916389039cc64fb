"""Regular expressions that wait until they are used are those that `re` would make (style 49)."""

import re

import pytest

from mailref.reading import (
    bingo_lines,
    conditions,
    order_lines,
    order_sentences,
    our_sentences,
    sentences,
    shapes,
    table_lines,
)
from mailref.rules.when_used import when_used

READERS = (
    bingo_lines, conditions, order_lines, order_sentences, our_sentences, sentences, shapes, table_lines,
)  # fmt: skip


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


def test_every_pattern_that_waits_can_be_made() -> None:
    """A slip in one that no test happens to use would break the reading of a mail."""
    waiting = [
        (module.__name__, name, value)
        for module in READERS
        for name, value in vars(module).items()
        if type(value).__name__ == "_WhenUsed"
    ]

    in_letters_of_one_case = [
        (module, name) for module, name, value in waiting if not value.flags & re.IGNORECASE
    ]

    assert len(waiting) > 60
    assert in_letters_of_one_case == []
