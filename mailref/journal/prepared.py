"""Statements that come again and again, put to SQLite itself.

What SQLAlchemy does around a statement that it has compiled long ago takes five times as long as SQLite's
answer. So a statement that comes a second time as the same object is compiled once for all, with how its
values go in and come out, and is handed to the driver from then on. A list of values (IN) is written out
once for each number of them, as long as they are few. All statements stay with SQLAlchemy on another
database, and where somebody listens to it, as tests do.
"""

import sqlite3
from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn
from weakref import WeakKeyDictionary

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import DBAPIError

_Convert = Callable[[Any], Any]
_MOST_LISTED = 64
"""A list of more values is left to SQLAlchemy: each number of them is a statement that is kept."""


class Filled(Struct, frozen=True):
    """A statement that was built once, and what it is to be carried out with."""

    wanted: sa.Executable
    values: Mapping[str, object]


Statement = sa.Executable | Filled
"""What is carried out with a decision."""


class _Value(Struct, frozen=True, gc=False):
    """One value of a statement: by which name it is given, or what it always is."""

    name: str
    is_given: bool
    constant: object
    convert: _Convert | None
    at: int | None = None
    """Its place in the list that is given."""


class Prepared(Struct, frozen=True):
    """A statement as SQLite takes it."""

    text: str
    filled: tuple[_Value, ...]
    columns: tuple[_Convert | None, ...]
    row: Callable[[Iterable[Any]], Any]
    """Makes a row of its values."""

    def ask(self, connection: sa.Connection, values: Mapping[str, Any]) -> list[Any]:
        """Return the rows that are found, or nothing where it only changes some."""
        given = self._given(values)
        try:
            found = _driver(connection).execute(self.text, given).fetchall()
        except sqlite3.Error as problem:
            _raise(self.text, given, problem)
        converted = [(at, each) for at, each in enumerate(self.columns) if each is not None]
        if not converted:
            return [*map(self.row, found)]
        rows = []
        for each in found:
            row = [*each]
            for at, convert in converted:
                row[at] = convert(row[at])
            rows.append(self.row(row))
        return rows

    def change(self, connection: sa.Connection, rows: Sequence[Mapping[str, Any]]) -> int:
        """Carry it out with the values of each row; return how many it changed."""
        given = [self._given(each) for each in rows]
        driver = _driver(connection)
        try:
            if len(given) == 1:
                return int(driver.execute(self.text, given[0]).rowcount)
            return int(driver.executemany(self.text, given).rowcount)
        except sqlite3.Error as problem:
            _raise(self.text, given, problem)

    def _given(self, values: Mapping[str, Any]) -> list[Any]:
        return [
            value if each.convert is None else each.convert(value)
            for each in self.filled
            for value in (
                each.constant
                if not each.is_given
                else values[each.name]
                if each.at is None
                else values[each.name][each.at],
            )
        ]


def _driver(connection: sa.Connection) -> Any:
    return connection.connection.dbapi_connection  # with SQLite nothing is around it


def _raise(text: str, given: Any, problem: sqlite3.Error) -> NoReturn:
    raise DBAPIError.instance(text, given, problem, sqlite3.Error) from problem


def carry_out(connection: sa.Connection, statement: Statement) -> int:
    """Carry out a statement with the values that it has; return how many rows it changed."""
    if isinstance(statement, Filled):
        return change(connection, statement.wanted, statement.values)
    return connection.execute(statement).rowcount


def change(connection: sa.Connection, wanted: sa.Executable, *rows: Mapping[str, Any]) -> int:
    """Carry out a statement that was built once, with the values of each row; return how many it changed."""
    ready = prepared(connection.engine, wanted, rows[0])
    if ready is not None and not ready.columns:
        return ready.change(connection, rows)
    return connection.execute(wanted, list(rows) if len(rows) > 1 else rows[0]).rowcount


def ask(connection: sa.Connection, wanted: sa.Executable, values: Mapping[str, Any]) -> Any:
    """Return the rows that a statement that was built once finds, or makes."""
    ready = prepared(connection.engine, wanted, values)
    if ready is not None:
        return ready.ask(connection, values)
    return connection.execute(wanted, values).all()


_Key = tuple[tuple[str, int], ...]
_Known = WeakKeyDictionary[sa.Executable, dict[_Key, Prepared | None]]
_KNOWN: _Known = WeakKeyDictionary()
"""The statements that were asked in this process: what SQLite takes is the same for all its files."""


def prepared(
    engine: sa.Engine, wanted: sa.Executable, values: Mapping[str, Any]
) -> Prepared | None:
    """Return a statement that was asked before with values of these names, if SQLite can be asked itself."""
    if engine.dialect.name != "sqlite" or is_heard(engine):
        return None
    names = tuple([
        (name, len(value) if isinstance(value, (list, tuple)) else -1)
        for name, value in values.items()
    ])  # fmt: skip
    known = _KNOWN.get(wanted)
    if known is None:
        known = _KNOWN[wanted] = {}
    found = known.get(names, _NEVER_ASKED)
    if found is _NEVER_ASKED:
        if all(listed <= _MOST_LISTED for _, listed in names):
            # Most that are built for one question alone never come again.
            known[names] = _ASKED_ONCE
        return None
    if found is _ASKED_ONCE:
        found = known[names] = _prepare(wanted, values, engine.dialect)
    return found


def is_heard(engine: sa.Engine) -> bool:
    """Tell whether somebody listens to what is asked."""
    return bool(engine.dispatch.before_cursor_execute)


_NEVER_ASKED, _ASKED_ONCE = (Prepared("", (), (), tuple) for _ in range(2))
"""Stand for a statement that was not looked at yet."""


def _prepare(
    wanted: sa.Executable, values: Mapping[str, Any], dialect: sa.Dialect
) -> Prepared | None:
    if not isinstance(wanted, sa.Select | sa.Update | sa.Insert | sa.Delete):
        return None
    compiled: Any = wanted.compile(dialect=dialect, column_keys=sorted(values))
    if compiled.literal_execute_params or compiled.insert_prefetch or compiled.update_prefetch:
        return None
    text, names, listed, constants = str(compiled), compiled.positiontup, {}, {}
    if compiled.post_compile_params:
        expanded = compiled.construct_expanded_state(dict(values))
        text, names, constants = expanded.statement, expanded.positiontup, expanded.parameters
        listed = {
            name: (whole, at)
            for whole, each in expanded.parameter_expansion.items()
            for at, name in enumerate(each)
        }
        if any(not each for each in expanded.parameter_expansion.values()):
            return None  # what an empty list is depends on the column
    columns = tuple(wanted.exported_columns)
    converted = (each.type.dialect_impl(dialect) for each in columns)
    return Prepared(
        text,
        tuple(_value(compiled, each, listed.get(each), values, constants) for each in names),
        tuple(each.result_processor(dialect, None) for each in converted),
        _row_of([str(each.key) for each in columns]),
    )


def _row_of(names: Sequence[str]) -> Callable[[Iterable[Any]], Any]:
    """Return what makes a row of its values, which it then has by these names."""
    rows: Any = namedtuple  # noqa: PYI024  made of what is asked for
    make: Callable[[Iterable[Any]], Any] = rows("Row", names, rename=True)._make
    return make


def _value(
    compiled: Any,
    name: str,
    listed: tuple[str, int] | None,
    values: Mapping[str, Any],
    constants: Mapping[str, Any],
) -> _Value:
    whole, at = listed or (name, None)
    bind = compiled.binds[whole]
    return _Value(
        whole,
        whole in values or bind.required,
        constants[name] if at is not None else bind.effective_value,
        bind.type.dialect_impl(compiled.dialect).bind_processor(compiled.dialect),
        at,
    )


def tell(connection: sa.Connection, word: str) -> None:
    """Tell SQLite where a transaction begins or ends."""
    try:
        _driver(connection).execute(word)
    except sqlite3.Error as problem:
        _raise(word, (), problem)
