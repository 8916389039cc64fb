"""Several mailboxes: from which of them a mail leaves, and how far each that others read was read."""

import sqlalchemy as sa
from alembic import op

revision = "r0004"
down_revision = "r0003"


def upgrade() -> None:
    """Mails that are there leave from the mailbox of [mail], as they would have."""
    # As r0003 says: on PostgreSQL text of ours sorts by its bytes.
    is_server = op.get_bind().dialect.name == "postgresql"
    string, text = (kind(collation="C") if is_server else kind() for kind in (sa.String, sa.Text))
    op.add_column("outbox", sa.Column("box", string, nullable=True))
    op.create_table(
        "readings",
        sa.Column("account", string, nullable=False),
        sa.Column("noted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("read_to", sa.DateTime(timezone=True), nullable=True),
        sa.Column("problem", text, nullable=True),
        sa.PrimaryKeyConstraint("account", name="pk_readings"),
    )
