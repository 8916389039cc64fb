"""The tables of the record; a change here needs a migration in migrations/versions."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.schema import SchemaItem


class Instant(TypeDecorator[datetime]):
    """An aware time, stored in UTC; a naive one is refused (style 17)."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without a zone: {value!r}")
        in_utc = value.astimezone(UTC)
        # SQLite keeps times as text without a zone; all of ours are UTC, so they sort as text.
        return in_utc.replace(tzinfo=None) if dialect.name == "sqlite" else in_utc

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002  the signature is SQLAlchemy's
        if value is None:
            return None
        found: datetime = value
        return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


class ForeignText(TypeDecorator[str]):
    """Text from outside, which may hold NUL or half a character that no database takes."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002  the signature is SQLAlchemy's
        if value is None:
            return None
        return value.replace("\0", "\\0").encode("utf-8", "backslashreplace").decode()


METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def _table(name: str, *parts: SchemaItem) -> Table:
    return Table(name, METADATA, *parts)


games = _table(
    "games",
    Column("id", String, primary_key=True),
    Column("seed", LargeBinary, nullable=False),  # secret until the game ends
    Column("last_number", Integer, nullable=False),
    # Of the open round; null where there is none, or none to close.
    Column("deadline", Instant, index=True),
    Column("is_over", Boolean, nullable=False),
    Column("recorded_at", Instant, nullable=False),
)

causes = _table(
    # Each decision by what made it necessary: `close:yerres:4`, `mail:<fingerprint>`.
    "causes",
    Column("cause", String, primary_key=True),
    Column("recorded_at", Instant, nullable=False),
)

events = _table(
    "events",
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("number", Integer, nullable=False),  # within the game, from 1
    Column("kind", String, nullable=False),
    Column("version", Integer, nullable=False),
    Column("payload", Text, nullable=False),
    Column("cause", ForeignKey("causes.cause"), nullable=False),
    Column("recorded_at", Instant, nullable=False),
    PrimaryKeyConstraint("game", "number"),
    Index(None, "game", "kind", "number"),
)

snapshots = _table(
    # The newest of each game; what it leaves out can be had by replaying its events.
    "snapshots",
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("code", String, nullable=False),  # what made it; other code does not use it
    Column("payload", Text, nullable=False),
)

kept_reports = _table(
    # What the next report of a game needs of those before it; the events tell all of it, too.
    "kept_reports",
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, nullable=False),  # of the event after which it was so
    Column("code", String, nullable=False),  # what made it; other code does not use it
    Column("payload", Text, nullable=False),
)

tournaments = _table(
    "tournaments",
    Column("id", String, primary_key=True),
    Column("seed", LargeBinary, nullable=False),  # secret until the tournament ends
    Column("recorded_at", Instant, nullable=False),
)

tournament_events = _table(
    "tournament_events",
    Column("id", Integer, primary_key=True),  # in the order in which they happened
    Column("tournament", ForeignKey("tournaments.id"), nullable=False, index=True),
    Column("kind", String, nullable=False),
    Column("version", Integer, nullable=False),
    Column("payload", Text, nullable=False),
    Column("cause", ForeignKey("causes.cause"), nullable=False),
    Column("recorded_at", Instant, nullable=False),
)

inbox = _table(
    "inbox",
    Column("id", Integer, primary_key=True),
    Column("account", String, nullable=False),
    Column("uid_validity", BigInteger, nullable=False),
    Column("uid", BigInteger, nullable=False),
    Column("state", String, nullable=False),
    Column("first_seen", Instant, nullable=False),
    Column("begun", Integer, nullable=False),  # written before parsing
    Column("failed", Integer, nullable=False),
    Column("last_error", ForeignText),
    Column("is_filed", Boolean, nullable=False),
    Column("fingerprint", String, index=True),
    Column("message_id", ForeignText),
    Column("sender", ForeignText),
    Column("received", Instant),
    Column("reason", String),
    Column("has_move", Boolean, nullable=False),
    Column("listed_at", Instant),  # when the game master was told of its move
    Column("is_adopted", Boolean, nullable=False),  # by the game master: it counts
    Column("settled_at", Instant),
    Column("raw", LargeBinary),  # kept where somebody may still want the mail
    UniqueConstraint("account", "uid_validity", "uid"),
    Index(None, "account", "is_filed", "state"),
    Index(None, "state", "is_filed"),
    Index(None, "has_move", "listed_at"),
)

blobs = _table(
    # What many mails share is stored once.
    "blobs",
    Column("sha256", String, primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

outbox = _table(
    "outbox",
    Column("id", Integer, primary_key=True),
    Column("recipient", String, nullable=False),
    Column("message_id", ForeignText, nullable=False),
    Column("kind", String, nullable=False),
    Column("game", ForeignKey("games.id")),
    Column("round_tag", String),
    Column("cause", ForeignKey("causes.cause"), nullable=False),
    Column("recorded_at", Instant, nullable=False),
    Column("state", String, nullable=False),
    Column("due", Instant, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("last_error", ForeignText),
    Column("settled_at", Instant),  # when it was handed over, or given up
    Column("is_private", Boolean, nullable=False),  # its bytes go as soon as it is handed over
    Column("claimed_by", String),  # the worker that sends it, on PostgreSQL
    Column("box", String),  # from which it leaves; null: from that of [mail]
    UniqueConstraint("message_id", "recipient"),
    Index(None, "state", "due", "id"),
    Index(None, "kind", "recorded_at"),
    Index(None, "recipient", "recorded_at", "kind"),
    Index(None, "game", "round_tag", "kind", "recipient"),
)

withheld_answers = _table(
    # Answers beyond what an address gets in a day, until one summary tells of them.
    "withheld_answers",
    Column("id", Integer, primary_key=True),
    Column("recipient", String, nullable=False),
    Column("day", Date, nullable=False),
    Column("title", ForeignText, nullable=False),
    Column("round_tag", String, nullable=False),
    Column("move", ForeignText, nullable=False),
)

sender_notices = _table(
    # Mails to the game master about what one sender wrote, of the last days.
    "sender_notices",
    Column("id", Integer, primary_key=True),
    Column("sender", ForeignText, nullable=False),  # a registered address; empty: any stranger
    Column("day", Date, nullable=False),
    Column("line", ForeignText),  # of one held back, for the list; null: it went out
    Index(None, "sender", "day"),
)

questions = _table(
    # Mails whose sender was asked back: what they ask for waits until he says yes.
    "questions",
    Column("token", String, primary_key=True),  # in the Message-ID of that one mail
    Column("fingerprint", String, nullable=False, index=True),  # of the mail that waits
    Column("sender", ForeignText, nullable=False),
    Column("why", String, nullable=False),
    Column("asked_at", Instant, nullable=False),
    Column("settled_at", Instant),  # when it was answered, or asked anew
    Index(None, "why", "asked_at"),
)

orders_under_mails = _table(
    # What the game master ordered in answer to which mail of ours: nothing twice.
    "orders_under_mails",
    Column("message_id", ForeignText, nullable=False),
    Column("order_digest", String, nullable=False),
    Column("recorded_at", Instant, nullable=False),
    PrimaryKeyConstraint("message_id", "order_digest"),
)

bounces = _table(
    # Mails of ours that came back, until somebody writes from there; see `journal.senders.Bounces`.
    "bounces",
    Column("id", Integer, primary_key=True),
    Column("address", String, nullable=False),  # in small letters
    Column("message_id", ForeignText, nullable=False),
    Column("is_gone", Boolean, nullable=False),  # for good: there is no such address
    Column("why", ForeignText, nullable=False),
    Column("moment", Instant, nullable=False),
    Index(None, "address"),
)

mails_in_vain = _table(
    # Mails in a row in which nothing could be read; see `journal.in_vain`.
    "mails_in_vain",
    Column("id", Integer, primary_key=True),
    Column("sender", ForeignText, nullable=False),
    Column("gist", String, nullable=False),
    Column("is_quick", Boolean, nullable=False),  # no longer asked: what comes soon is no loop
    Column("is_answered", Boolean, nullable=False),
    Index(None, "sender"),
)

segments = _table(
    # A mail is its segments in order: bytes of its own, or a blob.
    "segments",
    Column("mail", ForeignKey("outbox.id", ondelete="CASCADE"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("data", LargeBinary),
    Column("blob", ForeignKey("blobs.sha256"), index=True),
    PrimaryKeyConstraint("mail", "position"),
)

baselines = _table(
    "baselines",
    Column("account", String, primary_key=True),
    Column("uid_validity", BigInteger, nullable=False),
    Column("uid_next", BigInteger, nullable=False),
    Column("moment", Instant, nullable=False),
    Column("since", Instant),
)

secrets = _table(
    # One row: what tokens and ids are made from; never revealed.
    "secrets",
    Column("id", Integer, primary_key=True),
    Column("secret", LargeBinary, nullable=False),
)

restorations = _table(
    # Each time that the database was put back from a copy.
    "restorations",
    Column("begun_at", Instant, primary_key=True),
    Column("copied_at", Instant, nullable=False),
    Column("state", String, nullable=False),
)

troubles = _table(
    # What keeps the machine from its work, as long as it does.
    "troubles",
    Column("what", String, primary_key=True),
    Column("why", ForeignText, nullable=False),
    Column("since", Instant, nullable=False),
    Column("is_urgent", Boolean, nullable=False),  # somebody must hear of it at once
    Column("told_at", Instant),
)

progress = _table(
    # One row: when the mailbox was last read to its end, to ten minutes; and, where several share the
    # work, by which reading all may close what was due then, and by which settings.
    "progress",
    Column("id", Integer, primary_key=True),
    Column("read_at", Instant, nullable=False),
    Column("close_at", Instant),
    Column("settings", String),
)

readings = _table(
    # Of mailboxes beside that of [mail], where several workers read them: how far.
    "readings",
    Column("account", String, primary_key=True),
    Column("noted_at", Instant, nullable=False),
    Column("read_to", Instant),  # when the last complete reading began
    Column("problem", ForeignText),  # why the last one was not complete
)

marks = _table(
    # By which mark we hold a mailbox, and by which before.
    "marks",
    Column("account", String, primary_key=True),
    Column("epoch", Instant, nullable=False),
    Column("token", String, nullable=False),
    Column("before", String, nullable=False),
)

leases = _table(
    "leases",
    Column("name", String, primary_key=True),
    Column("boot", String, nullable=False),
    Column("host", String, nullable=False),
    Column("pid", Integer, nullable=False),
    Column("until", Instant, nullable=False),
)
