"""Which scene belongs to which content."""

from typing import assert_never

from mailref.mail.replies.commandscene import command_scene
from mailref.mail.replies.deskscene import notice_scene, questions_scene
from mailref.mail.replies.entryscene import entry_scene, ruling_scene
from mailref.mail.replies.mailscene import (
    deadline_scene,
    mail_scene,
    reminder_scene,
    summary_scene,
)
from mailref.mail.replies.means import ReplyMeans
from mailref.mail.replies.roundscene import opening_scene, report_scene
from mailref.mail.replies.scene import Scene, Words
from mailref.referee.owed import (
    CommandAnswer,
    DeadlineNotice,
    EntryAnswer,
    MailAnswer,
    Notice,
    Opening,
    Owed,
    Reminder,
    Report,
    RulingNotice,
    Summary,
    WordQuestions,
)


def scene_of(owed: Owed, words: Words, means: ReplyMeans) -> Scene:
    """Return what the template of *owed* is given."""
    content = owed.content
    match content:
        case EntryAnswer():
            return entry_scene(content, owed.answers, words)
        case RulingNotice():
            return ruling_scene(content, words)
        case Report():
            return report_scene(content, owed, words, means)
        case Opening():
            return opening_scene(content, owed, words, means)
        case MailAnswer():
            return mail_scene(content, owed.answers, words)
        case Summary():
            return summary_scene(content)
        case CommandAnswer():
            return command_scene(content, words)
        case Reminder():
            return reminder_scene(content, words)
        case DeadlineNotice():
            return deadline_scene(content, owed, words, means)
        case WordQuestions():
            return questions_scene(content)
        case Notice():
            return notice_scene(content)
        case _:
            assert_never(content)
