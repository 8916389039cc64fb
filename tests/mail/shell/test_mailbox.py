"""The contract of a mailbox, kept alike on Dovecot and on the embedded server."""

import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from mailref.demo.server import EmbeddedServer
from mailref.errors import LoginRefusedError, UnreachableError
from mailref.mail.imap import ImapMailbox
from mailref.mail.ports import Baseline, Filing, RawMail
from tests.servers.inbox import Inbox

NOON = datetime(2024, 12, 11, 12, 0, 0, tzinfo=UTC)
"""Long past: Dovecot takes no date of the future."""
LONG = timedelta(seconds=20)
"""Longer than any test that passes: whoever waits so long has failed."""


def mail(subject: str, body: str = "M10s EUBÖA") -> bytes:
    text = f"From: anna@example.org\r\nSubject: {subject}\r\n\r\n{body}\r\n"
    return text.encode()


def unknown(_uid_validity: int, _uid: int) -> bool:
    return False


def read(mailbox: ImapMailbox, baseline: Baseline) -> list[RawMail]:
    return list(mailbox.new_mail(baseline, unknown))


def test_mail_that_was_there_before_is_counted_and_never_touched(
    inbox: Inbox, mailbox: ImapMailbox
) -> None:
    """Issue 2, item 2: baseline at the first start."""
    inbox.deliver(mail("old one"), mail("old two"))

    baseline = mailbox.baseline(NOON)
    inbox.deliver(mail("new"))

    assert [each.data for each in read(mailbox, baseline)] == [mail("new")]
    assert mailbox.count_before(baseline) == 2
    assert inbox.flags() == [set(), set(), set()]


def test_a_mail_comes_with_the_servers_time_its_number_and_all_its_bytes(
    inbox: Inbox, mailbox: ImapMailbox
) -> None:
    """MAIL.md 0.10: INTERNALDATE, aware, whatever the zone of the machine or of the server."""
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
    """MAIL.md 0.10: as naive local times both mails came at 02:30 in Berlin."""
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
    """RULES 8: equal seconds in order of UID."""
    baseline = mailbox.baseline(NOON)
    inbox.deliver(mail("second"), when=NOON)
    inbox.deliver(mail("third"), when=NOON)
    inbox.deliver(mail("first"), when=NOON - timedelta(hours=1))

    subjects = [each.data.split(b"\r\n")[1] for each in read(mailbox, baseline)]

    assert subjects == [b"Subject: first", b"Subject: second", b"Subject: third"]


def test_reading_leaves_a_mail_unread(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """MAIL.md 3: BODY.PEEK only; Seen is for people."""
    baseline = mailbox.baseline(NOON)
    inbox.deliver(mail("x"))

    read(mailbox, baseline)

    assert inbox.flags() == [set()]


def test_a_flag_set_by_a_person_does_not_hide_a_mail(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """MAIL.md 3: the journal is the truth, flags are hints."""
    baseline = mailbox.baseline(NOON)
    inbox.deliver(mail("x"), flags=("\\Seen", "\\Answered", "$MailrefDone"))

    assert [each.data for each in read(mailbox, baseline)] == [mail("x")]


def test_what_the_journal_knows_is_not_fetched_again(inbox: Inbox, mailbox: ImapMailbox) -> None:
    baseline = mailbox.baseline(NOON)
    inbox.deliver(mail("known"), mail("new"))
    known = (baseline.uid_validity, baseline.uid_next)

    found = list(mailbox.new_mail(baseline, lambda *key: key == known))

    assert [each.data for each in found] == [mail("new")]
    assert mailbox.leftovers(baseline, lambda *key: key == known) == (known,)


def test_an_inbox_with_nothing_new_yields_nothing(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """MAIL.md 3: `UID n:*` returns the last mail even if it lies below n."""
    inbox.deliver(mail("old"))
    baseline = mailbox.baseline(NOON)

    assert read(mailbox, baseline) == []
    assert mailbox.leftovers(baseline, unknown) == ()
    assert mailbox.wait(timedelta(0)) is False


def test_of_a_mail_that_is_too_large_only_the_first_64_kb_are_fetched(inbox: Inbox) -> None:
    """MAIL.md 3: the size is looked at first; CONTRACT 2: max_size."""
    exact, large = mail("exact", "x" * 4000), mail("large", "y" * 300_000)
    with closing(ImapMailbox(replace(inbox.account, max_size=len(exact)))) as mailbox:
        baseline = mailbox.baseline(NOON)
        inbox.deliver(exact, large)

        whole, part = read(mailbox, baseline)

    assert (whole.data, whole.is_truncated) == (exact, False)
    assert (part.data, part.is_truncated) == (large[:65_536], True)
    assert part.size == len(large)


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
    """CONTRACT 1: `--since TIME`; it says how many it left."""
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
    embedded: EmbeddedServer,
) -> None:
    """RFC 3501 6.4.4: SINCE compares the date as the server writes it."""
    west = timezone(timedelta(hours=-11))
    embedded.deliver("bot", mail("x"), datetime(2024, 12, 10, 20, 0, tzinfo=west))
    with closing(ImapMailbox(embedded.imap("bot"))) as mailbox:
        baseline = mailbox.baseline(NOON, since=datetime(2024, 12, 11, 0, 0, tzinfo=UTC))

        assert [each.data for each in read(mailbox, baseline)] == [mail("x")]


def test_done_mail_is_moved_to_a_folder_that_is_made_for_it(
    inbox: Inbox, mailbox: ImapMailbox
) -> None:
    """CONTRACT 5: moved to `done`, which the program creates; never deleted."""
    inbox.deliver(mail("old"))
    baseline = mailbox.baseline(NOON)
    inbox.deliver(mail("one"), mail("two"), mail("three"))
    one, _, three = read(mailbox, baseline)

    filed = mailbox.file_away(baseline.uid_validity, [one.uid, three.uid])

    assert filed is Filing.MOVED
    assert inbox.mails() == [mail("old"), mail("two")]
    assert inbox.mails("Processed") == [mail("one"), mail("three")]


def test_filing_twice_does_no_harm(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """Filing follows the commit: after a crash it is done again."""
    baseline = mailbox.baseline(NOON)
    inbox.deliver(mail("one"))
    (one,) = read(mailbox, baseline)

    mailbox.file_away(baseline.uid_validity, [one.uid])
    mailbox.file_away(baseline.uid_validity, [one.uid])

    assert inbox.mails() == []
    assert inbox.mails("Processed") == [mail("one")]


def test_the_folder_may_vanish_while_we_run(inbox: Inbox, mailbox: ImapMailbox) -> None:
    baseline = mailbox.baseline(NOON)
    inbox.deliver(mail("one"), mail("two"))
    one, two = read(mailbox, baseline)
    mailbox.file_away(baseline.uid_validity, [one.uid])
    with inbox.client() as client:
        client.delete_folder("Processed")

    mailbox.file_away(baseline.uid_validity, [two.uid])

    assert inbox.mails("Processed") == [mail("two")]


def test_poison_goes_to_quarantine(inbox: Inbox) -> None:
    """MAIL.md 3: moved to Quarantine, nothing lost; folder names may hold umlauts."""
    with closing(ImapMailbox(replace(inbox.account, quarantine="Quarantäne & Co"))) as mailbox:
        baseline = mailbox.baseline(NOON)
        inbox.deliver(mail("poison"))
        (poison,) = read(mailbox, baseline)

        assert mailbox.quarantine(baseline.uid_validity, [poison.uid]) is Filing.MOVED

    assert inbox.mails("Quarantäne & Co") == [mail("poison")]
    assert inbox.mails() == []


def test_a_moved_mail_keeps_its_time_of_arrival(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """MAIL.md 3: MOVE may reset INTERNALDATE; a dispute is settled by the filed mail."""
    baseline = mailbox.baseline(NOON)
    inbox.deliver(mail("one"), when=NOON)
    (one,) = read(mailbox, baseline)

    mailbox.file_away(baseline.uid_validity, [one.uid])

    with inbox.client() as client:
        client.select_folder("Processed", readonly=True)
        (row,) = client.fetch([1], ["INTERNALDATE"]).values()
    assert row[b"INTERNALDATE"] == NOON


def test_an_inbox_numbered_anew_is_read_again_but_not_what_lay_before(
    inbox: Inbox, mailbox: ImapMailbox
) -> None:
    """CONTRACT 5: a changed UIDVALIDITY changes nothing; the journal dedupes what was done."""
    inbox.deliver(mail("old"), when=NOON - timedelta(days=3))
    baseline = mailbox.baseline(NOON)
    inbox.deliver(mail("done already"), when=NOON + timedelta(seconds=1))
    inbox.renumber()
    inbox.deliver(mail("new"), when=NOON + timedelta(days=1))
    with closing(ImapMailbox(inbox.account)) as fresh:
        found = read(fresh, baseline)

        assert fresh.snapshot().uid_validity != baseline.uid_validity
        assert [each.data for each in found] == [mail("done already"), mail("new")]
        assert {each.uid_validity for each in found} == {fresh.snapshot().uid_validity}
        assert fresh.count_before(baseline) == 1


def test_mail_of_the_very_second_of_the_baseline_lay_before_it_once_numbers_are_new(
    inbox: Inbox, mailbox: ImapMailbox
) -> None:
    inbox.deliver(mail("old"), when=NOON)
    baseline = mailbox.baseline(NOON)
    inbox.renumber()

    with closing(ImapMailbox(inbox.account)) as fresh:
        assert read(fresh, baseline) == []


def test_the_baseline_follows_a_server_whose_clock_is_ahead(
    inbox: Inbox, mailbox: ImapMailbox
) -> None:
    """After a change of numbers the line is drawn by time: by the later clock."""
    inbox.deliver(mail("old"), when=NOON + timedelta(minutes=5))

    assert mailbox.baseline(NOON).moment == NOON + timedelta(minutes=5)


def test_the_baseline_does_not_follow_a_mail_dated_in_the_far_future(
    inbox: Inbox, mailbox: ImapMailbox
) -> None:
    inbox.deliver(mail("odd"), when=NOON + timedelta(days=4000))

    assert mailbox.baseline(NOON).moment == NOON + timedelta(days=1)


def test_numbers_of_the_past_never_move_mails_of_today(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """After a change of UIDVALIDITY the same UID is another mail."""
    baseline = mailbox.baseline(NOON)
    inbox.deliver(mail("one"))
    (one,) = read(mailbox, baseline)
    inbox.renumber()

    with closing(ImapMailbox(inbox.account)) as fresh:
        assert fresh.file_away(baseline.uid_validity, [one.uid]) is Filing.STALE
    assert inbox.mails() == [mail("one")]


def test_waiting_ends_when_mail_comes(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """IDLE: the wait is shorter than its timeout, and the mail is there."""
    baseline = mailbox.baseline(NOON)
    read(mailbox, baseline)
    sender = threading.Thread(target=inbox.deliver, args=(mail("new"),))
    sender.start()

    came = mailbox.wait(LONG)
    sender.join()

    assert came is True
    assert [each.data for each in read(mailbox, baseline)] == [mail("new")]


def test_mail_that_came_before_the_wait_began_ends_it_at_once(
    inbox: Inbox, mailbox: ImapMailbox
) -> None:
    """Its EXISTS may have been told in answer to another command: IDLE is silent about it."""
    baseline = mailbox.baseline(NOON)
    inbox.deliver(mail("one"))
    (one,) = read(mailbox, baseline)
    inbox.deliver(mail("two"))
    mailbox.file_away(baseline.uid_validity, [one.uid])

    assert mailbox.wait(LONG) is True


def test_news_is_told_once(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """A daemon that is paused, or does not want the mail, must not spin."""
    mailbox.baseline(NOON)
    inbox.deliver(mail("new"))

    assert mailbox.wait(timedelta(seconds=1)) is True
    assert mailbox.wait(timedelta(0)) is False


def test_filed_mail_is_no_news(inbox: Inbox, mailbox: ImapMailbox) -> None:
    baseline = mailbox.baseline(NOON)
    inbox.deliver(mail("one"))
    (one,) = read(mailbox, baseline)
    mailbox.file_away(baseline.uid_validity, [one.uid])

    assert mailbox.wait(timedelta(0)) is False


def test_a_signal_ends_the_wait(mailbox: ImapMailbox) -> None:
    """SIGTERM: `wake` from another thread, before or during the wait."""
    mailbox.snapshot()
    waker = threading.Thread(target=mailbox.wake)
    waker.start()

    assert mailbox.wait(LONG) is False
    waker.join()


def test_a_signal_before_the_wait_is_not_lost(mailbox: ImapMailbox) -> None:
    mailbox.wake()

    assert mailbox.wait(LONG) is False


def test_a_signal_ends_a_pause(mailbox: ImapMailbox) -> None:
    mailbox.wake()

    mailbox.pause(LONG)


def test_a_dead_connection_is_noticed_while_waiting(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """MAIL.md 0.2: idle_check took it for "no mail" for ever. Dovecot: doveadm kick."""
    mailbox.snapshot()
    killer = threading.Timer(0.1, inbox.kick)
    killer.start()

    with pytest.raises(UnreachableError):
        mailbox.wait(LONG)
    killer.join()


def test_after_a_lost_connection_the_next_call_connects_anew(
    inbox: Inbox, mailbox: ImapMailbox
) -> None:
    """MAIL.md 3: a new client object after any abort."""
    baseline = mailbox.baseline(NOON)
    inbox.kick()
    with pytest.raises(UnreachableError):
        read(mailbox, baseline)
    inbox.deliver(mail("new"))

    assert [each.data for each in read(mailbox, baseline)] == [mail("new")]


def test_a_wrong_password_is_told_apart_and_never_printed(embedded_account: ImapMailbox) -> None:
    with pytest.raises(LoginRefusedError, match="user 'bot' is not accepted") as caught:
        embedded_account.snapshot()

    assert "geheim" not in str(caught.value)


@pytest.fixture
def embedded_account(inbox: Inbox) -> Iterator[ImapMailbox]:
    account = replace(inbox.account, user="bot", password="geheim")
    with closing(ImapMailbox(account)) as mailbox:
        yield mailbox


def test_the_servers_clock_is_read_and_no_trace_is_left(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """`check --online` compares the server's clock with ours; both servers run on ours."""
    inbox.deliver(mail("x"))
    before = datetime.now(UTC).replace(microsecond=0)

    told = mailbox.server_time()

    assert before <= told <= datetime.now(UTC)
    assert inbox.folders() == {"INBOX"}
    assert inbox.mails() == [mail("x")]
    assert mailbox.snapshot().messages == 1


def test_a_mailbox_that_never_connected_can_be_closed(inbox: Inbox) -> None:
    mailbox = ImapMailbox(inbox.account)

    mailbox.close()
    mailbox.wake()
