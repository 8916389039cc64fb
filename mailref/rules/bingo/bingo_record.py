"""A whole game of Scrabble-Bingo, as its export, its table and its archive tell it (other games 2)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from mailref.rules.bingo import bingo_events as happened
from mailref.rules.bingo.bingo_game import BingoGame
from mailref.rules.bingo.bingo_words import crossed_out
from mailref.rules.events import Event, GameEnded, WordRuled
from mailref.rules.replay import apply


@dataclass(frozen=True, slots=True)
class ZatNoted:
    """A ZAT at which tiles were drawn, or a call won."""

    number: int
    drawn: str
    deadline: datetime | None
    closed: datetime
    playing: tuple[str, ...]
    """Who could win at it, by his name now."""


@dataclass(slots=True)
class BingoRecord:
    """A whole game."""

    opened: happened.BingoOpened
    game: BingoGame
    zats: list[ZatNoted] = field(default_factory=list)
    calls: list[tuple[str, datetime]] = field(default_factory=list)
    rulings: list[tuple[int, WordRuled]] = field(default_factory=list)
    ended: GameEnded | None = None


def bingo_record_of(events: Iterable[Event]) -> BingoRecord:
    """Return what the record holds of a game; who was renamed has his new name all through."""
    steps = tuple(_steps(events))
    (first, _, game), last = steps[0], steps[-1][2]
    if not isinstance(first, happened.BingoOpened):
        raise TypeError(f"{game.id} is no game of Scrabble-Bingo")
    record = BingoRecord(first, last)
    for event, before, _ in steps[1:]:
        _note(record, event, before)
    return record


def _steps(events: Iterable[Event]) -> Iterator[tuple[Event, BingoGame, BingoGame]]:
    """Yield every event with the game before and after it."""
    game: BingoGame | None = None
    for event in events:
        found = apply(game, event)
        if not isinstance(found, BingoGame):
            raise TypeError(f"{found.id} is no game of Scrabble-Bingo")
        yield event, game if game is not None else found, found
        game = found


def _note(record: BingoRecord, event: Event, before: BingoGame) -> None:
    def called(name: str) -> str:
        return tuple(record.game.players)[tuple(before.players).index(name)]

    playing = tuple(map(called, before.playing))
    match event:
        case happened.TilesCalled():
            record.zats.append(
                ZatNoted(event.number, event.drawn, event.deadline, event.at, playing)
            )
        case happened.BingoReached() if before.round is not None:
            zat = before.round
            record.zats.append(ZatNoted(zat.number, "", zat.deadline, zat.opened, playing))
        case happened.BingoCalled():
            record.calls.append((called(event.player), event.received))
        case WordRuled():
            record.rulings.append((before.round_number, event))
        case GameEnded():
            record.ended = event
            _close_last(record, event)
        case _:
            pass


def _close_last(record: BingoRecord, ended: GameEnded) -> None:
    """Note when a ZAT was decided at which nothing was drawn."""
    if record.zats and not record.zats[-1].drawn:
        last = record.zats[-1]
        record.zats[-1] = ZatNoted(last.number, "", last.deadline, ended.at, last.playing)


def left_after(record: BingoRecord, number: int) -> Sequence[tuple[str, int]]:
    """Return how many letters each player wanted after the tiles of a round."""
    game = record.game
    drawn = "".join(each.tiles for each in game.draws if each.number <= number)
    fixed = game.words.value if game.words is not None else ()
    blanks = game.rules.blanks
    return [(name, crossed_out(words, drawn, blanks=blanks).left) for name, words in fixed]
