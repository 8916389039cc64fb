"""Mails in which nothing could be read are counted, so that no program is answered without end."""

import sqlalchemy as sa
from alembic import op

revision = "r0006"
down_revision = "r0005"


def upgrade() -> None:
    """Make the table of mails in vain."""
    op.create_table(
        "mails_in_vain",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("gist", sa.String(), nullable=False),
        sa.Column("is_quick", sa.Boolean(), nullable=False),
        sa.Column("is_answered", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_mails_in_vain"),
    )
    op.create_index("ix_mails_in_vain_sender", "mails_in_vain", ["sender"])


def downgrade() -> None:
    """Forget them: the next such mail is answered."""
    op.drop_table("mails_in_vain")
