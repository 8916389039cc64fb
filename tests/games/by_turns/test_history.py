"""What is told of games in turns, turn by turn: the sample game of seed 002, and what is taken back."""

import json
from datetime import timedelta
from pathlib import Path

from mailref.games.by_turns.course import Course, FromMail, told_of
from mailref.games.by_turns.events import AcceptedHow, SeatedEvent, TurnEvent
from mailref.games.by_turns.history import SheetLine, ToldTurn, TurnHistory, TurnKind
from mailref.games.by_turns.mails import totals_over_turns
from mailref.games.classic.book import ClassicBook
from mailref.games.classic.game import TurnGame, apply_in_turns, classic
from mailref.games.events import CommonEvent
from mailref.games.game import apply_common
from tests.games.classic.examples import READER, START, Given, game_of, lines_of, words_of

CASES = {
    case["name"]: case
    for case in json.loads((Path(__file__).parents[1] / "cases/classic.json").read_text("utf-8"))[
        "cases"
    ]
}


def _told(name: str) -> TurnHistory:
    """Return what is told at the end of a case that consists of mails."""
    case = CASES[name]
    game = game_of(case["setup"])
    steps: list[tuple[object, TurnGame]] = []
    at = START
    for step in case["steps"]:
        at += timedelta(minutes=1)
        draws = Given(list(step.get("draws", ())))
        course = Course(game, ClassicBook(), words_of(case["setup"]), draws, at, lambda *_: None)
        written = READER.read(lines_of(step["lines"]), game.rules.notation)
        course.respond(FromMail(step["mail"], at, "mail"), written)
        for event in course.events:
            if isinstance(event, CommonEvent):
                game = apply_common(game, event)
            elif isinstance(event, SeatedEvent | TurnEvent):
                game = apply_in_turns(game, event)
            steps.append((event, game))
        assert game == classic(course.game)
    return told_of(steps)


def test_the_score_sheet_of_the_sample_game_is_that_of_the_booklet() -> None:
    told = _told("sample-game-whole")
    assert [turn.number for turn in told.turns] == list(range(1, 27))
    of_anna = [(line.points, line.total) for line in told.sheet if line.player == "Anna"]
    assert of_anna[:2] == [(26, 26), (51, 77)]
    assert of_anna[-2:] == [(26, 353), (-4, 349)]
    assert told.sheet[-1] == SheetLine("Ben", "end", 26, 4, 361)
    assert [told.turns[number - 1].bag for number in (20, 21, 22, 23)] == [6, 3, 0, 0]
    assert told.turns[25].accepted is AcceptedHow.MAIL
    assert told.turns[2].formula == "17*3=51"
    assert told.turns[2].total == 77
    assert [draw.count for draw in told.turns[0].draws] == [6]


def test_a_play_that_went_back_has_no_points_and_what_was_paid_has_a_line() -> None:
    told = _told("challenge-upheld")
    assert told.turns[0].is_taken_back
    assert (told.turns[0].points, told.turns[0].total) == (0, 0)
    assert told.turns[0].challenges[0].verdicts == (("RUNKCE", False),)
    told = _told("two-words-in-vain-cost-each")
    assert told.turns[0].kind is TurnKind.PLAY
    assert not told.turns[0].is_open  # each of its words is decided
    costs = [line for line in told.sheet if line.why == "cost"]
    assert costs == [SheetLine("Anna", "cost", 2, -10, 16)]


def test_the_chart_counts_turns_as_the_page_does_and_takes_a_cost_where_it_fell() -> None:
    turns = [("Anna", 1), ("Ben", 2), ("Anna", 3), ("Ben", 4), ("Anna", 5)]
    told = TurnHistory(
        players=(("Anna", 0), ("Ben", 0)),
        course=(
            *(ToldTurn(number, player, TurnKind.PLAY) for player, number in turns),
            ToldTurn(6, "Ben", TurnKind.OUT),
        ),
        sheet=(
            SheetLine("Anna", "turn", 1, 22, 22),
            SheetLine("Ben", "turn", 2, 4, 4),
            SheetLine("Anna", "turn", 3, 13, 35),
            SheetLine("Ben", "cost", 3, -5, -1),
            SheetLine("Ben", "turn", 4, 0, -1),
            SheetLine("Anna", "turn", 5, 17, 52),
            SheetLine("Anna", "end", 5, -3, 49),
            SheetLine("Ben", "end", 6, -2, -3),
        ),
    )
    assert totals_over_turns(told) == {"Anna": (22, 22, 35, 35, 49), "Ben": (0, 4, -1, -1, -3)}
