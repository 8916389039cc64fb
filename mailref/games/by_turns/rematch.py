"""REVANCHE: a game in turns once more, where all who played say so in time; the next one begins.

What they say is noted in the game that is over. The game that follows has the settings of the first
one, which stands in the file; it stands nowhere but in the record (other games 5).
"""

from collections.abc import Mapping
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.by_turns.policy import RunningTurns, TurnPolicy
from mailref.games.by_turns.rules import SeatOrder
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.events import Noted
from mailref.games.game import AGREED, next_id
from mailref.orders.names import folded
from mailref.referee.findings import NotDone
from mailref.referee.policy import ConfiguredPlayer, GamePolicy, Registration, RunningGame
from mailref.tiles.when_used import regex

_WANTED = regex(r"rematch_wanted:(\d+):(.+)")
_LEAST = timedelta(days=1)


class Rematch(Struct, frozen=True):
    """Who of those who played a game wants it once more."""

    missing: tuple[str, ...]
    """Who has not said so yet."""
    until: datetime
    title: str
    """Of the game that follows."""
    begins: str
    """Who begins it."""

    @property
    def is_agreed(self) -> bool:
        return not self.missing


def want_rematch(
    running: RunningTurns, player: str, at: datetime, games: Mapping[str, RunningGame]
) -> tuple[Noted, ...] | NotDone:
    """Return what is noted when *player* wants the game once more; the last one makes the next game."""
    game, policy = running.game, running.policy
    if not game.is_over or not policy.has_rematch:
        return NotDone.NO_REMATCH
    if next_id(game) or player not in game.seats:
        return NotDone.NO_REMATCH
    _, wanting = _wanting(running, at)
    if player in wanting:
        return ()
    said = Noted(f"rematch_wanted:{_number(game, player)}:{at.isoformat()}", at)
    if wanting | {player} < {*game.seats}:
        return (said,)
    return said, Noted(f"{AGREED}{_free_id(running, games)}", at)


def rematch_of(running: RunningTurns) -> Rematch | None:
    """Return how it stands with a rematch; None where nobody has asked for one."""
    said = _said(running)
    if not said:
        return None
    began, wanting = _wanting(running, said[-1][0])
    order = _order(running.game)
    agreed = next_id(running.game)
    missing = () if agreed else tuple(name for name in running.game.seats if name not in wanting)
    title = _title(running.policy, agreed) if agreed else running.policy.title
    return Rematch(missing, began + _span(running.policy), title, order[0])


def agreed_on(policy: GamePolicy, game: SeatedGame) -> TurnPolicy | None:
    """Return the settings of the game that follows *game*; None where none was agreed on."""
    again = next_id(game) if game.is_over else ""
    return _settings_of(policy, game, again) if again and isinstance(policy, TurnPolicy) else None


def _settings_of(policy: TurnPolicy, game: SeatedGame, id_: str) -> TurnPolicy:
    players = tuple(
        ConfiguredPlayer(name, game.players[name].addresses, game.players[name].language or "")
        for name in _order(game)
    )
    return replace(
        policy,
        id=id_,
        title=_title(policy, id_),
        players=players,
        rules=replace(policy.rules, starter="listed", seats=SeatOrder.LISTED),
        registration=Registration.CLOSED,
        places=len(players),
        taken_over=None,
        same_tiles=None,
        follows=policy.follows or policy.id,
    )


def _order(game: SeatedGame) -> tuple[str, ...]:
    """Return who plays, the one first who begins: next to him who began."""
    return (*game.seats[1:], game.seats[0])


def _number(game: SeatedGame, player: str) -> int:
    """Return a player's place among all who ever played: it stays when he is renamed."""
    return tuple(game.players).index(player)


def _wanting(running: RunningTurns, at: datetime) -> tuple[datetime, frozenset[str]]:
    """Return since when a rematch is wanted at *at*, and by whom; who waited too long asks anew."""
    began, wanting = at, frozenset[str]()
    for when, name in _said(running):
        if not wanting or when > began + _span(running.policy):
            began, wanting = when, frozenset()
        wanting |= {name}
    if wanting and at > began + _span(running.policy):
        return at, frozenset()
    return began, wanting


def _said(running: RunningTurns) -> list[tuple[datetime, str]]:
    names = tuple(running.game.players)
    found = (_WANTED.fullmatch(what) for what in running.game.noted)
    return sorted((datetime.fromisoformat(each[2]), names[int(each[1])]) for each in found if each)


def _span(policy: TurnPolicy) -> timedelta:
    return policy.reminder or _LEAST


def _free_id(running: RunningTurns, games: Mapping[str, RunningGame]) -> str:
    """Return `kiel-2`, or a later number where that id or its title is taken."""
    titles = {folded(each.policy.title) for each in games.values()}
    number = 2
    while True:
        id_ = f"{running.policy.follows or running.policy.id}-{number}"
        if id_ not in games and folded(_title(running.policy, id_)) not in titles:
            return id_
        number += 1


def _title(policy: TurnPolicy, id_: str) -> str:
    """Return `Classic Kiel 2` of `kiel-2`."""
    number = id_.rpartition("-")[2]
    own = policy.id.rpartition("-")[2]
    title = policy.title.removesuffix(f" {own}") if policy.follows else policy.title
    return f"{title} {number}"
