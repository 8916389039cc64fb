"""Mails about a mail, about many, about a date: answers without a game, summaries, reminders."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from mailref.referee.mails import (
    Answered,
    DeadlineNotice,
    MailAnswer,
    Notice,
    Owed,
    Reminder,
    Summary,
    WordQuestions,
)
from mailref.report.board_view import BoardView
from mailref.writing.document import Figure, Quotation
from mailref.writing.never_a_move import lines_of
from mailref.writing.report_mail import appointment
from mailref.writing.scene import ReplyMeans, Scene, Words, board_figure, copy_figure, tiles_figure


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


@dataclass(frozen=True, slots=True)
class MailSeen:
    """What the answer to a mail about no game is told."""

    reason: str
    named: str | None
    suggestions: tuple[str, ...]
    titles: tuple[str, ...]
    passed_on: bool


def mail_scene(content: MailAnswer, answers: Answered | None, words: Words) -> Scene:
    """Return the answer to a mail that is about no known game, or that cannot be read."""
    considered = content.considered
    seen = MailSeen(
        reason=considered.reason.value if considered.reason else "",
        named=considered.named,
        suggestions=considered.suggestions,
        titles=tuple(policy.title for policy in content.games),
        passed_on=content.passed_on,
    )
    figures: dict[str, Figure] = {}
    if answers is not None and answers.quoted.strip():
        figures["quoted"] = Quotation(lines_of(answers.quoted, 12))
    for number, policy in enumerate(content.games):
        figures[f"copy.{number}"] = copy_figure(policy.title, policy.rules, words)
    return Scene("mail_answer.j2", {"c": content, "s": seen, "answers": answers}, figures)


def summary_scene(content: Summary) -> Scene:
    """Return the one answer to the moves beyond the daily limit."""
    return Scene("summary.j2", {"c": content})


def reminder_scene(content: Reminder, words: Words) -> Scene:
    """Return the reminder of a ZAT."""
    game = content.game
    figures: dict[str, Figure] = {
        "rack": tiles_figure(content.letters, words),
        "copy": copy_figure(
            content.policy.title, game.rules, words, is_final=game.position.is_final
        ),
        "board": board_figure(
            BoardView(
                game.board,
                game.rules.axes,
                words.premiums,
                start=game.rules.start if game.board.is_empty else None,
            ),
            words,
            words.phrase("board_now"),
        ),
    }
    values = {"c": content, "zone": content.policy.zone, "r": game.rules}
    return Scene("reminder.j2", values, figures)


def deadline_scene(content: DeadlineNotice, owed: Owed, words: Words, means: ReplyMeans) -> Scene:
    """Return what tells that a ZAT was moved, or a game paused, resumed, closed early, reopened."""
    zone: ZoneInfo = content.policy.zone
    values = {"c": content, "zone": zone}
    moved = content.what in ("moved", "resumed", "reopened")
    attached = appointment(content.game, content.policy, owed, words, means) if moved else ()
    return Scene("deadline_notice.j2", values, {}, attached)
