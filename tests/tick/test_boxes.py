"""Several mailboxes in one installation: all are read, each answers from where it should (daemon.md)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from socket import socket, socketpair
from typing import Any

import pytest
from sqlalchemy import create_engine, update

from mailref import assets
from mailref.assembly import composer, painter
from mailref.errors import BegunBeforeError, MailServerError, OtherInstallationError
from mailref.games.rounds.events import RoundClosed
from mailref.journal import schema
from mailref.post.ports import KeptMail, Listening, Mailbox, MailboxMark, Outbox, RawMail
from mailref.referee.contents import Hindered, Notice
from mailref.report.pdf import MakerHere
from mailref.service import Ticked, lend_a_hand
from mailref.settings.values import MailSettings
from mailref.tick.begun_before import refuse_to_begin_anew
from mailref.tick.holding import hold_mailbox
from mailref.tick.read_mailbox import _filed_since, begin_beside, refuse_anothers, wait_for_mail
from tests.commands.invoke import mailref
from tests.databases import begun_in, kind
from tests.fakes import FakeMailbox, FakeOutbox
from tests.parsed import parsed
from tests.referee.rehearsal import EVA, MAX, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, post, settings_text
from tests.tick.machines import begun as tick_begun

__all__ = ["kind"]
CLOSED = ZAT + timedelta(hours=1)
NORTH = """
[[mailbox]]
id = "north"
imap = "imaps://mail.example.org"
smtp = "smtps://mail.example.org"
user = "north@example.org"
password = "geheim"
address = "Scrabble Nord <north@example.org>"
"""
SOUTHERN = game("yerres")
NORTHERN = game("emden", title="Nordspiel", keys='mailbox = "north"')


@dataclass
class House:
    """A worker with two mailboxes and their servers; `north` is one of its own."""

    post: Post
    mailbox: FakeMailbox
    outbox: FakeOutbox
    number: int = field(default=1000)

    def tick(self, now: datetime = MONDAY) -> Ticked:
        return self.post.tick(now)

    def arrives_north(
        self, body: str, sender: str = MAX, at: datetime = MONDAY, header: str = ""
    ) -> None:
        self.number += 1
        head = f"From: {sender}\nSubject: Zug\nMessage-ID: <{self.number}@example.org>\n"
        data = f"{head}{header}Content-Type: text/plain; charset=utf-8\n\n{body}\n"
        self.mailbox.deliver(data.encode(), at)

    def left_north(self) -> list[str]:
        """Return recipient, kind and envelope sender of what left from there, and forget it."""
        taken = [
            f"{letter.recipient.partition('@')[0]} {letter.data.split()[-1].decode()} {letter.sender}"
            for letter in self.outbox.taken
        ]
        self.outbox.taken.clear()
        return taken


def house(folder: Path, *games: str, keys: str = "", boxes: str = NORTH) -> House:
    """Return a worker that has not ticked yet; a second one of a folder is another process."""
    made = post(folder, *games, boxes, keys=keys)
    mailbox, outbox = FakeMailbox(), FakeOutbox()

    def connect(mail: MailSettings) -> tuple[Mailbox, Outbox]:
        return (mailbox, outbox) if mail.box else (made.mailbox, made.outbox)

    made.machine.connect = connect
    return House(made, mailbox, outbox)


@pytest.fixture
def begun(tmp_path: Path) -> House:
    """Two games, one of each mailbox, opened and announced."""
    made = house(tmp_path, SOUTHERN, NORTHERN)
    made.tick()
    made.post.left()
    made.left_north()
    return made


def closes(worker: House, id_: str = "yerres") -> int:
    found = worker.post.machine.journal.games.events(id_)
    return sum(isinstance(event, RoundClosed) for event in found)


def test_mails_of_a_game_leave_from_its_mailbox(tmp_path: Path) -> None:
    made = house(tmp_path, SOUTHERN, NORTHERN)

    made.tick()

    opened = ["max Opening", "eva Opening", "gm Opening"]
    assert made.post.left() == opened
    assert made.left_north() == [f"{each} north@example.org" for each in opened]


def test_a_move_counts_wherever_it_arrives_and_is_answered_from_the_mailbox_of_its_game(
    begun: House,
) -> None:
    begun.arrives_north("1-Zug-Scrabble Yerres\nH8w RABEN", MAX)
    begun.post.arrives("Nordspiel\nH8w RABEN", EVA)

    begun.tick()

    assert begun.post.left() == ["max EntryAnswer"]
    assert begun.left_north() == ["eva EntryAnswer north@example.org"]
    assert list(begun.post.entries("yerres")) == ["Max Mustermann"]
    assert list(begun.post.entries("emden")) == ["Eva Muster"]
    assert begun.mailbox.done == [1]


def test_what_is_about_no_game_is_answered_from_where_it_came(begun: House) -> None:
    """Both play in two games and name none."""
    begun.arrives_north("H8w RABEN", MAX)
    begun.post.arrives("H8w RABEN", EVA)

    begun.tick()

    assert [each.partition(" ")[0] for each in begun.post.left()] == ["eva"]
    assert [each.partition(" ")[0] for each in begun.left_north()] == ["max"]


def test_when_a_move_came_is_said_by_the_mailbox_to_which_it_came(begun: House) -> None:
    """Contract 5: of two moves the one that came last counts, whichever is read first."""
    begun.arrives_north("1-Zug-Scrabble Yerres\nH8w RABE", MAX, MONDAY + 2 * MINUTE)
    begun.post.arrives("1-Zug-Scrabble Yerres\nH8w RABEN", MAX, MONDAY + MINUTE)

    begun.tick(MONDAY + 3 * MINUTE)

    entered = begun.post.entries("yerres")["Max Mustermann"]
    assert sorted(each.received for each in entered) == [MONDAY + MINUTE, MONDAY + 2 * MINUTE]


def test_the_same_mail_to_both_is_answered_once(begun: House) -> None:
    data = b"From: max@example.org\nSubject: Zug\nMessage-ID: <1@x>\n\nNordspiel\nH8w RABEN\n"
    begun.post.mailbox.deliver(data, MONDAY)
    begun.mailbox.deliver(data, MONDAY)

    begun.tick()

    assert begun.post.left() == []
    assert begun.left_north() == ["max EntryAnswer north@example.org"]
    assert (begun.post.mailbox.done, begun.mailbox.done) == ([1], [1])


def test_mail_from_any_address_of_ours_is_of_a_robot(begun: House) -> None:
    """Two mailboxes that answer each other would never end."""
    begun.post.arrives("Nordspiel\nH8w RABEN", "north@example.org")
    begun.arrives_north("HILFE", "referee@example.org")

    begun.tick()

    assert (begun.post.left(), begun.left_north()) == ([], [])


def test_no_player_may_have_an_address_of_ours(begun: House) -> None:
    begun.post.orders("ADRESSE: Max Mustermann north@example.org", MONDAY, kind="Opening")

    assert begun.post.game("yerres").players["Max Mustermann"].addresses == ("max@example.org",)


def test_nothing_closes_before_all_mailboxes_were_read_after_the_zat(begun: House) -> None:
    """Rules 8: a move that came in time may lie in any of them."""
    begun.arrives_north("1-Zug-Scrabble Yerres\nH8w RABEN", MAX, ZAT - MINUTE)
    begun.mailbox.is_down = True

    down = begun.tick(CLOSED)
    before = closes(begun)
    begun.mailbox.is_down = False
    up = begun.tick(CLOSED + MINUTE)

    assert down.troubles == ('[[mailbox]] "north": imap cannot be reached',)
    assert (before, closes(begun), up.troubles) == (0, 1, ())
    last = begun.post.game("yerres").last
    assert last is not None
    assert [row.player for row in last.rows if row.points] == ["Max Mustermann"]


def test_what_can_be_read_is_read_while_another_mailbox_is_down(begun: House) -> None:
    begun.post.mailbox.is_down = True
    begun.arrives_north("Nordspiel\nH8w RABEN", MAX)

    begun.tick()

    assert begun.left_north() == ["max EntryAnswer north@example.org"]


def test_what_can_be_sent_is_sent_while_another_server_is_down(begun: House) -> None:
    begun.arrives_north("Nordspiel\nH8w RABEN", MAX)
    begun.arrives_north("1-Zug-Scrabble Yerres\nH8w RABEN", MAX)
    begun.post.outbox.is_down = True

    begun.tick()
    down = begun.left_north()
    begun.post.outbox.is_down = False
    begun.tick(MONDAY + MINUTE)

    assert down == ["max EntryAnswer north@example.org"]
    assert "max EntryAnswer" in begun.post.left()


HOUR = timedelta(hours=1)


def told(worker: House) -> list[tuple[str, str, bool]]:
    """Return of which mailbox the operator was told since the last look, what, and whether it is over."""
    found = [
        (about.mailbox, about.what.value, about.until is not None)
        for owed in worker.post.letters.owed
        if isinstance(owed.content, Notice) and isinstance(about := owed.content.about, Hindered)
    ]
    worker.post.letters.owed.clear()
    return found


def test_of_each_mailbox_that_is_out_of_reach_the_operator_is_told_once(begun: House) -> None:
    """One that lasts must not hide another."""
    begun.mailbox.is_down = True
    begun.tick()
    begun.tick(MONDAY + HOUR)
    first = told(begun)
    begun.post.mailbox.is_down = True
    for hours in (2, 3, 4):
        begun.tick(MONDAY + hours * HOUR)
    second = told(begun)
    begun.mailbox.is_down = False
    begun.tick(MONDAY + 5 * HOUR)

    assert first == [("north@example.org", "mailbox", False)]
    assert second == [("referee@example.org", "mailbox", False)]
    assert told(begun) == [("north@example.org", "mailbox", True)]
    assert [each.what for each in begun.post.machine.journal.troubles.all()] == ["mailbox"]


def test_what_cannot_leave_from_one_mailbox_is_told_by_that_of_mail(begun: House) -> None:
    begun.outbox.is_down = True
    begun.arrives_north("Nordspiel\nH8w RABEN", MAX)

    begun.tick()
    begun.tick(MONDAY + HOUR)

    assert told(begun) == [("north@example.org", "sending", False)]
    assert begun.post.left() == ["gm Notice"]


@pytest.mark.slow
def test_a_trouble_ends_with_its_mailbox(begun: House, tmp_path: Path) -> None:
    begun.mailbox.is_down = True
    begun.tick()
    begun.tick(MONDAY + HOUR)
    other = house(tmp_path, SOUTHERN, game("emden", title="Nordspiel"), boxes="")
    other.post.baseline = begun.post.baseline

    other.tick(MONDAY + 2 * HOUR)

    assert [over for _, _, over in told(other)] == [True]
    assert other.post.machine.journal.troubles.all() == ()


def test_a_server_that_cannot_be_reached_is_tried_more_and_more_seldom(
    begun: House, caplog: pytest.LogCaptureFixture
) -> None:
    """A minute may pass before a server is known not to answer: no mail to another waits for that often.

    The log says of it once that it does not answer, and every five minutes while that lasts.
    """
    tried: list[datetime] = []

    class Down(FakeMailbox):
        def new_mail(self, *of: Any) -> Iterator[RawMail]:
            if MONDAY + timedelta(minutes=10) <= now < MONDAY + timedelta(minutes=12):
                return super().new_mail(*of)
            tried.append(now)
            raise MailServerError("no answer")

    begun.post.machine.further[0].mailbox = Down()
    troubles = []
    for second in range(40):
        now = MONDAY + timedelta(seconds=second)
        troubles.append(begun.tick(now).troubles)

    assert [round((at - MONDAY).total_seconds()) for at in tried] == [0, 1, 3, 7, 15, 31]
    silent = '[[mailbox]] "north": no answer'
    assert set(troubles) == {(silent,)}
    assert caplog.messages.count(silent) == 1
    for minute, times in ((5, 2), (11, 2), (12, 3)):
        now = MONDAY + timedelta(minutes=minute)
        begun.tick(now)
        assert caplog.messages.count(silent) == times


@pytest.mark.parametrize("down", ["mail", "north", "both"])
def test_the_daemon_waits_for_mail_beside_a_server_that_is_out_of_reach(
    begun: House, down: str
) -> None:
    """Where all are, it is more and more patient; else only with those."""
    begun.post.mailbox.is_down = down in {"mail", "both"}
    begun.mailbox.is_down = down in {"north", "both"}

    ticked = begun.tick()

    assert ticked.retry == (None if down == "both" else timedelta(seconds=1))


def test_a_monitor_is_told_which_mailbox_it_is(tmp_path: Path) -> None:
    made = house(tmp_path, SOUTHERN, NORTHERN, keys='[metrics]\nfile = "mailref.prom"')
    made.tick()
    made.mailbox.is_down = True
    made.tick(MONDAY + MINUTE)

    at = (MONDAY + 2 * MINUTE).isoformat()
    checked = mailref("status", "--check", "--now", at, "-c", str(made.post.path))

    assert checked.out.strip() == (
        'WARNING: mailbox: [[mailbox]] "north": imap cannot be reached'
        " (since 2026-12-07T12:01+00:00)"
    )
    written = (tmp_path / "mailref.prom").read_text(encoding="utf-8").splitlines()
    up = [line for line in written if line.startswith("mailref_mailbox_up")]
    assert up == ['mailref_mailbox_up{mailbox="[mail]"} 1', 'mailref_mailbox_up{mailbox="north"} 0']


def test_a_start_goes_on_with_what_it_can_reach(begun: House, tmp_path: Path) -> None:
    """Its mark in another mailbox says that this installation is the one at work."""
    again = house(tmp_path, SOUTHERN, NORTHERN)
    again.mailbox = begun.mailbox
    again.post.machine.connect = begun.post.machine.connect
    machine = again.post.machine
    account = machine.first.account
    problem = MailServerError("no answer")

    with pytest.raises(MailServerError, match="no answer"):
        begin_beside(machine, problem, MONDAY)
    machine.journal.installation.set_baseline(begun.post.baseline, account)

    assert begin_beside(machine, problem, MONDAY) == begun.post.baseline


def test_a_start_does_not_go_on_beside_another_installation(begun: House) -> None:
    machine = begun.post.machine
    machine.journal.installation.set_baseline(begun.post.baseline, machine.first.account)
    begun.mailbox.marked = MailboxMark("other", MONDAY + HOUR, "x", MONDAY + 2 * HOUR)
    machine.further[0].looked_at = None

    with pytest.raises(OtherInstallationError):
        begin_beside(machine, MailServerError("no answer"), MONDAY + HOUR)


@pytest.mark.slow
def test_a_game_that_changes_its_mailbox_loses_no_mail(begun: House) -> None:
    """What was owed leaves from where it was to leave, what comes to the old one counts, what follows is new."""
    begun.outbox.is_down = True
    begun.arrives_north("Nordspiel\nH8w RABEN", MAX)
    begun.tick()
    moved = game("emden", title="Nordspiel")
    begun.post.path.write_text(settings_text(SOUTHERN, moved, NORTH), encoding="utf-8")
    begun.outbox.is_down = False
    begun.arrives_north("Nordspiel\nH8w RABEN", EVA)

    begun.tick(MONDAY + MINUTE)

    assert begun.left_north() == ["max EntryAnswer north@example.org"]
    assert begun.post.left() == ["eva EntryAnswer"]
    assert set(begun.post.entries("emden")) == {"Max Mustermann", "Eva Muster"}


def test_a_mailbox_and_its_game_are_taken_up_while_the_referee_runs(tmp_path: Path) -> None:
    """From [mail] alone to several: nothing of the new game leaves by the server of the old one."""
    made = house(tmp_path, SOUTHERN, boxes="")
    made.tick()
    made.post.left()
    made.post.path.write_text(settings_text(SOUTHERN, NORTHERN, NORTH), encoding="utf-8")

    made.tick(MONDAY + MINUTE)
    made.arrives_north("1-Zug-Scrabble Yerres\nH8w RABEN", MAX)
    made.tick(MONDAY + 2 * MINUTE)

    assert made.post.left() == ["max EntryAnswer"]
    assert {each.partition(" ")[2] for each in made.left_north()} == {"Opening north@example.org"}


def test_in_a_trial_all_mail_goes_to_one_address_from_any_mailbox(tmp_path: Path) -> None:
    made = house(tmp_path, SOUTHERN, NORTHERN, keys='divert = "trial@example.org"')

    made.tick()

    recipients = {letter.recipient for letter in (*made.outbox.taken, *made.post.outbox.taken)}
    assert recipients == {"trial@example.org"}


def test_a_mailbox_that_is_gone_from_the_file_leaves_its_mail_to_that_of_mail(
    begun: House, tmp_path: Path
) -> None:
    begun.outbox.is_down = True
    begun.arrives_north("Nordspiel\nH8w RABEN", MAX)
    begun.tick()
    other = house(tmp_path, SOUTHERN, game("emden", title="Nordspiel"), boxes="")
    other.post.baseline = begun.post.baseline

    other.tick(MONDAY + MINUTE)

    assert "max EntryAnswer" in other.post.left()


def test_each_mailbox_is_begun_at_a_line_of_its_own_and_marked(tmp_path: Path) -> None:
    made = house(tmp_path, SOUTHERN)
    made.arrives_north("HILFE", MAX, MONDAY - MINUTE)

    made.tick()
    made.post.left()
    made.arrives_north("1-Zug-Scrabble Yerres\nH8w RABEN", EVA)
    made.tick()

    assert made.post.left() == ["eva EntryAnswer"]
    assert made.mailbox.marked is not None


def test_by_the_clock_of_each_mailbox_its_mail_is_in_time(begun: House) -> None:
    """Contract 5: a server that is two hours behind stamps mail as in time that long."""
    begun.post.machine.compares_clocks = True
    begun.post.mailbox.clock, begun.mailbox.clock = CLOSED, CLOSED - timedelta(hours=2)

    begun.tick(CLOSED)
    before = closes(begun)
    begun.post.mailbox.clock = begun.mailbox.clock = CLOSED + 6 * MINUTE
    begun.tick(CLOSED + 6 * MINUTE)

    assert (before, closes(begun)) == (0, 1)


def test_where_a_clock_cannot_be_learnt_rounds_close_all_the_same(begun: House) -> None:
    begun.post.machine.compares_clocks = True
    begun.post.mailbox.clock = CLOSED

    begun.tick(CLOSED)

    assert closes(begun) == 1


def test_where_all_are_read_only_the_game_master_hears_of_each(begun: House) -> None:
    begun.mailbox.is_read_only = begun.post.mailbox.is_read_only = True
    begun.post.arrives("1-Zug-Scrabble Yerres\nH8w RABEN", EVA)
    begun.arrives_north("Nordspiel\nH8w RABEN", MAX)

    begun.tick(MONDAY)
    begun.tick(MONDAY + 2 * HOUR)

    assert sorted(told(begun)) == [
        ("north@example.org", "filing", False),
        ("referee@example.org", "filing", False),
    ]


def test_a_game_does_not_begin_anew_where_any_mailbox_knows_it(tmp_path: Path) -> None:
    made = house(tmp_path, SOUTHERN)
    header = b"From: x@example.org\r\nSubject: Re: [yerres R2] Bericht\r\n\r\n"
    made.mailbox.kept.append(KeptMail(header, is_filed=True))

    with pytest.raises(BegunBeforeError, match="yerres"):
        refuse_to_begin_anew(made.post.machine, ())


def test_a_database_of_other_games_and_mailboxes_is_somebody_elses(tmp_path: Path) -> None:
    """Games may follow others in a mailbox that is known; nothing may be taken over in silence."""
    refuse_anothers(tick_begun(tmp_path).machine)
    other = post(tmp_path, NORTHERN.replace('mailbox = "north"', ""))
    with pytest.raises(OtherInstallationError, match=r"holds other games \(yerres\)"):
        refuse_anothers(other.machine)
    other.machine.journal.installation.set_baseline(other.baseline, other.machine.first.account)
    refuse_anothers(other.machine)


def test_after_a_restore_what_was_filed_anywhere_is_taken_up_in_order(begun: House) -> None:
    """What an earlier installation filed there is left."""

    def filed(minute: int) -> RawMail:
        return RawMail(7, minute + 100, MONDAY + minute * MINUTE, 1, b"x", is_truncated=False)

    @dataclass
    class Filed(FakeMailbox):
        lies: tuple[RawMail, ...] = ()

        def filed_mail(self, since: datetime) -> Iterator[RawMail]:
            return (each for each in self.lies if each.received >= since)

    begun.post.machine.journal.installation.set_baseline(
        begun.post.baseline, begun.post.machine.first.account
    )
    begun.post.machine.first.mailbox = begun.post.machine.mailbox = Filed(
        lies=(filed(-60), filed(1), filed(3))
    )
    begun.post.machine.further[0].mailbox = Filed(lies=(filed(-60), filed(2)))

    found = list(_filed_since(begun.post.machine, MONDAY - timedelta(days=1)))

    assert [(box.mail.box, raw.uid) for box, raw in found] == [("", 101), ("north", 102), ("", 103)]


def test_a_mail_says_everywhere_from_which_mailbox_it_is(tmp_path: Path) -> None:
    made = house(tmp_path, SOUTHERN, NORTHERN)
    made.post.machine.compose = composer(
        assets.template_environment, painter(), MakerHere(painter())
    )

    made.tick()

    for outbox, own, other in (
        (made.outbox, "north@example.org", "referee@example.org"),
        (made.post.outbox, "referee@example.org", "north@example.org"),
    ):
        assert len(outbox.taken) == 3
        for letter in outbox.taken:
            mail = parsed(letter.data)
            texts = [
                part.get_content() for part in mail.walk() if part.get_content_maintype() == "text"
            ]
            said = "\n".join([*map(str, mail.values()), *map(str, texts)])
            assert own in str(mail["From"])
            assert own in said
            assert other not in said


class Read(FakeMailbox):
    """A mailbox that counts how often it is read, and waits for nothing."""

    times = 0

    def new_mail(self, *of: Any) -> Iterator[RawMail]:
        self.times += 1
        return super().new_mail(*of)


@pytest.fixture
def watched(begun: House) -> House:
    """Both mailboxes count how often they are read; each was read once."""
    begun.post.machine.mailbox = begun.post.mailbox = Read()
    begun.post.machine.further[0].mailbox = begun.mailbox = Read()
    begun.tick()
    return begun


def read_since(worker: House) -> list[int]:
    """Return how often [mail] and the other were read since the first time."""
    both = (worker.post.mailbox, worker.mailbox)
    return [each.times - 1 for each in both if isinstance(each, Read)]


def waited(worker: House) -> None:
    wait_for_mail(worker.post.machine, timedelta(0))


def test_after_mail_to_one_of_them_that_one_alone_is_read(watched: House) -> None:
    watched.arrives_north("Nordspiel\nH8w RABEN", MAX)
    waited(watched)

    watched.tick(MONDAY + timedelta(seconds=2))

    assert read_since(watched) == [0, 1]
    assert watched.left_north() == ["max EntryAnswer north@example.org"]


def test_a_name_changed_in_the_settings_is_that_of_further_mailboxes_at_once(begun: House) -> None:
    machine, path = begun.post.machine, begun.post.machine.watch.path
    (north,) = machine.further
    before = machine.house(north.mail).gamemaster_name

    path.write_text(path.read_text("utf-8").replace(before, "Rita Richter"), "utf-8")
    begun.tick()

    assert before != "Rita Richter" == machine.house(north.mail).gamemaster_name


def test_after_a_wait_that_no_mail_ended_all_are_read(watched: House) -> None:
    waited(watched)

    watched.tick(MONDAY + timedelta(seconds=2))

    assert read_since(watched) == [1, 1]


def test_each_is_read_once_a_poll_however_much_comes_to_another(watched: House) -> None:
    for second in (30, 59, 60, 61):
        watched.arrives_north("HILFE", MAX)
        waited(watched)
        watched.tick(MONDAY + timedelta(seconds=second))

    assert read_since(watched) == [1, 4]


def test_after_a_zat_all_are_read_though_mail_came_to_one(watched: House) -> None:
    """Rules 8: a move that came in time may lie in any of them."""
    watched.tick(ZAT - timedelta(seconds=10))
    watched.post.arrives("1-Zug-Scrabble Yerres\nH8w RABEN", MAX, ZAT - MINUTE)
    watched.arrives_north("HILFE", EVA, ZAT - MINUTE)
    watched.post.machine.heard = (watched.post.machine.further[0].account,)

    watched.tick(CLOSED)

    assert read_since(watched) == [2, 2]
    last = watched.post.game("yerres").last
    assert last is not None
    assert [row.player for row in last.rows if row.points] == ["Max Mustermann"]


def test_nothing_is_taken_for_read_to_its_end_that_was_not(watched: House) -> None:
    """A reading of one of them brings up to when all were read no further than the oldest of them."""
    watched.arrives_north("HILFE", MAX)
    waited(watched)

    watched.tick(MONDAY + timedelta(seconds=20))

    assert watched.post.machine.counted.read_at == MONDAY


def test_one_that_could_not_be_read_is_tried_again_at_once(watched: House) -> None:
    watched.post.mailbox.is_down = True
    watched.tick(MONDAY + timedelta(seconds=2))
    watched.post.mailbox.is_down = False
    watched.post.arrives("1-Zug-Scrabble Yerres\nH8w RABEN", MAX)
    watched.arrives_north("HILFE", EVA)
    waited(watched)

    watched.tick(MONDAY + timedelta(seconds=20))

    assert list(watched.post.entries("yerres")) == ["Max Mustermann"]


def test_new_mail_in_any_of_them_ends_a_wait(begun: House) -> None:
    """By its line, where the server says so; the others go on listening."""
    line, server = socketpair()

    class Listens(FakeMailbox):
        def listen(self) -> Listening:
            return Listening(line)

    class Attends(FakeMailbox):
        def attend(self, timeout: timedelta, lines: Sequence[socket]) -> Sequence[socket]:
            assert timeout <= HOUR
            assert list(lines) == [line]
            return lines

    begun.post.machine.mailbox = Attends()
    begun.post.machine.further[0].mailbox = begun.mailbox = Listens()
    begun.arrives_north("HILFE", MAX)
    with line, server:
        wait_for_mail(begun.post.machine, HOUR)

    assert begun.post.machine.heard == (begun.post.machine.further[0].account,)


@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
class TestWorkers:
    """Two workers on one record: the first leads, the second reads the northern mailbox."""

    @pytest.fixture
    def first(self, kind: str, tmp_path: Path) -> Iterator[House]:
        assert kind == "postgresql"
        made = house(tmp_path, SOUTHERN, NORTHERN)
        made.post.machine.journal.lease.hold(MONDAY)
        made.tick()
        made.post.left()
        made.left_north()
        yield made
        made.post.machine.journal.close()

    @pytest.fixture
    def second(
        self, first: House, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> Iterator[House]:
        caplog.set_level("INFO", "mailref.tick.read_mailbox")
        made = house(tmp_path, SOUTHERN, NORTHERN)
        made.mailbox = first.mailbox
        made.post.machine.connect = first.post.machine.connect
        made.post.baseline = first.post.baseline
        self.hand_over(first, made, MONDAY)
        yield made
        made.post.machine.journal.close()

    @staticmethod
    def hand_over(first: House, second: House, now: datetime) -> None:
        lend_a_hand(second.post.machine, now)
        first.tick(now)
        lend_a_hand(second.post.machine, now)

    @pytest.mark.slow
    def test_each_reads_another(
        self, first: House, second: House, caplog: pytest.LogCaptureFixture
    ) -> None:
        handed = [each.getMessage() for each in caplog.get_records("setup")]
        assert handed == [
            '[[mailbox]] "north" is read by another worker from now on',
            '[[mailbox]] "north" is read by this worker from now on',
        ]
        first.arrives_north("Nordspiel\nH8w RABEN", MAX)
        first.post.arrives("1-Zug-Scrabble Yerres\nH8w RABEN", MAX)

        first.tick(MONDAY + MINUTE)
        by_first = set(first.post.entries("yerres")), set(first.post.entries("emden"))
        lend_a_hand(second.post.machine, MONDAY + MINUTE)

        assert by_first == ({"Max Mustermann"}, set())
        assert set(second.post.entries("emden")) == {"Max Mustermann"}
        assert [box.mail.box for box in second.post.machine.reads] == ["north"]
        assert first.post.machine.reads == ()

    @pytest.mark.slow
    def test_who_leads_closes_by_the_reading_of_the_other(
        self, first: House, second: House
    ) -> None:
        first.arrives_north("1-Zug-Scrabble Yerres\nH8w RABEN", MAX, ZAT - MINUTE)

        first.tick(CLOSED)
        before = closes(first)
        lend_a_hand(second.post.machine, CLOSED)
        first.tick(CLOSED + MINUTE)

        assert (before, closes(first)) == (0, 1)
        last = first.post.game("yerres").last
        assert last is not None
        assert [row.player for row in last.rows if row.points] == ["Max Mustermann"]

    @pytest.mark.slow
    def test_where_the_other_cannot_read_nothing_closes_and_it_is_told(
        self, first: House, second: House
    ) -> None:
        first.mailbox.is_down = True
        lend_a_hand(second.post.machine, CLOSED)
        first.tick(CLOSED)

        troubles = first.post.machine.journal.troubles.all()
        assert closes(first) == 0
        assert [(each.what, each.why) for each in troubles] == [
            ("mailbox:north", '[[mailbox]] "north": imap cannot be reached')
        ]

    @pytest.mark.slow
    def test_what_the_other_cannot_file_away_is_told(self, first: House, second: House) -> None:
        first.arrives_north("Nordspiel\nH8w RABEN", MAX)
        first.mailbox.keeps_all = True

        lend_a_hand(second.post.machine, MONDAY + MINUTE)
        first.tick(MONDAY + 2 * MINUTE)
        lend_a_hand(second.post.machine, MONDAY + 2 * HOUR)
        first.tick(MONDAY + 2 * HOUR)

        assert told(second) == [("north@example.org", "filing", False)]
        assert told(first) == []

    @pytest.mark.slow
    def test_what_a_dead_one_read_the_next_takes_over(
        self, first: House, second: House, tmp_path: Path
    ) -> None:
        first.arrives_north("1-Zug-Scrabble Yerres\nH8w RABEN", MAX, ZAT - MINUTE)
        engine = create_engine(begun_in(tmp_path))
        with engine.begin() as connection:
            worker = second.post.machine.journal.lease.worker
            dead = update(schema.leases).where(schema.leases.c.boot == worker)
            connection.execute(dead.values(until=MONDAY - timedelta(days=9999)))
        engine.dispose()

        first.tick(CLOSED)

        assert closes(first) == 1
        assert first.mailbox.done == [1]

    @pytest.mark.slow
    def test_by_other_settings_it_reads_nothing(self, first: House, second: House) -> None:
        path = second.post.machine.watch.path
        path.write_text(f"# changed\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
        first.arrives_north("Nordspiel\nH8w RABEN", MAX)

        lend_a_hand(second.post.machine, MONDAY + MINUTE)
        first.tick(MONDAY + 2 * MINUTE)  # by the new file
        first.tick(MONDAY + 3 * MINUTE)

        assert second.post.machine.reads == ()
        assert set(first.post.entries("emden")) == {"Max Mustermann"}


@pytest.mark.parametrize("is_held_first", ["[mail]", "north"])
def test_a_mailbox_named_twice_is_read_under_one_name_and_the_operator_told(
    tmp_path: Path, is_held_first: str
) -> None:
    made = house(tmp_path, SOUTHERN, NORTHERN)
    machine = made.post.machine
    made.mailbox = made.post.mailbox
    machine.connect = lambda _mail: (made.post.mailbox, made.outbox)
    if is_held_first == "north":
        hold_mailbox(machine, MONDAY, box=machine.further[0])
    hold_mailbox(machine, MONDAY + MINUTE)
    machine.further[0].looked_at = None
    made.post.arrives("1-Zug-Scrabble Yerres\nH8w RABEN", MAX)

    ticked = made.tick(MONDAY + MINUTE)

    (trouble,) = ticked.troubles
    assert "it is the same mailbox as [mail], under another name" in trouble
    assert list(made.post.entries("yerres")) == ["Max Mustermann"]
    hold_mailbox(machine, MONDAY + 60 * MINUTE)
