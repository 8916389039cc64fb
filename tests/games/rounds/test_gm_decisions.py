"""What the game master orders, carried out, and what he is refused."""

from collections.abc import Mapping
from datetime import datetime

import pytest
from msgspec.structs import replace

from mailref.games.events import GameEnded, PlayerLeft, WordRuled
from mailref.games.rounds.contents import Change, DeadlineNotice, Opening, Report, RulingNotice
from mailref.games.rounds.events import MoveEntered, RoundReopened
from mailref.referee import gm_orders as gm
from mailref.referee.contents import ZatChange
from mailref.referee.gm_orders import GivenBy, GivenOrder
from mailref.referee.mails import Step
from mailref.referee.policy import Undecided
from mailref.tiles.scoring import Position
from mailref.tiles.top.found import Top
from mailref.writing.scene import named
from tests.referee.rehearsal import (
    DAY,
    EVA,
    MAX,
    MINUTE,
    MONDAY,
    WEEK,
    ZAT,
    Rehearsal,
    content,
    contents,
    game,
    rehearse,
    to,
    total,
)

RABEN = "H8w RABEN"
PENDING = "H8w BARTEN"
AFTER = ZAT + 2 * MINUTE


def orders(rehearsal: Rehearsal, order: gm.GmOrder, now: datetime = MONDAY) -> Step | gm.Refusal:
    """Let the game master decide; what he decides takes effect."""
    rehearsal.number += 1
    given = GivenOrder(order, "darum", GivenBy.COMMAND, f"command:{rehearsal.number}")
    step = rehearsal.referee().carry_out(given, rehearsal.means(), now)
    if isinstance(step, Step):
        rehearsal.take(step)
    return step


def done(rehearsal: Rehearsal, order: gm.GmOrder, now: datetime = MONDAY) -> list[str]:
    """Let the game master decide what he may; return who is told what."""
    step = orders(rehearsal, order, now)
    assert isinstance(step, Step), step
    return contents(step.decision.mails)


def refused(rehearsal: Rehearsal, order: gm.GmOrder, now: datetime = MONDAY) -> str:
    refusal = orders(rehearsal, order, now)
    assert not isinstance(refusal, Step), refusal
    return named(type(refusal))


def round_two() -> Rehearsal:
    """Return a game in round 2: Max laid RABEN (16), Eva has ABER (12)."""
    rehearsal = rehearse()
    rehearsal.receives(RABEN, MAX)
    rehearsal.receives("H8w ABER", EVA)
    rehearsal.closes()
    rehearsal.goes_on()
    return rehearsal


def test_a_ruling_that_changes_a_standing_move_is_told_to_those_it_concerns() -> None:
    """The affected players hear of it."""
    rehearsal = rehearse()
    rehearsal.receives(PENDING, MAX)
    rehearsal.receives(RABEN, EVA)

    assert done(rehearsal, gm.RuleWord("BARTEN", accepted=True)) == ["max RulingNotice"]
    notice = content(rehearsal.mails, RulingNotice)
    assert (notice.word, notice.accepted, notice.because) == ("BARTEN", True, "darum")
    assert notice.answer.considered.outcome == "accepted"


def test_where_the_file_rules_otherwise_it_wins() -> None:
    """Contract 2: where the file and `mailref rule` disagree the file wins."""
    rehearsal = rehearse(game(tables='[game.words]\nrefuse = ["BARTEN"]'))

    assert refused(rehearsal, gm.RuleWord("BARTEN", accepted=True)) == "settings_win"


def test_a_ruling_before_the_next_zat_corrects_the_closed_round_and_its_board() -> None:
    """Rules 8: until the next ZAT a correction may change the board; an erratum names the change."""
    rehearsal = round_two()
    mails = done(rehearsal, gm.RuleWord("RABEN", accepted=False), AFTER)

    assert mails[:3] == ["max Report", "eva Report", "gm Report"]
    report = rehearsal.mails[-3].content
    assert isinstance(report, Report)
    assert report.erratum is not None
    assert report.erratum.because == "darum"
    assert report.erratum.changes == (
        Change("Max Mustermann", 16, 0, rank_before=1, rank=2),
        Change("Eva Muster", 12, 12, rank_before=2, rank=1),
    )
    assert "".join(rehearsal.running().game.board.cells).strip(".") == "ABER"
    assert rehearsal.running().game.round_number == 2
    assert any(isinstance(event, RoundReopened) for _, event in rehearsal.events)


def test_moves_for_the_open_round_stay_and_are_judged_on_the_corrected_board() -> None:
    rehearsal = round_two()
    before = rehearsal.running().game.round
    assert before is not None
    rehearsal.receives("J8s BE", EVA, at=AFTER)
    entries = len([event for _, event in rehearsal.events if isinstance(event, MoveEntered)])
    done(rehearsal, gm.RuleWord("RABEN", accepted=False), AFTER)
    after = rehearsal.running().game.round

    assert after is not None
    assert (after.deadline, after.opened) == (before.deadline, before.opened)
    assert "Eva Muster" in after.entries
    assert len([e for _, e in rehearsal.events if isinstance(e, MoveEntered)]) == entries + 1


def test_a_corrected_round_leaves_the_open_one_as_it_was_opened() -> None:
    """Contract 2: changed rules hold from the next round, whatever is corrected before."""
    rehearsal = round_two()
    before = rehearsal.running().game
    rehearsal.with_settings(game(tables="[game.rules]\nswap = false"))
    rehearsal.take(rehearsal.referee().synchronise(rehearsal.means(), AFTER + DAY, "settings"))
    done(rehearsal, gm.RuleWord("RABEN", accepted=False), AFTER + DAY)
    after = rehearsal.running().game

    assert (after.rules.swap, after.next_rules.swap) == (True, False)
    assert before.round is not None
    assert after.round is not None
    assert after.round.opened == before.round.opened


def test_after_the_next_zat_a_ruling_changes_no_closed_round() -> None:
    """Rules 8: ... later only totals."""
    rehearsal = round_two()
    done(rehearsal, gm.RuleWord("RABEN", accepted=False), ZAT + WEEK + MINUTE)

    assert total(rehearsal, "Max Mustermann") == 16


def test_an_unrelated_ruling_leaves_what_the_policy_settled() -> None:
    """Rules 8: what `undecided = accept` settled stays settled until somebody rules on it."""
    rehearsal = rehearse(game(keys='undecided = "accept"\nruling_grace = "1m"'))
    rehearsal.receives(PENDING)
    rehearsal.closes()
    rehearsal.goes_on()
    before = total(rehearsal, "Max Mustermann")
    assert before > 0

    assert done(rehearsal, gm.RuleWord("XYLOL", accepted=True), AFTER) == []
    assert total(rehearsal, "Max Mustermann") == before


def test_a_correction_of_an_unpublished_report_sends_no_erratum() -> None:
    """Nothing goes out before the release."""
    rehearsal = rehearse(game(keys='publish = "approve"'))
    rehearsal.receives(RABEN)
    rehearsal.closes()
    rehearsal.goes_on()

    assert done(rehearsal, gm.RuleWord("RABEN", accepted=False), AFTER) == []
    assert contents(rehearsal.goes_on()) == ["gm Report"]
    assert total(rehearsal, "Max Mustermann") == 0


def test_a_correction_of_the_last_round_leaves_the_game_over() -> None:
    rehearsal = rehearse()
    running = rehearsal.running()
    assert running.game.round is not None
    final = replace(running.game, bag="", round=replace(running.game.round, is_final=True))
    rehearsal.office = replace(rehearsal.office, games={"yerres": replace(running, game=final)})
    rehearsal.receives(RABEN)
    rehearsal.closes()
    rehearsal.goes_on()
    done(rehearsal, gm.RuleWord("RABEN", accepted=False), AFTER)

    assert rehearsal.running().game.is_over
    assert isinstance(rehearsal.events[-1][1], GameEnded)
    assert total(rehearsal, "Max Mustermann") == -9


def test_all_are_told_why_the_game_master_ended_the_game_and_again_after_a_correction() -> None:
    rehearsal = round_two()
    ended = orders(rehearsal, gm.EndGame(), AFTER)
    assert isinstance(ended, Step)
    corrected = orders(rehearsal, gm.CorrectScore("Eva Muster", 5, 1), AFTER)
    assert isinstance(corrected, Step)

    for mails in (ended.decision.mails, corrected.decision.mails):
        reports = [each.content for each in mails if isinstance(each.content, Report)]
        assert {(each.ended, each.because) for each in reports} == {("game_master", "darum")}


def test_the_top_is_sought_anew_only_if_a_correction_changes_something() -> None:
    rehearsal = rehearse()
    sought: list[str] = []

    def find_top(position: Position, _rulings: Mapping[str, bool]) -> Top:
        sought.append(position.rack)
        return Top(60, ())

    rehearsal.find_top = find_top
    rehearsal.receives(RABEN)
    rehearsal.closes()
    rehearsal.goes_on()
    done(rehearsal, gm.RuleWord("XYLOL", accepted=True), AFTER)
    unchanged = len(sought)
    done(rehearsal, gm.RuleWord("RABEN", accepted=False), AFTER)

    assert (unchanged, len(sought)) == (1, 2)


def test_a_round_is_closed_early_only_on_purpose_and_all_players_are_told() -> None:
    """Contract 1: before the ZAT it needs --early and tells all players."""
    rehearsal = rehearse()

    assert refused(rehearsal, gm.CloseRound(is_early=False, undecided=None)) == "before_zat"
    assert done(rehearsal, gm.CloseRound(is_early=True, undecided=None)) == [
        "max DeadlineNotice",
        "eva DeadlineNotice",
    ]
    assert content(rehearsal.mails[:1], DeadlineNotice).change is ZatChange.CLOSED_EARLY
    last = rehearsal.running().game.last
    assert last is not None
    assert last.is_early


def test_a_close_over_undecided_words_lists_them_unless_they_are_settled() -> None:
    """Contract 1: with undecided words that count it exits 1 and lists them."""
    rehearsal = rehearse()
    rehearsal.receives(PENDING)
    step = orders(rehearsal, gm.CloseRound(is_early=False, undecided=None), AFTER)

    assert step == gm.WordsUndecided(("BARTEN",))
    assert done(rehearsal, gm.CloseRound(is_early=False, undecided=Undecided.ACCEPT), AFTER) == []
    assert total(rehearsal, "Max Mustermann") > 0


def test_an_extended_zat_is_told_to_all_players() -> None:
    rehearsal = rehearse()

    assert refused(rehearsal, gm.ExtendDeadline(ZAT)) == "same_deadline"
    assert done(rehearsal, gm.ExtendDeadline(ZAT + DAY)) == [
        "max DeadlineNotice",
        "eva DeadlineNotice",
    ]
    notice = rehearsal.mails[0].content
    assert isinstance(notice, DeadlineNotice)
    assert (notice.change, notice.before, notice.because) == (ZatChange.MOVED, ZAT, "darum")
    assert notice.game.round is not None
    assert notice.game.round.deadline == ZAT + DAY
    assert refused(rehearsal, gm.ExtendDeadline(MONDAY - DAY)) == "in_the_past"


def test_a_paused_game_goes_on_only_with_a_zat_to_come() -> None:
    rehearsal = rehearse()

    assert refused(rehearsal, gm.ResumeGame(None)) == "not_paused"
    assert len(done(rehearsal, gm.PauseGame())) == 2
    assert refused(rehearsal, gm.PauseGame()) == "already_paused"
    assert refused(rehearsal, gm.ResumeGame(None), ZAT + DAY) == "needs_deadline"
    assert len(done(rehearsal, gm.ResumeGame(ZAT + WEEK), ZAT + DAY)) == 2
    told = rehearsal.mails[-1].content
    assert isinstance(told, DeadlineNotice)
    assert told.change is ZatChange.RESUMED


def test_the_last_round_is_reopened_with_a_new_zat_and_its_moves() -> None:
    """Rules 8: the GM may reopen; the entries are in force, the draw is undone."""
    rehearsal = round_two()

    assert refused(rehearsal, gm.ReopenRound(ZAT), AFTER) == "needs_deadline"
    assert len(done(rehearsal, gm.ReopenRound(ZAT + 2 * DAY), AFTER)) == 2
    playing = rehearsal.running().game.round
    assert playing is not None
    assert (playing.number, sorted(playing.entries)) == (1, ["Eva Muster", "Max Mustermann"])
    assert rehearsal.running().game.board.is_empty


READER = 'subscribers = ["zoe@example.com", "gm@example.org"]'


@pytest.mark.parametrize(
    "order",
    [
        pytest.param((gm.ExtendDeadline(ZAT + DAY),), id="moved"),
        pytest.param((gm.PauseGame(),), id="paused"),
        pytest.param((gm.PauseGame(), gm.ResumeGame(ZAT + DAY)), id="resumed"),
    ],
)
def test_who_only_reads_the_reports_hears_of_the_clock(order: tuple[gm.GmOrder, ...]) -> None:
    """His last report told him the ZAT that holds no more; the game master gets the result of his order."""
    rehearsal = rehearse(game(keys=READER))
    for each in order:
        step = orders(rehearsal, each)

    assert isinstance(step, Step)
    told = [mail.content for mail in step.decision.mails if mail.player is None]
    assert [mail.recipient for mail in step.decision.mails if mail.player is None] == [
        "zoe@example.com"
    ]
    assert all(isinstance(each, DeadlineNotice) and each.is_to_reader for each in told)


def test_who_only_reads_the_reports_hears_that_a_round_is_open_again_as_a_reader() -> None:
    rehearsal = rehearse(game(keys=READER))
    rehearsal.receives(RABEN, MAX)
    rehearsal.closes()
    rehearsal.goes_on()

    step = orders(rehearsal, gm.ReopenRound(ZAT + 2 * DAY), AFTER)

    assert isinstance(step, Step)
    (told,) = (mail for mail in step.decision.mails if mail.player is None)
    assert isinstance(told.content, DeadlineNotice)
    assert told.content.is_to_reader
    assert told.content.own is None


def test_after_the_next_zat_no_round_is_reopened() -> None:
    rehearsal = round_two()

    assert (
        refused(rehearsal, gm.ReopenRound(ZAT + 3 * WEEK), ZAT + WEEK + MINUTE)
        == "too_late_to_reopen"
    )
    assert refused(rehearse(), gm.ReopenRound(ZAT)) == "nothing_to_reopen"


def test_letters_drawn_by_hand_are_the_new_tiles_only_and_checked() -> None:
    """Contract 1, draw: the newly drawn tiles only, checked against the bag."""
    rehearsal = rehearse(game(keys='draw = "hand"'))
    rehearsal.receives(RABEN)

    assert refused(rehearsal, gm.DrawTiles("ABERNS")) == "not_waiting_for_letters"
    rehearsal.closes()
    assert refused(rehearsal, gm.DrawTiles("ABERN"), AFTER) == "letters_wrong"
    assert refused(rehearsal, gm.DrawTiles("QQABER"), AFTER) == "letters_wrong"
    assert done(rehearsal, gm.DrawTiles("NEBELS"), AFTER) == []
    assert len(rehearsal.goes_on()) == 3
    assert sorted(rehearsal.running().game.rack) == sorted("ETNEBELS")


def test_a_report_is_released_once_and_only_where_one_waits() -> None:
    rehearsal = rehearse(game(keys='publish = "approve"'))

    assert refused(rehearsal, gm.PublishReport()) == "nothing_to_publish"
    rehearsal.closes()
    rehearsal.goes_on()
    assert done(rehearsal, gm.PublishReport(), AFTER) == []
    assert refused(rehearsal, gm.PublishReport(), AFTER) == "nothing_to_publish"
    assert len(rehearsal.goes_on()) == 3


def test_a_corrected_score_changes_the_total_and_all_get_an_erratum() -> None:
    """Rules 8: later only totals."""
    rehearsal = round_two()
    mails = done(rehearsal, gm.CorrectScore("max mustermann", -5, None), ZAT + 8 * DAY)

    assert mails == ["max Report", "eva Report", "gm Report"]
    erratum = content(rehearsal.mails[-1:], Report).erratum
    assert erratum is not None
    assert erratum.changes == (
        Change("Max Mustermann", 16, 11, rank_before=1, rank=2),
        Change("Eva Muster", 12, 12, rank_before=2, rank=1),
    )
    assert total(rehearsal, "Max Mustermann") == 11


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (gm.CorrectScore("Nobody", 5, None), "unknown_player"),
        (gm.CorrectScore("Max Mustermann", 5, 9), "no_such_round"),
        (gm.ReopenRound(AFTER + 2 * DAY, 2), "not_the_last_round"),
        (gm.CorrectDraw("ABE"), "letters_wrong"),
        (gm.CorrectDraw("QQABERNT"), "letters_wrong"),
        (gm.ExcludePlayer("Nobody"), "unknown_player"),
        (gm.RenamePlayer("Max Mustermann", "eva muster"), "name_taken"),
        (gm.RenamePlayer("Max Mustermann", "M10s EUBÖA"), "unfit_name"),
        (gm.RenamePlayer("Max Mustermann", "Max=Moritz"), "unfit_name"),
        (gm.RenamePlayer("Max Mustermann", "Niemand"), "unfit_name"),
        (gm.ChangeAddresses("Max Mustermann", ("Referee@example.org",)), "own_address"),
        (gm.DecideTie(1), "no_tie"),
        (gm.RulePress(None, is_released=True), "no_press"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(order: gm.GmOrder, code: str) -> None:
    assert refused(round_two(), order, AFTER) == code


def test_before_the_first_close_there_is_nothing_to_correct() -> None:
    assert refused(rehearse(), gm.CorrectScore("Max Mustermann", 5, None)) == "no_closed_round"


def test_letters_drawn_wrong_are_replaced_and_all_get_the_right_ones() -> None:
    rehearsal = rehearse()

    assert done(rehearsal, gm.CorrectDraw("NEBELST")) == [
        "max Opening",
        "eva Opening",
        "gm Opening",
    ]
    opening = rehearsal.mails[0].content
    assert isinstance(opening, Opening)
    assert opening.game.round is not None
    assert sorted(opening.game.rack) == sorted("NEBELST")


def test_an_excluded_player_takes_no_part_from_the_next_round_on() -> None:
    rehearsal = rehearse()
    done(rehearsal, gm.ExcludePlayer("Max Mustermann"))

    assert isinstance(rehearsal.events[-1][1], PlayerLeft)
    rehearsal.closes()
    assert [player.name for player in rehearsal.running().game.active] == ["Eva Muster"]


def test_a_renamed_player_keeps_points_and_moves() -> None:
    rehearsal = round_two()
    done(rehearsal, gm.RenamePlayer("Max Mustermann", "Max Meier"), AFTER)

    assert total(rehearsal, "Max Meier") == 16


def test_a_changed_address_is_known_at_once_however_it_is_written() -> None:
    rehearsal = rehearse()
    done(rehearsal, gm.ChangeAddresses("Max Mustermann", ("Max@New.example",)))

    assert to(rehearsal.receives(RABEN, "max@new.example")) == ["max@new.example"]
    assert to(rehearsal.receives(RABEN, "max@example.org")) == []


TIE = '[game.rules]\nties = ["game_master"]'


def test_a_tie_that_the_game_master_decides_holds_the_round_until_he_does() -> None:
    """`game_master` in the list of ties."""
    rehearsal = rehearse(game(tables=TIE))
    rehearsal.receives("H8w NABE", MAX)
    rehearsal.receives("H8w BARE", EVA)
    step = orders(rehearsal, gm.CloseRound(is_early=False, undecided=None), AFTER)

    assert isinstance(step, gm.EqualMoves)
    assert len(step.choices) == 2
    assert refused(rehearsal, gm.DecideTie(3), AFTER) == "equal_moves"
    done(rehearsal, gm.DecideTie(2), AFTER)
    assert rehearsal.closes().laid is not None


def test_a_game_master_who_plays_learns_nothing_of_a_tie_before_the_zat() -> None:
    """The interim best is never disclosed."""
    players = {"Max Mustermann": "max@example.org", "Eva Muster": "gm@example.org"}
    rehearsal = rehearse(game(players=players, tables=TIE))
    rehearsal.receives("H8w NABE", MAX)
    rehearsal.receives("H8w BARE", "gm@example.org")

    assert refused(rehearsal, gm.DecideTie(9)) == "before_zat"


def test_press_that_waits_is_released_for_one_player_or_for_all() -> None:
    rehearsal = rehearse(game(keys='press = "moderated"'))
    rehearsal.receives("PRESSE: Hallo", MAX)
    rehearsal.receives("PRESSE: Pfui", EVA)
    done(rehearsal, gm.RulePress(None, is_released=False, player="Eva Muster"))
    done(rehearsal, gm.RulePress(None, is_released=True))

    assert [(item.player, item.is_released) for item in rehearsal.running().game.press] == [
        ("Max Mustermann", True)
    ]


def test_a_text_is_released_by_one_name_of_its_author() -> None:
    rehearsal = rehearse(game(keys='press = "moderated"'))
    rehearsal.receives("PRESSE: Hallo", MAX)
    done(rehearsal, gm.RulePress(None, is_released=True, player="max"))

    assert [item.is_released for item in rehearsal.running().game.press] == [True]


def test_a_name_that_may_be_anybodys_is_asked_about() -> None:
    players = {"Eva Muster": "eva@example.org", "Max Muster": "max@example.org"}
    rehearsal = rehearse(game(players=players, keys='press = "moderated"'))
    rehearsal.receives("PRESSE: Hallo", MAX)
    rehearsal.receives("PRESSE: Pfui", EVA)

    assert refused(rehearsal, gm.RulePress(None, True, "Muster")) == "unknown_player"
    assert refused(rehearsal, gm.RulePress(None, True, "Kurt")) == "unknown_player"
    assert [item.is_released for item in rehearsal.running().game.press] == [False, False]


def test_every_order_says_why_in_what_it_records() -> None:
    rehearsal = rehearse()
    done(rehearsal, gm.RuleWord("BARTEN", accepted=True))
    event = rehearsal.events[-1][1]

    assert isinstance(event, WordRuled)
    assert (event.by, event.because) == ("command", "darum")
