"""Lines of a mail to orders."""

import re

from mailref.games.by_turns.reading import OneLineReader
from mailref.orders.entries import Act, Habits
from mailref.orders.order_lines import FoundOrder
from mailref.reading.incoming_mail import Line

from .kind import RaceOrder, RaceRules

_COUNT = re.compile(r"(?:zähle|count)\s+(\d{1,3})[.!]?", re.IGNORECASE)


class RaceReader(OneLineReader):
    def parsed(self, plain: str, line: Line) -> FoundOrder | Act | None:
        found = _COUNT.fullmatch(plain.strip())
        return found and FoundOrder(RaceOrder(line.whole, int(found[1])), is_alternate=False)


def habits(rules: RaceRules) -> Habits:
    return Habits(rules.notation, are_numbered=False, reader=RaceReader)
