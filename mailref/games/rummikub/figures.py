"""The table of WORT-Rummikub: its words as rows of tiles, the newest in two shades, the robbed words beside it.

As a picture and as text; and a rack. Rule for editors: each line of text begins with a number and a bar, so
that none can be read as a move, however it is quoted.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import wrap

from mailref.games.by_turns.figures import MOST_SAID, Drawn, Figures
from mailref.games.by_turns.game import SeatedGame
from mailref.games.by_turns.history import ToldTurn
from mailref.games.rummikub.history import OnTable, TableTurn, TableWord, table_words
from mailref.games.rummikub.rules import ChangedWord, holds
from mailref.report.picture import SQUARE, Coordinate, PiecesView, PlacedFace, TileFace, TileState
from mailref.writing.archive import ArchiveMeans, Picture
from mailref.writing.document import WIDTH as TEXT_WIDTH
from mailref.writing.document import TableFigure, TilesFigure
from mailref.writing.never_a_move import name_seen, one_line

WIDTH = 960
"""Of the picture in pixels; it is meant to be shown half as wide."""
_NUMBER = 54
"""What the number before a word takes."""
_GAP = 30
_ROW = SQUARE + 16
_SMALL = 40
"""The side of a tile in a word that stands beside."""
_MARGIN = 12


class TableView(PiecesView, frozen=True):
    """All words on the table, in the order laid."""

    words: tuple[TableWord, ...]
    is_open: bool
    """Whether the newest one may still be doubted: its own letters are drawn otherwise."""

    @property
    def width(self) -> int:
        return WIDTH

    @property
    def height(self) -> int:
        """Return how high the picture is: as its words need."""
        pieces = self.pieces
        return max((each.top + each.side for each in pieces), default=SQUARE) + _MARGIN

    @property
    def pieces(self) -> tuple[PlacedFace, ...]:
        """Return the tiles, and the number before each word, with their places."""
        own = TileState.OPEN if self.is_open else TileState.MARKED
        return tuple(_Layout(own).of(self.words))


class _Layout:
    """Words beside one another as far as they fit; the newest, with what it robbed, in a row of its own."""

    def __init__(self, own: TileState) -> None:
        self._left, self._top = 0, _MARGIN
        self._own = own

    def of(self, words: Sequence[TableWord]) -> Iterator[PlacedFace]:
        for number, word in enumerate(words, start=1):
            sources = word.made.sources if word.made is not None else ()
            if sources and self._left:
                self._next_row()
            yield from self._word(number, word)
            if sources:
                yield from self._beside(sources)
                self._next_row()

    def _next_row(self) -> None:
        self._left, self._top = 0, self._top + _ROW

    def _word(self, number: int, word: TableWord) -> Iterator[PlacedFace]:
        if self._left and self._left + _NUMBER + len(word.word) * SQUARE > WIDTH:
            self._next_row()
        yield PlacedFace(self._left, self._top, Coordinate(str(number), _NUMBER, SQUARE))
        self._left += _NUMBER
        for letter, state in zip(word.word, states_of(word, self._own), strict=True):
            yield PlacedFace(self._left, self._top, _tile(letter, state))
            self._left += SQUARE
        self._left += _GAP

    def _beside(self, sources: Sequence[ChangedWord]) -> Iterator[PlacedFace]:
        """Yield the words robbed, smaller, each with the letters that it gave."""
        down = (SQUARE - _SMALL) // 2
        for source in sources:
            if self._left + len(source.word) * _SMALL > WIDTH:
                self._next_row()
                self._left = _NUMBER
            taken = taken_places(source.word, source.left)
            for at, letter in enumerate(source.word):
                state = TileState.ROBBED if at in taken else TileState.LYING
                yield PlacedFace(self._left, self._top + down, _tile(letter, state), _SMALL)
                self._left += _SMALL
            self._left += _GAP


def states_of(word: TableWord, own: TileState) -> tuple[TileState, ...]:
    """Return how each letter of a word lies: those of the newest one are its *own*, or robbed."""
    if word.made is None:
        return (TileState.LYING,) * len(word.word)
    return tuple(own if source is None else TileState.ROBBED for source in word.made.origins)


def _tile(letter: str, state: TileState) -> TileFace:
    return TileFace(letter, 0, is_blank=False, state=state)


def taken_places(word: str, left: str) -> frozenset[int]:
    """Return where the letters stood that are gone from *word*: what is left keeps its order.

    >>> sorted(taken_places("LIEBEN", "EBEN"))
    [0, 1]
    """
    gone = Counter(word) - Counter(left)
    found: set[int] = set()
    rest = left
    for at, letter in enumerate(word):
        if gone[letter] and holds(word[at + 1 :], rest):
            gone[letter] -= 1
            found.add(at)
        else:
            rest = rest[1:]
    return frozenset(found)


_WIDEST_WORD = 15


def _lines(words: Sequence[tuple[str, str]], width: int) -> Iterator[str]:
    """Yield a line for each word, behind its number and a bar; what is said breaks under itself."""
    longest = min(_WIDEST_WORD, max((len(word) for word, _ in words), default=0))
    for number, (word, said) in enumerate(words, start=1):
        head = f" {number:>2} | {word:<{longest}}"
        room = width - len(head) - 2
        text = " ".join(said.split())
        pieces = wrap(text, room, break_long_words=False, break_on_hyphens=False) or [""]
        yield f"{head}  {pieces[0]}".rstrip()
        yield from (f"    | {'':<{longest}}  {piece}".rstrip() for piece in pieces[1:])


class TableFigures(Figures, frozen=True):
    """What lies in a game of WORT-Rummikub: words, and stacks."""

    fact = "fact_stacks"

    @property
    def _is_open(self) -> bool:
        return self.face.open_play is not None and bool(self.face.open_play.words)

    def view(self) -> TableView:
        return TableView(words=self.lies.words, is_open=self._is_open)

    def figure(self, caption: str = "") -> TableFigure:  # noqa: ARG002  it says itself what it shows
        """Return the table after a turn, with what is said of each word beside it."""
        lies: OnTable = self.lies
        words, turns = self.words, self.face.history.turns
        by = name_seen(lies.by)
        changed = any(each.made is not None and each.made.sources for each in lies.words)
        said = [
            (each.word, words.of("rummikub/phrases", "beside", each, by)) for each in lies.words
        ]
        number = turns[-1].number if turns else 0
        title = words.of("rummikub/phrases", "caption", number, len(lies.words))
        listed = [" ".join(each).rstrip() for each in said]
        return TableFigure(
            view=self.view(),
            alt=one_line(f"{title} {'; '.join(listed)}", MOST_SAID),
            caption=title,
            legend=words.of("rummikub/phrases", "legend") if changed else "",
            lines=tuple(_lines(said, TEXT_WIDTH)),
        )

    def rack(self, rack: str) -> TilesFigure:
        """Return a rack: its tiles have no values."""
        tiles = tuple((letter, None) for letter in rack)
        return TilesFigure(self.words.label("your_letters"), tiles)

    def to_copy(self) -> tuple[str, ...]:
        return ("__",)

    def left(self) -> str:
        return self.words.of("rummikub/phrases", "stacks", self.lies)

    def not_laid(self) -> str:
        return ""

    @staticmethod
    def after(turn: ToldTurn, game: SeatedGame, means: ArchiveMeans) -> Drawn:  # noqa: ARG004  of the turn it is
        """Return the table after a word; one that was taken back is told without a picture."""
        if not isinstance(turn, TableTurn) or turn.made is None or turn.table is None:
            return None, None
        then = turn.table
        if turn.is_taken_back:
            return None, None
        view = TableView(words=tuple(table_words(then.words, turn)), is_open=False)
        caption = means.words.of("rummikub/phrases", "caption", turn.number, len(then.words))
        alt = f"{caption} {', '.join(then.words)}"
        picture = Picture(f"turn-{turn.number:03}.png", alt, view.width // 2, view.height // 2)
        return picture, means.pieces(view)


FIGURES = TableFigures
