"""What a mail asks for, once read: entries, and the kinds of row from which they are put together.

What a player asks for beside plays, as written: no score and no verdict (turns 3 to 6, 11).

What somebody may have meant by a piece of a mail, as he should have written it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from mailref.orders.table import NOTHING_BEHIND, Behind, Command
from mailref.reading.incoming_mail import Line
from mailref.structs import Alternative, OnRecord, PlayerName
from mailref.tiles.board import Axes, Board, Direction, Laying, Notation, Square, place_name
from mailref.tiles.moves import (
    NOWHERE,
    BlankFor,
    BlankOn,
    Fault,
    FaultAt,
    MissingPlace,
    Play,
    Swap,
    Syntax,
    TextSpan,
    WrittenMove,
)
from mailref.tiles.tile_set import GERMAN, TileSet, blank_of, letters_on


class Wish(OnRecord, frozen=True):
    """`ZIEHE 2V 3K`: from which bag to draw, where there are two (turns 8.4)."""

    vowels: int
    consonants: int


class Asking:
    """What asks for something somewhere in a mail; no Struct itself, as with faults."""

    __slots__ = ()

    @property
    def span(self) -> TextSpan:
        """Return where it stands; of several lines the first that asks for something."""
        raise NotImplementedError

    @property
    def asked(self) -> object:
        """Return what is asked for, wherever it stands: the same twice is one."""
        raise NotImplementedError


class Written(Asking):
    """What an entry asks for beside commands, in the words of its kind."""

    __slots__ = ()
    is_words: ClassVar[bool] = False
    """Whether it names words of its writer's own, and no move on a board."""

    @property
    def said(self) -> str:
        """Return what its writer is told of it where it is not answered."""
        return self.span.text.strip()

    @property
    def holds_move(self) -> bool:
        """Tell whether a move can be read."""
        return True

    @property
    def is_only_asked(self) -> bool:
        """Tell whether nothing was read that it asks for, and it is only asked what is meant."""
        return False

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

    def before(self, rest: "Written") -> "Written | None":  # noqa: ARG002  none goes before another
        """Return this and the *rest* below it as one; None where they are two."""
        return None


class AnyOrder(Asking):
    """An order of any game of players at a table."""

    __slots__ = ()
    which: "ClassVar[type[FaultAt] | None]" = None
    """Of an order of tiles: what is asked back where a sign beside them may be one more."""
    lists: ClassVar[Literal["", "tiles", "places"]] = ""
    """What a sentence below may name more of."""
    may_be_prose: ClassVar[bool] = False
    """Whether any word alone may be such an order."""
    is_move: ClassVar[bool] = False
    """Whether it lays tiles or takes them off a board: what stands beside it may be said of it."""


class PlayOrder(Alternative, AnyOrder, frozen=True):
    """The plays of a move, with the blanks exchanged before them, and from which bag to draw after them."""

    is_move = True
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
        return tuple(play.asked for play in move.plays), tuple(swap.square for swap in move.swaps)

    @property
    def is_word_alone(self) -> bool:
        """Tell whether it is a word without its place, as any may be."""
        return any(
            isinstance(each, MissingPlace) and each.lacks == "square"
            for each in self.written.faults
        )

    @property
    def is_unclear(self) -> bool:
        """Tell whether it lacks its place, or a question mark is all that is wrong with it: `7H KASTEN?`."""
        return self.is_word_alone or any(
            isinstance(each, Syntax) and each.span.text == "?" for each in self.written.faults
        )


class WhichLetters(FaultAt, frozen=True, kw_only=True):
    """`TAUSCHE 3` without letters."""


class ExchangeOrder(Alternative, AnyOrder, frozen=True):
    """Tiles to be exchanged; None: the whole rack, but for those that are *kept*."""

    which = WhichLetters
    lists = "tiles"

    letters: str | None
    span: TextSpan
    wish: Wish | None = None
    kept: str | UnsetType = UNSET
    """Unset, and not recorded, where none are: records of before have no such field."""

    @property
    def asked(self) -> object:
        letters = self.letters and "".join(sorted(self.letters))
        return ("exchange but", self.kept) if self.kept else ("exchange", letters)


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
    who: PlayerName = ""
    """By whom, where that was said: `Falls Ben H4 RUCKEN legt:`."""


class IfPass(Alternative, frozen=True):
    """`FALLS PASS:`, `Falls Ben passt:`."""

    who: PlayerName = ""


class IfExchange(Alternative, frozen=True):
    """`FALLS TAUSCH:`."""

    who: PlayerName = ""


class IfTakenBack(Alternative, frozen=True):
    """`FALLS ZURÜCK:`: the play before was challenged off."""

    who: PlayerName = ""


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


class Act(Struct, frozen=True):
    """What is ordered beside moves in games in turns: the class of each is its row of the table (contract 3)."""

    name: ClassVar[str]
    """Under what name its words stand in `turn_orders.toml` of each language."""
    behind: ClassVar[str] = ""
    """What stands behind its word."""
    is_move: ClassVar[bool] = False
    """Whether it takes part in a turn as a move does."""
    is_at_once: ClassVar[bool] = False
    """Whether it is done at once, and can hang on no condition."""
    is_command: ClassVar[bool] = False
    """Whether it says how its writer wants to be served, as a command does."""
    is_aside: ClassVar[bool] = False
    """Whether it is nothing of a turn, whoever is to move."""
    is_final: ClassVar[bool] = False
    """Whether a seat is given up for good by it: asked back where its mail answers none of ours."""

    @property
    def code(self) -> str:
        """Return what `judge --json` calls it; "" where it says nothing of it."""
        return self.name

    @property
    def is_of_turn(self) -> bool:
        """Tell whether anything in the game may come of it."""
        return not (self.is_aside or isinstance(self, TrialAct))


class ChallengeAct(Act, frozen=True):
    """`ANFECHTEN GÖTZE`; without a word all words of the open play."""

    name = "challenge"
    behind = "words"
    is_move = is_at_once = True
    words: tuple[str, ...]
    span: TextSpan
    is_foreign: bool = False
    """Whether the word is said to be foreign: then the game master decides (table games 2)."""
    whose: str = ""
    """The player whose play it is said to be, as the mail calls him."""


class WishAct(Act, frozen=True):
    """`WUNSCH: E N R`: in which order letters are wanted (table games 5)."""

    name = "wish"
    behind = "letters"
    letters: str

    @property
    def code(self) -> str:
        return ""


class AcceptAct(Act, frozen=True):
    """`ANNEHMEN`: the open play stands; `ACCEPT HOURS` says which word of it is meant."""

    name = "accept"
    is_move = is_at_once = True
    words: tuple[str, ...] = ()
    span: TextSpan = NOWHERE
    whose: str = ""
    """The player whose play it is said to be, as the mail calls him."""


class GiveWayAct(Act, frozen=True):
    """`ZURÜCK` of who challenges, or whose play is challenged, while the game master is waited for (turns 5.6)."""

    name = "gives_way"
    is_move = is_at_once = True

    @property
    def code(self) -> str:
        return ""


class AcceptsAllAct(Act, frozen=True):
    """`ANNAHME AN`, `ANNAHME AUS`: every play is accepted unseen, or none."""

    name = "accepts_all"
    behind = "on or off"
    is_at_once = is_command = True
    wanted: bool

    @property
    def code(self) -> str:
        return Command.ACCEPT_ON if self.wanted else Command.ACCEPT_OFF


class ResignAct(Act, frozen=True):
    """`AUFGABE`."""

    name = "resign"
    is_move = is_at_once = is_final = True
    is_in_sentence: bool = False
    """Whether it stands among other words: then it is asked about before it is done."""


class TrialAct(Act, frozen=True):
    """`PROBE H4 RUCKEN`: the answer shows the board; nothing changes."""

    name = "trial"
    behind = "play"
    order: AnyOrder


class HistoryAct(Act, frozen=True):
    """`VERLAUF`."""

    name = Command.HISTORY
    is_command = is_aside = True


class TilesAct(Act, frozen=True):
    """`STEINE`: which tiles are not seen."""

    name = Command.TILES
    is_command = is_aside = True


class AwayAct(Act, frozen=True):
    """`URLAUB 1.8.-14.8.`, the dates as written."""

    name = Command.AWAY
    behind = "days"
    is_command = is_aside = True
    text: str


def _is_read(order: AnyOrder) -> bool:
    if isinstance(order, PlayOrder):
        return order.written.move is not None
    return not isinstance(order, UnreadOrder)


class WrittenOrders(Struct, Written, frozen=True):
    """All that a mail asks for in one game where plays are laid: its moves, and what else is done there."""

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
    is_for_want: bool = False
    """Whether all of it is for want of a move that was not read."""
    takes_back: bool = False
    """Whether that line, alone, takes back a move sent before, or may."""
    keeps_turn: bool = False
    """Whether it only says that no turn is given up: `I won't pass`."""

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing was asked for."""
        asks = self.groups or self.acts or self.faults
        return not (asks or self.ambiguous_at or self.unread_at)

    @property
    def orders(self) -> tuple[AnyOrder, ...]:
        """Return the moves, whatever they hang on; alternates behind what they are for."""
        return tuple(order for group in self.groups for order in group.orders)

    @property
    def plays(self) -> tuple[PlayOrder, ...]:
        """Return those that lay plays."""
        return tuple(order for order in self.orders if isinstance(order, PlayOrder))

    @property
    def moves_nothing(self) -> bool:
        """Tell whether it only tries out plays, or asks for what is nothing of a turn: no move comes of it."""
        return self.only_acts and not any(act.is_of_turn for act in self.acts)

    @property
    def is_only_asked(self) -> bool:
        return not (self.groups or self.acts or self.faults)

    @property
    def is_beyond_doubt(self) -> bool:
        """Tell whether all of it was read, and nothing puts it in doubt."""
        return not (self.faults or self.ambiguous_at or self.unread_at)

    @property
    def only_acts(self) -> bool:
        """Tell whether nothing but what is done at once was asked for, beyond doubt."""
        return bool(self.acts) and not self.groups and self.is_beyond_doubt

    @property
    def holds_move(self) -> bool:
        """Tell whether a move can be read, not only a word that may have been meant as one.

        To challenge, to accept and to resign are moves, too.
        """
        return any(map(_is_read, self.orders)) or any(act.is_move for act in self.acts)

    @property
    def span(self) -> TextSpan:
        """Return the first line that asks for something."""
        spans = [each.span for each in self.orders]
        spans += [fault.span for fault in self.faults]
        return min(spans, key=lambda each: each.line, default=NOWHERE)

    @property
    def asked(self) -> object:
        """Return what is asked for, wherever it stands: the same twice is one."""
        groups = tuple(
            (group.condition, tuple(order.asked for order in group.orders)) for group in self.groups
        )
        acts = tuple(
            replace(act, span=NOWHERE) if isinstance(act, AcceptAct | ChallengeAct) else act
            for act in self.acts
        )
        return groups, acts, tuple(fault.span.text for fault in self.faults)

    @property
    def is_certain(self) -> bool:
        """Tell whether it is beyond doubt also in a subject, where each word alone might be laid."""
        return not any(
            order.may_be_prose or (isinstance(order, PlayOrder) and order.is_word_alone)
            for order in self.orders
        )

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
    under: str = ""
    """The title of the game under which it stands in place of the whole mail."""


def play_written(play: Play, axes: Axes, tiles: TileSet = GERMAN) -> str:
    """Return a play as a player writes it: `H8w RAB*EN`."""
    ways = {Direction.ACROSS: "w", Direction.DOWN: "s"} if axes is Axes.COLUMNS else {}
    place = place_name(play.square, play.direction, axes)
    word = word_written(play.word, play.starred, play.small, tiles)
    return f"{place}{ways.get(play.direction, '')} {word}"


def move_written(written: WrittenMove, axes: Axes, tiles: TileSet) -> str | None:
    """Return a move as a player writes it, a play a line; None where more than its plays belongs to it."""
    move = written.move
    if move is None or written.faults or move.swaps or any(play.blanks for play in move.plays):
        return None
    return "\n".join(play_written(play, axes, tiles) for play in move.plays)


def word_written(
    word: str, starred: Collection[int], small: Collection[int] = (), tiles: TileSet = GERMAN
) -> str:
    """Return a word as a player writes it, `RAB*EN`: jokers by their places, behind a star or as small letters.

    One for a tile of several letters is small in its brackets, `[ch]`. A star behind `[CH]` would be that of this tile:
    a joker there stands in brackets of its own.
    """
    found = []
    for at, letter in enumerate(word):
        is_several = len(letters_on(letter)) > 1
        if is_several:
            found.append(blank_of(letter) if at in starred or at in small else letter)
        elif at in starred:
            is_behind_several = at > 0 and len(letters_on(word[at - 1])) > 1
            found.append(f"({letter})" if is_behind_several else f"*{letter}")
        else:
            found.append(tiles.lower(letter) if at in small else letter)
    return "".join(found)


if TYPE_CHECKING:
    from mailref.orders.grammar import Grammars


class GameFace(Struct, frozen=True):
    """What reading needs to know of a game: how it is called, and its rules, which say how its players write."""

    id: str
    title: str
    rules: Laying
    plays: int = 0
    """So many plays a move has where its mails are read as if plays were laid in it in rounds; 0: as its kind is."""


class Insight(Struct, frozen=True):
    """What the reader of a mail may know of its game at that moment: what its writer sees, and nobody else's tiles."""

    board: Board | None = None
    """That on which his plays are laid; None where a game has no such, or several."""
    of_kind: Any = None
    """What he could do now, as the reader of his kind of game asks for it; None where nothing is known of it."""
    is_to_move: bool = True
    """Whether it is his turn, or all move at once."""
    in_doubt: tuple[str, ...] = ()
    """The words of another's play that a move of his would accept, and that he may still challenge."""
    points: Callable[[Play], int | None] | None = None
    """What a play brings that he could lay now, None where he cannot, or nobody knows; None: nobody ever does."""


NO_INSIGHT = Insight()


class Ambiguity(StrEnum):
    """Why an entry is asked back."""

    SECOND_PLAY = "second_play"
    """Two plays without number or slash in a Dottendorf game."""
    AFTER_EMPTY_LINE = "after_empty_line"
    """A complete play stands after the empty line that ends the entry."""
    TWO_ENTRIES = "two_entries"
    """Two different entries for one game and player in a mail."""
    UNREAD_PLAY = "unread_play"
    """A line that could be a play was not read, or what stands beside it puts it in doubt."""
    SECOND_THOUGHT = "second_thought"
    """A play is replaced, and it is not certain which."""
    OTHER_ROUND = "other_round"
    """The words before a play say that it is for another round."""
    UNFORMED_WORD = "unformed_word"
    """A word stands behind a play that the play does not form."""


class UnknownHeading(Struct, frozen=True):
    """A heading shaped like a game's that names none; `suggestions` are ids of similar games."""

    text: str
    suggestions: tuple[str, ...]


class RoundNamed(Struct, frozen=True):
    """The round for which words say that a play is: `Mein Zug in Runde 6:`."""

    number: int
    span: TextSpan
    is_by_the_way: bool = False
    """Nothing says that the play is for it, yet its sentence names it: `Runde 6 kann ich auch schon: ...`."""

    def is_other_than(self, number: int) -> bool:
        """Tell whether a play for round *number* may be meant for another; one that is over is talk by the way."""
        return self.number > number if self.is_by_the_way else self.number != number


class Entry(Struct, frozen=True):
    """What a mail holds for one game."""

    game: str | UnknownHeading | None
    """The id of the game the heading names; None where no heading stands."""
    heading: TextSpan | None
    player: TextSpan | None
    """The name in `Spieler=`, if it stands there."""
    written: Written | None = None
    """What it asks for beside commands; None where that is nothing."""
    commands: tuple[Command, ...] = ()
    said: Behind = NOTHING_BEHIND
    """What stands behind those of them that have a value."""
    wish: Wish | None = None
    """From which of two bags the first rack is wanted."""
    ambiguity: Ambiguity | None = None
    ambiguous_at: TextSpan | None = None
    unused: tuple[TextSpan, ...] = ()
    """Lines of the entry that were not used: the confirmation names them."""
    round_named: RoundNamed | None = None
    said_at: TextSpan | None = None
    """The words by which its one play is said, where the grammar does not read them: where it is not valid, it is
    asked what they mean."""
    is_known: bool = False
    """Whether its player names what he sees he can do: where a rule forbids it, he is told which."""
    slip_at: TextSpan | None = None
    """Where its mail names a word for which that of its play may be a slip: where no list knows that, it is asked."""
    without_blank_at: TextSpan | None = None
    """Where its mail says that no blank is laid: where its move needs one, it is asked."""
    is_for_want: bool = False
    """Whether it says only what is for want of a move: of one that was not read, or of the one sent before."""
    is_declined: bool = False
    """Whether its mail says no to the play that is asked about, or names another: then it is not offered for a yes."""

    @property
    def asks(self) -> bool:
        """Tell whether it asks for something beside commands."""
        return self.written is not None

    @property
    def moves(self) -> tuple[WrittenMove, ...]:
        """Return the moves that lay plays, as written."""
        orders = orders_in(self)
        return tuple(each.written for each in orders.plays) if orders is not None else ()

    @property
    def named(self) -> tuple[TextSpan, ...]:
        """Return the words behind plays without a plus: each must be one that the play forms."""
        orders = orders_in(self)
        return tuple(at for each in orders.plays for at in each.named) if orders is not None else ()

    @property
    def holds_move(self) -> bool:
        """Tell whether a readable move stands in it."""
        return self.written is not None and self.written.holds_move

    @property
    def ambiguous_line(self) -> str | None:
        """Return what is asked back about; None where nothing is."""
        at = self.ambiguous_at or (self.written.ambiguous_at if self.written is not None else None)
        return at.text.strip() if at is not None else None

    @property
    def span(self) -> TextSpan | None:
        """Return the first line that asks for something; None where none does."""
        return self.written.span if self.written is not None else None


def orders_in(entry: Entry | None) -> WrittenOrders | None:
    """Return the moves and orders of an entry for a game where plays are laid; None where there are none."""
    written = entry.written if entry is not None else None
    return written if isinstance(written, WrittenOrders) else None


def asked_at(entry: Entry) -> Iterator[tuple[TextSpan, Play | None]]:
    """Yield where each move of an entry stands: of one with plays, these."""
    for order in _orders_of(entry):
        plays = _plays_of(order)
        yield from ((each.span, each) for each in plays) if plays else ((order.span, None),)


def plays_of_moves(entry: Entry) -> list[Sequence[Play]]:
    """Return the plays of each move of an entry that lays any."""
    return [plays for order in _orders_of(entry) if (plays := _plays_of(order))]


def _orders_of(entry: Entry) -> Sequence[AnyOrder]:
    orders = orders_in(entry)
    return () if orders is None else orders.orders


def _plays_of(order: AnyOrder) -> Sequence[Play]:
    move = order.written.move if isinstance(order, PlayOrder) else None
    return () if move is None else move.plays


def laid(moves: Sequence[PlayOrder]) -> WrittenOrders | None:
    """Return moves that hang on nothing as what an entry asks for, each for want of those before it."""
    return WrittenOrders((OrdersIf(None, tuple(moves)),)) if moves else None


MOST_TRIALS = 5
"""So many plays that one mail only tries out are answered."""


def answered_apart(entry: Entry) -> tuple[Entry, ...]:
    """Return an entry for each play that is only tried out, one for what else is only asked, one for all else.

    Each has its answer: none takes the place of another. A trial above the moves is one before them. Beside a seat
    given up for good everything is asked about.
    """
    orders = orders_in(entry)
    if orders is None or entry.ambiguity is not None or not orders.is_beyond_doubt:
        return (entry,)
    if any(act.is_final for act in orders.acts):
        return (entry,)
    trials = [act for act in orders.acts if isinstance(act, TrialAct)][:MOST_TRIALS]
    rest = tuple(act for act in orders.acts if not isinstance(act, TrialAct))
    is_of_turn = bool(orders.groups) or not all(act.is_aside for act in rest)
    asks = tuple(act for act in rest if is_of_turn and isinstance(act, HistoryAct | TilesAct))
    others = replace(orders, acts=tuple(act for act in rest if act not in asks))
    begins = others.span.line if others.groups else 0
    above = [(act,) for act in trials if act.order.span.line < begins]
    below = [(act,) for act in trials if act.order.span.line >= begins]
    parts = [
        *(WrittenOrders(acts=acts) for acts in above),
        *(() if others.is_empty else (others,)),
        *(WrittenOrders(acts=acts) for acts in (*below, asks) if acts),
    ]
    if len(parts) < 2:
        return (entry,)
    whole = 0 if others.is_empty else len(above)
    bare = replace(entry, commands=(), said=NOTHING_BEHIND, wish=None, unused=())
    return tuple(
        replace(entry if at == whole else bare, written=part) for at, part in enumerate(parts)
    )


class Perhaps(Struct, frozen=True):
    """What a mail in which nothing was read may have meant: its writer is told how that is written."""

    order: str = ""
    """The one order at a table that it names, as the line that asks for it."""
    gives_turn_up: bool = False
    """Whether it passes or exchanges in a game in which nobody can."""
    resigns: bool = False
    """Whether it gives up in a game that nobody resigns, but may leave."""


NOTHING_MEANT = Perhaps()


class Reading(Struct, frozen=True):
    """All that a mail asks for."""

    entries: tuple[Entry, ...]
    """In order; one with neither moves nor commands where a heading stands alone. May be empty."""
    commands: tuple[Command, ...]
    """Commands outside any entry, the subject's included, each once."""
    said: Behind = NOTHING_BEHIND
    wish: Wish | None = None
    prose: bool = False
    """Whether the person wrote anything beside entries and commands, greetings aside."""
    player: TextSpan | None = None
    """The name in a `Spieler=` that stands in no entry: beside ANMELDEN."""
    is_over_budget: bool = False
    """Whether more could be a move or a heading than is looked at in one mail: nothing counts."""
    perhaps: Perhaps = NOTHING_MEANT

    @property
    def asks_for_something(self) -> bool:
        """Tell whether a move or a command was read, or something that must be asked back."""
        return bool(
            self.commands
            or any(entry.asks or entry.commands or entry.ambiguity for entry in self.entries)
        )


class Named(Struct, frozen=True):
    """What a text names of an order from *start* to *end*, and the line by which that is asked for: `LEGE STREBE`."""

    start: int
    end: int
    order: str
    is_possible: bool | None = None
    """Whether its player could do that now; None where that is not known."""


class SectionReader:
    """Reads the lines under one heading together, in a kind of game where they ask for more than plays."""

    commands_as_orders: ClassVar[tuple[Command, ...]] = ()
    """The commands that are orders here, to be carried out in their place."""
    wishes: ClassVar[bool | None] = None
    """Whether a line may say from which of two bags tiles are wanted; None: only where no game is named."""

    asks_for_words: ClassVar[bool] = False
    """Whether a word alone on a line is a move here: a name may look like one."""

    lays_plays: ClassVar[bool] = True
    """Whether a word beside a square is a move here, which goes when it is taken back; else that is said of what lies.

    `NIMM K8 K10. Von SEE bleibt das E.`, `NIMM H5 H6, R und E weg.`
    """

    parts: ClassVar[int] = 1
    """So many things that a mail names by themselves are one order."""

    has_absences: ClassVar[bool] = False
    """Whether an absence is an order among others here; else it is a command."""

    def __init__(self, grammars: "Grammars", insight: Insight = NO_INSIGHT) -> None:
        """*insight* is what is known of the game whose mail is read."""
        self._grammars, self._insight = grammars, insight

    def recognises(self, line: Line, notation: Notation) -> bool:
        """Tell whether a line asks for something by itself."""
        raise NotImplementedError

    def moves(self, line: Line, notation: Notation) -> bool:  # noqa: ARG002  as a rule
        """Tell whether a line is a move other than a play, with tiles."""
        return False

    def gives_turn_up(self, line: Line) -> bool:  # noqa: ARG002  as a rule
        """Tell whether a line is a pass or an exchange of tiles, and nothing else."""
        return False

    def announces(self, line: Line) -> bool:  # noqa: ARG002  as a rule
        """Tell whether a sentence says that its writer orders what no word of it leaves in doubt, but for which."""
        return False

    def written(self, lines: Sequence[Line], notation: Notation) -> Written | None:
        """Return all that *lines* ask for; None where that is nothing."""
        raise NotImplementedError

    def heading_alone(self, heading: TextSpan) -> Written | None:  # noqa: ARG002  as a rule
        """Return what a heading says with nothing below it."""
        return None

    def may_head(self, title: str) -> bool:  # noqa: ARG002  as a rule
        """Tell whether a game's title before an order is a heading, and no order itself."""
        return True

    def in_subject(self, subject: str, rows: Sequence["Row"]) -> Written | None:  # noqa: ARG002  as a rule
        """Return what a subject says where the *rows* of its mail ask for nothing."""
        return None

    def leaves_wish(self, lines: Sequence[Line], notation: Notation) -> bool:  # noqa: ARG002  as a rule
        """Tell whether a wish among *lines* belongs to no move: it is for the first rack."""
        return True

    def righted(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Return the lines of a mail, each word of an order that holds a slip of the keys as it is meant."""
        return lines

    def from_form(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Return the lines of a mail, fields of a form of this kind of game as the lines that ask for the same."""
        return lines

    def apart(self, lines: Sequence[Line]) -> tuple[Line, Sequence[Line]] | None:  # noqa: ARG002  as a rule
        """Return the step that goes before all others, said amid a sentence, as a line, and *lines* without it."""
        return None

    def lets_lay(self, first: "WrittenOrders", play: Play, board: Board) -> bool:  # noqa: ARG002  as a rule
        """Tell whether a step that goes *first* lets a play be laid, as far as tiles go."""
        return False

    def named_in(self, text: str) -> Iterable[Named]:  # noqa: ARG002  as a rule orders are written as such
        """Return what a text may name of an order, in whatever words."""
        return ()

    def parts_in(self, text: str) -> Iterable[Named]:
        """Return what a text may name of several things that are ordered together, each by itself."""
        return self.named_in(text)

    def hinted_in(self, text: str) -> Iterable[Named]:  # noqa: ARG002  as a rule
        """Return the same of a mail that names nothing, in small letters, say, of what its writer could do now."""
        return ()

    def as_laid(self, text: str) -> str:
        """Return what a text says of an order, a sign in its place, as it would be said of a play that is laid."""
        return text

    def without_told(self, text: str, order: str) -> str:  # noqa: ARG002  as a rule
        """Return a text without what it only tells of the game as it is where an *order* named in it is carried out."""
        return text


class Habits(Struct, frozen=True):
    """How the players of a game write: the axes of squares, and how lines are read.

    Either each by itself, as a play: then whether they are Teilzüge and alternates, and how many are
    allowed; or together.
    """

    notation: Notation = Notation()
    are_numbered: bool = True
    plays: int = 1
    moves: int | None = None
    reader: type[SectionReader] | None = None
    """Who reads them together; None: each is a play by itself."""


class EmptyRow(Struct, frozen=True):
    """An empty line."""


class SkippedRow(Struct, frozen=True):
    """A line that says nothing: the empty template `__ __`."""


class ProseRow(Struct, frozen=True):
    """Anything else a person writes."""

    line: Line


class UnreadRow(Struct, frozen=True):
    """A line that could be a play, and is none, or not certainly."""

    span: TextSpan
    is_no_move: bool = False
    """Whether it is none beyond doubt, and only named: it tells of another round, or bears our bar."""
    doubted: "PlayRow | None" = None
    """The play that was read in it, and is put in doubt by the words beside it."""
    others: tuple["PlayRow", ...] = ()
    """Further plays that its line offers with it: `H4 RABEN oder H5 NABER`."""


class OrderRow(Struct, frozen=True):
    """A line of a game in turns, to be read with the others of its section."""

    line: Line
    is_doubtful: bool = False
    """Whether it may be ours: an order in it is asked about."""


class HeadingRow(Struct, frozen=True):
    game: str | UnknownHeading
    span: TextSpan
    round_named: RoundNamed | None = None
    """The round beside its title: `1-Zug-Scrabble Yerres, Runde 6`."""


class PlayerRow(Struct, frozen=True):
    span: TextSpan | None
    """The name; None in an empty `Spieler=`."""


class CommandRow(Struct, frozen=True):
    command: Command


class SaidRow(Struct, frozen=True):
    """An order with what stands behind it, also in the lines below: `PRESSE: text`, `LOSWORT Pflaume`."""

    command: Command
    text: str

    @property
    def said(self) -> Behind:
        return Behind(((self.command, self.text),))


class WishRow(Struct, frozen=True):
    """`ZIEHE 2V 4K`: beside a move in a game in turns, or for the first rack."""

    line: Line
    wish: Wish


class BesideRow(Struct, frozen=True):
    """What stands in a line of its own for the play above it: `A4 = Blanko`, `Summe: 152`, a comment."""

    blanks: tuple[BlankFor | BlankOn, ...] = ()
    faults: tuple[Fault, ...] = ()
    total: int | None = None
    comment: str = ""


class SwapRow(Struct, frozen=True):
    is_alternate: bool
    swaps: tuple[Swap, ...]
    faults: tuple[Fault, ...]


class PlayRow(Struct, frozen=True):
    """A line that is, or was meant as, a play."""

    span: TextSpan
    play: Play | None
    faults: tuple[Fault, ...] = ()
    is_alternate: bool = False
    number: int | None = None
    swaps: tuple[Swap, ...] = ()
    total: int | None = None
    is_complete: bool = False
    """Whether it has its square, its direction and its word."""
    is_bare: bool = False
    """A word alone: a play without its place, or a word in capitals that is none."""
    is_detailed: bool = False
    """Whether points or a direction stand beside a word alone: `BEINE 20`."""
    is_doubtful: bool = False
    """A square and a word such as `A3 Plakate`: a play that lacks its direction, or prose."""
    is_instead: bool = False
    """Whether it replaces the play before: `Korrektur:`."""
    is_joined: bool = False
    """Whether nothing but `and` parts it from the play before: both are one move where a move has several plays."""
    is_postscript: bool = False
    """Whether `PS` stands before it."""
    is_asked: bool = False
    """Whether its writer must be asked: words above leave it in doubt, or it stands for one that nobody has seen."""
    named: tuple[TextSpan, ...] = ()
    """Words behind it without a plus."""

    @property
    def is_firm(self) -> bool:
        """Tell whether it is a play whatever stands around it."""
        return not self.is_bare and not self.is_doubtful

    @property
    def is_likely(self) -> bool:
        """Tell whether it is a play whatever stands around it, or can be read as one."""
        return self.is_firm or (self.play is not None and not self.faults)


EntryRow = (
    EmptyRow
    | SkippedRow
    | ProseRow
    | OrderRow
    | UnreadRow
    | PlayerRow
    | CommandRow
    | SaidRow
    | WishRow
    | BesideRow
    | SwapRow
    | PlayRow
)
Row = HeadingRow | EntryRow
