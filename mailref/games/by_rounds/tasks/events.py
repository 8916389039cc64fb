"""What happens in a game of which each round sets a task, as facts in the past tense.

A kind of such a game adds the event with which it begins, a `TasksOpened` of its own.
"""

from datetime import datetime

from mailref.games.chance import Secret
from mailref.games.events import Begins, Event, ForRound
from mailref.structs import OnRecord, PlayerName


class TasksOpened(Begins, frozen=True):
    """A game begins; each kind says of which class its `rules` are."""


class TaskSet(Event, frozen=True):
    """A round begins with its task; until its ZAT answers may come."""

    number: int
    task: str
    deadline: datetime | None
    at: datetime


class AnswerEntered(ForRound, frozen=True):
    """A player's answer arrived in time; the last one that is not refused counts."""

    mail: str
    """The journal's name of the mail."""
    answer: Secret[str]


class AnswerWithdrawn(ForRound, frozen=True):
    """A player took back what he had sent for the open round."""


class ScoredAnswer(OnRecord, frozen=True):
    """What a player has of a round."""

    player: PlayerName
    answer: str | None
    """None: nothing of his was there in time."""
    points: int
    fault: str = ""
    """Why the answer is worth nothing: a code of the kind, or of the word."""


class TaskClosed(Event, frozen=True):
    """At the ZAT of a round all answers had their points."""

    number: int
    rows: tuple[ScoredAnswer, ...]
    """All who took part, in the order they joined."""
    deadline: datetime | None
    at: datetime


class TaskReopened(Event, frozen=True):
    """The round closed last is open again, with its answers; a round opened since waits."""

    number: int
    deadline: datetime | None
    because: str


TASK_EVENTS = (TaskSet, AnswerEntered, AnswerWithdrawn, TaskClosed, TaskReopened)
"""What happens in every such game, beside what happens in all games and its own beginning."""
