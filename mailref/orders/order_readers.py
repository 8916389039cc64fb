"""Who reads the lines of one mail: for each way of writing its reader, made when it is first needed."""

from mailref.orders.entries import Habits, SectionReader
from mailref.orders.found_plays import could_be_play
from mailref.orders.order_lines import Grammars
from mailref.orders.written import Wish
from mailref.reading.incoming_mail import MOST_LINE_CHARACTERS, Line


class Readers:
    """The readers of one mail; each of them remembers what it has read."""

    def __init__(self, grammars: Grammars) -> None:
        self._grammars = grammars
        self._made: dict[type[SectionReader], SectionReader] = {}

    def of(self, habits: Habits) -> SectionReader | None:
        """Return who reads lines together; None where each is a play by itself."""
        if habits.reader is None:
            return None
        if habits.reader not in self._made:
            self._made[habits.reader] = habits.reader(self._grammars)
        return self._made[habits.reader]

    def asks(self, line: Line, habits: Habits) -> bool:
        """Tell whether a line is all that a mail need say."""
        reader = self.of(habits)
        if reader is None:
            return could_be_play(line.text[:MOST_LINE_CHARACTERS], habits.axes)
        return reader.written([line], habits.axes) is not None

    def wish_in(self, line: Line) -> Wish | None:
        """Return from which bags a line wants tiles; None if it says nothing of that."""
        found = self._grammars.orders.read(line, ("wish",))
        return found if isinstance(found, Wish) else None
