"""Authentication-Results and Received, read by their grammar (RFC 8601 2.2, RFC 5321 4.4).

A mail server writes into both what strangers sent it: a sender's address in quotes may hold every
sign of the grammar. So quoted strings and comments are told apart before anything is cut, and of a
field that cannot be read to its end nothing is believed.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_SCAN = re.compile(rf"{_QUOTED}|[()]|\\.|[^\"()\\]+|.", re.DOTALL)
# `dkim=`, `dkim/1 =`, `header.d=`, `header . d =`
_KEY = re.compile(r"\s*([A-Za-z][\w-]*)(?:\s*\.\s*([\w-]+)|\s*/\s*\d+)?\s*=\s*")
# An address may have a quoted local part: "x; y"@example.org
_VALUE = re.compile(rf"(?:{_QUOTED}|[^\s;\"])+")
_IDENTITY = re.compile(rf"\s*({_QUOTED}|[^\s;\"=]+)(?:\s+\d+)?\s*(?=;|\Z)")
_CLAUSES = frozenset({"from", "by", "via", "with", "id", "for"})
_CLAUSE = re.compile(rf"(?:<(?:{_QUOTED}|[^<>\"])*>|{_QUOTED}|[^\s;\"<>])+|;")
_END = re.compile(r"\s*+(?:none\s*+)?(?=;|\Z)", re.IGNORECASE)
_MOST_STATEMENTS = 50


@dataclass(frozen=True, slots=True)
class Statement:
    """What one method found: `spf=pass smtp.mailfrom=max@example.org`."""

    method: str
    result: str
    properties: Mapping[str, str]
    """By `type.name`, in small letters; the first one of a name."""


@dataclass(frozen=True, slots=True)
class Results:
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


@dataclass(frozen=True, slots=True)
class Hop:
    """One Received field: who took the mail, and how."""

    by: str
    protocol: str


def read_hop(value: str) -> Hop:
    """Return what a Received field says in its clauses `by` and `with`, in small letters.

    >>> read_hop("from a.example by mx.example.org (Postfix) with ESMTPS id 1; Tue, 1 Dec 2026")
    Hop(by='mx.example.org', protocol='esmtps')
    """
    said = _clauses(without_comments(value) or "")
    return Hop(said.get("by", ""), said.get("with", ""))


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
