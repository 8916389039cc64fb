"""What the game master must know or decide: words, ties, strangers' moves, faults of the settings."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from mailref.mail.replies.clean import lines_of
from mailref.mail.replies.figures import Figure, Quotation
from mailref.mail.replies.scene import Scene
from mailref.referee.owed import Notice, WordQuestions


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a line of the game master's: `done`, or why not, with the facts."""

    line: str
    code: str
    rest: str

    @property
    def moment(self) -> datetime | None:
        """Return the time that the facts name, if they name one."""
        return _moment(self.rest)


@dataclass(frozen=True, slots=True)
class Stranger:
    """A mail from an unknown address: its number, who sent it, when it arrived."""

    number: str
    sender: str
    received: datetime | None


def _moment(written: str) -> datetime | None:
    try:
        return datetime.fromisoformat(written)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class NoticeSeen:
    """The facts of a notice, by name and in order."""

    rows: tuple[tuple[str, str], ...]
    title: str
    zone: ZoneInfo | None

    @property
    def fates(self) -> tuple[Fate, ...]:
        """Return each instruction with what became of it."""
        parted = ((line, *fate.partition(" ")) for line, fate in self.rows)
        return tuple(Fate(line, code, rest) for line, code, _, rest in parted)

    @property
    def all_done(self) -> bool:
        return all(fate.code == "done" for fate in self.fates)

    @property
    def total(self) -> int:
        """Return the sum of what the rows count."""
        return sum(int(number) for _, number in self.rows)

    def fact(self, name: str) -> str:
        """Return the fact of that name, "" if it is not there."""
        return next((value for key, value in self.rows if key == name), "")

    def moment(self, name: str) -> datetime | None:
        """Return the time that the fact of that name tells."""
        return _moment(self.fact(name))

    @property
    def strangers(self) -> tuple[Stranger, ...]:
        """Return the mails that may be adopted."""
        parted = ((number, *what.partition(" ")) for number, what in self.rows)
        return tuple(Stranger(number, who, _moment(at)) for number, who, _, at in parted)

    def every(self, name: str) -> tuple[str, ...]:
        """Return all facts of that name."""
        return tuple(value for key, value in self.rows if key == name)


def notice_scene(content: Notice) -> Scene:
    """Return what the game master or operator must know."""
    seen = NoticeSeen(
        rows=content.facts,
        title=content.policy.title if content.policy else "",
        zone=content.policy.zone if content.policy else None,
    )
    figures: dict[str, Figure] = {}
    if content.quoted.strip():
        figures["quoted"] = Quotation(lines_of(content.quoted))
    return Scene("notice.j2", {"c": content, "s": seen}, figures)


def questions_scene(content: WordQuestions) -> Scene:
    """Return the words that the game master must rule on."""
    return Scene("word_questions.j2", {"c": content, "zone": content.policy.zone})
