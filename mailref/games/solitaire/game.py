"""A league of soloists: each at a table of his own, all with the same order of tiles (other games 3).

What happens at a table is what happens in a classic game of one seat or two; it is recorded with the
name of its player. Nothing of it may be told to anybody else before the ZAT of the whole game.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import ClassVar, Self

from msgspec.structs import replace

from mailref.games import events as of_all
from mailref.games.by_turns import events as happened
from mailref.games.chance import Secret
from mailref.games.classic.game import TurnGame, apply_in_turns, open_turns
from mailref.games.events import Event
from mailref.games.game import Game, Stage, begun, joined, plus, renamed
from mailref.games.naming import rename
from mailref.games.solitaire import events as of_league
from mailref.games.solitaire.switches import SoloRules
from mailref.tiles.board import Board
from mailref.tiles.tile_set import TileSet


def soloist_total(game: TurnGame) -> int:
    """Return what a soloist has on one rack or two: what is left is deducted, and nobody gains by it."""
    return sum(player.total for player in game.players.values()) - left_on_racks(game)


def left_on_racks(game: TurnGame) -> int:
    """Return what the letters are worth that a soloist has not laid."""
    return sum(game.rules.tiles.sum_of(hand.rack.value) for hand in game.hands.values())


class SoloTable(TurnGame, frozen=True, kw_only=True):
    """The table of one soloist: a classic game in which nobody else sits."""

    rules: SoloRules
    before_move: "SoloTable | None" = None
    played: int = 0
    """How many turns were taken."""
    done: tuple[of_league.SoloMove, ...] = ()
    """With chosen letters: what stands of the present try, in order, for it may be taken back."""
    tries: int = 1
    """The number of this try."""
    best: "SoloTable | None" = None
    """With chosen letters: the best of the tries before this one."""

    def seats_with(self, _player: str) -> tuple[str, ...]:
        return self.seats

    @property
    def counting(self) -> "SoloTable":
        """Return the try that counts: the best one, of equal ones the first."""
        if self.best is None or self.result > self.best.result:
            return self
        return self.best

    @property
    def chosen(self) -> str:
        """Return the letters chosen for the next move."""
        last = self.done[-1] if self.done else None
        return last.letters.value if isinstance(last, of_league.LettersChosen) else ""

    @property
    def result(self) -> int:
        return soloist_total(self)


class SoloGame(Game, frozen=True, kw_only=True):
    """A league of soloists as it stands."""

    family: ClassVar[str] = "solo"
    letter: ClassVar[str] = "Z"
    number_now = 1  # every table has turns of its own
    rules: SoloRules
    deadline: datetime
    tables: Mapping[str, SoloTable] = MappingProxyType({})
    """By the names of their players."""

    def with_player_called(self, old: str, new: str) -> Self:
        tables = dict(self.tables)
        if (table := tables.get(old)) is not None:
            for seat in table.seats:
                table = rename(table, seat, new + seat.removeprefix(old))
            tables[old] = table
        league = rename(replace(self, tables=MappingProxyType({})), old, new)
        return replace(league, tables=renamed(tables, old, new))

    @property
    def stage(self) -> Stage:
        return Stage.OVER if self.is_over else Stage.PLAYING

    @property
    def due(self) -> datetime | None:
        """Return the ZAT of the whole game."""
        return None if self.is_over or self.is_paused else self.deadline


def under(player: str, events: Iterable[Event]) -> Iterator[of_league.SoloPlayed]:
    """Yield what happened at a table under the name of its player."""
    for event in events:
        match event:
            case of_all.GameEnded(because=why, at=at):
                yield of_league.SoloPlayed(player, of_league.TableFinished(why, at))
            case _ if isinstance(event, of_league.SoloMove):
                yield of_league.SoloPlayed(player, event)
            case _:
                raise TypeError(f"{type(event).__name__} does not happen at a soloist's table")


def seats_of(player: str, racks: int) -> tuple[str, ...]:
    """Return the seats of a soloist: his name, with two racks `Anna I` and `Anna II`."""
    return (player,) if racks == 1 else (f"{player} I", f"{player} II")


def table_opened(game: SoloGame, seats: tuple[str, ...]) -> happened.TurnsOpened:
    """Return the event with which a table of *game* would begin as a game of its own."""
    bag, board = Secret(game.rules.tiles.all_tiles), Board.empty(game.rules.layout.size)
    return begun(happened.TurnsOpened, game, seats=seats, board=board, bag=bag)


def tries_at(game: SoloGame, player: str, log: Iterable[Event]) -> tuple[tuple[Event, ...], ...]:
    """Return what stands of each try at one table, as if it were a game of its own; mostly there is one.

    Seats have the names of now; what was taken back is left out.
    """
    seats = tuple(game.tables[player].seats) if player in game.tables else ()
    names = {player, *game.players[player].former_names} if player in game.players else set()
    tries: list[list[Event]] = [[]]
    for event in standing(log):
        match event:
            case of_league.SoloDealt() if event.player in names:
                tries[-1] = [table_opened(game, seats)]
            case of_league.SoloPlayed(event=of_league.TryBegun()) if event.player in names:
                tries.append([table_opened(game, seats)])
            case of_league.SoloPlayed() if event.player in names:
                tries[-1].append(_as_now(game.rules.tiles, event.event, event.player, player))
            case _:
                pass
    return tuple(map(tuple, tries))


def standing(log: Iterable[Event]) -> list[Event]:
    """Return what happened in a league without what soloists took back."""
    shown: list[Event | None] = []
    done: dict[str, list[int]] = defaultdict(list)
    """Where what stands of each present try is in *shown*."""
    for event in log:
        match event:
            case of_league.SoloPlayed(player, of_league.MoveTakenBack()):
                stands = [shown[at] for at in done[player]]
                moves = [each.event for each in stands if isinstance(each, of_league.SoloPlayed)]
                left = len(without_last(moves) or ())
                for at in done[player][left:]:
                    shown[at] = None
                done[player] = done[player][:left]
                continue
            case of_league.SoloDealt(player) | of_league.SoloPlayed(player, of_league.TryBegun()):
                done[player] = []
            case of_league.SoloPlayed(player):
                done[player].append(len(shown))
            case of_all.PlayerRenamed(name, new_name):
                done[new_name] = done.pop(name, [])
            case _:
                pass
        shown.append(event)
    return [each for each in shown if each is not None]


def events_at(game: SoloGame, player: str, log: Iterable[Event]) -> tuple[Event, ...]:
    """Return what stands at one table, as if it were a game of its own: of the present try."""
    return tries_at(game, player, log)[-1]


def without_last(done: Sequence[of_league.SoloMove]) -> tuple[of_league.SoloMove, ...] | None:
    """Return a try without what was done last in it; None where nothing was.

    That is the letters chosen since the last move, or else that move with the letters chosen for it.
    """
    begins = [at for at, event in enumerate(done) if isinstance(event, happened.TurnBegan)]
    if begins and begins[-1] < len(done) - 1:
        return tuple(done[: begins[-1] + 1])
    return tuple(done[: begins[-2] + 1]) if len(begins) > 1 else None


def _as_drawn(event: of_league.LettersChosen, tiles: TileSet) -> happened.TilesDrawn:
    """Return a choice of letters as the table of a classic game takes it: as tiles from the bag."""
    new, old = Counter(event.letters.value), Counter(event.put_back.value)
    drawn, back = (tiles.in_order(each.elements()) for each in (new - old, old - new))
    return happened.TilesDrawn(
        number=event.number,
        player=event.player,
        count=len(drawn),
        letters=Secret(drawn),
        put_back=Secret(back),
        receipt="",
        nonce=Secret(""),
        at=event.at,
    )


def _as_now(tiles: TileSet, event: of_league.SoloMove, old: str, new: str) -> Event:
    """Return what happened at a table as a game of its own tells it, its seat called as it is now."""
    match event:
        case of_league.LettersChosen():
            chosen = _as_drawn(event, tiles)
            return replace(chosen, player=new + event.player.removeprefix(old))
        case of_league.MoveTakenBack() | of_league.TryBegun():
            raise TypeError("told by what it leaves of a try")
        case of_league.TableFinished(why, at):
            return of_all.GameEnded("", why, at)
        case happened.RacksRevealed():
            racks = {new + seat.removeprefix(old): rack for seat, rack in event.racks.items()}
            less = {new + seat.removeprefix(old): n for seat, n in event.deductions.items()}
            return replace(event, racks=MappingProxyType(racks), deductions=MappingProxyType(less))
        case _:
            return replace(event, player=new + event.player.removeprefix(old))


def apply_in_solo(game: SoloGame, event: of_league.InSoloGame) -> SoloGame:
    """Return *game* after *event*; what every game knows of it has been applied before."""
    match event:
        case of_league.SoloDealt():
            return replace(game, tables=plus(game.tables, event.player, _table(game, event.seats)))
        case of_league.SoloPlayed():
            table = _played(game, game.tables[event.player], event.event)
            return replace(game, tables=plus(game.tables, event.player, table))
        case of_all.PlayerJoined():
            return joined(game, event)
        case of_all.DeadlineMoved() if event.deadline is not None:
            return replace(game, deadline=event.deadline)
        case _:
            return game


def _table(game: SoloGame, seats: tuple[str, ...]) -> SoloTable:
    """Return a table of *game* as it begins."""
    return begun(SoloTable, open_turns(table_opened(game, seats)), before_move=None)


def _played(game: SoloGame, table: SoloTable, event: of_league.SoloMove) -> SoloTable:
    """Return a table after something happened at it."""
    match event:
        case of_league.TableFinished():
            return replace(table, is_over=True, ended=event.why)
        case of_league.LettersChosen():
            after = _after(table, _as_drawn(event, table.rules.tiles))
        case of_league.MoveTakenBack():
            after = _anew(game, table)
            for each in without_last(table.done) or ():
                after = _played(game, after, each)
            return after
        case of_league.TryBegun():
            best = replace(table.counting, done=(), best=None)
            return replace(_anew(game, table), tries=table.tries + 1, best=best)
        case _:
            after = _after(table, event)
    if not game.rules.chosen:
        return after
    return replace(after, done=(*table.done, event), before_move=None)


def _anew(game: SoloGame, table: SoloTable) -> SoloTable:
    """Return a table as it was when its try began."""
    return replace(_table(game, table.seats), tries=table.tries, best=table.best)


def _after(table: SoloTable, event: happened.InTurnGame) -> SoloTable:
    after = apply_in_turns(table, event)
    if not isinstance(after, SoloTable):
        raise TypeError(f"{table.id}: a table stays one")
    is_turn = isinstance(event, happened.OfTurn) and event.is_turn
    return replace(after, played=after.played + 1) if is_turn else after
