"""A folder into which mail is delivered keeps what a mailbox promises."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from threading import Timer

import pytest

from mailref.errors import MailServerError
from mailref.post.ports import Baseline, Filing, RawMail, Spool
from mailref.post.spool import SpoolMailbox, put
from tests.post.builders import HOUR, NOON, in_time, mail

SECOND = timedelta(seconds=1)
FIRST = Baseline(1, 1, NOON)


@pytest.fixture
def spool(tmp_path: Path) -> Spool:
    return Spool(str(tmp_path / "mail"), max_size=100_000)


@pytest.fixture
def mailbox(spool: Spool) -> Iterator[SpoolMailbox]:
    with closing(SpoolMailbox(spool)) as found:
        yield found


def unread(mailbox: SpoolMailbox, *known: RawMail) -> list[RawMail]:
    uids = {each.uid for each in known}
    return list(mailbox.new_mail(FIRST, lambda _, uid: uid in uids))


def test_mail_is_read_in_order_of_arrival_with_its_bytes_and_time(
    spool: Spool, mailbox: SpoolMailbox
) -> None:
    put(spool, mail("late"), NOON + SECOND, NOON + SECOND)
    put(spool, mail("early"), NOON, NOON + 2 * SECOND)

    found = unread(mailbox)

    assert [(each.data, each.received) for each in found] == [
        (mail("early"), NOON),
        (mail("late"), NOON + SECOND),
    ]
    assert mailbox.baseline(NOON) == FIRST


def test_numbers_rise_also_when_the_clock_goes_back(spool: Spool, mailbox: SpoolMailbox) -> None:
    """A number that comes twice would be taken for a mail that was read."""
    put(spool, mail("one"), NOON, NOON)
    put(spool, mail("two"), NOON, NOON - timedelta(days=1))

    one, two = unread(mailbox)

    assert (one.data, two.data) == (mail("one"), mail("two"))
    assert one.uid < two.uid


def test_a_hundred_deliveries_at_once_are_a_hundred_mails(
    spool: Spool, mailbox: SpoolMailbox
) -> None:
    with ThreadPoolExecutor(20) as pool:
        list(pool.map(lambda number: put(spool, mail(str(number)), NOON, NOON), range(100)))

    assert len({each.uid for each in unread(mailbox)}) == 100
    assert {each.data for each in unread(mailbox)} == {mail(str(number)) for number in range(100)}


def test_what_was_written_in_part_is_no_mail(
    spool: Spool, mailbox: SpoolMailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_handle: int) -> None:
        raise OSError(28, "No space left on device", "x.eml")

    put(spool, mail("whole"), NOON, NOON)
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(MailServerError, match=r"x\.eml: no space left on device"):
        put(spool, mail("half"), NOON, NOON)

    assert [each.data for each in unread(mailbox)] == [mail("whole")]


def test_done_mail_and_poison_are_filed_apart_and_never_read_again(
    spool: Spool, mailbox: SpoolMailbox
) -> None:
    for name in ("done", "poison", "left"):
        put(spool, mail(name), NOON, NOON)
    done, poison, left = unread(mailbox)

    assert mailbox.file_away(1, [done.uid]) is Filing.MOVED
    assert mailbox.file_away(1, [done.uid]) is Filing.MOVED
    assert mailbox.quarantine(1, [poison.uid]) is Filing.MOVED
    assert mailbox.file_away(2, [left.uid]) is Filing.STALE

    assert unread(mailbox) == [left]
    assert list(mailbox.filed_mail(NOON)) == [done]
    assert [each.is_filed for each in mailbox.kept_mail()] == [True, False, True]


def test_filed_mail_is_dropped_by_the_time_it_came(spool: Spool, mailbox: SpoolMailbox) -> None:
    for number in range(3):
        put(spool, mail(str(number)), NOON + number * SECOND, NOON)
    first, second, _ = unread(mailbox)
    mailbox.file_away(1, [first.uid, second.uid])

    assert mailbox.drop_filed(NOON + SECOND) == 1

    assert list(mailbox.filed_mail(NOON)) == [second]
    assert [each.data for each in unread(mailbox)] == [mail("2")]


def test_of_a_mail_that_is_too_large_the_beginning_is_read(
    spool: Spool, mailbox: SpoolMailbox
) -> None:
    put(spool, b"x" * 100_001, NOON, NOON)

    (found,) = unread(mailbox)

    assert (found.size, len(found.data), found.is_truncated) == (100_001, 65_536, True)


@pytest.mark.slow
def test_a_wait_ends_with_the_mail_that_comes(spool: Spool, mailbox: SpoolMailbox) -> None:
    put(spool, mail("known"), NOON, NOON)
    unread(mailbox)
    Timer(0.2, lambda: put(spool, mail("new"), NOON, NOON)).start()

    assert in_time(lambda: mailbox.wait(HOUR)) is True
    assert mailbox.wait(timedelta(0)) is False


def test_a_wait_ends_when_woken(mailbox: SpoolMailbox) -> None:
    mailbox.wake()

    assert in_time(lambda: mailbox.wait(HOUR)) is False


def test_nobody_else_can_read_the_mail(spool: Spool) -> None:
    path = put(spool, mail("secret"), NOON, NOON)

    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_made_is_a_server_that_cannot_be_reached(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(MailServerError, match="not a directory"):
        SpoolMailbox(Spool(str(tmp_path / "file" / "mail"))).snapshot()
