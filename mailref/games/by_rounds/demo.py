"""What games have in common that play themselves where all write until a ZAT."""

from collections.abc import Mapping
from datetime import datetime

from mailref.demo.shows import Show
from mailref.demo.stage import Plan

_FIRST_ZAT = datetime(2026, 12, 4, 20, 0)  # noqa: DTZ001  by the clock on the wall, as in the file


class ByRounds(Show):
    """Each week a ZAT."""

    def settings(self, plan: Plan) -> Mapping[str, object]:  # noqa: ARG002  some depend on it
        return {
            "deadline": _FIRST_ZAT,
            "schedule": "every week on friday at 20:00",
            "min_round": "5d",
        }
