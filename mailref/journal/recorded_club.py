"""What is recorded of a club: its events, one after another, beside those of its games."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, get_args

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict, replace

from mailref.games.club import club
from mailref.journal import schema
from mailref.journal.prepared import Filled
from mailref.journal.schema import Database, RecordPart
from mailref.record import codec
from mailref.record.renaming import Person

_events = schema.club_events
_EVENTS: tuple[type[Struct], ...] = get_args(club.ClubEvent)
_NEWER: Final = (
    sa.select(_events).where(_events.c.number > sa.bindparam("after")).order_by(_events.c.number)
)


class RecordedClub(RecordPart):
    """What is recorded of the club; what was read once is kept in mind."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._known = club.ClubState()

    def load(self) -> club.ClubState:
        """Return the club as it stands."""
        for row in self._database.rows(_NEWER, after=self._known.count):
            self._known = club.apply_club(self._known, _event_of(row))
        return self._known

    def events(self) -> Iterator[club.ClubEvent]:
        """Yield all that has happened, oldest first."""
        for row in self._database.rows(sa.select(_events).order_by(_events.c.number)):
            yield _event_of(row)

    def forget_what_is_kept_in_mind(self) -> None:
        """Read all anew: a person was taken out."""
        self._known = club.ClubState()


def _event_of(row: sa.Row[Any]) -> club.ClubEvent:
    written = codec.WrittenEvent(row.kind, row.version, row.payload)
    event: club.ClubEvent = codec.read_one_of(written, _EVENTS)
    return event


def happened_in_club(
    events: Sequence[club.ClubEvent], after: int, cause: str, at: datetime
) -> Iterator[Filled]:
    """Note, with the decision that makes them, what happens in a club after so many events.

    It fails where something else has happened meanwhile: the decision was made on what is no longer so.
    """
    for number, event in enumerate(events, start=after + 1):
        said = {"number": number, "cause": cause, "recorded_at": at}
        yield Filled(_HAPPENED, said | asdict(codec.write_one_of(event)))


_HAPPENED = sa.insert(_events)


def forget_in_club(
    connection: sa.Connection, people: Sequence[Person], gone: Collection[str]
) -> None:
    """Take people out of the events of a club, by their addresses, in small letters.

    *people*: what they are called from now on in games that they have begun.
    """
    called = {
        (each.game, name): stand_in
        for each in people
        for name, stand_in in zip(each.names, each.stand_ins, strict=True)
    }
    for row in connection.execute(sa.select(_events).order_by(_events.c.number)).all():
        before = _event_of(row)
        event = _without(before, called, gone)
        if event != before:
            said = asdict(codec.write_one_of(event))
            is_it = _events.c.number == row.number
            connection.execute(sa.update(_events).where(is_it).values(said))


def _without(
    event: club.ClubEvent, called: Mapping[tuple[str, str], str], gone: Collection[str]
) -> club.ClubEvent:
    game = event.game if isinstance(event, club.GameAgreed) else ""

    def known(member: club.Member) -> club.Member:
        name = called.get((game, member.name), _NOBODY)
        return club.Member(name, ()) if member.is_at(gone) else member

    match event:
        case club.OfferMade():
            return replace(event, by=known(event.by), asked=tuple(map(known, event.asked)))
        case club.OfferAnswered():
            return replace(event, by=known(event.by))
        case club.GameAgreed():
            return replace(event, players=tuple(map(known, event.players)))
        case club.MemberJoined():
            return replace(event, member=known(event.member))
        case _:
            return event


_NOBODY = "N.N."
