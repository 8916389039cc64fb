"""Regular expressions that are made when they are first used.

All of them together take half a second to compile, and most mails and most commands need few of them.

Patterns are written with the letters of German, `A-ZÄÖÜ` for a capital; in what is compiled they stand for
the letters of all languages that can be played in. Which of them are tiles, each game knows.
"""

import re
from collections.abc import Callable
from typing import Any, AnyStr, cast

from mailref.languages import ready
from mailref.tiles.ready_patterns import compiled

_EXTENDED = tuple(map(chr, (*range(0x100, 0x180), *range(0x218, 0x21C))))
_CAPITAL = "A-ZÀ-ÖØ-Þ" + "".join(filter(str.isupper, _EXTENDED)) + "ẞΆΈ-ΏΑ-ΫЀ-ЯҐʼꞏ"
_SMALL = "a-zß-öø-ÿ" + "".join(filter(str.islower, _EXTENDED)) + "ΐά-ώа-џґ"
_WIDER = (
    ("A-Za-zÄÖÜäöüßẞ", _CAPITAL + _SMALL),
    ("A-Za-zÄÖÜäöüß", _CAPITAL + _SMALL),
    ("A-Za-zÄÖÜäöü", _CAPITAL + _SMALL),
    ("A-ZÄÖÜ", _CAPITAL),
    ("a-zäöüß", _SMALL),
    ("a-zäöü", _SMALL),
)


def wider(pattern: str) -> str:
    """Return *pattern* with the letters of all languages where it names those of German."""
    for german, all_letters in _WIDER:
        pattern = pattern.replace(german, all_letters)
    return pattern


_METHODS = ("match", "fullmatch", "search", "finditer", "findall", "sub", "subn", "split")


class WhenUsed:
    """A pattern that is compiled when it is first asked for anything, and is then as quick as any."""

    __slots__ = (*_METHODS, "_compiled", "_fill", "_pattern", "asked")

    def __init__(self, pattern: Any, flags: int, fill: Callable[[str], str] | None) -> None:
        self._pattern, self.asked, self._fill = pattern, flags, fill
        self._compiled: re.Pattern[Any] | None = None

    def __getattr__(self, name: str) -> Any:
        """Return what a pattern has under *name*; its methods are not asked for here again."""
        if self._compiled is None:
            self._compiled = compiled(self.whole(), self.asked, ready)
            for each in _METHODS:
                setattr(self, each, getattr(self._compiled, each))
        return getattr(self._compiled, name)

    def whole(self) -> Any:
        """Return the pattern as it is compiled."""
        whole = self._fill(self._pattern) if self._fill else self._pattern
        return wider(whole) if isinstance(whole, str) else whole


def regex(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return what `re.compile` gives; it waits until it is used."""
    return cast("re.Pattern[AnyStr]", WhenUsed(pattern, flags, None))


def when_used(fill: Callable[[str], str], pattern: str) -> re.Pattern[str]:
    """Return *pattern*, as *fill* fills words in, in any letters; both wait until it is used."""
    return cast("re.Pattern[str]", WhenUsed(pattern, re.IGNORECASE, fill))
