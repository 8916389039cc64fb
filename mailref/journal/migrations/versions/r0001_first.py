"""The first schema: games and their events, mails seen and mails owed, facts and leases."""

from mailref.journal.migrations import make_tables

revision = "r0001"
down_revision = None


def upgrade() -> None:
    """Create every table."""
    make_tables("r0001")
