"""What is left over beside an exchange: tiles, or words that say nothing of tiles (turns 11).

A tile left over would stay on the rack without a word, and an exchange cannot be taken back.
"""

import re

from mailref.orders.commands import is_closing, is_shouted_greeting
from mailref.orders.order_lines import BLANK_SIGNS, LONGEST_ORDER, has_blank_sign, pattern_of
from mailref.tiles.when_used import regex


def names_more_tiles(left: str) -> bool:
    """Tell whether words beside an exchange, in its own sentence, name a tile: `TAUSCHE Q, Stern`."""
    return (
        has_blank_sign(left)
        or _NAMES_TILES.search(left) is not None
        or _GOES_ON_LISTING.match(left) is not None
    )


def is_more_tiles(text: str, *, is_right_behind: bool) -> bool:
    """Tell whether a sentence or a line below an exchange names tiles and nothing else: `und N`.

    Further below it must go on, or name a blank: a letter there may be the writer's name.
    """
    text = text.strip()
    words = _PARTS.findall(text)
    if (
        not words
        or len(text) > LONGEST_ORDER
        or _MAY_BE_PLAY.search(text)
        or is_closing(text)
        or is_shouted_greeting(text.strip(" .!"))
    ):
        return False
    tiles = [each for each in words if _TILE.fullmatch(each)]
    is_blank = any(not each.isalpha() or (len(each) > 1 and not each.isupper()) for each in tiles)
    goes_on = is_right_behind or is_blank or _GOES_ON.match(text) is not None
    return bool(tiles) and goes_on and all(_TILE_OR_LINK.fullmatch(each) for each in words)


def is_more_taken(text: str, *, is_right_behind: bool) -> bool:
    """Tell whether a sentence or a line below NIMM names squares, letters or stacks and nothing else: `und H5`."""
    goes_on = is_right_behind or _GOES_ON.match(text.strip()) is not None
    return goes_on and _ONLY_PARTS.fullmatch(text[:LONGEST_ORDER]) is not None


_ONLY_PARTS = pattern_of(
    r"[\s,;.+&-]{0,9}(?:(?:[[and]]|[[or]]|{too}|[[articles]]){end}[\s,;.]{0,9}){0,3}"
    r"(?:(?:{square}|(?-i:[A-ZÄÖÜ]){end}|[1-4](?!\d))[\s,;.!+&-]{0,9}(?:[[and]]{end}\s{0,9})?){1,15}"
)
_NAMES_TILES = pattern_of(
    r"(?<![{letters}])(?:(?-i:(?!I\s[a-z])[A-ZÄÖÜ]s?|[b-hj-zäöü](?!\.))|[[tile_names]]|[[blank]]s?|[[maybe_blank]]){end}"
)
# `K4 AST`   `4 K AST`: a square.
_MAY_BE_PLAY = regex(r"[^\W\d_]\s?\d|^\D*\d.*[^\W\d_]{2}")
_LINKS = "(?:[[and]]|[[or]]|{more}|{too}|{also_too}|[[please]]|[[articles]])"
_GOES_ON = pattern_of(r"[+&]|(?:[[and]]|[[or]]|{more}|{too}){end}")
_GOES_ON_LISTING = pattern_of(
    r"\W*(?:(?:[[and]]|{more}){end}|[+&])\s*(?:(?:{too}|{also_too}){end}\s*)?(?:[[articles]]){end}"
    r"(?!\s*{wishes})"
)
_PARTS = regex(rf"[^\W\d_]+|\d+|[?+&{re.escape(BLANK_SIGNS)}]|[^\s\w,;.!()\[\]\"'/-]")
_TILE = pattern_of(
    rf"(?-i:[A-ZÄÖÜ]{{1,7}}|[a-zäöü])|[[blank]]s?|[[maybe_blank]]|[?{re.escape(BLANK_SIGNS)}]"
)
_TILE_OR_LINK = pattern_of(
    rf"(?-i:[A-ZÄÖÜ]{{1,7}}|[a-zäöü])|[[blank]]s?|[[maybe_blank]]|[?+&{re.escape(BLANK_SIGNS)}]|\d+|{_LINKS}"
)
