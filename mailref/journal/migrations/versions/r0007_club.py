"""A club: games that its members begin by mail, with their offers."""

import sqlalchemy as sa
from alembic import op

revision = "r0007"
down_revision = "r0006"


def upgrade() -> None:
    # As r0003 says: on PostgreSQL text of ours sorts by its bytes.
    is_server = op.get_bind().dialect.name == "postgresql"
    string, text = (kind(collation="C") if is_server else kind() for kind in (sa.String, sa.Text))
    op.create_table(
        "club_events",
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("kind", string, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("payload", text, nullable=False),
        sa.Column("cause", string, nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_club_events"),
        sa.ForeignKeyConstraint(["cause"], ["causes.cause"], name="fk_club_events_cause"),
    )
