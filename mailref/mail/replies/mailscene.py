"""Mails about a mail, about many, about a date: answers without a game, summaries, reminders."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from mailref.mail.replies.attachments import appointment
from mailref.mail.replies.clean import lines_of
from mailref.mail.replies.figures import Figure, Quotation
from mailref.mail.replies.means import ReplyMeans
from mailref.mail.replies.scene import Scene, Words, board_figure, copy_figure, tiles_figure
from mailref.referee.owed import Answered, DeadlineNotice, MailAnswer, Owed, Reminder, Summary
from mailref.report.view import BoardView


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
