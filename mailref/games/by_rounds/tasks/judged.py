"""An entry for a game of which each round sets a task, as `judge --json` says it."""

from mailref.games.by_rounds.tasks.course import judge_answer
from mailref.games.by_rounds.tasks.policy import RunningTask
from mailref.games.by_rounds.tasks.reading import answer_in
from mailref.record.as_json import Json
from mailref.referee.findings import Considered, Office


def as_object(entry: Considered, running: RunningTask, office: Office) -> dict[str, Json]:
    """Return an entry as the object of contract 3: its answer, what that is worth, what is wrong with it."""
    written, playing = answer_in(entry.entry), running.game.round
    judged = (
        judge_answer(written.answer, playing.task, running.game, office.lexicon)
        if written is not None and playing is not None
        else None
    )
    return {
        "answer": written.answer if written is not None else None,
        "points": judged.points if judged is not None else None,
        "fault": judged.fault or None if judged is not None else None,
    }
