"""Words of players mixed into the draws of a game in rounds: for which round one counts (chance)."""

from datetime import datetime

from mailref.games.events import DeadlineMoved, LotWordGiven
from mailref.games.rounds.events import RoundOpened
from mailref.games.rounds.policy import RunningRounds
from mailref.games.rounds.round_game import RoundGame
from mailref.games.schedule import has_come
from mailref.referee.findings import Office
from mailref.referee.lots import draws_at, is_word_in_time


def is_before_the_first_letters(game: RoundGame) -> bool:
    """Tell whether nothing has been drawn yet."""
    return game.last is None and game.last_draw is None and game.round is None


def _next_draw(running: RunningRounds) -> datetime | None:
    """Return when letters are drawn next; None where nobody can know."""
    game = running.game
    if is_before_the_first_letters(game):
        return draws_at(running)
    return game.round.deadline if game.round is not None else None


def word_in_rounds(
    running: RunningRounds, player: str, word: str, received: datetime
) -> LotWordGiven:
    """Return a word with the first round into whose draws it is mixed: the next, if it is in time."""
    game = running.game
    is_between = game.round is None and game.last is not None  # drawn for already
    is_late = not is_between and not is_word_in_time(running, _next_draw(running), received)
    return LotWordGiven(player, word, game.first_mixed + is_late)


def was_closed_early(running: RunningRounds, office: Office) -> bool:
    """Tell whether the last round was closed before its words had to be there, which nobody knew.

    That is by the latest of the ZATs that it had: one that is brought forward is an early close, too.
    """
    last = running.game.last
    if last is None:
        return False
    told = [
        event.deadline
        for event in office.log(running.game.id)
        if isinstance(event, RoundOpened | DeadlineMoved) and event.number == last.number
    ]
    zats = [zat for zat in (*told, last.deadline) if zat is not None]
    return bool(zats) and not has_come(max(zats) - running.policy.lots_until, last.closed)
