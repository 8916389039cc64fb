"""Words of players that are mixed into draws and lots: until when one counts, and from whom (chance).

Whoever knew all other words could choose his own by what it draws. So there is a limit that all know
beforehand, and nobody has more words than addresses of his own.
"""

from datetime import datetime

from mailref.games.by_turns.policy import RunningTurns
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.events import DeadlineMoved, LotWordGiven
from mailref.games.rounds.events import RoundOpened
from mailref.games.rounds.policy import RunningRounds
from mailref.games.rounds.round_game import RoundGame
from mailref.games.schedule import has_come
from mailref.referee.findings import Office
from mailref.referee.identity import players_at
from mailref.referee.policy import RunningGame

RunningLots = RunningRounds | RunningTurns
"""A game into whose draws words can be mixed."""
ANNOUNCED = "announced:"
"""How the note begins that the commitment was mailed before anything was drawn."""


def announced_at(game: RoundGame | SeatedGame) -> datetime | None:
    """Return when the commitment was mailed before anything was drawn; None where it was not."""
    times = (what.removeprefix(ANNOUNCED) for what in game.noted if what.startswith(ANNOUNCED))
    return next((datetime.fromisoformat(time) for time in times), None)


def draws_at(running: RunningLots) -> datetime | None:
    """Return when the first letters are drawn that were announced."""
    announced = announced_at(running.game)
    return None if announced is None else announced + running.policy.announce


def is_before_the_first_letters(game: RoundGame) -> bool:
    """Tell whether nothing has been drawn yet."""
    return game.last is None and game.last_draw is None and game.round is None


def waits_for_words(running: RunningGame) -> bool:
    """Tell whether the commitment was mailed, and nothing has been drawn since."""
    match running:
        case RunningRounds(game=game):
            return announced_at(game) is not None and is_before_the_first_letters(game)
        case RunningTurns(game=game):
            return announced_at(game) is not None and game.turn is None and not game.is_over
        case _:
            return False


def words_until(running: RunningLots) -> datetime | None:
    """Return until when words count for the next draw; None where nobody can know when it will be."""
    game, before = running.game, running.policy.lots_until
    if isinstance(game, SeatedGame) or is_before_the_first_letters(game):
        drawn = draws_at(running)
    else:
        drawn = game.round.deadline if game.round is not None else None
    return None if drawn is None else drawn - before


def word_in_rounds(
    running: RunningRounds, player: str, word: str, received: datetime
) -> LotWordGiven:
    """Return a word with the first round into whose draws it is mixed: the next, if it is in time."""
    game = running.game
    is_between = game.round is None and game.last is not None  # drawn for already
    is_late = not is_between and not _is_in_time(words_until(running), received)
    return LotWordGiven(player, word, game.first_mixed + is_late)


def may_give_in_turns(running: RunningTurns, received: datetime) -> bool:
    """Tell whether a word still counts in a game in turns, in which all is drawn by the same key."""
    if running.game.turn is not None:
        return False
    return announced_at(running.game) is None or _is_in_time(words_until(running), received)


def _is_in_time(until: datetime | None, received: datetime) -> bool:
    return until is not None and received <= until


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


def is_from_himself(running: RunningGame, office: Office, player: str, sender: str) -> bool:
    """Tell whether a word comes from an address at which this player plays, and nobody else.

    Who has none adds no word: whoever writes for him would have two. A newcomer is nobody else yet.
    """
    at_it = {each.name for each in players_at(running, sender)}
    is_masters = sender.lower() == office.house.gamemaster_address.lower()
    return at_it == {player} or (not at_it and not is_masters)
