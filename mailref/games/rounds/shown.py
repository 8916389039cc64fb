"""What commands show of a game in rounds: how it stands, a report in advance or again, the open position."""

from collections.abc import Callable, Iterator
from datetime import datetime

from mailref.errors import MailrefError
from mailref.games.by_rounds.shown import status_of
from mailref.games.rounds.family import RoundsFamily
from mailref.games.rounds.game import RoundPosition
from mailref.games.rounds.policy import RunningRounds
from mailref.games.rounds.referee import Preview, WhyNoPreview
from mailref.record.as_json import Json
from mailref.referee.findings import Office
from mailref.referee.policy import RunningGame
from mailref.referee.reports import Means
from mailref.referee.shown import Previewed

_REFUSALS = {
    WhyNoPreview.GAME_MASTER_PLAYS: "you play in this game: no preview before the ZAT",
    WhyNoPreview.NOTHING_CLOSED: "no round has been opened yet: there is nothing to report",
}


def status(running: RunningRounds, office: Office) -> dict[str, Json]:
    """Return how a game stands as JSON; nothing is loaded for it that reads what players write."""
    return status_of(RoundsFamily(running), office)


def preview(
    running: RunningRounds,
    office: Office,  # noqa: ARG001  as of any game
    means: Callable[[], Means],
    at: datetime,
) -> Previewed:
    """Return the report as if the ZAT had come; MailrefError says why there is none."""
    found = _previewed(running, means(), at)
    if isinstance(found, WhyNoPreview):
        raise MailrefError(f"{running.policy.id}: {_REFUSALS[found]}")
    report = found.report
    number = report.round.number
    says = f"the report of round {number}, a preview"
    return Previewed(report, report.policy, found.game, number, says, tuple(_assumed(found)))


def _previewed(running: RunningRounds, means: Means, at: datetime) -> Preview | WhyNoPreview:
    """Return the report of the game as the settings have it now, whatever of them is recorded yet."""
    referee = RoundsFamily(running)
    step = referee.synchronise(means, at, "preview")
    events = [event for _, event in step.decision.events] if step is not None else []
    return referee.follow(events).preview_of(means.after(events), at)


def _assumed(preview: Preview) -> Iterator[str]:
    if preview.undecided:
        words = ", ".join(preview.undecided)
        taken = "valid" if preview.accepted else "not valid"
        yield f"undecided, here taken as {taken}: {words}"
    if preview.tie:
        yield f"equal best moves, here the first is laid: {'; '.join(preview.tie)}"


def in_rounds(running: RunningGame) -> RunningRounds:
    """Return a game in rounds; MailrefError where it is of another kind."""
    if not isinstance(running, RunningRounds):
        raise MailrefError(f"{running.policy.id!r} is not a game in rounds")
    return running


def open_position(running: RunningRounds) -> RoundPosition | None:
    """Return what a move can be made of now; None where no round is open."""
    return running.game.position if running.game.round is not None else None
