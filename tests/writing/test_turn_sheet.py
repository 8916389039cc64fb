"""The score sheet and the list of all turns of a game in turns: every sum can be followed (seed 002)."""

from mailref.games.by_turns.history import SheetLine, ToldTurn, TurnHistory, TurnKind
from mailref.games.by_turns.mails import ledger_lines, scores_figure
from mailref.games.in_hand import Seat
from mailref.writing.scene import Words
from tests.games.classic.examples import STANDARD
from tests.writing.builders import means

WORDS = Words(means().templates["de"])
SEATS = (Seat("Anna", -4, 2, is_out=False), Seat("Ben", 9, 0, is_out=False))
TURNS = (
    ToldTurn(1, "Anna", TurnKind.PASS),
    ToldTurn(2, "Ben", TurnKind.EXCHANGE, count=3),
    ToldTurn(3, "Anna", TurnKind.EXCHANGE, count=1),
    ToldTurn(4, "Ben", TurnKind.TIMEOUT),
    ToldTurn(5, "Anna", TurnKind.PASS),
)
SHEET = (
    SheetLine("Anna", "turn", 1, 0, 0),
    SheetLine("Ben", "turn", 2, 0, 0),
    SheetLine("Anna", "cost", 2, -5, -5),
    SheetLine("Anna", "turn", 3, 0, -5),
    SheetLine("Ben", "turn", 4, 0, 0),
    SheetLine("Anna", "corrected", 4, 10, 5),
    SheetLine("Anna", "turn", 5, 0, 5),
)
HISTORY = TurnHistory(course=TURNS, sheet=SHEET)


def test_a_line_of_the_score_sheet_holds_one_turn_of_each() -> None:
    """What a challenge costs moves no later turn into another line; a time-out is marked (classic 7.3)."""
    found = scores_figure(HISTORY, SEATS, WORDS, last=12)

    assert found.rows == (
        (("0−5", "−5"), ("0", "0")),
        (("0+10", "5"), ("NMR", "0")),
        (("0", "5"), ("", "")),
    )


def test_the_last_line_of_a_finished_game_brings_each_to_his_total() -> None:
    sheet = (
        *SHEET,
        SheetLine("Anna", "cost", 5, -5, 0),
        SheetLine("Anna", "end", 5, -9, -9),
        SheetLine("Ben", "end", 5, 9, 9),
    )

    found = scores_figure(TurnHistory(course=TURNS, sheet=sheet), SEATS, WORDS)

    assert found.rows[-1] == (("−9", "−9"), ("+9", "9"))


def test_what_a_player_lost_before_his_first_turn_stands_before_it() -> None:
    """Ben challenges the opening in vain, and is corrected after the end: each sum stands there."""
    turns = (TURNS[0], ToldTurn(2, "Ben", TurnKind.PLAY, points=20))
    first = (SheetLine("Anna", "turn", 1, 0, 0), SheetLine("Ben", "cost", 1, -5, -5))
    sheet = (
        *first,
        SheetLine("Ben", "turn", 2, 20, 15),
        SheetLine("Anna", "end", 2, -8, -8),
        SheetLine("Ben", "end", 2, -3, 12),
        SheetLine("Ben", "corrected", 2, 5, 17),
    )

    before = scores_figure(TurnHistory(course=turns[:1], sheet=first), SEATS, WORDS)
    found = scores_figure(TurnHistory(course=turns, sheet=sheet), SEATS, WORDS)

    assert before.rows == ((("0", "0"), ("−5", "−5")),)
    assert found.rows == ((("0", "0"), ("−5+20", "15")), (("−8", "−8"), ("−3+5", "17")))


def test_nothing_more_is_no_sign_that_a_sum_follows() -> None:
    """Who challenges in vain, and whose play is taken back, got `−5=`, which nobody could read."""
    turns = (TURNS[0], ToldTurn(2, "Ben", TurnKind.PLAY, points=0))
    first = (SheetLine("Anna", "turn", 1, 0, 0), SheetLine("Ben", "cost", 1, -5, -5))
    sheet = (*first, SheetLine("Ben", "turn", 2, 0, -5))

    found = scores_figure(TurnHistory(course=turns, sheet=sheet), SEATS, WORDS)

    assert found.rows == ((("0", "0"), ("−5+0", "−5")),)


def test_the_list_of_turns_names_what_changed_a_total_beside_them() -> None:
    found = ledger_lines(HISTORY, STANDARD, WORDS)

    assert [(each.number, each.player, each.said, each.points, each.total) for each in found] == [
        ("1", "Anna", "gepasst", "0", "0"),
        ("2", "Ben", "3 Steine getauscht", "0", "0"),
        ("2", "Anna", "Anfechtungskosten", "−5", "−5"),
        ("3", "Anna", "1 Stein getauscht", "0", "−5"),
        ("4", "Ben", "Zeit abgelaufen", "0", "0"),
        ("4", "Anna", "Berichtigung", "10", "5"),
        ("5", "Anna", "gepasst", "0", "5"),
    ]
