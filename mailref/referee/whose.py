"""Whether the words around a move name another player: then it may be his, and is asked about."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from mailref.orders.commands import is_closing, is_greeting
from mailref.orders.entries import Entry
from mailref.orders.sentences import clause_before, is_on_condition
from mailref.reading.incoming_mail import Line
from mailref.tiles.moves import TextSpan
from mailref.tiles.vocabulary import filled
from mailref.tiles.when_used import regex, when_used

_SHORTEST = 3
_PART = regex(r"[^\W\d_][\w'’-]*")
_BY = when_used(filled, r"\W{0,4}(?:{play}\s{1,3})?{by_player}\s{1,3}")
_REFERS = when_used(filled, r"\s{0,3}[-–,(;]\s{0,3}{refers}{end}")
_SENTENCE_END = regex(r"[.!?\n]")
_ENDED = (".", "!", "?", ",", ";")


def of_another(
    entry: Entry, lines: Sequence[Line], own: str, others: Iterable[str]
) -> TextSpan | None:
    """Return the line of the first move beside which one of *others* is named; None where none is.

    `Zug von Jonas: L3s KOHLEN`, `L3s KOHLEN (Zug von Jonas)`, or a congratulation to him above it. Whom a
    sentence of its own greets or speaks of is nobody's move.
    """
    names = _names_of(others) - _names_of([own])
    if not names:
        return None
    is_first = True
    for span in _plays_of(entry):
        at = next((at for at, line in enumerate(lines) if _holds(line, span)), None)
        if at is None:
            continue
        before, _, behind = lines[at].text.partition(span.text)
        above = lines[at - 1].text.strip() if at else ""
        by = _BY.match(behind)
        next_word = _PART.match(behind, by.end()) if by is not None else None
        if (
            (not is_on_condition(before) and _is_named(names, clause_before(before)))
            or (next_word is not None and _is_named(names, next_word[0]))
            or (_is_led(before, above) and _is_named(names, above))
            or _is_named(names, _said_of_it(behind))
        ):
            return lines[at].whole
        if is_first and (signed := _signed(lines[at + 1 :], names)):
            return signed
        is_first = False
    return None


def _said_of_it(behind: str) -> str:
    """Return what is said of a play behind it: `- so hat Karin gezogen`; "" where nothing is."""
    found = _REFERS.match(behind)
    return _SENTENCE_END.split(behind[found.end() :], maxsplit=1)[0] if found else ""


def _signed(lines: Sequence[Line], names: Collection[str]) -> TextSpan | None:
    """Return the line in which one of *names* signs a mail: alone, below `Viele Grüße`."""
    greeted = False
    for line in lines:
        words = _PART.findall(line.text)
        if greeted and words and all(word in names for word in words):
            return line.whole
        greeted = is_closing(line.text) or (greeted and not words)
    return None


def _is_named(names: Collection[str], text: str) -> bool:
    """Tell whether one of *names* stands in a text, alone or as whose something is: `Gerdas`, `Eva's`."""
    words = _PART.findall(text)
    return any(each in names or each.removesuffix("s").rstrip("'’") in names for each in words)


def _is_led(before: str, above: str) -> bool:
    """Tell whether the line above a play goes on in it, and says no condition: `Falls Ben passt:`."""
    is_open = bool(above) and not before.strip() and not above.endswith(_ENDED)
    return is_open and not (is_greeting(above) or is_closing(above) or is_on_condition(above))


def _names_of(people: Iterable[str]) -> set[str]:
    """Return what people are called: their names, and each part of them."""
    return {part for name in people for part in _PART.findall(name) if len(part) >= _SHORTEST}


def _plays_of(entry: Entry) -> Iterator[TextSpan]:
    if entry.written is not None:
        yield from entry.written.moves_at
        return
    for written in entry.moves:
        for play in written.move.plays if written.move is not None else ():
            yield play.span


def _holds(line: Line, span: TextSpan) -> bool:
    return line.number == span.line and span.text in line.text
