"""What commands show of a league of soloists: nothing of any table before its end."""

from mailref.games.solitaire.family import league_news
from mailref.games.solitaire.policy import RunningSolo
from mailref.record.as_json import Json
from mailref.referee.mails import Previewed, status_row, tag_of
from mailref.referee.policy import Office


def status(running: RunningSolo, office: Office) -> dict[str, Json]:  # noqa: ARG001  as of any game
    """Return how a league stands as JSON."""
    game = running.game
    return status_row(
        running,
        number=game.number_now,
        is_open=not game.is_over,
        deadline=None if game.is_over else game.deadline,
        players=(player.name for player in game.active),
        head={"family": str(game.family), "variant": game.variant},
        beside={"to_move": None},
    )


def preview(running: RunningSolo, *_: object) -> Previewed:
    """Return the mail to all as a league stands: before its end nobody's table is in it."""
    news = league_news(running, seed=running.game.seed or "")
    is_over = running.game.is_over
    says = "the table" if is_over else "who plays; the table comes at the deadline"
    return Previewed(news, tag_of(running.game), None, says)
