"""What a bounce says: whom a mail of ours could not reach, and whether trying again is of use."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mailref.reading.headers import Header, cut_header, normalised
from mailref.reading.incoming_mail import MOST_HEADER_BYTES
from mailref.reading.mime import Part, walk

# Enhanced status (RFC 3463) or reply code (RFC 5321), as in "550 5.1.1 no such user".
_ENHANCED = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
_REPLY = re.compile(r"(?:^|[\s:;])([245])\d\d(?=[\s-])")
_ADDRESS = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]{1,253}")
_HOPELESS = re.compile(
    r"\b(?:user unknown|unknown user|no such user|does not exist|mailbox unavailable"
    r"|unbekannt|existiert nicht|permanent (?:fatal )?error|address rejected|giving up)\b",
    re.IGNORECASE,
)
_MOST_FREE_FORM = 16_000


@dataclass(frozen=True, slots=True)
class Bounce:
    """What a bounce says."""

    final_recipient: str | None
    is_permanent: bool
    has_failed: bool = False
    """Whether the mail was not delivered and will not be, whatever the cause."""
    is_address_gone: bool = False
    """Whether there is no such address (5.1.x, 5.2.1); a full box or a limit passes."""
    why: str = ""
    """In the other server's words."""


# RFC 3463: X.1.x says that the address is wrong, but 7 and 8 that the sender's is; X.2.1, disabled.
_OUR_OWN = {"7", "8"}
_GONE = re.compile(
    r"\b(?:user unknown|unknown (?:user|recipient|mailbox|address)|no such (?:user|recipient|mailbox|address"
    r"|person|account)|(?:user|recipient|mailbox|address|account) (?:is )?(?:unknown|not found|disabled|inactive)"
    r"|does(?: not|n't) exist|doesn't have an? \S+ account|invalid (?:recipient|mailbox|address)"
    r"|unbekannte?r? (?:empfänger|benutzer|adresse)|(?:empfänger|benutzer|adresse|postfach) (?:ist )?unbekannt"
    r"|existiert nicht)\b",
    re.IGNORECASE,
)
_MOST_OF_WHY = 300


def is_address_gone(said: str) -> bool:
    """Tell whether a server's refusal says that there is no such address, for good.

    >>> is_address_gone("550 5.1.1 no such user"), is_address_gone("552 5.2.2 mailbox full")
    (True, False)
    >>> is_address_gone("554 rejected"), is_address_gone("550 5.4.5 daily limit, no such user")
    (False, False)
    """
    for found in _ENHANCED.finditer(said):
        kind, subject, detail = found.groups()
        if (subject, detail) == ("0", "0"):
            continue
        is_wrong = subject == "1" and detail not in _OUR_OWN
        return kind == "5" and (is_wrong or (subject, detail) == ("2", "1"))
    reply = _REPLY.search(f"{said} ")
    return (reply is None or reply[1] == "5") and _GONE.search(said) is not None


def answered_ids(mail: Part) -> tuple[str, ...]:
    """Return the Message-IDs of the mails of ours that the bounce *mail* gives back."""
    named = [mail.header.first("x-original-message-id")]
    for part in walk(mail):
        if part.kind in _GIVEN_BACK:
            body = part.content()
            named.append(cut_header(body, 0, len(body), MOST_HEADER_BYTES)[0].first("message-id"))
    text = next(
        (part.text()[:_MOST_FREE_FORM] for part in walk(mail) if part.kind == "text/plain"), ""
    )
    named += _ID_LINE.findall(text)[:10]
    return tuple(dict.fromkeys(id_ for each in named for id_ in _MESSAGE_ID.findall(each)))


_GIVEN_BACK = {
    "message/rfc822", "message/global", "text/rfc822-headers", "message/rfc822-headers",
    "message/global-headers",
}  # fmt: skip
_MESSAGE_ID = re.compile(r"<[^<>\s]{1,400}>")
_ID_LINE = re.compile(r"^[> \t]{0,4}message-id:(.{1,500})$", re.IGNORECASE | re.MULTILINE)


def bounce_of(mail: Part) -> Bounce:
    """Return what the bounce *mail* says; nothing permanent where it only delays."""
    reports = [_recipient(header) for part in walk(mail) for header in _groups(part)]
    named = [report for report in reports if report is not None]
    if named:
        # Several recipients: the one that failed for good is the one to know of.
        return next((report for report in named if report.is_permanent), named[0])
    return _free_form(mail)


def _groups(part: Part) -> Iterator[Header]:
    """Yield the groups of fields of a delivery status: the message's, then one a recipient."""
    if part.kind not in {"message/delivery-status", "message/global-delivery-status"}:
        return
    body = part.content().replace(b"\r\n", b"\n").strip(b"\n")
    for group in body.split(b"\n\n")[:50]:
        yield cut_header(group, 0, len(group), len(group) + 1)[0]


def _recipient(header: Header) -> Bounce | None:
    named = header.first("final-recipient") or header.first("original-recipient")
    action = header.first("action").split("(")[0].strip().lower()
    if not named and not action:
        return None
    address = normalised(named.rpartition(";")[2].strip(" <>"))
    is_failure = action in {"failed", ""}
    said = header.first("diagnostic-code") + " " + header.first("status")
    is_final = is_failure and _is_final(header)
    return Bounce(
        final_recipient=address,
        is_permanent=is_final,
        has_failed=is_failure,
        is_address_gone=is_final and is_address_gone(said),
        why=said.strip()[:_MOST_OF_WHY],
    )


def _is_final(header: Header) -> bool:
    """Tell whether the failure is for good.

    Exim writes `Status: 5.0.0` whatever the other server said: the Diagnostic-Code knows more.
    A mailbox that is full or a server that defers is no address that is gone (5.2.2, 4.x.x).
    """
    for text in (header.first("diagnostic-code"), header.first("status")):
        enhanced = _ENHANCED.search(text)
        if enhanced and (enhanced[2], enhanced[3]) != ("0", "0"):
            return enhanced[1] == "5" and (enhanced[2], enhanced[3]) != ("2", "2")
        reply = _REPLY.search(text)
        if reply:
            return reply[1] == "5"
    return header.first("status").strip().startswith("5")


def _free_form(mail: Part) -> Bounce:
    """Read a bounce that is only text: X-Failed-Recipients, else the first address beside a code."""
    part = next((part for part in walk(mail) if part.kind == "text/plain"), None)
    text = part.text()[:_MOST_FREE_FORM] if part is not None else ""
    failed = mail.header.first("x-failed-recipients").split(",")[0]
    if not failed:
        found = _ADDRESS.search(text)
        failed = found[0] if found else ""
    enhanced = _ENHANCED.search(text)
    reply = _REPLY.search(text)
    code = enhanced or reply
    is_permanent = code[1] == "5" if code else bool(_HOPELESS.search(text))
    said = " ".join(text.split())[:_MOST_OF_WHY]
    is_gone = is_permanent and is_address_gone(" ".join(text.split()))
    return Bounce(
        final_recipient=normalised(failed.strip(" <>.")),
        is_permanent=is_permanent,
        has_failed=is_permanent,
        is_address_gone=is_gone,
        why=said,
    )
