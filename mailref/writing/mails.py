"""The mails about no game, or about any: notices, summaries, what a mail that cannot be read is answered."""

from zoneinfo import ZoneInfo

from msgspec import Struct

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
from mailref.referee.mails import Answered, Owed
from mailref.referee.notices import AddressWaits, Notice, PassedOn
from mailref.writing.document import Figure, Quotation
from mailref.writing.never_a_move import lines_of
from mailref.writing.scene import (
    CommandSeen,
    MailScene,
    ReplyMeans,
    StandSeen,
    Words,
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


class MailSeen(Struct, frozen=True):
    """What the answer to a mail about no game is told."""

    reason: str
    named: str | None
    suggestions: tuple[str, ...]
    titles: tuple[str, ...]
    passed_on: bool
    stands: tuple[StandSeen, ...]


_MOST_STANDS = 4
"""Of so many games the board is shown; who plays in more finds the others by their titles."""


def mail_scene(content: MailAnswer, answers: Answered | None, words: Words) -> MailScene:
    """Return the answer to a mail that is about no known game, or that cannot be read."""
    considered = content.considered
    stands = (writer_of(each).stand(each, words) for each in content.stands)
    shown = [each for each in stands if each is not None][:_MOST_STANDS]
    seen = MailSeen(
        reason=considered.reason.value if considered.reason else "",
        named=considered.named,
        suggestions=considered.suggestions,
        titles=tuple(policy.title for policy in content.games),
        passed_on=content.passed_on,
        stands=tuple(seen for seen, _ in shown),
    )
    figures: dict[str, Figure] = {}
    if answers is not None and answers.quoted.strip():
        figures["quoted"] = Quotation(lines_of(answers.quoted, 12))
    for number, (_, drawn) in enumerate(shown):
        figures |= {f"{name}.{number}": figure for name, figure in drawn.items()}
    return MailScene("mail_answer.j2", {"c": content, "s": seen, "answers": answers}, figures)


def summary_scene(content: Summary) -> MailScene:
    """Return the one answer to the moves beyond the daily limit."""
    return MailScene("summary.j2", {"c": content})


def player_scene(content: PlayerNotice) -> MailScene:
    """Return what tells a player that he was excluded, let in again or renamed."""
    return MailScene("player_notice.j2", {"c": content, "zone": content.policy.zone})


def command_scene(content: AnswerToCommands) -> MailScene:
    """Return the answer to the commands of a mail about no game."""
    seen = CommandSeen(
        asked=tuple(command.value for command in content.commands),
        titles=tuple(each.title for each in content.games),
    )
    values = {"c": content, "s": seen, "d": None}
    nothing = dict.fromkeys(("r", "policy", "game", "zone"))
    return MailScene("command_answer.j2", values | nothing)


def scene(
    content: Content,
    owed: Owed,
    words: Words,
    means: ReplyMeans,  # noqa: ARG001  as all who write mails
) -> MailScene:
    """Return what the template of a mail is given."""
    match content:
        case MailAnswer():
            return mail_scene(content, owed.answers, words)
        case Summary():
            return summary_scene(content)
        case AnswerToCommands():
            return command_scene(content)
        case Announcement():
            return MailScene("announcement.j2", {"c": content, "zone": content.policy.zone})
        case PlayerNotice():
            return player_scene(content)
        case GamesInHand() | WeeklyGames():
            return games_scene(content)
        case Notice():
            return notice_scene(content)
        case ShownLater():
            return notice_scene(Notice(AddressWaits(content.until), content.policy, content.game))
        case _:
            raise TypeError(f"nobody writes {type(content).__name__}")


class GamesSeen(Struct, frozen=True):
    mine: int
    zones: tuple[ZoneInfo, ...]
    is_weekly: bool


def games_scene(content: GamesInHand | WeeklyGames) -> MailScene:
    """Return the mail that lists somebody's games."""
    mine = sum(game.is_mine for game in content.games)
    zones = tuple(game.zone for game in content.games)
    values = {"c": content, "q": GamesSeen(mine, zones, isinstance(content, WeeklyGames))}
    return MailScene("games_in_hand.j2", values)
