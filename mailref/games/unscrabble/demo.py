"""A game of Un-Scrabble that plays itself: a full board taken down by two, word by word.

Each knows which tiles still lie, and whose move it is.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from random import Random

from mailref.demo.players import SimulatedPlayer
from mailref.demo.shows import DemoScript
from mailref.demo.stage import Plan, given_in, listed_words
from mailref.games.by_turns.demo import ByTurns, Seats, TurnMail
from mailref.games.classic.switches import SWITCHES
from mailref.games.unscrabble.rules import LyingWord, Unscrabble, points_of, runs_of
from mailref.games.unscrabble.switches import MOST_TAKEN
from mailref.settings.load import variants
from mailref.tiles.board import Axes, Board, Square, square_name
from mailref.tiles.moves import NOWHERE
from mailref.tops import search_for

_WORDS = 14
"""So many words lie on the full board."""
_RACK = 7
_SHORTEST, _LONGEST = 3, 12
"""Other words a player does not trust."""
_ENOUGH = 12
"""A player looks at so many possible turns and takes the best."""
_SCRIPT = DemoScript.beside(__file__)


class _BoardTakenDown(Seats):
    """The game as it runs."""

    best: tuple[Square, ...] = ()
    """What who is to move would take."""
    script = _SCRIPT

    def act(self, player: SimulatedPlayer, known: TurnMail) -> None:
        self.best = max(
            self.found(known), key=lambda taken: points_of(known.board, taken, known.tiles)
        )
        super().act(player, known)

    def move(self, player: SimulatedPlayer, known: TurnMail) -> str:  # noqa: ARG002  he has looked
        return self.by_squares(self.best)

    def said(self, what: str, player: SimulatedPlayer, known: TurnMail) -> str:
        match what:
            case "by_word":
                named = (self.by_word(each, known) for each in (*self.found(known), self.best))
                return next(filter(None, named), "")
            case "wrong":
                return self.by_squares(next(self.wrong(known.board)))
            case _:
                return super().said(what, player, known)

    def found(self, known: TurnMail) -> list[tuple[Square, ...]]:
        """Return the turns that a player sees: he begins with any word of the board."""
        words = list(runs_of(known.board))
        self.demo.rng.shuffle(words)
        listed = self.is_listed
        seen = list(islice(_legal(known.board, words, _stretches, listed), _ENOUGH))
        return seen or list(islice(_legal(known.board, words, _all_of, listed), 1))

    def is_listed(self, word: str) -> bool:
        """Tell whether a player trusts a word."""
        return _SHORTEST <= len(word) <= _LONGEST and word in listed_words(self.game.rules)

    def wrong(self, board: Board) -> Iterator[tuple[Square, ...]]:
        """Yield single tiles that may not be taken."""
        referee = Unscrabble(frozenset(runs_of(board)), self.is_listed)
        for tile in board.tiles:
            if referee.faults(board, (tile.square,), NOWHERE):
                yield (tile.square,)

    def by_squares(self, taken: Sequence[Square]) -> str:
        """Return `NIMM A1 A2`."""
        return f"{self.demo.speech.orders.take} {' '.join(square_name(each, Axes.ROWS) for each in taken)}"

    def by_word(self, taken: Sequence[Square], known: TurnMail) -> str:
        """Return `NIMM RUCK aus RUCKEN`; "" where that does not say which tiles are meant."""
        orders = self.demo.speech.orders
        texts = [word.word for word in runs_of(known.board)]
        for word in runs_of(known.board):
            letters = "".join(known.board.letter(each) or "" for each in taken)
            if set(taken) <= set(word.squares) and texts.count(word.word) == 1:
                is_clear = len(letters) > 1 and word.word.count(letters) == 1
                return f"{orders.take} {letters} {orders.from_} {word.word}" if is_clear else ""
        return ""


class TakingShow(ByTurns):
    """Two who take tiles from a full board."""

    script = _SCRIPT
    seats = _BoardTakenDown

    def tables(self, plan: Plan) -> Mapping[str, Mapping[str, object]]:
        tiles = plan.means.tile_set
        return {"game.start": {"board": "\n".join(map(tiles.shown, full_board(plan).rows))}}


SHOW = TakingShow()


def full_board(plan: Plan) -> Board:
    """Return a board with words such as a game leaves: what there is to be taken down."""
    rng = Random(plan.seed)  # noqa: S311  a board to begin with, no secret
    rules, _ = SWITCHES.read(variants()["classic"], given=given_in(plan))
    tiles = rules.tiles
    bag, board, rack = tiles.all_tiles, Board(), ""
    search = search_for(rules, {})
    for _ in range(_WORDS):
        drawn = rng.sample(bag, _RACK - len(rack))
        bag, rack = tiles.without(bag, drawn), tiles.in_order(rack + "".join(drawn))
        found = next(iter(search.all_moves(board, rack)), None)
        if found is None:
            break
        laid = found.new_tiles(board)
        board, rack = board.lay(laid), tiles.without(rack, [tile.tile for tile in laid])
    return board


_Ways = Callable[[LyingWord], Iterator[tuple[Square, ...]]]


def _stretches(word: LyingWord) -> Iterator[tuple[Square, ...]]:
    """Yield the tiles that lie side by side in a word, most of them first."""
    squares = word.squares
    for count in range(min(MOST_TAKEN, len(squares)), 0, -1):
        for at in range(len(squares) - count + 1):
            yield squares[at : at + count]


def _all_of(word: LyingWord) -> Iterator[tuple[Square, ...]]:
    for count in range(1, MOST_TAKEN + 1):
        yield from combinations(word.squares, count)


def _legal(
    board: Board, words: Sequence[LyingWord], ways: _Ways, is_listed: Callable[[str], bool]
) -> Iterator[tuple[Square, ...]]:
    referee = Unscrabble(frozenset(runs_of(board)), is_listed)
    for word in words:
        for taken in ways(word):
            if not referee.faults(board, taken, NOWHERE):
                yield taken
