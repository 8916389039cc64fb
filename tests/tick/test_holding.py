"""Which installation has a mailbox, where it cannot be told by one look alone."""

from datetime import timedelta
from pathlib import Path

import pytest

from mailref.errors import OtherInstallationError
from mailref.post.ports import MailboxMark
from mailref.tick.holding import HELD_FOR, hold_mailbox
from tests.referee.rehearsal import DAY, MINUTE, MONDAY
from tests.tick.machines import Post, post

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
