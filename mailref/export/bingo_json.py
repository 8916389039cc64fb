"""A game of Scrabble-Bingo as JSON, words null until its end, and a mail's words in it (other games 2)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, tzinfo

from mailref.export.game_json import sha256_of
from mailref.export.round_json import Json, beginning_to_json, fault_to_json, plain, ruling_to_json
from mailref.rules.bingo.bingo_course import JudgedWords, completed_at
from mailref.rules.bingo.bingo_record import BingoRecord, bingo_record_of, left_after
from mailref.rules.bingo.bingo_rules import bingo_rules_table
from mailref.rules.events import Event
from mailref.rules.variant import FamilyName


def export_of_bingo(
    events: Iterable[Event], zone: tzinfo, *, reveals: bool = False
) -> dict[str, Json]:
    """Return the whole game; before its end words and calls only where it *reveals* them."""
    record = bingo_record_of(events)
    game, opened = record.game, record.opened
    told = _BingoTold(record, zone, is_open=reveals or game.is_over)
    exported: dict[str, Json] = {
        "family": str(FamilyName.BINGO),
        **beginning_to_json(opened, None),
        "rules": plain(bingo_rules_table(opened.rules)),
        "finished": game.is_over,
        "ended": game.ended or None,
        "ended_at": told.time(record.ended.at) if record.ended else None,
        "seed": game.seed if game.is_over else None,
        "players": [told.player(name) for name in game.players],
        "rounds": told.rounds(),
        "open": None
        if game.round is None
        else {"number": game.round.number, "deadline": told.time(game.round.deadline)},
        "calls": told.calls(),
        "bingo": told.bingo(),
        "rulings": [ruling_to_json(number, event) for number, event in record.rulings],
    }
    return {**exported, "sha256": sha256_of(exported)}


@dataclass(frozen=True, slots=True)
class _BingoTold:
    """How the values of one game are told."""

    record: BingoRecord
    zone: tzinfo
    is_open: bool

    def time(self, moment: datetime | None) -> str | None:
        return None if moment is None else moment.astimezone(self.zone).isoformat()

    def player(self, name: str) -> Json:
        game = self.record.game
        words = game.words_of(name)
        is_shown = self.is_open and words is not None
        return {
            "player": name,
            "plays": words is not None,
            "has_left": game.players[name].has_left,
            "words": list(words) if is_shown and words is not None else None,
            "tile": completed_at(game, name, game.drawn) if is_shown else None,
        }

    def rounds(self) -> list[Json]:
        return [
            {
                "number": zat.number,
                "deadline": self.time(zat.deadline),
                "closed": self.time(zat.closed),
                "drawn": zat.drawn,
                "playing": list(zat.playing),
                "left": [
                    {"player": name, "letters": left}
                    for name, left in left_after(self.record, zat.number)
                ],
            }
            for zat in self.record.zats
        ]

    def calls(self) -> Json:
        if not self.is_open:
            return None
        return [
            {"player": name, "received": self.time(received)}
            for name, received in self.record.calls
        ]

    def bingo(self) -> Json:
        outcome = self.record.game.outcome
        if outcome is None:
            return None
        return {
            "round": outcome.number,
            "players": list(outcome.players),
            "tile": outcome.tile,
        }


def words_to_json(judged: JudgedWords | None, *, is_call: bool) -> dict[str, Json]:
    """Return what a mail says in a game of Scrabble-Bingo: its words and what is wrong, or the call."""
    return {
        "words": list(judged.words) if judged is not None else [],
        "faults": [fault_to_json(fault) for fault in judged.faults] if judged is not None else [],
        "call": is_call and judged is None,
    }
