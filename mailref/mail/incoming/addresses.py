"""Addresses of From, To and Cc, read strictly: what is doubtful is no address (MAIL.md 3)."""

import re
import unicodedata
from dataclasses import dataclass

from mailref.mail.incoming.bounds import MOST_ADDRESSES
from mailref.mail.incoming.clean import clean_phrase
from mailref.mail.incoming.fields import decode_words

# A quoted string, an opening or closing sign, a run of anything else.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\\.|[(),:;<>]|[^"\\(),:;<>]+|"', re.DOTALL)
_LOCAL = re.compile(r"[^\s@\"(),:;<>\[\]\\\x00-\x1f\x7f]{1,64}")
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A name and an address; the address is None where it cannot be read."""

    name: str
    address: str | None


def mailboxes(value: str) -> tuple[Mailbox, ...]:
    """Return the mailboxes of a field's value, at most as many as are looked at."""
    found: list[Mailbox] = []
    depth = 0
    is_inside = False
    phrase, inside, comment = [""], [""], [""]
    angles = 0
    for sign in _TOKEN.findall(value):
        if depth or sign == "(":
            depth += (sign == "(") - (sign == ")")
            comment.append(sign)
        elif sign == "<" and not is_inside:
            is_inside, angles = True, angles + 1
        elif sign == ">" and is_inside:
            is_inside = False
        elif is_inside:
            inside.append(sign)
        elif sign in {",", ";"}:
            _close(found, phrase, inside, comment, angles)
            phrase, inside, comment, angles = [""], [""], [""], 0
            if len(found) >= MOST_ADDRESSES:
                return tuple(found)
        elif sign == ":":
            phrase = [""]  # the name of a group
        else:
            phrase.append(sign)
    _close(found, phrase, inside, comment, angles)
    return tuple(found[:MOST_ADDRESSES])


def _close(
    found: list[Mailbox], phrase: list[str], inside: list[str], comment: list[str], angles: int
) -> None:
    words = "".join(phrase).strip()
    if angles:
        address = normalised("".join(inside)) if angles == 1 else None
        found.append(Mailbox(_name(words), address))
    elif words:
        name = "".join(comment).strip().removeprefix("(").removesuffix(")")
        found.append(Mailbox(_name(name), normalised(words)))


def _name(words: str) -> str:
    unquoted = re.sub(r"\\(.)", r"\1", words.replace('\\"', "\0").replace('"', ""))
    return clean_phrase(decode_words(unquoted.replace("\0", '"')))[:200]


def normalised(address: str) -> str | None:
    """Return an address in small letters, its domain as A-labels; None if it is none.

    >>> normalised(" Max@Käse.example ")
    'max@xn--kse-qla.example'
    """
    local, at, domain = unicodedata.normalize("NFC", address.strip()[:400]).rpartition("@")
    local = (
        local[1:-1] if local.startswith('"') and local.endswith('"') and len(local) > 2 else local
    )
    name = _a_labels(domain.strip().rstrip("."))
    if not at or name is None or not _LOCAL.fullmatch(local):
        return None
    return f"{local.lower()}@{name}"


def _a_labels(domain: str) -> str | None:
    if not 0 < len(domain) <= 253:
        return None
    try:
        name = domain.lower() if domain.isascii() else domain.encode("idna").decode("ascii").lower()
    except UnicodeError:
        return None
    return name if all(_LABEL.fullmatch(label) for label in name.split(".")) else None
