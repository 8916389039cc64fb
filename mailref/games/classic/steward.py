"""What the referee of games in turns asks of the classic game: its tiles dealt, what lies, what is told.

The table of a soloist is one, whose tiles come in one order, or are chosen (other games 3).
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from mailref.games.by_turns import events as happened
from mailref.games.by_turns.course import Book, Course, Draws, LegalMove, SeedDraws
from mailref.games.by_turns.faces import (
    BestOfTurn,
    Drew,
    Happening,
    OnBoard,
    OpenedDraw,
    OwnReceipt,
    ShownOrder,
)
from mailref.games.by_turns.history import (
    ToldDraw,
    ToldTurn,
    TurnHistory,
    TurnKind,
    history_of,
    steps_of,
)
from mailref.games.by_turns.policy import RunningTurns, TurnsTakenOver
from mailref.games.by_turns.rules import ThemeClaim
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.by_turns.stewards import Steward
from mailref.games.classic.book import (
    ClassicBook,
    LegalExchange,
    LegalPlay,
    classic,
    deal,
    deal_taken_over,
    try_play,
)
from mailref.games.classic.files import gcg_of_turns
from mailref.games.classic.game import TurnGame
from mailref.games.events import Event
from mailref.orders.written import Condition, PlayOrder
from mailref.referee.findings import Office, find_no_play
from mailref.report.gcg import NotInGcgError
from mailref.tiles.board import TILES, in_order, missing_from, without
from mailref.tiles.moves import Move, TextSpan, WrittenMove
from mailref.tiles.scoring import Position, ScoredPlay


class ClassicSteward(Steward):
    """Looks after classic games."""

    @property
    def book(self) -> Book:
        return ClassicBook()

    def deal(self, course: Course, over: TurnsTakenOver | None) -> str:
        if over is None:
            return deal(course)
        racks = [(name, rack.value) for name, rack in over.racks]
        return deal_taken_over(course, racks, over.to_move)

    def chance(self, running: RunningTurns, office: Office) -> Draws:
        game = running.game
        return SeedDraws(
            office.records.seed(game.id), game.mixed, from_top=game.same_tiles is not None
        )

    def history(self, steps: Iterable[tuple[object, SeatedGame]]) -> TurnHistory:
        return history_of(steps)

    def lies(self, game: SeatedGame, history: TurnHistory) -> OnBoard:  # noqa: ARG002  the board says all
        now = classic(game)
        least = now.opening.least if now.opening is not None else 0
        return OnBoard(now.board, len(now.bag.value), least)

    def owed(self, game: SeatedGame) -> int:
        return classic(game).tiles_owed

    def takes_turn(self, event: object) -> int | None:
        match event:
            case happened.PlayLaid() | happened.TilesExchanged() | happened.TurnPassed():
                return event.number
            case _:
                return None

    def told(self, event: object, history: TurnHistory) -> Iterator[Happening]:  # noqa: ARG002  the event says all
        match event:
            case happened.TilesDrawn():
                yield Drew(ToldDraw(event.number, event.player, event.count, event.receipt))
            case happened.ThemeRuled():
                yield event
            case _:
                return

    def claims(self, game: SeatedGame) -> Sequence[ThemeClaim]:
        return classic(game).claims

    def unseen(self, game: SeatedGame, player: str) -> str:
        """Return the tiles that are neither on the board nor on the rack of *player* (classic 10)."""
        seen = "".join(tile.tile for tile in classic(game).board.tiles)
        seen += game.hands[player].rack.value
        unknown = missing_from(TILES.all_tiles, seen)  # a board taken over may hold one too many
        return in_order(without(TILES.all_tiles, without(seen, unknown)))

    def receipts(self, player: str, events: Iterable[Event]) -> Iterator[OwnReceipt]:
        for event in events:
            if isinstance(event, happened.TilesDrawn) and event.player == player:
                yield OwnReceipt(event.number, event.receipt, event.nonce, event.letters)

    def shown(self, legal: LegalMove, condition: Condition | None) -> ShownOrder:
        match legal:
            case LegalPlay():
                return ShownOrder(
                    TurnKind.PLAY,
                    condition,
                    legal.scored,
                    legal.promise.points,
                    legal.formula,
                    legal.board,
                )
            case LegalExchange():
                return ShownOrder(TurnKind.EXCHANGE, condition, letters=legal.letters)
            case _:
                return ShownOrder(TurnKind.PASS, condition)

    def draws(self, log: Iterable[Event]) -> tuple[OpenedDraw, ...]:
        return tuple(
            OpenedDraw(
                ToldDraw(each.number, each.player, each.count, each.receipt),
                each.letters.value,
                each.nonce.value,
            )
            for each in log
            if isinstance(each, happened.TilesDrawn)
        )

    def gcg(self, log: Iterable[Event]) -> str:
        steps = tuple(steps_of(log))
        try:
            return gcg_of_turns(classic(steps[-1][1]), history_of(steps))
        except NotInGcgError:
            return ""

    def best(
        self, over: SeatedGame, history: TurnHistory, office: Office
    ) -> tuple[BestOfTurn, ...]:
        return _best_of_turns(office, classic(over), history)


MOST_SEARCHED = 120
"""So many turns, the last ones, are searched after the end: no tick is held up by a game without end."""


def _best_of_turns(office: Office, over: TurnGame, history: TurnHistory) -> tuple[BestOfTurn, ...]:
    """Return for each turn of a game that is over what it brought and the best its rack could have."""
    if office.find_plays is find_no_play:
        return ()
    steps = steps_of(office.log(over.id))
    positions = dict(_positions(steps))
    could_move = [turn for turn in history.turns if turn.kind is not TurnKind.FORFEIT]
    return tuple(
        _best_of(turn, *positions[turn.number], office, over)
        for turn in could_move[-MOST_SEARCHED:]
        if turn.number in positions
    )


def _positions(
    steps: Iterable[tuple[Event, SeatedGame]],
) -> Iterator[tuple[int, tuple[TurnGame, str]]]:
    """Yield each turn's number, with the game just before its move and the player's name then.

    An exchange is recorded after what was drawn for it.
    """
    before: TurnGame | None = None
    for event, now in steps:
        game = classic(now)
        match event:
            case happened.PlayLaid() | happened.TilesExchanged() | happened.TurnPassed():
                if before is not None and event.player in before.hands:
                    yield event.number, (before, event.player)
                before = game
            case happened.TilesDrawn() if event.put_back.value:
                pass
            case _:
                before = game


def _best_of(
    turn: ToldTurn, before: TurnGame, name: str, office: Office, over: TurnGame
) -> BestOfTurn:
    """Return the best of one turn; a play that stood and scored more was itself the best."""
    rack = before.hands[name].rack.value
    points, best = _best_play(replace(before, rulings=over.rulings), name, rack, office)
    if turn.scored is not None and not turn.is_taken_back and turn.points > points:
        points, best = turn.points, turn.scored
    return BestOfTurn(turn.number, turn.player, rack, turn.points, points, best)


_MOST_FITTING = 8
"""More words than that no play forms: one, and one across each of seven tiles."""


def _best_play(
    game: TurnGame, name: str, rack: str, office: Office
) -> tuple[int, ScoredPlay | None]:
    """Return the best of the plays found that may be laid, with what they earn by the theme."""
    theme = game.rules.theme
    most_for_theme = theme.points * _MOST_FITTING if theme is not None else 0
    best: tuple[int, ScoredPlay | None] = (0, None)
    found = office.find_plays(Position(game.board, rack, game.rules), game.rulings)
    for points, move in found:
        if best[1] is not None and points + most_for_theme <= best[0]:
            break
        tried = try_play(game, name, PlayOrder(_written(move)), office.lexicon)
        if isinstance(tried, LegalPlay) and (best[1] is None or tried.promise.points > best[0]):
            best = tried.promise.points, tried.scored
    return best


def _written(move: Move) -> WrittenMove:
    return WrittenMove(move, (), TextSpan(1, 1, ""))


# The table of a soloist.


def steward(_game: SeatedGame) -> Steward:
    """Return who looks after a classic game."""
    return ClassicSteward()
