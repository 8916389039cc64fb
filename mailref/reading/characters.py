"""Bytes to characters as they were meant: transfer encodings, charsets, letters that look like ours.

Every change keeps count of where a character stood, so that a fault can be shown in its place.
"""

import binascii
import codecs
import re
import unicodedata

from mailref.reading.incoming_mail import Line
from mailref.tiles.when_used import regex

_NOT_BASE64 = regex(rb"[^A-Za-z0-9+/]+")
_MOST_UU_BYTES = 256 * 1024
_UU_BEGIN = regex(rb"^begin(?:-base64)? [0-7]{3,4} [^\n]*\n", re.MULTILINE)


def decode_transfer(body: bytes, encoding: str) -> bytes:
    """Return *body* without its transfer encoding; an unknown one is left as it is."""
    match encoding.strip().lower():
        case "base64":
            return base64_bytes(body)
        case "quoted-printable":
            return quoted_printable_bytes(body)
        case "x-uuencode" | "uuencode" | "x-uue" | "uue":
            return _uu_bytes(body)
        case _:
            return body


def base64_bytes(body: bytes) -> bytes:
    """Return what base64 letters are there; foreign characters, no and wrong padding do no harm."""
    # Padding ends it: what follows is a mailing list's footer in plain letters.
    letters = _NOT_BASE64.sub(b"", body.split(b"=", 1)[0])
    whole = letters[: len(letters) - 1] if len(letters) % 4 == 1 else letters
    return binascii.a2b_base64(whole + b"=" * (-len(whole) % 4))


def quoted_printable_bytes(body: bytes) -> bytes:
    return binascii.a2b_qp(body)


def _uu_bytes(body: bytes) -> bytes:
    begin = _UU_BEGIN.search(body)
    if begin is None:
        return body
    out: list[bytes] = []
    for line in body[begin.end() : begin.end() + _MOST_UU_BYTES].splitlines():
        if line.strip() in {b"end", b"`", b""}:
            break
        out.append(_uu_line(line))
    return b"".join(out)


def _uu_line(line: bytes) -> bytes:
    try:
        return binascii.a2b_uu(line)
    except binascii.Error:
        # Some encoders write too many characters: keep what the length says.
        wanted = (((line[0] - 32) & 63) * 4 + 5) // 3
        try:
            return binascii.a2b_uu(line[:wanted])
        except binascii.Error:
            return b""


# WHATWG: what calls itself Latin-1 is windows-1252; its five free places stay control characters.
_CP1252 = {
    code: bytes([code]).decode("cp1252", "ignore") or chr(code) for code in range(0x80, 0xA0)
}
# UTF-8 read with `surrogateescape` leaves a wrong byte as U+DC80 to U+DCFF.
_WRONG_BYTES = {0xDC00 + code: _CP1252.get(code, chr(code)) for code in range(0x80, 0x100)}

_LATIN = {"iso8859-1", "cp1252", "latin-1"}
_LENIENT = {"ascii", "utf-8", "utf_8_sig"}
# Codecs that are no charsets of mail, or slow: punycode takes the square of the length.
_REFUSED = {"punycode", "idna", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "oem"}
_WIDE = {"utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"}

_ASCII_IN_DISGUISE = {"utf-7", "hz"}

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(data: bytes, label: str | None) -> str:
    """Return the characters of *data*, which calls itself *label*; never fails.

    Nothing, ASCII, UTF-8 and what nobody knows are read as UTF-8, each wrong byte as windows-1252.
    """
    codec = _codec(label) if label else "utf-8"
    is_plain = codec not in _ASCII_IN_DISGUISE and b"\x00" not in data and b"\x1b" not in data
    if is_plain and data.isascii():
        return data.decode("ascii")
    for bom, name in _BOMS:
        if data.startswith(bom):
            return data.removeprefix(codecs.BOM_UTF8).decode(name, "replace")
    if codec in _LATIN:
        return data.decode("latin-1").translate(_CP1252)
    if codec in _WIDE or (codec in _LENIENT and data.count(0) * 4 > len(data)):
        return _wide(data, codec)
    if codec in _LENIENT:
        return _lenient(data)
    return _declared(data, codec)


def _codec(label: str) -> str:
    """Return Python's name of the charset, or utf-8 where there is none to trust."""
    wanted = label.strip().strip("\"'").lower()
    if not re.fullmatch(r"[a-z0-9_.:+-]{1,40}", wanted):
        return "utf-8"
    try:
        found = codecs.lookup(wanted)
    except LookupError:
        return "utf-8"
    is_text = getattr(found, "_is_text_encoding", True)
    return found.name if is_text and found.name not in _REFUSED else "utf-8"


def _lenient(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("utf-8", "surrogateescape").translate(_WRONG_BYTES)


def _wide(data: bytes, codec: str) -> str:
    """Read two or four bytes a character where the zeros say so, whatever was declared."""
    zeros = data.count(0)
    if zeros == 0:
        return _lenient(data)
    if codec in _WIDE and codec not in {"utf-16", "utf-32"}:
        return data.decode(codec, "replace")
    if codec == "utf-32":
        return data.decode("utf-32", "replace")
    is_big = data[0::2].count(0) > data[1::2].count(0)
    return data.decode("utf-16-be" if is_big else "utf-16-le", "replace")


def _declared(data: bytes, codec: str) -> str:
    try:
        text = data.decode(codec, "replace")
    except (LookupError, UnicodeError, ValueError):
        return _lenient(data)
    return text.translate(_CP1252) if "\ufffd" not in text else _better(data, text)


def _better(data: bytes, text: str) -> str:
    """Prefer UTF-8 where the declared charset fails and UTF-8 does not."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return text


_SHOWN_BYTES = {shown: code for code, shown in _CP1252.items()}
# UTF-8 that was taken for windows-1252 and stored again: "KÃ¤SE", "Ã–", "â€“", Apple's "AÌˆ".
# Only leads that German never writes before such a character, so that a true text stays as it is.
_SHOWN = "".join(_CP1252.values()) + "".join(map(chr, range(0x80, 0xC0)))
_MOJIBAKE = regex(
    "\u00c3[" + re.escape(_SHOWN) + "]"  # À to ÿ
    "|\u00c2[\u00a0-\u00bf]"  # no-break space, soft hyphen, guillemets
    "|\u00e2(?:\u20ac|\u0080)[" + re.escape(_SHOWN) + "]"  # dashes and quotes
    "|\u00cc(?:\u02c6|\u0088)"  # the combining diaeresis
)


def repair(text: str) -> str:
    """Return *text* with one round of mojibake undone where letters or signs come of it."""
    if not any(lead in text for lead in "\u00c3\u00c2\u00e2\u00cc"):
        return text
    meant = {shown: _repaired(shown) for shown in set(_MOJIBAKE.findall(text))}
    return _MOJIBAKE.sub(lambda found: meant[found[0]], text)


def _repaired(shown: str) -> str:
    data = bytes(_SHOWN_BYTES.get(char, ord(char) & 0xFF) for char in shown)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return shown


def is_unreadable(text: str) -> bool:
    """Tell whether no text could be made: a fifth of it is control or replacement characters."""
    strange = sum(
        text.count(char) for char in ("\ufffd", *map(chr, range(9)), *map(chr, range(14, 32)))
    )
    return strange * 5 > len(text.strip()) > 0


_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033"
_SINGLE_QUOTES = "\u2018\u2019\u201a\u201b\u2039\u203a\u2032\u00b4"
_SPACES = "\t\x0b\x0c\u00a0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
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
    **dict.fromkeys(map(ord, _SPACES), " "),
}
_ODD = regex("[" + re.escape("".join(map(chr, _KEPT))) + "]")
_GONE = regex("[" + re.escape("".join(chr(code) for code, to in _KEPT.items() if not to)) + "]")
SIGNATURE_MARK = "-- "
"""RFC 3676 4.3: the one line whose last space means something; all others lose theirs."""
_PIECES = regex(r"[^\n]{0,500}\n?")
_LINE_END = regex("\r\n|[\n\r\u2028\u2029]")


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
    """Return a subject or a name cleaned like a line, on one line, without outer spaces."""
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


_ALIKE = dict(
    zip(
        "АВЕЅІЈКМНОРСТУХаеорсухіјѕԛԝһΑΒΕΖΗΙΚΜΝΟΡΤΥΧνορυικ",
        "ABESIJKMHOPCTYXaeopcyxijsqwhABEZHIKMNOPTYXvopuik",
        strict=True,
    )
)
_FOREIGN = regex(r"[\u0370-\u03ff\u0400-\u052f\uff01-\uff5e]")


def confusable_in(text: str) -> int | None:
    """Return where the first letter of another alphabet stands."""
    found = _FOREIGN.search(text)
    return found.start() if found else None


def without_confusables(text: str) -> str:
    """Return *text* as it looks, character for character: Cyrillic А as A, full-width Ａ as A."""
    return _FOREIGN.sub(
        lambda found: _ALIKE.get(found[0]) or unicodedata.normalize("NFKC", found[0])[:1], text
    )
