"""Lines of a mail to the answer that a player gives to the task of a round.

A kind says what a line answers; here it is told which line is meant. An answer in a line of its own
counts, with a label before it too; two different ones are asked back, and so is one that is taken back.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar

from msgspec import Struct

from mailref.games.by_rounds.tasks.kind import TaskKind
from mailref.games.kind import kind_named
from mailref.orders.commands import SIGNATURE, is_closing, is_greeting
from mailref.orders.entries import Entry, Habits, SectionReader, Written
from mailref.orders.sections import unsays
from mailref.orders.shapes import is_barred
from mailref.reading.incoming_mail import Line
from mailref.tiles.board import Notation
from mailref.tiles.moves import TextSpan, worded

_LABEL = worded(r"\W*(?:{my_answer}\s+)?{answer_called}\s*(?:[:=]|\s{answer_is}\b:?)\s*")
"""`Antwort:`, `Mein Wort ist`, `My answer:`."""
_LONGEST = 200


class WrittenAnswer(Struct, Written, frozen=True):
    """The answer that a mail gives."""

    answer: str
    at: TextSpan
    other_at: TextSpan | None = None
    """Another answer: which is meant is asked."""
    taken_back_at: TextSpan | None = None
    """A line below it that takes it back or changes it."""

    is_words: ClassVar[bool] = True

    @property
    def span(self) -> TextSpan:
        return self.at

    @property
    def asked(self) -> object:
        return self.answer

    @property
    def said(self) -> str:
        return self.answer

    @property
    def unread_at(self) -> TextSpan | None:
        return self.taken_back_at


def answer_in(entry: Entry | None) -> WrittenAnswer | None:
    """Return the answer that an entry gives; None where it gives none."""
    written = entry.written if entry is not None else None
    return written if isinstance(written, WrittenAnswer) else None


def habits(rules: Any) -> Habits:
    """Return how the players of such a game write."""
    return Habits(rules.notation, are_numbered=False, reader=reader_of(rules.family))


@cache
def reader_of(family: str) -> type[SectionReader]:
    """Return the reader of games of a kind."""
    return type("TaskReader", (_TaskReader,), {"kind": kind_named(family)})


class _TaskReader(SectionReader):
    """Reads the lines of mails in games of one kind."""

    kind: ClassVar[TaskKind[Any]]
    asks_for_words = True

    def recognises(self, line: Line, notation: Notation) -> bool:  # noqa: ARG002  there are no squares
        """Tell whether a line gives an answer beyond doubt: with a label, or shouted."""
        labelled, text = _without_label(line.text)
        return (labelled or text.isupper()) and self._answer(line) is not None

    def written(self, lines: Sequence[Line], notation: Notation) -> WrittenAnswer | None:
        """Return the answer that *lines* give; None where they give none."""
        found: list[tuple[str, TextSpan, bool]] = []
        taken_back: TextSpan | None = None
        for line in lines:
            if is_closing(line.text) or line.text == SIGNATURE:
                break
            answer = self._answer(line)
            if answer is not None:
                found.append((answer, line.whole, self.recognises(line, notation)))
            elif found and unsays(line.text, is_right_below=True):
                taken_back = taken_back or line.whole
        sure = [each for each in found if each[2]] or found
        if not sure:
            return None
        answer, at, _ = sure[0]
        other = next((each[1] for each in sure[1:] if each[0] != answer), None)
        return WrittenAnswer(answer, at, other, taken_back)

    def _answer(self, line: Line) -> str | None:
        labelled, text = _without_label(line.text)
        if not text or len(line.text) > _LONGEST or is_barred(line.text):
            return None
        if not labelled and is_greeting(text):
            return None
        return self.kind.answer_in(text)


def _without_label(text: str) -> tuple[bool, str]:
    """Return whether a label stands before an answer, and what stands behind it."""
    at = _LABEL.match(text)
    return at is not None, text[at.end() if at else 0 :].strip()
