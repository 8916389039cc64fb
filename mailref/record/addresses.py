"""Mail addresses in what somebody wrote, whosever they are and however they are spelled out."""

import re

from mailref.tiles.when_used import regex

LEFT_OUT = "[…]"
"""Stands in a text where an address stood."""

_IN = r"\s{0,3}[(\[{<]\s{0,3}"
_OUT = r"\s{0,3}[)\]}>]\s{0,3}"
_AT_WORDS = "at|ät|aet|arobase|arrobas?|klammeraffe"
_AT = "[@＠]"
_PLAINLY = rf"{_AT}|{_IN}(?:{_AT_WORDS}){_OUT}"
"""What stands for the sign nowhere but in an address."""
_PERHAPS = rf"\s{{1,3}}{_AT}\s{{0,3}}|{_AT}\s{{1,3}}|{_IN}(?:{_AT}|a|à){_OUT}|[\s_]{{1,3}}(?:{_AT_WORDS})[\s_]{{1,3}}"
"""What stands for the sign where a domain with a dot follows."""
_DOT_WORDS = "dot|punkt|point|punto"
_DOT = rf"\.|\s{{1,3}}\.\s{{1,3}}|{_IN}(?:{_DOT_WORDS}|\.){_OUT}|[\s_]{{1,3}}(?:{_DOT_WORDS})[\s_]{{1,3}}"
_LETTER = r"[^\W_]"
_LABEL = rf"{_LETTER}(?:[\w-]{{0,62}}{_LETTER})?"
_LABEL_BARE = rf"{_LETTER}(?:(?:{_LETTER}|-){{0,62}}{_LETTER})?"
"""The same without a low line, which may stand for a blank."""
_TOP = r"[^\W\d_]{2,24}"
_DOT_IN_LOCAL = rf"{_IN}(?:{_DOT_WORDS}|\.){_OUT}|\s{{1,3}}(?:{_DOT_WORDS})\s{{1,3}}"
_LOCAL = (
    r"(?:\"[^\"\s]{1,64}\"|[\w.+%&'*=~^!#$/?|{}-]{1,64})"
    rf"(?:(?:{_DOT_IN_LOCAL})[\w.+-]{{1,64}}){{0,3}}"
)
_ADDRESS = regex(
    rf"(?<![\w.+-])(?:{_LOCAL}?(?:{_PLAINLY}){_LABEL}(?:(?:{_DOT}){_LABEL_BARE}){{0,6}}"
    rf"|{_LOCAL}?(?:{_PERHAPS})(?:{_LABEL_BARE}(?:{_DOT})){{1,6}}{_TOP}(?!{_LETTER}))",
    re.IGNORECASE,
)
_SIGN = regex(
    rf"{_AT}|{_IN}(?:a|à){_OUT}|(?<!{_LETTER})(?:{_AT_WORDS})(?!{_LETTER})", re.IGNORECASE
)


def may_hold_an_address(text: str) -> bool:
    """Tell whether something stands in a text that is a sign of an address."""
    return _SIGN.search(text) is not None


def without_addresses(text: str) -> str:
    """Return a text in which a neutral sign stands for each mail address.

    Of `at` between two words an address is made by a dot behind it alone: a site that is named so goes, too.
    """
    return _ADDRESS.sub(LEFT_OUT, text) if may_hold_an_address(text) else text
