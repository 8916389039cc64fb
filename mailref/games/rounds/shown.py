"""What commands show of a game in rounds: how it stands, a report in advance or again, the open position."""

from collections.abc import Callable, Iterator
from datetime import datetime

from msgspec.structs import replace

from mailref.errors import MailrefError
from mailref.games.replay import follow
from mailref.games.rounds.in_force import in_force_now, undecided_words
from mailref.games.rounds.policy import RunningRounds
from mailref.games.rounds.register import synchronise
from mailref.games.rounds.round_game import RoundPosition
from mailref.games.rounds.steps import NoPreview, Preview, WhyNoPreview, preview_of
from mailref.record.as_json import Json
from mailref.referee.findings import Office
from mailref.referee.identity import game_master_plays
from mailref.referee.policy import RunningGame
from mailref.referee.reports import Means
from mailref.referee.shown import Previewed, status_row

_REFUSALS = {
    WhyNoPreview.GAME_MASTER_PLAYS: "you play in this game: no preview before the ZAT",
    WhyNoPreview.NOTHING_CLOSED: "no round has been opened yet: there is nothing to report",
}


def status(running: RunningRounds, office: Office) -> dict[str, Json]:
    """Return how a game stands as JSON."""
    game, playing = running.game, running.game.round
    is_hidden = game_master_plays(running, office)
    moves = in_force_now(office, game)
    moved = [name for name, found in moves.items() if found.choice.holds_something]
    return status_row(
        running,
        number=game.round_number,
        is_open=playing is not None,
        is_final=playing is not None and playing.is_final,
        letters=game.rack,
        deadline=playing.deadline if playing else None,
        players=(player.name for player in game.active),
        moved=None if is_hidden else moved,
        undecided=undecided_words(game, moves),
        waits_for=_waits_for(running),
    )


def _waits_for(running: RunningRounds) -> str | None:
    """Return what the game master must do for the game to go on, or null."""
    game = running.game
    if game.round is not None or game.is_over:
        return None
    number = game.last.number if game.last else 0
    if f"approval:{number}:{game.reopened}" in game.noted:
        return "release"
    if f"letters:{game.next_round}:{game.reopened}" in game.noted:
        return "letters"
    return None


def preview(
    running: RunningRounds,
    office: Office,  # noqa: ARG001  as of any game
    means: Callable[[], Means],
    at: datetime,
) -> Previewed:
    """Return the report as if the ZAT had come; MailrefError says why there is none."""
    found = preview_of(*_as_it_is(running, means(), at), at)
    if isinstance(found, NoPreview):
        raise MailrefError(f"{running.policy.id}: {_REFUSALS[found.why]}")
    report = found.report
    number = report.round.number
    says = f"the report of round {number}, a preview"
    return Previewed(report, report.policy, report.game, number, says, tuple(_assumed(found)))


def _as_it_is(running: RunningRounds, means: Means, at: datetime) -> tuple[RunningRounds, Means]:
    """Return the game as the settings have it now, whatever of them is recorded yet."""
    step = synchronise(running, means, at, "preview")
    if step is None:
        return running, means
    events = [event for _, event in step.decision.events]
    return replace(running, game=follow(running.game, events)), means.after(events)


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
