"""What the referee asks of one kind of game in turns; here it is decided who answers.

Seats, clock, challenges, kept moves and mails are the same for all. WORT-Rummikub and Un-Scrabble answer
here, the classic game and the table of a soloist in `turn_classic.py`. Rule for editors: what is behind a
steward knows its own kind of game alone, and nobody else in this room asks of which kind a game is.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from msgspec.structs import replace

from mailref.games.by_turns.course import Book, Course, LegalMove
from mailref.games.by_turns.events import TurnPassed
from mailref.games.by_turns.faces import (
    BestOfTurn,
    Happening,
    LeftOnBoard,
    Lies,
    OnTable,
    OpenedDraw,
    OrderHints,
    OwnReceipt,
    ShownOrder,
    SoloTries,
    TableWord,
    TookTile,
)
from mailref.games.by_turns.history import (
    ToldDraw,
    ToldTaking,
    ToldTile,
    ToldTurn,
    TurnHistory,
    TurnKind,
)
from mailref.games.by_turns.policy import RunningTurns, TurnsTakenOver
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.classic.game import Draws, SeedDraws, ThemeClaim, TurnGame
from mailref.games.classic.steward import ChoiceSteward, ClassicSteward, SoloSteward
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
from mailref.games.rummikub.game import NO_WISH, TableGame
from mailref.games.rummikub.orders import TakeOrder, WordOrder
from mailref.games.secret import Secret
from mailref.games.solitaire.game import SoloTable
from mailref.games.unscrabble import book as unscrabble_book
from mailref.games.unscrabble.book import (
    LegalTaking,
    UnscrabbleBook,
    unscrabble_history_of,
)
from mailref.games.unscrabble.game import UnscrabbleGame, unscrabble_game
from mailref.games.unscrabble.rules import TilesTaken
from mailref.orders.written import Condition, WrittenOrders
from mailref.referee.findings import Office


class Steward(Protocol):
    """Who deals the tiles of one kind of game, and says what of it may be shown to whom.

    Where a kind says nothing else, there is nothing to be told: no drawing, no secret, no theme, no search.
    """

    @property
    def book(self) -> Book:
        """Return what the rules of the game do in their own way."""

    def deal(self, course: Course, over: TurnsTakenOver | None) -> str:
        """Draw who sits where and begins, and all that is drawn before the first turn; return who begins."""

    def chance(self, running: RunningTurns, office: Office) -> Draws:
        """Return what draws the tiles."""
        return SeedDraws(office.records.seed(running.game.id), running.game.mixed)

    def history(self, steps: Iterable[tuple[object, SeatedGame]]) -> TurnHistory:
        """Return what may be told of a game: *steps* are its events, each with the game after it."""

    # What all may see.

    def lies(self, game: SeatedGame, history: TurnHistory) -> Lies:
        """Return what lies open on the table."""

    def owed(self, game: SeatedGame) -> int:  # noqa: ARG002  whatever it is
        """Return how many tiles the owner of the open play is given once it stands."""
        return 0

    def takes_turn(self, event: object) -> int | None:
        """Return the number of the turn that an event was; None where it was none."""

    def told(self, event: object, history: TurnHistory) -> Iterator[Happening]:  # noqa: ARG002  whatever it is
        """Yield what an event that only this kind of game knows tells everybody."""
        return iter(())

    def claims(self, game: SeatedGame) -> Sequence[ThemeClaim]:  # noqa: ARG002  whatever it is
        """Return what players claim for a theme and the game master has yet to rule on."""
        return ()

    # What one player alone may see.

    def unseen(self, game: SeatedGame, player: str) -> str:  # noqa: ARG002  whatever it is
        """Return the tiles that *player* sees nowhere."""
        return ""

    def wish(self, game: SeatedGame, player: str) -> str:  # noqa: ARG002  whatever it is
        """Return in which order *player* wants tiles; "" where none can be chosen, or he said nothing."""
        return ""

    def tries(self, game: SeatedGame) -> SoloTries | None:  # noqa: ARG002  whatever it is
        """Return how the tries of the player stand, where he may begin anew; None where nobody may."""
        return None

    def receipts(self, player: str, events: Iterable[Event]) -> Iterator[OwnReceipt]:  # noqa: ARG002  whatever it is
        """Yield the drawings for *player* among *events*, with what opens their receipts."""
        return iter(())

    def shown(self, legal: LegalMove, condition: Condition | None) -> ShownOrder:
        """Return a move that was not carried out as its owner is shown it."""

    def hints(self, game: SeatedGame, player: str, written: WrittenOrders) -> OrderHints:  # noqa: ARG002  whatever it is
        """Return what may help *player*, whose orders cannot be carried out as he thinks."""
        return OrderHints()

    # What is told when the game is over.

    def draws(self, log: Iterable[Event]) -> tuple[OpenedDraw, ...]:  # noqa: ARG002  whatever it is
        """Return every drawing of the game with what opens its receipt."""
        return ()

    def gcg(self, log: Iterable[Event]) -> str:  # noqa: ARG002  whatever it is
        """Return the game as a GCG file; "" where that format cannot hold it."""
        return ""

    def best(
        self,
        over: SeatedGame,  # noqa: ARG002  whatever it is
        history: TurnHistory,  # noqa: ARG002  as above
        office: Office,  # noqa: ARG002  as above
    ) -> tuple[BestOfTurn, ...]:
        """Return what was possible in each turn; nothing where that is not searched."""
        return ()


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
                return ShownOrder(TurnKind.TAKE, condition, tile=(stack, tile))
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


class UnscrabbleSteward(Steward):
    """Looks after games of Un-Scrabble."""

    @property
    def book(self) -> Book:
        return UnscrabbleBook()

    def deal(self, course: Course, over: TurnsTakenOver | None) -> str:  # noqa: ARG002  none is taken over
        return unscrabble_book.deal(course)

    def history(self, steps: Iterable[tuple[object, SeatedGame]]) -> TurnHistory:
        return unscrabble_history_of(steps)

    def lies(self, game: SeatedGame, history: TurnHistory) -> LeftOnBoard:
        newest = next((turn for turn in reversed(history.turns) if turn.off is not None), None)
        is_gone = newest is not None and not newest.is_taken_back
        gone = newest.off.tiles if newest is not None and newest.off is not None and is_gone else ()
        return LeftOnBoard(unscrabble_game(game).board, gone)

    def takes_turn(self, event: object) -> int | None:
        return event.number if isinstance(event, TilesTaken | TurnPassed) else None

    def shown(self, legal: LegalMove, condition: Condition | None) -> ShownOrder:
        if not isinstance(legal, LegalTaking):
            return ShownOrder(TurnKind.PASS, condition)
        taking = ToldTaking(legal.tiles, legal.words)
        return ShownOrder(
            TurnKind.PLAY, condition, points=legal.points, board=legal.board, off=taking
        )


def steward_of(game: SeatedGame) -> Steward:
    """Return who looks after a game of its kind."""
    match game:
        case SoloTable():
            return ChoiceSteward() if game.rules.chosen else SoloSteward()
        case TurnGame():
            return ClassicSteward()
        case TableGame():
            return TableSteward()
        case UnscrabbleGame():
            return UnscrabbleSteward()
        case _:
            raise TypeError(f"{game.id}: nobody looks after a {type(game).__name__}")
