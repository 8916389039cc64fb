"""On PostgreSQL mails and their bytes lie in parts: by their ids, a new one with each month."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from mailref.errors import UnfitError
from mailref.journal.journal import Journal
from mailref.journal.parts import SIZE
from mailref.journal.putting_back import carry_over
from tests.journal.builders import NOON, mail
from tests.journal.moved_back import moved_back
from tests.servers.postgres import postgres

NEXT_MONTH = NOON + timedelta(days=31)
LATER = NOON + timedelta(days=60)


@pytest.fixture
def url() -> Iterator[str]:
    made = postgres().begun()
    yield made
    postgres().drop(made)


@pytest.fixture
def journal(url: str) -> Iterator[Journal]:
    with Journal.open(url) as opened:
        yield opened


def asked(url: str, question: str) -> list[object]:
    """Return the first column of what is found."""
    engine = create_engine(url)
    with engine.begin() as connection:
        found = [row[0] for row in connection.execute(text(question))]
    engine.dispose()
    return found


def number_on(url: str, last: int) -> None:
    asked(url, f"SELECT setval('outbox_id_seq', {last})")


def parts(url: str) -> list[object]:
    return asked(
        url,
        "SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid "
        "WHERE inhparent = 'outbox'::regclass ORDER BY relname",
    )


def lies_in(url: str, table: str) -> list[object]:
    found = f"SELECT tableoid::regclass::text FROM {table} ORDER BY 1"  # noqa: S608  a table of ours
    return asked(url, found)


def test_mails_of_two_parts_are_sent_alike(url: str, journal: Journal) -> None:
    number_on(url, SIZE - 2)
    journal.record("x", at=NOON, mails=[mail(1), mail(2)])

    owed = journal.outgoing.unsent(NOON)
    ids = [each.id for each in owed]
    assert ids == [SIZE - 1, SIZE]
    assert lies_in(url, "outbox") == ["outbox_p0000", "outbox_p0001"]
    assert set(lies_in(url, "segments")) == {"segments_p0000", "segments_p0001"}
    assert [each.recipient for each in journal.outgoing.unsent(NOON)] == [
        "p1@example.org",
        "p2@example.org",
    ]
    for id_ in ids:
        journal.outgoing.mark_sent(id_, NOON)
    assert list(journal.outgoing.unsent(NOON)) == []


def last_id(journal: Journal) -> int:
    return journal.outgoing.last_number()


@pytest.mark.parametrize(
    ("used", "now", "following"),
    [
        pytest.param(100_001, NEXT_MONTH, SIZE + 1, id="a new month"),
        pytest.param(100_001, NOON, 100_002, id="the same month"),
        pytest.param(99_998, NEXT_MONTH, 99_999, id="a new month after few mails"),
    ],
)
def test_a_part_begins_with_a_month(
    url: str, journal: Journal, used: int, now: datetime, following: int
) -> None:
    number_on(url, used - 1)
    journal.record("x", at=NOON, mails=[mail(1)])

    journal.outgoing.begin_month(now)
    journal.outgoing.begin_month(now)
    journal.record("y", at=now, mails=[mail(2)])
    assert last_id(journal) == following


def test_parts_are_made_ahead(url: str, journal: Journal) -> None:
    assert parts(url) == ["outbox_p0000", "outbox_p0001", "outbox_p0002", "outbox_rest"]

    number_on(url, 2 * SIZE)
    journal.outgoing.begin_month(NOON)
    assert parts(url)[3:] == ["outbox_p0003", "outbox_p0004", "outbox_rest"]


def test_mails_beyond_the_last_part_wait_for_nothing(url: str, journal: Journal) -> None:
    """Such a block is made no more: its mails lie where the rest does, and those of the next by themselves."""
    number_on(url, 7 * SIZE)
    journal.record("x", at=NOON, mails=[mail(1)])
    journal.outgoing.begin_month(NOON)
    number_on(url, 8 * SIZE)
    journal.record("y", at=NOON, mails=[mail(2)])

    assert lies_in(url, "outbox") == ["outbox_p0008", "outbox_rest"]


def test_the_bytes_of_a_part_go_when_all_its_mails_are_settled(url: str, journal: Journal) -> None:
    for number, last in enumerate((1, 2, SIZE), start=1):
        number_on(url, last)
        journal.record(f"c{number}", at=NOON, mails=[mail(number)])
    for each in list(journal.outgoing.unsent(NOON))[:2]:
        journal.outgoing.mark_sent(each.id, NOON)

    assert journal.outgoing.forget_bytes(LATER, private_before=LATER) == 2
    assert set(lies_in(url, "segments")) == {"segments_p0001"}
    assert [each.recipient for each in journal.outgoing.unsent(NOON)] == ["p3@example.org"]
    assert asked(url, "SELECT pg_relation_size('segments_p0000')") == [0]


def test_a_part_with_a_mail_that_is_owed_is_kept(journal: Journal) -> None:
    journal.record("x", at=NOON, mails=[mail(1), mail(2)])
    journal.outgoing.mark_sent(next(iter(journal.outgoing.unsent(NOON))).id, NOON)

    assert journal.outgoing.forget_bytes(LATER, private_before=LATER) == 1
    assert [each.recipient for each in journal.outgoing.unsent(NOON)] == ["p2@example.org"]


def test_a_part_in_use_is_left_until_the_next_day(url: str, journal: Journal) -> None:
    number_on(url, 2 * SIZE)
    reader = create_engine(url)
    with reader.begin() as connection:
        connection.execute(text("SELECT count(*) FROM outbox"))
        journal.outgoing.begin_month(NOON)
    reader.dispose()
    assert "outbox_p0003" not in parts(url)

    journal.outgoing.begin_month(NOON)
    assert "outbox_p0003" in parts(url)


def test_a_message_id_goes_to_a_recipient_once(journal: Journal) -> None:
    journal.record("x", at=NOON, mails=[mail(1)])

    with pytest.raises(UnfitError):
        journal.record("y", at=NOON, mails=[mail(1)])


def test_what_was_sent_before_becomes_the_first_part(url: str) -> None:
    moved_back(url, "r0007")
    number_on(url, 3 * SIZE + 5)
    asked(url, "INSERT INTO causes VALUES ('old', now()) RETURNING cause")
    row = "'p@example.org', n::text, 'answer', 'old', now(), 'sent', now(), 0, false"
    columns = "recipient, message_id, kind, cause, recorded_at, state, due, attempts, is_private"
    ids = f"unnest(ARRAY[1, {3 * SIZE + 5}]) n"
    asked(url, f"INSERT INTO outbox (id, {columns}) SELECT n, {row} FROM {ids} RETURNING id")  # noqa: S608  as above

    with Journal.open(url) as journal:
        journal.record("x", at=NOON, mails=[mail(1)])
        assert last_id(journal) == 3 * SIZE + 6
    assert parts(url) == ["outbox_p0003", "outbox_p0004", "outbox_p0005", "outbox_rest"]
    assert lies_in(url, "outbox") == ["outbox_p0003"] * 3


def test_a_record_carried_over_from_a_file_lies_in_parts(tmp_path: Path) -> None:
    file, url = tmp_path / "mailref.db", postgres().blank()
    with Journal.open(f"sqlite:///{file}") as journal:
        journal.installation.secret_or(bytes(32))
        journal.record("x", at=NOON, mails=[mail(1)])
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("UPDATE outbox SET id = ?", (4 * SIZE,))
        connection.execute("UPDATE segments SET mail = ?", (4 * SIZE,))
        connection.commit()

    carry_over(file, url, NOON)

    assert lies_in(url, "outbox") == ["outbox_p0004"]
    assert parts(url)[-2:] == ["outbox_p0006", "outbox_rest"]
