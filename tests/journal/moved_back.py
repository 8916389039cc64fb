"""A database as the program of an earlier schema knew it, made from one of today."""

from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import create_engine, text

from mailref.journal import schema
from mailref.journal.installation import SCHEMA
from mailref.journal.packing import unpacked


def moved_back(url: str, schema: str) -> None:
    """Bring a database back to `r0002` or a later schema."""
    engine = create_engine(url)
    with engine.begin() as connection:
        op = Operations(MigrationContext.configure(connection))
        for later, undo in _UNDO:
            if later > schema:
                undo(op)
        connection.execute(text("UPDATE alembic_version SET version_num = :it"), {"it": schema})
    engine.dispose()


def _without_order(op: Operations) -> None:
    op.drop_index("ix_outbox_kind_recorded_at", "outbox")
    op.create_index("ix_outbox_recorded_at_kind", "outbox", ["recorded_at", "kind"])
    op.drop_index("ix_outbox_state_due_id", "outbox")
    op.create_index("ix_outbox_state_due", "outbox", ["state", "due"])


def _of_one_mailbox(op: Operations) -> None:
    op.drop_table("readings")
    with op.batch_alter_table("outbox") as changed:
        changed.drop_column("box")


def _of_one_worker(op: Operations) -> None:
    for table, name in (
        ("outbox", "claimed_by"), ("progress", "close_at"), ("progress", "settings")
    ):  # fmt: skip
        with op.batch_alter_table(table) as changed:
            changed.drop_column(name)


def _in_one_part(op: Operations) -> None:
    """Let PostgreSQL hold mails and their bytes in a table each, with the keys and indexes of before."""
    if op.get_bind().dialect.name != "postgresql":
        return
    for statement in _WHOLE.split(";"):
        op.execute(text(statement))


_WHOLE = """
CREATE TABLE mails (LIKE outbox INCLUDING ALL);
CREATE TABLE parts (LIKE segments INCLUDING ALL);
INSERT INTO mails SELECT * FROM outbox;
INSERT INTO parts SELECT * FROM segments;
ALTER SEQUENCE outbox_id_seq OWNED BY mails.id;
DROP TABLE segments;
DROP TABLE outbox;
ALTER TABLE mails RENAME TO outbox;
ALTER TABLE parts RENAME TO segments;
ALTER INDEX mails_pkey RENAME TO pk_outbox;
ALTER INDEX parts_pkey RENAME TO pk_segments;
ALTER INDEX mails_state_due_id_idx RENAME TO ix_outbox_state_due_id;
ALTER INDEX mails_kind_recorded_at_idx RENAME TO ix_outbox_kind_recorded_at;
ALTER INDEX mails_recipient_recorded_at_kind_idx RENAME TO ix_outbox_recipient_recorded_at_kind;
ALTER INDEX mails_game_round_tag_kind_recipient_idx RENAME TO ix_outbox_game_round_tag_kind_recipient;
ALTER INDEX parts_blob_idx RENAME TO ix_segments_blob;
ALTER TABLE outbox ADD CONSTRAINT uq_outbox_message_id_recipient UNIQUE (message_id, recipient);
ALTER TABLE outbox ADD CONSTRAINT fk_outbox_game FOREIGN KEY (game) REFERENCES games (id);
ALTER TABLE outbox ADD CONSTRAINT fk_outbox_cause FOREIGN KEY (cause) REFERENCES causes (cause);
ALTER TABLE segments ADD CONSTRAINT fk_segments_mail
    FOREIGN KEY (mail) REFERENCES outbox (id) ON DELETE CASCADE;
ALTER TABLE segments ADD CONSTRAINT fk_segments_blob FOREIGN KEY (blob) REFERENCES blobs (sha256)
"""


def _without_club(op: Operations) -> None:
    op.drop_table("club_events")


def _all_unpacked(_op: Operations) -> None:
    """Leave everything: what such a database holds was never packed."""


def _texts_unpacked(op: Operations) -> None:
    """Write long texts as they were before they could be packed."""
    for table in (schema.events, schema.snapshots, schema.kept_reports):
        keys = [column.name for column in table.primary_key]
        names = ", ".join((*keys, "payload"))
        for *key, kept in op.get_bind().execute(text(f"SELECT {names} FROM {table.name}")).all():  # noqa: S608  names of ours
            where = " AND ".join(f"{name} = :{name}" for name in keys)
            said = text(f"UPDATE {table.name} SET payload = :payload WHERE {where}")  # noqa: S608  as above
            op.get_bind().execute(
                said, {**dict(zip(keys, key, strict=True)), "payload": unpacked(kept)}
            )


_UNDO = (
    ("r0009", _texts_unpacked),
    ("r0008", _in_one_part),
    ("r0007", _without_club),
    ("r0006", _all_unpacked),
    ("r0005", _without_order),
    ("r0004", _of_one_mailbox),
    ("r0003", _of_one_worker),
)
"""What each schema brought, the newest first."""
assert _UNDO[0][0] == SCHEMA, "a later schema is to be undone, too"
