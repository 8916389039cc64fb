"""What a player says of himself in one game and holds in all that he plays here: his name on pages, his language.

Whether his name is shown holds in later games, too.

Who has nothing to do with a game is shown it as its pages show it: others by their initials.

His is a game in which he has the same name and one of the same addresses: of a couple that shares an address
each is asked for himself.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.events import Event, LanguageSet, NameShown, PlayerJoined
from mailref.games.game import Player
from mailref.games.kind import replay
from mailref.orders.shapes import folded
from mailref.record.renaming import by_initials, named_nowhere
from mailref.referee.identity import players_at
from mailref.referee.policy import Memories, Office, Records

GameEvents = Sequence[tuple[str, Event]]
"""(game, event), in order."""


def with_names_shown(events: GameEvents, office: Office) -> GameEvents:
    """Return *events* with what follows from them in other games; *office* is that before them."""
    came = {(game, event.name) for game, event in events if isinstance(event, PlayerJoined)}
    more: list[tuple[str, Event]] = []
    for game, event in events:
        if isinstance(event, NameShown | PlayerJoined):
            more += _follows(game, event, office)
        elif (
            isinstance(event, LanguageSet) and event.is_chosen and (game, event.player) not in came
        ):
            more += _spoken_elsewhere(game, event, office)
    told = {*((game, each.player) for game, each in events if isinstance(each, LanguageSet))}
    more = [
        (game, each)
        for game, each in more
        if not (isinstance(each, LanguageSet) and (game, each.player) in told)
    ]
    return (*events, *more) if more else events


def _spoken_elsewhere(
    game: str, event: LanguageSet, office: Office
) -> Iterator[tuple[str, LanguageSet]]:
    running = office.games.get(game)
    player = running.game.players.get(event.player) if running else None
    for other, his in _elsewhere(game, event.player, player.addresses if player else (), office):
        if his.language != event.language and not office.games[other].game.is_over:
            yield other, LanguageSet(his.name, event.language)


def _follows(
    game: str, event: NameShown | PlayerJoined, office: Office
) -> Iterator[tuple[str, Event]]:
    if isinstance(event, PlayerJoined):
        others = [
            each.shows_name for _, each in _elsewhere(game, event.name, event.addresses, office)
        ]
        if others and all(others):
            yield game, NameShown(event.name, is_shown=True)
        return
    running = office.games.get(game)
    player = running.game.players.get(event.player) if running else None
    for other, his in _elsewhere(game, event.player, player.addresses if player else (), office):
        if his.shows_name is not event.is_shown:
            yield other, NameShown(his.name, is_shown=event.is_shown)


def _elsewhere(
    game: str, name: str, addresses: Sequence[str], office: Office
) -> Iterator[tuple[str, Player]]:
    """Yield the other games of a player, and what he is in each."""
    seen = {game}
    for address in map(str.lower, addresses):
        for other in office.games_at(address):
            his = players_at(office.games[other], address)
            found = next((each for each in his if folded(each.name) == folded(name)), None)
            if found is not None and other not in seen:
                seen.add(other)
                yield other, found


class _ByInitials(Struct, frozen=True):
    """The record of a game in which others stand by their initials, before what is recorded."""

    game: str
    log: Sequence[Event]
    records: Records

    def seed(self, game: str) -> bytes:
        return self.records.seed(game)

    def events(self, game: str) -> Iterable[Event]:
        return self.log if game == self.game else self.records.events(game)

    def handed_over(self, game: str, tag: str, addresses: Collection[str]) -> datetime | None:
        return self.records.handed_over(game, tag, addresses)


def as_pages_show(game: str, office: Office) -> Office:
    """Return the office in which the players of a game are called as its pages call them."""
    running, log = office.games[game], office.log(game)
    if not log:  # nothing is recorded of it, as where mails are only judged
        return office
    named = {player.name for player in running.game.players.values() if player.shows_name}
    others = [each.game.players for each in office.games.values()]
    besides = named_nowhere(
        others, ([name for name in each if each[name].shows_name] for each in others)
    )
    shown = by_initials(game, log, named, besides=besides)
    games = {**office.games, game: replace(running, game=replay(shown))}
    records = _ByInitials(game, shown, office.records)
    return replace(
        office,
        games=MappingProxyType(games),
        memories=Memories(),
        records=records,
        since=MappingProxyType({}),
    )
