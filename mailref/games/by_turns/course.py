"""How a game of players at a table goes on: who moves next, what stands, what was kept (classic 5 to 9).

Everything here is one decision after another on one game: a `Course` holds the game as it stands and
the events so far, which are recorded together. What the classic game and WORT-Rummikub do each in
its own way stands in their books (`book.py` in the folder of each). What comes of a mail is a
`TurnAnswer`: its outcome, what it did, what is wrong with it (classic 14).
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from mailref.games import events as common
from mailref.games.by_turns import events as happened
from mailref.games.by_turns.draws import Draws
from mailref.games.by_turns.events import AcceptedHow, KeptOrder, PassedWhy, PromisedPlay
from mailref.games.by_turns.rules import Unlisted
from mailref.games.by_turns.seated_game import LastTurn, OpenTurn, SeatedGame
from mailref.games.events import Event, GameEnded
from mailref.games.found import Found
from mailref.games.replay import apply
from mailref.games.secret import Secret
from mailref.orders.written import (
    AnyOrder,
    Condition,
    ConditionUnread,
    IfExchange,
    IfPass,
    IfPlay,
    IfTakenBack,
    OrdersIf,
    Otherwise,
    WrittenOrders,
)
from mailref.referee.findings import Outcome, Reason
from mailref.tiles.lexicon.verdicts import Accepted, Lexicon, Refused, Unknown, Valid, spell_out
from mailref.tiles.moves import Fault, TextSpan, WordRefused


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


class Illegal(Struct, frozen=True):
    """What is wrong with an order."""

    faults: tuple[Fault, ...]


class WordsWait(Struct, frozen=True):
    """A move that is in order but for words that no list knows."""

    play: LegalMove
    words: tuple[str, ...]


Tried = LegalMove | Illegal | WordsWait
NOBODY_RULES = "nobody_rules"
"""Why a word is refused that no list knows, where nobody may be asked about it (classic 10)."""


class Book:
    """What one kind of game does in its own way; where it says nothing else, no tiles are drawn or counted."""

    @abstractmethod
    def try_order(self, game: SeatedGame, player: str, order: AnyOrder, lexicon: Lexicon) -> Tried:
        """Return what an order comes to as the game stands."""

    def as_if(self, game: SeatedGame, condition: Condition | None) -> SeatedGame:  # noqa: ARG002  any
        """Return *game* as it would be if a condition came true; as it is, where nobody can say."""
        return game

    @abstractmethod
    def last_play(self, game: SeatedGame) -> str | None:
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

    def wish(self, course: "Course", player: str, letters: str) -> None:
        """Note which tiles a player wants, where that can be chosen."""

    def skips(self, game: SeatedGame, player: str) -> bool:  # noqa: ARG002  whoever it is
        """Tell whether a player has nothing left to do in his turn."""
        return False

    def why_it_ends(self, game: SeatedGame) -> str | None:  # noqa: ARG002  any
        """Return why the game ends before the next turn; None where it goes on."""
        return None

    def deductions(self, game: SeatedGame, why: str, gains: str | None) -> Mapping[str, int]:  # noqa: ARG002  none
        """Return what the end adds to totals or takes from them."""
        return {}

    def ruled(self, course: "Course") -> None:
        """Do what follows from a ruling, once what waited for it is decided."""


def try_order(
    book: Book, game: SeatedGame, player: str, order: AnyOrder, lexicon: Lexicon, *, asks: bool
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


class Course(Struct):
    """A game while something is decided about it."""

    game: SeatedGame
    book: Book
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


class TurnAnswer(Struct, Found, frozen=True):
    """What the referee answers; what happened stands in the events of the course."""

    is_of_a_rack = True

    outcome: Outcome
    reason: Reason | None = None
    effect: TurnEffect | None = None
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


def accepted(effect: TurnEffect) -> TurnAnswer:
    return TurnAnswer(Outcome.ACCEPTED, effect=effect)
