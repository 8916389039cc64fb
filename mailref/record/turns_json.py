"""A classic game as JSON, and the check of it (classic 12, 14)."""

from collections.abc import Iterable
from datetime import tzinfo

from mailref.record import of_turns
from mailref.record.again import checked, of_format_one
from mailref.record.game_json import sha256_of
from mailref.record.read_export import Difference
from mailref.record.round_json import Json
from mailref.record.verify import Verified
from mailref.rules.events import Event
from mailref.rules.replay import replay
from mailref.rules.turns.seated_game import SeatedGame
from mailref.rules.variant import FamilyName


def export_of_turns(
    events: Iterable[Event], zone: tzinfo, *, reveals: bool = False
) -> dict[str, Json]:
    """Return the whole game with the hash of its canonical JSON; times in *zone*."""
    log = tuple(events)
    game = replay(log)
    is_open = reveals or (isinstance(game, SeatedGame) and game.tells_all)
    exported = of_turns.told(log, zone, is_open=is_open)
    return {**exported, "sha256": sha256_of(exported)}


def verify_turns(raw: Json, seed: bytes | None = None) -> Verified | Difference:
    """Return the first difference between an export and what the rules make of it, as `checked` does."""
    play = of_format_one(of_turns, tells_all=lambda export: export["seed"] is not None)
    return checked(raw, seed, FamilyName.TURNS, play)
