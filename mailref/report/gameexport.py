"""A whole game as the JSON object of CONTRACT.md section 4, from its events; without addresses.

Keys beyond the contract's are what `mailref verify` needs to replay the game from the export alone.
"""

import hashlib
from collections.abc import Iterable, Mapping
from datetime import tzinfo

import rfc8785

from mailref.report.contract import Json
from mailref.report.export import (
    adjustments,
    draw_to_json,
    open_round_to_json,
    plain,
    round_to_json,
)
from mailref.report.record import GameRecord, record_of
from mailref.report.recorded import Joined
from mailref.rules.events import Event, WordRuled
from mailref.rules.game import ranking
from mailref.rules.switches import rules_table
from mailref.rules.tiles import GERMAN


def export_of(events: Iterable[Event], zone: tzinfo) -> dict[str, Json]:
    """Return the whole game with the hash of its canonical JSON; times in *zone*."""
    exported = game_to_json(events, zone)
    return {**exported, "sha256": sha256_of(exported)}


def sha256_of(exported: Mapping[str, Json]) -> str:
    """Return the SHA-256 of the canonical JSON (RFC 8785) of *exported* without its `sha256`."""
    rest = {key: value for key, value in exported.items() if key != "sha256"}
    return hashlib.sha256(rfc8785.dumps(rest)).hexdigest()


def game_to_json(events: Iterable[Event], zone: tzinfo) -> dict[str, Json]:
    """Return the whole game; times in *zone*. The hash is added by `export_of`."""
    record = record_of(events)
    opened, game = record.opened, record.game
    switches = rules_table(game.rules)
    rounds: list[Json] = [
        round_to_json(closed, record.totals(place), switches, zone)
        for place, closed in enumerate(record.closed)
    ]
    if game.round is not None:
        rounds.append(open_round_to_json(game, len(record.rulings), zone))
    return {
        "game": opened.id,
        "title": opened.title,
        "variant": opened.variant,
        "rules": plain(switches),
        "tiles": {
            letter: {"count": count, "value": GERMAN.value(letter)}
            for letter, count in GERMAN.counts.items()
        },
        "start": _start(record),
        "finished": game.is_over,
        "ended": record.ended,
        "commitment": opened.commitment,
        "seed": game.seed if game.is_over else None,
        "lexicon": {"name": opened.lexicon, "sha256": opened.lexicon_sha256},
        "rulings": [_ruling(number, event) for number, event in record.rulings],
        "players": [_player(each) for each in record.joined],
        "first_draw": draw_to_json(record.first_draw, "", is_redrawn=record.is_first_redrawn),
        "rounds": rounds,
        "standings": _standings(record),
    }


def _standings(record: GameRecord) -> list[Json]:
    totals = {name: player.total for name, player in record.game.players.items()}
    ranks = ranking(totals)
    return [
        {"rank": ranks[name], "player": name, "points": totals[name]}
        for name in sorted(totals, key=lambda name: (ranks[name], name))
    ]


def _start(record: GameRecord) -> Json:
    """Return what a game taken over began with, else null."""
    opened = record.opened
    if not opened.is_taken_over:
        return None
    return {"round": opened.first_round, "board": list(opened.board.rows)}


def _ruling(number: int, event: WordRuled) -> Json:
    return {
        "word": event.word,
        "accepted": event.accepted,
        "round": number,
        "by": event.by,
        "because": event.because,
    }


def _player(joined: Joined) -> Json:
    """Return how a player came into the game: from what a late joiner's base can be recomputed."""
    return {
        "player": joined.name,
        "round": joined.round,
        "base": joined.base,
        "missed": joined.missed,
        "late": joined.is_late,
        "among": list(joined.among),
        "corrections": joined.corrections,
        "reopened": joined.reopened,
        "adjustments": adjustments(joined.adjustments),
    }
