"""Keeping our lines from being read as moves: what could begin a play never begins a line of ours.

Players paste single lines of our mails, and forget to cut what they quote (contract 5). A sentence
of ours is known again by its words, however a program wraps it (`reading/quotes`); a line
alone may hold none of them. So no line that we write begins with a square, capitals, a direction or a
number with a stop: it is wrapped before the word that leads to it, or a bar stands before it.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from textwrap import wrap

from mailref.orders.shapes import PLAY, undecorated
from mailref.orders.table import ORDER_ALONE, ORDER_START
from mailref.reading.quotes import is_telling
from mailref.tiles.moves import filled, worded
from mailref.tiles.tile_set import written_out
from mailref.tiles.when_used import regex

MOST_NAME = 80
MOST_SUBJECT = 150
# Controls, line and paragraph separators, bidi controls, other invisible format characters, and
# the private characters with which `document` marks what was filled in.
_UNWANTED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_PRIVATE = regex("[\ue000-\uf8ff]+")


def one_line(text: str, most: int = 2000) -> str:
    r"""Return *text* as one line of printable characters, shortened with `…` beyond *most*.

    >>> one_line("Max\r\nBcc: all@example.org\u202e")
    'Max Bcc: all@example.org'
    """
    seen = " ".join(text.split())
    if not seen.isprintable():
        seen = written_out(seen)  # our own tiles of several letters
        seen = _PRIVATE.sub("", seen).strip()  # mostly there is nothing else
    if not seen.isprintable():
        seen = "".join(filter(_is_seen, seen)).strip()
    return seen if len(seen) <= most else seen[: most - 1].rstrip() + "…"


def name_seen(name: str) -> str:
    """Return a name as others see it: on one line, and short."""
    return one_line(name, MOST_NAME)


def lines_of(text: str, most: int = 60) -> tuple[str, ...]:
    """Return the lines of a text that somebody else wrote, each printable, at most *most*."""
    lines = [one_line(line, 1000) for line in text.strip().splitlines()]
    return (*lines[:most], "…") if len(lines) > most else tuple(lines)


def _is_seen(char: str) -> bool:
    return char.isprintable() or unicodedata.category(char) not in _UNWANTED


_NO_BREAK = "\N{NO-BREAK SPACE}"
"""In a template it keeps words on one line; the line has a space there."""
_TIE = "\ue020"
"""Stands for a space at which a line is not wrapped, while it is being wrapped."""
_DECORATIONS = "> |-*·•\"'„“”«»_\ue000\ue001\ue002"
_DECORATION = "[\ue000\ue001\ue002\ue013\"'„“”«»*_]*"
# What makes a play of the word before it too: "ab M10", "BEINE senkrecht", "mein Zug:".
_STRONG = regex(
    _DECORATION
    + filled(
        r"(?i:\(?{square}|{direction}{end}|(?:{alternate}|{play}|{place}){letter}*+\d{0,2}[:=.)])"
    )
)
_RISKY = regex(
    _DECORATION
    + filled(
        r"(?:\d{1,3}[.):]|/|[A-ZÄÖÜ?]{end}"
        r"|(?i:{joker}|{swap}|{player}[=:]|{total}{end}|{command_start}{end}))",
        command_start=ORDER_START,
    )
)
_ORDER = regex(rf"(?i:{ORDER_ALONE})\W*")
"""Some begin like any sentence, `Meine Spiele`, `M'inscrire`: alone in a line they are orders all the same."""
_LABEL = regex(_DECORATION + filled(r"(?i:{alternate}|{play}){letter}*+"))
_LONGEST = 40
"""A longer word is a hash or an address, and no play."""
_COUNT = regex(r"\d{1,4}\.?")
"""What it counts follows on the same line, and the month of a day."""
_NUMBER = regex(r"\W*\d{1,3}\W*")
_ALONE = regex(r"(?:[AI] |[A-ZÄÖÜ]['’])[a-zà-ÿ]{2,}\b")
"""How English and French sentences begin: there A and I are words, L' is part of one, and none is a tile."""
_HELLO = worded(r"\W*{hello}{end}\W*")
"""Behind it a name like `M10s EUBÖA` is a play that somebody sends with a greeting."""
_SPACE = regex(r"[ \t\n]+")
_PLAINLY_NONE = regex(
    _DECORATION
    + r"(?:N\.N\.|(?:\d{1,2}-)?[A-ZÄÖÜ][a-zäöüß]{2,}(?:-[A-ZÄÖÜ][a-zäöüß]{2,})+)[.,:;!?]?"
)
"""Of somebody who was forgotten, and words tied by a hyphen, as in titles of games: there capitals make no play."""
_PLAIN = regex(r"\S+(?: \S+)*")
_BAR = "| "
_LAST = 3
"""So many words stand in the last line of several, where they have room: alone `accepts it.` would be an order."""
_MOST_LEADING = 3
"""So many words less one that players write before their own plays stay on the line of a play."""


def wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Return *text* as lines of *width*, none beginning with what a play could begin with.

    >>> wrapped("Lege EUBÖA senkrecht ab M10 und sag es", 30)
    ['Lege EUBÖA senkrecht ab M10', 'und sag es']
    >>> wrapped("Der beste Zug war wohl EUBÖA", 24)
    ['Der beste Zug', 'war wohl EUBÖA']
    >>> wrapped("Eine Anfechtung kostet dich 5 Punkte", 29)
    ['Eine Anfechtung kostet', 'dich 5 Punkte']
    """
    if _NO_BREAK in text:
        return [line.replace(_NO_BREAK, " ") for line in _wrapped(text, width, first, rest)]
    return list(_wrapped(text, width, first, rest))


@lru_cache(maxsize=2048)
def _wrapped(text: str, width: int, first: str, rest: str) -> Sequence[str]:
    """Most of a mail stands in the one before, too."""
    flat = " ".join(_SPACE.split(text.strip()))
    if flat.isprintable() and len(first) + len(flat) <= width:  # nothing to wrap
        return [first + flat] if flat else []
    room = width - max(len(first), len(rest))
    if len(text) <= room and _PLAIN.fullmatch(text):  # one line, wherever it might be wrapped
        return [first + text]
    chunks = (_loosened(chunk, room) for chunk in _tied(text).split(" "))
    lines = wrap(
        " ".join(chunks),
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
    )
    return [line.replace(_TIE, " ") for line in lines]


def _tied(text: str) -> str:
    """Return *text*, each word that a play could begin with tied to the one before."""
    words = _SPACE.split(text.strip())
    text, leading = "", _MOST_LEADING
    for at in range(len(words) - 1, -1, -1):
        word = words[at]
        if is_risky(word) or _leads_to_play(words, at):
            leading = 0
        elif leading < _MOST_LEADING and not is_telling(word.lower()):
            leading += 1
        else:
            leading = _MOST_LEADING
        is_last = len(words) - _LAST < at
        is_tied = is_last or leading < _MOST_LEADING or _is_counted(words, at)
        text = (word if not at else (_TIE if is_tied else " ") + word) + text
    return text


def _loosened(chunk: str, room: int) -> str:
    """Return tied words that go into no line so that they are wrapped, if need be anywhere."""
    if len(chunk) <= room:
        return chunk
    words = chunk.split(_TIE)
    parts = [words[0]]
    for before, word in pairwise(words):
        parts += [" " if is_risky(before) and not is_risky(word) else _TIE, word]
    loose = "".join(parts)
    return loose.replace(_TIE, " ") if len(max(loose.split(), key=len)) > room else loose


def _is_counted(words: Sequence[str], at: int) -> bool:
    """Tell whether a word is what the number before it counts: `5 Punkte`."""
    return at > 0 and words[at][:1].isalpha() and _COUNT.fullmatch(words[at - 1]) is not None


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


@lru_cache(maxsize=2048)
def begins_safely(text: str) -> str:
    """Return *text*, a bar before it if a play or a command could begin so: names do not bind us."""
    plain = undecorated(text.lstrip(_DECORATIONS))
    first, _, more = plain.partition(" ")
    greeted = _HELLO.match(plain)
    is_play = PLAY.match(plain) is not None or _ORDER.fullmatch(plain) is not None
    is_play = is_play or (greeted is not None and PLAY.match(plain, greeted.end()) is not None)
    is_plain = _ALONE.match(plain) is not None and not is_risky(more.partition(" ")[0])
    is_plain = is_plain or _PLAINLY_NONE.fullmatch(first) is not None
    return _BAR + text if is_play or (is_risky(first.rstrip("*")) and not is_plain) else text


def fenced(line: str) -> str:
    """Return a line that somebody else wrote so that it cannot be taken for the reader's own."""
    return _BAR + line.strip() if line.strip() else _BAR.strip()


def percent_encoded(text: str, unchanged: str = "") -> str:
    """Return a text as it stands in an address (RFC 3986 2.1); signs *unchanged* stay as they are.

    >>> percent_encoded("EUBÖA"), percent_encoded("a@b.c d", "@.")
    ('EUB%C3%96A', 'a@b.c%20d')
    """
    return "".join(
        char
        if char in unchanged or (char.isascii() and char.isalnum())
        else "".join(f"%{b:02X}" for b in char.encode())
        for char in text
    )
