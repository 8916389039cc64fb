"""A play whose letters stand apart: `K-A-H-L-E-S`, `1 5 H     R O D E`, a word written downwards, a letter a line.

Who writes large, or for eyes that read badly, leaves gaps between the letters and wider ones between the words. It
becomes what it says before anything else is read.
"""

import re
from collections.abc import Iterator, Sequence
from functools import reduce

from msgspec.structs import replace

from mailref.orders import shapes
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import join_lines, only
from mailref.tiles.when_used import regex

_LONGEST = 400
_MOST_LINES = 200


def with_spelled(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* with a word whose letters stand apart as one: `K-A-H-L-E-S`, `H e L D E N`.

    Letters beside a word that stands there whole are tiles.
    """
    lines = _with_places_closed_up(_without_wide_gaps(lines))
    is_placed = any(map(_names_square, lines))
    spelled = is_placed and any(map(_may_be_spelled, lines))
    if not spelled:
        return lines
    shown = [
        any(map(_is_shown, shapes.WORD_WRITTEN.findall(line.text[:_LONGEST]))) for line in lines
    ]
    lines = lines if any(shown) else _with_columns_of_letters(lines)
    return [
        _together(line) if not here and (not any(shown) or _names_square(line)) else line
        for line, here in zip(lines, shown, strict=True)
    ]


def _may_be_spelled(line: Line) -> bool:
    return (
        _SPELLED.search(line.text[:_LONGEST]) is not None
        or _ONE_LETTER.fullmatch(line.text) is not None
    )


def _names_square(line: Line) -> bool:
    return shapes.SQUARE_ALONE.search(line.text[:_LONGEST]) is not None


def _is_shown(word: str) -> bool:
    """Tell whether a word may be laid as it stands there; two capitals are a greeting, or who signs."""
    return len(word) > _INITIALS and shapes.capitals(word) > 1


def _together(line: Line) -> Line:
    """Return a line with the one word that it spells out as one."""
    found = [each for each in _SPELLED.finditer(line.text[:_LONGEST]) if _is_spelled(each)]
    if len(found) != 1 or _OF_BOARD in "".join(filter(str.isalpha, found[0][0])):
        return line
    rest = f"{line.text[: found[0].start()]}¤{line.text[found[0].end() :]}"
    if _MORE_LETTERS.search(rest):
        return line  # `M E N U - S`: of what is left out nothing is known
    left_out = {at for at in range(*found[0].span()) if not line.text[at].isalpha()}
    return only(line, (at for at in range(len(line.text)) if at not in left_out))


def _is_spelled(found: re.Match[str]) -> bool:
    """Tell whether letters that stand apart are those of a word: in capitals, or small where they lie already."""
    letters = [each for each in found[0] if each.isalpha()]
    return 2 * sum(map(str.isupper, letters)) > len(letters)


def _without_wide_gaps(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* that are written with gaps as others: `1 5 H     R O D E`, where one of them is a place then."""
    if not any(_WIDE.search(line.text[:_LONGEST]) for line in lines[:_MOST_LINES]):
        return lines
    plain = [_closed_up(line) for line in lines]
    return (
        plain
        if any(new != line and _names_square(new) for new, line in zip(plain, lines, strict=True))
        else lines
    )


def _with_places_closed_up(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* with a square that stands alone over a word without its gap: `15 g` / `dohle`."""
    if not any(_GAP_IN_SQUARE.fullmatch(line.text) for line in lines[:_MOST_LINES]):
        return lines
    return [
        only(line, (at for at in range(len(line.text)) if not line.text[at].isspace()))
        if _GAP_IN_SQUARE.fullmatch(line.text) and _WORD_ALONE.fullmatch(below.text)
        else line
        for line, below in zip(lines, [*lines[1:], Line(0, "")], strict=True)
    ]


def _closed_up(line: Line) -> Line:
    """Return a line without the gaps between its characters; itself where its words are written as others are."""
    groups = [*_GROUP.finditer(line.text[:_LONGEST])]
    if len(line.text) > _LONGEST or not all(_is_even(each[0]) for each in groups):
        return line
    if not any(_WIDE.fullmatch(each[0]) for each in groups):
        return line
    parts = (
        only(line, (at for at in range(*each.span()) if not line.text[at].isspace()))
        for each in groups
    )
    return reduce(lambda first, second: join_lines(first, second, " "), parts)


def _is_even(group: str) -> bool:
    """Tell whether what stands between wide gaps is one word, or has a gap behind each of its characters."""
    return len(group.split()) == 1 or all(len(each) == 1 for each in group.split())


def _with_columns_of_letters(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* with the word that stands there downwards, a letter a line, on the first of these lines."""
    left = [*lines]
    for start, end in [*_columns_of_letters(lines)][:1]:
        letters = (line for line in lines[start:end] if line.text.strip())
        word = reduce(join_lines, (replace(each, text=each.text.strip(" .")) for each in letters))
        left[start:end] = [word, *(replace(line, text="") for line in lines[start + 1 : end])]
    return left


def _columns_of_letters(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Yield where three and more lines of one letter begin and end; empty ones between them say nothing."""
    at = 0
    while at < len(lines):
        end = last = at
        count = 0
        while end < len(lines) and (
            _ONE_LETTER.fullmatch(lines[end].text) or (count and not lines[end].text.strip())
        ):
            if lines[end].text.strip():
                count, last = count + 1, end + 1
            end += 1
        if count >= _SHORTEST_COLUMN:
            yield at, last
        at = max(end, at + 1)


_INITIALS = 2
_SHORTEST_COLUMN = 3
_ONE_LETTER = regex(r"\s{0,40}[^\W\d_]\.?\s{0,9}")
_SPELLED = regex(
    r"(?<![\w*'’])(?<!\d\s)[^\W\d_](?P<between>[-.·]|\s{1,3})[^\W\d_](?:(?P=between)[^\W\d_]){1,13}(?![\w*'’])"
)
_GAP_IN_SQUARE = regex(r"\s{0,9}\d{1,2}\s{1,3}[A-Za-z]\s{0,9}")
_WORD_ALONE = regex(r"\s{0,9}[^\W\d_]{2,15}\s{0,9}")
_GROUP = regex(r"\S+(?:\s\S+)*")
_WIDE = regex(r"(?<!\S)\w(?:\s\w){2,14}(?!\S)")
_MORE_LETTERS = regex(r"¤-|(?<![\w*])(?<!\d\s)(?-i:[A-ZÄÖÜ])(?![\w'’*])")
_OF_BOARD = "ABCDE"
"""The head of a board is no word."""
