"""What an export tells of a game in rounds (contract 4), without addresses; with the hash that each report carries.

Keys beyond the contract's are what `mailref verify` needs to replay the game from the export alone.
One is the hash that each report carries: what was told by then, so that no later export can tell
otherwise. A hash covers how the game began, the round reported with every move, time, word and
switch, who had come, all rulings and corrections made by then, and a hash of the reports before it.
Players stand in it by their places in the order of joining, so that a renaming changes nothing;
totals and ranks, which follow, are left out.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from functools import partial
from operator import itemgetter
from types import MappingProxyType

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from mailref.games.events import DrawsMixed
from mailref.games.rounds.closed_round import ClosedRound
from mailref.games.rounds.events import GameOpened
from mailref.games.rounds.past_rounds import Clock, Entrant, Reports, Told
from mailref.games.rounds.record import GameRecord
from mailref.games.rounds.round_told import (
    adjustments,
    draw_to_json,
    entrant_to_json,
    open_round_to_json,
    round_to_json,
    start_to_json,
)
from mailref.games.rounds.switches import SWITCHES
from mailref.games.switches import told_rules
from mailref.record.as_json import (
    Json,
    JsonObject,
    SealedReport,
    beginning_to_json,
    plain,
    ruling_to_json,
    sha256_of,
)
from mailref.structs import Memo

_BEGINNING = ("game", "title", "variant", "tiles", "start", "commitment", "lexicon")
_OF_A_PLAYER = ("round", "missed", "late", "corrections", "reopened")
_FOLLOWS = ("adjustments", "total", "rank")
"""What changes with later corrections, or follows from what is covered."""


def sealed(reports: Reports) -> tuple[SealedReport, ...]:
    """Return every report with its hash, in the order in which they were owed."""
    return _sealed(reports, reports.told, _seal)


class _AsItStands(Struct, frozen=True):
    """A closed round as it stands at the end, with what was told of it, and its JSON."""

    closed: ClosedRound
    clock: Clock
    rulings: int
    mix: DrawsMixed | None
    exported: JsonObject

    def is_told_by(self, told: Told) -> bool:
        """Tell whether a report of it said all this, so that its hash covers this JSON."""
        known = (told.closed, told.clock, told.rulings_at_close, _mix_of(told.closed, told.mixes))
        return (self.closed, self.clock, self.rulings, self.mix) == known


_NONE: Mapping[int, _AsItStands] = MappingProxyType({})


def _mix_of(closed: ClosedRound, mixes: Mapping[int, DrawsMixed]) -> DrawsMixed | None:
    return mixes.get(closed.drawn.number) if closed.drawn is not None else None


_Seal = Callable[[GameOpened, Told, str], SealedReport]
"""What seals one report of a game that began so, after those with that hash."""


def _sealed(reports: Reports, owed: Iterable[Told], seal: _Seal) -> tuple[SealedReport, ...]:
    """Return the reports *owed*, each with its hash."""
    found: list[SealedReport] = []
    before = reports.sealed
    for told in owed:
        assert reports.opened is not None  # noqa: S101  a round was closed
        found.append(seal(reports.opened, told, before))
        before = chained(before, found[-1])
    return tuple(found)


def _seal(
    opened: GameOpened, told: Told, before: str, standing: Mapping[int, _AsItStands] = _NONE
) -> SealedReport:
    """Return a report with its hash; a round that still stands so need not be told again."""
    report = SealedReport(
        round=told.closed.number,
        players=len(told.entrants),
        rulings=len(told.rulings),
        corrections=len(told.corrections),
        sha256="",
    )
    stands = standing.get(report.round)
    same = stands.exported if stands is not None and stands.is_told_by(told) else None
    digest = Covering.of(_as_exported(opened, told, same)).hash_of(report, before)
    assert digest is not None  # noqa: S101  the round is closed
    return replace(report, sha256=digest)


class Seals(Memo):
    """The hashes of the last reports of some games: each is wanted again for those after it.

    What is remembered is what would be found anew, so nobody can tell.
    """

    _kept: dict[str, tuple[tuple[GameOpened, Told, str, SealedReport], ...]] = field(
        default_factory=dict
    )

    def seal(self, opened: GameOpened, told: Told, before: str) -> SealedReport:
        """Return a report of a game that began so with its hash, after those with the hash *before*."""
        kept = self._kept.pop(opened.id, ())
        found = next((each for each in kept if each[:3] == (opened, told, before)), None)
        if found is None:
            found = opened, told, before, _seal(opened, told, before)
            kept = (*kept, found)[-_REPORTS_KEPT:]
        self._kept[opened.id] = kept
        if len(self._kept) > _GAMES_KEPT:
            del self._kept[next(iter(self._kept))]
        return found[3]


_REPORTS_KEPT = 2
"""That on which the next hash is built, and the one before it, which is still in doubt."""


_GAMES_KEPT = 32


def newest_seal(reports: Reports, seals: Seals | None = None) -> str:
    """Return the hash of the report owed last; "" before one is, or without the game's beginning."""
    last = reports.history.last
    if last is None or not reports.owed or reports.owed[-1].closed != last:
        return ""
    told = replace(reports, owed=reports.owed[:-1]).told
    return _sealed(reports, told, (seals or Seals()).seal)[-1].sha256


def shortened(reports: Reports, seals: Seals | None = None) -> Reports:
    """Return what the next report needs of *reports*; its hash is what it would be with all of them."""
    before = reports.sealed
    if reports.history.shortened is reports.history:
        return reports
    for report in _sealed(reports, reports.owed[:-1], (seals or Seals()).seal):
        before = chained(before, report)
    return reports.shortened(before)


def _as_exported(opened: GameOpened, told: Told, same: JsonObject | None) -> JsonObject:
    """Return what an export of that moment holds of the round, as far as a hash covers it.

    *same* is its JSON where that was made before, by the switches that hold now.
    """
    switches = SWITCHES.table(told.closed.rules)
    closed = same or round_to_json(
        told.closed, told.clock, told.rulings_at_close, told.mixes, switches=switches, zone=UTC
    )
    return {
        **beginning_to_json(opened, start_to_json(opened)),
        "rules": plain(switches),
        "rulings": [ruling_to_json(number, event) for number, event in told.rulings],
        "players": [{**entrant_to_json(each), "adjustments": []} for each in told.entrants],
        "first_draw": draw_to_json(
            told.first_draw, "", told.mixes, is_redrawn=told.is_first_redrawn
        ),
        "rounds": [
            closed,
            {
                "entries": [
                    {
                        "player": each.player,
                        "adjustments": adjustments([each]),
                    }
                    for each in told.corrections
                    if not each.is_undone
                ],
                "former": [],
            },
        ],
    }


def chained(before: str, report: SealedReport) -> str:
    """Return the hash of all reports up to *report*; *before* is that of those before it, "" for none.

    One hash in place of them all: what a report costs does not grow with those before it.
    """
    return sha256_of({"before": before, "report": asdict(report)})


class Covering(Struct, frozen=True):
    """An export in which all is looked up that the hashes of its reports cover."""

    export: JsonObject
    rounds: Mapping[int, JsonObject]
    seats: Mapping[str, int]
    corrections: Sequence[tuple[int, int, int, str]]
    """Each once, wherever they stand, in their order."""

    @classmethod
    def of(cls, export: JsonObject) -> "Covering":
        """Look up what stands in *export*, which was read or is being made."""
        seats = {each["player"]: seat for seat, each in enumerate(export["players"])}
        # The first one is meant where a number stands there twice.
        rounds = {each.get("number"): each for each in reversed(export["rounds"])}
        return cls(export, rounds, seats, sorted(_corrections(export, seats)))

    def hash_of(self, report: SealedReport, before: str) -> str | None:
        """Return the hash that *report* must carry after those *before*; None if its round is not closed."""
        export, shown = self.export, self.rounds.get(report.round)
        if shown is None or shown["closed"] is None:
            return None
        covered = {
            **{key: export[key] for key in _BEGINNING},
            "first_draw": export["first_draw"],
            "report": {key: value for key, value in asdict(report).items() if key != "sha256"},
            "before": before,
            "round": _covered(shown, export["rules"], self.seats),
            "players": [
                _beginning_of(each, report.round) for each in export["players"][: report.players]
            ],
            "rulings": export["rulings"][: report.rulings],
            "corrections": self.corrections[: self._made_by(report)],
        }
        return sha256_of(covered)

    def _made_by(self, report: SealedReport) -> int:
        return bisect_right(self.corrections, report.corrections, key=itemgetter(0))


def _beginning_of(player: JsonObject, number: int) -> list[Json]:
    """Return how a player came; when his base was told anew, once his first round was closed for good."""
    came = [player[key] for key in _OF_A_PLAYER]
    fixed = player.get("fixed") if player["round"] <= number else None
    return came if fixed is None else [*came, fixed]


def _covered(shown: JsonObject, rules: JsonObject, seats: Mapping[str, int]) -> JsonObject:
    entries = [
        {
            **{key: value for key, value in entry.items() if key not in _FOLLOWS},
            "player": seats.get(entry["player"]),
            "received": _utc(entry["received"]),
        }
        for entry in shown["entries"]
    ]
    laid = shown["laid"]
    if laid is not None:
        laid = {**laid, "players": [seats.get(name) for name in laid["players"]]}
    return {
        **shown,
        "rules": told_rules({**rules, **shown["rules"]}),
        "deadline": _utc(shown["deadline"]),
        "deadlines": [_utc(each) for each in shown.get("deadlines") or ()],
        "closed": _utc(shown["closed"]),
        "entries": sorted(entries, key=lambda entry: entry["player"] or 0),
        "former": sorted(seats.get(row["player"], -1) for row in shown["former"]),
        "laid": laid,
    }


def _corrections(export: JsonObject, seats: Mapping[str, int]) -> set[tuple[int, int, int, str]]:
    rows = [row for each in export["rounds"] for row in (*each["entries"], *each["former"])]
    return {
        (each["order"], seats.get(row["player"], -1), each["points"], each["because"])
        for row in (*export["players"], *rows)
        for each in row["adjustments"]
    }


def _utc(time: str | None) -> str | None:
    return None if time is None else datetime.fromisoformat(time).astimezone(UTC).isoformat()


def record_to_json(record: GameRecord, zone: tzinfo) -> dict[str, Json]:
    """Return the whole game, as *record* tells of it, without its hash."""
    game, told = record.game, record.reports
    switches = SWITCHES.table(game.rules)
    standing = {each.number: _as_it_stands(each, told, switches, zone) for each in record.rounds}
    rounds: list[Json] = [each.exported for each in standing.values()]
    if game.round is not None:
        clock = told.clocks[game.round.number]
        rounds.append(open_round_to_json(game, clock, len(told.rulings), zone))
    return {
        **beginning_to_json(record.opened, start_to_json(record.opened)),
        "rules": plain(told_rules(switches)),
        "finished": game.is_over,
        "ended": game.ended if game.is_over else None,
        "seed": game.seed if game.is_over else None,
        "rulings": [ruling_to_json(number, event) for number, event in told.rulings],
        "players": [_player(each, record) for each in told.entrants],
        "first_draw": draw_to_json(
            told.first_draw, "", told.mixes, is_redrawn=told.is_first_redrawn
        ),
        "rounds": rounds,
        "reports": [
            asdict(each) for each in _sealed(told, told.told, partial(_seal, standing=standing))
        ],
        "standings": [
            {"rank": each.rank, "player": each.player, "points": each.total}
            for each in record.places
        ],
    }


def _as_it_stands(
    closed: ClosedRound, told: Reports, switches: Mapping[str, object], zone: tzinfo
) -> _AsItStands:
    clock, rulings = told.clocks[closed.number], told.rulings_at[closed.number]
    exported = round_to_json(closed, clock, rulings, told.mixes, switches=switches, zone=zone)
    return _AsItStands(closed, clock, rulings, _mix_of(closed, told.mixes), exported)


def _player(entrant: Entrant, record: GameRecord) -> Json:
    """Return how a player came into the game: from what a late joiner's base can be recomputed."""
    return {
        **entrant_to_json(entrant),
        "among": list(record.among[entrant.name]),
        "adjustments": adjustments(record.corrected_before(entrant.name)),
    }
