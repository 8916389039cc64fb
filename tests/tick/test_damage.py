"""A damaged database is found the same day, not in the round that needs the page."""

import sqlite3
from contextlib import closing
from pathlib import Path

from mailref.referee.contents import DatabaseDamaged
from tests.referee.rehearsal import DAY, MINUTE, MONDAY
from tests.tick.machines import Post, begun


def told(machine: Post) -> list[DatabaseDamaged]:
    found = machine.matters
    return [about for about in found if isinstance(about, DatabaseDamaged)]


def spoil(file: Path) -> None:
    """Put something into the file that cannot be there, and that nothing stumbles over."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE spoilt (number CHECK (number > 0))")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("INSERT INTO spoilt VALUES (0)")
        connection.commit()


def test_damage_is_found_once_a_day_and_told(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    spoil(tmp_path / "mailref.db")
    machine.tick(MONDAY + MINUTE)
    assert told(machine) == []

    machine.tick(MONDAY + DAY)
    machine.tick(MONDAY + DAY + MINUTE)

    (notice,) = told(machine)
    assert notice.damage == "CHECK constraint failed in spoilt"


def test_a_sound_database_is_nothing_to_tell(tmp_path: Path) -> None:
    machine = begun(tmp_path)

    machine.tick(MONDAY + DAY)

    assert told(machine) == []
