"""The history of the schema, for Alembic: imported only where a database is new or of another schema."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from mailref.errors import JournalError

SCRIPTS = files("mailref.journal") / "migrations"


def known_schemas(connection: Connection) -> frozenset[str]:
    """Return the names of all schemas that this program knows."""
    with _config(connection) as config:
        scripts = ScriptDirectory.from_config(config).walk_revisions()
        return frozenset(script.revision for script in scripts)


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
    with as_file(SCRIPTS) as folder:
        config = Config()
        # A % would be read as the start of a placeholder.
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        config.attributes["connection"] = connection
        yield config
