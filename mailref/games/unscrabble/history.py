"""What is told of a game of Un-Scrabble: its turns, what each took from the board, what lies still (other games 1)."""

from collections.abc import Mapping

from msgspec import Struct

from mailref.games.by_turns.contents import Lies, ShownOrder
from mailref.games.by_turns.events import PlayTakenBack
from mailref.games.by_turns.history import Teller, ToldTurn, TurnKind
from mailref.games.unscrabble.events import TilesTaken
from mailref.games.unscrabble.game import unscrabble_game
from mailref.tiles.board import Axes, Board, LaidTile, square_name
from mailref.tiles.tile_set import GERMAN, TileSet


class LeftOnBoard(Lies, frozen=True):
    """What lies open in a game of Un-Scrabble."""

    board: Board
    gone: tuple[LaidTile, ...] = ()
    """What the newest turn took, if it was not taken back."""
    tile_set: TileSet = GERMAN

    @property
    def tiles(self) -> str:
        """Return the tiles that lie still."""
        return "".join(tile.tile for tile in self.board.tiles)

    @property
    def worth(self) -> int:
        return self.tile_set.sum_of(self.tiles)


class OffSeen(Struct, frozen=True):
    """Tiles taken from the board, a star before a blank; the words that came of it."""

    letters: tuple[str, ...]
    squares: tuple[str, ...]
    words: tuple[str, ...]


class ToldTaking(Struct, frozen=True):
    """What a turn of Un-Scrabble took from the board, and the words that came into being by it."""

    tiles: tuple[LaidTile, ...]
    words: tuple[str, ...]

    @property
    def letters(self) -> str:
        return "".join(tile.letter for tile in self.tiles)

    @property
    def starred(self) -> tuple[str, ...]:
        """Return the letters, a star before a blank."""
        return tuple(f"*{each.letter}" if each.is_blank else each.letter for each in self.tiles)

    def seen(self, axes: Axes) -> OffSeen:
        """Return it as templates are told it."""
        squares = tuple(square_name(each.square, axes) for each in self.tiles)
        return OffSeen(self.starred, squares, self.words)


class TakesOff:
    """What takes tiles off the board; no Struct itself."""

    __slots__ = ()
    off: ToldTaking | None
    """What it takes."""

    @property
    def form(self) -> str:
        return "off" if self.off is not None else super().form  # type: ignore[misc]  # of what it is mixed into

    @property
    def word(self) -> str:
        return "".join(self.off.starred) if self.off is not None else ""

    def own(self, axes: Axes) -> OffSeen | None:
        return self.off.seen(axes) if self.off is not None else None


class TakingTurn(TakesOff, ToldTurn, frozen=True):
    """One turn of Un-Scrabble."""

    off: ToldTaking | None = None


class ShownTaking(TakesOff, ShownOrder, frozen=True):
    """An order of Un-Scrabble that was not carried out."""

    off: ToldTaking | None = None

    @property
    def said(self) -> str:
        return " ".join(self.off.starred) if self.off is not None else ""

    @property
    def is_play(self) -> bool:
        return self.off is not None


class TakingTeller(Teller):
    """What is told of a game of Un-Scrabble."""

    turn_told = TakingTurn

    def tell(self, event: object) -> None:
        match event:
            case TilesTaken():
                off = ToldTaking(event.tiles, event.words)
                formula = event.sum_in(self.game.rules.tiles) if self.game is not None else ""
                self.made_by(event, TurnKind.PLAY, off=off, formula=formula)
            case PlayTakenBack():
                self.change(event.number, **self.as_it_lies())
            case _:
                pass

    def as_it_lies(self) -> Mapping[str, Board]:
        return {"board": unscrabble_game(self.playing).board}
