"""What lay as JSON under the names of facts gets tables; so do questions, bounces and restorations.

Tables of now: questions to senders whose mails wait for a yes, and the orders given in answer to our
mails; mails that came back, so that none more go to an address that is gone; a database put back from
a copy; mails in which nothing could be read, so that no program is answered without end; what keeps
the machine from its work, and how far it has come; tournaments; what the
next report needs of those before it; indexes for what each tick asks.
"""

import json
from collections.abc import Iterator
from datetime import date

import sqlalchemy as sa
from alembic import op

revision = "r0002"
down_revision = "r0001"

_OF_SENDERS = ("questions", "orders_under_mails", "bounces", "mails_in_vain", "restorations")
_OF_THE_MACHINE = ("troubles", "progress", "marks")
_OF_GAMES = ("tournament_events", "tournaments", "kept_reports")

_INDEXES = (
    ("games", ("deadline",)),
    ("inbox", ("account", "is_filed", "state")),
    ("outbox", ("recorded_at", "kind")),
    ("outbox", ("recipient", "recorded_at", "kind")),
)
"""By which each tick finds what it looks for, however many mails were handled before."""

_facts = sa.table("facts", sa.column("name", sa.String), sa.column("value", sa.Text))
_secrets = sa.table("secrets", sa.column("id", sa.Integer), sa.column("secret", sa.LargeBinary))
_causes = sa.table(
    "causes",
    sa.column("cause", sa.String),
    sa.column("recorded_at", sa.DateTime(timezone=True)),
)
_inbox = sa.table(
    "inbox",
    sa.column("id", sa.Integer),
    sa.column("has_move", sa.Boolean),
    sa.column("listed_at", sa.DateTime(timezone=True)),
    sa.column("is_adopted", sa.Boolean),
)
_withheld = sa.table(
    "withheld_answers",
    sa.column("recipient", sa.String),
    sa.column("day", sa.Date),
    sa.column("title", sa.Text),
    sa.column("round_tag", sa.String),
    sa.column("move", sa.Text),
)
_notices = sa.table(
    "sender_notices",
    sa.column("sender", sa.Text),
    sa.column("day", sa.Date),
    sa.column("line", sa.Text),
)


def upgrade() -> None:
    """Make the tables, carry over what the facts hold, and drop these."""
    _create()
    _create_for_senders()
    _create_for_the_machine()
    _create_for_games()
    _create_indexes()
    _carry_secret()
    _carry_withheld()
    _carry_notices()
    _carry_lists()
    _carry_adopted()
    op.drop_table("facts")


def downgrade() -> None:
    """Keep the secret, without which no token is known again; what waits to be told is lost."""
    op.create_table(
        "facts",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_facts"),
    )
    connection = op.get_bind()
    for secret in connection.scalars(sa.select(_secrets.c.secret)).all():
        connection.execute(sa.insert(_facts), {"name": "secret", "value": secret.hex()})
    op.drop_index("ix_inbox_has_move_listed_at", "inbox")
    for table, columns in _INDEXES:
        op.drop_index(_index_name(table, columns), table)
    op.create_index("ix_outbox_recorded_at", "outbox", ["recorded_at"])
    with op.batch_alter_table("outbox") as outbox:
        outbox.drop_column("is_private")
    with op.batch_alter_table("inbox") as inbox:
        inbox.drop_column("listed_at")
        inbox.drop_column("is_adopted")
    for name in ("withheld_answers", "sender_notices", "secrets"):
        op.drop_table(name)
    for name in (*_OF_SENDERS, *_OF_THE_MACHINE, *_OF_GAMES):
        op.drop_table(name)


def _create() -> None:
    op.create_table(
        "secrets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_secrets"),
    )
    op.create_table(
        "withheld_answers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("round_tag", sa.String(), nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_withheld_answers"),
    )
    op.create_table(
        "sender_notices",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("line", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_sender_notices"),
    )
    op.create_index("ix_sender_notices_sender_day", "sender_notices", ["sender", "day"])
    op.add_column("inbox", sa.Column("listed_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column(
        "inbox",
        sa.Column("is_adopted", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_index("ix_inbox_has_move_listed_at", "inbox", ["has_move", "listed_at"])
    op.add_column(
        "outbox",
        sa.Column("is_private", sa.Boolean(), nullable=False, server_default=sa.false()),
    )


def _create_for_games() -> None:
    op.create_table(
        "kept_reports",
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_kept_reports"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_kept_reports_game"),
    )
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
    )
    op.create_table(
        "tournament_events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("cause", sa.String(), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournament_events"),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name="fk_tournament_events_tournament"
        ),
        sa.ForeignKeyConstraint(["cause"], ["causes.cause"], name="fk_tournament_events_cause"),
    )
    op.create_index("ix_tournament_events_tournament", "tournament_events", ["tournament"])


def _create_for_senders() -> None:
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
    op.create_table(
        "restorations",
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("copied_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("begun_at", name="pk_restorations"),
    )


def _create_for_the_machine() -> None:
    op.create_table(
        "troubles",
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("is_urgent", sa.Boolean(), nullable=False),
        sa.Column("told_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("what", name="pk_troubles"),
    )
    op.create_table(
        "progress",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_progress"),
    )
    op.create_table(
        "marks",
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("epoch", sa.DateTime(timezone=True), nullable=False),
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("before", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("account", name="pk_marks"),
    )


def _create_indexes() -> None:
    op.drop_index("ix_outbox_recorded_at", "outbox")
    for table, columns in _INDEXES:
        op.create_index(_index_name(table, columns), table, list(columns))


def _index_name(table: str, columns: tuple[str, ...]) -> str:
    return "_".join(("ix", table, *columns))


def _found(prefix: str) -> Iterator[tuple[str, str]]:
    """Yield what follows *prefix* in the names of facts, with their values."""
    wanted = sa.select(_facts).where(_facts.c.name.startswith(prefix, autoescape=True))
    for row in op.get_bind().execute(wanted).all():
        yield row.name.removeprefix(prefix), row.value


def _carry_secret() -> None:
    for _, value in _found("secret"):
        op.get_bind().execute(sa.insert(_secrets), {"id": 1, "secret": bytes.fromhex(value)})


def _carry_withheld() -> None:
    for recipient, value in _found("withheld:"):
        kept = json.loads(value)
        listed = [["", "", ""]] * kept.get("more", 0) + kept.get("rows", [])
        rows = [
            {
                "recipient": recipient,
                "day": date.fromisoformat(kept["day"]),
                "title": title,
                "round_tag": tag,
                "move": move,
            }
            for title, tag, move in listed
        ]
        if rows:
            op.get_bind().execute(sa.insert(_withheld), rows)


def _carry_notices() -> None:
    for sender, value in _found("notices:"):
        told = json.loads(value)
        lines = told["rows"] + [""] * (told["held"] - len(told["rows"]))
        rows = [{"sender": sender, "day": told["day"], "line": None}] * told["sent"]
        rows += [{"sender": sender, "day": told["since"], "line": line} for line in lines]
        if rows:
            dated = [{**row, "day": date.fromisoformat(row["day"])} for row in rows]
            op.get_bind().execute(sa.insert(_notices), dated)


def _carry_lists() -> None:
    """Tell each mail when it was listed: the cause of a list names the newest of its mails."""
    wanted = sa.select(_causes).where(_causes.c.cause.startswith("strangers:"))
    lists = [
        (int(row.cause.removeprefix("strangers:")), row.recorded_at)
        for row in op.get_bind().execute(wanted)
    ]
    for newest, moment in sorted(lists):
        listed = _inbox.c.has_move & (_inbox.c.id <= newest) & _inbox.c.listed_at.is_(None)
        op.get_bind().execute(sa.update(_inbox).where(listed).values(listed_at=moment))


def _carry_adopted() -> None:
    for number, _ in _found("adopted:"):
        adopted = _inbox.c.id == int(number)
        op.get_bind().execute(sa.update(_inbox).where(adopted).values(is_adopted=True))
