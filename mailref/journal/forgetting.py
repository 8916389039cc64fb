"""A person taken out of the record: his names and addresses give way to a stand-in, results stay.

Events are otherwise never changed; how they are written anew says `record/renaming.py`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header, make_header
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace

from mailref.games import events as happened
from mailref.journal import schema
from mailref.journal.recorded_club import forget_in_club
from mailref.journal.recorded_games import event_of
from mailref.journal.recorded_mails import drop_bytes, give_up_to
from mailref.journal.recorded_tournaments import forget_in_tournaments
from mailref.record import codec
from mailref.record.renaming import Person, Rewriting, forgotten, replacing


class Traces(Struct, frozen=True):
    """What is left of somebody where no command reaches."""

    sent: int
    """Mails that servers took over in which he may be named."""
    waiting: int
    """Mails to others that wait to be sent."""
    mixed: tuple[str, ...]
    """Games into whose draws a word of his was mixed beside his name: the proof needs both."""


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
    forget_in_club(connection, people, gone)
    _forget_causes(connection, replacing(people, gone))
    games = {person.game for person in people}
    give_up_to(connection, gone, now)
    traces = _traces(connection, games, gone, mixed)
    drop_bytes(connection, games, gone)
    _forget_in_mails(connection, gone, replacing(people, gone))
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
    rewriting = Rewriting((person,), gone)
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


def _forget_causes(connection: sa.Connection, rewrite: Callable[[str], str]) -> None:
    """Rename what made decisions necessary, where an order stands in it as it was given."""
    causes = schema.causes
    for row in connection.execute(sa.select(causes)).all():
        cause = rewrite(row.cause)
        if cause == row.cause:
            continue
        connection.execute(sa.insert(causes), {"cause": cause, "recorded_at": row.recorded_at})
        for table in _WITH_CAUSES:
            connection.execute(
                sa.update(table).where(table.c.cause == row.cause).values(cause=cause)
            )
        connection.execute(sa.delete(causes).where(causes.c.cause == row.cause))


_WITH_CAUSES = (schema.events, schema.tournament_events, schema.club_events, schema.outbox)


def _traces(
    connection: sa.Connection, games: Collection[str], gone: Collection[str], mixed: Sequence[str]
) -> Traces:
    outbox = schema.outbox
    about = outbox.c.game.in_(games) | sa.func.lower(outbox.c.recipient).in_(gone)

    def count(state: str) -> int:
        wanted = sa.select(sa.func.count()).where(about, outbox.c.state == state)
        return connection.scalar(wanted) or 0

    return Traces(sent=count("sent"), waiting=count("owed"), mixed=tuple(mixed))


def _forget_in_mails(
    connection: sa.Connection, gone: Collection[str], rewrite: Callable[[str], str]
) -> None:
    """Drop the mails that are kept whole and name them, and who sent or got the others."""
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
    naming = [
        row.id
        for row in kept
        if any(each in bytes(row.raw).lower() for each in needles)
        or any(rewrite(text) != text for text in _readings(bytes(row.raw)))
    ]
    for id_ in naming:
        connection.execute(sa.update(inbox).where(inbox.c.id == id_).values(raw=None))


def _readings(raw: bytes) -> Iterator[str]:
    """Yield what a mail says as it may be read: as it came, its headers and its parts decoded."""
    mail = message_from_bytes(raw)
    texts = [raw, *(part.get_payload(decode=True) for part in mail.walk())]
    for text in texts:
        if isinstance(text, bytes):
            yield " ".join(text.decode("utf-8", "replace").split())
    for value in mail.values():
        with suppress(MessageError, LookupError, ValueError):
            yield " ".join(str(make_header(decode_header(str(value)))).split())


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
