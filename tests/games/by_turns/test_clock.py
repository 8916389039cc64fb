"""The clock of games in turns, absence, what comes late or twice, and what the game master orders."""

from datetime import UTC, date, datetime, timedelta

import pytest
from msgspec.structs import replace

from mailref.games.by_turns.contents import (
    ChallengeSettled,
    NobodyMoves,
    OrderAnswer,
    RulingAskedAtTable,
    TakenBack,
    TurnCommandAnswer,
    TurnEffect,
    TurnReminder,
    TurnReport,
    TurnTaken,
    TurnTakenBack,
)
from mailref.games.by_turns.events import (
    AcceptedHow,
    AwayEnded,
    AwaySet,
    PlayAccepted,
    PlayChallenged,
    PlayerOut,
)
from mailref.games.by_turns.history import TurnKind
from mailref.games.classic.game import TurnGame
from mailref.games.events import PlayerRenamed
from mailref.games.family import family_of
from mailref.games.tournament.tournament import outcome_of
from mailref.orders.table import NotDone
from mailref.referee import gm_orders as in_turns
from mailref.referee import gm_orders as orders
from mailref.referee.contents import AddressAsked, Notice, RulingAsked
from mailref.referee.policy import Receipt
from tests.games.by_turns.at_table import DAY, MINUTE, START, AtTable, at_table, contents, kiel, of
from tests.tiles.builders import WordList

STARTER = '[game.rules]\nstarter = "Anna"'
ZAT = datetime(2026, 12, 6, 19, 0, tzinfo=UTC)
"""Five days after the start, at the next 20:00 in Berlin."""
HOUR = timedelta(hours=1)


def anna_first(keys: str = "", inner: str = STARTER, **more: object) -> AtTable:
    return at_table(kiel(keys, inner, **more))  # type: ignore[arg-type]  # variant and players


def test_a_turn_is_urgent_on_the_day_before_its_zat() -> None:
    """Then the game master hears at once of mails that could not be read."""
    table = anna_first('move_time = "5d"')
    family = family_of(table.running())
    second = timedelta(seconds=1)

    moments = (ZAT - DAY - second, ZAT - DAY, ZAT, ZAT + second)
    assert [family.is_urgent(moment) for moment in moments] == [False, True, True, False]


def exchange(table: AtTable, name: str) -> str:
    return f"TAUSCHE {table.running().game.hands[name].rack.value[0]}"


def word(table: AtTable, name: str) -> str:
    """Return a line that lays two letters of a rack on the star; words are looked up by nobody."""
    rack = table.running().game.hands[name].rack.value.replace("?", "")
    return f"H8 {rack[:2]}"


def to_move(table: AtTable) -> str:
    turn = table.running().game.turn
    assert turn is not None
    return turn.player


def test_a_zat_is_the_first_hour_after_the_time_for_a_move() -> None:
    table = anna_first()
    turn = table.running().game.turn
    assert turn is not None
    assert turn.deadline == ZAT
    skipping = anna_first("skip = [2026-12-06]")
    turn = skipping.running().game.turn
    assert turn is not None
    assert turn.deadline == ZAT + DAY


def test_a_turn_that_is_over_scores_nothing_and_the_next_begins() -> None:
    table = anna_first()
    assert table.waits(ZAT - START) == () or contents(table.mails)[-1] == "anna TurnReminder"
    owed = table.waits(MINUTE * 3)
    report = of(owed, "ben", TurnReport)
    (taken,) = [each for each in report.happened if isinstance(each, TurnTaken)]
    assert taken.turn.kind is TurnKind.TIMEOUT
    assert to_move(table) == "Ben"
    assert table.waits(MINUTE) == ()


def test_a_move_after_the_zat_is_late_and_time_in_hand_lets_it_count() -> None:
    table = anna_first()
    table.now = ZAT + MINUTE
    assert of(table.receives("Anna", "PASSE"), "anna", OrderAnswer).considered.reason == "late"
    table = anna_first('bank = "2h"')
    table.now = ZAT + HOUR - MINUTE
    owed = table.receives("Anna", "PASSE")
    assert isinstance(of(owed, "anna", TurnReport), TurnReport)
    assert table.running().game.hands["Anna"].bank_used == 3600
    table = anna_first('bank = "2h"')
    table.waits(ZAT + HOUR - START)
    assert to_move(table) == "Anna"
    table.waits(HOUR + 3 * MINUTE)
    assert to_move(table) == "Ben"
    assert table.running().game.hands["Anna"].bank_used == 7200


def test_after_three_time_outs_a_player_is_out_and_the_game_master_hears_of_the_second() -> None:
    table = anna_first()
    for _ in range(2):
        table.waits(6 * DAY)
        table.receives("Ben", exchange(table, "Ben"))
    assert sum(name == "gm TimedOutAgain" for name in contents(table.mails)) == 1
    owed = table.waits(6 * DAY)
    report = of(owed, "ben", TurnReport)
    assert [each.player for each in report.happened if isinstance(each, PlayerOut)] == ["Anna"]
    assert report.finished is not None
    assert table.running().game.ended == "timeouts"


def test_where_everybody_timed_out_the_game_master_is_asked_and_nobody_is_out() -> None:
    table = anna_first("timeouts = 2")
    for _ in range(2):
        table.waits(6 * DAY)
    assert not any("NobodyMoves" in each for each in contents(table.mails))
    owed = table.waits(6 * DAY)
    assert of(owed, "gm", NobodyMoves).policy.id == "kiel"
    assert not table.running().game.is_over


def test_who_has_not_moved_is_reminded_once() -> None:
    table = anna_first('reminder = "48h"')
    assert table.waits(DAY) == ()
    owed = table.waits(ZAT - 47 * HOUR - table.now)
    assert contents(owed) == ["anna TurnReminder"]
    assert of(owed, "anna", TurnReminder).own.player == "Anna"
    assert table.waits(HOUR) == ()


def test_an_absence_moves_a_zat_behind_it_and_all_are_told() -> None:
    table = anna_first()
    owed = table.receives("Anna", "URLAUB 5.12.-9.12.")
    assert of(owed, "anna", TurnCommandAnswer).away == (date(2026, 12, 5), date(2026, 12, 9))
    report = of(owed, "ben", TurnReport)
    assert report.happened[0] == AwaySet("Anna", date(2026, 12, 5), date(2026, 12, 9))
    turn = table.running().game.turn
    assert turn is not None
    # 44 hours of the fifth and sixth were left when the absence began: 9 December, 24:00, and these.
    assert turn.deadline == datetime(2026, 12, 11, 19, 0, tzinfo=UTC)
    refused = table.receives("Anna", "URLAUB heute")
    assert contents(refused) == ["anna OrderAnswer"] or contents(refused) == [
        "gm Notice",
        "anna OrderAnswer",
    ]
    refused = table.receives("Anna", "URLAUB 1.1.-31.1.")
    assert [each.value for each in of(refused, "anna", TurnCommandAnswer).refused] == [
        "too_long_away"
    ]


def test_an_absence_that_is_taken_back_moves_its_zat_back_and_gives_its_days_back() -> None:
    table = anna_first("vacation = '21d'")
    before = table.running().game.due
    table.receives("Anna", "URLAUB 5.12.-9.12.")
    assert table.running().game.due != before

    owed = table.receives("Anna", "URLAUB AUS")

    assert of(owed, "ben", TurnReport).happened[0] == AwayEnded("Anna", date(2026, 12, 1))
    assert "anna TurnReport" not in contents(owed)
    assert table.running().game.due == before
    assert table.running().game.hands["Anna"].absences == ()
    assert table.running().vacation_left("Anna") == 21
    refused = table.receives("Anna", "URLAUB AUS")
    assert of(refused, "anna", TurnCommandAnswer).refused == (NotDone.NO_ABSENCE_OF_HIS,)


def test_who_comes_back_early_has_the_time_that_was_left_from_the_next_day_on() -> None:
    """44 hours of the fifth and sixth were left when it began; on the seventh he is back."""
    table = anna_first()
    table.receives("Anna", "URLAUB 5.12.-9.12.")
    table.waits(datetime(2026, 12, 7, 11, 0, tzinfo=UTC) - table.now)

    table.receives("Anna", "Bitte meinen Urlaub streichen.")

    assert table.running().game.due == datetime(2026, 12, 9, 19, 0, tzinfo=UTC)
    (away,) = table.running().game.hands["Anna"].absences
    assert away == (date(2026, 12, 5), date(2026, 12, 7))


def test_who_moves_in_his_absence_and_says_that_he_is_back_is_back() -> None:
    table = anna_first()
    table.receives("Anna", "URLAUB 5.12.-9.12.")
    table.waits(datetime(2026, 12, 7, 11, 0, tzinfo=UTC) - table.now)

    table.receives("Anna", "Bin wieder da!\nPASSE")

    (away,) = table.running().game.hands["Anna"].absences
    assert away == (date(2026, 12, 5), date(2026, 12, 7))


def test_a_zat_that_the_game_master_has_set_stays_where_an_absence_is_taken_back() -> None:
    table = anna_first()
    table.receives("Anna", "URLAUB 5.12.-9.12.")
    later = datetime(2026, 12, 20, 19, 0, tzinfo=UTC)
    table.orders(orders.ExtendDeadline(later))

    table.receives("Anna", "URLAUB AUS")

    assert table.running().game.due == later


def test_days_of_absence_that_are_noted_already_cost_nothing() -> None:
    """24 December to 2 January are ten of 21 days; to 4 January, twelve."""
    table = anna_first("vacation = '21d'")
    left = []
    told = []
    for text in ("24.12.-2.1.", "24.12.-2.1.", "26.12.-30.12.", "30.12.-4.1.", "5.1.-7.1."):
        owed = table.receives("Ben", f"URLAUB {text}")
        answer = of(owed, "ben", TurnCommandAnswer)
        assert answer.away is not None
        assert not answer.refused
        left.append(table.running().vacation_left("Ben"))
        told.append("anna TurnReport" in contents(owed))
    assert left == [11, 11, 11, 9, 6]
    assert told == [True, False, False, True, True]
    (days,) = (each.away for each in of(owed, "anna", TurnReport).face.seats if each.name == "Ben")
    assert days == ((date(2026, 12, 24), date(2027, 1, 7)),)


def test_a_zat_in_two_absences_that_overlap_moves_once() -> None:
    table = anna_first()
    table.receives("Anna", "URLAUB 5.12.-9.12.")
    table.receives("Anna", "URLAUB 7.12.-10.12.")
    turn = table.running().game.turn
    assert turn is not None
    # As above, of one from the 5th to the 10th: one day more than to the 9th.
    assert turn.deadline == datetime(2026, 12, 12, 19, 0, tzinfo=UTC)


def test_an_absence_moves_the_zat_in_force_and_never_to_an_earlier_day() -> None:
    """Who got more time from the game master keeps it; a ZAT so moved lies behind an absence, too."""
    table = anna_first()
    later = datetime(2026, 12, 20, 19, 0, tzinfo=UTC)
    table.orders(orders.ExtendDeadline(later))
    assert table.refuses(orders.ExtendDeadline(later)) == orders.SameDeadline(later)
    table.receives("Anna", "URLAUB 5.12.-9.12.")
    turn = table.running().game.turn
    assert turn is not None
    assert turn.deadline == datetime(2026, 12, 20, 19, 0, tzinfo=UTC)
    # 20 hours of the twentieth were left: the twenty-third, 20:00. The day that is added to it then
    # has the ZAT in it, and lies before days that are known: behind all of them.
    table.receives("Anna", "URLAUB 24.12.-25.12.")
    table.receives("Anna", "URLAUB 20.12.-22.12.")
    turn = table.running().game.turn
    assert turn is not None
    assert turn.deadline == datetime(2026, 12, 23, 19, 0, tzinfo=UTC)
    table.receives("Anna", "URLAUB 23.12.")
    turn = table.running().game.turn
    assert turn is not None
    assert turn.deadline == datetime(2026, 12, 26, 19, 0, tzinfo=UTC)


def test_a_move_sent_twice_is_never_kept_for_a_later_turn() -> None:
    table = anna_first()
    line = exchange(table, "Anna")
    table.receives("Anna", line, subject="Re: [kiel Z1] Du bist am Zug")
    owed = table.receives("Anna", line, subject="Re: [kiel Z1] Du bist am Zug")
    assert of(owed, "anna", OrderAnswer).considered.reason == "already_moved"
    assert not table.running().game.kept
    owed = table.receives("Anna", "PASSE", receipt=_before_the_report)
    assert of(owed, "anna", OrderAnswer).considered.reason == "already_moved"
    owed = table.receives("Anna", "PASSE", subject="Re: [kiel Z2] Ben ist am Zug")
    assert of(owed, "anna", OrderAnswer).effect is TurnEffect.KEPT


def _before_the_report(receipt: Receipt) -> Receipt:
    return replace(receipt, received=receipt.received - 3 * MINUTE)


def test_a_move_that_has_not_seen_the_open_play_waits_for_a_word() -> None:
    table = anna_first()
    table.receives("Anna", word(table, "Anna"))
    owed = table.receives("Ben", "PASSE", subject="Re: [kiel Z1] Anna ist am Zug")
    assert of(owed, "ben", OrderAnswer).effect is TurnEffect.KEPT
    assert table.running().game.open_play is not None
    owed = table.receives("Ben", "ANFECHTEN", subject="Re: [kiel Z1] Anna ist am Zug")
    assert of(owed, "ben", OrderAnswer).considered.reason == "nothing_to_challenge"
    owed = table.receives("Ben", "ANNEHMEN", subject="Re: [kiel Z2] Du bist am Zug")
    told = of(owed, "anna", TurnReport).happened
    # Of two, who sits opposite is not "all others".
    assert PlayAccepted(1, "Anna", "Ben", AcceptedHow.MAIL) in told
    assert TurnTaken in [type(each) for each in told]
    assert to_move(table) == "Anna"


def test_grace_holds_a_move_back_and_lets_it_be_replaced() -> None:
    table = anna_first('grace = "30m"')
    owed = table.receives("Anna", word(table, "Anna"))
    assert contents(owed) == ["anna OrderAnswer"]
    assert of(owed, "anna", OrderAnswer).until == table.now + 30 * MINUTE
    owed = table.receives("Anna", "PASSE")
    assert of(owed, "anna", OrderAnswer).replaces
    assert table.waits(20 * MINUTE) == ()
    owed = table.waits(15 * MINUTE)
    (taken,) = [e for e in of(owed, "ben", TurnReport).happened if isinstance(e, TurnTaken)]
    assert taken.turn.kind is TurnKind.PASS
    assert to_move(table) == "Ben"


def test_two_lines_that_challenge_are_one_challenge_and_the_move_beside_them_is_kept() -> None:
    table = at_table(kiel(inner=STARTER), words=WordList(frozenset({"RABE"})))
    laid = word(table, "Anna")
    table.receives("Anna", laid)
    table.receives("Ben", f"Ich fechte an\nANFECHTEN {laid.split()[1]}\nFALLS ZURÜCK:\nPASSE")
    challenge = table.running().game.challenge
    assert challenge is not None
    assert challenge.words == (laid.split()[1],)
    assert list(table.running().game.kept) == ["Ben"]


def test_of_three_each_may_challenge_for_a_day_whatever_the_next_player_does() -> None:
    table = anna_first(players=("Anna", "Ben", "Cleo"))
    table.receives("Anna", word(table, "Anna"))
    owed = table.receives("Ben", "PASSE")
    assert of(owed, "ben", OrderAnswer).effect is TurnEffect.KEPT
    assert to_move(table) == "Ben"
    owed = table.waits(DAY + 5 * MINUTE)
    kinds = [type(each) for each in of(owed, "anna", TurnReport).happened]
    assert kinds.count(TurnTaken) == 1
    assert PlayAccepted in kinds
    assert to_move(table) == "Cleo"


SEEN = "Re: [kiel Z2] Ben ist am Zug"


def test_a_play_stands_once_all_others_have_moved_after_it() -> None:
    """Classic 5.2: who sends a move in advance after he has seen the play lets it stand, too."""
    table = anna_first(players=("Anna", "Ben", "Cleo"))
    table.receives("Anna", word(table, "Anna"))
    table.receives("Ben", "PASSE")
    assert to_move(table) == "Ben"

    owed = table.receives("Cleo", "PASSE", subject=SEEN)

    told = of(owed, "anna", TurnReport).happened
    assert PlayAccepted(1, "Anna", "Ben", AcceptedHow.ALL) in told
    assert [each.turn.player for each in told if isinstance(each, TurnTaken)] == ["Ben", "Cleo"]
    assert to_move(table) == "Anna"


def test_it_stands_whoever_of_the_others_moves_last() -> None:
    table = anna_first(players=("Anna", "Ben", "Cleo"))
    table.receives("Anna", word(table, "Anna"))
    table.receives("Cleo", "PASSE", subject=SEEN)
    assert table.running().game.open_play is not None
    assert to_move(table) == "Ben"

    table.receives("Ben", "PASSE")

    assert table.running().game.open_play is None
    assert to_move(table) == "Anna"


@pytest.mark.parametrize(
    ("text", "subject"),
    [("PASSE", "Re: [kiel Z1] Anna ist am Zug"), ("FALLS ZURÜCK:\nPASSE", SEEN)],
    ids=["unseen", "if it goes back"],
)
def test_a_move_that_does_not_let_it_stand_leaves_it_open(text: str, subject: str) -> None:
    table = anna_first(players=("Anna", "Ben", "Cleo"))
    table.receives("Anna", word(table, "Anna"))
    table.receives("Cleo", text, subject=subject)

    table.receives("Ben", "PASSE")

    assert table.running().game.open_play is not None
    assert to_move(table) == "Ben"
    owed = table.receives("Cleo", "ANFECHTEN", subject=SEEN)
    assert of(owed, "cleo", TurnReport) is not None


def test_after_the_grace_of_all_moves_a_play_stands_before_its_time() -> None:
    table = anna_first('grace = "30m"', players=("Anna", "Ben", "Cleo"))
    table.receives("Anna", word(table, "Anna"))
    table.waits(35 * MINUTE)
    assert to_move(table) == "Ben"
    table.receives("Ben", "PASSE", subject=SEEN)
    table.receives("Cleo", "PASSE", subject=SEEN)
    assert table.waits(20 * MINUTE) == ()

    table.waits(15 * MINUTE)

    assert table.running().game.open_play is None
    assert to_move(table) == "Anna"


def test_a_challenge_of_one_who_has_not_moved_is_heard_until_then() -> None:
    table = anna_first(players=("Anna", "Ben", "Cleo"))
    table.receives("Anna", word(table, "Anna"))
    table.receives("Ben", "PASSE")

    owed = table.receives("Cleo", "ANFECHTEN", subject=SEEN)

    assert [type(each) for each in of(owed, "anna", TurnReport).happened] == [ChallengeSettled]


def test_a_challenge_that_no_list_decides_waits_for_the_game_master() -> None:
    table = at_table(kiel(inner=STARTER), words=WordList(frozenset({"RABE"})))
    laid = word(table, "Anna")
    table.receives("Anna", laid)
    owed = table.receives("Ben", "ANFECHTEN")
    assert contents(owed) == ["ben TurnReport", "anna TurnReport"]
    assert of(owed, "ben", TurnReport).face.challenge is not None
    owed = table.waits(MINUTE)
    assert contents(owed) == ["gm RulingAskedAtTable"], "one mail, which says all"
    asked = of(owed, "gm", RulingAskedAtTable)
    assert [each.word for each in asked.words] == [laid.split()[1]]
    assert asked.words[0].challenger == "Ben"
    assert table.waits(6 * DAY) == ()
    owed = table.orders(orders.RuleWord(laid.split()[1], accepted=False), "steht nirgends")
    report = of(owed, "anna", TurnReport)
    assert [type(each) for each in report.happened][:2] == [ChallengeSettled, TakenBack]
    assert report.because == "steht nirgends"
    assert report.own is not None
    assert len(report.own.rack.value) == 7


def test_no_clock_runs_while_the_game_master_is_asked() -> None:
    """Ben challenges on the second day of his turn and is to move again ten days later."""
    table = at_table(kiel(inner=STARTER), words=WordList(frozenset({"RABE"})))
    laid = word(table, "Anna")
    table.receives("Anna", laid)
    table.waits(DAY)
    table.receives("Ben", "ANFECHTEN")
    before = table.running().game.turn
    assert before is not None
    assert before.deadline is not None
    table.waits(10 * DAY)
    owed = table.orders(orders.RuleWord(laid.split()[1], accepted=True))
    turn = table.running().game.turn
    assert turn is not None
    assert (turn.player, turn.number) == ("Ben", 2)
    assert turn.deadline == before.deadline + 11 * DAY
    shown = of(owed, "ben", TurnReport).face.turn
    assert shown is not None
    assert shown.deadline == turn.deadline
    assert table.waits(DAY) == ()


def test_a_move_that_waits_for_a_word_alone_is_made_when_the_zat_accepts_the_play() -> None:
    table = anna_first()
    table.receives("Anna", word(table, "Anna"))
    table.receives("Ben", exchange(table, "Ben"), subject="Re: [kiel Z1] Anna ist am Zug")
    assert to_move(table) == "Ben"
    owed = table.waits(7 * DAY)
    (taken,) = [e for e in of(owed, "anna", TurnReport).happened if isinstance(e, TurnTaken)]
    assert taken.turn.kind is TurnKind.EXCHANGE
    assert table.running().game.hands["Ben"].timed_out == 0


def test_a_word_of_a_move_not_laid_is_shown_without_name_place_and_board() -> None:
    table = at_table(
        kiel(inner=STARTER, variant="classic-open"), words=WordList(frozenset({"RABE"}))
    )
    owed = table.receives("Anna", word(table, "Anna"))
    assert contents(owed) == ["anna OrderAnswer"]
    asked = of(table.waits(MINUTE), "gm", RulingAsked)
    assert (asked.words[0].challenger, asked.words[0].player) == (None, None)
    for name in ("Anna", "Ben"):
        turn = of(table.receives(name, "STAND"), name, TurnCommandAnswer).face.turn
        assert turn is not None
        assert (turn.waits, turn.deadline) == (True, None), "no clock runs"
    owed = table.orders(orders.RuleWord(asked.words[0].word, accepted=True))
    assert [
        type(each) for each in of(owed, "ben", TurnReport).happened if isinstance(each, TurnTaken)
    ]


def test_whose_waiting_move_is_ruled_out_is_told_so_with_board_letters_and_zat() -> None:
    table = at_table(
        kiel(inner=STARTER, variant="classic-open"), words=WordList(frozenset({"RABE"}))
    )
    table.receives("Anna", word(table, "Anna"))
    asked = of(table.waits(MINUTE), "gm", RulingAsked).words[0].word
    owed = table.orders(orders.RuleWord(asked, accepted=False))
    assert "ben TurnReport" not in contents(owed)
    report = of(owed, "anna", TurnReport)
    assert report.refused == (asked,)
    assert report.own is not None
    assert report.face.turn is not None
    assert report.face.turn.player == "Anna"


def test_who_resigns_has_lost_and_nothing_is_deducted() -> None:
    table = anna_first()
    owed = table.receives("Ben", "AUFGABE")
    report = of(owed, "anna", TurnReport)
    assert report.finished is not None
    assert not report.finished.deductions
    assert [(seat.name, seat.rank) for seat in report.face.seats] == [("Anna", 1), ("Ben", 2)]


# The game master.


def test_he_undoes_the_last_turn_and_tiles_are_drawn_anew() -> None:
    table = anna_first()
    before = table.running().game.hands["Anna"].rack.value
    table.receives("Anna", exchange(table, "Anna"))
    owed = table.orders(in_turns.UndoTurn(), "falsch gelesen")
    assert [type(e) for e in of(owed, "ben", TurnReport).happened] == [TurnTakenBack]
    assert table.running().game.hands["Anna"].rack.value == before
    assert to_move(table) == "Anna"
    assert of(owed, "ben", TurnReport).face.history.turns == ()
    assert isinstance(table.refuses(in_turns.UndoTurn()), in_turns.NothingToUndo)
    table.receives("Anna", exchange(table, "Anna"))
    assert to_move(table) == "Ben"


def test_a_move_in_advance_lies_open_from_when_it_is_made() -> None:
    """Classic 5.3: however early it was sent, a third player has his time to challenge it."""
    table = anna_first(players=("Anna", "Ben", "Cleo"))
    table.receives("Ben", word(table, "Ben"))
    table.receives("Cleo", "ANNAHME AN\nPASSE")
    table.waits(3 * DAY)

    table.receives("Anna", "PASSE")

    game = table.running().game
    assert game.open_play is not None
    assert game.open_play.player == "Ben"
    assert (game.open_play.laid_at, to_move(table)) == (table.now, "Cleo")
    assert "Cleo" in game.kept
    table.receives("Anna", "ANNEHMEN")
    assert to_move(table) == "Anna"


def test_who_has_resigned_stays_out_when_a_move_is_undone() -> None:
    """What the owner of a seat wrote of it is his: an undo takes back moves (classic 14)."""
    table = anna_first(players=("Anna", "Ben", "Cleo"))
    rack = table.running().game.hands["Anna"].rack.value
    table.receives("Anna", "PASSE")
    table.receives("Anna", "AUFGABE")
    assert to_move(table) == "Ben"

    table.orders(in_turns.UndoTurn(), "falsch gelesen")

    game = table.running().game
    assert game.playing == ("Ben", "Cleo")
    assert to_move(table) == "Ben"
    assert (game.turn.number if game.turn else 0) == 1
    assert isinstance(game, TurnGame)
    assert game.hands["Anna"].rack.value == ""
    assert len(game.bag.value) == 102 - 14
    assert set(rack) <= set(game.bag.value)


def test_who_went_out_by_a_time_out_plays_again_when_that_is_undone() -> None:
    table = anna_first("timeouts = 1", players=("Anna", "Ben", "Cleo"))
    rack = table.running().game.hands["Anna"].rack
    table.receives("Ben", "ANNAHME AN")
    table.waits(DAY * 8)
    assert table.running().game.playing == ("Ben", "Cleo")

    table.orders(in_turns.UndoTurn(), "Mail war da")

    assert table.running().game.playing == ("Anna", "Ben", "Cleo")
    assert table.running().game.hands["Anna"].rack == rack
    assert table.running().game.hands["Ben"].accepts_all
    assert to_move(table) == "Anna"


def test_who_is_away_is_told_so_once() -> None:
    """The answer to URLAUB says all that the others are told."""
    table = anna_first()

    owed = table.receives("Ben", "URLAUB 6.12.-9.12.")

    assert sorted(contents(owed)) == ["anna TurnReport", "ben TurnCommandAnswer", "gm TurnReport"]


def test_time_for_two_challenges_one_after_the_other_is_given_back_from_the_first_on() -> None:
    """Classic 5.5, 5.6: no clock runs while anything is challenged."""
    unknown = WordList(words=frozenset({"XYLOPHON"}))
    table = at_table(kiel("", STARTER, players=("Anna", "Ben", "Cleo")), words=unknown)
    table.receives("Anna", word(table, "Anna"))
    table.receives("Ben", "ANNEHMEN")
    table.receives("Cleo", "ANNEHMEN")
    table.receives("Ben", word(table, "Ben").replace("H8", "I8"))
    open_play = table.running().game.open_play
    assert open_play is not None
    first, second, *_ = open_play.words
    zat = table.running().game.due
    table.receives("Cleo", f"ANFECHTEN {first}")
    table.waits(DAY * 2)
    table.receives("Anna", f"ANFECHTEN {second}")
    table.waits(DAY)
    table.orders(orders.RuleWord(first, accepted=True))
    table.waits(DAY)

    table.orders(orders.RuleWord(second, accepted=True))

    assert zat is not None
    assert not table.running().game.is_held
    assert table.running().game.due == zat + DAY * 5  # four days and minutes, to the next hour


def test_he_passes_for_a_player_puts_one_out_and_ends_the_game() -> None:
    table = anna_first(players=("Anna", "Ben", "Cleo"))
    assert isinstance(table.refuses(in_turns.PassForPlayer("Ben")), in_turns.NotToMove)
    table.orders(in_turns.PassForPlayer("Anna"))
    assert to_move(table) == "Ben"
    owed = table.orders(orders.ExcludePlayer("Ben"), "verzogen")
    assert PlayerOut("Ben", "verzogen") in of(owed, "anna", TurnReport).happened
    assert to_move(table) == "Cleo"
    owed = table.orders(orders.EndGame())
    finished = of(owed, "cleo", TurnReport).finished
    assert finished is not None
    assert finished.seed
    assert len(finished.draws) == 3
    assert isinstance(table.refuses(orders.EndGame()), orders.GameIsOver)


@pytest.mark.parametrize("because", ["", "verzogen"])
def test_of_two_the_other_has_won_and_nothing_is_deducted_whoever_put_one_out(because: str) -> None:
    """Classic 7.6: who is excluded leaves the other no worse than who resigns."""
    table = anna_first()

    owed = table.orders(orders.ExcludePlayer("Anna"), because)

    finished = of(owed, "ben", TurnReport).finished
    assert finished is not None
    assert finished.deductions == {}
    assert table.running().game.final == {"Anna": 0, "Ben": 0}
    assert table.running().game.hands["Ben"].rack.value


@pytest.mark.parametrize(
    ("turns", "has_result"), [((), False), (("time out",), False), (("PASSE",), True)]
)
def test_what_he_ends_before_anybody_moved_has_no_result(
    turns: tuple[str, ...], has_result: bool
) -> None:
    """Classic 9.2: nobody loses for tiles that nobody could lay; a time-out is no move, a pass is one."""
    table = anna_first()
    for turn in turns:
        if turn == "time out":
            table.waits(ZAT + HOUR - START)
        else:
            table.receives("Anna", turn)

    report = of(table.orders(orders.EndGame()), "ben", TurnReport)

    assert report.finished is not None
    assert (report.finished.why == "game_master") is has_result
    assert bool(report.finished.deductions) is has_result
    assert [seat.rank is not None for seat in report.face.seats] == [has_result] * 2
    assert outcome_of(table.running().game, ("Anna", "Ben")) == () or has_result


def test_the_place_of_who_is_out_is_given_to_nobody() -> None:
    """Classic 7.6: his tiles are back in the bag; nobody could play on with them."""
    table = anna_first(players=("Anna", "Ben", "Cora"))
    table.receives("Ben", "AUFGABE")

    refused = table.refuses(in_turns.ReplacePlayer("Ben", "Dora", "dora@example.org"))

    assert refused == orders.HasLeft("Ben")
    assert list(table.running().game.players) == ["Anna", "Ben", "Cora"]


def test_he_gives_a_place_to_somebody_else() -> None:
    table = anna_first()
    rack = table.running().game.hands["Ben"].rack.value
    owed = table.orders(in_turns.ReplacePlayer("Ben", "Dora", "dora@example.org"), "krank")
    report = of(owed, "dora", TurnReport)
    assert PlayerRenamed("Ben", "Dora", "krank") in report.happened
    assert report.own is None
    until = table.now + timedelta(days=3)
    asked = of(owed, "ben", Notice)
    assert asked.about == AddressAsked("Ben", until, "Dora", "krank")
    assert [mail.recipient for mail in owed].count("ben@example.org") == 1
    table.now = until
    hers = of(table.receives("Dora", "STAND"), "dora", TurnCommandAnswer).own
    assert hers is not None
    assert hers.rack.value == rack


@pytest.mark.parametrize(
    "order",
    [
        orders.CloseRound(is_early=True, undecided=None),
        orders.DrawTiles("A"),
        orders.PublishReport(),
        orders.ReopenRound(ZAT),
    ],
)
def test_orders_of_games_in_rounds_are_refused(order: orders.GmOrder) -> None:
    assert anna_first().refuses(order) == in_turns.OtherFamily("rounds")


def test_he_pauses_and_the_clock_stands_still() -> None:
    table = anna_first()
    table.orders(orders.PauseGame(), "Ferien")
    assert table.waits(10 * DAY) == ()
    table.orders(orders.ResumeGame(None))
    turn = table.running().game.turn
    assert turn is not None
    assert turn.deadline is not None
    assert turn.deadline > table.now + 5 * DAY


def test_of_the_words_challenged_only_those_that_no_list_knows_wait() -> None:
    """Ben lays beside Anna's word and forms three; one of them is in no list."""
    table = at_table(kiel(inner=STARTER), words=WordList(frozenset({"EI", "EE"})))
    table.receives("Anna", "H8 EM")
    table.receives("Ben", "I8 EI")
    owed = table.receives("Anna", "ANFECHTEN")
    report = of(owed, "anna", TurnReport)
    made = next(each for each in report.happened if isinstance(each, PlayChallenged))
    assert sorted(made.words) == ["EE", "EI", "MI"]
    assert report.face.challenge is not None
    assert report.face.challenge.words == ("MI",)
    asked = of(table.waits(MINUTE), "gm", RulingAsked)
    assert ([each.word for each in asked.words], sorted(asked.challenged)) == (
        ["MI"],
        ["EE", "EI", "MI"],
    )
    owed = table.orders(orders.RuleWord("MI", accepted=False))
    settled = [
        each for each in of(owed, "anna", TurnReport).happened if isinstance(each, ChallengeSettled)
    ]
    assert [sorted(each.words) for each in settled] == [["EE", "EI", "MI"]]


def test_a_kept_move_that_the_zat_lets_be_made_is_no_time_out() -> None:
    """Classic 6.2: he has moved in time, and nobody is told of a second time-out in a row."""
    table = at_table(kiel(inner='[game.rules]\nstarter = "Anna"'))
    table.waits(6 * DAY)
    assert table.running().game.hands["Anna"].timed_out == 1
    racks = {name: hand.rack.value for name, hand in table.running().game.hands.items()}
    table.receives("Anna", f"TAUSCHE {racks['Anna'][0]}")
    two = "".join([letter for letter in racks["Ben"] if letter != "?"][:2])
    table.receives("Ben", f"H7 {two}")

    owed = table.waits(8 * DAY)

    assert table.running().game.hands["Anna"].timed_out == 0
    assert table.running().game.turn.number == 4  # type: ignore[union-attr]  # it goes on
    assert contents(owed) == ["anna TurnReport", "ben TurnReport", "gm TurnReport"]


def test_the_time_to_challenge_runs_from_when_the_last_player_got_the_mail() -> None:
    """Classic 5.3; what the next player sends before is kept."""
    table = at_table(kiel(inner='[game.rules]\nstarter = "Anna"', players=("Anna", "Ben", "Cleo")))
    rack = table.running().game.hands["Anna"].rack.value
    two = "".join([letter for letter in rack if letter != "?"][:2])
    table.receives("Anna", f"H7 {two}")
    for name, hours in (("anna", 0), ("ben", 1), ("cleo", 20)):
        table.records.sent["2", f"{name}@example.org"] = table.now + timedelta(hours=hours)
    table.waits(timedelta(hours=21))

    table.receives("Ben", "PASSE")
    table.waits(timedelta(hours=22))
    assert table.running().game.open_play is not None
    challenged = table.receives("Cleo", "ANFECHTEN")
    assert "cleo TurnReport" in contents(challenged)
    table.waits(timedelta(hours=2))

    assert table.running().game.open_play is None
    assert table.running().game.turn.player == "Cleo"  # type: ignore[union-attr]  # it goes on


def test_no_time_to_challenge_ends_while_a_mail_that_shows_the_play_waits() -> None:
    table = at_table(kiel(inner='[game.rules]\nstarter = "Anna"', players=("Anna", "Ben", "Cleo")))
    rack = table.running().game.hands["Anna"].rack.value
    two = "".join([letter for letter in rack if letter != "?"][:2])
    table.receives("Anna", f"H7 {two}")
    table.records.sent["2", "cleo@example.org"] = datetime.max.replace(tzinfo=UTC)
    table.receives("Ben", "PASSE")
    table.waits(timedelta(days=2))
    assert table.running().game.open_play is not None

    table.records.sent["2", "cleo@example.org"] = table.now
    table.waits(timedelta(hours=25))
    table.waits(MINUTE)

    assert table.running().game.open_play is None


@pytest.mark.parametrize(
    "order",
    [
        in_turns.PassForPlayer("Anna"),
        in_turns.ReplacePlayer("Anna", "Eva", "eva@example.org"),
        in_turns.NoteAbsence("Anna", date(2026, 12, 20), date(2026, 12, 24)),
        orders.ExcludePlayer("Anna"),
        orders.ExtendDeadline(START + 30 * DAY),
    ],
)
def test_once_a_game_is_over_nobody_moves_in_it(order: orders.GmOrder) -> None:
    table = anna_first()
    table.receives("Ben", "AUFGABE")

    assert table.refuses(order) == orders.GameIsOver()
