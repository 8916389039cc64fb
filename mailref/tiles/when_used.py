"""Regular expressions that are made when they are first used.

All of them together take half a second to compile, and most mails and most commands need few of them.
"""

import re
from collections.abc import Callable
from typing import Any, AnyStr, cast

_METHODS = ("match", "fullmatch", "search", "finditer", "findall", "sub", "split")


class _WhenUsed:
    """A pattern that is compiled when it is first asked for anything, and is then as quick as any."""

    __slots__ = (*_METHODS, "_compiled", "_fill", "_flags", "_pattern")

    def __init__(self, pattern: Any, flags: int, fill: Callable[[str], str] | None) -> None:
        self._pattern, self._flags, self._fill = pattern, flags, fill
        self._compiled: re.Pattern[Any] | None = None

    def __getattr__(self, name: str) -> Any:
        """Return what a pattern has under *name*; its methods are not asked for here again."""
        if self._compiled is None:
            whole = self._fill(self._pattern) if self._fill else self._pattern
            self._compiled = re.compile(whole, self._flags)
            for each in _METHODS:
                setattr(self, each, getattr(self._compiled, each))
        return getattr(self._compiled, name)


def regex(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return what `re.compile` gives; it waits until it is used."""
    return cast("re.Pattern[AnyStr]", _WhenUsed(pattern, flags, None))


def when_used(fill: Callable[[str], str], pattern: str) -> re.Pattern[str]:
    """Return *pattern*, as *fill* fills words in, in any letters; both wait until it is used."""
    return cast("re.Pattern[str]", _WhenUsed(pattern, re.IGNORECASE, fill))
