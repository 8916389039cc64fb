"""The tables of the record; a change here needs a migration in migrations/versions."""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.schema import SchemaItem


class Instant(sa.TypeDecorator[datetime]):
    """An aware time, stored in UTC; a naive one is refused (style 17)."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without a zone: {value!r}")
        in_utc = value.astimezone(UTC)
        # SQLite keeps times as text without a zone; all of ours are UTC, so they sort as text.
        return in_utc.replace(tzinfo=None) if dialect.name == "sqlite" else in_utc

    def process_result_value(self, value: Any | None, dialect: sa.Dialect) -> datetime | None:  # noqa: ARG002  the signature is SQLAlchemy's
        if value is None:
            return None
        found: datetime = value
        return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


class ForeignText(sa.TypeDecorator[str]):
    """Text from outside, which may hold NUL or half a character that no database takes."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: sa.Dialect) -> str | None:  # noqa: ARG002  the signature is SQLAlchemy's
        if value is None:
            return None
        return value.replace("\0", "\\0").encode("utf-8", "backslashreplace").decode()


METADATA = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def _table(name: str, *parts: SchemaItem) -> sa.Table:
    return sa.Table(name, METADATA, *parts)


games = _table(
    "games",
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("seed", sa.LargeBinary, nullable=False),  # secret until the game ends
    sa.Column("last_number", sa.Integer, nullable=False),
    # Of the open round; null where there is none, or none to close.
    sa.Column("deadline", Instant, index=True),
    sa.Column("is_over", sa.Boolean, nullable=False),
    sa.Column("recorded_at", Instant, nullable=False),
)

causes = _table(
    # Each decision by what made it necessary: `close:yerres:4`, `mail:<fingerprint>`.
    "causes",
    sa.Column("cause", sa.String, primary_key=True),
    sa.Column("recorded_at", Instant, nullable=False),
)

events = _table(
    "events",
    sa.Column("game", sa.ForeignKey("games.id"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),  # within the game, from 1
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("payload", sa.Text, nullable=False),
    sa.Column("cause", sa.ForeignKey("causes.cause"), nullable=False),
    sa.Column("recorded_at", Instant, nullable=False),
    sa.PrimaryKeyConstraint("game", "number"),
    sa.Index(None, "game", "kind", "number"),
)

snapshots = _table(
    # The newest of each game; what it leaves out can be had by replaying its events.
    "snapshots",
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("code", sa.String, nullable=False),  # what made it; other code does not use it
    sa.Column("payload", sa.Text, nullable=False),
)

kept_reports = _table(
    # What the next report of a game needs of those before it; the events tell all of it, too.
    "kept_reports",
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),  # of the event after which it was so
    sa.Column("code", sa.String, nullable=False),  # what made it; other code does not use it
    sa.Column("payload", sa.Text, nullable=False),
)

tournaments = _table(
    "tournaments",
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("seed", sa.LargeBinary, nullable=False),  # secret until the tournament ends
    sa.Column("recorded_at", Instant, nullable=False),
)

tournament_events = _table(
    "tournament_events",
    sa.Column("id", sa.Integer, primary_key=True),  # in the order in which they happened
    sa.Column("tournament", sa.ForeignKey("tournaments.id"), nullable=False, index=True),
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("payload", sa.Text, nullable=False),
    sa.Column("cause", sa.ForeignKey("causes.cause"), nullable=False),
    sa.Column("recorded_at", Instant, nullable=False),
)

inbox = _table(
    "inbox",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("account", sa.String, nullable=False),
    sa.Column("uid_validity", sa.BigInteger, nullable=False),
    sa.Column("uid", sa.BigInteger, nullable=False),
    sa.Column("state", sa.String, nullable=False),
    sa.Column("first_seen", Instant, nullable=False),
    sa.Column("begun", sa.Integer, nullable=False),  # written before parsing
    sa.Column("failed", sa.Integer, nullable=False),
    sa.Column("last_error", ForeignText),
    sa.Column("is_filed", sa.Boolean, nullable=False),
    sa.Column("fingerprint", sa.String, index=True),
    sa.Column("message_id", ForeignText),
    sa.Column("sender", ForeignText),
    sa.Column("received", Instant),
    sa.Column("reason", sa.String),
    sa.Column("has_move", sa.Boolean, nullable=False),
    sa.Column("listed_at", Instant),  # when the game master was told of its move
    sa.Column("is_adopted", sa.Boolean, nullable=False),  # by the game master: it counts
    sa.Column("settled_at", Instant),
    sa.Column("raw", sa.LargeBinary),  # kept where somebody may still want the mail
    sa.UniqueConstraint("account", "uid_validity", "uid"),
    sa.Index(None, "account", "is_filed", "state"),
    sa.Index(None, "state", "is_filed"),
    sa.Index(None, "has_move", "listed_at"),
)

blobs = _table(
    # What many mails share is stored once.
    "blobs",
    sa.Column("sha256", sa.String, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)

outbox = _table(
    "outbox",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("recipient", sa.String, nullable=False),
    sa.Column("message_id", ForeignText, nullable=False),
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("game", sa.ForeignKey("games.id")),
    sa.Column("round_tag", sa.String),
    sa.Column("cause", sa.ForeignKey("causes.cause"), nullable=False),
    sa.Column("recorded_at", Instant, nullable=False),
    sa.Column("state", sa.String, nullable=False),
    sa.Column("due", Instant, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("last_error", ForeignText),
    sa.Column("settled_at", Instant),  # when it was handed over, or given up
    sa.Column(
        "is_private", sa.Boolean, nullable=False
    ),  # its bytes go as soon as it is handed over
    sa.Column("claimed_by", sa.String),  # the worker that sends it, on PostgreSQL
    sa.Column("box", sa.String),  # from which it leaves; null: from that of [mail]
    sa.UniqueConstraint("message_id", "recipient"),
    sa.Index(None, "state", "due", "id"),
    sa.Index(None, "kind", "recorded_at"),
    sa.Index(None, "recipient", "recorded_at", "kind"),
    sa.Index(None, "game", "round_tag", "kind", "recipient"),
)

withheld_answers = _table(
    # Answers beyond what an address gets in a day, until one summary tells of them.
    "withheld_answers",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("recipient", sa.String, nullable=False),
    sa.Column("day", sa.Date, nullable=False),
    sa.Column("title", ForeignText, nullable=False),
    sa.Column("round_tag", sa.String, nullable=False),
    sa.Column("move", ForeignText, nullable=False),
)

sender_notices = _table(
    # Mails to the game master about what one sender wrote, of the last days.
    "sender_notices",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("sender", ForeignText, nullable=False),  # a registered address; empty: any stranger
    sa.Column("day", sa.Date, nullable=False),
    sa.Column("line", ForeignText),  # of one held back, for the list; null: it went out
    sa.Index(None, "sender", "day"),
)

questions = _table(
    # Mails whose sender was asked back: what they ask for waits until he says yes.
    "questions",
    sa.Column("token", sa.String, primary_key=True),  # in the Message-ID of that one mail
    sa.Column("fingerprint", sa.String, nullable=False, index=True),  # of the mail that waits
    sa.Column("sender", ForeignText, nullable=False),
    sa.Column("why", sa.String, nullable=False),
    sa.Column("asked_at", Instant, nullable=False),
    sa.Column("settled_at", Instant),  # when it was answered, or asked anew
    sa.Index(None, "why", "asked_at"),
)

orders_under_mails = _table(
    # What the game master ordered in answer to which mail of ours: nothing twice.
    "orders_under_mails",
    sa.Column("message_id", ForeignText, nullable=False),
    sa.Column("order_digest", sa.String, nullable=False),
    sa.Column("recorded_at", Instant, nullable=False),
    sa.PrimaryKeyConstraint("message_id", "order_digest"),
)

bounces = _table(
    # Mails of ours that came back, until somebody writes from there; see `journal.senders.Bounces`.
    "bounces",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("address", sa.String, nullable=False),  # in small letters
    sa.Column("message_id", ForeignText, nullable=False),
    sa.Column("is_gone", sa.Boolean, nullable=False),  # for good: there is no such address
    sa.Column("why", ForeignText, nullable=False),
    sa.Column("moment", Instant, nullable=False),
    sa.Index(None, "address"),
)

mails_in_vain = _table(
    # Mails in a row in which nothing could be read; see `journal.in_vain`.
    "mails_in_vain",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("sender", ForeignText, nullable=False),
    sa.Column("gist", sa.String, nullable=False),
    sa.Column(
        "is_quick", sa.Boolean, nullable=False
    ),  # no longer asked: what comes soon is no loop
    sa.Column("is_answered", sa.Boolean, nullable=False),
    sa.Index(None, "sender"),
)

segments = _table(
    # A mail is its segments in order: bytes of its own, or a blob.
    "segments",
    sa.Column("mail", sa.ForeignKey("outbox.id", ondelete="CASCADE"), nullable=False),
    sa.Column("position", sa.Integer, nullable=False),
    sa.Column("data", sa.LargeBinary),
    sa.Column("blob", sa.ForeignKey("blobs.sha256"), index=True),
    sa.PrimaryKeyConstraint("mail", "position"),
)

baselines = _table(
    "baselines",
    sa.Column("account", sa.String, primary_key=True),
    sa.Column("uid_validity", sa.BigInteger, nullable=False),
    sa.Column("uid_next", sa.BigInteger, nullable=False),
    sa.Column("moment", Instant, nullable=False),
    sa.Column("since", Instant),
)

secrets = _table(
    # One row: what tokens and ids are made from; never revealed.
    "secrets",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("secret", sa.LargeBinary, nullable=False),
)

restorations = _table(
    # Each time that the database was put back from a copy.
    "restorations",
    sa.Column("begun_at", Instant, primary_key=True),
    sa.Column("copied_at", Instant, nullable=False),
    sa.Column("state", sa.String, nullable=False),
)

troubles = _table(
    # What keeps the machine from its work, as long as it does.
    "troubles",
    sa.Column("what", sa.String, primary_key=True),
    sa.Column("why", ForeignText, nullable=False),
    sa.Column("since", Instant, nullable=False),
    sa.Column("is_urgent", sa.Boolean, nullable=False),  # somebody must hear of it at once
    sa.Column("told_at", Instant),
)

progress = _table(
    # One row: when the mailbox was last read to its end, to ten minutes; and, where several share the
    # work, by which reading all may close what was due then, and by which settings.
    "progress",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("read_at", Instant, nullable=False),
    sa.Column("close_at", Instant),
    sa.Column("settings", sa.String),
)

readings = _table(
    # Of mailboxes beside that of [mail], where several workers read them: how far.
    "readings",
    sa.Column("account", sa.String, primary_key=True),
    sa.Column("noted_at", Instant, nullable=False),
    sa.Column("read_to", Instant),  # when the last complete reading began
    sa.Column("problem", ForeignText),  # why the last one was not complete
)

marks = _table(
    # By which mark we hold a mailbox, and by which before.
    "marks",
    sa.Column("account", sa.String, primary_key=True),
    sa.Column("epoch", Instant, nullable=False),
    sa.Column("token", sa.String, nullable=False),
    sa.Column("before", sa.String, nullable=False),
)

leases = _table(
    "leases",
    sa.Column("name", sa.String, primary_key=True),
    sa.Column("boot", sa.String, nullable=False),
    sa.Column("host", sa.String, nullable=False),
    sa.Column("pid", sa.Integer, nullable=False),
    sa.Column("until", Instant, nullable=False),
)
