"""What servers say at odd moments (mail 3)."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta

import pytest
from msgspec.structs import replace

from mailref.errors import MailServerError, UnreachableError
from mailref.post.imap_mailbox import ImapMailbox
from mailref.post.ports import Filing, RawMail
from tests.post.builders import HOUR, NOON, bodies, in_time, mail, read
from tests.post.conftest import on_embedded
from tests.servers.authority import Authority
from tests.servers.faulty import Effect, Faults, FaultyServer, Misstep, Moment


@pytest.mark.parametrize("tls", [False, True], ids=["plain", "tls"])
def test_a_report_in_one_piece_with_the_go_ahead_is_not_slept_over(
    tls: bool, authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was read ahead with the `+` no select shows: the wait would last its whole time."""
    with FaultyServer({"bot": "pw"}, tls=authority.context() if tls else None) as server:
        account = replace(server.imap("bot"), ca_file=str(authority.ca_file))
        with closing(ImapMailbox(account)) as mailbox:
            mailbox.snapshot()
            server.fail(Faults(at=(_arrival_before(server, "IDLE"),)))
            monkeypatch.setattr(mailbox._waker, "wait", _never)

            assert in_time(lambda: mailbox.wait(HOUR)) is True


def _never(*_: object, **__: object) -> None:
    raise AssertionError("slept although the report had come")


def _arrival_before(server: FaultyServer, command: str) -> Misstep:
    def arrive() -> None:
        server.deliver("bot", mail("just now"))

    return Misstep(command, Moment.BEFORE, Effect.CALL, act=arrive)


def test_a_report_before_the_go_ahead_costs_a_connection_but_no_mail(
    embedded: FaultyServer, mailbox: ImapMailbox
) -> None:
    """imapclient takes it for a refusal of IDLE."""
    baseline = mailbox.baseline(NOON)
    embedded.fail(Faults(at=(_arrival_before(embedded, "IDLE"),), reports_before_go_ahead=True))

    with pytest.raises(MailServerError):
        in_time(lambda: mailbox.wait(HOUR))

    assert bodies(mailbox, baseline) == [mail("just now")]


def test_a_mail_that_vanishes_while_we_read_is_no_fault(
    embedded: FaultyServer, mailbox: ImapMailbox
) -> None:
    """A person deletes mail while we look."""
    baseline = mailbox.baseline(NOON)
    embedded.deliver("bot", mail("one"))
    embedded.deliver("bot", mail("two"))
    gone = Misstep("FETCH", Moment.BEFORE, Effect.CALL, act=lambda: _take(embedded, 1))
    embedded.fail(Faults(at=(gone,)))

    assert bodies(mailbox, baseline) == [mail("two")]


def _take(server: FaultyServer, uid: int) -> None:
    inbox = server._store.accounts["bot"].folders["INBOX"]
    inbox.remove([each for each in inbox.messages if each.uid == uid])


def test_a_size_that_is_not_true_lets_no_mail_grow_beyond_the_limit(embedded: FaultyServer) -> None:
    """RFC822.SIZE is what the server says; what counts is what comes."""
    large = mail("large", "x" * 200_000)
    embedded.fail(Faults(tells_size=False))
    with closing(ImapMailbox(replace(embedded.imap("bot"), max_size=100_000))) as mailbox:
        baseline = mailbox.baseline(NOON)
        embedded.deliver("bot", large)

        (found,) = read(mailbox, baseline)

    assert (found.data, found.size, found.is_truncated) == (large[:65_536], len(large), True)


def test_an_inbox_numbered_anew_between_two_batches_stops_the_reading(
    embedded: FaultyServer, mailbox: ImapMailbox
) -> None:
    """The UIDs still to be fetched would name other mails."""
    baseline = mailbox.baseline(NOON)
    for number in range(60):
        embedded.deliver("bot", mail(str(number)), NOON)
    reading: Iterator[RawMail] = mailbox.new_mail(baseline, lambda *_: False)
    for _ in range(50):
        next(reading)
    embedded.renumber("bot")
    with pytest.raises(UnreachableError):
        mailbox.snapshot()
    mailbox.snapshot()

    with pytest.raises(MailServerError, match="numbered anew"):
        next(reading)


def test_a_server_that_keeps_its_next_uid_to_itself_has_a_baseline_all_the_same(
    embedded: FaultyServer, mailbox: ImapMailbox
) -> None:
    """RFC 3501 6.3.1: UIDNEXT may be missing."""
    embedded.fail(Faults(tells_uid_next=False))
    embedded.deliver("bot", mail("old"))
    baseline = mailbox.baseline(NOON)
    embedded.deliver("bot", mail("new"))

    assert baseline.uid_next == 2
    assert bodies(mailbox, baseline) == [mail("new")]


def test_numbers_before_the_baseline_are_no_news(
    embedded: FaultyServer, mailbox: ImapMailbox
) -> None:
    """After a change of numbers, old mail must not wake the machine again and again."""
    embedded.deliver("bot", mail("old"), NOON - timedelta(days=9))
    baseline = mailbox.baseline(NOON)
    embedded.renumber("bot")
    with pytest.raises(UnreachableError):
        bodies(mailbox, baseline)
    assert bodies(mailbox, baseline) == []

    assert mailbox.wait(timedelta(0)) is False


@pytest.mark.slow
def test_thousands_of_numbers_fit_the_command_line(embedded: FaultyServer) -> None:
    """8,192 octets are what every server takes (RFC 7162 4)."""
    inbox = on_embedded(embedded)
    with closing(ImapMailbox(inbox.account)) as mailbox:
        embedded._store.accounts["bot"].folders["INBOX"].uid_next = 4_000_000_000
        baseline = mailbox.baseline(NOON)
        for number in range(1200):
            embedded.deliver("bot", mail(str(number)), NOON)
        uids = [raw.uid for raw in mailbox.new_mail(baseline, lambda *_: False)]

        assert uids == list(range(4_000_000_000, 4_000_001_200))
        assert mailbox.file_away(baseline.uid_validity, uids) is Filing.MOVED

    assert len(embedded.mails("bot", "Processed")) == 1200
    assert embedded.mails("bot") == ()
