"""A whole game as the JSON object of contract 4, from its events; without addresses.

Keys beyond the contract's are what `mailref verify` needs to replay the game from the export alone.
One is the hash that each report carries: what was told by then, so that no later export can tell
otherwise. A hash covers how the game began, the round reported with every move, time, word and
switch, who had come, all rulings and corrections made by then, and a hash of the reports before it.
Players stand in it by their places in the order of joining, so that a renaming changes nothing;
totals and ranks, which follow, are left out.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, tzinfo
from typing import Any

import rfc8785

from mailref.export.round_json import (
    Json,
    adjustments,
    beginning_to_json,
    draw_to_json,
    entrant_to_json,
    open_round_to_json,
    plain,
    round_to_json,
    ruling_to_json,
    start_to_json,
)
from mailref.rules.events import Event
from mailref.rules.rounds.record import GameRecord, record_of
from mailref.rules.rounds.told import Entrant, Reports, Told
from mailref.rules.switches import rules_table, told_rules

_BEGINNING = ("game", "title", "variant", "tiles", "start", "commitment", "lexicon")
_OF_A_PLAYER = ("round", "missed", "late", "corrections", "reopened")
_FOLLOWS = ("adjustments", "total", "rank")
"""What changes with later corrections, or follows from what is covered."""

JsonObject = dict[str, Any]
"""An object whose shape was looked at when it was read, or that was made here."""


@dataclass(frozen=True, slots=True)
class SealedReport:
    """What was known when a report was owed, as a hash."""

    round: int
    """The round closed last."""
    players: int
    """How many had come, in order."""
    rulings: int
    """How many had been made, in order."""
    corrections: int
    """How many had been made, in order."""
    sha256: str


def sha256_of(exported: Mapping[str, Json]) -> str:
    """Return the SHA-256 of the canonical JSON (RFC 8785) of *exported* without its `sha256`."""
    rest = {key: value for key, value in exported.items() if key != "sha256"}
    return hashlib.sha256(canonical(rest)).hexdigest()


_LARGEST = 2**53 - 1
"""RFC 8785 leaves larger numbers out: not every reader has them."""


def canonical(value: Json) -> bytes:
    """Return the canonical JSON (RFC 8785) of *value*.

    The standard library writes the same, several times as fast, where there is no fraction and the
    order of the keys is that of their characters.
    """
    if _is_plain(value):
        with suppress(UnicodeEncodeError):
            written = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
            return written.encode()
    return rfc8785.dumps(value)


def _is_plain(value: object) -> bool:
    todo: list[Any] = [value]
    for each in todo:
        kind = type(each)
        if kind is dict:
            if not all(map(_is_plain_key, each)):
                return False
            todo += each.values()
        elif kind is list or kind is tuple:
            todo += each
        elif kind is int:
            if not -_LARGEST <= each <= _LARGEST:
                return False
        elif kind is not str and kind is not bool and each is not None:
            return False
    return True


def _is_plain_key(key: object) -> bool:
    return isinstance(key, str) and (key.isascii() or max(key) < "\ud800")


def sealed(reports: Reports) -> tuple[SealedReport, ...]:
    """Return every report with its hash, in the order in which they were owed."""
    return _sealed(reports, reports.told)


def _sealed(reports: Reports, owed: Iterable[Told]) -> tuple[SealedReport, ...]:
    found: list[SealedReport] = []
    before = reports.sealed
    for told in owed:
        report = SealedReport(
            round=told.closed.number,
            players=len(told.entrants),
            rulings=len(told.rulings),
            corrections=len(told.corrections),
            sha256="",
        )
        digest = hash_of(_as_exported(reports, told), report, before)
        assert digest is not None  # noqa: S101  the round is closed
        found.append(replace(report, sha256=digest))
        before = chained(before, found[-1])
    return tuple(found)


def newest_seal(reports: Reports) -> str:
    """Return the hash of the report owed last; "" before one is, or without the game's beginning."""
    last = reports.history.last
    if last is None or not reports.owed or reports.owed[-1].closed != last:
        return ""
    return sealed(replace(reports, owed=reports.owed[:-1]))[-1].sha256


def shortened(reports: Reports) -> Reports:
    """Return what the next report needs of *reports*; its hash is what it would be with all of them."""
    before = reports.sealed
    if reports.history.shortened is reports.history:
        return reports
    for report in _sealed(reports, reports.owed[:-1]):
        before = chained(before, report)
    return reports.shortened(before)


def _as_exported(reports: Reports, told: Told) -> JsonObject:
    """Return what an export of that moment holds of the round, as far as a hash covers it."""
    assert reports.opened is not None  # noqa: S101  a round was closed
    switches = rules_table(told.closed.rules)
    closed = round_to_json(
        told.closed, told.clock, told.rulings_at_close, told.mixes, switches=switches, zone=UTC
    )
    return {
        **beginning_to_json(reports.opened, start_to_json(reports.opened)),
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
                        "adjustments": [
                            {"points": each.points, "because": each.because, "order": each.order}
                        ],
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


def hash_of(export: JsonObject, report: SealedReport, before: str) -> str | None:
    """Return the hash that *report* must carry after those *before*; None if its round is not closed."""
    seats = {each["player"]: seat for seat, each in enumerate(export["players"])}
    shown = next((each for each in export["rounds"] if each.get("number") == report.round), None)
    if shown is None or shown["closed"] is None:
        return None
    covered = {
        **{key: export[key] for key in _BEGINNING},
        "first_draw": export["first_draw"],
        "report": {key: value for key, value in asdict(report).items() if key != "sha256"},
        "before": before,
        "round": _covered(shown, export["rules"], seats),
        "players": [
            [each[key] for key in _OF_A_PLAYER] for each in export["players"][: report.players]
        ],
        "rulings": export["rulings"][: report.rulings],
        "corrections": sorted(_corrections(export, report.corrections, seats)),
    }
    return sha256_of(covered)


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


def _corrections(
    export: JsonObject, most: int, seats: Mapping[str, int]
) -> set[tuple[int, int, int, str]]:
    """Return the first *most* corrections, each once, wherever they stand."""
    rows = [row for each in export["rounds"] for row in (*each["entries"], *each["former"])]
    return {
        (each["order"], seats.get(row["player"], -1), each["points"], each["because"])
        for row in (*export["players"], *rows)
        for each in row["adjustments"]
        if each["order"] <= most
    }


def _utc(time: str | None) -> str | None:
    return None if time is None else datetime.fromisoformat(time).astimezone(UTC).isoformat()


def export_of(events: Iterable[Event], zone: tzinfo) -> dict[str, Json]:
    """Return the whole game with the hash of its canonical JSON; times in *zone*."""
    exported = game_to_json(events, zone)
    return {**exported, "sha256": sha256_of(exported)}


def game_to_json(events: Iterable[Event], zone: tzinfo) -> dict[str, Json]:
    """Return the whole game; times in *zone*. The hash is added by `export_of`."""
    record = record_of(events)
    game, told = record.game, record.reports
    switches = rules_table(game.rules)
    rounds: list[Json] = [
        round_to_json(
            closed,
            told.clocks[closed.number],
            told.rulings_at[closed.number],
            told.mixes,
            switches=switches,
            zone=zone,
        )
        for closed in record.rounds
    ]
    if game.round is not None:
        clock = told.clocks[game.round.number]
        rounds.append(open_round_to_json(game, clock, len(told.rulings), zone))
    return {
        **beginning_to_json(record.opened, start_to_json(record.opened)),
        "rules": plain(told_rules(switches)),
        "finished": game.is_over,
        "ended": record.ended,
        "seed": game.seed if game.is_over else None,
        "rulings": [ruling_to_json(number, event) for number, event in told.rulings],
        "players": [_player(each, record) for each in told.entrants],
        "first_draw": draw_to_json(
            told.first_draw, "", told.mixes, is_redrawn=told.is_first_redrawn
        ),
        "rounds": rounds,
        "reports": [asdict(each) for each in sealed(told)],
        "standings": [
            {"rank": each.rank, "player": each.player, "points": each.total}
            for each in record.places
        ],
    }


def _player(entrant: Entrant, record: GameRecord) -> Json:
    """Return how a player came into the game: from what a late joiner's base can be recomputed."""
    return {
        **entrant_to_json(entrant),
        "among": list(record.among[entrant.name]),
        "adjustments": adjustments(record.corrected_before(entrant.name)),
    }
