"""What lies in a race, as its mails show it: the sum."""

from mailref.games.by_turns.figures import WithoutBoard
from mailref.writing.document import ListFigure


class RaceFigures(WithoutBoard, frozen=True):
    def figure(self, caption: str = "") -> ListFigure:
        name = self.words.of("race/phrases", "sum")
        return ListFigure((name,), ((f"{self.lies.sum} / {self.lies.goal}",),))

    def to_copy(self) -> tuple[str, ...]:
        return (self.words.of("race/phrases", "copy"),)


FIGURES = RaceFigures
