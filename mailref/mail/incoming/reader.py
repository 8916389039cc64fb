"""Bytes to a mail value: the one way into the reader, and the border at which hostile mail ends."""

import hashlib
import re
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from mailref.mail.incoming.addresses import Mailbox, mailboxes
from mailref.mail.incoming.bodies import contents_of
from mailref.mail.incoming.bodytext import body_text
from mailref.mail.incoming.bounces import bounce_of
from mailref.mail.incoming.bounds import MOST_ADDRESSES, MOST_REFERENCES
from mailref.mail.incoming.clean import clean_phrase
from mailref.mail.incoming.fields import Header, decode_words
from mailref.mail.incoming.mime import Part, parse, parse_header
from mailref.mail.incoming.model import IncomingMail, Proof, Robot, Trouble
from mailref.mail.incoming.policy import ReadPolicy
from mailref.mail.incoming.proof import proof_of
from mailref.mail.incoming.robots import is_away_note, robot_of

_MESSAGE_ID = re.compile(r"<[^<>\s]{1,400}>")
_MOST_OF_A_LARGE_MAIL = 128 * 1024
_MOST_OF_A_DATE = 100
_MOST_OF_A_SUBJECT = 1_000


def read(data: bytes, policy: ReadPolicy, *, is_truncated: bool = False) -> IncomingMail:
    """Return what is known of the mail *data*; never fails, whatever the bytes are.

    *is_truncated* says that these are only the header and the beginning of a mail too large.
    """
    try:
        return _read(data, policy, is_truncated=is_truncated)
    except Exception:  # noqa: BLE001 - the one border: whatever a hostile mail breaks ends here
        return _hostile(data, policy)


def _read(data: bytes, policy: ReadPolicy, *, is_truncated: bool) -> IncomingMail:
    is_large = is_truncated or len(data) > policy.max_size
    mail = parse(data[:_MOST_OF_A_LARGE_MAIL] if is_large else data)
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


def _bounced(known: IncomingMail, mail: Part, data: bytes) -> IncomingMail:
    bounce = bounce_of(mail)
    return replace(
        known,
        robot=Robot.BOUNCE,
        final_recipient=bounce.final_recipient,
        is_permanent=bounce.is_permanent,
        fingerprint=_fingerprint(known, mail.header, data),
    )


def _with_words(known: IncomingMail, mail: Part) -> IncomingMail:
    contents = contents_of(mail)
    text = body_text(contents)
    robot = known.robot
    if robot is None and is_away_note(known.subject, text.own.lines):
        robot = Robot.AUTO_REPLY
    names = tuple(clean_phrase(name)[:200] for name in contents.attachments)
    says = text.whole + "\n" + "\n".join(names)
    return replace(
        known,
        robot=robot,
        trouble=text.trouble,
        lines=text.own.lines,
        below=text.own.below,
        forwarded=contents.forwards or text.own.forwards,
        attachments=names,
        is_html=text.is_html,
        fingerprint=_fingerprint(known, mail.header, says.encode("utf-8", "replace")),
    )


def _hostile(data: bytes, policy: ReadPolicy) -> IncomingMail:
    """Return what the header of a hostile mail still says, so that its sender can be told."""
    try:
        header = parse_header(data)
        known = _from_header(header)
        bare = Part(header, "text/plain", (), b"")
        robot = robot_of(bare, known.sender, policy)
    except Exception:  # noqa: BLE001 - nothing can be told of it at all
        header, robot = Header(()), None
        known = _from_header(header)
    print_ = _fingerprint(known, header, data)
    return replace(known, robot=robot, trouble=Trouble.HOSTILE, fingerprint=print_)


def _from_header(header: Header) -> IncomingMail:
    author = _author(header)
    received = header.first("received")
    return IncomingMail(
        sender=author.address,
        sender_name=author.name,
        subject=clean_phrase(decode_words(header.first("subject")[:_MOST_OF_A_SUBJECT])),
        message_id=next(iter(_MESSAGE_ID.findall(header.first("message-id"))), None),
        references=_references(header),
        recipients=_recipients(header),
        date=_date(header.first("date")),
        handed_in=_date(received.rpartition(";")[2]) if received else None,
        robot=None,
        proof=Proof.NONE,
        trouble=None,
        lines=(),
    )


def _author(header: Header) -> Mailbox:
    """Return who wrote it: one From field with one address, else nobody (MAIL.md 3)."""
    fields = header.every("from")
    named = mailboxes(fields[0]) if fields else ()
    if len(fields) == 1 and len(named) == 1:
        return named[0]
    return Mailbox(named[0].name if len(named) == 1 else "", None)


def _recipients(header: Header) -> tuple[str, ...]:
    values = [value for name in ("to", "cc", "delivered-to") for value in header.every(name)[:10]]
    found = (box.address for value in values for box in mailboxes(value))
    return tuple(dict.fromkeys(address for address in found if address))[:MOST_ADDRESSES]


def _references(header: Header) -> tuple[str, ...]:
    """Return the ids answered; of an overlong chain its end, which names the newest."""
    chain = " ".join(header.every("references")[:5] + header.every("in-reply-to")[:5])
    return tuple(dict.fromkeys(_MESSAGE_ID.findall(chain)))[-MOST_REFERENCES:]


def _date(value: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(value.strip()[:_MOST_OF_A_DATE])
        # RFC 5322 3.3: "-0000" says UTC and nothing of the sender's zone; Python makes it naive.
        return found if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _fingerprint(known: IncomingMail, header: Header, says: bytes) -> str:
    """Return what two deliveries of one mail have in common, and no two mails.

    Message ids may be missing or used twice, so what the mail says belongs to it; without an id
    the Date tells two equal mails of different days apart.
    """
    which = known.message_id or header.first("date")
    parts = (known.sender or "", which, known.subject)
    start = "\0".join(parts).encode("utf-8", "replace")
    return hashlib.sha256(start + b"\0" + says).hexdigest()
