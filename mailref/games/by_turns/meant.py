"""What orders may have meant where their answer asks."""

from mailref.games.rummikub.forming import MadeWord, change_written
from mailref.games.rummikub.orders import WordOrder
from mailref.games.secret import Secret
from mailref.orders.entries import Entry, orders_in
from mailref.orders.order_sentences import without_slip
from mailref.orders.written import Meant


def order_meant(entry: Entry | None, made: Secret[MadeWord] | None) -> Meant | None:
    """Return what an answer to an entry asks about: a slip in it, or the word *made* that would do."""
    orders = orders_in(entry)
    if entry is None or orders is None:
        return None
    if (line := entry.ambiguous_line) is not None:
        right = without_slip(line)
        return Meant(line, right) if right != line else None
    if made is None:
        return None
    every = (order for group in orders.groups for order in group.orders)
    words = (order for order in every if isinstance(order, WordOrder))
    wanted = next((order for order in words if order.word == made.value.word), None)
    return Meant(wanted.span.text, change_written(made.value)) if wanted is not None else None
