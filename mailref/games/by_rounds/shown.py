"""What commands show of a running game with rounds for all: who has sent something, never what."""

from mailref.games.by_rounds.game import GameByRounds
from mailref.games.by_rounds.policy import RunningByRounds
from mailref.games.by_rounds.referee import RefereeByRounds
from mailref.games.kind import kind_of
from mailref.record.as_json import Json
from mailref.referee.mails import Previewed, status_row, tag_of
from mailref.referee.policy import Office


def status(running: RunningByRounds[GameByRounds], office: Office) -> dict[str, Json]:
    """Return how a game stands as JSON."""
    return status_of(_referee(running), office)


def status_of(referee: RefereeByRounds, office: Office) -> dict[str, Json]:
    """Return how the game of a referee stands as JSON."""
    game = referee.running.game
    return status_row(
        referee.running,
        number=game.round_number,
        is_open=game.round is not None,
        deadline=referee.zat,
        players=referee.playing,
        moved=referee.moved(office),
        undecided=referee.undecided(office),
        **referee.status,
    )


def preview(running: RunningByRounds[GameByRounds], *_: object) -> Previewed:
    """Return the report of the round that is over last, as all may see it: nothing of the open one is in it."""
    number = running.game.round_number
    says = f"the report before the deadline of round {number}, as all may see it"
    report = _referee(running).preview()
    return Previewed(report, tag_of(running.game), number, says)


def _referee(running: RunningByRounds[GameByRounds]) -> RefereeByRounds:
    found: RefereeByRounds = kind_of(running.game).family(running)
    return found
