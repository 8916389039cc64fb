"""A database put back from a copy: what has arrived since is taken up, and the game master decides."""

import sqlalchemy as sa
from alembic import op

revision = "r0005"
down_revision = "r0004"


def upgrade() -> None:
    op.create_table(
        "restorations",
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("copied_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("begun_at", name="pk_restorations"),
    )


def downgrade() -> None:
    op.drop_table("restorations")
