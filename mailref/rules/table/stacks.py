"""Tiles of WORT-Rummikub: dealt at first, open on four stacks, taken or wished for (table games 1, 5)."""

from collections.abc import Sequence

from mailref.rules.board import in_order, without
from mailref.rules.table import table_events as happened
from mailref.rules.table.table_events import TakenWhy
from mailref.rules.table.table_game import NO_WISH, TableGame, apply_at_table
from mailref.rules.turns.course import Course
from mailref.rules.turns.seated_game import SeatedGame
from mailref.rules.turns.secret import Secret
from mailref.rules.turns.start import Draws, receipt_of

_COUNTS = "A6 B2 C4 D6 E13 F3 G3 H5 I8 J1 K3 L4 M4 N10 O4 P1 Q1 R6 S8 T4 U6 V1 W2 X1 Y1 Z2 Ä1 Ö1 Ü1"
ALL_TILES = in_order(each[0] * int(each[1:]) for each in _COUNTS.split())
"""The 112 tiles (seed 004, 7)."""
STACKS = 4
_DEALT = 13


def at_table(game: SeatedGame) -> TableGame:
    """Return *game* as the game of WORT-Rummikub that it is; TypeError if it is none."""
    if not isinstance(game, TableGame):
        raise TypeError(f"{game.id} is no game of WORT-Rummikub")
    return game


def stack_with(game: TableGame, letter: str) -> int | None:
    """Return the first stack that shows *letter*, from 1; None if none does."""
    return game.tops.index(letter) + 1 if letter in game.tops else None


def wished_tile(game: TableGame, player: str, why: TakenWhy) -> happened.TileTaken | None:
    """Return the first letter of a player's wish that lies open, else of the first stack with a tile."""
    if not game.has_stacks:
        return None
    wished = (stack_with(game, each) for each in game.wishes.get(player, NO_WISH).value)
    stack = next((each for each in wished if each is not None), None)
    if stack is None:
        stack = next(at for at, height in enumerate(game.heights, start=1) if height)
    number = game.turn.number if game.turn is not None else 0
    return happened.TileTaken(number, player, stack, game.tops[stack - 1], why)


def take_by_wish(course: Course, player: str, why: TakenWhy) -> bool:
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
    if open_play is None or game.hands[open_play.player].rack.value:
        return game
    for _ in range(game.rules.refill_tiles):
        taken = wished_tile(game, open_play.player, TakenWhy.REFILL)
        game = game if taken is None else apply_at_table(game, taken)
    return game


def deal(course: Course) -> None:
    """Deal the first tiles, the racks and the stacks (table games 1)."""
    course.record(_first_tiles(course.game.seats, course.draws))
    bag = without(ALL_TILES, "".join(h.rack.value for h in course.game.hands.values()))
    for number, player in enumerate(course.game.seats, start=1):
        letters = in_order(course.draws.tiles(f"rack {number}", bag, _DEALT))
        bag = without(bag, letters)
        rack = course.game.hands[player].rack.value + letters
        nonce = course.draws.nonce(number)
        receipt = receipt_of(course.game.id, number, player, rack, nonce)
        course.record(happened.RackDealt(number, player, Secret(letters), receipt, Secret(nonce)))
    _build_stacks(course, bag)


def _first_tiles(seats: Sequence[str], draws: Draws) -> happened.FirstTilesDealt:
    """Deal A, S and, among three or four, other tiles: who gets S begins."""
    others = "".join(tile for tile in ALL_TILES if tile not in "AS")
    wanted = len(seats) - 2
    more = draws.tiles("others", others, wanted) if wanted else ""
    tiles = draws.tiles("first", in_order("AS" + more), len(seats))
    at = tiles.index("S")
    order = (*seats[at:], *seats[:at])
    return happened.FirstTilesDealt(tuple(zip(seats, tiles, strict=True)), order)


def _build_stacks(course: Course, bag: str) -> None:
    """Put what is drawn one by one on the stacks in turn: the last on each is its top."""
    drawn = course.draws.tiles("stacks", bag, len(bag))
    stacks = tuple(Secret(drawn[at::STACKS][::-1]) for at in range(STACKS))
    first = len(course.game.seats) + 1
    receipts = tuple(
        receipt_of(course.game.id, number, f"stack {number - first + 1}", stack.value, nonce)
        for number, stack in enumerate(stacks, start=first)
        if (nonce := course.draws.nonce(number))
    )
    course.record(happened.StacksBuilt(stacks, receipts))
