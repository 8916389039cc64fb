"""Which installation has a mailbox, where it cannot be told by one look alone."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from mailref.errors import OtherInstallationError
from mailref.journal.installation import note_carried
from mailref.journal.schema import Database
from mailref.post.ports import MailboxMark, RawMail
from mailref.tick.holding import HELD_FOR, hold_mailbox
from mailref.tick.read_mailbox import is_waiting, take_up
from tests.databases import url_of
from tests.fakes import FakeMailbox
from tests.referee.rehearsal import DAY, MINUTE, MONDAY
from tests.tick.machines import Post, begun, post


@dataclass
class Filed(FakeMailbox):
    """A mailbox in which mail was filed away."""

    lies: tuple[RawMail, ...] = ()

    def filed_mail(self, since: datetime) -> Iterator[RawMail]:
        return (each for each in self.lies if each.received >= since)


OTHER = MailboxMark("other", MONDAY - DAY, "t", MONDAY + HELD_FOR)


def mark(machine: Post) -> MailboxMark:
    found = machine.mailbox.marked
    assert found is not None
    return found


def test_a_mailbox_whose_lease_has_run_out_is_taken_over(tmp_path: Path) -> None:
    machine = post(tmp_path)
    machine.mailbox.marked = OTHER

    with pytest.raises(OtherInstallationError):
        hold_mailbox(machine.machine, MONDAY)
    hold_mailbox(machine.machine, MONDAY + HELD_FOR)

    assert mark(machine).installation != "other"
    assert mark(machine).epoch > OTHER.epoch
    assert mark(machine).until == MONDAY + 2 * HELD_FOR


def test_who_was_taken_over_from_stops_for_good(tmp_path: Path) -> None:
    machine = post(tmp_path)
    hold_mailbox(machine.machine, MONDAY)
    machine.mailbox.marked = MailboxMark("other", MONDAY + DAY, "t", MONDAY + DAY)

    with pytest.raises(OtherInstallationError, match="has taken this mailbox over"):
        hold_mailbox(machine.machine, MONDAY + 30 * DAY)


def test_who_begins_a_game_anew_on_purpose_need_not_wait(tmp_path: Path) -> None:
    machine = post(tmp_path)
    machine.mailbox.marked = OTHER

    hold_mailbox(machine.machine, MONDAY, takes_over=True)

    assert mark(machine).installation != "other"


def test_the_mark_is_looked_at_every_five_minutes_and_renewed_after_ten(tmp_path: Path) -> None:
    machine = post(tmp_path)
    hold_mailbox(machine.machine, MONDAY)
    first = mark(machine)
    machine.mailbox.is_down = True
    hold_mailbox(machine.machine, MONDAY + 4 * MINUTE)
    machine.mailbox.is_down = False

    hold_mailbox(machine.machine, MONDAY + 5 * MINUTE)
    assert mark(machine) == first
    hold_mailbox(machine.machine, MONDAY + 11 * MINUTE)

    assert mark(machine).token != first.token
    assert mark(machine).epoch == first.epoch
    assert mark(machine).until - MONDAY == HELD_FOR + 11 * MINUTE


def test_a_mark_that_could_not_be_written_is_no_other_installation(tmp_path: Path) -> None:
    machine = post(tmp_path)
    hold_mailbox(machine.machine, MONDAY)
    kept = mark(machine)
    for minutes in (11, 22, 33):
        hold_mailbox(machine.machine, MONDAY + timedelta(minutes=minutes))
        machine.mailbox.marked = kept  # as if the server had refused to take the new one
        machine.machine.first.looked_at = None
        held = machine.machine.journal.installation.held(machine.machine.first.account)
        assert held is not None
        assert kept.token in held.tokens


@pytest.mark.parametrize("is_copy", [False, True])
def test_an_older_copy_that_was_carried_over_is_known_by_what_was_filed(
    tmp_path: Path, *, is_copy: bool
) -> None:
    """What came since is booked and not answered again; the newest record sends what it owes."""
    machine = begun(tmp_path)
    made, lies = machine.machine, list[RawMail]()
    made.journal.installation.set_baseline(machine.baseline, made.first.account)
    for minute, move in ((1, "H8w RABEN"), (60, "H8s RABEN")):
        at = MONDAY + minute * MINUTE
        machine.arrives(move, at=at)
        if minute == 1 or not is_copy:
            machine.outbox.is_down = True
            lies += machine.mailbox.inbox
            machine.tick(at)
        else:
            lies += machine.mailbox.inbox
    machine.mailbox.inbox.clear()
    owed = len(list(made.journal.outgoing.unsent(MONDAY + DAY)))
    with Database(url_of(tmp_path)).writing() as connection:
        note_carried(connection, MONDAY + 120 * MINUTE, is_backup=False)
    waited = is_waiting(made)
    machine.outbox.is_down = False
    made.mailbox = Filed(lies=tuple(lies))

    booked = take_up(made, MONDAY + 120 * MINUTE)

    assert waited
    assert not is_waiting(made)
    assert booked == int(is_copy)
    assert len(machine.entries()["Max Mustermann"]) == 2
    assert len(list(made.journal.outgoing.unsent(MONDAY + DAY))) == (0 if is_copy else owed)
    assert owed == (1 if is_copy else 2)
