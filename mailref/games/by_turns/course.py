"""How a game of players at a table goes on: who moves next, what stands, what was kept (classic 5 to 9).

Everything here is one decision after another on one game: a `Course` holds the game as it stands and
the events so far, which are recorded together. What each kind of game does in its own way is asked of its
`Steward` (`book.py` in the folder of the kind): seats, clock, challenges and mails are the same for all. What
comes of a mail is a `TurnAnswer`: its outcome, what it did, what is wrong with it (classic 14).

What may be wrong with a move in a game in turns beside what is wrong with a play (classic 4 to 6, 8).

What a mail of a player does in a game in turns, and a ruling, a time-out, the end of a window.

An open play is challenged or accepted: who may, what it costs, and whether the play stands (classic 5).

A mail or a clock moves a game in turns: its course, what it records, who is told what (classic 10).

Everything that happens in one decision is told in one mail to each: to players with their own racks,
to game master and readers what all may know. What is shown of a game is made here: its public face, what one
player sees beside it, what has just happened.

What an export tells of every game of players at a table, in the same words (contract 4).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta, tzinfo
from importlib import import_module
from itertools import takewhile
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

from msgspec import UNSET, Struct, field
from msgspec.structs import astuple, replace

from mailref.games import events as common
from mailref.games.by_turns import contents
from mailref.games.by_turns import events as happened
from mailref.games.by_turns.events import AcceptedHow, KeptOrder, PassedWhy, PromisedPlay
from mailref.games.by_turns.game import EMPTY, LastTurn, OpenTurn, SeatedGame, with_hand
from mailref.games.by_turns.history import (
    Past,
    Teller,
    ToldDraw,
    ToldTurn,
    TurnHistory,
    TurnKind,
    steps_of,
)
from mailref.games.by_turns.policy import ReadersGet, RunningTurns, TurnsTakenOver
from mailref.games.by_turns.statistics import figures_of
from mailref.games.by_turns.switches import CostPer, ThemeClaim, Timeout, Unlisted
from mailref.games.chance import Draws, Secret, SeedDraws
from mailref.games.events import Event
from mailref.games.game import Press, RankedPlayer, next_id, ranked
from mailref.games.in_hand import GameInHand, Seat, WhoseTurn, most_urgent_first
from mailref.games.kind import apply
from mailref.games.recollection import Recollection
from mailref.games.worth import Found
from mailref.orders import entries
from mailref.record.as_json import PLACE, Json, Telling, WrittenObject, as_shown, written_object
from mailref.referee.contents import GamesInHand
from mailref.referee.identity import may_ask
from mailref.referee.mails import (
    Owed,
    Step,
    addresses_of,
    after,
    owe_to_game_master,
    owe_to_player,
    owe_to_subscribers,
    step_of,
)
from mailref.referee.policy import Office, Outcome, Reason
from mailref.tiles.board import Board
from mailref.tiles.lexicon.verdicts import Accepted, Lexicon, Refused, Unknown, Valid, spell_out
from mailref.tiles.moves import Fault, FaultAt, Play, TextSpan, WordRefused
from mailref.tiles.tile_set import GERMAN, TileSet, letters_on


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

    @property
    def lays_blank(self) -> bool:
        """Tell whether a blank is laid by it."""
        return False

    def shown(self, condition: entries.Condition | None = None) -> contents.ShownOrder:
        """Return it as its owner is shown it while it is not carried out: mostly it is a pass."""
        return contents.ShownOrder(TurnKind.PASS, condition)

    def carry_out(self, course: "Course", received: datetime, mail: str) -> None:  # noqa: ARG002  as a rule
        """Record it in the turn of its player, mostly as a pass; the play before it stands already."""
        course.record(happened.TurnPassed(course.number, course.player, PassedWhy.PASSED))


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
T = TypeVar("T")


class Steward(Generic[G]):
    """What one kind of game does in its own way, who deals its tiles, and what of it may be shown to whom.

    Where a kind says nothing else, no tiles are drawn or counted, and there is nothing to be told: no drawing,
    no secret, no theme, no search.
    """

    teller: type[Teller] = Teller
    """What goes through the events of a game, for what may be told of it."""
    end_counted: ClassVar[str] = ""
    """The sentences of the archive that say how its end is counted; "" where they say nothing of it."""
    drawing: ClassVar[Any] = ()
    """What is recorded of a drawing for one player, with a receipt that he can check; (): there are none."""

    # How it goes on.

    def try_order(self, game: G, player: str, order: entries.AnyOrder, lexicon: Lexicon) -> Tried:
        """Return what an order comes to as the game stands."""
        match order:
            case entries.PassOrder():
                return self.try_pass(game, order)
            case entries.UnreadOrder(faults=faults):
                return Illegal(faults)
            case _:
                return self.try_own(game, player, order, lexicon)

    def try_pass(self, game: G, order: entries.PassOrder) -> Tried:  # noqa: ARG002  as a rule it is always possible
        """Return what it comes to if a player passes."""
        return LegalMove()

    def try_own(self, game: G, player: str, order: Any, lexicon: Lexicon) -> Tried:  # noqa: ARG002  a kind says it
        """Return what an order that only this kind of game has comes to."""
        raise TypeError(f"{type(order).__name__} is no order of a {type(game).__name__}")

    def as_if(self, game: G, condition: entries.Condition | None) -> G:  # noqa: ARG002  any
        """Return *game* as it would be if a condition came true; as it is, where nobody can say."""
        return game

    def corrects_own_play(self, game: G, player: str, written: entries.WrittenOrders) -> bool:  # noqa: ARG002  any
        """Tell whether the only play that *written* asks for is to stand where the open play of *player* lies."""
        return False

    def last_play(self, game: G) -> str | None:  # noqa: ARG002  whatever it is
        """Return how the open play ends the game once it stands; None where it does not."""
        return None

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

    def ends_by_pass(self, game: G) -> bool:
        """Tell whether the game is over if who is to move passes."""
        if game.turn is None or game.open_play is not None:
            return False
        name = game.turn.player
        recent = (*game.hands[name].recent, PassedWhy.PASSED.value)[-game.rules.passes :]
        passed = with_hand(replace(game, scoreless=game.scoreless + 1), name, recent=recent)
        return self.why_it_ends(passed) is not None

    def deductions(self, game: G, why: str, gains: str | None) -> Mapping[str, int]:  # noqa: ARG002  none
        """Return what the end adds to totals or takes from them."""
        return {}

    def ruled(self, course: "Course") -> None:
        """Do what follows from a ruling, once what waited for it is decided."""

    def rule_theme(self, course: "Course", word: str, *, fits: bool) -> bool:  # noqa: ARG002  none has one
        """Let the points follow for every play whose player claims *word*; tell whether one does (classic 8.2)."""
        return False

    # What is drawn, and what is told of it.

    def deal(self, course: "Course", over: TurnsTakenOver | None) -> str:  # noqa: ARG002  none is
        """Draw who sits where and begins, and all that is drawn before the first turn; return who begins."""
        return course.game.seats[0]

    def chance(self, running: RunningTurns, office: Office) -> Draws:
        """Return what draws the tiles."""
        seed, game = office.records.seed(running.game.id), running.game
        return SeedDraws(seed, game.mixed, tile_set=game.rules.tiles)

    # What all may see.

    def lies(self, game: G, history: TurnHistory) -> contents.Lies:  # noqa: ARG002  nothing does
        """Return what lies open on the table."""
        return contents.Lies()

    def board(self, game: G) -> Board | None:  # noqa: ARG002  whatever it is
        """Return the board of the game, where plays are laid on one."""
        return None

    def insight(self, game: G, player: str, lexicon: Lexicon) -> Any:  # noqa: ARG002  whatever it is
        """Return what the reader of a player's mail may know of the game beside its board."""
        return None

    def points(self, game: G, player: str, lexicon: Lexicon, play: Play) -> int | None:  # noqa: ARG002  none are
        """Return what a play brings that a player could lay now, whether or not it is his turn; None: he cannot."""
        return None

    def left(self, game: G) -> tuple[str, int] | None:  # noqa: ARG002  none are
        """Return where the tiles are that are still to be drawn or taken, as an archive names it, and how many."""
        return None

    def owed(self, game: G) -> int:  # noqa: ARG002  whatever it is
        """Return how many tiles the owner of the open play is given once it stands."""
        return 0

    def told(self, event: object) -> Iterator[contents.Happening]:  # noqa: ARG002  whatever it is
        """Yield what an event that only this kind of game knows tells everybody."""
        return iter(())

    def at_once(self, found: Sequence[contents.Happening]) -> Iterable[contents.Happening]:
        """Return what happened, with what belongs together told at once."""
        return found

    def claims(self, game: G) -> Sequence[ThemeClaim]:  # noqa: ARG002  whatever it is
        """Return what players claim for a theme and the game master has yet to rule on."""
        return ()

    # What one player alone may see.

    def own(self, game: G, player: str) -> Mapping[str, Secret[Any]]:  # noqa: ARG002  whatever it is
        """Return what *player* alone sees beside what he does in every kind of game, by names of `OwnFace`."""
        return {}

    def receipts(self, player: str, events: Iterable[Event]) -> Iterator[Any]:
        """Yield the drawings for *player* among *events*, with what opens their receipts."""
        drawn = (event for event in events if isinstance(event, self.drawing))
        return (event for event in drawn if event.player == player)

    def hints(self, game: G, player: str, written: entries.WrittenOrders) -> contents.OrderHints:  # noqa: ARG002  whatever it is
        """Return what may help *player*, whose orders cannot be carried out as he thinks."""
        return contents.OrderHints()

    def obstacles(self, game: G, player: str, written: entries.WrittenOrders) -> tuple[Fault, ...]:  # noqa: ARG002  whatever it is
        """Return what forbids the only move of a mail that is to be asked about, as the game stands."""
        return ()

    # What is told when the game is over.

    def draws(self, log: Iterable[Event]) -> tuple[contents.OpenedDraw, ...]:
        """Return every drawing of the game with what opens its receipt."""
        return tuple(
            contents.OpenedDraw(
                ToldDraw(each.number, each.player, len(each.letters.value), each.receipt),
                each.letters.value,
                each.nonce.value,
            )
            for each in log
            if isinstance(each, self.drawing)
        )

    def gcg(self, log: Iterable[Event]) -> str:  # noqa: ARG002  whatever it is
        """Return the game as a GCG file; "" where that format cannot hold it."""
        return ""

    def best(self, over: G, history: TurnHistory, office: Office) -> Iterable[contents.BestOfTurn]:  # noqa: ARG002  whatever it is
        """Return what was possible in each turn; nothing where that is not searched."""
        return ()


def steward_of(game: SeatedGame) -> Steward[Any]:
    """Return who looks after a game: the module `book` says it, beside where the game is defined."""
    module = import_module(f"{type(game).__module__.rpartition('.')[0]}.book")
    return cast(Steward[Any], module.steward(game))


def where_asked(tried: Tried, order: entries.AnyOrder, *, asks: bool) -> Tried:
    """Return what an order comes to; where nobody *asks*, a word that no list knows is refused."""
    if asks or not isinstance(tried, WordsWait):
        return tried
    return Illegal(
        tuple(WordRefused(span=order.span, word=each, reason=NOBODY_RULES) for each in tried.words)
    )


Until = Callable[[str, datetime], datetime | None]
"""When the time of a player's turn is up that begins at a moment; None: never."""


Kept = tuple[entries.AnyOrder, PromisedPlay | None]


def applicable(kept: KeptOrder, before: LastTurn | None) -> Iterator[Kept]:
    """Yield the orders whose condition is met: those above all conditions, then the first met."""
    is_met = False
    for group, promised in zip(kept.groups, kept.promised, strict=True):
        if group.condition is None:
            yield from zip(group.orders, promised, strict=True)
        elif not is_met and meets(group.condition, before):
            is_met = True
            yield from zip(group.orders, promised, strict=True)


def _is_for_play(kept: KeptOrder, before: LastTurn | None) -> bool:
    """Tell whether the first condition that is met names the very play of the turn before."""
    found = (each.condition for each in kept.groups if each.condition is not None)
    met = next((each for each in found if meets(each, before)), None)
    return isinstance(met, entries.IfPlay)


_KINDS = MappingProxyType(
    {entries.IfPass: "pass", entries.IfExchange: "exchange", entries.IfTakenBack: "taken_back"}
)
"""What the turn before was, by the condition that asks for it."""


def meets(condition: entries.Condition, before: LastTurn | None) -> bool:
    """Tell whether the turn just before was what *condition* says (classic 6.3)."""
    if isinstance(condition, entries.Otherwise):
        return True
    if before is None or (condition.who and before.player and condition.who != before.player):
        return False
    match condition:
        case entries.IfPlay(square, direction, word):
            scored = before.scored
            return (
                before.kind == "play"
                and scored is not None
                and (scored.square, scored.direction, scored.word) == (square, direction, word)
            )
        case _:
            return before.kind == _KINDS[type(condition)]


def naming_players(
    game: SeatedGame, player: str, written: entries.WrittenOrders
) -> entries.WrittenOrders:
    """Return what is written with the names of players in its conditions.

    Only what who moves just before does can be told when the turn begins; a condition that names
    somebody else, or nobody who plays, cannot be read (classic 6.3).
    """
    before = game.player_before(player)
    groups, faults = [], list(written.faults)
    for group in written.groups:
        if group.who and not _is_meant(game, group.who, before, by=player):
            span = group.at or group.orders[0].span
            faults.append(entries.ConditionUnread(span=span, before=before))
        groups.append(group.by(before) if group.who else group)
    return replace(written, groups=tuple(groups), faults=tuple(faults))


def _is_meant(game: SeatedGame, said: str, name: str, *, by: str) -> bool:
    """Tell whether a player means *name* by what he *said*: his name, or the first of his names.

    `Bens Zug` is Ben's; of two Bens at the table only the whole name tells which.
    """
    others = [each.split(maxsplit=1)[0] for each in game.seats if each not in (name, by)]
    is_first = _calls(said, name.split(maxsplit=1)[0])
    return _calls(said, name) or (is_first and not any(_calls(said, each) for each in others))


def _calls(said: str, name: str) -> bool:
    """Tell whether a name was *said*, be it in the genitive."""
    told, called = (
        spell_out(" ".join(each.split()).upper()).replace("’", "'") for each in (said, name)
    )
    return told in (called, f"{called}S", f"{called}'S", f"{called}'")


def has_newer(game: SeatedGame, player: str, received: datetime) -> bool:
    """Tell whether a move of a newer mail of *player* is kept or waits: the newest replaces the older (classic 6.1)."""
    waiting = game.waiting
    waits = waiting.order if waiting is not None and waiting.player == player else None
    order = waits or game.kept.get(player)
    return order is not None and order.value.received > received


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

    @property
    def lays_blank(self) -> bool:
        return self.legal is not None and self.legal.lays_blank


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


def challenging_once(acts: Sequence[entries.Act]) -> Iterator[entries.Act]:
    """Yield acts with all challenges of a mail as one, of all the words that they name (classic 5.4)."""
    challenges = [act for act in acts if isinstance(act, entries.ChallengeAct)]
    for act in acts:
        if not isinstance(act, entries.ChallengeAct):
            yield act
        elif act is challenges[0]:
            words = dict.fromkeys(word for each in challenges for word in each.words)
            is_foreign = any(each.is_foreign for each in challenges)
            yield replace(act, words=tuple(words), is_foreign=is_foreign)


def _is_about_what_went_back(game: SeatedGame, act: entries.ChallengeAct) -> bool:
    """Tell whether the play challenged was taken back already: of two challenges the earlier counts (classic 5.5)."""
    before = game.before
    if before is None or before.kind != "taken_back" or before.scored is None:
        return False
    formed = {_as_challenged(word.word, game.tile_set) for word in before.scored.words}
    return {_as_challenged(word, game.tile_set) for word in act.words} <= formed


def _is_of_another(game: SeatedGame, whose: str) -> bool:
    """Tell whether a play is said to be *whose*, and of the players he is called so who has not the open one."""
    named = whose.casefold()
    called = [each for each in game.playing if named in {part.casefold() for part in each.split()}]
    open_play = game.open_play
    return bool(called) and open_play is not None and open_play.player not in called


def _as_challenged(word: str, tiles: TileSet) -> str:
    """Return a word as it may be written in a challenge: umlauts spelled out, tiles of several letters as letters."""
    if tiles == GERMAN:
        return spell_out(word)
    return "".join(map(letters_on, tiles.word(word)))


def _words_meant(
    open_play: OpenTurn, act: entries.AcceptAct | entries.ChallengeAct, tiles: TileSet
) -> tuple[tuple[str, ...], str | None]:
    """Return the words of the play that are challenged, or the one that it did not form.

    In a challenge umlauts may be spelled out (classic 11).
    """
    if not act.words:
        return tuple(dict.fromkeys(open_play.words)), None
    formed = {_as_challenged(word, tiles): word for word in open_play.words}
    named = {_as_challenged(word, tiles): word for word in act.words}
    unformed = next((word for key, word in named.items() if key not in formed), None)
    return tuple(formed[key] for key in named if key in formed), unformed


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

    def try_order(self, game: SeatedGame, player: str, order: entries.AnyOrder) -> Tried:
        """Return what an order comes to in *game*, which is this one or as it might be."""
        tried = self.book.try_order(game, player, order, self.lexicon)
        return where_asked(tried, order, asks=self.asks)

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

    def draw_seats(self) -> None:
        """Draw who sits where, if a lot says so: the first of all, the next of those left (docs/chance.md)."""
        left = self.game.seats
        if self.game.rules.seats == "lot":
            tiles = "".join(chr(ord("A") + at) for at in range(len(left)))
            drawn = self.draws.tiles("seats", tiles, len(left))
            self.record(happened.SeatsDrawn(tuple(left[ord(each) - ord("A")] for each in drawn)))

    def begin_first(self, player: str) -> None:
        """Let the first turn begin, unless nothing can be done in it (classic 3.1, 12.3)."""
        if not self.game.is_over:
            self.begin(player, self.game.first_turn)

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
        waiting = self.game.waiting
        for name in dict.fromkeys((*self.game.kept, *((waiting.player,) if waiting else ()))):
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
            legal.carry_out(self, received, mail)
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
        if self.is_window_open:
            if not self._is_accepted_by_all:
                return False
            self.accept(player, AcceptedHow.ALL)
        elif player != open_play.player and self.game.hands[player].accepts_all:
            self.accept(player, AcceptedHow.ALWAYS)
        elif player in open_play.accepted_by:
            self.accept(player, AcceptedHow.MAIL)
        kept = self.game.kept.get(player)
        # Classic 6.2: whoever names the play as his condition knows it.
        has_seen = kept is not None and (
            kept.value.has_seen == open_play.number or _is_for_play(kept.value, self.game.before)
        )
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

    def end(self, why: str, *, gains: str | None = None, takes: bool = True) -> None:
        """End the game: racks are shown, and what is left on them is deducted, if the end *takes* it (classic 9)."""
        racks = {name: self.game.hands[name].rack.value for name in self.game.seats}
        deductions = self.book.deductions(self.game, why, gains) if takes else {}
        self.record(happened.RacksRevealed(racks, deductions, why))
        self.record(common.GameEnded(self.seed, why, self.at))

    def challenge(self, sender: FromMail, act: entries.ChallengeAct) -> TurnAnswer:
        """Challenge words of the open play, decide it where that can be done, or hold it (classic 5.4, 5.5)."""
        open_play = self.game.open_play
        if not self.game.rules.may_challenge:
            return rejected(Reason.NO_CHALLENGE)
        if open_play is None:
            was_back = _is_about_what_went_back(self.game, act)
            return rejected(Reason.ALREADY_RULED if was_back else Reason.NOTHING_TO_CHALLENGE)
        if open_play.player == sender.player:
            return rejected(Reason.OWN_PLAY)
        is_other = _is_of_another(self.game, act.whose)
        if is_other or (not act.words and not sender.has_seen(open_play.number)):
            return rejected(Reason.NOTHING_TO_CHALLENGE)
        named, unformed = _words_meant(open_play, act, self.game.tile_set)
        if unformed is not None:
            return rejected(Reason.NO_VALID_MOVE, (WordNotFormed(span=act.span, word=unformed),))
        pending = self.game.challenge.words if self.game.challenge is not None else ()
        words = tuple(w for w in named if w not in open_play.decided and w not in pending)
        if not words:
            return rejected(Reason.ALREADY_RULED)
        is_held = self.game.challenge is not None
        made = happened.ChallengeHeld if is_held else happened.PlayChallenged
        at, player, mail = sender.received, sender.player, sender.mail
        self.record(made(open_play.number, player, words, at, mail, act.is_foreign))
        return TurnAnswer(Outcome.PENDING, asked=pending) if is_held else self.decide_challenge()

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
        unknown = tuple(word for word, valid in verdicts.items() if valid is None)
        stands = all(valid for _, valid in known)
        if stands and unknown:
            self.ask(unknown)
            return TurnAnswer(Outcome.PENDING, asked=unknown)
        rules = self.game.rules
        times = len(known) if rules.challenge_per is CostPer.WORD else 1
        cost = rules.challenge_cost * times if stands and not is_free else 0
        number, player = open_play.number, challenge.player
        return self._conclude(happened.ChallengeDecided(number, player, known, stands, cost))

    def _conclude(self, event: happened.ChallengeDecided) -> TurnAnswer:
        """Let a challenge be over, and what follows happen."""
        self.record(event)
        if not event.stands:
            self.book.take_back(self)
        elif self.game.challenges_held:
            held = self.game.challenges_held[0]
            self.record(happened.PlayChallenged(*astuple(held)))
            self.decide_challenge()
        self.settle()
        effects = contents.TurnEffect
        return accepted(effects.STANDS if event.stands else effects.TAKEN_BACK)

    def give_way(self, player: str) -> TurnAnswer:
        """End the challenge that waits, for its challenger or who laid the play takes his back (classic 5.6).

        One that waits behind it, and which nobody has been told of, is just dropped.
        """
        challenge, open_play = self.game.challenge, self.game.open_play
        if challenge is None or open_play is None or not self.game.may_give_way(player):
            return rejected(Reason.NOTHING_TO_CHALLENGE)
        if self.game.holds_challenge(player):
            self.record(happened.ChallengeHeld(open_play.number, player, (), self.at, ""))
        if player not in (challenge.player, open_play.player):
            return TurnAnswer(Outcome.COMMAND, effect=contents.TurnEffect.LET_GO)
        stands = player == challenge.player
        event = happened.ChallengeDecided(open_play.number, challenge.player, (), stands, 0)
        return self._conclude(event)

    def accept_play(self, sender: FromMail, act: entries.AcceptAct) -> TurnAnswer:
        """Let the open play stand as far as this player is concerned (classic 5.2).

        What names a word that it does not form is about another play.
        """
        open_play, player = self.game.open_play, sender.player
        if open_play is None or open_play.player == player or not sender.has_seen(open_play.number):
            return rejected(Reason.NOTHING_TO_ACCEPT)
        if _is_of_another(self.game, act.whose):
            return rejected(Reason.NOTHING_TO_ACCEPT)
        _, unformed = _words_meant(open_play, act, self.game.tile_set)
        if unformed is not None:
            return rejected(Reason.NO_VALID_MOVE, (WordNotFormed(span=act.span, word=unformed),))
        challenge, held = self.game.challenge, self.game.challenges_held
        made = [each.received for each in (challenge, *held) if each and each.player == player]
        if made and min(made) < sender.received:
            self.give_way(player)
        if self.game.open_play != open_play:
            return accepted(contents.TurnEffect.ACCEPTED_PLAY)
        if self.game.challenge is None and not self.is_window_open and player == self.player:
            self.accept(player, AcceptedHow.MAIL)
        else:
            self._give_acceptance(open_play, player)
        self.settle()
        return accepted(contents.TurnEffect.ACCEPTED_PLAY)

    def _give_acceptance(self, open_play: OpenTurn, player: str) -> None:
        """Note that a player accepts; unless a challenge waits, the play stands once all have (classic 5.2)."""
        self.record(happened.AcceptanceGiven(open_play.number, player))
        if self.game.challenge is None and self._is_accepted_by_all:
            self.accept(self.player, AcceptedHow.ALL)

    @property
    def _is_accepted_by_all(self) -> bool:
        """Tell whether all others have accepted the open play, be it unseen, or moved after it (classic 5.2)."""
        stands = self.game.stands_from(self.grace)
        return stands is not None and stands <= self.at

    def respond(self, sender: FromMail, written: entries.WrittenOrders) -> TurnAnswer:
        """Do what a player's mail asks for: the challenge first, then the move (classic 5.5)."""
        if self.game.is_over:
            return rejected(Reason.LATE)
        if sender.player not in self.game.playing:
            return rejected(Reason.NOT_A_PLAYER)
        resigns, is_one = written.act(entries.ResignAct) is not None, len(written.acts) == 1
        says_only_that = all(isinstance(act, entries.ResignAct) for act in written.acts)
        resigns_and_more = resigns and (bool(written.groups) or not says_only_that)
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
                case entries.AcceptsAllAct(wanted=wanted):
                    self.record(happened.AcceptsAllSet(sender.player, wanted))
                    self.settle()
                    effect = contents.TurnEffect.ACCEPTS_ALL if wanted else contents.TurnEffect.ASKS
                case entries.TrialAct() if not written.groups:
                    return self._try_out(sender.player, act)
                case entries.WishAct(letters=letters):
                    self.book.note_wish(self, sender.player, letters)
                    effect = contents.TurnEffect.WISHED
                case _:
                    pass
        if effect is not None and is_one and not written.groups:
            return TurnAnswer(Outcome.COMMAND, effect=effect)
        return self._act_and_move(sender, written)

    def _act_and_move(self, sender: FromMail, written: entries.WrittenOrders) -> TurnAnswer:
        answer: TurnAnswer | None = None
        for act in challenging_once(written.acts):
            match act:
                case entries.ChallengeAct():
                    answer = self.challenge(sender, act)
                case entries.AcceptAct():
                    answer = self.accept_play(sender, act)
                case entries.GiveWayAct():
                    answer = self.give_way(sender.player)
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

    def _try_out(self, player: str, act: entries.TrialAct) -> TurnAnswer:
        tried, effect = self.try_order(self.game, player, act.order), contents.TurnEffect.TRIAL
        move, words = move_of(tried), tried.words if isinstance(tried, WordsWait) else ()
        if isinstance(move, Illegal):
            return TurnAnswer(Outcome.COMMAND, effect=effect, faults=move.faults)
        return TurnAnswer(Outcome.COMMAND, None, effect, move.remarks, move, words)

    def put_out(self, player: str, why: str) -> None:
        """Take a player out of the game, unless the kind has already; of two the other has won (classic 7.6)."""
        is_his_turn = self.game.turn is not None and self.player == player
        is_last = len({*self.game.playing} - {player}) == 1
        self.record(happened.PlayerOut(player, why))
        if is_last:
            self.end(why, takes=False)
        elif is_his_turn:
            self.next_turn()

    def end_by_order(self) -> None:
        """End the game as ordered: each loses the values of his tiles, unless nobody has moved (classic 9.2)."""
        self.accept(self.player, AcceptedHow.MOVE)
        if not self.game.is_over:
            self.end(common.UNPLAYED if is_unplayed(self.game) else common.BY_GAME_MASTER)

    def move(self, sender: FromMail, groups: Sequence[entries.OrdersIf]) -> TurnAnswer:
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
        promised = tuple((None,) * len(group.orders) for group in groups)
        kept = KeptOrder(tuple(groups), promised, sender.received, sender.mail, 0)
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

    def _keep(self, sender: FromMail, groups: Sequence[entries.OrdersIf]) -> TurnAnswer:
        """Keep a move until its owner's turn, or until others can no longer challenge (classic 5.3, 6)."""
        game, player = self.game, sender.player
        is_mine = self.player == player
        is_seen = sender.has_seen(self.number - 1)
        seen = game if is_seen or not is_mine or game.before_move is None else game.before_move
        shown = self._let_stand_by(sender, groups) if is_seen or not is_mine else None
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
        has_seen = shown.number if shown is not None else 0
        promised = tuple(
            tuple(_NEVER if isinstance(each, Illegal) else each.promise for each in row)
            for row in tried
        )
        kept = KeptOrder(tuple(groups), promised, sender.received, sender.mail, has_seen)
        self.record(happened.OrderKept(player, Secret(kept)))
        if shown is not None and game.challenge is None and not self.grace:
            self._give_acceptance(shown, player)
            self.settle()
        elif is_mine and not is_seen:
            self.settle()
        faults += tuple(remark for each in possible for remark in each.remarks)
        # What cannot be carried out is kept all the same (classic 6.1); its owner is told.
        return TurnAnswer(Outcome.ACCEPTED, None, contents.TurnEffect.KEPT, faults, possible[0])

    def _let_stand_by(
        self, sender: FromMail, groups: Sequence[entries.OrdersIf]
    ) -> OpenTurn | None:
        """Return the open play that a move lets stand: another's, which its sender has seen (classic 5.2)."""
        open_play = self.game.open_play
        if open_play is None or open_play.player == sender.player:
            return None
        is_doubted = any(isinstance(each.condition, entries.IfTakenBack) for each in groups)
        is_mine = self.player == sender.player
        return (
            open_play if is_mine or (sender.has_seen(open_play.number) and not is_doubted) else None
        )

    def rule(self, ruling: common.WordRuled, *, decides: bool = True) -> TurnAnswer:
        """Take a ruling, and decide what waited, if it *decides* something."""
        self.record(ruling)
        answer = TurnAnswer(Outcome.COMMAND)
        waiting = self.game.waiting
        if decides and self.game.challenge is not None:
            answer = self.decide_challenge(is_free=ruling.by == common.BY_POLICY)
        elif decides and waiting is not None:
            order = waiting.order.value
            answer = self.move(FromMail(waiting.player, order.received, order.mail), order.groups)
        self.book.ruled(self)
        return answer

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


def history_in(office: Office, game: str) -> TurnHistory:
    """Return what may be told of a game's past."""
    return office.memories.of(Past).told(game, office.log(game), lambda log: told_of(steps_of(log)))


def told_of(steps: Iterable[tuple[object, SeatedGame]]) -> TurnHistory:
    """Return what may be told of a game: *steps* are its events, each with the game after it."""
    found = tuple(steps)
    return steward_of(found[-1][1]).teller().all_of(found) if found else TurnHistory()


def game_and_history(log: Iterable[Event]) -> tuple[SeatedGame, TurnHistory]:
    """Return the game that its events make, with what may be told of it."""
    if not isinstance(log, common.EventLog):
        gone_through = tuple(steps_of(log))
        return gone_through[-1][1], told_of(gone_through)
    steps: list[tuple[Event, SeatedGame]] = []

    def played_on(game: SeatedGame | None, more: Iterable[Event]) -> SeatedGame | None:
        steps.extend(steps_of(more, game))
        return steps[-1][1] if steps else game

    def told_on(told: _Told, more: Sequence[Event]) -> _Told:
        if not more:
            return told
        teller = told.teller
        is_known = len(steps) == len(more)
        return _Told(teller, teller.go_on(steps if is_known else steps_of(more, teller.game)))

    game = log.recollection.folded("game", None, log, lambda: None, played_on)
    if game is None:
        raise ValueError("no events, no game")
    names, teller = tuple(game.players), steward_of(game).teller
    told = log.recollection.folded(
        "history", names, log, lambda: _Told(teller(names=names)), told_on
    )
    return game, told.history


class _Told(Struct, frozen=True):
    """What may be told of a game, and who goes on to tell."""

    teller: Teller
    history: TurnHistory = TurnHistory()


def face_of_turns(
    running: RunningTurns, office: Office, history: TurnHistory | None = None
) -> contents.TurnFace:
    """Return how a game stands, as everybody may know it."""
    game = running.game
    history = history or history_in(office, game.id)
    return contents.TurnFace(
        rules=game.rules,
        commitment=game.commitment,
        lies=steward_of(game).lies(game, history),
        has_racks=game.has_racks,
        seats=tuple(_seats(running)),
        turn=_whose_turn(game),
        open_play=_open_play(running),
        challenge=_waiting_challenge(running),
        history=history,
        is_paused=game.is_paused,
        ended=game.ended,
        same_tiles=game.same_tiles,
        pass_ends=steward_of(game).ends_by_pass(game),
        has_next=next_id(game) != "",
    )


def _whose_turn(game: SeatedGame) -> WhoseTurn | None:
    """Return who is to move; while a ruling is waited for no ZAT is told, for it will move."""
    turn = game.turn
    if turn is None:
        return None
    zat = None if game.is_held else turn.deadline
    return WhoseTurn(turn.number, turn.player, turn.began, zat, game.is_held)


def _waiting_challenge(running: RunningTurns) -> contents.WaitingChallenge | None:
    challenge = running.game.challenge
    if challenge is None:
        return None
    return contents.WaitingChallenge(waiting_words(running), challenge.player)


def waiting_words(running: RunningTurns) -> tuple[str, ...]:
    """Return the words that must be ruled on before the game goes on."""
    game = running.game
    if not game.is_held or game.is_over:
        return ()
    waits = game.challenge.words if game.challenge is not None else tuple(sorted(game.asked))
    return tuple(word for word in waits if word in game.asked and word not in game.rulings)


def asked_note(word: str) -> str:
    """Return the note that the game master was asked about a word."""
    return f"asked:{word}"


def _still_away(running: RunningTurns, name: str) -> tuple[tuple[date, date], ...]:
    """Return the absences that were not over when the turn began."""
    turn, away = running.game.turn, running.game.hands[name].absences
    if turn is None:
        return away
    day = turn.began.astimezone(running.policy.zone).date()
    return tuple((first, last) for first, last in away if last >= day)


def places_at(game: SeatedGame) -> tuple[RankedPlayer, ...]:
    """Return the places of those at the table, by their totals of now."""
    totals = {name: game.players[name].total for name in game.seats if name in game.players}
    totals |= {name: total for name, total in game.final.items() if name in totals}
    return ranked(totals, {name for name in totals if game.hands[name].is_out})


def winners_at(game: SeatedGame) -> tuple[str, ...]:
    """Return who has won a game that is over; nobody one that was ended before anybody had moved."""
    return tuple(e.player for e in places_at(game) if game.has_result and e.rank == 1)


def _seats(running: RunningTurns) -> Iterator[Seat]:
    game = running.game
    places = {place.player: place for place in places_at(game)}
    for name in filter(places.__contains__, game.seats):
        place = places[name]
        yield Seat(
            name=name,
            total=place.total,
            tiles=len(game.hands[name].rack.value),
            is_out=place.is_out,
            rank=place.rank if game.has_result else None,
            away=_still_away(running, name),
            seconds_in_hand=int(running.bank_left(name).total_seconds()),
        )


def _open_play(running: RunningTurns) -> contents.ShownPlay | None:
    game, open_play = running.game, running.game.open_play
    if open_play is None:
        return None
    return contents.ShownPlay(
        number=open_play.number,
        player=open_play.player,
        words=tuple(dict.fromkeys(w for w in open_play.words if w not in open_play.decided)),
        draws=steward_of(game).owed(game),
        open_until=running.window_ends(),
        ends_game=steward_of(game).last_play(game) is not None,
    )


def games_in_hand(found: Sequence[tuple[RunningTurns, str]]) -> GamesInHand:
    """Return somebody's games: those first in which he is to move, by the time that is left."""
    games = (game_in_hand(running, player) for running, player in found)
    return GamesInHand(found[0][1], most_urgent_first(games))


def game_in_hand(running: RunningTurns, player: str) -> GameInHand:
    """Return a game in turns as a list of somebody's games shows it."""
    game, turn = running.game, running.game.turn
    return GameInHand(
        title=running.policy.title,
        tag=f"{game.id} Z{turn.number}" if turn else game.id,
        zone=running.policy.zone,
        turn=_whose_turn(game),
        is_mine=turn is not None and turn.player == player and not game.is_held,
        seats=tuple(_seats(running)),
        may_challenge=game.open_play is not None
        and player not in {game.open_play.player, *game.open_play.accepted_by},
    )


def own_face(
    running: RunningTurns, player: str, lexicon: Lexicon, events: Iterable[Event] = ()
) -> contents.OwnFace:
    """Return what *player* alone may see; *events* are those of which he is told now."""
    game, steward, events = running.game, steward_of(running.game), tuple(events)
    hand = game.hands[player]
    kept = game.kept.get(player)
    given = [x for x in events if isinstance(x, happened.TilesExchanged) and x.player == player]
    is_mine = game.turn is not None and game.turn.player == player
    return contents.OwnFace(
        player=player,
        rack=hand.rack,
        receipts=tuple(steward.receipts(player, events)),
        given_back=given[0].letters if len(given) == 1 else EMPTY,
        kept=Secret(shown_orders(game, player, kept.value, lexicon)) if kept else None,
        kept_until=running.waits_for_clock() if kept and is_mine else None,
        accepts_all=hand.accepts_all,
        has_accepted=game.open_play is not None and player in game.open_play.accepted_by,
        holds_challenge=game.holds_challenge(player),
        vacation_left=running.vacation_left(player),
        **steward.own(game, player),
    )


def own_if_any(
    running: RunningTurns, player: str | None, office: Office, events: Iterable[Event] = ()
) -> contents.OwnFace | None:
    """Return the same, where the reader is a player at the table."""
    is_there = player is not None and player in running.game.hands
    return own_face(running, player or "", office.lexicon, events) if is_there else None


def shown_orders(
    game: SeatedGame, player: str, kept: KeptOrder, lexicon: Lexicon
) -> tuple[contents.ShownOrder, ...]:
    """Return a move in advance with its alternates, each on the board as it would be.

    A condition under which nothing goes is shown as such: what stands under SONST refers to it.
    """
    steward = steward_of(game)
    found: list[contents.ShownOrder] = []
    for group in kept.groups:
        position = steward.as_if(game, group.condition)
        tried = (steward.try_order(position, player, order, lexicon) for order in group.orders)
        moves = map(move_of, tried)
        legal = [m.shown(group.condition) for m in moves if not isinstance(m, Illegal)]
        found += legal or ([contents.ShownOrder(None, group.condition)] if group.condition else [])
    return tuple(found)


def happenings(
    events: Sequence[Event], before: RunningTurns, log: Sequence[Event], history: TurnHistory
) -> tuple[contents.Happening, ...]:
    """Return what *events* tell everybody; *before* is the game before them, *log* holds them all."""
    found: list[contents.Happening] = []
    carried_out: set[str] = set()
    steward = steward_of(before.game)
    for at, event in enumerate(events):
        match event:
            case happened.OrderDropped(player, "carried_out") if player in before.game.kept:
                carried_out.add(player)  # not what came only now, and had to wait for nothing
            case happened.PlayChallenged() if not any(
                isinstance(each, happened.ChallengeDecided) for each in events[at:]
            ):
                found.append(event)
            case happened.ChallengeDecided():
                was = before.game.challenge
                made = [e.words for e in events[:at] if isinstance(e, happened.PlayChallenged)]
                words = made[-1] if made else was.words if was is not None else ()
                laid_by = next(e.player for e in history.turns if e.number == event.number)
                by = "" if event.verdicts else event.player if event.stands else laid_by
                is_lost = event.stands and not by and before.game.rules.challenge_forfeit
                found.append(contents.ChallengeSettled(event, words, is_lost, by))
            case common.GameEnded() if (finished := finished_in(log, steward)) is not None:
                found.append(finished)
            case happened.OfTurn(is_turn=True):
                turn = history.turn(event.number)
                if turn is not None:
                    found.append(contents.TurnTaken(turn, turn.player in carried_out))
            case _:
                found += _told(event, before, history)
    return tuple(steward.at_once(found))


def _stands(event: happened.PlayAccepted, game: SeatedGame) -> happened.PlayAccepted:
    """Return that a play stands; of two, "all others" is the one who sits opposite."""
    others = [name for name in game.playing if name != event.player]
    if event.how is not AcceptedHow.ALL or len(others) != 1:
        return event
    is_always = game.hands[others[0]].accepts_all
    how = AcceptedHow.ALWAYS if is_always else AcceptedHow.MAIL
    return replace(event, by=others[0], how=how)


def _told(event: Event, before: RunningTurns, history: TurnHistory) -> Iterator[contents.Happening]:
    match event:
        case happened.PlayAccepted(how=how) if how is not AcceptedHow.AT_ONCE:
            yield _stands(event, before.game)
        case happened.PlayTakenBack():
            yield contents.TakenBack(
                history.turn(event.number) or ToldTurn(event.number, event.player, TurnKind.PLAY)
            )
        case (
            happened.PlayerOut() | happened.AwaySet() | happened.AwayEnded()
            | common.PlayerRenamed() | common.ScoreCorrected() | common.GamePaused() | common.GameResumed()
        ):  # fmt: skip
            yield event
        case common.DeadlineMoved():
            turn = before.game.turn
            yield contents.ClockMoved(turn.deadline if turn is not None else None)
        case happened.TurnUndone():
            undone = before.game.before_move
            turn = undone.turn if undone is not None else None
            yield contents.TurnTakenBack(event.number, turn.player if turn is not None else "")
        case _:
            yield from steward_of(before.game).told(event)


def finished_in(log: Sequence[Event], steward: Steward[Any]) -> contents.Finished | None:
    """Return the end with every drawing of the game; None where no racks were shown.

    Nothing is told of the drawings while another game with the same tiles is still to be played.
    """
    shown = next((each for each in log if isinstance(each, happened.RacksRevealed)), None)
    seeds = [e.seed for e in log if isinstance(e, common.GameEnded | happened.SeedRevealed)]
    if shown is None or not seeds:
        return None
    draws = steward.draws(log) if seeds[-1] else ()
    return contents.Finished(shown.why, shown.racks, shown.deductions, seeds[-1], draws)


def _is_reported(event: Event, for_game_master: bool) -> bool:
    """Tell whether a report goes to all because of an event."""
    match event:
        case happened.PlayChallenged():
            return not for_game_master
        case happened.PlayAccepted(how=how):
            return how is not AcceptedHow.AT_ONCE
        case _:
            return isinstance(
                event, happened.TurnBegan | happened.ChallengeDecided | happened.PlayTakenBack
            )


def press_for_report(
    log: Sequence[Event], events: Sequence[Event], *, for_game_master: bool = False
) -> tuple[Press, ...]:
    """Return the released texts that no report has printed: each goes with the next turn that begins, or challenge.

    The game master gets no report of a challenge about which he is asked: for him it goes with what follows.
    """
    before = log[: len(log) - len(events)]
    texts = {each.mail: each for each in before if isinstance(each, common.PressReceived)}
    since = takewhile(lambda each: not _is_reported(each, for_game_master), reversed(before))
    ruled = (each for each in since if isinstance(each, common.PressReceived | common.PressRuled))
    ready = [
        e if isinstance(e, common.PressReceived) else texts[e.mail] for e in ruled if e.is_released
    ]
    return tuple(Press(e.player, e.text, e.mail, e.is_released) for e in reversed(ready))


def course_of(
    running: RunningTurns, office: Office, at: datetime, told: datetime | None = None
) -> Course:
    """Return a course of a game at *at*: what is recorded in it happens together.

    The time of a turn that it begins runs from when it is *told*, if that is long after.
    """
    seed = office.records.seed(running.game.id)
    same = running.game.same_tiles
    is_kept = same is not None and not same.is_second  # the game to come has the same seed

    def until(player: str, began: datetime) -> datetime | None:
        return running.zat_of_turn(player, max(began, told or began))

    return Course(
        game=running.game,
        book=steward_of(running.game),
        lexicon=office.lexicon,
        draws=steward_of(running.game).chance(running, office),
        at=at,
        until=until,
        seed="" if is_kept else seed.hex(),
        grace=running.policy.grace,
        asks=may_ask(running, office),
    )


class Taken(Struct, frozen=True):
    """What the orders of a mail come to, and what they record."""

    answer: TurnAnswer
    events: tuple[Event, ...] = ()


class News(Struct, frozen=True):
    """What has happened in a game by one decision, to be told to all."""

    before: RunningTurns
    office: Office
    """After it."""
    events: tuple[Event, ...]
    history: TurnHistory
    told: tuple[contents.Happening, ...]
    because: str = ""
    later: str = ""
    """The game with the same tiles for whose end all this was held back."""

    @staticmethod
    def of(
        before: RunningTurns, office: Office, events: Sequence[Event], because: str = ""
    ) -> "News":
        """Return what *events* tell, which have made of *before* what *office* holds."""
        id_ = before.game.id
        history = history_in(office, id_)
        told = happenings(events, before, office.log(id_), history)
        return News(before, office, tuple(events), history, told, because)

    @property
    def running(self) -> RunningTurns:
        """Return the game as it stands now."""
        running = self.office.games[self.before.game.id]
        if not isinstance(running, RunningTurns):
            raise TypeError(f"{self.before.game.id} is no game in turns")
        return running

    def report(self, player: str | None) -> contents.TurnReport:
        """Return what one reader is told; *player* sees his own rack beside it."""
        running, log = self.running, self.office.log(self.before.game.id)
        steward, tells_all = steward_of(running.game), self._tells_all(player)
        has_best = tells_all and self.before.policy.top
        best = tuple(steward.best(running.game, self.history, self.office)) if has_best else ()
        is_end = any(isinstance(each, contents.Finished) for each in self.told)
        return contents.TurnReport(
            face=face_of_turns(running, self.office, self.history),
            own=own_if_any(running, player, self.office, self.events),
            policy=running.policy,
            happened=self.told,
            press=() if self.later else press_for_report(log, self.events),
            best=best,
            statistics=figures_of(self.history, running.game.rulings, best) if is_end else (),
            gcg=steward.gcg(log) if tells_all else "",
            because=self.because,
            dropped=self._dropped(player),
            refused=self._refused(player),
            later=self.later,
        )

    def _tells_all(self, player: str | None) -> bool:
        """Tell whether a reader is told all, since the game is over: players only."""
        is_end = any(isinstance(each, contents.Finished) for each in self.told)
        return player is not None and is_end and self.running.game.tells_all

    def _refused(self, player: str | None) -> tuple[str, ...]:
        """Return the words that were ruled out of the move of *player* that waited for them."""
        was, waits = self.before.game.waiting, self.running.game.waiting
        if was is None or was.player != player or waits == was:
            return ()
        ruled = [event for event in self.events if isinstance(event, common.WordRuled)]
        return tuple(event.word for event in ruled if event.accepted is False)

    def _dropped(self, player: str | None) -> str:
        """Return why a move that was kept for *player* is no more; "" where that is no news to him."""
        told = ("no_longer_holds", "not_met", "over")
        dropped = (each for each in self.events if isinstance(each, happened.OrderDropped))
        his = (each.why for each in dropped if each.player == player and each.why in told)
        return next(his, "")

    def _is_asked_about(self) -> bool:
        """Tell whether all that happened is a challenge about which the game master is asked at once."""
        game = self.running.game
        is_new = any(asked_note(word) not in game.noted for word in waiting_words(self.running))
        return is_new and all(isinstance(each, happened.PlayChallenged) for each in self.told)

    def mails(self, key: str, now: datetime, *, besides: Collection[str] = ()) -> Iterator[Owed]:
        """Owe one mail to each who is told; *besides*: the players who have it already, "" the game master."""
        running, house = self.running, self.office.house
        players = [running.game.players[name] for name in running.game.seats]
        for player in players:
            if player.name not in besides and (self.told or self._refused(player.name)):
                report = self.report(player.name)
                # By name too: two players may share an address, and each has a rack of his own.
                yield from owe_to_player(running, player, report, f"{key}:{player.name}", now)
        if not self.told:
            return
        public = self.report(None)
        master = house.gamemaster_address.lower()
        is_player = any(master in addresses_of(player) for player in players)
        if not is_player and "" not in besides and not self._is_asked_about():
            log = self.office.log(running.game.id)
            press = press_for_report(log, self.events, for_game_master=True)
            his = replace(public, for_game_master=True, press=() if self.later else press)
            yield owe_to_game_master(house, his, key, now, running=running)
        at_end = running.policy.readers_get is ReadersGet.END
        if at_end and not running.game.is_over:
            return
        yield from owe_to_subscribers(running, house, public, key, now)


def seed_step(
    first: RunningTurns, second: RunningTurns, office: Office, now: datetime
) -> Step | None:
    """Reveal the seed of a game, now that the one with the same tiles is over, too; all are told.

    None where one of them is not over, or it has been revealed.
    """
    id_ = first.game.id
    if first.game.tells_all or not (first.game.is_over and second.game.is_over):
        return None
    event = happened.SeedRevealed(office.records.seed(id_).hex(), now)
    step = step_of(f"seed:{id_}", first, event)
    office = after(office, step.decision)
    told = finished_in(office.log(id_), steward_of(first.game))
    history = history_in(office, id_)
    ends = () if told is None else (told,)
    news = News(first, office, (event,), history, ends, later=second.policy.title)
    return step_of(step.cause, first, event, mails=news.mails(f"turn:{step.cause}", now))


def give_time_back(course: Course, before: RunningTurns) -> None:
    """Move the ZAT of a turn that a ruling has set free by the time for which it waited."""
    was, turn = before.game.turn, course.game.turn
    if not before.game.is_held or course.game.is_held or course.game.is_over:
        return
    if was is None or turn is None or turn.number != was.number:
        return
    zat = before.zat_after_ruling(course.at)
    if zat != turn.deadline:
        course.record(common.DeadlineMoved(turn.number, zat, "ruling"))


def report_as_it_stands(running: RunningTurns, office: Office) -> contents.TurnReport:
    """Return what everybody could be told now: the last turn, and how the game stands."""
    history = history_in(office, running.game.id)
    last = tuple(contents.TurnTaken(turn) for turn in history.turns[-1:])
    face = face_of_turns(running, office, history)
    return contents.TurnReport(face, None, running.policy, last, for_game_master=True)


def news_step(
    cause: str,
    running: RunningTurns,
    office: Office,
    events: Sequence[Event],
    now: datetime,
    *,
    because: str = "",
    more: Sequence[Owed] = (),
) -> Step:
    """Return the step that records *events* of one game and tells all of it."""
    office = after(office, step_of(cause, running, *events).decision)
    news = News.of(running, office, events, because)
    mails = (*news.mails(f"turn:{cause}", now), *more)
    return step_of(cause, running, *events, mails=mails)


RULING = """
    word=event.value.word accepted=event.value.accepted round=then.after
    by=event.value.by because=event.value.because
"""
"""What is told of a ruling: in which round is by how many turns stood."""


class TableTold(Telling, frozen=True, kw_only=True):
    """What is told of one game; each kind adds its own, and says in which order."""

    opened: Struct
    game: SeatedGame
    history: TurnHistory
    recollection: Recollection | None
    """Where the same is told again when more has happened."""
    when: ClassVar[str] = "after=then.after"
    """How it is said when something happened beside the turns: after so many."""
    when_out: ClassVar[str] = when
    ruling: ClassVar[str] = RULING

    @classmethod
    def of(cls, events: Sequence[Event], zone: tzinfo, *, is_open: bool) -> Self:
        """Return what tells of a game; times in *zone*."""
        game, history = game_and_history(events)
        return cls(
            zone=zone,
            is_open=is_open,
            axes=game.rules.axes,
            opened=events[0],
            game=game,
            history=history,
            recollection=events.recollection if isinstance(events, common.EventLog) else None,
        )

    def each(self, what: str, found: Iterable[T], row: Callable[[T], Any]) -> list[Any]:
        """Return a *row* for each, perhaps as it is written: nothing else of the game is told in it."""
        if self.recollection is None:
            return [row(each) for each in found]
        of = self.zone, self.is_open, self.opened
        return list(
            self.recollection.kept(
                what,
                of,
                found,
                lambda each: written_object(as_shown(row(each), self.game.tile_set, what)),
                WrittenObject,
            )
        )

    def whole(self, keys: str, **own: Any) -> dict[str, Json]:
        """Return the whole game under *keys* in their order: what all kinds tell, and what is this one's *own*.

        A ruling on a word in a move that nobody has seen is its player's own (classic 10).
        """
        history, game = self.history, self.game
        same, laid = game.same_tiles, {word for turn in history.course for word in turn.words}
        rulings = (e for e in history.rulings if self.is_open or e.event.value.word in laid)
        told = {
            **self.of_all(game, self.opened, history.ended),
            "same_tiles": self.row(same, "game=other second=is_second") if same else UNSET,
            "players": [{"player": name, "base": base} for name, base in history.players],
            "lots": None
            if game.mixed is None
            else [{"player": name, "word": word} for name, word in game.mixed],
            "lot_of_seats": history.seats,
            "to_move": self.row(game.turn, "number player"),
            "out": self.rows(history.outs, f"player why=event.why {self.when_out}"),
            "rulings": self.rows(rulings, self.ruling),
            "adjustments": self.rows(
                history.corrections, f"player points=event.points because=event.because {self.when}"
            ),
            "standings": self.rows(places_at(game), PLACE),
        }
        return self.row(game, keys, **{**told, **own})

    def turn_row(self, turn: ToldTurn, keys: str, **own: Any) -> Any:
        """Return a turn with what became of its play: its challenges, who accepted it, whether it was taken back."""
        told = {
            "challenges": [
                self.row(e, "player words verdicts stands cost", verdicts=verdicts(e.verdicts))
                for e in turn.challenges
            ],
            "accepted": turn.accepted and {"how": turn.accepted.value, "by": turn.accepted_by},
            "taken_back": turn.is_taken_back,
        }
        return self.row(turn, keys, **{**told, **own})


def verdicts(found: Iterable[tuple[str, bool]]) -> Json:
    """Return the words that were looked up, each with what was found."""
    return [{"word": word, "valid": valid} for word, valid in found]
