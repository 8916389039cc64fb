"""Regular expressions that are made when they are first used.

Those with the words of all languages in them take a third of a second to compile, and most mails and most
commands need few of them.
"""

import re
from collections.abc import Callable
from typing import Any, cast

_METHODS = ("match", "fullmatch", "search", "finditer", "findall", "sub", "split")


class _WhenUsed:
    """A pattern that is compiled when it is first asked for anything, and is then as quick as any."""

    __slots__ = (*_METHODS, "_compiled", "_fill", "_pattern")

    def __init__(self, fill: Callable[[str], str], pattern: str) -> None:
        self._fill, self._pattern = fill, pattern
        self._compiled: re.Pattern[str] | None = None

    def __getattr__(self, name: str) -> Any:
        """Return what a pattern has under *name*; its methods are not asked for here again."""
        if self._compiled is None:
            self._compiled = re.compile(self._fill(self._pattern), re.IGNORECASE)
            for each in _METHODS:
                setattr(self, each, getattr(self._compiled, each))
        return getattr(self._compiled, name)


def when_used(fill: Callable[[str], str], pattern: str) -> re.Pattern[str]:
    """Return *pattern*, as *fill* fills words in, in any letters; both wait until it is used."""
    return cast("re.Pattern[str]", _WhenUsed(fill, pattern))
