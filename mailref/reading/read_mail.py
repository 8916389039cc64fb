"""Bytes to a mail value: the one way into the reader, and the border at which hostile mail ends.

What a mail proves about its sender: Authentication-Results of our server (RFC 8601 2.2), or DKIM.

A mail server writes into its fields what strangers sent it: a sender's address in quotes may hold
every sign of the grammar. So quoted strings and comments are told apart before anything is cut, and
of a field that cannot be read to its end nothing is believed. Received is read the same way (RFC 5321 4.4).
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from ipaddress import ip_address, ip_network

from msgspec import Struct, field
from msgspec.structs import replace

from mailref.errors import is_lack
from mailref.orders.shapes import holds_play
from mailref.reading import mime, quotes, robots
from mailref.reading.html_to_lines import PGP_MESSAGE, lines_of_html, lines_of_text
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
    SourceLine,
    Trouble,
)
from mailref.tiles.when_used import regex

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_SCAN = regex(rf"{_QUOTED}|[()]|\\.|[^\"()\\]+|.", re.DOTALL)
# `dkim=`, `dkim/1 =`, `header.d=`, `header . d =`
_KEY = regex(r"\s*([A-Za-z][\w-]*)(?:\s*\.\s*([\w-]+)|\s*/\s*\d+)?\s*=\s*")
# An address may have a quoted local part: "x; y"@example.org
_VALUE = regex(rf"(?:{_QUOTED}|[^\s;\"])+")
_IDENTITY = regex(rf"\s*({_QUOTED}|[^\s;\"=]+)(?:\s+\d+)?\s*(?=;|\Z)")
_CLAUSES = frozenset({"from", "by", "via", "with", "id", "for"})
_CLAUSE = regex(rf"(?:<(?:{_QUOTED}|[^<>\"])*>|{_QUOTED}|[^\s;\"<>])+|;")
_ADDRESS = regex(r"\[(?:IPv6:)?([0-9a-f:.]+)\]", re.IGNORECASE)
# RFC 1918, 4193, 6598: what no stranger has.
_NEAR = tuple(
    map(
        ip_network,
        ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16",
         "100.64.0.0/10", "::1/128", "fc00::/7", "fe80::/10"),
    )
)  # fmt: skip
_END = regex(r"\s*+(?:none\s*+)?(?=;|\Z)", re.IGNORECASE)
_MOST_STATEMENTS = 50


class Statement(Struct, frozen=True):
    """What one method found: `spf=pass smtp.mailfrom=max@example.org`."""

    method: str
    result: str
    properties: Mapping[str, str]
    """By `type.name`, in small letters; the first one of a name."""


class Results(Struct, frozen=True):
    """One Authentication-Results field."""

    server: str
    """The authserv-id, in small letters."""
    statements: tuple[Statement, ...]


def without_comments(value: str) -> str | None:
    """Return a structured field's value with a blank for each comment; None if it does not end.

    >>> without_comments('a (b (c) "d") e "(f)"')
    'a   e "(f)"'
    """
    kept: list[str] = []
    depth = 0
    for found in _SCAN.finditer(value):
        piece = found[0]
        if depth and piece.startswith('"'):
            # RFC 5322 3.2.2: a quote is no more than a sign in a comment, but who writes what
            # strangers sent him there may leave their brackets in.
            if len(piece) == 1 or any(bracket in piece for bracket in "()"):
                return None
        elif piece == "(":
            depth += 1
        elif piece == ")":
            depth -= 1
            if depth < 0:
                return None
            if not depth:
                kept.append(" ")
        elif piece == '"':
            return None
        elif not depth:
            kept.append(piece)
    return None if depth else "".join(kept)


def read_results(value: str) -> Results | None:
    """Return what a field says; None where it does not keep to its grammar.

    >>> read_results("mx.example.org; spf=pass smtp.mailfrom=a@b.example").statements[0].result
    'pass'
    """
    plain = without_comments(value)
    identity = _IDENTITY.match(plain) if plain is not None else None
    if plain is None or identity is None:
        return None
    at = identity.end()
    statements: list[Statement] = []
    while at < len(plain) and len(statements) < _MOST_STATEMENTS:
        read = _statement(plain, at + 1)
        if read is None:
            return None
        statement, at = read
        if statement is not None:
            statements.append(statement)
    return Results(_unquoted(identity[1]).lower(), tuple(statements))


def _statement(plain: str, at: int) -> tuple[Statement | None, int] | None:
    """Read on from behind a semicolon to the next one; `none` states nothing."""
    pairs: list[tuple[str, str]] = []
    while (key := _KEY.match(plain, at)) is not None:
        value = _VALUE.match(plain, key.end())
        name = f"{key[1]}.{key[2]}" if key[2] else key[1]
        pairs.append((name.lower(), _unquoted(value[0]) if value else ""))
        at = value.end() if value else key.end()
    end = _END.match(plain, at)
    if end is None:
        return None
    if not pairs:
        return None, end.end()
    (method, result), *rest = pairs
    properties = dict(reversed(rest))
    return Statement(method, result.lower(), properties), end.end()


def _unquoted(text: str) -> str:
    """Return a value without the quotes round all of it."""
    if len(text) > 1 and text.startswith('"') and re.fullmatch(_QUOTED, text):
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    return text


class Hop(Struct, frozen=True):
    """One Received field: who took the mail from whom, and how."""

    by: str
    protocol: str
    said: str = ""
    """By which name the other side called itself."""
    is_near: bool = True
    """Whether no address in it is of the open internet."""


def read_hop(value: str) -> Hop:
    """Return what a Received field says in its clauses `by` and `with`, in small letters.

    >>> read_hop("from a.example by mx.example.org (Postfix) with ESMTPS id 1; Tue, 1 Dec 2026")
    Hop(by='mx.example.org', protocol='esmtps', said='a.example', is_near=True)
    """
    said = _clauses(without_comments(value) or "")
    is_near = not any(_is_far(found[1]) for found in _ADDRESS.finditer(value))
    return Hop(said.get("by", ""), said.get("with", ""), said.get("from", ""), is_near)


def _is_far(address: str) -> bool:
    """Tell whether an address is of the open internet; one that cannot be read may be."""
    try:
        found = ip_address(address)
    except ValueError:
        return True
    return not any(found in net for net in _NEAR if net.version == found.version)


def _clauses(plain: str) -> Mapping[str, str]:
    """Return the clauses by name; a name that stands as another's value begins none."""
    words = [found[0].lower() for found in _CLAUSE.finditer(plain)]
    if ";" in words:  # the date
        words = words[: words.index(";")]
    said: dict[str, str] = {}
    at = 0
    while at + 1 < len(words):
        is_clause = words[at] in _CLAUSES
        if is_clause:
            said.setdefault(words[at], words[at + 1])
        at += 2 if is_clause else 1
    return said


# How a mail server hands the mail on to its own store (RFC 3848).
_TO_THE_STORE = frozenset({"lmtp", "lmtps", "lmtpa", "lmtpsa"})
_WHICH_DOMAIN = {
    "dmarc": ("header.from",),
    "dkim": ("header.d", "header.i"),
    "spf": ("smtp.mailfrom",),
}
# `x@a.example`, `@a.example`, `a.example`, `"x@y"@a.example`; of `x@a@b` nobody knows whose it is.
_ONE_DOMAIN = regex(rf'<?(?:(?:{_QUOTED}|[^@"])*@)?[^@"]+')
_FAILS = frozenset({"fail", "hardfail", "permerror"})
_DMARC_FAIL = regex(r"\bdmarc\s*=\s*fail\b", re.IGNORECASE)


def proof_of(data: bytes, header: mime.Header, sender: str | None, policy: ReadPolicy) -> Proof:
    """Return what *header* proves about *sender*.

    A pass is for what was signed. Who sends a signed mail again can put a second field on top, and
    every verifier finds the signature good: such a mail proves nothing.
    """
    if sender is None:
        return Proof.NONE
    domain = sender.rpartition("@")[2]
    said = _by_server(header, domain, policy.authserv_id)
    if said is not Proof.FAILED and _has_doubles(header):
        return Proof.NONE
    if said is not Proof.NONE or policy.dkim_verify is None or not policy.may_prove(sender):
        return said
    # RFC 6376 6.1: a signature that fails is as none, so that nothing is proved either way.
    if _is_signed_by(header, domain) and policy.dkim_verify(data) is True:
        return Proof.PASSED
    return Proof.NONE


# RFC 5322 3.6 and RFC 2045: at most one of each in a mail.
_SINGLE = (
    "date", "subject", "message-id", "in-reply-to", "references", "content-type",
    "content-transfer-encoding",
)  # fmt: skip


def _has_doubles(header: mime.Header) -> bool:
    return any(len(header.every(name)) > 1 for name in _SINGLE)


def _by_server(header: mime.Header, domain: str, authserv_id: str | None) -> Proof:
    """Return what our own server says; that a proof failed is believed even if it is in doubt."""
    if not authserv_id:
        return Proof.NONE
    server = authserv_id.lower()
    fields = tuple(_topmost(header, server))
    if any(_says_dmarc_failed(value, server) for value in fields):
        return Proof.FAILED
    found = [each for value in fields for each in _of_server(read_results(value), server)]
    results = [each.result for each in found if _speaks_of(each, domain)]
    if "pass" in results:
        return Proof.PASSED if _is_at_the_border(header, server) else Proof.NONE
    return Proof.FAILED if _FAILS.intersection(results) else Proof.NONE


def _topmost(header: mime.Header, server: str) -> Iterator[str]:
    """Yield the fields above the first Received, a hand-over to the server's own store aside.

    What stands further down may have come with the mail (RFC 8601 5).
    """
    has_begun = False
    for each in header.fields:
        if each.name == "authentication-results":
            has_begun = True
            yield each.value
        elif each.name == "received" and (
            has_begun or not _is_hand_over(read_hop(each.value), server)
        ):
            return


def _is_at_the_border(header: mime.Header, server: str) -> bool:
    """Tell whether the first Received that is no hand-over to the store is *server*'s own.

    Without one nobody but the sender may have written what stands above it.
    """
    hops = (read_hop(value) for value in header.every("received"))
    border = next((hop for hop in hops if not _is_hand_over(hop, server)), None)
    return border is not None and _is_of_one_house(border.by, server)


def _is_hand_over(hop: Hop, server: str) -> bool:
    """Tell whether a mail only went from one machine of *server*'s house to another: no border lies there.

    By LMTP, as it is done; but a stranger may speak it, too, and give whatever name. So both names must
    be of the house, and no address of the open internet may stand there.
    """
    is_from_us = hop.said == "localhost" or _is_of_one_house(hop.said, server)
    is_inside = is_from_us and _is_of_one_house(hop.by, server) and hop.is_near
    return hop.protocol in _TO_THE_STORE and is_inside


def _is_of_one_house(host: str, server: str) -> bool:
    """Tell whether a host's name fits the authserv-id: `mx1.example.org` and `example.org`."""
    above = server.partition(".")[2]
    return host == server or any(
        "." in name and (host == name or host.endswith(f".{name}")) for name in (server, above)
    )


def _of_server(results: Results | None, server: str) -> tuple[Statement, ...]:
    return results.statements if results is not None and results.server == server else ()


def _says_dmarc_failed(value: str, server: str) -> bool:
    """Tell whether DMARC failed; where a field cannot be read, that the words stand in it is enough."""
    results = read_results(value)
    if results is None:
        return server in value.lower() and _DMARC_FAIL.search(value) is not None
    return any(
        (each.method, each.result) == ("dmarc", "fail") for each in _of_server(results, server)
    )


def _speaks_of(statement: Statement, domain: str) -> bool:
    wanted = _WHICH_DOMAIN.get(statement.method, ())
    about = next((statement.properties[key] for key in wanted if key in statement.properties), "")
    return _ONE_DOMAIN.fullmatch(about) is not None and _is_aligned(mime.domain_of(about), domain)


def _is_aligned(domain: str, sender_domain: str) -> bool:
    """Tell whether *domain* is the sender's or one above it.

    The other way round, as DMARC's relaxed alignment allows, would need the public suffix list.
    """
    return domain == sender_domain or ("." in domain and sender_domain.endswith(f".{domain}"))


def _is_signed_by(header: mime.Header, domain: str) -> bool:
    """Tell whether the topmost signature is by the sender's domain and covers the whole body."""
    tags = dict(mime.parse_parameters(";" + header.first("dkim-signature")))
    return _is_aligned(tags.get("d", "").strip().lower(), domain) and "l" not in tags


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
    robot = robots.robot_of(mail, known.sender, policy)
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
        bounce=robots.bounce_of(mail),
        references=tuple(dict.fromkeys((*robots.answered_ids(mail), *known.references))),
        fingerprint=_fingerprint(known, mail.header, data),
    )


def _with_words(known: IncomingMail, mail: mime.Part) -> IncomingMail:
    contents = contents_of(mail)
    versions = _versions(contents.pieces)
    rows = _in_sequence([version.rows for version in versions])
    if not quotes.FORWARD_SUBJECT.match(known.subject):
        rows = quotes.without_own_header(rows, [known.sender or "", known.sender_name])
    own = quotes.own_words(rows)
    is_new = robots.is_written_anew(mail.header)
    is_note = known.robot is None and robots.is_away_note(known.subject, own.lines, is_new=is_new)
    is_by_words = known.robot is None and (
        is_note
        or robots.is_calendars_invitation(mail, known.subject, own.lines)
        or robots.is_recall(known.subject, own.lines)
        or robots.is_note_of_a_loop(mail.header, own.lines)
        or (not is_new and _is_by_a_machine(known, own.lines))
    )
    is_program = known.robot is None and robots.is_calendars_answer(mail, own.lines)
    names = tuple(mime.clean_phrase(name)[:200] for name in contents.attachments)
    whole = " ".join(" ".join(row.text for row in rows).split())
    says = whole + "\n" + "\n".join(names)
    return replace(
        known,
        robot=Robot.AUTO_REPLY if is_by_words or is_program else known.robot,
        is_robot_by_words=is_by_words,
        has_programs_subject=is_note and not robots.says_it_is_automatic(own.lines),
        trouble=_trouble(contents, versions, own, whole),
        lines=own.lines,
        below=own.below,
        signed=own.signed,
        attributed=own.attributed,
        handed_on=quotes.handed_on(known.subject, rows, own),
        attachments=names,
        is_html=any(version.is_html for version in versions),
        fingerprint=_fingerprint(known, mail.header, says.encode("utf-8", "replace")),
    )


def _is_by_a_machine(known: IncomingMail, lines: tuple[Line, ...]) -> bool:
    """Tell whether a mail reads as one that a server, a help desk or a site sends by itself."""
    return (
        robots.is_mail_systems_note(known.subject, lines)
        or robots.says_so_plainly(lines)
        or robots.asks_to_prove_oneself(lines)
        or robots.is_acknowledgement(known.subject, lines)
        or (not known.references and robots.is_sent_to_many(known.subject, lines))
    )


def read_header(data: bytes, policy: ReadPolicy) -> IncomingMail:
    """Return what the header alone of a hostile mail still says, so that its sender can be told."""
    try:
        header = mime.parse_header(data)
        known = _from_header(header)
        bare = mime.Part(header, "text/plain", (), b"")
        robot = robots.robot_of(bare, known.sender, policy)
    except Exception:  # noqa: BLE001 - nothing can be told of it at all
        header, robot = mime.Header(()), None
        known = _from_header(header)
    print_ = _fingerprint(known, header, data)
    return replace(known, robot=robot, trouble=Trouble.HOSTILE, fingerprint=print_)


def text_sent(data: bytes) -> str:
    """Return the text part of a mail of ours, as it was sent."""
    return mime.first_text(mime.parse(data))


def without_others_words(text: str) -> str:
    """Return the text of a mail of ours without the lines of somebody else, which stand behind a bar."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("|"))


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
    subject = mime.clean_phrase(mime.decode_words(header.first("subject")[:_MOST_OF_A_SUBJECT]))
    return IncomingMail(
        sender=author.address,
        sender_name=author.name,
        subject=" ".join(_CITED.sub(" ", subject).split()) if _CITED.search(subject) else subject,
        message_id=next(
            iter(mime.MESSAGE_ID.findall(mime.decode_words(header.first("message-id")))), None
        ),
        references=tuple(dict.fromkeys((*_references(header), *cited_in(subject)))),
        recipients=_recipients(header),
        date=_date(header.first("date")),
        handed_in=_handed_in(header),
    )


def _author(header: mime.Header) -> mime.NamedAddress:
    """Return who wrote it: one From field with one address and no group, else nobody (mail 3).

    A name that lacks its quotes (`Muster, Max <max@example.org>`) makes no second address, and no group.
    """
    fields = header.every("from")
    named = mime.named_addresses(fields[0]) if fields else ()
    if len(fields) == 1 and len(named) == 1 and not named[0].is_in_group:
        return named[0]
    unquoted = mime.unquoted_name(fields[0]) if len(fields) == 1 else None
    if unquoted is not None:
        return unquoted
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
    return tuple(dict.fromkeys(mime.MESSAGE_ID.findall(chain)))[-MOST_REFERENCES:]


_CITED = regex(
    r"\(\s*((?:[^\s()<>@]{1,200})\.[0-9a-f]{24}(?:\.[0-9a-f]{16})?(?:\.once[0-9a-f]{24})?@[^\s()<>@]{1,255})\s*\)"
)
"""How the subject that a button of ours writes names the mail in which it was pressed."""


def cited_in(subject: str) -> tuple[str, ...]:
    """Return the ids of mails of ours that a subject names: a mail from a button answers them (contract 5).

    >>> cited_in("Re: [yerres R4] (yerres.4.0123456789abcdef01234567@example.org)")
    ('<yerres.4.0123456789abcdef01234567@example.org>',)
    """
    return tuple(f"<{found}>" for found in _CITED.findall(subject))


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


class _Version(Struct, frozen=True):
    """One piece's text in the form chosen."""

    rows: tuple[SourceLine, ...]
    is_html: bool = False
    is_cut: bool = False
    is_strange: bool = False
    """Whether its characters are none."""


def _trouble(
    contents: Contents, versions: list[_Version], own: quotes.OwnWords, whole: str
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
    whole = mime.SIGNS.sub("", "".join(row.text for row in plain))
    missing = [line for line in _all_own(other) if mime.SIGNS.sub("", line.text) not in whole]
    if any(holds_play(line.text) for line in missing):
        return True
    if missing and any("HTML" in line.text for line in _all_own(plain)):
        return True
    own_size = sum(len(mime.SIGNS.sub("", line.text)) for line in _all_own(plain))
    return (
        sum(len(mime.SIGNS.sub("", line.text)) for line in missing) > own_size // 2 + _FEW_LETTERS
    )


def _all_own(rows: tuple[SourceLine, ...]) -> tuple[Line, ...]:
    own = quotes.own_words(rows)
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
