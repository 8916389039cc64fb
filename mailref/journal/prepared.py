"""Questions that are asked again and again, put to SQLite itself.

What SQLAlchemy does around a statement that it has compiled long ago takes five times as long as SQLite's
answer. So a statement that comes a second time as the same object is compiled once for all, with how its
values go in and come out, and is handed to the driver from then on. Statements that are written out anew for
each set of values (IN with a list) stay with SQLAlchemy, and all of them where somebody listens to it, as
tests do.
"""

import sqlite3
from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import DBAPIError

_Convert = Callable[[Any], Any]


class _Filled(Struct, frozen=True, gc=False):
    """One value of a statement: by which name it is given, or what it always is."""

    name: str
    is_given: bool
    constant: object
    convert: _Convert | None


class Prepared(Struct, frozen=True):
    """A statement as SQLite takes it."""

    text: str
    filled: tuple[_Filled, ...]
    columns: tuple[_Convert | None, ...]
    row: Callable[..., Any]

    def ask(self, connection: sa.Connection, values: Mapping[str, Any]) -> list[Any]:
        """Return the rows that are found, or nothing where it only changes some."""
        given = [
            (each.convert(value) if each.convert is not None else value)
            for each in self.filled
            for value in ((values[each.name] if each.is_given else each.constant),)
        ]
        driver: Any = connection.connection.driver_connection
        try:
            found = driver.execute(self.text, given).fetchall()
        except sqlite3.Error as problem:
            raise DBAPIError.instance(self.text, given, problem, sqlite3.Error) from problem
        return [
            self.row(
                *(
                    value if convert is None else convert(value)
                    for value, convert in zip(each, self.columns, strict=True)
                )
            )
            for each in found
        ]


_Known = WeakKeyDictionary[sa.Executable, dict[tuple[str, ...], Prepared | None]]
_KNOWN: _Known = WeakKeyDictionary()
"""The statements that were asked in this process: what SQLite takes is the same for all its files."""


def prepared(
    engine: sa.Engine, wanted: sa.Executable, values: Mapping[str, Any]
) -> Prepared | None:
    """Return a statement that was asked before with values of these names, if SQLite can be asked itself."""
    if engine.dispatch.before_cursor_execute:
        return None
    known = _KNOWN.setdefault(wanted, {})
    names = tuple(values)
    if names not in known:
        known[names] = _ASKED_ONCE  # most that are built for one question alone never come again
        return None
    if known[names] is _ASKED_ONCE:
        known[names] = _prepare(wanted, names, engine.dialect)
    return known[names]


_ASKED_ONCE = Prepared("", (), (), tuple)
"""Stands for a statement that was not looked at yet."""


def _prepare(wanted: sa.Executable, names: Sequence[str], dialect: sa.Dialect) -> Prepared | None:
    if not isinstance(wanted, sa.Select | sa.Update | sa.Insert):
        return None
    compiled: Any = wanted.compile(dialect=dialect, column_keys=sorted(names))
    is_written_anew = compiled.post_compile_params or compiled.literal_execute_params
    if is_written_anew or compiled.insert_prefetch or compiled.update_prefetch:
        return None
    filled = tuple(
        _Filled(
            name,
            name in names or bind.required,
            bind.effective_value,
            bind.type.dialect_impl(dialect).bind_processor(dialect),
        )
        for name, bind in ((each, compiled.binds[each]) for each in compiled.positiontup)
    )
    columns = tuple(wanted.exported_columns)
    converted = (each.type.dialect_impl(dialect) for each in columns)
    return Prepared(
        str(compiled),
        filled,
        tuple(each.result_processor(dialect, None) for each in converted),
        namedtuple("Row", [str(each.key) for each in columns], rename=True),  # noqa: PYI024  made of what is asked for
    )
