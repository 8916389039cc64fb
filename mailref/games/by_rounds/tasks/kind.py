"""A kind of game of which each round sets a task: what one of them has to say, and nothing else."""

from abc import abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from mailref.games.by_rounds.kind import KindByRounds
from mailref.games.by_rounds.tasks.events import TASK_EVENTS
from mailref.games.by_rounds.tasks.game import TaskGame, apply_to_tasks
from mailref.games.chance import Chance
from mailref.games.events import Event
from mailref.games.kind import part
from mailref.tiles.board import UsualLaying

G = TypeVar("G", bound=TaskGame)


class TaskRules(UsualLaying, frozen=True, kw_only=True):
    """The switches of such a kind: it names its `family` and adds fields of its own, each with a default.

    Those that stand here already are of words and boards: who looks words up may let a game say `names`,
    `accents` and `base_form`, too.
    """


class TaskKind(KindByRounds[G], Generic[G]):
    """Such a kind. Its rules are a value whose fields are the switches; a switch has a default.

    Its sentences stand in templates beside it, in a folder for each language: `task.j2` shows a task,
    `how.j2` says how to answer, `rules.j2` the rules, `fault.j2` why an answer is worth nothing.
    """

    templates = "task", "how", "rules", "fault"
    rules: ClassVar[type[TaskRules]]
    looks_up_words: ClassVar[bool] = False
    """Whether the lists must know the word of an answer (`word_in`)."""
    events: ClassVar[tuple[type[Event], ...]] = TASK_EVENTS

    @abstractmethod
    def task(self, rules: Any, number: int, chance: Chance) -> str | None:
        """Return what round *number* asks, drawn by *chance* alone; None: the game is over."""

    @abstractmethod
    def answer_in(self, line: str) -> str | None:
        """Return the answer that a line of a mail gives, in its usual spelling; None where it gives none."""

    @abstractmethod
    def fault(self, answer: str, task: str, rules: Any) -> str:
        """Return the code of what is wrong with an answer by the rules alone; "" where nothing is."""

    @abstractmethod
    def points(self, answer: str, task: str, rules: Any) -> int:
        """Return what an answer without a fault is worth."""

    def word_in(self, answer: str) -> str | None:
        """Return the word of an answer that the lists must know."""
        return answer if self.looks_up_words else None

    # What follows from it.

    def is_word(self, answer: str) -> bool:
        return self.word_in(answer) == answer

    def apply(self, game: G, event: Any) -> G:
        return apply_to_tasks(game, event)

    def settings(self) -> Any:
        return part(self, "settings").settings(self)
