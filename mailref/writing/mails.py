"""The mails about no game, or about any: notices, summaries, what a mail that cannot be read is answered."""

from mailref.referee.contents import (
    Announcement,
    AnswerToCommands,
    Content,
    GamesInHand,
    MailAnswer,
    PlayerNotice,
    ShownLater,
    Summary,
    WeeklyGames,
)
from mailref.referee.findings import Reason
from mailref.referee.mails import Owed
from mailref.referee.notices import AddressWaits, Notice, PassedOn
from mailref.writing.document import Figure, Quotation
from mailref.writing.never_a_move import lines_of
from mailref.writing.scene import (
    MailScene,
    ReplyMeans,
    Words,
    answers_game_master,
    named,
)
from mailref.writing.writers import writer_of

_MOST_QUOTED = 60


_MOST_PASSED_ON = 500
"""So many lines of what nobody but the game master can read."""


def notice_scene(content: Notice) -> MailScene:
    """Return what the game master or operator must know."""
    figures: dict[str, Figure] = {}
    if content.quoted.strip():
        most = _MOST_PASSED_ON if isinstance(content.about, PassedOn) else _MOST_QUOTED
        figures["quoted"] = Quotation(lines_of(content.quoted, most))
    policy = content.policy
    values = {
        "c": content,
        "n": content.about,
        "title": policy.title if policy else "",
        "zone": policy.zone if policy else None,
    }
    return MailScene(f"notices/{named(content.about)}.j2", values, figures)


_MOST_STANDS = 4
"""Of so many games the board is shown; who plays in more finds the others by their titles."""


def mail_scene(content: MailAnswer, owed: Owed, words: Words, means: ReplyMeans) -> MailScene:
    """Return the answer to a mail that is about no known game, or that cannot be read."""
    answers, reason = owed.answers, content.considered.reason
    is_order = reason is Reason.NO_MOVE and answers_game_master(owed, means.house)
    stands = ((each, writer_of(each).stand(each, words)) for each in content.stands)
    shown = [(each, *found) for each, found in stands if found is not None][:_MOST_STANDS]
    figures: dict[str, Figure] = {}
    if answers is not None and answers.quoted.strip():
        figures["quoted"] = Quotation(lines_of(answers.quoted, 12))
    for number, (_, _, drawn) in enumerate(shown):
        figures |= {f"{name}.{number}": figure for name, figure in drawn.items()}
    values = {"c": content, "stands": [each[:2] for each in shown], "answers": answers}
    return MailScene(f"mail_answer/{'no_order' if is_order else reason}.j2", values, figures)


def scene(
    content: Content,
    owed: Owed,
    words: Words,
    means: ReplyMeans,
) -> MailScene:
    """Return what the template of a mail is given."""
    match content:
        case MailAnswer():
            return mail_scene(content, owed, words, means)
        case PlayerNotice():
            return MailScene(f"player_notice/{content.change}.j2", {"c": content})
        case AnswerToCommands():
            nothing = dict.fromkeys(("policy", "game", "r"))
            return MailScene("answer_to_commands.j2", {"c": content, **nothing})
        case Summary() | Announcement() | GamesInHand() | WeeklyGames():
            return MailScene(f"{named(content)}.j2", {"c": content})
        case Notice():
            return notice_scene(content)
        case ShownLater():
            return notice_scene(Notice(AddressWaits(content.until), content.policy, content.game))
        case _:
            raise TypeError(f"nobody writes {type(content).__name__}")
