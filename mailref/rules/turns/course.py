"""How a game in turns goes on: who moves next, what stands, what was kept, and the end (classic 5 to 9).

Everything here is one decision after another on one game: a `Course` holds the game as it stands and
the events so far, which are recorded together.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import assert_never

from mailref.rules import events as common
from mailref.rules.board import GERMAN
from mailref.rules.events import CommonEvent, GameEnded
from mailref.rules.game import apply_common
from mailref.rules.lexicon.verdicts import Lexicon
from mailref.rules.turns import turn_events as happened
from mailref.rules.turns.judging import (
    Illegal,
    Legal,
    LegalExchange,
    LegalPass,
    LegalPlay,
    WordsWait,
    holds,
    try_order,
)
from mailref.rules.turns.orders import (
    Condition,
    IfExchange,
    IfPass,
    IfPlay,
    IfTakenBack,
    Order,
    OrdersIf,
    Otherwise,
    Wish,
)
from mailref.rules.turns.secret import Secret
from mailref.rules.turns.start import Drawing, Draws, drawn_for
from mailref.rules.turns.turn_events import (
    AcceptedHow,
    KeptOrder,
    PassedWhy,
    PromisedPlay,
    TurnEvent,
)
from mailref.rules.turns.turn_game import LastTurn, TurnGame, apply_in_turns
from mailref.rules.turns.turn_rules import Refill

Until = Callable[[datetime], datetime | None]
"""When the time of a turn is up that begins at a moment; None: never."""


@dataclass(slots=True)
class Course:
    """A game while something is decided about it."""

    game: TurnGame
    lexicon: Lexicon
    draws: Draws
    at: datetime
    until: Until
    seed: str = ""
    """Revealed when the game ends, in hexadecimal."""
    events: list[TurnEvent | CommonEvent] = field(default_factory=list)

    def record(self, event: TurnEvent | CommonEvent) -> None:
        """Let *event* happen."""
        self.events.append(event)
        if isinstance(event, CommonEvent):
            self.game = apply_common(self.game, event)
        else:
            self.game = apply_in_turns(self.game, event)

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
        return self.at < open_play.laid_at + time

    def deal(self, player: str) -> None:
        """Fill the rack of *player* for the first time (classic 3.1)."""
        self._draw(player, None)

    def begin(self, player: str, number: int = 1) -> None:
        """Let a turn begin, and carry out what was kept for it."""
        self.record(happened.TurnBegan(number, player, self.until(self.at), self.at))
        self.settle()

    def _draw(self, player: str, wish: Wish | None) -> None:
        lacking = self.game.rules.rack - len(self.game.hands[player].rack.value)
        count = min(lacking, len(self.game.bag.value))
        if count > 0:
            wanted = Drawing(player, count, wish=wish)
            self.record(drawn_for(self.game, wanted, self.draws, self.at))

    def accept(self, by: str, how: AcceptedHow) -> None:
        """Let the open play stand: tiles are drawn for it, and it may end the game (classic 5.2, 9.1)."""
        open_play = self.game.open_play
        if open_play is None:
            return
        owner, is_last = open_play.player, self.game.is_going_out
        self.record(happened.PlayAccepted(open_play.number, owner, by, how))
        if not self.game.hands[owner].is_out:
            self._draw(owner, open_play.wish.value)
        if is_last:
            self.end("out", gains=owner)

    def carry_out(self, legal: Legal, received: datetime, mail: str) -> None:
        """Carry out the move of the player whose turn it is; the play before it stands then."""
        player = self.player
        open_play = self.game.open_play
        if open_play is not None and open_play.player != player:
            self.accept(player, AcceptedHow.MOVE)
        match legal:
            case LegalPlay():
                self._lay(legal, received, mail)
            case LegalExchange(order, letters):
                wanted = Drawing(player, len(letters), letters, order.wish)
                self.record(drawn_for(self.game, wanted, self.draws, self.at))
                exchanged = happened.TilesExchanged(
                    self.number, player, len(letters), Secret(letters)
                )
                self.record(exchanged)
            case LegalPass():
                is_on = self.game.opening is not None
                why = PassedWhy.PASSED_ON if is_on else PassedWhy.PASSED
                self.record(happened.TurnPassed(self.number, player, why))
            case _:
                assert_never(legal)
        self.next_turn()

    def _lay(self, legal: LegalPlay, received: datetime, mail: str) -> None:
        player = self.player
        laid = happened.PlayLaid(
            number=self.number,
            player=player,
            received=received,
            mail=mail,
            scored=legal.scored,
            swaps=legal.swaps,
            board=legal.board,
            rack_left=Secret(legal.rack_left),
            theme=legal.theme,
            wish=Secret(legal.order.wish),
        )
        self.record(laid)
        if not self.game.rules.may_challenge:
            self.accept(player, AcceptedHow.AT_ONCE)
        elif self.game.rules.refill is Refill.AT_ONCE:
            self._draw(player, legal.order.wish)

    def next_turn(self) -> None:
        """Let the next player's turn begin, unless the game is over."""
        if self.game.is_over:
            return
        if self._all_passed():
            self.end("passes")
        elif 0 < self.game.rules.scoreless <= self.game.scoreless and not self.game.open_play:
            self.end("scoreless")
        else:
            self.begin(self.game.after(self.player), self.number + 1)

    def _all_passed(self) -> bool:
        """Tell whether everybody's last turns were declared passes (classic 7.4, 9.2)."""
        wanted = (PassedWhy.PASSED.value,) * self.game.rules.passes
        return all(self.game.hands[name].recent == wanted for name in self.game.playing)

    def settle(self) -> None:
        """Do what follows by itself: lost turns, plays accepted unseen, moves kept in advance."""
        if self.game.is_over or self.game.is_held or self.game.turn is None:
            return
        player = self.player
        if self.game.hands[player].owes_turns:
            self._lose_turn(player)
            return
        if self.game.open_play is not None and not self._let_stand(player):
            return
        kept = self.game.kept.get(player)
        if kept is not None and not self.game.is_going_out:
            self._carry_out_kept(player, kept.value)

    def _lose_turn(self, player: str) -> None:
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
        for order, promised in applicable(kept, self.game.before):
            tried = try_order(self.game, player, order, self.lexicon)
            if isinstance(tried, WordsWait):
                self.record(happened.OrderDropped(player, "waits"))
                self.wait_for_words(player, kept, tried.words)
                return
            if holds(tried, promised) and not isinstance(tried, Illegal):
                self.record(happened.OrderDropped(player, "carried_out"))
                self.carry_out(tried, kept.received, kept.mail)
                return
        self.record(happened.OrderDropped(player, "no_longer_holds"))

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
        self.record(happened.RacksRevealed(racks, self._deductions(why, gains), why))
        self.record(GameEnded(self.seed, why, self.at))

    def _deductions(self, why: str, gains: str | None) -> dict[str, int]:
        if why in {"resigned", "timeouts"}:
            return {}
        left = {
            name: -GERMAN.sum_of(self.game.hands[name].rack.value) for name in self.game.playing
        }
        if gains is not None:
            left[gains] = -sum(value for name, value in left.items() if name != gains)
        return left


Kept = tuple[Order, PromisedPlay | None]


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
    kind = before.kind if before is not None else ""
    match condition:
        case IfPlay(square, direction, word):
            scored = before.scored if before is not None else None
            return (
                kind == "play"
                and scored is not None
                and (scored.square, scored.direction, scored.word) == (square, direction, word)
            )
        case IfPass():
            return kind == "pass"
        case IfExchange():
            return kind == "exchange"
        case IfTakenBack():
            return kind == "taken_back"
        case Otherwise():
            return True
        case _:
            assert_never(condition)


def unpromised(groups: Sequence[OrdersIf]) -> tuple[tuple[PromisedPlay | None, ...], ...]:
    """Return promises for orders that are to be carried out now: none."""
    return tuple(tuple(None for _ in group.orders) for group in groups)
