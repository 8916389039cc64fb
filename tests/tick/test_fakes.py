"""The fakes keep what the real ports promise (style 40): the same tests on both."""

from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from mailref.post.imap_mailbox import ImapMailbox
from mailref.post.ports import Filing, Letter, Mailbox, Outbox, Sent
from mailref.post.smtp import SmtpOutbox
from tests.fakes import FakeMailbox, FakeOutbox
from tests.post.builders import DATA, unknown
from tests.post.conftest import on_embedded
from tests.servers.faulty import FaultyServer

NOON = datetime(2024, 12, 11, 12, 0, tzinfo=UTC)
Put = Callable[[bytes, datetime], object]


@pytest.fixture(params=["fake", "real"])
def ports(request: pytest.FixtureRequest) -> Iterator[tuple[Mailbox, Put, Outbox]]:
    if request.param == "fake":
        fake = FakeMailbox()
        yield fake, fake.deliver, FakeOutbox()
        return
    with FaultyServer({"bot": "secret", "anna": "secret"}) as server:
        inbox = on_embedded(server)

        def put(data: bytes, when: datetime) -> None:
            inbox.deliver(data, when=when)

        with closing(ImapMailbox(inbox.account)) as mailbox:
            yield mailbox, put, SmtpOutbox(server.smtp("bot"))


def test_mails_come_in_order_of_arrival(ports: tuple[Mailbox, Put, Outbox]) -> None:
    mailbox, put, _ = ports
    baseline = mailbox.baseline(NOON)
    put(b"Subject: second\r\n\r\nb\r\n", NOON + timedelta(minutes=1))
    put(b"Subject: first\r\n\r\na\r\n", NOON)
    found = list(mailbox.new_mail(baseline, unknown))

    assert [raw.received for raw in found] == [NOON, NOON + timedelta(minutes=1)]
    assert found[0].data == b"Subject: first\r\n\r\na\r\n"


def test_what_was_there_before_or_is_known_does_not_come(
    ports: tuple[Mailbox, Put, Outbox],
) -> None:
    mailbox, put, _ = ports
    put(b"Subject: before\r\n\r\n", NOON)
    baseline = mailbox.baseline(NOON)
    put(b"Subject: after\r\n\r\n", NOON)
    uids = [raw.uid for raw in mailbox.new_mail(baseline, unknown)]

    assert mailbox.count_before(baseline) == 1
    assert len(uids) == 1
    assert list(mailbox.new_mail(baseline, lambda _, uid: uid in uids)) == []


def test_what_is_filed_away_is_gone_from_the_inbox(ports: tuple[Mailbox, Put, Outbox]) -> None:
    mailbox, put, _ = ports
    baseline = mailbox.baseline(NOON)
    put(b"Subject: a\r\n\r\n", NOON)
    put(b"Subject: b\r\n\r\n", NOON)
    first, second = mailbox.new_mail(baseline, unknown)

    assert mailbox.file_away(first.uid_validity, [first.uid]) is Filing.MOVED
    assert mailbox.quarantine(first.uid_validity, [second.uid]) is Filing.MOVED
    assert mailbox.file_away(first.uid_validity + 1, [second.uid]) is Filing.STALE
    assert list(mailbox.new_mail(baseline, unknown)) == []


def test_each_letter_comes_back_with_its_outcome(ports: tuple[Mailbox, Put, Outbox]) -> None:
    _, _, outbox = ports
    letter = Letter(1, "bot@example.org", "anna@example.org", DATA)

    assert [(d.letter, d.outcome) for d in outbox.send([letter])] == [(letter, Sent())]
