"""Second thoughts: what of an entry a later line replaces, takes back or puts in doubt (rules 8)."""

from collections.abc import Sequence
from dataclasses import dataclass

from mailref.reading.commands import is_greeting, is_prose
from mailref.reading.entries import (
    Ambiguity,
    EntryRow,
    PlayRow,
    ProseRow,
    SkippedRow,
    UnreadRow,
)
from mailref.reading.sentences import withdraws
from mailref.rules.moves import TextSpan


@dataclass(frozen=True, slots=True)
class Settled:
    """The rows of an entry as they stand after second thoughts, and what is left in doubt."""

    rows: tuple[EntryRow, ...]
    ambiguity: Ambiguity | None = None
    at: TextSpan | None = None


def settled(rows: Sequence[EntryRow]) -> Settled:
    """Return *rows* with each correction in place of what it corrects.

    A correction replaces the one main move above it; where there is more than one, or an alternate
    besides, it is not certain what is meant.
    """
    kept = list(rows)
    for index, row in enumerate(rows):
        if not isinstance(row, PlayRow) or not row.is_instead:
            continue
        before = [at for at in range(index) if _is_play(kept[at])]
        if len(before) > 1:
            return Settled(tuple(kept), Ambiguity.SECOND_THOUGHT, row.span)
        for at in before:
            kept[at] = SkippedRow()
    doubt = _doubt(kept)
    if doubt is not None:
        return Settled(tuple(kept), Ambiguity.UNREAD_PLAY, doubt)
    return Settled(tuple(kept))


def _is_play(row: EntryRow) -> bool:
    return isinstance(row, PlayRow) and row.is_firm


def _doubt(rows: Sequence[EntryRow]) -> TextSpan | None:
    """Return the first line that leaves in doubt what is meant."""
    has_play = False
    for above, row in zip((None, *rows), rows, strict=False):
        has_play = has_play or _is_play(row)
        match row:
            case UnreadRow(span, is_past=False):
                return span
            case ProseRow(line) if isinstance(above, PlayRow) and withdraws(line.text):
                return line.span(0, len(line.text))
            case _:
                pass
    return None


def unused(rows: Sequence[EntryRow], end: int) -> tuple[TextSpan, ...]:
    """Return the lines of an entry that ends at *end* which were not used; greetings aside.

    A play of another round is named wherever it stands.
    """
    first = next((at for at, row in enumerate(rows) if _is_play(row)), end)
    last = max((at for at, row in enumerate(rows[:end]) if _is_play(row)), default=end)
    found: list[TextSpan] = []
    for at, row in enumerate(rows):
        match row:
            case UnreadRow(span):
                found.append(span)
            case ProseRow(line) if first < at < last and not is_greeting(line.text):
                if is_prose([line.text, ""]):
                    found.append(line.span(0, len(line.text)))
            case _:
                pass
    return tuple(found)
