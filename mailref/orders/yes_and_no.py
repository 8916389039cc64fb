"""Tell yes from no, in the ways in which people answer a question."""

import re

from mailref.tiles.moves import SAYINGS, one_of
from mailref.tiles.when_used import regex

_YES = frozenset({*SAYINGS["yes"], "👍", "✅"})
_NO = frozenset({*SAYINGS["no"], "👎", "❌"})
_YES_AT_LENGTH = regex(one_of(SAYINGS["yes_at_length"]))
_NO_AT_LENGTH = regex(one_of(SAYINGS["no_at_length"]))
_COURTESY = frozenset(SAYINGS["courtesy"])
_BESIDE_NO = _COURTESY.union(SAYINGS["beside_no"])
_LEAVES_OPEN = frozenset(SAYINGS["leaves_open"])
_LEAVES_YES_OPEN = _LEAVES_OPEN.union(SAYINGS["leaves_yes_open"])
_AROUND_A_WORD = " .,;:!\"'„“”()\N{VARIATION SELECTOR-16}" + "".join(
    map(chr, range(0x1F3FB, 0x1F400))
)
"""With what makes a thumb coloured."""
_LONGEST_WORD = 60


def said(text: str) -> bool | None:
    """Return what a line says that is little more than a yes or a no; None: neither.

    >>> said("Ja, das war ich."), said("No, thanks!"), said("Ja, aber erst morgen")
    (True, False, None)
    >>> said("Jaaa!"), said("Nö, lass mal"), said("👍🏻"), said("Ja, lass mal")
    (True, False, True, None)
    """
    text = text.strip(_AROUND_A_WORD).lower().replace("’", "'")
    words = [word for word in re.split(r"[\s.,;:!-]+", text) if word]
    if not words or len(text) > _LONGEST_WORD:
        return None
    if _NO_AT_LENGTH.fullmatch(text) or (words[0] in _NO and _BESIDE_NO.issuperset(words[1:])):
        return False
    rest = " ".join(words[1:])
    if words[0] in _NO and _NO_AT_LENGTH.fullmatch(rest):
        return False
    is_yes = words[0] in _YES and (
        (_YES | _COURTESY).issuperset(words[1:]) or _YES_AT_LENGTH.fullmatch(rest)
    )
    return True if is_yes or _YES_AT_LENGTH.fullmatch(text) else None


_FIRST_CLAUSE = re.compile(r"[^,.;:!–]{1,40}[,.;:!–]")
_LONGEST_ANSWER = 120


def said_with_words(text: str) -> bool | None:
    """Return what an answer to whether one plays says, where more stands behind the yes or no.

    >>> said_with_words("Yes, with pleasure!"), said_with_words("No thanks, not this week.")
    (True, False)
    >>> said_with_words("Yes, but not with Eve"), said_with_words("Nein, kein Problem, ich spiele mit")
    (None, None)
    """
    text = text.strip()
    first = _FIRST_CLAUSE.match(text)
    if (whole := said(text)) is not None or first is None or len(text) > _LONGEST_ANSWER:
        return whole
    rest = text[first.end() :].lower().replace("’", "'")
    answer = said(first[0])
    others = {said(each) for each in re.split(r"[,.;:!–]", rest)}
    is_open = "?" in rest or answer is None or (not answer) in others
    words = frozenset(re.findall(r"[^\W_]+(?:['-][^\W_]+)*", rest))
    opening = _LEAVES_YES_OPEN if answer else _LEAVES_OPEN
    return None if is_open or words & opening else answer


def leaves_open(text: str) -> bool:
    """Tell whether a word beside what is wanted takes some of it back: `aber erst morgen`."""
    return not _LEAVES_YES_OPEN.isdisjoint(
        re.split(r"[\s.,;:!?()-]+", text.lower().replace("’", "'"))
    )
