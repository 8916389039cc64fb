"""A game of Un-Scrabble as JSON, and the check of it (other games 1)."""

from collections.abc import Iterable
from datetime import tzinfo

from mailref.record import of_taking
from mailref.record.again import checked, of_format_one
from mailref.record.game_json import sha256_of
from mailref.record.of_taking import taking_to_json, told
from mailref.record.read_export import Difference
from mailref.record.round_json import Json
from mailref.record.verify import Verified
from mailref.rules.events import Event
from mailref.rules.variant import FamilyName

__all__ = ["export_of_taking", "taking_to_json", "verify_taking"]


def export_of_taking(
    events: Iterable[Event], zone: tzinfo, *, reveals: bool = False
) -> dict[str, Json]:
    """Return the whole game with the hash of its canonical JSON; times in *zone*."""
    exported = told(tuple(events), zone, is_open=reveals)
    return {**exported, "sha256": sha256_of(exported)}


def verify_taking(raw: Json, seed: bytes | None = None) -> Verified | Difference:
    """Return the first difference between an export and what the rules make of it, as `checked` does."""
    play = of_format_one(of_taking, tells_all=lambda _: True)
    return checked(raw, seed, FamilyName.UNSCRABBLE, play)
