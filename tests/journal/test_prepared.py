"""Questions that come again are put to SQLite itself, with the same answers."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa
from msgspec import Struct

from mailref.errors import JournalError, UnfitError
from mailref.journal import schema
from mailref.journal.installation import open_database
from mailref.journal.prepared import _KNOWN, Filled, ask, carry_out, change
from mailref.journal.schema import Database, columns
from tests.databases import begun_in

_AT = datetime(2036, 12, 1, 12, 0, 0, 250, tzinfo=UTC)
_CAUSES, _GAMES = schema.causes, schema.games


class Game(Struct, frozen=True):
    """Some of what a game's row says."""

    id: str
    seed: bytes
    deadline: datetime | None
    is_over: bool


_SINCE = sa.select(_CAUSES.c.cause, _CAUSES.c.recorded_at).where(
    _CAUSES.c.recorded_at >= sa.bindparam("since")
)
_COUNTED = sa.select(sa.func.count()).select_from(_CAUSES)
_NAMED = sa.select(_CAUSES.c.cause).where(
    _CAUSES.c.cause.in_(sa.bindparam("names", expanding=True))
)
_GAME = sa.select(*columns(_GAMES, Game)).where(_GAMES.c.id == sa.bindparam("game"))
_EITHER = sa.select(_GAMES.c.id).where(
    _GAMES.c.id.in_(["open", "none"]), _GAMES.c.is_over == sa.bindparam("is_over")
)
_ADDED = sa.insert(_CAUSES)
_GONE = sa.delete(_CAUSES).where(_CAUSES.c.cause == sa.bindparam("gone"))
_MOVED = (
    sa.update(_GAMES)
    .where(_GAMES.c.id == sa.bindparam("game"))
    .values(deadline=sa.bindparam("due"))
    .returning(_GAMES.c.deadline)
)


@pytest.fixture
def database(tmp_path: Path) -> Database:
    """Give a database on SQLite with a cause and two games."""
    made = open_database(begun_in(tmp_path))
    about = {"last_number": 1, "recorded_at": _AT}
    made.change(
        sa.insert(_CAUSES).values(cause="a", recorded_at=_AT),
        sa.insert(_GAMES).values(id="open", seed=b"\0x", deadline=_AT, is_over=False, **about),
        sa.insert(_GAMES).values(id="over", seed=b"", deadline=None, is_over=True, **about),
    )
    return made


@pytest.mark.parametrize(
    "ask",
    [
        pytest.param(
            lambda base: [tuple(each) for each in base.rows(_SINCE, since=_AT)], id="times"
        ),
        pytest.param(lambda base: base.scalar(_COUNTED), id="a count"),
        pytest.param(lambda base: base.scalar(_NAMED, names=["a", "b"]), id="a list"),
        pytest.param(lambda base: base.scalar(_NAMED, names=[]), id="an empty list"),
        pytest.param(lambda base: base.scalar(_EITHER, is_over=False), id="a list of its own"),
        pytest.param(lambda base: base.scalar(_GAME, game="none"), id="nothing"),
        pytest.param(lambda base: base.first(Game, _GAME, game="open"), id="a value"),
        pytest.param(
            lambda base: base.first(Game, _GAME, game="over"), id="a value without a time"
        ),
        pytest.param(
            lambda base: [row.deadline for row in base.note(_MOVED, game="over", due=_AT)],
            id="a change",
        ),
    ],
)
def test_question_that_comes_again_gets_the_same_answer(
    database: Database, ask: Callable[[Database], object]
) -> None:
    first = ask(database)

    assert [ask(database) for _ in range(3)] == [first] * 3


def test_values_are_those_of_each_time(database: Database) -> None:
    later = _AT.replace(year=2037)

    found = [len(database.rows(_SINCE, since=since)) for since in (_AT, _AT, later, _AT)]

    assert found == [1, 1, 0, 1]


def test_what_sqlite_refuses_is_a_fault_of_ours(database: Database) -> None:
    lost = sa.select(sa.table("lost", sa.column("one")).c.one).where(sa.bindparam("is", 1) == 1)
    doubled = sa.insert(_CAUSES)
    row = {"cause": "a", "recorded_at": _AT}

    for _ in range(3):
        with pytest.raises(JournalError, match="no such table"):
            database.rows(lost)
        with pytest.raises(UnfitError):
            database.note(doubled, **row)
    assert database.scalar(_COUNTED) == 1


def test_who_listens_to_sqlalchemy_hears_each_question(database: Database) -> None:
    heard: list[str] = []
    engine = database._engine
    for _ in range(3):
        database.scalar(_COUNTED)
    note = lambda *about: heard.append(about[2])  # noqa: E731  as long as it listens

    sa.event.listen(engine, "before_cursor_execute", note)
    database.scalar(_COUNTED)
    sa.event.remove(engine, "before_cursor_execute", note)

    assert len(heard) == 1


def test_question_written_for_one_time_is_not_kept(database: Database) -> None:
    asked = sa.select(_CAUSES.c.cause).where(_CAUSES.c.cause == "a")
    for _ in range(3):
        database.rows(asked)
    before = len(_KNOWN)

    for number in range(5):
        database.rows(sa.select(_CAUSES.c.cause).where(_CAUSES.c.cause == str(number)))
    del asked

    assert before - 1 <= len(_KNOWN) <= before


def test_a_list_may_have_another_length_each_time(database: Database) -> None:
    wanted = (["a"], ["b", "a"], ["a", "b", "c"], ["b"], [str(each) for each in range(100)])

    found = [[len(database.rows(_NAMED, names=names)) for names in wanted] for _ in range(3)]

    assert found == [[1, 1, 1, 0, 0]] * 3


def causes(database: Database) -> set[str]:
    return {row.cause for row in database.rows(sa.select(_CAUSES.c.cause))}


def test_rows_are_written_and_deleted_in_a_transaction(database: Database) -> None:
    for number in range(3):
        rows = [{"cause": f"{each}{number}", "recorded_at": _AT} for each in "bc"]
        with database.writing() as connection:
            assert change(connection, _ADDED, *rows) == 2
            assert carry_out(connection, Filled(_GONE, {"gone": f"c{number}"})) == 1
            assert len(ask(connection, _SINCE, {"since": _AT})) == number + 2

    assert causes(database) == {"a", "b0", "b1", "b2"}


def test_what_fails_in_a_transaction_undoes_all_of_it(database: Database) -> None:
    row = {"cause": "a", "recorded_at": _AT}
    for number in range(3):
        with pytest.raises(UnfitError), database.writing() as connection:
            change(connection, _ADDED, {"cause": f"lost{number}", "recorded_at": _AT}, row)

    with database.writing() as connection:
        change(connection, _ADDED, {"cause": "b", "recorded_at": _AT})

    assert causes(database) == {"a", "b"}


def test_one_transaction_reads_while_another_reads(database: Database) -> None:
    with database.reading() as first, database.reading() as second:
        change_beside = {"cause": "b", "recorded_at": _AT}
        seen = [len(ask(each, _SINCE, {"since": _AT})) for each in (first, second)]
        with database.writing() as connection:
            change(connection, _ADDED, change_beside)
        seen += [len(ask(each, _SINCE, {"since": _AT})) for each in (first, second)]

    assert seen == [1, 1, 1, 1]
    assert causes(database) == {"a", "b"}
