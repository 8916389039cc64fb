"""Mails seen: taken up, decided once, filed away (mail 3, IMAP)."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from mailref.journal.journal import Journal
from mailref.journal.recorded_mails import MailKey, MailState, StoredMail, Tries
from tests.databases import begun_in
from tests.journal.builders import NOON, later, mark

pytestmark = pytest.mark.usefixtures("kind")

KEY = MailKey(7, 3)


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal.open(begun_in(tmp_path))


def test_taking_up_is_counted_before_anything_is_read(tmp_path: Path) -> None:
    """Mail 3: the attempts counter is in the database before parsing, and survives a crash."""
    with Journal.open(begun_in(tmp_path)) as journal:
        first = journal.inbox.begin(KEY, NOON)
    with Journal.open(begun_in(tmp_path)) as restarted:
        second = restarted.inbox.begin(KEY, later(1))

    assert (first, second) == (Tries(1, 0, NOON), Tries(2, 0, NOON))


def test_being_killed_over_a_mail_is_no_failure_of_it(journal: Journal) -> None:
    """Contract 5: being killed three times over a mail does not make it poison."""
    for _ in range(3):
        journal.inbox.begin(KEY, NOON)

    failed = journal.inbox.fail(KEY, "a part is nested too deep")

    assert failed == Tries(3, 1, NOON)


def test_a_mail_that_was_only_taken_up_is_read_again(journal: Journal) -> None:
    journal.inbox.begin(KEY, NOON)

    assert not journal.inbox.is_known(KEY)
    assert journal.inbox.known_uids(7, range(10)) == frozenset()
    assert journal.inbox.to_file() == ()


@pytest.mark.parametrize("state", [MailState.DONE, MailState.IGNORED, MailState.QUARANTINED])
def test_a_mail_that_was_decided_is_known_and_to_be_filed(
    journal: Journal, state: MailState
) -> None:
    journal.inbox.begin(KEY, NOON)
    journal.record("mail:f", at=NOON, inbox=mark(3, state))

    assert journal.inbox.is_known(KEY)
    assert journal.inbox.known_uids(7, range(10)) == {3}
    assert journal.inbox.known_uids(7, range(4, 10)) == frozenset()
    assert journal.inbox.known_uids(7, range(3)) == frozenset()
    assert journal.inbox.known_uids(8, range(10)) == frozenset()
    assert journal.inbox.to_file() == ((KEY, state),)


def test_what_was_filed_is_known_and_no_longer_to_be_filed(journal: Journal) -> None:
    journal.record("mail:f", at=NOON, inbox=mark(3))
    journal.record("mail:g", at=NOON, inbox=mark(4))

    journal.inbox.mark_filed([KEY])

    assert journal.inbox.is_known(KEY)
    assert journal.inbox.to_file() == ((MailKey(7, 4), MailState.DONE),)


def test_the_same_numbers_in_another_mailbox_are_another_mail(journal: Journal) -> None:
    """Mail 3: the key is account, folder, UIDVALIDITY, UID; many servers begin at 1."""
    elsewhere = replace(KEY, account="b@example.org")
    journal.record("mail:f", at=NOON, inbox=mark(3))

    assert not journal.inbox.is_known(elsewhere)
    assert journal.inbox.known_uids(7, range(10), "b@example.org") == frozenset()
    assert journal.inbox.to_file("b@example.org") == ()


def test_the_same_mail_under_another_uid_is_recognised(journal: Journal) -> None:
    """Contract 5: a changed UIDVALIDITY changes nothing, what was done stays done."""
    journal.record("mail:f", at=NOON, inbox=mark(3, fingerprint="f"))

    assert journal.inbox.has_seen("f")
    assert not journal.inbox.has_seen("g")


def test_what_was_set_aside_is_kept_whole(journal: Journal) -> None:
    """Contract 5: ignored or quarantined mails that hold a readable move can be adopted."""
    kept = replace(
        mark(3, MailState.IGNORED, "f"),
        reason="unknown_sender",
        sender="max@elsewhere.example",
        message_id="<1@elsewhere.example>",
        received=NOON,
        has_move=True,
        raw=b"From: max\r\n\r\nM10s EUB\xd6A\r\n",
    )
    journal.record("mail:f", at=later(1), inbox=kept)
    journal.record("mail:g", at=later(1), inbox=mark(4, MailState.IGNORED))
    journal.record("mail:h", at=later(1), inbox=replace(mark(5), raw=b"a"))

    aside = journal.inbox.set_aside()

    assert aside == (
        StoredMail(
            id=1,
            state=MailState.IGNORED,
            reason="unknown_sender",
            sender="max@elsewhere.example",
            message_id="<1@elsewhere.example>",
            received=NOON,
            has_move=True,
            is_adopted=False,
            settled_at=later(1),
        ),
    )
    assert journal.inbox.raw(1) == b"From: max\r\n\r\nM10s EUB\xd6A\r\n"
    assert journal.inbox.stored(1) == aside[0]
    assert journal.inbox.stored(2) is None
    assert journal.inbox.raw(2) is None


def test_an_adopted_mail_is_done_and_keeps_what_was_known_of_it(journal: Journal) -> None:
    aside = replace(mark(3, MailState.IGNORED, "f"), raw=b"a", sender="max@elsewhere.example")
    journal.record("mail:f", at=NOON, inbox=aside)

    journal.record("adopt:1", at=later(1), inbox=mark(3))

    assert journal.inbox.set_aside() == ()
    assert journal.inbox.has_seen("f")
    assert journal.inbox.raw(1) == b"a"


def test_what_is_done_stays_done(journal: Journal) -> None:
    journal.record("mail:f", at=NOON, inbox=mark(3))

    journal.record("mail:g", at=later(1), inbox=mark(3, MailState.QUARANTINED))

    assert journal.inbox.to_file() == ((KEY, MailState.DONE),)


def test_a_decision_that_comes_again_does_not_change_what_became_of_its_mail(
    journal: Journal,
) -> None:
    journal.record("mail:f", at=NOON, inbox=mark(3, MailState.IGNORED, "f"))

    journal.record("mail:f", at=later(1), inbox=mark(3, MailState.IGNORED, "f"))

    assert journal.inbox.to_file() == ((KEY, MailState.IGNORED),)


def test_headers_that_no_database_takes_are_made_harmless(journal: Journal) -> None:
    strange = replace(mark(3, MailState.IGNORED), sender="a\x00\udce4@b", raw=b"a")

    journal.record("mail:f", at=NOON, inbox=strange)

    assert journal.inbox.set_aside()[0].sender == "a\\0\\udce4@b"
