"""Brings a database to the schema of this program, from nothing or from an earlier one."""

from importlib.resources import as_file, files

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection

from mailref.errors import JournalError

_SCRIPTS = files("mailref.journal") / "migrations"


def migrate(connection: Connection) -> None:
    """Upgrade inside the writing transaction of *connection*: wholly or not at all."""
    with as_file(_SCRIPTS) as folder:
        config = Config()
        # A % would be read as the start of a placeholder.
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as problem:
            raise JournalError(
                f"the database was written by another version of mailref: {problem}"
            ) from problem
