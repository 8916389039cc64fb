"""What the game master may order, by mail or by command, and why an order may be refused.

An order is a value that carries what it needs; the kind of the game carries it out (`Family.carry_out`). What
cannot be done is refused by a value with the facts, which a template puts into words.
"""

from datetime import date, datetime
from enum import StrEnum
from typing import Any, ClassVar, assert_never, cast

from msgspec import Struct
from msgspec.structs import replace

from mailref.referee.policy import Undecided


class WrongCount(Struct, frozen=True):
    """Not as many tiles as the round needs."""

    code: ClassVar[str] = "count"
    wanted: int
    given: int


class WrongRackSize(Struct, frozen=True):
    """Not as many letters as the round offers."""

    code: ClassVar[str] = "rack"
    offered: int
    given: int


class NotInBag(Struct, frozen=True):
    code: ClassVar[str] = "bag"
    missing: str


class KeptMissing(Struct, frozen=True):
    """Letters that were left over are not among those given."""

    code: ClassVar[str] = "kept"
    missing: str


class MinimumNotMet(Struct, frozen=True):
    """The rack lacks vowels or consonants, and such a rack goes back whole (rules 2, draw)."""

    code: ClassVar[str] = "minimum"
    rack: str
    vowels: int
    consonants: int


LettersFault = WrongCount | WrongRackSize | NotInBag | KeptMissing | MinimumNotMet


class WrongLettersError(ValueError):
    """Letters given by hand that the bag or the rack does not allow."""

    def __init__(self, fault: LettersFault) -> None:
        """Take what is wrong with them."""
        super().__init__(_in_words(fault))
        self.fault = fault


def _in_words(fault: LettersFault) -> str:
    match fault:
        case WrongCount(wanted, given):
            return f"{wanted} tiles are to be drawn, not {given}"
        case WrongRackSize(offered, given):
            return f"{offered} letters are offered, not {given}"
        case NotInBag(missing):
            return f"the bag does not hold {missing!r}"
        case KeptMissing(missing):
            return f"the letters {missing!r} were left over and must be among them"
        case MinimumNotMet(rack, vowels, consonants):
            return (
                f"{rack} lacks vowels or consonants ({vowels} and {consonants} are needed at least): "
                "such a rack goes back whole"
            )
        case _:
            assert_never(fault)


class GmOrder(Struct, frozen=True):
    """What the game master may order."""


class RuleWord(GmOrder, frozen=True):
    """A ruling on a word; until the next ZAT it also corrects the round closed last."""

    word: str
    accepted: bool | None
    """None takes a ruling back: the lists decide again."""


class CloseRound(GmOrder, frozen=True):
    """Close the open round now; before the ZAT only with `is_early`."""

    is_early: bool
    undecided: Undecided | None


class ExtendDeadline(GmOrder, frozen=True):
    """Move the open ZAT."""

    deadline: datetime


class DrawTiles(GmOrder, frozen=True):
    """Letters drawn by hand: the newly drawn tiles only."""

    tiles: str


class PublishReport(GmOrder, frozen=True):
    """Release a report that waits for approval."""


class RevokeOrder(GmOrder, frozen=True):
    """Take back the last order, while nothing was built on it."""


class PauseGame(GmOrder, frozen=True):
    """No round closes until the game is resumed."""


class ResumeGame(GmOrder, frozen=True):
    """Play goes on; `deadline` is the new ZAT where one is wanted."""

    deadline: datetime | None


class ReopenRound(GmOrder, frozen=True):
    """Open the round closed last again, with a new ZAT."""

    deadline: datetime | None
    round: int | None = None
    """Which round that is, where the order says so."""


class CorrectScore(GmOrder, frozen=True):
    """Add points (or take them) to a player's total, for a round."""

    player: str
    points: int
    round: int | None


class CorrectDraw(GmOrder, frozen=True):
    """Replace the letters of the open round: those drawn were wrong."""

    rack: str


class DrawAnew(GmOrder, frozen=True):
    """Let chance draw the letters once more that became known; with a reason, which all are told."""


class ExcludePlayer(GmOrder, frozen=True):
    player: str


class AdmitPlayer(GmOrder, frozen=True):
    """Let in who asked to join, or a player again who has left or was excluded."""

    player: str


class EndGame(GmOrder, frozen=True):
    """End the game with what is closed; by mail it is asked back once."""


class RenamePlayer(GmOrder, frozen=True):
    player: str
    new_name: str


class ChangeAddresses(GmOrder, frozen=True):
    player: str
    addresses: tuple[str, ...]


class DecideTie(GmOrder, frozen=True):
    """Choose among equal best moves, by the number under which they were listed, from 1."""

    number: int


class RulePress(GmOrder, frozen=True):
    """Release or drop texts of players that wait: of one mail or player where named, else all."""

    mail: str | None
    is_released: bool
    player: str | None = None


class UndoTurn(GmOrder, frozen=True):
    """The last turn did not happen: all is as before it, what was drawn is drawn anew."""


class PassForPlayer(GmOrder, frozen=True):
    """The player to move passes: he said so in another way."""

    player: str


class ReplacePlayer(GmOrder, frozen=True):
    """Somebody takes over a place, with rack, total and clock."""

    player: str
    name: str
    address: str


class NoteAbsence(GmOrder, frozen=True):
    """A player is away from the first to the last day."""

    player: str
    first: date
    last: date


class RuleTheme(GmOrder, frozen=True):
    """Whether a word that its player claims for the theme fits it."""

    word: str
    fits: bool


def naming(order: GmOrder, player: str) -> GmOrder:
    """Return an order about *player* instead of whom it names."""
    return replace(cast(Any, order), player=player) if hasattr(order, "player") else order


class GivenBy(StrEnum):
    """How an order came."""

    COMMAND = "command"
    MAIL = "mail"


class GivenOrder(Struct, frozen=True):
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


class Refusal(Struct, frozen=True):
    """Why an order cannot be carried out: its class names the sentence."""


class SettingsWin(Refusal, frozen=True):
    """The settings file rules on the word otherwise."""

    word: str


class NoRound(Refusal, frozen=True):
    """No round is open."""


class BeforeZat(Refusal, frozen=True):
    """The ZAT of the open round has not passed."""

    zat: datetime | None


class WordsUndecided(Refusal, frozen=True):
    """Words that count wait for a ruling."""

    words: tuple[str, ...]


class EqualMoves(Refusal, frozen=True):
    """Equal best moves, among which the game master must choose first."""

    choices: tuple[str, ...]


class NotWaitingForLetters(Refusal, frozen=True):
    """No letters are drawn by hand now."""


class LettersWrong(Refusal, frozen=True):
    fault: LettersFault


class NeedsReason(Refusal, frozen=True):
    """Letters are drawn anew only with a reason (rules 8, second thoughts)."""


class NothingToDraw(Refusal, frozen=True):
    """No letters were drawn by chance that could be drawn anew."""


class NothingToPublish(Refusal, frozen=True):
    """No report waits for its release."""


class ChangedSincePreview(Refusal, frozen=True):
    """The report has changed since the game master saw it: it is shown to him again first."""


class NothingToCorrect(Refusal, frozen=True):
    """A correction by no points."""


class InThePast(Refusal, frozen=True):
    """A new ZAT that has passed already."""

    deadline: datetime


class AlreadyPaused(Refusal, frozen=True):
    """The game rests already."""


class NotPaused(Refusal, frozen=True):
    """The game does not rest."""


class GameIsOver(Refusal, frozen=True):
    """Nothing can be ordered after the end."""


class NeedsDeadline(Refusal, frozen=True):
    """The order needs a new ZAT in the future."""


class NothingToReopen(Refusal, frozen=True):
    """No closed round can be opened again."""


class TooLateToReopen(Refusal, frozen=True):
    """The next ZAT has passed: only totals can still be corrected (rules 8)."""


class UnknownPlayer(Refusal, frozen=True):
    alike: tuple[str, ...]
    """Names that may have been meant."""
    players: tuple[str, ...] = ()
    """All there are, where none resembles."""


class NoClosedRound(Refusal, frozen=True):
    """No round has been closed yet."""


class NoSuchRound(Refusal, frozen=True):
    """No round of that number has been closed."""

    number: int


class NotTheLastRound(Refusal, frozen=True):
    """Only the round closed last can be opened again, and the order names another."""

    number: int
    last: int


class OwnAddress(Refusal, frozen=True):
    """The referee's own address cannot be a player's."""

    address: str


class NameTaken(Refusal, frozen=True):
    name: str


class UnfitName(Refusal, frozen=True):
    """A name that no table can print, or that reads as a move."""

    name: str


class TakesPart(Refusal, frozen=True):
    """Who is to be admitted takes part already."""

    name: str


class HasLeft(Refusal, frozen=True):
    """Who is to be excluded plays no more."""

    name: str


class NotInFile(Refusal, frozen=True):
    """The settings file, which wins, does not name the player any more."""

    name: str


class NoTie(Refusal, frozen=True):
    """No equal best moves wait for a decision."""


class NoPress(Refusal, frozen=True):
    """No such text waits for its release."""


class DoneBefore(Refusal, frozen=True):
    """The same order was carried out in answer to the same mail of ours."""


class NothingToRevoke(Refusal, frozen=True):
    """No order of his is the last thing that happened to the game, or it cannot be undone."""


class Incomplete(Struct, frozen=True):
    """A line begins like an order and lacks something."""

    lack: Lack


class WhichGame(Struct, frozen=True):
    """A mail does not say for which of several games its orders are."""

    games: tuple[str, ...]


class OtherFamily(Refusal, frozen=True):
    """The order belongs to games that pass otherwise."""

    belongs_to: str
    """`rounds` or `turns`."""


class NothingToUndo(Refusal, frozen=True):
    """No turn has been made that could be undone: one can be, and no game that is over."""


class NotToMove(Refusal, frozen=True):
    """It is another player's turn, or nobody's."""

    player: str
    to_move: str


class NoSuchDays(Refusal, frozen=True):
    """The last day lies before the first, or has passed."""


class NotClaimed(Refusal, frozen=True):
    """Nobody has claimed that word for the theme, or it has been ruled on."""

    word: str
