"""The mails about a tournament: what has happened in it, or why nobody was challenged."""

from mailref.games.tournament.club_page import club_scene
from mailref.games.tournament.contents import ChallengeRefused, TournamentNews
from mailref.referee.contents import Content
from mailref.referee.mails import Owed
from mailref.writing.scene import MailScene, ReplyMeans, Words


def scene(
    content: Content,
    owed: Owed,  # noqa: ARG001  as all who write mails
    words: Words,
    means: ReplyMeans,  # noqa: ARG001  as all who write mails
) -> MailScene:
    """Return what the template of a mail is given."""
    assert isinstance(content, TournamentNews | ChallengeRefused)  # noqa: S101  no others are told
    return club_scene(content, words)
