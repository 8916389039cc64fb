"""The state of a game of Un-Scrabble, and what each event changes in it (table games, other games 1)."""

from typing import ClassVar

from msgspec.structs import replace

from mailref.games.by_turns import events
from mailref.games.by_turns import game as seated
from mailref.games.chance import Secret
from mailref.games.unscrabble.events import InUnscrabbleGame, TilesTaken
from mailref.games.unscrabble.rules import without_tiles
from mailref.games.unscrabble.switches import UnscrabbleRules
from mailref.tiles.board import Board

# Which tiles are meant.


# What happens.


_NOTHING = Secret("")


class OpenTaking(seated.OpenTurn, frozen=True, kw_only=True):
    """Tiles whose taking may still be challenged, and how the board lay before it."""

    board_before: Board


class UnscrabbleGame(seated.SeatedGame, frozen=True, kw_only=True):
    """A game of Un-Scrabble as it stands."""

    family: ClassVar[str] = "unscrabble"
    goes_back: ClassVar[tuple[str, ...]] = ("board", "ends")
    has_racks = False
    rules: UnscrabbleRules
    board: Board
    ends: str = ""
    """How the game ends once the last taking stands; "" where it goes on."""
    open_play: OpenTaking | None = None
    before_move: "UnscrabbleGame | None" = None


def unscrabble_game(game: seated.SeatedGame) -> UnscrabbleGame:
    """Return *game* as the game of Un-Scrabble that it is; TypeError if it is none."""
    if not isinstance(game, UnscrabbleGame):
        raise TypeError(f"{game.id} is no game of Un-Scrabble")
    return game


def apply_in_unscrabble(game: UnscrabbleGame, event: InUnscrabbleGame) -> UnscrabbleGame:
    """Return *game* after *event*; what every game knows of it has been applied before."""
    match event:
        case TilesTaken():
            return _take(game, event)
        case events.PlayTakenBack():
            return _take_back(game)
        case _:
            return seated.apply_seated(game, event)


def _take(game: UnscrabbleGame, event: TilesTaken) -> UnscrabbleGame:
    game = seated.before_the_move(game)
    taken = OpenTaking(
        number=event.number,
        player=event.player,
        words=event.words,
        points=event.points,
        rack_before=_NOTHING,
        laid_at=event.received,
        board_before=game.board,
    )
    game = seated.points_for(
        seated.turn_over(game, event.player, "play", seated.LastTurn("play")),
        event.player,
        event.points,
    )
    return replace(
        game,
        board=without_tiles(game.board, [tile.square for tile in event.tiles]),
        ends=event.ends,
        open_play=taken,
        scoreless=0,
    )


def _take_back(game: UnscrabbleGame) -> UnscrabbleGame:
    board = game.open_play.board_before if game.open_play is not None else game.board
    return replace(seated.taken_back(game, seated.LastTurn("taken_back")), board=board, ends="")
