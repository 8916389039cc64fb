"""Brings a database to the schema of this program, from nothing or from an earlier one."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from mailref.errors import JournalError

_SCRIPTS = files("mailref.journal") / "migrations"


def is_current(connection: Connection) -> bool:
    """Tell whether the database has the schema of this program."""
    present = MigrationContext.configure(connection).get_current_heads()
    with _config(connection) as config:
        return set(present) == set(ScriptDirectory.from_config(config).get_heads())


def migrate(connection: Connection) -> None:
    """Upgrade inside the writing transaction of *connection*: wholly or not at all."""
    with _config(connection) as config:
        try:
            command.upgrade(config, "head")
        except CommandError as problem:
            raise JournalError(
                f"the database was written by another version of mailref: {problem}"
            ) from problem


@contextmanager
def _config(connection: Connection) -> Iterator[Config]:
    with as_file(_SCRIPTS) as folder:
        config = Config()
        # A % would be read as the start of a placeholder.
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        config.attributes["connection"] = connection
        yield config
