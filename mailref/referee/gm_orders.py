"""What the game master may order, by mail or by command, why an order may be refused, and what became of it.

An order is a value that carries what it needs; the kind of the game carries it out (`Family.carry_out`). What
cannot be done is refused by a value with the facts, which a template puts into words. The answer says the
result (contract 5), so that he need not ask for it. What an order records where it is the same in several
kinds stands here, too.
"""

from datetime import date, datetime
from enum import StrEnum
from typing import Any, ClassVar, assert_never, cast

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.events import Event, PressRuled, WordRuled
from mailref.games.game import Game
from mailref.orders.shapes import find_name, folded
from mailref.referee.policy import GamePolicy, Undecided


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

    deadline: datetime
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


class OrderRemark(Struct, frozen=True):
    """What the game master should know of an order that was carried out."""


class RulingTooLate(OrderRemark, frozen=True):
    """The word stands in rounds that no ruling changes any more."""

    word: str
    rounds: tuple[int, ...]


class LettersKnown(OrderRemark, frozen=True):
    """The letters of the round after the one that is open again are known already."""

    number: int
    letters: str


class DrawnAtClose(OrderRemark, frozen=True):
    """The letters of a round will be drawn anew when the one before it has been closed."""

    number: int


class LastRoundTied(OrderRemark, frozen=True):
    """The round closed last now comes to a tie that the game master must decide first."""

    number: int
    choices: tuple[str, ...]


class Result(Struct, frozen=True):
    """What an order has led to."""


class WordSettled(Result, frozen=True):
    """A word is valid or not, or open again (None)."""

    word: str
    accepted: bool | None


class ZatNow(Result, frozen=True):
    """The ZAT of the open round, after it was moved, opened again or a pause ended."""

    round: int
    zat: datetime | None


class Rests(Result, frozen=True):
    """The game rests."""


class RoundIsClosed(Result, frozen=True):
    """A round was closed; its report follows."""

    round: int


class LettersNow(Result, frozen=True):
    """The letters of a round are these."""

    round: int
    letters: str


class ReportGoesOut(Result, frozen=True):
    """The report of a round is released."""

    round: int


class TotalNow(Result, frozen=True):
    """A player's total and rank after a correction."""

    player: str
    total: int


class PlayerNow(Result, frozen=True):
    """Who somebody is now: his name, his addresses, whether he takes part."""

    player: str
    addresses: tuple[str, ...]
    takes_part: bool
    shown_from: datetime | None = None
    """When those that the order has given him are shown what is his alone; None: at once."""


class GameIsEnded(Result, frozen=True):
    """The game is over."""


class MoveChosen(Result, frozen=True):
    """One of the equal best moves was chosen."""

    choice: str


class PressSettled(Result, frozen=True):
    """Texts were released or dropped; so many wait still."""

    is_released: bool
    waiting: int


class TurnNow(Result, frozen=True):
    """Who is to move, and until when; None: no clock runs."""

    number: int
    player: str
    zat: datetime | None


class ThemeSettled(Result, frozen=True):
    """A word fits the theme or not."""

    word: str
    fits: bool


class AwayNow(Result, frozen=True):
    """A player is away from the first to the last day."""

    player: str
    first: date
    last: date


class Doubt(Struct, frozen=True):
    """What makes an order look like a slip, or what is to be known of it before it is done."""


class FarZat(Doubt, frozen=True):
    """A ZAT more than two months ahead."""

    zat: datetime


class UnusedWord(Doubt, frozen=True):
    """A ruling on a word that nobody has laid, or asked about."""

    word: str


class MaybeProse(Doubt, frozen=True):
    """A line that begins like an order and goes on like a sentence: `Pause: erst im Januar`."""

    line: str


class TurnGoesBack(Doubt, frozen=True):
    """Whose turn an order takes back: he who gives it may mean another."""

    number: int
    player: str


class AdoptRefusal(Struct, frozen=True):
    """Why a stranger's mail cannot be adopted."""


class NoSuchMail(AdoptRefusal, frozen=True):
    """No mail of that number was set aside."""


class AdoptedBefore(AdoptRefusal, frozen=True):
    """The mail counts already: it was adopted, or came once more and was answered."""


class WhichPlayer(AdoptRefusal, frozen=True):
    """The mail to be adopted does not say whose it is."""

    wrote: str
    """The name of its sender."""


class Fate(Struct, frozen=True):
    """What became of one line of the game master's mail."""

    line: str
    refusal: Refusal | AdoptRefusal | Incomplete | WhichGame | None = None
    """None: it was carried out."""
    remarks: tuple[OrderRemark, ...] = ()
    result: Result | None = None
    told: tuple[str, ...] = ()
    """The players who get mail about it."""


# What an order records of words and press in every game.


def word_ruled(given: GivenOrder, order: RuleWord, policy: GamePolicy) -> WordRuled | SettingsWin:
    """Rule on a word, where the settings say nothing else of it."""
    in_file = dict.fromkeys(policy.accept, True) | dict.fromkeys(policy.refuse, False)
    if in_file.get(order.word, order.accepted) is not order.accepted:
        return SettingsWin(order.word)
    return WordRuled(order.word, order.accepted, given.by.value, given.because)


def waiting_authors(game: Game) -> tuple[str, ...]:
    """Return whose texts wait for their release, in the order in which they came."""
    return tuple(dict.fromkeys(item.player for item in game.press if not item.is_released))


def _author_named(named: str, game: Game, authors: tuple[str, ...]) -> str | UnknownPlayer:
    """Return whom the game master means: also by one name of several, where that is one author's."""
    found = find_name(named, authors)
    if not isinstance(found, str):
        found = find_name(named, tuple(game.players))
    if isinstance(found, str):
        return found
    alike = tuple(each for each in authors if folded(named) in map(folded, each.split()))
    return alike[0] if len(alike) == 1 else UnknownPlayer(alike or found, authors)


def press_ruled(game: Game, order: RulePress) -> tuple[Event, ...] | Refusal:
    """Release or drop the texts that wait: of one mail, of one player, or all."""
    authors = waiting_authors(game)
    author = _author_named(order.player, game, authors) if order.player and authors else None
    if isinstance(author, UnknownPlayer):
        return author
    waiting = [
        item.mail
        for item in game.press
        if not item.is_released
        and order.mail in {None, item.mail}
        and (author is None or author == item.player)
    ]
    ruled = tuple(PressRuled(mail, order.is_released) for mail in dict.fromkeys(waiting))
    return ruled or NoPress()
