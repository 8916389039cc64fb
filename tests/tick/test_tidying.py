"""What is thrown away after a while, and that nothing else piles up."""

import gc
import tracemalloc
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path

import pytest
import sqlalchemy as sa
from PIL import Image

from mailref.journal import schema
from mailref.journal.recorded_mails import Outgoing, WithheldAnswer, parts_of, withhold
from mailref.post.ports import Deferred
from tests.parsed import parsed
from tests.referee.rehearsal import FRED, MINUTE, MONDAY
from tests.tick.machines import Post, begun
from tests.tick.test_rings import lettered
from tests.writing.composed import body

DAY = timedelta(days=1)


def kept(machine: Post) -> int:
    """Return how many mails are kept with their bytes."""
    with machine.machine.journal._database.reading() as connection:
        return len({row.mail for row in connection.execute(schema.segments.select())})


def test_the_bytes_of_old_mail_are_dropped_after_thirty_days(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    openings = kept(machine)

    machine.tick(MONDAY + 30 * DAY)
    on_day_30 = kept(machine)
    machine.tick(MONDAY + 31 * DAY)

    assert openings > 0
    assert on_day_30 >= openings
    assert kept(machine) == on_day_30 - openings


def test_mail_that_was_set_aside_is_dropped_as_late_as_the_settings_say(tmp_path: Path) -> None:
    machine = begun(tmp_path, keys='[storage]\nkeep = "3d"')
    machine.arrives("H8w RABEN", FRED)
    machine.tick(MONDAY)

    machine.tick(MONDAY + 3 * DAY)
    on_day_3 = machine.machine.journal.inbox.set_aside()
    machine.tick(MONDAY + 4 * DAY)

    assert len(on_day_3) == 1
    assert machine.machine.journal.inbox.set_aside() == ()


def test_what_strangers_sent_is_dropped_after_thirty_days_whatever_the_settings_say(
    tmp_path: Path,
) -> None:
    machine = begun(tmp_path, keys='[storage]\nkeep = "300d"')
    machine.arrives("H8w RABEN", FRED)
    machine.tick(MONDAY)

    machine.tick(MONDAY + 30 * DAY)
    on_day_30 = machine.machine.journal.inbox.set_aside()
    machine.tick(MONDAY + 31 * DAY)

    assert len(on_day_30) == 1
    assert machine.machine.journal.inbox.set_aside() == ()


def test_it_is_done_once_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = begun(tmp_path)
    asked: list[datetime] = []

    def forget(_outgoing: Outgoing, before: datetime, *, private_before: datetime) -> int:
        asked.append(max(before, private_before))
        return 0

    monkeypatch.setattr(Outgoing, "forget_bytes", forget)

    for hours in (1, 2, 30, 31, 50):
        machine.tick(MONDAY + timedelta(hours=hours))

    assert len(asked) == 2


def test_what_nobody_can_be_told_any_more_is_dropped_after_thirty_days(tmp_path: Path) -> None:
    """An address that left its games gets no summary; what was kept for it must not pile up."""
    machine = begun(tmp_path)
    gone = WithheldAnswer("gone@example.org", MONDAY.date())
    backlog = machine.machine.journal.backlog
    machine.machine.journal.record("mail:x", at=MONDAY, also=withhold([gone]))

    machine.tick(MONDAY + 30 * DAY)
    on_day_30 = backlog.withheld_before((MONDAY + 40 * DAY).date())
    machine.tick(MONDAY + 31 * DAY)

    assert on_day_30 == (gone,)
    assert backlog.withheld_before((MONDAY + 40 * DAY).date()) == ()


@pytest.mark.slow
def test_hundreds_of_ticks_take_no_more_memory_than_twenty(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    for number in range(20):
        machine.tick(MONDAY + number * MINUTE)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]

    for number in range(400):
        machine.tick(MONDAY + (20 + number % 60) * MINUTE)

    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 50_000


def bytes_of(machine: Post, recipient: str) -> bytes:
    """Return the newest mail to somebody, as it would be sent once more."""
    outbox = schema.outbox
    with machine.machine.journal._database.reading() as connection:
        ids = [row.id for row in connection.execute(outbox.select()) if row.recipient == recipient]
        return b"".join(parts_of(connection, ids[-1:], {})[ids[-1]])


def test_a_day_after_an_answer_was_sent_its_picture_is_dropped_and_nothing_else(
    tmp_path: Path,
) -> None:
    """Nine tenths of what is kept of a move; who has it does not need it twice."""
    machine = lettered(begun(tmp_path))
    machine.arrives("H8w RABEN")
    machine.tick(MONDAY)
    sent = bytes_of(machine, "max@example.org")

    machine.tick(MONDAY + DAY)
    on_day_1 = bytes_of(machine, "max@example.org")
    machine.tick(MONDAY + 2 * DAY)
    kept_of_it = bytes_of(machine, "max@example.org")

    before, after = (parsed(each) for each in (sent, kept_of_it))
    assert on_day_1 == sent
    assert len(kept_of_it) < 16_000 < len(sent)
    assert [part.get_content_type() for part in before.walk()] == [
        part.get_content_type() for part in after.walk()
    ]
    assert body(after, "plain") == body(before, "plain")
    assert body(after, "html") == body(before, "html")
    (picture,) = [part for part in after.walk() if part.get_content_type() == "image/png"]
    assert Image.open(BytesIO(picture.get_content())).size == (1, 1)


def stored(machine: Post, recipient: str) -> list[bytes]:
    """Return what the database holds of the mails to somebody for him alone."""
    parts, mails = schema.segments, schema.outbox
    mine = sa.select(mails.c.id).where(mails.c.recipient == recipient)
    wanted = sa.select(parts.c.data).where(parts.c.mail.in_(mine), parts.c.blob.is_(None))
    with machine.machine.journal._database.reading() as connection:
        return list(connection.scalars(wanted))


def test_the_texts_of_a_mail_that_has_left_are_packed_after_a_day(tmp_path: Path) -> None:
    """Only once: what is packed is not looked at again. It can still be sent once more."""
    machine = lettered(begun(tmp_path))
    machine.arrives("H8w RABEN")
    machine.tick(MONDAY)
    before, sent = stored(machine, "max@example.org"), bytes_of(machine, "max@example.org")
    outgoing = machine.machine.journal.outgoing

    thinned = [outgoing.thin_out(MONDAY + 2 * DAY) for _ in range(2)]
    after = stored(machine, "max@example.org")

    assert sum(map(len, before)) > 15_000
    assert sum(map(len, after)) < 5_000
    assert thinned[0] > 0
    assert thinned[1] == 0
    assert len(bytes_of(machine, "max@example.org")) > len(sent) // 4


def test_the_picture_of_a_mail_that_waits_is_kept(tmp_path: Path) -> None:
    machine = lettered(begun(tmp_path))
    machine.outbox.answers = {"max@example.org": Deferred(451, "later")}
    machine.arrives("H8w RABEN")
    machine.tick(MONDAY)
    waiting = bytes_of(machine, "max@example.org")

    machine.machine.journal.outgoing.thin_out(MONDAY + 20 * DAY)

    assert bytes_of(machine, "max@example.org") == waiting
