"""What is recorded of tournaments: their events and seeds, beside those of their games."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, get_args

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict, replace

from mailref.errors import JournalError
from mailref.games.tournament.tournament import (
    Tournament,
    TournamentEvent,
    TournamentOpened,
    apply_tournament,
    is_game_of,
)
from mailref.journal import schema
from mailref.journal.schema import RecordPart
from mailref.record import codec
from mailref.record.renaming import with_players_called

_tournaments, _events = schema.tournaments, schema.tournament_events
_EVENTS: tuple[type[Struct], ...] = get_args(TournamentEvent)
_ALL: Final = sa.select(_events).order_by(_events.c.id)


class RecordedTournaments(RecordPart):
    """What is recorded of the tournaments; each is replayed when it is asked for."""

    def load_all(self) -> Mapping[str, Tournament]:
        """Return every tournament as it stands, in the order in which they began."""
        found: dict[str, Tournament] = {}
        for row in self._database.rows(_ALL):
            event = _event_of(row)
            found[row.tournament] = apply_tournament(found.get(row.tournament), event)
        return found

    def events(self, tournament: str) -> Iterator[TournamentEvent]:
        """Yield every event of a tournament, oldest first."""
        wanted = sa.select(_events).where(_events.c.tournament == tournament).order_by(_events.c.id)
        for row in self._database.rows(wanted):
            yield _event_of(row)

    def seed(self, tournament: str) -> bytes:
        """Return the secret seed of a tournament."""
        wanted = sa.select(_tournaments.c.seed).where(_tournaments.c.id == tournament)
        seed: bytes | None = self._database.scalar(wanted)
        if seed is None:
            raise JournalError(f"no tournament {tournament!r} is recorded in {self._database.name}")
        return seed


def _event_of(row: sa.Row[Any]) -> TournamentEvent:
    written = codec.WrittenEvent(row.kind, row.version, row.payload)
    event: TournamentEvent = codec.read_one_of(written, _EVENTS)
    return event


def begun(tournament: str, seed: bytes, at: datetime) -> sa.Executable:
    """Note, with its first events, that a tournament has begun."""
    row = {"id": tournament, "seed": seed, "recorded_at": at}
    return sa.insert(_tournaments).values(**row)


def happened(tournament: str, event: TournamentEvent, cause: str, at: datetime) -> sa.Executable:
    """Note, with the decision that makes it, an event of a tournament."""
    said = {"tournament": tournament, "cause": cause, "recorded_at": at}
    return sa.insert(_events).values(said | asdict(codec.write_one_of(event)))


def claimed(cause: str, at: datetime) -> sa.Executable:
    """Note the cause of a tournament's event that is recorded with a mail; it fails if it is there."""
    return sa.insert(schema.causes).values(cause=cause, recorded_at=at)


def called_otherwise(event: TournamentEvent, called: Mapping[str, str]) -> TournamentEvent:
    """Return an event of a tournament with other names of its players."""
    written = codec.write_one_of(event)
    payload = with_players_called(written.payload, called)
    found: TournamentEvent = codec.read_one_of(replace(written, payload=payload), _EVENTS)
    return found


def forget_in_tournaments(
    connection: sa.Connection, people: Sequence[tuple[str, Collection[str]]]
) -> None:
    """Put stand-ins in place of players' names; each of *people* is a game and his names in it."""
    called: dict[str, dict[str, str]] = {}
    for row in connection.execute(sa.select(_events).order_by(_events.c.id)).all():
        event = _event_of(row)
        if isinstance(event, TournamentOpened):
            gone = {
                name for game, names in people if is_game_of(row.tournament, game) for name in names
            }
            called[row.tournament] = {
                name: f"N.N. {place}"
                for place, name in enumerate(event.plan.players, start=1)
                if name in gone
            }
        payload = with_players_called(row.payload, called[row.tournament])
        if payload != row.payload:
            changed = sa.update(_events).where(_events.c.id == row.id).values(payload=payload)
            connection.execute(changed)
