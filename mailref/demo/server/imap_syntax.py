"""IMAP's syntax: commands as they come over the wire, and which mails a SEARCH asks for."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from email.parser import BytesHeaderParser

from mailref.demo.server.mail_store import Message

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_LONGEST_LITERAL = 50_000_000

_LITERAL = re.compile(rb"\{(\d+)(\+?)\}\r?\n$")
_LEXEME = re.compile(
    r"""[ \t\r\n]+ | (?P<mark>[()]) | "(?P<quoted>(?:[^"\\]|\\.)*)" |
    (?P<atom>[^\s()"\[]*\[[^\]]*\](?:<[\d.]+>)? | [^\s()"]+)""",
    re.VERBOSE,
)
_INTERNALDATE = re.compile(
    r" ?(\d{1,2})-(\w{3})-(\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)", re.ASCII
)


class BadCommandError(Exception):
    """The client sent what is not IMAP: BAD."""


@dataclass(frozen=True, slots=True)
class Atom:
    """A word that stood without quotes."""

    text: str


@dataclass(frozen=True, slots=True)
class Text:
    """A quoted string or a literal."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Group:
    """What stood in parentheses."""

    items: "tuple[Token, ...]"


Token = Atom | Text | Group
Flat = Token | str


@dataclass(frozen=True, slots=True)
class Command:
    """A line of the client, with its literals; the name is in capitals, without UID."""

    tag: str
    name: str
    by_uid: bool
    args: tuple[Token, ...]


async def read_command(
    reader: asyncio.StreamReader, go_ahead: Callable[[], Awaitable[None]]
) -> Command | None:
    """Return the next command; None when the client has hung up."""
    flat: list[Flat] = []
    while True:
        line = await reader.readline()
        if not line.endswith(b"\n"):
            return None
        literal = _LITERAL.search(line)
        flat += _lexemes(line[: literal.start()] if literal else line)
        if literal is None:
            return _command(flat)
        size = int(literal[1])
        if size > _LONGEST_LITERAL:
            raise BadCommandError("literal too long")
        if not literal[2]:
            await go_ahead()
        flat.append(Text(await reader.readexactly(size)))


def _lexemes(line: bytes) -> Iterator[Flat]:
    text = line.decode("utf-8", "surrogateescape")
    for found in _LEXEME.finditer(text):
        if found["mark"]:
            yield found["mark"]
        elif found["quoted"] is not None:
            plain = re.sub(r"\\(.)", r"\1", found["quoted"])
            yield Text(plain.encode("utf-8", "surrogateescape"))
        elif found["atom"]:
            yield Atom(found["atom"])


def _command(flat: list[Flat]) -> Command:
    match list(_grouped(iter(flat), depth=0)):
        case [Atom(tag), Atom(uid), Atom(name), *args] if uid.upper() == "UID":
            return Command(tag, name.upper(), by_uid=True, args=tuple(args))
        case [Atom(tag), Atom(name), *args]:
            return Command(tag, name.upper(), by_uid=False, args=tuple(args))
        case _:
            raise BadCommandError("no command")


def _grouped(flat: Iterator[Flat], depth: int) -> Iterator[Token]:
    for each in flat:
        if each == "(" and depth < 20:
            yield Group(tuple(_grouped(flat, depth + 1)))
        elif each == ")":
            return
        elif not isinstance(each, str):
            yield each


def word(token: Token) -> str:
    """Return the text of an atom or string."""
    match token:
        case Atom(text):
            return text
        case Text(data):
            return data.decode("utf-8", "surrogateescape")
        case Group():
            raise BadCommandError("a word is wanted, not a list")


def words(token: Token) -> tuple[str, ...]:
    """Return the words of a list, or the one word."""
    return tuple(map(word, token.items)) if isinstance(token, Group) else (word(token),)


def quoted(text: str) -> str:
    """Return *text* as a quoted string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def internaldate(moment: datetime) -> str:
    """Return an aware moment as IMAP writes it, in its zone.

    >>> internaldate(datetime(2026, 12, 11, 19, 0, tzinfo=timezone.utc))
    '"11-Dec-2026 19:00:00 +0000"'
    """
    return f'"{moment.day:02}-{MONTHS[moment.month - 1]}-{moment.year} {moment:%H:%M:%S %z}"'


def read_internaldate(text: str) -> datetime:
    """Return the moment written, aware."""
    found = _INTERNALDATE.fullmatch(text)
    if found is None:
        raise BadCommandError(f"not a date: {text!r}")
    day, month, year, hour, minute, second, sign, hours, minutes = found.groups()
    offset = timedelta(hours=int(hours), minutes=int(minutes))
    return datetime(
        int(year),
        _month(month),
        int(day),
        int(hour),
        int(minute),
        int(second),
        tzinfo=timezone(-offset if sign == "-" else offset),
    )


def read_date(text: str) -> date:
    """Return the day written: 1-Feb-2026."""
    day, _, rest = text.partition("-")
    month, _, year = rest.partition("-")
    if not (day.isdigit() and year.isdigit()):
        raise BadCommandError(f"not a date: {text!r}")
    return date(int(year), _month(month), int(day))


def _month(name: str) -> int:
    if name.capitalize() not in MONTHS:
        raise BadCommandError(f"not a month: {name!r}")
    return MONTHS.index(name.capitalize()) + 1


def in_set(text: str, highest: int) -> Callable[[int], bool]:
    """Return whether a number is in a set such as 1,3:5,9:*; `*` is *highest*.

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


@dataclass(frozen=True, slots=True)
class Placed:
    """A mail and its sequence number in a session."""

    number: int
    message: Message


Wanted = Callable[[Placed], bool]

_FLAGS = {
    "ANSWERED": "\\Answered",
    "DELETED": "\\Deleted",
    "DRAFT": "\\Draft",
    "FLAGGED": "\\Flagged",
    "SEEN": "\\Seen",
}
_HEADERS = {"BCC", "CC", "FROM", "SUBJECT", "TO"}


def search(placed: list[Placed], asked: tuple[Token, ...]) -> list[Placed]:
    """Return the mails that fulfil all that is *asked*."""
    highest_uid = max((each.message.uid for each in placed), default=0)
    keys = iter(asked[2:] if asked and asked[0] == Atom("CHARSET") else asked)
    wanted = _all(_Reader(keys, len(placed), highest_uid))
    return [each for each in placed if wanted(each)]


@dataclass(frozen=True, slots=True)
class _Reader:
    keys: Iterator[Token]
    highest_number: int
    highest_uid: int

    def word(self) -> str:
        return word(self.token())

    def token(self) -> Token:
        token = next(self.keys, None)
        if token is None:
            raise BadCommandError("a search key misses its argument")
        return token

    def number(self) -> int:
        text = self.word()
        if not text.isdigit():
            raise BadCommandError(f"not a number: {text!r}")
        return int(text)


def _all(reader: _Reader) -> Wanted:
    conditions = [_condition(token, reader) for token in reader.keys]
    return lambda placed: all(condition(placed) for condition in conditions)


def _condition(token: Token, reader: _Reader) -> Wanted:
    if isinstance(token, Group):
        return _all(_Reader(iter(token.items), reader.highest_number, reader.highest_uid))
    if isinstance(token, Text):
        raise BadCommandError("a search key is no string")
    key = token.text.upper()
    plain = key.removeprefix("UN")
    if plain in _FLAGS:
        return _flag(_FLAGS[plain], is_set=key == plain)
    if plain == "KEYWORD":
        return _flag(reader.word(), is_set=key == plain)
    return _combined(key, reader) or _dated(key, reader) or _other(key, reader)


def _flag(flag: str, *, is_set: bool) -> Wanted:
    return lambda placed: (flag in placed.message.flags) is is_set


def _combined(key: str, reader: _Reader) -> Wanted | None:
    match key:
        case "NOT":
            inner = _condition(reader.token(), reader)
            return lambda placed: not inner(placed)
        case "OR":
            one, other = (_condition(reader.token(), reader) for _ in range(2))
            return lambda placed: one(placed) or other(placed)
    return None


def _dated(key: str, reader: _Reader) -> Wanted | None:
    if key not in {"SINCE", "BEFORE", "ON"}:
        return None
    day = read_date(reader.word())  # RFC 3501 6.4.4: "disregarding time and timezone"
    match key:
        case "SINCE":
            return lambda placed: placed.message.received.date() >= day
        case "BEFORE":
            return lambda placed: placed.message.received.date() < day
        case _:
            return lambda placed: placed.message.received.date() == day


def _other(key: str, reader: _Reader) -> Wanted:
    match key:
        case "ALL":
            return lambda _: True
        case "UID":
            has_uid = in_set(reader.word(), reader.highest_uid)
            return lambda placed: has_uid(placed.message.uid)
        case "LARGER":
            least = reader.number()
            return lambda placed: len(placed.message.data) > least
        case "SMALLER":
            most = reader.number()
            return lambda placed: len(placed.message.data) < most
        case "HEADER":
            return _header(reader.word(), reader.word())
        case _ if key in _HEADERS:
            return _header(key, reader.word())
        case "TEXT":
            part = reader.word().encode("utf-8", "surrogateescape").lower()
            return lambda placed: part in placed.message.data.lower()
    has_number = in_set(key, reader.highest_number)
    return lambda placed: has_number(placed.number)


def _header(name: str, part: str) -> Wanted:
    def is_wanted(placed: Placed) -> bool:
        header = BytesHeaderParser().parsebytes(placed.message.data).get(name)
        return header is not None and part.lower() in str(header).lower()

    return is_wanted
