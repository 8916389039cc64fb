"""What may be told of a game of WORT-Rummikub at any time: its turns, its table after each (table games 9)."""

from collections.abc import Iterable
from dataclasses import dataclass

from mailref.rules.table import table_events as happened
from mailref.rules.table.table_events import TakenWhy
from mailref.rules.table.table_game import TableGame
from mailref.rules.turns.turn_events import PlayerOut, PlayTakenBack, TurnPassed
from mailref.rules.turns.turn_history import (
    KINDS,
    TableThen,
    Teller,
    ToldDraw,
    ToldTile,
    ToldTurn,
    TurnHistory,
    TurnKind,
)


def table_history_of(steps: Iterable[tuple[object, TableGame]]) -> TurnHistory:
    """Return what is told of a game: *steps* are its events, each with the game after it."""
    teller = _TableTeller()
    for event, game in steps:
        teller.note(event, game)
    return teller.told()


@dataclass(slots=True)
class _TableTeller(Teller):
    """What is told of a game of WORT-Rummikub."""

    def tell(self, event: object) -> None:
        match event:
            case happened.FirstTilesDealt():
                self.start = (event.tiles,)
            case happened.RackDealt():
                count = len(event.letters.value) + 1
                draw = ToldDraw(event.number, event.player, count, event.receipt)
                self.first_draws.append(draw)
            case happened.StacksBuilt():
                self._stacks(event)
            case happened.TableWordLaid():
                self.move(
                    ToldTurn(
                        number=event.number,
                        player=event.player,
                        kind=TurnKind.PLAY,
                        points=event.made.points,
                        received=event.received,
                        made=event.made,
                        table=self._now(),
                    )
                )
            case happened.TileTaken():
                self._take(event)
            case TurnPassed():
                self.move(ToldTurn(event.number, event.player, KINDS[event.why], table=self._now()))
            case PlayTakenBack():
                self.change(event.number, table=self._now())
            case PlayerOut() if self.game is not None and self.game.open_play is not None:
                self.change(self.game.open_play.number, table=self._now())
            case _:
                pass

    def _now(self) -> TableThen:
        game = self.game
        if not isinstance(game, TableGame):
            raise TypeError("no game of WORT-Rummikub")
        return TableThen(game.table, game.tops, game.heights)

    def _stacks(self, event: happened.StacksBuilt) -> None:
        first = len(self.first_draws) + 1
        rows = zip(event.stacks, event.receipts, strict=True)
        self.first_draws += [
            ToldDraw(first + at, "", len(stack.value), receipt, at + 1)
            for at, (stack, receipt) in enumerate(rows)
        ]

    def _take(self, event: happened.TileTaken) -> None:
        """Note a tile: as a turn of its own, or beside its owner's last word."""
        tile = ToldTile(event.stack, event.tile, event.why)
        now = self._now()
        match event.why:
            case TakenWhy.TURN | TakenWhy.TIMEOUT:
                kind = TurnKind.TAKE if event.why is TakenWhy.TURN else TurnKind.TIMEOUT
                turn = ToldTurn(event.number, event.player, kind, taken=(tile,), table=now)
                self.move(turn)
            case TakenWhy.REFILL | TakenWhy.PENALTY:
                his = next(each for each in reversed(self.turns) if each.player == event.player)
                self.change(his.number, taken=(*his.taken, tile), table=now)
