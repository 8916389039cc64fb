"""The state of a game in turns, and what each event changes in it (classic 13)."""

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import assert_never

from mailref.rules.board import BLANK, GERMAN, Board, Square, in_order, without
from mailref.rules.game import Player
from mailref.rules.scoring import ScoredPlay
from mailref.rules.turns import turn_events as happened
from mailref.rules.turns.orders import Wish
from mailref.rules.turns.seated_game import (
    EMPTY,
    Hand,
    LastTurn,
    OpenTurn,
    SeatedGame,
    apply_seated,
    points_for,
    turn_over,
    with_hand,
    with_rack,
)
from mailref.rules.turns.secret import Secret
from mailref.rules.turns.turn_events import NO_BLANKS, PassedWhy, TurnEvent
from mailref.rules.turns.turn_rules import BlanksIn, LeftRack, TurnRules


@dataclass(frozen=True, slots=True)
class OpeningWord:
    """Jack opens: how long the first word must be, and who has passed on since (classic 8.3)."""

    least: int
    passed: frozenset[str] = frozenset()

    def passed_on(self, player: str, players: frozenset[str]) -> "OpeningWord | None":
        """Return what is asked for next; None: the usual rules hold."""
        passed = self.passed | {player}
        if not players <= passed:
            return replace(self, passed=passed)
        return OpeningWord(self.least - 1) if self.least > 2 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPlay(OpenTurn):
    """A play that may still be challenged, and what lay before it."""

    scored: ScoredPlay
    wish: Secret[Wish | None]
    board_before: Board
    opening_before: OpeningWord | None
    blanks_before: Secret[int] = NO_BLANKS
    drawn: Secret[str] = EMPTY
    """What was drawn for it already (`refill = "at_once"`): it goes back with the play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnGame(SeatedGame):
    """A classic game as it stands."""

    board: Board
    bag: Secret[str]
    blanks_with_vowels: Secret[int] = NO_BLANKS
    """With two bags: how many blanks are in that of the vowels."""
    open_play: OpenPlay | None = None
    opening: OpeningWord | None = None
    drawings: int = 0

    @property
    def tiles_owed(self) -> int:
        """Return how many tiles the open play is still to be given."""
        open_play = self.open_play
        if open_play is None or self.hands[open_play.player].is_out:
            return 0
        rack = self.hands[open_play.player].rack.value
        return min(self.rules.rack - len(rack), len(self.bag.value))

    @property
    def is_going_out(self) -> bool:
        """Tell whether the open play ends the game once it stands (classic 9.1)."""
        open_play = self.open_play
        return (
            open_play is not None
            and not self.hands[open_play.player].rack.value
            and not self.bag.value
        )


def open_turns(event: happened.TurnsOpened) -> TurnGame:
    """Return the game that *event* begins."""
    rules = event.rules
    is_jack = rules.opening > 2 and event.board.is_empty
    return TurnGame(
        id=event.id,
        title=event.title,
        variant=event.variant,
        commitment=event.commitment,
        lexicon=event.lexicon,
        lexicon_sha256=event.lexicon_sha256,
        rules=rules,
        board=event.board,
        seats=event.seats,
        bag=event.bag,
        blanks_with_vowels=Secret(blanks_at_first(rules) if rules.bags > 1 else 0),
        players=MappingProxyType(
            {name: Player(name=name, addresses=(), total=0) for name in event.seats}
        ),
        hands=MappingProxyType({name: Hand() for name in event.seats}),
        opening=OpeningWord(rules.opening) if is_jack else None,
    )


def blanks_at_first(rules: TurnRules) -> int:
    """Return how many blanks begin in the bag of the vowels (classic 8.4)."""
    blanks = GERMAN.counts[BLANK]
    match rules.blanks_in:
        case BlanksIn.EACH:
            return blanks // 2
        case BlanksIn.VOWELS:
            return blanks
        case BlanksIn.CONSONANTS:
            return 0
        case _:
            assert_never(rules.blanks_in)


def apply_in_turns(game: TurnGame, event: TurnEvent) -> TurnGame:
    """Return *game* after *event*."""
    match event:
        case happened.TurnsOpened():
            raise ValueError("a game is opened once")
        case happened.StarterDrawn():
            return replace(game, seats=event.order)
        case happened.TilesDrawn():
            return _draw(game, event)
        case happened.PlayLaid():
            return _lay(game, event)
        case happened.PlayTakenBack():
            return _take_back(game)
        case happened.TilesExchanged():
            return turn_over(game, event.player, "exchange", LastTurn("exchange"))
        case happened.TurnPassed(why=PassedWhy.PASSED_ON):
            return _pass_on(apply_seated(game, event), event.player)
        case happened.PlayerOut():
            return _put_back(apply_seated(game, event), event.player)
        case _:
            return apply_seated(game, event)


def _draw(game: TurnGame, event: happened.TilesDrawn) -> TurnGame:
    """Take the new tiles first, then put the old ones back (classic 4.1)."""
    drawn, back = event.letters.value, event.put_back.value
    rack = without(game.hands[event.player].rack.value, back) + drawn
    bag = in_order(without(game.bag.value, drawn) + back)
    open_play = game.open_play
    if open_play is not None and open_play.player == event.player:
        open_play = replace(open_play, drawn=event.letters)
    game = replace(
        game,
        bag=Secret(bag),
        drawings=event.number,
        open_play=open_play,
        blanks_with_vowels=event.blanks_with_vowels,
    )
    return with_rack(game, event.player, rack)


def _pass_on(game: TurnGame, player: str) -> TurnGame:
    if game.opening is None:
        return game
    return replace(game, opening=game.opening.passed_on(player, frozenset(game.playing)))


def _lay(game: TurnGame, event: happened.PlayLaid) -> TurnGame:
    open_play = OpenPlay(
        number=event.number,
        player=event.player,
        scored=event.scored,
        words=tuple(word.word for word in event.scored.words),
        points=event.points,
        wish=event.wish,
        board_before=game.board,
        rack_before=game.hands[event.player].rack,
        opening_before=game.opening,
        laid_at=event.received,
        blanks_before=game.blanks_with_vowels,
    )
    game = turn_over(game, event.player, "play", LastTurn("play", event.scored))
    game = with_rack(game, event.player, event.rack_left.value)
    game = points_for(game, event.player, event.points)
    scoreless = 0 if event.points else game.scoreless
    return replace(game, board=event.board, open_play=open_play, opening=None, scoreless=scoreless)


def _take_back(game: TurnGame) -> TurnGame:
    """Give the tiles back: the turn is used, and brought nothing (classic 5.4)."""
    open_play = game.open_play
    if open_play is None:
        raise ValueError("no play is open")
    name = open_play.player
    game = with_rack(game, name, open_play.rack_before.value)
    game = points_for(game, name, -open_play.points)
    recent = (*game.hands[name].recent[:-1], "taken_back")
    game = with_hand(game, name, recent=recent)
    game = replace(
        game,
        board=open_play.board_before,
        bag=Secret(in_order(game.bag.value + open_play.drawn.value)),
        blanks_with_vowels=open_play.blanks_before
        if open_play.drawn.value
        else game.blanks_with_vowels,
        open_play=None,
        challenge=None,
        before=LastTurn("taken_back", open_play.scored),
        opening=open_play.opening_before,
        scoreless=game.scoreless + 1,
    )
    return _pass_on(game, name)


def _put_back(game: TurnGame, player: str) -> TurnGame:
    """Put the tiles of a player who is out into the bag, unless the game is over with him."""
    if game.rules.left_rack is not LeftRack.BAG or len(game.playing) <= 1:
        return game
    bag = in_order(game.bag.value + game.hands[player].rack.value)
    return with_rack(replace(game, bag=Secret(bag)), player, "")


def squares_of(game: TurnGame) -> frozenset[Square]:
    """Return the squares of the open play's new tiles: the picture marks them."""
    open_play = game.open_play
    if open_play is None:
        return frozenset()
    return frozenset(tile.square for tile in open_play.scored.new_tiles)
