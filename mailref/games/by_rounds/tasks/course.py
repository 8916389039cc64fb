"""How a game goes on of which each round sets a task: answers judged, rounds closed."""

from collections.abc import Mapping
from typing import Any, cast

from msgspec import Struct

from mailref.games.by_rounds.game import last_in_force
from mailref.games.by_rounds.tasks.events import ScoredAnswer
from mailref.games.by_rounds.tasks.game import TaskGame, open_task
from mailref.games.by_rounds.tasks.kind import TaskKind
from mailref.games.kind import kind_of
from mailref.games.worth import Found
from mailref.tiles.lexicon.verdicts import Lexicon, Refused, Unknown

WORD_REFUSED, WORD_UNKNOWN = "word_refused", "word_unknown"
"""Why an answer is worth nothing whose word no list has, or that waits for a ruling."""


class JudgedAnswer(Struct, Found, frozen=True):
    """An answer with what it is worth."""

    answer: str
    points: int | None
    """None: those of others have a say."""
    fault: str = ""
    """The code of what is wrong with it; "": nothing."""
    word: str | None = None
    """The word of it that the lists must know."""

    @property
    def is_pending(self) -> bool:
        """Tell whether it waits for a ruling and for nothing else."""
        return self.fault == WORD_UNKNOWN

    @property
    def may_count(self) -> bool:
        return not self.fault or self.is_pending

    @property
    def words(self) -> tuple[str, ...]:
        """Return the word that a ruling can be about."""
        return () if self.word is None else (self.word,)

    @property
    def is_about_word(self) -> bool:
        """Tell whether a ruling may still save it."""
        return self.fault in {WORD_REFUSED, WORD_UNKNOWN}


def judged_in(found: Found | None) -> JudgedAnswer | None:
    """Return the answer of an entry as it was judged; None where it gives none."""
    return found if isinstance(found, JudgedAnswer) else None


def task_kind(game: TaskGame) -> TaskKind[Any]:
    """Return the kind of such a game."""
    return cast(TaskKind[Any], kind_of(game))


def judge_answer(player: str | None, answer: str, game: TaskGame, lexicon: Lexicon) -> JudgedAnswer:
    """Return what an answer of *player* to the open task is worth; None: nobody knows of whom it is."""
    kind, rules = task_kind(game), game.rules
    if fault := kind.fault_of(player, answer, game):
        return JudgedAnswer(answer, 0, fault)
    word = kind.word_in(answer)
    points = None if kind.scores_together else kind.points(answer, open_task(game).task, rules)
    match lexicon.verdict(word, rules, game.rulings) if word is not None else None:
        case Refused():
            return JudgedAnswer(answer, 0, WORD_REFUSED, word)
        case Unknown():
            return JudgedAnswer(answer, points, WORD_UNKNOWN, word)
        case _:
            return JudgedAnswer(answer, points, "", word)


def answers_in_force(game: TaskGame, lexicon: Lexicon) -> Mapping[str, JudgedAnswer]:
    """Return, for each active player who sent answers to the open task, the last that is not refused."""
    playing = game.round
    if playing is None:
        return {}
    return last_in_force(
        game,
        playing.answers,
        lambda player, answer: judge_answer(player, answer.value, game, lexicon),
    )


def score_round(game: TaskGame, lexicon: Lexicon) -> tuple[ScoredAnswer, ...]:
    """Return what each has of the open round; no word waits any more."""
    playing, found = open_task(game), {**answers_in_force(game, lexicon)}
    for player in game.active:
        if player.name not in found and (sent := playing.answers.get(player.name)):
            found[player.name] = judge_answer(player.name, sent[-1].value, game, lexicon)
    counting = {name: each.answer for name, each in found.items() if each.may_count}
    points = task_kind(game).points_of_all(counting, game)
    return tuple(
        ScoredAnswer(name, found[name].answer, points.get(name, 0), found[name].fault)
        if name in found
        else ScoredAnswer(name, None, 0)
        for name in (player.name for player in game.active)
    )
