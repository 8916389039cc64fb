"""A whole game as the export and the archive tell it: its closed rounds, and how it came to them.

A round that was reopened is told as it was closed the last time, a player under his present name.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from mailref.games import events as happened
from mailref.games.events import Event
from mailref.games.game import plus
from mailref.games.ranking import ranking
from mailref.games.replay import apply
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds.closing import first_players
from mailref.games.rounds.game import RoundGame, open_rounds
from mailref.games.rounds.past_rounds import ClosedRound, ClosedRounds, Correction, Reports


class RankedPlayer(Struct, frozen=True):
    """A place in the table as it stands now."""

    rank: int
    player: str
    total: int


class GameRecord(Struct, frozen=True):
    """All that is told of a game."""

    opened: in_rounds.GameOpened
    game: RoundGame
    reports: Reports
    among: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Who took part when a late joiner came, late joiners left out: his base is the lowest of theirs."""

    @property
    def history(self) -> ClosedRounds:
        """Return the closed rounds with what has been corrected since."""
        return self.reports.history

    @property
    def rounds(self) -> tuple[ClosedRound, ...]:
        """Return the closed rounds as they stand now, oldest first."""
        return self.history.rounds

    def corrected_before(self, player: str) -> tuple[Correction, ...]:
        """Return a player's corrections that stand in no closed round yet.

        No round of his is closed, or the one that they are about is open again.
        """
        closed, is_new = self.history.open_round - 1, player in self.history.newcomers
        return tuple(
            each
            for each in self.history.corrections
            if each.player == player and not each.is_undone and (is_new or each.number > closed)
        )

    @property
    def places(self) -> tuple[RankedPlayer, ...]:
        """Return the table as it stands now, with those who have come since the last close."""
        totals = {name: player.total for name, player in self.game.players.items()}
        ranks = ranking(totals)
        ordered = sorted(totals, key=lambda name: (ranks[name], name))
        return tuple(RankedPlayer(ranks[name], name, totals[name]) for name in ordered)


def record_of(events: Iterable[Event]) -> GameRecord:
    """Return what *events* say of a game; ValueError if they begin none."""
    record: GameRecord | None = None
    for event in events:
        if isinstance(event, in_rounds.GameOpened):
            record = GameRecord(event, open_rounds(event), Reports().after((event,)))
        elif record is not None:
            record = _with(record, event)
    if record is None:
        raise ValueError("no events, no game")
    return record


def _with(record: GameRecord, event: Event) -> GameRecord:
    before = record.game
    record = replace(record, game=apply(before, event), reports=record.reports.after((event,)))
    match event:
        case happened.PlayerJoined():
            firsts = _firsts(before, is_of_staying=event.is_of_staying) if event.is_late else ()
            return replace(record, among=plus(record.among, event.name, firsts))
        case in_rounds.BaseFixed(name):
            firsts = _firsts(before, is_of_staying=event.change is None)
            return replace(record, among=plus(record.among, name, firsts))
        case happened.PlayerRenamed(old, new, _):
            among = {
                new if name == old else name: tuple(new if each == old else each for each in firsts)
                for name, firsts in record.among.items()
            }
            return replace(record, among=MappingProxyType(among))
        case _:
            return record


def _firsts(game: RoundGame, *, is_of_staying: bool) -> tuple[str, ...]:
    """Return whose lowest total the base is; in old records who left with the open round was one of them."""
    players = game.staying if is_of_staying else game.active
    return tuple(player.name for player in first_players(players))
