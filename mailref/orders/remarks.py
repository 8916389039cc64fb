"""How a sentence beside a play is weighed: as talk, or as one that may take the play away (rules 8).

What people say beside a play no list holds. So words, pairs of words and subjects have weights, learned from thousands
of remarks by people who had not seen the program (`tests/remarks`, `make remarks`). They decide where a sentence is
clearly the one or the other; where it is neither, and in a language of which there are no remarks, the rules of
`beside` do.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from msgspec import Struct

from mailref.languages import shipped
from mailref.orders.roles import SMALL_TALK, tells_of, unknown_in
from mailref.tiles.when_used import regex

TAKES_AWAY = 50
"""From this weight on a sentence leaves the play in doubt."""
IS_TALK = -100
"""Down from this weight a sentence is talk; between the two the rules tell."""
PLAY = "§"
"""Stands in a remark where the play does; in no sentence that is weighed."""
_TOKEN = regex(
    r"(?:[cdjlmnst]|(?:jus|lors|puis|quel)?qu)['’](?=[^\W\d_])|[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|[?!§]|\.\.\.|…",
    re.IGNORECASE,
)
_STEM = 5
_MOST = 3
"""So many words that no list knows are counted."""


class Weights(Struct, frozen=True):
    """What is learned, in hundredths of the natural logarithm of odds."""

    bias: int
    weights: dict[str, int]


@cache
def _learned() -> Weights:
    return shipped("remarks.json", Weights)


def features_of(sentence: str) -> Iterator[str]:
    """Yield what a sentence is weighed by: words, pairs, stems, subjects, what no list knows, its length."""
    tokens = [_plain(found[0]) for found in _TOKEN.finditer(sentence)]
    stems = (f"{each[:_STEM]}…" for each in tokens if len(each) > _STEM)
    pairs = (f"{one} {two}" for one, two in pairwise(("^", *tokens, "$")))
    unknown = unknown_in(sentence)
    capital = sum(each[0].isupper() for each in unknown)
    yield from dict.fromkeys((*tokens, *pairs, *stems))
    yield from (f"#{row}" for row in SMALL_TALK if tells_of(sentence, row))
    yield f"#capital {min(capital, _MOST)}"
    yield f"#small {min(len(unknown) - capital, _MOST)}"
    yield f"#length {min(len(tokens) // 3, 5)}"


def _plain(word: str) -> str:
    if word.isdigit():
        return "0"
    return "..." if word == "…" else word.lower().replace("’", "'")


def weight_of(sentence: str) -> int:
    """Return how much speaks for a sentence beside a play being said against it."""
    learned = _learned()
    return learned.bias + sum(learned.weights.get(each, 0) for each in features_of(sentence))


def is_talk(sentence: str) -> bool:
    """Tell whether a sentence is clearly talk: nothing it says takes a play away."""
    return weight_of(sentence) <= IS_TALK
