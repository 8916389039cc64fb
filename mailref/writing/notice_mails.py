"""Mails about a mail, about many, about a date: answers without a game, summaries, reminders."""

from dataclasses import dataclass
from typing import assert_never
from zoneinfo import ZoneInfo

from mailref.referee.mails import Answered, MailAnswer, Owed, Reminder, Summary, WordQuestions
from mailref.referee.notices import DeadlineNotice, Notice, PlayerNotice, ZatChange
from mailref.referee.policy import RoundPolicy
from mailref.report.board_view import BoardView
from mailref.writing.document import Figure, Quotation
from mailref.writing.mail_bytes import Attached
from mailref.writing.never_a_move import lines_of
from mailref.writing.report_mail import appointment
from mailref.writing.scene import (
    MailScene,
    ReplyMeans,
    Words,
    board_figure,
    copy_figure,
    tiles_figure,
)


def notice_scene(content: Notice) -> MailScene:
    """Return what the game master or operator must know."""
    figures: dict[str, Figure] = {}
    if content.quoted.strip():
        figures["quoted"] = Quotation(lines_of(content.quoted))
    policy = content.policy
    values = {
        "c": content,
        "n": content.about,
        "title": policy.title if policy else "",
        "zone": policy.zone if policy else None,
    }
    return MailScene("notice.j2", values, figures)


def questions_scene(content: WordQuestions) -> MailScene:
    """Return the words that the game master must rule on."""
    return MailScene("word_questions.j2", {"c": content, "zone": content.policy.zone})


@dataclass(frozen=True, slots=True)
class MailSeen:
    """What the answer to a mail about no game is told."""

    reason: str
    named: str | None
    suggestions: tuple[str, ...]
    titles: tuple[str, ...]
    passed_on: bool


def mail_scene(content: MailAnswer, answers: Answered | None, words: Words) -> MailScene:
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
        if isinstance(policy, RoundPolicy):
            figures[f"copy.{number}"] = copy_figure(policy.title, policy.rules, words)
    return MailScene("mail_answer.j2", {"c": content, "s": seen, "answers": answers}, figures)


def summary_scene(content: Summary) -> MailScene:
    """Return the one answer to the moves beyond the daily limit."""
    return MailScene("summary.j2", {"c": content})


def reminder_scene(content: Reminder, words: Words) -> MailScene:
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
    return MailScene("reminder.j2", values, figures)


def deadline_scene(
    content: DeadlineNotice, owed: Owed, words: Words, means: ReplyMeans
) -> MailScene:
    """Return what tells that a ZAT was moved, or a game paused, resumed, closed early, reopened."""
    zone: ZoneInfo = content.policy.zone
    values = {"c": content, "zone": zone}
    attached: tuple[Attached, ...] = ()
    match content.change:
        case ZatChange.MOVED | ZatChange.RESUMED | ZatChange.REOPENED:
            attached = appointment(content.game, content.policy, owed, words, means)
        case ZatChange.PAUSED | ZatChange.CLOSED_EARLY | ZatChange.ENDED:
            pass
        case _:
            assert_never(content.change)
    return MailScene("deadline_notice.j2", values, {}, attached)


def player_scene(content: PlayerNotice) -> MailScene:
    """Return what tells a player that he was excluded, let in again or renamed."""
    return MailScene("player_notice.j2", {"c": content, "zone": content.policy.zone})
