r"""What a play looks like from afar: patterns over the vocabulary that find one in a line of text.

The grammar says what stands in a line; these say what it is asked, whether a line that it cannot
read was meant as a play, and, before any game is known, whether a line holds a play at all.
Every \s* is possessive (\s*+), so that a line of spaces costs no more than its length.

What is named loosely and never guessed: games, players, times (contract 3 and 5).

Case, hyphens, spaces, umlauts as AE, OE, UE and a missing first part are read; a wrong letter is
answered with the names it resembles. Times are read in every form that we show.

What a subject line says: the tag of a game and its round, and a game named in words (contract 5).
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from datetime import time as clock
from difflib import SequenceMatcher
from functools import cache, lru_cache, partial
from itertools import combinations, islice, zip_longest
from typing import NamedTuple
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from mailref.languages import DEFAULT, FORMATS, rows
from mailref.orders.entries import GameFace, UnknownHeading
from mailref.reading.incoming_mail import Line
from mailref.tiles.board import Axes, Direction
from mailref.tiles.moves import (
    ANY_LETTERS,
    JOKER_MARK,
    SAYINGS,
    VOCABULARIES,
    TextSpan,
    any_of,
    direction_forms,
    direction_letter,
    direction_word,
    filled,
    phrases_of,
    said_as,
    worded,
)
from mailref.tiles.remembered import remembered
from mailref.tiles.tile_set import GERMAN, TileSet, tile_of
from mailref.tiles.when_used import regex

LONGEST = 300
"""A longer line is prose: nobody writes a play so, and its cost stays bounded."""


# What may stand before a play: "/2.", "1. Zug", "Ersatzzug:", "mein Zug:".
_MARKS = (
    r"\s*+(?P<slash>{alternate_mark})?\s*+"
    r"(?:(?P<number>\d{1,2}|[a-d](?=\)))(?:\s*+{number_end}(?!\s*+{round}{end})[,;]?(?:\s*+{play}{end}\s*+:?)?"
    r"|(?=\s+{square}\s?{direction_letter}\s))\s*+)?"
    r"(?:(?:{letter}++\s++)?(?P<label>{alternate}|{play}|{place})"
    r"{letter}*+\s*+\d{0,2}\s*+[:=.)]\s*+)?(?:\d{1,2}[.)]\s*+)?"
)
_WAY = r"(?:[-,:./(]*+\s*+{direction}(?![{letters}{joker_mark}])\.?\)?|{letter_behind})"
_WHERE = (
    rf"(?:{{place_follows}}\s++)?(?P<before>{_WAY}\s?[,:;]?\s*+)?(?P<spot>{{square}})\s*+"
    r"(?P<range>(?:{range_sign}|{up_to}{end})\s*+(?:{square}|\d{1,2}(?!\d)))?\s*+"
    rf"(?P<after>{_WAY})?"
)

PLAY = worded(_MARKS + _WHERE)
# `Punkte: H8` is a label of a row, `PUNKTE: H8` a word.
WORD_FIRST = worded(
    rf"{_MARKS}(?!(?=(?-i:.[a-zäöü]))(?:{{points}}|{{total}})\s*+[:=])(?P<word>{{tile}}+{{joker_mark}}?)(?![{{letters}}{{joker_mark}}])\s*+[:=,;(/-]*+\s*+(?:{_WAY}\s*+)?{_WHERE}"
)
BARE = worded(
    _MARKS + r"(?P<before>{direction}[.,:;]?\s+)?(?P<word>{tile}+{joker_mark}?)"
    r"(?P<after>\s+{direction_word}\.?)?\s*+(?:[^{letters}\s].*)?"
)
WORD_LAID = worded(
    r"{myself}\s{1,3}{intent}{end}\s{1,3}(?:{filler}{end}\s{1,3})?(?:{article}{end}\s{1,3})?"
    r"(?:{field_word}{end}\s{1,3})?(?=(?-i:[A-ZÄÖÜ]){2,15}[\s.!]*+$)"
)
"""What leads to a word without its place: `Ich lege das Wort MENÜS`."""
ELSE_BEHIND = worded(r"(?<![\s,;(-])[\s,;(-]++{otherwise}{end}.*+$")
"""`MENÜS, sonst MENÜ`."""
ONE_LETTER = worded(_MARKS + r"(?P<spot>{square})\s*+:?\s*+(?P<word>{tile})[\s.!]*+")
"""Where letters are rows a direction needs no letter: in `H8 W` it is the word."""
SQUARE_ALONE = worded(r"(?<![{letters}\d])(?:{square})(?![{letters}]{2})")
"""A square by itself, a letter for its direction behind it at most."""
WORD_WRITTEN = regex(r"(?<![\w*])[^\W\d_]{2,15}(?![\w*])")
"""A word of so many letters as may be laid, in whichever."""
SWAP = worded(_MARKS + r"(?:{joker}\s*+-?\s*+{swap}|{swap}\s*+[:=])")
JOKERS = worded(
    _MARKS
    + r"[\s(]*+(?:{joker}\s*+(?:[=:]|{joker_for}|{stands_for})?\s*+(?:{square}|{letter}){end}"
    r"|(?:{square}|{letter})\s*+(?:[=:]|{stands_for})\s*+{joker})"
)
TOTAL = worded(r"\s*+{alternate_mark}?\s*+{total}{letter}*+\s*+[:=]?\s*+\d")
BASE_FORM = worded(r"\W*+{base_form}{end}(?! *+__)")
PLAYER = worded(r"\W*{player}\s*+[=:]")
OF_PLAYER = worded(r"\s*{player}\s?[:=]\s?(?P<name>.+)")
"""A line `Spieler=` and a name."""


def says_his_name(text: str) -> bool:
    """Tell whether a line is `Spieler=` and a name, as no program writes; not what our mails say of it.

    >>> says_his_name("Spieler=Gabi Gast"), says_his_name("Spieler= und dahinter deinen Namen.")
    (True, False)
    """
    found = OF_PLAYER.fullmatch(text)
    if found is None or "=" not in text[: found.start("name")]:
        return False
    return found["name"].strip()[:1].isupper()


LABEL = worded("{points}|{filler}|{total}|{joker}|{round}|{play}|{place}|{player}|{heading}")
"""What numbers stand behind that are no claim: `RUNDE 7`, `BONUS 50`."""
SENTENCE = regex(r"[^.!?]+[.!?]*")
"""One of running text, with its stops."""
A_SQUARE = worded(r"(?<![{letters}\d]){square}{letter}?{end}")
DIGIT = regex(r"\d")
DIGITS = regex(r"\d+")
"""What every place holds."""
TEMPLATE = worded(r"\s*+{alternate_mark}?\s*+(?:\d{1,2}[.)])?\s*+")
"""What is left of the empty template `/2. __ __`."""
MAY_BE_PLAY = regex(
    filled(r"[\d{joker_mark}{alternate_mark}]|[A-ZÄÖÜ]{2}|(?i:{joker}|{swap}|{direction_word})")
)
"""What every line has that a play, a swap, a joker or a total can stand in."""

_BOLD = regex(r"^(\s*+(?:/\s*+)?)(?:[-•·>]|\*(?=[\s/\dA-Za-z].*\*\s*$|\s))")
_BOLD_PLACE = worded(r"\*(/?\s*+{square}[^*]{0,20})\*(?=\s|$)")
_BRACKETED_PLACE = worded(
    r"^(\s*+{alternate_mark}?\s*+)\(([A-Z]\s?\d{1,2}\s?{direction}?)\)(?=\s*+:?\s*+{tile}{letter})"
)
_QUOTES = str.maketrans(
    dict.fromkeys('_"„“”«»‹›…\u00a0\t', " ")
    | dict.fromkeys("‐‑‒–—―−", "-")
    | dict.fromkeys("’‘‚´`", "'")
    | dict.fromkeys("➡⇒►▶➔➜➙", "→")
    | dict.fromkeys("⬇⇓▼⤵", "↓")
)
_APOSTROPHES = regex(r"(?<![^\W\d_])'|'(?![^\W\d_])")
_ARROWS = {"→": direction_letter(Direction.ACROSS), "↓": direction_letter(Direction.DOWN)}
_ARROW_BEHIND = worded(r"(?<![{letters}\d])({square}\s?|{square})([→↓])")
_ARROW_BETWEEN = worded(
    r"(?<![{letters}\d])({square}\s?|{square})[→↓](?=\s?{square}(?![{letters}\d]))"
)
_ARROW_APART = worded(r"(?<=\d)(\s{1,3}{tile}{2,15}\s?)([→↓])(?=\W*(?:$|\d))")
"""Behind its word, or the points: `H8 LABELING ↓`."""
# Pictures and signs; letters of other alphabets are told apart elsewhere.
_IN_WORDS = {
    direction: worded(
        rf"(?:(?<=\d)|(?<=\d[A-Y]))[,;]?\s{{1,3}}\(?{any_of(phrases_of(direction))}{{end}}\)?"
    )
    for direction in Direction
}
_AT_SIGN = worded(r"(?<=\s)@(?=\s?{square})")
_STRANGE = regex("[\u2010-\u2bff\u3000-\u303f\ufe00-\ufe0f\U0001f000-\U0001faff]")
# Between place and word, and before a place: "L4s Wort: MENÜS", "Koordinaten L8-L15, Wort HINLEGTE"
_FIELD_WORD = worded(r"(?<=[\s,;.])(?:{article}\s{1,3})?{field_word}\s{0,2}[:=]?(?=\s{1,3}{tile})")
_FIELD_WORD_FIRST = worded(r"^\s*+{field_word}\s{0,2}[:=]?\s{1,3}(?={tile}{2}[^\d]{0,60}\d)")
_FIELD_PLACE = worded(r"(^\s*+|,\s{0,2}|(?<=(?-i:[A-ZÄÖÜ]{2}))\s{1,3}){place}\s{1,3}(?={square})")
_FIELD_WAY = worded(r"(?:[,;]|(?<=\d))\s{0,2}{field_direction}\s{0,2}:?\s{1,3}(?={direction}{end})")
# "der Joker ist das N", "das N ist der Joker", "with a blank S"
_ARTICLE = worded(
    r"(?:^|(?<=[,;.]\s)|(?<=\()){my}{letter}{0,2}(?=\s{1,3}{joker}{end})|{begin}(?:{article}|(?-i:{letter_article})(?=\s{1,3}{joker}))(?=\s{1,3}(?:{joker}{end}|[A-ZÄÖÜ](?![{letters}\d])))"
)
# "K11 = N = Blanko", "Blanko = K11 = N", "Blanko auf K11 als N": the square says it all.
_TWICE = worded(
    r"(?P<first>{joker}\s{0,3}(?:[=:]|{joker_for})?\s{0,3}[A-Y]\s?\d{1,2})"
    r"\s{0,3}(?:[=:]|{stands_for})\s{0,3}[A-ZÄÖÜ](?![{letters}\d])"
    r"|(?P<second>[A-Y]\s?\d{1,2}\s{0,3}[=:])\s{0,3}[A-ZÄÖÜ]\s{0,3}[=:](?=\s{0,3}{joker})"
)


# What numbers a play in words: "Erster Teilzug: K3s", "zweitens H11s".
_FORMS = "|".join(
    rf"(?P<n{number}>{any_of(form for form in said_as(row) if form[0].isalpha())})"
    for number, row in enumerate(("first", "second", "third"), start=1)
)
_ORDINAL = worded(
    rf"(?<![{{letters}}\d])(?:{_FORMS})(?:\s{{1,3}}{{play}})?\s{{0,2}}[:,]?\s{{1,3}}(?={{square}})"
)

_FIRST_AND_THEN = worded(
    r"(?P<first>^\W*1\.\s+{square}.{2,60}?)(?P<then>{begin}{after_that}{end})(?=\s{1,3}{square})"
)
"""`Zuerst F13 waagerecht MULIS, dann N8 senkrecht DEKRET`."""


def with_plain_signs(text: str) -> str:
    """Return the line without quotes, with plain blanks, dashes and apostrophes, character for character in place."""
    return text.translate(_QUOTES)


_PLUS = regex(
    r"(?:(?<=\()|(?<=[^\d\s+*=]\s))\+(?=\s?\d{1,3}(?:\s?[^\W\d]{1,8}\.?)?\s?(?:\)|[.!]?$))"
)
"""A sign before points that are claimed: `(+242)`, `TIGER +20 P.`"""


_BETWEEN_FIELDS = worded(
    r"(?<=\S)\s{1,3}[/|]\s{1,3}(?=(?:{joker}|{points_field}|{points}){end}\s?[:=]?|\d{1,3}(?:\s?{points}{end})?\W{0,2}(?:$|\s[/|]\s))"
)
"""Between the fields of a play on one line: `A8w SACKE / Joker: C / 44 Punkte`."""


_BY_SEMICOLONS = regex(r"(?=[^;]*\d|[^;]*;[^;]*\d)[^;\n]{1,20}(?:;\s?[^;\n]{1,20}){2,4};?")
"""`L3;s;DAUERT;24`"""


def _as_comma(found: re.Match[str]) -> str:
    return ",".ljust(len(found[0]))


@lru_cache(maxsize=1024)
def undecorated(text: str) -> str:
    """Return the line without what says nothing of a play, character for character in place.

    The decoration of mail clients, pictures, quotes, labels; arrows are directions.
    """
    plain = with_plain_signs(text)
    if not plain.isascii():
        plain = _ARROW_BETWEEN.sub(r"\1-", plain)
        plain = _ARROW_BEHIND.sub(lambda m: m[1] + _ARROWS[m[2]], plain)
        plain = _ARROW_APART.sub(lambda m: m[1] + _ARROWS[m[2]], plain)
        plain = _PICTURE.sub("!", plain)
        plain = _STRANGE.sub(" ", plain.replace("→", " ").replace("↓", " "))
    if "'" in plain:
        plain = _APOSTROPHES.sub(" ", plain)
    if ";" in plain and _BY_SEMICOLONS.fullmatch(plain):
        plain = plain.replace(";", ",")
    if DIGIT.search(plain):
        plain = _PLUS.sub(" ", _AT_SIGN.sub(" ", plain))
        plain = _BETWEEN_FIELDS.sub(_as_comma, plain)
        plain = _without_labels(_ONE_BY_ONE.sub(_without_signs, plain))
    plain = _ARTICLE.sub(_blank, plain)
    if "[" in plain:
        plain = _FRAMED.sub(r" \1 ", plain)
    if "*" in plain:
        plain = _BOLD_PLACE.sub(r" \1 ", plain)
    bold = _BOLD.match(plain)
    return plain if bold is None else f"{bold[1]} {plain[bold.end() :]}"


PICTURES = "\u2600-\u27bf\U0001f300-\U0001faff\ufe0f"
"""Signs that are pictures, as a pattern has them in brackets; a clause ends and begins with one."""
_PICTURE = regex(r"[\u2600-\u27bf\U0001f300-\U0001faff](?=\ufe0f?\s+[^\W\d_])")
"""With one a sentence ends, as with a stop: `L2d SOHNE 🎉 passed my test today`."""
_FRAMED = worded(
    r"(?<![\w*])\[(\s{0,3}{square}{letter}?\s[^\[\]\n]{2,60})\](?=\s{0,3}(?:\d{1,3}\s{0,2}(?:{points}{end})?)?\W{0,3}$)"
)
"""`[7H KRIEG] 13`"""
_WAY_SAID = {
    way: any_of([*(form for form in direction_forms(way) if len(form) > 1), *phrases_of(way)])
    for way in Direction
}
DENIED_WAY = {
    way: worded(rf"[\s,;(]{{1,3}}{{not_so}}\s{{1,3}}{said}{{end}}\)?")
    for way, said in _WAY_SAID.items()
}
ANY_WAY = {way: worded(rf"{{begin}}{said}{{end}}") for way, said in _WAY_SAID.items()}
"""What names a direction by more than a letter."""


SURE_WAY = {
    way: worded(
        rf"{{begin}}(?:{sure}|{{field_direction}}\s{{0,3}}[:=]\s{{0,3}}{_WAY_SAID[way]}){{end}}"
    )
    for way, sure in ((Direction.ACROSS, "{sure_across}"), (Direction.DOWN, "{sure_down}"))
}
"""What names a direction and can mean nothing else: `waagerecht`, `Lage: quer`."""
_NOT_SO = worded(r"{begin}{not_so}{end}")


def without_denied_way(text: str) -> str:
    """Return a line without `, not across` where it says `down`, character for character in place."""
    if _NOT_SO.search(text) is None:
        return text
    for way, denied in DENIED_WAY.items():
        found = denied.search(text)
        if found is not None and ANY_WAY[way.other].search(text, 0, found.start()):
            return text[: found.start()] + _blank(found) + text[found.end() :]
    return text


_ONE_BY_ONE = regex(r"(?<![\w*-])[A-ZÄÖÜ](?:\s?[-,.]\s?[A-ZÄÖÜ]){2,14}(?![\w-])")


def _without_signs(found: re.Match[str]) -> str:
    """Return letters written one by one with blanks between: `M-E-N-Ü-S`."""
    return re.sub(r"[-,.]", " ", found[0])


def _without_labels(plain: str) -> str:
    """Return a line that holds a number without the words around a square."""
    for direction, phrase in _IN_WORDS.items():
        plain = phrase.sub(partial(_as_word, direction), plain)
    if "(" in plain:
        plain = _BRACKETED_PLACE.sub(r"\1 \2 ", plain)
    plain = _ORDINAL.sub(_as_number, plain)
    plain = _FIELD_WORD_FIRST.sub(_blank, plain)
    plain = _FIELD_PLACE.sub(_blank, plain)
    plain = _FIELD_WAY.sub(_blank, plain)
    label = _FIELD_WORD.search(plain)
    if label and DIGIT.search(plain, 0, label.start()):
        plain = plain[: label.start()] + _blank(label) + plain[label.end() :]
    plain = _FIRST_AND_THEN.sub(
        lambda found: f"{found['first']}{'2.':<{len(found['then'])}}", plain
    )
    return _TWICE.sub(lambda m: (m["first"] or m["second"]).ljust(len(m[0])), plain)


def _as_word(direction: Direction, found: re.Match[str]) -> str:
    """Return a direction of several words as one word, which ends where they do: a letter alone says less than it."""
    room = len(found[0]) - 1
    forms = (form for form in direction_forms(direction) if form.isalpha() and len(form) <= room)
    # The play ends where its last word does, and is quoted up to there.
    return max(forms, key=len, default=direction_letter(direction)).rjust(len(found[0]))


def _as_number(found: re.Match[str]) -> str:
    number = str(found.lastgroup).removeprefix("n")
    return f"{number}.".ljust(len(found[0]))


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def without_decoration(line: Line) -> Line:
    """Return *line* as `undecorated` does its text; its spans still say what was written."""
    text = undecorated(line.text)
    return line if text == line.text else replace(line, text=text, written=line.text)


def capitals(text: str) -> int:
    """Return how many capitals *text* holds."""
    return sum(map(str.isupper, text))


def is_alternate_label(label: str | None) -> bool:
    """Tell whether a label is an alternate's: `Ersatzzug:`, not `Zug:`."""
    return label is not None and _ALTERNATE.fullmatch(label) is not None


_ALTERNATE = worded("{alternate}{alternate_ends}?")


_JOKER_SIGNS = f"{JOKER_MARK}(["


def is_written_as_move(word: str) -> bool:
    """Tell whether *word* is written as in a play: BEINE, müllSACK, B*EINE."""
    return len(word) > 1 and (capitals(word) > 1 or any(sign in word for sign in _JOKER_SIGNS))


def is_meant(text: str, where: re.Match[str], axes: Axes) -> bool:
    """Tell whether a line that cannot be read was meant as a play: `M9s BESEN bitte`, not `A4 ist aus`."""
    words = text[where.end() :].strip(" :=,;-").split()
    groups = where.groupdict()
    if "word" in groups:
        return is_written_as_move(groups["word"]) and bool(where["after"] or where["range"])
    has_direction = bool(where["before"] or where["after"])
    has_range = bool(where["range"]) and not where["range"].endswith(",")
    has_mark = bool(where["slash"] or where["number"] or where["label"])
    if not words:
        return has_direction or (has_range and is_straight(where)) or has_mark
    is_move = is_written_as_move(words[0])
    if has_direction or (has_range and is_straight(where)):
        return is_move or len(words) <= 2
    if is_move:
        return has_mark or axes is Axes.ROWS or len(words) == 1
    return len(words) <= 4 and is_written_as_move(words[-1])


_UP_TO = worded("{up_to}{end}")


def is_straight(where: re.Match[str]) -> bool:
    """Tell whether a range runs along a row or a column: H4-H8, not A4 - B5."""
    last = _UP_TO.sub(" ", where["range"])
    ends = re.findall(r"[A-Za-z]|\d+", f"{where['spot']} {last}")
    return len({each.upper() for each in ends}) < 4


_WORD_AFTER = worded(r"[\s:=,;(/>-]*+({tile}{tile}+{joker_mark}?|{tile}(?: {tile}){2,}{end})")


@remembered
def holds_play(text: str) -> bool:
    """Tell whether a line holds what the grammar could read as a play with its place.

    Asked before the games are known: whether a line of two dashes parts two games or begins a
    signature, whether a subject alone makes a vacation note, which version of a mail says more.
    """
    plain = undecorated(text[:LONGEST])
    if SWAP.match(plain):
        return True
    if not DIGIT.search(plain):
        return False
    if (where := PLAY.match(plain)) and (word := _WORD_AFTER.match(plain, where.end())):
        has_way = where["before"] or where["after"] or where["range"]
        # Where letters are rows, or the direction follows: "D7 skalden", "D7 skalden waagerecht".
        return bool(has_way) or is_written_as_move(word[1]) or _is_alone(plain[word.end() :])
    where = WORD_FIRST.match(plain)
    if where is None:
        return False
    says_way = bool(where["before"] or where["after"])
    return is_written_as_move(where["word"]) or (says_way and _is_alone(plain[where.end() :]))


_BEHIND = worded(r"\s*+(?:{direction_word}(?![{letters}{joker_mark}]).*|[^{letters}]*+)")


def _is_alone(rest: str) -> bool:
    """Tell whether a word ends its line, a direction and numbers aside."""
    return _BEHIND.fullmatch(rest) is not None


_BEGINS_LINE = worded(r"\s*+(?:{alternate_mark}|\d{1,2}[.)]\s|{player}|{total})")
_PLACE_ALONE = worded(rf"[\s/]*+{{square}}\s?(?:{{range_sign}}\s?{{square}})?{_WAY}?\s*+:?\s*+")


def begins_line(text: str) -> bool:
    """Tell whether *text* begins a line of an entry, and is not the rest of the one before."""
    return _BEGINS_LINE.match(text) is not None or holds_play(text)


def is_place_alone(text: str) -> bool:
    """Tell whether a line is a place whose word must follow: `M9s `."""
    return _PLACE_ALONE.fullmatch(text) is not None


_BAR = "|"
# As moves are printed in our texts: `RABEN (senkrecht ab H8, B als Joker)`.
_WAYS = any_of(
    f"{direction_word(direction, language)} {words['place_follows'][0]}"
    for language, words in VOCABULARIES.items()
    for direction in Direction
)
_PRINTED = regex(filled(rf"[ -]*{{letter}}{{1,15}} \({_WAYS}\b"))


def is_crossed_out(text: str) -> bool:
    """Tell whether a line bears a sign that crosses something out: `❌ L4s MENÜS`, `~L4s MENÜS~`, `xxx MENÜS xxx`."""
    return _CROSSED_OUT.search(text) is not None


_CROSSED_OUT = regex(
    r"[❌✗✘🚫⛔❎]|~~[^~]+~~|(?<![~\w])~(?=\w)[^~\n]+(?<=\w)~(?![~\w])|<!--|^\s*x{3,}\s.+\sx{3,}\s*$",
    re.IGNORECASE,
)


def is_barred(text: str) -> bool:
    """Tell whether a line bears the bar behind which our mails show what others wrote."""
    return text.lstrip(" -").startswith(_BAR)


def looks_like_ours(text: str) -> bool:
    """Tell whether a line holds a move as our mails print it, or begins with a bracket as their boards do.

    Wrapped at some width it may stand alone, without any words of ours; a person may write it, too.
    """
    begins = text.lstrip(" -").startswith("[") and not _BRACKETED.fullmatch(text)
    return begins or _PRINTED.match(text) is not None


def inside_brackets(text: str) -> tuple[int, int]:
    """Return from where to where a line's words stand, which square brackets may enclose: `[please don't take it]`."""
    found = _BRACKETED.fullmatch(text)
    return (0, len(text)) if found is None else found.span(1)


_BRACKETED = regex(
    r"\s{0,9}\[(?![^\[\]]{0,20}:)(?=[^\[\]]*[a-zäöüß]{3})([^\[\]]{3,200})\]\s{0,9}[.!]?\s{0,9}"
)
"""Words, and no row of a board."""


def whole_end(text: str, end: int) -> int:
    """Return where what stands behind a play begins: `BONUS KEINER` is not cut in two."""
    found = _ENDS_WITH_POINTS.search(text, max(0, end - _LONGEST_MARK), end)
    return found.start() if found else end


_ENDS_WITH_POINTS = worded(r"{begin}(?:{joker}|{points})\s{0,3}$")


class Mark(Struct, frozen=True):
    """What stands before a play on its line."""

    rest: str
    """The words, without slash and number."""
    is_alternate: bool = False
    number: int | None = None


_MARK = worded(
    r"\s{0,9}[,;.]?\s{0,9}(?P<slash>(?<!{alternate_mark}){alternate_mark}(?!{alternate_mark}))?\s{0,9}"
    r"(?!{otherwise}{end})(?:(?:{play}\s{1,3})?(?:(?P<number>\d)|(?P<letter>[a-d])(?=\)))[.):]{1,2}[,;]?(?!\s*{round}{end})(?:\s{0,3}{play}{end}\s?:?)?)?"
)
_MARK_BEHIND = worded(
    r"\s{0,9}[,;.]?\s{0,9}(?:{alternate_mark}\s{0,9})?(?:{play}\s{1,3})?(?:(?<!\d)\d(?!(?<=\(\d)\)\s?[,;])|[a-d](?=\)))[.):]{1,2}"
    r"[,;]?(?:\s{0,3}{play}{end}\s?:?)?(?:\s{1,9}{conjunction}(?:\s{1,9}{opening})?)?\s{0,9}$"
    r"|\s{0,9}{alternate_mark}\s{0,9}$"
)
_LONGEST_MARK = 40


def mark_before(before: str) -> Mark:
    """Return slash, number and words of what stands between a play and the one before it."""
    found = _MARK.match(before)
    if found is None:
        return Mark(before)
    number = int(found["number"]) if found["number"] else None
    if found["letter"]:
        number = "abcd".index(found["letter"].lower()) + 1
    return Mark(before[found.end() :], bool(found["slash"]), number)


def end_of_part(text: str, start: int, limit: int) -> int:
    """Return where what belongs to a play ends at the latest: before the mark of the next."""
    if limit == len(text):
        return limit
    found = _MARK_BEHIND.search(text, max(start, limit - _LONGEST_MARK), limit)
    return found.start() if found else limit


class WordAsWritten(Struct, frozen=True):
    """The letters in capitals, with what the writing says of each (see `moves.Play`)."""

    letters: str
    small: frozenset[int]
    starred: frozenset[int]
    eszett: frozenset[int]
    otherwise: tuple["WordAsWritten", ...] = ()
    """The same, cut into other tiles, where nothing says which are meant."""


class _Piece(NamedTuple):
    """A letter of a word, in capitals, or a tile of several, with what the writing says of it."""

    letters: str
    is_small: bool = False
    is_starred: bool = False
    is_eszett: bool = False


_BRACKETED_JOKER = regex(r"[(\[]([^\W\d_])\*?[)\]]")
_SEVERAL = regex(r"\*?\[[^\W\d_]{2,3}\]\*?|.")


def read_word(text: str, tiles: TileSet = GERMAN) -> WordAsWritten:
    """Read `BE*HAUE`, `müllSA*CK`, `FUß`, `*BESEN*` (bold, as mail clients write it), `E[RR]ADIZO`."""
    if text.endswith(JOKER_MARK) and not text.endswith(f"]{JOKER_MARK}"):
        text = text.removesuffix(JOKER_MARK).removeprefix(JOKER_MARK)
    text = _BRACKETED_JOKER.sub(rf"{_APART}{JOKER_MARK}\1", text.replace(" ", ""))
    pieces = tuple(_pieces_of(text, tiles))
    first, *others = islice(_cuts(pieces, tiles), _MOST_CUTS) if tiles.digraphs else [pieces]
    others = [each for each in others if len(first) != len(pieces)]
    return replace(_as_written(first), otherwise=tuple(map(_as_written, others)))


_MOST_CUTS = 16
"""So many ways to cut a word into tiles are looked at."""


_APART = " "
"""Between a tile of several letters and the star of a joker behind it: `[TY](A)`."""


def _pieces_of(text: str, tiles: TileSet) -> Iterator[_Piece]:
    before = ""
    for found in _SEVERAL.finditer(text):
        part = found[0]
        if len(part) > 1:
            yield _bracketed(part, tiles)
        elif part not in (JOKER_MARK, _APART):
            capitals = "SS" if part in "ßẞ" and tiles == GERMAN else tiles.upper(part)
            for letter in capitals or part:
                is_first_starred = before == JOKER_MARK
                is_eszett = part in "ßẞ"
                is_small = part.islower() and not is_eszett
                yield _Piece(letter, is_small, is_first_starred, is_eszett)
                before = ""
        before = part


def _bracketed(part: str, tiles: TileSet) -> _Piece:
    """Return `[CH]`, a tile, or `[ch]` or `[CH]*`, a joker that stands for it."""
    inside = part.strip(f"{JOKER_MARK}[]")
    with suppress(ValueError):
        is_joker = inside.islower() or JOKER_MARK in part
        return _Piece(tile_of(tiles.upper(inside)), is_starred=is_joker)
    return _Piece(tiles.upper(inside))


def _cuts(pieces: Sequence[_Piece], tiles: TileSet) -> Iterator[tuple[_Piece, ...]]:
    """Yield every way to take pieces together for tiles of several letters, the longest first."""
    if not pieces:
        yield ()
        return
    for size in (3, 2):
        together = "".join(each.letters for each in pieces[:size])
        if len(together) == size and _is_tile(together, tiles):
            tile = pieces[0]._replace(letters=tile_of(together))
            yield from ((tile, *rest) for rest in _cuts(pieces[size:], tiles))
    yield from ((pieces[0], *rest) for rest in _cuts(pieces[1:], tiles))


def _is_tile(letters: str, tiles: TileSet) -> bool:
    with suppress(ValueError):
        return tile_of(letters) in tiles.digraphs
    return False


def _as_written(pieces: Sequence[_Piece]) -> WordAsWritten:
    small = frozenset(at for at, each in enumerate(pieces) if each.is_small)
    eszett = frozenset(at for at, each in enumerate(pieces) if each.is_eszett)
    # Small letters tell something only beside capitals; a ß has no capital on most keyboards.
    is_mixed = len(small) + len(eszett) < len(pieces)
    return WordAsWritten(
        "".join(each.letters for each in pieces),
        small if is_mixed else frozenset(),
        frozenset(at for at, each in enumerate(pieces) if each.is_starred),
        eszett,
    )


def first_unformed(
    named: Iterable[TextSpan], formed: Collection[str], laid: Collection[str]
) -> TextSpan | None:
    """Return the first of the words *named* beside a play that it does not form.

    One that it makes longer may be named, too: `aus NETZ wird NETZE`; but not a part of a word *laid*, which
    may be meant for it.
    """
    longer = [word for word in formed if word not in laid]
    for span in named:
        letters = read_word(span.text).letters
        is_extended = len(letters) > 1 and any(letters in word for word in longer)
        if letters not in formed and not is_extended:
            return span
    return None


_SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_PART = regex(r"[^\W_]+")
_NUMBER = regex(r"\d+")
_MOST_PARTS = 6
_ALIKE = 0.75
_NEARLY = 0.9
_LONGEST_LEAD = 300

_SHAPE = worded(
    r"{titled}[\s-]*scrabble[\s-]+(?P<name>[^\W\d_][\w.'-]*(?:[ -](?-i:[A-ZÄÖÜ])[\w.'-]*)?)"
)
_NO_NAMES = regex(filled("{no_title}"))
"""What follows "SB-Scrabble" in a sentence and is no game's name."""


_FILLED_IN = r"(?:[\s-]?{number_field})?\.?(?:[\s.]{0,40}[:=]|\s?\.{2,40}|)\s{0,30}"
"""Between a label and its number, as forms have it: `Runde ....: 7`, `Zug-Nr.:     7`."""


_MOVE_OF_ROUND = worded(
    r"(?:{begin}(?:{plays_called}|{play}|{my})\s{1,3}"
    r"(?:{of_round}\s{1,3})?(?:{article_of_round}\s{1,3})?|^\W{0,9})"
    rf"(?:{{round}}{_FILLED_IN}(?P<number>{{count}})|(?P<ordinal>{{place_in_row}})(?:(?<=\.)|\s)\s?{{round}})"
    r"(?=\s{0,3}(?:[:.!,;|/(–-]|$|{reads}|(?:{play}|{turn})\s{0,3}(?::|$)))"
    r"|{begin}{meant_for}\s{1,3}(?:{article}\s{1,3})?"
    r"(?:{round}\s{0,2}(?P<of>{count})|(?P<of_ordinal>{place_in_row})(?:(?<=\.)|\s)\s?{round}{end})(?!\d)"
    r"|{begin}{round}\s{0,2}(?P<led>{count})\)?\s{0,2}:\s{0,3}$"
)


def round_of_move(text: str) -> int | None:
    """Return the round for which words before a play say that it is; None where they name none.

    >>> [round_of_move(text) for text in ("Mein Zug in Runde 6:", "My round two move:", "Late entry, round 1: ")]
    [6, 2, 1]
    >>> [round_of_move(text) for text in ("Runde 6 / ", "R6; ", "R6 | ")]
    [6, 6, 6]
    >>> [round_of_move(text) for text in ("Nach Runde 4 war Pause.", "Runde 4 war schön: ")]
    [None, None]
    """
    found = _MOVE_OF_ROUND.search(text[:_LONGEST_LEAD])
    if found is None:
        return None
    named = ("number", "ordinal", "of", "of_ordinal", "led")
    return counted(next(found[each] for each in named if found[each]))


def round_behind(text: str) -> int | None:
    """Return the round for which words behind a play say that it is: `(für Runde 6)`; None where they name none."""
    found = _ROUND_BEHIND.match(text)
    return None if found is None else counted(found["number"] or found["ordinal"])


def round_in(text: str) -> int | None:
    """Return the last round that words in the sentence of a play name, whatever they say of it.

    >>> [round_in(text) for text in ("not for round two", "nicht für R5", "blame the school run")]
    [2, 5, None]
    >>> [round_in(text) for text in ("das zweite R liegt da", "nicht für die zweite R.", "nicht für die 2. R")]
    [None, 2, 2]
    """
    text = _FAREWELL.sub(" ", text)
    named = [counted(found["number"] or found["ordinal"]) for found in _ROUND_IN.finditer(text)]
    return named[-1] if named else None


_FAREWELL = worded(
    r"(?:^|(?<=[.!?\n])\s{0,3})\W{0,4}(?:{up_to}|{see_you}|{looks_forward})\s{1,3}(?:(?:{place_follows}|{article})\s{1,3})?"
    r"{round}\s{0,2}\d{1,3}(?=[\s.!]{0,9}(?:$|\n))"
)
"""`Bis Runde 12!`"""


def round_alone(text: str) -> int | None:
    """Return the round that is all that a line says; None where it says anything else.

    >>> [round_alone(text) for text in ("(Runde 6)", "Runde: 6", "Runde 6 war schön", "Bis Runde 6!")]
    [6, 6, None, None]
    >>> [round_alone(text) for text in ("Genf, zwölfte Runde", "Weser – R. VII", "Klaus, Runde 6 war schön")]
    [12, 7, None]
    """
    found = _ROUND_ALONE.fullmatch(_FAREWELL.sub(" ", text[:_LONGEST_LEAD]))
    return None if found is None else counted(found["number"] or found["ordinal"])


_ROUND_ALONE = worded(
    r"\W*+(?:[^\W\d_]{2,20}(?:\s[^\W\d_]{2,20})?\s?[,:/–-]\s{1,3})?(?:{meant_for}\s{1,3})?(?:{article_of_round}\s{1,3})?"
    rf"(?:{{round}}{_FILLED_IN}(?P<number>{{count}})|(?P<ordinal>{{place_in_row}})(?:(?<=\.)|\s)\s?{{round}})\W*"
)


def without_rounds(text: str) -> str:
    """Return a text without the rounds that it names.

    >>> without_rounds("1.8.-14.8., also in round 6")
    '1.8.-14.8., also in '
    """
    return _ROUND_IN.sub("", text)


_ROUND_IN = worded(
    r"{begin}(?:{round}\s{0,2}(?P<number>{count})|(?P<ordinal>{place_in_row})"
    r"(?!(?<!\d\.)\s{1,2}(?-i:[A-ZÄÖÜ])(?![\w.]))(?:(?<=\.)|\s)\s?{round}{end})(?![\d])"
)
"""`das zweite R` is a letter, and `die 5er` is `5e` and `r`."""


def counted(said: str) -> int:
    """Return the number that a count or a place in a row is: `6`, `6.`, `6th`, `sechs`, `sixth`, `VI`.

    >>> [counted(said) for said in ("6.", "fourteen", "Fünfte", "fuenfter", "zwoelf", "deuxieme", "XIV", "VIII")]
    [6, 14, 5, 5, 12, 2, 14, 8]
    """
    if digits := DIGITS.match(said):
        return int(digits[0])
    if said.isupper() and {*said} <= {*_ROMAN}:
        worth = [_ROMAN[each] for each in said]
        return sum(-n if n < then else n for n, then in zip_longest(worth, worth[1:], fillvalue=0))
    begun = ((found.end(), number) for form, number in _counts() if (found := form.match(said)))
    return max(begun)[1]  # `fourteen` begins with `four`


_ROMAN = {"I": 1, "V": 5, "X": 10}


@cache
def _counts() -> Sequence[tuple[re.Pattern[str], int]]:
    """Return what finds each count and place in a row, however its accents are written, with its number."""
    rows = (each[row] for each in VOCABULARIES.values() for row in ("counts", "places_in_row"))
    forms = (
        (form.rstrip(ANY_LETTERS), number)
        for row in rows
        for number, form in enumerate(row, start=1)
    )
    return [(re.compile(any_of([form]), re.IGNORECASE), number) for form, number in forms]


BEHIND_AS_MINE = (
    r"(?:^|[,;(–-])\W{0,3}(?:{my}{letter}{0,2}|{article})\s{1,3}(?:{play}|{field_word})\s{1,3}"
    r"(?:{by_way_of}|{place_follows}|{of_another})\s{1,3}"
)
"""What leads behind a play to when it is laid: `, mein Zug aus ...`"""
_ROUND_BEHIND = worded(
    r"[^.!?\n]{0,60}?(?:{begin}{meant_for}\s{1,3}|\(\s{0,2}|^\W{0,3}"
    rf"|{BEHIND_AS_MINE})(?:{{article}}\s{{1,3}})?"
    r"(?:{round}\s{0,2}(?P<number>{count})|(?P<ordinal>{place_in_row})(?:(?<=\.)|\s)\s?{round}{end})(?!\d)"
)


_TURN = worded(
    r"{begin}(?:(?:{turn}|{play})\s{1,3}(?P<number>{count})\.?"
    r"(?=\s{0,3}(?:[:)]|$|[–-]{1,2}\s)|\s{1,3}{square})"
    r"|(?P<ordinal>{place_in_row})\s{0,2}(?:{turn}|{play})(?=\s{0,3}(?:[:),]|$)))"
)


def turn_named(text: str) -> int | None:
    """Return the turn that the line of a play names; None where it names none.

    >>> [turn_named(text) for text in ("Zug 5: H4 RUCKEN", "5. Zug:", "Move no. 5 - 8H", "1. H4 RUCKEN", "Zug 8H")]
    [5, 5, 5, None, None]
    """
    found = _TURN.search(text[:_LONGEST_LEAD])
    return None if found is None else counted(found["number"] or found["ordinal"])


def turn_alone(text: str) -> int | None:
    """Return the turn that is all that a line says, but for a remark in brackets; None where it says anything else.

    >>> [turn_alone(text) for text in ("Zug 5", "Zug-Nr.: 5 (auf Vorrat)", "Zug 8H", "Zug 5 war gut", "3. Zug")]
    [5, 5, None, None, 3]
    """
    found = _TURN_ALONE.fullmatch(text[:_LONGEST_LEAD])
    return None if found is None else counted(found["number"] or found["ordinal"])


_TURN_ALONE = worded(
    rf"\W*+(?:(?:{{turn}}|{{play}}){_FILLED_IN}(?P<number>\d{{1,3}})|(?P<ordinal>{{place_in_row}})\s{{0,2}}(?:{{turn}}|{{play}}))"
    r"[^\w(]*(?:\([^()]*\)\W*)?"
)


def without_turn(text: str) -> str:
    """Return words that lead to a play without the turn that they name for it: `Turn 4:`."""
    return text if turn_named(text) is None else _TURN.sub("", text, count=1)


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """Return *text* without case, accents (ä as ae, é as e), hyphens, spaces and stops."""
    text = unicodedata.normalize("NFC", text).casefold().translate(_SPELLED)
    return "".join(_PART.findall(without_accents(text)))


def without_accents(text: str) -> str:
    """Return *text* with each letter in place of that with an accent or two points: a for ä."""
    if text.isascii():
        return text
    split = unicodedata.normalize("NFD", text)
    return "".join(char for char in split if not unicodedata.combining(char))


@lru_cache(maxsize=1024)
def _readings(name: str) -> frozenset[str]:
    """Return every way to write *name* whose last part stands: first parts may be missing.

    Not all of them where the last is a word of any mail: `Runde 5` is not for the game `Unsere Runde`.
    """
    parts = [folded(part) for part in _PART.findall(unicodedata.normalize("NFC", name))]
    if not parts:
        return frozenset()
    *first, last = parts
    if len(first) >= _MOST_PARTS:
        return frozenset("".join(parts[start:]) for start in range(len(parts)))
    return frozenset(
        "".join((*kept, last))
        for count in range(len(first) + 1)
        for kept in combinations(first, count)
        if count or (len(last) > 1 and _OF_ANY_MAIL.fullmatch(last) is None)
    )


_OF_ANY_MAIL = worded(r"(?:{round}|{turn}|{play})")


def readings_of(game: GameFace) -> frozenset[str]:
    """Return the folded headings that name *game*: its title, its title's last parts, its id."""
    return _readings(game.title) | {folded(game.id)}


_START = 3
"""So many letters of a part are looked for first: few parts begin as a piece of the text does."""
_FEW = 4
"""A title is not resembled by what is so many letters longer or shorter."""


def _longest(titles: Sequence[str]) -> list[str]:
    """Return those of *titles* that are part of no other of them."""
    return [each for each in titles if not any(each in it for it in titles if it != each)]


class GameNames(tuple[GameFace, ...]):  # noqa: SLOT001  what it keeps beside them no tuple has slots for
    """Games, and how each may be called: one among thousands is found as quickly as one alone."""

    def __init__(self, _faces: Iterable[GameFace] = ()) -> None:
        self._by_title: dict[str, list[str]] = {}
        self._by_reading: dict[str, list[str]] = {}
        for game in self:
            self._by_title.setdefault(folded(game.title), []).append(game.id)
            for reading in readings_of(game):
                self._by_reading.setdefault(reading, []).append(game.id)
        self._letters = {title: Counter(title) for title in self._by_title}
        self._titles: dict[int, list[str]] = {}
        for title in self._by_title:
            self._titles.setdefault(len(title), []).append(title)
        self._last_parts = frozenset(_last_parts(self))
        self._lengths: dict[str, set[int]] = {}
        for part in self._last_parts:
            self._lengths.setdefault(part[:_START], set()).add(len(part))
        self._starts = frozenset(map(len, self._lengths))

    @classmethod
    def of(cls, games: Sequence[GameFace]) -> "GameNames":
        """Return the names of *games*, if these are not just that."""
        return games if isinstance(games, GameNames) else cls(games)

    def has_last_part(self, text: str) -> bool:
        """Tell whether a last part stands in a folded text, as in each heading that names a game."""
        return any(
            text[at : at + length] in self._last_parts
            for start in self._starts
            for at in range(len(text) - start + 1)
            for length in self._lengths.get(text[at : at + start], ())
        )

    def called(self, wanted: str) -> Sequence[str]:
        """Return the games of this folded title; else those that may be called so."""
        return self._by_title.get(wanted) or self._by_reading.get(wanted) or ()

    def named_in(self, subject: str) -> Sequence[str]:
        """Return the games whose whole title or id stands in a subject, but for a title that is part of another there.

        `Re: Scrabble 12: dein Zug` names neither Scrabble 1 nor Scrabble 2.
        """
        words = {folded(each) for each in subject.split()}
        by_id = [
            game.id for game in self if len(game.id) >= _SHORTEST_ID and folded(game.id) in words
        ]
        said = folded(bare_subject(subject))
        whole = _longest([each for each in self._by_title if _stands_in(each, said)])
        return list(
            dict.fromkeys([*by_id, *(id_ for each in whole for id_ in self._by_title[each])])
        )

    def title_in(self, text: str) -> tuple[int, int] | None:
        """Return where the whole title of a game stands in a line that names that one, and no other."""
        key = folded(text)
        if "scrabb" not in key and not self.has_last_part(key):
            return None  # as most lines: no title is looked for in them
        whole = _longest([title for title in self._by_title if title in key])
        if len(whole) != 1 or len(self._by_title[whole[0]]) != 1:
            return None
        wanted = next(game.title for game in self if folded(game.title) == whole[0])
        found = [*re.finditer(rf"(?<!\w){re.escape(wanted)}(?!\w)", text, re.IGNORECASE)]
        return found[0].span() if len(found) == 1 else None

    def resembles_title(self, wanted: str) -> bool:
        """Tell whether a folded text is a title but for a letter or two."""
        around = range(len(wanted) - _FEW + 1, len(wanted) + _FEW)
        return len(wanted) > 8 and any(
            _most_alike(self._letters[title], wanted) >= _NEARLY
            and _likeness(wanted, title) >= _NEARLY
            for length in around
            for title in self._titles.get(length, ())
        )


_SHORTEST_ID = 3


def _stands_in(title: str, said: str) -> bool:
    """Tell whether a folded title stands in a folded text, and no number of another game."""
    at = said.find(title)
    return at >= 0 and title != "" and not said[at + len(title) : at + len(title) + 1].isdigit()


def _last_parts(faces: Iterable[GameFace]) -> Iterator[str]:
    for game in faces:
        yield folded(game.id)
        yield min(_readings(game.title) | {folded(game.title)}, key=lambda each: (len(each), each))


_PREPOSITION = worded(
    r"\s*(?:\d{1,2}[.)]\s+)?(?:{before_title}\s+)?(?:{my_title}\s+)?(?:{of_title}\s+)?"
    r"(?:{for_title}[\s:]\s*)?(?:{article_of_title}\s+)?(?:{game_called}\s+)?"
)


def without_preposition(text: str) -> str:
    """Return what a heading names: `Loire` of `für Loire`."""
    found = _PREPOSITION.match(text)
    return text[found.end() :] if found else text


_BEHIND_TITLE = regex(r"(?<!\s)\s*:\s*|,\s+|\s[–-]+>?\s+")
_LONGEST_TITLE = 80
_MOST_ENDS = 3
_Asks = Callable[[Line, Line, str], bool]
"""Tells of a title, what stands behind it and its game, whether that asks for something."""


def below_titles(lines: Iterable[Line], games: Sequence[GameFace], asks: _Asks) -> list[Line]:
    """Return *lines*, where a title stands before what its game is asked as two: `Kiel: PASSE`."""
    names = GameNames.of(games)
    return [each for line in lines for each in _below_title(line, names, asks)]


def _below_title(line: Line, names: GameNames, asks: _Asks) -> tuple[Line, ...]:
    for gap in islice(_BEHIND_TITLE.finditer(line.text[:_LONGEST_TITLE]), _MOST_ENDS):
        found = names.called(folded(without_preposition(line.text[: gap.start()])))
        title, rest = line.cut(0, gap.start()), line.cut(gap.end())
        if len(found) == 1 and rest.text.strip() and asks(title, rest, found[0]):
            return title, rest
    return (line,)


def find_game(text: str, games: Sequence[GameFace]) -> str | UnknownHeading | None:
    """Return the id of the game that *text* names; None if it is not shaped like a heading."""
    wanted = folded(text)
    if not wanted:
        return None
    names = GameNames.of(games)
    found = names.called(wanted)
    if len(found) == 1:
        return found[0]
    if found:
        return UnknownHeading(text.strip(), tuple(found))
    if is_heading_shaped(text, names):
        return UnknownHeading(text.strip(), similar_games(text, games))
    return None


def is_heading_shaped(text: str, games: Sequence[GameFace]) -> bool:
    """Tell whether *text* as a whole looks like a title: `1-Zug-Scrabble Paris`."""
    shape = _SHAPE.fullmatch(text.strip())
    if shape is not None:
        return not _NO_NAMES.fullmatch(folded(shape["name"].split()[0]))
    return GameNames.of(games).resembles_title(folded(text))


def similar_games(text: str, games: Sequence[GameFace]) -> tuple[str, ...]:
    """Return the ids of games whose title or name resembles *text*, the most alike first."""
    ways = (folded((_PART.findall(text) or [""])[-1]), folded(text))
    names = ((game.id, folded((_PART.findall(game.title) or [""])[-1])) for game in games)
    return _alike((max(_likeness(way, name) for way in ways), game) for game, name in names)


def find_name(text: str, names: Sequence[str]) -> str | tuple[str, ...]:
    """Return the one of *names* that *text* stands for, else those it resembles (maybe none).

    A number that no name has says something else, and is not dropped: `Eva Muster Runde 1`.

    >>> [find_name(text, ("Eva Muster", "Bernd Kranz")) for text in ("Muster, Eva", "E. Muster", "Kranz, B.")]
    ['Eva Muster', 'Eva Muster', 'Bernd Kranz']
    """
    wanted = folded(text)
    exact = [name for name in names if folded(name) == wanted]
    found = exact or [name for name in names if wanted in _readings(name)]
    found = found or [name for name in names if _is_as_in_a_form(text, name)]
    if len(found) == 1:
        return found[0]
    says_more = set(_NUMBER.findall(text)) - {n for name in names for n in _NUMBER.findall(name)}
    return tuple(found) or (() if says_more else similar_names(text, names))


def _is_as_in_a_form(text: str, name: str) -> bool:
    """Tell whether *text* is a name with its last part first, or with first parts shortened to initials."""
    last, comma, first = text.partition(",")
    said = [folded(part) for part in _PART.findall(f"{first} {last}" if comma else text)]
    whole = [folded(part) for part in _PART.findall(name)]
    if not 1 < len(said) <= len(whole) or said[-1] != whole[-1]:
        return False
    pairs = zip(said[:-1], whole, strict=False)
    return all(part == own or (len(part) == 1 and own.startswith(part)) for part, own in pairs)


def ways_to_call(name: str) -> frozenset[str]:
    """Return the name and the first name, folded: a player may be called by either."""
    return frozenset(map(folded, (name, *name.split(maxsplit=1)[:1])))


def first_named(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return those of *names* whose first name alone is *text*."""
    wanted = folded(text)
    return tuple([name for name in names if folded(name.split(maxsplit=1)[0]) == wanted])


def similar_names(text: str, names: Sequence[str]) -> tuple[str, ...]:
    """Return those of *names* that resemble *text*, the most alike first."""
    wanted = folded(text)
    ways = ((name, (folded(name), *map(folded, _PART.findall(name)))) for name in names)
    return _alike((max(_likeness(wanted, way) for way in each), name) for name, each in ways)


def _alike(rated: Iterable[tuple[float, str]]) -> tuple[str, ...]:
    """Return what is rated as alike, the most alike first."""
    return tuple(
        each for rate, each in sorted((-rate, each) for rate, each in rated) if -rate >= _ALIKE
    )


def _most_alike(letters: Counter[str], other: str) -> float:
    """Return what the likeness of two texts cannot exceed, by their letters alone."""
    total = letters.total() + len(other)
    return 2 * (letters & Counter(other)).total() / total


def _likeness(one: str, two: str) -> float:
    return SequenceMatcher(None, one, two, autojunk=False).ratio()


_MONTHS = {
    name: number_named
    for each in FORMATS.values()
    for number_named, names in enumerate(each.months, start=1)
    for name in names
}


def is_month(word: str) -> bool:
    """Tell whether *word* is a month, and not in capitals as a play is: `Dezember`."""
    return word.lower() in _MONTHS and not is_written_as_move(word)


NAMES_OF_MONTHS = sorted(_MONTHS, key=len, reverse=True)
NAMES_OF_DAYS = sorted(
    {name for each in FORMATS.values() for names in each.days for name in names if len(name) > 3},
    key=lambda name: (-len(name), name),  # in the same order in each process, as wheels want it
)
_NAMES = "|".join(NAMES_OF_MONTHS)
_ENDS = filled(r"(?:\.|{day_ends})")
# "2026-12-18", "18.12.2026", "18. 12. 2026", "4. Dezember 2026", "4 December 2026", "December 4, 2026"
_DAY = (
    r"(?:(?P<iso>\d{4}-\d{2}-\d{2})"
    r"|(?P<day>\d{1,2})(?:\.\s?|/)(?P<month>\d{1,2})(?:\.\s?|/)(?P<year>\d{4})"
    rf"|(?P<nday>\d{{1,2}}){_ENDS}?\s*(?P<name>{_NAMES})\.?,?\s*(?P<nyear>\d{{4}})"
    rf"|(?P<aname>{_NAMES})\.?\s+(?P<aday>\d{{1,2}}){_ENDS}?,?\s+(?P<ayear>\d{{4}}))"
)
# "20:00", "20.00", "20:00:00", "20 Uhr", "20 h 30", "8:00 pm"; "20:00+01:00" as a time of ISO 8601 ends.
_CLOCK = filled(
    r"(?:[T ,]+(?:{at_time}\s+)?(?P<hour>\d{1,2})"
    r"(?:[:.](?P<minute>\d{2})(?:[:.](?P<second>\d{2}))?(?:\s*(?:{oclock}|h)\b)?"
    r"|\s*(?:{oclock}|h)(?![^\W\d_])(?:\s*(?P<spoken>\d{2})(?:\s*min\b)?)?|(?=\s*(?:am|pm|[ap]\.m\.)))"
    r"(?:\s*(?P<half>[ap])\.?m\b\.?)?(?:[\s,]*(?P<late>{after_noon})\b)?"
    r"(?P<offset>\s*\(?(?:Z|UTC|GMT)\b|[+-](?:0\d|1[0-4]):?\d{2})?)?"
)
_GOES_ON = worded(r"\W*(?:[^\W\d_]{1,4}\W+)?\d|[\s,]*{adds_to_time}\b")
"""What behind a time makes another one of it: `20 Uhr oder 21 Uhr`, `8 heures et demie`."""
_WHEN = regex(_DAY + _CLOCK, re.IGNORECASE)
# The same days without their years: "18.12.", "18.12", "4. Dezember", "December 4".
_DAY_OF_A_YEAR = (
    r"(?:(?P<iso>(?!))|(?<![\d./])(?P<day>\d{1,2})(?:\.\s?|/)(?P<month>\d{1,2})\.?"
    r"(?![\d./]|\s?\d{4})(?P<year>)"
    rf"|(?<![\d.])(?P<nday>\d{{1,2}}){_ENDS}?\s*(?P<name>{_NAMES})\b\.?,?(?!\s*\d{{4}})(?P<nyear>)"
    rf"|\b(?P<aname>{_NAMES})\.?\s+(?P<aday>\d{{1,2}})\b{_ENDS}?(?!,?\s+\d{{4}})(?P<ayear>))"
)
_WHEN_IN_A_YEAR = regex(_DAY_OF_A_YEAR + _CLOCK, re.IGNORECASE)
_SOON = regex(
    filled(r"(?<![\w-])(?:(?P<today>{day_today})|{day_tomorrow})") + _CLOCK, re.IGNORECASE
)
_YEARS_AHEAD = 8
"""So far off, at most, is the next 29 February (1896 to 1904)."""


def read_when(text: str, zone: ZoneInfo, since: datetime | None = None) -> datetime | None:
    """Read `2026-12-18 20:00`, `18.12.2026 um 20 Uhr`, `4. Dezember 2026, 20:00` in *zone*.

    A day without its year is the next one, if it is said *since* when, and today is its day.
    None: no time, more than one, or one of which only a part would be read (`8 heures et demie`).

    >>> at = datetime(2026, 12, 13, tzinfo=ZoneInfo("UTC"))
    >>> read_when("12.12. 20 Uhr", ZoneInfo("UTC"), at).isoformat()
    '2027-12-12T20:00:00+00:00'
    """
    every = [*islice(_WHEN.finditer(text), 2)]
    soon = () if since is None else tuple(filter(_has_hour, islice(_SOON.finditer(text), 2)))
    if since is not None:
        rest = _SOON.sub(" | ", _WHEN.sub(" | ", text)) if soon else _WHEN.sub(" | ", text)
        every += islice(_WHEN_IN_A_YEAR.finditer(rest), 2)
    if len(every) + len(soon) != 1 or not all(map(_has_hour, every)):
        return None
    if _is_part((*every, *soon)[0], text):
        return None
    if since is not None and soon:
        return _soon(soon[0], since.astimezone(zone))
    found = every[0].groupdict()
    if since is None or _has_year(found):
        return _moment(found, zone)
    first = since.astimezone(zone).year
    years = (_in_year(found, year) for year in range(first, first + _YEARS_AHEAD + 1))
    ahead = (_moment(each, zone) for each in years)
    return next((each for each in ahead if each is not None and each >= since), None)


def _is_part(found: re.Match[str], text: str) -> bool:
    """Tell whether what stands behind a time makes another one of it."""
    at = text.find(found[0])
    return _GOES_ON.match(text, at + len(found[0])) is not None


def _has_hour(found: re.Match[str]) -> bool:
    return found["hour"] is not None


def _soon(found: re.Match[str], since: datetime) -> datetime | None:
    """Return what `heute 20 Uhr` and `tomorrow 8 pm` mean to who writes *since* when, by its clocks."""
    day = since.date() + timedelta(days=0 if found["today"] else 1)
    zone = since.tzinfo
    said = {**found.groupdict(), "iso": day.isoformat()}
    return _moment(said, zone) if isinstance(zone, ZoneInfo) else None


def _has_year(found: Mapping[str, str | None]) -> bool:
    return any(found[name] for name in ("iso", "year", "nyear", "ayear"))


def _in_year(found: Mapping[str, str | None], year: int) -> Mapping[str, str | None]:
    return {**found, **{name: str(year) for name in ("year", "nyear", "ayear")}}


def _moment(found: Mapping[str, str | None], zone: ZoneInfo) -> datetime | None:
    """Return a day with its hour; None where there is none like it."""
    try:
        time = datetime.combine(
            _date(found),
            clock(
                _hour(found),
                int(found["minute"] or found["spoken"] or 0),
                int(found["second"] or 0),
            ),
        )
        if offset := (found["offset"] or "").upper():
            is_named = offset[0] not in "+-"
            return datetime.fromisoformat(time.isoformat() + ("Z" if is_named else offset))
        return time.replace(tzinfo=zone)
    except ValueError:
        return None


def read_day(text: str) -> date | None:
    """Read `2026-12-25`, `25.12.2026`, `25. Dezember 2026`; None: no date, or more than one."""
    found = _WHEN.fullmatch(text.strip())
    if found is None or found["hour"] is not None:
        return None
    try:
        return _date(found.groupdict())
    except ValueError:
        return None


def _some(which: str) -> str:
    """Return the pattern of a day with or without its year: `1.8.`, `1. August`, `Aug 1`, `1.`."""
    ways = (
        r"(?P<iso>\d{4}-\d{2}-\d{2})",
        r"(?P<day>\d{1,2})(?:\.\s?|/)(?P<month>\d{1,2})[./]?(?:\s?(?P<year>\d{4}))?",
        rf"(?P<nday>\d{{1,2}}){_ENDS}?\s*(?P<name>{_NAMES})\b\.?(?:\s*(?P<nyear>\d{{4}}))?",
        rf"(?P<aname>{_NAMES})\.?\s+(?P<aday>\d{{1,2}}){_ENDS}?(?:,?\s+(?P<ayear>\d{{4}}))?",
        rf"(?P<bare>\d{{1,2}}){_ENDS}?",
    )
    return re.sub(r"\(\?P<(\w+)>", rf"(?P<\g<1>{which}>", f"(?:{'|'.join(ways)})")


FROM_WORDS = SAYINGS["from_words"]
"""What leads to the first day."""
_UNTIL = filled("{until}")
_UP_TO_NAMED = regex(rf"\b{_UNTIL}\b", re.IGNORECASE)
_LEADS = rf"(?:(?:(?P<between>{filled('{between}')})|(?P<since>{'|'.join(FROM_WORDS)}))\s+)?"
_TO = rf"\s*(?(between){filled('{and_days}')}|(?:-|–|{_UNTIL}))\s*"
_DAYS = regex(
    rf"\W*{_LEADS}(?:{_some('1')}{_TO})?"
    rf"(?:{_UNTIL}\s+)?{_some('2')}(?:\W*|\s*[,;(][^\d?]{{1,80}})",
    re.IGNORECASE,
)


# `vom 5. bis 12.12.`, from its first word: two days.
_SPAN_OF_DAYS = regex(
    rf"(?<![\w.,/-]){_LEADS}{_some('1')}{_TO}(?:(?:{_UNTIL})\s+)?{_some('2')}(?!\w)", re.IGNORECASE
)


def days_within(text: str) -> tuple[int, int] | None:
    """Return where the first and last day of something stand in a sentence; None: nowhere, or not once.

    >>> days_within("Bin vom 5. bis 12.12. weg")
    (4, 21)
    """
    found = [each for each in _SPAN_OF_DAYS.finditer(text) if read_days(each[0], date.min)]
    return found[0].span() if len(found) == 1 else None


def read_days(text: str, today: date) -> tuple[date, date] | None:
    """Read the first and last day of `1.8.-14.8.`, `bis 14.8.`, `1 Aug - 14 Aug`; None: they are none.

    Days without a year are the next such ones, as are those without a month that follow a word: `vom 5. bis 12.`;
    one day alone is that day, `bis` it begins tomorrow.
    """
    found = _DAYS.fullmatch(text.strip())
    if found is None:
        return None
    try:
        is_led = bool(found["bare1"] and (found["since"] or found["between"]))
        if found["bare2"] and is_led:
            return _days_of_a_month(int(found["bare1"]), int(found["bare2"]), today)
        last = _some_day(found, "2", today, None)
        if not any(found[f"{part}1"] for part in ("day", "nday", "aday", "iso", "bare")):
            return (today + timedelta(days=1) if _UP_TO_NAMED.search(text) else last), last
        first = _some_day(found, "1", today, last)
        last = _some_day(found, "2", first, None)
    except ValueError:
        return None
    return (first, last) if first <= last else None


def _days_of_a_month(first: int, last: int, today: date) -> tuple[date, date]:
    """Return the next days of these numbers, of one month or of two; ValueError where a month lacks one."""
    begins = today.replace(day=first)
    if begins < today:
        begins = _month_on(begins)
    ends = begins.replace(day=last)
    return begins, ends if ends >= begins else _month_on(ends)


def _month_on(day: date) -> date:
    years, month = divmod(day.month, 12)
    return day.replace(year=day.year + years, month=month + 1)


def _some_day(found: re.Match[str], which: str, earliest: date, other: date | None) -> date:
    """Return one day of a range; a bare number takes its month from the *other* day."""
    part = {key.rstrip("12"): value for key, value in found.groupdict().items() if key[-1] == which}
    if part["bare"]:
        if other is None:
            raise ValueError("a day without its month")
        return other.replace(day=int(part["bare"]))
    return _date(part, earliest)


def _date(part: Mapping[str, str | None], earliest: date = date.min) -> date:
    """Return the day that the parts of a pattern name; without a year the next one from *earliest* on."""
    if part["iso"]:
        return date.fromisoformat(part["iso"])
    name = part["name"] or part["aname"]
    month = _MONTHS[name.lower()] if name else int(part["month"] or 0)
    day = int(part["day"] or part["nday"] or part["aday"] or 0)
    if year := part["year"] or part["nyear"] or part["ayear"]:
        return date(int(year), month, day)
    found = date(earliest.year, month, day)
    return found if found >= earliest else found.replace(year=earliest.year + 1)


def _hour(found: Mapping[str, str | None]) -> int:
    hour, half = int(found["hour"] or 0), found["half"]
    if not half:
        return hour + 12 if found["late"] and 1 <= hour < 12 else hour
    if not 1 <= hour <= 12:
        raise ValueError(hour)
    return hour % 12 + (12 if half.lower() == "p" else 0)


_TAG = worded(r"\[\s*([\w.-]+)\s+(?:(?:{round_mark}|{turn_mark})\s*(\d{1,4})|{end_mark})\s*\]")


_ID_IN_BRACKETS = regex(r"\[\s{0,3}([\w.-]{1,60})\s{0,3}\]")


_REPLY = worded(r"^\s*+(?:{reply_mark}\s*+(?:\[\d+\]\s*+)?:\s*+)+")


_ABOUT = worded(
    r"^\s*(?:(?:{about_mine}|{my})\s+)?(?:{play}|{plays_in_subject})"
    r"(?:\s*+(?::|-|{about_for}\b)|\s)\s*+"
)


_ROUND = worded(r"(?<![\s,(-])[\s,(-]*+\b{round}\s*+\d{1,3}\s*+\)?[\s.:!]*+$")


_FILLER = worded(
    r"\b(?:{play}|{turn}|{alternate}|{heading}|{round}|{my}|{beside_title}|[rtz]?\d{1,3}\.?)\b|[,;:!.()]"
)
"""What a subject says beside the game's name: `Wurzen, mein Wort`, `Mein Zug in Spree (Runde 5)`."""


def subject_tag(subject: str) -> tuple[str, int | None] | None:
    """Return game id and round or turn of `[yerres R4]`, `[kiel Z12]`; None after the end, `[yerres Ende]`."""
    tag = _TAG.search(subject)
    if tag is None:
        return None
    return tag[1], int(tag[2]) if tag[2] else None


_WORDS_OF_TAGS = rows("sayings.toml")
_TAG_ROWS = {
    _WORDS_OF_TAGS[DEFAULT][row][0]: row for row in ("round_mark", "turn_mark", "end_mark")
}
_TAG_MARK = regex(r"(?<= )([A-Za-z]+)(?=\d*$)")


def tag_as_read(tag: str, language: str) -> str:
    """Return `kiel Z12` as its reader has it; the id of a game alone stays as it is.

    >>> tag_as_read("kiel Z12", "en"), tag_as_read("yerres Ende", "en"), tag_as_read("kiel-Z4", "en")
    ('kiel T12', 'yerres End', 'kiel-Z4')
    """

    def marked(found: re.Match[str]) -> str:
        row = _TAG_ROWS.get(found[1])
        return _WORDS_OF_TAGS[language][row][0] if row else found[1]

    return _TAG_MARK.sub(marked, tag)


def tagged_game(subject: str, games: Collection[str]) -> str | None:
    """Return the one of *games* that the subject's tag names, whatever its case; None where tags name two.

    `[ulm] My word`, as people write it by hand, names a game that there is; any other word in brackets names none.
    """
    named = [_game_called(tag[1], games) for tag in _TAG.finditer(subject)]
    by_hand = (_game_called(found[1], games) for found in _ID_IN_BRACKETS.finditer(subject))
    named += filter(None, by_hand)
    if not named:
        return None
    others = {game for game in named if game is not None} - {named[0]}
    return None if others else named[0]


def _game_called(said: str, games: Collection[str]) -> str | None:
    if said in games:
        return said
    return next((game for game in games if game.casefold() == said.casefold()), None)


def is_reply(subject: str) -> bool:
    """Tell whether a subject says that the mail answers another, or passes one on."""
    return _REPLY.match(_TAG.sub(" ", subject)) is not None


def bare_subject(subject: str) -> str:
    """Return what the sender wrote into the subject: no `Re:`, no tag, no round."""
    text = _REPLY.sub("", _TAG.sub(" ", _REPLY.sub("", subject)))
    return _ROUND.sub("", text).strip()


def find_game_in_subject(subject: str, games: Sequence[GameFace]) -> str | UnknownHeading | None:
    """Return the game that a subject names: `SB-Scrabble Leipzig`, `Re: Zug Yerres`."""
    text = bare_subject(subject)
    telling = " ".join(_FILLER.sub(" ", text).split())
    found = [find_game(each, games) for each in (_ABOUT.sub("", text), text, telling)]
    return next((each for each in found if isinstance(each, str)), found[0] or found[1])


def game_hinted(subject: str, games: Sequence[GameFace]) -> str | None:
    """Return which of somebody's *games* a subject means that is not all of its title.

    It begins with its name (`Ulm: anders überlegt`), or says its kind (`SB-Scrabble`), of which it is the only one.
    """
    text = bare_subject(subject)
    telling = " ".join(_FILLER.sub(" ", text).split())
    return _begins_with_title(text, games) or _of_kind(text, games) or _of_kind(telling, games)


def _begins_with_title(subject: str, games: Sequence[GameFace]) -> str | None:
    """Return the game with which a subject begins, a stop behind it, where no other is named: `Ulm: neuer Zug`."""
    names = GameNames.of(games)
    first, *rest = _STOP_IN_SUBJECT.split(subject)
    called = names.called(folded(first))
    others = (names.called(folded(each)) for part in rest for each in _WORD_OF_TITLE.findall(part))
    is_one = len(called) == 1 and all(not each or [*each] == [*called] for each in others)
    return called[0] if is_one and rest else None


def _of_kind(subject: str, games: Sequence[GameFace]) -> str | None:
    """Return the one game whose title begins as a subject says, which names its kind alone: `SB-Scrabble`."""
    found = games_of_kind(folded(subject), games)
    return found[0] if len(found) == 1 else None


def games_of_kind(wanted: str, games: Sequence[GameFace]) -> Sequence[str]:
    """Return the ids of *games* whose titles begin with the kind that a folded text is: `sbscrabble`."""
    return [each.id for each in games if wanted and wanted in _kinds_of(each.title)]


def _kinds_of(title: str) -> frozenset[str]:
    first = [folded(part) for part in _PART.findall(title)][:-1]
    return frozenset("".join(first[start:]) for start in range(len(first))) - {_ANY_KIND}


_ANY_KIND = "scrabble"
"""A subject of this word alone says nothing."""
_STOP_IN_SUBJECT = regex(r"\s?[:,;–—]\s|\s-\s")
_WORD_OF_TITLE = regex(r"[^\W_]+(?:-[^\W_]+)*")


_LONG = 7
"""From so many letters on, one that is wrong does not make another word of it."""


def is_slip_of(written: str, meant: str) -> bool:
    """Tell whether a word is another but for a slip of the finger.

    Two letters the wrong way round, one missing behind the first, one struck twice; in a long word one wrong. `PASSTE`
    and `TASSE` are words of their own.
    """
    more = len(written) - len(meant)
    if written == meant or abs(more) > 1:
        return False
    if written[0] != meant[0]:
        return written[1::-1] + written[2:] == meant
    at = next((i for i, (a, b) in enumerate(zip(written, meant, strict=False)) if a != b), -1)
    if more == 1:
        return written[at] == written[at - 1] and written[:at] + written[at + 1 :] == meant
    if more == -1:
        return written[:at] + meant[at] + written[at:] == meant if at > 0 else meant[:-1] == written
    is_turned = written[:at] + written[at : at + 2][::-1] + written[at + 2 :] == meant
    return is_turned or (len(meant) >= _LONG and written[at + 1 :] == meant[at + 1 :])
