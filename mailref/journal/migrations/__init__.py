"""The history of the schema, for Alembic: imported only where a database is new or of another schema."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import as_file, files
from types import MappingProxyType
from typing import Any

import sqlalchemy as sa
from alembic import command, op
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


_TYPES: dict[str, sa.types.TypeEngine[Any]] = {
    "int": sa.Integer(),
    "big": sa.BigInteger(),
    "bool": sa.Boolean(),
    "string": sa.String(),
    "text": sa.Text(),
    "bytes": sa.LargeBinary(),
    "date": sa.Date(),
    "instant": sa.DateTime(timezone=True),
}


def make_tables(section: str) -> None:
    """Create the tables of a section of `tables.toml`, with their indexes."""
    for name, said in tomllib.loads((SCRIPTS / "tables.toml").read_text())[section].items():
        _make_table(name, **said)


def _make_table(  # noqa: PLR0917  as a table is said
    name: str,
    columns: str,
    key: str,
    unique: str = "",
    indexes: Sequence[str] = (),
    refers: Mapping[str, str] = MappingProxyType({}),
) -> None:
    constraints: list[sa.Constraint] = [sa.PrimaryKeyConstraint(*key.split(), name=f"pk_{name}")]
    for own, other in refers.items():
        column, _, then = other.partition(" ")
        named = f"fk_{name}_{own}"
        constraints.append(
            sa.ForeignKeyConstraint([own], [column], name=named, ondelete=then or None)
        )
    if unique:
        named = "_".join(("uq", name, *unique.split()))
        constraints.append(sa.UniqueConstraint(*unique.split(), name=named))
    made = [sa.Column(own, type_, nullable=is_free) for own, type_, is_free in _read(columns)]
    op.create_table(name, *made, *constraints)
    for each in indexes:
        make_index(name, each)


def table_of(name: str, columns: str) -> sa.TableClause:
    """Return a table, or those of its columns that are asked for, to be read and written."""
    return sa.table(name, *(sa.column(own, type_) for own, type_, _ in _read(columns)))


def _read(columns: str) -> Iterator[tuple[str, sa.types.TypeEngine[Any], bool]]:
    for said in columns.split():
        name, _, kind = said.partition(":")
        yield name, _TYPES[kind.removesuffix("?")], kind.endswith("?")


def make_index(table: str, columns: str) -> None:
    """Create an index of these columns, called by them."""
    op.create_index(_index_name(table, columns), table, columns.split())


def drop_index(table: str, columns: str) -> None:
    """Drop the index of these columns."""
    op.drop_index(_index_name(table, columns), table)


def _index_name(table: str, columns: str) -> str:
    return "_".join(("ix", table, *columns.split()))
