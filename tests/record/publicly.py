"""What is public of a game in rounds or of Scrabble-Bingo, and the same decided again: a small driver."""

from collections.abc import Iterable, Sequence
from datetime import UTC
from types import ModuleType
from typing import Any

from mailref.games.events import Event, WordRuled
from mailref.games.rounds import published as of_rounds
from mailref.record.export import export_of, public_form
from mailref.record.script import Difference, Script, UnlikeError


def public_of(events: Iterable[Event], *, is_open: bool = True) -> tuple[Event, ...]:
    """Return the public form of all events of a game."""
    return public_form(tuple(events), is_open=is_open)


def decided(
    public: Sequence[Event], seed: bytes | None, kind: ModuleType = of_rounds
) -> Difference | None:
    """Return where *public* is not what the rules make of it, and None where it is all."""
    script = Script(public, is_whole=True)
    try:
        kind.decide(script, seed)
    except UnlikeError as unlike:
        return unlike.difference
    assert tuple(script.decided) == tuple(public)
    return None


def covering_what_is_kept_back(events: Iterable[Event]) -> frozenset[str]:
    """Return the hashes of reports that cover a ruling which no export tells yet (chance, what reports vouch for)."""
    events = tuple(events)
    whole, told = (
        [each for each in log if isinstance(each, WordRuled)]
        for log in (events, public_of(events, is_open=False))
    )
    if len(whole) == len(told):
        return frozenset()
    pairs = enumerate(zip(whole, told, strict=False))
    first = next((at for at, (made, shown) in pairs if made != shown), len(told))
    reports: Any = export_of(events, UTC, reveals=True).get(
        "reports", ()
    )  # games in turns mail none
    return frozenset(each["sha256"] for each in reports if each["rulings"] > first)
