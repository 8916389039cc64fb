"""Absences where all play at once: the days that a player names, and those that all are shown."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta, tzinfo

from msgspec import Struct

from mailref.games.by_rounds.game import GameByRounds
from mailref.orders.shapes import read_days

Days = tuple[date, date]
"""The first and the last day."""
_MAY_HAVE_BEGUN = timedelta(days=60)
_A_MOMENT = timedelta(seconds=1)


class AwaySeen(Struct, frozen=True):
    """A player with the days on which he is away."""

    name: str
    days: tuple[Days, ...]


def days_of_absence(text: str, today: date) -> Days | None:
    """Return the days that a text names; without a year those that hold today, else the next such ones.

    >>> days_of_absence("1.12. - 10.1.", date(2026, 12, 5))
    (datetime.date(2026, 12, 1), datetime.date(2027, 1, 10))
    >>> days_of_absence("1.12. - 10.1.", date(2026, 11, 5))
    (datetime.date(2026, 12, 1), datetime.date(2027, 1, 10))
    """
    going_on = read_days(text, today - _MAY_HAVE_BEGUN)
    if going_on is not None and going_on[0] <= today <= going_on[1]:
        return going_on
    return read_days(text, today)


def days_between(
    away: Iterable[tuple[datetime, datetime]], zone: tzinfo, since: datetime | None = None
) -> tuple[Days, ...]:
    """Return the days of absences that end after *since*, as the clocks of *zone* have them."""
    return tuple(
        (begins.astimezone(zone).date(), (ends - _A_MOMENT).astimezone(zone).date())
        for begins, ends in away
        if since is None or ends > since
    )


def who_is_away(game: GameByRounds, zone: tzinfo) -> tuple[AwaySeen, ...]:
    """Return who is away, as all may see it: of absences that were not over when the round began."""
    since = game.round.opened if game.round else game.last.closed if game.last else None
    if not any(each.away for each in game.players.values()):  # as mostly
        return ()
    going = [each for each in game.active if each.away]
    seen = (AwaySeen(each.name, days_between(each.away, zone, since)) for each in going)
    return tuple(each for each in seen if each.days)
