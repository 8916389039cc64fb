"""Another UIDVALIDITY, alike on Dovecot and on the embedded server."""

from contextlib import closing, suppress
from datetime import timedelta

from mailref.errors import MailServerError
from mailref.post.imap_mailbox import ImapMailbox
from mailref.post.ports import Filing
from tests.post.builders import NOON, mail, read
from tests.servers.inbox import Inbox


def test_an_inbox_numbered_anew_is_read_again_but_not_what_lay_before(
    inbox: Inbox, mailbox: ImapMailbox
) -> None:
    """Contract 5: a changed UIDVALIDITY changes nothing; the journal dedupes what was done."""
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


def test_numbers_that_change_under_an_open_connection_are_noticed(
    inbox: Inbox, mailbox: ImapMailbox
) -> None:
    """Dovecot goes on showing the old inbox, new mail left out, until it is opened anew."""
    baseline = mailbox.baseline(NOON)
    inbox.deliver(mail("one"))
    assert len(read(mailbox, baseline)) == 1
    inbox.renumber()
    inbox.deliver(mail("two"))

    with suppress(MailServerError):  # it may hang up over it, or fail once
        read(mailbox, baseline)

    assert [each.data for each in read(mailbox, baseline)] == [mail("one"), mail("two")]


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
