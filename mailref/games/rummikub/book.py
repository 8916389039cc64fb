"""What WORT-Rummikub does in its own way: tiles and stacks, words on the table, the end; what may be shown of it."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from msgspec.structs import replace

from mailref.games.by_turns import course as play
from mailref.games.by_turns import events as of_turns
from mailref.games.by_turns.contents import Happening, OpenedDraw, OrderHints, ShownOrder
from mailref.games.by_turns.game import OpenTurn, SeatedGame, seats_from
from mailref.games.by_turns.history import ToldDraw, TurnHistory, TurnKind
from mailref.games.by_turns.policy import TurnsTakenOver
from mailref.games.chance import Draws, Secret, SeedDraws, receipt_of
from mailref.games.events import Event, GameEnded
from mailref.games.rummikub import events as happened
from mailref.games.rummikub import rules
from mailref.games.rummikub.events import TakenWhy
from mailref.games.rummikub.game import NO_WISH, TableGame, apply_at_table, at_table
from mailref.games.rummikub.history import (
    OnTable,
    ShownAtTable,
    TableTeller,
    ToldTile,
    TookTile,
    table_words,
    tiles_together,
)
from mailref.orders.entries import Condition, Meant, PassOrder, WrittenOrders
from mailref.tiles.board import in_order, without
from mailref.tiles.lexicon.verdicts import Lexicon
from mailref.tiles.moves import ClaimDiffers, Fault, WordRefused

_COUNTS = "A6 B2 C4 D6 E13 F3 G3 H5 I8 J1 K3 L4 M4 N10 O4 P1 Q1 R6 S8 T4 U6 V1 W2 X1 Y1 Z2 Ä1 Ö1 Ü1"
ALL_TILES = in_order(each[0] * int(each[1:]) for each in _COUNTS.split())
"""The 112 tiles (seed 004, 7)."""
STACKS = 4
_DEALT = 13


def stack_with(game: TableGame, letter: str) -> int | None:
    """Return the first stack that shows *letter*, from 1; None if none does."""
    return game.tops.index(letter) + 1 if letter in game.tops else None


def _wished_stack(game: TableGame, player: str) -> int | None:
    """Return the stack that shows the first letter of a player's wish that lies open."""
    wished = (stack_with(game, each) for each in game.wishes.get(player, NO_WISH).value)
    return next((each for each in wished if each is not None), None)


def _was_kept(game: TableGame, player: str, order: rules.TakeOrder) -> bool:
    """Tell whether a player sent an order in advance: its tile may be gone by then (table games 5)."""
    kept = game.kept.get(player)
    return kept is not None and any(order in group.orders for group in kept.value.groups)


def wished_tile(game: TableGame, player: str, why: TakenWhy) -> happened.TileTaken | None:
    """Return the first letter of a player's wish that lies open, else of the first stack with a tile."""
    if not game.has_stacks:
        return None
    stack = _wished_stack(game, player)
    if stack is None:
        stack = next(at for at, height in enumerate(game.heights, start=1) if height)
    number = game.turn.number if game.turn is not None else 0
    return happened.TileTaken(number, player, stack, game.tops[stack - 1], why)


def must_lay(game: TableGame, player: str) -> bool:
    """Tell whether a player's next word is one all of his own (seed 004, 4.2, 4.4).

    A game kept from before that was noted tells it by how many letters he needs.
    """
    return player in game.must_lay or game.needs[player] != game.rules.least


def take_by_wish(course: play.Course, player: str, why: TakenWhy) -> bool:
    """Let a player take a tile as he wished; tell whether one was left."""
    taken = wished_tile(at_table(course.game), player, why)
    if taken is not None:
        course.record(taken)
    return taken is not None


def after_refill(game: TableGame) -> TableGame:
    """Return *game* as it is when the open word stands: its owner may take seven tiles (seed 004, 4.4).

    Who moves next takes his tile after that.
    """
    open_play = game.open_play
    for _ in range(refill_owed(game)):
        taken = wished_tile(game, open_play.player, TakenWhy.REFILL) if open_play else None
        game = game if taken is None else apply_at_table(game, taken)
    return game


def refill_owed(game: TableGame) -> int:
    """Return how many tiles the owner of the open word takes once it stands: seven, or what is left.

    None, unless he has laid his last; who went out of the game since takes none.
    """
    hand = game.hands[game.open_play.player] if game.open_play is not None else None
    if hand is None or hand.rack.value or hand.is_out:
        return 0
    return min(game.rules.refill_tiles, sum(game.heights))


def deal(course: play.Course, tiles: str = ALL_TILES) -> None:
    """Deal the first tiles, the racks and the stacks of all *tiles* (table games 1)."""
    course.record(_first_tiles(course.game.seats, course.game.rules.starter, course.draws))
    bag = without(tiles, "".join(h.rack.value for h in course.game.hands.values()))
    for number, player in enumerate(course.game.seats, start=1):
        letters = in_order(course.draws.tiles(f"rack {number}", bag, _DEALT))
        bag = without(bag, letters)
        rack = course.game.hands[player].rack.value + letters
        nonce = course.draws.nonce(number)
        receipt = receipt_of(course.game.id, number, player, rack, nonce)
        course.record(happened.RackDealt(number, player, Secret(letters), receipt, Secret(nonce)))
    _build_stacks(course, bag)


def _first_tiles(seats: Sequence[str], starter: str, draws: Draws) -> happened.FirstTilesDealt:
    """Deal A, S and, among three or four, other tiles: who gets S begins.

    Where the settings say who begins, he is given the S, and who follows him the A.
    """
    others = "".join(tile for tile in ALL_TILES if tile not in "AS")
    wanted = len(seats) - 2
    more = draws.tiles("others", others, wanted) if wanted else ""
    if starter != "draw":
        order = seats_from(seats, starter)
        return happened.FirstTilesDealt(tuple(zip(order, "SA" + more, strict=True)), order)
    tiles = draws.tiles("first", in_order("AS" + more), len(seats))
    order = seats_from(seats, seats[tiles.index("S")])
    return happened.FirstTilesDealt(tuple(zip(seats, tiles, strict=True)), order)


def _build_stacks(course: play.Course, bag: str) -> None:
    """Put what is drawn one by one on the stacks in turn: the last on each is its top."""
    drawn = course.draws.tiles("stacks", bag, len(bag))
    stacks = tuple(Secret(drawn[at::STACKS][::-1]) for at in range(STACKS))
    receipts = stack_receipts(course, stacks, binds_order=True)
    course.record(happened.StacksBuilt(stacks, receipts, binds_order=True))


def stack_receipts(
    course: play.Course, stacks: Sequence[Secret[str]], *, binds_order: bool
) -> tuple[str, ...]:
    """Return what binds each stack: how its tiles lie; in old games only which they are."""
    first = len(course.game.seats) + 1
    return tuple(
        receipt_of(
            course.game.id,
            number,
            f"stack {number - first + 1}",
            stack.value,
            course.draws.nonce(number),
            in_its_order=binds_order,
        )
        for number, stack in enumerate(stacks, start=first)
    )


_PASSED = {of_turns.PassedWhy.PASSED.value, of_turns.PassedWhy.TIMEOUT.value}


class LegalWord(play.LegalMove, frozen=True):
    """A word that can be laid."""

    made: rules.MadeWord
    remarks: tuple[Fault, ...] = ()

    @property
    def promise(self) -> of_turns.PromisedPlay:
        """Return its own letters and what is left of others (table games 3)."""
        lefts = (each.left for each in self.made.sources)
        return of_turns.PromisedPlay((self.made.word, self.made.own, *lefts), self.made.points)

    def shown(self, condition: Condition | None = None) -> ShownOrder:
        return ShownAtTable(TurnKind.PLAY, condition, points=self.made.points, made=self.made)

    def carry_out(self, course: play.Course, received: datetime, mail: str) -> None:
        number, player, at = course.number, course.player, course.at
        later = at if at > received else None
        course.record(happened.TableWordLaid(number, player, received, mail, self.made, later))
        if not course.game.rules.may_challenge:
            course.accept(player, of_turns.AcceptedHow.AT_ONCE)


class LegalTake(play.LegalMove, frozen=True):
    """A tile that can be taken; stacks count from 1."""

    stack: int
    tile: str

    def shown(self, condition: Condition | None = None) -> ShownOrder:
        tile = ToldTile(self.stack, self.tile, TakenWhy.TURN)
        return ShownAtTable(TurnKind.TAKE, condition, tile=tile)

    def carry_out(self, course: play.Course, received: datetime, mail: str) -> None:  # noqa: ARG002  none has a say
        why = TakenWhy.TURN
        taken = happened.TileTaken(course.number, course.player, self.stack, self.tile, why)
        course.record(taken)


class TableBook(play.Steward[TableGame]):
    """How a game of WORT-Rummikub goes on, and what is told of it."""

    teller = TableTeller
    drawing = happened.RackDealt

    def try_pass(self, game: TableGame, order: PassOrder) -> play.Tried:
        must_take = after_refill(game).has_stacks
        return play.Illegal((rules.MustTake(span=order.span),)) if must_take else play.LegalMove()

    def try_own(self, game: TableGame, player: str, order: Any, lexicon: Lexicon) -> play.Tried:
        match order:
            case rules.WordOrder():
                return _try_word(game, player, order, lexicon)
            case rules.TakeOrder():
                return _try_take(after_refill(game), player, order)
            case _:
                return super().try_own(game, player, order, lexicon)

    def last_play(self, game: TableGame) -> str | None:
        if game.open_play is None:
            return None
        return "goal" if game.players[game.open_play.player].total >= game.rules.goal else None

    def stands(self, course: play.Course, open_play: OpenTurn) -> None:
        """Give seven tiles to who has laid his last, as he wished (seed 004, 4.4)."""
        hand = course.game.hands[open_play.player]
        if hand.rack.value or hand.is_out:
            return
        for _ in range(at_table(course.game).rules.refill_tiles):
            take_by_wish(course, open_play.player, TakenWhy.REFILL)
        if _is_all_laid(at_table(course.game)) and self.last_play(at_table(course.game)) is None:
            course.end("all_laid")

    def take_back(self, course: play.Course) -> None:
        """Take the word back; its owner takes a tile more (seed 004, 4.3)."""
        open_play = course.game.open_play
        if open_play is None:
            return
        course.record(of_turns.PlayTakenBack(open_play.number, open_play.player))
        if course.game.hands[open_play.player].is_out:
            return
        for _ in range(at_table(course.game).rules.penalty):
            take_by_wish(course, open_play.player, TakenWhy.PENALTY)

    def time_out(self, course: play.Course) -> None:
        """Take a tile as wished; with empty stacks it is a pass (seed 004, 4.5)."""
        player = course.player
        if not take_by_wish(course, player, TakenWhy.TIMEOUT):
            course.record(of_turns.TurnPassed(course.number, player, of_turns.PassedWhy.TIMEOUT))

    def note_wish(self, course: play.Course, player: str, letters: str) -> None:
        course.record(happened.WishSet(player, Secret(letters)))

    def skips(self, game: TableGame, player: str) -> bool:
        return not game.has_stacks and not game.hands[player].rack.value

    def why_it_ends(self, game: TableGame) -> str | None:
        if game.has_stacks or game.open_play is not None:
            return None
        if _is_all_laid(game):
            return "all_laid"
        # Who has no tiles left is skipped, which is a pass: after his last word all have a turn more.
        recent = (game.hands[name].recent[-1:] for name in game.playing)
        is_in_row = game.scoreless >= len(game.playing)
        return "passes" if is_in_row and all(_PASSED & set(last) for last in recent) else None

    def deal(self, course: play.Course, over: TurnsTakenOver | None) -> str:  # noqa: ARG002  none is taken over
        deal(course)
        return course.game.seats[0]

    def lies(self, game: TableGame, history: TurnHistory) -> OnTable:
        newest = history.newest
        return OnTable(
            words=tuple(table_words(game.table, newest)),
            by=newest.player if newest is not None else "",
            tops=game.tops,
            heights=game.heights,
            goal=game.rules.goal,
            needs=tuple((name, game.needs[name]) for name in game.seats if must_lay(game, name)),
        )

    def insight(self, game: TableGame, player: str, lexicon: Lexicon) -> rules.SeenAtTable:
        def is_listed(word: str) -> bool:
            return play.word_verdict(word, game, lexicon) is True

        return rules.SeenAtTable(on_the_table(game, player), game.tops, is_listed)

    def left(self, game: TableGame) -> tuple[str, int]:
        return "on_stacks", sum(game.heights)

    def owed(self, game: TableGame) -> int:
        return refill_owed(game)

    def told(self, event: object) -> Iterator[Happening]:
        match event:
            case happened.TileTaken(why=TakenWhy.REFILL | TakenWhy.PENALTY):
                yield TookTile(event.player, (ToldTile(event.stack, event.tile, event.why),))
            case _:
                return

    def at_once(self, found: Sequence[Happening]) -> Iterator[Happening]:
        return tiles_together(found)

    def own(self, game: TableGame, player: str) -> dict[str, Secret[str]]:
        return {"wish": game.wishes.get(player, NO_WISH)}

    def hints(self, game: TableGame, player: str, written: WrittenOrders) -> OrderHints:
        hints = OrderHints()
        orders = [order for group in written.groups for order in group.orders]
        words = (order for order in orders if isinstance(order, rules.WordOrder))
        at = on_the_table(game, player)
        found = ((word, made) for word in words if (made := rules.meant_change(word, at)))
        for word, made in islice(found, 1):
            instead = Meant(word.span.text, rules.change_written(made))
            hints = replace(hints, meant=Secret(made), instead=Secret(instead))
        takes = any(isinstance(order, rules.TakeOrder) for order in orders)
        if takes and game.open_play is not None and refill_owed(game):
            hints = replace(hints, refills=game.open_play.player)
        return hints

    def draws(self, log: Iterable[Event]) -> tuple[OpenedDraw, ...]:
        events = tuple(log)
        seed = next((each.seed for each in events if isinstance(each, GameEnded)), "")
        nonces, found = SeedDraws(bytes.fromhex(seed)), list(super().draws(events))
        built = (each for each in events if isinstance(each, happened.StacksBuilt))
        for stacks in built:
            rows = zip(stacks.stacks, stacks.receipts, strict=True)
            for stack, (tiles, receipt) in enumerate(rows, start=1):
                number = len(found) + 1
                draw = ToldDraw(number, "", len(tiles.value), receipt, stack)
                found.append(OpenedDraw(draw, tiles.value, nonces.nonce(number)))
        return tuple(found)


def _is_all_laid(game: TableGame) -> bool:
    """Tell whether neither stacks nor players have a tile left."""
    return not game.has_stacks and not any(game.hands[n].rack.value for n in game.playing)


def on_the_table(game: TableGame, player: str) -> rules.OnTheTable:
    """Return what a word of *player* is judged against."""
    return rules.OnTheTable(
        words=game.table,
        laid=game.laid,
        rack=game.hands[player].rack.value,
        need=game.needs[player],
        rules=game.rules,
        must_lay=must_lay(game, player),
    )


def _try_word(game: TableGame, player: str, order: rules.WordOrder, lexicon: Lexicon) -> play.Tried:
    at = on_the_table(game, player)
    made = rules.make(rules.as_spelled(order, at), at)
    if not isinstance(made, rules.MadeWord):
        return play.Illegal(made)
    legal = LegalWord(made, tuple(_remarks(order, made)))
    if game.rules.may_challenge:
        return legal
    verdicts = {word: play.word_verdict(word, game, lexicon) for word in made.words}
    faults = tuple(
        WordRefused(span=order.span, word=word, reason=play.why_refused(word, game, lexicon))
        for word, is_valid in verdicts.items()
        if is_valid is False
    )
    unknown = tuple(word for word, is_valid in verdicts.items() if is_valid is None)
    if faults:
        return play.Illegal(faults)
    return play.WordsWait(legal, unknown) if unknown else legal


def _remarks(order: rules.WordOrder, made: rules.MadeWord) -> Iterator[Fault]:
    """Yield that a player's own sum is another one (classic 3.6): the word stands."""
    if order.claimed not in (None, made.points):
        yield ClaimDiffers(span=order.span, claimed=order.claimed or 0, points=made.points)


def _try_take(game: TableGame, player: str, order: rules.TakeOrder) -> play.Tried:
    if not game.has_stacks:
        return play.Illegal((rules.StacksEmpty(span=order.span),))
    tops = tuple(f"{at} ({top})" for at, top in enumerate(game.tops, start=1) if top)
    if not order.what:
        return play.Illegal((rules.WhichStack(span=order.span, tops=tops),))
    stack = int(order.what) if order.what.isdigit() else stack_with(game, order.what)
    if order.shows and not (stack and _top(game, stack) == order.shows):
        stack = None
    if stack is None and _was_kept(game, player, order):
        stack = _wished_stack(game, player)
    if stack is None or not _top(game, stack):
        return play.Illegal((_no_such_tile(game, order, tops),))
    return LegalTake(stack, game.tops[stack - 1])


def _no_such_tile(
    game: TableGame, order: rules.TakeOrder, tops: tuple[str, ...]
) -> rules.NoSuchTile:
    if order.shows:
        return rules.NoSuchTile(span=order.span, what=order.shows, stack=order.what)
    is_number = order.what.isdigit()
    return rules.NoSuchTile(
        span=order.span,
        what=order.what,
        stacks=len(game.stacks) if is_number else 0,
        tops=tops if is_number else (),
    )


def _top(game: TableGame, stack: int) -> str:
    """Return the letter that lies open on a stack; "" where there is none."""
    return game.tops[stack - 1] if 0 < stack <= len(game.stacks) else ""


def steward(_game: SeatedGame) -> "TableBook":
    """Return who looks after a game of WORT-Rummikub."""
    return TableBook()
