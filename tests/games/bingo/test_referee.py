"""Scrabble-Bingo by mail: words, calls, ZATs, rulings, orders (table games, other games 2)."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum

import pytest
from msgspec.structs import replace

from mailref.games.bingo.course import is_complete, judged_in
from mailref.games.bingo.events import TilesCalled, WordsFixed
from mailref.games.bingo.game import BingoGame
from mailref.games.bingo.rules import BingoReason
from mailref.games.by_rounds.contents import (
    AnswerByRounds,
    CommandAnswerByRounds,
    DeskByRounds,
    DigestByRounds,
    NoticeByRounds,
    OpeningByRounds,
    ReportByRounds,
    RuledByRounds,
)
from mailref.games.chance import Chance
from mailref.games.events import WordRuled
from mailref.games.kind import replay_as
from mailref.orders.table import NotDone
from mailref.referee import gm_orders as orders
from mailref.referee.contents import LateWords, Notice, RulingAsked
from mailref.referee.gm_orders import OtherFamily, UndoTurn
from mailref.referee.mails import Owed, Step
from mailref.referee.policy import Outcome, Reason, Unread
from mailref.tiles.board import TILES
from tests.games.bingo.rehearsal import ANNAS, BENS, CLEOS, begun, state, till_zat, words_seen_late
from tests.games.by_turns.at_table import AtTable, contents, of

PLAYER = '[game.rules]\ncall = "player"'
HOUR = timedelta(hours=1)
LATER = datetime(2026, 12, 30, 19, 0, tzinfo=UTC)


def answer(mails: Sequence[Owed], who: str) -> AnswerByRounds:
    return of(mails, who, AnswerByRounds)


def outcome(mails: Sequence[Owed], who: str) -> tuple[Outcome, StrEnum | None]:
    considered = answer(mails, who).considered
    return considered.outcome, considered.reason


def shown(content: AnswerByRounds | ReportByRounds | RuledByRounds) -> tuple[str, ...]:
    """Return the words that a mail shows its reader as his own."""
    if content.own is None:
        return ()
    words = content.own.crossed.value.words
    return tuple("".join(letter for letter, _ in word) for word in words)


def zat(table: AtTable) -> tuple[Owed, ...]:
    return table.waits(till_zat(table), "herbst")


def with_words(inner: str = "", keys: str = "") -> AtTable:
    table = begun(keys, inner)
    for who, line in (("anna", ANNAS), ("ben", BENS), ("cleo", CLEOS)):
        table.receives(who, line)
    return table


def order(table: AtTable, what: orders.GmOrder, because: str = "") -> tuple[Owed, ...]:
    return table.take(table.refuses(what, because, "herbst"))


# Words.


def test_the_last_words_before_the_first_zat_count() -> None:
    table = begun()
    first = table.receives("anna", ANNAS)
    second = table.receives("anna", BENS)
    zat(table)

    assert not answer(first, "anna").by_game_master
    assert not answer(first, "anna").replaces
    assert answer(second, "anna").replaces
    assert shown(answer(second, "anna")) == ("KUCHENS", "GARTENS")
    assert state(table).fixed.get("Anna") == ("KUCHENS", "GARTENS")


def test_wrong_words_leave_the_earlier_ones() -> None:
    table = begun()
    table.receives("anna", ANNAS)
    mails = table.receives("anna", "1. CCCHENS\n2. GARTENS")
    zat(table)

    assert outcome(mails, "anna") == (Outcome.REJECTED, Reason.NO_VALID_MOVE)
    judged = judged_in(answer(mails, "anna").considered.found)
    assert judged is not None
    assert [fault.code for fault in judged.faults] == ["too_often", "word_unknown"]
    assert shown(answer(mails, "anna")) == ("STERNEN", "GARTENS")
    assert state(table).fixed.get("Anna") == ("STERNEN", "GARTENS")


def test_words_that_come_after_the_zat_are_late_to_the_second() -> None:
    table = begun()
    table.now = datetime(2026, 12, 7, 18, 59, tzinfo=UTC)
    on_time = table.receives("anna", ANNAS)
    table.now += timedelta(seconds=-59)
    late = table.receives("ben", BENS)

    assert outcome(on_time, "anna") == (Outcome.ACCEPTED, None)
    assert outcome(late, "ben") == (Outcome.REJECTED, Reason.LATE)


def test_words_are_fixed_once_tiles_are_drawn() -> None:
    table = with_words()
    zat(table)
    mails = table.receives("anna", BENS)

    assert outcome(mails, "anna") == (Outcome.REJECTED, BingoReason.WORDS_ARE_FIXED)
    assert state(table).fixed.get("Anna") == ("STERNEN", "GARTENS")


def test_who_has_withdrawn_his_words_does_not_play() -> None:
    table = with_words()
    mails = table.receives("anna", "ZURÜCKZIEHEN")
    zat(table)

    assert of(mails, "anna", CommandAnswerByRounds).withdrawn
    assert state(table).playing == ("Ben", "Cleo")
    late = table.receives("ben", "ZURÜCKZIEHEN")
    assert of(late, "ben", CommandAnswerByRounds).refused == (NotDone.TOO_LATE,)


def test_who_sends_no_words_gets_reports_but_plays_no_part() -> None:
    table = begun()
    table.receives("anna", ANNAS)
    mails = zat(table)

    assert contents(mails) == [
        "anna ReportByRounds", "ben ReportByRounds", "cleo ReportByRounds", "gm ReportByRounds",
    ]  # fmt: skip
    report = of(mails, "ben", ReportByRounds)
    assert report.own is None
    assert report.face.silent == ("Ben", "Cleo")
    assert [row.player for row in report.face.rows] == ["Anna"]


def test_a_zat_without_any_words_is_moved_by_the_schedule() -> None:
    table = begun()
    before = state(table).due
    mails = zat(table)
    after = state(table).due

    assert before is not None
    assert after is not None
    assert after - before == timedelta(days=7)
    assert state(table).round_number == 1
    assert of(mails, "anna", NoticeByRounds).nobody
    assert of(mails, "gm", NoticeByRounds).nobody


def test_without_a_schedule_the_game_master_is_told_weekly_that_there_is_no_zat() -> None:
    table = begun(zats='deadline = "2026-12-07T20:00:00"')
    zat(table)
    mails = table.waits(timedelta(days=7), "herbst")

    assert state(table).due is None
    assert contents(mails) == ["gm Notice"]


# Words that the lists do not know.


def test_an_unknown_word_is_asked_about_once_and_without_its_owner() -> None:
    table = begun()
    table.receives("ben", "BINGO: SÜLZNER GARTENS")
    asked = table.waits(HOUR, "herbst")

    assert contents(asked) == ["gm RulingAsked"]
    content = of(asked, "gm", RulingAsked)
    (word,) = content.words
    assert (word.word, word.player, word.challenger) == ("SÜLZNER", None, None)
    assert content.is_at_zat
    assert table.waits(HOUR, "herbst") == ()


def test_a_game_master_who_plays_is_not_asked_if_he_has_a_deputy() -> None:
    table = begun('deputy = "vera@example.org"', players=("Anna", "GM"))
    table.receives("anna", "BINGO: SÜLZNER GARTENS")

    assert contents(table.waits(HOUR, "herbst")) == ["vera RulingAsked"]


def test_a_game_master_who_does_not_play_is_asked_himself_whoever_is_deputy() -> None:
    table = begun('deputy = "vera@example.org"')
    table.receives("anna", "BINGO: SÜLZNER GARTENS")

    assert contents(table.waits(HOUR, "herbst")) == ["gm RulingAsked"]


def test_a_refused_word_gives_back_the_words_before() -> None:
    table = begun()
    table.receives("ben", BENS)
    pending = table.receives("ben", "BINGO: SÜLZNER GARTENS")
    mails = order(table, orders.RuleWord("SÜLZNER", accepted=False), "kein Wort")

    assert outcome(pending, "ben") == (Outcome.PENDING, None)
    assert contents(mails) == ["ben RuledByRounds"]
    assert shown(of(mails, "ben", RuledByRounds)) == ("KUCHENS", "GARTENS")


def test_an_accepted_word_saves_words_that_were_refused() -> None:
    table = begun('[game.words]\nrefuse = ["QUARZEN"]')
    mails = table.receives("ben", "BINGO: QUARZEN GARTENS")
    saved = begun()
    saved.receives("ben", "BINGO: QUARZEN GARTENS")
    order(saved, orders.RuleWord("QUARZEN", accepted=False))
    back = order(saved, orders.RuleWord("QUARZEN", accepted=True))

    assert outcome(mails, "ben") == (Outcome.REJECTED, Reason.NO_VALID_MOVE)
    assert shown(of(back, "ben", RuledByRounds)) == ("QUARZEN", "GARTENS")


def test_the_first_zat_waits_for_a_ruling_and_reminds_once_a_day() -> None:
    table = begun()
    table.receives("anna", ANNAS)
    table.receives("ben", "BINGO: SÜLZNER GARTENS")
    table.waits(HOUR, "herbst")
    first = zat(table)
    again = table.waits(HOUR, "herbst")
    next_day = table.waits(timedelta(days=1), "herbst")

    assert [contents(each) for each in (first, again, next_day)] == [
        ["gm RulingAsked"], [], ["gm RulingAsked"],
    ]  # fmt: skip
    assert of(first, "gm", RulingAsked).is_reminder
    assert state(table).takes_words
    order(table, orders.RuleWord("SÜLZNER", accepted=True))
    assert "anna ReportByRounds" in contents(table.waits(HOUR, "herbst"))


@pytest.mark.parametrize(("policy", "playing"), [("accept", ("Ben",)), ("refuse", ())])
def test_undecided_words_are_settled_when_the_grace_is_over(
    policy: str, playing: tuple[str, ...]
) -> None:
    table = begun(f'undecided = "{policy}"\nruling_grace = "2d"')
    table.receives("ben", "BINGO: SÜLZNER GARTENS")
    zat(table)
    table.waits(timedelta(days=2), "herbst")

    ruled = [each for each in table.records.log["herbst"] if isinstance(each, WordRuled)]
    assert [(each.word, each.accepted, each.by) for each in ruled] == [
        ("SÜLZNER", policy == "accept", "policy")
    ]
    assert state(table).playing == playing


# Tiles.


def test_tiles_are_drawn_by_the_seed_in_the_order_drawn() -> None:
    """docs/chance.md: purpose `draw R 0`, one by one, from the bag without what was drawn before."""
    table = with_words()
    for _ in range(2):
        zat(table)
    drawn = [each.drawn for each in table.records.log["herbst"] if isinstance(each, TilesCalled)]

    chance = Chance(bytes(32))
    first = chance.one_by_one("draw 1 0", TILES.all_tiles, 10)
    left = list(TILES.all_tiles)
    for tile in first:
        left.remove(tile)
    assert drawn == [first, chance.one_by_one("draw 2 0", "".join(left), 10)]


def test_a_report_shows_numbers_to_all_and_words_to_their_owner() -> None:
    table = with_words()
    mails = zat(table)

    mine, public = of(mails, "anna", ReportByRounds), of(mails, "gm", ReportByRounds)
    assert shown(mine) == ("STERNEN", "GARTENS")
    assert public.own is None
    assert mine.face == public.face
    assert mine.face.revealed == ()
    assert mine.own is not None
    assert mine.own.fresh == 14 - mine.own.crossed.value.left


def test_all_words_are_shown_at_the_end_and_the_seed_with_them() -> None:
    table = with_words()
    mails: tuple[Owed, ...] = ()
    while not state(table).is_over:
        mails = zat(table)

    report = of(mails, "cleo", ReportByRounds)
    assert [each.player for each in report.face.revealed] == ["Anna", "Ben", "Cleo"]
    assert report.face.seed == bytes(32).hex()
    assert report.face.outcome is not None
    assert report.face.outcome.players == tuple(
        each.player for each in report.face.revealed if each.is_winner
    )


def test_press_is_printed_once() -> None:
    table = with_words()
    table.receives("ben", "PRESSE: Ich habe ein gutes Gefühl.")
    first, second = zat(table), zat(table)

    assert [each.text for each in of(first, "anna", ReportByRounds).press] == [
        "Ich habe ein gutes Gefühl."
    ]
    assert of(second, "anna", ReportByRounds).press == ()


# Calls.


def until_complete(table: AtTable) -> str:
    while True:
        zat(table)
        done = [name for name in state(table).playing if is_complete(state(table), name)]
        if done:
            return done[0].lower()


def test_where_the_referee_sees_it_a_call_is_answered_and_does_nothing() -> None:
    table = with_words()
    zat(table)

    mails = table.receives("anna", "BINGO")

    assert outcome(mails, "anna") == (Outcome.REJECTED, BingoReason.NOT_CALLED_HERE)


@pytest.mark.parametrize("rounds", [0, 1])
def test_a_false_call_is_answered_and_costs_nothing(rounds: int) -> None:
    table = with_words(PLAYER)
    for _ in range(rounds):
        zat(table)
    mails = table.receives("anna", "BINGO")

    assert contents(mails) == ["anna AnswerByRounds"]
    assert outcome(mails, "anna") == (Outcome.REJECTED, BingoReason.NO_BINGO)
    assert state(table).calls == ()
    assert until_complete(table)


def test_a_true_call_wins_at_the_zat_and_nobody_hears_of_it_before() -> None:
    table = with_words(PLAYER)
    who = until_complete(table)
    called = table.receives(who, "BINGO: STERNEN GARTENS")
    drawn = state(table).drawn
    mails = zat(table)

    assert contents(called) == [f"{who} AnswerByRounds"]
    assert outcome(called, who) == (Outcome.ACCEPTED, None)
    assert state(table).is_over
    assert state(table).drawn == drawn
    assert of(mails, "gm", ReportByRounds).face.outcome is not None
    # The record tells of one more ZAT than of those at which a tile was drawn.
    told = replay_as(BingoGame, table.records.log["herbst"]).zats
    assert len(told) == len(state(table).draws) + 1
    assert [each.tiles == "" for each in told[-2:]] == [False, True]


def test_a_call_after_the_zat_is_for_the_next_round() -> None:
    """The ZAT is over to the second, though tiles are drawn minutes later."""
    table = with_words(PLAYER)
    who = until_complete(table)
    due = state(table).due
    assert due is not None
    table.now = due - timedelta(seconds=59)
    table.receives(who, "BINGO")
    number = state(table).round_number
    zat(table)

    assert not state(table).is_over
    assert state(table).round_number == number + 1
    zat(table)
    outcome_ = state(table).outcome
    assert outcome_ is not None
    assert (outcome_.players, outcome_.tile) == ((who.title(),), None)


def test_if_nobody_ever_calls_all_tiles_are_drawn_and_the_earliest_wins() -> None:
    table = with_words('[game.rules]\ncall = "player"\nper_round = 40')
    for _ in range(3):
        zat(table)
    assert len(state(table).drawn) == 102
    assert not state(table).is_over
    zat(table)

    won = state(table).outcome
    assert won is not None
    assert won.number == 4
    words = {"Anna": "STERNENGARTENS", "Ben": "KUCHENSGARTENS", "Cleo": "RASTENSNADELST"}
    assert won.players == (_first_done(words, state(table).drawn),)


def _first_done(words: dict[str, str], drawn: str) -> str:
    """Return who is complete first, found tile by tile with a pencil."""
    left = {name: list(letters) for name, letters in words.items()}
    for number in range(1, len(drawn) + 1):
        tile = drawn[number - 1]
        jokers = drawn[:number].count("?")
        for letters in left.values():
            if tile in letters:
                letters.remove(tile)
        done = [name for name, letters in left.items() if len(letters) <= jokers]
        if done:
            return done[0]
    raise AssertionError("all tiles cross out all words")


# Players, orders.


def test_nobody_joins_once_tiles_are_drawn() -> None:
    table = begun('registration = "open"')
    table.receives("anna", ANNAS)
    dora = table.receives("dora", "ANMELDEN\nBINGO: QUARZEN GARTENS")
    zat(table)
    eva = table.receives("eva", "BINGO: QUARZEN GARTENS")

    assert set(contents(dora)) == {
        "dora AnswerByRounds",
        "dora CommandAnswerByRounds",
        "dora OpeningByRounds",
    }
    assert state(table).fixed.get("dora") == ("QUARZEN", "GARTENS")
    assert eva == ()


def test_who_leaves_can_no_longer_win() -> None:
    table = with_words("[game.rules]\nper_round = 102")
    table.receives("ben", "ABMELDEN")
    mails = zat(table)

    won = state(table).outcome
    assert won is not None
    assert "Ben" not in won.players
    assert "ben ReportByRounds" not in contents(mails)
    assert state(table).fixed.get("Ben") is None


def test_a_renamed_player_keeps_his_words() -> None:
    table = with_words(PLAYER)
    who = until_complete(table).title()
    order(table, orders.RenamePlayer(who, "Zoe"))

    assert is_complete(state(table), "Zoe")
    assert state(table).fixed.get(who) is None


@pytest.mark.parametrize(
    "what",
    [
        pytest.param(orders.RevokeOrder(), id="revoke"),
        pytest.param(orders.DrawTiles("ABC"), id="draw"),
        pytest.param(orders.PublishReport(), id="publish"),
        pytest.param(orders.CorrectScore("Anna", 5, None), id="correct"),
        pytest.param(orders.ReopenRound(datetime(2026, 12, 18, tzinfo=UTC)), id="reopen"),
    ],
)
def test_orders_that_bingo_does_not_know_are_refused(what: orders.GmOrder) -> None:
    refused = with_words().refuses(what, "", "herbst")

    assert refused == OtherFamily("all")


def test_orders_of_games_in_turns_are_refused() -> None:
    assert with_words().refuses(UndoTurn(), "", "herbst") == OtherFamily("turns")


def test_the_clock_stands_in_a_pause_and_goes_on_with_a_new_zat() -> None:
    table = with_words()
    paused = order(table, orders.PauseGame(), "Feiertage")
    assert contents(paused) == ["anna NoticeByRounds", "ben NoticeByRounds", "cleo NoticeByRounds"]
    assert state(table).due is None
    table.receives("anna", BENS)
    table.now = LATER - timedelta(days=2)
    order(table, orders.ResumeGame(LATER))

    assert state(table).due == LATER
    zat(table)
    assert state(table).fixed.get("Anna") == ("KUCHENS", "GARTENS")


def test_who_only_reads_the_reports_hears_of_a_pause_and_is_not_told_how_to_send_words() -> None:
    table = with_words(keys='subscribers = ["zoe@example.com"]')

    paused = order(table, orders.PauseGame(), "Feiertage")

    assert contents(paused)[-1] == "zoe NoticeByRounds"
    assert paused[-1].player is None


def test_tiles_may_be_drawn_before_the_zat_only_when_said_so() -> None:
    table = with_words()
    refused = table.refuses(orders.CloseRound(is_early=False, undecided=None), "", "herbst")
    done = table.refuses(orders.CloseRound(is_early=True, undecided=None), "Eilig", "herbst")

    assert isinstance(refused, orders.BeforeZat)
    assert isinstance(done, Step)
    mails = table.take(done)
    assert of(mails, "anna", ReportByRounds).because == "Eilig"
    assert state(table).drawn


def test_a_game_that_is_ended_shows_all_words_and_no_winner() -> None:
    table = with_words()
    zat(table)
    mails = order(table, orders.EndGame(), "Zu wenige")

    report = of(mails, "anna", ReportByRounds)
    assert report.face.ended == "game_master"
    assert report.face.outcome is None
    assert len(report.face.revealed) == 3


def test_words_entered_for_a_player_are_shown_to_him_alone() -> None:
    table = begun()
    mails = table.receives("gm", f"Herbst-Bingo\nSpieler=Ben\n{BENS}")

    assert sorted(contents(mails)) == ["ben AnswerByRounds", "gm AnswerByRounds"]
    assert shown(answer(mails, "ben")) == ("KUCHENS", "GARTENS")
    copy = answer(mails, "gm")
    assert (copy.own, copy.considered.found, copy.considered.entry) == (None, None, None)


def test_the_fixed_words_are_recorded_with_the_first_tiles() -> None:
    table = with_words()
    zat(table)

    fixed = [each for each in table.records.log["herbst"] if isinstance(each, WordsFixed)]
    assert [each.players for each in fixed] == [("Anna", "Ben", "Cleo")]
    assert "STERNEN" not in repr(fixed)


def test_the_opening_goes_to_all_once() -> None:
    table = begun()

    assert contents(table.mails) == [
        "anna OpeningByRounds", "ben OpeningByRounds", "cleo OpeningByRounds", "gm OpeningByRounds",
    ]  # fmt: skip
    assert of(table.mails, "gm", OpeningByRounds).for_game_master


@pytest.mark.parametrize("who", ["anna", "cleo"])
def test_words_that_came_in_time_and_surface_late_stay_out_and_both_are_told(who: str) -> None:
    """Other games 2: no draw is taken back. Anna had sent others, Cleo none."""
    table = begun()
    table.receives("anna", ANNAS)
    table.receives("ben", BENS)
    table.waits(till_zat(table), "herbst")
    before = state(table)

    owed = words_seen_late(table, who)

    assert outcome(owed, who) == (Outcome.REJECTED, BingoReason.WORDS_ARE_FIXED)
    answered = of(owed, who, AnswerByRounds)
    assert answered.was_in_time
    notice = of(owed, "gm@example.org", Notice)
    assert isinstance(notice.about, LateWords)
    assert notice.about.player == who.title()
    assert "KUCHENS" not in repr(notice)
    assert state(table).words == before.words


def test_words_that_come_late_are_no_news_to_the_game_master() -> None:
    table = begun()
    table.receives("anna", ANNAS)
    table.waits(till_zat(table), "herbst")

    owed = table.receives("anna", BENS)

    assert not of(owed, "anna", AnswerByRounds).was_in_time
    assert [mail.recipient for mail in owed] == ["anna@example.org"]


def test_the_digest_names_what_was_set_aside_unread_since_words_may_come() -> None:
    table = begun()
    opened = table.now
    aside = (
        Unread("U1", "ben@example.org", opened + timedelta(minutes=1)),
        Unread("U2", "ben@example.org", opened - timedelta(days=9)),
    )
    table.office = replace(table.office, unread=lambda: aside)

    mails = table.waits(till_zat(table) - timedelta(hours=12), "herbst")

    (digest,) = [found for each in mails if isinstance(found := each.content, DigestByRounds)]
    assert isinstance(digest.desk, DeskByRounds)
    assert [each.number for each in digest.desk.unread] == ["U1"]
