"""What a player asks for in a game in turns, as written: no score and no verdict (classic 3 to 6, 11)."""

from dataclasses import replace
from typing import ClassVar, Protocol

from mailref.rules.board import Direction, Square
from mailref.rules.moves import NOWHERE, Fault, TextSpan, WrittenMove
from mailref.value_classes import dataclass


@dataclass(frozen=True, slots=True)
class Wish:
    """`ZIEHE 2V 3K`: from which bag to draw, where there are two (classic 8.4)."""

    vowels: int
    consonants: int


@dataclass(frozen=True, slots=True)
class PlayOrder:
    """A play, with the blanks exchanged before it, and from which bag to draw after it."""

    written: WrittenMove
    wish: Wish | None = None
    claims: tuple[str, ...] | None = None
    """`// Thema: ...`: what is said to fit the theme; words that the play does not form say why (classic 8.2)."""
    named: tuple[TextSpan, ...] = ()
    """Words that stand behind the play on its line: it should form them."""

    @property
    def span(self) -> TextSpan:
        return self.written.span

    @property
    def asked(self) -> object:
        move = self.written.move
        if move is None:
            return self.span
        return tuple((p.square, p.direction, p.word) for p in move.plays)


@dataclass(frozen=True, slots=True)
class ExchangeOrder:
    """Tiles to be exchanged; None: the whole rack."""

    letters: str | None
    span: TextSpan
    wish: Wish | None = None

    @property
    def asked(self) -> object:
        return "exchange", self.letters


@dataclass(frozen=True, slots=True)
class PassOrder:
    span: TextSpan

    @property
    def asked(self) -> object:
        return "pass"


@dataclass(frozen=True, slots=True)
class UnreadOrder:
    """A line that was meant as an order and says too little."""

    faults: tuple[Fault, ...]
    span: TextSpan

    @property
    def asked(self) -> object:
        return self.span


Order = PlayOrder | ExchangeOrder | PassOrder | UnreadOrder


@dataclass(frozen=True, slots=True)
class IfPlay:
    """`FALLS H4 RUCKEN:`: the turn just before was that play."""

    square: Square
    direction: Direction
    word: str
    who: str = ""
    """By whom, where that was said: `Falls Ben H4 RUCKEN legt:`."""


@dataclass(frozen=True, slots=True)
class IfPass:
    """`FALLS PASS:`, `Falls Ben passt:`."""

    who: str = ""


@dataclass(frozen=True, slots=True)
class IfExchange:
    """`FALLS TAUSCH:`."""

    who: str = ""


@dataclass(frozen=True, slots=True)
class IfTakenBack:
    """`FALLS ZURÜCK:`: the play before was challenged off."""

    who: str = ""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """`SONST:`: none of the conditions above is met."""


Condition = IfPlay | IfPass | IfExchange | IfTakenBack | Otherwise


class AnyOrder(Protocol):
    """An order of any game of players at a table."""

    @property
    def span(self) -> TextSpan:
        """Return where it stands in the player's text."""

    @property
    def asked(self) -> object:
        """Return what is asked for, wherever it stands: the same twice is one."""


@dataclass(frozen=True, slots=True)
class OrdersIf:
    """A move with its alternates, and on what it depends; None: on nothing."""

    condition: Condition | None
    orders: tuple[AnyOrder, ...]
    at: TextSpan | None = None
    """Where the condition stands."""

    @property
    def who(self) -> str:
        """Return whom the condition names; "" where it names nobody."""
        condition = self.condition
        return "" if condition is None or isinstance(condition, Otherwise) else condition.who

    def by(self, name: str) -> "OrdersIf":
        """Return it with the player's name in its condition."""
        match self.condition:
            case IfPlay() | IfPass() | IfExchange() | IfTakenBack() as condition:
                return replace(self, condition=replace(condition, who=name))
            case _:
                return self

    def renamed(self, old: str, new: str) -> "OrdersIf":
        """Return it where *old* is now called *new*."""
        return self.by(new) if self.who == old else self


@dataclass(frozen=True, slots=True)
class ChallengeAct:
    """`ANFECHTEN GÖTZE`; without a word all words of the open play."""

    words: tuple[str, ...]
    span: TextSpan
    is_foreign: bool = False
    """Whether the word is said to be foreign: then the game master decides (table games 2)."""


@dataclass(frozen=True, slots=True)
class WishAct:
    """`WUNSCH: E N R`: in which order letters are wanted (table games 5)."""

    letters: str


@dataclass(frozen=True, slots=True)
class AcceptAct:
    """`ANNEHMEN`: the open play stands."""


@dataclass(frozen=True, slots=True)
class AcceptsAllAct:
    """`ANNAHME AN`, `ANNAHME AUS`: every play is accepted unseen, or none."""

    wanted: bool


@dataclass(frozen=True, slots=True)
class ResignAct:
    """`AUFGABE`."""


@dataclass(frozen=True, slots=True)
class TrialAct:
    """`PROBE H4 RUCKEN`: the answer shows the board; nothing changes."""

    order: AnyOrder


@dataclass(frozen=True, slots=True)
class HistoryAct:
    """`VERLAUF`."""


@dataclass(frozen=True, slots=True)
class TilesAct:
    """`STEINE`: which tiles are not seen."""


@dataclass(frozen=True, slots=True)
class AwayAct:
    """`URLAUB 1.8.-14.8.`, the dates as written."""

    text: str


Act = (
    ChallengeAct
    | AcceptAct
    | AcceptsAllAct
    | ResignAct
    | TrialAct
    | HistoryAct
    | TilesAct
    | AwayAct
    | WishAct
)


_MOVING = (ChallengeAct, AcceptAct, ResignAct)


def _is_read(order: AnyOrder) -> bool:
    if isinstance(order, PlayOrder):
        return order.written.move is not None
    return not isinstance(order, UnreadOrder)


@dataclass(frozen=True, slots=True)
class WrittenOrders:
    """All that a mail asks for in one game."""

    groups: tuple[OrdersIf, ...] = ()
    """In the order written; lines above all conditions come first, under None."""
    acts: tuple[Act, ...] = ()
    faults: tuple[Fault, ...] = ()
    """What holds of the whole: a condition that cannot be read."""
    ambiguous_at: TextSpan | None = None
    """A second move without a slash: nothing counts."""
    wish: Wish | None = None
    """`ZIEHE 4V 3K` where no move stands that draws: for the first rack (classic 8.4)."""
    unread_at: TextSpan | None = None
    """A line that may have been meant as a move, beside one or alone: nothing counts."""

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing was asked for."""
        asks = self.groups or self.acts or self.faults
        return not (asks or self.ambiguous_at or self.unread_at)

    @property
    def only_acts(self) -> bool:
        """Tell whether nothing but what is done at once was asked for, beyond doubt."""
        return bool(self.acts) and not (
            self.groups or self.faults or self.ambiguous_at or self.unread_at
        )

    @property
    def holds_move(self) -> bool:
        """Tell whether a move can be read, not only a word that may have been meant as one.

        To challenge, to accept and to resign are moves, too.
        """
        orders = (order for group in self.groups for order in group.orders)
        return any(map(_is_read, orders)) or any(isinstance(act, _MOVING) for act in self.acts)

    @property
    def span(self) -> TextSpan:
        """Return the first line that asks for something."""
        spans = [order.span for group in self.groups for order in group.orders]
        spans += [fault.span for fault in self.faults]
        return min(spans, key=lambda each: each.line, default=NOWHERE)

    @property
    def asked(self) -> object:
        """Return what is asked for, wherever it stands: the same twice is one."""
        groups = tuple(
            (group.condition, tuple(order.asked for order in group.orders)) for group in self.groups
        )
        acts = tuple(
            replace(act, span=NOWHERE) if isinstance(act, ChallengeAct) else act
            for act in self.acts
        )
        return groups, acts, tuple(fault.span.text for fault in self.faults)

    def act(self, kind: type[Act]) -> Act | None:
        """Return the first act of a kind."""
        return next((each for each in self.acts if isinstance(each, kind)), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeImpossible(Fault):
    """Too few tiles are in the bag, as it will be after the draw that is owed (classic 4.2)."""

    code: ClassVar[str] = "exchange_impossible"
    bag: int
    least: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WhichLetters(Fault):
    """`TAUSCHE 3` without letters."""

    code: ClassVar[str] = "which_letters"


@dataclass(frozen=True, slots=True, kw_only=True)
class WordNotFormed(Fault):
    """A word was challenged that the open play did not form (classic 5.4)."""

    code: ClassVar[str] = "word_not_formed"
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningLength(Fault):
    """The first word is too short (Jack opens, classic 8.3)."""

    code: ClassVar[str] = "opening_length"
    least: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningExchange(Fault):
    """No exchange before the first word (classic 8.3)."""

    code: ClassVar[str] = "opening_exchange"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionUnread(Fault):
    """`FALLS DAS WETTER SCHÖN IST:`: no condition that the referee can tell (classic 6.3)."""

    code: ClassVar[str] = "condition"
    before: str = ""
    """Who is to move just before, where the condition names somebody else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionUnmet(Fault):
    """Every move stands under a condition, and the turn just before was none of them (classic 6.3)."""

    code: ClassVar[str] = "condition_unmet"
