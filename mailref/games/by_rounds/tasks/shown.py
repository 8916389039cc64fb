"""What commands show of a running game of which each round sets a task: who has answered, never what."""

from collections.abc import Callable
from datetime import datetime

from mailref.games.by_rounds.tasks.contents import TaskReport, desk_of, face_of
from mailref.games.by_rounds.tasks.course import undecided_words
from mailref.games.by_rounds.tasks.policy import RunningTask
from mailref.record.as_json import Json
from mailref.referee.findings import Office
from mailref.referee.reports import Means, comment_of
from mailref.referee.shown import Previewed, status_row


def status(running: RunningTask, office: Office) -> dict[str, Json]:
    """Return how a game stands as JSON."""
    game = running.game
    return status_row(
        running,
        number=game.round_number,
        is_open=game.round is not None,
        deadline=game.round.deadline if game.round else None,
        players=[player.name for player in game.active],
        moved=desk_of(running, office).sent if game.round is not None else None,
        undecided=undecided_words(game, office.lexicon),
        waits_for=None,
        head={"family": str(game.family)},
        beside={"task": game.round.task if game.round is not None else None},
    )


def preview(
    running: RunningTask,
    office: Office,  # noqa: ARG001  as of any game
    means: Callable[[], Means],  # noqa: ARG001  as of any game
    at: datetime,  # noqa: ARG001  as of any game
) -> Previewed:
    """Return the report of the round that is over last, as it stands: no answer to the open task is in it."""
    game, policy = running.game, running.policy
    content = TaskReport(
        face=face_of(game),
        policy=policy,
        closed=game.last,
        press=tuple(item for item in game.press if item.is_released),
        comment=comment_of(running),
        is_preview=True,
    )
    number = game.round_number
    says = f"the report before the ZAT of round {number}, as all may see it"
    return Previewed(content, policy, game, number, says)
