"""`verify`: an export and, where it is known, the seed; out comes the first difference, or none.

Of a game in rounds in the first form: its causes are decided again, by the functions of play itself.
"""

from collections.abc import Callable
from datetime import UTC

from msgspec import Struct
from rfc8785 import CanonicalizationError

from mailref.record.compare import differences
from mailref.record.game_json import SealedReport, sha256_of
from mailref.record.of_rounds import decide, first, taken_over, told, wrong_reports
from mailref.record.read_export import NotAnExportError, read_export
from mailref.record.round_json import Json
from mailref.record.script import Difference, Script, UnlikeError
from mailref.rules.chance import commitment
from mailref.rules.variant import FamilyName


class Verified(Struct, frozen=True):
    """Everything is as the rules make it."""

    rounds: int
    """How many closed rounds were replayed."""
    with_chance: bool
    """Whether the seed was known, so that draws and lots were checked too."""
    by_hand: tuple[int, ...] = ()
    """Rounds whose letters were drawn by hand: no seed says what they had to be."""
    commitment: str = ""
    """The SHA-256 of the seed, as it was mailed before the first draw."""
    reports: tuple[SealedReport, ...] = ()
    """The hashes that the reports carried, the newest last."""
    family: FamilyName = FamilyName.ROUNDS
    """What `rounds` counts: in a game in turns its turns."""


def verify(
    raw: Json, seed: bytes | None = None, on_round: Callable[[], object] = lambda: None
) -> Verified | Difference:
    """Return the first difference between an export and what the rules make of it, or none.

    *on_round* is called for each closed round, for who watches.

    *seed* is that of a game which still runs; one that has ended carries its own. Without any,
    draws and lots are checked only against the bag. NotAnExportError names what is no export.
    """
    try:
        return _verified(raw, seed, on_round)
    except UnlikeError as unlike:
        return unlike.difference


def _verified(raw: Json, seed: bytes | None, on_round: Callable[[], object]) -> Verified:
    export = read_export(raw)
    assert isinstance(raw, dict)  # noqa: S101  read_export has looked
    known = seed if seed is not None else _seed(export.seed)
    if export.finished and export.seed is None:
        _disagree("seed", "the seed, now that the game is over", None)
    if known is not None and commitment(known) != export.commitment:
        _disagree("commitment", commitment(known), export.commitment)
    script = Script(first(raw), is_whole=False)
    decide(script, known)
    for shown in export.rounds:
        if shown.closed is not None:
            on_round()
    for each in differences(
        taken_over(told(script.decided, UTC, is_open=True), raw), _unsigned(raw)
    ):
        raise UnlikeError(each)
    try:
        found = sha256_of(raw)
    except CanonicalizationError as wrong:
        raise NotAnExportError(f"the file has no canonical JSON: {wrong}") from wrong
    if found != export.sha256:
        _disagree("sha256", found, export.sha256)
    for each in wrong_reports(raw):
        raise UnlikeError(each)
    draws = (export.first_draw, *(each.draw for each in export.rounds))
    return Verified(
        sum(each.closed is not None for each in export.rounds),
        with_chance=known is not None,
        by_hand=tuple(draw.round for draw in draws if draw is not None and draw.by_hand),
        commitment=export.commitment,
        reports=export.reports or (),
    )


def _unsigned(raw: dict[str, Json]) -> dict[str, Json]:
    return {key: each for key, each in raw.items() if key != "sha256"}


def _disagree(field: str, expected: object, found: object) -> None:
    raise UnlikeError(Difference(None, None, field, expected, found))


def _seed(text: str | None) -> bytes | None:
    if text is None:
        return None
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise NotAnExportError("seed must be hexadecimal") from None
