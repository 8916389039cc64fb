"""Whether a person wrote a mail, or a program that must not be answered (RFC 3834, mail 3).

Programs are known by their headers and by their subjects in the languages of Europe; what one
repeats is looked at in `echoes`. And what a bounce says: whom a mail of ours could not reach, and
whether trying again is of use. Subjects are compared folded: without case, accents and signs
(`folded`). A phrase more goes into `mail_programs.toml` of its language.
"""

import re
import unicodedata
from collections.abc import Iterator

from mailref.orders.commands import command_in
from mailref.orders.shapes import holds_play
from mailref.reading.echoes import may_play
from mailref.reading.incoming_mail import MOST_HEADER_BYTES, Bounce, Line, ReadPolicy, Robot
from mailref.reading.mail_programs import SAID, one_said
from mailref.reading.mime import Header, Part, clean_phrase, cut_header, normalised, walk
from mailref.tiles.vocabulary import worded
from mailref.tiles.when_used import regex

# Enhanced status (RFC 3463) or reply code (RFC 5321), as in "550 5.1.1 no such user".
_ENHANCED = regex(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
_REPLY = regex(r"(?:^|[\s:;])([245])\d\d(?=[\s-])")
_ADDRESS = regex(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]{1,253}")
_HOPELESS = regex(rf"\b{one_said('hopeless')}\b", re.IGNORECASE)
_MOST_FREE_FORM = 16_000


# RFC 3463: X.1.x says that the address is wrong, but 7 and 8 that the sender's is; X.2.1, disabled.
_OUR_OWN = {"7", "8"}
_GONE = regex(rf"\b{one_said('address_gone')}\b", re.IGNORECASE)
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
_MESSAGE_ID = regex(r"<[^<>\s]{1,400}>")
_ID_LINE = regex(r"^[> \t]{0,4}message-id:(.{1,500})$", re.IGNORECASE | re.MULTILINE)


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
        why=clean_phrase(said.strip()[:_MOST_OF_WHY]),
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
        why=clean_phrase(said),
    )


_SIGNS = regex(r"[\W_]+")


def _folded(text: str) -> str:
    """Return *text* in small letters without accents, a space for every run of signs."""
    bare = "".join(
        char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char)
    )
    return _SIGNS.sub(" ", bare.casefold()).strip()


_ANYWHERE_IN_FRONT = frozenset(map(_folded, (*SAID["automatic"], *SAID["receipts"])))
_BEFORE_COLON = _ANYWHERE_IN_FRONT.union(map(_folded, SAID["before_colon"]))
_MOST_WORDS = max(phrase.count(" ") + 1 for phrase in _BEFORE_COLON)


def is_robots_subject(subject: str) -> bool:
    """Tell whether *subject* begins as only programs begin one.

    >>> is_robots_subject("Risposta automatica: [yerres R4] Auswertung")
    True
    >>> is_robots_subject("Re: Abwesenheitsnotiz")
    False
    """
    words = _folded(subject).split(" ", _MOST_WORDS)[:_MOST_WORDS]
    if any(" ".join(words[:count]) in _ANYWHERE_IN_FRONT for count in range(1, len(words) + 1)):
        return True
    before, colon, _ = subject.partition(":")
    return bool(colon) and _folded(before) in _BEFORE_COLON


LOOP_FIELD = "x-mailref-loop"
_DAEMONS = regex(
    r"^(?:mailer[-_.]?daemon|post[-_.]?master|ndr|mail[-_.]?delivery[-_.]?(?:sub)?system)$"
)
_NOBODY = regex(
    rf"^(?:mailer[-_.]?daemon|post[-_.]?master|{one_said('no_reply')}"
    r"|bounces?|ndr|auto-?responder|mdaemon|mail[-_.]?delivery[-_.]?(?:sub)?system)(?:[+._-].*)?$"
)
_LIST_FIELDS = (
    "list-id", "list-post", "list-help", "list-subscribe", "list-unsubscribe", "list-owner",
    "list-archive", "list-unsubscribe-post", "mailing-list", "x-mailing-list", "x-list",
)  # fmt: skip
# Not X-Auto-Response-Suppress: Exchange writes it on mail that people send (mail 0.12).
_AUTO_FIELDS = (
    "x-autoreply", "x-autorespond", "x-autoresponse", "x-autoresponder", "x-auto-reply",
    "x-autogenerated", "x-autoreply-from", "x-mail-autoreply", "x-vacation", "x-fc-machinegenerated",
    "x-cron-env",
)  # fmt: skip
_REPORTS = {"message/feedback-report", "message/disposition-notification"}
_NO_VALUE = {"", "no", "false", "none"}
# These a person may write too: they count only with a second sign.
_WEAK_SUBJECT = regex(rf"^{one_said('away_subject')}\b", re.IGNORECASE)
_OUR_TAG = worded(
    rf":\s*+{one_said('reply_to_ours')}?+:?+\s*+\[[\w.-]+(?: (?:[rz]\d+|{{end_mark}}))?\]"
)
# What stands in mails of ours before anything that could be read as a move.
_OURS_AGAIN = regex(rf"\b{one_said('ours_again')}", re.IGNORECASE)
_AWAY = regex(rf"\b{one_said('away_text')}\b", re.IGNORECASE)


def robot_of(mail: Part, sender: str | None, policy: ReadPolicy) -> Robot | None:
    """Return which robot the fields of *mail* show, tested in the order of the contract."""
    header = mail.header
    if _is_own(header, sender, policy):
        return Robot.OWN_MAIL
    if _is_bounce(mail, sender):
        return Robot.BOUNCE
    if _is_list(header):
        return Robot.MAILING_LIST
    return Robot.AUTO_REPLY if _is_auto_reply(mail, sender) else None


def is_away_note(subject: str, lines: tuple[Line, ...]) -> bool:
    """Tell whether subject and text are those of a program's answer that no field gives away.

    Never where the sender's own *lines* hold a move or a command, nor, unless the subject is one that
    only programs write, anything that may be meant for one. "Abwesend" and "Urlaub" a person
    writes too: they need a second sign, our own subject behind them or a text that says the same.
    """
    is_sure = is_robots_subject(subject)
    if not is_sure and not _WEAK_SUBJECT.match(subject):
        return False
    own = [line.text for line in _before_ours(lines)]
    if any(holds_play(text) or command_in(text) for text in own):
        return False
    if not is_sure and any(may_play(text) for text in own):
        return False
    is_sure |= _OUR_TAG.search(subject) is not None
    return is_sure or any(_AWAY.search(line.text[:500]) for line in lines)


def _before_ours(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the lines above a mail of ours that a program repeats without any sign of quoting."""
    at = (number for number, line in enumerate(lines) if _OURS_AGAIN.search(line.text[:500]))
    return lines[: next(at, len(lines))]


def _is_own(header: Header, sender: str | None, policy: ReadPolicy) -> bool:
    if policy.loop_id and policy.loop_id in header.every(LOOP_FIELD):
        return True
    if sender is None:
        return False
    local, _, domain = sender.rpartition("@")
    return bool({sender, f"{local.partition('+')[0]}@{domain}"} & policy.own_addresses)


def _is_bounce(mail: Part, sender: str | None) -> bool:
    """Contract 3: a delivery status, or nobody's Return-Path and a daemon's From."""
    if mail.kind == "multipart/report":
        kinds = {part.kind for part in walk(mail)}
        report = mail.parameter("report-type").lower()
        if report == "delivery-status" or kinds & {
            "message/delivery-status",
            "message/global-delivery-status",
        }:
            return True
    return _is_from_nobody(mail.header) and bool(_DAEMONS.match(_local_part(mail.header, sender)))


def _is_from_nobody(header: Header) -> bool:
    return any(value.strip() == "<>" for value in header.every("return-path"))


def _local_part(header: Header, sender: str | None) -> str:
    """Return the local part of From; qmail and others write only `MAILER-DAEMON`."""
    if sender is not None:
        return sender.rpartition("@")[0]
    value = header.first("from").partition("(")[0]
    bare = value[value.rfind("<") + 1 :].strip(" <>\"'").lower()
    return bare.partition("@")[0] if normalised(bare) or "@" not in bare else ""


def _is_list(header: Header) -> bool:
    return any(map(header.has, _LIST_FIELDS)) or _precedence(header) == "list"


def _is_auto_reply(mail: Part, sender: str | None) -> bool:
    header = mail.header
    submitted = header.first("auto-submitted").partition(";")[0].partition("(")[0].strip().lower()
    if submitted not in {"", "no"} or _is_from_nobody(header):
        return True
    # A receipt that a mail was read, a complaint about one, or any other report of a program.
    if any(part.kind in _REPORTS for part in walk(mail)):
        return True
    if mail.kind == "multipart/report" or _precedence(header) in {"bulk", "junk", "auto_reply"}:
        return True
    if any(header.first(name).lower() not in _NO_VALUE for name in _AUTO_FIELDS):
        return True
    if "autoresponder" in header.first("delivered-to").lower():
        return True
    return bool(_NOBODY.match(_local_part(header, sender)))


def _precedence(header: Header) -> str:
    return header.first("precedence").strip().lower().replace("-", "_")
