"""The mails of a game of which each round sets a task: its figures, and what its templates are told.

The templates lie in `tasks/`; what a kind says itself they include from its own folder.
"""

from mailref.games.by_rounds.contents import ReportByRounds
from mailref.games.by_rounds.mails import MOST_ROWS, Told, found_in, names_seen, shown_rows
from mailref.games.by_rounds.tasks.course import judged_in
from mailref.games.by_rounds.tasks.game import ClosedTask
from mailref.games.statistics import MOST_FIGURES
from mailref.orders.order_words import forms
from mailref.report.sheet import figure, shown_name
from mailref.writing.document import Figure, ListFigure, TilesFigure
from mailref.writing.never_a_move import name_seen
from mailref.writing.scene import Words

FOLDER = "tasks"
_RESIGNS = frozenset(each.casefold() for each in forms("resign"))
"""Words that are no order here: who writes one, and it is no good answer, is told how to leave."""


def seen(
    content: Told, words: Words, reader: str | None, figures: dict[str, Figure]
) -> dict[str, object]:
    """Return what the templates are told; add the task, the table and the answers of the last round."""
    face, labels = content.face, words.table
    if face.task is not None:
        tiles = tuple((each, None) for each in face.task if each.strip())
        figures["task"] = TilesFigure(words.label("task") + words.before_colon, tiles)
    rows = tuple(
        (shown_name(name_seen(row.player)), str(row.rank), figure(row.total))
        for row in shown_rows(face.table, reader)
    )
    judged = judged_in(found_in(content))
    has_points = any(row.total for row in face.table)  # where nobody has any, nobody has won
    figures["table"] = ListFigure((labels.player, labels.rank, labels.total), rows)
    if isinstance(content, ReportByRounds) and content.closed is not None:
        figures["answers"] = _answers(content.closed, words, reader)
    return {
        "more": max(0, len(face.table) - MOST_ROWS),
        "own": content.own.value if content.own is not None else None,
        "judged": judged,  # what the mail that is answered has sent
        "resigns": judged is not None and judged.answer.casefold() in _RESIGNS,
        "rows": len(face.table),
        "figures": getattr(content, "statistics", ())[:MOST_FIGURES],
        "winners": names_seen([row.player for row in face.table if row.rank == 1 and has_points]),
    }


def _answers(closed: ClosedTask, words: Words, reader: str | None) -> ListFigure:
    """Return what all have answered, the most points first."""
    rows = shown_rows(sorted(closed.rows, key=lambda row: -row.points), reader)
    return ListFigure(
        (words.table.player, words.label("task_answer"), words.table.points),
        tuple(
            (shown_name(name_seen(row.player)), name_seen(row.answer or "–"), str(row.points))
            for row in rows
        ),
    )


def template(content: Told) -> str:
    """Return which template writes a mail: of a report what it tells names that."""
    if not isinstance(content, ReportByRounds):
        return content.template
    if content.face.ended:
        return "report/over"
    return "report/stands" if content.closed is None else "report/scored"


def to_copy(words: Words) -> tuple[str, ...]:
    """Return the line in which a player answers."""
    return (f"{words.label('task_answer')}: __",)


def event(content: Told, words: Words, address: str) -> str:  # noqa: ARG001  of every round the same
    """Return what a calendar says of the ZAT."""
    return words.phrase("event_turn_text", address)
