"""The commitment, mailed before the first letters are drawn: then nobody can choose the seed any more."""

from datetime import datetime

from mailref.referee.contents import Announcement
from mailref.referee.findings import RunningRounds
from mailref.referee.mails import Decision, Step
from mailref.referee.reports import Means, to_all
from mailref.rules.events import Noted
from mailref.rules.rounds.round_game import RoundGame
from mailref.rules.schedule import has_come

_NOTE = "announced:"


def announce(running: RunningRounds, means: Means, now: datetime) -> Step | None:
    """Mail the commitment to all, once, while no letters have been drawn."""
    game = running.game
    if not _is_before_the_first_letters(game) or _announced(game) is not None:
        return None
    wait = running.policy.announce
    content = Announcement(game, running.policy, now + wait if wait else None)
    key = f"announcement:{game.id}"
    mails = tuple(to_all(running, means.office, lambda _: content, key, now))
    noted = Noted(_NOTE + now.isoformat(), now)
    return Step(key, Decision(((game.id, noted),), mails))


def is_before_opening(running: RunningRounds, now: datetime) -> bool:
    """Tell whether words may still come before the first letters are drawn (`announce`)."""
    announced = _announced(running.game)
    if announced is None or not _is_before_the_first_letters(running.game):
        return False
    return not has_come(announced + running.policy.announce, now)


def _is_before_the_first_letters(game: RoundGame) -> bool:
    return game.last is None and game.last_draw is None and game.round is None


def _announced(game: RoundGame) -> datetime | None:
    """Return when the commitment was mailed."""
    times = (what.removeprefix(_NOTE) for what in game.noted if what.startswith(_NOTE))
    return next((datetime.fromisoformat(time) for time in times), None)
