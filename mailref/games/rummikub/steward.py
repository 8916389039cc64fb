"""Who deals the tiles of WORT-Rummikub, and says what of it may be shown to whom."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from mailref.games.by_turns.course import Book, Course, LegalMove, SeedDraws
from mailref.games.by_turns.events import TurnPassed
from mailref.games.by_turns.faces import (
    Happening,
    OnTable,
    OpenedDraw,
    OrderHints,
    OwnReceipt,
    ShownOrder,
    TableWord,
    TookTile,
)
from mailref.games.by_turns.history import ToldDraw, ToldTile, ToldTurn, TurnHistory, TurnKind
from mailref.games.by_turns.policy import TurnsTakenOver
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.by_turns.stewards import Steward
from mailref.games.events import Event, GameEnded
from mailref.games.rummikub import events as happened
from mailref.games.rummikub.book import (
    LegalTake,
    LegalWord,
    TableBook,
    at_table,
    deal,
    must_lay,
    on_the_table,
    refill_owed,
    table_history_of,
)
from mailref.games.rummikub.events import TakenWhy
from mailref.games.rummikub.forming import meant_change
from mailref.games.rummikub.game import NO_WISH
from mailref.games.rummikub.orders import TakeOrder, WordOrder
from mailref.games.secret import Secret
from mailref.orders.written import Condition, WrittenOrders


class TableSteward(Steward):
    """Looks after games of WORT-Rummikub."""

    @property
    def book(self) -> Book:
        return TableBook()

    def deal(self, course: Course, over: TurnsTakenOver | None) -> str:  # noqa: ARG002  none is taken over
        deal(course)
        return course.game.seats[0]

    def history(self, steps: Iterable[tuple[object, SeatedGame]]) -> TurnHistory:
        return table_history_of(steps)

    def lies(self, game: SeatedGame, history: TurnHistory) -> OnTable:
        now = at_table(game)
        newest = newest_word(history)
        return OnTable(
            words=tuple(table_words(now.table, newest)),
            by=newest.player if newest is not None else "",
            tops=now.tops,
            heights=now.heights,
            goal=now.rules.goal,
            needs=tuple((name, now.needs[name]) for name in now.seats if must_lay(now, name)),
        )

    def owed(self, game: SeatedGame) -> int:
        return refill_owed(at_table(game))

    def takes_turn(self, event: object) -> int | None:
        match event:
            case happened.TableWordLaid() | TurnPassed():
                return event.number
            case happened.TileTaken(why=TakenWhy.TURN | TakenWhy.TIMEOUT):
                return event.number
            case _:
                return None

    def told(self, event: object, history: TurnHistory) -> Iterator[Happening]:  # noqa: ARG002  the event says all
        match event:
            case happened.TileTaken(why=TakenWhy.REFILL | TakenWhy.PENALTY):
                yield TookTile(event.player, (ToldTile(event.stack, event.tile, event.why),))
            case _:
                return

    def wish(self, game: SeatedGame, player: str) -> str:
        return at_table(game).wishes.get(player, NO_WISH).value

    def receipts(self, player: str, events: Iterable[Event]) -> Iterator[OwnReceipt]:
        for event in events:
            if isinstance(event, happened.RackDealt) and event.player == player:
                yield OwnReceipt(event.number, event.receipt, event.nonce, event.letters)

    def shown(self, legal: LegalMove, condition: Condition | None) -> ShownOrder:
        match legal:
            case LegalWord(made):
                return ShownOrder(TurnKind.PLAY, condition, points=made.points, made=made)
            case LegalTake(stack, tile):
                return ShownOrder(
                    TurnKind.TAKE, condition, tile=ToldTile(stack, tile, TakenWhy.TURN)
                )
            case _:
                return ShownOrder(TurnKind.PASS, condition)

    def hints(self, game: SeatedGame, player: str, written: WrittenOrders) -> OrderHints:
        now, hints = at_table(game), OrderHints()
        orders = [order for group in written.groups for order in group.orders]
        words = (order for order in orders if isinstance(order, WordOrder))
        at = on_the_table(now, player)
        meant = next((made for word in words if (made := meant_change(word, at))), None)
        if meant is not None:
            hints = replace(hints, meant=Secret(meant))
        takes = any(isinstance(order, TakeOrder) for order in orders)
        if takes and now.open_play is not None and refill_owed(now):
            hints = replace(hints, refills=now.open_play.player)
        return hints

    def draws(self, log: Iterable[Event]) -> tuple[OpenedDraw, ...]:
        events = tuple(log)
        seed = next((each.seed for each in events if isinstance(each, GameEnded)), "")
        nonces = SeedDraws(bytes.fromhex(seed))
        found: list[OpenedDraw] = []
        for event in events:
            match event:
                case happened.RackDealt():
                    letters = event.letters.value
                    draw = ToldDraw(event.number, event.player, len(letters), event.receipt)
                    found.append(OpenedDraw(draw, letters, event.nonce.value))
                case happened.StacksBuilt():
                    for stack, tiles in enumerate(event.stacks, start=1):
                        number, receipt = len(found) + 1, event.receipts[stack - 1]
                        draw = ToldDraw(number, "", len(tiles.value), receipt, stack)
                        found.append(OpenedDraw(draw, tiles.value, nonces.nonce(number)))
                case _:
                    pass
        return tuple(found)


def newest_word(history: TurnHistory) -> ToldTurn | None:
    """Return the turn that laid the newest word, if that still lies."""
    laid = (turn for turn in reversed(history.turns) if turn.kind is TurnKind.PLAY)
    newest = next(laid, None)
    return newest if newest is not None and not newest.is_taken_back else None


def table_words(table: Sequence[str], newest: ToldTurn | None) -> Iterator[TableWord]:
    """Yield the words on the table with what the newest turn made, and what it left of others."""
    made = newest.made if newest is not None else None
    if made is None:
        yield from map(TableWord, table)
        return
    changed = {}
    for source in sorted(made.sources, key=lambda each: each.place):
        gone = sum(not each.left and each.place < source.place for each in made.sources)
        if source.left:
            changed[source.place - gone] = source
    for place, word in enumerate(table):
        is_new = place == len(table) - 1
        yield TableWord(word, made if is_new else None, None if is_new else changed.get(place))


def steward(_game: SeatedGame) -> Steward:
    """Return who looks after a game of WORT-Rummikub."""
    return TableSteward()
