"""What a mail proves about its sender: Authentication-Results of our server (RFC 8601 2.2), or DKIM.

A mail server writes into its fields what strangers sent it: a sender's address in quotes may hold
every sign of the grammar. So quoted strings and comments are told apart before anything is cut, and
of a field that cannot be read to its end nothing is believed. Received is read the same way (RFC 5321 4.4).
"""

import re
from collections.abc import Iterator, Mapping
from ipaddress import ip_address, ip_network

from msgspec import Struct

from mailref.reading.incoming_mail import Proof, ReadPolicy
from mailref.reading.mime import Header, domain_of, parse_parameters
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


def proof_of(data: bytes, header: Header, sender: str | None, policy: ReadPolicy) -> Proof:
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


def _has_doubles(header: Header) -> bool:
    return any(len(header.every(name)) > 1 for name in _SINGLE)


def _by_server(header: Header, domain: str, authserv_id: str | None) -> Proof:
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


def _topmost(header: Header, server: str) -> Iterator[str]:
    """Yield the fields above the first Received, a hand-over to the server's own store aside.

    What stands further down may have come with the mail (RFC 8601 5).
    """
    has_begun = False
    for field in header.fields:
        if field.name == "authentication-results":
            has_begun = True
            yield field.value
        elif field.name == "received" and (
            has_begun or not _is_hand_over(read_hop(field.value), server)
        ):
            return


def _is_at_the_border(header: Header, server: str) -> bool:
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
    return _ONE_DOMAIN.fullmatch(about) is not None and _is_aligned(domain_of(about), domain)


def _is_aligned(domain: str, sender_domain: str) -> bool:
    """Tell whether *domain* is the sender's or one above it.

    The other way round, as DMARC's relaxed alignment allows, would need the public suffix list.
    """
    return domain == sender_domain or ("." in domain and sender_domain.endswith(f".{domain}"))


def _is_signed_by(header: Header, domain: str) -> bool:
    """Tell whether the topmost signature is by the sender's domain and covers the whole body."""
    tags = dict(parse_parameters(";" + header.first("dkim-signature")))
    return _is_aligned(tags.get("d", "").strip().lower(), domain) and "l" not in tags
