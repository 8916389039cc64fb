"""IMAP's syntax: commands as they come over the wire, sets of numbers, dates.

Words and lists are read by imapclient's parser of answers: commands are made of the same things.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date, datetime

from imapclient.datetime_util import (
    datetime_to_INTERNALDATE,
    parse_to_datetime,
)
from imapclient.exceptions import ProtocolError
from imapclient.response_parser import parse_response

_LONGEST_LITERAL = 50_000_000
_LITERAL = re.compile(rb"\{(\d+)(\+?)\}\r?\n$")

Token = bytes | int | None | tuple["Token", ...]
"""A word or string, a number, NIL, or a list in parentheses."""


class BadCommandError(Exception):
    """The client sent what is not IMAP: BAD."""


@dataclass(frozen=True, slots=True)
class ImapCommand:
    """A line of the client, with its literals; the name is in capitals, without UID."""

    tag: str
    name: str
    args: tuple[Token, ...]

    def words(self, count: int) -> tuple[str, ...]:
        """Return the first *count* arguments, which are words."""
        if len(self.args) < count:
            raise BadCommandError(f"{self.name} wants {count} arguments")
        return tuple(map(word, self.args[:count]))


async def read_command(
    reader: asyncio.StreamReader, go_ahead: Callable[[], Awaitable[None]]
) -> ImapCommand | None:
    """Return the next command; None when the client has hung up."""
    parts: list[bytes | tuple[bytes, bytes]] = []
    while True:
        line = await reader.readline()
        if not line.endswith(b"\n"):
            return None
        literal = _LITERAL.search(line)
        if literal is None:
            return _command([*parts, line.strip()])
        size = int(literal[1])
        if size > _LONGEST_LITERAL:
            raise BadCommandError("literal too long")
        if not literal[2]:
            await go_ahead()
        text = line[: literal.start()] + b"{%d}" % size
        parts.append((text, await reader.readexactly(size)))


def _command(parts: list[bytes | tuple[bytes, bytes]]) -> ImapCommand:
    try:
        tokens: tuple[Token, ...] = parse_response(parts)
    except (ProtocolError, RecursionError, ValueError) as error:
        raise BadCommandError("no command") from error
    match tokens:
        case [bytes(tag), bytes(uid), bytes(name), *args] if uid.upper() == b"UID":
            pass
        case [bytes(tag), bytes(name), *args]:
            pass
        case _:
            raise BadCommandError("no command")
    return ImapCommand(word(tag), word(name).upper(), tuple(args))


def word(token: Token) -> str:
    """Return the text of a word or string."""
    match token:
        case bytes(data):
            return data.decode("utf-8", "surrogateescape")
        case int(number):
            return str(number)
        case _:
            raise BadCommandError("a word is wanted, not a list")


def words(token: Token) -> tuple[str, ...]:
    """Return the words of a list, or the one word."""
    return tuple(map(word, token)) if isinstance(token, tuple) else (word(token),)


def quoted(text: str) -> str:
    """Return *text* as a quoted string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def internaldate(moment: datetime) -> str:
    """Return an aware moment as IMAP writes it, in its zone."""
    written: str = datetime_to_INTERNALDATE(moment)
    return quoted(written)


def read_internaldate(text: str) -> datetime:
    """Return the moment written, aware."""
    try:
        found: datetime = parse_to_datetime(text.encode(), normalise=False)
    except ValueError as error:
        raise BadCommandError(f"not a date: {text!r}") from error
    return found


def is_since(text: str) -> Callable[[date], bool]:
    """Return what tells whether a day is the one written (1-Feb-2026), or a later one."""
    first = read_internaldate(f"{text} 00:00:00 +0000").date()
    return lambda day: day >= first


def in_set(text: str, highest: int) -> Callable[[int], bool]:
    """Return what tells whether a number is in a set such as 1,3:5,9:*; `*` is *highest*.

    >>> [n for n in range(1, 12) if in_set("2,9:*", 10)(n)]
    [2, 9, 10]
    """
    ranges = [_range(part, highest) for part in text.split(",")]
    return lambda number: any(low <= number <= high for low, high in ranges)


def _range(part: str, highest: int) -> tuple[int, int]:
    first, colon, last = part.partition(":")
    ends = [_number(first, highest), _number(last if colon else first, highest)]
    # Backwards is allowed: 20:* with ten mails is 10:20, which holds the last one.
    return min(ends), max(ends)


def _number(text: str, highest: int) -> int:
    if text == "*":
        return highest
    if not text.isdigit():
        raise BadCommandError(f"not a number: {text!r}")
    return int(text)
