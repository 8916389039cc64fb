"""Mails owed: the same bytes on every try, and none forgotten."""

from base64 import encodebytes
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from sqlalchemy import Engine, create_engine, event, func, select

from mailref.errors import UnfitError
from mailref.journal import schema
from mailref.journal.journal import Journal
from mailref.journal.recorded_games import Blob, OutgoingCounts, OutgoingMail
from mailref.journal.recorded_mails import parts_of, unpacked
from tests.databases import begun_in, url_of
from tests.journal.builders import NOON, begin, later, mail

pytestmark = pytest.mark.usefixtures("kind")

PICTURE = b"iVBORw0KGgo".ljust(256, b"A") * 200


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    journal = Journal.open(begun_in(tmp_path))
    begin(journal)
    return journal


def owe(journal: Journal, *mails: OutgoingMail, minute: int = 0) -> None:
    assert journal.record(f"mails:{mails[0].message_id}", at=later(minute), mails=mails)


def ids_due(journal: Journal, minute: int) -> list[int]:
    return [owed.id for owed in journal.outgoing.unsent(later(minute))]


def stored_bytes(folder: Path) -> int:
    """Return how many bytes of mails the database holds, read beside the journal."""
    engine = create_engine(url_of(folder))
    with engine.connect() as connection:
        own = connection.scalar(select(func.sum(func.length(schema.segments.c.data))))
        shared = connection.scalar(select(func.sum(func.length(schema.blobs.c.data))))
    engine.dispose()
    return (own or 0) + (shared or 0)


def test_a_text_that_many_share_takes_less_room_and_leaves_as_it_was_written(
    tmp_path: Path, journal: Journal
) -> None:
    text = b"<p style=3D'margin:0'>Die Buchstaben der neuen Runde</p>\r\n" * 200
    owe(journal, mail(1, Blob(text)))

    (owed,) = journal.outgoing.unsent(later(0))
    assert owed.data == text
    assert stored_bytes(tmp_path) < len(text) / 4


def test_what_was_handed_over_is_packed_later_and_can_be_sent_once_more(
    tmp_path: Path, journal: Journal
) -> None:
    """Of more mails than one transaction takes; what is owed stays as it is, and nothing is packed twice."""
    texts = [b"%d: dein Zug in dieser Runde ist da\r\n" % number * 60 for number in range(203)]
    owe(journal, *(mail(number, text, Blob(b"shared")) for number, text in enumerate(texts)))
    before = stored_bytes(tmp_path)
    for id_ in ids_due(journal, 0)[:-1]:
        journal.outgoing.mark_sent(id_, later(1))

    packed = [journal.outgoing.thin_out(later(2)) for _ in range(2)]

    with journal._database.reading() as connection:
        parts = parts_of(connection, range(1, 204), {})
    assert [b"".join(each) for each in parts.values()] == [text + b"shared" for text in texts]
    assert packed == [202, 0]
    assert stored_bytes(tmp_path) < before / 10


def test_a_picture_that_many_share_is_packed_once_one_of_them_has_left(
    tmp_path: Path, journal: Journal
) -> None:
    """And can be sent once more as it was; a picture of a mail that is owed lies as it did."""
    sent, owed = (
        Blob(
            b"Content-Transfer-Encoding: base64\r\n\r\n"
            + encodebytes(b"\x89PNG\r\n\x1a\n\0\0" + bits)
        )
        for bits in (Random(1).randbytes(9000), Random(2).randbytes(9000))
    )
    owe(journal, mail(1, sent), mail(2, sent), mail(3, owed))
    before = stored_bytes(tmp_path)
    journal.outgoing.mark_sent(ids_due(journal, 0)[0], later(1))

    for _ in range(2):
        journal.outgoing.thin_out(later(2))

    with journal._database.reading() as connection:
        parts = parts_of(connection, range(1, 4), {})
    assert [b"".join(each) for each in parts.values()] == [sent.data, sent.data, owed.data]
    spared = before - stored_bytes(tmp_path)
    assert len(sent.data) / 5 < spared < len(sent.data) / 3


def test_what_an_earlier_version_stored_is_read_as_it_lies() -> None:
    assert unpacked(b"x\x9c stored by hand") == b"x\x9c stored by hand"


@pytest.mark.slow
def test_a_mail_is_put_together_byte_for_byte(journal: Journal) -> None:
    parts = (b"Subject: \xe4\r\n", Blob(PICTURE), b"\r\n", Blob(b"PDF"), Blob(PICTURE), b"\x00.")

    owe(journal, mail(1, *parts))

    (owed,) = journal.outgoing.unsent(NOON)
    assert owed.data == b"Subject: \xe4\r\n" + PICTURE + b"\r\nPDF" + PICTURE + b"\x00."
    assert (owed.recipient, owed.message_id) == ("p1@example.org", "<1@example.org>")
    assert (owed.kind, owed.round_tag, owed.attempts, owed.recorded_at) == ("report", "4", 0, NOON)


def test_of_what_mails_share_only_that_of_the_last_ones_stays_in_memory(journal: Journal) -> None:
    owe(journal, mail(1, Blob(b"one"), Blob(b"both")), mail(2, Blob(b"two"), Blob(b"both")))
    first, second = ids_due(journal, 0)
    blobs: dict[str, bytes] = {}

    with journal._database.reading() as connection:
        parts = [parts_of(connection, [id_], blobs)[id_] for id_ in (first, second)]

    assert parts == [[b"one", b"both"], [b"two", b"both"]]
    assert set(blobs.values()) == {b"two", b"both"}


@pytest.mark.slow
def test_what_400_mails_share_is_stored_once(tmp_path: Path, journal: Journal) -> None:
    """A report with its pictures, times 400, would fill the disk."""
    owe(journal, *(mail(n, b"To: %03d\r\n" % n, Blob(PICTURE)) for n in range(400)))

    mails = list(journal.outgoing.unsent(NOON))

    assert len(mails) == 400
    assert mails[399].data == b"To: 399\r\n" + PICTURE
    assert stored_bytes(tmp_path) == 51_200 + 400 * 9


@pytest.mark.slow
def test_a_later_report_may_share_with_an_earlier_one(tmp_path: Path, journal: Journal) -> None:
    owe(journal, mail(1, Blob(PICTURE)))
    owe(journal, mail(2, Blob(PICTURE)))

    assert [owed.data for owed in journal.outgoing.unsent(NOON)] == [PICTURE, PICTURE]
    assert stored_bytes(tmp_path) == 51_200


def test_a_mail_is_owed_until_it_is_sent(journal: Journal) -> None:
    owe(journal, mail(1), mail(2))

    journal.outgoing.mark_sent(1, later(1))

    assert ids_due(journal, 5) == [2]


@pytest.mark.slow
def test_the_bytes_of_a_private_mail_go_before_the_others(tmp_path: Path, journal: Journal) -> None:
    """Classic 12.4: a rack is kept no longer than its mail may come back."""
    private = replace(mail(1, b"AENRSTU", Blob(b"board")), is_private=True)
    owe(journal, private, mail(2, b"public", Blob(b"board")))

    journal.outgoing.mark_sent(1, later(1))
    journal.outgoing.mark_sent(2, later(1))
    journal.outgoing.forget_bytes(NOON, private_before=later(1))
    before = stored_bytes(tmp_path)
    journal.outgoing.forget_bytes(NOON, private_before=later(2))

    assert before == len(b"AENRSTU") + len(b"public") + len(b"board")
    assert stored_bytes(tmp_path) == len(b"public") + len(b"board")


@pytest.mark.slow
def test_a_mail_may_be_marked_while_others_are_still_to_come(journal: Journal) -> None:
    owe(journal, *(mail(n) for n in range(120)))

    followed = []
    for owed in journal.outgoing.unsent(NOON):
        journal.outgoing.mark_sent(owed.id, NOON, is_followed=owed.is_followed)
        followed.append(owed.is_followed)

    assert ids_due(journal, 5) == []
    assert followed == [True] * 119 + [False]


def test_another_process_knows_at_once_that_a_mail_is_sent(tmp_path: Path) -> None:
    """What a killed process has noted is noted, though others were to follow and no disk was waited for."""
    url = begun_in(tmp_path)
    with Journal.open(url) as journal, Journal.open(url) as other:
        owe(journal, mail(1), mail(2))

        journal.outgoing.mark_sent(1, NOON, is_followed=True)

        assert [owed.id for owed in other.outgoing.unsent(NOON)] == [2]


@pytest.mark.slow
def test_a_deferred_mail_comes_again_when_it_is_due_with_the_same_bytes(journal: Journal) -> None:
    owe(journal, mail(1, b"a", Blob(b"b")))

    journal.outgoing.mark_deferred(1, later(5), "452 full")
    before_its_time = ids_due(journal, 4)
    (again,) = journal.outgoing.unsent(later(5))

    assert before_its_time == []
    assert (again.attempts, again.data, again.message_id) == (1, b"ab", "<1@example.org>")
    assert journal.outgoing.next_due() == later(5)


@pytest.mark.slow
def test_a_mail_given_up_is_not_tried_again(journal: Journal) -> None:
    owe(journal, mail(1))

    journal.outgoing.mark_dead(1, "550 unknown", later(1))
    journal.outgoing.mark_deferred(1, later(2), "late news")

    assert ids_due(journal, 99) == []
    assert journal.outgoing.next_due() is None
    assert journal.outgoing.counts() == OutgoingCounts(0, 0, 1, None, "550 unknown", 0, None)


def test_a_mail_may_be_held_back(journal: Journal) -> None:
    owe(journal, replace(mail(1), not_before=later(10)))

    assert ids_due(journal, 9) == []
    assert ids_due(journal, 10) == [1]


def test_times_of_any_zone_are_one_order(journal: Journal) -> None:
    """12:10 in Berlin is before noon in UTC, though it reads later."""
    berlin = timezone(timedelta(hours=1))
    owe(journal, replace(mail(1), not_before=datetime(2026, 12, 1, 12, 10, tzinfo=berlin)))

    assert ids_due(journal, 0) == [1]
    assert journal.outgoing.next_due() == later(-50)


def test_the_longest_due_comes_first_lot_by_lot(journal: Journal) -> None:
    owe(journal, mail(1), mail(2), mail(3))
    journal.outgoing.mark_deferred(1, later(3), "452")

    assert [owed.id for owed in journal.outgoing.unsent(later(9), lot=2)] == [2, 3, 1]
    assert [owed.id for owed in journal.outgoing.unsent(later(9), lot=1)] == [2, 3, 1]


def test_waiting_tells_what_is_owed_deferred_and_dead(journal: Journal) -> None:
    owe(journal, mail(1), mail(2), mail(3), minute=1)
    owe(journal, mail(4), minute=2)
    journal.outgoing.mark_sent(1, later(3))
    journal.outgoing.mark_deferred(2, later(5), "452 full")

    assert journal.outgoing.counts() == OutgoingCounts(2, 1, 0, later(1), "452 full", 1, later(3))


def test_mails_are_counted_by_time_kind_and_address(journal: Journal) -> None:
    """Contract 2: per_address_day, and per_hour of answers, never reports."""
    answer = replace(mail(1), kind="confirmation")
    owe(journal, answer, mail(2), minute=0)
    owe(journal, replace(answer, message_id="<3@example.org>"), minute=30)

    assert journal.outgoing.recorded_since(NOON) == 3
    assert journal.outgoing.recorded_since(later(1)) == 1
    assert journal.outgoing.recorded_since(NOON, kinds=["confirmation", "rejection"]) == 2
    assert journal.outgoing.recorded_since(NOON, to="p2@example.org") == 1
    assert journal.outgoing.recorded_since(NOON, most=2) == 2


def test_a_mail_of_ours_tells_which_round_it_was_about(journal: Journal) -> None:
    """Rules 8: an entry belongs to the round named by the mail it answers."""
    owe(journal, replace(mail(1), game="yerres"), replace(mail(2), game="yerres", round_tag="5"))

    found = journal.outgoing.find_sent(
        ["<2@example.org>", "<foreign@example.org>", "<1@example.org>"]
    )

    assert [(each.round_tag, each.kind, each.recipient) for each in found] == [
        ("5", "report", "p2@example.org"),
        ("4", "report", "p1@example.org"),
    ]
    assert {each.game for each in found} == {"yerres"}


def test_handed_over_is_when_the_server_took_it(journal: Journal) -> None:
    """Rules 8: a move that came before the new report was handed over is late, not early."""
    owe(journal, replace(mail(1), game="yerres"))

    def when(recipient: str = "p1@example.org", round_tag: str = "4") -> object:
        return journal.outgoing.handed_over(
            "yerres",
            round_tag,
            kinds=("report", "opening"),
            recipients=(recipient, "p0@example.org"),
        )

    before = when()
    journal.outgoing.mark_sent(1, later(7))

    assert before == datetime.max.replace(tzinfo=UTC)
    assert when() == later(7)
    assert when(round_tag="5") is None
    assert when(recipient="p2@example.org") is None


def test_a_mail_given_up_was_not_handed_over(journal: Journal) -> None:
    owe(journal, replace(mail(1), game="yerres"))

    journal.outgoing.mark_dead(1, "550 unknown", later(7))

    assert (
        journal.outgoing.handed_over(
            "yerres", "4", kinds=("report",), recipients=("p1@example.org",)
        )
        is None
    )


def test_one_message_id_reaches_one_recipient_once(journal: Journal) -> None:
    """Mail 3: Message-ID per row of the outbox; the same mail may go to two people."""
    owe(journal, mail(1))

    with pytest.raises(UnfitError):
        journal.record("again", at=NOON, mails=[mail(1)])
    assert journal.record("both", at=NOON, mails=[replace(mail(1), recipient="gm@example.org")])


def test_the_bytes_of_what_was_sent_long_ago_may_go(tmp_path: Path, journal: Journal) -> None:
    owe(journal, mail(1, b"a", Blob(PICTURE)), mail(2, b"b", Blob(PICTURE)), mail(3, Blob(b"c")))
    journal.outgoing.mark_sent(1, later(1))
    journal.outgoing.mark_sent(3, later(1))

    dropped = journal.outgoing.forget_bytes(later(2), private_before=later(2))

    assert dropped == 2
    assert stored_bytes(tmp_path) == 51_200 + 1
    assert [owed.data for owed in journal.outgoing.unsent(NOON)] == [b"b" + PICTURE]
    assert journal.outgoing.find_sent(["<1@example.org>"])[0].round_tag == "4"


@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
def test_a_worker_with_nothing_to_send_writes_nothing(journal: Journal) -> None:
    """On a server each look every two seconds would lock and write, in a transaction of its own."""
    owe(journal, mail(1))
    asked: list[str] = []
    note = lambda *about: asked.append(about[2].split()[0])  # noqa: E731  as long as it listens

    event.listen(Engine, "before_cursor_execute", note)
    try:
        before = list(journal.outgoing.unsent(NOON - timedelta(minutes=1), worker="a"))
        looked = {*asked} - {"BEGIN"}
        found = list(journal.outgoing.unsent(NOON, worker="a"))
    finally:
        event.remove(Engine, "before_cursor_execute", note)

    assert (before, looked) == ([], {"SELECT"})
    assert [each.recipient for each in found] == [mail(1).recipient]
    assert "UPDATE" in asked


def test_what_was_sent_about_no_game_is_dropped_when_somebody_is_forgotten(
    tmp_path: Path, journal: Journal
) -> None:
    """Offers and invitations of a club name whom they ask, and go to others."""
    owe(journal, mail(1, b"Subject: a\r\n\r\nBen Beispiel has accepted.\r\n"))
    journal.outgoing.mark_sent(1, later(1))
    assert stored_bytes(tmp_path) > 0

    journal.forget((), ("ben@example.org",), later(2))

    assert stored_bytes(tmp_path) == 0


@pytest.mark.parametrize(
    ("parts", "dotted"),
    [
        pytest.param(
            (b"Subject: Zug\r\n", Blob(b"Hallo ...\r\n")),
            b"Subject: Zug\r\nHallo ...\r\n",
            id="nothing to double",
        ),
        pytest.param(
            (b"a\r\n", Blob(b"Hallo\r\n.\r\n... 5\r\n")),
            b"a\r\nHallo\r\n..\r\n.... 5\r\n",
            id="dots that begin lines",
        ),
        pytest.param((b"a\r\n", Blob(b".b\r\n")), b"a\r\n..b\r\n", id="one that begins a part"),
        pytest.param((b".a\r\n",), b"..a\r\n", id="one that begins the mail"),
        pytest.param((b"a\r\n", b"", b".b\r\n"), b"a\r\n..b\r\n", id="one behind an empty part"),
        pytest.param((b"Hallo", b".\r\n"), b"Hallo.\r\n", id="one within a line cut apart"),
        pytest.param((b"<html>", b"\r\n--\r\n"), b"<html>\r\n--\r\n", id="a line cut apart"),
        pytest.param((b"a\r\n", Blob(b"Hallo\n")), None, id="half a line end"),
        pytest.param((b"a\r\n", Blob(b"Hal\rlo\r\n")), None, id="the other half"),
        pytest.param((b"Subject: Zug\r", Blob(b"\nHallo\r\n")), None, id="a line end cut apart"),
        pytest.param((b"a\r\n<html>", b"\r\n--"), None, id="no end"),
    ],
)
def test_a_mail_lies_ready_for_a_server_where_each_of_its_lines_ends(
    journal: Journal, parts: Sequence[bytes | Blob], dotted: bytes | None
) -> None:
    """RFC 5321 4.5.2 and 2.3.8; any other is looked at once more when it is handed over, as a whole."""
    owe(journal, mail(1, *parts), mail(2, *parts))

    assert [each.dotted for each in journal.outgoing.unsent(later(0))] == [dotted] * 2
