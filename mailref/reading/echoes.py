"""What a mail says that neither we nor its sender said before: by that a loop is told from a person.

A program that answers our answers says the same again and again, or gives us back our own words;
numbers, dates and ids are no difference. A person says something else. Whatever may be a square, a
word to lay or an order is never a loop: who tries to play in vain must not be taken for a program.
Here only what cannot be read is looked at, so a wrong guess costs one answer too many.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from mailref.orders.commands import is_shouted_greeting
from mailref.orders.names import folded
from mailref.orders.order_words import forms
from mailref.orders.table import forms as order_forms
from mailref.reading.incoming_mail import IncomingMail
from mailref.reading.mail_programs import one_said
from mailref.tiles.vocabulary import filled, worded
from mailref.tiles.when_used import regex

# Months and days of the week as programs write them, whole or short, in the languages of most mail.
_DATES = regex(one_said("dates"))
# "Fr, 20.11." but not every "so".
_SHORT_DAYS = regex(rf"\b{one_said('short_days')}[.,]{{1,2}} {{0,2}}(?=\d)", re.IGNORECASE)
_CHUNK = regex(r"\S+")
_WORD = regex(r"[^\W\d_]+")
_NUMBERED = regex(r"\d|@|://")
"""What a number, a date, an id or an address has, and a word has not."""
_MOST = 20_000
_RUN = 4
"""So many words of ours in a row are ours wherever they stand."""


class NewWords(Struct, frozen=True):
    """What a mail says of its own."""

    gist: str
    """A hash of its words, but for ours, and for numbers, dates and ids; "" where nothing is left."""
    may_play: bool
    """Whether anything in it may be a square, a word to lay or an order."""


def new_words_in(
    mail: IncomingMail, ours: Iterable[str], verbs: frozenset[str] = frozenset()
) -> NewWords:
    """Return what *mail* says beside *ours*, the texts that we sent to its writer.

    *verbs*: the orders that he, as the game master, may give.
    """
    known = _runs_of(ours)
    above = _rest([line.text for line in mail.lines], known)
    below = [_rest([line.text for line in block], known) for block in mail.below]
    words = [word for text in above for word in _words(text)]
    if not any(line.text.strip() for line in mail.lines):
        words = list(_words(mail.subject))
    hashed = hashlib.sha256(" ".join(words).encode()).hexdigest() if words else ""
    lines = [*above, *(text for block in below for text in block)]
    return NewWords(hashed, any(may_play(text, verbs) for text in lines))


class _RunsOfOurs(Struct, frozen=True):
    """Our texts: every few words in a row, and every number in them."""

    words: frozenset[tuple[str, ...]]
    numbers: frozenset[str]


def _runs_of(texts: Iterable[str]) -> _RunsOfOurs:
    runs: set[tuple[str, ...]] = set()
    numbers: set[str] = set()
    for text in texts:
        cut = text[:_MOST]
        words = list(_words(cut))
        runs.update(zip(*(words[at:] for at in range(_RUN)), strict=False))
        numbers.update(each for each in cut.casefold().split() if _NUMBERED.search(each))
    return _RunsOfOurs(frozenset(runs), frozenset(numbers))


def _words(text: str) -> Iterator[str]:
    """Yield the words of a text, in small letters, without numbers, dates and ids."""
    for chunk in _CHUNK.findall(_SHORT_DAYS.sub(" ", text)):
        if not _NUMBERED.search(chunk):
            yield from _words_of(chunk)


def _words_of(chunk: str) -> Iterator[str]:
    for word in _WORD.findall(chunk.casefold()):
        if not _DATES.fullmatch(word):
            yield word


def _rest(lines: Sequence[str], ours: _RunsOfOurs) -> list[str]:
    """Return *lines* without what is ours: our words, and numbers of ours between them."""
    text = _SHORT_DAYS.sub(lambda found: " " * len(found[0]), "\n".join(lines)[:_MOST])
    chunks = list(_CHUNK.finditer(text))
    words = [
        (number, word)
        for number, chunk in enumerate(chunks)
        if not _NUMBERED.search(chunk[0])
        for word in _words_of(chunk[0])
    ]
    covered: set[int] = set()
    for at in range(len(words) - _RUN + 1):
        run = words[at : at + _RUN]
        if tuple(word for _, word in run) in ours.words:
            covered.update(range(run[0][0], run[-1][0] + 1))
    foreign = {
        number
        for number in covered
        if _NUMBERED.search(chunks[number][0]) and chunks[number][0].casefold() not in ours.numbers
    }
    return _blanked(text, [chunks[at] for at in sorted(covered - foreign)])


def _blanked(text: str, chunks: Iterable[re.Match[str]]) -> list[str]:
    rest, at = [], 0
    for chunk in chunks:
        rest += [text[at : chunk.start()], " " * len(chunk[0])]
        at = chunk.end()
    return "".join([*rest, text[at:]]).split("\n")


# "H8", "h8w", "8H", "H 8"; not "B7-2231", "#A12", "Fr. 9".
_SQUARE = regex(
    filled(
        r"(?<![\w@#/.:-])(?:(?:[A-O] ?|[a-o])(?:1[0-5]|[1-9])(?i:{direction_letter}|[ad])?"
        r"|(?:1[0-5]|[1-9])[A-O](?i:{direction_letter})?)(?!\w|-\d{3}|[.:/]\d)"
    )
)
_LAID = worded(
    r"(?<![{letters}])(?:{myself}{end}.{0,40}?(?<![{letters}]){lays}|{lays}{end}\s+{myself}){end}"
    r"|(?<![{letters}]){myself}{end}.{0,40}?(?<![{letters}]){intent}{end}.{0,80}?(?-i:(?<!\w)[A-ZÄÖÜ]{2,15}(?!\w))"
)
_LETTER = worded(r"(?<![{letters}]){article}\s{1,3}(?-i:[A-ZÄÖÜ])(?![\w.-])")
_LABELLED = worded(r"^\W*{field_word}\s?[:=]")
_ALONE = regex(r"\W*([A-ZÄÖÜ]{2,15})\W*")
_SHOUTED = regex(r"(?<!\w)[A-ZÄÖÜ]{2,}(?!\w)")
_LONGEST = 300
_FEW = 3
_OF_ORDERS = (
    "exchange", "pass", "challenge", "accept", "resign", "trial", "draw", "away", "history", "tiles",
)  # fmt: skip


def may_play(text: str, verbs: frozenset[str] = frozenset()) -> bool:
    """Tell whether a line holds anything like a square, a word to lay or an order.

    >>> [may_play(text) for text in ("das H liegt da: F7", "ich lege zehn", "ZEHN!")]
    [True, True, True]
    >>> [may_play(text) for text in ("Vorgang B7-2231", "Status: offen", "MFG")]
    [False, False, False]
    """
    line = text[:_LONGEST]
    if any(sign.search(line) for sign in (_SQUARE, _LAID, _LETTER, _LABELLED)):
        return True
    alone = _ALONE.fullmatch(line)
    if alone is not None and not is_shouted_greeting(alone[1]):
        return True
    return _may_order(line, verbs)


def _may_order(line: str, verbs: frozenset[str]) -> bool:
    """Tell whether a line holds the word of an order in capitals, or is little more than one."""
    if not line.isupper() and any(folded(word) in _ORDER_WORDS for word in _SHOUTED.findall(line)):
        return True
    words = [folded(word) for word in _WORD.findall(line)]
    if len(words) <= 2 * _FEW and not verbs.isdisjoint(words):
        return True
    return len(words) <= _FEW and ":" not in line and not _ORDER_WORDS.isdisjoint(words)


_ORDER_WORDS = frozenset(
    folded(form)
    for form in (*order_forms(), *(form for row in _OF_ORDERS for form in forms(row)))
    if form.isupper()
)
