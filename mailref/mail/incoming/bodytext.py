"""The text of a mail: its plain part, or its HTML where the plain part is none or only a stub."""

import re
from dataclasses import dataclass, replace

from mailref.mail.incoming.bodies import Contents, Piece
from mailref.mail.incoming.bounds import MOST_HTML_BYTES, MOST_LINES, MOST_TEXT_CHARACTERS
from mailref.mail.incoming.charset import is_unreadable, repair
from mailref.mail.incoming.html import rows_of_html
from mailref.mail.incoming.mime import Part
from mailref.mail.incoming.model import Line, Trouble
from mailref.mail.incoming.own_words import OwnWords, own_words
from mailref.mail.incoming.phrases import PLAY_SHAPE
from mailref.mail.incoming.plain import PGP_MESSAGE, Row, rows_of

# Each stops at the next "<", so that a million of them cost no more than their length.
_STYLES = re.compile(r"<style\b[^<>]*>(?:<!--)?[^<]*</style", re.IGNORECASE)
_TAGS = re.compile(r"<[^<>]*>|&nbsp;|\s+")
# As much may be only in the HTML without being the person's: a line that says who wrote.
_FEW_LETTERS = 80
_SIGNS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class BodyText:
    """What could be made of a mail's text."""

    own: OwnWords
    trouble: Trouble | None
    is_html: bool
    whole: str
    """All of it, quotes too, with every run of blanks as one: what the mail says."""


@dataclass(frozen=True, slots=True)
class _Version:
    """One piece's text in the form chosen."""

    rows: tuple[Row, ...]
    is_html: bool = False
    is_cut: bool = False
    is_strange: bool = False
    """Whether its characters are none."""


def body_text(contents: Contents) -> BodyText:
    """Return the text of a mail that holds *contents*, or why there is none."""
    versions = [_chosen(piece) for piece in contents.pieces]
    rows = _in_sequence([version.rows for version in versions])
    own = own_words(rows)
    whole = " ".join(" ".join(row.text for row in rows).split())
    return BodyText(
        own=own,
        trouble=_trouble(contents, versions, own, whole),
        is_html=any(version.is_html for version in versions),
        whole=whole,
    )


def _trouble(
    contents: Contents, versions: list[_Version], own: OwnWords, whole: str
) -> Trouble | None:
    says_nothing = not (own.lines or own.below)
    if (contents.is_encrypted and says_nothing) or PGP_MESSAGE in whole[:2_000]:
        return Trouble.ENCRYPTED
    if contents.has_tnef and says_nothing:
        return Trouble.TNEF
    if versions and all(version.is_strange for version in versions):
        return Trouble.CHARSET
    if says_nothing and any(version.is_cut for version in versions):
        return Trouble.TOO_LARGE
    return None if whole else Trouble.EMPTY


def _chosen(piece: Piece) -> _Version:
    """Return plain text, unless the HTML holds what the plain text leaves out."""
    if piece.plain is None:
        return _html_version(piece.html.text()) if piece.html is not None else _Version(())
    text = repair(piece.plain.text())[: MOST_TEXT_CHARACTERS + 1]
    plain = _plain_version(piece.plain, text)
    if piece.html is None:
        return plain
    source = piece.html.text()
    seen = _size(_TAGS.sub("", _STYLES.sub("", source[:MOST_HTML_BYTES])))
    if _size(text) * 2 >= seen and any(map(_is_play, plain.rows)):
        return plain
    other = _html_version(source)
    return other if plain.is_strange or _leaves_out(plain.rows, other.rows) else plain


def _plain_version(part: Part, text: str) -> _Version:
    rows = rows_of(
        text[:MOST_TEXT_CHARACTERS],
        is_flowed=part.parameter("format").lower() == "flowed",
        del_sp=part.parameter("delsp").lower() == "yes",
    )
    is_cut = len(text) > MOST_TEXT_CHARACTERS or len(rows) >= MOST_LINES
    return _Version(rows, is_cut=is_cut, is_strange=is_unreadable(text))


def _html_version(source: str) -> _Version:
    rows, is_cut = rows_of_html(repair(source))
    return _Version(rows, is_html=True, is_cut=is_cut)


def _size(text: str) -> int:
    return len(text) - sum(map(text.count, " \n\r\t"))


def _leaves_out(plain: tuple[Row, ...], other: tuple[Row, ...]) -> bool:
    """Say whether the plain rows are a stub: a play, or much of the person's words, is not there.

    Compared with all of the plain text: a quote that only one of the two shows is no news.
    """
    whole = _SIGNS.sub("", "".join(row.text for row in plain))
    missing = [line for line in _all_own(other) if _SIGNS.sub("", line.text) not in whole]
    if any(PLAY_SHAPE.match(line.text[:200]) for line in missing):
        return True
    if missing and any("HTML" in line.text for line in _all_own(plain)):
        return True
    own_size = sum(len(_SIGNS.sub("", line.text)) for line in _all_own(plain))
    return sum(len(_SIGNS.sub("", line.text)) for line in missing) > own_size // 2 + _FEW_LETTERS


def _all_own(rows: tuple[Row, ...]) -> tuple[Line, ...]:
    own = own_words(rows)
    lines: tuple[Line, ...] = sum(own.below, own.lines)
    return lines


def _is_play(row: Row) -> bool:
    return PLAY_SHAPE.match(row.text[:200]) is not None


def _in_sequence(texts: list[tuple[Row, ...]]) -> tuple[Row, ...]:
    """Return the rows of several pieces as one text, a blank line between, numbered through."""
    if len(texts) == 1:
        return texts[0]
    rows: list[Row] = []
    for text in texts:
        if rows:
            rows.append(Row(Line(rows[-1].line.number + 1, "")))
        by = rows[-1].line.number if rows else 0
        rows += [replace(row, line=_moved(row.line, by)) for row in text]
    return tuple(rows)


def _moved(line: Line, by: int) -> Line:
    places = tuple((number + by, column) for number, column in line.places)
    return Line(line.number + by, line.text, places)
