"""A whole game as the JSON object of contract 4, from its events; without addresses.

Keys beyond the contract's are what `mailref verify` needs to replay the game from the export alone.
"""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import tzinfo

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
)
from mailref.export.sealed_reports import sealed, sha256_of
from mailref.rules.events import Event
from mailref.rules.rounds.record import GameRecord, record_of
from mailref.rules.rounds.told import Entrant
from mailref.rules.switches import rules_table, told_rules


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
        **beginning_to_json(record.opened),
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
