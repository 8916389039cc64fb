"""The state of a game of Scrabble-Bingo, and what its events change (other games 2)."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import ClassVar

from msgspec.structs import replace

from mailref.games.bingo import events as happened
from mailref.games.bingo.events import BingoCalled, BingoReached, InBingo, TwoWords
from mailref.games.bingo.switches import BingoRules
from mailref.games.by_rounds.game import GameByRounds, apply_by_rounds
from mailref.games.chance import Secret
from mailref.games.events import GameEnded
from mailref.games.game import less, plus
from mailref.structs import OnRecord, PlayerName
from mailref.tiles.board import Layout
from mailref.tiles.tile_set import TileSet


class OpenBingoRound(OnRecord, frozen=True):
    """The round that is open: at its ZAT tiles are drawn."""

    number: int
    deadline: datetime | None
    opened: datetime


class CalledTiles(OnRecord, frozen=True):
    """The tiles that were drawn at the ZAT of a round."""

    number: int
    tiles: str
    """In the order drawn."""
    deadline: datetime | None
    closed: datetime
    playing: tuple[PlayerName, ...]
    """Who could win at it."""


class BingoGame(GameByRounds, frozen=True, kw_only=True):
    """A game of Scrabble-Bingo as it stands."""

    family: ClassVar[str] = "bingo"
    rules: BingoRules
    round: OpenBingoRound | None = None
    """None before the first round opens, and after the end."""
    entries: Mapping[PlayerName, tuple[Secret[TwoWords], ...]] = MappingProxyType({})
    """By player, in the order they came; which of them counts, rulings say."""
    words: Secret[tuple[tuple[PlayerName, TwoWords], ...]] | None = None
    """Who plays with which words; None until the first ZAT."""
    draws: tuple[CalledTiles, ...] = ()
    called: CalledTiles | None = None
    """The ZAT at which a call won, or no tile was left: nothing was drawn."""
    left: Mapping[int, tuple[int, ...]] = MappingProxyType({})
    """How many letters players wanted after a round, by its number, where the words lie face down."""
    calls: tuple[BingoCalled, ...] = ()
    """In the order they came; those of earlier rounds won nothing."""
    outcome: BingoReached | None = None

    @property
    def layout(self) -> Layout:
        """Return the board that it is played on."""
        return self.rules.layout

    @property
    def tile_set(self) -> TileSet:
        """Return the tiles that it is played with."""
        return self.rules.tiles

    @property
    def last(self) -> CalledTiles | None:
        """Return what was drawn last."""
        return self.draws[-1] if self.draws else None

    @property
    def zats(self) -> tuple[CalledTiles, ...]:
        """Return the ZATs at which tiles were drawn, or a call won."""
        return self.draws if self.called is None else (*self.draws, self.called)

    @property
    def drawn(self) -> str:
        """Return all tiles drawn so far, in order."""
        return "".join(each.tiles for each in self.draws)

    @property
    def bag(self) -> str:
        """Return the tiles that are still to be drawn."""
        tiles = self.rules.tiles
        return tiles.without(tiles.all_tiles, self.drawn)

    @property
    def takes_words(self) -> bool:
        """Tell whether words may still come: until the first ZAT."""
        return self.words is None and not self.is_over

    @property
    def fixed(self) -> Mapping[str, TwoWords]:
        """Return who plays with which words; nobody until the first ZAT."""
        return dict(self.words.value) if self.words is not None else {}

    @property
    def playing(self) -> tuple[str, ...]:
        """Return who plays for the win, once words are fixed, and has not left."""
        return tuple(name for name in self.fixed if not self.players[name].has_left)


def apply_in_bingo(game: BingoGame, event: InBingo) -> BingoGame:
    """Return *game* after *event*; what every game knows of it has been applied before."""
    match event:
        case happened.BingoRoundOpened():
            return replace(game, round=OpenBingoRound(event.number, event.deadline, event.at))
        case happened.WordsEntered():
            mine = (*game.entries.get(event.player, ()), event.words)
            return replace(game, entries=plus(game.entries, event.player, mine))
        case happened.WordsWithdrawn():
            return replace(game, entries=less(game.entries, event.player))
        case happened.WordsFixed():
            rows = tuple(zip(event.players, event.words.value, strict=True))
            return replace(game, words=Secret(rows))
        case happened.TilesCalled():
            return _call_tiles(game, event)
        case BingoCalled():
            return replace(game, calls=(*game.calls, event))
        case happened.BingoReached():
            return replace(game, outcome=event, called=_without_tiles(game))
        case happened.LettersLeft(number, left):
            return replace(game, left=MappingProxyType({**game.left, number: left}))
        case GameEnded():
            over = game.called and replace(game.called, closed=event.at)
            return apply_by_rounds(replace(game, called=over), event)
        case _:
            return apply_by_rounds(game, event)


def _call_tiles(game: BingoGame, event: happened.TilesCalled) -> BingoGame:
    """Note the tiles; the report printed the press that was released."""
    drawn = CalledTiles(event.number, event.drawn, event.deadline, event.at, game.playing)
    waiting = tuple(item for item in game.press if not item.is_released)
    return replace(game, round=None, draws=(*game.draws, drawn), press=waiting)


def _without_tiles(game: BingoGame) -> CalledTiles | None:
    """Return the ZAT of the open round, which ends the game; None where its tiles were drawn."""
    zat = game.round
    if zat is None:
        return None
    return CalledTiles(zat.number, "", zat.deadline, zat.opened, game.playing)
