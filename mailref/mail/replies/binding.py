"""Keeping our sentences from being read as moves: what could begin a play never begins a line.

Mail programs wrap what they quote wherever a blank stands, and players forget to cut (contract 5).
So each word that a play could begin with (a square, capitals, a direction, a number with a stop)
is tied to the word before it by a blank that no program breaks.
"""

import re

NO_BREAK = "\u00a0"

_DECORATION = "\ue000\ue001\ue002\"'„“”«»*_"
_L = "A-Za-zÄÖÜäöüßẞ"
_RISKY = re.compile(
    rf"[{_DECORATION}]*(?:"
    r"[A-Oa-o][ws]?\d{1,3}|\d{1,2}[A-Oa-o](?![a-z])|\d{1,3}[.):]|/|[A-ZÄÖÜ?](?![A-Za-zÄÖÜäöüß])"
    rf"|[a-zäöüß]*[A-ZÄÖÜ*][{_L}*]*[A-ZÄÖÜ*]"
    r"|(?i:w|s|waage?r(?:echt)?|senkr(?:echt)?|horizontal|verti[kc]al|across|down)(?![A-Za-zÄÖÜäöüß])"
    r"|(?i:joker|blank|tausch|spieler|player|presse?:|summe|gesamt|insgesamt|zusammen|total|sum\b)"
    r"|(?i:ersatz|alternativ|alternate|zug|züge|teilzug|wort|platz|feld|move|word|play)[a-zäöü]*\s?\d{0,2}[:=.)]"
    r")"
)
_BLANK = re.compile(r"[ \t\n]+")
_LONGEST = 40
"""A longer word is a hash or an address, and no play."""
_QUOTED_LINE = "| "


def bound(text: str) -> str:
    """Return *text* on one line, each word that a play could begin with tied to the one before.

    >>> bound("EUBÖA ab M10 senkrecht gilt").replace(NO_BREAK, "~")
    'EUBÖA ab~M10~senkrecht gilt'
    """
    words = _BLANK.split(text.strip())
    parts = [words[0]]
    for word in words[1:]:
        parts += [NO_BREAK if is_risky(word) else " ", word]
    return "".join(parts)


def is_risky(word: str) -> bool:
    """Tell whether a play, or a command, could begin with *word*."""
    return len(word) <= _LONGEST and _RISKY.match(word) is not None


def fenced(line: str) -> str:
    """Return a line that somebody else wrote so that it cannot be taken for the reader's own."""
    return _QUOTED_LINE + bound(line) if line.strip() else _QUOTED_LINE.rstrip()
