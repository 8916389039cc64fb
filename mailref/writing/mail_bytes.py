"""A composed mail as bytes in segments, under headers of ours: who, about what, answering what.

Ids prove the player. What many mails share is one object, told apart by type.
"""

import binascii
import hmac
import re
import struct
from collections.abc import Iterable, Iterator, Sequence
from email.headerregistry import Address
from email.policy import EmailPolicy
from email.utils import format_datetime, quote
from functools import lru_cache
from itertools import groupby, zip_longest

from msgspec import Struct

from mailref.languages import DEFAULT
from mailref.orders.shapes import tag_as_read
from mailref.orders.table import Command, written
from mailref.referee.identity import ONE_TIME_ID, loop_id, token_of, unsubscribe_token
from mailref.referee.mails import Owed
from mailref.referee.policy import Answered, House
from mailref.tiles.when_used import regex
from mailref.writing.never_a_move import MOST_SUBJECT, name_seen, one_line, percent_encoded

_IDS = frozenset({"message-id", "in-reply-to", "references"})
_FOLDED_HERE = _IDS | {"list-unsubscribe", "subject"}
_LONGEST = 996  # RFC 5322 2.1.1: 998 characters a line, less the blank that folds and one to spare
_ID = regex(r"<[\x21-\x3b\x3d\x3f-\x7e]+>", re.ASCII)


def message_ids(text: str) -> tuple[str, ...]:
    """Return the message ids in *text* that can be written as they stand, in order.

    >>> message_ids("<a@x> junk <b@y>")
    ('<a@x>', '<b@y>')
    """
    return tuple(found for found in _ID.findall(text) if len(found) <= _LONGEST)


_LINE, _WORD = 78, 75
"""The most characters of a line (RFC 5322 2.1.1) and of an encoded word (RFC 2047 2)."""
_ENCODED = "=?utf-8?q?{}?="
_PLAIN_IN_WORDS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!*+-/")


def folded_subject(subject: str, linesep: str) -> str:
    """Return the header field: words that are ASCII as they stand, the rest encoded (RFC 2047).

    Whoever reads it drops what is between two encoded words, so each holds its own spaces.
    """
    words = subject.split(" ")
    is_plain = [word.isascii() and "=?" not in word for word in words]
    first = is_plain.index(False) if False in is_plain else len(words)
    lines = ["Subject:"]
    for token in (*words[:first], *_encoded_words(" ".join(words[first:]))):
        is_full = len(lines[-1]) + 1 + len(token) > _LINE
        if is_full and lines != ["Subject:"]:
            lines.append("")
        lines[-1] += f" {token}"
    return linesep.join(lines) + linesep


def _encoded_words(text: str) -> Iterator[str]:
    held = ""
    for letter in text:
        octets = "".join(f"={octet:02X}" for octet in letter.encode())
        piece = "_" if letter == " " else letter if letter in _PLAIN_IN_WORDS else octets
        if len(_ENCODED.format(held + piece)) > _WORD:
            yield _ENCODED.format(held)
            held = ""
        held += piece
    if held:
        yield _ENCODED.format(held)


class LetterPolicy(EmailPolicy):
    """The policy of every mail sent.

    Python encodes an id that is longer than a line as if it were prose (python/cpython#100991),
    and Outlook, whose ids have 80 characters and more, then loses the thread (mail 0.4). Here
    ids stand one a line, as they came; what is no id is left out, so that nothing of a foreign
    mail can begin a line of ours. Where it folds a subject it loses a space between two encoded
    words, doubles one, or puts one before the first word; subjects are folded here, too.
    """

    def fold(self, name: str, value: str) -> str:
        if (
            name.lower() == "list-unsubscribe"
        ):  # addresses longer than a line are written as they stand
            return f"{name}: {f',{self.linesep} '.join(value.split(', '))}{self.linesep}"
        if name.lower() == "subject":
            return folded_subject(str(value), self.linesep)
        if name.lower() not in _IDS:
            prose: str = super().fold(name, value)
            return prose
        ids = message_ids(value)
        if not ids and name.lower() == "message-id":
            raise ValueError(f"not a message id: {value!r}")
        if not ids:
            return ""  # an empty References is no header at all
        return f"{name}: {f'{self.linesep} '.join(ids)}{self.linesep}"

    def fold_binary(self, name: str, value: str) -> bytes:
        if name.lower() in _FOLDED_HERE:
            return self.fold(name, value).encode("ascii")
        return super().fold_binary(name, value)


LETTER = LetterPolicy(linesep="\r\n", cte_type="7bit", max_line_length=78)


HeaderField = tuple[str, str]
_MOST_REFERENCES = 20
"""At either end of a long chain (mail 3)."""
_LEAVE = written(Command.LEAVE, DEFAULT)


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


def in_a_url(text: str) -> str:
    """Return a text as it stands in a `mailto:` address.

    >>> in_a_url("nein: größer?")
    'nein%3A%20gr%C3%B6%C3%9Fer%3F'
    """
    return percent_encoded(text, "@.-_")


def round_tag(owed: Owed) -> str | None:
    """Return the tag as the record keeps it: `4` or `Ende`."""
    if owed.tag is None:
        return None
    return owed.tag[1:] if owed.tag[1:].isdigit() else owed.tag


def file_stem(stem: str, tag: str, language: str) -> str:
    """Return the name of a file about a round or turn, as its reader has it.

    >>> file_stem("kiel-sheet", "Z3", "en")
    'kiel-sheet-T3'
    """
    return tag_as_read(f"{stem} {tag}", language).replace(" ", "-")


def subject_of(owed: Owed, subject: str, house: House) -> str:
    """Return `[yerres R4] ...`, or `[mailref] ...` where no single game is meant, of a club its name."""
    about = (
        tag_as_read(f"{owed.game} {owed.tag}", owed.language) if owed.game and owed.tag else None
    )
    tag = f"[{about or house.name}]"
    return one_line(f"{tag} {subject}", MOST_SUBJECT)


def own_headers(owed: Owed, house: House) -> Iterator[HeaderField]:
    """Yield what differs from one recipient of a mail to the next."""
    yield "To", _mailbox_written(owed.name, owed.recipient)
    yield "Message-ID", message_id_of(owed, house)
    if owed.answers is not None:
        yield from _thread(owed.answers)
    elif owed.follows is not None:
        yield "In-Reply-To", owed.follows
        yield "References", owed.follows
    if house.unsubscribe_url and owed.content.is_report:
        yield from _one_click(owed, house)


def common_headers(owed: Owed, house: House, subject: str) -> Iterator[HeaderField]:
    """Yield what all mails of one content have in common."""
    yield "From", _mailbox_written(house.display_name, house.address)
    yield "Subject", subject_of(owed, subject, house)
    yield "Date", format_datetime(owed.at)
    if owed.content.is_report:
        yield from _of_a_report(owed, house)
    yield "Auto-Submitted", "auto-replied" if _is_answer(owed) else "auto-generated"
    yield "X-Auto-Response-Suppress", "All"
    yield "X-Mailref-Loop", loop_id(house.secret)
    yield "Content-Language", owed.language


def _is_answer(owed: Owed) -> bool:
    """Tell whether a mail is sent because of another one; a report is for all, whoever's move it tells of."""
    if owed.content.is_report:
        return False
    return owed.answers is not None or owed.content.is_reply


def mailbox(name: str, address: str) -> Address:
    """Return a mailbox with a display name made safe."""
    local, _, domain = address.rpartition("@")
    return Address(name_seen(name), username=local, domain=domain)


@lru_cache(maxsize=4096)
def _mailbox_written(name: str, address: str) -> str:
    """Return the same as it is written: who gets one mail gets others."""
    return str(mailbox(name, address))


def _of_a_report(owed: Owed, house: House) -> Iterator[HeaderField]:
    yield "Reply-To", _mailbox_written(house.display_name, house.address)
    if owed.game is not None and owed.tag is not None:
        yield "List-Id", f"<{owed.game}.{domain_of(house)}>"
        if not house.unsubscribe_url:  # else it differs from one recipient to the next
            yield "List-Unsubscribe", _leave_by_mail(owed, house)


def _leave_by_mail(owed: Owed, house: House) -> str:
    return f"<mailto:{house.address}?subject=%5B{owed.game}%20{owed.tag}%5D%20{_LEAVE}>"


def _one_click(owed: Owed, house: House) -> Iterator[HeaderField]:
    """Yield how reports are ended: by mail, and but for the game master's by one click (RFC 8058)."""
    if owed.game is None or owed.tag is None:
        return
    by_mail = _leave_by_mail(owed, house)
    if owed.recipient.lower() == house.gamemaster_address and not owed.player:
        yield "List-Unsubscribe", by_mail
        return
    token = unsubscribe_token(house, owed.game, owed.recipient)
    page = house.unsubscribe_url.replace("{token}", token)
    yield "List-Unsubscribe", f"{by_mail}, <{page}>"
    yield "List-Unsubscribe-Post", "List-Unsubscribe=One-Click"


def _thread(answers: Answered) -> Iterator[HeaderField]:
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


class Shared(Struct, frozen=True):
    """Bytes that many mails have in common."""

    data: bytes


Segment = bytes | Shared


class TextPart(Struct, frozen=True):
    """A text or HTML part: pieces that each end with a line."""

    subtype: str
    pieces: tuple[str | Segment, ...]
    """What is no text any more is quoted-printable already."""


class Attached(Struct, frozen=True):
    """A picture in the HTML (with `cid`) or an attachment (with `name`)."""

    content_type: str
    data: Segment
    """Base64 already, by `shared_base64`; its bare data where only one reader may have it."""
    name: str
    cid: str | None = None
    parameters: tuple[tuple[str, str], ...] = ()


class Body(Struct, frozen=True):
    """Everything below the header: related inside alternative, inside mixed where there are attachments."""

    text: TextPart
    html: TextPart
    pictures: tuple[Attached, ...] = ()
    attachments: tuple[Attached, ...] = ()


_IN_BASE64 = 76
"""The characters of a line (RFC 2045 6.8)."""


def shared_base64(data: bytes) -> Shared:
    """Return *data* as the lines of a base64 part."""
    encoded = binascii.b2a_base64(data, newline=False)
    whole, rest = divmod(len(encoded), _IN_BASE64)
    lines = (*struct.unpack_from(f"{_IN_BASE64}s" * whole, encoded), encoded[len(encoded) - rest :])
    return Shared(b"\r\n".join(lines) + (b"\r\n" if rest else b""))


def shared_text(text: str) -> Shared:
    """Return whole lines of a text as quoted-printable."""
    return Shared(quoted_printable(text))


class CommonLines:
    """Lines of which many readers see the same: a stretch as all see it is written once, and shared."""

    def __init__(self, lines: Sequence[str]) -> None:
        """*lines* are what is seen by a reader whom nothing sets off."""
        self._common = [
            (each, shared_text("".join(f"{line}\n" for line in each))) for each in _stretches(lines)
        ]
        self._written: dict[str, bytes] = {}

    def segments(self, lines: Sequence[str]) -> tuple[Segment, ...]:
        """Return what one reader sees as quoted-printable."""
        return tuple(
            common[1] if common is not None and common[0] == stretch else self._own(stretch)
            for common, stretch in zip_longest(self._common, _stretches(lines))
            if stretch is not None
        )

    def _own(self, lines: Iterable[str]) -> bytes:
        """Return lines that not all see; each is encoded once, whoever else sees it too."""
        return b"".join(
            self._written.get(line) or self._written.setdefault(line, quoted_printable(f"{line}\n"))
            for line in lines
        )


_TOGETHER = 25
"""So many lines are shared, or are not."""


def _stretches(lines: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for start in range(0, len(lines), _TOGETHER):
        yield tuple(lines[start : start + _TOGETHER])


def quoted_printable(text: str) -> bytes:
    """Return whole lines of *text* as quoted-printable with CRLF."""
    return binascii.b2a_qp(text.encode(), istext=True).replace(b"\n", b"\r\n")


class Skeleton:
    """The common frame of mails: header and structure once, with gaps where the parts go."""

    def __init__(
        self, headers: Iterable[HeaderField], body: Body, mark: str, *, is_for_many: bool = False
    ) -> None:
        """*mark* is unguessable and in no part: boundaries are named after it.

        Of mails *for many* what stands together and is the same for all is one segment.
        """
        self._mark = mark
        frame = self._lines((*headers, ("MIME-Version", "1.0"))) + self._framed(body)
        pieces = tuple(frame.split(_GAP))
        self._pieces: tuple[Segment, ...] = tuple(map(Shared, pieces)) if is_for_many else pieces
        self._is_for_many = is_for_many
        self._runs: dict[tuple[Segment, ...], Segment] = {}

    def mail(self, own_headers: Iterable[HeaderField], body: Body) -> tuple[Segment, ...]:
        """Return one mail: *body* has the same shape as the one the frame was made for."""
        fillings = [
            *(_encoded(part.pieces) for part in (body.text, body.html)),
            *((each.data,) for each in (*body.pictures, *body.attachments)),
        ]
        parts: list[Segment] = [b"".join(map(_line, own_headers)), self._pieces[0]]
        for filling, after in zip(fillings, self._pieces[1:], strict=True):
            parts += [*filling, after]
        return tuple(self._in_runs(parts))

    def _in_runs(self, parts: Iterable[Segment]) -> Iterator[Segment]:
        """Yield what is this mail's own put together as far as it meets; of many, what they share too."""
        own: list[bytes] = []
        for is_shared, group in groupby(parts, key=_is_shared):
            run = tuple(group)
            if is_shared and self._is_for_many:
                run = (self._runs.get(run) or self._runs.setdefault(run, _as_one(run)),)
            for part in run:
                if not isinstance(part, Shared):
                    own.append(part)
                    continue
                if own:
                    yield b"".join(own)
                    own.clear()
                yield part
        if own:
            yield b"".join(own)

    def _framed(self, body: Body) -> bytes:
        text, html = self._part(_text_head("plain")), self._part(_text_head("html"))
        pictures = [self._part(_binary_head(each, self._mark)) for each in body.pictures]
        attachments = [self._part(_binary_head(each, self._mark)) for each in body.attachments]
        inner = self._multipart("related", [html, *pictures]) if pictures else html
        both = self._multipart("alternative", [text, inner])
        return self._multipart("mixed", [both, *attachments]) if attachments else both

    def _part(self, head: Iterable[HeaderField]) -> bytes:
        return self._lines(head) + b"\r\n" + _GAP

    def _multipart(self, subtype: str, parts: Iterable[bytes]) -> bytes:
        boundary = f"\r\n--{subtype}-{self._mark}".encode()
        head = self._lines((_multipart_head(subtype),))
        return head + b"".join(boundary + b"\r\n" + part for part in parts) + boundary + b"--\r\n"

    def _lines(self, headers: Iterable[HeaderField]) -> bytes:
        return b"".join(map(_line, headers)).replace(_ANY_MARK.encode(), self._mark.encode())


_ANY_MARK = "0" * 24
"""In place of a mark in headers that are alike but for it."""
_GAP = b"\0"
"""Stands in the frame of a mail where a part goes; no header holds one."""


def _text_head(subtype: str) -> Iterator[HeaderField]:
    yield "Content-Type", f'text/{subtype}; charset="utf-8"'
    yield "Content-Transfer-Encoding", "quoted-printable"


def _multipart_head(subtype: str) -> HeaderField:
    return "Content-Type", f'multipart/{subtype}; boundary="{subtype}-{_ANY_MARK}"'


def _binary_head(each: Attached, mark: str) -> Iterator[HeaderField]:
    """Yield the headers of a part in base64."""
    disposition = "inline" if each.cid else "attachment"
    parameters = "".join(f'; {name}="{value}"' for name, value in each.parameters)
    if not parameters:
        yield "Content-Type", each.content_type
    yield "Content-Transfer-Encoding", "base64"
    yield "Content-Disposition", f'{disposition}; filename="{quote(each.name)}"'
    if each.cid:
        yield "Content-ID", f"<{each.cid.replace(mark, _ANY_MARK)}>"
    if parameters:
        yield "Content-Type", each.content_type + parameters


_AS_IT_STANDS = regex(
    r"(?:[A-Za-z]{1,30} ){0,4}<[a-z0-9_-]+(?:\.[a-z0-9_-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)+>"
    r'|(?:inline|attachment); filename="[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*"'
)
"""Somebody with an address, or the name of a file, in which Python would find nothing to fold: what differs most."""


def _line(header: HeaderField) -> bytes:
    """Return a header as it is sent, folded."""
    name, value = header
    if name.lower() in _FOLDED_HERE:  # one of its own for each mail, or nearly
        return LETTER.fold(name, value).encode("ascii")
    return _folded(name, value)


@lru_cache(maxsize=4096)
def _folded(name: str, value: str) -> bytes:
    if len(name) + len(value) + 2 <= _LINE and _AS_IT_STANDS.fullmatch(value):
        return f"{name}: {value}\r\n".encode("ascii")
    return LETTER.fold_binary(*LETTER.header_store_parse(name, value))


def _encoded(pieces: Iterable[str | Segment]) -> Iterator[Segment]:
    """Yield the pieces as quoted-printable; texts that follow each other are encoded together."""
    for is_text, group in groupby(pieces, key=lambda piece: isinstance(piece, str)):
        if is_text:
            yield quoted_printable("".join(each for each in group if isinstance(each, str)))
        else:
            yield from (each for each in group if not isinstance(each, str))


_WORTH_A_ROW = 1000
"""So many octets that many mails share are kept apart from them: a row costs more than fewer do."""


def _is_shared(part: Segment) -> bool:
    return isinstance(part, Shared)


def _as_one(run: Sequence[Segment]) -> Segment:
    data = b"".join(part.data if isinstance(part, Shared) else part for part in run)
    return Shared(data) if len(data) >= _WORTH_A_ROW else data
