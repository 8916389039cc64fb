"""The first schema: games and their events, mails seen and mails owed, facts and leases."""

import sqlalchemy as sa
from alembic import op

revision = "r0001"
down_revision = None


def upgrade() -> None:
    """Create every table."""
    _create_games()
    _create_events()
    _create_inbox()
    _create_outbox()
    _create_segments()
    _create_installation()


def downgrade() -> None:
    """Drop every table, those that refer to others first."""
    for name in (
        "segments", "outbox", "blobs", "inbox", "snapshots", "events", "causes", "games",
        "baselines", "facts", "leases",
    ):  # fmt: skip
        op.drop_table(name)


def _instant(name: str, *, nullable: bool = False) -> "sa.Column[object]":
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _create_games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("last_number", sa.Integer(), nullable=False),
        _instant("deadline", nullable=True),
        sa.Column("is_over", sa.Boolean(), nullable=False),
        _instant("recorded_at"),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_table(
        "causes",
        sa.Column("cause", sa.String(), nullable=False),
        _instant("recorded_at"),
        sa.PrimaryKeyConstraint("cause", name="pk_causes"),
    )


def _create_events() -> None:
    op.create_table(
        "events",
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("cause", sa.String(), nullable=False),
        _instant("recorded_at"),
        sa.ForeignKeyConstraint(["cause"], ["causes.cause"], name="fk_events_cause"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_events_game"),
        sa.PrimaryKeyConstraint("game", "number", name="pk_events"),
    )
    op.create_index("ix_events_game_kind_number", "events", ["game", "kind", "number"])
    op.create_table(
        "snapshots",
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_snapshots_game"),
        sa.PrimaryKeyConstraint("game", name="pk_snapshots"),
    )


def _create_inbox() -> None:
    op.create_table(
        "inbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("uid_validity", sa.BigInteger(), nullable=False),
        sa.Column("uid", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        _instant("first_seen"),
        sa.Column("begun", sa.Integer(), nullable=False),
        sa.Column("failed", sa.Integer(), nullable=False),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.Column("is_filed", sa.Boolean(), nullable=False),
        sa.Column("fingerprint", sa.String(), nullable=True),
        sa.Column("message_id", sa.Text(), nullable=True),
        sa.Column("sender", sa.Text(), nullable=True),
        _instant("received", nullable=True),
        sa.Column("reason", sa.String(), nullable=True),
        sa.Column("has_move", sa.Boolean(), nullable=False),
        _instant("settled_at", nullable=True),
        sa.Column("raw", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_inbox"),
        sa.UniqueConstraint(
            "account", "uid_validity", "uid", name="uq_inbox_account_uid_validity_uid"
        ),
    )
    op.create_index("ix_inbox_fingerprint", "inbox", ["fingerprint"])
    op.create_index("ix_inbox_state_is_filed", "inbox", ["state", "is_filed"])


def _create_outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=True),
        sa.Column("round_tag", sa.String(), nullable=True),
        sa.Column("cause", sa.String(), nullable=False),
        _instant("recorded_at"),
        sa.Column("state", sa.String(), nullable=False),
        _instant("due"),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("last_error", sa.Text(), nullable=True),
        _instant("settled_at", nullable=True),
        sa.ForeignKeyConstraint(["cause"], ["causes.cause"], name="fk_outbox_cause"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_outbox_game"),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.UniqueConstraint("message_id", "recipient", name="uq_outbox_message_id_recipient"),
    )
    op.create_index("ix_outbox_recorded_at", "outbox", ["recorded_at"])
    op.create_index("ix_outbox_state_due", "outbox", ["state", "due"])
    op.create_index(
        "ix_outbox_game_round_tag_kind_recipient",
        "outbox",
        ["game", "round_tag", "kind", "recipient"],
    )


def _create_segments() -> None:
    op.create_table(
        "blobs",
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("sha256", name="pk_blobs"),
    )
    op.create_table(
        "segments",
        sa.Column("mail", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=True),
        sa.Column("blob", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["blob"], ["blobs.sha256"], name="fk_segments_blob"),
        sa.ForeignKeyConstraint(
            ["mail"], ["outbox.id"], name="fk_segments_mail", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("mail", "position", name="pk_segments"),
    )
    op.create_index("ix_segments_blob", "segments", ["blob"])


def _create_installation() -> None:
    op.create_table(
        "baselines",
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("uid_validity", sa.BigInteger(), nullable=False),
        sa.Column("uid_next", sa.BigInteger(), nullable=False),
        _instant("moment"),
        _instant("since", nullable=True),
        sa.PrimaryKeyConstraint("account", name="pk_baselines"),
    )
    op.create_table(
        "facts",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_facts"),
    )
    op.create_table(
        "leases",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("boot", sa.String(), nullable=False),
        sa.Column("host", sa.String(), nullable=False),
        sa.Column("pid", sa.Integer(), nullable=False),
        _instant("until"),
        sa.PrimaryKeyConstraint("name", name="pk_leases"),
    )
