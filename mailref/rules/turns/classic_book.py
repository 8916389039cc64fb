"""What the classic game does in its own way: tiles from the bag, plays on the board, the end (classic 3 to 9)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from mailref.rules.board import GERMAN
from mailref.rules.lexicon.verdicts import Lexicon
from mailref.rules.turns import turn_events as happened
from mailref.rules.turns.course import Course, LegalMove, SomeEvent, Tried
from mailref.rules.turns.judging import (
    LegalExchange,
    LegalPass,
    LegalPlay,
    as_if_laid,
    try_order,
)
from mailref.rules.turns.orders import (
    AnyOrder,
    Condition,
    ExchangeOrder,
    IfPlay,
    IfTakenBack,
    PassOrder,
    PlayOrder,
    UnreadOrder,
    Wish,
)
from mailref.rules.turns.seated_game import OpenTurn, SeatedGame
from mailref.rules.turns.secret import Secret
from mailref.rules.turns.start import Drawing, drawn_for
from mailref.rules.turns.turn_events import AcceptedHow, PassedWhy, TurnEvent
from mailref.rules.turns.turn_game import OpenPlay, TurnGame, apply_in_turns
from mailref.rules.turns.turn_rules import Refill

NOTHING_TAKEN = frozenset({"resigned", "timeouts"})
"""Ends by which totals stand as they are (classic 7.6)."""


def classic(game: SeatedGame) -> TurnGame:
    """Return *game* as the classic game that it is; TypeError if it is none."""
    if not isinstance(game, TurnGame):
        raise TypeError(f"{game.id} is no classic game")
    return game


@dataclass(frozen=True, slots=True)
class ClassicBook:
    """How a classic game goes on."""

    def advanced(self, game: SeatedGame, event: SomeEvent) -> TurnGame:
        if not isinstance(event, TurnEvent):
            raise TypeError(f"{type(event).__name__} does not happen in a classic game")
        return apply_in_turns(classic(game), event)

    def try_order(self, game: SeatedGame, player: str, order: AnyOrder, lexicon: Lexicon) -> Tried:
        if not isinstance(order, PlayOrder | ExchangeOrder | PassOrder | UnreadOrder):
            raise TypeError(f"{type(order).__name__} is no order of a classic game")
        return try_order(classic(game), player, order, lexicon)

    def as_if(self, game: SeatedGame, condition: Condition | None) -> TurnGame:
        now = classic(game)
        match condition:
            case IfPlay():
                return as_if_laid(now, condition)
            case IfTakenBack() if now.open_play is not None:
                return replace(now, board=now.open_play.board_before)
            case _:
                return now

    def last_play(self, game: SeatedGame) -> str | None:
        return "out" if classic(game).is_going_out else None

    def carry_out(self, course: Course, legal: LegalMove, received: datetime, mail: str) -> None:
        number, player = course.number, course.player
        match legal:
            case LegalPlay():
                self._lay(course, legal, received, mail)
            case LegalExchange(order, letters):
                wanted = Drawing(player, len(letters), letters, order.wish)
                course.record(drawn_for(classic(course.game), wanted, course.draws, course.at))
                count = len(letters)
                course.record(happened.TilesExchanged(number, player, count, Secret(letters)))
            case LegalPass():
                is_on = classic(course.game).opening is not None
                why = PassedWhy.PASSED_ON if is_on else PassedWhy.PASSED
                course.record(happened.TurnPassed(number, player, why))
            case _:
                raise TypeError(f"{type(legal).__name__} is no move of a classic game")

    def _lay(self, course: Course, legal: LegalPlay, received: datetime, mail: str) -> None:
        player = course.player
        laid = happened.PlayLaid(
            number=course.number,
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
        course.record(laid)
        if not course.game.rules.may_challenge:
            course.accept(player, AcceptedHow.AT_ONCE)
        elif course.game.rules.refill is Refill.AT_ONCE:
            fill(course, player, legal.order.wish)

    def stands(self, course: Course, open_play: OpenTurn) -> None:
        if isinstance(open_play, OpenPlay) and not course.game.hands[open_play.player].is_out:
            fill(course, open_play.player, open_play.wish.value)

    def take_back(self, course: Course) -> None:
        open_play = course.game.open_play
        if open_play is not None:
            course.record(happened.PlayTakenBack(open_play.number, open_play.player))

    def time_out(self, course: Course) -> None:
        timed_out = happened.TurnPassed(course.number, course.player, PassedWhy.TIMEOUT)
        course.record(timed_out)

    def wish(self, course: Course, player: str, letters: str) -> None:
        """Take no wish for single letters: from two bags a wish comes with the move."""

    def skips(self, game: SeatedGame, player: str) -> bool:  # noqa: ARG002  whoever it is
        """Tell that nobody is skipped: who has tiles may pass."""
        return False

    def why_it_ends(self, game: SeatedGame) -> str | None:
        """Everybody's last turns were declared passes, or nothing has scored for long (classic 7.4, 9.2)."""
        wanted = (PassedWhy.PASSED.value,) * game.rules.passes
        if all(game.hands[name].recent == wanted for name in game.playing):
            return "passes"
        if 0 < game.rules.scoreless <= game.scoreless and game.open_play is None:
            return "scoreless"
        return None

    def deductions(self, game: SeatedGame, why: str, gains: str | None) -> Mapping[str, int]:
        if why in NOTHING_TAKEN:
            return {}
        left = {name: -GERMAN.sum_of(game.hands[name].rack.value) for name in game.playing}
        if gains is not None:
            left[gains] = -sum(value for name, value in left.items() if name != gains)
        return left


def fill(course: Course, player: str, wish: Wish | None = None) -> None:
    """Fill the rack of *player* from the bag, as far as it goes (classic 3.1, 3.6)."""
    game = classic(course.game)
    lacking = game.rules.rack - len(game.hands[player].rack.value)
    count = min(lacking, len(game.bag.value))
    if count > 0:
        course.record(drawn_for(game, Drawing(player, count, wish=wish), course.draws, course.at))
