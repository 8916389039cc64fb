"""A game of WORT-Rummikub as JSON, and the check of it (table games 9)."""

from collections.abc import Iterable
from datetime import tzinfo

from mailref.record import of_table
from mailref.record.again import checked, of_format_one
from mailref.record.game_json import sha256_of
from mailref.record.of_table import word_to_json
from mailref.record.read_export import Difference
from mailref.record.round_json import Json
from mailref.record.verify import Verified
from mailref.rules.events import Event
from mailref.rules.replay import replay
from mailref.rules.turns.seated_game import SeatedGame
from mailref.rules.variant import FamilyName

__all__ = ["export_of_table", "verify_table", "word_to_json"]


def export_of_table(
    events: Iterable[Event], zone: tzinfo, *, reveals: bool = False
) -> dict[str, Json]:
    """Return the whole game with the hash of its canonical JSON; times in *zone*."""
    log = tuple(events)
    game = replay(log)
    is_open = reveals or (isinstance(game, SeatedGame) and game.tells_all)
    exported = of_table.told(log, zone, is_open=is_open)
    return {**exported, "sha256": sha256_of(exported)}


def verify_table(raw: Json, seed: bytes | None = None) -> Verified | Difference:
    """Return the first difference between an export and what the rules make of it, as `checked` does."""
    play = of_format_one(of_table, tells_all=lambda export: export["seed"] is not None)
    return checked(raw, seed, FamilyName.TABLE, play)
