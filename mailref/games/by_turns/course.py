"""How a game of players at a table goes on: who moves next, what stands, what was kept (classic 5 to 9).

Everything here is one decision after another on one game: a `Course` holds the game as it stands and
the events so far, which are recorded together. What each kind of game does in its own way is asked of its
`Steward` (`book.py` in the folder of the kind): seats, clock, challenges and mails are the same for all. What
comes of a mail is a `TurnAnswer`: its outcome, what it did, what is wrong with it (classic 14).

What may be wrong with a move in a game in turns beside what is wrong with a play (classic 4 to 6, 8).

What a mail of a player does in a game in turns, and a ruling, a time-out, the end of a window.

An open play is challenged or accepted: who may, what it costs, and whether the play stands (classic 5).
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from importlib import import_module
from typing import Any, ClassVar, Generic, TypeVar, assert_never, cast

from msgspec import Struct, field
from msgspec.structs import astuple, replace

from mailref.games import events as common
from mailref.games.by_turns import contents
from mailref.games.by_turns import events as happened
from mailref.games.by_turns.events import AcceptedHow, KeptOrder, PassedWhy, PromisedPlay
from mailref.games.by_turns.history import Teller, TurnHistory, TurnKind
from mailref.games.by_turns.policy import RunningTurns, TurnsTakenOver
from mailref.games.by_turns.rules import CostPer, ThemeClaim, Timeout, Unlisted
from mailref.games.by_turns.seated_game import LastTurn, OpenTurn, SeatedGame
from mailref.games.chance import Draws, SeedDraws
from mailref.games.events import BY_GAME_MASTER, FROM_SETTINGS, UNPLAYED, Event, GameEnded
from mailref.games.found import Found
from mailref.games.replay import apply
from mailref.games.secret import Secret
from mailref.orders.written import (
    AcceptAct,
    AcceptsAllAct,
    Act,
    AnyOrder,
    ChallengeAct,
    Condition,
    ConditionUnread,
    IfExchange,
    IfPass,
    IfPlay,
    IfTakenBack,
    OrdersIf,
    Otherwise,
    ResignAct,
    TrialAct,
    WishAct,
    WrittenOrders,
)
from mailref.referee.findings import Office, Outcome, Reason
from mailref.tiles.lexicon.verdicts import Accepted, Lexicon, Refused, Unknown, Valid, spell_out
from mailref.tiles.moves import Fault, FaultAt, TextSpan, WordRefused


class LegalMove(Struct, frozen=True):
    """A move that can be carried out."""

    @property
    def promise(self) -> PromisedPlay | None:
        """Return what a move in advance is held to (classic 6.1); None: to nothing but being legal."""
        return None

    @property
    def remarks(self) -> tuple[Fault, ...]:
        """Return what its player is told though the move stands: a wrong sum of his own (classic 3.6)."""
        return ()

    @property
    def unformed(self) -> TextSpan | None:
        """Return the first word named behind it that it does not form."""
        return None

    def shown(self, condition: Condition | None = None) -> contents.ShownOrder:
        """Return it as its owner is shown it while it is not carried out: mostly it is a pass."""
        return contents.ShownOrder(TurnKind.PASS, condition)


class Illegal(Struct, frozen=True):
    """What is wrong with an order."""

    faults: tuple[Fault, ...]


class WordsWait(Struct, frozen=True):
    """A move that is in order but for words that no list knows."""

    play: LegalMove
    words: tuple[str, ...]


Tried = LegalMove | Illegal | WordsWait


def move_of(tried: Tried) -> LegalMove | Illegal:
    """Return the move that was tried, also where its words wait for somebody to decide."""
    return tried.play if isinstance(tried, WordsWait) else tried


NOBODY_RULES = "nobody_rules"
"""Why a word is refused that no list knows, where nobody may be asked about it (classic 10)."""


G = TypeVar("G", bound=SeatedGame)


class Steward(Generic[G]):
    """What one kind of game does in its own way, who deals its tiles, and what of it may be shown to whom.

    Where a kind says nothing else, no tiles are drawn or counted, and there is nothing to be told: no drawing,
    no secret, no theme, no search.
    """

    teller: type[Teller]
    """What goes through the events of a game, for what may be told of it."""
    drawing: ClassVar[Any] = ()
    """What is recorded of a drawing for one player, with a receipt that he can check; (): there are none."""

    # How it goes on.

    @abstractmethod
    def try_order(self, game: G, player: str, order: AnyOrder, lexicon: Lexicon) -> Tried:
        """Return what an order comes to as the game stands."""

    def as_if(self, game: G, condition: Condition | None) -> G:  # noqa: ARG002  any
        """Return *game* as it would be if a condition came true; as it is, where nobody can say."""
        return game

    @abstractmethod
    def last_play(self, game: G) -> str | None:
        """Return how the open play ends the game once it stands; None where it does not."""

    @abstractmethod
    def carry_out(self, course: "Course", legal: LegalMove, received: datetime, mail: str) -> None:
        """Record a move of the player whose turn it is; the play before it stands already."""

    def stands(self, course: "Course", open_play: OpenTurn) -> None:
        """Do what follows when a play stands for good: tiles, perhaps the end."""

    def take_back(self, course: "Course") -> None:
        """Take the open play back, with what that costs its owner."""
        open_play = course.game.open_play
        if open_play is not None:
            course.record(happened.PlayTakenBack(open_play.number, open_play.player))

    def time_out(self, course: "Course") -> None:
        """Record what becomes of a turn whose time is up: mostly it brings nothing."""
        course.record(happened.TurnPassed(course.number, course.player, PassedWhy.TIMEOUT))

    def note_wish(self, course: "Course", player: str, letters: str) -> None:
        """Note which tiles a player wants, where that can be chosen."""

    def skips(self, game: G, player: str) -> bool:  # noqa: ARG002  whoever it is
        """Tell whether a player has nothing left to do in his turn."""
        return False

    def why_it_ends(self, game: G) -> str | None:  # noqa: ARG002  any
        """Return why the game ends before the next turn; None where it goes on."""
        return None

    def deductions(self, game: G, why: str, gains: str | None) -> Mapping[str, int]:  # noqa: ARG002  none
        """Return what the end adds to totals or takes from them."""
        return {}

    def ruled(self, course: "Course") -> None:
        """Do what follows from a ruling, once what waited for it is decided."""

    def rule_theme(self, course: "Course", word: str, *, fits: bool) -> bool:  # noqa: ARG002  none has one
        """Let the points follow for every play whose player claims *word*; tell whether one does (classic 8.2)."""
        return False

    # What is drawn, and what is told of it.

    @abstractmethod
    def deal(self, course: "Course", over: TurnsTakenOver | None) -> str:
        """Draw who sits where and begins, and all that is drawn before the first turn; return who begins."""

    def chance(self, running: RunningTurns, office: Office) -> Draws:
        """Return what draws the tiles."""
        return SeedDraws(office.records.seed(running.game.id), running.game.mixed)

    # What all may see.

    @abstractmethod
    def lies(self, game: G, history: TurnHistory) -> contents.Lies:
        """Return what lies open on the table."""

    @abstractmethod
    def left(self, game: G) -> tuple[str, int]:
        """Return where the tiles are that are still to be drawn or taken, as an archive names it, and how many."""

    def owed(self, game: G) -> int:  # noqa: ARG002  whatever it is
        """Return how many tiles the owner of the open play is given once it stands."""
        return 0

    def told(self, event: object) -> Iterator[contents.Happening]:  # noqa: ARG002  whatever it is
        """Yield what an event that only this kind of game knows tells everybody."""
        return iter(())

    def claims(self, game: G) -> Sequence[ThemeClaim]:  # noqa: ARG002  whatever it is
        """Return what players claim for a theme and the game master has yet to rule on."""
        return ()

    # What one player alone may see.

    def unseen(self, game: G, player: str) -> str:  # noqa: ARG002  whatever it is
        """Return the tiles that *player* sees nowhere."""
        return ""

    def wish(self, game: G, player: str) -> str:  # noqa: ARG002  whatever it is
        """Return in which order *player* wants tiles; "" where none can be chosen, or he said nothing."""
        return ""

    def tries(self, game: G) -> contents.SoloTries | None:  # noqa: ARG002  whatever it is
        """Return how the tries of the player stand, where he may begin anew; None where nobody may."""
        return None

    def receipts(self, player: str, events: Iterable[Event]) -> Iterator[contents.OwnReceipt]:
        """Yield the drawings for *player* among *events*, with what opens their receipts."""
        for event in events:
            if isinstance(event, self.drawing) and event.player == player:
                yield contents.OwnReceipt(event.number, event.receipt, event.nonce, event.letters)

    def hints(self, game: G, player: str, written: WrittenOrders) -> contents.OrderHints:  # noqa: ARG002  whatever it is
        """Return what may help *player*, whose orders cannot be carried out as he thinks."""
        return contents.OrderHints()

    # What is told when the game is over.

    def draws(self, log: Iterable[Event]) -> tuple[contents.OpenedDraw, ...]:  # noqa: ARG002  whatever it is
        """Return every drawing of the game with what opens its receipt."""
        return ()

    def gcg(self, log: Iterable[Event]) -> str:  # noqa: ARG002  whatever it is
        """Return the game as a GCG file; "" where that format cannot hold it."""
        return ""

    def best(
        self,
        over: G,  # noqa: ARG002  whatever it is
        history: TurnHistory,  # noqa: ARG002  as above
        office: Office,  # noqa: ARG002  as above
    ) -> tuple[contents.BestOfTurn, ...]:
        """Return what was possible in each turn; nothing where that is not searched."""
        return ()


def steward_of(game: SeatedGame) -> Steward[Any]:
    """Return who looks after a game: the module `book` says it, beside where the game is defined."""
    module = import_module(f"{type(game).__module__.rpartition('.')[0]}.book")
    return cast(Steward[Any], module.steward(game))


def try_order(
    book: Steward[Any],
    game: SeatedGame,
    player: str,
    order: AnyOrder,
    lexicon: Lexicon,
    *,
    asks: bool,
) -> Tried:
    """Return what an order comes to; where nobody *asks*, a word that no list knows is refused."""
    tried = book.try_order(game, player, order, lexicon)
    if asks or not isinstance(tried, WordsWait):
        return tried
    return Illegal(
        tuple(WordRefused(span=order.span, word=each, reason=NOBODY_RULES) for each in tried.words)
    )


Until = Callable[[str, datetime], datetime | None]
"""When the time of a player's turn is up that begins at a moment; None: never."""


Kept = tuple[AnyOrder, PromisedPlay | None]


def applicable(kept: KeptOrder, before: LastTurn | None) -> Iterator[Kept]:
    """Yield the orders whose condition is met: those above all conditions, then the first met."""
    is_met = False
    for group, promised in zip(kept.groups, kept.promised, strict=True):
        if group.condition is None:
            yield from zip(group.orders, promised, strict=True)
        elif not is_met and meets(group.condition, before):
            is_met = True
            yield from zip(group.orders, promised, strict=True)


def meets(condition: Condition, before: LastTurn | None) -> bool:
    """Tell whether the turn just before was what *condition* says (classic 6.3)."""
    if isinstance(condition, Otherwise):
        return True
    if before is None or (condition.who and before.player and condition.who != before.player):
        return False
    match condition:
        case IfPlay(square, direction, word):
            scored = before.scored
            return (
                before.kind == "play"
                and scored is not None
                and (scored.square, scored.direction, scored.word) == (square, direction, word)
            )
        case IfPass():
            return before.kind == "pass"
        case IfExchange():
            return before.kind == "exchange"
        case IfTakenBack():
            return before.kind == "taken_back"
        case _:
            assert_never(condition)


def naming_players(game: SeatedGame, player: str, written: WrittenOrders) -> WrittenOrders:
    """Return what is written with the names of players in its conditions.

    Only what who moves just before does can be told when the turn begins; a condition that names
    somebody else, or nobody who plays, cannot be read (classic 6.3).
    """
    before = game.player_before(player)
    groups, faults = [], list(written.faults)
    for group in written.groups:
        if group.who and not _is_meant(game, group.who, before, by=player):
            span = group.at or group.orders[0].span
            faults.append(ConditionUnread(span=span, before=before))
        groups.append(group.by(before) if group.who else group)
    return replace(written, groups=tuple(groups), faults=tuple(faults))


def _is_meant(game: SeatedGame, said: str, name: str, *, by: str) -> bool:
    """Tell whether a player means *name* by what he *said*: his name, or the first of his names.

    `Bens Zug` is Ben's; of two Bens at the table only the whole name tells which.
    """
    told = _folded(said)
    others = (each for each in game.seats if each not in (name, by))
    is_whole = told in _endings(_folded(name))
    is_first = told in _endings(_folded(name.split(maxsplit=1)[0]))
    return is_whole or (
        is_first
        and not any(told in _endings(_folded(each.split(maxsplit=1)[0])) for each in others)
    )


def _folded(name: str) -> str:
    return spell_out(" ".join(name.split()).upper()).replace("’", "'")


def _endings(name: str) -> tuple[str, ...]:
    return name, f"{name}S", f"{name}'S", f"{name}'"


def has_newer(game: SeatedGame, player: str, received: datetime) -> bool:
    """Tell whether a move of a newer mail of *player* is kept or waits: the newest replaces the older (classic 6.1)."""
    waiting = game.waiting
    waits = waiting.order if waiting is not None and waiting.player == player else None
    order = waits or game.kept.get(player)
    return order is not None and order.value.received > received


def unpromised(groups: Sequence[OrdersIf]) -> tuple[tuple[PromisedPlay | None, ...], ...]:
    """Return promises for orders that are to be carried out now: none."""
    return tuple(tuple(None for _ in group.orders) for group in groups)


def holds(legal: LegalMove, promised: PromisedPlay | None) -> bool:
    """Tell whether an order kept is still what its owner meant (classic 6.1)."""
    now = legal.promise
    if promised is None or now is None:
        return True
    return now.words == promised.words and now.points >= promised.points


def word_verdict(
    word: str, game: SeatedGame, lexicon: Lexicon, *, is_foreign: bool = False
) -> bool | None:
    """Tell whether *word* is valid; None where the game master must say (classic 5.6)."""
    if is_foreign:
        return game.rulings.get(word)
    match lexicon.verdict(word, game.rules, game.rulings):
        case Valid() | Accepted():
            return True
        case Unknown():
            return None if game.rules.unlisted is Unlisted.ASK else False
        case _:
            return False


def why_refused(word: str, game: SeatedGame, lexicon: Lexicon) -> str:
    """Name why *word* is not valid; `unlisted`: no list has it, and in this game nobody is asked."""
    verdict = lexicon.verdict(word, game.rules, game.rulings)
    return verdict.why.value if isinstance(verdict, Refused) else "unlisted"


def is_unplayed(game: SeatedGame) -> bool:
    """Tell whether nobody has moved in a game that began here: each turn so far ran out of time."""
    timed_out = sum(hand.timed_out for hand in game.hands.values())
    return game.turn is not None and game.first_turn == 1 == game.turn.number - timed_out


class TurnAnswer(Struct, Found, frozen=True):
    """What the referee answers; what happened stands in the events of the course."""

    is_of_a_rack = True

    outcome: Outcome
    reason: Reason | None = None
    effect: contents.TurnEffect | None = None
    faults: tuple[Fault, ...] = ()
    """What is wrong with it; where it was done all the same: with alternates before it, and remarks."""
    legal: LegalMove | None = None
    """The move carried out, kept, tried or waiting."""
    asked: tuple[str, ...] = ()

    @property
    def is_done(self) -> bool:
        return self.outcome is not Outcome.REJECTED


def answer_in(found: Found | None) -> TurnAnswer | None:
    """Return what an entry of a game in turns was found to be worth; None of any other."""
    return found if isinstance(found, TurnAnswer) else None


class FromMail(Struct, frozen=True):
    """Who wrote, when it came, and in which mail."""

    player: str
    received: datetime
    mail: str
    saw: int | None = None
    """The turn of the report that he answers: he knows no play laid in it or later; None: he has seen all."""

    def has_seen(self, number: int) -> bool:
        """Tell whether he knows what was done in turn *number*."""
        return self.saw is None or number < self.saw


def rejected(reason: Reason, faults: Sequence[Fault] = ()) -> TurnAnswer:
    """Return the answer to what changes nothing."""
    return TurnAnswer(Outcome.REJECTED, reason, faults=tuple(faults))


def accepted(effect: contents.TurnEffect) -> TurnAnswer:
    return TurnAnswer(Outcome.ACCEPTED, effect=effect)


class ExchangeImpossible(FaultAt, frozen=True, kw_only=True):
    """Too few tiles are in the bag, as it will be after the draw that is owed (classic 4.2)."""

    bag: int
    least: int


class WordNotFormed(FaultAt, frozen=True, kw_only=True):
    """A word was challenged that the open play did not form (classic 5.4)."""

    word: str


class OpeningLength(FaultAt, frozen=True, kw_only=True):
    """The first word is too short (Jack opens, classic 8.3)."""

    least: int


class OpeningExchange(FaultAt, frozen=True, kw_only=True):
    """No exchange before the first word (classic 8.3)."""


class ConditionUnmet(FaultAt, frozen=True, kw_only=True):
    """Every move stands under a condition, and the turn just before was none of them (classic 6.3)."""


_NEVER = PromisedPlay((), 0)
"""What could not be played when it was sent is not played later."""
BY_POLICY = "policy"
"""Who rules on words where nobody has: the setting `undecided`."""


def challenging_once(acts: Sequence[Act]) -> Iterator[Act]:
    """Yield acts with all challenges of a mail as one, of all the words that they name (classic 5.4)."""
    challenges = [act for act in acts if isinstance(act, ChallengeAct)]
    for act in acts:
        if not isinstance(act, ChallengeAct):
            yield act
        elif act is challenges[0]:
            words = dict.fromkeys(word for each in challenges for word in each.words)
            is_foreign = any(each.is_foreign for each in challenges)
            yield replace(act, words=tuple(words), is_foreign=is_foreign)


def _is_about_what_went_back(game: SeatedGame, act: ChallengeAct) -> bool:
    """Tell whether the play challenged was taken back already: of two challenges the earlier counts (classic 5.5)."""
    before = game.before
    if before is None or before.kind != "taken_back" or before.scored is None:
        return False
    formed = {spell_out(word.word) for word in before.scored.words}
    return {spell_out(word) for word in act.words} <= formed


def _words_meant(open_play: OpenTurn, act: ChallengeAct) -> tuple[tuple[str, ...], str | None]:
    """Return the words of the play that are challenged, or the one that it did not form.

    In a challenge umlauts may be spelled out (classic 11).
    """
    if not act.words:
        return tuple(dict.fromkeys(open_play.words)), None
    formed = {spell_out(word): word for word in open_play.words}
    unformed = next((word for word in act.words if spell_out(word) not in formed), None)
    return tuple(
        formed[spell_out(word)] for word in act.words if spell_out(word) in formed
    ), unformed


def everybody_timed_out(game: SeatedGame) -> bool:
    """Tell whether nobody's last turn was more than a time-out: then the game master is asked (classic 7.5)."""
    return all(game.hands[name].timed_out for name in game.playing)


class Course(Struct):
    """A game while something is decided about it."""

    game: SeatedGame
    book: Steward[Any]
    lexicon: Lexicon
    draws: Draws
    at: datetime
    until: Until
    seed: str = ""
    """Revealed when the game ends, in hexadecimal."""
    grace: timedelta = timedelta(0)
    """So long a move is held back, for a better one (classic 3.5)."""
    asks: bool = True
    """Whether somebody can be asked about a word that lies nowhere yet (classic 10)."""
    events: list[Event] = field(default_factory=list)

    def record(self, event: Event) -> None:
        """Let *event* happen."""
        self.events.append(event)
        self.game = apply(self.game, event)

    def try_order(self, game: SeatedGame, player: str, order: AnyOrder) -> Tried:
        """Return what an order comes to in *game*, which is this one or as it might be."""
        return try_order(self.book, game, player, order, self.lexicon, asks=self.asks)

    @property
    def player(self) -> str:
        """Return whose turn it is; ValueError if it is nobody's."""
        if self.game.turn is None:
            raise ValueError(f"{self.game.id}: it is nobody's turn")
        return self.game.turn.player

    @property
    def number(self) -> int:
        """Return the turn's number."""
        return self.game.turn.number if self.game.turn is not None else 0

    @property
    def is_window_open(self) -> bool:
        """Tell whether others than the next player may still challenge (classic 5.3)."""
        open_play = self.game.open_play
        if open_play is None:
            return False
        time = self.game.rules.open_for(len(self.game.playing))
        return self.at < open_play.open_from + time

    def begin_game(
        self,
        words: Sequence[tuple[str, str]] | None,
        *,
        mixing: Callable[[SeatedGame], Draws],
        deal: Callable[["Course"], str],
        is_taken_over: bool = False,
    ) -> None:
        """Draw all that is drawn before the first turn, and let that begin (classic 3.1, 12.3).

        *words* are those that players give to be mixed into the draws, None where none are; *mixing* says
        what draws then. *deal* deals the tiles of one kind of game, and returns who begins.
        """
        if words is not None and self.game.mixed is None:
            self.record(common.DrawsMixed(1, tuple(words)))
            self.draws = mixing(self.game)
        if not is_taken_over and self.game.rules.seats == "lot":
            self.record(happened.SeatsDrawn(self._by_lot()))
        first = deal(self)
        if not self.game.is_over:
            self.begin(first, self.game.first_turn)

    def _by_lot(self) -> tuple[str, ...]:
        """Draw who sits where: the first of all, the next of those left (docs/chance.md)."""
        left = list(self.game.seats)
        tiles = "".join(chr(ord("A") + at) for at in range(len(left)))
        drawn = self.draws.tiles("seats", tiles, len(left))
        return tuple(left[ord(each) - ord("A")] for each in drawn)

    def begin(self, player: str, number: int = 1) -> None:
        """Let a turn begin, and carry out what was kept for it."""
        self.record(happened.TurnBegan(number, player, self.until(player, self.at), self.at))
        self.settle()

    def begin_again(self) -> None:
        """Let the turn that was undone begin again; where its player is out, it is the next one's."""
        turn = self.game.turn
        if turn is not None:
            self.begin(self.game.begins_again(turn.player), turn.number)

    def undo(self, because: str) -> bool:
        """Take the last turn back, and let it begin again; tell whether there is one to be taken back."""
        before = self.game.before_move
        if self.game.is_over or before is None or before.turn is None:
            return False
        for name in tuple(self.game.kept):
            self.record(happened.OrderDropped(name, "over"))
        self.record(happened.TurnUndone(before.turn.number, because))
        self.begin_again()
        return True

    @property
    def is_going_out(self) -> bool:
        """Tell whether the open play ends the game once it stands (classic 9.1)."""
        return self.book.last_play(self.game) is not None

    def accept(self, by: str, how: AcceptedHow) -> None:
        """Let the open play stand, if there is one (classic 5.2)."""
        open_play = self.game.open_play
        if open_play is None:
            return
        why = self.book.last_play(self.game)
        self.record(happened.PlayAccepted(open_play.number, open_play.player, by, how))
        self.book.stands(self, open_play)
        if why is not None:
            self.end(why, gains=open_play.player)

    def carry_out(self, legal: LegalMove, received: datetime, mail: str) -> None:
        """Carry out the move of the player whose turn it is; the play before it stands then."""
        player = self.player
        open_play = self.game.open_play
        if open_play is not None and open_play.player != player:
            self.accept(player, AcceptedHow.MOVE)
        if self.game.turn is not None:
            self.book.carry_out(self, legal, received, mail)
            self.next_turn()

    def next_turn(self) -> None:
        """Let the next player's turn begin, unless the game is over."""
        if self.game.is_over:
            return
        why = self.book.why_it_ends(self.game)
        if why is not None:
            self.end(why)
        else:
            self.begin(self.game.after(self.player), self.number + 1)

    def settle(self) -> None:
        """Do what follows by itself: lost turns, plays accepted unseen, moves kept in advance."""
        if self.game.is_over or self.game.is_held or self.game.turn is None:
            return
        player = self.player
        if self.game.hands[player].owes_turns:
            if not self.is_window_open or self._let_stand(player):
                self.lose_turn(player)
            return
        if self.game.open_play is not None and not self._let_stand(player):
            return
        if self.game.open_play is None and self.book.skips(self.game, player):
            self.record(happened.TurnPassed(self.number, player, PassedWhy.PASSED))
            self.next_turn()
            return
        kept = self.game.kept.get(player)
        if kept is not None and not self.is_going_out and not self._is_held_back(kept.value):
            self._carry_out_kept(player, kept.value)

    def _is_held_back(self, kept: KeptOrder) -> bool:
        """Tell whether a move of the turn that is made may still be replaced."""
        turn = self.game.turn
        is_of_turn = turn is not None and kept.received >= turn.began
        return is_of_turn and self.at < kept.received + self.grace

    def lose_turn(self, player: str) -> None:
        """Let a player lose the turn that he owes for a challenge in vain; the play before it stands."""
        self.accept(player, AcceptedHow.MOVE)
        if not self.game.is_over:
            self.record(happened.TurnPassed(self.number, player, PassedWhy.FORFEIT))
            self.next_turn()

    def _let_stand(self, player: str) -> bool:
        """Accept the open play where nobody objects; tell whether the next move may be made."""
        open_play = self.game.open_play
        if open_play is None:
            return True
        others = [name for name in self.game.playing if name != open_play.player]
        accepting = {name for name in others if self.game.hands[name].accepts_all}
        if self.is_window_open:
            if not set(others) <= accepting | open_play.accepted_by:
                return False
            self.accept(player, AcceptedHow.ALL)
        elif player in accepting:
            self.accept(player, AcceptedHow.ALWAYS)
        elif player in open_play.accepted_by:
            self.accept(player, AcceptedHow.MAIL)
        kept = self.game.kept.get(player)
        has_seen = kept is not None and kept.value.has_seen == open_play.number
        return has_seen if self.game.open_play is not None else self.game.turn is not None

    def _carry_out_kept(self, player: str, kept: KeptOrder) -> None:
        """Carry out the first of the orders kept that still holds; drop the rest (classic 6.1)."""
        orders = tuple(applicable(kept, self.game.before))
        for order, promised in orders:
            tried = self.try_order(self.game, player, order)
            if isinstance(tried, WordsWait):
                self.record(happened.OrderDropped(player, "waits"))
                self.wait_for_words(player, kept, tried.words)
                return
            if isinstance(tried, LegalMove) and holds(tried, promised):
                self.record(happened.OrderDropped(player, "carried_out"))
                self.carry_out(tried, kept.received, kept.mail)
                return
        self.record(happened.OrderDropped(player, "no_longer_holds" if orders else "not_met"))

    def wait_for_words(self, player: str, order: KeptOrder, words: Sequence[str]) -> None:
        """Hold a move back until the game master has ruled on its words (classic 5.6)."""
        self.record(happened.PlayWaits(player, Secret(order)))
        self.ask(words)

    def ask(self, words: Sequence[str]) -> None:
        """Put words before the game master, each once."""
        new = tuple(word for word in words if word not in self.game.asked)
        if new:
            self.record(common.WordsAsked(new, self.at))

    def end(self, why: str, *, gains: str | None = None) -> None:
        """End the game: racks are shown, and what is left on them is deducted (classic 9)."""
        racks = {name: self.game.hands[name].rack.value for name in self.game.seats}
        deductions = self.book.deductions(self.game, why, gains)
        self.record(happened.RacksRevealed(racks, deductions, why))
        self.record(GameEnded(self.seed, why, self.at))

    def challenge(self, sender: FromMail, act: ChallengeAct) -> TurnAnswer:
        """Challenge words of the open play, decide it where that can be done, or hold it (classic 5.4, 5.5)."""
        open_play = self.game.open_play
        if not self.game.rules.may_challenge:
            return rejected(Reason.NO_CHALLENGE)
        if open_play is None:
            was_back = _is_about_what_went_back(self.game, act)
            return rejected(Reason.ALREADY_RULED if was_back else Reason.NOTHING_TO_CHALLENGE)
        if open_play.player == sender.player:
            return rejected(Reason.OWN_PLAY)
        if not act.words and not sender.has_seen(open_play.number):
            return rejected(Reason.NOTHING_TO_CHALLENGE)
        named, unformed = _words_meant(open_play, act)
        if unformed is not None:
            return rejected(Reason.NO_VALID_MOVE, (WordNotFormed(span=act.span, word=unformed),))
        pending = self.game.challenge.words if self.game.challenge is not None else ()
        words = tuple(w for w in named if w not in open_play.decided and w not in pending)
        if not words:
            return rejected(Reason.ALREADY_RULED)
        made = (
            open_play.number,
            sender.player,
            words,
            sender.received,
            sender.mail,
            act.is_foreign,
        )
        if self.game.challenge is not None:
            self.record(happened.ChallengeHeld(*made))
            return TurnAnswer(Outcome.PENDING, asked=self.game.challenge.words)
        self.record(happened.PlayChallenged(*made))
        return self.decide_challenge()

    def decide_challenge(self, *, is_free: bool = False) -> TurnAnswer:
        """Decide the challenge that is made: by rulings, then the list, else the game waits (classic 5.6).

        It is free in vain where nobody ruled and the policy accepts the word.
        """
        challenge, open_play = self.game.challenge, self.game.open_play
        if challenge is None or open_play is None:
            raise ValueError(f"{self.game.id}: nothing is challenged")
        verdicts = {
            word: word_verdict(word, self.game, self.lexicon, is_foreign=challenge.is_foreign)
            for word in challenge.words
        }
        known = tuple((word, valid) for word, valid in verdicts.items() if valid is not None)
        if not all(valid for _, valid in known):
            self.record(
                happened.ChallengeDecided(open_play.number, challenge.player, known, False, 0)
            )
            self.book.take_back(self)
            self.settle()
            return accepted(contents.TurnEffect.TAKEN_BACK)
        unknown = tuple(word for word, valid in verdicts.items() if valid is None)
        if unknown:
            self.ask(unknown)
            return TurnAnswer(Outcome.PENDING, asked=unknown)
        rules = self.game.rules
        times = len(known) if rules.challenge_per is CostPer.WORD else 1
        cost = 0 if is_free else rules.challenge_cost * times
        self.record(
            happened.ChallengeDecided(open_play.number, challenge.player, known, True, cost)
        )
        if self.game.challenges_held:
            held = self.game.challenges_held[0]
            self.record(happened.PlayChallenged(*astuple(held)))
            self.decide_challenge()
        self.settle()
        return accepted(contents.TurnEffect.STANDS)

    def accept_play(self, sender: FromMail) -> TurnAnswer:
        """Let the open play stand as far as this player is concerned (classic 5.2)."""
        open_play, player = self.game.open_play, sender.player
        if open_play is None or open_play.player == player or not sender.has_seen(open_play.number):
            return rejected(Reason.NOTHING_TO_ACCEPT)
        if self.game.challenge is not None:
            self.record(happened.AcceptanceGiven(open_play.number, player))
        elif self.is_window_open or player != self.player:
            self.record(happened.AcceptanceGiven(open_play.number, player))
            self._close_if_all_accept(open_play.number)
        else:
            self.accept(player, AcceptedHow.MAIL)
        self.settle()
        return accepted(contents.TurnEffect.ACCEPTED_PLAY)

    def _close_if_all_accept(self, number: int) -> None:
        """Let the open play stand once all others have accepted (classic 5.2)."""
        open_play = self.game.open_play
        if open_play is None or open_play.number != number:
            return
        others = {name for name in self.game.playing if name != open_play.player}
        unseen = {name for name in others if self.game.hands[name].accepts_all}
        if others <= open_play.accepted_by | unseen:
            self.accept(self.player, AcceptedHow.ALL)

    def respond(self, sender: FromMail, written: WrittenOrders) -> TurnAnswer:
        """Do what a player's mail asks for: the challenge first, then the move (classic 5.5)."""
        if self.game.is_over:
            return rejected(Reason.LATE)
        if sender.player not in self.game.playing:
            return rejected(Reason.NOT_A_PLAYER)
        resigns, is_one = written.act(ResignAct) is not None, len(written.acts) == 1
        resigns_and_more = resigns and (bool(written.groups) or not is_one)
        if written.ambiguous_at or written.unread_at or resigns_and_more:
            return rejected(Reason.AMBIGUOUS)
        written = naming_players(self.game, sender.player, written)
        if written.faults:
            return rejected(Reason.NO_VALID_MOVE, written.faults)
        if resigns:
            self.put_out(sender.player, "resigned")
            return accepted(contents.TurnEffect.RESIGNED)
        effect: contents.TurnEffect | None = None
        for act in written.acts:
            match act:
                case AcceptsAllAct(wanted=wanted):
                    self.record(happened.AcceptsAllSet(sender.player, wanted))
                    self.settle()
                    effect = contents.TurnEffect.ACCEPTS_ALL if wanted else contents.TurnEffect.ASKS
                case TrialAct() if not written.groups:
                    return self._try_out(sender.player, act)
                case WishAct(letters=letters):
                    self.book.note_wish(self, sender.player, letters)
                    effect = contents.TurnEffect.WISHED
                case _:
                    pass
        if effect is not None and is_one and not written.groups:
            return TurnAnswer(Outcome.COMMAND, effect=effect)
        return self._act_and_move(sender, written)

    def _act_and_move(self, sender: FromMail, written: WrittenOrders) -> TurnAnswer:
        answer: TurnAnswer | None = None
        for act in challenging_once(written.acts):
            match act:
                case ChallengeAct():
                    answer = self.challenge(sender, act)
                case AcceptAct():
                    answer = self.accept_play(sender)
                case _:
                    continue
            had_nothing = answer.reason is Reason.NOTHING_TO_ACCEPT and bool(written.groups)
            if answer.outcome is Outcome.REJECTED and not had_nothing:
                return answer
        if self.game.is_over or not written.groups:
            return answer or rejected(Reason.NO_VALID_MOVE)
        is_lost = self.game.rules.challenge_forfeit and self.player != sender.player
        if answer is not None and answer.effect is contents.TurnEffect.STANDS and is_lost:
            return answer  # the turn was lost by the challenge
        moved = self.move(sender, written.groups)
        if answer is not None and any(isinstance(f, ConditionUnmet) for f in moved.faults):
            return answer  # the move was for another case
        if moved.outcome is Outcome.REJECTED and answer is not None:
            return replace(moved, effect=answer.effect)
        if answer is not None and answer.outcome is Outcome.PENDING:
            return replace(answer, legal=moved.legal)
        return moved

    def _try_out(self, player: str, act: TrialAct) -> TurnAnswer:
        tried, effect = self.try_order(self.game, player, act.order), contents.TurnEffect.TRIAL
        move, words = move_of(tried), tried.words if isinstance(tried, WordsWait) else ()
        if isinstance(move, Illegal):
            return TurnAnswer(Outcome.COMMAND, effect=effect, faults=move.faults)
        return TurnAnswer(Outcome.COMMAND, None, effect, move.remarks, move, words)

    def put_out(self, player: str, why: str) -> None:
        """Take a player out of the game; of two the other has won (classic 7.6)."""
        is_his_turn = self.game.turn is not None and self.player == player
        is_last = len(self.game.playing) == 2
        self.record(happened.PlayerOut(player, why))
        if is_last:
            self.end(why)
        elif is_his_turn:
            self.next_turn()

    def end_by_order(self) -> None:
        """End the game as ordered: each loses the values of his tiles, unless nobody has moved (classic 9.2)."""
        self.accept(self.player, AcceptedHow.MOVE)
        if not self.game.is_over:
            self.end(UNPLAYED if is_unplayed(self.game) else BY_GAME_MASTER)

    def move(self, sender: FromMail, groups: Sequence[OrdersIf]) -> TurnAnswer:
        """Carry out the first order that can be, or keep the move for its time."""
        game, player = self.game, sender.player
        if self.is_going_out:
            return rejected(Reason.ONLY_ACCEPT_OR_CHALLENGE)
        if has_newer(game, player, sender.received):
            return rejected(Reason.OLDER_MAIL)
        if game.waiting is not None and game.waiting.player == player:
            self.record(happened.OrderDropped(player, "replaced"))
        is_seen = sender.has_seen(self.number - 1)
        if self.player != player or self.game.is_held or self.is_window_open:
            return self._keep(sender, groups)
        if self.grace or not is_seen:
            return self._keep(sender, groups)
        kept = KeptOrder(tuple(groups), unpromised(groups), sender.received, sender.mail, 0)
        faults: list[Fault] = []
        for order, _ in applicable(kept, self.game.before):
            tried = self.try_order(self.game, player, order)
            if isinstance(tried, Illegal):
                faults += tried.faults
            elif isinstance(tried, WordsWait):
                self.wait_for_words(player, kept, tried.words)
                told = (*faults, *tried.play.remarks)
                return TurnAnswer(Outcome.PENDING, None, None, told, tried.play, tried.words)
            else:
                if player in self.game.kept:
                    self.record(happened.OrderDropped(player, "replaced"))
                self.carry_out(tried, sender.received, sender.mail)
                told = (*faults, *tried.remarks)
                return TurnAnswer(Outcome.ACCEPTED, None, contents.TurnEffect.DONE, told, tried)
        return rejected(
            Reason.NO_VALID_MOVE, faults or (ConditionUnmet(span=groups[0].orders[0].span),)
        )

    def _keep(self, sender: FromMail, groups: Sequence[OrdersIf]) -> TurnAnswer:
        """Keep a move until its owner's turn, or until others can no longer challenge (classic 5.3, 6)."""
        game, player = self.game, sender.player
        is_mine = self.player == player
        is_seen = sender.has_seen(self.number - 1)
        seen = game if is_seen or not is_mine or game.before_move is None else game.before_move
        # On the board as its owner has seen it, and as if its condition came true.
        positions = [(self.book.as_if(seen, group.condition), group.orders) for group in groups]
        tried = [
            [move_of(self.try_order(at, player, each)) for each in orders]
            for at, orders in positions
        ]
        possible = [each for row in tried for each in row if not isinstance(each, Illegal)]
        faults = tuple(
            f for row in tried for each in row if isinstance(each, Illegal) for f in each.faults
        )
        if not possible:
            return rejected(Reason.NO_VALID_MOVE, faults)
        is_open = is_mine and is_seen and game.open_play is not None
        has_seen = game.open_play.number if is_open and game.open_play is not None else 0
        promised = tuple(
            tuple(_NEVER if isinstance(each, Illegal) else each.promise for each in row)
            for row in tried
        )
        kept = KeptOrder(tuple(groups), promised, sender.received, sender.mail, has_seen)
        self.record(happened.OrderKept(player, Secret(kept)))
        if has_seen and game.challenge is None and not self.grace:
            self.record(happened.AcceptanceGiven(has_seen, player))
            self._close_if_all_accept(has_seen)
            self.settle()
        elif is_mine and not is_seen:
            self.settle()
        faults += tuple(remark for each in possible for remark in each.remarks)
        # What cannot be carried out is kept all the same (classic 6.1); its owner is told.
        return TurnAnswer(Outcome.ACCEPTED, None, contents.TurnEffect.KEPT, faults, possible[0])

    def rule(self, word: str, *, is_valid: bool, by: str, because: str = "") -> TurnAnswer:
        """Take a ruling of the game master, and decide what waited for it."""
        self.record(common.WordRuled(word, is_valid, by, because))
        answer = self._decide_what_waited(is_free=by == BY_POLICY)
        self.book.ruled(self)
        return answer

    def _decide_what_waited(self, *, is_free: bool) -> TurnAnswer:
        if self.game.challenge is not None:
            return self.decide_challenge(is_free=is_free)
        waiting = self.game.waiting
        if waiting is None:
            return TurnAnswer(Outcome.COMMAND)
        order = waiting.order.value
        return self.move(FromMail(waiting.player, order.received, order.mail), order.groups)

    def time_out(self, timeout: Timeout, most: int) -> TurnAnswer:
        """End a turn whose time is up: the play before it stands, the turn scores nothing (classic 7.3).

        A move that waited for that alone is made: its owner has moved in time (classic 6.2).
        """
        player = self.player
        if timeout is Timeout.WAIT:
            return TurnAnswer(Outcome.ACCEPTED)
        if self._plays_what_was_kept():
            return accepted(contents.TurnEffect.DONE)
        self.accept(player, AcceptedHow.TIMEOUT)
        if self.game.is_over:
            return accepted(contents.TurnEffect.TIMED_OUT)
        self.book.time_out(self)
        is_out = timeout is Timeout.LOSE or 0 < most <= self.game.hands[player].timed_out
        if is_out and not everybody_timed_out(self.game):
            self.put_out(player, happened.OUT_OF_TIME)
            return accepted(contents.TurnEffect.OUT)
        self.next_turn()
        return accepted(contents.TurnEffect.TIMED_OUT)

    def _plays_what_was_kept(self) -> bool:
        """Let the ZAT accept the open play for a move that waited for that; tell whether it was made."""
        number, player = self.number, self.player
        if player not in self.game.kept:
            return False
        self.accept(player, AcceptedHow.TIMEOUT)
        self.settle()
        return self.game.is_over or self.number != number

    def rule_by_file(self, ruling: common.WordRuled) -> None:
        """Take a ruling of the settings file, and decide what waited for it."""
        if ruling.accepted is not None and self.game.is_held and ruling.word in self.game.asked:
            self.rule(ruling.word, is_valid=ruling.accepted, by=FROM_SETTINGS)
            return
        self.record(ruling)
        if self.game.challenge is not None and ruling.accepted is not None:
            self.decide_challenge()
        self.book.ruled(self)
