"""The mails about a tournament: what has happened in it, or why nobody was challenged."""

from mailref.games.tournament.club_page import club_scene
from mailref.games.tournament.contents import ChallengeRefused, TournamentNews
from mailref.writing.scene import MailScene, Words


def scene(
    content: TournamentNews | ChallengeRefused, _owed: object, words: Words, _means: object
) -> MailScene:
    """Return what the template of a mail is given."""
    return club_scene(content, words)
