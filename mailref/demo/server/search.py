"""Which mails a SEARCH asks for."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.parser import BytesHeaderParser

from mailref.demo.server.store import Message
from mailref.demo.server.wire import (
    Atom,
    BadCommandError,
    Group,
    Text,
    Token,
    in_set,
    read_date,
    word,
)


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
