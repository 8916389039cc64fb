"""Bytes to a mail value: the one way into the reader, and the border at which hostile mail ends."""

import hashlib
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from msgspec import Struct, field
from msgspec.structs import replace

from mailref.errors import is_lack
from mailref.orders.shapes import holds_play
from mailref.reading import mime
from mailref.reading.authentication import proof_of
from mailref.reading.html_to_lines import PGP_MESSAGE, SourceLine, lines_of_html, lines_of_text
from mailref.reading.incoming_mail import (
    MOST_ADDRESSES,
    MOST_HTML_BYTES,
    MOST_LINES,
    MOST_PIECES,
    MOST_REFERENCES,
    MOST_TAGS,
    MOST_TEXT_CHARACTERS,
    IncomingMail,
    Line,
    Proof,
    ReadPolicy,
    Robot,
    Trouble,
)
from mailref.reading.quotes import OwnWords, own_words
from mailref.reading.robots import answered_ids, bounce_of, is_away_note, robot_of
from mailref.tiles.when_used import regex

_MESSAGE_ID = regex(r"<[^<>\s]{1,400}>")
_MOST_OF_A_LARGE_MAIL = 128 * 1024
_MOST_OF_A_DATE = 100
_MOST_OF_A_SUBJECT = 1_000


_ENCRYPTED = {"application/pgp-encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"}
_TNEF = {"application/ms-tnef", "application/vnd.ms-tnef"}
_SIGNATURES = {
    "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature",
}  # fmt: skip
_PLAIN = {"text/plain", "text/markdown", "text/x-markdown"}


class Piece(Struct, frozen=True):
    """A stretch of the mail's text: as plain text, as HTML, or both."""

    plain: mime.Part | None
    html: mime.Part | None


class Contents(Struct):
    """What lies in a mail."""

    pieces: list[Piece] = field(default_factory=list)
    attachments: list[str] = field(default_factory=list)
    is_encrypted: bool = False
    has_tnef: bool = False


def contents_of(mail: mime.Part) -> Contents:
    """Return the text pieces of *mail* in order, and what else lies in it."""
    found = Contents()
    _collect(mail, found)
    return found


def _collect(part: mime.Part, found: Contents) -> None:
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


def _collect_alternative(part: mime.Part, found: Contents) -> None:
    first = len(found.pieces)
    for child in part.children:
        _collect(child, found)
    inside = found.pieces[first:]
    plain = next((piece.plain for piece in inside if piece.plain), None)
    html = next((piece.html for piece in inside if piece.html), None)
    found.pieces[first:] = [Piece(plain, html)] if plain or html else []


def _collect_leaf(part: mime.Part, found: Contents) -> None:
    name = part.file_name
    if part.kind.startswith("message/"):
        # Never searched for a move: someone else wrote it (contract 3).
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


def _is_html_in_disguise(part: mime.Part) -> bool:
    start = part.body[:100].lstrip().lower()
    return start.startswith((b"<html", b"<!doctype html"))


def read(data: bytes, policy: ReadPolicy, *, is_truncated: bool = False) -> IncomingMail:
    """Return what is known of the mail *data*; never fails, whatever the bytes are, but for lack of memory.

    *is_truncated* says that these are only the header and the beginning of a mail too large.
    """
    try:
        return _read(data, policy, is_truncated=is_truncated)
    except Exception as problem:
        # The one border: whatever a hostile mail breaks ends here. What the machine lacks it did not break.
        if is_lack(problem):
            raise
        return read_header(data, policy)


def _read(data: bytes, policy: ReadPolicy, *, is_truncated: bool) -> IncomingMail:
    is_large = is_truncated or len(data) > policy.max_size
    mail = mime.parse(data[:_MOST_OF_A_LARGE_MAIL] if is_large else data)
    known = _from_header(mail.header)
    robot = robot_of(mail, known.sender, policy)
    if robot is Robot.OWN_MAIL:
        return replace(known, robot=robot, fingerprint=_fingerprint(known, mail.header, data))
    if robot is Robot.BOUNCE:
        return _bounced(known, mail, data)
    known = replace(known, robot=robot, proof=proof_of(data, mail.header, known.sender, policy))
    if is_large:
        print_ = _fingerprint(known, mail.header, data)
        return replace(known, trouble=Trouble.TOO_LARGE, fingerprint=print_)
    return _with_words(known, mail)


def _bounced(known: IncomingMail, mail: mime.Part, data: bytes) -> IncomingMail:
    return replace(
        known,
        robot=Robot.BOUNCE,
        bounce=bounce_of(mail),
        references=tuple(dict.fromkeys((*answered_ids(mail), *known.references))),
        fingerprint=_fingerprint(known, mail.header, data),
    )


def _with_words(known: IncomingMail, mail: mime.Part) -> IncomingMail:
    contents = contents_of(mail)
    text = body_text(contents)
    is_by_subject = known.robot is None and is_away_note(known.subject, text.own.lines)
    names = tuple(mime.clean_phrase(name)[:200] for name in contents.attachments)
    says = text.whole + "\n" + "\n".join(names)
    return replace(
        known,
        robot=Robot.AUTO_REPLY if is_by_subject else known.robot,
        is_robot_by_subject=is_by_subject,
        trouble=text.trouble,
        lines=text.own.lines,
        below=text.own.below,
        signed=text.own.signed,
        attachments=names,
        is_html=text.is_html,
        fingerprint=_fingerprint(known, mail.header, says.encode("utf-8", "replace")),
    )


def read_header(data: bytes, policy: ReadPolicy) -> IncomingMail:
    """Return what the header alone of a hostile mail still says, so that its sender can be told."""
    try:
        header = mime.parse_header(data)
        known = _from_header(header)
        bare = mime.Part(header, "text/plain", (), b"")
        robot = robot_of(bare, known.sender, policy)
    except Exception:  # noqa: BLE001 - nothing can be told of it at all
        header, robot = mime.Header(()), None
        known = _from_header(header)
    print_ = _fingerprint(known, header, data)
    return replace(known, robot=robot, trouble=Trouble.HOSTILE, fingerprint=print_)


def text_sent(data: bytes) -> str:
    """Return the text part of a mail of ours, as it was sent."""
    return next(
        (part.text() for part in mime.walk(mime.parse(data)) if part.kind == "text/plain"), ""
    )


def handed_in(data: bytes) -> datetime | None:
    """Return when the last server took a mail over, by its topmost Received field."""
    try:
        return _handed_in(mime.parse_header(data))
    except Exception:  # noqa: BLE001 - as in `read`: whatever a hostile mail breaks ends here
        return None


def _handed_in(header: mime.Header) -> datetime | None:
    received = header.first("received")
    return _date(received.rpartition(";")[2]) if received else None


def _from_header(header: mime.Header) -> IncomingMail:
    author = _author(header)
    return IncomingMail(
        sender=author.address,
        sender_name=author.name,
        subject=mime.clean_phrase(mime.decode_words(header.first("subject")[:_MOST_OF_A_SUBJECT])),
        message_id=next(
            iter(_MESSAGE_ID.findall(mime.decode_words(header.first("message-id")))), None
        ),
        references=_references(header),
        recipients=_recipients(header),
        date=_date(header.first("date")),
        handed_in=_handed_in(header),
        robot=None,
        proof=Proof.NONE,
        trouble=None,
        lines=(),
    )


def _author(header: mime.Header) -> mime.NamedAddress:
    """Return who wrote it: one From field with one address and no group, else nobody (mail 3)."""
    fields = header.every("from")
    named = mime.named_addresses(fields[0]) if fields else ()
    if len(fields) == 1 and len(named) == 1 and not named[0].is_in_group:
        return named[0]
    return mime.NamedAddress(named[0].name if len(named) == 1 else "", None)


def _recipients(header: mime.Header) -> tuple[str, ...]:
    values = [value for name in ("to", "cc", "delivered-to") for value in header.every(name)[:10]]
    found = (box.address for value in values for box in mime.named_addresses(value))
    return tuple(dict.fromkeys(address for address in found if address))[:MOST_ADDRESSES]


def _references(header: mime.Header) -> tuple[str, ...]:
    """Return the ids answered; of an overlong chain its end, which names the newest.

    Ids that are longer than a line some programs write as encoded words, which RFC 2047 forbids.
    """
    fields = header.every("references")[:5] + header.every("in-reply-to")[:5]
    chain = " ".join(mime.decode_words(field) for field in fields)
    return tuple(dict.fromkeys(_MESSAGE_ID.findall(chain)))[-MOST_REFERENCES:]


def _date(value: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(value.strip()[:_MOST_OF_A_DATE])
        # RFC 5322 3.3: "-0000" says UTC and nothing of the sender's zone; Python makes it naive.
        return found if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _fingerprint(known: IncomingMail, header: mime.Header, says: bytes) -> str:
    """Return what two deliveries of one mail have in common, and no two mails.

    Message ids may be missing or used twice, so what the mail says belongs to it; without an id
    the Date tells two equal mails of different days apart.
    """
    which = known.message_id or header.first("date")
    parts = (known.sender or "", which, known.subject)
    start = "\0".join(parts).encode("utf-8", "replace")
    return hashlib.sha256(start + b"\0" + says).hexdigest()


# Each stops at the next "<", so that a million of them cost no more than their length.
_STYLES = regex(r"<style\b[^<>]*>(?:<!--)?[^<]*</style", re.IGNORECASE)
_TAGS = regex(r"<[^<>]*>|&nbsp;|\s+")
# As much may be only in the HTML without being the person's: a line that says who wrote.
_FEW_LETTERS = 80
_SIGNS = regex(r"[\W_]+")


class BodyText(Struct, frozen=True):
    """What could be made of a mail's text."""

    own: OwnWords
    trouble: Trouble | None
    is_html: bool
    whole: str
    """All of it, quotes too, with every run of spaces as one: what the mail says."""


class _Version(Struct, frozen=True):
    """One piece's text in the form chosen."""

    rows: tuple[SourceLine, ...]
    is_html: bool = False
    is_cut: bool = False
    is_strange: bool = False
    """Whether its characters are none."""


def body_text(contents: Contents) -> BodyText:
    """Return the text of a mail that holds *contents*, or why there is none."""
    versions = _versions(contents.pieces)
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


def _versions(pieces: Sequence[Piece]) -> list[_Version]:
    """Return the texts of the pieces, as far as one mail's lines and tags go; at least the first."""
    found: list[_Version] = []
    lines = tags = 0
    for number, piece in enumerate(pieces):
        tags += piece.html.content().count(b"<") if piece.html is not None else 0
        if number and (number >= MOST_PIECES or lines >= MOST_LINES or tags > MOST_TAGS):
            return [*found, _Version((), is_cut=True)]
        found.append(_chosen(piece))
        lines += len(found[-1].rows)
    return found


def _chosen(piece: Piece) -> _Version:
    """Return plain text, unless the HTML holds what the plain text leaves out."""
    if piece.plain is None:
        return _html_version(piece.html.text()) if piece.html is not None else _Version(())
    text = mime.repair(piece.plain.text())[: MOST_TEXT_CHARACTERS + 1]
    plain = _plain_version(piece.plain, text)
    if piece.html is None:
        return plain
    source = piece.html.text()
    seen = _size(_TAGS.sub("", _STYLES.sub("", source[:MOST_HTML_BYTES])))
    if _size(text) * 2 >= seen and any(holds_play(row.text) for row in plain.rows):
        return plain
    other = _html_version(source)
    return other if plain.is_strange or _leaves_out(plain.rows, other.rows) else plain


def _plain_version(part: mime.Part, text: str) -> _Version:
    rows = lines_of_text(
        text[:MOST_TEXT_CHARACTERS],
        is_flowed=part.parameter("format").lower() == "flowed",
        del_sp=part.parameter("delsp").lower() == "yes",
    )
    is_cut = len(text) > MOST_TEXT_CHARACTERS or len(rows) >= MOST_LINES
    return _Version(rows, is_cut=is_cut, is_strange=mime.is_unreadable(text))


def _html_version(source: str) -> _Version:
    rows, is_cut = lines_of_html(mime.repair(source))
    return _Version(rows, is_html=True, is_cut=is_cut)


def _size(text: str) -> int:
    return len(text) - sum(map(text.count, " \n\r\t"))


def _leaves_out(plain: tuple[SourceLine, ...], other: tuple[SourceLine, ...]) -> bool:
    """Tell whether the plain rows are a stub: a play, or much of the person's words, is not there.

    Compared with all of the plain text: a quote that only one of the two shows is no news.
    """
    whole = _SIGNS.sub("", "".join(row.text for row in plain))
    missing = [line for line in _all_own(other) if _SIGNS.sub("", line.text) not in whole]
    if any(holds_play(line.text) for line in missing):
        return True
    if missing and any("HTML" in line.text for line in _all_own(plain)):
        return True
    own_size = sum(len(_SIGNS.sub("", line.text)) for line in _all_own(plain))
    return sum(len(_SIGNS.sub("", line.text)) for line in missing) > own_size // 2 + _FEW_LETTERS


def _all_own(rows: tuple[SourceLine, ...]) -> tuple[Line, ...]:
    own = own_words(rows)
    lines: tuple[Line, ...] = sum(own.below, own.lines)
    return lines


def _in_sequence(texts: list[tuple[SourceLine, ...]]) -> tuple[SourceLine, ...]:
    """Return the rows of several pieces as one text, an empty line between, numbered through."""
    if len(texts) == 1:
        return texts[0]
    rows: list[SourceLine] = []
    for text in texts:
        if rows:
            rows.append(SourceLine(Line(rows[-1].line.number + 1, "")))
        by = rows[-1].line.number if rows else 0
        rows += [replace(row, line=_moved(row.line, by)) for row in text]
    return tuple(rows)


def _moved(line: Line, by: int) -> Line:
    places = tuple((number + by, column) for number, column in line.places)
    return Line(line.number + by, line.text, places)
