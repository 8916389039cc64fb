"""A mail taken apart: its header fields, decoded; which of its parts hold text, and what else lies in it (mail 3).

Addresses are read strictly: doubtful is none. The standard library's parser goes wild on hostile mail
(RecursionError at 1,000 nested parts, seconds at 20,000 parts), and reads attachments nobody asks for; this
one looks for boundaries only.
"""

import re
import unicodedata
from collections.abc import Iterator

from msgspec import Struct

from mailref.reading.characters import (
    base64_bytes,
    clean_phrase,
    decode,
    decode_transfer,
    quoted_printable_bytes,
)
from mailref.reading.incoming_mail import (
    MOST_ADDRESSES,
    MOST_BOUNDARY_CANDIDATES,
    MOST_DEPTH,
    MOST_FIELD_CHARACTERS,
    MOST_FIELDS,
    MOST_HEADER_BYTES,
    MOST_PART_FIELDS,
    MOST_PART_HEADER_BYTES,
    MOST_PARTS,
    LimitExceededError,
)
from mailref.tiles.when_used import regex

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
    data: bytes, start: int, end: int, most: int, most_fields: int = MOST_FIELDS
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
    value = b"".join([raw[0][found.end() :], *raw[1:]])[:MOST_FIELD_CHARACTERS]
    fields.append(Field(found[1].decode("ascii").lower(), decode(value, None).strip()))


def decode_words(value: str) -> str:
    """Return a field's value with its encoded words (RFC 2047) read.

    Neighbouring words of one charset are joined as bytes first: some programs cut a character
    in two. What cannot be read stays as it is.
    """
    if "=?" not in value:
        return value
    joined = _BETWEEN_WORDS.sub(r"\1", value)
    pieces: list[str | tuple[str, bytes]] = []
    at = 0
    for found in _WORD.finditer(joined):
        pieces.append(joined[at : found.start()])
        pieces.append((found[1].lower(), _word_bytes(found[2], found[3])))
        at = found.end()
    pieces.append(joined[at:])
    return "".join(_merged(pieces))


def _word_bytes(encoding: str, text: str) -> bytes:
    raw = text.encode("utf-8", "surrogatepass")
    if encoding in "bB":
        return base64_bytes(raw)
    return quoted_printable_bytes(raw.replace(b"_", b" "))


def _merged(pieces: list[str | tuple[str, bytes]]) -> list[str]:
    merged: list[str] = []
    label, held = "", b""
    for piece in pieces:
        if isinstance(piece, tuple) and piece[0] == label:
            held += piece[1]
            continue
        if piece == "":
            continue
        if held:
            merged.append(decode(held, label))
        label, held = piece if isinstance(piece, tuple) else ("", b"")
        if isinstance(piece, str):
            merged.append(piece)
    if held:
        merged.append(decode(held, label))
    return merged


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
            if len(found) >= MOST_ADDRESSES:
                break
        elif sign == ":":
            now.phrase, is_group = [], True
        else:
            now.phrase.append(sign)
    found += now.named(is_in_group=is_group)
    return tuple(found[:MOST_ADDRESSES])


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


def domain_of(text: str) -> str:
    """Return the domain of an address, or one that stands alone, as A-labels; empty: there is none.

    >>> domain_of("<bounce@Käse.example>"), domain_of("@example.org"), domain_of("example.org")
    ('xn--kse-qla.example', 'example.org', 'example.org')
    """
    return _a_labels(text.strip("<> ").rpartition("@")[2].rstrip(".")) or ""


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


def parse(data: bytes) -> Part:
    """Return the mail as a tree; raise LimitExceededError where it goes beyond a bound."""
    return _Splitter(data if b"\n" in data else data.replace(b"\r", b"\n")).part(
        0, len(data), depth=0, inherited="text/plain"
    )


def parse_header(data: bytes) -> Header:
    """Return the header of the mail alone, however long the rest is."""
    whole = data if b"\n" in data else data.replace(b"\r", b"\n")
    return cut_header(whole, 0, len(whole), MOST_HEADER_BYTES)[0]


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
        if depth > MOST_DEPTH or self._parts > MOST_PARTS:
            raise LimitExceededError(f"{self._parts} parts, {depth} deep")
        most = MOST_PART_HEADER_BYTES if depth else MOST_HEADER_BYTES
        most_fields = MOST_PART_FIELDS if depth else MOST_FIELDS
        header, body = cut_header(self._data, start, end, most, most_fields)
        if header.is_cut:
            raise LimitExceededError(f"a header of more than {most} bytes")
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
            if is_last or len(spans) > MOST_PARTS:
                break
        if open_at >= 0:
            spans.append((open_at, end))
        return spans

    def _marks(self, mark: bytes, start: int, end: int) -> list[tuple[int, int, bool]]:
        """Return the boundary lines: where each begins, where the next line begins, whether last."""
        marks: list[tuple[int, int, bool]] = []
        at = self._data.find(mark, start, end)
        candidates = 0
        while at >= 0 and len(marks) <= MOST_PARTS + 1:
            candidates += 1
            if candidates > MOST_BOUNDARY_CANDIDATES:
                raise LimitExceededError(f"{candidates} lines that look like a boundary")
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
