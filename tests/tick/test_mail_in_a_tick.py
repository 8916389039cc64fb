"""Mail in a tick of the machine: once, in order, never lost (contract 5, house 2)."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from mailref.errors import JournalError
from mailref.games.events import DrawsMixed, Noted
from mailref.games.family import family_of
from mailref.games.rounds.contents import EntryAnswer
from mailref.journal.journal import Journal
from mailref.journal.recorded_mails import MailKey
from mailref.post.ports import RefusedForGood
from mailref.referee.contents import GameStuck
from mailref.tiles.board import Extended
from mailref.tiles.top.found import SetPosition, Top, TopFinder
from tests.commands.invoke import mailref
from tests.databases import url_of
from tests.referee.rehearsal import DAY, EVA, MINUTE, MONDAY, WEEK, ZAT, game, sb
from tests.tick.machines import begun, post

AFTER = ZAT + 2 * MINUTE
MOVE = "H8w RABEN"


def test_the_first_tick_opens_the_games_and_sends_the_opening_once(tmp_path: Path) -> None:
    """Contract 2: where nothing is announced before, the commitment stands in the opening, once."""
    machine = post(tmp_path)
    machine.tick(MONDAY)
    first = machine.left()
    machine.tick(MONDAY + MINUTE)

    assert first == ["max Opening", "eva Opening", "gm Opening"]
    assert machine.left() == []


def test_with_lots_words_can_come_a_day_before_the_first_letters(tmp_path: Path) -> None:
    """docs/chance.md: words are mixed in that came before the draw; a later one waits for the next."""
    machine = post(tmp_path, game(keys="lots = true"))
    machine.tick(MONDAY)
    assert machine.left() == ["max Announcement", "eva Announcement", "gm Announcement"]
    machine.arrives("LOSWORT Pflaume", at=MONDAY + MINUTE)
    machine.tick(MONDAY + 2 * MINUTE)
    assert machine.game().round is None

    machine.tick(MONDAY + timedelta(hours=24))
    machine.arrives("H8w RABEN\nLOSWORT Kirsche", at=MONDAY + timedelta(hours=25))
    machine.tick(MONDAY + timedelta(hours=26))

    found = machine.game()
    assert found.round is not None
    assert found.mixes == (DrawsMixed(1, (("Max Mustermann", "Pflaume"),)),)
    assert found.mix_of_next.words == (("Max Mustermann", "Pflaume"),)
    assert found.lot_words["Max Mustermann"] == ((1, "Pflaume"), (2, "Kirsche"))


def test_a_move_is_answered_in_the_tick_that_reads_it_and_filed_away(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    uid = machine.arrives(MOVE)
    ticked = machine.tick()

    assert machine.left() == ["max EntryAnswer"]
    assert (ticked.troubles, ticked.sent) == ((), 1)
    assert machine.mailbox.done == [uid]
    assert sorted(machine.entries()) == ["Max Mustermann"]


def test_the_same_mail_delivered_twice_is_answered_once(tmp_path: Path) -> None:
    """Contract 5."""
    machine = begun(tmp_path)
    machine.arrives(MOVE)
    same = machine.mailbox.inbox[0].data
    machine.mailbox.deliver(same, MONDAY)
    machine.tick()
    machine.mailbox.deliver(same, MONDAY + MINUTE)
    machine.tick()

    assert machine.left() == ["max EntryAnswer"]
    assert len(machine.mailbox.done) == 3


def test_mail_is_decided_in_order_of_arrival(tmp_path: Path) -> None:
    """Rules 8: the newest entry replaces the earlier one."""
    machine = begun(tmp_path)
    machine.arrives("H8w RABEN", at=MONDAY + MINUTE)
    machine.arrives("H8w ABER", at=MONDAY)
    machine.tick()

    entries = machine.entries()["Max Mustermann"]
    assert [entry.received for entry in entries] == [MONDAY, MONDAY + MINUTE]


def test_a_mail_that_defeats_us_three_times_is_quarantined_and_reported(tmp_path: Path) -> None:
    """Contract 5: poison mail quarantined after three tries and reported."""
    machine = begun(tmp_path)
    poison = machine.arrives("H8w RABEN")
    healthy = machine.arrives("H8w ABER", EVA, at=MONDAY + MINUTE)
    machine.letters.breaks_on = "max@example.org"
    machine.tick()
    assert (machine.mailbox.done, machine.left()) == ([healthy], ["eva EntryAnswer"])
    machine.tick()
    assert machine.mailbox.quarantined == []
    machine.tick()

    assert machine.mailbox.quarantined == [poison]
    assert machine.left() == ["gm Notice"]
    machine.tick()
    assert machine.left() == []


@pytest.mark.slow
def test_being_killed_over_a_mail_is_no_failure(tmp_path: Path) -> None:
    """Contract 5: being killed three times over a mail does not make it poison."""
    machine = begun(tmp_path)
    uid = machine.arrives(MOVE)
    key = MailKey(7, uid, machine.machine.first.account)
    for _ in range(5):
        machine.machine.journal.inbox.begin(key, MONDAY)
    machine.tick()

    assert (machine.mailbox.done, machine.left()) == ([uid], ["max EntryAnswer"])


@pytest.mark.slow
def test_a_record_that_cannot_be_written_is_not_the_mails_fault(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives(MOVE)
    with closing(sqlite3.connect(tmp_path / "mailref.db")) as other:

        def lock() -> None:
            other.execute("BEGIN IMMEDIATE")

        machine.letters.meanwhile = lock
        for _ in range(4):
            with pytest.raises(JournalError):
                machine.tick()
            other.rollback()
    machine.letters.meanwhile = lambda: None
    machine.tick()

    assert machine.mailbox.quarantined == []
    assert machine.left() == ["max EntryAnswer"]


def test_a_decision_on_a_game_that_went_on_meanwhile_is_taken_anew(tmp_path: Path) -> None:
    """House 4: commands record beside a running daemon."""
    machine = begun(tmp_path)
    machine.arrives(MOVE)
    with closing(Journal.open(url_of(tmp_path))) as other:
        assert other.games.load("yerres") is not None

        def beside() -> None:
            other.record("beside", at=MONDAY, game_events=[("yerres", Noted("x", MONDAY))])

        machine.letters.meanwhile = beside
        machine.tick()
        assert (machine.left(), machine.mailbox.done) == ([], [])
        machine.tick()

    assert machine.left() == ["max EntryAnswer"]


@pytest.mark.slow
def test_a_game_that_goes_on_again_and_again_is_not_the_mails_fault(tmp_path: Path) -> None:
    """Workers that read other mailboxes take moves for it meanwhile: six such tries set nothing aside."""
    machine = begun(tmp_path)
    uid = machine.arrives(MOVE)
    times = iter(range(100))
    with closing(Journal.open(url_of(tmp_path))) as other:

        def beside() -> None:
            assert other.games.load("yerres") is not None
            events = [("yerres", Noted("x", MONDAY))]
            other.record(f"beside {next(times)}", at=MONDAY, game_events=events)

        machine.letters.meanwhile = beside
        for _ in range(7):
            machine.tick()
        machine.letters.meanwhile = lambda: None
        machine.tick()

    assert machine.mailbox.quarantined == []
    assert (machine.left(), machine.mailbox.done) == (["max EntryAnswer"], [uid])


def test_a_round_is_closed_after_the_mail_of_the_tick(tmp_path: Path) -> None:
    """Rules 8: a round closes only after a complete reading of the mailbox."""
    machine = begun(tmp_path)
    machine.arrives(MOVE, at=ZAT)
    machine.tick(AFTER)

    last = machine.game().last
    assert last is not None
    assert {row.player: row.points for row in last.rows} == {"Max Mustermann": 16, "Eva Muster": 0}
    assert machine.left() == ["max EntryAnswer", "max Report", "eva Report", "gm Report"]


def test_no_round_is_closed_before_the_close_delay(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.tick(AFTER - MINUTE / 60)

    assert machine.game().last is None


def test_no_round_is_closed_and_nobody_reminded_while_the_mailbox_cannot_be_read(
    tmp_path: Path,
) -> None:
    """Rules 8: nothing closes in such a tick; and who has moved must not be told he has not."""
    machine = begun(tmp_path)
    machine.arrives(MOVE, at=ZAT - DAY)
    machine.mailbox.is_down = True
    early = machine.tick(ZAT - DAY / 2)
    ticked = machine.tick(AFTER)

    assert early.troubles == ticked.troubles == ("imap cannot be reached",)
    assert machine.game().last is None
    assert machine.left() == ["gm Notice"]
    machine.mailbox.is_down = False
    machine.tick(AFTER + MINUTE)
    assert machine.game().last is not None


def test_a_mail_that_still_has_to_be_tried_again_holds_the_close(tmp_path: Path) -> None:
    machine = begun(
        tmp_path, game(players={"Eva": "eva@example.org"}, keys='registration = "open"')
    )
    machine.arrives(MOVE)
    machine.letters.breaks_on = "max@example.org"
    machine.tick(AFTER)
    machine.tick(AFTER)
    assert machine.game().last is None
    machine.tick(AFTER)

    assert machine.game().last is not None


def test_a_round_closes_while_smtp_is_down_and_the_reports_leave_later(tmp_path: Path) -> None:
    """Contract 5: a round closes also while SMTP is down."""
    machine = begun(tmp_path)
    machine.outbox.is_down = True
    ticked = machine.tick(AFTER)
    assert ticked.troubles == ("smtp cannot be reached",)
    assert machine.game().round_number == 2
    machine.outbox.is_down = False
    machine.tick(AFTER + MINUTE)

    assert machine.left() == ["max Report", "eva Report", "gm Report"]


def test_a_round_is_closed_once_and_the_next_not_at_once_after_a_standstill(tmp_path: Path) -> None:
    """Catch-up after a standstill without closing two rounds at once."""
    machine = begun(tmp_path)
    machine.tick(ZAT + 5 * WEEK)
    machine.tick(ZAT + 5 * WEEK + MINUTE)
    playing = machine.game().round

    assert playing is not None
    assert playing.number == 2
    assert playing.deadline is not None
    assert playing.deadline >= ZAT + 5 * WEEK + 3 * DAY


def test_a_mail_in_an_old_thread_is_told_from_one_in_the_new(tmp_path: Path) -> None:
    """Rules 8: the round named by the mail it answers: our ids are known by the record."""
    machine = begun(tmp_path)
    machine.tick(AFTER)
    old, new = machine.ids("Opening"), machine.ids("Report")
    later = AFTER + MINUTE
    machine.left()
    machine.arrives("Gruß\nA1w QU", at=later, header=f"In-Reply-To: {old}\n")
    machine.arrives("Gruß\nA1w QU", EVA, at=later, header=f"In-Reply-To: {new}\n")
    machine.tick(later)

    reasons = {
        owed.recipient: owed.content.considered.reason
        for owed in machine.letters.owed
        if isinstance(owed.content, EntryAnswer)
    }
    assert str(reasons["max@example.org"]) == "late"
    assert str(reasons["eva@example.org"]) != "late"


@pytest.mark.parametrize(
    ("is_down", "reason"),
    [
        pytest.param(True, "late", id="the report has not left"),
        pytest.param(False, "no_valid_move", id="the report has left"),
    ],
)
def test_without_thread_the_report_that_left_parts_the_rounds(
    tmp_path: Path, reason: str, *, is_down: bool
) -> None:
    """Rules 8: one that arrived before the new report was handed over is late."""
    machine = begun(tmp_path)
    machine.outbox.is_down = is_down
    machine.tick(AFTER)
    machine.arrives("A1w RABEN", at=AFTER + MINUTE)
    machine.tick(AFTER + MINUTE)

    assert str(machine.answer().considered.reason) == reason


def test_a_report_refused_or_sent_to_an_old_address_parts_no_rounds(tmp_path: Path) -> None:
    """A player whom no report reaches must not be late for ever."""
    machine = begun(tmp_path)
    machine.outbox.answers["max@example.org"] = RefusedForGood(550, "no such user")
    machine.tick(AFTER)
    machine.outbox.answers.clear()
    machine.arrives("A1w RABEN", at=AFTER + MINUTE)
    machine.tick(AFTER + MINUTE)

    assert str(machine.answer().considered.reason) == "no_valid_move"


def test_a_game_over_which_we_stumble_keeps_no_other_waiting(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The game master is told once a day; the other game's round closes at its ZAT.

    The log says where once, then in a line an hour, and a monitor hears of it until it is over.
    """
    machine = begun(tmp_path, game(), sb())
    find_top: TopFinder = machine.machine.find_top

    def stumbles(position: SetPosition, rulings: Mapping[str, bool]) -> Top | None:
        if position.rules.extended is Extended.PREMIUMS:
            raise ZeroDivisionError
        return find_top(position, rulings)

    machine.machine.find_top = stumbles
    machine.tick(ZAT + 5 * MINUTE)
    machine.tick(ZAT + 6 * MINUTE)

    numbers = {id_: family_of(each).number for id_, each in machine.machine.office().games.items()}
    notices = set(machine.matters)
    assert numbers == {"yerres": 1, "sb": 2}
    assert notices == {GameStuck()}
    assert machine.left().count("gm Notice") == 1

    machine.tick(ZAT + 66 * MINUTE)
    found = [(bool(each.exc_info), each.getMessage()) for each in caplog.records]
    assert [each for each in found if "yerres" in each[1]] == [
        (True, "yerres could not be dealt with"),
        (False, "yerres still could not be dealt with: ZeroDivisionError, as told above"),
    ]
    now = (ZAT + 67 * MINUTE).isoformat()
    stuck = mailref("status", "--check", "--now", now, "-c", str(machine.path))
    shown = mailref("status", "-c", str(machine.path))
    machine.machine.find_top = find_top
    machine.tick(ZAT + 67 * MINUTE)
    again = mailref("status", "--check", "--now", now, "-c", str(machine.path))
    since = "2026-12-11T19:05+00:00"
    assert stuck.code == 2
    assert f"yerres: could not be dealt with since {since} (ZeroDivisionError; see" in stuck.out
    assert "yerres: could not be dealt with" in shown.out
    assert again.out.startswith("OK: ")
