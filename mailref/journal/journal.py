"""The record as the shell sees it: parts over one database, one transaction for each decision.

What is recorded of the games: events appended once, snapshots, games kept up to date; and what goes in.

By which code a snapshot was made: what other code made is not used, but made anew from the events.

What is recorded of tournaments: their events and seeds, beside those of their games.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from types import MappingProxyType
from typing import Self

import sqlalchemy as sa

from mailref.games.events import Event
from mailref.journal import installation, recorded_mails, schema
from mailref.journal.forgetting import Traces, forget
from mailref.journal.installation import Lease, open_database
from mailref.journal.prepared import Statement, ask, carry_out
from mailref.journal.recorded_club import RecordedClub
from mailref.journal.recorded_games import OutgoingMail, RecordedGames
from mailref.journal.recorded_tournaments import RecordedTournaments
from mailref.journal.schema import PATIENCE, Database, insert_new
from mailref.record.renaming import Person

_NO_SEEDS: Mapping[str, bytes] = MappingProxyType({})


class Journal:
    """The record of one installation; every method of it and of its parts may raise JournalError.

    What writes raises UnfitError where the record works and refuses what is to be written.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.games = RecordedGames(database)
        self.tournaments = RecordedTournaments(database)
        self.club = RecordedClub(database)
        self.inbox = recorded_mails.Inbox(database)
        self.outgoing = recorded_mails.Outgoing(database)
        self.backlog = recorded_mails.Backlog(database)
        self.questions = recorded_mails.Questions(database)
        self.bounces = recorded_mails.Bounces(database)
        self.in_vain = recorded_mails.InVain(database)
        self.installation = installation.Installation(database)
        self.restorations = installation.Restorations(database)
        self.lease = Lease(database)
        self.troubles = installation.Troubles(database)
        self.offers = installation.Offers(database)
        self.readings = installation.Readings(database)
        self.reserve = installation.Reserve.beside(database.url)

    @classmethod
    def open(cls, url: str, patience: float = PATIENCE) -> Self:
        """Open the database at *url*, made or brought up to date if need be."""
        return cls(open_database(url, patience))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_problem: object) -> None:
        self.close()

    def close(self) -> None:
        """Close every connection; what this process still holds ends by itself."""
        self.lease.stop()
        self._database.dispose()

    @property
    def is_shared(self) -> bool:
        """Tell whether several workers may share the work on this record."""
        return self._database.is_shared

    @contextmanager
    def claimed(self, game: str) -> Iterator[bool]:
        """Tell whether this worker alone is at work on a game, which stands as it was loaded last."""
        with self._database.claimed(f"game:{game}") as is_ours:
            yield is_ours and (not self.is_shared or bool(self.games.standing((game,))))

    def damage(self) -> str | None:
        """Return what the database finds wrong first in its own pages; None: nothing."""
        return self._database.damage()

    def give_back(self) -> None:
        """Give room on the disk back that nothing needs any more."""
        self._database.give_back()

    def is_decided(self, cause: str) -> bool:
        """Tell whether a decision of this cause is recorded."""
        wanted = sa.select(schema.causes.c.cause).where(schema.causes.c.cause == cause)
        return self._database.scalar(wanted) is not None

    def record(
        self,
        cause: str,
        *,
        at: datetime,
        game_events: Sequence[tuple[str, Event]] = (),
        mails: Sequence[OutgoingMail] = (),
        inbox: recorded_mails.InboxMark | None = None,
        seeds: Mapping[str, bytes] = _NO_SEEDS,
        also: Iterable[Statement] = (),
    ) -> bool:
        """Write a decision, whole and once; False if its cause (`close:yerres:4`) was decided before.

        Then nothing of it is written, but the mail it came from is done all the same. *seeds* holds
        the secret of each game that begins; *also*, statements that other parts of the record gave.
        Raises StaleGameError if a game has gone on since it was loaded: the decision was made on
        something that is no longer so.
        """
        with self._database.writing() as connection:
            if not _claim(connection, cause, at):
                if inbox is not None:
                    recorded_mails.settle_repeated(connection, inbox, at)
                return False
            after = self.games.append(connection, cause, at, game_events, seeds)
            recorded_mails.owe(connection, mails, cause, at)
            if inbox is not None:
                recorded_mails.settle(connection, inbox, at)
            for statement in also:
                carry_out(connection, statement)
        self.games.keep_in_mind(after, len(game_events))
        return True

    def forget(self, people: Sequence[Person], addresses: Collection[str], now: datetime) -> Traces:
        """Take people and addresses out of the whole record; the places they had are overwritten."""
        with self._database.alone() as connection:
            traces = forget(connection, people, addresses, now)
        self.games.forget_what_is_kept_in_mind()
        self.club.forget_what_is_kept_in_mind()
        self._database.overwrite_what_is_free()
        return traces


_CLAIMED = insert_new(schema.causes).returning(schema.causes.c.cause)


def _claim(connection: sa.Connection, cause: str, at: datetime) -> bool:
    """Write a cause; False if it is there already, whoever wrote it."""
    return bool(ask(connection, _CLAIMED, {"cause": cause, "recorded_at": at}))
