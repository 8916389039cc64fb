"""What a tick costs: it asks by indexes, and asks no more where there is more that it need not know."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from mailref.games.events import DeadlineMoved
from mailref.journal.journal import Journal
from tests.databases import url_of
from tests.referee.rehearsal import DAY, MAX, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, begun

_GROWING = ("inbox", "outbox", "events", "causes", "segments", "snapshots", "blobs")


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
        post.tick(MONDAY + MINUTE)

    assert len(found.reading()) > 5
    assert scans(post, found) == []


@pytest.mark.slow
def test_tick_with_a_mail_walks_through_no_table_that_grows(tmp_path: Path) -> None:
    post = begun(tmp_path)
    post.arrives("M10s EUBÖA", MAX, MONDAY)

    with asked(post) as found:
        post.tick(MONDAY)

    assert len(post.outbox.taken) >= 1
    assert scans(post, found) == []


def test_mails_filed_long_ago_are_not_asked_about(tmp_path: Path) -> None:
    """Of a page of a thousand numbers those below the first mail that lies there are of no interest."""
    post = begun(tmp_path)
    for body in ("STAND", "HILFE", "REGELN"):
        post.arrives(body, MAX, MONDAY)
        post.tick(MONDAY)
    newest = post.arrives("M10s EUBÖA", MAX, MONDAY)

    with asked(post) as found:
        post.tick(MONDAY)

    [filled] = [filled for asks, filled in found.reading() if "inbox.uid BETWEEN" in asks]
    assert newest in filled
    assert newest - 1 not in filled


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
                MONDAY, kinds=("EntryAnswer", "MailAnswer"), to=MAX
            ),
            "ix_outbox_recipient_recorded_at_kind (recipient=? AND recorded_at>?)",
            id="answers to one today",
        ),
        pytest.param(
            lambda journal: journal.outgoing.recorded_since(MONDAY, kinds=("EntryAnswer",)),
            "ix_outbox_kind_recorded_at (kind=? AND recorded_at>?)",
            id="answers in an hour",
        ),
        pytest.param(
            lambda journal: list(journal.outgoing.unsent(MONDAY)),
            "ix_outbox_state_due_id (state=? AND due<?)",
            id="mails that are due",
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

    assert any(index in step for step in plans(post, found))


def many(count: int) -> list[str]:
    """Return games that differ in name only."""
    return [game(f"g{n}", title=f"1-Zug-Scrabble Nummer{n}") for n in range(count)]


def statements(post: Post, now: datetime) -> int:
    with asked(post) as found:
        post.tick(now)
    return len(found.statements)


def test_idle_tick_with_thirty_games_asks_no_more_than_with_one(tmp_path: Path) -> None:
    for name in ("one", "thirty"):
        (tmp_path / name).mkdir()
    one, thirty = begun(tmp_path / "one"), begun(tmp_path / "thirty", *many(30))
    for machine in (one, thirty):
        for _ in range(40):  # until all have begun, and of each was read what its next report needs
            machine.tick(MONDAY + MINUTE)

    after = MONDAY + 2 * MINUTE
    assert statements(thirty, after) == statements(one, after)


def test_games_at_rest_are_looked_at_when_their_time_has_come(tmp_path: Path) -> None:
    """Reminders a day before the ZAT, the digest to the game master with them, then the report."""
    machine = begun(tmp_path, *many(2))
    machine.tick(MONDAY + MINUTE)
    machine.left()

    machine.tick(ZAT - DAY - MINUTE)
    before = machine.left()
    machine.tick(ZAT - DAY)
    reminded = machine.left()
    machine.tick(ZAT - MINUTE)
    between = machine.left()
    machine.tick(ZAT + 2 * MINUTE)
    closed = machine.left()

    assert (before, between) == ([], [])
    assert sorted(reminded) == sorted([*["gm Digest", "max Reminder", "eva Reminder"] * 2])
    assert sorted(closed) == sorted([*["gm Report", "max Report", "eva Report"] * 2])


def test_game_without_a_zat_is_spoken_of_each_week(tmp_path: Path) -> None:
    no_zat = game(deadline=None).replace('schedule = "every week on friday at 20:00"', "")
    machine = begun(tmp_path, no_zat)

    told = []
    for days in range(1, 22):
        machine.tick(MONDAY + days * DAY)
        told.append((days, machine.left()))

    assert [each for each in told if each[1]] == [
        (7, ["gm Notice"]),
        (14, ["gm Notice"]),
        (21, ["gm Notice"]),
    ]


def test_what_a_command_records_beside_the_machine_wakes_its_game_alone(tmp_path: Path) -> None:
    machine = begun(tmp_path, *many(3))
    machine.tick(MONDAY + MINUTE)
    with Journal.open(url_of(tmp_path)) as beside:
        moved = DeadlineMoved(1, MONDAY + 3 * MINUTE, "command")
        beside.record("extend", at=MONDAY, game_events=[("g1", moved)])

    machine.machine.forget_office()
    awake = machine.machine.awake(MONDAY + 2 * MINUTE)
    machine.tick(MONDAY + 5 * MINUTE)

    assert awake == ("g1",)
    assert machine.game("g1").round_number == 2
    assert machine.game("g0").round_number == 1


def test_game_over_which_the_machine_stumbles_does_not_rest(tmp_path: Path) -> None:
    machine = begun(tmp_path, *many(1))
    machine.tick(MONDAY + MINUTE)
    later = "2026-12-12T20:00:00"
    machine.writes(game("g0", title="1-Zug-Scrabble Nummer0", deadline=later))
    machine.letters.breaks_on = "max@example.org"
    machine.tick(MONDAY + 2 * MINUTE)
    machine.left()

    machine.letters.breaks_on = ""
    machine.tick(MONDAY + 3 * MINUTE)

    assert "max DeadlineNotice" in machine.left()


def test_changed_settings_are_carried_into_games_at_rest(tmp_path: Path) -> None:
    machine = begun(tmp_path, *many(2))
    machine.tick(MONDAY + MINUTE)
    with_hans = {"Max Mustermann": "max@example.org", "Hans Beispiel": "hans@example.org"}

    machine.writes(many(2)[0], game("g1", with_hans, title="1-Zug-Scrabble Nummer1"))
    machine.tick(MONDAY + 2 * MINUTE)

    assert "Hans Beispiel" in machine.game("g1").players
    assert "Hans Beispiel" not in machine.game("g0").players


def test_games_in_which_nothing_happened_are_the_same_objects(tmp_path: Path) -> None:
    machine = begun(tmp_path, *many(2))
    before = machine.machine.office().games

    machine.arrives("H8w RABEN", subject="Re: [g1 R1] Zug")
    machine.tick(MONDAY)
    machine.machine.forget_office()
    after = machine.machine.office().games

    assert after["g0"] is before["g0"]
    assert after["g1"] is not before["g1"]


def test_players_are_compared_with_the_file_again_once_one_has_changed(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.tick(MONDAY + MINUTE)
    hans = {"Max Mustermann": "max@example.org", "Hans Beispiel": "hans@example.org"}

    machine.writes(game(players=hans))
    machine.tick(MONDAY + 2 * MINUTE)
    machine.writes(game())
    machine.tick(MONDAY + 3 * MINUTE)

    players = machine.game().players
    assert players["Hans Beispiel"].is_leaving
    assert not players["Eva Muster"].has_left
    assert not players["Eva Muster"].is_leaving
