"""Keeping our sentences from being read as moves: what could begin a play never begins a line.

Mail programs wrap what they quote wherever a space stands, and players forget to cut (contract 5).
So each word that a play or a command could begin with (a square, capitals, a direction, a number
with a stop) is tied to the word before it by a space that no program breaks.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from mailref.reading.shapes import PLAY, undecorated
from mailref.rules.vocabulary import filled

MOST_NAME = 80
MOST_SUBJECT = 150
# Controls, line and paragraph separators, bidi controls, other invisible format characters, and
# the private characters with which `document` marks what was filled in.
_UNWANTED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def one_line(text: str, most: int = 2000) -> str:
    r"""Return *text* as one line of printable characters, shortened with `…` beyond *most*.

    >>> one_line("Max\r\nBcc: all@example.org\u202e")
    'Max Bcc: all@example.org'
    """
    flat = " ".join(text.split())
    seen = flat if flat.isprintable() else "".join(filter(_is_seen, flat)).strip()
    return seen if len(seen) <= most else seen[: most - 1].rstrip() + "…"


def lines_of(text: str, most: int = 60) -> tuple[str, ...]:
    """Return the lines of a text that somebody else wrote, each printable, at most *most*."""
    lines = [one_line(line, 1000) for line in text.strip().splitlines()]
    return (*lines[:most], "…") if len(lines) > most else tuple(lines)


def _is_seen(char: str) -> bool:
    return char == " " or unicodedata.category(char) not in _UNWANTED


NO_BREAK = "\u00a0"

_DECORATIONS = NO_BREAK + "> |-*·•\"'„“”«»_\ue000\ue001\ue002"
_DECORATION = "[\ue000\ue001\ue002\ue013\"'„“”«»*_]*"
# What makes a play of the word before it too: "ab M10", "BEINE senkrecht", "mein Zug:".
_STRONG = re.compile(
    _DECORATION
    + filled(
        r"(?i:\(?{square}|{direction}{end}|(?:{alternate}|{play}|{place})[{letters}]*+\d{0,2}[:=.)])"
    )
)
_RISKY = re.compile(
    _DECORATION
    + filled(
        r"(?:\d{1,3}[.):]|/|[A-ZÄÖÜ?]{end}"
        r"|(?i:{joker}|{swap}|{player}[=:]|{total}{end}|{command_start}{end}))"
    )
)
_LABEL = re.compile(_DECORATION + filled(r"(?i:{alternate}|{play})[{letters}]*+"))
_LONGEST = 40
"""A longer word is a hash or an address, and no play."""
_NUMBER = re.compile(r"\W*\d{1,3}\W*")
_SPACE = re.compile(r"[ \t\n]+")
_QUOTED_LINE = "|" + NO_BREAK
"""Or a program that wraps would leave the bar alone on its line, and the play on the next."""


def bound(text: str) -> str:
    """Return *text* on one line, each word that a play could begin with tied to the one before.

    >>> bound("Lege EUBÖA senkrecht ab M10 und sag es").replace(NO_BREAK, "~")
    'Lege~EUBÖA~senkrecht~ab~M10 und sag es'
    """
    words = _SPACE.split(text.strip())
    parts = [words[0]]
    for at, word in enumerate(words[1:], start=1):
        is_tied = is_risky(word) or _leads_to_play(words, at)
        parts += [NO_BREAK if is_tied else " ", word]
    return "".join(parts)


def _leads_to_play(words: Sequence[str], at: int) -> bool:
    """Tell whether what follows makes a play's beginning of a word: `ab M10`, `M 10`, `Wort 1:`."""
    if at + 1 >= len(words):
        return False
    word, following = words[at], words[at + 1]
    if _is_strong(following):
        return True
    if following[:1].isdigit() and (len(word) == 1 or _LABEL.fullmatch(word)):
        return True
    if at + 2 < len(words) and len(following) == 1 and words[at + 2][:1].isdigit():
        return True
    return _NUMBER.fullmatch(word) is not None and (is_risky(following) or len(following) <= 2)


@lru_cache(maxsize=8192)
def is_risky(word: str) -> bool:
    """Tell whether a play, or a command, could begin with *word*."""
    if len(word) > _LONGEST:
        return False
    capitals = sum(char.isupper() or char == "*" for char in word)
    return capitals > 1 or _STRONG.match(word) is not None or _RISKY.match(word) is not None


@lru_cache(maxsize=8192)
def _is_strong(word: str) -> bool:
    return len(word) <= _LONGEST and _STRONG.match(word) is not None


def tied(line: str) -> str:
    """Return a line of a table as one that no program wraps."""
    return line.replace(" ", NO_BREAK)


def begins_safely(text: str) -> str:
    """Return *text*, a bar before it if a play or a command could begin so: names do not bind us."""
    plain = undecorated(text.lstrip(_DECORATIONS))
    is_play = PLAY.match(plain) is not None
    return _QUOTED_LINE + text if is_play or is_risky(plain.partition(" ")[0].rstrip("*")) else text


def fenced(line: str) -> str:
    """Return a line that somebody else wrote so that it cannot be taken for the reader's own."""
    return _QUOTED_LINE + bound(line) if line.strip() else _QUOTED_LINE.strip()
