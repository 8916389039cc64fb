"""The embedded server answers as Dovecot does: a fake is worth what it shares with the real one."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta

import pytest
from imapclient import IMAPClient

from tests.post.builders import NOON
from tests.post.conftest import on_dovecot, on_embedded
from tests.servers.dovecot import Dovecot
from tests.servers.faulty import FaultyServer
from tests.servers.inbox import Inbox

MAILS = (
    b"From: anna@example.org\r\nSubject: Zug 1\r\n\r\nM10s EUB\r\n",
    b"From: ben@example.org\r\nTo: bot@example.org\r\nSubject: Re: Zug\r\n\r\n"
    + b"x" * 500
    + b"\r\n",
    b"Subject: =?utf-8?q?K=C3=A4se?=\r\n\tund mehr\r\n\r\n",
    b"Subject: last\r\n\r\n)* 1 EXISTS\r\n{3}\r\n",
)
FLAGS: tuple[tuple[str, ...], ...] = (("\\Seen",), ("\\Deleted", "$Mine"), (), ("\\Flagged",))


@pytest.fixture
def both(dovecot: Dovecot, embedded: FaultyServer, user: str) -> tuple[Inbox, Inbox]:
    """Two mailboxes, on Dovecot and on the embedded server, that hold the same."""
    return _filled(on_dovecot(dovecot, user)), _filled(on_embedded(embedded))


@pytest.fixture(scope="module")
def both_to_look_at(dovecot: Dovecot) -> Iterator[tuple[Inbox, Inbox]]:
    """The same, for tests that change nothing."""
    with FaultyServer({"bot": "pw"}) as server:
        yield _filled(on_dovecot(dovecot, "looked-at")), _filled(on_embedded(server))


def _filled(inbox: Inbox) -> Inbox:
    with inbox.client() as client:
        for number, (data, flags) in enumerate(zip(MAILS, FLAGS, strict=True)):
            client.append("INBOX", data, flags, NOON + timedelta(days=number))
    return inbox


@contextmanager
def opened(inbox: Inbox, *, readonly: bool = False) -> Iterator[IMAPClient]:
    with inbox.client() as client:
        client.select_folder("INBOX", readonly=readonly)
        yield client


@pytest.mark.parametrize(
    "criteria",
    [
        "ALL", "UID 2:*", "UID 9:*", "UID 1,4", "UID 3:1", "UID *", "UID 2",
        "SINCE 12-Dec-2024", "SINCE 1-Jan-2025", "SINCE 1-Jan-1990",
    ],
)  # fmt: skip
def test_a_search_finds_what_dovecot_finds(
    both_to_look_at: tuple[Inbox, Inbox], criteria: str
) -> None:
    one, other = (_found(inbox, criteria) for inbox in both_to_look_at)

    assert one == other


def _found(inbox: Inbox, criteria: str) -> list[int]:
    with opened(inbox, readonly=True) as client:
        return sorted(client.search(criteria))


@pytest.mark.parametrize(
    "items",
    [
        ["FLAGS"], ["UID", "INTERNALDATE", "RFC822.SIZE"], ["BODY.PEEK[]"],
        ["BODY.PEEK[]<0.20>"], ["BODY.PEEK[]<10.20>"], ["BODY.PEEK[]<5000.20>"],
        ["RFC822.SIZE", "BODY.PEEK[]", "FLAGS"],
    ],
)  # fmt: skip
def test_a_fetch_shows_what_dovecot_shows(both: tuple[Inbox, Inbox], items: list[str]) -> None:
    one, other = (_fetched(inbox, items) for inbox in both)

    assert one == other


def _fetched(inbox: Inbox, items: list[str]) -> list[dict[bytes, object]]:
    """Return what is shown, and the flags that stand afterwards."""
    with opened(inbox) as client:
        shown = client.fetch([1, 2, 3, 4], items)
        after = client.get_flags([1, 2, 3, 4])
    return [{**shown[uid], b"FLAGS": sorted(set(after[uid]) - {b"\\Recent"})} for uid in shown]


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(lambda client: client.copy([1, 3], "Other"), id="copy"),
        pytest.param(lambda client: client.move([2, 3], "Other"), id="move"),
        pytest.param(lambda client: client.expunge(), id="expunge"),
        pytest.param(lambda client: client.uid_expunge([1]), id="uid expunge of nothing deleted"),
        pytest.param(lambda client: client.uid_expunge([1, 2]), id="uid expunge"),
        pytest.param(lambda client: client.add_flags([1, 4], ["\\Seen", "$Two"]), id="add flags"),
        pytest.param(lambda client: client.remove_flags([2], ["\\Deleted"]), id="remove flags"),
        pytest.param(lambda client: client.append("Other", b"x: y\r\n\r\n", (), NOON), id="append"),
        pytest.param(lambda client: client.create_folder("Größe"), id="create"),
        pytest.param(lambda client: client.delete_folder("Other"), id="delete"),
    ],
)
@pytest.mark.slow
def test_what_is_done_leaves_what_dovecot_leaves(
    both: tuple[Inbox, Inbox], act: Callable[[IMAPClient], object]
) -> None:
    for inbox in both:
        with opened(inbox) as client:
            client.create_folder("Other")
            act(client)

    one, other = (_left(inbox) for inbox in both)

    assert one == other


def _left(inbox: Inbox) -> dict[str, list[object]]:
    found: dict[str, list[object]] = {}
    with inbox.client() as client:
        for _, _, name in client.list_folders():
            client.select_folder(name, readonly=True)
            items = ["BODY.PEEK[]", "INTERNALDATE", "FLAGS"]
            rows = client.fetch(client.search("ALL") or [99], items)
            found[name] = [
                (row[b"BODY[]"], row[b"INTERNALDATE"], sorted(set(row[b"FLAGS"]) - {b"\\Recent"}))
                for _, row in sorted(rows.items())
            ]
    return found


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(lambda client: client.select_folder("Nowhere"), id="select"),
        pytest.param(lambda client: client.create_folder("INBOX"), id="create what is there"),
        pytest.param(lambda client: client.delete_folder("INBOX"), id="delete the inbox"),
        pytest.param(lambda client: client.copy([1], "Nowhere"), id="copy"),
        pytest.param(lambda client: client.move([1], "Nowhere"), id="move"),
        pytest.param(lambda client: client.append("Nowhere", b"x"), id="append"),
        pytest.param(lambda client: client.search("SINCE yesterday"), id="no date"),
        pytest.param(lambda client: client.search("UID"), id="half a search"),
        pytest.param(lambda client: client.fetch([1], ["NONSENSE"]), id="no item"),
    ],
)
@pytest.mark.slow
def test_what_dovecot_refuses_is_refused(
    both: tuple[Inbox, Inbox], act: Callable[[IMAPClient], object]
) -> None:
    for inbox in both:
        with opened(inbox) as client:
            with pytest.raises(IMAPClient.Error):
                act(client)
            client.noop()


@pytest.mark.slow
def test_a_folder_that_is_only_looked_at_is_not_changed(both: tuple[Inbox, Inbox]) -> None:
    for inbox in both:
        before = inbox.flags()
        with opened(inbox, readonly=True) as client:
            client.fetch([2], ["BODY.PEEK[]"])
            with suppress(IMAPClient.Error):  # Dovecot says OK and does nothing
                client.add_flags([3], ["\\Flagged"])

        assert inbox.flags() == before


def test_another_session_is_told_of_what_came_and_went(both: tuple[Inbox, Inbox]) -> None:
    for inbox in both:
        with opened(inbox) as client, opened(inbox) as second:
            second.add_flags([1, 4], ["\\Deleted"])
            second.expunge()
            second.append("INBOX", b"Subject: new\r\n\r\n")
            client.noop()

            assert client.search("ALL") == [3, 5]
