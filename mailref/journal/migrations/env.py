"""Runs the migrations on the connection and in the transaction that `migrate` hands over."""

from alembic import context

from mailref.journal.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite alters a table by copying it
)
context.run_migrations()
