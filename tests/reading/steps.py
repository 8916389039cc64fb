"""Counts the steps a pattern takes on a text, by backtracking over its parsed form as `re` does.

Time is no measure in a test: two cores, other tests. Steps are the same on every machine. Counted
repeats (`{0,200}`) are taken for a few: their bound is a constant, and only what grows with the
text is of interest here.
"""

import re
import re._constants as op  # type: ignore[import-not-found]  # typeshed leaves them out
import re._parser as parser  # type: ignore[import-not-found]  # the same
from collections.abc import Callable, Iterator, Sequence
from typing import Any

_FEW = 3
_REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)
_Next = Callable[[int], bool]
_Match = Callable[[int, _Next], bool]
_Node = tuple[Any, Any]


class Steps:
    """One pattern on one text."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self._tree = list(parser.parse(pattern, flags))
        self._is_blind = bool(flags & re.IGNORECASE)
        self._text = ""
        self._count = 0
        self._run = self._sequence(self._tree)

    def of(self, text: str, *, searching: bool) -> int:
        """Return how many steps *text* costs: from its beginning, or from each place."""
        self._text, self._count = text, 0
        for start in range(len(text) + 1 if searching else 1):
            if self._run(start, lambda _: True):
                break
        return self._count

    def pumps(self) -> Iterator[tuple[str, str]]:
        """Yield, for each repeat in the pattern, what brings us there and what it repeats."""
        yield from _pumps(self._tree, "")

    def _sequence(self, nodes: Sequence[_Node]) -> _Match:
        parts = [self._node(code, value) for code, value in nodes]

        def run(at: int, then: _Next, index: int = 0) -> bool:
            if index == len(parts):
                return then(at)
            return parts[index](at, lambda after: run(after, then, index + 1))

        return run

    def _node(self, code: Any, value: Any) -> _Match:
        if code in _REPEATS:
            least, most, body = value
            most = most if most is op.MAXREPEAT else max(min(most, least + _FEW), least)
            return self._repeat(code, least, most, self._sequence(list(body)))
        if code is op.SUBPATTERN:
            return self._sequence(list(value[3]))
        if code is op.BRANCH:
            return _either([self._sequence(list(each)) for each in value[1]])
        if code is op.ATOMIC_GROUP:
            return _atomic(self._sequence(list(value)))
        if code in (op.ASSERT, op.ASSERT_NOT):
            return self._assertion(value, is_wanted=code is op.ASSERT)
        if code is op.AT:
            return lambda at, then: self._step() and self._is_at(value, at) and then(at)
        test = self._test(code, value)

        def run(at: int, then: _Next) -> bool:
            self._step()
            return at < len(self._text) and test(self._text[at]) and then(at + 1)

        return run

    def _step(self) -> bool:
        self._count += 1
        return True

    def _repeat(self, code: Any, least: int, most: Any, body: _Match) -> _Match:
        def more(at: int, then: _Next, done: int) -> bool:
            if done >= most:
                return False
            return body(at, lambda after: after > at and go(after, then, done + 1))

        def go(at: int, then: _Next, done: int) -> bool:
            self._step()
            if done < least:
                return more(at, then, done)
            if code is op.MIN_REPEAT:
                return then(at) or more(at, then, done)
            return more(at, then, done) or then(at)

        def whole(at: int, then: _Next) -> bool:
            return go(at, then, 0)

        return _atomic(whole) if code is op.POSSESSIVE_REPEAT else whole

    def _assertion(self, value: Any, *, is_wanted: bool) -> _Match:
        way, body = value
        inside = self._sequence(list(body))
        width = body.getwidth()[0] if way < 0 else 0

        def run(at: int, then: _Next) -> bool:
            self._step()
            holds = at >= width and inside(at - width, lambda _: True)
            return holds is is_wanted and then(at)

        return run

    def _is_at(self, where: Any, at: int) -> bool:
        text = self._text
        if where in (op.AT_BEGINNING, op.AT_BEGINNING_STRING):
            return at == 0
        if where in (op.AT_END, op.AT_END_STRING):
            return at == len(text)
        before = at > 0 and _is_word(text[at - 1])
        after = at < len(text) and _is_word(text[at])
        return (before != after) is (where is op.AT_BOUNDARY)

    def _test(self, code: Any, value: Any) -> Callable[[str], bool]:
        if code is op.ANY:
            return lambda char: char != "\n"
        if code is op.NOT_LITERAL:
            return lambda char: ord(char) != value
        items = [(code, value)] if code is op.LITERAL else value
        # The one place that decides what a character is: asked of `re`, so that it cannot differ.
        known: dict[str, bool] = {}

        def test(char: str) -> bool:
            if char not in known:
                ways = {char, char.lower(), char.upper()} if self._is_blind else {char}
                known[char] = any(_is_in(items, ord(way)) for way in ways if len(way) == 1)
            return known[char]

        return test


def _either(ways: Sequence[_Match]) -> _Match:
    return lambda at, then: any(way(at, then) for way in ways)


def _atomic(body: _Match) -> _Match:
    def run(at: int, then: _Next) -> bool:
        ends: list[int] = []

        def stop(after: int) -> bool:
            ends.append(after)
            return True

        return body(at, stop) and then(ends[0])

    return run


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


_CATEGORIES: dict[Any, Callable[[str], bool]] = {
    op.CATEGORY_DIGIT: str.isdigit,
    op.CATEGORY_NOT_DIGIT: lambda char: not char.isdigit(),
    op.CATEGORY_SPACE: str.isspace,
    op.CATEGORY_NOT_SPACE: lambda char: not char.isspace(),
    op.CATEGORY_WORD: _is_word,
    op.CATEGORY_NOT_WORD: lambda char: not _is_word(char),
}


def _is_in(items: Sequence[_Node], number: int) -> bool:
    is_negated = bool(items) and items[0][0] is op.NEGATE
    found = any(_is_item(code, value, number) for code, value in items if code is not op.NEGATE)
    return found != is_negated


def _is_item(code: Any, value: Any, number: int) -> bool:
    if code is op.LITERAL:
        return bool(number == value)
    if code is op.RANGE:
        return bool(value[0] <= number <= value[1])
    return _CATEGORIES[value](chr(number))


_TRIED = "aA1 -.:,;=*/(<>\"'xZ_@\n\t"


def _sample(nodes: Sequence[_Node], turn: int = 0) -> str:
    """Return a short text that the nodes match; *turn* chooses among alternatives."""
    return "".join(_sample_of(code, value, turn) for code, value in nodes)


def _sample_of(code: Any, value: Any, turn: int) -> str:
    if code in _REPEATS:
        times: int = max(value[0], int(turn > 0 and value[1] > 0))
        return _sample(list(value[2]), turn) * times
    if code is op.SUBPATTERN:
        return _sample(list(value[3]), turn)
    if code is op.BRANCH:
        ways = value[1]
        return _sample(list(ways[turn % len(ways)]), turn)
    if code is op.ATOMIC_GROUP:
        return _sample(list(value), turn)
    if code is op.LITERAL:
        return chr(value)
    if code is op.IN:
        fitting = [char for char in _TRIED if _is_in(value, ord(char))]
        first = next(
            (v if c is op.LITERAL else v[0] for c, v in value if c in (op.LITERAL, op.RANGE)), 33
        )
        return fitting[turn % len(fitting)] if fitting else chr(first)
    return "a" if code in (op.ANY, op.NOT_LITERAL) else ""


def _pumps(nodes: Sequence[_Node], before: str) -> Iterator[tuple[str, str]]:
    for code, value in nodes:
        bodies: list[list[_Node]] = []
        if code in _REPEATS:
            bodies = [list(value[2])]
            if value[1] > _FEW:
                yield from ((before, pump) for pump in {_sample(bodies[0], t) for t in range(3)})
        elif code is op.SUBPATTERN:
            bodies = [list(value[3])]
        elif code is op.BRANCH:
            bodies = [list(each) for each in value[1]]
        elif code is op.ATOMIC_GROUP:
            bodies = [list(value)]
        elif code in (op.ASSERT, op.ASSERT_NOT):
            bodies = [list(value[1])]
        for body in bodies:
            yield from _pumps(body, before)
        before += _sample_of(code, value, 0)
