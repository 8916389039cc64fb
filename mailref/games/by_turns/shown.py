"""What commands show of a game in turns: nothing of what only one player may see."""

from mailref.games.by_turns.course import report_as_it_stands, waiting_words
from mailref.games.by_turns.policy import RunningTurns
from mailref.record.as_json import Json
from mailref.referee.mails import Previewed, status_row, tag_of
from mailref.referee.policy import Office


def status(running: RunningTurns, office: Office) -> dict[str, Json]:  # noqa: ARG001  as of any game
    """Return how a game stands as JSON."""
    game, turn = running.game, running.game.turn
    return status_row(
        running,
        number=game.number_now,
        is_open=turn is not None,
        deadline=turn.deadline if turn else None,
        players=game.playing,
        undecided=waiting_words(running),
        waits_for="players" if turn is None and not game.is_over else None,
        head={"family": str(game.family), "variant": game.variant},
        beside={"to_move": turn.player if turn else None},
    )


def preview(running: RunningTurns, office: Office, *_: object) -> Previewed:
    """Return the public report as the game stands: no rack is in it."""
    number = running.game.number_now
    return Previewed(
        report_as_it_stands(running, office),
        tag_of(running.game),
        number,
        f"the report before turn {number}, as all may see it",
    )
