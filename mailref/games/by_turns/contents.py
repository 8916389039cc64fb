"""What the mails of a game in turns tell, as values without a sentence (classic 10).

First what may be shown of such a game: to everybody, to one player, and what happened in it. Each mail has
a public part, the same for all, and, for a player, what he alone may see. Rule for editors: a secret stands in
an `OwnFace` or behind `Secret`, and in no public part; where it is not, no template can tell it by mistake.

REVANCHE: a game in turns once more, where all who played say so in time; the next one begins. What they say
is noted in the game that is over. The game that follows has the settings of the first one, which stands in
the file; it stands nowhere but in the record (other games 5).
"""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from enum import StrEnum
from itertools import count
from typing import Any, ClassVar, Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.by_turns import events as happened
from mailref.games.by_turns import history as told
from mailref.games.by_turns.game import EMPTY, SeatedGame
from mailref.games.by_turns.policy import RunningTurns, TurnPolicy
from mailref.games.by_turns.switches import SeatOrder, TurnRules
from mailref.games.chance import Secret
from mailref.games.events import GamePaused, GameResumed, Noted, PlayerRenamed, ScoreCorrected
from mailref.games.game import AGREED, Press, SameTiles, next_id
from mailref.games.in_hand import Seat, WhoseTurn
from mailref.games.statistics import PlayerFigures, without_share
from mailref.orders.entries import (
    AcceptAct,
    ChallengeAct,
    Condition,
    Meant,
    OrdersIf,
    PassOrder,
    PlayOrder,
    WrittenOrders,
    move_written,
    orders_in,
)
from mailref.orders.order_words import ORDERS_IN_TURNS
from mailref.orders.shapes import folded
from mailref.orders.table import Command, NotDone
from mailref.referee.contents import (
    Answer,
    AnswerToCommands,
    AnswerToEntry,
    Content,
    Doubted,
    EnteredByGameMaster,
    RulingAsked,
    WithOwn,
)
from mailref.referee.mails import chosen_language
from mailref.referee.policy import (
    ConfiguredPlayer,
    GamePolicy,
    Outcome,
    Reason,
    Registration,
    RunningGame,
)
from mailref.tiles.board import Axes, Board, Square
from mailref.tiles.moves import Fault
from mailref.tiles.scoring import ScoredPlay
from mailref.tiles.when_used import regex

# The public part.


class ShownPlay(Struct, frozen=True):
    """The open play: what lies and may still be challenged."""

    number: int
    player: str
    words: tuple[str, ...]
    """All that can be challenged; those that were decided are out of it."""
    draws: int
    """How many tiles its player draws once it stands."""
    open_until: datetime | None
    """Till then each may challenge, whatever the next player does; None: until his next turn."""
    ends_game: bool
    """Whether the game is over once it stands: nobody may move then (classic 9.1)."""


class WaitingChallenge(Struct, frozen=True):
    """A challenge that the game master must decide: no clock runs."""

    words: tuple[str, ...]
    """Those challenged on which he must rule: no list knows them."""
    challenger: str = ""


class Lies(Struct, frozen=True):
    """What lies open; each kind of game has a class of its own, or one of those below."""


class OnBoard(Lies, frozen=True):
    """What lies open where plays are laid on a board."""

    board: Board
    bag: int
    least: int = 0
    """Jack opens: so many letters the first word must have; 0: the usual rules hold."""


class OwnTables(Struct, frozen=True):
    """Who plays, each at a table of his own, and until when: what one knows who has none."""

    names: tuple[str, ...]
    deadline: datetime


class TurnFace(Struct, frozen=True):
    """How a game stands, as everybody may know it."""

    rules: TurnRules
    commitment: str
    lies: Lies
    seats: tuple[Seat, ...]
    """In order of play."""
    has_racks: bool
    """Whether each has letters of his own."""
    turn: WhoseTurn | None
    """None before the first turn and after the end."""
    open_play: ShownPlay | None
    challenge: WaitingChallenge | None
    history: told.TurnHistory
    """Every turn so far, the score sheet, the drawings with their receipts."""
    is_paused: bool = False
    ended: str = ""
    """Why it is over; "" while it goes on."""
    same_tiles: SameTiles | None = None
    """Where it is one of a double game with the same tiles."""
    pass_ends: bool = False
    """Whether the game is over if who is to move passes."""
    has_next: bool = False
    """Whether all have agreed on a rematch, which begins or has begun."""
    tables: OwnTables | None = None
    """Where everybody has a table of his own, and who looks on has none."""

    @property
    def marked(self) -> frozenset[Square]:
        """Return the squares of the newest play that lies: the picture marks them."""
        newest = self.history.newest
        scored = newest.scored if newest is not None else None
        return frozenset(tile.square for tile in scored.new_tiles) if scored else frozenset()

    @property
    def is_alone(self) -> bool:
        """Tell whether who plays has the table for himself: Solitaire."""
        return self.rules.plays_alone

    @property
    def is_chosen(self) -> bool:
        """Tell whether he chooses his letters himself."""
        return self.rules.chooses_letters

    @property
    def has_board(self) -> bool:
        """Tell whether plays are laid on a board."""
        return isinstance(self.lies, OnBoard)

    def seat(self, name: str | None) -> Seat | None:
        """Return one player as all see him."""
        return next((each for each in self.seats if each.name == name), None)


# What one player alone may see.


class ShownOrder(Struct, frozen=True):
    """A move of his that was not carried out: kept, tried, or waiting for a ruling."""

    kind: told.TurnKind | None
    """None: nothing of what stands under this condition goes as things are."""
    condition: Condition | None = None
    scored: ScoredPlay | None = None
    points: int | None = 0
    """None: only the move itself turns it up."""
    formula: str = ""
    board: Board | None = None
    """With it laid."""
    letters: str = ""
    """That he exchanges."""

    @property
    def form(self) -> str:
        """Return by which name templates speak of it; of a move that nobody has named they do so in general."""
        if self.kind is None:
            return "nothing"
        return told.form_of(self.kind, self.scored)

    @property
    def word(self) -> str:
        """Return what it would lay or take where that is no play on a board."""
        return ""

    @property
    def said(self) -> str:
        """Return how a heading names that; "": by its word."""
        return self.word

    def own(self, axes: Axes) -> Any:
        """Return what else templates of its kind are told of it, squares named."""

    @property
    def goes(self) -> bool:
        """Tell whether it can be carried out as things are."""
        return self.form != "nothing"

    @property
    def is_play(self) -> bool:
        """Tell whether it lays or takes letters, by which a heading names it."""
        return bool(self.scored)


class OrderHints(Struct, frozen=True):
    """What may help who sent an order that cannot be carried out as he thinks."""

    meant: Secret[Any] | None = None
    """What he may have meant, as the templates of its kind are told it."""
    instead: Secret[Meant] | None = None
    """What he wrote, and how he should have written that."""
    refills: str = ""
    """Who takes tiles for his empty rack before the next move; "": nobody does."""


class SoloTries(Struct, frozen=True):
    """How the tries of a soloist stand who chooses his letters himself."""

    number: int
    """Of the present one."""
    now: int
    """What it brings as it stands, less the letters on the rack."""
    counts: int
    """What the one brings that counts so far."""
    best: int | None
    """What the best of the tries before it brings; None: it is the first."""


class OwnFace(Struct, frozen=True):
    """What stands in the mail of one player and in no other."""

    player: str
    rack: Secret[str]
    unseen: Secret[str] = EMPTY
    """All tiles that are neither on the board nor on his rack."""
    receipts: tuple[Any, ...] = ()
    """As recorded: of what was drawn for him since the last report; in the opening, of his first rack."""
    given_back: Secret[str] = EMPTY
    """The tiles of the one exchange of his that is told."""
    kept: Secret[tuple[ShownOrder, ...]] | None = None
    """His move in advance, each alternate with its condition; None: none is kept."""
    kept_until: datetime | None = None
    """When it is carried out by the clock: its grace or others' time to challenge; None: in his turn."""
    accepts_all: bool = False
    has_accepted: bool = False
    """Whether he has accepted the open play, which others may still challenge."""
    holds_challenge: bool = False
    """Whether a challenge of his waits until another is decided."""
    wish: Secret[str] = EMPTY
    """In which order he wants letters from the stacks (WORT-Rummikub)."""
    vacation_left: int = 0
    """Days of absence that he may still take."""
    tries: Secret[SoloTries] | None = None
    """Of a soloist who may begin anew."""


# What happened, in the order in which it did.


class TurnTaken(Struct, frozen=True):
    """A turn was used: a play laid, tiles exchanged, a pass, a time-out, a lost turn."""

    turn: told.ToldTurn
    was_kept: bool = False
    """Whether it was a move in advance, or one that waited."""


class ChallengeSettled(Struct, frozen=True):
    """What came of a challenge."""

    event: happened.ChallengeDecided
    words: tuple[str, ...] = ()
    """All that were challenged: of a play that goes back not each was decided."""
    loses_turn: bool = False
    """Whether the challenger loses a turn for it (`challenge_forfeit`)."""
    given_up_by: str = ""
    """Who gave way, so that nobody had to decide: the challenger, or who laid the play; "" where nobody did."""


class TakenBack(Struct, frozen=True):
    """A play went back to its player's rack."""

    turn: told.ToldTurn


class Drew(Struct, frozen=True):
    """Tiles were drawn; the receipt binds the rack."""

    draw: told.ToldDraw


class TurnTakenBack(Struct, frozen=True):
    """The game master has undone a turn: the game stands as before it."""

    number: int
    player: str


class ClockMoved(Struct, frozen=True):
    """The game master has moved the ZAT of the turn."""

    before: datetime | None
    """The one that held before."""


class OpenedDraw(Struct, frozen=True):
    """A drawing with what was drawn, and the number that opens its receipt: told after the end."""

    draw: told.ToldDraw
    letters: str
    nonce: str


class Finished(Struct, frozen=True):
    """The game is over: racks, what they cost, and the proof."""

    why: str
    """`out`, `passes`, `scoreless`, `resigned`, `timeouts`, `game_master`."""
    racks: Mapping[str, str]
    deductions: Mapping[str, int]
    seed: str
    draws: tuple[OpenedDraw, ...]


class BestOfTurn(Struct, frozen=True):
    """What a turn brought, and the best that its rack could have: told after the end, to players only."""

    number: int
    player: str
    rack: str
    points: int
    best_points: int
    best: ScoredPlay | None
    """One of the best plays; None: nothing could be laid."""


class ToldByKind(Struct, frozen=True):
    """Something that happens in one kind of game alone; it has its template in the folder of that kind."""

    is_aside: ClassVar[bool] = False
    """Whether it makes no headline."""


Happening = (
    ToldByKind
    | TurnTaken
    | happened.PlayAccepted
    | happened.PlayChallenged
    | ChallengeSettled
    | TakenBack
    | Drew
    | happened.PlayerOut
    | happened.AwaySet
    | happened.AwayEnded
    | TurnTakenBack
    | PlayerRenamed
    | happened.ThemeRuled
    | ScoreCorrected
    | ClockMoved
    | GamePaused
    | GameResumed
    | Finished
)
"""What is told: an event where it says all that anybody asks."""


_WANTED = regex(r"rematch_wanted:(\d+):(.+)")
_LEAST = timedelta(days=1)


class Rematch(Struct, frozen=True):
    """Who of those who played a game wants it once more."""

    missing: tuple[str, ...]
    """Who has not said so yet."""
    until: datetime
    title: str
    """Of the game that follows."""
    begins: str
    """Who begins it."""

    @property
    def is_agreed(self) -> bool:
        return not self.missing


def want_rematch(
    running: RunningTurns, player: str, at: datetime, games: Mapping[str, RunningGame]
) -> tuple[Noted, ...] | NotDone:
    """Return what is noted when *player* wants the game once more; the last one makes the next game."""
    game, policy = running.game, running.policy
    if not game.is_over or not policy.has_rematch:
        return NotDone.NO_REMATCH
    if player not in game.seats:
        return NotDone.NO_REMATCH
    if next_id(game):
        return NotDone.REMATCH_AGREED
    _, wanting = _wanting(running, at)
    if player in wanting:
        return ()
    number = tuple(game.players).index(player)  # it stays when he is renamed
    said = Noted(f"rematch_wanted:{number}:{at.isoformat()}", at)
    if wanting | {player} < {*game.seats}:
        return (said,)
    return said, Noted(f"{AGREED}{_free_id(running, games)}", at)


def rematch_of(running: RunningTurns) -> Rematch | None:
    """Return how it stands with a rematch; None where nobody has asked for one."""
    said = _said(running)
    if not said:
        return None
    began, wanting = _wanting(running, said[-1][0])
    order = _order(running.game)
    agreed = next_id(running.game)
    missing = () if agreed else tuple(name for name in running.game.seats if name not in wanting)
    title = _title(running.policy, agreed) if agreed else running.policy.title
    return Rematch(missing, began + _span(running.policy), title, order[0])


def agreed_on(policy: GamePolicy, game: SeatedGame) -> TurnPolicy | None:
    """Return the settings of the game that follows *game*; None where none was agreed on."""
    id_ = next_id(game) if game.is_over else ""
    if not id_ or not isinstance(policy, TurnPolicy):
        return None
    players = tuple(
        ConfiguredPlayer(
            name, game.players[name].addresses, chosen_language(policy, game.players[name])
        )
        for name in _order(game)
    )
    return replace(
        policy,
        id=id_,
        title=_title(policy, id_),
        players=players,
        rules=replace(policy.rules, starter="listed", seats=SeatOrder.LISTED),
        registration=Registration.CLOSED,
        places=len(players),
        taken_over=None,
        same_tiles=None,
        follows=policy.follows or policy.id,
    )


def _order(game: SeatedGame) -> tuple[str, ...]:
    """Return who plays, the one first who begins: next to him who began."""
    return (*game.seats[1:], game.seats[0])


def _wanting(running: RunningTurns, at: datetime) -> tuple[datetime, frozenset[str]]:
    """Return since when a rematch is wanted at *at*, and by whom; who waited too long asks anew."""
    began, wanting = at, frozenset[str]()
    for when, name in _said(running):
        if not wanting or when > began + _span(running.policy):
            began, wanting = when, frozenset()
        wanting |= {name}
    if wanting and at > began + _span(running.policy):
        return at, frozenset()
    return began, wanting


def _said(running: RunningTurns) -> list[tuple[datetime, str]]:
    names = tuple(running.game.players)
    found = (_WANTED.fullmatch(what) for what in running.game.noted)
    return sorted((datetime.fromisoformat(each[2]), names[int(each[1])]) for each in found if each)


def _span(policy: TurnPolicy) -> timedelta:
    return policy.reminder or _LEAST


def _free_id(running: RunningTurns, games: Mapping[str, RunningGame]) -> str:
    """Return `kiel-2`, or a later number where that id or its title is taken."""
    titles, policy = {folded(each.policy.title) for each in games.values()}, running.policy
    ids = (f"{policy.follows or policy.id}-{number}" for number in count(2))
    free = (each for each in ids if each not in games)
    return next(each for each in free if folded(_title(policy, each)) not in titles)


def _title(policy: TurnPolicy, id_: str) -> str:
    """Return `Classic Kiel 2` of `kiel-2`; `Classic 3.2` of `club-3-2`, for a game of a club has a number."""
    number = id_.rpartition("-")[2]
    own = policy.id.rpartition("-")[2]
    title = policy.title
    if policy.follows:
        title = title.removesuffix(f" {own}").removesuffix(f".{own}")
    return f"{title}.{number}" if title[-1:].isdigit() else f"{title} {number}"


class TurnEffect(StrEnum):
    """What a mail, a ruling or a time-out did (classic 14)."""

    DONE = "done"
    KEPT = "kept"
    TAKEN_BACK = "taken_back"
    STANDS = "stands"
    ACCEPTED_PLAY = "accepted_play"
    RESIGNED = "resigned"
    TRIAL = "trial"
    ACCEPTS_ALL = "accepts_all"
    ASKS = "asks"
    TIMED_OUT = "timed_out"
    OUT = "out"
    WISHED = "wished"
    LET_GO = "let_go"
    """A challenge that waited behind another, and of which nobody else knew, is taken back."""


AnswerSays = Literal[
    "trial_in_vain", "pending_challenge", "pending_move", "no_order", "over", "not_begun", "out",
    "unseen",
]  # fmt: skip
"""What the answer to an entry says, beside what was done, or why nothing was; its template is named so.

`no_order`: the game master wrote, and neither a move nor an order was found; `unseen`: the open play is newer
than the mail that was answered.
"""
Commanded = Literal["taken_back", "withdrawn", "joined", "left", "away", "asked"]
"""What an answer to commands begins with.

`taken_back`: a soloist's last move; `asked`: nothing was changed that the game master's copy must tell.
"""


class TurnsOpening(WithOwn, Content, frozen=True):
    """The first mail of a game, and what a player gets who comes in later."""

    is_report: ClassVar[bool] = True
    begins_game: ClassVar[bool] = True
    face: TurnFace
    own: OwnFace | None
    policy: TurnPolicy
    differs: tuple[str, ...]
    """The switches in which the game differs from its variant's seed, by their keys: house rules too."""
    comment: str = ""
    lot_words: tuple[tuple[str, str], ...] = ()
    """The words mixed into the draws, in order of seats."""
    for_game_master: bool = False
    is_trial: bool = False

    @property
    def gathers(self) -> bool:
        """Tell whether places are free: nothing is dealt yet."""
        face = self.face
        return not (face.turn or face.ended or face.history.turns or face.is_alone)

    def for_the_desk(self) -> Self:
        return replace(self, for_game_master=True)


class TurnReport(WithOwn, Answer, frozen=True):
    """What everybody is told after a turn, or after anything else that concerns all."""

    tells_all = True
    is_report: ClassVar[bool] = True
    face: TurnFace
    own: OwnFace | None
    """None for game master, deputy and readers."""
    policy: TurnPolicy
    happened: tuple[Happening, ...]
    press: tuple[Press, ...] = ()
    comment: str = ""
    """What the game master writes to all."""
    best: tuple[BestOfTurn, ...] = ()
    """After the end, in the mails to players: what was possible in each turn."""
    statistics: tuple[PlayerFigures, ...] = ()
    """After the end."""
    gcg: str = ""
    """After the end, in the mails to players: the game as GCG; "" where that format cannot hold it."""
    because: str = ""
    """The game master's reason, where it was his order."""
    dropped: str = ""
    """Why the move kept for the recipient is dropped: `no_longer_holds`, `not_met`, `over`; "": none is."""
    refused: tuple[str, ...] = ()
    """Words ruled out of the recipient's move that waited for them."""
    faults: tuple[Fault, ...] = ()
    """What is wrong with what else stood in the recipient's mail, and remarks on his move."""
    for_game_master: bool = False
    by_game_master: bool = False
    """Whether the game master has entered for the recipient what this answers."""
    later: str = ""
    """The title of the game with the same tiles: it is over, too, and only now may seed and racks be told."""

    @property
    def shows_press(self) -> bool:
        return bool(self.press)

    @property
    def finished(self) -> Finished | None:
        """Return the end, if this report tells of it."""
        return next((each for each in self.happened if isinstance(each, Finished)), None)

    def public_part(self) -> Content | None:
        return replace(self, own=None, dropped="", refused=(), faults=())

    def copy_for_game_master(self) -> Answer:
        public = replace(self, own=None, best=(), gcg="", dropped="")
        public = replace(public, statistics=without_share(self.statistics))
        return replace(public, refused=(), faults=(), for_game_master=True)

    def entered_by_game_master(self) -> Answer:
        return replace(self, by_game_master=True)


class OrderAnswer(EnteredByGameMaster, AnswerToEntry, frozen=True, kw_only=True):
    """The answer to an entry that has made no new turn: to its sender alone."""

    is_private = True
    as_often: ClassVar[int] = 10
    """One refused in silence is lost."""
    face: TurnFace
    own: OwnFace | None
    """None where the game master wrote for a player."""
    policy: TurnPolicy
    effect: TurnEffect | None
    """`kept`, `trial`, `accepted_play`, `accepts_all`, `asks`, `wished`; None: rejected or waiting."""
    faults: tuple[Fault, ...] = ()
    shown: Secret[tuple[ShownOrder, ...]] | None = None
    """What was kept, tried or waits, on the board; with a trial and open dictionary, as judged."""
    asked: tuple[str, ...] = ()
    """Words that wait for the game master."""
    until: datetime | None = None
    """When what was kept is carried out, if that is known."""
    by_game_master: bool = False
    """Whether the game master has entered for the recipient what this answers."""
    hints: OrderHints = OrderHints()
    set_aside: Secret[tuple[ShownOrder, ...]] | None = None
    """A move in advance that is played no more, for what its owner wrote now may take it back."""

    @property
    def must_leave(self) -> bool:
        return self.set_aside is not None

    @property
    def said(self) -> StrEnum | AnswerSays:
        """Return what it says: that, what was done, or why nothing was."""
        considered = self.considered
        if considered.outcome is Outcome.PENDING:
            is_open = self.face.rules.may_challenge
            return "pending_challenge" if is_open else "pending_move"
        match considered.reason:
            case None if self.effect is TurnEffect.TRIAL:
                first = self.first
                goes = first is not None and bool(first.is_play or first.word)
                return TurnEffect.TRIAL if goes else "trial_in_vain"
            case None:
                return self.effect or considered.outcome
            case Reason.LATE:
                return self._why_late
            case Reason.NOTHING_TO_CHALLENGE | Reason.NOTHING_TO_ACCEPT as reason:
                play = self.face.open_play  # newer than his mail, where it is another's
                return "unseen" if play and play.player != considered.player else reason
            case reason:
                return reason

    @property
    def _why_late(self) -> Reason | AnswerSays:
        face = self.face
        seat = face.seat(self.considered.player)
        if face.ended:
            return "over"
        if face.turn is None and not face.is_alone:
            return "not_begun"
        return "out" if seat is not None and seat.is_out else Reason.LATE

    @property
    def first(self) -> ShownOrder | None:
        """Return the first move shown that goes as things are."""
        shown = self.shown.value if self.shown is not None else ()
        return next((order for order in shown if order.goes), None)

    @property
    def reader(self) -> str | None:
        """Return the player who reads it; None: the game master does."""
        return None if self.for_game_master else self.considered.player

    @property
    def is_copy(self) -> bool:
        """Tell whether it answers the game master something that he has written for a player."""
        is_something = self.considered.reason is not Reason.NO_MOVE
        return self.for_game_master and is_something and self.considered.player is not None

    def copy_for_game_master(self) -> Answer:
        return OrderAnswer(
            considered=replace(self.considered, found=None),
            face=self.face,
            own=None,
            policy=self.policy,
            effect=self.effect,
            for_game_master=True,
        )

    @property
    def withheld(self) -> tuple[str, str]:
        orders = orders_in(self.considered.entry)
        lines = [each.span for each in orders.orders] if orders is not None else []
        return self.policy.title, "; ".join(line.text.strip() for line in lines)

    def left_undone(self) -> tuple[str, ...]:
        """Return what was ordered of the open play beside a move that is asked about."""
        orders = orders_in(self.considered.entry)
        if orders is None or self.said is not Reason.AMBIGUOUS:
            return ()
        acts = (act for act in orders.acts if isinstance(act, AcceptAct | ChallengeAct))
        line = self.considered.entry.ambiguous_line if self.considered.entry is not None else None
        forms = ORDERS_IN_TURNS[self.policy.language]
        said = dict.fromkeys(act.span.text.strip() or forms[act.name][0] for act in acts)
        return tuple(text for text in said if text != line)

    def meaning(self) -> Meant | None:
        """Return what it asks about, where that is one thing: a slip, the only play, or what would do."""
        entry = self.considered.entry
        orders = orders_in(entry)
        if entry is None or orders is None or self.said is Reason.PLAYED:
            return None
        if (line := entry.ambiguous_line) is None and self.hints.instead is not None:
            return self.hints.instead.value
        if line is not None and (right := self.as_meant(line)) != line:
            return Meant(line, right)
        may_be_meant = self.said is Reason.AMBIGUOUS and not (self.faults or entry.is_declined)
        return self._lone_order(orders) if may_be_meant else None

    def _lone_order(self, orders: WrittenOrders) -> Meant | None:
        """Return the play or pass of a mail that holds no other order, to stand for all that it says."""
        match orders.groups, orders.acts:
            case (OrdersIf(condition=None, orders=(PassOrder(span=span),)),), ():
                said = ORDERS_IN_TURNS[self.policy.language]["pass"][0]
                return Meant(span.text, said, under=self.policy.title)
            case (OrdersIf(condition=None, orders=(PlayOrder(written=written),)),), ():
                rules = self.face.rules
                line = move_written(written, rules.axes, rules.tiles)
                return Meant(written.span.text, line, under=self.policy.title) if line else None
            case _:
                return None

    def as_meant(self, line: str) -> str:
        """Return *line* as it should perhaps have been written: without a slip, or as a challenge."""
        from mailref.orders.order_lines import challenge_meant, without_slip  # noqa: PLC0415  where an answer asks

        right, play = without_slip(line), self.face.open_play
        if right != line or play is None or play.player == self.considered.player:
            return right
        return challenge_meant(line, play.words)


class TurnCommandAnswer(EnteredByGameMaster, WithOwn, AnswerToCommands, frozen=True, kw_only=True):
    """The answer to commands about one game in turns; STAND, VERLAUF and STEINE among them."""

    face: TurnFace
    own: OwnFace | None
    policy: TurnPolicy
    away: tuple[date, date] | None = None
    """The absence that was noted."""
    rematch: Rematch | None = None
    for_game_master: bool = False
    """Whether this is the game master's copy of what he asked for a player."""
    by_game_master: bool = False
    """Whether the game master has asked for it."""

    @property
    def begins_with(self) -> Commanded:
        """Return with what it begins."""
        if self.withdrawn:
            is_last = self.face.is_chosen and not self.for_game_master
            return "taken_back" if is_last else "withdrawn"
        if self.done.joined:
            return "joined"
        if self.done.left:
            return "left"
        return "away" if self.away is not None else "asked"

    @property
    def reader(self) -> str | None:
        """Return the player who reads it; None: the game master does."""
        return None if self.for_game_master else self.player

    @property
    def tells_all(self) -> bool:
        return self.away is not None

    @property
    def concerns_player(self) -> bool:
        """Tell whether he hears of it: STAND is answered to him alone with his rack, too."""
        return super().concerns_player or Command.STATUS in self.commands

    def copy_for_game_master(self) -> Answer:
        """Return his copy: whether something was kept that ZURÜCK strikes is not told."""
        withdraws = Command.WITHDRAW in self.commands
        refused = tuple(each for each in self.refused if each is not NotDone.NOTHING_TO_WITHDRAW)
        return replace(self, own=None, withdrawn=withdraws, refused=refused, for_game_master=True)


class TurnReminder(Content, frozen=True):
    """The ZAT of a turn is near, and its player has sent nothing."""

    is_private = True
    joins = ("TurnReport", "TurnsOpening")
    face: TurnFace
    own: OwnFace
    policy: TurnPolicy


class RulingAskedAtTable(RulingAsked, frozen=True, kw_only=True):
    """Words on which the game master must rule and that lie open: the board is shown."""

    face: TurnFace
    challenged: tuple[str, ...] = ()
    """All words of the challenge, also those that a list has."""

    @property
    def doubted(self) -> Doubted:
        """Return what it asks about; where only the theme is in doubt, nothing waits for the answer (classic 8.2)."""
        return "theme" if all(each.claims_theme for each in self.words) else "open"


class ForDesk(Content, frozen=True):
    """What only the game master is told of a table."""

    face: TurnFace
    policy: TurnPolicy


class TimedOutAgain(ForDesk, frozen=True):
    """A player's second time-out in a row, or a later one."""

    player: str
    times: int


class NobodyMoves(ForDesk, frozen=True):
    """Everybody's last turn was a time-out; he is asked what shall become of it."""


class TurnOverdue(ForDesk, frozen=True):
    """Weekly: a turn's ZAT has passed, and the game waits (`timeout = "wait"`)."""

    weeks: int


class RematchWanted(Content, frozen=True):
    """Somebody wants a finished game once more, and the reader has not said so yet."""

    is_public: ClassVar[bool] = True
    player: str
    by: str
    rematch: Rematch
    policy: TurnPolicy
