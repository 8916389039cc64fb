"""A race for others."""

from collections.abc import Iterable

from mailref.games.by_turns.mails import turn_outs as outs  # noqa: F401  the engine's
from mailref.games.by_turns.mails import turn_pages as pages  # noqa: F401  the engine's
from mailref.games.by_turns.mails import turn_statistics as figures  # noqa: F401  the engine's
from mailref.games.by_turns.mails import turns_csv
from mailref.games.events import Event

NO_GCG = "no tiles are laid in it"


def csv(log: Iterable[Event]) -> bytes:
    keys = "turn=number player kind points sum total"
    return turns_csv(log, keys, lambda turn, _: {"kind": turn.form})
