"""What WORT-Rummikub does in its own way: words on the table, tiles from the stacks, the end (table games)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from mailref.rules.faults import WordRefused
from mailref.rules.lexicon.verdicts import Lexicon
from mailref.rules.table import table_events as happened
from mailref.rules.table.forming import MadeWord, OnTheTable, make
from mailref.rules.table.stacks import after_refill, at_table, stack_with, take_by_wish
from mailref.rules.table.table_events import TableEvent, TakenWhy
from mailref.rules.table.table_game import TableGame, apply_at_table
from mailref.rules.table.table_orders import (
    MustTake,
    NoSuchTile,
    StacksEmpty,
    TakeOrder,
    WordOrder,
)
from mailref.rules.turns.course import (
    Course,
    Illegal,
    LegalMove,
    SomeEvent,
    Tried,
    WordsWait,
    word_verdict,
)
from mailref.rules.turns.orders import AnyOrder, Condition, PassOrder
from mailref.rules.turns.seated_game import OpenTurn, SeatedGame
from mailref.rules.turns.secret import Secret
from mailref.rules.turns.turn_events import (
    AcceptedHow,
    PassedWhy,
    PlayTakenBack,
    PromisedPlay,
    TurnPassed,
)

_PASSED = {PassedWhy.PASSED.value, PassedWhy.TIMEOUT.value}


@dataclass(frozen=True, slots=True)
class LegalWord(LegalMove):
    """A word that can be laid."""

    made: MadeWord

    @property
    def promise(self) -> PromisedPlay:
        """Return its own letters and what is left of others (table games 3)."""
        lefts = (each.left for each in self.made.sources)
        return PromisedPlay((self.made.word, self.made.own, *lefts), self.made.points)


@dataclass(frozen=True, slots=True)
class LegalTake(LegalMove):
    """A tile that can be taken; stacks count from 1."""

    stack: int
    tile: str


@dataclass(frozen=True, slots=True)
class LegalRest(LegalMove):
    """A pass, where no stack has a tile."""


@dataclass(frozen=True, slots=True)
class TableBook:
    """How a game of WORT-Rummikub goes on."""

    def advanced(self, game: SeatedGame, event: SomeEvent) -> TableGame:
        if not isinstance(event, TableEvent):
            raise TypeError(f"{type(event).__name__} does not happen in WORT-Rummikub")
        return apply_at_table(at_table(game), event)

    def try_order(self, game: SeatedGame, player: str, order: AnyOrder, lexicon: Lexicon) -> Tried:
        now = at_table(game)
        match order:
            case WordOrder():
                return _try_word(now, player, order, lexicon)
            case TakeOrder():
                return _try_take(after_refill(now), order)
            case PassOrder():
                must_take = after_refill(now).has_stacks
                return Illegal((MustTake(span=order.span),)) if must_take else LegalRest()
            case _:
                raise TypeError(f"{type(order).__name__} is no order of WORT-Rummikub")

    def as_if(self, game: SeatedGame, condition: Condition | None) -> SeatedGame:  # noqa: ARG002  any
        """Return *game* as it is: how the table would lie then, nobody can say."""
        return game

    def last_play(self, game: SeatedGame) -> str | None:
        now = at_table(game)
        if now.open_play is None:
            return None
        return "goal" if now.players[now.open_play.player].total >= now.rules.goal else None

    def carry_out(self, course: Course, legal: LegalMove, received: datetime, mail: str) -> None:
        number, player = course.number, course.player
        match legal:
            case LegalWord(made):
                course.record(happened.TableWordLaid(number, player, received, mail, made))
                if not course.game.rules.may_challenge:
                    course.accept(player, AcceptedHow.AT_ONCE)
            case LegalTake(stack, tile):
                course.record(happened.TileTaken(number, player, stack, tile, TakenWhy.TURN))
            case LegalRest():
                course.record(TurnPassed(number, player, PassedWhy.PASSED))
            case _:
                raise TypeError(f"{type(legal).__name__} is no move of WORT-Rummikub")

    def stands(self, course: Course, open_play: OpenTurn) -> None:
        """Give seven tiles to who has laid his last, as he wished (seed 004, 4.4)."""
        hand = course.game.hands[open_play.player]
        if hand.rack.value or hand.is_out:
            return
        for _ in range(at_table(course.game).rules.refill_tiles):
            take_by_wish(course, open_play.player, TakenWhy.REFILL)
        if _is_all_laid(at_table(course.game)) and self.last_play(course.game) is None:
            course.end("all_laid")

    def take_back(self, course: Course) -> None:
        """Take the word back; its owner takes a tile more (seed 004, 4.3)."""
        open_play = course.game.open_play
        if open_play is None:
            return
        course.record(PlayTakenBack(open_play.number, open_play.player))
        for _ in range(at_table(course.game).rules.penalty):
            take_by_wish(course, open_play.player, TakenWhy.PENALTY)

    def time_out(self, course: Course) -> None:
        """Take a tile as wished; with empty stacks it is a pass (seed 004, 4.5)."""
        player = course.player
        if not take_by_wish(course, player, TakenWhy.TIMEOUT):
            course.record(TurnPassed(course.number, player, PassedWhy.TIMEOUT))

    def wish(self, course: Course, player: str, letters: str) -> None:
        course.record(happened.WishSet(player, Secret(letters)))

    def skips(self, game: SeatedGame, player: str) -> bool:
        return not at_table(game).has_stacks and not game.hands[player].rack.value

    def why_it_ends(self, game: SeatedGame) -> str | None:
        now = at_table(game)
        if now.has_stacks or now.open_play is not None:
            return None
        if _is_all_laid(now):
            return "all_laid"
        with_tiles = (now.hands[name] for name in now.playing if now.hands[name].rack.value)
        return "passes" if all(_PASSED & set(each.recent[-1:]) for each in with_tiles) else None

    def deductions(self, game: SeatedGame, why: str, gains: str | None) -> Mapping[str, int]:  # noqa: ARG002  none
        """Deduct nothing: tiles left cost nothing (seed 004, 6)."""
        return {}


def _is_all_laid(game: TableGame) -> bool:
    """Tell whether neither stacks nor players have a tile left."""
    return not game.has_stacks and not any(game.hands[n].rack.value for n in game.playing)


def _try_word(game: TableGame, player: str, order: WordOrder, lexicon: Lexicon) -> Tried:
    rack = game.hands[player].rack.value
    at = OnTheTable(game.table, game.laid, rack, game.needs[player], game.rules)
    made = make(order, at)
    if not isinstance(made, MadeWord):
        return Illegal(made)
    legal = LegalWord(made)
    if game.rules.may_challenge:
        return legal
    verdicts = {word: word_verdict(word, game, lexicon) for word in made.words}
    faults = tuple(
        WordRefused(span=order.span, word=word, reason="unlisted")
        for word, is_valid in verdicts.items()
        if is_valid is False
    )
    unknown = tuple(word for word, is_valid in verdicts.items() if is_valid is None)
    if faults:
        return Illegal(faults)
    return WordsWait(legal, unknown) if unknown else legal


def _try_take(game: TableGame, order: TakeOrder) -> Tried:
    if not game.has_stacks:
        return Illegal((StacksEmpty(span=order.span),))
    stack = int(order.what) if order.what.isdigit() else stack_with(game, order.what)
    if stack is None or not 0 < stack <= len(game.stacks) or not game.tops[stack - 1]:
        return Illegal((NoSuchTile(span=order.span, what=order.what),))
    return LegalTake(stack, game.tops[stack - 1])
