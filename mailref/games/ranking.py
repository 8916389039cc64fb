"""Places by points: equals share one."""

from collections.abc import Mapping


def ranking(totals: Mapping[str, int]) -> dict[str, int]:
    """Return ranks by total, equal ones sharing the better rank: 1 1 3 (rules 8)."""
    places: dict[int, int] = {}
    for place, total in enumerate(sorted(totals.values(), reverse=True), start=1):
        places.setdefault(total, place)
    return {name: places[total] for name, total in totals.items()}
