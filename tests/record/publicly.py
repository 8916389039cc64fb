"""What is public of a game in rounds or of Scrabble-Bingo, and the same decided again: a small driver."""

from collections.abc import Iterable, Sequence
from types import ModuleType

from mailref.games.events import Event
from mailref.games.rounds import published as of_rounds
from mailref.record.export import public_form
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
