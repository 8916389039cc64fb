"""A composed mail as bytes in segments, under headers of ours: who, about what, answering what.

Ids prove the player. What many mails share is one object, told apart by type.
"""

import binascii
import hmac
import re
from base64 import encodebytes
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from email.headerregistry import Address
from email.message import EmailMessage, MIMEPart
from email.policy import EmailPolicy
from email.utils import format_datetime

from mailref.referee.contents import (
    CommandAnswer,
    EntryAnswer,
    MailAnswer,
    Opening,
    Report,
    Summary,
)
from mailref.referee.identity import ONE_TIME_ID, loop_id, token_of
from mailref.referee.mails import Answered, Owed
from mailref.referee.policy import House
from mailref.referee.turn_contents import (
    GamesInHand,
    OrderAnswer,
    TurnCommandAnswer,
    TurnReport,
    TurnsOpening,
)
from mailref.writing.never_a_move import MOST_NAME, MOST_SUBJECT, one_line

_IDS = frozenset({"message-id", "in-reply-to", "references"})
_LONGEST = 996  # RFC 5322 2.1.1: 998 characters a line, less the blank that folds and one to spare
_ID = re.compile(r"<[\x21-\x3b\x3d\x3f-\x7e]+>", re.ASCII)


def message_ids(text: str) -> tuple[str, ...]:
    """Return the message ids in *text* that can be written as they stand, in order.

    >>> message_ids("<a@x> junk <b@y>")
    ('<a@x>', '<b@y>')
    """
    return tuple(found for found in _ID.findall(text) if len(found) <= _LONGEST)


class LetterPolicy(EmailPolicy):
    """The policy of every mail sent.

    Python encodes an id that is longer than a line as if it were prose (python/cpython#100991),
    and Outlook, whose ids have 80 characters and more, then loses the thread (mail 0.4). Here
    ids stand one a line, as they came; what is no id is left out, so that nothing of a foreign
    mail can begin a line of ours.
    """

    def fold(self, name: str, value: str) -> str:
        if name.lower() not in _IDS:
            prose: str = super().fold(name, value)
            return prose
        ids = message_ids(value)
        if not ids:
            return self._without_ids(name, value)
        return f"{name}: {f'{self.linesep} '.join(ids)}{self.linesep}"

    def fold_binary(self, name: str, value: str) -> bytes:
        if name.lower() in _IDS:
            return self.fold(name, value).encode("ascii")
        return super().fold_binary(name, value)

    @staticmethod
    def _without_ids(name: str, value: str) -> str:
        if name.lower() == "message-id":
            raise ValueError(f"not a message id: {value!r}")
        return ""  # an empty References is no header at all


LETTER = LetterPolicy(linesep="\r\n", cte_type="7bit", max_line_length=78)


Header = tuple[str, str]
_ANSWERS = (
    EntryAnswer,
    MailAnswer,
    CommandAnswer,
    Summary,
    OrderAnswer,
    TurnCommandAnswer,
    GamesInHand,
)
_REPORTS = (Report, Opening, TurnReport, TurnsOpening)
_MOST_REFERENCES = 20
"""At either end of a long chain (mail 3)."""
_LEAVE = "ABMELDEN"


def domain_of(house: House) -> str:
    return house.address.rpartition("@")[2]


def digest_of(house: House, what: str) -> str:
    """Return a name for *what* that nobody can guess; it stays the same within an installation."""
    return hmac.digest(house.secret, what.encode(), "sha256").hex()[:24]


def message_id_of(owed: Owed, house: House) -> str:
    """Return the id, fixed by the key: the game, the round, and a token that proves the player."""
    game = owed.game or "mailref"
    parts = [game, round_tag(owed) or "0", digest_of(house, f"mail\0{owed.key}")]
    if owed.game is not None and owed.player is not None:
        parts.append(token_of(house, owed.game, owed.player, round_tag(owed)))
    if owed.one_time is not None:
        parts.append(f"once{owed.one_time}")
    return f"<{'.'.join(parts)}@{domain_of(house)}>"


def round_tag(owed: Owed) -> str | None:
    """Return the tag as the record keeps it: `4` or `Ende`."""
    if owed.tag is None:
        return None
    return owed.tag[1:] if owed.tag[1:].isdigit() else owed.tag


def subject_of(owed: Owed, subject: str) -> str:
    """Return `[yerres R4] ...`, or `[mailref] ...` where no single game is meant."""
    tag = f"[{owed.game} {owed.tag}]" if owed.game and owed.tag else "[mailref]"
    return one_line(f"{tag} {subject}", MOST_SUBJECT)


def own_headers(owed: Owed, house: House) -> Iterator[Header]:
    """Yield what differs from one recipient of a mail to the next."""
    yield "To", str(mailbox(owed.name, owed.recipient))
    yield "Message-ID", message_id_of(owed, house)
    if owed.answers is not None:
        yield from _thread(owed.answers)
    elif owed.follows is not None:
        yield "In-Reply-To", owed.follows
        yield "References", owed.follows


def common_headers(owed: Owed, house: House, subject: str) -> Iterator[Header]:
    """Yield what all mails of one content have in common."""
    yield "From", str(mailbox(house.display_name, house.address))
    yield "Subject", subject_of(owed, subject)
    yield "Date", format_datetime(owed.at)
    if isinstance(owed.content, _REPORTS):
        yield from _of_a_report(owed, house)
    answers = isinstance(owed.content, _ANSWERS)
    yield "Auto-Submitted", "auto-replied" if answers else "auto-generated"
    yield "X-Auto-Response-Suppress", "All"
    yield "X-Mailref-Loop", loop_id(house.secret)
    yield "Content-Language", owed.language


def mailbox(name: str, address: str) -> Address:
    """Return a mailbox with a display name made safe."""
    local, _, domain = address.rpartition("@")
    return Address(one_line(name, MOST_NAME), username=local, domain=domain)


def _of_a_report(owed: Owed, house: House) -> Iterator[Header]:
    yield "Reply-To", str(mailbox(house.display_name, house.address))
    if owed.game is not None and owed.tag is not None:
        yield "List-Id", f"<{owed.game}.{domain_of(house)}>"
        tag = f"%5B{owed.game}%20{owed.tag}%5D"
        yield "List-Unsubscribe", f"<mailto:{house.address}?subject={tag}%20{_LEAVE}>"


def _thread(answers: Answered) -> Iterator[Header]:
    """Yield In-Reply-To and References: the old chain and the id, its first and its last ones."""
    ids = message_ids(answers.message_id or "")[:1]
    # A one-time token is in the one mail alone that asks back.
    chain = tuple(
        each
        for each in dict.fromkeys((*message_ids(" ".join(answers.references)), *ids))
        if not ONE_TIME_ID.search(each)
    )
    if len(chain) > 2 * _MOST_REFERENCES:
        chain = (*chain[:_MOST_REFERENCES], *chain[-_MOST_REFERENCES:])
    if ids:
        yield "In-Reply-To", ids[0]
    if chain:
        yield "References", " ".join(chain)


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
    data: Segment
    """Base64 already, by `shared_base64`; by `own_base64` where only one reader may have it."""
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


def own_base64(data: bytes) -> bytes:
    """Return *data* as the lines of a base64 part that is in one mail alone."""
    return shared_base64(data).data


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
