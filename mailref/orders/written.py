"""What a player asks for beside plays, as written: no score and no verdict (turns 3 to 6, 11).

What somebody may have meant by a piece of a mail, as he should have written it.
"""

from typing import ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from mailref.structs import Alternative, OnRecord
from mailref.tiles.board import Axes, Direction, Square, place_name
from mailref.tiles.moves import NOWHERE, Fault, FaultAt, Play, TextSpan, WrittenMove


class Wish(OnRecord, frozen=True):
    """`ZIEHE 2V 3K`: from which bag to draw, where there are two (turns 8.4)."""

    vowels: int
    consonants: int


class Written:
    """What an entry says where lines are read together, in the words of its kind; no Struct itself, as with faults."""

    __slots__ = ()
    is_words: ClassVar[bool] = False
    """Whether it names words of its writer's own, and no move on a board."""
    lets_join: ClassVar[bool] = False
    """Whether who writes so to an open game is let in by it."""

    @property
    def span(self) -> TextSpan:
        """Return the first line that asks for something."""
        raise NotImplementedError

    @property
    def asked(self) -> object:
        """Return what is asked for, wherever it stands: the same twice is one."""
        raise NotImplementedError

    @property
    def said(self) -> str:
        """Return what its writer is told of it where it is not answered."""
        return self.span.text.strip()

    @property
    def holds_move(self) -> bool:
        """Tell whether a move can be read."""
        return True

    @property
    def is_certain(self) -> bool:
        """Tell whether a subject that says so can be nothing else."""
        return False

    @property
    def ambiguous_at(self) -> TextSpan | None:
        """Return what is asked back about, and nothing counts."""
        return None

    @property
    def unread_at(self) -> TextSpan | None:
        """Return a line that may have been meant, too; nothing counts."""
        return None

    @property
    def moves_at(self) -> tuple[TextSpan, ...]:
        """Return the lines of its moves, where it may hold something beside a game master's orders."""
        return ()

    def before(self, rest: "Written") -> "Written | None":  # noqa: ARG002  none goes before another
        """Return this and the *rest* below it as one; None where they are two."""
        return None


class AnyOrder:
    """An order of any game of players at a table; no Struct itself, as with faults."""

    __slots__ = ()
    which: "ClassVar[type[FaultAt] | None]" = None
    """Of an order of tiles: what is asked back where a sign beside them may be one more."""
    lists: ClassVar[Literal["", "tiles", "places"]] = ""
    """What a sentence below may name more of."""
    may_be_prose: ClassVar[bool] = False
    """Whether any word alone may be such an order."""

    @property
    def span(self) -> TextSpan:
        """Return where it stands in the player's text."""
        raise NotImplementedError

    @property
    def asked(self) -> object:
        """Return what is asked for, wherever it stands: the same twice is one."""
        raise NotImplementedError


class PlayOrder(Alternative, AnyOrder, frozen=True):
    """A play, with the blanks exchanged before it, and from which bag to draw after it."""

    written: WrittenMove
    wish: Wish | None = None
    claims: tuple[str, ...] | None = None
    """`// Thema: ...`: what is said to fit the theme; words that the play does not form say why (turns 8.2)."""
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


class WhichLetters(FaultAt, frozen=True, kw_only=True):
    """`TAUSCHE 3` without letters."""


class ExchangeOrder(Alternative, AnyOrder, frozen=True):
    """Tiles to be exchanged; None: the whole rack."""

    which = WhichLetters
    lists = "tiles"

    letters: str | None
    span: TextSpan
    wish: Wish | None = None

    @property
    def asked(self) -> object:
        return "exchange", self.letters


class PassOrder(Alternative, AnyOrder, frozen=True):
    span: TextSpan

    @property
    def asked(self) -> object:
        return "pass"


class UnreadOrder(Alternative, AnyOrder, frozen=True):
    """A line that was meant as an order and says too little."""

    faults: tuple[Fault, ...]
    span: TextSpan

    @property
    def asked(self) -> object:
        return self.span


Order = PlayOrder | ExchangeOrder | PassOrder | UnreadOrder


class IfPlay(Alternative, frozen=True):
    """`FALLS H4 RUCKEN:`: the turn just before was that play."""

    square: Square
    direction: Direction
    word: str
    who: str = ""
    """By whom, where that was said: `Falls Ben H4 RUCKEN legt:`."""


class IfPass(Alternative, frozen=True):
    """`FALLS PASS:`, `Falls Ben passt:`."""

    who: str = ""


class IfExchange(Alternative, frozen=True):
    """`FALLS TAUSCH:`."""

    who: str = ""


class IfTakenBack(Alternative, frozen=True):
    """`FALLS ZURÜCK:`: the play before was challenged off."""

    who: str = ""


class Otherwise(Alternative, frozen=True):
    """`SONST:`: none of the conditions above is met."""


Condition = IfPlay | IfPass | IfExchange | IfTakenBack | Otherwise


class OrdersIf(OnRecord, frozen=True):
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


class ChallengeAct(Struct, frozen=True):
    """`ANFECHTEN GÖTZE`; without a word all words of the open play."""

    words: tuple[str, ...]
    span: TextSpan
    is_foreign: bool = False
    """Whether the word is said to be foreign: then the game master decides (table games 2)."""


class WishAct(Struct, frozen=True):
    """`WUNSCH: E N R`: in which order letters are wanted (table games 5)."""

    letters: str


class AcceptAct(Struct, frozen=True):
    """`ANNEHMEN`: the open play stands."""


class AcceptsAllAct(Struct, frozen=True):
    """`ANNAHME AN`, `ANNAHME AUS`: every play is accepted unseen, or none."""

    wanted: bool


class ResignAct(Struct, frozen=True):
    """`AUFGABE`."""


class TrialAct(Struct, frozen=True):
    """`PROBE H4 RUCKEN`: the answer shows the board; nothing changes."""

    order: AnyOrder


class HistoryAct(Struct, frozen=True):
    """`VERLAUF`."""


class TilesAct(Struct, frozen=True):
    """`STEINE`: which tiles are not seen."""


class AwayAct(Struct, frozen=True):
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


class WrittenOrders(Struct, Written, frozen=True):
    """All that a mail asks for in one game in turns."""

    groups: tuple[OrdersIf, ...] = ()
    """In the order written; lines above all conditions come first, under None."""
    acts: tuple[Act, ...] = ()
    faults: tuple[Fault, ...] = ()
    """What holds of the whole: a condition that cannot be read."""
    ambiguous_at: TextSpan | None = None
    """A second move without a slash: nothing counts."""
    wish: Wish | None = None
    """`ZIEHE 4V 3K` where no move stands that draws: for the first rack (turns 8.4)."""
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

    @property
    def is_certain(self) -> bool:
        """Tell whether it is beyond doubt also in a subject, where each word alone might be laid."""
        return not any(order.may_be_prose for group in self.groups for order in group.orders)

    @property
    def moves_at(self) -> tuple[TextSpan, ...]:
        return tuple(order.span for group in self.groups for order in group.orders)

    def before(self, rest: Written) -> Written | None:
        """Return an acceptance and the move that follows it, inside a quote, as one."""
        if not isinstance(rest, WrittenOrders) or not self.only_acts or rest.acts:
            return None
        return replace(rest, acts=self.acts)

    def act(self, kind: type[Act]) -> Act | None:
        """Return the first act of a kind."""
        return next((each for each in self.acts if isinstance(each, kind)), None)


class ConditionUnread(FaultAt, frozen=True, kw_only=True):
    """`FALLS DAS WETTER SCHÖN IST:`: no condition that the referee can tell (turns 6.3)."""

    code: ClassVar[str] = "condition"
    before: str = ""
    """Who is to move just before, where the condition names somebody else."""


class Meant(Struct, frozen=True):
    """A piece of a mail, and what is to stand there instead once its sender says yes."""

    written: str
    meant: str
    is_name: bool = False
    """Whether it says who or which game; what a move says counts from the yes on."""


def play_written(play: Play, axes: Axes) -> str:
    """Return a play as a player writes it: `H8w RAB*EN`."""
    ways = {Direction.ACROSS: "w", Direction.DOWN: "s"} if axes is Axes.COLUMNS else {}
    letters = (
        f"*{letter}" if at in play.starred else letter.lower() if at in play.small else letter
        for at, letter in enumerate(play.word)
    )
    place = place_name(play.square, play.direction, axes)
    return f"{place}{ways.get(play.direction, '')} {''.join(letters)}"
