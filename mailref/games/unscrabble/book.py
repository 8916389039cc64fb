"""What Un-Scrabble does in its own way: tiles taken, the end, what may be told of its turns (other games 1)."""

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from mailref.games.by_turns import course as play
from mailref.games.by_turns.contents import ShownOrder
from mailref.games.by_turns.events import AcceptedHow, PromisedPlay
from mailref.games.by_turns.game import SeatedGame
from mailref.games.by_turns.history import TurnHistory, TurnKind
from mailref.games.by_turns.policy import TurnsTakenOver
from mailref.games.unscrabble import rules
from mailref.games.unscrabble.events import TilesTaken
from mailref.games.unscrabble.game import UnscrabbleGame, unscrabble_game
from mailref.games.unscrabble.history import (
    LeftOnBoard,
    ShownTaking,
    TakingTeller,
    TakingTurn,
    ToldTaking,
)
from mailref.orders.entries import Condition, IfTakenBack, PassOrder
from mailref.tiles.board import Board, LaidTile
from mailref.tiles.lexicon.verdicts import Lexicon
from mailref.tiles.moves import Fault, WordRefused, WordUnknown

ALL_TAKEN, NO_TURN = "all_taken", "no_turn"
"""How a game ends that is played to its end."""


class LegalTaking(play.LegalMove, frozen=True):
    """Tiles that can be taken."""

    tiles: tuple[LaidTile, ...]
    """In the order of the board."""
    words: tuple[str, ...]
    points: int
    board: Board
    """Without them."""

    @property
    def promise(self) -> PromisedPlay:
        """Return the same squares and the same points (other games 1)."""
        return PromisedPlay(
            tuple(f"{t.square.row}:{t.square.column}" for t in self.tiles), self.points
        )

    def shown(self, condition: Condition | None = None) -> ShownOrder:
        off = ToldTaking(self.tiles, self.words)
        return ShownTaking(TurnKind.PLAY, condition, points=self.points, board=self.board, off=off)

    def carry_out(self, course: play.Course, received: datetime, mail: str) -> None:
        game, player = unscrabble_game(course.game), course.player
        ends = _how_it_ends(replace(game, board=self.board), course.lexicon)
        taken = self.tiles, self.words, self.points
        course.record(TilesTaken(course.number, player, received, mail, *taken, ends))
        if not game.rules.may_challenge or not self.words:
            course.accept(player, AcceptedHow.AT_ONCE)


class UnscrabbleBook(play.Steward[UnscrabbleGame]):
    """How a game of Un-Scrabble goes on, and what is told of it."""

    teller = TakingTeller

    def try_pass(self, game: UnscrabbleGame, order: PassOrder) -> play.Tried:  # noqa: ARG002  never possible
        return play.Illegal((rules.NoPass(span=order.span),))

    def try_own(
        self, game: UnscrabbleGame, player: str, order: Any, lexicon: Lexicon
    ) -> play.Tried:
        if isinstance(order, rules.TilesOrder):
            return _try_taking(game, order, lexicon)
        return super().try_own(game, player, order, lexicon)

    def as_if(self, game: UnscrabbleGame, condition: Condition | None) -> UnscrabbleGame:
        if isinstance(condition, IfTakenBack) and game.open_play is not None:
            return replace(game, board=game.open_play.board_before)
        return game

    def last_play(self, game: UnscrabbleGame) -> str | None:
        return game.ends or None if game.open_play is not None else None

    def ruled(self, course: play.Course) -> None:
        """End the game where a ruling has left no legal turn."""
        game = unscrabble_game(course.game)
        is_going_on = game.turn is not None and not game.is_over and not game.is_held
        if is_going_on and game.open_play is None and not has_turn(game, course.lexicon):
            course.end(NO_TURN)

    def deal(self, course: play.Course, over: TurnsTakenOver | None) -> str:  # noqa: ARG002  none is taken over
        """Deal nothing, and return who begins; a board of which nothing can be taken is at its end at once."""
        if not has_turn(unscrabble_game(course.game), course.lexicon):
            course.end(NO_TURN)
        return course.game.seats[0]

    def lies(self, game: UnscrabbleGame, history: TurnHistory) -> LeftOnBoard:
        off = history.newest.off if isinstance(history.newest, TakingTurn) else None
        gone = off.tiles if off is not None else ()
        return LeftOnBoard(game.board, gone, game.rules.tiles)

    def insight(self, game: UnscrabbleGame, player: str, lexicon: Lexicon) -> rules.SeenBoard:  # noqa: ARG002  all see it
        return rules.SeenBoard(game.board, game.rules.axes)

    def left(self, game: UnscrabbleGame) -> tuple[str, int]:
        return "on_board", sum(1 for _ in game.board.tiles)


def has_turn(game: UnscrabbleGame, lexicon: Lexicon) -> bool:
    """Tell whether some legal turn is left, as far as lists and rulings know the words."""
    return _words_by(game, lexicon).has_turn(game.board)


def _how_it_ends(game: UnscrabbleGame, lexicon: Lexicon) -> str:
    if game.board.is_empty:
        return ALL_TAKEN
    return "" if has_turn(game, lexicon) else NO_TURN


def _words_by(game: UnscrabbleGame, lexicon: Lexicon) -> rules.Unscrabble:
    """Return the referee of a board; a word that lies is one as long as it stays."""

    def verdict(word: str) -> bool | None:
        return play.word_verdict(word, game, lexicon)

    return rules.Unscrabble(frozenset(rules.runs_of(game.board)), verdict, game.rules.most)


def _with_reason(fault: Fault, game: UnscrabbleGame, lexicon: Lexicon) -> Fault:
    if isinstance(fault, WordRefused):
        return replace(fault, reason=play.why_refused(fault.word, game, lexicon))
    return fault


def _try_taking(game: UnscrabbleGame, order: rules.TilesOrder, lexicon: Lexicon) -> play.Tried:
    """Judge a taking: by place alone where what it leaves may be challenged."""
    meant = rules.squares_meant(order, game.board, game.rules.axes)
    named = tuple(each for each in meant if not isinstance(each, Fault))
    wrong = tuple(each for each in meant if isinstance(each, Fault))
    if wrong:
        return play.Illegal(wrong)
    faults = _words_by(game, lexicon).faults(game.board, named, order.span)
    if game.rules.may_challenge:
        faults = tuple(each for each in faults if not isinstance(each, WordRefused | WordUnknown))
    unknown = tuple(dict.fromkeys(f.word for f in faults if isinstance(f, WordUnknown)))
    if any(not isinstance(each, WordUnknown) for each in faults):
        return play.Illegal(tuple(_with_reason(each, game, lexicon) for each in faults))
    board = rules.without_tiles(game.board, named)
    legal = LegalTaking(
        tiles=rules.tiles_on(game.board, named),
        words=rules.new_words(game.board, board),
        points=rules.points_of(game.board, named, game.rules.tiles),
        board=board,
    )
    return play.WordsWait(legal, unknown) if unknown else legal


def steward(_game: SeatedGame) -> UnscrabbleBook:
    """Return who looks after a game of Un-Scrabble."""
    return UnscrabbleBook()
