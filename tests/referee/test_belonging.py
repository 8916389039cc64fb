"""To which round an entry belongs (rules 8, deadline and belonging)."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

import pytest

from mailref.referee.findings import Delivery, Outcome, Reason
from mailref.referee.mails import EntryAnswer, Notice
from mailref.referee.rounds import Held, close
from tests.referee.tables import (
    DAY,
    MINUTE,
    ZAT,
    Rehearsal,
    answers,
    content,
    contents,
    game,
    only,
    rehearse,
)

NEXT = "J8s BETEN"
LATER = ZAT + 10 * MINUTE
EARLY = ZAT - DAY


def second_round() -> Rehearsal:
    """Return a game in round 2: RABEN in row 8 from H8, A B E E N N R T offered."""
    rehearsal = rehearse()
    rehearsal.receives("H8w RABEN")
    rehearsal.closes()
    rehearsal.with_settings(game(letters="ABEENNRT"))
    rehearsal.goes_on()
    assert rehearsal.running().game.round_number == 2
    return rehearsal


def handed_over(at: datetime) -> Callable[[Delivery], Delivery]:
    return lambda each: replace(each, handed_over={("yerres", "max@example.org"): at})


def test_a_mail_that_answers_the_new_report_is_for_the_open_round() -> None:
    found = only(second_round().considers(NEXT, at=LATER, subject="Re: [yerres R2] Auswertung"))

    assert (found.outcome, found.round) == (Outcome.ACCEPTED, 2)


def test_the_tag_of_a_closed_round_is_late_for_that_round() -> None:
    """Contract 3: a mail with the tag of a closed round is late; round: the one it was meant for."""
    found = only(second_round().considers("H8w NABE", at=LATER, subject="Re: [yerres R1] Zug"))

    assert (found.reason, found.round, found.counts) == (Reason.LATE, 1, None)


def test_a_late_move_is_judged_on_the_board_it_was_meant_for() -> None:
    """Contract 3: judged as if in time: on the empty board, with the letters of round 1."""
    found = only(second_round().considers("H8w NABE", at=LATER, subject="[yerres R1]"))

    assert found.choice is not None
    assert found.choice.moves[0].faults == ()


def test_the_tag_of_a_round_to_come_means_the_open_one() -> None:
    """Rules 8: a tag of a future round means the open one."""
    found = only(second_round().considers(NEXT, at=LATER, subject="Re: [yerres R7] Zug"))

    assert (found.outcome, found.round) == (Outcome.ACCEPTED, 2)


@pytest.mark.parametrize(
    ("answered", "reason", "number"),
    [
        pytest.param((("yerres", 1),), Reason.LATE, 1, id="of a closed round"),
        pytest.param((("yerres", 1), ("yerres", 2)), None, 2, id="the newest reference decides"),
        pytest.param((("other", 1),), None, 2, id="of another game"),
    ],
)
def test_references_decide_where_the_subject_says_nothing(
    answered: tuple[tuple[str, int], ...], reason: Reason | None, number: int
) -> None:
    """Rules 8: the round named by the mail it answers (References, subject tag)."""
    found = only(second_round().considers(NEXT, at=LATER, delivery=answers(*answered)))

    assert (found.reason, found.round) == (reason, number)


def test_references_win_over_the_tag() -> None:
    found = only(
        second_round().considers(
            NEXT, at=LATER, subject="[yerres R1]", delivery=answers(("yerres", 2))
        )
    )

    assert (found.outcome, found.round) == (Outcome.ACCEPTED, 2)


@pytest.mark.parametrize(
    ("report", "reason", "number"),
    [
        pytest.param(LATER + MINUTE, Reason.LATE, 1, id="before the report"),
        pytest.param(LATER, None, 2, id="with it"),
        pytest.param(LATER + MINUTE / 100, None, 2, id="in the same second"),
    ],
)
def test_without_either_the_report_handed_over_parts_the_rounds(
    report: datetime, reason: Reason | None, number: int
) -> None:
    """Rules 8: one that arrived before the new report was handed over for that player is late."""
    found = only(second_round().considers(NEXT, at=LATER, delivery=handed_over(report)))

    assert (found.reason, found.round) == (reason, number)


def test_between_two_rounds_a_mail_is_late_for_the_round_closed_last() -> None:
    """Rules 8: a late move is never carried over, also while letters are drawn by hand."""
    rehearsal = rehearse(game(keys='draw = "hand"'))
    rehearsal.closes()
    found = only(rehearsal.considers("H8w RABEN", at=LATER))

    assert (found.reason, found.round) == (Reason.LATE, 1)


def test_a_mail_in_time_that_is_seen_after_the_close_is_told_to_player_and_game_master() -> None:
    """Rules 8: it is not applied: player and GM are told, and the GM may reopen."""
    rehearsal = second_round()
    mails = rehearsal.receives("H8w NABE", at=ZAT, subject="Re: [yerres R1]")

    assert sorted(contents(mails)) == ["gm Notice", "max EntryAnswer"]
    notice = content(mails, Notice)
    assert notice.what == "late_but_in_time"
    assert dict(notice.facts)["player"] == "Max Mustermann"
    assert notice.quoted == "H8w NABE"
    assert content(mails, EntryAnswer).was_in_time


def test_a_mail_after_the_zat_is_just_late() -> None:
    rehearsal = second_round()
    mails = rehearsal.receives("H8w NABE", at=ZAT + MINUTE, subject="Re: [yerres R1]")

    assert contents(mails) == ["max EntryAnswer"]
    assert not content(mails, EntryAnswer).was_in_time


@pytest.mark.parametrize(
    ("arrived", "was_in_time"),
    [
        pytest.param(EARLY - MINUTE, True, id="before the close"),
        pytest.param(EARLY + MINUTE, False, id="after it, though before the ZAT"),
    ],
)
def test_a_round_closed_early_ends_when_it_is_closed(
    arrived: datetime, *, was_in_time: bool
) -> None:
    rehearsal = rehearse()
    step = close(rehearsal.running(), rehearsal.means(), EARLY, is_early=True)
    assert not isinstance(step, Held)
    rehearsal.take(step)
    rehearsal.goes_on(EARLY)

    mails = rehearsal.receives("H8w NABE", at=arrived, subject="Re: [yerres R1]")

    assert content(mails, EntryAnswer).was_in_time is was_in_time


def test_a_late_entry_of_the_open_round_leaves_its_mark_on_the_sheet() -> None:
    """Rules 8: late is an absence; contract 4: status late, points 0."""
    rehearsal = rehearse()
    rehearsal.receives("H8w RABEN", at=ZAT + MINUTE)
    row = next(each for each in rehearsal.closes().entries if each.player == "Max Mustermann")

    assert (row.status.value, row.points, row.received) == ("late", 0, ZAT + MINUTE)


def test_after_the_end_every_move_is_late_for_the_last_round() -> None:
    rehearsal = rehearse()
    over = replace(
        rehearsal.running(), game=replace(rehearsal.running().game, is_over=True, round=None)
    )
    closed = second_round().running().game.last
    over = replace(over, game=replace(over.game, last=closed, next_round=2))
    rehearsal.office = replace(rehearsal.office, games={"yerres": over})
    found = only(rehearsal.considers("H8w RABEN", at=LATER, subject="[yerres Ende] Schluss"))

    assert (found.reason, found.round) == (Reason.LATE, 1)
