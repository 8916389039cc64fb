"""Where a play stands in a line that is more than that: a place with its direction beside a word (rules 4, 8).

The grammar reads lines that are plays; this finds the plays in others. What the words around one make of
it says `sentences`.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from mailref.orders.commands import (
    command_in,
    is_closing,
    is_shouted_greeting,
    order_with_value,
)
from mailref.orders.shapes import DIGIT, holds_play, is_straight, is_written_as_move
from mailref.tiles.board import Axes
from mailref.tiles.vocabulary import filled
from mailref.tiles.when_used import when_used

LONGEST_SENTENCE = 2_000  # what stands further in a line is not read; a play there is asked about
_MOST_PLAYS = 12


class FoundPlay(Struct, frozen=True):
    """Where a place and its word stand in a line."""

    start: int
    end: int
    is_word_first: bool
    gap: tuple[int, int] = (0, 0)
    """Words between the place and its word: `L4 senkrecht bilde ich MENÜS`."""
    says_way: bool = True
    """Whether it names its direction; where letters are rows a square alone may do."""
    word: str = ""
    between: str = ""
    """What stands between the word and the square."""

    @property
    def is_parted(self) -> bool:
        """Tell whether a sign keeps the word from the square: `ab D8, GERN geschehen`, `Max: D8`."""
        return _PARTED[self.is_word_first].match(self.between) is not None

    @property
    def is_known(self) -> bool:
        """Tell whether the word is one of those that lead to a play or follow one: `LEGE`, `UND`."""
        return KNOWN_WORD.fullmatch(self.word) is not None


def _pattern(pattern: str) -> re.Pattern[str]:
    return when_used(filled, pattern)


_SPOT = _pattern(
    r"(?<![{letters}\d])(?:(?P<before>(?<!'){direction}[.,:;]?\s{1,3})(?:{starting}\s{1,3})?"
    r"(?:{place_follows}\s{1,3})?(?:{article}\s{1,3})?(?:{place}\s{1,3})?)?(?P<spot>{square})\s{0,3}"
    r"(?P<range>(?:{range_sign}|{up_to}{end})\s{0,3}(?:{square}|\d{1,2}(?!\d)))?\s{0,3}"
    r"(?P<after>[-,:./(]{0,2}\s{0,2}{direction}(?![{letters}{joker_mark}])\.?\)?|{letter_behind})?"
)
_WORD_BEHIND = _pattern(
    r"[\s:=,;(/>-]{0,16}(?P<gap>)(?P<word>{tile}+{joker_mark}?)(?![\w{joker_mark}]|-\w)"
    r"(?P<way>[\s,;(/-]{1,3}{direction}(?![{letters}]))?"
)
_WORD_FURTHER_ON = _pattern(
    r"[\s:=,;(/>-]{0,6}(?P<gap>(?:(?:{intent}|{opening}|{filler}|{article}|{field_word}){end}\s{1,3}){1,5})"
    r"(?P<word>{tile}+{joker_mark}?)(?![\w{joker_mark}]|-\w)"
)
_WORD_BEFORE = _pattern(
    r"(?<![\w{joker_mark}-])(?P<word>{tile}{1,30}{joker_mark}?)[\s:=,;(/-]{0,4}"
    r"(?:{laying}[\s:,-]{1,4})?(?:{starting}\s{1,3})?(?:{place_follows}\s{1,3})?(?:{article}\s{1,3})?(?:{place}\s{1,3})?$"
)
# "senkrecht beginnend bei Feld L4": what the grammar need not know.
_LEADS_TO_SQUARE = _pattern(
    r"(?P<way>{direction}[.,:;]?\s{1,3})(?:{starting}\s{1,3})?(?:{place_follows}\s{1,3})?"
    r"(?:{article}\s{1,3})?(?:{place}\s{1,3})?(?={square})"
    r"|(?<![{letters}]){starting}\s{1,3}(?=(?:{place_follows}\s{1,3})?{square})"
)
# "GEHEILTEN legen, senkrecht ab K3": the word may have its verb behind it.
_LAYING = _pattern(
    r"(?<=\s){laying}[\s:,-]{1,4}(?=(?:{direction}|{place_follows}|{starting}|{square}){end})"
)
_PARTED = {
    True: _pattern(r"\s*+(?:[,:;(/-]|{laying}[\s:,-])"),
    False: re.compile(r"\s*+[,;(]"),
}
"""What keeps a word before a square from it, and one behind it: `Max: D8`, but `D8: RABEN`."""
_LONGEST_WORD_BEFORE = 60


def plays_in(text: str, axes: Axes) -> list[FoundPlay] | None:
    """Return where *text* holds a place with its direction, or a range, beside a word.

    All of a line are written the same way round; a word in small letters is one only where nothing
    else of the line can be. None: a word stands on either side of a place, and nothing tells which is
    meant.
    """
    text = text[:LONGEST_SENTENCE]
    spots = list(_spots(text, axes))[:_MOST_PLAYS]
    if not spots:
        return []
    behind = [_behind(text, spot) for spot in spots]
    before = [_before(text, spot) for spot in spots]
    is_word_first = _is_word_first(before, behind)
    if is_word_first is None:
        return None
    found = [
        each
        for first, second in zip(
            *((before, behind) if is_word_first else (behind, before)), strict=True
        )
        if (each := first or second)
    ]
    return _apart(found)


def _is_word_first(
    before: Sequence[FoundPlay | None], behind: Sequence[FoundPlay | None]
) -> bool | None:
    """Tell whether the words of a line stand before their places; None: there is no telling.

    Where words stand on both sides, a sign or a word that is none of the game's keeps one of them
    away: `GERMANIT ab D8, GERN geschehen`, `LEGE D8 GERMANIT`.
    """
    first, last = before[0], behind[-1]
    if first is None or last is None:
        return first is not None
    if any(each is None or each.is_parted or each.is_known for each in before):
        return False
    if last.is_known:
        return True
    if not last.is_parted:
        return False
    is_led = len(before) > 1 or any(map(str.isalpha, first.between))
    return True if is_led else None


def _apart(found: list[FoundPlay]) -> list[FoundPlay]:
    """Drop a play that shares its word with the one before."""
    apart: list[FoundPlay] = []
    for each in found:
        if not apart or each.start >= apart[-1].end:
            apart.append(each)
    return apart


def _spots(text: str, axes: Axes) -> Iterator[re.Match[str]]:
    for spot in _SPOT.finditer(text):
        if spot["before"] or spot["after"] or axes is Axes.ROWS:
            yield spot
            continue
        if spot["range"] and is_straight(spot):
            yield spot
            continue
        word = _WORD_BEHIND.match(text, spot.end())
        if word is not None and word["way"] and is_written_as_move(word["word"]):
            yield spot


def _behind(text: str, spot: re.Match[str]) -> FoundPlay | None:
    word = _WORD_BEHIND.match(text, spot.end())
    if word is None or not is_word(word["word"]):
        word = _WORD_FURTHER_ON.match(text, spot.end())
    if word is None or not (is_word(word["word"]) or _is_called_word(word, word["gap"])):
        return None
    return FoundPlay(
        spot.start(), word.end(), is_word_first=False, gap=word.span("gap"),
        word=word["word"], between=text[spot.end() : word.start("word")],
    )  # fmt: skip


def _before(text: str, spot: re.Match[str]) -> FoundPlay | None:
    start = max(0, spot.start() - _LONGEST_WORD_BEFORE)
    word = _WORD_BEFORE.search(text, start, spot.start())
    if word is None:
        return None
    if not (is_word(word["word"]) or _is_called_word(word, text[start : word.start()])):
        return None
    between = text[word.end("word") : spot.start("spot")]
    says_way = bool(spot["after"] or spot["range"]) or any(map(str.isalpha, between))
    return FoundPlay(
        word.start(), spot.end(), is_word_first=True, says_way=says_way,
        word=word["word"], between=between,
    )  # fmt: skip


def _is_called_word(found: re.Match[str], before: str) -> bool:
    """Tell whether a word of any writing is named as one: `das Wort Menüs`."""
    is_named = _CALLED_WORD.search(before) is not None and len(found["word"]) > 1
    return is_named and KNOWN_WORD.fullmatch(found["word"]) is None


_CALLED_WORD = _pattern(r"(?<![{letters}]){field_word}\s{1,3}$")


def is_word(word: str) -> bool:
    """Tell whether *word* is written as one in a move, and is no greeting in capitals."""
    return is_written_as_move(word) and not is_shouted_greeting(word.strip("*"))


def small_play_in(text: str) -> FoundPlay | None:
    """Return the one play of a line whose word is in small letters: `ich lege l4s menüs`."""
    spots = list(_spots(text[:LONGEST_SENTENCE], Axes.COLUMNS))
    if len(spots) != 1:
        return None
    word = _WORD_BEHIND.match(text, spots[0].end())
    if word is None or len(word["word"]) < 2 or KNOWN_WORD.fullmatch(word["word"]):
        return None
    if not (_AFTER_SMALL.match(text, word.end()) or is_closing(text[word.end() :])):
        return None
    return FoundPlay(spots[0].start(), word.end(), is_word_first=False)


def could_be_play(text: str, axes: Axes) -> bool:
    """Tell whether a line holds a place with its direction and, anywhere, a word written as one."""
    if not DIGIT.search(text):
        return False
    spots = list(_spots(text, Axes.COLUMNS)) or (
        list(_SPOT.finditer(text)) if axes is Axes.ROWS else []
    )
    if not spots:
        return False
    outside = _SPOT.sub(" ", text)
    return any(is_word(word[0]) for word in WRITTEN.finditer(outside))


def without_leading_words(text: str) -> str:
    """Return *text* without the words that lead to a square, character for character in place."""
    plain = _LAYING.sub(lambda found: " " * len(found[0]), text)
    return _LEADS_TO_SQUARE.sub(lambda found: (found["way"] or "").ljust(len(found[0])), plain)


def is_plain_name(text: str) -> bool:
    """Tell whether nothing in the name of a person or a game reads as a move, or as a command.

    Our mails show names anywhere, and people quote those mails anywhere: a name `M10s EUBÖA` would
    be somebody's move.
    """
    says_command = any(each(text) is not None for each in (command_in, order_with_value))
    if says_command or holds_play(text):
        return False
    has_digit = DIGIT.search(text) is not None
    return not (has_digit and (any(_spots(text, Axes.COLUMNS)) or could_be_play(text, Axes.ROWS)))


WRITTEN = _pattern(r"(?<![{letters}{joker_mark}\d])(?:{tile})+(?![{letters}\d])")
KNOWN_WORD = _pattern(
    r"(?:{opening}|{intent}|{filler}|{conjunction}|{points}|{place_follows}|{play}|{round}|{place}|"
    r"{article}|{joker}|{stands_for}|{unsure}|{past}|{withdrawn}|{of_others}|{instead}|{correction})\.?"
)
_AFTER_SMALL = _pattern(r"\s{0,3}(?:$|[.,!;:(=+-]|\d)")
