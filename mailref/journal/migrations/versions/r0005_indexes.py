"""Indexes in the order in which is asked: what is due, the longest due first, and answers by their kind.

Thousands of reports are due at one moment: whoever takes fifty of them shall not sort them all.
"""

from alembic import op

revision = "r0005"
down_revision = "r0004"


def upgrade() -> None:
    op.drop_index("ix_outbox_state_due", "outbox")
    op.create_index("ix_outbox_state_due_id", "outbox", ["state", "due", "id"])
    op.drop_index("ix_outbox_recorded_at_kind", "outbox")
    op.create_index("ix_outbox_kind_recorded_at", "outbox", ["kind", "recorded_at"])


def downgrade() -> None:
    op.drop_index("ix_outbox_kind_recorded_at", "outbox")
    op.create_index("ix_outbox_recorded_at_kind", "outbox", ["recorded_at", "kind"])
    op.drop_index("ix_outbox_state_due_id", "outbox")
    op.create_index("ix_outbox_state_due", "outbox", ["state", "due"])
