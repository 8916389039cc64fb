"""A game of Un-Scrabble that plays itself: two players take a full board apart, word by word.

Which tiles still lie, and whose move it is, each reads in his newest mail. What happens beside good
moves stands in a table, by the number of the turn.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from enum import StrEnum
from itertools import combinations, islice
from random import Random
from typing import Self

from mailref.demo.players import SimulatedPlayer
from mailref.demo.seats import Seats
from mailref.demo.stage import RunningDemo
from mailref.demo.table_moves import is_listed
from mailref.rules.board import (
    FREE,
    SIZE,
    Axes,
    Board,
    Square,
    square_name,
)
from mailref.rules.moves import TextSpan
from mailref.rules.turns.unscrabble import MOST_TAKEN, LyingWord, Unscrabble, points_of, runs_of

_TAG = re.compile(r"\[demo Z(\d+)\]")
_ROW = re.compile(rf"^ +[A-O] \|(.{{{3 * SIZE}}})\| [A-O]$", re.MULTILINE)
_MINE = re.compile(r"^Am Zug: +du,", re.MULTILINE)
_NOWHERE = TextSpan(1, 1, "")
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


_TWISTS: Mapping[int, TakingTwist] = {
    2: TakingTwist.BY_WORD,
    3: TakingTwist.CUTS,
    4: TakingTwist.NO_PASS,
    6: TakingTwist.SILENCE,
}
"""By the number of the turn."""


@dataclass(frozen=True, slots=True)
class TakingMail:
    """What a mail tells the player who got it."""

    mail: EmailMessage
    number: int
    board: Board
    is_mine: bool

    @classmethod
    def read(cls, mail: EmailMessage) -> Self | None:
        """Return what stands in a turn's mail; None for any other mail."""
        part, tag = mail.get_body(("plain",)), _TAG.search(str(mail["Subject"]))
        text = str(part.get_content()).replace("\r\n", "\n") if part is not None else ""
        rows = _ROW.findall(text)
        if tag is None or mail["Auto-Submitted"] != "auto-generated" or not rows:
            return None
        return cls(
            mail=mail,
            number=int(tag[1]),
            board=Board.from_rows([_cells(row) for row in rows[:SIZE]]),
            is_mine=_MINE.search(text) is not None,
        )


def _cells(row: str) -> str:
    """Return a row of the board as it is printed; what was just taken stands in curly brackets."""
    cells = (row[at : at + 3] for at in range(0, 3 * SIZE, 3))
    return "".join(c[1] if c[1].isalpha() and c[0] != "{" else FREE for c in cells)


@dataclass(slots=True)
class _BoardTakenDown(Seats[TakingMail]):
    """The game as it runs."""

    def read(self, mail: EmailMessage) -> TakingMail | None:
        return TakingMail.read(mail)

    def act(self, player: SimulatedPlayer, known: TakingMail) -> None:
        twist = _TWISTS.get(known.number) if self.is_first_try(known.number) else None
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


def play_taking_down(
    demo: RunningDemo,
    players: tuple[SimulatedPlayer, ...],
    rng: Random,
    progress: Callable[[str], None],
) -> None:
    """Play until nothing can be taken any more, or for as many turns as planned."""
    _BoardTakenDown(demo, players, rng).play(progress)


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
    referee = Unscrabble(frozenset(runs_of(board)), is_listed)
    for word in words:
        for taken in ways(word):
            if not referee.faults(board, taken, _NOWHERE):
                yield taken


def _wrong(board: Board) -> Iterator[tuple[Square, ...]]:
    """Yield single tiles that may not be taken."""
    referee = Unscrabble(frozenset(runs_of(board)), is_listed)
    for tile in board.tiles:
        if referee.faults(board, (tile.square,), _NOWHERE):
            yield (tile.square,)


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
