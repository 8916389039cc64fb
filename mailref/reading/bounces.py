"""What a bounce says: whom a mail of ours could not reach, and whether trying again is of use."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mailref.reading.headers import Header, cut_header, normalised
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
    return Bounce(address, is_failure and _is_final(header))


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
    return Bounce(normalised(failed.strip(" <>.")), is_permanent)
