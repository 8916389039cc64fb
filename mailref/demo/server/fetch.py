"""What a FETCH shows of a mail."""

import re

from mailref.demo.server.store import Message
from mailref.demo.server.wire import BadCommandError, internaldate

_BODY = re.compile(
    r"BODY(?P<peek>\.PEEK)?\[(?P<section>[^\]]*)\](?:<(?P<start>\d+)\.(?P<length>\d+)>)?",
    re.IGNORECASE,
)
_FIELDS = re.compile(r"HEADER\.FIELDS(?P<but>\.NOT)? \((?P<names>[^)]*)\)", re.IGNORECASE)


def asked_items(words: tuple[str, ...], *, by_uid: bool) -> list[str]:
    """Return the items asked for, and the UID where it must be shown."""
    items = list(words)
    if by_uid and "UID" not in (item.upper() for item in items):
        items.append("UID")
    return items


def marks_seen(items: list[str]) -> bool:
    """Return whether looking at *items* counts as reading the mail."""
    bodies = (_BODY.fullmatch(item) for item in items)
    return any(body and not body["peek"] for body in bodies) or any(
        item.upper() in {"RFC822", "RFC822.TEXT"} for item in items
    )


def shown(message: Message, items: list[str], *, tells_size: bool = True) -> bytes:
    """Return the parenthesised answer for one mail."""
    size = len(message.data) if tells_size else 1
    return b"(" + b" ".join(_item(message, item, size) for item in items) + b")"


def _item(message: Message, item: str, size: int) -> bytes:
    match item.upper():
        case "FLAGS":
            return f"FLAGS ({' '.join(sorted(message.flags))})".encode()
        case "UID":
            return f"UID {message.uid}".encode()
        case "INTERNALDATE":
            return f"INTERNALDATE {internaldate(message.received)}".encode()
        case "RFC822.SIZE":
            return f"RFC822.SIZE {size}".encode()
        case "RFC822":
            return b"RFC822 " + _literal(message.data)
        case "RFC822.HEADER":
            return b"RFC822.HEADER " + _literal(_split(message.data)[0])
        case "RFC822.TEXT":
            return b"RFC822.TEXT " + _literal(_split(message.data)[1])
        case _:
            return _body(message, item)


def _body(message: Message, item: str) -> bytes:
    asked = _BODY.fullmatch(item)
    if asked is None:
        raise BadCommandError(f"this server does not show {item!r}")
    data = _section(message.data, asked["section"])
    name = f"BODY[{asked['section'].upper()}]"
    if asked["start"] is not None:
        start = int(asked["start"])
        name += f"<{start}>"
        data = data[start : start + int(asked["length"])]
    return name.encode() + b" " + _literal(data)


def _section(data: bytes, section: str) -> bytes:
    head, text = _split(data)
    match section.upper():
        case "":
            return data
        case "HEADER":
            return head
        case "TEXT":
            return text
    fields = _FIELDS.fullmatch(section)
    if fields is None:
        raise BadCommandError(f"this server does not show section {section!r}")
    names = {name.strip('"').lower() for name in fields["names"].split()}
    return _fields(head, names, wanted=not fields["but"])


def _fields(head: bytes, names: set[str], *, wanted: bool) -> bytes:
    fields = re.split(rb"(?<=\n)(?![ \t])", head)
    kept = [
        field
        for field in fields
        if b":" in field
        and (field.split(b":")[0].strip().decode("latin-1").lower() in names) is wanted
    ]
    return b"".join(kept) + b"\r\n"


def _split(data: bytes) -> tuple[bytes, bytes]:
    head, blank, text = data.partition(b"\r\n\r\n")
    return (head + blank, text) if blank else (data, b"")


def _literal(data: bytes) -> bytes:
    return b"{%d}\r\n" % len(data) + data
