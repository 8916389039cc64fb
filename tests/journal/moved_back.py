"""A database as the program of an earlier schema knew it, made from one of today."""

from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import create_engine, text

from mailref.journal.installation import SCHEMA


def moved_back(url: str, schema: str) -> None:
    """Bring a database back to `r0002` or a later schema."""
    engine = create_engine(url)
    with engine.begin() as connection:
        op = Operations(MigrationContext.configure(connection))
        for later, undo in _UNDO:
            if later > schema:
                undo(op)
        connection.execute(text("UPDATE alembic_version SET version_num = :it"), {"it": schema})
    engine.dispose()


def _without_order(op: Operations) -> None:
    op.drop_index("ix_outbox_kind_recorded_at", "outbox")
    op.create_index("ix_outbox_recorded_at_kind", "outbox", ["recorded_at", "kind"])
    op.drop_index("ix_outbox_state_due_id", "outbox")
    op.create_index("ix_outbox_state_due", "outbox", ["state", "due"])


def _of_one_mailbox(op: Operations) -> None:
    op.drop_table("readings")
    with op.batch_alter_table("outbox") as changed:
        changed.drop_column("box")


def _of_one_worker(op: Operations) -> None:
    for table, name in (
        ("outbox", "claimed_by"), ("progress", "close_at"), ("progress", "settings")
    ):  # fmt: skip
        with op.batch_alter_table(table) as changed:
            changed.drop_column(name)


def _without_club(op: Operations) -> None:
    op.drop_table("club_events")


def _all_unpacked(_op: Operations) -> None:
    """Leave everything: what such a database holds was never packed."""


_UNDO = (
    ("r0007", _without_club),
    ("r0006", _all_unpacked),
    ("r0005", _without_order),
    ("r0004", _of_one_mailbox),
    ("r0003", _of_one_worker),
)
"""What each schema brought, the newest first."""
assert _UNDO[0][0] == SCHEMA, "a later schema is to be undone, too"
