"""What the pages of the archive are written from."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from jinja2 import Environment

from mailref.mail.replies.clean import one_line
from mailref.mail.replies.scene import Words
from mailref.report.picture import BoardPainter

_WORDS = "archive/words.j2"


@dataclass(frozen=True, slots=True)
class ArchiveMeans:
    """What the pages are made with."""

    words: Words
    """The language of the game."""
    pages: Environment
    """The templates of HTML."""
    painter: BoardPainter
    language: str
    zone: ZoneInfo

    def say(self, name: str, *args: object) -> str:
        """Return a sentence of the archive's own as plain text."""
        macro: object = getattr(self.words.environment.get_template(_WORDS).module, name)
        if not callable(macro):
            raise TypeError(f"{_WORDS} has no macro {name}")
        return one_line(str(macro(*args)))


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture beside the page, with what it says in words."""

    file: str
    alt: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Row:
    """A player in a round's table."""

    rank: int
    climbed: str
    """`+2`, `-1`, or nothing."""
    player: str
    move: str
    formula: str
    points: int
    extras: tuple[str, ...]
    """What the total holds beside the points: base, deduction, corrections."""
    total: int
    note: str
    is_winner: bool


@dataclass(frozen=True, slots=True)
class Fact:
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class RoundPage:
    """One closed round."""

    number: int
    file: str
    laid: str
    """What was laid, in a sentence."""
    letters: str
    tiles: tuple[tuple[str, int], ...]
    facts: tuple[Fact, ...]
    rows: tuple[Row, ...]
    board: Picture
    chart: Picture | None


@dataclass(frozen=True, slots=True)
class Place:
    """A row of the final or present table."""

    rank: int
    player: str
    total: int


@dataclass(frozen=True, slots=True)
class OpenRound:
    """The round that is being played: its letters and its ZAT."""

    number: int
    tiles: tuple[tuple[str, int], ...]
    zat: str
