"""What is said of tiles that are taken, in the words of a play that is laid (table games, other games 1).

Of plays it is known from thousands of remarks what weighs against them; what takes tiles off a board says of a play
that it is withdrawn: `K10 kommt weg`, `Please take away H5`.
"""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from mailref.orders.order_words import ORDERS_IN_TURNS
from mailref.orders.remarks import PLAY
from mailref.tiles.moves import any_of
from mailref.tiles.when_used import regex


class _TakingWords(Struct, frozen=True):
    """How a language says that tiles are taken, and what stands for that of a play."""

    goes: re.Pattern[str]
    takes: re.Pattern[str]
    away: re.Pattern[str]
    twice: re.Pattern[str]
    lay: str
    laying: str

    def as_laid(self, text: str) -> str:
        text = self.goes.sub(f"{self.lay} {PLAY}", text)
        text = self.takes.sub(self._laid, text)
        return self.away.sub(r"\1", self.twice.sub(r"\1", text))

    def _laid(self, taken: re.Match[str]) -> str:
        return self.laying if taken[0].endswith(self.laying[-2:]) else self.lay


def taken_as_laid(text: str) -> str:
    """Return a text in which tiles, for which a sign stands, are laid where it takes them.

    >>> [taken_as_laid(text) for text in ("Das § kommt weg.", "I'd like to remove §.", "Ich nehme § zurück")]
    ['lege §.', "I'd like to lay §.", 'Ich nehme § zurück']
    """
    for words in _BY_LANGUAGE:
        text = words.as_laid(text)
    return text


def _words(rows: Mapping[str, Sequence[str]]) -> _TakingWords:
    the, makes, off, joins = (
        any_of(rows[row]) for row in ("the", "makes_move", "off_board", "with")
    )
    takes = any_of((*rows["takes_tile"], *rows["remove"]))
    back = any_of((*rows["step_back"], *rows["back"]))
    lay, laying = rows["laid_for_taken"]
    article = rf"(?:(?<!\w)(?:{the})\s{{1,3}})?"
    return _TakingWords(
        goes=regex(
            rf"{article}{PLAY}(?:\s{{1,3}}(?:{makes}))?\s{{1,3}}(?:{off})(?!\w)"
            rf"|(?<!\w)(?:{off})\s{{1,3}}(?:(?:{joins}|{makes})\s{{1,3}})?{article}{PLAY}",
            re.IGNORECASE,
        ),
        takes=regex(rf"(?<!\w)(?:{takes})(?!\w)(?![^.!?,;\n]*\s(?:{back})(?!\w))", re.IGNORECASE),
        away=regex(
            rf"((?<!\w){lay}(?!\w)[^.!?;,\n]*{PLAY})\s{{1,3}}(?:{off})(?!\w)", re.IGNORECASE
        ),
        twice=regex(rf"(?<!\w){lay}\s{{1,3}}({lay}\s{PLAY})", re.IGNORECASE),
        lay=lay,
        laying=laying,
    )


_BY_LANGUAGE = tuple(map(_words, ORDERS_IN_TURNS.values()))
