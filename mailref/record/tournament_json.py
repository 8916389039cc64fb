"""A tournament as JSON, and the proof from that alone that nobody chose who meets whom.

The check plays the rounds again: order, pairings and who begins must follow from the seed and from
what the games before came to.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mailref.record.read_export import Difference, NotAnExportError
from mailref.record.round_json import Json
from mailref.rules.chance import commitment
from mailref.rules.tournament.standings import Bye, Final, Meeting
from mailref.rules.tournament.tournament import (
    OutcomeTaken,
    PlayerWithdrew,
    RoundPaired,
    System,
    Tournament,
    TournamentEvent,
    TournamentOpened,
    TournamentPlan,
    apply_tournament,
    challenged,
    next_step,
    opened,
    withdrew,
)

_FORMAT = "mailref tournament 1"
_Told = RoundPaired | OutcomeTaken | PlayerWithdrew


def tournament_export(events: Iterable[TournamentEvent]) -> dict[str, Json]:
    """Return a tournament as JSON: its plan, every event in order, the tables as they stand."""
    now: Tournament | None = None
    happened: list[Json] = []
    for event in events:
        now = apply_tournament(now, event)
        if isinstance(event, RoundPaired | OutcomeTaken | PlayerWithdrew):
            happened.append(_written(event))
    if now is None:
        raise ValueError("a tournament begins with an event")
    plan = now.plan
    return {
        "format": _FORMAT,
        "id": plan.id,
        "title": plan.title,
        "system": plan.system.value,
        "players": list(plan.players),
        "rounds": plan.rounds,
        "games_each": plan.games_each,
        "decided_by": "sum" if plan.is_sum else "games",
        "same_tiles": plan.same_tiles,
        "order": list(_first_order(now)),
        "commitment": now.commitment,
        "seed": now.seed,
        "events": happened,
        "tables": _tables(now),
    }


def _first_order(now: Tournament) -> Sequence[str]:
    """Return the order as drawn; what wins on a ladder change is in the events."""
    return now.plan.players if now.plan.system is System.LADDER else now.order


def _written(event: _Told) -> Json:
    match event:
        case PlayerWithdrew():
            return {"withdrew": event.player}
        case RoundPaired():
            meetings: list[Json] = [
                {"players": list(each.players), "games": list(each.games)}
                for each in event.meetings
            ]
            byes: list[Json] = [each.player for each in event.byes]
            order: list[Json] = list(event.order)
            return {"round": event.number, "order": order, "meetings": meetings, "byes": byes}
        case OutcomeTaken():
            finals: list[Json] = [
                {"player": each.player, "points": each.points, "out": each.is_out}
                for each in event.outcome
            ]
            return {"game": event.game, "finals": finals}


def _tables(now: Tournament) -> list[Json]:
    return [
        [
            {
                "place": line.place,
                "player": line.player,
                "points": line.points,
                "buchholz": line.buchholz,
                "difference": line.difference,
            }
            for line in table
        ]
        for table in now.tables
    ]


class VerifiedTournament(Struct, frozen=True):
    """A tournament in which everything follows from the rules."""

    rounds: int
    games: int
    commitment: str
    with_chance: bool
    """Whether the seed was known: else it was checked who met whom, not who began."""


_THEN = datetime(1970, 1, 1, tzinfo=UTC)
"""When a round was paired has no say in how."""


def is_tournament(raw: Json) -> bool:
    """Tell whether an export is that of a tournament."""
    return isinstance(raw, dict) and raw.get("format") == _FORMAT


def verify_tournament(raw: Json, seed: bytes | None) -> VerifiedTournament | Difference:
    """Play the rounds of an export again; return the first difference, if there is one."""
    try:
        first, events, tables = _read(raw)
        own = bytes.fromhex(str(raw["seed"])) if isinstance(raw, dict) and raw["seed"] else None
    except (KeyError, TypeError, ValueError, AttributeError) as wrong:
        raise NotAnExportError(f"not a tournament: {wrong!r}") from wrong
    seed = seed if seed is not None else own
    if seed is not None and commitment(seed) != first.commitment:
        return Difference(None, None, "commitment", commitment(seed), first.commitment)
    if seed is not None and opened(first.plan, seed, _THEN).order != first.order:
        return Difference(None, None, "order", opened(first.plan, seed, _THEN).order, first.order)
    now = apply_tournament(None, first)
    for event in events:
        if isinstance(event, RoundPaired):
            lie = _lie_in(now, event, seed)
            if lie is not None:
                return replace(lie, round=event.number)
        elif isinstance(event, PlayerWithdrew):
            if withdrew(now, event.player, _THEN) is None:
                return Difference(now.number, event.player, "withdrew", "a player", event.player)
        elif event.game not in now.waits_for:
            return Difference(now.number, None, "game", list(now.waits_for), event.game)
        now = apply_tournament(now, event)
    if _tables(now) != tables:
        return Difference(None, None, "tables", _tables(now), tables)
    return VerifiedTournament(now.number, len(now.outcomes), first.commitment, seed is not None)


def _lie_in(now: Tournament, event: RoundPaired, seed: bytes | None) -> Difference | None:
    """Return how a round differs from what follows from the results before it."""
    step = _step(now, event, seed or bytes(32))
    if not isinstance(step, RoundPaired):
        return Difference(None, None, "round", "none, games are being played", event.number)
    for field, expected, found in (
        ("order", step.order, event.order),
        ("byes", step.byes, event.byes),
        ("meetings", _pairs(step, seed), _pairs(event, seed)),
        ("games", _games(step), _games(event)),
    ):
        if expected != found:
            return Difference(None, None, field, expected, found)
    return None


def _step(now: Tournament, event: RoundPaired, seed: bytes) -> TournamentEvent | None:
    """Return what follows: on a ladder what was challenged, by who stood lower."""
    if now.plan.system is not System.LADDER or not event.meetings:
        return next_step(now, seed, _THEN)
    higher, lower = sorted(event.meetings[0].players, key=now.order.index)
    return challenged(now, lower, higher, seed, _THEN)


def _pairs(event: RoundPaired, seed: bytes | None) -> list[list[str]]:
    """Return who meets whom; without the seed nobody can tell who is named first."""
    pairs = [list(each.players) for each in event.meetings]
    return pairs if seed is not None else [sorted(pair) for pair in pairs]


def _games(event: RoundPaired) -> list[tuple[str, ...]]:
    return [each.games for each in event.meetings]


def _read(raw: Any) -> tuple[TournamentOpened, list[_Told], Json]:
    plan = TournamentPlan(
        id=str(raw["id"]),
        title=str(raw["title"]),
        system=System(raw["system"]),
        players=tuple(map(str, raw["players"])),
        rounds=int(raw["rounds"]),
        games_each=int(raw["games_each"]),
        is_sum=raw["decided_by"] == "sum",
        same_tiles=bool(raw.get("same_tiles", False)),
    )
    order = tuple(map(str, raw["order"]))
    if sorted(order) != sorted(plan.players):
        raise ValueError("order: names others than players")
    events = _read_events(raw["events"], is_swiss=plan.system is System.SWISS)
    first = TournamentOpened(plan, order, str(raw["commitment"]), _THEN)
    return first, list(events), raw["tables"]


def _read_events(raw: Any, *, is_swiss: bool) -> Iterator[_Told]:
    for each in raw:
        if "withdrew" in each:
            yield PlayerWithdrew(str(each["withdrew"]), _THEN)
            continue
        if "game" in each:
            finals = tuple(
                Final(str(one["player"]), int(one["points"]), bool(one["out"]))
                for one in each["finals"]
            )
            yield OutcomeTaken(str(each["game"]), finals, _THEN)
            continue
        number = int(each["round"])
        meetings = tuple(
            Meeting(number, table, (str(one), str(other)), tuple(map(str, met["games"])))
            for table, met in enumerate(each["meetings"], start=1)
            for one, other in [met["players"]]
        )
        yield RoundPaired(
            number,
            tuple(map(str, each["order"])),
            meetings,
            tuple(Bye(number, str(name), is_win=is_swiss) for name in each["byes"]),
            _THEN,
        )
