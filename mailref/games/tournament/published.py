"""A tournament as JSON, and the proof from that alone that nobody chose who meets whom.

The check plays the rounds again: order, pairings and who begins must follow from the seed and from
what the games before came to.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC
from typing import Any, assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mailref.games.chance import commitment
from mailref.games.game import begun
from mailref.games.tournament import tournament
from mailref.record.as_json import Json, JsonObject, Telling
from mailref.record.export import NotAnExportError
from mailref.record.script import NO_TIME, Difference, differences

_FORMAT = "mailref tournament 1"
_Told = tournament.RoundPaired | tournament.OutcomeTaken | tournament.PlayerWithdrew


_TELLING = Telling(zone=UTC, is_open=True)
_TOLD = """
    id title system players rounds games_each decided_by same_tiles order commitment seed events
    tables
"""


def tournament_export(events: Iterable[tournament.TournamentEvent]) -> dict[str, Json]:
    """Return a tournament as JSON: its plan, every event in order, the tables as they stand."""
    now: tournament.Tournament | None = None
    happened: list[JsonObject] = []
    for event in events:
        now = tournament.apply_tournament(now, event)
        if isinstance(
            event, tournament.RoundPaired | tournament.OutcomeTaken | tournament.PlayerWithdrew
        ):
            happened.append(_written(event))
    if now is None:
        raise ValueError("a tournament begins with an event")
    told: JsonObject = _TELLING.row(
        now.plan,
        _TOLD,
        decided_by="sum" if now.plan.is_sum else "games",
        order=_first_order(now),
        commitment=now.commitment,
        seed=now.seed,
        events=happened,
        tables=_tables(now),
    )
    return {"format": _FORMAT, **told}


def _first_order(now: tournament.Tournament) -> Sequence[str]:
    """Return the order as drawn; what wins on a ladder change is in the events."""
    return now.plan.players if now.plan.system is tournament.System.LADDER else now.order


def _written(event: _Told) -> Any:
    match event:
        case tournament.PlayerWithdrew():
            return _TELLING.row(event, "withdrew=player")
        case tournament.RoundPaired():
            meetings = _TELLING.rows(event.meetings, "players games")
            byes = [each.player for each in event.byes]
            keys = "round=number order meetings byes"
            return _TELLING.row(event, keys, meetings=meetings, byes=byes)
        case tournament.OutcomeTaken():
            finals = _TELLING.rows(event.outcome, "player points out=is_out")
            return _TELLING.row(event, "game finals", finals=finals)
        case _:
            assert_never(event)


def _tables(now: tournament.Tournament) -> list[Any]:
    keys = "place player points buchholz difference"
    return [_TELLING.rows(table, keys) for table in now.tables]


class VerifiedTournament(Struct, frozen=True):
    """A tournament in which everything follows from the rules."""

    rounds: int
    games: int
    commitment: str
    with_chance: bool
    """Whether the seed was known: else it was checked who met whom, not who began."""


def is_tournament(raw: Json) -> bool:
    """Tell whether an export is that of a tournament."""
    return isinstance(raw, dict) and raw.get("format") == _FORMAT


def verify_tournament(raw: Json, seed: bytes | None) -> VerifiedTournament | Difference:
    """Play the rounds of an export again; return the first difference, if there is one."""
    try:
        export = msgspec.convert(raw, _ToldTournament)
        own = bytes.fromhex(export.seed) if export.seed else None
        first = tournament.TournamentOpened(export.plan, export.order, export.commitment, NO_TIME)
        events = [_read(each, export.plan) for each in export.events]
    except (ValueError, TypeError, LookupError) as wrong:
        raise NotAnExportError(f"not a tournament: {wrong}") from wrong
    seed = seed if seed is not None else own
    if seed is not None and commitment(seed) != first.commitment:
        return Difference(None, None, "commitment", commitment(seed), first.commitment)
    if seed is not None and tournament.opened(first.plan, seed, NO_TIME).order != first.order:
        return Difference(
            None, None, "order", tournament.opened(first.plan, seed, NO_TIME).order, first.order
        )
    now = tournament.apply_tournament(None, first)
    for event in events:
        lie = _lie_in(now, event, seed)
        if lie is not None:
            return lie
        now = tournament.apply_tournament(now, event)
    for lie in differences({"tables": _tables(now)}, {"tables": export.tables}):
        return lie
    return VerifiedTournament(now.number, len(now.outcomes), first.commitment, seed is not None)


def _lie_in(now: tournament.Tournament, event: _Told, seed: bytes | None) -> Difference | None:
    """Return how an event differs from what follows from those before it."""
    match event:
        case tournament.RoundPaired():
            return _lie_in_round(now, event, seed)
        case tournament.PlayerWithdrew(name) if tournament.withdrew(now, name, NO_TIME) is None:
            return Difference(now.number, name, "withdrew", "a player", name)
        case tournament.OutcomeTaken(game) if game not in now.waits_for:
            return Difference(now.number, None, "game", list(now.waits_for), game)
        case tournament.OutcomeTaken(game, outcome):
            met = next(set(each.players) for each in now.meetings if game in each.games)
            had = {final.player for final in outcome}
            is_known = had in (met, set())  # of a game that nobody played nobody has anything
            return (
                None if is_known else Difference(now.number, None, game, sorted(met), sorted(had))
            )
        case _:
            return None


def _lie_in_round(
    now: tournament.Tournament, event: tournament.RoundPaired, seed: bytes | None
) -> Difference | None:
    """Return how a round differs from what follows from the results before it."""
    step = _step(now, event, seed or bytes(32))
    if not isinstance(step, tournament.RoundPaired):
        wanted = "none, games are being played"
        return Difference(event.number, None, "round", wanted, event.number)
    for field, expected, found in (
        ("round", step.number, event.number),
        ("order", step.order, event.order),
        ("byes", step.byes, event.byes),
        ("meetings", _pairs(step, seed), _pairs(event, seed)),
        ("games", _games(step), _games(event)),
    ):
        if expected != found:
            return Difference(event.number, None, field, expected, found)
    return None


def _step(
    now: tournament.Tournament, event: tournament.RoundPaired, seed: bytes
) -> tournament.TournamentEvent | None:
    """Return what follows: on a ladder what was challenged, by who stood lower."""
    if now.plan.system is not tournament.System.LADDER or not event.meetings:
        return tournament.next_step(now, seed, NO_TIME)
    higher, lower = sorted(event.meetings[0].players, key=now.order.index)
    return tournament.challenged(now, lower, higher, seed, NO_TIME)


def _pairs(event: tournament.RoundPaired, seed: bytes | None) -> list[list[str]]:
    """Return who meets whom; without the seed nobody can tell who is named first."""
    pairs = [list(each.players) for each in event.meetings]
    return pairs if seed is not None else [sorted(pair) for pair in pairs]


def _games(event: tournament.RoundPaired) -> list[tuple[str, ...]]:
    return [each.games for each in event.meetings]


class _ToldTournament(Struct, kw_only=True):
    """An export, but for its format, as it is read."""

    id: str
    title: str
    system: tournament.System
    players: tuple[str, ...]
    rounds: int
    games_each: int
    decided_by: str
    same_tiles: bool = False
    order: tuple[str, ...]
    commitment: str
    seed: str | None
    events: tuple[dict[str, Any], ...]
    tables: Any

    def __post_init__(self) -> None:
        if sorted(self.order) != sorted(self.players):
            raise ValueError("order: names others than players")

    @property
    def plan(self) -> tournament.TournamentPlan:
        return replace(begun(tournament.TournamentPlan, self), is_sum=self.decided_by == "sum")


def _read(raw: JsonObject, plan: tournament.TournamentPlan) -> _Told:
    """Return the event that an export tells; its time it does not."""
    match raw:
        case {"withdrew": player}:
            return msgspec.convert({"player": player, "at": NO_TIME}, tournament.PlayerWithdrew)
        case {"game": game, "finals": finals}:
            outcome = [
                {"player": each["player"], "points": each["points"], "is_out": each["out"]}
                for each in finals
            ]
            event = {"game": game, "outcome": outcome, "at": NO_TIME}
            return msgspec.convert(event, tournament.OutcomeTaken)
        case _:
            number, is_win = raw["round"], plan.system is tournament.System.SWISS
            meetings = [
                {"round": number, "table": table, "players": met["players"], "games": met["games"]}
                for table, met in enumerate(raw["meetings"], start=1)
            ]
            byes = [{"round": number, "player": name, "is_win": is_win} for name in raw["byes"]]
            event = {"number": number, "order": raw["order"], "meetings": meetings, "byes": byes}
            return msgspec.convert({**event, "at": NO_TIME}, tournament.RoundPaired)
