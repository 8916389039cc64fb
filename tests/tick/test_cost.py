"""What a tick costs: it asks by indexes, and asks no more where there is more that it need not know."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from mailref.journal.journal import Journal
from tests.referee.rehearsal import MAX, MONDAY
from tests.tick.machines import Post, begun

_GROWING = ("inbox", "outbox", "events", "causes", "segments", "games", "snapshots", "blobs")


@dataclass(slots=True)
class Asked:
    """The statements that a database was asked, with what was filled in."""

    statements: list[tuple[str, Sequence[object]]] = field(default_factory=list)

    def reading(self) -> list[tuple[str, Sequence[object]]]:
        return [each for each in self.statements if each[0].lstrip().startswith("SELECT")]


@contextmanager
def asked(post: Post) -> Iterator[Asked]:
    """Collect what the database of a machine is asked meanwhile."""
    engine = _engine(post)
    found = Asked()

    def note(_c: object, _u: object, statement: str, filled: Sequence[object], *_: object) -> None:
        found.statements.append((statement, filled))

    event.listen(engine, "before_cursor_execute", note)
    yield found
    event.remove(engine, "before_cursor_execute", note)


def _engine(post: Post) -> Engine:
    return post.machine.journal._database._engine


def plans(post: Post, found: Asked) -> list[str]:
    """Return each step by which the database answers what it was asked, with the question."""
    steps = []
    with _engine(post).connect() as connection:
        for statement, filled in found.reading():
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", tuple(filled))
            steps += [f"{row.detail}: {statement}" for row in plan]
    return steps


def scans(post: Post, found: Asked) -> list[str]:
    """Return the steps that walk through a table which grows with games or years."""
    walks = tuple(f"SCAN {table}" for table in _GROWING)
    return [step for step in plans(post, found) if step.startswith(walks)]


def test_idle_tick_walks_through_no_table_that_grows(tmp_path: Path) -> None:
    post = begun(tmp_path)

    with asked(post) as found:
        post.tick(MONDAY + timedelta(minutes=1))

    assert len(found.reading()) > 5
    assert scans(post, found) == []


def test_tick_with_a_mail_walks_through_no_table_that_grows(tmp_path: Path) -> None:
    post = begun(tmp_path)
    post.arrives("M10s EUBÖA", MAX, MONDAY)

    with asked(post) as found:
        post.tick(MONDAY)

    assert len(post.outbox.taken) >= 1
    assert scans(post, found) == []


@pytest.mark.parametrize(
    ("ask", "index"),
    [
        pytest.param(
            lambda journal: journal.inbox.to_file(),
            "ix_inbox_account_is_filed_state (account=? AND is_filed=? AND state=?)",
            id="mails to file",
        ),
        pytest.param(
            lambda journal: journal.outgoing.recorded_since(
                MONDAY, kinds=("EntryAnswer", "MailAnswer"), recipient=MAX
            ),
            "ix_outbox_recipient_recorded_at_kind (recipient=? AND recorded_at>?)",
            id="answers to one today",
        ),
        pytest.param(
            lambda journal: journal.outgoing.recorded_since(MONDAY, kinds=("EntryAnswer",)),
            "ix_outbox_recorded_at_kind (recorded_at>?)",
            id="answers in an hour",
        ),
        pytest.param(
            lambda journal: journal.games.deadlines(until=MONDAY),
            "ix_games_deadline (deadline>? AND deadline<?)",
            id="rounds that are due",
        ),
    ],
)
def test_what_is_asked_most_uses_an_index_of_its_own(
    tmp_path: Path, ask: Callable[[Journal], object], index: str
) -> None:
    post = begun(tmp_path)

    with asked(post) as found:
        ask(post.machine.journal)

    assert index in plans(post, found)[0]
