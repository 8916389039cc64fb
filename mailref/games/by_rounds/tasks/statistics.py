"""What a game of tasks comes to for each player, from the answers of its rounds."""

from mailref.games.by_rounds.tasks.course import task_kind
from mailref.games.by_rounds.tasks.events import ScoredAnswer
from mailref.games.by_rounds.tasks.game import TaskGame
from mailref.games.statistics import PlayerFigures, together, with_rulings


def figures_of(game: TaskGame) -> tuple[PlayerFigures, ...]:
    """Return what each player has come to; an answer is a word, on which may have been ruled."""
    rows = [row for closed in game.closed for row in closed.rows]
    words: dict[str, set[str]] = {}
    word_in = task_kind(game).word_in
    for row in rows:
        word = word_in(row.answer) if row.answer is not None else None
        words.setdefault(row.player, set()).update({word} if word is not None else ())
    found = together(map(_of_answer, rows))
    return tuple(with_rulings(each, words[each.player], game.rulings) for each in found)


def _of_answer(row: ScoredAnswer) -> PlayerFigures:
    counts, is_in_time = "" if row.fault else row.answer or "", row.answer is not None
    return PlayerFigures.of_one(row.player, counts, row.points, is_in_time=is_in_time)
