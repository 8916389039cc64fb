"""A league of soloists as JSON, and the check of it (other games 3)."""

from collections.abc import Iterable
from datetime import tzinfo

from mailref.record import of_solo
from mailref.record.again import checked, of_format_one
from mailref.record.game_json import sha256_of
from mailref.record.read_export import Difference
from mailref.record.round_json import Json
from mailref.record.verify import Verified
from mailref.rules.events import Event
from mailref.rules.replay import replay
from mailref.rules.variant import FamilyName


def export_of_solo(
    events: Iterable[Event], zone: tzinfo, *, reveals: bool = False
) -> dict[str, Json]:
    """Return the league with the hash of its canonical JSON; times in *zone*."""
    log = tuple(events)
    exported = of_solo.told(log, zone, is_open=reveals or replay(log).is_over)
    return {**exported, "sha256": sha256_of(exported)}


def verify_solo(raw: Json, seed: bytes | None = None) -> Verified | Difference:
    """Return the first difference between an export and what the rules make of it, as `checked` does."""
    play = of_format_one(of_solo, tells_all=lambda export: bool(export["finished"]))
    return checked(raw, seed, FamilyName.SOLO, play)
