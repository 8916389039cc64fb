"""Waiting for mail, alike on Dovecot and on the embedded server."""

import threading
from datetime import timedelta

import pytest

from mailref.errors import UnreachableError
from mailref.post.imap_mailbox import ImapMailbox
from tests.post.builders import HOUR, NOON, in_time, mail, read
from tests.servers.inbox import Inbox


@pytest.mark.slow
def test_waiting_ends_when_mail_comes(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """IDLE: the wait is shorter than its timeout, and the mail is there."""
    baseline = mailbox.baseline(NOON)
    read(mailbox, baseline)
    sender = threading.Thread(target=inbox.deliver, args=(mail("new"),))
    sender.start()

    came = in_time(lambda: mailbox.wait(HOUR))
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

    assert in_time(lambda: mailbox.wait(HOUR)) is True


def test_news_is_told_once(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """A daemon that is paused, or does not want the mail, must not spin."""
    mailbox.baseline(NOON)
    inbox.deliver(mail("new"))

    assert in_time(lambda: mailbox.wait(HOUR)) is True
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

    assert in_time(lambda: mailbox.wait(HOUR)) is False
    waker.join()


def test_a_signal_before_the_wait_is_not_lost(mailbox: ImapMailbox) -> None:
    mailbox.wake()

    assert in_time(lambda: mailbox.wait(HOUR)) is False


def test_a_signal_ends_a_pause(mailbox: ImapMailbox) -> None:
    mailbox.wake()

    in_time(lambda: mailbox.pause(HOUR))


def test_a_dead_connection_is_noticed_while_waiting(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """Mail 0.2: idle_check took it for "no mail" for ever. Dovecot: doveadm kick."""
    mailbox.snapshot()
    killer = threading.Timer(0.1, inbox.kick)
    killer.start()

    with pytest.raises(UnreachableError):
        in_time(lambda: mailbox.wait(HOUR))
    killer.join()


@pytest.mark.slow
def test_a_mailbox_listens_while_another_is_waited_at(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """It hears of new mail by its line, goes on listening at a report without any, and can be read then."""
    baseline = mailbox.baseline(NOON)
    read(mailbox, baseline)
    listening = mailbox.listen()
    line = listening.line
    assert line is not None
    again = mailbox.listen()
    sender = threading.Thread(target=inbox.deliver, args=(mail("new"),))
    sender.start()

    ready = in_time(lambda: mailbox.attend(HOUR, [line]))
    sender.join()

    assert (listening.has_news, again) == (False, listening)
    assert ready == [line]
    assert mailbox.heard()
    assert [each.data for each in read(mailbox, baseline)] == [mail("new")]


def test_what_came_before_it_listens_is_news(inbox: Inbox, mailbox: ImapMailbox) -> None:
    baseline = mailbox.baseline(NOON)
    read(mailbox, baseline)
    inbox.deliver(mail("new"))

    assert mailbox.listen().has_news
    assert [each.data for each in read(mailbox, baseline)] == [mail("new")]


def test_a_mailbox_that_listens_can_be_asked_anything(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """Between IDLE and DONE a server takes no other command."""
    baseline = mailbox.baseline(NOON)
    for ask in (
        mailbox.snapshot,
        mailbox.mark,
        mailbox.server_time,
        lambda: mailbox.wait(timedelta(0)),
    ):
        assert mailbox.listen().line is not None
        ask()
    mailbox.listen()
    inbox.deliver(mail("new"))

    assert [each.data for each in read(mailbox, baseline)] == [mail("new")]


def test_a_wake_up_ends_listening_and_a_timeout_tells_of_nothing(mailbox: ImapMailbox) -> None:
    line = mailbox.listen().line
    assert line is not None
    timed_out = mailbox.attend(timedelta(0), [line])
    mailbox.wake()

    assert timed_out == []
    assert in_time(lambda: mailbox.attend(HOUR, [line])) is None


def test_a_dead_connection_is_noticed_while_it_listens(inbox: Inbox, mailbox: ImapMailbox) -> None:
    line = mailbox.listen().line
    assert line is not None
    killer = threading.Timer(0.1, inbox.kick)
    killer.start()

    assert in_time(lambda: mailbox.attend(HOUR, [line])) == [line]
    with pytest.raises(UnreachableError):
        mailbox.heard()
    killer.join()
