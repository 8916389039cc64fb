"""A game of Un-Scrabble that plays itself: a full board taken down by two, word by word.

Each knows which tiles still lie, and whose move it is. What happens beside good moves stands in a table, by
the number of the turn.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from email.message import EmailMessage
from enum import StrEnum
from itertools import combinations, islice
from random import Random
from typing import ClassVar, Self

from msgspec import Struct

from mailref.demo.players import SimulatedPlayer
from mailref.demo.stage import Plan
from mailref.games.by_turns.demo import (
    MINE,
    ROW,
    ByTurns,
    Seats,
    listed_words,
    said_in,
    turn_of,
)
from mailref.games.by_turns.switches import SWITCHES
from mailref.games.unscrabble.rules import MOST_TAKEN, LyingWord, Unscrabble, points_of, runs_of
from mailref.settings.load import variants
from mailref.tiles.board import (
    FREE,
    SIZE,
    TILES,
    Axes,
    Board,
    Square,
    in_order,
    square_name,
    without,
)
from mailref.tiles.moves import NOWHERE
from mailref.tops import search_for

_WORDS = 14
"""So many words lie on the full board."""
_RACK = 7
_SHORTEST, _LONGEST = 3, 12
"""Other words a player does not trust."""
_ENOUGH = 12
"""A player looks at so many possible turns and takes the best."""


class TakingTwist(StrEnum):
    """What the player to move does instead of taking the best tiles he sees."""

    CUTS = "cuts"
    """He takes tiles that leave what is no word, or fall apart; then he is answered and tries again."""
    NO_PASS = "no pass"  # noqa: S105  no password: he passes, though who can move must
    BY_WORD = "by word"
    """He names letters and the word in which they lie."""
    SILENCE = "silence"
    """He lets his time run out."""


_TAKING_TWISTS: Mapping[int, TakingTwist] = {
    2: TakingTwist.BY_WORD,
    3: TakingTwist.CUTS,
    4: TakingTwist.NO_PASS,
    6: TakingTwist.SILENCE,
}
"""By the number of the turn."""


class TakingMail(Struct, frozen=True):
    """What a mail tells the player who got it."""

    mail: EmailMessage
    number: int
    board: Board
    is_mine: bool

    @classmethod
    def read(cls, mail: EmailMessage) -> Self | None:
        """Return what stands in a turn's mail; None for any other mail."""
        text, number = said_in(mail), turn_of(mail)
        rows = ROW.findall(text)
        if number is None or not rows:
            return None
        return cls(
            mail=mail,
            number=number,
            board=Board.from_rows([_cells_left(row) for row in rows[:SIZE]]),
            is_mine=MINE.search(text) is not None,
        )


def _cells_left(row: str) -> str:
    """Return a row of the board as it is printed; what was just taken stands in curly brackets."""
    cells = (row[at : at + 3] for at in range(0, 3 * SIZE, 3))
    return "".join(c[1] if c[1].isalpha() and c[0] != "{" else FREE for c in cells)


class _BoardTakenDown(Seats[TakingMail]):
    """The game as it runs."""

    def read(self, mail: EmailMessage) -> TakingMail | None:
        return TakingMail.read(mail)

    def act(self, player: SimulatedPlayer, known: TakingMail) -> None:
        twist = _TAKING_TWISTS.get(known.number) if self.is_first_try(known.number) else None
        best = max(self.found(known), key=lambda taken: points_of(known.board, taken))
        match twist:
            case TakingTwist.SILENCE:
                self.let_time_pass()
            case TakingTwist.NO_PASS:
                self.write(player, known, "PASSE\n")
            case TakingTwist.CUTS:
                self.write(player, known, _by_squares(next(_wrong(known.board))))
            case TakingTwist.BY_WORD:
                named = next((each for each in self.found(known) if _by_word(each, known)), None)
                self.write(player, known, _by_word(named or best, known) or _by_squares(best))
            case _:
                self.write(player, known, _by_squares(best))

    def found(self, known: TakingMail) -> list[tuple[Square, ...]]:
        """Return the turns that a player sees: he begins with any word of the board."""
        words = list(runs_of(known.board))
        self.rng.shuffle(words)
        seen = list(islice(_legal(known.board, words, _stretches), _ENOUGH))
        return seen or list(islice(_legal(known.board, words, _all_of), 1))


class TakingShow(ByTurns):
    """Two who take tiles from a full board."""

    titles: ClassVar[Mapping[str, str]] = {"unscrabble": "Un-Scrabble"}
    seats = _BoardTakenDown
    has_racks = False

    def tables(self, plan: Plan) -> Mapping[str, Mapping[str, object]]:
        return {"game.start": {"board": "\n".join(full_board(plan.seed).rows)}}


SHOW = TakingShow()


def full_board(seed: int) -> Board:
    """Return a board with words such as a game leaves: what there is to be taken down."""
    rng = Random(seed)  # noqa: S311  a board to begin with, no secret
    bag, board, rack = TILES.all_tiles, Board(), ""
    rules, _ = SWITCHES.read(variants()["classic"])
    search = search_for(rules, {})
    for _ in range(_WORDS):
        drawn = rng.sample(bag, _RACK - len(rack))
        bag, rack = without(bag, drawn), in_order(rack + "".join(drawn))
        found = next(iter(search.all_moves(board, rack)), None)
        if found is None:
            break
        laid = found.new_tiles(board)
        board, rack = board.lay(laid), without(rack, [tile.tile for tile in laid])
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


def _legal(board: Board, words: Sequence[LyingWord], ways: _Ways) -> Iterator[tuple[Square, ...]]:
    referee = Unscrabble(frozenset(runs_of(board)), _is_listed)
    for word in words:
        for taken in ways(word):
            if not referee.faults(board, taken, NOWHERE):
                yield taken


def _wrong(board: Board) -> Iterator[tuple[Square, ...]]:
    """Yield single tiles that may not be taken."""
    referee = Unscrabble(frozenset(runs_of(board)), _is_listed)
    for tile in board.tiles:
        if referee.faults(board, (tile.square,), NOWHERE):
            yield (tile.square,)


def _is_listed(word: str) -> bool:
    return _SHORTEST <= len(word) <= _LONGEST and word in listed_words()


def _by_squares(taken: Sequence[Square]) -> str:
    return f"NIMM {' '.join(square_name(each, Axes.ROWS) for each in taken)}\n"


def _by_word(taken: Sequence[Square], known: TakingMail) -> str:
    """Return `NIMM RUCK aus RUCKEN`; "" where that does not say which tiles are meant."""
    texts = [word.word for word in runs_of(known.board)]
    for word in runs_of(known.board):
        letters = "".join(known.board.letter(each) or "" for each in taken)
        if set(taken) <= set(word.squares) and texts.count(word.word) == 1:
            is_clear = len(letters) > 1 and word.word.count(letters) == 1
            return f"NIMM {letters} aus {word.word}\n" if is_clear else ""
    return ""
