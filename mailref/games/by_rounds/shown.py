"""What commands show of a running game with rounds for all: who has sent something, never what."""

from mailref.games.by_rounds.policy import RunningByRounds
from mailref.games.by_rounds.referee import TellingByRounds
from mailref.games.kind import kind_of
from mailref.record.as_json import Json
from mailref.referee.findings import Office
from mailref.referee.shown import Previewed, status_row


def status(running: RunningByRounds, office: Office) -> dict[str, Json]:
    """Return how a game stands as JSON."""
    game, referee = running.game, _referee(running)
    sent = referee.desk_of(office).sent if referee.takes_entries else None
    return status_row(
        running,
        number=game.round_number,
        is_open=game.round is not None,
        deadline=game.round.deadline if game.round else None,
        players=referee.playing,
        moved=sent,
        undecided=referee.undecided(office),
        waits_for=None,
        head={"family": str(game.family)},
        beside=referee.status,
    )


def preview(running: RunningByRounds, *_: object) -> Previewed:
    """Return the report of the round that is over last, as all may see it: nothing of the open one is in it."""
    number = running.game.round_number
    says = f"the report before the ZAT of round {number}, as all may see it"
    return Previewed(_referee(running).preview(), running.policy, running.game, number, says)


def _referee(running: RunningByRounds) -> TellingByRounds:
    found: TellingByRounds = kind_of(running.game).family(running)
    return found
