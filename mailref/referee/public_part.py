"""What is left of a mail where its reader may see only what all may: a new address of a player (contract 5)."""

from datetime import datetime

from mailref.games.kind import kind_of
from mailref.referee.contents import Content, ShownLater
from mailref.referee.policy import RunningGame


def public_part(
    content: Content, running: RunningGame, until: datetime, *, is_answer: bool
) -> Content:
    """Return *content* without what is its player's alone; where nothing is left, that it comes later.

    *is_answer*: it answers a mail of the reader, who knows what he wrote. Lists of several games and
    answers about none (`MailAnswer`) are made without the games that the reader may not see into.
    """
    if is_answer and content.says_again:
        return content
    is_hidden = kind_of(running.game).plays_alone and not content.is_public
    left = None if is_hidden else content.public_part()
    return ShownLater(running.policy, until) if left is None else left
