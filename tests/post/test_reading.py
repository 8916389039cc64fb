"""What a mailbox yields, alike on Dovecot and on the embedded server."""

import time
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone

import pytest
from msgspec.structs import replace

from mailref.post.imap_mailbox import ImapMailbox
from mailref.post.ports import RawMail
from tests.post.builders import NOON, mail, read
from tests.servers.faulty import FaultyServer
from tests.servers.inbox import Inbox


def test_mail_that_was_there_before_is_counted_and_never_touched(
    inbox: Inbox, mailbox: ImapMailbox
) -> None:
    """Baseline at the first start."""
    inbox.deliver(mail("old one"), mail("old two"))

    baseline = mailbox.baseline(NOON)
    inbox.deliver(mail("new"))

    assert [each.data for each in read(mailbox, baseline)] == [mail("new")]
    assert mailbox.count_before(baseline) == 2
    assert inbox.flags() == [set(), set(), set()]


def test_a_mail_comes_with_the_servers_time_its_number_and_all_its_bytes(
    inbox: Inbox, mailbox: ImapMailbox
) -> None:
    """Mail 0.10: INTERNALDATE, aware, whatever the zone of the machine or of the server."""
    baseline = mailbox.baseline(NOON)
    inbox.deliver(
        mail("x"), when=datetime(2024, 12, 11, 20, 0, 1, tzinfo=timezone(timedelta(hours=1)))
    )

    (found,) = read(mailbox, baseline)

    assert found == RawMail(
        uid_validity=baseline.uid_validity,
        uid=baseline.uid_next,
        received=datetime(2024, 12, 11, 19, 0, 1, tzinfo=UTC),
        size=len(mail("x")),
        data=mail("x"),
        is_truncated=False,
    )
    assert found.received.utcoffset() == timedelta(0)


def test_the_hour_that_comes_twice_is_told_apart(
    inbox: Inbox, mailbox: ImapMailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mail 0.10: as naive local times both mails came at 02:30 in Berlin."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    baseline = mailbox.baseline(NOON)
    twice = [datetime(2024, 10, 27, hour, 30, tzinfo=UTC) for hour in (0, 1)]
    for moment in twice:
        inbox.deliver(mail("x"), when=moment)

    found = [each.received for each in read(mailbox, baseline)]
    monkeypatch.undo()
    time.tzset()

    assert found == twice


def test_mails_come_in_order_of_arrival_and_those_of_one_second_in_order_of_their_numbers(
    inbox: Inbox, mailbox: ImapMailbox
) -> None:
    """Rules 8: equal seconds in order of UID."""
    baseline = mailbox.baseline(NOON)
    inbox.deliver(mail("second"), when=NOON)
    inbox.deliver(mail("third"), when=NOON)
    inbox.deliver(mail("first"), when=NOON - timedelta(hours=1))

    subjects = [each.data.split(b"\r\n")[1] for each in read(mailbox, baseline)]

    assert subjects == [b"Subject: first", b"Subject: second", b"Subject: third"]


def test_reading_leaves_a_mail_unread(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """Mail 3: BODY.PEEK only; Seen is for people."""
    baseline = mailbox.baseline(NOON)
    inbox.deliver(mail("x"))

    read(mailbox, baseline)

    assert inbox.flags() == [set()]


def test_a_flag_set_by_a_person_does_not_hide_a_mail(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """Mail 3: the journal is the truth, flags are hints."""
    baseline = mailbox.baseline(NOON)
    inbox.deliver(mail("x"), flags=("\\Seen", "\\Answered", "$MailrefDone"))

    assert [each.data for each in read(mailbox, baseline)] == [mail("x")]


def test_what_the_journal_knows_is_not_fetched_again(inbox: Inbox, mailbox: ImapMailbox) -> None:
    baseline = mailbox.baseline(NOON)
    inbox.deliver(mail("known"), mail("new"))
    known = (baseline.uid_validity, baseline.uid_next)

    found = list(mailbox.new_mail(baseline, lambda *key: key == known))

    assert [each.data for each in found] == [mail("new")]


def test_an_inbox_with_nothing_new_yields_nothing(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """Mail 3: `UID n:*` returns the last mail even if it lies below n."""
    inbox.deliver(mail("old"))
    baseline = mailbox.baseline(NOON)

    assert read(mailbox, baseline) == []
    assert mailbox.wait(timedelta(0)) is False


def test_of_a_mail_that_is_too_large_only_the_first_64_kb_are_fetched(inbox: Inbox) -> None:
    """Mail 3: the size is looked at first; contract 2: max_size."""
    exact, large = mail("exact", "x" * 4000), mail("large", "y" * 300_000)
    with closing(ImapMailbox(replace(inbox.account, max_size=len(exact)))) as mailbox:
        baseline = mailbox.baseline(NOON)
        inbox.deliver(exact, large)

        whole, part = read(mailbox, baseline)

    assert (whole.data, whole.is_truncated) == (exact, False)
    assert (part.data, part.is_truncated) == (large[:65_536], True)
    assert part.size == len(large)


def test_a_mail_is_listed_and_fetched_by_one_command_and_looked_for_no_more_where_none_came(
    inbox: Inbox, mailbox: ImapMailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each command is an answer that is waited for and read."""
    baseline = mailbox.baseline(NOON)
    inbox.deliver(mail("new"))
    mailbox.snapshot()
    assert mailbox._connection is not None
    imap = mailbox._connection.client._imap
    sent: list[bytes] = []
    send = imap.send

    def noted(data: bytes) -> None:
        sent.append(data)
        send(data)

    monkeypatch.setattr(imap, "send", noted)

    (new,) = read(mailbox, baseline)
    mailbox.file_away(baseline.uid_validity, [new.uid])
    has_news = mailbox.wait(timedelta(0))

    said = b"".join(sent)
    assert [said.count(each) for each in (b"SELECT", b"FETCH", b"SEARCH")] == [1, 1, 1]
    assert not has_news


def test_a_large_limit_lets_a_large_mail_through(inbox: Inbox) -> None:
    large = mail("large", "y" * 300_000)
    with closing(ImapMailbox(replace(inbox.account, max_size=1_000_000))) as mailbox:
        baseline = mailbox.baseline(NOON)
        inbox.deliver(large)

        assert [(each.data, each.is_truncated) for each in read(mailbox, baseline)] == [
            (large, False)
        ]


def test_mail_in_more_than_one_batch_comes_whole_and_once(
    inbox: Inbox, mailbox: ImapMailbox
) -> None:
    baseline = mailbox.baseline(NOON)
    sent = [mail(f"number {number}") for number in range(120)]
    inbox.deliver(*sent, when=NOON)

    assert [each.data for each in read(mailbox, baseline)] == sent


def test_a_mail_without_any_byte_is_a_mail(inbox: Inbox, mailbox: ImapMailbox) -> None:
    baseline = mailbox.baseline(NOON)
    inbox.deliver(b"\r\n")

    assert [each.data for each in read(mailbox, baseline)] == [b"\r\n"]


def test_octets_of_any_value_come_as_they_are(inbox: Inbox, mailbox: ImapMailbox) -> None:
    data = (
        b"Subject: \xe4\xf6\r\n\r\n"
        + bytes(range(14, 256))
        + b")\r\n* 1 EXISTS\r\na1 OK\r\n{5}\r\n"
    )
    baseline = mailbox.baseline(NOON)
    inbox.deliver(data)

    assert [each.data for each in read(mailbox, baseline)] == [data]


def test_since_takes_mail_from_before_the_baseline_to_the_second(
    inbox: Inbox, mailbox: ImapMailbox
) -> None:
    """Contract 1: `--since TIME`; it says how many it left."""
    inbox.deliver(mail("a day before"), when=NOON - timedelta(days=1))
    inbox.deliver(mail("a second before"), when=NOON - timedelta(seconds=1))
    inbox.deliver(mail("in time"), when=NOON)
    inbox.deliver(mail("after"), when=NOON + timedelta(hours=3))
    baseline = mailbox.baseline(NOON + timedelta(days=1), since=NOON)
    inbox.deliver(mail("new"), when=NOON + timedelta(days=2))

    subjects = [each.data.split(b"\r\n")[1] for each in read(mailbox, baseline)]

    assert subjects == [b"Subject: in time", b"Subject: after", b"Subject: new"]
    assert mailbox.count_before(baseline) == 2


def test_since_is_a_moment_in_whatever_zone(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """SEARCH SINCE knows days only and disregards zones."""
    zone = timezone(timedelta(hours=14))
    inbox.deliver(mail("before"), when=datetime(2024, 12, 11, 9, 59, 59, tzinfo=UTC))
    inbox.deliver(mail("in time"), when=datetime(2024, 12, 11, 10, 0, tzinfo=UTC))
    baseline = mailbox.baseline(NOON, since=datetime(2024, 12, 12, 0, 0, tzinfo=zone))

    assert [each.data for each in read(mailbox, baseline)] == [mail("in time")]


def test_since_finds_mail_that_a_server_far_west_dates_a_day_earlier(
    embedded: FaultyServer,
) -> None:
    """RFC 3501 6.4.4: SINCE compares the date as the server writes it."""
    west = timezone(timedelta(hours=-11))
    embedded.deliver("bot", mail("x"), datetime(2024, 12, 10, 20, 0, tzinfo=west))
    with closing(ImapMailbox(embedded.imap("bot"))) as mailbox:
        baseline = mailbox.baseline(NOON, since=datetime(2024, 12, 11, 0, 0, tzinfo=UTC))

        assert [each.data for each in read(mailbox, baseline)] == [mail("x")]
