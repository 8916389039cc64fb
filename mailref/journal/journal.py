"""The record as the shell sees it: one place to open, one transaction for each decision."""

import os
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Self

from sqlalchemy import Connection, insert, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError

from mailref.errors import JournalError
from mailref.journal import schema
from mailref.journal.database import PATIENCE, Database, is_current, migrate
from mailref.journal.history import History
from mailref.journal.inbox import Inbox, settle, settle_repeated
from mailref.journal.installation import Installation, keep_fact
from mailref.journal.outbox import Outbox, owe
from mailref.journal.records import InboxMark, OutgoingMail
from mailref.rules.events import Event

_NOTHING: Mapping[str, str] = MappingProxyType({})
_NO_SEEDS: Mapping[str, bytes] = MappingProxyType({})


class Journal(History, Inbox, Outbox, Installation):
    """The record of one installation; every method may raise JournalError."""

    def __init__(self, database: Database) -> None:
        History.__init__(self, database)

    @classmethod
    def open(cls, url: str, patience: float = PATIENCE) -> Self:
        """Open the database at *url*, made or brought up to date if need be."""
        _make_private(url)
        database = Database(url, patience)
        try:
            _bring_up_to_date(database)
        except BaseException:
            database.dispose()
            raise
        return cls(database)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close every connection."""
        self._database.dispose()

    def record(
        self,
        cause: str,
        *,
        at: datetime,
        game_events: Sequence[tuple[str, Event]] = (),
        mails: Sequence[OutgoingMail] = (),
        inbox: InboxMark | None = None,
        seeds: Mapping[str, bytes] = _NO_SEEDS,
        facts: Mapping[str, str] = _NOTHING,
    ) -> bool:
        """Write a decision, whole and once; False if its cause (`close:yerres:4`) was decided before.

        Then nothing of it is written, but the mail it came from is done all the same. *seeds* holds
        the secret of each game that begins. Raises StaleGameError if a game has gone on since
        `game` returned it: the decision was made on something that is no longer so.
        """
        with self._database.writing() as connection:
            is_first = _claim(connection, cause, at)
            if not is_first:
                if inbox is not None:
                    settle_repeated(connection, inbox, at)
                return False
            after = self._append(connection, cause, at, game_events, seeds)
            owe(connection, mails, cause, at)
            if inbox is not None:
                settle(connection, inbox, at)
            for name, value in facts.items():
                keep_fact(connection, name, value)
        self._known.update(after)
        return True


def _bring_up_to_date(database: Database) -> None:
    """Migrate if need be; a database that is current can be opened while another process writes."""
    with database.reading() as connection:
        if is_current(connection):
            return
    with database.writing() as connection:
        migrate(connection)


def _claim(connection: Connection, cause: str, at: datetime) -> bool:
    """Write a cause; False if it is there already, whoever wrote it."""
    try:
        with connection.begin_nested():
            connection.execute(insert(schema.causes), {"cause": cause, "recorded_at": at})
    except IntegrityError:
        return False
    return True


def _make_private(url: str) -> None:
    """Make a new SQLite file readable by its owner only: it holds addresses and secret seeds."""
    try:
        target = make_url(url)
        if target.get_backend_name() != "sqlite" or not target.database or target.query:
            return
        if target.database != ":memory:" and not Path(target.database).exists():
            os.close(os.open(target.database, os.O_CREAT | os.O_WRONLY, 0o600))
    except (ArgumentError, OSError) as problem:
        raise JournalError(f"[storage] url: {problem}") from problem
