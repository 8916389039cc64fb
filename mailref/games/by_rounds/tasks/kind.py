"""A kind of game of which each round sets a task: what one of them has to say, and nothing else."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

from mailref.games.by_rounds.kind import KindByRounds
from mailref.games.by_rounds.tasks.events import TASK_EVENTS
from mailref.games.by_rounds.tasks.game import TaskGame, apply_to_tasks, open_task
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

    def task(self, rules: Any, number: int, chance: Chance) -> str | None:
        """Return what round *number* asks, drawn by *chance* alone; None: the game is over."""
        raise NotImplementedError

    def next_task(self, game: G, chance: Chance) -> str | None:
        """Return what the next round asks, where that depends on what came before it."""
        return self.task(game.rules, game.round_number, chance)

    @abstractmethod
    def answer_in(self, line: str) -> str | None:
        """Return the answer that a line of a mail gives, in its usual spelling; None where it gives none."""

    def fault(self, answer: str, task: str, rules: Any) -> str:  # noqa: ARG002  nothing is
        """Return the code of what is wrong with an answer by the rules alone; "" where nothing is."""
        return ""

    def fault_of(self, player: str | None, answer: str, game: G) -> str:  # noqa: ARG002  whoever sends it
        """Return the same, where it depends on who sends it and on what he has; None: nobody knows who."""
        return self.fault(answer, open_task(game).task, game.rules)

    def points(self, answer: str, task: str, rules: Any) -> int:
        """Return what an answer without a fault is worth."""
        raise NotImplementedError

    def points_of_all(self, answers: Mapping[str, str], game: G) -> Mapping[str, int]:
        """Return what the answers of a round without a fault are worth, by their players.

        A kind that says this lets them depend on each other: what one is worth nobody is told before the ZAT.
        """
        task = open_task(game).task
        return {name: self.points(answer, task, game.rules) for name, answer in answers.items()}

    @property
    def asks_lists(self) -> bool:
        return self.looks_up_words or type(self).word_in is not TaskKind.word_in

    @property
    def scores_together(self) -> bool:
        """Tell whether what an answer is worth depends on those of others."""
        return type(self).points_of_all is not TaskKind.points_of_all

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
