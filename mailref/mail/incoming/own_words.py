"""What the person wrote: the lines above the quote, and blocks below or inside it."""

from collections.abc import Iterator
from dataclasses import dataclass

from mailref.mail.incoming.clean import SIGNATURE_MARK
from mailref.mail.incoming.model import Line
from mailref.mail.incoming.phrases import IS_FORWARDED, PLAY_SHAPE
from mailref.mail.incoming.plain import Row
from mailref.mail.incoming.quotes import OPENS_QUOTE, Kind, kinds_of

# A mail that begins with "Am ... schrieb ...:" and holds so few unquoted lines after it is an
# answer written under the line the program left there, not a report.
_FEW_LINES = 6


@dataclass(frozen=True, slots=True)
class OwnWords:
    """The person's part of a text."""

    lines: tuple[Line, ...]
    below: tuple[tuple[Line, ...], ...]
    forwards: bool
    """Whether the text holds a forwarded mail."""


def own_words(rows: tuple[Row, ...]) -> OwnWords:
    """Return what of *rows* the person wrote."""
    kinds = kinds_of(rows)
    forwards = any(
        kind is Kind.ORIGINAL and IS_FORWARDED.search(row.text) is not None
        for kind, row in zip(kinds, rows, strict=True)
    )
    blocks = list(_blocks(rows, kinds))
    above = blocks[0][1] if blocks and not blocks[0][0] else ()
    below = tuple(block for is_below, block in blocks if is_below)
    return OwnWords(above, below or _answer_under_attribution(rows, kinds, above), forwards)


def _blocks(rows: tuple[Row, ...], kinds: list[Kind]) -> Iterator[tuple[bool, tuple[Line, ...]]]:
    """Yield each block that is not blank, with whether a quote stands before it."""
    end = _opaque_from(rows, kinds)
    is_below = False
    block: list[Line] = []
    at = 0
    while at < end:
        kind = kinds[at]
        if kind is Kind.QUOTED or kind in OPENS_QUOTE:
            yield from _closed(block, is_below=is_below)
            block, is_below = [], True
        elif kind is Kind.SIGNATURE and not _goes_on(rows, kinds, at):
            at = _end_of_signature(kinds, at, end)
            continue
        elif kind is Kind.FOOTER:
            at = _end_of_footer(rows, kinds, at, end)
            continue
        elif kind is not Kind.MOBILE:
            block.append(rows[at].line)
        at += 1
    yield from _closed(block, is_below=is_below)


def _closed(block: list[Line], *, is_below: bool) -> Iterator[tuple[bool, tuple[Line, ...]]]:
    written = [at for at, line in enumerate(block) if line.text.strip()]
    if written:
        yield is_below, tuple(block[written[0] : written[-1] + 1])


def _opaque_from(rows: tuple[Row, ...], kinds: list[Kind]) -> int:
    """Return where a quote begins that nothing marks line by line: to the end all is quoted."""
    for at, kind in enumerate(kinds):
        if kind not in OPENS_QUOTE:
            continue
        if kind is Kind.OURS:
            return at
        following = next(
            (
                index
                for index in range(at + 1, len(kinds))
                if kinds[index] not in OPENS_QUOTE and kinds[index] is not Kind.BLANK
            ),
            len(rows),
        )
        if following == len(rows) or kinds[following] is not Kind.QUOTED:
            return at
    return len(rows)


def _goes_on(rows: tuple[Row, ...], kinds: list[Kind], at: int) -> bool:
    """Say whether a play follows a line of dashes: then it parts two games, and signs nothing.

    With the blank of RFC 3676 it is what programs write over a signature, and always ends the text.
    """
    if rows[at].text == SIGNATURE_MARK:
        return False
    for index in range(at + 1, len(rows)):
        if kinds[index] is Kind.QUOTED or kinds[index] in OPENS_QUOTE:
            return False
        if kinds[index] is Kind.TEXT and _is_play(rows[index]):
            return True
    return False


def _is_play(row: Row) -> bool:
    return PLAY_SHAPE.match(row.text[:200]) is not None


def _end_of_signature(kinds: list[Kind], at: int, end: int) -> int:
    while at < end and kinds[at] is not Kind.QUOTED and kinds[at] not in OPENS_QUOTE:
        at += 1
    return at


def _end_of_footer(rows: tuple[Row, ...], kinds: list[Kind], at: int, end: int) -> int:
    """Return where the footer's paragraph ends; a play is never part of one."""
    while at < end and kinds[at] in {Kind.FOOTER, Kind.TEXT} and not _is_play(rows[at]):
        at += 1
    return at


def _answer_under_attribution(
    rows: tuple[Row, ...], kinds: list[Kind], above: tuple[Line, ...]
) -> tuple[tuple[Line, ...], ...]:
    """Return the few unquoted lines under an attribution that nothing stands above."""
    if above or Kind.OURS in kinds or Kind.ATTRIBUTION not in kinds:
        return ()
    first = next(at for at, kind in enumerate(kinds) if kind is not Kind.BLANK)
    if kinds[first] is not Kind.ATTRIBUTION or OPENS_QUOTE & set(kinds) != {Kind.ATTRIBUTION}:
        return ()
    rest = [(row.line, kind) for row, kind in zip(rows, kinds, strict=True)]
    after = [line for line, kind in rest[first:] if kind in {Kind.TEXT, Kind.BLANK, Kind.RULE}]
    if sum(bool(line.text.strip()) for line in after) > _FEW_LINES:
        return ()
    return tuple(block for _, block in _closed(after, is_below=True))
