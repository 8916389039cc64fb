"""A game of Scrabble-Bingo as JSON in the first form, and the check of it."""

from collections.abc import Iterable
from datetime import UTC, tzinfo

from mailref.record.compare import differences
from mailref.record.game_json import sha256_of
from mailref.record.of_bingo import covered, decide, first, public, told, words_to_json
from mailref.record.read_export import NotAnExportError
from mailref.record.round_json import Json
from mailref.record.script import Difference, Script, UnlikeError
from mailref.record.verify import Verified
from mailref.rules.events import CommonEvent, Event
from mailref.rules.replay import replay
from mailref.rules.variant import FamilyName

__all__ = ["export_of_bingo", "verify_bingo", "words_to_json"]


def export_of_bingo(
    events: Iterable[Event], zone: tzinfo, *, reveals: bool = False
) -> dict[str, Json]:
    """Return the whole game; before its end words and calls only where it *reveals* them."""
    log = tuple(events)
    is_open = reveals or replay(log).is_over
    shown = [
        each if isinstance(each, CommonEvent) else public(each, is_open=is_open)
        for each in covered(log, is_open=is_open)
    ]
    exported = told([each for each in shown if each is not None], zone, is_open=is_open)
    return {**exported, "sha256": sha256_of(exported)}


def verify_bingo(raw: Json, seed: bytes | None = None) -> Verified | Difference:
    """Return the first difference between an export and what the rules make of it, or none."""
    if not isinstance(raw, dict):
        raise NotAnExportError("the file must be an object")
    try:
        known = seed if seed is not None else bytes.fromhex(str(raw.get("seed") or ""))
        script = Script(first(raw), is_whole=False)
        decide(script, known or None)
    except UnlikeError as unlike:
        return unlike.difference
    expected = told(script.decided, UTC, is_open=raw["calls"] is not None)
    found = {key: each for key, each in raw.items() if key != "sha256"}
    for each in differences(expected, found):
        return each
    if sha256_of(raw) != raw["sha256"]:
        return Difference(None, None, "sha256", sha256_of(raw), raw["sha256"])
    rounds, promised = expected["rounds"], str(expected["commitment"])
    assert isinstance(rounds, list)  # noqa: S101  it was made here
    return Verified(
        len(rounds), with_chance=bool(known), commitment=promised, family=FamilyName.BINGO
    )
