"""Bytes to characters, whatever the mail says its charset is (MAIL.md 3, "Charset lies")."""

import codecs
import re
from functools import lru_cache

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
    codec = _codec(label)
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


@lru_cache(maxsize=64)
def _codec(label: str | None) -> str:
    """Return Python's name of the charset, or utf-8 where there is none to trust."""
    wanted = (label or "").strip().strip("\"'").lower()
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
_MOJIBAKE = re.compile(
    "\u00c3[" + re.escape(_SHOWN) + "]"  # À to ÿ
    "|\u00c2[\u00a0-\u00bf]"  # no-break space, soft hyphen, guillemets
    "|\u00e2(?:\u20ac|\u0080)[" + re.escape(_SHOWN) + "]"  # dashes and quotes
    "|\u00cc(?:\u02c6|\u0088)"  # the combining diaeresis
)


def repair(text: str) -> str:
    """Return *text* with one round of mojibake undone where letters or signs come of it."""
    if not any(lead in text for lead in "\u00c3\u00c2\u00e2\u00cc"):
        return text
    return _MOJIBAKE.sub(lambda found: _repaired(found[0]), text)


@lru_cache(maxsize=512)
def _repaired(shown: str) -> str:
    data = bytes(_SHOWN_BYTES.get(char, ord(char) & 0xFF) for char in shown)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return shown


def is_unreadable(text: str) -> bool:
    """Say whether no text could be made: a fifth of it is control or replacement characters."""
    strange = sum(
        text.count(char) for char in ("\ufffd", *map(chr, range(9)), *map(chr, range(14, 32)))
    )
    return strange * 5 > len(text.strip()) > 0
