"""An entry as `judge --json` says it."""

from functools import partial

from mailref.games.by_turns.proving import TriedOrder, entry_in_turns, tried_to_json
from mailref.record.as_json import Json

from .kind import RaceOrder


def _show(it: TriedOrder) -> dict[str, Json]:
    counts = isinstance(it.order, RaceOrder)
    return tried_to_json("count" if counts else "pass", it.tried, getattr(it.order, "points", 0))


as_object = partial(entry_in_turns, show=_show)
