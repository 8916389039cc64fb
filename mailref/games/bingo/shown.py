"""What commands show of a game of Scrabble-Bingo: who has sent words, never which."""

from collections.abc import Callable
from datetime import datetime

from mailref.games.bingo.contents import bingo_desk
from mailref.games.bingo.course import words_undecided
from mailref.games.bingo.policy import RunningBingo
from mailref.games.bingo.steps import report_now
from mailref.record.round_json import Json
from mailref.referee.findings import Office
from mailref.referee.reports import Means
from mailref.referee.shown import Previewed, status_row


def status(running: RunningBingo, office: Office) -> dict[str, Json]:
    """Return how a game stands as JSON."""
    game, desk = running.game, bingo_desk(running, office)
    playing = game.playing if not game.takes_words else [player.name for player in game.active]
    return status_row(
        running,
        number=game.round_number,
        is_open=game.round is not None,
        deadline=game.round.deadline if game.round else None,
        players=playing,
        moved=desk.sent if game.takes_words else None,
        undecided=words_undecided(game, office.lexicon),
        waits_for=None,
        head={"family": str(game.family)},
        beside={"drawn": game.drawn},
    )


def preview(
    running: RunningBingo,
    office: Office,  # noqa: ARG001  as of any game
    means: Callable[[], Means],  # noqa: ARG001  as of any game
    at: datetime,  # noqa: ARG001  as of any game
) -> Previewed:
    """Return the public report as the game stands: nobody's words are in it."""
    number = running.game.round_number
    says = f"the report before the ZAT of round {number}, as all may see it"
    return Previewed(report_now(running), running.policy, running.game, number, says)
