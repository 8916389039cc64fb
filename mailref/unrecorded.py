"""Games as the settings alone give them, begun in memory: for `judge`, where nothing is recorded yet."""

from datetime import UTC, datetime, timedelta
from types import MappingProxyType

from msgspec.structs import replace

from mailref.games.by_rounds.policy import PolicyByRounds
from mailref.games.chance import Chance
from mailref.games.family import begin, family_of
from mailref.games.kind import kind_named, replay
from mailref.office import house_of, running_game
from mailref.referee.mails import after
from mailref.referee.policy import GamePolicy, Office
from mailref.referee.reports import Means
from mailref.settings.values import Settings
from mailref.word_lists import lexicon_of, lexicons

_NO_SECRET = bytes(32)
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


def office_from_settings(settings: Settings, now: datetime) -> Office:
    """Return the office as the settings alone give it: nothing is recorded."""
    house = house_of(settings, _NO_SECRET)
    office = Office(MappingProxyType({}), house, lexicons())
    for policy in settings.games:
        office = _with_fresh(office, policy, now)
    return office


def _with_fresh(office: Office, policy: GamePolicy, now: datetime) -> Office:
    """Begin a game in memory; a ZAT in the settings holds, however late it is now."""
    alone = replace(policy, same_tiles=None)
    if kind_named(policy.family).ready(alone, lambda _: None) is None:
        return office  # it waits for the board of another game
    begun = begin(policy, _NO_SECRET, lexicon_of(policy))
    running = running_game(replay(begun), policy)
    office = replace(
        office,
        games=MappingProxyType({**office.games, policy.id: running}),
        since=MappingProxyType({**office.since, policy.id: begun}),
    )
    means = Means(office, Chance(_NO_SECRET, running.game.tile_set), lambda *_: None)
    is_fixed = isinstance(policy, PolicyByRounds) and policy.deadline is not None
    step = family_of(running).go_on(means, _LONG_AGO if is_fixed else now - timedelta(seconds=1))
    return after(office, step.decision) if step else office
