"""What became of the game master's orders, and the last one taken back if nothing was built on it.

The answer says the result (contract 5), so that he need not ask for it. What is taken back is found
in the game's record, and undone by the order that says the opposite: so all who were told of the one
are told of the other. What an order records where it is the same in several kinds stands here, too.
"""

from datetime import date, datetime

from msgspec import Struct

from mailref.games.events import Event, PressRuled, WordRuled
from mailref.games.game import Game
from mailref.orders.names import find_name, folded
from mailref.referee import gm_orders as orders
from mailref.referee.gm_orders import GivenOrder, Incomplete, Refusal, WhichGame
from mailref.referee.policy import GamePolicy


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


def word_ruled(
    given: GivenOrder, order: orders.RuleWord, policy: GamePolicy
) -> WordRuled | orders.SettingsWin:
    """Rule on a word, where the settings say nothing else of it."""
    in_file = dict.fromkeys(policy.accept, True) | dict.fromkeys(policy.refuse, False)
    if in_file.get(order.word, order.accepted) is not order.accepted:
        return orders.SettingsWin(order.word)
    return WordRuled(order.word, order.accepted, given.by.value, given.because)


def waiting_authors(game: Game) -> tuple[str, ...]:
    """Return whose texts wait for their release, in the order in which they came."""
    return tuple(dict.fromkeys(item.player for item in game.press if not item.is_released))


def _author_named(named: str, game: Game, authors: tuple[str, ...]) -> str | orders.UnknownPlayer:
    """Return whom the game master means: also by one name of several, where that is one author's."""
    found = find_name(named, authors)
    if not isinstance(found, str):
        found = find_name(named, tuple(game.players))
    if isinstance(found, str):
        return found
    alike = tuple(each for each in authors if folded(named) in map(folded, each.split()))
    return alike[0] if len(alike) == 1 else orders.UnknownPlayer(alike or found, authors)


def press_ruled(game: Game, order: orders.RulePress) -> tuple[Event, ...] | Refusal:
    """Release or drop the texts that wait: of one mail, of one player, or all."""
    authors = waiting_authors(game)
    author = _author_named(order.player, game, authors) if order.player and authors else None
    if isinstance(author, orders.UnknownPlayer):
        return author
    waiting = [
        item.mail
        for item in game.press
        if not item.is_released
        and order.mail in {None, item.mail}
        and (author is None or author == item.player)
    ]
    ruled = tuple(PressRuled(mail, order.is_released) for mail in dict.fromkeys(waiting))
    return ruled or orders.NoPress()
