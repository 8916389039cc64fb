"""What servers cannot do (mail 2 and 3)."""

from contextlib import closing
from datetime import timedelta

import pytest

from mailref.errors import MailServerError
from mailref.post.imap_mailbox import ImapMailbox
from mailref.post.ports import Filing
from tests.post.builders import HOUR, NOON, bodies, in_time, mail
from tests.post.conftest import on_dovecot
from tests.servers import dovecot as dovecot_server
from tests.servers.dovecot import Setup
from tests.servers.faulty import Effect, Faults, FaultyServer, Misstep, Moment

WITHOUT_MOVE = frozenset({"MOVE"})
WITHOUT_UIDPLUS = frozenset({"MOVE", "UIDPLUS"})


@pytest.mark.parametrize(
    ("faults", "filing"),
    [
        pytest.param(Faults(), Filing.MOVED, id="MOVE"),
        pytest.param(Faults(without=WITHOUT_MOVE), Filing.MOVED, id="COPY"),
        pytest.param(Faults(without=WITHOUT_UIDPLUS), Filing.MARKED, id="keyword"),
        pytest.param(
            Faults(without=WITHOUT_UIDPLUS, takes_keywords=False), Filing.LEFT, id="neither"
        ),
    ],
)
def test_done_mail_is_filed_as_the_server_allows_and_nothing_is_deleted(
    embedded: FaultyServer, mailbox: ImapMailbox, faults: Faults, filing: Filing
) -> None:
    """Contract 5: moved or marked, never deleted; nor what somebody else has marked deleted."""
    embedded.fail(faults)
    embedded.deliver("bot", mail("deleted"), flags=("\\Deleted",))
    embedded.deliver("bot", mail("done"))
    state = mailbox.snapshot()

    assert mailbox.file_away(state.uid_validity, [2]) is filing

    moved = filing is Filing.MOVED
    assert _subjects(embedded, "INBOX") == ({"deleted"} if moved else {"deleted", "done"})
    assert _subjects(embedded, "Processed") == ({"done"} if moved else set())
    marked = any("$MailrefDone" in flags for _, flags in embedded.mails("bot"))
    assert marked is (filing is Filing.MARKED)


def _subjects(server: FaultyServer, folder: str) -> set[str]:
    return {
        data.decode().split("\r\n")[1].removeprefix("Subject: ")
        for data, _ in server.mails("bot", folder)
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("capability", "filing"),
    [
        pytest.param("IMAP4rev1 IDLE UIDPLUS LITERAL+", Filing.MOVED, id="no MOVE"),
        pytest.param("IMAP4rev1 IDLE", Filing.MARKED, id="no MOVE, no UIDPLUS"),
    ],
)
def test_a_dovecot_without_move_files_too(user: str, capability: str, filing: Filing) -> None:
    setup = Setup(more=f"protocol imap {{\n  imap_capability = {capability}\n}}")
    with dovecot_server.running(setup) as server:
        inbox = on_dovecot(server, user)
        with closing(ImapMailbox(inbox.account)) as mailbox:
            inbox.deliver(mail("deleted"), flags=("\\Deleted",))
            inbox.deliver(mail("one"))
            state = mailbox.snapshot()

            assert mailbox.file_away(state.uid_validity, [2]) is filing

        moved = filing is Filing.MOVED
        assert inbox.mails("Processed") == ([mail("one")] if moved else [])
        assert inbox.mails() == ([mail("deleted")] if moved else [mail("deleted"), mail("one")])


@pytest.mark.slow
def test_folders_are_made_below_the_prefix_a_server_wants(user: str) -> None:
    """Courier, Cyrus and hosters: all folders lie below "INBOX."."""
    with dovecot_server.running(Setup(separator=".", prefix="INBOX.")) as server:
        inbox = on_dovecot(server, user)
        with closing(ImapMailbox(inbox.account)) as mailbox:
            inbox.deliver(mail("one"))
            state = mailbox.snapshot()

            assert mailbox.file_away(state.uid_validity, [1]) is Filing.MOVED

        assert inbox.mails("INBOX.Processed") == [mail("one")]


def test_a_server_without_idle_is_polled(embedded: FaultyServer, mailbox: ImapMailbox) -> None:
    """Mail 3: always poll besides IDLE."""
    embedded.fail(Faults(without=frozenset({"IDLE"})))
    baseline = mailbox.baseline(NOON)
    assert mailbox.wait(timedelta(0)) is False
    embedded.deliver("bot", mail("one"))

    assert mailbox.wait(timedelta(0)) is True
    assert bodies(mailbox, baseline) == [mail("one")]


def test_a_signal_ends_the_wait_without_idle_too(
    embedded: FaultyServer, mailbox: ImapMailbox
) -> None:
    embedded.fail(Faults(without=frozenset({"IDLE"})))
    mailbox.wake()

    assert in_time(lambda: mailbox.wait(HOUR)) is False


def test_a_full_folder_is_told_and_the_mail_stays(
    embedded: FaultyServer, mailbox: ImapMailbox
) -> None:
    embedded.deliver("bot", mail("earlier"), folder="Processed")
    embedded.deliver("bot", mail("one"))
    state = mailbox.snapshot()
    embedded.fail(Faults(at=(Misstep("MOVE", Moment.BEFORE, Effect.REPLY, "[OVERQUOTA] full"),)))

    with pytest.raises(MailServerError, match="OVERQUOTA"):
        mailbox.file_away(state.uid_validity, [1])

    assert _subjects(embedded, "INBOX") == {"one"}
    assert mailbox.file_away(state.uid_validity, [1]) is Filing.MOVED
