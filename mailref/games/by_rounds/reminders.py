"""What the game master is told because time passes: a round without a ZAT, a game that nobody plays."""

from datetime import datetime
from typing import ClassVar

from mailref.games.by_rounds.policy import RunningByRounds
from mailref.games.events import GamePaused, Noted
from mailref.referee.deadline import (
    weeks_open,
)
from mailref.referee.findings import Office
from mailref.referee.mails import (
    Decision,
    Step,
    owe_to_game_master,
)
from mailref.referee.notices import Matter, NobodyLeft, Notice


def remind_of_deadline(running: RunningByRounds, office: Office, now: datetime) -> Step | None:
    """Tell the game master, each week, that the open round has no ZAT (contract 2)."""
    game, playing = running.game, running.game.round
    if playing is None or playing.deadline is not None or game.is_paused:
        return None
    what = f"no_deadline:{playing.number}:{weeks_open(playing, now)}"
    if what in game.noted:
        return None
    notice = Notice(NoDeadline(playing.number), running.policy, game)
    mail = owe_to_game_master(
        office.house, notice, f"{what}:{game.id}", now, policy=running.policy, game=game
    )
    return Step(f"{what}:{game.id}", Decision(((game.id, Noted(what, now)),), (mail,)))


def nobody_left(running: RunningByRounds, office: Office, now: datetime) -> Step | None:
    """Pause a game in which nobody plays any more, and ask the game master what shall become of it."""
    game = running.game
    is_deserted = bool(game.players) and all(player.has_left for player in game.players.values())
    if not is_deserted or game.round is None or game.is_paused:
        return None
    key = f"nobody_left:{game.id}:{now.isoformat()}"
    notice = Notice(NobodyLeft(), running.policy, game)
    mail = owe_to_game_master(office.house, notice, key, now, policy=running.policy, game=game)
    return Step(key, Decision(((game.id, GamePaused("nobody_left")),), (mail,)))


class NoDeadline(Matter, frozen=True):
    """The open round has no ZAT yet."""

    code: ClassVar[str] = "no_deadline_reminder"
    round: int
