"""What commands show of a game in rounds: how it stands, a report in advance or again, the open position."""

from collections.abc import Callable, Sequence
from datetime import datetime

from msgspec.structs import replace

from mailref.errors import MailrefError
from mailref.games.by_rounds.referee import Held
from mailref.games.by_rounds.shown import status_of
from mailref.games.events import Event
from mailref.games.rounds.events import TieRuled
from mailref.games.rounds.family import RoundsFamily
from mailref.games.rounds.game import RoundPosition
from mailref.games.rounds.policy import Publish, RunningRounds
from mailref.record.as_json import Json
from mailref.referee.identity import game_master_plays
from mailref.referee.mails import Previewed, Step, tag_of
from mailref.referee.policy import Office, RunningGame, Undecided
from mailref.referee.reports import Means


def status(running: RunningRounds, office: Office) -> dict[str, Json]:
    """Return how a game stands as JSON; nothing is loaded for it that reads what players write."""
    return status_of(RoundsFamily(running), office)


def preview(
    running: RunningRounds,
    office: Office,  # noqa: ARG001  as of any game
    means: Callable[[], Means],
    at: datetime,
) -> Previewed:
    """Return the report as if the ZAT had come; MailrefError says why there is none.

    It is that of the game as the settings have it now, whatever of them is recorded yet.
    """
    here = means()
    referee = RoundsFamily(running)
    events = _of(referee.synchronise(here, at, "preview"))
    referee, here = referee.follow(events), here.after(events)
    playing = referee.running.game.round
    if playing is None:
        return _going_on(referee, here, at)
    is_ahead = referee.running.game.is_before_zat(at)
    if is_ahead and game_master_plays(referee.running, here.office):
        said = "you play in this game: no preview before the deadline"
        raise MailrefError(f"{running.policy.id}: {said}")
    zat = playing.deadline
    return _closing(referee, here, zat if is_ahead and zat is not None else at)


def _of(step: Step | None) -> list[Event]:
    return [event for _, event in step.decision.events] if step is not None else []


def _closing(referee: RoundsFamily, means: Means, at: datetime) -> Previewed:
    """Close the open round, assuming an answer to what is undecided; the preview names each."""
    accepts = referee.running.policy.undecided is Undecided.ACCEPT
    policy = Undecided.ACCEPT if accepts else Undecided.REFUSE
    assumed: list[str] = []
    held = referee.close(means, at)
    if isinstance(held, Held) and held.words:
        taken = "valid" if accepts else "not valid"
        assumed.append(f"undecided, here taken as {taken}: {', '.join(held.words)}")
    step = referee.close(means, at, policy=policy)
    if isinstance(step, Held) and step.choices:
        assumed.append(f"equal best moves, here the first is laid: {'; '.join(step.choices)}")
        ruled = TieRuled(referee.running.game.round_number, step.choices[0], "")
        referee = referee.follow((ruled,))
        step = referee.close(means, at, policy=policy)
    if isinstance(step, Held):
        raise AssertionError("all that held the round up was settled")  # noqa: TRY004  no type is wrong
    events = _of(step)
    return _going_on(referee.follow(events), means.after(events), at, assumed)


def _going_on(
    referee: RoundsFamily, means: Means, at: datetime, assumed: Sequence[str] = ()
) -> Previewed:
    """Take the step to the next round, and return the report that would go with it."""
    running = referee.running
    if running.game.last is None:
        said = "no round has been opened yet: there is nothing to report"
        raise MailrefError(f"{running.policy.id}: {said}")
    here = RoundsFamily(replace(running, policy=replace(running.policy, publish=Publish.AUTO)))
    events = _of(None if running.game.is_over else here.go_on(means, at))
    report = referee.preview_after(means, events)
    tag, number = tag_of(referee.follow(events).running.game), report.round.number
    says = f"the report of round {number}, a preview"
    return Previewed(report, tag, number, says, tuple(assumed))


def in_rounds(running: RunningGame) -> RunningRounds:
    """Return a game in rounds; MailrefError where it is of another kind."""
    if not isinstance(running, RunningRounds):
        raise MailrefError(f"{running.policy.id!r} is not a game in rounds")
    return running


def open_position(running: RunningRounds) -> RoundPosition | None:
    """Return what a move can be made of now; None where no round is open."""
    return running.game.position if running.game.round is not None else None
