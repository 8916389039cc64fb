"""Which parts of a mail hold its text, and what else lies in it.

The standard library's parser goes wild on hostile mail (RecursionError at 1,000 nested parts,
seconds at 20,000 parts), and reads attachments nobody asks for; this one looks for boundaries only.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from mailref.reading.characters import decode, decode_transfer
from mailref.reading.headers import Header, cut_header, decode_words
from mailref.reading.incoming_mail import (
    MOST_BOUNDARY_CANDIDATES,
    MOST_DEPTH,
    MOST_FIELDS,
    MOST_HEADER_BYTES,
    MOST_PART_FIELDS,
    MOST_PART_HEADER_BYTES,
    MOST_PARTS,
    LimitExceededError,
)

_TYPE = re.compile(r"\s*([\w!#$&^.+-]+)/([\w!#$&^.+-]+)")
# `; name="value"`, `; name=value`, `; name*0*=utf-8''v%C3%A4lue`
_PARAMETER = re.compile(r';\s*([^\s=;"]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)', re.DOTALL)
_PERCENT = re.compile(rb"%([0-9A-Fa-f]{2})")


@dataclass(frozen=True, slots=True)
class Part:
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


_ENCRYPTED = {"application/pgp-encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"}
_TNEF = {"application/ms-tnef", "application/vnd.ms-tnef"}
_SIGNATURES = {
    "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature",
}  # fmt: skip
_PLAIN = {"text/plain", "text/markdown", "text/x-markdown"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the mail's text: as plain text, as HTML, or both."""

    plain: Part | None
    html: Part | None


@dataclass(slots=True)
class Contents:
    """What lies in a mail."""

    pieces: list[Piece] = field(default_factory=list)
    attachments: list[str] = field(default_factory=list)
    forwards: bool = False
    is_encrypted: bool = False
    has_tnef: bool = False


def contents_of(mail: Part) -> Contents:
    """Return the text pieces of *mail* in order, and what else lies in it."""
    found = Contents()
    _collect(mail, found)
    return found


def _collect(part: Part, found: Contents) -> None:
    """Add what *part* holds; as deep as mails are parsed, which is bounded."""
    if part.kind == "multipart/alternative":
        _collect_alternative(part, found)
    elif part.kind == "multipart/encrypted":
        found.is_encrypted = True
    elif part.children:
        for child in part.children:
            _collect(child, found)
    else:
        _collect_leaf(part, found)


def _collect_alternative(part: Part, found: Contents) -> None:
    inside = Contents()
    for child in part.children:
        _collect(child, inside)
    plain = next((piece.plain for piece in inside.pieces if piece.plain), None)
    html = next((piece.html for piece in inside.pieces if piece.html), None)
    if plain or html:
        found.pieces.append(Piece(plain, html))
    found.attachments += inside.attachments
    found.forwards |= inside.forwards
    found.is_encrypted |= inside.is_encrypted
    found.has_tnef |= inside.has_tnef


def _collect_leaf(part: Part, found: Contents) -> None:
    name = part.file_name
    if part.kind.startswith("message/"):
        # Never searched for a move: someone else wrote it (contract 3).
        found.forwards = True
        found.attachments.append(name or part.kind)
    elif part.kind in _TNEF or name.lower() == "winmail.dat":
        found.has_tnef = True
        found.attachments.append(name or part.kind)
    elif part.kind in _ENCRYPTED:
        found.is_encrypted = True
    elif part.is_attachment or part.kind not in _PLAIN | {"text/html"}:
        if part.kind not in _SIGNATURES:
            found.attachments.append(name or part.kind)
    elif part.kind == "text/html" or _is_html_in_disguise(part):
        found.pieces.append(Piece(None, part))
    else:
        found.pieces.append(Piece(part, None))


def _is_html_in_disguise(part: Part) -> bool:
    start = part.body[:100].lstrip().lower()
    return start.startswith((b"<html", b"<!doctype html"))
