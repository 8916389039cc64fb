"""Mails that came back are recorded, so that none more go to an address that is gone."""

import sqlalchemy as sa
from alembic import op

revision = "r0004"
down_revision = "r0003"


def upgrade() -> None:
    """Make the table of bounces."""
    op.create_table(
        "bounces",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("is_gone", sa.Boolean(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("moment", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_bounces"),
    )
    op.create_index("ix_bounces_address", "bounces", ["address"])


def downgrade() -> None:
    """Forget who gets no more mail: it goes there again."""
    op.drop_table("bounces")
