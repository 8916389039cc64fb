"""Several workers share the work: which of them sends a mail, what may be closed, and by which settings.

On PostgreSQL text sorts by its bytes from now on; a table that a later migration makes does so by itself
only where that says so.
"""

import sqlalchemy as sa
from alembic import op

from mailref.journal.migrations.versions import r0002_tables

revision = "r0003"
down_revision = "r0002"

_COLUMNS = (
    ("outbox", "claimed_by", sa.String()),
    ("progress", "close_at", sa.DateTime(timezone=True)),
    ("progress", "settings", sa.String()),
)


def upgrade() -> None:
    """Add the columns that are not there: a database of the days between may have them."""
    r0002_tables.complete()
    inspector = sa.inspect(op.get_bind())
    for table, name, type_ in _COLUMNS:
        if name not in {column["name"] for column in inspector.get_columns(table)}:
            op.add_column(table, sa.Column(name, type_, nullable=True))
    _sort_by_bytes()


def _sort_by_bytes() -> None:
    """Let PostgreSQL sort and fold text as SQLite does, whatever the language of its server.

    The same record gives the same mails on both; and what begins with a text is found by an index.
    """
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return
    inspector = sa.inspect(connection)
    for table in inspector.get_table_names():
        for column in inspector.get_columns(table):
            if isinstance(column["type"], sa.String):
                by_bytes = type(column["type"])(collation="C")
                op.alter_column(table, column["name"], type_=by_bytes)
