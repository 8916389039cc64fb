"""A composed mail as bytes in segments: what many mails share is one object, told apart by type."""

import binascii
from base64 import encodebytes
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage, MIMEPart

from mailref.writing.own_headers import LETTER


@dataclass(frozen=True, slots=True)
class Shared:
    """Bytes that many mails have in common."""

    data: bytes = field(repr=False)


Segment = bytes | Shared


@dataclass(frozen=True, slots=True)
class TextPart:
    """A text or HTML part: pieces that each end with a line."""

    subtype: str
    pieces: tuple[str | Shared, ...]
    """What is shared is quoted-printable already."""


@dataclass(frozen=True, slots=True)
class Attached:
    """A picture in the HTML (with `cid`) or an attachment (with `name`)."""

    content_type: str
    data: Shared
    """Base64 already, by `shared_base64`."""
    name: str
    cid: str | None = None
    parameters: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Body:
    """Everything below the header: related inside alternative, inside mixed where there are attachments."""

    text: TextPart
    html: TextPart
    pictures: tuple[Attached, ...] = ()
    attachments: tuple[Attached, ...] = ()


def shared_base64(data: bytes) -> Shared:
    """Return *data* as the lines of a base64 part."""
    return Shared(encodebytes(data).replace(b"\n", b"\r\n"))


def shared_text(text: str) -> Shared:
    """Return whole lines of a text as quoted-printable."""
    return Shared(quoted_printable(text))


def quoted_printable(text: str) -> bytes:
    """Return whole lines of *text* as quoted-printable with CRLF."""
    return binascii.b2a_qp(text.encode(), istext=True).replace(b"\n", b"\r\n")


class Skeleton:
    """The common frame of mails: header and structure once, with gaps where the parts go."""

    def __init__(self, headers: Iterable[tuple[str, str]], body: Body, mark: str) -> None:
        """*mark* is unguessable and in no part: gaps and boundaries are named after it."""
        self._mark = mark
        self._gaps: list[bytes] = []
        root = EmailMessage(policy=LETTER)
        for name, value in headers:
            root[name] = value
        root["MIME-Version"] = "1.0"
        self._fill(root, body)
        self._pieces = self._cut(root.as_bytes())

    def mail(self, own_headers: Iterable[tuple[str, str]], body: Body) -> tuple[Segment, ...]:
        """Return one mail: *body* has the same shape as the one the frame was made for."""
        head = EmailMessage(policy=LETTER)
        for name, value in own_headers:
            head[name] = value
        lines = head.as_bytes().removesuffix(b"\r\n")
        fillings = [*_written(body), *(each.data for each in (*body.pictures, *body.attachments))]
        parts: list[Segment] = [lines, self._pieces[0]]
        for filling, after in zip(fillings, self._pieces[1:], strict=True):
            parts += [*(filling if isinstance(filling, tuple) else (filling,)), after]
        return tuple(_joined(parts))

    def _fill(self, root: EmailMessage, body: Body) -> None:
        text, html = self._text_part("plain"), self._text_part("html")
        pictures = [self._binary_part(each) for each in body.pictures]
        attachments = [self._binary_part(each) for each in body.attachments]
        inner = self._multipart("related", [html, *pictures]) if pictures else html
        if attachments:
            both = self._multipart("alternative", [text, inner])
            self._become(root, "mixed", [both, *attachments])
        else:
            self._become(root, "alternative", [text, inner])

    def _gap(self) -> str:
        return f"{self._mark}{len(self._gaps)}x"

    def _text_part(self, subtype: str) -> MIMEPart:
        gap = self._gap()
        part = MIMEPart(policy=LETTER)
        part.set_content(gap, subtype=subtype, charset="utf-8", cte="quoted-printable")
        self._gaps.append(gap.encode() + b"\r\n")
        return part

    def _binary_part(self, each: Attached) -> MIMEPart:
        gap = self._gap().encode()
        maintype, _, subtype = each.content_type.partition("/")
        part = MIMEPart(policy=LETTER)
        disposition = "inline" if each.cid else "attachment"
        part.set_content(
            gap,
            maintype,
            subtype,
            cte="base64",
            disposition=disposition,
            filename=each.name,
            cid=f"<{each.cid}>" if each.cid else None,
            params=dict(each.parameters),
        )
        self._gaps.append(encodebytes(gap).replace(b"\n", b"\r\n"))
        return part

    def _multipart(self, subtype: str, parts: Sequence[MIMEPart]) -> MIMEPart:
        part = MIMEPart(policy=LETTER)
        self._become(part, subtype, parts)
        return part

    def _become(self, part: MIMEPart, subtype: str, parts: Sequence[MIMEPart]) -> None:
        part["Content-Type"] = f"multipart/{subtype}"
        part.set_param("boundary", f"{subtype}-{self._mark}")
        for each in parts:
            part.attach(each)

    def _cut(self, data: bytes) -> list[bytes]:
        """Cut the serialised frame at its gaps."""
        pieces = []
        for gap in self._gaps:
            before, _, data = data.partition(gap)
            pieces.append(before)
        return [*pieces, data]


def _written(body: Body) -> Iterator[tuple[Segment, ...]]:
    for part in (body.text, body.html):
        yield tuple(
            piece if isinstance(piece, Shared) else quoted_printable(piece) for piece in part.pieces
        )


def _joined(parts: Iterable[Segment]) -> Iterator[Segment]:
    """Yield the segments, those of this mail alone put together as far as they meet."""
    own: list[bytes] = []
    for part in parts:
        if isinstance(part, Shared):
            if own:
                yield b"".join(own)
            own = []
            yield part
        else:
            own.append(part)
    if own:
        yield b"".join(own)
