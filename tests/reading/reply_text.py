"""A reply as a reader wants to see it: own words, with the quote they answer where it matters.

For people who look at a mail; moves are read from `own_words`, which never shows a quote.
"""

from mailref.reading.html_to_lines import lines_of_text
from mailref.reading.incoming_mail import Line, SourceLine
from mailref.reading.mime import compose, split_lines
from mailref.reading.quotes import OPENS_QUOTE, LineKind, kinds_of, own_words


def reply_text(text: str) -> str:
    r"""Return the person's own text of a plain body, its characters as they were written.

    Text above a quote is the reply. Without any, it is what stands below a quote that names its
    author; a quote that names none is kept before its answer, or alone.

    >>> reply_text("M9s BESEN\n\nAm 20.11.26 um 21:05 schrieb Anna:\n> Hallo")
    'M9s BESEN'
    """
    raw = split_lines(compose(text))
    rows = lines_of_text(text)
    own = own_words(rows)
    if own.lines:
        return _written(raw, own.lines)
    kinds = kinds_of(rows)
    names_author = bool(OPENS_QUOTE & set(kinds))
    if names_author and LineKind.QUOTED in kinds and own.below:
        lines: tuple[Line, ...] = sum(own.below[1:], own.below[0])
        return _written(raw, lines)
    if not own.below and LineKind.TEXT not in kinds and _quotes_whole_mail(rows):
        return ""
    return _written(raw, _without_marks(rows, kinds))


def _without_marks(rows: tuple[SourceLine, ...], kinds: list[LineKind]) -> tuple[Line, ...]:
    """Return all lines up to a signature but those that only say who wrote."""
    end = kinds.index(LineKind.SIGNATURE) if LineKind.SIGNATURE in kinds else len(rows)
    left_out = OPENS_QUOTE | {LineKind.MOBILE, LineKind.FOOTER}
    return tuple(
        row.line for row, kind in zip(rows[:end], kinds[:end], strict=True) if kind not in left_out
    )


def _quotes_whole_mail(rows: tuple[SourceLine, ...]) -> bool:
    """Say whether the quote itself begins with a line that says who wrote."""
    inner = lines_of_text("\n".join(row.text.lstrip("> ") for row in rows[:20]))
    return bool(OPENS_QUOTE & set(kinds_of(inner)))


def _written(raw: list[str], lines: tuple[Line, ...]) -> str:
    return "\n".join(raw[line.number - 1] for line in lines).strip("\n")
