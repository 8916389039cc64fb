"""What lies in a game of Un-Scrabble, as its mails and pages show it: the board, and what was just taken off it."""

from msgspec.structs import replace

from mailref.games.by_turns.contents import ShownOrder
from mailref.games.by_turns.figures import MOST_SAID, Drawn, Figures, board_after
from mailref.games.by_turns.game import SeatedGame
from mailref.games.by_turns.history import ToldTurn
from mailref.games.unscrabble.history import ShownTaking, TakingTurn
from mailref.report.picture import BoardView
from mailref.tiles.board import Board
from mailref.writing.archive import ArchiveMeans
from mailref.writing.document import Figure
from mailref.writing.never_a_move import one_line
from mailref.writing.scene import board_figure, position_in_words


class TakingFigures(Figures, frozen=True):
    """What lies in a game of Un-Scrabble."""

    fact = "fact_left"
    letters = "letters_lying"

    def board(self) -> BoardView:
        return replace(super().board(), gone=self.lies.gone)

    def proposed(self, order: ShownOrder, board: Board) -> Figure:
        """Return the *board* where tiles are to be taken, in words without them."""
        words, caption = self.words, self.words.phrase("board_without")
        left = replace(self.board(), board=board, gone=())
        off = order.off.tiles if isinstance(order, ShownTaking) and order.off else ()
        figure = board_figure(replace(left, proposal=off), words, caption)
        return replace(
            figure, alt=one_line(f"{caption} {position_in_words(left, words)}", MOST_SAID)
        )

    def to_copy(self) -> tuple[str, ...]:
        return (f"{self.words.label('take')} __",)

    def left(self) -> str:
        return self.words.phrase("tiles", len(self.lies.tiles))

    def not_laid(self) -> str:
        return ""

    def counted(self) -> str:
        tiles: str = self.lies.tiles
        return tiles

    @staticmethod
    def after(turn: ToldTurn, game: SeatedGame, means: ArchiveMeans) -> Drawn:
        if not isinstance(turn, TakingTurn) or turn.board is None or turn.off is None:
            return None, None
        gone = () if turn.is_taken_back else turn.off.tiles
        return board_after(turn, turn.board, game, means, gone=gone)


FIGURES = TakingFigures
