"""Whether a mail says nothing but thanks, praise, wishes and good-byes, which nobody need answer."""

import unicodedata
from collections.abc import Collection, Sequence

from mailref.tiles.moves import SAYINGS, filled
from mailref.tiles.when_used import regex, when_used

_WHOLE = r"{begin}(?:{said}){end}"
_KIND = when_used(lambda it: filled(it, said="|".join(SAYINGS["kind_words"])), _WHOLE)
_BESIDE = when_used(lambda it: filled(it, said="|".join(SAYINGS["beside_kind_words"])), _WHOLE)
_WORD = regex(r"[^\W_]+")
_APOSTROPHE = regex(r"(?<=\w)['’](?=\w)")
_LONGEST = 600


def is_only_kind(texts: Sequence[str], names: Collection[str]) -> bool:
    """Tell whether all lines together only thank, praise, wish or part; *names*: of people.

    What asks, or has a word beside that nobody knows here, is no such mail: it may be anything.

    >>> is_only_kind(["Danke, schönes Wochenende!", "Max"], {"Max"}), is_only_kind(["👍"], ())
    (True, True)
    >>> is_only_kind(["Thanks, I am ill"], ()), is_only_kind(["Merci ?"], ()), is_only_kind(["Hallo"], ())
    (False, False, False)
    """
    text = _APOSTROPHE.sub(" ", "\n".join(texts))
    if len(text) > _LONGEST or "?" in text:
        return False
    left, count = _KIND.subn(" ", text)
    rest = _WORD.findall(_BESIDE.sub(" ", left))
    known = {part.casefold() for name in names for part in _WORD.findall(name)}
    if any(word.casefold() not in known for word in rest):
        return False
    return count > 0 or (not rest and any(unicodedata.category(each) == "So" for each in text))


def without_kind_words(text: str) -> str:
    """Return a text without its thanks, praise and wishes."""
    return _KIND.sub(" ", text)
