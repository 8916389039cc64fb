"""What the game master may order, by mail or by command, why an order may be refused, and what became of it.

An order is a value that carries what it needs. A row of the table at the end says how it is written, read
and given in the shell, in which games there is one, and whether it is asked back or taken back; the kind of
the game carries it out (`Family.carry_out`). What cannot be done is refused by a value with the facts,
which a template puts into words. The answer says the result (contract 5), so that he need not ask for it.
What an order records where it is the same in several kinds stands here, too.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date, datetime
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import Any, ClassVar, assert_never, cast
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.events import Event, PressRuled, WordRuled
from mailref.games.game import Game
from mailref.languages import rows_of
from mailref.orders.shapes import FROM_WORDS, find_name, folded, read_days, read_when
from mailref.referee.policy import GamePolicy, Undecided, is_ahead
from mailref.structs import shown_without
from mailref.tiles.board import read_letters
from mailref.tiles.lexicon.verdicts import spell
from mailref.tiles.moves import SAYINGS, any_of, filled, worded
from mailref.tiles.tile_set import GERMAN, TileSet
from mailref.tiles.when_used import regex, when_used


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
    written: str = ""
    """As they were written, for tiles other than the German ones."""

    __repr__ = shown_without("written")


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
    written: str = ""
    """As they were written, for tiles other than the German ones."""

    __repr__ = shown_without("written")


class DrawAnew(GmOrder, frozen=True):
    """Let chance draw the letters once more that became known; with a reason, which all are told."""


class ExcludePlayer(GmOrder, frozen=True):
    player: str


class AdmitPlayer(GmOrder, frozen=True):
    """Let in somebody who asked to join, or a player who has left or was excluded."""

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
    DAYS = "days"
    """From when to when somebody is away."""
    LETTERS = "letters"
    PLAYER = "player"
    POINTS = "points"
    NUMBER = "number"
    ADDRESSES = "addresses"
    WORD = "word"
    """A yes or no where several words were asked about, or both."""
    VERDICT = "verdict"
    """A sentence under a question that begins with yes or no and goes on."""
    ORDER = "order"
    """A line beside orders that speaks of one, and is none as it stands."""


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


class LettersFirst(Refusal, frozen=True):
    """A report is released already, and opens a round whose letters the game master has not drawn yet."""

    number: int


class ChangedSincePreview(Refusal, frozen=True):
    """The report has changed since the game master saw it: it is shown to him again first."""


class NothingToCorrect(Refusal, frozen=True):
    """A correction by no points."""


class InThePast(Refusal, frozen=True):
    """A new ZAT that has passed already."""

    deadline: datetime


class SameDeadline(Refusal, frozen=True):
    """The ZAT that is ordered is the one that holds."""

    deadline: datetime


def why_not_moved(deadline: datetime, held: datetime | None, now: datetime) -> Refusal | None:
    """Return why the ZAT that holds cannot become another; None where it can."""
    if deadline == held:
        return SameDeadline(deadline)
    return None if is_ahead(deadline, now) else InThePast(deadline)


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
    is_answered: bool = True
    """Whether YES can be the answer: the shell has ended by then."""


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
    """The order belongs to games that pass otherwise, or to those of another kind that pass so."""

    belongs_to: str
    """`rounds` or `turns`; `all`: nothing is said of where there is one but that it is not here."""


class NothingToUndo(Refusal, frozen=True):
    """No turn has been made that could be undone: one can be, and no game that is over."""


class NotToMove(Refusal, frozen=True):
    """It is another player's turn, or nobody's."""

    player: str
    to_move: str


class NoSuchDays(Refusal, frozen=True):
    """The last day lies before the first, or has passed."""


def why_not_away(order: NoteAbsence, game: Game, now: datetime) -> Refusal | None:
    """Return why an absence is not noted; None where it is. *now* is in the time zone of the game."""
    if game.is_over:
        return GameIsOver()
    return NoSuchDays() if order.last < max(order.first, now.date()) else None


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


class LaidAnew(OrderRemark, frozen=True):
    """In the round closed last another move is laid now; perhaps the letters after it are others, too."""

    number: int
    next_round: int | None
    letters: str
    """Of the next round, where they are others."""


class Result(Struct, frozen=True):
    """What an order has led to."""


class WordSettled(Result, frozen=True):
    """A word is valid or not, or open again (None)."""

    word: str
    accepted: bool | None


class ZatNow(Result, frozen=True):
    """The ZAT of the open round, after it was moved or opened again."""

    round: int
    zat: datetime | None
    then: tuple[datetime, ...] = ()
    """The next ones by the schedule, if this one is kept to."""


class GoesOn(Result, frozen=True):
    """The pause is over; the ZAT of the open round."""

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


class ReportAwaitsLetters(Result, frozen=True):
    """The report is released; the letters of the round that it opens are still to be drawn by hand."""

    number: int


class TotalNow(Result, frozen=True):
    """A player's total after a correction."""

    player: str
    total: int
    before: int | None = None


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


class EarlierZat(Doubt, frozen=True):
    """A new ZAT before the one that holds: it takes time away from everybody."""

    zat: datetime
    before: datetime


class UnusedWord(Doubt, frozen=True):
    """A ruling on a word that nobody has laid, or asked about."""

    word: str


class MaybeProse(Doubt, frozen=True):
    """A line that begins like an order and goes on like a sentence: `Pause: erst im Januar`."""

    line: str


class RulingMeant(Doubt, frozen=True):
    """What a sentence probably says of a word: `My wife says it's valid`."""

    word: str
    accepted: bool


class ZatMeant(Doubt, frozen=True):
    """The new ZAT that a sentence probably sets: `Der ZAT wird auf den 12.12. um 20 Uhr verschoben.`"""

    zat: datetime


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


class WhichGameOfMail(AdoptRefusal, frozen=True):
    """The mail to be adopted does not say for which game it is, and whose it is plays in several."""

    games: tuple[str, ...]


class CountsNow(Struct, frozen=True):
    """What is counted for a player now, and what was: his total, or his move of the open round."""

    player: str
    before: int | None
    points: int | None
    """None: no move of his counts."""


class Fate(Struct, frozen=True):
    """What became of one line of the game master's mail."""

    line: str
    refusal: Refusal | AdoptRefusal | Incomplete | WhichGame | None = None
    """None: it was carried out."""
    remarks: tuple[OrderRemark, ...] = ()
    result: Result | None = None
    told: tuple[str, ...] = ()
    """The players who get mail about it."""
    readers: int = 0
    """How many do who only read the reports."""
    moves: tuple[CountsNow, ...] = ()
    """The moves of the open round that a ruling has made worth something else."""
    totals: tuple[CountsNow, ...] = ()
    """The totals that a ruling has changed."""


# What an order records of words and press in every game.


_NO_LETTERS = regex(r"[^\W\d_]{8,}|[^\w\s?*,\[\]'’·ʼ]|\d")


def letters_named(text: str) -> str:
    """Return letters that somebody names, of whatever tiles; which of them there are, the game knows.

    ValueError where these can be none.
    """
    with suppress(ValueError):
        return read_letters(text)
    if _NO_LETTERS.search(text):
        raise ValueError(f"{text!r} is no rack")
    return text


def in_tiles_of(given: GivenOrder, tiles: TileSet) -> GivenOrder:
    """Return an order with its words and letters in the tiles of the game that it is for."""
    order = given.order
    if tiles == GERMAN:
        return given
    match order:
        case RuleWord(word) | RuleTheme(word):
            return replace(given, order=replace(order, word=tiles.word(word)))
        case DrawTiles(letters, written):
            return replace(given, order=replace(order, tiles=_in_order(written or letters, tiles)))
        case CorrectDraw(letters, written):
            return replace(given, order=replace(order, rack=_in_order(written or letters, tiles)))
        case _:
            return given


def _in_order(written: str, tiles: TileSet) -> str:
    """Return letters as tiles, as they are written where some are none: no bag holds these."""
    try:
        return tiles.tiles_in_order(written)
    except ValueError:
        return "".join(written.split())


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


# How they are read, and the table of them.


class _InWords(Struct, frozen=True, forbid_unknown_fields=True):
    """How an order is written in one language."""

    words: tuple[str, ...]
    example: str


_WORDS = rows_of("gm_orders.toml", _InWords)
_WITH_RULE = partial(
    filled, explicit=any_of(w for each in _WORDS.values() for w in each["rule"].words)
)
A_WORD = regex(r"(?:[^\W\d_]|['’·]|\[[^\W\d_]{2,3}\]){1,30}")
"""What can be a word in the letters of any game."""
YES, NO = (frozenset(SAYINGS[row]) for row in ("accepts", "refuses"))
RULING = when_used(
    _WITH_RULE,
    r"(?:{explicit}\s+)?(?P<word>(?:[A-Za-zÄÖÜäöüß]|\[[A-Za-zÄÖÜäöü]{2,3}\]){1,30})(?:\s*+[:=-]\s++|\s++)(?P<verdict>{refuses}|{accepts})"
    r"\s*+[.!]?(?:\s*+[:,-]\s*+(?P<because>.+))?",
)
EXPLICIT = when_used(_WITH_RULE, r"{explicit}\s")
_ROUND = worded(
    r"\(?(?:\b{of_round}\s+)?(?:\b(?:R|{round_called})\s*(\d{1,4})\b|\b(\d{1,4})\.\s*{round_called}\b)\)?"
)
_POINTS = worded(r"([+-]\s*\d{1,4})\b(?:\s*{points_called}\b)?")

GmRead = GmOrder | Lack | None
"""An order; what it lacks; or None where the line is prose after all."""


class ReadAt(Struct, frozen=True):
    """By which clock times in orders are read."""

    zone: ZoneInfo
    since: datetime | None = None
    """When the mail came: a day without its year is the next one; None: it names no day."""


GmLineReader = Callable[[str, ReadAt], GmRead]


class GmKinds(StrEnum):
    """In which games there is an order."""

    ALL = "all"
    ROUNDS = "rounds"
    """Those with one ZAT for all."""
    TURNS = "turns"


def _extend(rest: str, at: ReadAt) -> GmRead:
    when = read_when(rest, at.zone, at.since)
    return ExtendDeadline(when) if when else Lack.TIME


def _resume(rest: str, at: ReadAt) -> GmRead:
    when = read_when(rest, at.zone, at.since)
    return Lack.TIME if rest and when is None else ResumeGame(when)


def _reopen(rest: str, at: ReadAt) -> GmRead:
    when = read_when(rest, at.zone, at.since)
    return ReopenRound(when, _round_in(rest)) if when else Lack.TIME


def _bare(order: GmOrder) -> GmLineReader:
    """Return a reader of an order that takes nothing: with more behind it, it is prose."""

    def read(rest: str, _at: ReadAt) -> GmRead:
        return None if rest else order

    return read


def _close(rest: str, _at: ReadAt) -> GmRead:
    words = {word.upper() for word in rest.split()}
    early, refuse, accept = (
        words.intersection(SAYINGS[row]) for row in ("early", "refuse_all", "accept_all")
    )
    if words - early - refuse - accept:
        return None
    undecided = Undecided.REFUSE if refuse else Undecided.ACCEPT if accept else None
    return CloseRound(bool(early), undecided)


def _letters(rest: str, _at: ReadAt) -> GmRead:
    try:
        return DrawTiles(letters_named(rest), rest) if rest else Lack.LETTERS
    except ValueError:
        return Lack.LETTERS


def _new_letters(rest: str, _at: ReadAt) -> GmRead:
    """Read `NEUZIEHEN ABEENÖRU`; without letters chance draws again."""
    try:
        return CorrectDraw(letters_named(rest), rest) if rest else DrawAnew()
    except ValueError:
        return Lack.LETTERS


def _round_in(rest: str) -> int | None:
    """Return the round that an order names: `R3`, `Runde 3`, `3. Runde`."""
    found = _ROUND.search(rest)
    return int(found[1] or found[2]) if found else None


def _score(rest: str, _at: ReadAt) -> GmRead:
    points = _POINTS.search(rest)
    if points is None:
        return Lack.POINTS
    name = " ".join(_ROUND.sub("", _POINTS.sub("", rest, count=1), count=1).split()).strip(" ,=")
    if not name:
        return Lack.PLAYER
    return CorrectScore(name, int(points[1].replace(" ", "")), _round_in(rest))


def _exclude(rest: str, _at: ReadAt) -> GmRead:
    return ExcludePlayer(rest) if rest else Lack.PLAYER


def _admit(rest: str, _at: ReadAt) -> GmRead:
    return AdmitPlayer(rest) if rest else Lack.PLAYER


def _end(rest: str, _at: ReadAt) -> GmRead:
    """Read `SPIEL BEENDEN`, `END GAME`; anything else that begins so is prose."""
    return EndGame() if rest.upper() in SAYINGS["ends_game"] else None


def _rename(rest: str, _at: ReadAt) -> GmRead:
    old, sign, new = rest.partition("=")
    if not sign or not old.strip() or not new.strip():
        return Lack.PLAYER
    return RenamePlayer(old.strip(), new.strip())


def _addresses(rest: str, _at: ReadAt) -> GmRead:
    name, _, written = rest.partition("=")
    parts = [each.strip("<>\"'") for each in re.split(r"[\s,;]+", written.lower())]
    addresses = tuple(each for each in parts if each not in _BETWEEN_ADDRESSES)
    if not name.strip():
        return Lack.PLAYER
    if not addresses or not all(map(is_address, addresses)):
        return Lack.ADDRESSES
    return ChangeAddresses(name.strip(), addresses)


_BETWEEN_ADDRESSES = frozenset({"", *SAYINGS["and_words"], "&", "+"})
_ADDRESS = regex(r"[^@\s<>(),;]+@[^@\s<>(),;]+")


def is_address(text: str) -> bool:
    """Tell whether a text is one mail address and nothing else."""
    return _ADDRESS.fullmatch(text) is not None


def _tie(rest: str, _at: ReadAt) -> GmRead:
    return DecideTie(int(rest)) if rest.isdigit() else Lack.NUMBER


def _press(rest: str, _at: ReadAt) -> GmRead:
    """Read `PRESSE ja`, `PRESSE Eva Muster nein`."""
    name, _, verdict = rest.rpartition(" ")
    if verdict.lower().rstrip(".!") not in YES | NO:
        return None
    return RulePress(None, verdict.lower().rstrip(".!") in YES, name.strip() or None)


_FOR = worded(r"{on_behalf}\s+(?P<rest>.+)")
_NAME_AND_DAYS = regex(r"(?P<name>\D*[^\d\s,=])[\s,=]+(?P<days>\d.*)")
_WITH_YEARS = 2000


def _pass_for(rest: str, _at: ReadAt) -> GmRead:
    """Read `PASSE FÜR Anna`; without the name it is a move of his own."""
    found = _FOR.fullmatch(rest)
    return PassForPlayer(found["rest"].strip()) if found else None


def _theme(rest: str, _at: ReadAt) -> GmRead:
    """Read `THEMA TOPF ja`; with anything else behind it, it is prose."""
    found = RULING.fullmatch(rest)
    if found is None or EXPLICIT.match(rest):
        return None
    return RuleTheme(spell(found["word"]), found["verdict"].lower() in YES)


def _replace(rest: str, _at: ReadAt) -> GmRead:
    """Read `ERSETZEN Ben = Dora Muster, dora@example.org`."""
    old, _, written = rest.partition("=")
    name, _, address = written.rpartition(",")
    if not old.strip() or not name.strip():
        return Lack.PLAYER
    address = address.strip(" <>").lower()
    if not is_address(address):
        return Lack.ADDRESSES
    return ReplacePlayer(old.strip(), name.strip(), address)


def _away(rest: str, at: ReadAt) -> GmRead:
    """Read `URLAUB FÜR Anna 24.12. - 2.1.`; without the name it is an absence of his own."""
    found = _FOR.fullmatch(rest)
    if found is None:
        return None
    parted = _NAME_AND_DAYS.fullmatch(found["rest"])
    today = at.since.astimezone(at.zone).date() if at.since else date.min
    days = read_days(parted["days"], today) if parted else None
    if parted is None or days is None or min(days).year < _WITH_YEARS:
        return Lack.DAYS
    name = parted["name"].split()
    kept = name[:-1] if name[-1].casefold() in FROM_WORDS else name
    return NoteAbsence(" ".join(kept), *days)


class GmRow(Struct, frozen=True):
    """An order of the game master, with which a line of its own begins."""

    words: Mapping[str, tuple[str, ...]]
    """How it is called in each language; the first is the one that our mails use."""
    read: GmLineReader | None
    """Reads what stands behind the word; None: the line has a form of its own, whatever it begins with."""
    comes_to: tuple[type[GmOrder], ...]
    examples: Mapping[str, str]
    """A line that is carried out as it stands, where the game allows it."""
    commands: tuple[str, ...]
    """The commands of the shell that order the same; none: it is for mails alone."""
    kinds: GmKinds = GmKinds.ALL
    is_weighty: bool = False
    """Whether it is asked back, whoever gives it: it cannot be undone in silence."""
    is_of_the_moment: bool = False
    """Whether it means the round or turn that is open, or the last one, without naming it."""
    is_revocable: bool = False
    """Whether WIDERRUF takes it back."""


def _gm_row(
    name: str,
    read: GmLineReader | None,
    comes_to: type[GmOrder] | tuple[type[GmOrder], ...],
    commands: str,
    marks: str = "",
) -> GmRow:
    """Return a row; its words are those under *name* in the file, *marks* are what it is beside."""
    said = set(marks.split())
    return GmRow(
        MappingProxyType({language: each[name].words for language, each in _WORDS.items()}),
        read,
        comes_to if isinstance(comes_to, tuple) else (comes_to,),
        MappingProxyType({language: each[name].example for language, each in _WORDS.items()}),
        tuple(commands.split()),
        next((kinds for kinds in GmKinds if kinds in said), GmKinds.ALL),
        "weighty" in said,
        "moment" in said,
        "revocable" in said,
    )


GM_ROWS = (
    _gm_row("rule", None, RuleWord, "rule", "revocable"),
    _gm_row("extend", _extend, ExtendDeadline, "extend", "moment revocable"),
    _gm_row("pause", _bare(PauseGame()), PauseGame, "pause", "revocable"),
    _gm_row("resume", _resume, ResumeGame, "resume", "moment revocable"),
    _gm_row("close", _close, CloseRound, "close", "rounds weighty moment"),
    _gm_row("reopen", _reopen, ReopenRound, "reopen", "rounds moment"),
    _gm_row("publish", _bare(PublishReport()), PublishReport, "publish", "rounds moment"),
    _gm_row("draw", _letters, DrawTiles, "draw", "rounds moment"),
    _gm_row("redraw", _new_letters,
            (CorrectDraw, DrawAnew), "correct draw", "rounds moment revocable"),
    _gm_row("correct", _score, CorrectScore, "correct", "weighty revocable"),
    _gm_row("tie", _tie, DecideTie, "correct", "rounds moment"),
    _gm_row("exclude", _exclude, ExcludePlayer, "exclude out", "weighty revocable"),
    _gm_row("admit", _admit, AdmitPlayer, "admit", "rounds"),
    _gm_row("rename", _rename, RenamePlayer, "rename", "weighty revocable"),
    _gm_row("address", _addresses, ChangeAddresses, "address", "weighty revocable"),
    _gm_row("press", _press, RulePress, "press"),
    _gm_row("end", _end, EndGame, "end", "weighty"),
    _gm_row("undo", _bare(UndoTurn()), UndoTurn, "undo",
            "turns weighty moment"),
    _gm_row("pass", _pass_for, PassForPlayer, "pass", "turns weighty moment"),
    _gm_row("replace", _replace, ReplacePlayer, "replace", "turns weighty"),
    _gm_row("theme", _theme, RuleTheme, "rule", "turns"),
    _gm_row("away", _away, NoteAbsence, "away"),
    _gm_row("revoke", _bare(RevokeOrder()), RevokeOrder, "", "rounds moment"),
)  # fmt: skip
"""Every order of the game master that begins with a word of its own (contract 5, game master)."""

_READERS: Mapping[str, GmLineReader] = {
    word: row.read for row in GM_ROWS if row.read for words in row.words.values() for word in words
}
VERBS = {folded(word): read for word, read in _READERS.items()}
"""What reads each order, by the word with which it begins, as names are compared."""
ORDER_VERBS = frozenset(VERBS)
WEIGHTY = tuple(each for row in GM_ROWS if row.is_weighty for each in row.comes_to)
"""Orders that are asked about once, whoever gives them."""
OF_THE_MOMENT = tuple(each for row in GM_ROWS if row.is_of_the_moment for each in row.comes_to)
"""Orders that mean the round or turn that is open, or the last one."""
_KINDS = {each: row.kinds for row in GM_ROWS for each in row.comes_to}


def other_family(order: GmOrder, own: GmKinds = GmKinds.ALL) -> OtherFamily:
    """Refuse an order that the kind of a game does not know; *own*: how such games pass."""
    kinds = _KINDS[type(order)]
    return OtherFamily(GmKinds.ALL if kinds is own else kinds)
