"""A person taken out of the record: his names and addresses give way to a stand-in, results stay.

Events are otherwise never changed. Nothing that a rule judges is touched here: draws, lots, points and
the hashes of the reports know players by their places, so a replay gives the same game.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, TypeAlias

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace

from mailref.games import events as happened
from mailref.games.game import Game
from mailref.games.kind import Kind, kind_begun_by
from mailref.journal import schema
from mailref.journal.recorded_games import event_of
from mailref.journal.recorded_mails import drop_bytes, give_up_to
from mailref.journal.recorded_tournaments import forget_in_tournaments
from mailref.record import codec

_Json: TypeAlias = "dict[str, _Json] | list[_Json] | str | int | float | bool | None"

_NAMES = frozenset({
    "player", "players", "name", "new_name", "seats", "order", "drawings", "tiles", "by", "starter",
    "to", "muted",
})  # fmt: skip
"""Fields that hold names of players and nothing else."""
_BY_NAME = frozenset({"racks", "deductions"})
"""Fields that hold something for each player, by his name."""
_PROSE = frozenset({"because", "what", "value", "anew", "said"})
"""Fields in which somebody may have written a name."""
_CUT = "[...]"


class Person(Struct, frozen=True):
    """A player of one game under all his names and addresses, and what takes their place."""

    game: str
    number: int
    """In the order of joining, from 1."""
    names: tuple[str, ...]
    """In the order in which he had them."""
    addresses: frozenset[str]
    stand_ins: tuple[str, ...] = ()
    """One for each name."""

    @property
    def stand_in(self) -> str:
        """Return what he is called from now on."""
        return self.stand_ins[-1]


class Traces(Struct, frozen=True):
    """What is left of somebody where no command reaches."""

    sent: int
    """Mails that servers took over in which he may be named."""
    waiting: int
    """Mails to others that wait to be sent."""
    mixed: tuple[str, ...]
    """Games into whose draws a word of his was mixed beside his name: the proof needs both."""


def people_of(game: str, events: Iterable[happened.Event]) -> tuple[Person, ...]:
    """Return everybody who ever played a game, in the order of joining."""
    found: list[Person] = []
    for event in events:
        match event:
            case happened.PlayerJoined(name, addresses):
                found.append(Person(game, len(found) + 1, (name,), frozenset(addresses)))
            case happened.PlayerRenamed(name, new_name):
                seat = _seat(found, name)
                found[seat] = replace(found[seat], names=(*found[seat].names, new_name))
            case happened.AddressesChanged(name, addresses):
                seat = _seat(found, name)
                known = found[seat].addresses | frozenset(addresses)
                found[seat] = replace(found[seat], addresses=known)
            case _:
                pass
    taken = {name for person in found for name in person.names}
    return tuple(replace(person, stand_ins=_stand_ins(person, taken)) for person in found)


def _seat(people: Sequence[Person], name: str) -> int:
    return next(seat for seat, person in enumerate(people) if person.names[-1] == name)


def _stand_ins(person: Person, taken: Collection[str]) -> tuple[str, ...]:
    """Call a player by his number: `N.N. 3`, and by earlier names `N.N. 3.1`."""
    name = f"N.N. {person.number}"
    while name in taken:
        name += "."
    earlier = {each: f"{name}.{place}" for place, each in enumerate(person.names, start=1)}
    return tuple(earlier[each] if each != person.names[-1] else name for each in person.names)


def forget(
    connection: sa.Connection, people: Sequence[Person], addresses: Collection[str], now: datetime
) -> Traces:
    """Replace *people* and *addresses* wherever the record names them; return what stays elsewhere."""
    gone = frozenset(address.lower() for address in addresses)
    mixed = []
    _forget_wishes_to_join(connection, gone)
    for person in people:
        if _forget_in_events(connection, person, gone):
            mixed.append(person.game)
        for kept in (schema.snapshots, schema.kept_reports):
            connection.execute(sa.delete(kept).where(kept.c.game == person.game))
    forget_in_tournaments(connection, [(person.game, person.names) for person in people])
    _forget_causes(connection, replacing(people, gone))
    games = {person.game for person in people}
    give_up_to(connection, gone, now)
    traces = _traces(connection, games, gone, mixed)
    drop_bytes(connection, games, gone)
    _forget_in_mails(connection, gone)
    _forget_as_sender(connection, gone)
    return traces


def _forget_in_events(connection: sa.Connection, person: Person, gone: frozenset[str]) -> bool:
    """Rewrite the events of a game; whoever bore one of the names before him keeps it.

    Tell whether a name stays in what was mixed into draws.
    """
    is_mixed = False
    events = schema.events
    rows = connection.execute(
        sa.select(events).where(events.c.game == person.game).order_by(events.c.number)
    ).all()
    rewriting = _Rewriting(person, gone)
    for row in rows:
        event = event_of(row)
        if isinstance(event, happened.DrawsMixed):
            is_mixed |= any(name in person.names for name, _ in event.words)
        written = codec.write_event(event)
        payload = rewriting.payload_after(event, written)
        if payload != written.payload:
            _rewrite(connection, row, payload, written.version)
    return is_mixed


def _rewrite(connection: sa.Connection, row: sa.Row[Any], payload: str, version: int) -> None:
    events = schema.events
    is_it = (events.c.game == row.game, events.c.number == row.number)
    values = {"payload": payload, "version": version}
    connection.execute(sa.update(events).where(*is_it).values(values))


def wishes_to_join(events: Iterable[happened.Event]) -> tuple[happened.JoinAsked, ...]:
    """Return who asked to be let into a game, as far as he was not forgotten."""
    return tuple(each for each in events if isinstance(each, happened.JoinAsked) and each.address)


def _forget_wishes_to_join(connection: sa.Connection, gone: frozenset[str]) -> None:
    """Empty what is recorded of those who asked to be let in: many of them never became players."""
    events = schema.events
    kinds = (happened.JoinAsked.__name__, happened.Noted.__name__)
    rows = connection.execute(sa.select(events).where(events.c.kind.in_(kinds))).all()
    noted = {f"join_request:{address}" for address in gone}
    for row in rows:
        event = event_of(row)
        emptied: happened.Event
        if isinstance(event, happened.JoinAsked) and event.address in gone:
            emptied = replace(event, name="", address="", said="")
        elif isinstance(event, happened.Noted) and event.what in noted:
            emptied = replace(event, what="join_request:")
        else:
            continue
        written = codec.write_event(emptied)
        _rewrite(connection, row, written.payload, written.version)
        kept = schema.snapshots
        connection.execute(sa.delete(kept).where(kept.c.game == row.game))


class _Rewriting:
    """The events of a game in their order, each without what names a person."""

    def __init__(self, person: Person, gone: frozenset[str]) -> None:
        self._person = person
        self._in_prose = replacing((person,), gone)
        # Where moves are written a name of one word may be a word that was laid.
        self._in_moves = replacing((), gone)
        self._joined = 0
        self._renamed = 0
        self._called: dict[str, str] = {}
        self._opened: happened.Event | None = None
        """With what the game began."""

    def payload_after(self, event: happened.Event, written: codec.WrittenEvent) -> str:
        """Return the payload of the next event; the same text where it does not name him."""
        self._follow(event)
        fields: dict[str, _Json] = json.loads(written.payload)
        is_prose = isinstance(event, happened.PressReceived | happened.MessageSent)
        if (
            isinstance(event, happened.PressReceived | happened.TextKept)
            and event.player in self._called
        ):
            fields["text"] = _CUT
        if isinstance(event, happened.MessageSent) and self._is_of_him(event):
            fields["text"] = _CUT
        if (
            isinstance(event, happened.PlayerJoined | happened.AddressesChanged)
            and event.name in self._called
        ):
            fields |= {key: [] for key in ("addresses", "new", "asked") if key in fields}
        prose = _PROSE | {"text"} if is_prose else _PROSE
        new = {
            key: self._in_prose(value)
            if key in prose and isinstance(value, str)
            else self._value(key, value)
            for key, value in fields.items()
        }
        return json.dumps(new, separators=(",", ":"))

    def _is_of_him(self, event: happened.MessageSent) -> bool:
        return not self._called.keys().isdisjoint((event.player, *event.to))

    def _follow(self, event: happened.Event) -> None:
        """Learn what he is called from this event on."""
        person = self._person
        is_first, self._opened = self._opened is None, self._opened or event
        if is_first and person.names[0] in self._kind.seated(event):
            self._called = {person.names[0]: person.stand_ins[0]}
        elif isinstance(event, happened.PlayerJoined):
            self._joined += 1
            if self._joined == person.number:
                self._called = {person.names[0]: person.stand_ins[0]}
        elif isinstance(event, happened.PlayerRenamed) and event.name in self._called:
            self._renamed += 1
            self._called |= {person.names[self._renamed]: person.stand_ins[self._renamed]}
        elif len(self._called) > 1:
            self._called = {person.names[self._renamed]: person.stand_ins[self._renamed]}

    def _value(self, key: str, value: _Json) -> _Json:
        match value:
            case dict() if key in _BY_NAME:
                return {self._now(name): each for name, each in value.items()}
            case dict():
                return {inner: self._value(inner, each) for inner, each in value.items()}
            case list():
                return [self._value(key, each) for each in value]
            case str() if key in _NAMES:
                return self._now(value)
            case str() if key in {"text", "address"}:
                return self._in_moves(value)
            case _:
                return value

    def _now(self, name: str) -> str:
        """Return what stands in for a name, or for that of a seat of his."""
        called = dict(self._called)
        for each, stand_in in self._called.items():
            seats = (self._kind.seats_of(self._opened, who) for who in (each, stand_in))
            called |= dict(zip(*seats, strict=True))
        return called.get(name, name)

    @property
    def _kind(self) -> Kind[Game]:
        return kind_begun_by(type(self._opened).__name__)


def replacing(people: Iterable[Person], addresses: Iterable[str]) -> Callable[[str], str]:
    """Return what puts stand-ins for names and addresses in a text."""
    wanted = {
        name.lower(): stand_in
        for person in people
        for name, stand_in in zip(person.names, person.stand_ins, strict=True)
    }
    exact = {name.lower(): name for person in people for name in person.names}
    wanted |= {address.lower(): forgotten(place) for place, address in enumerate(sorted(addresses))}
    longest_first = sorted(wanted, key=len, reverse=True)
    if not longest_first:
        return lambda text: text
    # A name of one word may be a word that was laid: those stand in capitals.
    any_of_them = "|".join(
        re.escape(each) if re.search(r"[ @]", each) else f"(?-i:{re.escape(exact[each])})"
        for each in longest_first
    )
    pattern = re.compile(rf"(?<![\w.-])(?:{any_of_them})(?!\w)", re.IGNORECASE)
    return lambda text: pattern.sub(lambda found: wanted[found[0].lower()], text)


def forgotten(place: int) -> str:
    """Return an address that no mail ever reaches (RFC 2606)."""
    return f"forgotten-{place}@mailref.invalid"


def _forget_causes(connection: sa.Connection, rewrite: Callable[[str], str]) -> None:
    """Rename what made decisions necessary, where an order stands in it as it was given."""
    causes = schema.causes
    for row in connection.execute(sa.select(causes)).all():
        cause = rewrite(row.cause)
        if cause == row.cause:
            continue
        connection.execute(sa.insert(causes), {"cause": cause, "recorded_at": row.recorded_at})
        for table in (schema.events, schema.tournament_events, schema.outbox):
            connection.execute(
                sa.update(table).where(table.c.cause == row.cause).values(cause=cause)
            )
        connection.execute(sa.delete(causes).where(causes.c.cause == row.cause))


def _traces(
    connection: sa.Connection, games: Collection[str], gone: Collection[str], mixed: Sequence[str]
) -> Traces:
    outbox = schema.outbox
    about = outbox.c.game.in_(games) | sa.func.lower(outbox.c.recipient).in_(gone)

    def count(state: str) -> int:
        wanted = sa.select(sa.func.count()).where(about, outbox.c.state == state)
        return connection.scalar(wanted) or 0

    return Traces(sent=count("sent"), waiting=count("owed"), mixed=tuple(mixed))


def _forget_in_mails(connection: sa.Connection, gone: Collection[str]) -> None:
    """Drop the mails that are kept whole and name an address, and who sent or got the others."""
    inbox, outbox = schema.inbox, schema.outbox
    for place, address in enumerate(sorted(gone)):
        got = sa.update(outbox).where(sa.func.lower(outbox.c.recipient) == address)
        connection.execute(got.values(recipient=forgotten(place), last_error=None))
        sent = sa.update(inbox).where(sa.func.lower(inbox.c.sender) == address)
        no_more = dict.fromkeys(("raw", "message_id", "last_error"))
        connection.execute(sent.values(sender=forgotten(place), **no_more))
    kept = connection.execute(
        sa.select(inbox.c.id, inbox.c.raw).where(inbox.c.raw.is_not(None))
    ).all()
    needles = [address.encode() for address in gone]
    naming = [row.id for row in kept if any(each in bytes(row.raw).lower() for each in needles)]
    for id_ in naming:
        connection.execute(sa.update(inbox).where(inbox.c.id == id_).values(raw=None))


def _forget_as_sender(connection: sa.Connection, gone: Collection[str]) -> None:
    """Drop what is kept of somebody who writes."""
    rows: tuple[tuple[sa.Table, str], ...] = (
        (schema.withheld_answers, "recipient"),
        (schema.sender_notices, "sender"),
        (schema.questions, "sender"),
        (schema.bounces, "address"),
        (schema.mails_in_vain, "sender"),
    )
    for table, column in rows:
        connection.execute(sa.delete(table).where(sa.func.lower(table.c[column]).in_(gone)))
    for address in gone:
        named = schema.sender_notices.c.line.ilike(f"%{address}%")
        connection.execute(sa.delete(schema.sender_notices).where(named))
