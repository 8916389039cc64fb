"""A league of soloists: each at a table of his own, all with the same order of tiles (other games 3).

What happens at a table is what happens in a classic game of one seat or two; it is recorded with the
name of its player. Nothing of it may be told to anybody else before the ZAT of the whole game.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType

from mailref.rules import events as of_all
from mailref.rules.board import GERMAN, Board
from mailref.rules.events import Event, InSoloGame, InTurnGame
from mailref.rules.game import Game, Player, Stage, plus, rename
from mailref.rules.turns import turn_events as happened
from mailref.rules.turns.solo_events import (
    SoloDealt,
    SoloMove,
    SoloOpened,
    SoloPlayed,
    SoloRules,
    TableFinished,
)
from mailref.rules.turns.turn_game import TurnGame, apply_in_turns, open_turns
from mailref.rules.turns.turn_rules import Secret


@dataclass(frozen=True, slots=True, kw_only=True)
class SoloTable(TurnGame):
    """The table of one soloist: a classic game in which nobody else sits."""

    rules: SoloRules
    before_move: "SoloTable | None" = None
    played: int = 0
    """How many turns were taken."""

    @property
    def result(self) -> int:
        """Return his points on all racks, less what is left on them: nobody gains by that."""
        totals = sum(player.total for player in self.players.values())
        return totals - sum(GERMAN.sum_of(hand.rack.value) for hand in self.hands.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class SoloGame(Game):
    """A league of soloists as it stands."""

    rules: SoloRules
    deadline: datetime
    tables: Mapping[str, SoloTable] = field(default_factory=lambda: MappingProxyType({}))
    """By the names of their players."""

    @property
    def stage(self) -> Stage:
        return Stage.OVER if self.is_over else Stage.PLAYING

    @property
    def due(self) -> datetime | None:
        """Return the ZAT of the whole game."""
        return None if self.is_over or self.is_paused else self.deadline


def open_solo(event: SoloOpened) -> SoloGame:
    """Return the league that *event* begins."""
    return SoloGame(
        id=event.id,
        title=event.title,
        variant=event.variant,
        commitment=event.commitment,
        lexicon=event.lexicon,
        lexicon_sha256=event.lexicon_sha256,
        rules=event.rules,
        deadline=event.deadline,
    )


def seats_of(player: str, racks: int) -> tuple[str, ...]:
    """Return the seats of a soloist: his name, with two racks `Anna I` and `Anna II`."""
    return (player,) if racks == 1 else (f"{player} I", f"{player} II")


def table_opened(game: SoloGame, seats: tuple[str, ...]) -> happened.TurnsOpened:
    """Return the event with which a table of *game* would begin as a game of its own."""
    return happened.TurnsOpened(
        id=game.id,
        title=game.title,
        variant=game.variant,
        rules=game.rules,
        seats=seats,
        commitment=game.commitment,
        lexicon=game.lexicon,
        lexicon_sha256=game.lexicon_sha256,
        board=Board(),
        bag=Secret(GERMAN.all_tiles),
    )


def events_at(game: SoloGame, player: str, log: Iterable[Event]) -> Iterator[Event]:
    """Yield what happened at one table, as if it were a game of its own; seats have the names of now."""
    seats = tuple(game.tables[player].seats) if player in game.tables else ()
    names = {player, *game.players[player].former_names} if player in game.players else set()
    for event in log:
        match event:
            case SoloDealt() if event.player in names:
                yield table_opened(game, seats)
            case SoloPlayed() if event.player in names:
                yield _as_now(event.event, event.player, player)
            case _:
                pass


def _as_now(event: SoloMove, old: str, new: str) -> Event:
    """Return what happened at a table as a game of its own tells it, its seat called as it is now."""
    match event:
        case TableFinished(why, at):
            return of_all.GameEnded("", why, at)
        case happened.RacksRevealed():
            racks = {new + seat.removeprefix(old): rack for seat, rack in event.racks.items()}
            less = {new + seat.removeprefix(old): n for seat, n in event.deductions.items()}
            return replace(event, racks=MappingProxyType(racks), deductions=MappingProxyType(less))
        case _:
            return replace(event, player=new + event.player.removeprefix(old))


def apply_in_solo(game: SoloGame, event: InSoloGame) -> SoloGame:
    """Return *game* after *event*; what every game knows of it has been applied before."""
    match event:
        case SoloOpened():
            raise ValueError("a game is opened once")
        case SoloDealt():
            table = _table(open_turns(table_opened(game, event.seats)))
            return replace(game, tables=plus(game.tables, event.player, table))
        case SoloPlayed():
            table = game.tables[event.player]
            if isinstance(event.event, TableFinished):
                table = replace(table, is_over=True, ended=event.event.why)
            else:
                table = _after(table, event.event)
            return replace(game, tables=plus(game.tables, event.player, table))
        case of_all.PlayerJoined():
            return _join(game, event)
        case of_all.PlayerRenamed():
            return _rename(game, event)
        case of_all.DeadlineMoved() if event.deadline is not None:
            return replace(game, deadline=event.deadline)
        case _:
            return game


def _table(game: TurnGame) -> SoloTable:
    fields = {name: getattr(game, name) for name in TurnGame.__dataclass_fields__}
    return SoloTable(**{**fields, "before_move": None})


def _after(table: SoloTable, event: InTurnGame) -> SoloTable:
    after = apply_in_turns(table, event)
    if not isinstance(after, SoloTable):
        raise TypeError(f"{table.id}: a table stays one")
    is_turn = isinstance(event, happened.PlayLaid | happened.TilesExchanged | happened.TurnPassed)
    return replace(after, played=after.played + 1) if is_turn else after


def _join(game: SoloGame, event: of_all.PlayerJoined) -> SoloGame:
    player = Player(
        name=event.name,
        addresses=event.addresses,
        total=0,
        is_configured=event.is_configured,
        from_settings=event.addresses if event.is_configured else (),
    )
    return replace(game, players=plus(game.players, event.name, player))


def _rename(game: SoloGame, event: of_all.PlayerRenamed) -> SoloGame:
    """Rename a soloist at his table, too."""
    tables: dict[str, SoloTable] = {}
    for name, table in game.tables.items():
        now = table
        for seat in table.seats if name == event.name else ():
            new = event.new_name + seat.removeprefix(name)
            now = _after(rename(now, seat, new), of_all.PlayerRenamed(seat, new, event.because))
        tables[event.new_name if name == event.name else name] = now
    return replace(game, tables=MappingProxyType(tables))
