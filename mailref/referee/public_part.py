"""What is left of a mail where its reader may see only what all may: a new address of a player (contract 5).

Rule for editors: what is not named here is not shown. A new kind of mail is held back until somebody
has said what of it is public.
"""

from datetime import datetime

from msgspec.structs import replace

from mailref.games.bingo.contents import (
    BingoCommandAnswer,
    BingoNotice,
    BingoOpening,
    BingoReport,
)
from mailref.games.by_turns.contents import (
    GamesInHand,
    LeagueNews,
    RematchWanted,
    TurnCommandAnswer,
    TurnReport,
    TurnsOpening,
    WeeklyGames,
)
from mailref.games.solitaire.policy import RunningSolo
from mailref.referee.contents import (
    Announcement,
    CommandAnswer,
    Content,
    EntryAnswer,
    MailAnswer,
    Opening,
    PlayerNotice,
    Reminder,
    Report,
    ShownLater,
    Summary,
)
from mailref.referee.notices import DeadlineNotice, Notice
from mailref.referee.policy import RunningGame
from mailref.tiles.vocabulary import Command

_SHOWS_STATE = frozenset({Command.STATUS, Command.REPORT})


def public_part(
    content: Content, running: RunningGame, until: datetime, *, is_answer: bool
) -> Content:
    """Return *content* without what is its player's alone; where nothing is left, that it comes later.

    *is_answer*: it answers a mail of the reader, who knows what he wrote. Lists of several games and
    answers about none (`MailAnswer`) are made without the games that the reader may not see into.
    """
    match content:
        case (
            Notice() | PlayerNotice() | RematchWanted() | LeagueNews() | MailAnswer()
            | GamesInHand() | WeeklyGames() | Summary()
        ):  # fmt: skip
            return content
        case _ if isinstance(running, RunningSolo):  # his table is his alone, the board too
            return ShownLater(running.game, running.policy, until)
        case Report() | Opening() | Announcement() | Reminder():
            return content
        case EntryAnswer() if is_answer and content.still_in_force is None:
            return content
        case TurnReport():
            return replace(content, own=None, dropped="", refused=(), faults=())
        case (
            TurnsOpening() | TurnCommandAnswer() | BingoOpening() | BingoNotice()
            | BingoCommandAnswer()
        ):  # fmt: skip
            return replace(content, own=None)
        case BingoReport():
            return replace(content, own=None, fresh=0)
        case DeadlineNotice():
            return replace(content, own=None, shows_own=False)
        case CommandAnswer():
            shows_state = not _SHOWS_STATE.isdisjoint(content.commands)
            return replace(content, own=None, player=None if shows_state else content.player)
        case _:
            return ShownLater(running.game, running.policy, until)
