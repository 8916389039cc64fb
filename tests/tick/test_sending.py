"""What leaves, how often, and what becomes of what nobody takes (contract 2 and 5)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from mailref.games.rounds.contents import EntryAnswer
from mailref.games.rounds.events import MoveEntered, RoundOpened
from mailref.post.ports import Deferred, Delivery, Letter, RefusedForGood
from mailref.referee.contents import Summary, Undeliverable
from mailref.tick.machine import LAST_TODAY, LAST_UNPROVED
from tests.fakes import FakeOutbox
from tests.referee.rehearsal import DAY, ERIKA, EVA, MAX, MINUTE, MONDAY, ZAT, game, sb
from tests.tick.machines import begun, post
from tests.tick.test_trust import PASS

AFTER = ZAT + 2 * MINUTE
MOVE = "H8w RABEN"


@dataclass
class CountingOutbox(FakeOutbox):
    """An outbox that counts how often it is used."""

    calls: int = 0

    def send(self, letters: Iterable[Letter]) -> Iterator[Delivery]:
        self.calls += 1
        return super().send(letters)


def test_beyond_the_days_answers_moves_still_count_and_one_summary_says_so(tmp_path: Path) -> None:
    """Contract 2: per_address_day: more moves still count, one summary answers them."""
    machine = begun(tmp_path, keys="per_address_day = 2")
    for minute in range(4):
        machine.arrives(MOVE, at=MONDAY + minute * MINUTE)
    machine.tick(MONDAY + 5 * MINUTE)
    assert sorted(machine.left()) == ["gm Notice", *["max EntryAnswer"] * 2]
    assert len(machine.entries()["Max Mustermann"]) == 4
    assert [o.also for o in machine.letters.owed if isinstance(o.content, EntryAnswer)] == [
        (), (LAST_UNPROVED,),
    ]  # fmt: skip
    machine.tick(MONDAY + DAY)
    assert machine.left() == ["max Summary"]
    machine.tick(MONDAY + DAY + MINUTE)

    assert machine.left() == []
    summary = next(o.content for o in machine.letters.owed if isinstance(o.content, Summary))
    assert [row[:2] for row in summary.rows] == [("1-Zug-Scrabble Yerres", "R1")] * 2


@pytest.mark.parametrize("is_reply", [True, False], ids=["a reply", "our server's word"])
def test_mail_that_proves_nothing_does_not_use_up_the_answers_to_what_does(
    tmp_path: Path, *, is_reply: bool
) -> None:
    """Thirty forged mails under a player's address silenced his own till the next day."""
    keys = "" if is_reply else 'authserv_id = "mx.example.org"\n'
    machine = begun(tmp_path, keys=f"{keys}per_address_day = 3")
    opening = machine.ids("Opening", "max@example.org")
    proved = f"In-Reply-To: {opening}\n" if is_reply else PASS
    for minute in range(9):
        machine.arrives("STAND", at=MONDAY + minute * MINUTE)
    machine.tick(MONDAY + 10 * MINUTE)
    assert [each for each in machine.left() if each.startswith("max")] == ["max CommandAnswer"] * 3

    for minute in range(11, 16):
        machine.arrives(MOVE, at=MONDAY + minute * MINUTE, header=proved)
    machine.tick(MONDAY + 20 * MINUTE)

    answers = [each for each in machine.letters.owed if isinstance(each.content, EntryAnswer)]
    assert [each.also for each in answers] == [(), (), (LAST_TODAY,)]
    machine.arrives("STAND", at=MONDAY + 21 * MINUTE)
    machine.left()
    machine.tick(MONDAY + 22 * MINUTE)
    assert [each for each in machine.left() if each.startswith("max")] == []


@pytest.mark.slow
def test_a_summary_lists_the_newest_moves_and_counts_the_others(tmp_path: Path) -> None:
    """A thousand mails in a day make no mail of a thousand lines."""
    machine = begun(tmp_path, keys="per_address_day = 1")
    for number in range(61):
        machine.arrives("H8w ABER" if number == 60 else MOVE)
    machine.tick()
    machine.tick(MONDAY + DAY)

    summary = next(o.content for o in machine.letters.owed if isinstance(o.content, Summary))
    assert (len(summary.rows), summary.more) == (50, 10)
    assert "ABER" in summary.rows[-1][2]


@pytest.mark.slow
def test_several_answers_to_one_mail_are_counted_one_by_one(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(), sb(), keys="per_address_day = 1")
    machine.arrives(f"1-Zug-Scrabble Yerres\n{MOVE}\n\nSB-Scrabble Sb\nF8w RABEN")
    machine.tick()

    assert sorted(machine.left()) == ["gm Notice", "max EntryAnswer"]
    assert len(machine.entries("sb")) == 1


def test_a_game_master_who_enters_many_moves_gets_his_summary_too(tmp_path: Path) -> None:
    machine = begun(tmp_path, keys="per_address_day = 1")
    machine.arrives(f"Spieler=Max Mustermann\n{MOVE}", ERIKA)
    machine.arrives(f"Spieler=Eva Muster\n{MOVE}", ERIKA)
    machine.tick()
    machine.left()
    machine.tick(MONDAY + DAY)

    assert machine.left() == ["gm Summary"]


def test_beyond_the_hours_answers_the_rest_waits_an_hour_but_no_report_does(tmp_path: Path) -> None:
    """Contract 2: per_hour (answers, never reports)."""
    machine = begun(tmp_path, keys="per_hour = 1")
    machine.arrives(MOVE, MAX, at=ZAT)
    machine.arrives(MOVE, EVA, at=ZAT)
    machine.tick(AFTER)
    assert machine.left() == ["max EntryAnswer", "max Report", "eva Report", "gm Report"]
    machine.tick(AFTER + 61 * MINUTE)

    assert machine.left() == ["eva EntryAnswer"]


@pytest.mark.parametrize("is_proved", [False, True], ids=["anybody's", "proved"])
def test_forged_mail_of_one_fills_a_quarter_of_the_hour_and_proved_mail_has_its_own(
    tmp_path: Path, *, is_proved: bool
) -> None:
    """Forged trials under one address made everybody's answers wait an hour."""
    keys = 'authserv_id = "mx.example.org"\nper_address_day = 100\nper_hour = 8'
    machine = begun(tmp_path, keys=keys)
    for minute in range(8):
        machine.arrives("STAND", MAX, at=MONDAY + minute * MINUTE)
    machine.tick(MONDAY + 10 * MINUTE)
    assert machine.left() == ["max CommandAnswer"] * 2
    for minute in range(8):
        header = PASS if is_proved else ""
        machine.arrives(MOVE, EVA, at=MONDAY + (11 + minute) * MINUTE, header=header)
    machine.tick(MONDAY + 20 * MINUTE)

    going = 8 if is_proved else 2  # of the hour six are left, and two are the quarter
    assert machine.left() == ["eva EntryAnswer"] * going
    machine.tick(MONDAY + 82 * MINUTE)
    expected = {"eva EntryAnswer": 8 - going, "max CommandAnswer": 6}
    assert Counter(machine.left()) == Counter(expected)


def test_others_are_answered_until_all_answers_of_the_hour_are_too_many(tmp_path: Path) -> None:
    machine = begun(tmp_path, keys="per_address_day = 100\nper_hour = 3")
    for minute, sender in enumerate((MAX, MAX, EVA, ERIKA, EVA)):
        machine.arrives("STAND", sender, at=MONDAY + minute * MINUTE)
    machine.tick(MONDAY + 10 * MINUTE)

    assert machine.left() == ["max CommandAnswer", "eva CommandAnswer", "gm CommandAnswer"]


def test_a_recipient_refused_for_good_is_put_before_the_game_master(tmp_path: Path) -> None:
    """Contract 5."""
    machine = begun(tmp_path)
    machine.outbox.answers["max@example.org"] = RefusedForGood(550, "no such user")
    machine.arrives(MOVE)
    machine.tick()
    machine.tick(MONDAY + MINUTE)

    assert machine.left() == ["gm Notice"]
    assert machine.notices[0].about == Undeliverable("max@example.org", "550 no such user")


def test_a_mail_put_off_is_tried_again_with_the_same_bytes(tmp_path: Path) -> None:
    """Contract 5: Message-ID and bytes fixed before the first try."""
    machine = begun(tmp_path)
    machine.outbox.answers["max@example.org"] = Deferred(451, "later")
    machine.arrives(MOVE)
    machine.tick()
    assert machine.left() == []
    machine.outbox.answers.clear()
    machine.tick(MONDAY + MINUTE / 60)
    assert machine.left() == []
    machine.tick(MONDAY + timedelta(hours=2))

    assert machine.left() == ["max EntryAnswer"]


def test_divert_sends_every_mail_to_one_address(tmp_path: Path) -> None:
    """Contract 2: divert: every outgoing mail goes there."""
    machine = post(tmp_path, keys='divert = "gm@example.org"')
    machine.tick()

    assert {letter.recipient for letter in machine.outbox.taken} == {"gm@example.org"}
    assert len(machine.outbox.taken) == 3


def test_nothing_is_recorded_twice_by_a_second_machine(tmp_path: Path) -> None:
    """House 3: unique causes: a second worker cannot close twice."""
    machine = begun(tmp_path)
    other = copy(machine)
    other.machine = replace(machine.machine)
    machine.tick(AFTER)
    other.tick(AFTER)

    assert machine.left() == ["max Report", "eva Report", "gm Report"]
    assert machine.game().round_number == 2
    kinds = [type(event) for event in machine.machine.journal.games.events("yerres")]
    assert MoveEntered not in kinds
    assert kinds.count(RoundOpened) == 2


@pytest.mark.slow
def test_answers_of_a_batch_leave_before_the_last_mail_is_read(tmp_path: Path) -> None:
    machine = begun(tmp_path, keys="per_address_day = 1000\nper_hour = 1000")
    left: list[int] = []
    machine.machine.pulse = lambda: left.append(len(machine.outbox.taken))
    for number in range(45):
        machine.arrives(f"H8w RABEN\n\nGruß Nummer {number}")

    ticked = machine.tick(MONDAY)

    assert len(machine.outbox.taken) == ticked.sent == 45
    assert (left[19], left[20 + 20]) == (0, 20)


@pytest.mark.slow
def test_server_that_takes_no_mail_is_not_asked_after_each_part_of_a_batch(tmp_path: Path) -> None:
    machine = begun(tmp_path, keys="per_address_day = 1000\nper_hour = 1000")
    outbox = CountingOutbox(is_down=True)
    machine.machine.outbox = outbox
    for number in range(65):
        machine.arrives(f"H8w RABEN\n\nGruß Nummer {number}")

    machine.tick(MONDAY)

    assert outbox.calls == 2  # after the first part, and at the end


@pytest.mark.parametrize(
    "answer", [Deferred(451, "later"), RefusedForGood(554, "rejected")], ids=["later", "rejected"]
)
def test_the_pause_after_the_first_failed_try_is_the_first(
    tmp_path: Path, answer: Deferred | RefusedForGood
) -> None:
    """A minute, whether the server puts the mail off or refuses it for now."""
    machine = begun(tmp_path)
    machine.outbox.answers["max@example.org"] = answer
    machine.arrives(MOVE)
    machine.tick()
    machine.outbox.answers.clear()
    machine.left()

    machine.tick(MONDAY + timedelta(seconds=59))
    early = [each for each in machine.left() if each.startswith("max")]
    machine.tick(MONDAY + timedelta(seconds=60))

    assert early == []
    assert machine.left() == ["max EntryAnswer"]
