"""Moves as the JSON objects of contract 3, for `judge --json` and the export."""

from collections.abc import Sequence

from mailref.rules.board import Square, place_name, square_name
from mailref.rules.faults import Fault
from mailref.rules.moves import BlankOn, Play
from mailref.rules.scoring import Judged, JudgedPlay, Status
from mailref.rules.variant import Rules

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def moves_to_json(
    moves: Sequence[Judged],
    counts: int | None,
    rules: Rules,
    *,
    may_be_unused: bool = True,
    shows_asked: bool = False,
) -> list[Json]:
    """Return the moves in the order written; a valid one that does not count is `unused`.

    With *shows_asked* the plays of an invalid move are all shown as they were asked for, those that
    fit nowhere without points: what was understood.
    """
    shown: list[Json] = []
    for index, judged in enumerate(moves):
        is_unused = may_be_unused and judged.status is Status.VALID and index != counts
        move = move_to_json(judged, rules, is_unused=is_unused)
        if shows_asked and judged.status is Status.INVALID:
            move["plays"] = _asked(judged, rules)
        shown.append(move)
    return shown


def _asked(judged: Judged, rules: Rules) -> list[Json]:
    """Return every play of a move as it was asked for; those that fit the board with their words."""
    laid = {
        (play.scored.square, play.scored.direction, play.scored.word): play for play in judged.plays
    }
    asked: list[Json] = []
    for play in judged.written.move.plays if judged.written.move else ():
        fits = laid.get((play.square, play.direction, play.word))
        asked.append(_play(fits, rules) if fits else _unlaid(play, rules))
    return asked


def _unlaid(play: Play, rules: Rules) -> Json:
    marked = [play.squares[index] for index in sorted(play.starred)]
    named = [blank.square for blank in play.blanks if isinstance(blank, BlankOn)]
    blanks = [square for square in dict.fromkeys((*marked, *named)) if square.is_on_board]
    return {
        "square": place_name(play.square, play.direction, rules.axes),
        "direction": play.direction.value,
        "word": play.word,
        "blanks": _squares(blanks, rules),
        "points": None,
        "words": [],
    }


def move_to_json(judged: Judged, rules: Rules, *, is_unused: bool = False) -> dict[str, Json]:
    """Return one move; its points and formula are null where it is invalid."""
    is_invalid = judged.status is Status.INVALID
    move = judged.written.move
    return {
        "status": "unused" if is_unused else judged.status.value,
        "points": None if is_invalid else judged.points,
        "formula": None if is_invalid else judged.formula,
        "claimed": move.claimed if move else None,
        "swaps": _squares(judged.swaps, rules),
        "plays": [_play(play, rules) for play in judged.plays],
        "faults": [_fault(fault) for fault in judged.faults],
    }


def _play(play: JudgedPlay, rules: Rules) -> Json:
    scored = play.scored
    return {
        "square": place_name(scored.square, scored.direction, rules.axes),
        "direction": scored.direction.value,
        "word": scored.word,
        "blanks": _squares(scored.blanks, rules),
        "points": scored.points,
        "words": [
            {"word": word.word, "points": word.points, "verdict": verdict.code}
            for word, verdict in zip(scored.words, play.verdicts, strict=True)
        ],
    }


def _squares(squares: Sequence[Square], rules: Rules) -> list[Json]:
    return [square_name(square, rules.axes) for square in squares]


def _fault(fault: Fault) -> Json:
    span = fault.span
    return {"code": fault.code, "line": span.line, "column": span.column, "text": span.text}
