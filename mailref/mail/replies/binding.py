"""Keeping our sentences from being read as moves: what could begin a play never begins a line.

Mail programs wrap what they quote wherever a blank stands, and players forget to cut (contract 5).
So each word that a play or a command could begin with (a square, capitals, a direction, a number
with a stop) is tied to the word before it by a blank that no program breaks.
"""

import re
from functools import lru_cache

NO_BREAK = "\u00a0"

_DECORATIONS = NO_BREAK + "> |-*·•\"'„“”«»_\ue000\ue001\ue002"
_DECORATION = "[\ue000\ue001\ue002\ue013\"'„“”«»*_]*"
_L = "A-Za-zÄÖÜäöüß"
# What makes a play of the word before it too: "ab M10", "BEINE senkrecht", "mein Zug:".
_STRONG = re.compile(
    rf"{_DECORATION}(?:"
    r"[A-Oa-o][ws]?\d{1,3}(?!\d)|\d{1,2}[A-Oa-o](?![a-z])"
    rf"|(?i:w|s|waage?r(?:echt)?|waag|wgr|senkr(?:echt)?|senk|horizontal|verti[kc]al|across|down)(?![{_L}])"
    r"|(?i:ersatz|alternativ|alternate|zug|züge|teilzug|wort|platz|feld|move|word|play)"
    rf"[{_L}]*\s?\d{{0,2}}[:=.)]"
    r")"
)
_RISKY = re.compile(
    rf"{_DECORATION}(?:"
    rf"\d{{1,3}}[.):]|/|[A-ZÄÖÜ?](?![{_L}])"
    r"|(?i:joker|blank|tausch|spieler(?:in)?[=:]|player[=:]|summe|gesamt|insgesamt|zusammen|total|sum(?![a-z]))"
    r"|(?i:hilfe|help|regeln|rules|stand|status|bericht|report|zurück|zurueck|withdraw|anmelden|join"
    rf"|abmelden|leave|erinnerung|reminder|presse?)(?![{_L}])"
    r")"
)
_LONGEST = 40
"""A longer word is a hash or an address, and no play."""
_NUMBER = re.compile(r"\W*\d{1,3}\W*")
_BLANK = re.compile(r"[ \t\n]+")
_QUOTED_LINE = "| "


def bound(text: str) -> str:
    """Return *text* on one line, each word that a play could begin with tied to the one before.

    >>> bound("Lege EUBÖA senkrecht ab M10 und sag es").replace(NO_BREAK, "~")
    'Lege~EUBÖA~senkrecht~ab~M10 und sag es'
    """
    words = _BLANK.split(text.strip())
    risks = [is_risky(word) for word in words]
    parts = [words[0]]
    for at, word in enumerate(words[1:], start=1):
        is_tied = risks[at] or (at + 1 < len(words) and _leads_to(word, words[at + 1]))
        parts += [NO_BREAK if is_tied else " ", word]
    return "".join(parts)


def _leads_to(word: str, following: str) -> bool:
    """Tell whether *following* makes the beginning of a play of *word*: `ab M10`, `10 BEINE`."""
    if _is_strong(following):
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
    first = text.lstrip(_DECORATIONS).partition(" ")[0].partition(NO_BREAK)[0]
    return _QUOTED_LINE + text if is_risky(first) else text


def fenced(line: str) -> str:
    """Return a line that somebody else wrote so that it cannot be taken for the reader's own."""
    return _QUOTED_LINE + bound(line) if line.strip() else _QUOTED_LINE.rstrip()
