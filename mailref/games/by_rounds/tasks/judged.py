"""An entry for a game of which each round sets a task, as `judge --json` says it."""

from mailref.games.by_rounds.tasks.course import judged_in
from mailref.games.by_rounds.tasks.reading import answer_in
from mailref.record.as_json import Json
from mailref.referee.policy import Considered


def as_object(entry: Considered, *_: object) -> dict[str, Json]:
    """Return an entry as the object of contract 3: its answer, what that is worth, what is wrong with it."""
    written, judged = answer_in(entry.entry), judged_in(entry.found)
    return {
        "answer": written.answer if written is not None else None,
        "points": judged.points if judged is not None else None,
        "fault": judged.fault or None if judged is not None else None,
    }
