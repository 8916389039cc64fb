"""Characters as a person means them: composed, plain blanks, `-` for dashes, nothing invisible.

Every change keeps count of where a character stood, so that a fault can be shown in its place.
"""

import re
import unicodedata

from mailref.mail.incoming.model import Line

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033"
_SINGLE_QUOTES = "\u2018\u2019\u201a\u201b\u2039\u203a\u2032\u00b4"
_BLANKS = "\t\x0b\x0c\u00a0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_INVISIBLE = (
    "\u00ad\u034f\u061c\u180e\u2060\ufeff"
    + "".join(map(chr, range(0x200B, 0x2010)))
    + "".join(map(chr, range(0x202A, 0x202F)))
    + "".join(map(chr, range(0x2061, 0x2070)))
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0x20)))
    + "".join(map(chr, range(0x7F, 0xA0)))
)
_KEPT = {
    **dict.fromkeys(map(ord, _INVISIBLE)),
    **dict.fromkeys(map(ord, _DASHES), "-"),
    **dict.fromkeys(map(ord, _DOUBLE_QUOTES), '"'),
    **dict.fromkeys(map(ord, _SINGLE_QUOTES), "'"),
    **dict.fromkeys(map(ord, _BLANKS), " "),
}
_ODD = re.compile("[" + re.escape("".join(map(chr, _KEPT))) + "]")
_GONE = re.compile(
    "[" + re.escape("".join(chr(code) for code, to in _KEPT.items() if not to)) + "]"
)
SIGNATURE_MARK = "-- "
"""RFC 3676 4.3: the one line whose last blank means something; all others lose theirs."""
_PIECES = re.compile(r"[^\n]{0,500}\n?")
_LINE_END = re.compile("\r\n|[\n\r\u2028\u2029]")


def compose(text: str) -> str:
    """Return *text* in NFC: Apple writes Ä as A and a combining diaeresis."""
    if text.isascii():
        return text
    # Normalising takes the square of a run of combining marks: no piece may be long.
    return "".join(unicodedata.normalize("NFC", piece) for piece in _PIECES.findall(text))


def split_lines(text: str) -> list[str]:
    """Return the lines of *text*, without their ends; a final line end opens no further line."""
    lines = _LINE_END.split(text)
    if lines and not lines[-1]:
        lines.pop()
    return lines


def clean_line(number: int, raw: str) -> Line:
    """Return line *number* (from 1) of a composed text, cleaned."""
    raw = raw if raw == SIGNATURE_MARK else raw.rstrip()
    if not _ODD.search(raw):
        return Line(number, raw)
    text = raw.translate(_KEPT).rstrip()
    if not _GONE.search(raw):
        return Line(number, text)
    columns = [column for column, char in enumerate(raw, 1) if _KEPT.get(ord(char), " ")]
    return Line(number, text, tuple((number, column) for column in columns[: len(text)]))


def clean_phrase(text: str) -> str:
    """Return a subject or a name cleaned like a line, on one line, without outer blanks."""
    flat = _LINE_END.sub(" ", compose(text))
    return " ".join(flat.translate(_KEPT).split())


def join_lines(first: Line, second: Line) -> Line:
    """Return the two lines as one, each character remembering where it stood."""
    return Line(first.number, first.text + second.text, places_of(first) + places_of(second))


def places_of(line: Line) -> tuple[tuple[int, int], ...]:
    """Return where each character of the line stood."""
    if line.places or not line.text:
        return line.places
    return tuple((line.number, column) for column in range(1, len(line.text) + 1))


def cut_front(line: Line, count: int) -> Line:
    """Return the line without its first *count* characters."""
    return Line(line.number, line.text[count:], places_of(line)[count:])
