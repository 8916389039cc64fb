"""A whole game as the export and the archive tell it: its closed rounds, and how it came to them.

A round that was reopened is told as it was closed the last time, a player under his present name.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from mailref.rules import events as happened
from mailref.rules.events import Event, LettersDrawn, WordRuled
from mailref.rules.replay import apply
from mailref.rules.rounds.apply import open_rounds
from mailref.rules.rounds.closed_round import ClosedRound, ClosedRounds, Correction, ranking
from mailref.rules.rounds.round_game import RoundGame


@dataclass(frozen=True, slots=True)
class Joined:
    """A player as he came into the game."""

    name: str
    round: int
    base: int
    missed: int
    is_late: bool
    among: tuple[str, ...]
    """Who took part when a late joiner came, late joiners left out: his base is the lowest of theirs."""
    corrections: int
    """How many corrections had been made by then."""
    reopened: int
    """How often a round of the game had been reopened by then."""


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A place in the table as it stands now."""

    rank: int
    player: str
    total: int


@dataclass(frozen=True, slots=True)
class GameRecord:
    """All that is told of a game."""

    opened: happened.GameOpened
    game: RoundGame
    history: ClosedRounds
    rulings: tuple[tuple[int, WordRuled], ...] = ()
    rulings_at: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    """How many rulings had been made when a round was closed, by its number."""
    joined: tuple[Joined, ...] = ()
    first_draw: LettersDrawn | None = None
    is_first_redrawn: bool = False
    ended: str | None = None

    @property
    def rounds(self) -> tuple[ClosedRound, ...]:
        """Return the closed rounds as they stand now, oldest first."""
        return self.history.rounds

    def corrected_before(self, player: str) -> tuple[Correction, ...]:
        """Return a player's corrections while no round of his is closed yet."""
        if player not in self.history.newcomers:
            return ()
        return tuple(
            each
            for each in self.history.corrections
            if each.player == player and not each.is_undone
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
        if isinstance(event, happened.GameOpened):
            record = GameRecord(event, open_rounds(event), ClosedRounds().after((event,)))
        elif record is not None:
            record = _with(record, event)
    if record is None:
        raise ValueError("no events, no game")
    return record


def _with(record: GameRecord, event: Event) -> GameRecord:
    before = record.game
    record = replace(record, game=apply(before, event), history=record.history.after((event,)))
    match event:
        case happened.RoundClosed(result):
            rulings_at = {**record.rulings_at, result.number: len(record.rulings)}
            return replace(record, rulings_at=MappingProxyType(rulings_at))
        case LettersDrawn() if not record.rounds:
            is_redrawn = record.first_draw is not None
            return replace(record, first_draw=event, is_first_redrawn=is_redrawn)
        case happened.RoundReopened():
            return replace(record, ended=None)
        case WordRuled():
            return replace(record, rulings=(*record.rulings, (before.round_number, event)))
        case happened.PlayerJoined():
            return replace(record, joined=(*record.joined, _joined(before, event)))
        case happened.PlayerRenamed(name, new_name):
            joined = tuple(_renamed(each, name, new_name) for each in record.joined)
            return replace(record, joined=joined)
        case happened.GameEnded(_, because):
            return replace(record, ended=because)
        case _:
            return record


def _joined(before: RoundGame, event: happened.PlayerJoined) -> Joined:
    return Joined(
        name=event.name,
        round=before.round_number,
        base=event.total,
        missed=event.missed,
        is_late=event.is_late,
        among=tuple(p.name for p in before.active if not p.is_late_joiner) if event.is_late else (),
        corrections=len(before.corrections),
        reopened=before.reopened,
    )


def _renamed(joined: Joined, old: str, new: str) -> Joined:
    among = tuple(new if each == old else each for each in joined.among)
    return replace(joined, name=new if joined.name == old else joined.name, among=among)
