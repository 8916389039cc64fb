"""What lies in a game in turns, as its mails and pages show it: on a board, where its kind says nothing else."""

from typing import Any, ClassVar, cast

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.by_turns import contents
from mailref.games.by_turns.game import SeatedGame
from mailref.games.by_turns.history import ToldTurn
from mailref.games.kind import kind_named, kind_of, part
from mailref.report.picture import SHOWN, SQUARE, BoardView, PiecesView, PlacedFace
from mailref.tiles.board import Board, Square
from mailref.writing import document
from mailref.writing import scene as views
from mailref.writing.archive import ArchiveMeans, Drawing, Picture

MOST_SAID = 1500
"""So long is what is said of a picture."""
Drawn = tuple[Picture | None, Drawing | None]
"""A picture of an archive; None: there is none."""


class Figures(Struct, frozen=True):
    """What lies in a game, as its mails show it; a kind extends this class where something else than a board lies."""

    face: contents.TurnFace
    words: views.Words
    fact: ClassVar[str] = "fact_bag"
    """How the sheet calls what is left."""
    letters: ClassVar[str] = "letters_not_laid"
    """How it calls the letters that it counts."""

    @property
    def lies(self) -> Any:
        """Return what lies."""
        return self.face.lies

    def view(self) -> BoardView | PiecesView:
        """Return what lies, for a picture."""
        return self.board()

    def board(self) -> BoardView:
        """Return the board as it lies, the last play marked; one that may be challenged otherwise."""
        face, rules, none = self.face, self.face.rules, frozenset[Square]()
        is_open = face.open_play is not None and bool(face.open_play.words)
        last = face.history.turns[-1] if face.history.turns else None
        return BoardView(
            self.lies.board,
            rules.axes,
            self.words.premiums,
            marked=none if is_open else face.marked,
            still_open=face.marked if is_open else none,
            swapped=none if last is None or last.is_taken_back else frozenset(last.swaps),
            start=rules.start if self.lies.board.is_empty else None,
            layout=rules.layout,
            tiles=rules.tiles,
        )

    def figure(self, caption: str = "") -> document.Figure:
        """Return what lies open, by default after the last turn."""
        turns, words = self.face.history.turns, self.words
        last = words.phrase("board_after_turn", turns[-1].number) if turns else ""
        return views.board_figure(self.board(), words, caption or last or words.phrase("board_now"))

    def proposed(self, order: contents.ShownOrder, board: Board) -> document.Figure:
        """Return the *board* with a move of the reader."""
        new = order.scored.new_tiles if order.scored is not None else ()
        view = replace(self.board(), board=board, proposal=new)
        return views.board_figure(view, self.words, self.words.phrase("board_proposed", None))

    def rack(self, rack: str) -> document.Figure:
        """Return the letters of the reader."""
        return views.tiles_figure(rack, self.words, self.face.rules.tiles, "your_letters")

    def to_copy(self) -> tuple[str, ...]:
        """Return the lines in which a player writes a move."""
        blank = "__ __"
        chooses = self.face.rules.chooses_letters
        return (f"{self.words.label('choose')} __", blank) if chooses else (blank,)

    def left(self) -> str:
        """Return how much is left."""
        return self.words.phrase("tiles", self.lies.bag)

    def not_laid(self) -> str:
        """Return the tiles that do not lie on the board; nothing where they are not counted."""
        tiles = self.face.rules.tiles
        return tiles.without(tiles.all_tiles, [tile.tile for tile in self.lies.board.tiles])

    def counted(self) -> str:
        """Return the tiles that the sheet counts."""
        return self.not_laid()

    @staticmethod
    def after(turn: ToldTurn, game: SeatedGame, means: ArchiveMeans) -> Drawn:
        """Return the board after a play, with the play marked."""
        if turn.board is None or turn.scored is None:
            return None, None
        new = frozenset(tile.square for tile in turn.scored.new_tiles)
        return board_after(turn, turn.board, game, means, marked=new, swapped=frozenset(turn.swaps))


class WithoutBoard(Figures, frozen=True):
    """The same where nothing lies on a board: no picture, no tile left; a kind may say what `figure` shows."""

    fact = ""

    def figure(self, caption: str = "") -> document.Figure:  # noqa: ARG002  nothing is shown
        return document.NothingFigure()

    def to_copy(self) -> tuple[str, ...]:
        return ("__",)

    def view(self) -> PiecesView:
        return NothingLies()

    def left(self) -> str:
        return ""

    def not_laid(self) -> str:
        return ""

    @staticmethod
    def after(turn: ToldTurn, game: SeatedGame, means: ArchiveMeans) -> Drawn:  # noqa: ARG004  whatever it was
        return None, None


class NothingLies(PiecesView, frozen=True):
    """A picture of no piece."""

    @property
    def width(self) -> int:
        return SQUARE

    @property
    def height(self) -> int:
        return SQUARE

    @property
    def pieces(self) -> tuple[PlacedFace, ...]:
        return ()


def board_after(
    turn: ToldTurn, board: Board, game: SeatedGame, means: ArchiveMeans, **marks: Any
) -> tuple[Picture, Drawing]:
    """Return the board after a turn with what is marked on it."""
    rules = game.rules
    view = BoardView(
        board, rules.axes, means.words.premiums, layout=rules.layout, tiles=rules.tiles, **marks
    )
    caption = means.words.phrase("board_after_turn", turn.number)
    alt = f"{caption} {views.position_in_words(view, means.words)}"
    name = f"turn-{turn.number:03}.png"
    return Picture(name, alt, SHOWN, SHOWN), means.board(view)


def figures_of(face: contents.TurnFace, words: views.Words) -> Figures:
    """Return how the mails of a game show what lies: `FIGURES` of the part `figures` of its kind, if it has one."""
    own = part(kind_named(face.rules.family), "figures").FIGURES
    if own is Figures and not face.has_board:
        own = WithoutBoard
    return cast(Figures, own(face, words))


def picture_after(turn: ToldTurn, game: SeatedGame, means: ArchiveMeans) -> Drawn:
    """Return what lay after a turn, as an archive shows it; nothing where its play came off: it lies as before."""
    if turn.is_taken_back:
        return None, None
    return cast(Drawn, part(kind_of(game), "figures").FIGURES.after(turn, game, means))


def as_pictured(turn: ToldTurn, game: SeatedGame) -> ToldTurn:
    """Return a turn as far as its picture shows it: on a board it is the same whatever became of the play since."""
    if part(kind_of(game), "figures").FIGURES.after is not Figures.after:
        return turn
    return ToldTurn(
        turn.number,
        "",
        turn.kind,
        scored=turn.scored,
        swaps=turn.swaps,
        board=turn.board,
        is_taken_back=turn.is_taken_back,
    )


FIGURES = Figures
