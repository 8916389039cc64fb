r"""What a play looks like from afar: patterns over the vocabulary that find one in a line of text.

The grammar says what stands in a line; these say what it is asked, whether a line that it cannot
read was meant as a play, and, before any game is known, whether a line holds a play at all.
Every \s* is possessive (\s*+), so that a line of spaces costs no more than its length.
"""

import re
from collections.abc import Collection, Iterable
from functools import lru_cache, partial

from msgspec import Struct
from msgspec.structs import replace

from mailref.reading.incoming_mail import Line
from mailref.tiles.board import Axes, Direction
from mailref.tiles.moves import TextSpan
from mailref.tiles.vocabulary import (
    JOKER_MARK,
    VOCABULARIES,
    any_of,
    direction_letter,
    direction_word,
    filled,
    phrases_of,
    said_as,
    worded,
)
from mailref.tiles.when_used import regex

LONGEST = 300
"""A longer line is prose: nobody writes a play so, and its cost stays bounded."""


# What may stand before a play: "/2.", "1. Zug", "Ersatzzug:", "mein Zug:".
_MARKS = (
    r"\s*+(?P<slash>{alternate_mark})?\s*+"
    r"(?:(?P<number>\d{1,2}|[a-d](?=\)))(?:\s*+{number_end}[,;]?(?:\s*+{play}{end}\s*+:?)?"
    r"|(?=\s+{square}\s?{direction_letter}\s))\s*+)?"
    r"(?:(?:[{letters}]++\s++)?(?P<label>{alternate}|{play}|{place})"
    r"[{letters}]*+\s*+\d{0,2}\s*+[:=.)]\s*+)?(?:\d{1,2}[.)]\s*+)?"
)
_WAY = r"(?:[-,:./(]*+\s*+{direction}(?![{letters}{joker_mark}])\.?\)?|{letter_behind})"
_WHERE = (
    rf"(?:{{place_follows}}\s++)?(?P<before>{_WAY}\s?[,:;]?\s*+)?(?P<spot>{{square}})\s*+"
    r"(?P<range>(?:{range_sign}|{up_to}{end})\s*+(?:{square}|\d{1,2}(?!\d)))?\s*+"
    rf"(?P<after>{_WAY})?"
)

PLAY = worded(_MARKS + _WHERE)
WORD_FIRST = worded(
    rf"{_MARKS}(?P<word>{{tile}}+{{joker_mark}}?)(?![{{letters}}{{joker_mark}}])\s*+[:=,;(/-]*+\s*+(?:{_WAY}\s*+)?{_WHERE}"
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
SWAP = worded(_MARKS + r"(?:{joker}\s*+-?\s*+{swap}|{swap}\s*+[:=])")
JOKERS = worded(
    _MARKS
    + r"[\s(]*+(?:{joker}\s*+(?:[=:]|{joker_for}|{stands_for})?\s*+(?:{square}|[{letters}]){end}"
    r"|(?:{square}|[{letters}])\s*+(?:[=:]|{stands_for})\s*+{joker})"
)
TOTAL = worded(r"\s*+{alternate_mark}?\s*+{total}[{letters}]*+\s*+[:=]?\s*+\d")
BASE_FORM = worded(r"\W*+{base_form}{end}(?! *+__)")
PLAYER = worded(r"\W*{player}\s*+[=:]")
LABEL = worded("{points}|{filler}|{total}|{joker}|{round}|{play}|{place}|{player}|{heading}")
"""What numbers stand behind that are no claim: `RUNDE 7`, `BONUS 50`."""
DIGIT = regex(r"\d")
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
    r"^(\s*+{alternate_mark}?\s*+)\(([A-Z]\s?\d{1,2}\s?{direction}?)\)(?=\s*+:?\s*+{tile}[{letters}])"
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
# Pictures and signs; letters of other alphabets are told apart elsewhere.
_IN_WORDS = {
    direction: worded(
        rf"(?<=\d)[,;]?\s{{1,3}}\(?{any_of(phrases_of(direction))}(?![{{letters}}])\)?"
    )
    for direction in Direction
}
_STRANGE = regex("[\u2010-\u2bff\u3000-\u303f\ufe00-\ufe0f\U0001f000-\U0001faff]")
# Between place and word, and before a place: "L4s Wort: MENÜS", "Koordinaten L8-L15, Wort HINLEGTE"
_FIELD_WORD = worded(r"(?<=[\s,;.])(?:{article}\s{1,3})?{field_word}\s{0,2}[:=]?(?=\s{1,3}{tile})")
_FIELD_WORD_FIRST = worded(r"^\s*+{field_word}\s{0,2}[:=]?\s{1,3}(?={tile}{2}[^\d]{0,60}\d)")
_FIELD_PLACE = worded(r"(^\s*+|,\s{0,2}){place}\s{1,3}(?={square})")
_FIELD_WAY = worded(r"[,;]\s{0,2}{field_direction}\s{0,2}:?\s{1,3}(?={direction}{end})")
# "der Joker ist das N", "das N ist der Joker"
_ARTICLE = worded(r"(?<![{letters}]){article}(?=\s{1,3}(?:{joker}{end}|[A-ZÄÖÜ](?![{letters}\d])))")
# "K11 = N = Blanko", "Blanko = K11 = N", "Blanko auf K11 als N": the square says it all.
_TWICE = worded(
    r"(?P<first>{joker}\s{0,3}(?:[=:]|{joker_for})?\s{0,3}[A-O]\s?\d{1,2})"
    r"\s{0,3}(?:[=:]|{stands_for})\s{0,3}[A-ZÄÖÜ](?![{letters}\d])"
    r"|(?P<second>[A-O]\s?\d{1,2}\s{0,3}[=:])\s{0,3}[A-ZÄÖÜ]\s{0,3}[=:](?=\s{0,3}{joker})"
)


# What numbers a play in words: "Erster Teilzug: K3s", "zweitens H11s".
_FORMS = "|".join(
    rf"(?P<n{number}>{any_of(form for form in said_as(row) if form[0].isalpha())})"
    for number, row in enumerate(("first", "second", "third"), start=1)
)
_ORDINAL = worded(
    rf"(?<![{{letters}}\d])(?:{_FORMS})(?:\s{{1,3}}{{play}})?\s{{0,2}}[:,]?\s{{1,3}}(?={{square}})"
)


@lru_cache(maxsize=1024)
def undecorated(text: str) -> str:
    """Return the line without what says nothing of a play, character for character in place.

    The decoration of mail clients, pictures, quotes, labels; arrows are directions.
    """
    plain = text.translate(_QUOTES)
    if not plain.isascii():
        plain = _ARROW_BEHIND.sub(lambda m: m[1] + _ARROWS[m[2]], plain)
        plain = _STRANGE.sub(" ", plain.replace("→", " ").replace("↓", " "))
    if "'" in plain:
        plain = _APOSTROPHES.sub(" ", plain)
    if DIGIT.search(plain):
        plain = _without_labels(_ONE_BY_ONE.sub(_without_signs, plain))
    plain = _ARTICLE.sub(_blank, plain)
    if "*" in plain:
        plain = _BOLD_PLACE.sub(r" \1 ", plain)
    return _BOLD.sub(r"\1 ", plain)


_ONE_BY_ONE = regex(r"(?<![\w*-])[A-ZÄÖÜ](?:\s?[-,.]\s?[A-ZÄÖÜ]){2,14}(?![\w-])")


def _without_signs(found: re.Match[str]) -> str:
    """Return letters written one by one with blanks between: `M-E-N-Ü-S`."""
    return re.sub(r"[-,.]", " ", found[0])


def _without_labels(plain: str) -> str:
    """Return a line that holds a number without the words around a square."""
    for direction, phrase in _IN_WORDS.items():
        plain = phrase.sub(partial(_as_letter, direction), plain)
    if "(" in plain:
        plain = _BRACKETED_PLACE.sub(r"\1 \2 ", plain)
    plain = _FIELD_WORD_FIRST.sub(_blank, plain)
    plain = _FIELD_PLACE.sub(_blank, plain)
    plain = _FIELD_WAY.sub(_blank, plain)
    label = _FIELD_WORD.search(plain)
    if label and DIGIT.search(plain, 0, label.start()):
        plain = plain[: label.start()] + _blank(label) + plain[label.end() :]
    plain = _ORDINAL.sub(_as_number, plain)
    return _TWICE.sub(lambda m: (m["first"] or m["second"]).ljust(len(m[0])), plain)


def _as_letter(direction: Direction, found: re.Match[str]) -> str:
    return f" {direction_letter(direction)}".ljust(len(found[0]))


def _as_number(found: re.Match[str]) -> str:
    number = str(found.lastgroup).removeprefix("n")
    return f"{number}.".ljust(len(found[0]))


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def without_decoration(line: Line) -> Line:
    """Return *line* as `undecorated` does its text."""
    text = undecorated(line.text)
    return line if text == line.text else replace(line, text=text)


def capitals(text: str) -> int:
    """Return how many capitals *text* holds."""
    return sum(char.isupper() for char in text)


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
_PRINTED = regex(filled(rf"[ -]*[{{letters}}]{{1,15}} \({_WAYS}\b"))


def is_barred(text: str) -> bool:
    """Tell whether a line bears the bar behind which our mails show what others wrote."""
    return text.lstrip(" -").startswith(_BAR)


def looks_like_ours(text: str) -> bool:
    """Tell whether a line holds a move as our mails print it, or begins with a bracket as their boards do.

    Wrapped at some width it may stand alone, without any words of ours; a person may write it, too.
    """
    return text.lstrip(" -").startswith("[") or _PRINTED.match(text) is not None


def whole_end(text: str, end: int) -> int:
    """Return where what stands behind a play begins: `BONUS KEINER` is not cut in two."""
    found = _ENDS_WITH_POINTS.search(text, max(0, end - _LONGEST_MARK), end)
    return found.start() if found else end


_ENDS_WITH_POINTS = worded(r"(?<![{letters}])(?:{joker}|{points})\s{0,3}$")


class Mark(Struct, frozen=True):
    """What stands before a play on its line."""

    rest: str
    """The words, without slash and number."""
    is_alternate: bool = False
    number: int | None = None


_MARK = worded(
    r"\s{0,9}[,;.]?\s{0,9}(?P<slash>(?<!{alternate_mark}){alternate_mark}(?!{alternate_mark}))?\s{0,9}"
    r"(?!{otherwise}{end})(?:(?:{play}\s{1,3})?(?:(?P<number>\d)|(?P<letter>[a-d])(?=\)))[.):]{1,2}[,;]?(?!\s*{round}{end}))?"
)
_MARK_BEHIND = worded(
    r"\s{0,9}[,;.]?\s{0,9}(?:{alternate_mark}\s{0,9})?(?:{play}\s{1,3})?(?:\d|[a-d](?=\)))[.):]{1,2}"
    r"[,;]?(?:\s{1,9}{conjunction}(?:\s{1,9}{opening})?)?\s{0,9}$"
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


_BRACKETED_JOKER = regex(r"[(\[]([^\W\d_])\*?[)\]]")


def read_word(text: str) -> WordAsWritten:
    """Read `BE*HAUE`, `müllSA*CK`, `FUß`, `*BESEN*` (bold, as mail clients write it)."""
    if text.endswith(JOKER_MARK):
        text = text.removesuffix(JOKER_MARK).removeprefix(JOKER_MARK)
    letters: list[str] = []
    small, starred, eszett = set[int](), set[int](), set[int]()
    text = _BRACKETED_JOKER.sub(rf"{JOKER_MARK}\1", text).replace(" ", "")
    for before, char in zip(" " + text, text, strict=False):
        if char == JOKER_MARK:
            continue
        if before == JOKER_MARK:
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


def first_unformed(named: Iterable[TextSpan], formed: Collection[str]) -> TextSpan | None:
    """Return the first of the words *named* beside a play that it does not form."""
    return next((span for span in named if read_word(span.text).letters not in formed), None)
