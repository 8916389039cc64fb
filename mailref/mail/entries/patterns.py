r"""Cheap patterns that decide what the grammar is asked about: most lines of a mail are prose.

Every \s* is possessive (\s*+), so that a line of blanks costs no more than its length.
"""

import re
from dataclasses import replace

from mailref.mail.entries.words import capitals
from mailref.mail.incoming.model import Line
from mailref.rules.board import Axes

_L = "A-Za-zÄÖÜäöüßẞ"
_MARKS = (
    r"\s*+(?P<slash>/)?\s*+(?:(?P<number>\d{1,2})(?:\s*+[.):]\)?(?!\d)|(?=\s+[A-O]\s?\d{1,2}\s?[ws]\s))\s*+)?"
    rf"(?:(?:[{_L}]+\s+)?(?P<label>ersatz|alternativ|alternate|zug|teilzug|wort|platz|feld|move|word|play)"
    rf"[{_L}]*\s*+\d{{0,2}}\s*+[:=.)]\s*+)?(?:\d{{1,2}}[.)]\s*+)?"
)
_LONG = r"waage?r(?:echt)?|waag\.|wgr\.|senkr(?:echt)?|senk\.|horizontal|verti[kc]al|across|down"
_SPOT = rf"(?:[A-Z]\s{{0,2}}\d{{1,3}}(?!\d)|\d{{1,2}}\s?[A-Z](?=[ws]?(?![{_L}\d])))"
_VIA = r"(?:(?:von|ab|auf|in|bei|from|at)\s+)?"
_WAY = rf"(?:[-,:./(]*\s*+(?:w|s|{_LONG})(?![{_L}*])\.?\)?)"
_WHERE = (
    rf"{_VIA}(?P<before>{_WAY}\s*+)?(?P<spot>{_SPOT})\s*+"
    rf"(?P<range>(?:-+>?|\.{{2,}}|(?:bis|to)(?![{_L}]))\s*+(?:{_SPOT}|\d{{1,2}}(?!\d)))?\s*+(?P<after>{_WAY})?"
)
PLAY = re.compile(_MARKS + _WHERE, re.IGNORECASE)
WORD_FIRST = re.compile(
    rf"{_MARKS}(?P<word>[{_L}*]+)(?![{_L}*])\s*+[:=,;(/-]*\s*+(?:{_WAY}\s*+)?{_WHERE}",
    re.IGNORECASE,
)
BARE = re.compile(
    rf"{_MARKS}(?P<before>(?:w|s|{_LONG})\.?\s+)?(?P<word>\*?[{_L}][{_L}*]*)(?P<after>\s+(?:{_LONG})\.?)?"
    rf"\s*+(?:[^{_L}\s].*)?",
    re.IGNORECASE,
)
PLAYER = re.compile(r"\W*(?:Spieler(?:in)?|Player)\s*+[=:]", re.IGNORECASE)
SWAP = re.compile(_MARKS + r"(?:(?:joker|blanko)\s*+-?\s*+tausch|tausch\s*+[=:])", re.IGNORECASE)
JOKERS = re.compile(
    rf"[\s(]*(?:(?:joker|blankos?(?:tein)?|blanks?)\s*+(?:[=:]|auf|als|ist|für|on|for)?\s*+(?:{_SPOT}|[{_L}])(?![{_L}])"
    rf"|(?:{_SPOT}|[{_L}])\s*+(?:[=:]|als|ist|is)\s*+(?:joker|blank))",
    re.IGNORECASE,
)
TOTAL = re.compile(
    r"\s*+/?\s*+(?:summe|gesamt\w*|insgesamt|zusammen|total|sum)\s*+[:=]?\s*+\d", re.IGNORECASE
)
_BOLD = re.compile(r"^(\s*+)(?:[-•·>]|\*(?=[\s/\dA-Za-z].*\*\s*$|\s))")
_BOLD_PLACE = re.compile(rf"\*(/?\s*+{_SPOT}[^*]{{0,20}})\*(?=\s|$)", re.IGNORECASE)
_BRACKETED_PLACE = re.compile(
    rf"^(\s*+/?\s*+)\(([A-Z]\s?\d{{1,2}}\s?(?:{_LONG}|[ws])?)\)(?=\s*+:?\s*+\*?[{_L}]{{2}})",
    re.IGNORECASE,
)
TEMPLATE = re.compile(r"\s*+/?\s*+(?:\d{1,2}[.)])?\s*+")
MAY_BE_PLAY = re.compile(r"[\d*/]|[A-ZÄÖÜ]{2}|(?i:tausch|joker|blank|senk|waag)")
_QUOTES = str.maketrans(dict.fromkeys('_"„“”«»\u00a0\t', " ") | dict.fromkeys("‐‑‒–—―−", "-"))


def undecorated(line: Line) -> Line:
    """Return the line without the decoration of mail clients, character for character in place."""
    text = _BRACKETED_PLACE.sub(r"\1 \2 ", line.text.translate(_QUOTES))
    return replace(line, text=_BOLD.sub(r"\1 ", _BOLD_PLACE.sub(r" \1 ", text)))


def is_alternate_label(label: str | None) -> bool:
    """Tell `Ersatzzug:` from `Zug:`."""
    return (label or "").lower() in {"ersatz", "alternativ", "alternate"}


def is_written_as_move(word: str) -> bool:
    """Tell BEINE, müllSACK and B*EINE from a word of a sentence."""
    return len(word) > 1 and (capitals(word) > 1 or "*" in word)


def is_meant(text: str, where: re.Match[str], axes: Axes) -> bool:
    """Tell a botched play from prose that begins like one: `M9s BESEN bitte` from `A4 ist aus`."""
    words = text[where.end() :].strip(" :=,;-").split()
    groups = where.groupdict()
    if "word" in groups:
        return is_written_as_move(groups["word"]) and bool(where["after"] or where["range"])
    has_direction = bool(where["before"] or where["after"])
    has_range = bool(where["range"]) and not where["range"].endswith(",")
    has_mark = bool(where["slash"] or where["number"] or where["label"])
    if not words:
        return has_direction or (has_range and _is_straight(where)) or has_mark
    is_move = is_written_as_move(words[0])
    if has_direction or (has_range and _is_straight(where)):
        return is_move or len(words) <= 2
    if is_move:
        return has_mark or axes is Axes.ROWS or len(words) == 1
    return len(words) <= 4 and is_written_as_move(words[-1])


def _is_straight(where: re.Match[str]) -> bool:
    """Tell H4-H8 from A4 - B5."""
    ends = re.findall(r"[A-Za-z]|\d+", f"{where['spot']} {where['range']}")
    return len({each.upper() for each in ends}) < 4
