"""What the game master may decide, as values: from the shell and by mail alike (contract 1, issue 4)."""

from dataclasses import dataclass
from datetime import datetime

from mailref.referee.policy import Undecided


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
