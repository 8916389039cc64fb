"""An order at a table that a sentence names in words of its writer's own: `spät, aber doch: mein Wort heißt STREBE`.

Looked for where nothing else is read of a mail. A kind of game tells what a text may name: the word to be laid, the
stack, the squares. It counts where the whole mail names one order, and where no sentence of it weighs against that.
"""

from collections.abc import Callable, Iterable, Sequence

from mailref.orders import sections
from mailref.orders.entries import Named
from mailref.orders.free_words import leaves_as_said
from mailref.orders.order_lines import hangs_on_something
from mailref.orders.remarks import PLAY
from mailref.reading.incoming_mail import Line
from mailref.tiles.moves import TextSpan


def order_named(
    lines: Sequence[Line], named_in: Callable[[str], Iterable[Named]]
) -> tuple[Line, TextSpan] | None:
    """Return the one order that lines name, as a line that asks for it, and where; None if anything is against it."""
    found = [(line, [*named_in(line.text)]) for line in lines]
    orders = {each.order for _, named in found for each in named}
    if len(orders) != 1:
        return None
    texts = [masked(line.text, named) for line, named in found]
    if not leaves_as_said(texts) or any(map(_hangs, texts)):
        return None
    line, (first, *_) = next((line, named) for line, named in found if named)
    return Line(line.number, first.order), line.span(first.start, first.end)


def masked(text: str, named: Iterable[Named]) -> str:
    """Return a text with a sign for all that it names."""
    for each in sorted(named, key=lambda each: each.start, reverse=True):
        text = f"{text[: each.start]}{PLAY}{text[each.end :]}"
    return text


def _hangs(text: str) -> bool:
    """Tell whether what leads to an order in its sentence makes it hang on something: `Wenn es geht, STREBE`."""
    return PLAY in text and hangs_on_something(sections.last_sentence(text.partition(PLAY)[0]))
