"""A table that is drawn with bars in a mail for a game at a table: each row as what it asks for (table games 7).

`| Nr | Wort |` over `| 1 | KOMMODE |` is `Wort: KOMMODE`. A column of another kind (`| Status |`) may say
anything of its row, so that all is left as it stands.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial, reduce

from mailref.orders.fields import led_by
from mailref.orders.order_lines import pattern_of
from mailref.orders.table_forms import SQUARES
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import cut_front, join_lines, only, places_of
from mailref.tiles.when_used import regex

_LONGEST, _MOST_ROWS = 200, 20
_MOST_NUMBERED = 2
_DRAWN = regex(r"\s*\|[^\n]*\|\s*")
_RULE = regex(r"[\s|+:=_–—-]*")
_CELL = regex(r"[^|\n]+")
_COLUMN = pattern_of(
    r"(?:(?P<word>{field_word}|{words_called})|(?P<number>#|{number_field}|{step_field}|{round}|{turn}|{play})|(?P<square>{place}|[[field_of_tiles]])"
    r"|(?P<told>{length_field}|[[the_tiles]]|[[tile_names]]|{points}|{points_field}|{total})|(?P<action>{action_field})|(?P<what>{what_field}|[[stack]]))"
)
_MAY_HOLD = {
    "number": ("number", "word"),
    "square": ("square", "letter"),
    "action": ("action", "order"),
}
"""What else than its label says a column may hold: `Zug`, a word; `Stein`, a letter; `Befehl`, a whole order."""
_VALUES = {
    "number": regex(r"\d{1,2}[.)]?"),
    "word": regex(r"[A-ZÄÖÜ]{2,15}"),
    "square": pattern_of(SQUARES),
    "letter": regex("[A-ZÄÖÜ]"),
    "told": pattern_of(
        r"\d{1,3}(?:\s?{points})?|(?-i:[A-ZÄÖÜ](?:(?:\s{0,3}[,;/]\s{0,3}|\s)[A-ZÄÖÜ]){0,14})"
    ),
    "action": pattern_of(r"[[lay]]|[[take]]|[[remove]]|[[choose]]|{square}{letter}?"),
    "order": pattern_of(
        r"(?:[[lay]]|[[take]]|[[remove]]|[[choose]]|{square}{letter}?)\s{1,3}(?-i:[A-ZÄÖÜ\d][A-ZÄÖÜ\d\s,&+-]{0,40})"
    ),
    "what": regex(r"[A-ZÄÖÜ\d][A-ZÄÖÜ\d\s,;&+-]{0,40}"),
}
_ONE_SQUARE = pattern_of(r"{square}")
Row = Mapping[str, Line]
"""The cells of a row by what they hold."""


def without_bars(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines*, each row of the one table that is drawn in them as what it asks for."""
    drawn = [n for n, line in enumerate(lines) if _DRAWN.fullmatch(line.text[:_LONGEST])]
    rows = [n for n in drawn if not _RULE.fullmatch(lines[n].text)][:_MOST_ROWS]
    if len(rows) < len("hd") or drawn != [*range(drawn[0], drawn[-1] + 1)]:
        return lines
    every = [[*_cells(lines[n])] for n in rows]
    asked = _asked_in([each.text for each in every[0]], every[1:])
    fields = [] if asked else _fields_of(every)
    if not (asked or fields):
        return lines
    empty = {n: cut_front(lines[n], len(lines[n].text)) for n in drawn}
    left = empty | dict(zip(rows[1:] if asked else rows, asked or fields, strict=False))
    return [left.get(n, line) for n, line in enumerate(lines)]


def _fields_of(rows: Sequence[Sequence[Line]]) -> Sequence[Line]:
    """Return the rows of a table that has no labels above, each as a field: `| Wort | RASTER |`, `| 1 | KOMMODE |`."""
    if not all(
        len(row) == len("ab")
        and _VALUE.fullmatch(row[1].text)
        and (row[0].text.isdigit() != row[1].text.isdigit() or not _VALUE.fullmatch(row[0].text))
        for row in rows
    ):
        return ()
    numbered = [row[0].text.isdigit() for row in rows]
    if any(numbered) and len(rows) > _MOST_NUMBERED:
        return ()  # of three words one too many is meant
    joined = (". " if each else ": " for each in numbered)
    return [join_lines(row[0], row[1], each) for row, each in zip(rows, joined, strict=True)]


_VALUE = pattern_of(rf"(?-i:[A-ZÄÖÜ]{{2,15}})|{SQUARES}|\d{{1,3}}")


def _cells(line: Line) -> Iterator[Line]:
    for each in _CELL.finditer(line.text):
        if each[0].strip():
            start = each.end() - len(each[0].lstrip())
            yield only(line, range(start, start + len(each[0].strip())))


def _asked_in(labels: Sequence[str], rows: Sequence[Sequence[Line]]) -> Sequence[Line]:
    """Return what the rows of a table ask for, squares as one field; nothing where they may say more."""
    if any(len(row) != len(labels) for row in rows):
        return ()
    kinds = [_kind_of(label, [row[at].text for row in rows]) for at, label in enumerate(labels)]
    asked = [each for each in kinds if each in ("word", "square", "action", "order", "what")]
    if "" in kinds or len({*asked}) != len(asked) or {"word", "square"} <= {*asked}:
        return ()
    found: list[Row] = [dict(zip(kinds, row, strict=True)) for row in rows]
    if "action" in asked:
        return [_as_order(row) for row in found] if len(asked) > 1 else ()
    if asked == ["order"]:
        return [_as_order(row) for row in found]
    if asked == ["word"]:
        lead = f"{labels[kinds.index('word')]}: "
        return [led_by(lead, row["word"]) for row in found]
    if asked == ["square"] and (len(found) == 1 or all(map(_is_one_square, found))):
        lead = f"{labels[kinds.index('square')]}: "
        return [led_by(lead, reduce(partial(join_lines, between=", "), map(_with_letter, found)))]
    return ()


def _kind_of(label: str, values: Sequence[str]) -> str:
    """Return what a column holds, by its label and each of its *values*; "" where that is not known."""
    found = _COLUMN.fullmatch(label.strip(" .:"))
    named = found.lastgroup if found is not None and found.lastgroup else ""
    may_hold = _MAY_HOLD.get(named, (named,)) if named else ()
    return next((each for each in may_hold if all(map(_VALUES[each].fullmatch, values))), "")


def _as_order(row: Row) -> Line:
    """Return the cells of a row that make an order, with its number before it: `1. WÄHLE AEINRST`."""
    number = row["number"].text.rstrip(".)") if "number" in row else ""
    parts = [cell for kind, cell in row.items() if kind not in ("number", "told", "letter")]
    return led_by(f"{number}. " if number else "", reduce(partial(join_lines, between=" "), parts))


def _is_one_square(row: Row) -> bool:
    return _ONE_SQUARE.fullmatch(row["square"].text) is not None


def _with_letter(row: Row) -> Line:
    """Return the square of a row with the letter that is said to lie there: `H5 (R)`."""
    letter = row.get("letter")
    if letter is None or not _is_one_square(row):
        return row["square"]
    said = join_lines(row["square"], letter, " (")
    return Line(said.number, f"{said.text})", (*places_of(said), places_of(said)[-1]))
