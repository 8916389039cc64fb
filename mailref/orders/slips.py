"""Words of orders at a table that are written with one slip of the keys: `NIMN K8`, `leeg BESSER` (table games 7).

A letter may be turned with its neighbour, left out inside, struck twice, or be the one beside it on the keyboard. What
it makes must be no word of everyday, begin a clause that then asks for something beyond doubt, and
leave no choice of what that is.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice, pairwise

from mailref.orders.order_words import forms
from mailref.orders.roles import have_roles
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import line_with
from mailref.tiles.when_used import regex

Asks = Callable[[Line], object]
"""Tells what a line asks for beyond doubt; None where it is nothing."""
_ROWS = ("lay", "take", "remove", "stack", "choose")
_KEYS = ("qwertzuiopü", "asdfghjklöä", "yxcvbnm")
_BESIDE = {
    key: frozenset(row[max(at - 1, 0) : at] + row[at + 1 : at + 2])
    for row in _KEYS
    for at, key in enumerate(row)
}
_SHORTEST, _SHORTEST_WRONG, _SHORTEST_WITHOUT = 3, 4, 5
"""In shorter words a letter left out makes another: `gab`, `pay`; but `nim`."""
_LONGEST = 120
_MOST_CLAUSES, _MOST_WORDS = 12, 5
_CLAUSE_END = regex(r"[.,;:!?()]+(?:\s+|$)")
_WORD = regex(r"[^\W\d_]{3,12}(?![^\W\d_])")
_NAMES = regex(r"(?<!\w)(?:[A-ZÄÖÜ]{1,15}|\d{1,2}|[A-Za-z]\d{1,2}|\d{1,2}[A-Za-z])(?!\w)")
"""What an order takes: a word, letters, a stack or squares."""


def without_slips(lines: Sequence[Line], asks: Asks) -> Sequence[Line]:
    """Return *lines*, each word as meant that but for a slip of the keys would make an order of its clause."""
    return [_righted(line, asks) for line in lines]


def _righted(line: Line, asks: Asks) -> Line:
    may_slip = len(line.text) <= _LONGEST and any(
        _meant_by(word.lower()) for word in _WORD.findall(line.text)
    )
    if not may_slip or asks(line) is not None:
        return line
    marks = [*islice(_CLAUSE_END.finditer(line.text), _MOST_CLAUSES)]
    bounds = [0, *(each.end() for each in marks), len(line.text)]
    for start, end in reversed([*pairwise(bounds)]):
        line = _righted_clause(line, start, end, asks)
    return line


def _righted_clause(line: Line, start: int, end: int, asks: Asks) -> Line:
    """Return a line with the one word righted that keeps a clause of it from asking for something."""
    if _NAMES.search(line.text, start, end) is None:
        return line
    if asks(_clause(line, start, end)) is not None:
        return line
    for word in islice(_WORD.finditer(line.text, start, end), _MOST_WORDS):
        beside = f"{line.text[start : word.start()]} {line.text[word.end() : end]}"
        if have_roles(word[0]) or _NAMES.search(beside) is None:
            continue
        meant: dict[str, Line] = {}
        for form in _meant_by(word[0].lower()):
            righted = _replaced(line, word.span(), form)
            asked = asks(_clause(righted, start, end + len(form) - len(word[0])))
            if asked is not None:
                meant.setdefault(str(asked), righted)
        if len(meant) == 1:
            return next(iter(meant.values()))
    return line


def _clause(line: Line, start: int, end: int) -> Line:
    return Line(line.number, line.text[start:end].strip(" ,;:.!?()"))


def _replaced(line: Line, span: tuple[int, int], form: str) -> Line:
    """Return a line with another word at a place, written as large as the one that stood there."""
    is_shouted = line.text[slice(*span)].isupper()
    return line_with(line, *span, form.upper() if is_shouted else form)


@cache
def _slips() -> dict[str, tuple[str, ...]]:
    """Return what slips of the keys make of the words of orders, each with the words that may be meant."""
    found: dict[str, dict[str, None]] = {}
    words = dict.fromkeys(form.lower() for row in _ROWS for form in forms(row))
    plain = [word for word in words if word.isalpha() and len(word) >= _SHORTEST]
    for word in plain:
        for slip in _written_wrong(word):
            if slip not in words:
                found.setdefault(slip, {})[word] = None
    return {slip: tuple(meant) for slip, meant in found.items()}


def _meant_by(word: str) -> Sequence[str]:
    return _slips().get(word, ())


def _written_wrong(word: str) -> Iterator[str]:
    """Yield what one slip of the keys makes of a word."""
    for at, letter in enumerate(word):
        turned = word[at + 1 : at + 2]
        if turned:
            yield f"{word[:at]}{turned}{letter}{word[at + 2 :]}"
        yield f"{word[:at]}{letter}{word[at:]}"
        if len(word) < _SHORTEST_WRONG:
            continue
        is_inside = 0 < at < len(word) - 1
        if (is_inside and len(word) >= _SHORTEST_WITHOUT) or letter == turned:
            yield f"{word[:at]}{word[at + 1 :]}"
        yield from (f"{word[:at]}{each}{word[at + 1 :]}" for each in _BESIDE.get(letter, ()))
