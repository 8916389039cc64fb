"""Questions to senders whose mails wait for a yes, and the orders given in answer to our mails."""

import sqlalchemy as sa
from alembic import op

revision = "r0003"
down_revision = "r0002"


def upgrade() -> None:
    """Make the tables; nothing was asked before."""
    op.create_table(
        "questions",
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("token", name="pk_questions"),
    )
    op.create_index("ix_questions_fingerprint", "questions", ["fingerprint"])
    op.create_index("ix_questions_why_asked_at", "questions", ["why", "asked_at"])
    op.create_table(
        "orders_under_mails",
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("order_digest", sa.String(), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("message_id", "order_digest", name="pk_orders_under_mails"),
    )


def downgrade() -> None:
    """Forget what was asked: who is asked then is asked again."""
    op.drop_table("orders_under_mails")
    op.drop_table("questions")
