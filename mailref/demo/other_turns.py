"""Games in turns that play themselves beside the classic one: WORT-Rummikub, Un-Scrabble; two players each.

At the table: table, rack, stacks, open words and whose move it is, with words to lay, to extend and to rob
for. On the board: which tiles still lie, and it is taken apart word by word. What happens beside good moves
stands in a table, by the number of the turn.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from email.message import EmailMessage
from enum import StrEnum
from functools import cache
from itertools import combinations, islice
from random import Random
from typing import Self

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from mailref import assets
from mailref.demo.players import SimulatedPlayer
from mailref.demo.stage import RunningDemo
from mailref.demo.turns import MINE, OPEN_WORD, ROW, Seats, rack_in, text_of, turn_of
from mailref.games.unscrabble.rules import MOST_TAKEN, LyingWord, Unscrabble, points_of, runs_of
from mailref.tiles.board import ALPHABET, FREE, SIZE, Axes, Board, Square, square_name
from mailref.tiles.moves import TextSpan

_SHORTEST, _LONGEST = 3, 12


class FoundWord(Struct, frozen=True):
    """A move, as a player writes it, and what it brings."""

    word: str
    written: str


class _Listed(Struct, frozen=True):
    """The words that fit on the table, the longest first, with what finds those that letters make."""

    words: tuple[str, ...]
    known: frozenset[str]
    marks: NDArray[np.int64]


@cache
def _listed() -> _Listed:
    """Return the list, written in capitals."""
    listed = assets.word_list().decode().split()
    fitting = {word for word in listed if _SHORTEST <= len(word) <= _LONGEST}
    words = tuple(sorted(fitting, key=lambda word: (-len(word), word)))
    marks = np.fromiter(map(_marks, words), np.int64, len(words))
    return _Listed(words, frozenset(words), marks)


def _marks(letters: str) -> int:
    """Return a bit for the first and one for the second of each letter: those of 29 letters fit in 64 bits.

    A word whose marks *letters* has not all cannot be made of them.
    """
    found, again = 0, 0
    for letter in letters:
        bit = 1 << ALPHABET.index(letter)
        again |= found & bit
        found |= bit
    return found | again << len(ALPHABET)


def is_listed(word: str) -> bool:
    """Tell whether a word stands in the list."""
    return word in _listed().known


def words_from(rack: str, least: int, without: Collection[str] = ()) -> Iterator[FoundWord]:
    """Yield the words that a rack lays, the longest first."""
    for word in _made_of(rack):
        if len(word) >= least and word not in without:
            yield FoundWord(word, f"LEGE {word}\n")


def changes(rack: str, table: Sequence[str], without: Collection[str] = ()) -> Iterator[FoundWord]:
    """Yield what can be made of the table with a rack: extensions, then words that rob one letter."""
    for old in sorted(table, key=len, reverse=True):
        for word in _made_of(rack + old, old):
            if old in word and word != old and word not in without:
                yield FoundWord(word, f"{word} aus {old}\n")
                break
    for old in table:
        for at, letter in enumerate(old):
            left = old[:at] + old[at + 1 :]
            if old.count(letter) > 1 or len(left) < _SHORTEST or not is_listed(left):
                continue
            for word in _made_of(rack + letter, letter):
                is_new = word not in without and word not in table
                if is_new and Counter(word) - Counter(letter):
                    yield FoundWord(word, f"{word}: {letter} aus {old}\n")
                    break


def _made_of(letters: str, least: str = "") -> Iterator[str]:
    """Yield the words that *letters* make with all of *least* among them, the longest first."""
    listed, have, wanted = _listed(), Counter(letters), _marks(least)
    fits = (listed.marks & ~_marks(letters) == 0) & (listed.marks & wanted == wanted)
    for at in np.flatnonzero(fits):
        word = listed.words[at]
        if not Counter(word) - have:
            yield word


_WORD = re.compile(r"^ +\d+ \| ([A-ZÄÖÜ]+)", re.MULTILINE)
_NEED = re.compile(r"mindestens (\d+) Buchstaben?, alle von deiner")
_STACK = re.compile(r"Nummer (\d) zeigt ([A-ZÄÖÜ])")
_LEAST = 3
_RANKED = 3
_VOWELS = "AEIOUÄÖÜ"


class TableTwist(StrEnum):
    """What the player to move does instead of laying the best word he sees."""

    NO_WORD = "no word"
    """He lays what stands in no list."""
    DOUBT = "doubt"
    """He doubts the word before, where the mail offers that; then he moves."""
    WISH = "wish"
    """He says which letters he wants, with his move."""
    SILENCE = "silence"
    """He lets his time run out."""


_TABLE_TWISTS: Mapping[int, TableTwist] = {
    3: TableTwist.NO_WORD,
    4: TableTwist.DOUBT,
    5: TableTwist.WISH,
    6: TableTwist.DOUBT,
    9: TableTwist.SILENCE,
}
"""By the number of the turn: the word of turn 3 is doubted rightly, that of turn 5 in vain."""


class TableMail(Struct, frozen=True):
    """What a mail tells the player who got it."""

    mail: EmailMessage
    number: int
    table: tuple[str, ...]
    rack: str
    tops: Mapping[str, str]
    """The open tiles, by the number of their stack."""
    need: int
    is_mine: bool
    open_word: str
    """A word that may be doubted; "" if none."""
    only_accepts: bool
    is_refilled: bool
    """Whether tiles will be taken for the word before, from the first stacks on, before he moves."""

    @classmethod
    def read(cls, mail: EmailMessage) -> Self | None:
        """Return what stands in a turn's mail; None for any other mail."""
        text, number = text_of(mail), turn_of(mail)
        if number is None:
            return None
        sentences = " ".join(text.split())
        need, word = _NEED.search(sentences), OPEN_WORD.search(sentences)
        return cls(
            mail=mail,
            number=number,
            table=tuple(_WORD.findall(text)),
            rack=rack_in(text),
            tops=dict(_STACK.findall(sentences)),
            need=int(need[1]) if need else _LEAST,
            is_mine=MINE.search(text) is not None,
            open_word=word[1] if word else "",
            only_accepts="Ziehen kann deshalb niemand mehr" in sentences,
            is_refilled="nimmt davon noch" in sentences,
        )


class _StacksTable(Seats[TableMail]):
    """The game as it runs, and which words have lain."""

    laid: set[str] = field(default_factory=set)

    def read(self, mail: EmailMessage) -> TableMail | None:
        known = TableMail.read(mail)
        if known is not None:
            self.laid.update(known.table)
        return known

    def act(self, player: SimulatedPlayer, known: TableMail) -> None:
        twist = _TABLE_TWISTS.get(known.number) if self.is_first_try(known.number) else None
        if known.only_accepts:
            self.write(player, known, "ANNEHMEN\n")
            return
        match twist:
            case TableTwist.SILENCE:
                self.let_time_pass()
            case TableTwist.DOUBT if known.open_word:
                self.write(player, known, f"ZWEIFLE AN: {known.open_word}\n")
            case TableTwist.NO_WORD:
                self.write(player, known, _nonsense(self, known))
            case TableTwist.WISH:
                self.write(player, known, f"{_good_move(self, known)}WUNSCH: E N R S T A\n")
            case _:
                self.write(player, known, _good_move(self, known))

    def found(self, known: TableMail) -> list[FoundWord]:
        """Return the moves that a player sees, the longest words first."""
        changed = () if known.need > _LEAST else changes(known.rack, known.table, self.laid)
        laid = islice(words_from(known.rack, known.need, self.laid), _RANKED)
        return sorted((*changed, *laid), key=lambda each: -len(each.word))


def play_at_table(
    demo: RunningDemo,
    players: tuple[SimulatedPlayer, ...],
    rng: Random,
    progress: Callable[[str], None],
) -> None:
    """Play until the game ends by itself or has had as many turns as planned."""
    _StacksTable(demo, players, rng).play(progress)


def _good_move(table: _StacksTable, known: TableMail) -> str:
    found = table.found(known)
    if found:
        reach = min(_RANKED, len(found))
        return found[table.rng.randrange(reach)].written
    return _taken(known)


def _taken(known: TableMail) -> str:
    """Return the taking of a tile: a vowel where the rack has few."""
    if not known.tops:
        return "PASSE\n"
    if known.is_refilled:
        return f"NIMM {max(known.tops)}\n"
    wants = sum(tile in _VOWELS for tile in known.rack) * 2 < len(known.rack)
    fitting = [stack for stack, tile in known.tops.items() if (tile in _VOWELS) is wants]
    return f"NIMM {(fitting or list(known.tops))[0]}\n"


def _nonsense(table: _StacksTable, known: TableMail) -> str:
    """Return a word that no list knows, of letters that the player has."""
    for found in words_from(known.rack, known.need, table.laid):
        word = found.word[::-1]
        if not is_listed(word):
            return f"LEGE {word}\n"
    return _good_move(table, known)


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
        text, number = text_of(mail), turn_of(mail)
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
