"""What the game master may order, by mail or by command, and why an order may be refused.

An order is a value that carries what it needs; `gm_decisions.py` carries it out. What cannot be done
is refused by a value with the facts, which a template puts into words.
"""

from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from mailref.referee.policy import Undecided
from mailref.referee.turn_gm_orders import (
    WEIGHTY_IN_TURNS,
    NoteAbsence,
    PassForPlayer,
    ReplacePlayer,
    TurnOrder,
    TurnRefusal,
)
from mailref.rules.rounds.next_round import LettersFault
from mailref.value_classes import dataclass


@dataclass(frozen=True, slots=True)
class RuleWord:
    """A ruling on a word; until the next ZAT it also corrects the round closed last."""

    word: str
    accepted: bool | None
    """None takes a ruling back: the lists decide again."""


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
class RevokeOrder:
    """Take back the last order, while nothing was built on it."""


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
class DrawAnew:
    """Let chance draw the letters once more that became known; with a reason, which all are told."""


@dataclass(frozen=True, slots=True)
class ExcludePlayer:
    player: str


@dataclass(frozen=True, slots=True)
class AdmitPlayer:
    """Let in who asked to join, or a player again who has left or was excluded."""

    player: str


@dataclass(frozen=True, slots=True)
class EndGame:
    """End the game with what is closed; by mail it is asked back once."""


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


GmOrder = (
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
    | DrawAnew
    | ExcludePlayer
    | AdmitPlayer
    | EndGame
    | RenamePlayer
    | ChangeAddresses
    | DecideTie
    | RulePress
    | RevokeOrder
    | TurnOrder
)


_Naming = (
    CorrectScore | ExcludePlayer | AdmitPlayer | RenamePlayer | ChangeAddresses | RulePress
    | PassForPlayer | ReplacePlayer | NoteAbsence
)  # fmt: skip


def naming(order: GmOrder, player: str) -> GmOrder:
    """Return an order about *player* instead of whom it names."""
    return replace(order, player=player) if isinstance(order, _Naming) else order


class GivenBy(StrEnum):
    """How an order came."""

    COMMAND = "command"
    MAIL = "mail"


@dataclass(frozen=True, slots=True)
class GivenOrder:
    """An order as the game master gave it: with its reason, and how it came."""

    order: GmOrder
    because: str
    by: GivenBy
    cause: str
    """Unique: the same order carried out twice changes nothing."""


class Lack(StrEnum):
    """What an order still needs."""

    TIME = "time"
    LETTERS = "letters"
    PLAYER = "player"
    POINTS = "points"
    NUMBER = "number"
    ADDRESSES = "addresses"
    WORD = "word"
    """A yes or no where several words were asked about, or both."""
    VERDICT = "verdict"
    """A sentence under a question that begins with yes or no and goes on."""


@dataclass(frozen=True, slots=True)
class SettingsWin:
    """The settings file rules on the word otherwise."""

    code: ClassVar[str] = "settings_win"
    word: str


@dataclass(frozen=True, slots=True)
class NoRound:
    code: ClassVar[str] = "no_round"


@dataclass(frozen=True, slots=True)
class BeforeZat:
    """The ZAT of the open round has not passed."""

    code: ClassVar[str] = "before_zat"
    zat: datetime | None


@dataclass(frozen=True, slots=True)
class WordsUndecided:
    """Words that count wait for a ruling."""

    code: ClassVar[str] = "undecided"
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EqualMoves:
    """Equal best moves, among which the game master must choose first."""

    code: ClassVar[str] = "tie"
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotWaitingForLetters:
    code: ClassVar[str] = "not_waiting_for_letters"


@dataclass(frozen=True, slots=True)
class LettersWrong:
    code: ClassVar[str] = "wrong_letters"
    fault: LettersFault


@dataclass(frozen=True, slots=True)
class NeedsReason:
    """Letters are drawn anew only with a reason (rules 8, second thoughts)."""

    code: ClassVar[str] = "needs_reason"


@dataclass(frozen=True, slots=True)
class NothingToDraw:
    """No letters were drawn by chance that could be drawn anew."""

    code: ClassVar[str] = "nothing_to_draw"


@dataclass(frozen=True, slots=True)
class NothingToPublish:
    """No report waits for its release."""

    code: ClassVar[str] = "nothing_to_publish"


@dataclass(frozen=True, slots=True)
class ChangedSincePreview:
    """The report has changed since the game master saw it: it is shown to him again first."""

    code: ClassVar[str] = "changed_since_preview"


@dataclass(frozen=True, slots=True)
class NothingToCorrect:
    """A correction by no points."""

    code: ClassVar[str] = "nothing_to_correct"


@dataclass(frozen=True, slots=True)
class InThePast:
    """A new ZAT that has passed already."""

    code: ClassVar[str] = "past"
    deadline: datetime


@dataclass(frozen=True, slots=True)
class AlreadyPaused:
    code: ClassVar[str] = "already_paused"


@dataclass(frozen=True, slots=True)
class NotPaused:
    code: ClassVar[str] = "not_paused"


@dataclass(frozen=True, slots=True)
class GameIsOver:
    code: ClassVar[str] = "over"


@dataclass(frozen=True, slots=True)
class NeedsDeadline:
    """The order needs a new ZAT in the future."""

    code: ClassVar[str] = "needs_deadline"


@dataclass(frozen=True, slots=True)
class NothingToReopen:
    """No closed round can be opened again."""

    code: ClassVar[str] = "nothing_to_reopen"


@dataclass(frozen=True, slots=True)
class TooLateToReopen:
    """The next ZAT has passed: only totals can still be corrected (rules 8)."""

    code: ClassVar[str] = "too_late_to_reopen"


@dataclass(frozen=True, slots=True)
class UnknownPlayer:
    code: ClassVar[str] = "unknown_player"
    alike: tuple[str, ...]
    """Names that may have been meant."""
    players: tuple[str, ...] = ()
    """All there are, where none resembles."""


@dataclass(frozen=True, slots=True)
class NoClosedRound:
    """No round has been closed yet."""

    code: ClassVar[str] = "no_closed_round"


@dataclass(frozen=True, slots=True)
class NoSuchRound:
    """No round of that number has been closed."""

    code: ClassVar[str] = "no_such_round"
    number: int


@dataclass(frozen=True, slots=True)
class OwnAddress:
    """The referee's own address cannot be a player's."""

    code: ClassVar[str] = "own_address"
    address: str


@dataclass(frozen=True, slots=True)
class NameTaken:
    code: ClassVar[str] = "name_taken"
    name: str


@dataclass(frozen=True, slots=True)
class UnfitName:
    """A name that no table can print, or that reads as a move."""

    code: ClassVar[str] = "unfit_name"
    name: str


@dataclass(frozen=True, slots=True)
class TakesPart:
    """Who is to be admitted takes part already."""

    code: ClassVar[str] = "takes_part"
    name: str


@dataclass(frozen=True, slots=True)
class HasLeft:
    """Who is to be excluded plays no more."""

    code: ClassVar[str] = "has_left"
    name: str


@dataclass(frozen=True, slots=True)
class NotInFile:
    """The settings file, which wins, does not name the player any more."""

    code: ClassVar[str] = "not_in_file"
    name: str


@dataclass(frozen=True, slots=True)
class NoTie:
    """No equal best moves wait for a decision."""

    code: ClassVar[str] = "no_tie"


@dataclass(frozen=True, slots=True)
class NoPress:
    """No such text waits for its release."""

    code: ClassVar[str] = "no_press"


@dataclass(frozen=True, slots=True)
class DoneBefore:
    """The same order was carried out in answer to the same mail of ours."""

    code: ClassVar[str] = "done_before"


@dataclass(frozen=True, slots=True)
class NothingToRevoke:
    """No order of his is the last thing that happened to the game, or it cannot be undone."""

    code: ClassVar[str] = "nothing_to_revoke"


@dataclass(frozen=True, slots=True)
class Incomplete:
    """A line begins like an order and lacks something."""

    code: ClassVar[str] = "incomplete"
    lack: Lack


@dataclass(frozen=True, slots=True)
class WhichGame:
    """A mail does not say for which of several games its orders are."""

    code: ClassVar[str] = "which_game"
    games: tuple[str, ...]


Refusal = (
    SettingsWin
    | NoRound
    | BeforeZat
    | WordsUndecided
    | EqualMoves
    | NotWaitingForLetters
    | LettersWrong
    | NeedsReason
    | NothingToDraw
    | NothingToPublish
    | ChangedSincePreview
    | NothingToCorrect
    | InThePast
    | AlreadyPaused
    | NotPaused
    | GameIsOver
    | NeedsDeadline
    | NothingToReopen
    | TooLateToReopen
    | UnknownPlayer
    | NoClosedRound
    | NoSuchRound
    | OwnAddress
    | NameTaken
    | UnfitName
    | TakesPart
    | HasLeft
    | NotInFile
    | NoTie
    | NoPress
    | DoneBefore
    | NothingToRevoke
    | TurnRefusal
)
"""Why an order cannot be carried out."""

WEIGHTY = (
    CloseRound, CorrectScore, ExcludePlayer, RenamePlayer, ChangeAddresses, EndGame,
    *WEIGHTY_IN_TURNS,
)  # fmt: skip
"""Orders that are asked about once, whoever gives them: they cannot be undone in silence."""
