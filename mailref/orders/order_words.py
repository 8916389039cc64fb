"""The words of orders in games in turns, in patterns: apart from the grammar, whose library takes long to load."""

import re
from collections.abc import Mapping

import msgspec

from mailref.languages import DEFAULT, ready_name, ready_or_made, rows
from mailref.tiles.moves import PIECES_NAME, any_of, filled

ORDERS_IN_TURNS = rows("turn_orders.toml")
"""The words of each language; what each row is, `templates/en/turn_orders.toml` says."""


def forms(row: str) -> tuple[str, ...]:
    """Return every way to write what stands under a name, in every language."""
    return tuple(form for each in ORDERS_IN_TURNS.values() for form in each[row])


def _all_words() -> dict[str, str]:
    return {row: any_of(forms(row)) for row in ORDERS_IN_TURNS[DEFAULT]}


_NAME = ready_name(PIECES_NAME.encode() + msgspec.json.encode(ORDERS_IN_TURNS, enc_hook=dict))
"""Of these words, by the code that makes patterns of words."""


def order_words_as_json() -> Mapping[str, bytes]:
    """Return the patterns of the words of orders as JSON, by the name of its file."""
    return {_NAME: msgspec.json.encode(_all_words())}


_PIECES = ready_or_made(_NAME, dict[str, str], _all_words)
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
