"""The report as it would go out now, for the game master alone: close and go on, with nothing recorded."""

from dataclasses import dataclass, replace
from datetime import datetime

from mailref.referee.identity import game_master_plays
from mailref.referee.model import Table
from mailref.referee.owed import Report
from mailref.referee.policy import Publish, Undecided
from mailref.referee.reporting import Means, report_of
from mailref.referee.rounds import Held, advance, close
from mailref.rules.events import Event, GameEnded, RoundClosed, TieRuled
from mailref.rules.progress import follow
from mailref.rules.results import RoundResult


@dataclass(frozen=True, slots=True)
class Preview:
    """A report with what was assumed to make it."""

    report: Report
    undecided: tuple[str, ...] = ()
    """Words that count and nobody has ruled on."""
    accepted: bool = False
    """Whether they were taken as valid, as the game's policy will have it."""
    tie: tuple[str, ...] = ()
    """Equal best moves among which the game master must choose; the first was taken."""


@dataclass(frozen=True, slots=True)
class NoPreview:
    """`plays`: the game master is a player and must not see moves before the ZAT; `nothing` yet."""

    why: str


def preview_of(table: Table, means: Means, now: datetime) -> Preview | NoPreview:
    """Return the report of the open round as if its ZAT had come, else of the round closed last."""
    playing = table.game.round
    if playing is None:
        return _report(table, means, now)
    zat = playing.deadline
    if game_master_plays(table, means.desk) and (zat is None or now < zat):
        return NoPreview("plays")
    at = now if zat is None else max(now, zat)
    return _closing(table, means, at)


def _closing(table: Table, means: Means, at: datetime) -> Preview | NoPreview:
    """Close the open round, with what is still to be decided settled one way and said so."""
    accepts = table.policy.undecided is Undecided.ACCEPT
    policy = Undecided.ACCEPT if accepts else Undecided.REFUSE
    held = close(table, means, at)
    undecided = held.words if isinstance(held, Held) else ()
    step = close(table, means, at, policy=policy)
    tie: tuple[str, ...] = ()
    if isinstance(step, Held) and step.tie is not None and table.game.round is not None:
        tie = step.tie.choices
        ruled = TieRuled(table.game.round.number, tie[0], "")
        table = replace(table, game=follow(table.game, [ruled]))
        step = close(table, means, at, policy=policy)
    if isinstance(step, Held):
        raise AssertionError("all that held the round up was settled")  # noqa: TRY004  no type is wrong
    events = [event for _, event in step.decision.events]
    closed = [event.result for event in events if isinstance(event, RoundClosed)]
    after = replace(table, game=follow(table.game, events))
    found = _report(after, replace(means, history=(*means.history, *closed)), at)
    if isinstance(found, NoPreview):
        return found
    return replace(found, undecided=undecided, accepted=accepts, tie=tie)


def _report(table: Table, means: Means, at: datetime) -> Preview | NoPreview:
    """Take the step to the next round, and return the report that would go with it."""
    result: RoundResult | None = table.game.last
    if result is None:
        return NoPreview("nothing")
    auto = replace(table, policy=replace(table.policy, publish=Publish.AUTO))
    step = None if table.game.is_over else advance(auto, means, at)
    events: list[Event] = [event for _, event in step.decision.events] if step else []
    ended = next((event for event in events if isinstance(event, GameEnded)), None)
    after = replace(table, game=follow(table.game, events))
    report = report_of(after, means, result, recipient=None, ended=ended, is_preview=True)
    return Preview(report)
