"""Words and sums as players write them: capitals, small letters, stars, ß, and arithmetic."""

import re
from dataclasses import dataclass

_NUMBER = re.compile(r"\d+")
_PARENTHESES = re.compile(r"\(([^()]*)\)")


@dataclass(frozen=True, slots=True)
class WordAsWritten:
    """The letters in capitals, with what the writing says of each (see `moves.Play`)."""

    letters: str
    small: frozenset[int]
    starred: frozenset[int]
    eszett: frozenset[int]


def read_word(text: str) -> WordAsWritten:
    """Read `BE*HAUE`, `müllSA*CK`, `FUß`, `*BESEN*` (bold, as mail clients write it)."""
    if text.endswith("*"):
        text = text.removesuffix("*").removeprefix("*")
    letters: list[str] = []
    small, starred, eszett = set[int](), set[int](), set[int]()
    text = text.replace(" ", "")
    for before, char in zip(" " + text, text, strict=False):
        if char == "*":
            continue
        if before == "*":
            starred.add(len(letters))
        if char in "ßẞ":
            eszett |= {len(letters), len(letters) + 1}
            letters += "SS"
            continue
        if char.islower():
            small.add(len(letters))
        letters.append(char.upper())
    # Small letters tell something only beside capitals; a ß has no capital on most keyboards.
    is_mixed = len(small) + len(eszett) < len(letters)
    return WordAsWritten(
        "".join(letters),
        frozenset(small if is_mixed else ()),
        frozenset(starred),
        frozenset(eszett),
    )


def value_of(sum_: str) -> int:
    """Return what `14*2+23`, `23x2` or `(13+4)*2` comes to."""
    while group := _PARENTHESES.search(sum_):
        sum_ = sum_[: group.start()] + str(value_of(group[1])) + sum_[group.end() :]
    total = 0
    for product in sum_.split("+"):
        factor = 1
        for number in _NUMBER.findall(product):
            factor *= int(number)
        total += factor
    return total


def capitals(text: str) -> int:
    """Return how many capitals *text* holds."""
    return sum(char.isupper() for char in text)
