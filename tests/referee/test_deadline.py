"""Every question about a ZAT: what is due, what is late, what comes next (rules 8, deadline)."""

import ast
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

import mailref
from mailref.games.by_rounds.referee import Held, weeks_open
from mailref.games.events import GamePaused
from mailref.games.rounds.contents import EntryAnswer
from mailref.games.rounds.game import OpenRound, choice_in
from mailref.games.rounds.judged import counts_in
from mailref.referee.contents import LateMove, Notice
from mailref.referee.mails import Decision
from mailref.referee.policy import Outcome, Reason, Receipt, is_ahead
from tests.referee.rehearsal import (
    DAY,
    MINUTE,
    MONDAY,
    WEEK,
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
SECOND = timedelta(seconds=1)
DUE = ZAT + 2 * MINUTE


def second_round() -> Rehearsal:
    """Return a game in round 2: RABEN in row 8 from H8, A B E E N N R T offered."""
    rehearsal = rehearse()
    rehearsal.receives("H8w RABEN")
    rehearsal.closes()
    rehearsal.with_settings(game(letters="ABEENNRT"))
    rehearsal.goes_on()
    assert rehearsal.running().game.round_number == 2
    return rehearsal


def handed_over(at: datetime) -> Callable[[Receipt], Receipt]:
    return lambda each: replace(each, handed_over={("yerres", "max@example.org"): at})


def test_a_mail_that_answers_the_new_report_is_for_the_open_round() -> None:
    found = only(second_round().considers(NEXT, at=LATER, subject="Re: [yerres R2] Auswertung"))

    assert (found.outcome, found.round) == (Outcome.ACCEPTED, 2)


def test_the_tag_of_a_closed_round_is_late_for_that_round() -> None:
    """Contract 3: a mail with the tag of a closed round is late; round: the one it was meant for."""
    found = only(second_round().considers("H8w NABE", at=LATER, subject="Re: [yerres R1] Zug"))

    assert (found.reason, found.round, counts_in(found)) == (Reason.LATE, 1, None)


def test_a_late_move_is_judged_on_the_board_it_was_meant_for() -> None:
    """Contract 3: judged as if in time: on the empty board, with the letters of round 1."""
    found = only(second_round().considers("H8w NABE", at=LATER, subject="[yerres R1]"))

    choice = choice_in(found.found)
    assert choice is not None
    assert choice.moves[0].faults == ()


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
    found = only(second_round().considers(NEXT, at=LATER, receipt=answers(*answered)))

    assert (found.reason, found.round) == (reason, number)


def test_references_win_over_the_tag() -> None:
    found = only(
        second_round().considers(
            NEXT, at=LATER, subject="[yerres R1]", receipt=answers(("yerres", 2))
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
    found = only(second_round().considers(NEXT, at=LATER, receipt=handed_over(report)))

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
    assert notice.about == LateMove("max@example.org", "Max Mustermann", 1, ZAT)
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
    step = rehearsal.referee().close(rehearsal.means(), EARLY, is_early=True)
    assert not isinstance(step, Held)
    rehearsal.take(step)
    rehearsal.goes_on(EARLY)

    mails = rehearsal.receives("H8w NABE", at=arrived, subject="Re: [yerres R1]")

    assert content(mails, EntryAnswer).was_in_time is was_in_time


def test_a_late_entry_of_the_open_round_leaves_its_mark_on_the_sheet() -> None:
    """Rules 8: late is an absence; contract 4: status late, points 0."""
    rehearsal = rehearse()
    rehearsal.receives("H8w RABEN", at=ZAT + MINUTE)
    row = next(each for each in rehearsal.closes().rows if each.player == "Max Mustermann")

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


def open_round(rehearsal: Rehearsal) -> OpenRound:
    playing = rehearsal.running().game.round
    assert playing is not None
    return playing


def paused() -> Rehearsal:
    rehearsal = rehearse()
    rehearsal.take(Decision((("yerres", GamePaused("holiday")),), ()))
    return rehearsal


def test_a_round_is_due_two_minutes_after_its_zat() -> None:
    """Rules 8: at least `close_delay` (2 min) after the ZAT."""
    referee = rehearse().referee()

    assert not referee.is_due(DUE - SECOND)
    assert referee.is_due(DUE)


def test_no_round_is_due_in_a_pause_nor_once_it_is_closed() -> None:
    rehearsal = rehearse()
    rehearsal.closes()

    assert not paused().referee().is_due(DUE)
    assert not rehearsal.referee().is_due(DUE)


def test_a_mail_within_the_second_of_the_zat_is_in_time() -> None:
    """Rules 8: at or before the ZAT, to the second."""
    game = rehearse().running().game

    assert game.may_change(ZAT + SECOND - MINUTE / 60000)
    assert not game.may_change(ZAT + SECOND)


def test_in_a_pause_no_mail_is_late() -> None:
    assert paused().running().game.may_change(ZAT + WEEK)


def test_nothing_changes_where_no_round_is_open() -> None:
    rehearsal = rehearse()
    rehearsal.closes()

    assert not rehearsal.running().game.may_change(MONDAY)


def test_a_new_zat_lies_ahead() -> None:
    assert is_ahead(ZAT, ZAT - SECOND)
    assert not is_ahead(ZAT, ZAT)
    assert not is_ahead(None, ZAT)


def test_the_open_round_is_before_its_zat_until_that_very_second() -> None:
    state = rehearse().running().game
    assert state.round is not None
    without = replace(state, round=replace(state.round, deadline=None))

    assert state.is_before_zat(ZAT - SECOND)
    assert not state.is_before_zat(ZAT)
    assert without.is_before_zat(ZAT)


def test_the_round_closed_last_is_corrected_until_the_next_zat() -> None:
    """Rules 8, custom: the ZAT of round 2 is a week after that of round 1."""
    state = second_round().running().game

    assert state.may_correct_last_round(ZAT + WEEK)
    assert not state.may_correct_last_round(ZAT + WEEK + SECOND)


def test_undecided_words_wait_for_their_grace() -> None:
    referee = rehearse(game(keys='ruling_grace = "2d"')).referee()

    assert not referee.is_grace_over(ZAT + 2 * DAY - SECOND)
    assert referee.is_grace_over(ZAT + 2 * DAY)


def test_the_next_zat_is_that_of_the_settings_while_it_lies_ahead_and_is_not_spent() -> None:
    """Contract 2: a deadline belongs to one round; else the schedule says when."""
    rehearsal = rehearse()
    rehearsal.closes()
    spent = rehearsal.referee()
    rehearsal.with_settings(game(deadline="2026-12-23T20:00:00"))
    new = rehearsal.referee()

    assert spent.next_zat(DUE) == ZAT + WEEK
    assert new.next_zat(DUE) == ZAT + 12 * DAY
    assert new.next_zat(ZAT + 13 * DAY) == ZAT + 3 * WEEK


def test_a_deadline_first_read_in_mid_round_moves_the_open_zat() -> None:
    """Contract 2; one that lies before the last close can only be an old one."""
    rehearsal = second_round()
    rehearsal.with_settings(game(deadline="2026-12-23T20:00:00"))
    moved = rehearsal.referee().zat_in_settings
    rehearsal.with_settings(game(deadline="2026-12-11T20:01:00"))
    old = rehearsal.referee().zat_in_settings

    assert (moved, old) == (ZAT + 12 * DAY, None)


@pytest.mark.parametrize(
    ("now", "is_time"),
    [
        pytest.param(ZAT - 2 * DAY - SECOND, False, id="too early"),
        pytest.param(ZAT - 2 * DAY, True, id="two days before"),
        pytest.param(ZAT - SECOND, True, id="shortly before"),
        pytest.param(ZAT, False, id="at the ZAT"),
    ],
)
def test_players_are_reminded_shortly_before_the_zat(now: datetime, *, is_time: bool) -> None:
    referee = rehearse().referee()

    assert referee.is_near(2 * DAY, now) is is_time


def test_nobody_is_reminded_in_a_round_that_was_opened_as_late() -> None:
    """Round 2 was opened on the first ZAT, a week before its own."""
    referee = second_round().referee()

    assert referee.is_near(6 * DAY, ZAT + 2 * DAY)
    assert not referee.is_near(8 * DAY, ZAT + 2 * DAY)


def test_the_last_day_is_the_day_before_the_zat() -> None:
    state = rehearse().running().game
    days = [state.is_last_day(ZAT + at) for at in (-DAY - SECOND, -DAY, 0 * DAY, SECOND)]

    assert days == [False, True, True, False]


def test_weeks_open_are_whole_ones() -> None:
    playing = replace(open_round(rehearse()), opened=MONDAY)

    assert weeks_open(playing, MONDAY + 3 * WEEK) == 3


@pytest.mark.slow
def test_nobody_else_compares_a_zat_with_a_time() -> None:
    """Two comparisons of one thing drift apart; those of rounds and of turns are in one module each."""
    package = Path(mailref.__file__).parent
    allowed = {
        package / "games" / "game.py",
        package / "referee" / "policy.py",
        package / "games" / "by_rounds" / "game.py",
        package / "games" / "by_turns" / "policy.py",
    }
    order, words = (ast.Lt, ast.LtE, ast.Gt, ast.GtE), re.compile("deadline|zat", re.IGNORECASE)
    sources = {path: path.read_text(encoding="utf-8") for path in sorted(package.rglob("*.py"))}

    bare = [
        f"{path.name}: {ast.unparse(node)}"
        for path, source in sources.items()
        if path not in allowed and words.search(source)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Compare)
        and any(isinstance(each, order) for each in node.ops)
        and words.search(ast.unparse(node))
    ]

    assert bare == []
