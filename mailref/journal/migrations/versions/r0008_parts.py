"""On PostgreSQL mails and their bytes lie in parts, as `mailref/journal/parts.py` tells; SQLite has none.

What is there becomes the first part as it lies: it is looked through, not copied.
"""

from collections.abc import Iterable

import sqlalchemy as sa
from alembic import op

revision = "r0008"
down_revision = "r0007"

_SIZE = 1_000_000
_AHEAD = 2
_OUTBOX = (
    "CREATE TABLE outbox (LIKE outbox_p%(last)s INCLUDING DEFAULTS) PARTITION BY RANGE (id)",
    "ALTER SEQUENCE outbox_id_seq OWNED BY outbox.id",
    (
        "ALTER TABLE outbox ADD CONSTRAINT pk_outbox PRIMARY KEY (id), "
        "ADD CONSTRAINT fk_outbox_game FOREIGN KEY (game) REFERENCES games (id), "
        "ADD CONSTRAINT fk_outbox_cause FOREIGN KEY (cause) REFERENCES causes (cause)"
    ),
    "CREATE INDEX ix_outbox_state_due_id ON outbox (state, due, id)",
    "CREATE INDEX ix_outbox_kind_recorded_at ON outbox (kind, recorded_at)",
    "CREATE INDEX ix_outbox_recipient_recorded_at_kind ON outbox (recipient, recorded_at, kind)",
    "CREATE INDEX ix_outbox_game_round_tag_kind_recipient ON outbox (game, round_tag, kind, recipient)",
    "ALTER TABLE outbox ATTACH PARTITION outbox_p%(last)s FOR VALUES FROM (MINVALUE) TO (%(end)s)",
)
_SEGMENTS = (
    "CREATE TABLE segments (LIKE segments_p%(last)s) PARTITION BY RANGE (mail)",
    (
        "ALTER TABLE segments ADD CONSTRAINT pk_segments PRIMARY KEY (mail, position), "
        "ADD CONSTRAINT fk_segments_blob FOREIGN KEY (blob) REFERENCES blobs (sha256)"
    ),
    "CREATE INDEX ix_segments_blob ON segments (blob)",
    "ALTER TABLE segments ATTACH PARTITION segments_p%(last)s FOR VALUES FROM (MINVALUE) TO (%(end)s)",
    (
        "ALTER TABLE segments ADD CONSTRAINT fk_segments_mail "
        "FOREIGN KEY (mail) REFERENCES outbox (id) ON DELETE CASCADE"
    ),
)
_FURTHER = (
    "CREATE TABLE outbox_%(part)s PARTITION OF outbox %(which)s",
    (
        "ALTER TABLE outbox_%(part)s ADD CONSTRAINT uq_outbox_%(part)s_message_id_recipient "
        "UNIQUE (message_id, recipient)"
    ),
    "CREATE TABLE segments_%(part)s PARTITION OF segments %(which)s",
)


def upgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    block = (op.get_bind().scalar(sa.text("SELECT max(id) FROM outbox")) or 0) // _SIZE
    _execute(["ALTER TABLE segments DROP CONSTRAINT fk_segments_mail"])
    for table, made in (("outbox", _OUTBOX), ("segments", _SEGMENTS)):
        _set_aside(table, f"{table}_p{block:04}")
        _execute(made, last=f"{block:04}", end=(block + 1) * _SIZE)
    for number in range(block + 1, block + _AHEAD + 1):
        bounds = f"FOR VALUES FROM ({number * _SIZE}) TO ({(number + 1) * _SIZE})"
        _execute(_FURTHER, part=f"p{number:04}", which=bounds)
    _execute(_FURTHER, part="rest", which="DEFAULT")


def _set_aside(table: str, part: str) -> None:
    """Rename a table with its indexes, whose names are wanted again; its keys have theirs."""
    indexes = op.get_bind().execute(
        sa.text("SELECT indexname FROM pg_indexes WHERE tablename = :it"), {"it": table}
    )
    for (name,) in indexes.all():
        renamed = name.replace(f"_{table}", f"_{part}", 1)
        _execute(["ALTER INDEX %(name)s RENAME TO %(renamed)s"], name=name, renamed=renamed)
    _execute(["ALTER TABLE %(table_)s RENAME TO %(part)s"], table_=table, part=part)


def _execute(statements: Iterable[str], **named: object) -> None:
    for statement in statements:
        op.execute(statement % named)
