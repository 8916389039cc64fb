"""An order of the game master: an action with its reason, and the step that carries it out."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from mailref.referee.findings import RunningGame
from mailref.referee.mails import DeadlineNotice, Decision, Owed, Step, owe_to_player
from mailref.referee.policy import Undecided
from mailref.rules.events import Event
from mailref.rules.rounds.next_round import follow


@dataclass(frozen=True, slots=True)
class RuleWord:
    """A ruling on a word; until the next ZAT it also corrects the round closed last."""

    word: str
    accepted: bool


@dataclass(frozen=True, slots=True)
class CloseRound:
    """Close the open round now; before the ZAT only with `is_early`."""

    is_early: bool
    undecided: Undecided | None


@dataclass(frozen=True, slots=True)
class ExtendDeadline:
    """Move the open ZAT."""

    deadline: datetime


@dataclass(frozen=True, slots=True)
class DrawTiles:
    """Letters drawn by hand: the newly drawn tiles only."""

    tiles: str


@dataclass(frozen=True, slots=True)
class PublishReport:
    """Release a report that waits for approval."""


@dataclass(frozen=True, slots=True)
class PauseGame:
    """No round closes until the game is resumed."""


@dataclass(frozen=True, slots=True)
class ResumeGame:
    """Play goes on; `deadline` is the new ZAT where one is wanted."""

    deadline: datetime | None


@dataclass(frozen=True, slots=True)
class ReopenRound:
    """Open the round closed last again, with a new ZAT."""

    deadline: datetime | None


@dataclass(frozen=True, slots=True)
class CorrectScore:
    """Add points (or take them) to a player's total, for a round."""

    player: str
    points: int
    round: int | None


@dataclass(frozen=True, slots=True)
class CorrectDraw:
    """Replace the letters of the open round: those drawn were wrong."""

    rack: str


@dataclass(frozen=True, slots=True)
class ExcludePlayer:
    player: str


@dataclass(frozen=True, slots=True)
class RenamePlayer:
    player: str
    new_name: str


@dataclass(frozen=True, slots=True)
class ChangeAddresses:
    player: str
    addresses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DecideTie:
    """Choose among equal best moves, by the number under which they were listed, from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class RulePress:
    """Release or drop texts of players that wait: of one mail or player where named, else all."""

    mail: str | None
    is_released: bool
    player: str | None = None


Action = (
    RuleWord
    | CloseRound
    | ExtendDeadline
    | DrawTiles
    | PublishReport
    | PauseGame
    | ResumeGame
    | ReopenRound
    | CorrectScore
    | CorrectDraw
    | ExcludePlayer
    | RenamePlayer
    | ChangeAddresses
    | DecideTie
    | RulePress
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action cannot be carried out; `facts` say what would be possible."""

    code: str
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Order:
    """An action with its reason and where it came from (`command` or `mail`)."""

    action: Action
    because: str
    by: str
    cause: str
    """Unique: the same order carried out twice changes nothing."""


def step_of(
    order: Order, running: RunningGame, *events: Event, mails: Iterator[Owed] | None = None
) -> Step:
    id_ = running.policy.id
    return Step(order.cause, Decision(tuple((id_, event) for event in events), tuple(mails or ())))


def told(order: Order, running: RunningGame, what: str, now: datetime, *events: Event) -> Step:
    """Record *events* and tell every player what was moved, and why."""
    before = running.game.round.deadline if running.game.round else None
    after = RunningGame(follow(running.game, events), running.policy)
    content = DeadlineNotice(what, after.game, after.policy, before, order.because)
    mails = (
        owed
        for player in after.game.active
        for owed in owe_to_player(after, player, content, order.cause, now)
    )
    return step_of(order, running, *events, mails=mails)
