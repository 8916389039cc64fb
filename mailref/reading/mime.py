"""A mail taken apart: its header fields, decoded; which of its parts hold text, and what else lies in it (mail 3).

Addresses are read strictly: doubtful is none. The standard library's parser goes wild on hostile mail
(RecursionError at 1,000 nested parts, seconds at 20,000 parts), and reads attachments nobody asks for; this
one looks for boundaries only.

Bytes to characters as they were meant: transfer encodings, charsets, letters that look like ours.

Every change keeps count of where a character stood, so that a fault can be shown in its place.
"""

import binascii
import codecs
import re
import unicodedata
from collections.abc import Iterable, Iterator

from msgspec import Struct

from mailref.reading import incoming_mail
from mailref.tiles.remembered import remembered
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
            return binascii.a2b_qp(body)
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


def clean_line(number: int, raw: str) -> incoming_mail.Line:
    """Return line *number* (from 1) of a composed text, cleaned."""
    raw = raw if raw == SIGNATURE_MARK else raw.rstrip()
    if not _ODD.search(raw):
        return incoming_mail.Line(number, raw)
    text = raw.translate(_KEPT).rstrip()
    if not _GONE.search(raw):
        return incoming_mail.Line(number, text)
    columns = [column for column, char in enumerate(raw, 1) if _KEPT.get(ord(char), " ")]
    return incoming_mail.Line(
        number, text, tuple((number, column) for column in columns[: len(text)])
    )


def without_long_runs(text: str) -> str:
    """Return a text without the rest of one or two signs that stand there more often than in any rule.

    >>> without_long_runs(f"{'- ' * 300}H8w RABEN") == f"{'- ' * 40}H8w RABEN"
    True
    """
    return _LONG_RUN.sub(r"\1\3", text)


_LONG_RUN = regex(r"((\W)\2{79})\2+|((\W\W)\4{39})\4+")


def clean_phrase(text: str) -> str:
    """Return a subject or a name cleaned like a line, on one line, without outer spaces."""
    flat = _LINE_END.sub(" ", compose(text))
    return " ".join(flat.translate(_KEPT).split())


def join_lines(
    first: incoming_mail.Line, second: incoming_mail.Line, between: str = ""
) -> incoming_mail.Line:
    """Return the two lines as one, each character remembering where it stood.

    What is put *between* them stands right behind the first.
    """
    places = places_of(first)
    line, column = places[-1] if places else (first.number, 0)
    gap = ((line, column + 1),) * len(between)
    text = first.text + between + second.text
    return incoming_mail.Line(first.number, text, (*places, *gap, *places_of(second)))


def places_of(line: incoming_mail.Line) -> tuple[tuple[int, int], ...]:
    """Return where each character of the line stood."""
    if line.places or not line.text:
        return line.places
    return tuple((line.number, column) for column in range(1, len(line.text) + 1))


def only(line: incoming_mail.Line, kept: Iterable[int]) -> incoming_mail.Line:
    """Return the line with some of its characters alone, each remembering where it stood."""
    chosen, places = [*kept], places_of(line)
    text = "".join(line.text[at] for at in chosen)
    return incoming_mail.Line(line.number, text, tuple(places[at] for at in chosen))


def cut_front(line: incoming_mail.Line, count: int) -> incoming_mail.Line:
    """Return the line without its first *count* characters."""
    return incoming_mail.Line(line.number, line.text[count:], places_of(line)[count:])


def line_without(line: incoming_mail.Line, start: int, end: int) -> incoming_mail.Line:
    """Return a line without some of its characters; each of the others remembers where it stood."""
    before = line.text[:start].rstrip()
    first = incoming_mail.Line(line.number, before, line.places[: len(before)])
    behind = cut_front(line, end)
    if not before:
        return cut_front(behind, len(behind.text) - len(behind.text.lstrip()))
    return (
        join_lines(first, behind)
        if behind.text[:1] in ",.;:!? "
        else join_lines(first, behind, " ")
    )


def line_with(line: incoming_mail.Line, start: int, end: int, text: str) -> incoming_mail.Line:
    """Return a line with *text* in place of some of its characters; it stands where they stood."""
    places = places_of(line)
    within = [places[min(start + at, end - 1)] for at in range(len(text))]
    changed = f"{line.text[:start]}{text}{line.text[end:]}"
    return incoming_mail.Line(line.number, changed, (*places[:start], *within, *places[end:]))


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


# RFC 5322 2.2: printable ASCII but for the colon. A space before the colon is an old sin.
_NAME = regex(rb"([!-9;-~]+)[ \t]*:")
# =?utf-8?q?K=C3=A4se?=, with RFC 2231's language (=?utf-8*de?q?...?=).
_WORD = regex(r"=\?([^?*\s]+)(?:\*[^?\s]*)?\?([bBqQ])\?([^?]*)\?=")
_BETWEEN_WORDS = regex(r"(\?=)\s+(?==\?[^?\s]+\?[bBqQ]\?)")


class Field(Struct, frozen=True):
    """One field: its name in small letters, its value unfolded with encoded words in place."""

    name: str
    value: str


class Header(Struct, frozen=True):
    """The fields of a header in the order in which they stand."""

    fields: tuple[Field, ...]
    is_cut: bool = False
    """Whether it was longer than its bound and only its beginning is here."""

    def every(self, name: str) -> tuple[str, ...]:
        return tuple(field.value for field in self.fields if field.name == name)

    def first(self, name: str) -> str:
        """Return the value of the first field of that name, or nothing."""
        return next((field.value for field in self.fields if field.name == name), "")

    def has(self, name: str) -> bool:
        return any(field.name == name for field in self.fields)


def cut_header(
    data: bytes, start: int, end: int, most: int, most_fields: int = incoming_mail.MOST_FIELDS
) -> tuple[Header, int]:
    """Return the header that begins at *start*, and where the body begins.

    A line that is neither a field nor its continuation ends the header, as mail programs do it.
    """
    fields: list[Field] = []
    at = start
    raw: list[bytes] = []
    limit = min(end, start + most)
    while at < limit and len(fields) < most_fields:
        stop = data.find(b"\n", at, end)
        stop = end if stop < 0 else stop + 1
        line = data[at:stop].rstrip(b"\r\n")
        if not line:
            at = stop
            break
        if line[:1] in b" \t" and raw:
            raw.append(line)
        elif _NAME.match(line):
            _add(fields, raw)
            raw = [line]
        elif not (at == start and line.startswith((b"From ", b">From "))):  # mbox's first line
            break
        at = stop
    _add(fields, raw)
    is_cut = (at >= limit and limit < end) or len(fields) > most_fields
    return Header(tuple(fields), is_cut=is_cut), at


def _add(fields: list[Field], raw: list[bytes]) -> None:
    if not raw:
        return
    found = _NAME.match(raw[0])
    if found is None:
        return
    value = b"".join([raw[0][found.end() :], *raw[1:]])[: incoming_mail.MOST_FIELD_CHARACTERS]
    fields.append(Field(found[1].decode("ascii").lower(), decode(value, None).strip()))


def decode_words(value: str) -> str:
    """Return a field's value with its encoded words (RFC 2047) read.

    Neighbouring words of one charset are joined as bytes first: some programs cut a character
    in two. What cannot be read stays as it is.
    """
    if "=?" not in value:
        return value
    joined = _BETWEEN_WORDS.sub(r"\1", value)
    decoded: list[str] = []
    at, label, held = 0, "", b""
    for found in _WORD.finditer(joined):
        if found.start() > at or found[1].lower() != label:
            decoded += decode(held, label), joined[at : found.start()]
            held = b""
        at, label = found.end(), found[1].lower()
        held += _word_bytes(found[2], found[3])
    return "".join((*decoded, decode(held, label), joined[at:]))


def _word_bytes(encoding: str, text: str) -> bytes:
    raw = text.encode("utf-8", "surrogatepass")
    if encoding in "bB":
        return base64_bytes(raw)
    return binascii.a2b_qp(raw.replace(b"_", b" "))


# A quoted string, an opening or closing sign, a run of anything else.
_TOKEN = regex(r'"(?:[^"\\]|\\.)*"|\\.|[(),:;<>]|[^"\\(),:;<>]+|"', re.DOTALL)
_LOCAL = regex(r"[^\s@\"(),:;<>\[\]\\\x00-\x1f\x7f]{1,64}")
_LABEL = regex(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")


class NamedAddress(Struct, frozen=True):
    """A name and an address; the address is None where it cannot be read."""

    name: str
    address: str | None
    is_in_group: bool = False
    """Whether the name of a group stands before it."""


class _Address(Struct):
    """What is read of one address so far."""

    phrase: list[str] = []
    inside: list[str] = []
    """Between the angle brackets."""
    comment: list[str] = []
    angles: int = 0

    def named(self, *, is_in_group: bool) -> tuple[NamedAddress, ...]:
        """Return it with its name; nothing where nothing is written."""
        words = "".join(self.phrase).strip()
        if self.angles:
            address = normalised("".join(self.inside)) if self.angles == 1 else None
            return (NamedAddress(_name(words), address, is_in_group),)
        name = "".join(self.comment).strip().removeprefix("(").removesuffix(")")
        return (NamedAddress(_name(name), normalised(words), is_in_group),) if words else ()


def named_addresses(value: str) -> tuple[NamedAddress, ...]:
    """Return the addresses of a field's value with their names, at most as many as are looked at."""
    found: list[NamedAddress] = []
    depth = 0
    is_inside = is_group = False
    now = _Address()
    for sign in _TOKEN.findall(value):
        if depth or sign == "(":
            depth += (sign == "(") - (sign == ")")
            now.comment.append(sign)
        elif sign == "<" and not is_inside:
            is_inside, now.angles = True, now.angles + 1
        elif sign == ">" and is_inside:
            is_inside = False
        elif is_inside:
            now.inside.append(sign)
        elif sign in {",", ";"}:
            found += now.named(is_in_group=is_group)
            now, is_group = _Address(), is_group and sign == ","
            if len(found) >= incoming_mail.MOST_ADDRESSES:
                break
        elif sign == ":":
            now.phrase, is_group = [], True
        else:
            now.phrase.append(sign)
    found += now.named(is_in_group=is_group)
    return tuple(found[: incoming_mail.MOST_ADDRESSES])


_IN_ANGLES = regex(r"([^<>@\"()\\]*)<([^<>@\"(),:;\\\s]+@[^<>@\"(),:;\\\s]+)>\s*")


def unquoted_name(value: str) -> NamedAddress | None:
    """Return the one address of a field, in angle brackets, where the name before it lacks the quotes it needs.

    None where anything else could be an address, or stands behind it: nobody knows then whom the field names.

    >>> unquoted_name("Muster, Max <max@example.org>")
    NamedAddress(name='Muster, Max', address='max@example.org', is_in_group=False)
    >>> unquoted_name("eve@example.net, Max <max@example.org>"), unquoted_name("Team: Max <max@example.org>;")
    (None, None)
    """
    found = _IN_ANGLES.fullmatch(value.strip())
    name = _name(found[1].strip()) if found is not None else ""
    address = normalised(found[2]) if found is not None else None
    return None if address is None or "@" in name else NamedAddress(name, address)


def _name(words: str) -> str:
    unquoted = re.sub(r"\\(.)", r"\1", words.replace('\\"', "\0").replace('"', ""))
    return clean_phrase(decode_words(unquoted.replace("\0", '"')))[:200]


def normalised(address: str) -> str | None:
    """Return an address in small letters, its domain as A-labels; None if it is none.

    None, too, where it only looks like another one: with wide letters, or signs that nobody sees.

    >>> normalised(" Max@Käse.example "), normalised("ｍax@example.org")
    ('max@xn--kse-qla.example', None)
    """
    local, at, domain = unicodedata.normalize("NFC", address.strip()[:400]).rpartition("@")
    local = (
        local[1:-1] if local.startswith('"') and local.endswith('"') and len(local) > 2 else local
    )
    name = _a_labels(domain.strip().rstrip("."))
    if not at or name is None or not _LOCAL.fullmatch(local) or not _is_plain(local):
        return None
    return f"{local.lower()}@{name}"


_ATOM = r"[\w!#$%&'*+/=?^`{|}~-]{1,64}"
_OPEN = regex(rf"{_ATOM}(?:\.{_ATOM}){{0,31}}@(?:[\w-]{{1,63}}\.){{1,20}}(?!\d+$)[\w-]{{2,63}}")
_LONGEST_ADDRESS = 254


def written_to(address: str) -> str | None:
    """Return an address as `normalised` does; None where by its form no mail can go there (RFC 5321 4.1.2).

    Nor may one go to a machine of our own net, whose name has no dot.

    >>> written_to("Anna.B+x@Käse.example")
    'anna.b+x@xn--kse-qla.example'
    >>> [written_to(each) for each in ("a@x.test%0abcc:b", "a..b@x.test", "root@localhost", "a@192.0.2.7")]
    [None, None, None, None]
    """
    known = normalised(address)
    is_one = known is not None and len(known) <= _LONGEST_ADDRESS and _OPEN.fullmatch(known)
    return known if is_one else None


def domain_of(text: str) -> str:
    """Return the domain of an address, or one that stands alone, as A-labels; empty: there is none.

    >>> domain_of("<bounce@Käse.example>"), domain_of("@example.org"), domain_of("example.org")
    ('xn--kse-qla.example', 'example.org', 'example.org')
    """
    return _a_labels(text.strip("<> ").rpartition("@")[2].rstrip(".")) or ""


@remembered
def _a_labels(domain: str) -> str | None:
    """Return a domain as the DNS knows it (RFC 5891 4), or None.

    Python's codec follows the rules of 2003, by which `straße` and `strasse` are one.
    """
    if not 0 < len(domain) <= 253 or not _is_plain(domain):
        return None
    labels = domain.lower().split(".")
    name = ".".join(
        each if each.isascii() else f"xn--{each.encode('punycode').decode('ascii')}"
        for each in labels
    )
    return name if all(_LABEL.fullmatch(label) for label in name.split(".")) else None


def _is_plain(text: str) -> bool:
    """Tell whether beside ASCII there are only letters that stand for nothing but themselves."""
    others = [char for char in text if not char.isascii()]
    return unicodedata.normalize("NFKC", text) == text and all(
        unicodedata.category(char)[0] in "LMN" for char in others
    )


_TYPE = regex(r"\s*([\w!#$&^.+-]+)/([\w!#$&^.+-]+)")
# `; name="value"`, `; name=value`, `; name*0*=utf-8''v%C3%A4lue`
_PARAMETER = regex(r';\s*([^\s=;"]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)', re.DOTALL)
_PERCENT = regex(rb"%([0-9A-Fa-f]{2})")


class Part(Struct, frozen=True):
    """A part of a mail, or the mail itself."""

    header: Header
    kind: str
    """The content type in small letters, without parameters."""
    parameters: tuple[tuple[str, str], ...]
    body: bytes
    """Still in its transfer encoding; empty for a multipart that was split."""
    children: tuple["Part", ...] = ()

    @property
    def is_attachment(self) -> bool:
        """Whether it is meant as a file, not as text to be read in place."""
        disposition = self.header.first("content-disposition").lower().lstrip()
        return disposition.startswith("attachment") or bool(self.file_name)

    @property
    def file_name(self) -> str:
        named = dict(parse_parameters(self.header.first("content-disposition")))
        return decode_words(named.get("filename") or self.parameter("name"))

    def parameter(self, name: str) -> str:
        return next((value for key, value in self.parameters if key == name), "")

    def content(self) -> bytes:
        """Return the body without its transfer encoding."""
        return decode_transfer(self.body, self.header.first("content-transfer-encoding"))

    def text(self) -> str:
        """Return the body as characters, line ends as they come."""
        return decode(self.content(), self.parameter("charset"))


def walk(part: Part) -> Iterator[Part]:
    """Yield the part and all below it, in order."""
    yield part
    for child in part.children:
        yield from walk(child)


def first_text(mail: Part) -> str:
    """Return the first part of a mail that is plain text; "" where there is none."""
    return next((part.text() for part in walk(mail) if part.kind == "text/plain"), "")


MESSAGE_ID = regex(r"<[^<>\s]{1,400}>")
SIGNS = regex(r"[\W_]+")


def parse(data: bytes) -> Part:
    """Return the mail as a tree; raise LimitExceededError where it goes beyond a bound."""
    return _Splitter(data if b"\n" in data else data.replace(b"\r", b"\n")).part(
        0, len(data), depth=0, inherited="text/plain"
    )


def parse_header(data: bytes) -> Header:
    """Return the header of the mail alone, however long the rest is."""
    whole = data if b"\n" in data else data.replace(b"\r", b"\n")
    return cut_header(whole, 0, len(whole), incoming_mail.MOST_HEADER_BYTES)[0]


def parse_parameters(value: str) -> tuple[tuple[str, str], ...]:
    """Return the parameters of a Content field, those of RFC 2231 put together."""
    plain: dict[str, str] = {}
    pieces: dict[str, list[tuple[int, bool, str]]] = {}
    for found in _PARAMETER.finditer(value):
        name, raw = found[1].lower(), found[2].strip()
        text = re.sub(r"\\(.)", r"\1", raw[1:-1]) if raw.startswith('"') else raw
        base, star, rest = name.partition("*")
        if not star:
            plain.setdefault(name, text)
            continue
        number = rest.rstrip("*")
        order = int(number) if number.isdecimal() and len(number) < 4 else 0
        pieces.setdefault(base, []).append((order, rest.endswith("*") or rest == "", text))
    for base, found_pieces in pieces.items():
        plain.setdefault(base, _joined(found_pieces))
    return tuple(plain.items())


def _joined(pieces: list[tuple[int, bool, str]]) -> str:
    charset, out = None, b""
    for order, is_encoded, text in sorted(pieces):
        raw = text
        if is_encoded and order == 0 and text.count("'") >= 2:
            charset, _, raw = text.split("'", 2)
        data = raw.encode("utf-8", "replace")
        out += _PERCENT.sub(lambda hit: bytes([int(hit[1], 16)]), data) if is_encoded else data
    return decode(out, charset)


class _Splitter:
    """Splits one mail and counts its parts on the way."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._parts = 0

    def part(self, start: int, end: int, *, depth: int, inherited: str) -> Part:
        """Return the part between *start* and *end*; *inherited* is its type if it names none."""
        self._parts += 1
        if depth > incoming_mail.MOST_DEPTH or self._parts > incoming_mail.MOST_PARTS:
            raise incoming_mail.LimitExceededError(f"{self._parts} parts, {depth} deep")
        most = incoming_mail.MOST_PART_HEADER_BYTES if depth else incoming_mail.MOST_HEADER_BYTES
        most_fields = incoming_mail.MOST_PART_FIELDS if depth else incoming_mail.MOST_FIELDS
        header, body = cut_header(self._data, start, end, most, most_fields)
        if header.is_cut:
            raise incoming_mail.LimitExceededError(f"a header of more than {most} bytes")
        content_type = header.first("content-type")
        found = _TYPE.match(content_type)
        kind = f"{found[1]}/{found[2]}".lower() if found else inherited
        parameters = parse_parameters(content_type)
        if kind.startswith("multipart/"):
            spans = self._spans(dict(parameters).get("boundary", ""), body, end)
            below = "message/rfc822" if kind == "multipart/digest" else "text/plain"
            children = tuple(
                self.part(at, stop, depth=depth + 1, inherited=below) for at, stop in spans
            )
            if children:
                return Part(header, kind, parameters, b"", children)
            # Without its boundary a multipart is text that a person can still read.
            kind = "text/plain"
        return Part(header, kind, parameters, self._data[body:end])

    def _spans(self, boundary: str, start: int, end: int) -> list[tuple[int, int]]:
        """Return where each part of a multipart begins and ends; the last one may lack its end."""
        if not boundary:
            return []
        mark = b"--" + boundary.rstrip().encode("utf-8", "replace")
        spans: list[tuple[int, int]] = []
        open_at = -1
        for at, stop, is_last in self._marks(mark, start, end):
            if open_at >= 0:
                spans.append((open_at, self._without_line_end(at, open_at)))
            open_at = -1 if is_last else stop
            if is_last or len(spans) > incoming_mail.MOST_PARTS:
                break
        if open_at >= 0:
            spans.append((open_at, end))
        return spans

    def _marks(self, mark: bytes, start: int, end: int) -> list[tuple[int, int, bool]]:
        """Return the boundary lines: where each begins, where the next line begins, whether last."""
        marks: list[tuple[int, int, bool]] = []
        at = self._data.find(mark, start, end)
        candidates = 0
        while at >= 0 and len(marks) <= incoming_mail.MOST_PARTS + 1:
            candidates += 1
            if candidates > incoming_mail.MOST_BOUNDARY_CANDIDATES:
                raise incoming_mail.LimitExceededError(
                    f"{candidates} lines that look like a boundary"
                )
            stop = self._data.find(b"\n", at, end)
            stop = end if stop < 0 else stop + 1
            rest = self._data[at + len(mark) : min(stop, at + len(mark) + 200)].rstrip()
            is_line = at == start or self._data[at - 1 : at] == b"\n"
            if is_line and rest in {b"", b"--"}:
                marks.append((at, stop, rest == b"--"))
            # The line end before the next candidate is part of its line: look from there.
            at = self._data.find(b"\n" + mark, max(stop - 1, at + 1), end)
            at = at + 1 if at >= 0 else -1
        return marks

    def _without_line_end(self, at: int, start: int) -> int:
        """Return the end of a part before the boundary at *at*: its last line end is not its own."""
        if at - 1 >= start and self._data[at - 1 : at] == b"\n":
            at -= 1
        if at - 1 >= start and self._data[at - 1 : at] == b"\r":
            at -= 1
        return at
