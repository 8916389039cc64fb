"""Who reads the orders of each kind of game."""

from msgspec import Struct, field

from mailref.games.bingo.lines import BingoReader
from mailref.games.rummikub.lines import TableReader
from mailref.games.solitaire.lines import ChoiceReader
from mailref.games.unscrabble.lines import TakingReader
from mailref.orders.entries import Habits
from mailref.orders.found_plays import could_be_play
from mailref.orders.turn_orders import OrderReader
from mailref.reading.incoming_mail import MOST_LINE_CHARACTERS, Line


class OrdersByGame(Struct, frozen=True):
    """Who reads orders on a board, at a table, where tiles are taken off, where letters are chosen, in Bingo."""

    board: OrderReader
    table: TableReader
    taking: TakingReader
    choice: ChoiceReader
    bingo: BingoReader = field(default_factory=BingoReader)

    def recognises(self, line: Line, habits: Habits) -> bool:
        """Tell whether a line asks for something by itself."""
        reader = self.bingo if habits.in_bingo else self.of(habits)
        return reader.recognises(line, habits.axes)

    def asks(self, line: Line, habits: Habits) -> bool:
        """Tell whether a line is all that a mail need say."""
        if habits.in_bingo:
            return self.bingo.read([line]) is not None
        if habits.in_turns:
            return not self.of(habits).read([line], habits.axes).is_empty
        return could_be_play(line.text[:MOST_LINE_CHARACTERS], habits.axes)

    def of(self, habits: Habits) -> OrderReader | TableReader:
        on_board = self.choice if habits.chooses else self.board
        return self.taking if habits.takes else self.table if habits.at_table else on_board
