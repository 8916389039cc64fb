"""A game of Un-Scrabble: what all may know of it, what an export tells, and how it is decided again (other games 1).

There is no secret in it but moves kept in advance, which are never told. Which words are valid no record
can prove, and so neither that no turn was left.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import tzinfo
from typing import Any

from mailref.games.by_turns import events as of_turns
from mailref.games.by_turns.course import TableTold
from mailref.games.by_turns.events import RacksRevealed
from mailref.games.by_turns.history import ToldTurn
from mailref.games.by_turns.proving import (
    PASSED,
    Deciding,
    OldTable,
    RecordedNext,
    decide_as,
    opened,
    public,
    read_time,
)
from mailref.games.events import Event, GameEnded
from mailref.games.unscrabble.events import TilesTaken, UnscrabbleOpened
from mailref.games.unscrabble.game import unscrabble_game
from mailref.games.unscrabble.history import TakingTurn
from mailref.games.unscrabble.rules import TilesOrder
from mailref.games.unscrabble.switches import SWITCHES
from mailref.record.as_json import Json, JsonObject, plain
from mailref.record.export import checked
from mailref.record.script import NO_TIME, Script
from mailref.tiles.board import Axes, Board, LaidTile, read_square, square_name
from mailref.tiles.moves import NOWHERE
from mailref.tiles.tile_set import blank_of

__all__ = ["decide", "first", "public", "taking_to_json", "told", "words_laid"]


def words_laid(event: Event) -> tuple[str, ...]:
    """Return which words an event shows to all."""
    return event.words if isinstance(event, TilesTaken) else ()


# What an export tells.


_TOLD = """
    family game title variant tiles tile_set layout commitment lexicon start rules players lots lot_of_seats turns
    to_move out rulings adjustments board finished ended ended_at seed standings
"""
_TURN = """
    number player kind received squares tiles words points challenges accepted taken_back total
"""


def told(events: Sequence[Event], zone: tzinfo, *, is_open: bool) -> dict[str, Json]:  # noqa: ARG001  all is
    """Return the whole game; times in *zone*."""
    of = TableTold.of(events, zone, is_open=True)
    opened: Any = of.opened
    seats = {"among": list(of.history.among), "seats": of.value(of.history.seats)}
    return of.whole(
        _TOLD,
        start={"board": list(opened.board.rows), "from": opened.of_game or None},
        rules=plain(SWITCHES.table(opened.rules)),
        lot_of_seats=None if of.history.seats is None else seats,
        turns=of.each("turns", of.history.turns, lambda each: _turn(each, of)),
        board=unscrabble_game(of.game).board.rows,
    )


def _turn(turn: ToldTurn, of: TableTold) -> Any:
    off = turn.off if isinstance(turn, TakingTurn) else None
    return of.turn_row(
        turn,
        _TURN,
        kind="take" if off is not None else turn.kind.value,
        **taking_to_json(off.tiles if off else (), off.words if off else (), of.axes),
    )


def taking_to_json(tiles: Iterable[LaidTile], words: Iterable[str], axes: Axes) -> dict[str, Json]:
    """Return tiles that were taken, or could be, and the words that they leave."""
    lying = tuple(tiles)
    return {
        "squares": [square_name(tile.square, axes) for tile in lying],
        "tiles": "".join(blank_of(tile.letter) if tile.is_blank else tile.letter for tile in lying),
        "words": list(words),
    }


# It is decided again.


class _RecordedTaking(RecordedNext):
    """Says of a word whether it is one by whether a turn was left."""

    def is_word(self, word: str) -> bool | None:
        match self.script.next:
            case TilesTaken(words=words, ends=ends) if self.game.challenge is None:
                return word in words or not ends
            case RacksRevealed() | GameEnded() if self.game.challenge is None:
                return False  # nothing can be taken any more
            case _:
                return super().is_word(word)


class _TakingDeciding(Deciding):
    """A recorded game of Un-Scrabble while it is decided again."""

    says = _RecordedTaking

    def own(self, event: Event) -> None:
        if not isinstance(event, TilesTaken):
            raise self.follows(event)
        axes = self.game.rules.axes
        squares = (square_name(tile.square, axes) for tile in event.tiles)
        order = TilesOrder(NOWHERE, tuple((each, each) for each in squares))
        self.make(event, order, event.received, self.game)


def decide(script: Script, seed: bytes | None) -> None:
    """Decide a recorded game again; UnlikeError at the first difference."""
    decide_as(_TakingDeciding, script, seed, script.next)


# What earlier versions exported.


def first(raw: JsonObject) -> Sequence[Event]:
    """Return what happened by an export of format 1, as far as that tells it."""
    return tuple(_OldTaking(raw).events())


class _OldTaking(OldTable):
    """Such an export while it is gone through."""

    def opened(self) -> UnscrabbleOpened:
        start, rules = self.raw["start"], checked(*SWITCHES.read({}, self.raw["rules"]))
        self.axes = rules.axes
        board, of_game = Board.from_rows(start["board"]), start["from"] or ""
        return UnscrabbleOpened(**opened(self.raw), rules=rules, board=board, of_game=of_game)

    @property
    def players(self) -> Sequence[JsonObject]:
        """Return the players in the order in which they sat before the lot."""
        seats = self.raw["lot_of_seats"]
        sat = {} if seats is None else {name: at for at, name in enumerate(seats["among"])}
        return sorted(super().players, key=lambda each: sat.get(each["player"], 0))

    @property
    def seats(self) -> Sequence[str] | None:
        drawn = self.raw["lot_of_seats"]
        return None if drawn is None else list(drawn["seats"])

    def dealt(self) -> Iterator[Event]:
        """Yield the turn that is open, where none was made."""
        moves = self.raw["to_move"]
        if moves is not None and not self.raw["turns"]:
            yield of_turns.TurnBegan(moves["number"], moves["player"], None, NO_TIME)

    def turn(self, row: JsonObject, number: int) -> Iterator[Event]:
        is_last = number == len(self.raw["turns"]) and self.raw["ended"] in ("all_taken", "no_turn")
        yield _moved(row, self.axes, ends=self.raw["ended"] if is_last else "")
        yield from self.became(row, number)


def _moved(turn: JsonObject, axes: Axes, *, ends: str) -> Event:
    number, player = turn["number"], turn["player"]
    match turn["kind"]:
        case "take":
            squares = [read_square(each, axes) for each in turn["squares"]]
            tiles = tuple(
                LaidTile(square, letter.upper(), is_blank=letter.islower())
                for square, letter in zip(squares, turn["tiles"], strict=True)
            )
            received = read_time(turn["received"])
            words = tuple(turn["words"])
            return TilesTaken(number, player, received, "", tiles, words, turn["points"], ends)
        case kind:
            return of_turns.TurnPassed(number, player, PASSED[kind])
