"""How orders in games in turns are written: the words of each language (turns 11).

Rule for editors: a way of writing stands in `templates/xx/turn_orders.toml` and nowhere else; what reads
orders is made from these tables. Plays themselves are written as in every game (`tiles/vocabulary.py`).
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import fields

from mailref.languages import words
from mailref.tiles.vocabulary import any_of, filled


def _without_stroke(name: str) -> str:
    return name.rstrip("_")


class TurnVocabulary(Struct, frozen=True, forbid_unknown_fields=True, rename=_without_stroke):
    """The words of one language; what each row is, `templates/en/turn_orders.toml` says."""

    i: tuple[str, ...]
    before_order: tuple[str, ...]
    filler: tuple[str, ...]
    connective: tuple[str, ...]
    because: tuple[str, ...]
    verb: tuple[str, ...]
    you: tuple[str, ...]
    not_now: tuple[str, ...]
    inner: tuple[str, ...]
    no: tuple[str, ...]
    rather: tuple[str, ...]
    please: tuple[str, ...]
    advance: tuple[str, ...]
    exchange: tuple[str, ...]
    exchange_off: tuple[str, ...]
    exchange_last: tuple[str, ...]
    numbers: tuple[str, ...]
    namely: tuple[str, ...]
    the_tiles: tuple[str, ...]
    the: tuple[str, ...]
    all_tiles: tuple[str, ...]
    tile_names: tuple[str, ...]
    blank: tuple[str, ...]
    maybe_blank: tuple[str, ...]
    articles: tuple[str, ...]
    and_: tuple[str, ...]
    pass_: tuple[str, ...]
    this_time: tuple[str, ...]
    set_out: tuple[tuple[str, str], ...]
    challenge: tuple[str, ...]
    challenge_last: tuple[str, ...]
    challenge_parts: tuple[tuple[str, str], ...]
    the_word: tuple[str, ...]
    accept: tuple[str, ...]
    accept_parts: tuple[tuple[str, str], ...]
    what_stands: tuple[str, ...]
    accepts_all: tuple[str, ...]
    on: tuple[str, ...]
    off: tuple[str, ...]
    resign: tuple[str, ...]
    trial: tuple[str, ...]
    draw: tuple[str, ...]
    vowels: tuple[str, ...]
    consonants: tuple[str, ...]
    away: tuple[str, ...]
    history: tuple[str, ...]
    tiles: tuple[str, ...]
    if_: tuple[str, ...]
    maybe_if: tuple[str, ...]
    at_turn: tuple[str, ...]
    before_if: tuple[str, ...]
    unless: tuple[str, ...]
    else_: tuple[str, ...]
    or_: tuple[str, ...]
    then: tuple[str, ...]
    harmless: tuple[str, ...]
    negation: tuple[str, ...]
    no_doubt: tuple[str, ...]
    someone: tuple[str, ...]
    nobody: tuple[str, ...]
    around: tuple[str, ...]
    passes: tuple[str, ...]
    passes_first: tuple[str, ...]
    exchanges: tuple[str, ...]
    exchanges_first: tuple[str, ...]
    some: tuple[str, ...]
    a_play: tuple[str, ...]
    what_goes_back: tuple[str, ...]
    goes_back: tuple[str, ...]
    goes_first: tuple[str, ...]
    back: tuple[str, ...]
    challenge_won: tuple[str, ...]
    lays: tuple[str, ...]
    lays_first: tuple[str, ...]
    at: tuple[str, ...]
    lay: tuple[str, ...]
    from_: tuple[str, ...]
    into: tuple[str, ...]
    with_: tuple[str, ...]
    left: tuple[str, ...]
    make: tuple[str, ...]
    extend: tuple[str, ...]
    rob: tuple[str, ...]
    own: tuple[str, ...]
    the_top: tuple[str, ...]
    from_the: tuple[str, ...]
    nth: tuple[str, ...]
    ordinals: tuple[str, ...]
    take: tuple[str, ...]
    stack: tuple[str, ...]
    wish: tuple[str, ...]
    foreign: tuple[str, ...]
    remove: tuple[str, ...]
    to: tuple[str, ...]
    off_board: tuple[str, ...]
    choose: tuple[str, ...]
    step_back: tuple[str, ...]
    last_move: tuple[str, ...]
    anew: tuple[str, ...]


ORDERS_IN_TURNS = words("turn_orders.toml", TurnVocabulary)
_ALL = tuple(ORDERS_IN_TURNS.values())
_IN_TWO_PARTS = ("set_out", "challenge_parts", "accept_parts")


def forms(row: str) -> tuple[str, ...]:
    """Return every way to write what stands under a name, in every language."""
    return tuple(form for each in _ALL for form in getattr(each, row))


def _pieces() -> Mapping[str, str]:
    pieces: dict[str, str] = {}
    for field in fields(TurnVocabulary):
        if field.name in _IN_TWO_PARTS:
            pairs = [pair for each in _ALL for pair in getattr(each, field.name)]
            pieces[f"{field.name}1"] = any_of(first for first, _ in pairs)
            pieces[f"{field.name}2"] = any_of(second for _, second in pairs)
        else:
            pieces[field.name.rstrip("_")] = any_of(forms(field.name))
    return MappingProxyType(pieces)


_PIECES = _pieces()
_PIECE = re.compile(r"\[\[([a-z_0-9]+)\]\]")


def filled_turns(pattern: str) -> str:
    r"""Return *pattern* with each `[[name]]` replaced by the words of orders, then as `filled`.

    >>> print(filled_turns("[[else]]{end}"))
    (?:andernfalls|ansonsten|otherwise|SONST|ELSE)(?![A-Za-zÄÖÜäöüßẞ])
    """
    return filled(_PIECE.sub(lambda piece: _PIECES[piece[1]], pattern))
