"""Where done mail goes, alike on Dovecot and on the embedded server."""

from contextlib import closing

import pytest
from imapclient import IMAPClient
from msgspec.structs import replace

from mailref.post.imap_mailbox import ImapMailbox
from mailref.post.ports import Filing
from tests.post.builders import NOON, mail, read
from tests.servers.inbox import Inbox


def test_done_mail_is_moved_to_a_folder_that_is_made_for_it(
    inbox: Inbox, mailbox: ImapMailbox
) -> None:
    """Contract 5: moved to `done`, which the program creates; never deleted."""
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


def test_the_server_is_asked_for_its_names_once(
    inbox: Inbox, mailbox: ImapMailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not for each mail that is filed; a new connection may lead to another server."""
    asked, ask = [], IMAPClient.namespace

    def noted(client: IMAPClient) -> object:
        asked.append(client)
        return ask(client)

    monkeypatch.setattr(IMAPClient, "namespace", noted)
    baseline = mailbox.baseline(NOON)
    for name in ("one", "two"):
        inbox.deliver(mail(name))
        mailbox.file_away(baseline.uid_validity, [each.uid for each in read(mailbox, baseline)])
    assert len(asked) == 1

    mailbox.hang_up()
    inbox.deliver(mail("three"))
    mailbox.file_away(baseline.uid_validity, [each.uid for each in read(mailbox, baseline)])

    assert len(asked) == 2
    assert inbox.mails("Processed") == [mail("one"), mail("two"), mail("three")]


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
    """Mail 3: moved to Quarantine, nothing lost; folder names may hold umlauts."""
    with closing(ImapMailbox(replace(inbox.account, quarantine="Quarantäne & Co"))) as mailbox:
        baseline = mailbox.baseline(NOON)
        inbox.deliver(mail("poison"))
        (poison,) = read(mailbox, baseline)

        assert mailbox.quarantine(baseline.uid_validity, [poison.uid]) is Filing.MOVED

    assert inbox.mails("Quarantäne & Co") == [mail("poison")]
    assert inbox.mails() == []


def test_a_moved_mail_keeps_its_time_of_arrival(inbox: Inbox, mailbox: ImapMailbox) -> None:
    """Mail 3: MOVE may reset INTERNALDATE; a dispute is settled by the filed mail."""
    baseline = mailbox.baseline(NOON)
    inbox.deliver(mail("one"), when=NOON)
    (one,) = read(mailbox, baseline)

    mailbox.file_away(baseline.uid_validity, [one.uid])

    with inbox.client() as client:
        client.select_folder("Processed", readonly=True)
        (row,) = client.fetch([1], ["INTERNALDATE"]).values()
    assert row[b"INTERNALDATE"] == NOON
