"""A game's record as the export tells it: rounds closed for good, with what was decided about them later.

A round that was reopened is told as it was closed the last time, a player under his present name.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from mailref.rules import events as happened
from mailref.rules.events import Event, LettersDrawn, WordRuled
from mailref.rules.game import RoundGame, ranking
from mailref.rules.replay import apply
from mailref.rules.rounds.results import RoundResult
from mailref.rules.variant import Rules


@dataclass(frozen=True, slots=True)
class Correction:
    """A change of a player's total; `order` counts the corrections of the game."""

    order: int
    number: int
    """The round that was named."""
    player: str
    points: int
    because: str


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
    adjustments: tuple[Correction, ...] = ()
    """Made before his first round was closed."""


@dataclass(frozen=True, slots=True)
class Closed:
    """A closed round with what was decided about it later."""

    result: RoundResult
    rules: Rules
    former: tuple[tuple[str, int], ...]
    """Who has a total but took no part, with that total."""
    rulings: int
    """How many rulings had been made when it was closed."""
    reopened: int
    """How often a round of the game had been reopened when it was closed."""
    corrections: int
    """How many corrections had been made when it was closed; later ones are not in its totals."""
    drawn: LettersDrawn | None = None
    is_redrawn: bool = False
    """Whether the letters drawn after it were replaced in mid-round."""
    is_cleared: bool = False
    adjustments: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class Renaming:
    """A player was `old` and is `new`."""

    old: str
    new: str

    def name(self, name: str) -> str:
        """Return the name by which a player is known now."""
        return self.new if name == self.old else name

    def closed(self, closed: Closed) -> Closed:
        """Return a closed round with the new name."""
        return replace(
            closed,
            result=self._result(closed.result),
            former=tuple((self.name(name), total) for name, total in closed.former),
            adjustments=self._corrections(closed.adjustments),
        )

    def joined(self, joined: Joined) -> Joined:
        """Return how a player came, with the new name."""
        return replace(
            joined,
            name=self.name(joined.name),
            among=tuple(map(self.name, joined.among)),
            adjustments=self._corrections(joined.adjustments),
        )

    def _corrections(self, corrections: Sequence[Correction]) -> tuple[Correction, ...]:
        return tuple(replace(each, player=self.name(each.player)) for each in corrections)

    def _result(self, result: RoundResult) -> RoundResult:
        rows = (replace(row, player=self.name(row.player)) for row in result.entries)
        laid = result.laid
        if laid is not None:
            laid = replace(laid, players=tuple(map(self.name, laid.players)))
        return replace(result, entries=tuple(rows), laid=laid)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """All that the export tells."""

    opened: happened.GameOpened
    game: RoundGame
    closed: tuple[Closed, ...] = ()
    rulings: tuple[tuple[int, WordRuled], ...] = ()
    joined: tuple[Joined, ...] = ()
    corrections: int = 0
    first_draw: LettersDrawn | None = None
    is_first_redrawn: bool = False
    ended: str | None = None

    def totals(self, place: int) -> dict[str, int]:
        """Return the totals after the closed round at *place*, with what was corrected since."""
        closed = self.closed[place]
        totals = {row.player: row.total for row in closed.result.entries} | dict(closed.former)
        for each in self.closed[: place + 1]:
            for correction in each.adjustments:
                if correction.order > closed.corrections:
                    totals[correction.player] += correction.points
        return totals

    def results(self) -> tuple[RoundResult, ...]:
        """Return the closed rounds with totals and ranks as corrections left them."""
        found = []
        before: dict[str, int] = {}
        for place, closed in enumerate(self.closed):
            totals = self.totals(place)
            ranks = ranking(totals)
            rows = [
                replace(
                    row,
                    total=totals[row.player],
                    rank=ranks[row.player],
                    rank_before=before.get(row.player, row.rank_before),
                )
                for row in closed.result.entries
            ]
            rows.sort(key=lambda row: row.rank)
            found.append(replace(closed.result, entries=tuple(rows)))
            before = ranks
        return tuple(found)


def record_of(events: Iterable[Event]) -> GameRecord:
    """Return what *events* say of a game; ValueError if they begin none."""
    record: GameRecord | None = None
    for event in events:
        if isinstance(event, happened.GameOpened):
            record = GameRecord(event, apply(None, event))
        elif record is not None:
            record = _with(record, event)
    if record is None:
        raise ValueError("no events, no game")
    return record


def _with(record: GameRecord, event: Event) -> GameRecord:
    before = record.game
    record = replace(record, game=apply(before, event))
    match event:
        case happened.RoundClosed(result):
            return replace(record, closed=(*record.closed, _closed(record, before, result)))
        case LettersDrawn():
            return _drawn(record, event, is_redrawn=before.round is not None)
        case happened.BoardCleared() if record.closed:
            return _with_last(record, replace(record.closed[-1], is_cleared=True))
        case happened.RoundReopened():
            return _reopened(record)
        case WordRuled():
            return replace(record, rulings=(*record.rulings, (before.round_number, event)))
        case happened.PlayerJoined():
            return replace(record, joined=(*record.joined, _joined(record, before, event)))
        case happened.ScoreCorrected():
            return _corrected(record, event)
        case happened.PlayerRenamed(name, new_name):
            return _renamed(record, Renaming(name, new_name))
        case happened.GameEnded(_, because):
            return replace(record, ended=because)
        case _:
            return record


def _closed(record: GameRecord, before: RoundGame, result: RoundResult) -> Closed:
    playing = {row.player for row in result.entries}
    former = tuple((p.name, p.total) for p in before.players.values() if p.name not in playing)
    return Closed(
        result, before.rules, former, len(record.rulings), before.reopened, record.corrections
    )


def _drawn(record: GameRecord, event: LettersDrawn, *, is_redrawn: bool) -> GameRecord:
    if not record.closed:
        return replace(record, first_draw=event, is_first_redrawn=is_redrawn)
    return _with_last(record, replace(record.closed[-1], drawn=event, is_redrawn=is_redrawn))


def _with_last(record: GameRecord, last: Closed) -> GameRecord:
    return replace(record, closed=(*record.closed[:-1], last))


def _joined(record: GameRecord, before: RoundGame, event: happened.PlayerJoined) -> Joined:
    return Joined(
        name=event.name,
        round=before.round_number,
        base=event.total,
        missed=event.missed,
        is_late=event.is_late,
        among=tuple(p.name for p in before.active if not p.is_late_joiner) if event.is_late else (),
        corrections=record.corrections,
        reopened=before.reopened,
    )


def _corrected(record: GameRecord, event: happened.ScoreCorrected) -> GameRecord:
    """Note a correction with the round it names, or the nearest one in which the player has a total."""
    order = record.corrections + 1
    found = Correction(order, event.number, event.player, event.points, event.because)
    record = replace(record, corrections=order)
    his = [place for place, each in enumerate(record.closed) if event.player in _names(each)]
    if not his:
        return _corrected_at_first(record, found)
    not_after = [i for i in his if record.closed[i].result.number <= event.number]
    place = max(not_after, default=his[0])
    closed = record.closed[place]
    closed = replace(closed, adjustments=(*closed.adjustments, found))
    return replace(record, closed=(*record.closed[:place], closed, *record.closed[place + 1 :]))


def _corrected_at_first(record: GameRecord, found: Correction) -> GameRecord:
    joined = tuple(
        replace(each, adjustments=(*each.adjustments, found)) if each.name == found.player else each
        for each in record.joined
    )
    return replace(record, joined=joined)


def _reopened(record: GameRecord) -> GameRecord:
    """Drop the round closed last with its corrections, but those that named an earlier one."""
    last = record.closed[-1]
    record = replace(record, closed=record.closed[:-1], ended=None)
    for each in last.adjustments:
        if each.number < last.result.number:
            record = _corrected_at_first(record, each)
    return record


def _names(closed: Closed) -> set[str]:
    return {row.player for row in closed.result.entries} | {name for name, _ in closed.former}


def _renamed(record: GameRecord, renaming: Renaming) -> GameRecord:
    return replace(
        record,
        closed=tuple(map(renaming.closed, record.closed)),
        joined=tuple(map(renaming.joined, record.joined)),
    )
