"""What is recorded of the installation: its secret, and the mailbox's baseline."""

from sqlalchemy import delete, insert, select

from mailref.journal import schema
from mailref.journal.database import Database
from mailref.post.ports import Baseline

_secrets, _baselines = schema.secrets, schema.baselines


class Installation:
    """What is recorded beside games and mails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def secret(self) -> bytes | None:
        """Return the secret of this installation; None before the first run."""
        found: bytes | None = self._database.scalar(select(_secrets.c.secret))
        return found

    def secret_or(self, fresh: bytes) -> bytes:
        """Return the secret of this installation, which *fresh* becomes where there is none yet."""
        with self._database.writing() as connection:
            first: bytes | None = connection.scalar(select(_secrets.c.secret))
            if first is None:
                connection.execute(insert(_secrets), {"id": 1, "secret": fresh})
            return first or fresh

    def baseline(self, account: str = "") -> Baseline | None:
        """Return from which mail on the mailbox is read; None before the first tick."""
        rows = self._database.rows(select(_baselines).where(_baselines.c.account == account))
        for row in rows:
            return Baseline(row.uid_validity, row.uid_next, row.moment, row.since)
        return None

    def set_baseline(self, baseline: Baseline, account: str = "") -> None:
        """Write from which mail on the mailbox is read."""
        row = {
            "account": account,
            "uid_validity": baseline.uid_validity,
            "uid_next": baseline.uid_next,
            "moment": baseline.moment,
            "since": baseline.since,
        }
        earlier = delete(_baselines).where(_baselines.c.account == account)
        self._database.change(earlier, insert(_baselines).values(row))
