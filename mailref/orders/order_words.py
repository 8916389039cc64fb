"""The words of orders in games in turns, in patterns: apart from the grammar, whose library takes long to load."""

import re
from types import MappingProxyType

from mailref.languages import DEFAULT, rows
from mailref.tiles.moves import any_of, filled

ORDERS_IN_TURNS = rows("turn_orders.toml")
"""The words of each language; what each row is, `templates/en/turn_orders.toml` says."""


def forms(row: str) -> tuple[str, ...]:
    """Return every way to write what stands under a name, in every language."""
    return tuple(form for each in ORDERS_IN_TURNS.values() for form in each[row])


_PIECES = MappingProxyType({row: any_of(forms(row)) for row in ORDERS_IN_TURNS[DEFAULT]})
_PIECE = re.compile(r"\[\[([a-z_0-9]+)\]\]")


def filled_turns(pattern: str) -> str:
    r"""Return *pattern* with each `[[name]]` replaced by the words of orders, then as `filled`.

    >>> print(filled_turns("[[off]]{end}"))
    (?:AUS|NON|OFF)(?![^\W\d_])
    """
    return filled(_PIECE.sub(lambda piece: _PIECES[piece[1]], pattern))


_NAMING = ("lay", "take", "from", "stack", "anew")


def ordered_in(line: str, language: str) -> str:
    """Return the line of an order at a table with its words as a language has them.

    >>> ordered_in("NIMM E aus Stapel 2", "en"), ordered_in("LEGE STREBE", "de")
    ('TAKE E from pile 2', 'LEGE STREBE')
    """
    words = {forms(row)[0]: ORDERS_IN_TURNS[language][row][0] for row in _NAMING}
    return " ".join(words.get(word, word) for word in line.split())
