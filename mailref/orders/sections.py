"""What several lines say together; what stands under one heading; several entries for one game (rules 8).

`das zweite H ist der Joker` becomes its square. What a later line makes of moves is weighed up once all are
read: they are replaced, taken back, in doubt, or left unused. Then the lines under a heading become its player,
moves and commands.

What the words around a play in a sentence make of it (rules 8).

Where it stands `found_plays` says. What the words mean stands in the vocabulary: a play counts only
where they say that it is meant.

Where a play stands in a line that is more than that: a place with its direction beside a word (rules 4, 8).

The grammar reads lines that are plays; this finds the plays in others. What the words around one make of
it says `sentences`.
"""

import re
from collections.abc import Container, Iterator, Sequence
from enum import Enum, auto
from itertools import accumulate, pairwise, takewhile
from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from mailref.orders import commands, shapes
from mailref.orders.beside import (
    DISMISSES,
    OFFERS,
    OLDER,
    REPLACES,
    hands_on,
    is_courtesy,
    is_of_others,
    is_only_somebodys,
    is_plainly_against,
    is_somebodys,
    is_strange,
    is_too_much,
    leads_elsewhere,
    remark_takes_away,
    solves_puzzle,
    takes_away,
    thanks,
)
from mailref.orders.commands import is_closing, is_greeting, is_prose
from mailref.orders.entries import (
    Ambiguity,
    BesideRow,
    CommandRow,
    EmptyRow,
    Entry,
    EntryRow,
    Habits,
    HeadingRow,
    OrderRow,
    PlayerRow,
    PlayOrder,
    PlayRow,
    ProseRow,
    RoundNamed,
    Row,
    SaidRow,
    SkippedRow,
    SwapRow,
    UnknownHeading,
    UnreadRow,
    Wish,
    WishRow,
    laid,
)
from mailref.orders.kind_words import is_only_kind
from mailref.orders.remarks import (
    IS_LEAD,
    IS_MOVE,
    IS_MOVE_IN_WORDS,
    IS_NO_MOVE,
    IS_PLAIN_TALK,
    IS_TALK,
    IS_TALK_ALL_THE_SAME,
    IS_UNKNOWN,
    PLAY,
    TAKES_AWAY,
    bare_of,
    is_talk,
    weight_of,
)
from mailref.orders.requests import asks_to_hear, is_for_person
from mailref.orders.roles import have_roles, phrases, small_talk, unknown_in, words_of
from mailref.orders.table import Behind, Command, all_said
from mailref.reading.incoming_mail import Line
from mailref.tiles.board import Axes, Direction
from mailref.tiles.moves import (
    ALTERNATE_MARK,
    COMMENT_MARK,
    SAYINGS,
    Fault,
    MissingPlace,
    Move,
    Syntax,
    TextSpan,
    TooManyMoves,
    TooManyPlays,
    WrittenMove,
    any_of,
    direction_forms,
    phrases_of,
    said_as,
    worded,
)
from mailref.tiles.remembered import remembered
from mailref.tiles.when_used import regex

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


_SPOT = worded(
    r"(?<![{letters}\d'])(?:(?P<before>{direction}[.,:;]?\s{1,3})(?:{starting}\s{1,3})?"
    r"(?:{place_follows}\s{1,3})?(?:{article}\s{1,3})?(?:{place}\s{1,3})?)?(?P<spot>{square})\s{0,3}"
    r"(?P<range>(?:{range_sign}|{up_to}{end})\s{0,3}(?:{square}|\d{1,2}(?!\d)))?\s{0,3}"
    r"(?P<after>[-,:./(]{0,2}\s{0,2}{direction}(?![{letters}{joker_mark}])\.?\)?|{letter_behind})?"
)
_WORD_BEHIND = worded(
    r"[\s:=,;(/>-]{0,16}(?P<gap>)(?P<word>{tile}+{joker_mark}?)(?![\w{joker_mark}]|-\w)"
    r"(?P<way>[\s,;(/-]{1,3}{direction}{end})?"
)
_WORD_FURTHER_ON = worded(
    r"[\s:=,;(/>-]{0,6}(?P<gap>(?:(?:{intent}|{opening}|{filler}|{article}|{field_word}){end}\s{1,3}){1,5})"
    r"(?P<word>{tile}+{joker_mark}?)(?![\w{joker_mark}]|-\w)"
)
_WORD_BEFORE = worded(
    r"(?<![\w{joker_mark}-])(?P<word>{tile}{1,30}{joker_mark}?)[\s:=,;.(/-]{0,4}"
    r"(?:{laying}[\s:,-]{1,4})?(?:{starting}\s{1,3})?(?:{place_follows}\s{1,3})?(?:{article}\s{1,3})?(?:{place}\s{1,3})?$"
)
# "senkrecht beginnend bei Feld L4": what the grammar need not know.
_LEADS_TO_SQUARE = worded(
    r"(?P<way>{direction}[.,:;]?\s{1,3})(?:{starting}\s{1,3})?(?:{place_follows}\s{1,3})?"
    r"(?:{article}\s{1,3})?(?:{place}\s{1,3})?(?={square})"
    r"|{begin}{starting}\s{1,3}(?=(?:{direction}[.,:;]?\s{1,3})?(?:{place_follows}\s{1,3})?{square})"
)
# "GEHEILTEN legen, senkrecht ab K3": the word may have its verb behind it.
_LAYING = worded(
    r"(?<=\s){laying}[\s:,-]{1,4}(?=(?:{direction}|{place_follows}|{starting}|{square}){end})"
)
_PARTED = {True: worded(r"\s*+(?:[,:;.(/-]|{laying}[\s:,-])"), False: re.compile(r"\s*+[,;(]")}
"""What keeps a word before a square from it, and one behind it: `Max: D8`, but `D8: RABEN`."""
_LONGEST_WORD_BEFORE = 60


def plays_in(text: str, axes: Axes) -> list[FoundPlay] | None:
    """Return where *text* holds a place with its direction, or a range, beside a word.

    All of a line are written the same way round; a word in small letters is one only where nothing
    else of the line can be. None: a word stands on either side of a place, and nothing tells which is
    meant.
    """
    text = text[:LONGEST_SENTENCE]
    spots = list(spots_in(text, axes))[:_MOST_PLAYS]
    if not spots:
        return []
    behind = [_behind(text, spot) for spot in spots]
    before = [_before(text, spot) for spot in spots]
    is_ended = all(spot[0].rstrip().endswith(_STOPS) for spot in spots)
    is_word_first = _is_word_first(before, behind, is_ended=is_ended)
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
    before: Sequence[FoundPlay | None], behind: Sequence[FoundPlay | None], *, is_ended: bool
) -> bool | None:
    """Tell whether the words of a line stand before their places; None: there is no telling.

    *is_ended*: a stop stands right behind each place.

    Where words stand on both sides, a sign or a word that is none of the game's keeps one of them
    away: `GERMANIT ab D8, GERN geschehen`, `LEGE D8 GERMANIT`.
    """
    first, last = before[0], behind[-1]
    if first is None or last is None:
        return first is not None
    if is_ended and all(each is not None and _leads_on(each) for each in before):
        return True  # `LITER, von 10E abwärts. Die MILCH ist schon da`
    if any(each is None or each.is_parted or each.is_known for each in before):
        return False
    if last.is_known:
        return True
    if not last.is_parted:
        return False
    is_led = len(before) > 1 or any(map(str.isalpha, first.between))
    return True if is_led else None


_STOPS = (".", "!", "?")


def _leads_on(found: "FoundPlay") -> bool:
    """Tell whether a word, and no stop, leads from that of a play to its place."""
    is_led = any(map(str.isalpha, found.between))
    return is_led and not found.is_known and not any(map(found.between.count, _STOPS))


def _apart(found: list[FoundPlay]) -> list[FoundPlay]:
    """Drop a play that shares its word with the one before."""
    apart: list[FoundPlay] = []
    for each in found:
        if not apart or each.start >= apart[-1].end:
            apart.append(each)
    return apart


def spots_in(text: str, axes: Axes) -> Iterator[re.Match[str]]:
    """Yield the squares that may be the place of a play: each with its direction, or a range."""
    for spot in _SPOT.finditer(text):
        if spot["before"] or spot["after"] or axes is Axes.ROWS:
            yield spot
            continue
        if spot["range"] and shapes.is_straight(spot):
            yield spot
            continue
        word = _WORD_BEHIND.match(text, spot.end())
        if word is not None and word["way"] and shapes.is_written_as_move(word["word"]):
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


_CALLED_WORD = worded(r"{begin}{field_word}\s{1,3}$")


def is_word(word: str) -> bool:
    """Tell whether *word* is written as one in a move, and is no greeting in capitals."""
    return shapes.is_written_as_move(word) and not commands.is_shouted_greeting(word.strip("*"))


def small_plays_in(text: str) -> list[FoundPlay]:
    """Return the plays of a line whose words are in small letters: `ich lege l4s menüs`, `l4s menüs und b3w art`."""
    found: list[FoundPlay] = []
    for spot in spots_in(text[:LONGEST_SENTENCE], Axes.COLUMNS):
        word = _WORD_BEHIND.match(text, spot.end())
        if word is None or len(word["word"]) < 2 or KNOWN_WORD.fullmatch(word["word"]):
            return []
        between = text[found[-1].end : spot.start()] if found else ""
        if found and not (joins(between) or _NEXT_NUMBER.fullmatch(between)):
            return []
        found.append(FoundPlay(spot.start(), word.end(), is_word_first=False))
    is_end = found and (
        _AFTER_SMALL.match(text, found[-1].end) or commands.is_closing(text[found[-1].end :])
    )
    return found if is_end else []


_NEXT_NUMBER = regex(r"[\s,;]{0,4}\d[.)]\s{0,3}|\s{0,3}[,;]\s{0,3}")
"""`1. c3s ausbot 2. n11s heile`, `c3s ausbot, n11s heile`"""


def joins(between: str) -> bool:
    """Tell whether what stands between two plays only joins them: `und`, `sowie`, `+`, `. Zweitens `."""
    return _JOINS.fullmatch(between) is not None


_JOINS = worded(
    r"[\s,;.!]{0,4}(?:{laying}[\s,;.!]{1,4})?(?:{joins_parts}|[&+]|{second})(?:[\s,]{1,3}(?:{joins_parts}|{still}|{also}|{intent}|{myself}|{article}|{field_word})){0,4}[\s,:]{0,4}"
)


def play_apart_in(text: str, axes: Axes) -> FoundPlay | None:
    """Return the one play of a line whose word stands apart: `Ich lege MENÜS auf den Tisch: L4 senkrecht`."""
    text = text[:LONGEST_SENTENCE]
    spots = list(spots_in(text, axes))
    words = [
        each for each in WRITTEN.finditer(text) if is_word(each[0]) and not _is_spot(each, spots)
    ]
    if len(spots) != 1 or len(words) != 1 or KNOWN_WORD.fullmatch(words[0][0]):
        return None
    first, last = sorted((spots[0], words[0]), key=re.Match.start)
    if not have_roles(text[first.end() : last.start()]):
        return None
    return FoundPlay(
        first.start(), last.end(), is_word_first=first is words[0], gap=(first.end(), last.start()),
        word=words[0][0],
    )  # fmt: skip


def _is_spot(word: re.Match[str], spots: Sequence[re.Match[str]]) -> bool:
    return any(spot.start() <= word.start() < spot.end() for spot in spots)


def without_spots(text: str) -> str:
    """Return a text without the squares in it, and what belongs to them."""
    return _SPOT.sub(" ", text)


def could_be_play(text: str, axes: Axes) -> bool:
    """Tell whether a line holds a place with its direction and, anywhere, a word written as one."""
    if not shapes.DIGIT.search(text):
        return False
    spots = list(spots_in(text, Axes.COLUMNS)) or (
        list(_SPOT.finditer(text)) if axes is Axes.ROWS else []
    )
    if not spots:
        return False
    outside = without_spots(text)
    return any(is_word(word[0]) for word in WRITTEN.finditer(outside))


def without_leading_words(text: str) -> str:
    """Return *text* without the words that lead to a square, character for character in place."""
    if _DIGIT_BEHIND.search(text) is None:
        return text
    plain = _LAYING.sub(lambda found: " " * len(found[0]), text)
    return _LEADS_TO_SQUARE.sub(lambda found: (found["way"] or "").ljust(len(found[0])), plain)


_DIGIT_BEHIND = regex(r"[^\W\d_]\W[^\n]*\d")
"""A word with a square behind it."""


def is_plain_name(text: str) -> bool:
    """Tell whether nothing in the name of a person or a game reads as a move, or as a command.

    Our mails show names anywhere, and people quote those mails anywhere: a name `M10s EUBÖA` would
    be somebody's move.
    """
    says_command = any(
        each(text) is not None for each in (commands.command_in, commands.order_with_value)
    )
    if says_command or shapes.holds_play(text):
        return False
    has_digit = shapes.DIGIT.search(text) is not None
    return not (has_digit and (any(spots_in(text, Axes.COLUMNS)) or could_be_play(text, Axes.ROWS)))


WRITTEN = worded(r"(?<![{letters}{joker_mark}\d])(?:{tile})+(?![{letters}\d])")
KNOWN_WORD = worded(
    r"(?:{opening}|{intent}|{filler}|{conjunction}|{points}|{place_follows}|{play}|{round}|{place}|"
    r"{article}|{joker}|{stands_for}|{unsure}|{past}|{withdrawn}|{of_others}|{instead}|{correction})\.?"
)
_AFTER_SMALL = worded(r"\s{0,3}(?:$|[.,!;:(=+-]|\d|(?:{please}|{polite}){end})")


class Sense(Enum):
    """What the words around a play make of it."""

    MEANT = auto()
    ALTERNATE = auto()
    INSTEAD = auto()
    """It replaces the play before."""
    PAST = auto()
    """It tells of another round."""
    UNSURE = auto()
    """It is talk, withdrawn or asked about, or nothing says that it is meant."""


_SQUARE = worded(r"(?<![{letters}\d])(?P<square>{square}){letter}?{end}")
_FIELD = worded(r"{begin}(?:{field_word}|{place}|{play}){end}")
_POSTSCRIPT = worded(r"^\W*{postscript}[:.,]?")
_SIGNS = " .,:;!?()-"
_CAPITALS = worded(r"(?<![{letters}\d*])(?-i:[A-ZÄÖÜ]{4,15})(?![{letters}\d*])")


def _cue(row: str) -> re.Pattern[str]:
    return worded(rf"{{begin}}{{{row}}}{{end}}")


_INSTEAD = worded(r"{begin}(?:{instead}|{correction}){end}")
FOR_WANT = (
    r"{begin}(?:(?:{only_then}\s{1,3})?(?:{otherwise}|{condition}\s{1,3}(?:{of_play_before}\s{1,3}){1,4}{fails}(?:\s{1,3}{letter}{2,15})?"
    r"|{condition}\s{1,3}(?:{article}\s{1,3}|l['’])?{judges}\s{1,3}{says_no}))"
    r"{end}"
)
OTHERWISE = worded(FOR_WANT)
"""Where an alternate is to take the place of a play: `Ersatz`, `falls einer davon nicht gilt`."""
_CORRECTION, _UNSURE, _PAST, _OF_OTHERS, _INTENT = map(
    _cue, ("correction", "unsure", "past", "of_others", "intent")
)
_HANGING = r"{begin}{hangs}{end}(?![^.!\n]{0,200}\?)"
_HANGS = worded(_HANGING)
_WITHDRAWN = worded(rf"{{begin}}(?:{{withdrawn}}|{{withdrawn_apart}}){{end}}|{_HANGING}")
_EITHER = worded(r"{begin}{either_or}{end}")
_FORMED_TOO = worded(r"{begin}{formed_too}\s{1,3}$")
_CORRECTED = worded(r"{begin}{correction}{end}(?!\W{0,4}(?-i:[A-ZÄÖÜ]{4}))")
NEXT_ROUND = _cue("next_round")
_FOR_LATER = worded(
    r"(?:{begin}{meant_for}\s{1,3}|\(\s{0,2}|^\W{0,4})(?:{article}\s{1,3})?{next_round}{end}"
)
_OPENING = worded(
    r"(?:(?:{opening}|{filler}|{conjunction}|{play}|{round}|{place}|{place_follows}|{my}|{points})"
    r"{end}|\d{1,3}|[\s.,:;!()=/-])*+"
)
_GOES_ON = worded(
    r"[\s\d.,:;!()=\"'-]*+(?!{from_me})(?:{conjunction}|{filler}|{place_follows}|{goes_on}){end}"
    r"(?!\s{1,3}{round}\s{0,2}\d)"
)
# "ohne Joker", "kein Ersatz", "no blank": these say nothing against the play.
_WITHOUT = worded(
    r"{begin}(?:{without}|{without_any}){letter}*\s{1,3}(?:{joker}|{points}|{otherwise}|{total}){end}"
    r"|(?:{joker}|{points})\s{1,3}{without_any}{letter}*|{begin}{polite}{end}"
)
_LETTERS = regex(r"[^\W\d_]{2}")
_SHORTENED = "".join(rf"(?<!\b(?i:{each}))" for each in SAYINGS["shortened"])
"""`Evtl. L3s DAUERT`, `B, G u. H`: behind these a full stop ends no sentence."""
_D = r"\d"
_SENTENCE_END = worded(
    rf"(?-i:(?<=[a-zäöüß!?){PLAY}]){_SHORTENED}[.!?]+(?=\s)|[!?](?=\s)|\n|(?<=\s)[:;]-?[()](?=\s)"
    r"|(?:(?<=\d:\d\d)|(?<=\b[A-Za-z]\d)|(?<=\b[A-Za-z]\d\d)|(?<=\b\d[A-Za-z])|(?<=\b\d\d[A-Za-z]))"
    r"\.(?=\s[A-ZÄÖÜ][a-zäöüß'’])"
    rf"|(?:{'|'.join(rf'(?<={PLAY}{gap}{digits})' for gap in (' ', ', ') for digits in (_D, _D * 2, _D * 3))})"
    r"\.(?=\s[A-ZÄÖÜ]))|(?<=\d)\.(?=\s{1,3}(?-i:[A-ZÄÖÜ]))(?=\s{1,3}{opens_sentence}{end})"
)
"""Behind a square as well (`down from L3. How are you?`); behind a number that is points, or where a word follows that
begins sentences: not `am 3. Mai`."""


def _without(text: str) -> str:
    """Return *text* without what only says that something is not there: `ohne Joker`, and without `bitte`."""
    if _LETTERS.search(text) is None or _HANGS.search(text) is not None:
        return text  # `14*2+23=51`, `nicht vor Dienstag eintragen`
    return DISMISSES.sub(" ", _WITHOUT.sub(" ", text))


def sense_of(before: str, after: str, *, is_first: bool) -> Sense:
    """Return what the words *before* a play in its line, and those *after* it, make of it.

    *is_first*: neither play nor number stands before it; a line that begins with `und` is then the
    rest of a sentence that nobody has seen. The rules tell, and what its whole sentence weighs.
    """
    before = shapes.without_turn(before)  # which it is tells the referee
    if is_framed(before, after):
        before = before[: len(before) - len(last_sentence(before))]
        after = after[len(next(sentences_of(after)).rstrip(" .!\n")) :]
    lead, behind = last_sentence(before), next(sentences_of(after), "")
    if is_somebodys(lead) or is_only_somebodys(behind, is_behind=True) or solves_puzzle(behind):
        return Sense.UNSURE
    sense = _sense_by_rules(before, after, is_first=is_first)
    if (announced := _announced(last_sentence(before))) is not None:
        rest = before[: len(before) - len(last_sentence(before))]
        meant = sense is Sense.UNSURE and sense_of(rest, after, is_first=is_first) is Sense.MEANT
        return announced if meant else sense
    if is_never(f"{last_sentence(before).rstrip()} {PLAY}"):
        return Sense.UNSURE
    told = (REPLACES, _FOR_A_WORD, _OLDER, _INTENT)
    replaces = sense is Sense.INSTEAD and not any(each.search(before) for each in told)
    is_weighed = replaces or sense is Sense.MEANT
    return Sense.UNSURE if is_weighed and _weighs_against(before, after) else sense


def _announced(lead: str) -> Sense | None:
    """Return what words make of a play that do nothing but lead to it; None: they do more, or less.

    >>> [_announced(each) for each in ("Then I'll rather play", "Let me think")] == [Sense.INSTEAD, None]
    True
    """
    said = commands.without_greeting(lead.strip())
    if _ANNOUNCES.fullmatch(said) is None:
        return None
    return Sense.INSTEAD if _INSTEAD.search(said) else Sense.MEANT


_ANNOUNCES = worded(r"\W{0,9}{announces}[\s:.,!…-]{0,9}")


def _weighs_against(before: str, after: str) -> bool:
    """Tell whether the sentence of a play, the words before it and behind it, is hardly ever said of one meant."""
    lead = "" if ends_sentence(before) else commands.without_greeting(last_sentence(before))
    behind = _SENTENCE_END.split(_FOR_A_WORD.sub(" ", after), maxsplit=1)[0]
    if shapes.round_in(lead) is not None or _REQUEST.search(lead) is not None:
        return False  # whether the round is the open one tells the referee
    said = _RECKONED.sub(" ", _OR_SO_MANY.sub(" ", _without(behind)), count=1)
    own = f"{_WITHOUT.sub(' ', lead)}{PLAY}{said}"
    is_said = any(map(str.islower, words_of(own)))
    return is_said and weight_of(own) >= IS_NO_MOVE and not is_talk(f"{lead}{PLAY}{behind}")


_OR_SO_MANY = worded(r"^\s{0,3}{before_last}\s{1,3}\d{1,3}{end}")
"""`macht 36 oder 37`: the first is the play's."""


def is_left_open_amid(lead: str, rest: str) -> bool:
    """Tell whether the sentence in the middle of which a play stands, over lines, leaves it in doubt.

    It is read as if it stood on one line; but names and titles, which nothing weighs, may stand above a move.
    """
    lead = shapes.without_rounds(lead)  # which round it is tells the referee
    lead = "" if _announced(lead) is not None else lead
    against = (_LIKENED, _UNSURE, _PAST, _WITHDRAWN, _OF_OTHERS)
    cues = [each for each in against if each.search(lead)]
    words = [*words_of(lead)]
    lead = lead if words else ""
    is_said = cues or rest or any(map(str.islower, words)) or (len(words) == 1 and have_roles(lead))
    said = f"{lead} {PLAY} {rest}".strip()
    weight = weight_of(said)
    if not (is_said and (lead or rest)):
        return is_never(said)
    if weight >= IS_NO_MOVE or is_never(said):
        return True
    sense = sense_of(f"{lead} ".lstrip(), f" {rest}", is_first=False)
    is_hanging = any(each.search(lead, _last_word(lead)) for each in cues)
    leads = weight > IS_TALK and weight_of(lead) > IS_PLAIN_TALK  # not `wish you luck`
    is_against = leads or is_hanging or _ASKS_OF_PLAY.match(lead) is not None
    return bool(lead) and is_against and sense in (Sense.UNSURE, Sense.PAST)


def _last_word(text: str) -> int:
    """Return where the last word of a text begins."""
    return text.rstrip().rfind(" ") + 1


def _sense_by_rules(before: str, after: str, *, is_first: bool) -> Sense:
    if _asks_or_puzzles(last_sentence(before)):
        return Sense.UNSURE
    if (named := _FOR_A_WORD.search(before) or REPLACES.search(before)) is not None:
        rest = _REQUEST.sub(" ", f"{before[: named.start()]} {before[named.end() :]}")
        after = after.replace("?", ".") if _REQUEST.search(before) else after
        sense = _sense_by_rules(rest, after, is_first=is_first)
        return Sense.INSTEAD if sense is Sense.MEANT else sense
    if _is_given(last_sentence(before)) or _IN_PLACE_OF.search(before) is not None:
        return Sense.UNSURE
    if _THEIRS.search(last_sentence(before)) is not None or _is_somebodys(_bare_lead(before)):
        return Sense.UNSURE
    if leaves_choice(last_sentence(before)):
        return Sense.UNSURE
    if _is_to_be_done(before, f"{before}{PLAY}{after}"):
        before, after = _REQUEST.sub(" ", before), after.replace("?", ".")
    if _is_taken_away(before):
        return Sense.UNSURE
    is_thanks = before.rstrip().endswith(":") and is_courtesy(last_sentence(before))
    is_alone = is_thanks or _stands_alone(before, after)
    lead = None if is_alone else _sense_of_lead(before)
    if lead in (Sense.PAST, Sense.UNSURE) or not is_clear_after(last_sentence(before), after):
        return Sense.PAST if lead is Sense.PAST else Sense.UNSURE
    if lead is not None:
        said = last_sentence(before)
        is_free = not is_on_condition(said)  # `and if that's no good` replaces nothing yet
        is_said = lead is Sense.ALTERNATE or (is_free and _accounts_for(said))
        return lead if is_said else Sense.UNSURE
    return Sense.MEANT if is_alone else _sense_of_clause(before, is_first=is_first)


def leaves_play(sentence: str, away: int) -> bool:
    """Tell whether a sentence of a mail, with a sign in place of the play it may hold, leaves it as it is.

    *away* it is so many sentences from that of the play. One beside it must be clearly talk, or nothing of it may
    speak of the play; of any other it is enough that it does not take it away; with a word that does, it must be talk.
    """
    if amends_letter(sentence) or amends_word(sentence.partition(PLAY)[2]):
        return False
    if _is_to_be_done(sentence.partition(PLAY)[0], sentence):
        sentence = _REQUEST.sub(" ", sentence).replace("?", ".")
    if away > 1:
        return weight_of(sentence) < (IS_TALK_ALL_THE_SAME if withdraws(sentence) else TAKES_AWAY)
    if PLAY in sentence and is_framed(*sentence.split(PLAY, 1)):
        return True
    if PLAY not in sentence:
        leads = sentence.rstrip().endswith(":")
        told = sense_of_line(sentence) if leads else None
        is_against = told in (Sense.PAST, Sense.UNSURE)
        is_against |= withdraws(sentence) or breaks_off_below(sentence)
        is_lead = leads and _ends_with_intent(sentence)
        beside = sentence[: _begin_of_clause(sentence)] if is_lead else sentence
        return not (is_against or speaks_against_it(beside, is_strict=True))
    sentence = _CLAIM.sub(PLAY, sentence).rstrip()
    lead, _, after = sentence.partition(PLAY)
    if (
        is_never(sentence)
        or (_CONDITION_FIRST.match(sentence) and not is_talk(sentence))
        or _WITHDRAWN.search(sentence)
        or _ASKS_OF_PLAY.match(lead)
        or _asks_or_puzzles(lead)
        or _is_somebodys(_bare_lead(lead))
        or _LAID_ONCE.search(_CLAUSE_END.split(lead)[-1])
        or names_joker(_without(sentence))
    ):
        return False
    if any(remark_takes_away(each) for each in _IN_BRACKETS.findall(sentence)):
        return False
    if _is_anothers(sentence) or leaves_choice(lead):
        return False
    if lead.rstrip().endswith(":") and _sense_of_lead(lead) is Sense.PAST:
        return weight_of(sentence) <= IS_UNKNOWN  # `Letztes Mal: L3s KOHLEN`
    if _DOUBTS.search(lead):
        return weight_of(sentence) < IS_LEAD
    if _MY_WORD.fullmatch(lead):
        return weight_of(f"{PLAY}{after}") < IS_MOVE_IN_WORDS
    return _is_as_of_one_meant(sentence)


def _is_as_of_one_meant(sentence: str) -> bool:
    """Tell whether the sentence of a play weighs as those of plays that are meant; of a question more is asked."""
    weight = weight_of(sentence)
    if sentence.endswith("?") and PLAY in _CLAUSE_END.split(sentence)[-1]:
        return weight < IS_LEAD  # `Ist § besser?`, `§ erlaubt?`
    return weight != IS_UNKNOWN and weight < (
        IS_MOVE if _DOUBTS.search(sentence) else IS_MOVE_IN_WORDS
    )


_CLAIM = worded(rf"{PLAY}[\s,;:=(–-]{{1,4}}\d{{1,3}}\s?{{points}}{{end}}\)?(?=\s{{0,3}}[,.;:!()–])")
"""Points claimed say nothing of a play: `§, 24 Punkte, sagt meine Frau`."""


def goes_on_against(said: str, below: str) -> bool:
    """Tell whether the sentence of a play goes on in the line below it, and as a whole weighs against the play.

    >>> [goes_on_against("Ich will § legen", each) for each in ("und kann es nicht", "und freue mich", "LG Eva")]
    [True, False, False]
    """
    if not goes_on(said, below) or commands.is_closing(below.strip()):
        return False
    return weight_of(f"{last_sentence(said).strip()} {next(sentences_of(below))}") >= TAKES_AWAY


def goes_on(said: str, below: str) -> bool:
    """Tell whether the sentence of a play goes on in the line below it: `Ich will § legen` / `und kann es nicht`."""
    own = last_sentence(said).rstrip()
    return PLAY in own and not own.endswith(_CLOSED) and below.lstrip()[:1].islower()


_CLOSED = (".", "!", "?", ":")


def is_never(sentence: str) -> bool:
    """Tell whether a sentence denies the play for which a sign stands in it: `Ich lege nie §`, `No §`, `§: no.`"""
    is_beaten = _MORE_THAN.search(sentence) is not None and _UNSURE.search(sentence) is None
    return is_beaten or _NEVER.search(sentence) is not None


_MY_WORD = worded(
    r"\W{0,4}(?:{filler}\s{1,3})?{begin}{my}{letter}{0,2}\s{1,3}(?:{play}|{field_word}){end}(?:\s{1,3}{is_called}{end})?[\s:]{0,4}"
)
"""`Mein Wort lautet §`: of each word it is known what it does."""
_LAID_ONCE = _cue("laid_once")
_NEVER = worded(
    rf"{{begin}}{{never}}{{end}}\s{{1,3}}{PLAY}|{PLAY}(?:[^.!?\n]{{0,40}}[:–-])?\W{{1,5}}{{no}}{{end}}\W{{0,9}}$"
)

_MORE_THAN = worded(rf"{{begin}}{{more_than}}\s{{1,3}}{PLAY}")  # `Mehr als § geht immer!`


def declines(sentence: str) -> bool:
    """Tell whether a sentence says no to the play for which a sign stands in it, or beside it: `§? Nein danke.`"""
    return _DECLINED.search(sentence) is not None or is_never(sentence) or withdraws(sentence)


_DECLINED = worded(
    rf"{{begin}}{{not_but}}\s{{1,3}}{PLAY}|{PLAY}\W{{1,3}}{{not_but}}{{end}}|{{begin}}{{no}}{{end}}"
)


def is_against(label: str) -> bool:
    """Tell whether a word of the label before a part of a play says that it is not meant, or not now: `Alter Zug`."""
    against = (_UNSURE, _PAST, _WITHDRAWN, _OF_OTHERS, _INSTEAD, OTHERWISE, NEXT_ROUND)
    return any(cue.search(label) for cue in against)


def leaves_choice(before: str) -> bool:
    """Tell whether what leads to a play offers it beside something else: `I might swap, or else play ...`."""
    return _OR_PLAY.search(before) is not None


_OR_PLAY = worded(
    r"{letter}[\s,]{1,3}{or_instead}\s{1,3}(?:(?!{condition}{end}|{otherwise}{end}(?!\s{1,3}{intent}{end})){letter}{1,12}\s{1,3}){0,3}$"
)


def _is_taken_away(before: str) -> bool:
    """Tell whether the sentences before that of a play, on its line, leave it in doubt."""
    said = before if ends_sentence(before) else before[: len(before) - len(last_sentence(before))]
    return bool(said.strip()) and (speaks_against_it(said, is_strict=True) or offers_instead(said))


def _sense_of_clause(before: str, *, is_first: bool) -> Sense:
    """Return what the sentence that leads to a play makes of it, where none of its words tells."""
    sentence = commands.without_greeting(last_sentence(_without(before)))
    of_none = shapes.without_rounds(sentence)  # which it is tells the referee
    sentence = sentence if of_none == sentence else _FOR_IT.sub(" ", of_none)
    if (
        _is_given(sentence)
        or is_somebodys(sentence)
        or _is_anothers(sentence)
        or leads_elsewhere(sentence)
    ):
        return Sense.UNSURE
    against = (_LIKENED.search, _CONDITION_FIRST.match, _FOR_A_TURN.search, _ASKS_OF_PLAY.match)
    if any(cue(sentence) for cue in against):
        return Sense.UNSURE
    if any(map(_announces, (sentence, last_sentence(before)))) or _leads_by_talk(sentence):
        return Sense.MEANT
    if _INTENT.search(sentence):
        return Sense.MEANT if _accounts_for(sentence) else Sense.UNSURE
    sentence = _own_clause(sentence)
    says_nothing = _OPENING.fullmatch(sentence) or have_roles(sentence)
    if (says_nothing or not sentence.strip(_SIGNS)) and not (
        is_first and (_GOES_ON.match(sentence) or _is_rest(last_sentence(before)))
    ):
        return Sense.MEANT
    return Sense.UNSURE


def _is_to_be_done(before: str, sentence: str) -> bool:
    """Tell whether a sentence asks the referee to do what its writer does by it: `Kannst du bitte § eintragen?`"""
    if _REQUEST.search(before) is None:
        return False
    own = sentence_around(*sentence.split(PLAY, 1)) if PLAY in sentence else sentence
    lays = _LAYS_FOR.search(own) is not None and _SAYS_REQUEST.fullmatch(own) is not None
    return lays or _ENTERS.search(sentence) is not None


_REQUEST, _ENTERS = _cue("request"), _cue("enters")


def is_framed(before: str, after: str) -> bool:
    """Tell whether the sentence around a play does nothing but lay it: `Ich will § legen.`, `§ ist meine Wahl.`

    It must end there, and not go on in the next line: `Ich will § legen` / `und kann es nicht`.
    """
    own, _, below = after.partition("\n")
    if below.strip()[:1].islower() and not own.rstrip().endswith((".", "!")):
        return False
    lead = commands.without_greeting(last_sentence(before))
    own = " ".join(f"{lead} {PLAY} {next(sentences_of(after))}".split()).replace(" ,", ",")
    return _FRAMES.fullmatch(_CLAIM_BEHIND.sub(PLAY, own)) is not None


_FRAMES = worded(r"\W*(?:{filler}[\s,:]{1,3})?{frames}[\s.!]*")
_CLAIM_BEHIND = worded(
    rf"{PLAY}[\s,;:(=–-]{{1,4}}(?:{{filler}}\s{{1,3}})?\d{{1,3}}(?:\s?{{points}})?\)?(?![^\W_])"
)
_SAYS_REQUEST = worded(
    r"(?:\W|\d|(?:{request}|{in_my_name}|{laying}|{lays}|{enters}|{polite}|{direction_word}|{place_follows}|{article}|{filler}|{my}{letter}{0,2}|{play}){end})*+"
)
"""No other word is in it: `Could you play something better for me than §?` asks for something else."""
_LAYS_FOR = worded(
    r"{begin}{in_my_name}{end}[^.!?\n]*{begin}(?:{laying}|{lays}){end}|{begin}(?:{laying}|{lays}){end}[^.!?\n]*{begin}{in_my_name}{end}"
)
"""`Kannst du bitte L3s KOHLEN eintragen?`: nothing is asked, a move is made."""


def _accounts_for(sentence: str) -> bool:
    """Tell whether every word has a role in the clause that leads to a play: `so, heute lege ich`.

    One that no list knows may be what makes it somebody else's, a wager or a figure of speech.
    """
    clause = _CLAUSE_END.split(sentence)[-1]
    return have_roles(clause) or _SCORES_WITH.search(clause) is not None


_SCORES_WITH = worded(r"\d\s{0,3}{points}\s{1,3}{filler}\W{0,3}$")


_CLAUSE_END = worded(r"[,;:(–]|\s-\s|{begin}(?:{conjunction}|{contrast}){end}")


def _announces(sentence: str) -> bool:
    """Tell whether the clause right before a colon is its writer's own: `Heute habe ich nur das: `.

    Or it says more than `so`, and each word of it has a role: `Empfang mies, darum kurz: `.
    """
    said = sentence.rstrip()
    if not said.endswith(":"):
        return False
    begin = _begin_of_clause(said)
    clause = said[begin:].lstrip(" ,;")  # `und zwar` begins with its `und`
    return have_roles(clause) and (
        len(clause.split()) > 1 or _I_MYSELF.search(said[begin:]) is not None
    )


def _leads_by_talk(sentence: str) -> bool:
    """Tell whether a sentence that ends with a colon tells of something else: `Sitze beim Kunden, darum kurz: `."""
    said = sentence.rstrip(" :")
    is_talk = sentence.rstrip().endswith(":") and is_of_others(said) and not hands_on(said)
    return is_talk and not speaks_against_it(said, is_strict=True)


_FOR_IT = worded(r"{begin}(?:{meant_for}|{place_follows})(?:\s{1,3}{article})?\s{2,40}(?![^\s,;:])")
"""What is left of `For round 3`."""
_LIKENED = worded(r"{begin}{likened}\W{0,4}$")
_FOR_A_TURN = worded(
    r"(?:{begin}{meant_for}\s{1,3}(?:{article}\s{1,3})?(?:{turn}|{play})|^\W{0,4}{turn})\s{0,2}\d"
)
_CONDITION_FIRST = worded(r"\W{0,9}{condition}{end}")
_ASKS_OF_PLAY = worded(r"\W{0,4}{asks_of_play}{end}[^,;:]*$")
"""`How much is M10s BEHAUE`, with no question mark."""


def _asks_or_puzzles(lead: str) -> bool:
    """Tell whether what leads to a play asks about it, or sends it to something else than a game."""
    return _ASKS_FIRST.match(lead) is not None or _FOR_PUZZLE.search(lead) is not None


def asks_by_verb(before: str, after: str) -> bool:
    """Tell whether nothing but a verb stands before a play, and a question mark behind it or its points.

    >>> [asks_by_verb(before, "27?") for before in ("Does ", "Also ")]
    [True, False]
    """
    is_asked = _VERB_ALONE.fullmatch(last_sentence(before)) is not None
    return is_asked and _ENDS_ASKING.match(after) is not None


_VERB_ALONE = worded(
    r"\W{0,4}{asks_by_verb}\s{1,3}(?:(?:{article}|{play}|{my}{letter}{0,2})\s{1,3}){0,3}"
)
_ENDS_ASKING = regex(r"[^,.;:!?\n]{0,60}\?")
_ASKS_FIRST = worded(
    r"\W{0,4}(?:{letter}{1,15}(?:\s{letter}{1,15})?[,:]\s{1,3})?{asks_first}{end}[^,:;.!?]{0,60}"
    r"(?:,\s?(?!(?:{myself}|{intent}){end}){letter}{1,15}(?:\s{letter}{1,15})?)?\s{0,3}[:,]?\s*$"
)
"""`Ist das gültig, Ruth: L3s DAUERT`, with no question mark: whoever asks has not decided."""
_FOR_PUZZLE = _cue("for_puzzle")
"""What is for something else is no move in any game: `sondern für das Preisrätsel: ...`."""
_I_MYSELF = worded(r"{begin}{myself}{end}")


_FOR_A_WORD = worded(
    r"{begin}{in_place_of}\s{1,3}(?:(?:{article}|{play}|{my}{letter}*)\s{1,3}){0,2}"
    r"(?-i:[A-ZÄÖÜ]{2,15})(?![{letters}\d])"
)
"""`statt AMINE`: a word without its place that a play stands for."""


def _stands_alone(before: str, after: str) -> bool:
    """Tell whether a play is a sentence of its own: `Sorry for the delay. L4d MENÜS. Best, Karin`.

    What the sentences before it say counts as in a line above; but so few words as `Oder doch so?` speak of the play.
    """
    if _ENDED.search(before) is None or _ENDS.match(_without(after)) is None:
        return False
    said = [_without(each) for each in _SENTENCE_END.split(before) if each.strip()]
    if any(map(_WITHDRAWN.search, said)):
        return False
    is_short = len(said[-1].split()) <= _FEW
    against = (_PAST, _OF_OTHERS, NEXT_ROUND, _UNSURE)
    return not (is_short and any(cue.search(said[-1]) for cue in against))


def sentences_of(text: str) -> Iterator[str]:
    """Yield the sentences of a text, each with its stop."""
    start = 0
    for end in _SENTENCE_END.finditer(text):
        yield text[start : end.end()]
        start = end.end()
    yield text[start:]


def without_rounds_told(text: str) -> str:
    """Return a line that leads to a play without the sentences before its last that tell of a round that was.

    >>> without_rounds_told("Runde 4 war ja ein Trauerspiel. Jetzt:")
    ' Jetzt:'
    """
    *told, last = sentences_of(text)
    kept = (each for each in told if shapes.round_in(each) is None or _PAST.search(each) is None)
    return "".join([*kept, last])


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each sentence of a text begins, and where it ends."""
    return pairwise(accumulate(map(len, sentences_of(text)), initial=0))


def is_all_talk(text: str, down_from: int = IS_TALK_ALL_THE_SAME) -> bool:
    """Tell whether each sentence of a text is clearly talk: *down_from* a weight."""
    said = [each for each in sentences_of(text) if any(words_of(each))]
    return bool(said) and all(weight_of(each) <= down_from for each in said)


def says_who(text: str) -> bool:
    """Tell whether who writes says in a text that it is he: `Ich passe`."""
    return _I_MYSELF.search(text) is not None


def ends_sentence(text: str) -> bool:
    """Tell whether words end with a stop, so that what follows is a sentence of its own."""
    return _ENDED.search(text) is not None


_FEW = 3
"""So few words may be a question about the play itself: `Oder doch so?`."""


_ENDED = regex(r"(?<=[a-zäöüß)])(?:[.!?]+|\s[!?])\s{1,3}$")
_ENDS = regex(r"\s{0,3}(?:$|[.!;,\n])")


def greeting_before(text: str) -> int:
    """Return where what follows a greeting at the beginning of a line begins; 0 without one."""
    return len(text) - len(commands.without_greeting(text))


def clause_before(before: str) -> str:
    """Return the words before a play that say whose it is: its sentence, or the clause that says `ich`."""
    sentence = _STOP_BEHIND_CAPITALS.split(commands.without_greeting(last_sentence(before)))[-1]
    clause = re.split("[,;]", sentence)[-1]
    says_own = _INTENT.search(clause) is not None and _I_MYSELF.search(clause) is not None
    return clause if says_own else sentence


STOP_BEHIND_CAPITALS = r"(?<=(?-i:[A-ZÄÖÜ]{2}))\)?[.!]{1,3}(?=\s{1,3}(?-i:[A-ZÄÖÜ]))"
"""A word in capitals ends a sentence, too: `Ich dachte an KEGEL. Ich nehme ...`"""
_STOP_BEHIND_CAPITALS = worded(STOP_BEHIND_CAPITALS)


def gives_way(before: str, after: str) -> bool:
    """Tell whether a play among several of its line is the one that another stands for: `statt L4s AMINE`."""
    cue = _IN_PLACE_OF.search(before)
    return cue is not None and sense_of(before[: cue.start()], after, is_first=False) in (
        Sense.MEANT,
        Sense.INSTEAD,
    )


_IN_PLACE_OF = worded(r"{begin}{in_place_of}(?:\s{1,3}(?:{article}|{play}|{my}))?\s{0,3}:?\s{0,3}$")


def _is_rest(sentence: str) -> bool:
    """Tell whether a line begins in the middle of a sentence, as one that a program has wrapped."""
    return sentence.lstrip()[:1].islower()


def _sense_of_lead(before: str) -> Sense | None:
    """Return what the last telling words before a play say; None if none is there."""
    text = _without(before)
    otherwise = _last(OTHERWISE, text)
    plain = OTHERWISE.sub(lambda found: " " * len(found[0]), text)
    sentence = commands.without_greeting(last_sentence(plain))
    offset = len(plain) - len(sentence)
    instead = _last(_INSTEAD, plain)
    own = _own_clause(sentence)
    past, of_others = (_last(cue, own, len(plain) - len(own)) for cue in (_PAST, _OF_OTHERS))
    unsure = _last(_UNSURE, sentence, offset)
    withdrawn = _last(_WITHDRAWN, plain)
    if withdrawn < offset and _takes_back_older(plain[:offset]):
        withdrawn = -1
    against = max(past, of_others, unsure, withdrawn)
    if otherwise > max(against, instead) and (
        _OF_OTHERS.search(sentence) or _EITHER.search(sentence)
    ):
        return Sense.UNSURE
    is_still_past = 0 <= past < instead and _CLAUSE_END.search(plain, past, instead) is None
    if max(instead, otherwise) > against and not is_still_past:  # `Ich hatte doch geschrieben: `
        return Sense.INSTEAD if otherwise < 0 else Sense.ALTERNATE
    if against < 0:
        return None
    return Sense.PAST if past >= 0 else Sense.UNSURE


def _takes_back_older(said: str) -> bool:
    """Tell whether what is taken back was sent before: `Forget what I sent yesterday. My move is ...`"""
    taken = [each for each in _SENTENCE_END.split(said) if _WITHDRAWN.search(each)]
    return all(_OLDER.search(each) for each in taken)


_OLDER = _cue("older")


def _own_clause(sentence: str) -> str:
    """Return the clause that leads to a play, where each word of it has a role: `..., aber jetzt: `; else the sentence.

    What is told before it, `Das war eine harte Nuss, ...`, is talk, unless it speaks of the play.
    """
    *_, begin = (0, *(each.end() for each in _CLAUSE_END.finditer(sentence.rstrip(" :"))))
    own = sentence[begin:]
    is_own = begin > 0 and any(map(str.isalpha, own)) and have_roles(own)
    is_talk = is_own and not takes_away(sentence[:begin]) and not hands_on(sentence[:begin])
    return own if is_talk else sentence


def _last(cue: re.Pattern[str], text: str, offset: int = 0) -> int:
    return max((found.end() + offset for found in cue.finditer(text)), default=-1)


def last_sentence(text: str) -> str:
    """Return the end of *text* from where its last sentence begins that says anything."""
    start = 0
    for end in _SENTENCE_END.finditer(text):
        if text[end.end() :].strip():
            start = end.end()
    return text[start:]


def sentence_around(before: str, after: str) -> str:
    """Return what stands in the sentence of a play before it and after it."""
    return f"{last_sentence(before)} {_SENTENCE_END.split(after, maxsplit=1)[0]}"


_RECKONED = worded(
    r"^(?=[^.!?\n]{0,60}\d)(?:\W|(?:{reckons}|{reckoned}|{right}|{filler}|{points}|{total}){end}|\d{1,3}(?!\d))*+(?=$|\n)"
)
"""What is said of a play's points to the end of the line, and nothing else."""


_ADDS_UP = worded(
    r"^\s{0,3}{sums_up}(?:\s{1,3}(?:{filler}|{myself}|{place_follows}|{reckons}|{idle})){0,4}\s{1,3}\d{1,3}(?:\s{1,3}{points})?(?:\s{1,3}{letter}{2,12})?(?=\s{0,3}[.!]?\s{0,3}(?:$|\n))"
)
"""`Mit L3s KOHLEN müsste ich auf 36 kommen.`"""


def is_clear_after(before: str, after: str) -> bool:
    """Tell whether nothing behind a play in its line speaks against it; *before* it its sentence begins."""
    if amends_word(after) or _NOT_LAID.match(after):
        return False
    text = _RECKONED.sub(" ", _without(after), count=1)
    text = _ADDS_UP.sub(" ", text, count=1)
    text = _FOR_A_WORD.sub(" ", OTHERWISE.sub(" ", text))
    sentence = _SENTENCE_END.split(text, maxsplit=1)[0]
    said = _SET_OFF.split(sentence, maxsplit=1)[0]
    if rewords(text, ()):
        return False
    is_against = any(cue.search(text) for cue in (_WITHDRAWN, _SQUARE_INSTEAD)) or any(
        cue.search(said) for cue in (_UNSURE, _PAST, _CORRECTED, _FOR_LATER)
    )
    asks = "?" in text[: len(sentence) + 1]
    if asks and said != sentence:  # what is set off from the play may ask about something else
        asks = not is_of_others(f"{sentence[len(said) :]}?")
    if is_against or asks or breaks_off(text[len(sentence) + 1 :]):
        return False
    if (
        _speaks_against_it_behind(before, text, after)
        or is_too_much(said)
        or _WORD_AND_PLACE.search(sentence)
    ):
        return False
    return _is_accounted_for(text)


_NOT_LAID = worded(r"\W{0,4}(?:\d{1,3}(?:\s?{points})?\W{1,3})?{negated_lays}\s{0,3}(?=$|[.,;!\n])")
"""`L3s KOHLEN 36 lege ich lieber doch nicht, sonst macht Jonas mir die Ecke kaputt`: whatever the reason."""
_OTHER_FORM = worded(
    r"[\s,;:(–-]{1,4}(?:{letter}{2,6}\s){0,2}{plural}{end}|\s(?:[-+,]\s?)?(?-i:[A-ZÄÖÜ])\s{0,3}(?:\n|$)|\s?\(\s?[-+]\s?(?-i:[A-ZÄÖÜ])\s?\)"
    r"|[\s,;:(–-]{0,4}(?:{letter}{2,6}\s){0,2}{amended_with}[\s-]{1,9}(?:{letter}{1,3}\s{1,9})?(?-i:[A-ZÄÖÜ])"
    r"(?=\s?(?:$|[\n.,;!)?])|\s(?:{at_word_end}|{beside_letter}){end})"
)
"""`KOHLE, plural`, `KOHLE N`, `KOHLE (-E)`, `KOHLE, bloß mit N am Ende`"""
_SET_OFF = regex(r"\s[–-]{1,2}\s")
"""What stands behind it is a remark, and looked at as a sentence beside the play."""
_WORD_AND_PLACE = worded(
    r"{begin}(?!(?:{joker}|{points}){end})(?-i:[A-ZÄÖÜ]{2,15})\s{0,2}[(,]\s{0,2}{square}(?![{letters}\d])"
)
"""`... sowie RAUMES (N8, ebenfalls senkrecht)`: another play, told in another way than the first."""


def _is_accounted_for(after: str) -> bool:
    """Tell whether every word has a role that stands behind a play in its own clause.

    What is set off from it, `L3s KOHLEN, schönes Wochenende`, is a remark.
    """
    sentence = _SENTENCE_END.split(_CONJUNCTION.sub(",", after), maxsplit=1)[0]
    clauses = _CLAUSE_END.split(sentence)
    said = clauses if _QUOTED.match(sentence) else clauses[:1]
    return all(
        have_roles(_OF_JOKERS.sub(" ", each)) or commands.is_greeting(each.strip()) for each in said
    )


_CONJUNCTION = _cue("conjunction")
_OF_JOKERS = worded(
    r"(?<![{letters}\d])(?:{joker}|{swap}|{square}|{stands_for}|{joker_for}|{without}|(?-i:[A-ZÄÖÜ]{1,15})){end}"
)


QUOTE = r"[\"”“»«'’]"
_QUOTED = regex(rf"{QUOTE}\s{{0,2}},?\s{{0,2}}[^\W\d_]")
"""What goes on behind a play in quotation marks, which may be what somebody else said."""


def is_speech(text: str, start: int, end: int) -> bool:
    """Tell whether what stands from *start* to *end* is in quotation marks, and words of another tell of it.

    `"L3s KOHLEN!" rief Karin ins Telefon`; but `"L3s KOHLEN" lege ich`.
    """
    if len(_MARK.findall(text, 0, start)) % 2 == 0 or (closing := _MARK.search(text, end)) is None:
        return False
    rest = text[closing.end() :].lstrip(" ,")
    clause = _CLAUSE_END.split(_SENTENCE_END.split(rest, maxsplit=1)[0])[0]
    return rest[:1].islower() and not have_roles(clause)


def is_quoted_over_lines(above: str, below: str) -> bool:
    """Tell whether a quotation that begins on a line *above* a play ends *below* it: it is no move of who quotes it."""
    return len(_MARK.findall(above)) % 2 == 1 and _MARK.search(below) is not None


_MARK = regex(r"[\"„“”«»]")


def remark_in(text: str) -> int | None:
    """Return where a remark begins with which a line ends, and which says nothing of its play; None without one."""
    found = _REMARK.search(text)
    return None if found is None else found.start()


_REMARK = worded(r"[\s,;–-]{1,9}{polite}\W*$")


def breaks_off(text: str) -> bool:
    """Tell whether a sentence begins as one does by which somebody stops himself: `Nein, ...`."""
    return _BREAKS_OFF.match(text) is not None


def breaks_off_below(text: str) -> bool:
    """Tell the same of a sentence or line of its own: `oder` between two plays only joins them."""
    return breaks_off(text) and not only_joins_plays(text)


def only_joins_plays(text: str) -> bool:
    """Tell whether a line stands between two plays and says no more than that one of them may do."""
    return _JOINS_PLAYS.fullmatch(text) is not None


_JOINS_PLAYS = worded(r"\W{0,9}{before_last}[^\w?]{0,3}")
_BREAKS_OFF = worded(
    r"\W{0,9}{breaks_off}(?:\s{dear_reader}(?=\s{0,2}[,.!]))?(?:\W{0,3}$|\s{0,2}[,.!:;…-]|\s{1,3}(?-i:[A-ZÄÖÜ]))"
)


def speaks_of_it(text: str) -> bool:
    """Tell whether a sentence beside a play speaks of the play: `Das ist für Runde 7.`"""
    return _SPEAKS_OF_IT.search(text) is not None


def asks_for_it(text: str) -> bool:
    """Tell whether a sentence beside a play says what to do with one: `Bitte bei Karin verbuchen.`"""
    return _DOES.search(text) is not None


def speaks_against_it(text: str, *, is_strict: bool = False) -> bool:
    """Tell whether a sentence beside a play says that it is not to count, or not now: `Den lege ich nicht.`

    It speaks of the play (`das`), or begins as one that leaves that out: `Bitte nicht eintragen`. What is said
    of its worth, `Das bringt nicht viel`, is nothing against it. *is_strict*: of what is not talk nobody knows.
    """
    if text.lstrip().startswith(_OF_OTHERS_MAIL):
        return False
    return any(map(_is_against if is_strict else _may_be_against, sentences_of(text)))


@remembered
def _may_be_against(sentence: str) -> bool:
    return _may_take_away(sentence, is_strict=False)


@remembered
def _is_against(sentence: str) -> bool:
    return _may_take_away(sentence, is_strict=True)


def amends_letter(text: str) -> bool:
    """Tell whether words beside a play amend its word by a letter: which word is meant then, nobody wrote.

    >>> [amends_letter(text) for text in ("minus the D", ", with an L for the I", "Das S am Ende bitte weglassen.")]
    [True, True, True]
    >>> [amends_letter(text) for text in ("there ought to be an S on the end", "es fehlt ein N.", "statt S das T")]
    [True, True, True]
    >>> [amends_letter(text) for text in ("mit dem N von WINTER", "plus Bonus", "das K war schwer", "S. Weg")]
    [False, False, False, False]
    """
    return _AMENDS.search(text) is not None


_ONE_LETTER = (
    r"(?:(?:{article}|{a_thing})\s{1,9})?(?<![\w'’*])(?-i:(?![IA]\s[a-z])[A-ZÄÖÜ])(?![\w'’*])"
)
_ANY_LETTER = r"(?:{article}\s{1,9})?(?<![\w'’*])(?-i:[A-ZÄÖÜ])(?![\w'’*])"
_AMENDS = worded(
    rf"{{begin}}{{amended_by}}\s{{1,9}}(?:(?:{{first}}|{{last}})\s|{{article}}\s(?:{{first}}|{{last}})\s)?{_ONE_LETTER}(?=\s?(?:$|[\n.,;!)])|\s{{1,3}}{{at_word_end}}{{end}})"
    rf"|{_ANY_LETTER}(?:\s{{letter}}{{1,10}}){{0,2}}\s(?:{{in_place_of}}|{{letter_for}})\s{{1,9}}{_ANY_LETTER}"
    rf"|{{begin}}{{in_place_of}}\s{{1,9}}{_ANY_LETTER}\W{{1,3}}{_ANY_LETTER}"
    rf"|{_ONE_LETTER}\s{{amended_to}}\s{{1,9}}{_ONE_LETTER}"
    rf"|{_ONE_LETTER}(?!\.)[^.!?\n,]{{0,30}}{{begin}}{{letter_off}}{{end}}"
    rf"|{{begin}}{{letter_off}}\s(?:{{letter}}{{2,6}}\s){{0,2}}{_ONE_LETTER}"
)


def amends_word(after: str) -> bool:
    """Tell the same of what stands right behind a play, where an ending may stand alone: `KOHLE (-E)`, `, plural`."""
    return amends_letter(after) or _OTHER_FORM.match(after) is not None


def _speaks_against_it_behind(before: str, text: str, said: str) -> bool:
    """Tell the same, strictly, of what follows a play on its line; the first belongs to the sentence *before* it.

    That is weighed as it is *said*, too, with what *text* leaves out: `..., in der nächsten Runde hoffentlich mehr`.
    """
    if (stop := _STOPS_AT_ONCE.match(text)) is not None:
        return any(map(_is_against, sentences_of(text[stop.end() :])))
    own, *further = sentences_of(text)
    whole = next(sentences_of(said))
    is_own = _may_take_away(own, is_strict=True, lead=f"{before}{PLAY}")
    if is_own and (OTHERWISE.search(whole) or not is_talk(f"{before}{PLAY}{whole}")):
        return True
    return any(map(_is_against, further))


_STOPS_AT_ONCE = regex(r"\s?[.!]{1,3}(?=\s)")
"""`L3s DAUERT. Ab Montag bin ich im Urlaub.`"""


def _may_take_away(sentence: str, *, is_strict: bool, lead: str = "") -> bool:
    if commands.is_closing(sentence):
        return False
    if not lead and hangs_on_the_world(sentence):
        return True
    if amends_letter(sentence):
        return True
    if asks_of_what_stands_there(sentence) or leaves_choice_open(sentence):
        return True
    if is_plainly_against(sentence):
        return True
    if is_for_person(sentence) or asks_to_hear(sentence):
        return False
    if NEXT_ROUND.search(sentence) and _IT_IS_WHAT.match(sentence):
        return True  # `It's what I would do next time round.`
    if _WITHOUT_LEAVE.search(sentence):
        return True  # `My brother sent this without asking me.`
    is_of_another = (
        any(each.search(sentence) for each in (DISMISSES, REPLACES))
        or OFFERS.match(sentence)
        or shapes.round_in(sentence) is not None  # whether it is the open one tells the referee
    )
    weight = 1 if is_of_another else weight_of(lead + OTHERWISE.sub(" ", sentence))
    is_short = sum(map(str.islower, words_of(sentence))) < _FEW
    if is_short and not lead and withdraws(sentence):
        return True  # `gestrichen`, whatever else may be
    is_doubted = _DOUBTS.search(_AND_IS.sub(" ", sentence)) is not None
    if weight <= (IS_TALK_ALL_THE_SAME if is_short or is_doubted else IS_TALK):
        return False
    is_sentence = any(map(str.islower, words_of(sentence))) and _SQUARE.search(sentence) is None
    if weight >= TAKES_AWAY and is_sentence:  # no name, no title, no other play
        return sentence.rstrip().endswith("?") or commands.command_in(sentence) not in _SHOWS
    if is_of_others(sentence):
        return False
    is_left_open = is_strict and (breaks_off_below(sentence) or is_strange(sentence))
    return is_left_open or _is_against_it(sentence)


_SHOWS = frozenset({Command.STATUS, Command.RULES, Command.HELP})
"""Who wants to see something says nothing of his move: not `Is it my turn yet?`"""


def hangs_on_the_world(sentence: str) -> bool:
    """Tell whether a sentence beside a move lets it count on a condition that nobody here can look up.

    >>> said = ("Wenn die Rente kommt, spiele ich das.", "If I counted right that's my go.")
    >>> [hangs_on_the_world(each) for each in said]
    [True, False]
    """
    found = _HOLDS_IF.match(sentence) or _HOLDS_SO_IF.search(sentence)
    return found is not None and _SETTLES_ITSELF.search(found["what"]) is None


_HOLDS_IF = worded(
    r"\W{0,9}(?:(?:{conjunction}|{only}){end}\s{1,3})?(?:{condition}|{holds_until}|{provided}){end}(?P<what>[^.!?;]{3,120}?)[,:]?\s{1,3}{holds_so}"
)
_HOLDS_SO_IF = worded(
    r"{begin}{holds_so}(?:(?!{even}{end})[^.!?;,]){0,20}?,?\s{1,3}(?:{condition}|{provided}){end}(?P<what>[^.!?;,]{3,120})"
)
_SETTLES_ITSELF = worded(r"{begin}{settles_itself}{end}")


def asks_of_what_stands_there(sentence: str) -> bool:
    """Tell whether a sentence asks about the word or the move above or below it.

    >>> [asks_of_what_stands_there(each) for each in ("Would the word below be accepted?", "See the move below.")]
    [True, False]
    """
    return sentence.rstrip().endswith("?") and _POINTS_AT.search(sentence) is not None


def leaves_choice_open(sentence: str) -> bool:
    """Tell whether a sentence beside a move leaves it to somebody else, or asks whether it is to be another.

    >>> [leaves_choice_open(each) for each in ("You tell me which.", "Oder was mit S?", "You choose the wine.")]
    [True, True, False]
    """
    return any(each.fullmatch(sentence) for each in (_UP_TO_YOU, _OR_SOME_OTHER))


_UP_TO_YOU = worded(
    r"\W{0,9}(?:[^.!?]{0,60}{begin}{cannot_choose}{end}[^.!?]{0,20}[,;–-]\s{1,3})?{up_to_you}{end}\W*"
)
_OR_SOME_OTHER = worded(
    r"\W{0,4}{or_instead}\s{1,3}{some_other}(?:\s{1,3}{amended_with}{end}[^.!?]{0,40})?\s{0,3}\?\s*"
)
_WITHOUT_LEAVE = worded(r"{begin}{without_leave}{end}")
_AND_IS = worded(r"{begin}{conjunction}\s{1,3}{is_called}{end}")  # `ist schwäbisch und heißt Kahn`
_POINTS_AT = worded(r"{begin}{points_at}{end}")
_IT_IS_WHAT = worded(
    r"\W{0,9}(?:{it_perhaps}|{it})(?:['’]\w{1,2}|\s{1,3}{letter}{2,6}){0,2},?\s{1,3}{what_was}{end}"
)
_DOUBTS = worded(r"{begin}(?:{unsure}|{unsettles}|{withdrawn}|{withdrawn_apart}){end}")
_OF_OTHERS_MAIL = (">", "|")
"""With them a line begins that is quoted."""


def _is_against_it(sentence: str) -> bool:
    return _is_anothers(_without(sentence)) or takes_away(sentence)


# Not `das Wetter`, `den ganzen Tag`: in German a noun follows an article.
_SPEAKS_OF_IT = worded(  # `..., so no hurry` does not
    r"(?:^|[,;:(–-])\W{0,3}{thus}{end}(?!\s{1,3}(?:{article}|(?:{no}|{without_any}{letter}{0,2}){end}))|{begin}(?:{it}|{it_perhaps})(?:\s{1,3}(?:{letter}{1,20}e[nrsm]?\s{1,3})?(?:{field_word}|{play}){end}|{end}(?!\s{1,3}(?:{letter}{1,20}e[nrsm]?\s{1,3})?(?-i:[A-ZÄÖÜ])))"
)
_OF_LAST_ROUND = worded(r"{begin}{past}\s{1,3}(?:{round}|{turn}|{play})")
_DOES = worded(r"{begin}(?:{does}|{done}){end}")
_SENDS = _cue("sends")


def says_other_way(after: str, direction: Direction) -> bool:
    """Tell whether the sentence behind a play names the way that it does not go: `G8s LERNT (waagerecht)`."""
    sentence = _SENTENCE_END.split(after, maxsplit=1)[0]
    return _WAY[direction.other].search(sentence) is not None


def _ways(direction: Direction) -> Iterator[str]:
    """Yield the names of a direction that nobody takes for anything else."""
    yield from (form for form in direction_forms(direction) if len(form) >= _UNMISTAKABLE)
    yield from (each for each in phrases_of(direction) if " " in each or len(each) > _UNMISTAKABLE)


_UNMISTAKABLE = 6
_WAY = {each: worded(rf"{{begin}}{any_of(_ways(each))}{{end}}") for each in Direction}


_SQUARE_INSTEAD = worded(
    r"{begin}(?:{instead}|{correction}){end}\W{0,3}{square}"
    r"|[:,]\s{1,3}(?:{place_follows}\s{1,3})?{square}[\s.!]*$"
)
"""`Nein, 14K`, `Na, ab K natürlich, weil das T an MILCH kommt: 14K.`"""


def sense_of_line(text: str) -> Sense | None:
    """Return what a line without a play says of the play in the line below; None if nothing."""
    if _MY_NEXT.fullmatch(text) or _ONCE_MORE.fullmatch(text) or only_praises(text):
        return None
    said = last_sentence(text).strip()
    leads = said.endswith(":")
    if asks_of_what_stands_there(said) or (leads and _asks_or_puzzles(said)) or is_somebodys(said):
        return Sense.UNSURE
    if leads and (_ANOTHER_SAID.search(said) or leads_to_taken_back(said)):
        return Sense.UNSURE
    if leads and _IS_TO_WAIT.search(_CLAUSE_END.split(said.rstrip(" :"))[-1]):
        return (
            Sense.UNSURE
        )  # `Perhaps I will play:`, `Please wait before entering this:`, else said as a move is
    if (announced := _announced(text)) is not None:
        return announced if announced is Sense.INSTEAD else None
    sense = _sense_of_line(text)
    if leads and sense is Sense.UNSURE and _sense_of_lead(_without(text)) is Sense.PAST:
        return sense if weight_of(f"{said} {PLAY}") > IS_LEAD else None
    is_talk = sense is Sense.UNSURE and _ONLY_CAPITALS.search(text) is None and is_all_talk(text)
    if is_talk and not (leads and weight_of(f"{said} {PLAY}") >= IS_LEAD):
        sense = None
    takes_back = len(text.split()) <= _MOST_OF_TITLE and withdraws(text)
    return Sense.UNSURE if sense is None and (takes_back or _leads_to_no_move(text)) else sense


def leads_to_taken_back(sentence: str) -> bool:
    """Tell whether what a sentence takes back may stand below it.

    >>> said = ("Der Zug war Quatsch, den ziehe ich zurück:", "Den Zug bitte streichen, neu:")
    >>> [*map(leads_to_taken_back, (*said, "Nochmal richtig, die Mail von vorhin bitte löschen:"))]
    [True, False, False]
    """
    last = _LAST_CLAUSE.split(sentence.rstrip())[-1]
    return _LEADS_TO_TAKEN_BACK.search(last) is not None and _SENT_OLDER.search(last) is None


_LAST_CLAUSE = regex(r"[,;]\s")
_SENT_OLDER = worded(rf"{{begin}}{OLDER}")
_LEADS_TO_TAKEN_BACK = worded(r"{begin}{takes_back_what_is_below}\s{0,3}:$")


_ANOTHER_SAID = worded(r"{another_said}\s{0,3}:$")
"""`Zwischen Tür und Angel meinte der Schornsteinfeger:`"""


def doubts_below(text: str) -> bool:
    """Tell whether a line without a play puts the play in the line below in doubt."""
    return sense_of_line(text) in (Sense.UNSURE, Sense.PAST)


def only_praises(text: str) -> bool:
    """Tell whether a line that ends with a colon only thanks or praises whom it speaks to.

    >>> only_praises("Das ist aber nett von dir, Klaus:"), only_praises("Das ist von Klaus:")
    (True, False)
    """
    return text.rstrip().endswith(":") and is_only_kind([_TO_WHOM.sub("", text)], ())


_TO_WHOM = worded(r",\s{0,3}(?:{dear}\s{1,3})?(?-i:[A-ZÄÖÜ]){letter}{1,20}\s{0,3}:\s{0,9}$")
_MOST_OF_TITLE = 1


_IS_TO_WAIT = worded("{begin}(?:{perhaps}|{asks_to_wait}){end}")


def _leads_to_no_move(text: str) -> bool:
    """Tell whether what stands below a line that ends with a colon is hardly ever meant: `Aus der Zeitung:`."""
    if not text.rstrip().endswith(":") or shapes.round_in(text) is not None:
        return False  # whether the round that it names is the open one tells the referee
    said = last_sentence(text).strip()
    is_plain = have_roles(_CLAUSE_END.split(said.rstrip(" :"))[-1])
    weight = weight_of(f"{said} {PLAY}")
    is_known = weight != IS_UNKNOWN
    return is_known and weight > (TAKES_AWAY if is_plain else IS_TALK_ALL_THE_SAME)


def _sense_of_line(text: str) -> Sense | None:
    named = REPLACES.search(text) if text.rstrip().endswith(":") else None
    if named is None:
        return _sense_of_talk(text)
    rest = f"{text[: named.start()]} {text[named.end() :]}"
    return Sense.INSTEAD if sense_of(rest, "", is_first=False) is Sense.MEANT else Sense.UNSURE


def _sense_of_talk(text: str) -> Sense | None:
    """Return the same of a line that names nothing that was sent before."""
    plain = _without(text)
    leads = text.rstrip().endswith(":")
    beside = text
    said = last_sentence(text)
    is_of_round = shapes.round_in(text) is not None and _UNSURE.search(plain) is None
    if leads and (is_of_round or (_INTENT.search(said) and have_roles(said))):
        beside = ""
    elif leads and _ends_with_intent(plain):  # what comes before in its sentence
        beside = said[: _begin_of_clause(said)]
    if leads and _OLDER.search(plain) and _INSTEAD.search(said) and _WITHDRAWN.search(plain):
        return Sense.INSTEAD  # `Mein Zug von gestern gilt nicht mehr, stattdessen bitte: `
    if (
        _WITHDRAWN.search(plain)
        or _ASKS_WHY.search(plain)
        or speaks_against_it(beside, is_strict=not leads)
    ):
        return Sense.UNSURE
    hanging = _HANGS_ON_WHAT_FOLLOWS.search(text)
    if hanging is not None and not hanging[0].isupper():  # `8H GEGEN` is a play
        return Sense.UNSURE
    last_clause = _CLAUSE_END.split(last_sentence(plain).rstrip(" :"))[-1]
    is_elsewhere = leads and not is_of_round and leads_elsewhere(last_clause)
    if is_elsewhere or asks_of_it(plain) or offers_instead(plain):
        return Sense.UNSURE
    if not text.rstrip().endswith((":", "...", "-")) and len(plain.split()) > 3:
        return None
    if NEXT_ROUND.search(last_sentence(plain)):
        return Sense.UNSURE
    lead = _sense_of_lead(plain)
    if not text.rstrip().endswith(":"):
        return None if lead is Sense.UNSURE else lead
    is_conditional = is_on_condition(OTHERWISE.sub(" ", last_sentence(plain)))
    if is_conditional or (lead in (None, Sense.INSTEAD) and _leads_elsewhere(text)):
        return Sense.UNSURE
    return None if lead in (Sense.UNSURE, Sense.PAST) and _ends_with_intent(plain) else lead


_MY_NEXT = worded(r"\W{0,9}{my}{letter}{0,2}\s{1,3}{next_round}\s{0,3}:\s{0,9}")
"""`Mein nächster Zug:` above a play is the move of now."""
_ONCE_MORE = worded(
    r"\W{0,9}(?:(?:{is_sorry}|{exclaims}|{please}|{hello})[\s,.!–-]{1,4}){0,3}{once_more}(?:[\s,]{1,3}{please})?[\s:.!]{0,9}"
)
"""`Entschuldigung, noch einmal:` above what was not understood before."""
_HANGS_ON_WHAT_FOLLOWS = worded(
    r"{begin}(?:{of_another}|{meant_for}|{likened})(?:\.{3}|[^\w.!?]){0,3}$"
)
"""`Was hältst du von`, above a play."""


def _begin_of_clause(text: str) -> int:
    """Return where the last clause of a text that ends with a colon begins."""
    *_, begin = (0, *(each.start() for each in _CLAUSE_END.finditer(text.rstrip(" :"))))
    return begin


_NO_MATTER = phrases("people", "settled")
"""`Wie geht es dir?`"""


def asks_of_it(text: str) -> bool:
    """Tell whether a text right above a play ends with a question about it: `Is this how one sends a move?`."""
    question = _NO_MATTER.sub(" ", last_sentence(text))
    cues = (_DOES, _SENDS, _POSSIBLE, _FIELD)
    is_of_it = speaks_of_it(question) and any(cue.search(question) for cue in cues)
    return is_of_it and text.rstrip().endswith("?")


def offers_instead(text: str) -> bool:
    """Tell whether a sentence above a play names a word in capitals instead: `statt dem hier soll es SALBEI heißen.`

    One that ends with a colon leads to the play.
    """
    if text.rstrip().endswith(":"):
        return False
    is_said = any(cue.search(text) for cue in (_INSTEAD, _RATHER))
    return is_said and _ONLY_CAPITALS.search(text) is not None


def _leads_elsewhere(text: str) -> bool:
    """Tell whether the clause that leads to the line below has a word that no list knows, and no `ich lege`.

    `Da stand bei mir noch das hier drin:`, `jetzt nehme ich doch WINTER:`; names and titles say nothing.
    """
    clause = _CLAUSE_END.split(last_sentence(text).rstrip(" :"))[-1]
    if shapes.round_in(text) is not None:  # which round it is tells by itself whether to ask
        return False
    if _ONLY_CAPITALS.search(clause) is not None:
        return True
    is_known = have_roles(clause) or (
        have_roles(_A_NAME.sub(" ", clause)) and _FOR_A_NAME.search(clause) is None
    )
    return not is_known and _SAYS_MINE.search(clause) is None


_FOR_A_NAME = worded(
    r"{begin}(?:{of_another}|{meant_for})\s{1,3}(?:(?!(?:{play}|{round}|{opening}|{my}{letter}{0,2}|{by_myself}){end})(?-i:[A-ZÄÖÜ])){letter}+"
)
"""`Für Anneliese:`, whether anybody here is called so or not."""


def _is_given(sentence: str) -> bool:
    """Tell whether a sentence begins with somebody whose the play is: `From Annie, who has no internet: `."""
    return _FOR_A_NAME.match(sentence.lstrip()) is not None


_ONLY_CAPITALS = worded(r"{begin}(?!(?:ZAT|PS|{play}|{round}){end})(?-i:[A-ZÄÖÜ]){4,15}{end}")
_A_NAME = worded(r"(?-i:[A-ZÄÖÜ\d])[\w'-]*")
_SAYS_MINE = worded(
    r"{begin}(?:{my}{letter}{0,2}\s{1,3}(?:{letter}{1,15}\s{1,3})?(?:{play}|{letter}{0,9}{others_play})"
    r"|{lays}|(?!{idle}{end}|{polite_words}{end}){intent}\s{1,3}{myself}"
    r"|{myself}\s{1,3}(?:{letter}{1,12}\s{1,3}){0,2}?(?!{idle}{end}|{polite_words}{end}){intent}){end}"
)


def _ends_with_intent(text: str) -> bool:
    """Tell whether the last clause says what the writer does, whatever comes before: `..., aber ich nehme:`."""
    clause = re.split("[,;]", last_sentence(text))[-1]
    against = (_UNSURE, _PAST, _WITHDRAWN, _OF_OTHERS)
    return (
        text.rstrip().endswith(":")
        and not is_on_condition(text)
        and (
            _SAYS_MINE.search(clause) is not None
            or (_I_MYSELF.search(clause) is not None and _INTENT.search(clause) is not None)
        )
        and not any(cue.search(clause) for cue in against)
    )


_ON_CONDITION = worded(r"{begin}{condition}{end}")


def is_on_condition(text: str) -> bool:
    """Tell whether a condition stands in a text: `Falls Ben passt:`."""
    return _ON_CONDITION.search(text) is not None


_ASKS_WHY = worded(r"{begin}{why}{end}[^?]{0,200}\?\W*$")


def makes_alternates(text: str) -> bool:
    """Tell whether a line without a play makes alternates of those below it: `Ersatzzüge:`."""
    return sense_of_line(text) is Sense.ALTERNATE


def speaks_against(beside: str) -> bool:
    """Tell whether what is written to a play speaks against it: `(waagerecht?)`, `(noch nicht endgültig)`."""
    text = _RECKONED.sub(" ", _without(beside.partition(COMMENT_MARK)[0]), count=1)
    return withdraws(beside) or any(
        _is_for_later(said)
        or _OR_OTHER.match(said)
        or _UNSURE.search(_RIGHT.sub(" ", OTHERWISE.sub(" ", said)))
        or remark_takes_away(said)
        for said in _IN_BRACKETS.findall(text)
        if _RECKONED.match(said) is None and not _is_remark(said)
    )


def _is_remark(said: str) -> bool:
    """Tell whether what is added in brackets is clearly talk; a word or two that unsettle are none: `(joke)`."""
    is_brief = len(said.split()) < _FEW
    return is_talk(f"{PLAY} ({said})") and not (is_brief and _UNSETTLES.search(said))


_RIGHT, _UNSETTLES = _cue("right"), _cue("unsettles")


def lays_later(sentence: str) -> bool:
    """Tell whether the sentence of a play, with a sign for it, says that it is for the next round.

    >>> lays_later("Nächste Runde lege ich §"), lays_later("§, bis zur nächsten Runde!")
    (True, False)
    """
    lead, sign, _ = sentence.partition(PLAY)
    is_led_to = NEXT_ROUND.search(lead) is not None
    return bool(sign) and (is_led_to or _FOR_LATER.search(_TILL_THEN.sub("", sentence)) is not None)


_TILL_THEN = worded(
    r"{begin}(?:{up_to}|{see_you}|{looks_forward})\s{1,3}(?:{meant_for}\s{1,3})?(?:{article}\s{1,3})?{next_round}{end}"
)


def _is_for_later(remark: str) -> bool:
    return NEXT_ROUND.search(remark) is not None and _OF_LAST_ROUND.search(remark) is None


_IN_BRACKETS = regex(r"\(([^()]*)\)")
_OR_OTHER = worded(r"\W{0,9}{or_instead}\s{1,3}(?:{letter}{1,8}\s{1,3}){0,2}?(?-i:[A-ZÄÖÜ]{2})")
"""`L4s MENÜS (oder SALBEI)`"""


@remembered
def withdraws(text: str) -> bool:
    """Tell whether words take back the play above or before them: `Diesen Zug bitte streichen`, `(nein)`."""
    plain = _without(OTHERWISE.sub(" ", text))
    return _WITHDRAWN.search(plain) is not None or _NO.fullmatch(plain) is not None


_NO = worded(r"\W{0,9}(?:{instead}|(?:(?:{contrast}|{conjunction})\s{1,3})?{denies_it})\W{0,9}")


def hangs(text: str) -> bool:
    """Tell whether a sentence that asks nothing lets a move hang on something: `Gilt nur, wenn Ben passt.`"""
    return _HANGS.search(text) is not None


def points_to_subject(texts: Sequence[str]) -> bool:
    """Tell whether a mail says that its move stands in its subject, and nothing against it: `Siehe Betreff.`"""
    points = any(_IN_SUBJECT.search(text) or _POINTS_UP.match(text) for text in texts)
    said = [each for text in texts for each in sentences_of(_IN_SUBJECT.sub(" ", text))]
    return points and not any("?" in each or speaks_against_it(each) for each in said)


def names_subject(text: str) -> bool:
    """Tell whether a line says that something stands in the subject."""
    return _IN_SUBJECT.search(text) is not None


_IN_SUBJECT = _cue("in_subject")
_POINTS_UP = worded(
    r"\s{0,9}(?:[\^↑⬆]{1,9}\ufe0f?[\s:]{0,9}(?:{points_up}{end}|[^\w\s]|$)"
    r"|{points_up}{end}(?:[^\n.!?:]{0,20}{round}\s{0,2}{count})?\s{0,3}(?:[.!](?:\s|$)|$))"
)
"""`^^^ that's me`"""


def begins_postscript(text: str) -> bool:
    """Tell whether a line begins with `PS`: what it adds may stand beside what was said, or for it."""
    return _POSTSCRIPT.match(text) is not None


def says_again(text: str) -> bool:
    """Tell whether a text says of itself that it only makes clear what was said: `PS: um sicherzugehen, L3s KOHLEN`."""
    return _SAYS_AGAIN.search(text) is not None


_SAYS_AGAIN = worded(r"{begin}{says_again}{end}")
_ANOTHERS = worded(
    r"{begin}(?P<name>(?-i:[A-ZÄÖÜ]){letter}{2,30}?)(?:['’]?s|['’])\s{1,3}{letter}{0,20}{others_play}{end}"
    r"|{begin}(?P<owner>{letter}{3,30})['’]s\s{1,3}{others_play}{end}"
    r"|(?:{others_plays}|{begin}(?:{it}|{it_perhaps})(?:['’]s|\s{1,3}(?:{idle}\s{1,3})?{stands_for}))\s{1,3}{of_another}\s{1,3}(?!(?:{round}|{opening}|{article}|{by_myself}){end})"
    r"(?-i:[A-ZÄÖÜ]){letter}+"
)


def _is_anothers(sentence: str) -> bool:
    """Tell whether a sentence speaks of a move that somebody else made: `Der Zug von Gerda`, `Gerdas Zug`."""
    lead, play, _ = sentence.partition(PLAY)
    if play and _THEIRS.search(lead) is not None:
        return True
    found = _ANOTHERS.search(sentence)
    if found is None or KNOWN_WORD.fullmatch(f"{found['name'] or ''}s") is not None:
        return False
    owner = found["name"] or found["owner"]
    return owner is None or (_is_name(owner) and not have_roles(found[0]))  # not `Let's play`


_NOT_TO = "".join(rf"(?<!{word}\s)" for word in said_as("answers_to"))
_THEIRS = worded(
    rf"{_NOT_TO}{{begin}}{{their}}\s{{1,3}}(?:{{letter}}{{3,12}}\s{{1,3}})?(?:{{play}}|{{their_move}}){{end}}|^\W{{0,4}}{{theirs}}\s{{0,3}}:"
)
"""`Sein Zug: ...`; not `Auf seinen Zug antworte ich mit ...`."""


def is_somebodys_move(lead: str) -> bool:
    """Tell whether what leads to an order, up to its colon, says that it is somebody's: `Ted's move:`, `Für Karin:`"""
    return _is_anothers(f"{lead} {PLAY}") or _is_somebodys(lead) or for_whom(lead, "") is not None


def _is_somebodys(lead: str) -> bool:
    """Tell whether a label names a person before a play, known or not: `Opa: ...`, `Zug der Gegnerin: ...`, `Karl:`"""
    label = lead.strip().removesuffix(":")
    words = [*words_of(label)]
    if not lead.rstrip().endswith(":"):
        return False
    if _is_said_by_others(label):
        return True
    if not 0 < len(words) <= _LONGEST_LABEL:
        return False
    if _YOUR_MOVE.fullmatch(label) is not None:
        return True
    if is_greeting(label):
        return False
    if _KIN.search(label) is not None:
        return True
    told = _NAME_SAYS.fullmatch(label)
    if told is not None and unknown_in(told["name"]):
        return True  # `Ben sagt: `
    unknown = unknown_in(label)
    is_name = len(unknown) == len(words) <= _LONGEST_NAME and all(map(str.istitle, unknown))
    return is_name and not any(cue.search(label) for cue in (_INTENT, _LEADS_ON))


def _bare_lead(before: str) -> str:
    """Return what leads to a play without `I play`: `Our dog barks: I play §`; nothing where it has no colon."""
    if ":" not in before:
        return ""  # as of most plays: what is said there takes long to leave out
    return bare_of(f"{last_sentence(before)}{PLAY}").partition(PLAY)[0]


def _is_said_by_others(label: str) -> bool:
    """Tell whether a label ends with what somebody or something says, that is not its writer.

    >>> said = ("Meine Katze meint", "Im Hilfetext lese ich", "Our dog barks", "Tom said")
    >>> [_is_said_by_others(each) for each in (*said, "Mein Bauch sagt", "Wie gesagt", "I've said")]
    [True, True, True, True, False, False, False]
    """
    said = _SPEAKS_FOR_OTHERS.search(label)
    return said is not None and _OWN_VOICE.search(label, 0, said.start()) is None


_SPEAKS_FOR_OTHERS = worded(r"(?<=\w\s){speaks_for_others}\W*$")
_OWN_VOICE = worded(r"{begin}(?:{myself}|{inner_voice}){end}|{begin}i['’]")
_LONGEST_LABEL, _LONGEST_NAME = 4, 2
_LEADS_ON = worded(r"{begin}(?:{decides}|{decides_surely}|{announces}|{polite}|{opening}){end}")
_YOUR_MOVE = worded(r"\W*{your}\s{1,3}(?:{play}|{field_word}|{their_move})\s*")
_NAME_SAYS = worded(r"\W*(?P<name>(?-i:[A-ZÄÖÜ])[\w'’-]{1,20})\s{1,3}{by_hearsay}{end}\W*")
_KIN = worded(r"{begin}{kin}(?:e?[ns]|['’]s)?{end}")


def names_kin(said: str) -> bool:
    """Tell whether a few words are somebody of the family, an opponent, or `hers`: behind a play, whose it is."""
    words = [*words_of(said)]
    if not 0 < len(words) <= _LONGEST_LABEL:
        return False
    return _ALL_THEIRS.fullmatch(said) is not None


_ALL_THEIRS = worded(
    r"\W{0,3}(?:(?:{article}|{my}{letter}{0,2}|{of_another}|{play}|{their})\s{1,3}){0,3}(?:{kin}(?:e?[ns]|['’]s)?|{theirs}){end}\W{0,3}"
)


def for_whom(before: str, after: str) -> str | None:
    """Return the name that stands beside a play as the one it is for: `Mein Zug für Oldenburg: `; None without one.

    Words that say anything else are no names: `Mein Beitrag für Sonntag: `.
    """
    lead = "" if ends_sentence(before) else before
    found = _FOR_WHOM_FIRST.search(lead) or _FOR_WHOM_BEHIND.match(after)
    return found["name"] if found is not None and _is_name(found["name"]) else None


def for_whom_below(text: str) -> str | None:
    """Return the name of whom the line above is for, where a line says nothing else: `Und zwar für Frau Simon`."""
    found = _FOR_WHOM_BELOW.fullmatch(text)
    return found["name"] if found is not None and _is_name(found["name"]) else None


def by_whom(after: str) -> str | None:
    """Return the name in brackets behind a play as whose it is: `(Zug von Hedwig)`, `(from Alan)`; None without."""
    found = _BY_WHOM.match(after)
    return found["name"] if found is not None and _is_name(found["name"]) else None


def attributed_to(below: str) -> str | None:
    """Return the name of who says the words above, in a line behind a dash: `– Oscar Wilde`; None without."""
    found = _ATTRIBUTED.fullmatch(below)
    return found["name"] if found is not None and _is_name(found["first"]) else None


def against_whom(before: str) -> str | None:
    """Return the name of whom a game is against, in what leads to a play: `In my match with Stan: `; None without."""
    found = _AGAINST.search(before)
    return found["name"] if found is not None and _is_name(found["name"]) else None


_A_NAME_HERE = r"(?:{letter}{2,20}\.?\s{1,3})??(?P<name>(?-i:[A-ZÄÖÜÉ])[\w'’-]{2,30})"
_BY_WHOM = worded(
    rf"\s{{0,3}}\(\s?(?:{{others_plays}}\s{{1,3}})?{{of_another}}\s{{1,3}}{_A_NAME_HERE}\s?\)"
)
_ATTRIBUTED = regex(
    r"\s*[–—-]{1,2}\s*(?P<name>(?P<first>[A-ZÄÖÜ](?:[^\W\d_]|['’-])+)(?:\s[A-ZÄÖÜ](?:[^\W\d_]|['’-])*\.?){1,3})\s*"
)
_AGAINST = worded(
    rf"(?:^\W{{0,9}}{{against_whom}}|{{begin}}(?:{{game_called}}|{{a_match}})\s{{1,3}}(?:{{against_whom}}|{{matched_with}}))\s{{1,3}}{_A_NAME_HERE}(?![^\W\d_])"
)


def _is_name(word: str) -> bool:
    """Tell whether a word may be the name of a person or a place: no list has it, or one of such names."""
    is_listed = word in small_talk(*_WITH_NAMES) and KNOWN_WORD.fullmatch(word) is None
    return is_listed or not have_roles(word)


_WITH_NAMES = ("travel", "people")
"""Rows of small talk that hold names: Oldenburg, Bath."""


_WHO = r"(?:{article}\s{1,3})?(?:{letter}{2,20}\.?\s{1,3})?(?P<name>(?-i:[A-ZÄÖÜÉ])[\w'’-]{2,30})"
_WHOM = rf"{{for_whom}}\s{{1,3}}{_WHO}"
_FOR_WHOM_FIRST = worded(
    rf"(?:^|{{play}}\s{{1,3}}|{{turn}}\s{{1,3}}|\W){_WHOM}\s{{0,3}}[:,–-]?\s{{0,3}}$"
)
_NAMELY = r"(?:(?:{conjunction}\s{1,3})?{that_is},?\s{1,3})?"
_FOR_WHOM_BEHIND = worded(rf"[\s,(–-]{{0,4}}{_NAMELY}{_WHOM}")
_FOR_WHOM_BELOW = worded(
    rf"\W{{0,4}}{_NAMELY}(?:{{for_whom}}|{{of_another}})\s{{1,3}}{_WHO}(?:\s(?-i:[A-ZÄÖÜ])[\w'’-]{{2,30}})?[\s.!)]*"
)


_FURTHER = worded(
    r"\s{0,3}(?:[,:;.+&-]|{alternate_mark}(?!/)|(?:{conjunction}|{filler}|{article}|{instead}|{correction}|{opening}){end}|\s){0,9}"
    r"(?P<word>{tile}+)(?![{letters}\d])"
)


@remembered
def is_correction(text: str) -> bool:
    """Tell whether a line says that something was written wrong: `Korrektur`, `vertippt`; not `I make it 33`."""
    return _CORRECTION.search(_without(text)) is not None


@remembered
def speaks_of_part(text: str) -> bool:
    """Tell whether a line speaks of a word or a square of a move, or of another instead."""
    said = _POSTSCRIPT.sub("", " ".join(text[:LONGEST_SENTENCE].split()))
    return any(cue.search(said) for cue in (_FIELD, _INSTEAD, _RATHER))


_RATHER = worded(r"{begin}{rather}{end}|{begin}{not_but}\s{1,3}(?-i:[A-ZÄÖÜ]{2})")


def speaks_of_field(text: str) -> bool:
    """Tell whether a line speaks of a move, a word or a square."""
    return _FIELD.search(text) is not None


def parts_named(text: str) -> list[str]:
    """Return the squares, and the words written as one in a move, that a line names."""
    words = (found[0] for found in WRITTEN.finditer(text) if is_word(found[0]))
    squares = ("".join(found["square"].split()) for found in _SQUARE.finditer(text))
    return [each.upper() for each in (*words, *squares)]


def further_words(after: str) -> list[tuple[int, int]]:
    """Return where words in capitals stand right behind a play: `und HERBSTS`, greetings aside.

    None where all that follows is in capitals and says more.
    """
    found: list[tuple[int, int]] = []
    at = 0
    while (word := _FURTHER.match(after, at)) and is_word(word["word"]):
        found.append(word.span("word"))
        at = word.end()
    is_shouted = not any(map(str.islower, after))
    return [] if is_shouted and any(map(str.isalpha, after[at:])) else found


def words_in_capitals(after: str) -> list[tuple[int, int]]:
    """Return where words of four letters and more stand in capitals in the sentence behind a play.

    `L3s KOHLEN, vielmehr KAHNES`: what could be laid, too, must be what the play forms. None where all
    that follows is in capitals.
    """
    sentence = _SENTENCE_END.split(
        after.partition(COMMENT_MARK)[0].partition(ALTERNATE_MARK)[0], maxsplit=1
    )[0]
    if not any(map(str.islower, sentence)):
        return []
    return [
        found.span()
        for found in _CAPITALS.finditer(sentence)
        if KNOWN_WORD.fullmatch(found[0]) is None
        and not commands.is_shouted_greeting(found[0])
        and _FORMED_TOO.search(sentence[: found.start()]) is None
    ]


_JOKER = worded(r"{begin}(?:{joker}|{swap}){end}")


_LETTER = worded(r"(?<![{letters}\d])(?:[A-ZÄÖÜ]|{square})(?![{letters}\d])")


def has_second_idea(text: str, played: Container[str]) -> bool:
    """Tell whether a sentence offers or asks about what is not *played*: `Oder geht auch BESEN auf M9?`.

    A word or a square alone is offered by how its sentence begins, `oder DEVIER`, or by what it says,
    `BESEN ginge wohl auch`; both by a question, too.
    """
    for sentence in _SENTENCE.findall(text[:LONGEST_SENTENCE]):
        word, place = _names_other_word(sentence, played), _names_other_square(sentence, played)
        if _OFFERS.match(sentence) and (word or place):
            return True
        if _PAST.search(sentence) or _is_anothers(sentence):
            continue
        is_named = word or (place and _other_word_left(sentence, played))
        if is_named and _POSSIBLE.search(sentence) and _ALSO.search(sentence):
            return True
        if sentence.endswith("?") and word and place:
            return True
    return False


def may_have_second_idea(text: str, played: Container[str]) -> bool:
    """Tell whether a sentence may offer a word in small letters, as any word may be: `oder geht auch devier?`."""
    sentences = _SENTENCE.findall(text[:LONGEST_SENTENCE])
    begun = ((each, _OFFERS.match(each)) for each in sentences)
    return any(
        _other_word_left(each[found.end() :], played) for each, found in begun if found is not None
    )


def _other_word_left(sentence: str, played: Container[str]) -> bool:
    """Tell whether one word is left of an offer that is neither one of its own nor *played*."""
    rest = _BESIDE_OFFER.sub(" ", sentence)
    other = [found[0] for found in WRITTEN.finditer(rest) if not KNOWN_WORD.fullmatch(found[0])]
    return len(other) == 1 and len(other[0]) >= _SHORTEST and other[0].upper() not in played


_SHORTEST = 3


def _names_other_word(sentence: str, played: Container[str]) -> bool:
    rest = _SQUARE.sub(" ", sentence)
    words = (found[0] for found in WRITTEN.finditer(rest) if is_word(found[0]))
    other = (word for word in words if len(word) > 1 and word.upper() not in played)
    return any(KNOWN_WORD.fullmatch(word) is None for word in other)


def _names_other_square(sentence: str, played: Container[str]) -> bool:
    # `by the 19th` names a day, though a wide board has a square 19t.
    spots = (found for found in _SQUARE.finditer(sentence) if not _OF_A_DAY.match(found[0].strip()))
    squares = ("".join(found["square"].split()) for found in spots)
    return any(square.upper() not in played for square in squares)


_OF_A_DAY = worded(r"{place_in_row}{end}")
_SENTENCE = regex(r"[^.!?\n]+[.!?]*")
_OFFERS = worded(r"\W{0,9}(?:{conjunction}\s{1,3})?(?:{or_instead}{end}|{alternate}{letter}{0,12})")


_POSSIBLE, _ALSO = _cue("possible"), _cue("also")
_BESIDE_OFFER = worded(
    r"(?<![{letters}\d])(?:{possible}|{also}|{idle}|{later}|{others_do}|{opening}|{filler}|{conjunction}|{article}|{instead}|{unsure}"
    r"|{right}|{play}|{field_word}|{place_follows}|{square}|{direction_word}|{points}){end}"
)


def names_joker(after: str) -> bool:
    """Tell whether the words behind a play speak of a joker, in a way that was not read; not of one that is kept."""
    return any(
        _JOKER.search(each) and not lays_no_joker(each) for each in sentences_of(_without(after))
    )


def lays_no_joker(said: str) -> bool:
    """Tell whether words beside a play say that no joker is laid, and no more: `ohne Joker`, `den hebe ich mir auf`.

    >>> said = ("ohne Joker", "Den Joker hebe ich mir auf.", "nicht ohne Joker", "Joker für das N")
    >>> [lays_no_joker(each) for each in said]
    [True, True, False, False]
    """
    if _REAL_TILE.fullmatch(said):
        return True
    is_kept = _KEEPS_JOKER.search(said) or _NO_JOKER.search(said)
    is_of_it = _JOKER.search(said) is not None and is_kept is not None
    return is_of_it and not any(map(str.isalpha, _OF_KEPT.sub(" ", said).replace(PLAY, " ")))


def denies_joker(said: str) -> bool:
    """Tell whether words say that no joker is laid: `ganz ohne Joker gelegt`; of one that is kept, nothing is said.

    >>> [denies_joker(each) for each in ("ganz ohne Joker gelegt", "nicht ohne Joker", "den Joker hebe ich mir auf")]
    [True, False, False]
    """
    found = _NO_JOKER.finditer(said)
    return any(_NOT_BEFORE.search(said[: each.start()]) is None for each in found)


_NOT_BEFORE = worded(r"{begin}(?:{never}|{not_so}){end}\s*$")


def keeps_real_tile(said: str) -> str | None:
    """Return the letter of a real tile that words beside a play say is kept, and no more: `das echte A hebe ich auf`.

    >>> said = ("will das echte a aufheben", "saving the real A for later", "das echte A kommt in die Mitte")
    >>> [keeps_real_tile(each) for each in said]
    ['A', 'A', None]
    """
    real = _REAL_LETTER.search(said)
    if real is None or _KEEPS_JOKER.search(said) is None:
        return None
    rest = f"{said[: real.start()]} {said[real.end() :]}"
    is_all = not any(map(str.isalpha, _OF_KEPT.sub(" ", rest)))
    return real["letter"].upper() if is_all else None


_REAL_LETTER = worded(
    r"{begin}{real_tile}{letter}{0,2}\s{1,3}(?P<letter>[A-Za-zÄÖÜäöü])(?![\w'’*])"
)
_REAL_TILE = worded(
    r"[\W§]*(?:{article}\s{1,3}(?-i:[A-ZÄÖÜ])\s{1,3}{stands_for}\s{1,3}{real_tile}|{with_letters}\s{1,3}(?:{a_thing}\s{1,3})?{real_tile}{letter}{0,2}\s{1,3}(?-i:[A-ZÄÖÜ]))[\W§]*"
)
"""`das U ist echt`, `mit echtem U`"""
_NO_JOKER = worded(
    r"{begin}{without}{letter}{0,2}\s{1,3}(?:(?:{article}|{my}{letter}{0,3})\s{1,3})?{joker}{end}"
)
_KEEPS_JOKER = _cue("keeps_joker")
_OF_KEPT = worded(
    r"{begin}(?:{keeps_joker}|{kept_where}|{joker}|{article}|{my}{letter}{0,2}|{filler}|{conjunction}|{without}{letter}{0,2}){end}"
)


def names_letter(after: str) -> bool:
    """Tell whether the words behind a play name a letter or a square: what a joker is, or where."""
    return _LETTER.search(after) is not None


def speaks_of_move(text: str) -> bool:
    """Tell whether the words of a line say that a play is meant, replaced or taken back."""
    return any(cue.search(text) for cue in (_INTENT, OTHERWISE, _INSTEAD, _WITHDRAWN))


_ORDER = {
    form.lower(): at
    for at, row in ((0, "first"), (1, "second"), (2, "third"), (-1, "last"))
    for form in said_as(row)
}
"""Which of the letters of its kind each form says; -1 is the last."""
ORDINAL = any_of(_ORDER)
_WHICH = _ORDER | {
    form.lower(): at for at, row in ((0, "at_first"), (-1, "at_last")) for form in said_as(row)
}
"""The same, and what says so behind its letter."""
LETTER_AS_WRITTEN = (
    rf"(?:{{article}}\s{{1,3}})?(?P<order>{ORDINAL})\s{{1,3}}"
    r"(?P<letter>[A-ZÄÖÜ])(?:[\s-]?{letter_noun})?(?![{letters}\d*])"
)
"""`das zweite H`, `der 2. H-Stein`"""
_LETTER_AT_END = (
    r"(?:{article}\s{1,3})?(?P<letter>[A-ZÄÖÜ])\s{1,3}(?P<order>{at_first}|{at_last}){end}"
)
"""`Joker ist das E hinten`."""
_LINK = r"\s{0,3}(?:[=:]|{stands_for})?\s{0,3}"
_WHOSE = r"(?:(?:{article}|{my}{letter}{0,2})\s{1,3})?"
_COUNTED = tuple(
    worded(pattern)
    for pattern in (
        rf"(?<!\w){LETTER_AS_WRITTEN}{_LINK}{_WHOSE}{{joker}}{{end}}",
        rf"(?<!\w){_WHOSE}{{joker}}{_LINK}{LETTER_AS_WRITTEN}",
        rf"(?<!\w){_LETTER_AT_END}{_LINK}{_WHOSE}{{joker}}{{end}}",
        rf"(?<!\w){_WHOSE}{{joker}}{_LINK}{_LETTER_AT_END}",
    )
)
_JOKER_NAMED = worded("{joker}")
_LONGEST_SENTENCE = 400


class CountedLetter(Struct, frozen=True):
    """The first, second, third or last of a letter in a word."""

    letter: str
    order: int
    """From 0; -1 is the last."""

    def index_in(self, word: str) -> int | None:
        """Return which letter of *word* that is; None if there is none."""
        found = [index for index, letter in enumerate(word) if letter == self.letter]
        return found[self.order] if self.order < len(found) and found else None


def without_ordinals(line: Line) -> tuple[Line, tuple[CountedLetter, ...]]:
    """Return *line* with such jokers blanked out, and the jokers; none where one is told of another move."""
    text = line.text
    if len(text) > _LONGEST_SENTENCE or not _JOKER_NAMED.search(text):
        return line, ()
    jokers: list[CountedLetter] = []
    for pattern in _COUNTED:
        found = [*pattern.finditer(text)]
        if any(_PAST.search(last_sentence(text[: each.start()])) for each in found):
            return line, ()
        jokers += [
            CountedLetter(each["letter"].upper(), _WHICH[each["order"].lower()]) for each in found
        ]
        text = pattern.sub(lambda each: " " * len(each[0]), text)
    return (replace(line, text=text), tuple(jokers)) if jokers else (line, ())


def with_jokers(row: Row, jokers: Sequence[CountedLetter]) -> Row:
    """Return a play with the jokers named by their order: `das zweite H ist der Joker`."""
    if not isinstance(row, PlayRow) or row.play is None:
        return row
    found = {each.index_in(row.play.word) for each in jokers}
    if None in found:
        return UnreadRow(row.span)
    starred = row.play.starred | {index for index in found if index is not None}
    return replace(row, play=replace(row.play, starred=starred))


AnyRow = TypeVar("AnyRow", bound=Row)


def corrected(
    rows: Sequence[AnyRow], habits: Habits
) -> tuple[list[AnyRow | SkippedRow], TextSpan | None]:
    """Return *rows* with each correction in place of what it corrects, and one of which it is not certain what it does.

    A correction replaces the one main move above it; where there is more than one, or an alternate
    besides, it is not certain what is meant; nor what a postscript adds where a move may have
    several plays, or several moves are equal.
    """
    may_add = not habits.are_numbered or habits.plays > 1
    kept: list[AnyRow | SkippedRow] = [*rows]
    for index, row in enumerate(rows):
        if not isinstance(row, PlayRow) or not row.is_instead:
            continue
        before = [at for at in range(index) if is_firm(kept[at])]
        if habits.plays > 1 and row.number is not None:
            # "2. statt N6s REGEN lieber H11s OBHUT" leaves the first Teilzug as it is.
            before = [at for at in before if _number(kept[at]) == row.number]
        if len(before) > 1 or (before and row.is_postscript and may_add):
            return kept, row.span
        for at in before:
            kept[at] = SkippedRow()
    return kept, None


def corrects(text: str, played: Sequence[PlayRow]) -> bool:
    """Tell whether a line without a play says that something in those above it is wrong.

    `Vertippt!`, `Sorry, das Wort ist MENSA`, `nicht L4, sondern L5`: a word or a square that none
    of them has, beside a word that speaks of moves.
    """
    if is_correction(text):
        return True
    if not speaks_of_part(text) and not withdraws(text):
        return False
    return _names_another(text, _written(played))


def _names_another(text: str, written: Container[str]) -> bool:
    """Tell whether a text names a word or a square that is none of those *written*."""
    return any(each not in written for each in parts_named(text))


def _written(played: Sequence[PlayRow]) -> set[str]:
    return {each for row in played for each in parts_named(row.span.text)}


def rewords(text: str, written: Container[str]) -> bool:
    """Tell whether words beside a play name another word or square as what it should be; *written* are its own.

    `Es muss MENSA heißen`, `Lies MENSA statt MENUS`, `soll L8s sein`: no talk, whatever else they say.
    """
    denied = (found for clause in _CLAUSE_END.split(text) for found in _denied_in(clause))
    if any(word in written for word in denied):
        return True  # `Nicht TIGER!` beside `A12w TIGER`
    return _REWORDED.search(text) is not None and _names_another(text, written)


def _denied_in(clause: str) -> Iterator[str]:
    """Yield the word that a clause denies, and says no more: `aber nicht TIGER`, `TIGER lege ich nicht`."""
    for found in (cue.fullmatch(clause) for cue in _DENIED_WORD):
        if found is not None:
            yield found["word"]


_DENIED_WORD = tuple(
    worded(rf"\W*(?:(?:{{polite_words}}|{{contrast}}){{end}}[\s,]{{1,3}}){{0,2}}{each}\W*")
    for each in (
        r"(?:{not_so}|{never}|{without_any}|{not_but})\s{1,3}(?:{article}\s{1,3})?(?P<word>(?-i:[A-ZÄÖÜ]{2,15}))",
        r"(?P<word>(?-i:[A-ZÄÖÜ]{2,15}))\s{1,3}{does}\s{1,3}(?:{myself}\s{1,3})?(?:{not_so}|{never}){end}",
    )
)
_PART = r"(?:(?-i:[A-ZÄÖÜ]{2,15})(?![{letters}\d])|{square}{letter}?{end})"
_REWORDED = worded(
    rf"{{begin}}(?:{{rather}}|{{reads_as}})\s{{1,3}}(?:(?:{{it}}|{{article}}|{{field_word}}|{{reads_as}}|{{please}})\s{{1,3}}){{0,2}}{_PART}"
    rf"|{{begin}}{_PART}\s{{1,3}}(?:(?:{{it}}|{{it_perhaps}})\s{{1,3}})?{{rather}}\s{{1,3}}(?:(?:{{it}}|{{it_perhaps}})\s{{1,3}})?{{reads_as}}{{end}}"
)
"""`Lies bitte MENSA`, `MENSA muss es heißen`."""


def _number(row: Row) -> int:
    """Return which Teilzug a play is; one without a number is the first."""
    return (row.number if isinstance(row, PlayRow) else None) or 1


def with_doubted(rows: Sequence[AnyRow]) -> list[AnyRow | PlayRow]:
    """Return *rows*, where none is a play those that may be ones as such, to be asked about: `Vielleicht H4s RABEN`."""
    if any(isinstance(row, PlayRow) and row.is_likely for row in rows):
        return [*rows]
    return [each for row in rows for each in _as_asked(row)]


def _as_asked(row: AnyRow) -> Iterator[AnyRow | PlayRow]:
    match row:
        case UnreadRow(doubted=PlayRow() as play, others=others):
            offered = sorted((*others, play), key=lambda each: each.span.column)
            yield from (replace(each, is_asked=True) for each in offered)
        case _:
            yield row


def is_firm(row: Row) -> bool:
    """Tell whether *row* is a play whatever stands around it."""
    return isinstance(row, PlayRow) and row.is_firm


def _doubt(rows: Sequence[EntryRow]) -> TextSpan | None:
    """Return the first line that leaves in doubt what is meant."""
    found = [*unsaid(rows, None)]
    played = False
    for row in rows:
        played = played or is_firm(row)
        match row:
            case UnreadRow(span, is_no_move=False):
                found.append(span)
            case PlayRow(span) if played and row.is_bare and _is_starred(span.text):
                found.append(span)
            case _:
                pass
    return min(found, key=lambda span: span.line, default=None)


def _with_nearness(
    rows: Sequence[AnyRow], *, is_near: bool = False
) -> Iterator[tuple[AnyRow, bool]]:
    """Yield each row, and whether it is of the first paragraph below a play; greetings are none.

    *is_near*: whether a play, or another order, stands above them all.
    """
    has_talk = is_below = False
    for row in rows:
        match row:
            case PlayRow():
                is_near, has_talk, is_below = True, False, True
            case EmptyRow():
                is_near = is_near and not has_talk
            case ProseRow(line):
                is_near = is_near or (is_below and begins_postscript(line.text))
                is_near = is_near and not is_rule(line.text)
                has_talk = has_talk or not is_greeting(line.text)
                is_below = True
            case _:
                is_near = False
        yield row, is_near
        if isinstance(row, ProseRow) and _signs_off(row.line.text):
            is_near = False


def _signs_off(text: str) -> bool:
    """Tell whether a line is a greeting below which names and offices stand; a thank you is none."""
    return is_closing(text) and not thanks(text)


def _closed(rows: Sequence[Row]) -> Iterator[bool]:
    """Tell of each row whether the mail has ended with it or above it; a play below begins anew."""
    is_closed = False
    for row in rows:
        is_closed = not isinstance(row, PlayRow) and (is_closed or _closes(row))
        yield is_closed


def _closes(row: Row) -> bool:
    return isinstance(row, ProseRow) and closes(row.line.text)


def closes(text: str) -> bool:
    """Tell whether a line ends a mail: what stands below it are names and addresses."""
    return is_closing(text) or commands.is_full_name(text)


def is_rule(text: str) -> bool:
    """Tell whether a line is one of dashes: what stands below it is a signature, or another mail."""
    return bool(text) and not text.strip(_RULED)


_RULED = " -–_=*~"


def _surely_withdraws(text: str) -> bool:
    """Tell whether a line takes back what stands above it: it is no talk, or too short to be about anything else."""
    is_brief = sum(1 for _ in words_of(text)) <= _FEW
    return withdraws(text) and (is_brief or not is_all_talk(text))


def _takes_back(text: str) -> bool:
    """Tell whether a paragraph of its own takes back the play above: `Diesen Zug bitte streichen.`

    `Wenn das Wort ungültig ist, melde dich` takes nothing back, nor does a flight that is cancelled.
    """
    if _CONDITION_FIRST.match(text) or not withdraws(text):
        return False
    return speaks_of_field(text) or hangs(text) or len(text.split()) <= _FEW_WORDS


_FEW_WORDS = 5


def unsays(
    text: str,
    *,
    is_right_below: bool,
    is_near: bool = False,
    is_strict: bool = False,
    played: Sequence[PlayRow] = (),
) -> bool:
    """Tell whether a line below an order takes it back or corrects it: `Halt, doch nicht!`.

    *is_near*: nothing but greetings and empty lines stand between; *played* are the plays above.
    """
    text = _LONG_WORD.sub(r"\1", text)
    is_beside = is_right_below or is_near
    is_more = begins_postscript(text)
    said = _POSTSCRIPT.sub("", text)
    if is_beside and speaks_against_it(said, is_strict=is_strict and not is_more):
        return True
    if not (_CONDITION_FIRST.match(text) or is_more):
        if is_correction(text) or (_BEGINS_INSTEAD.match(text) and parts_named(text)):
            return True
        if _surely_withdraws(text) and (is_right_below or _takes_back(text)):
            return True
    if played and rewords(text, _written(played)):
        return True
    is_against = corrects(text, played) or breaks_off_below(text) or hangs(text)
    return bool(played) and is_against and (is_correction(text) or not is_all_talk(text))


_LONG_WORD = regex(r"(\S{100})\S+")
"""Nobody says anything in a word of so many letters, and each of them costs as much as a letter of what is said."""


def unsaid(rows: Sequence[Row], above: int | None, *, is_near: bool = False) -> Iterator[TextSpan]:
    """Yield the lines that take back or correct an order: a play above them, or one in line *above*.

    *is_near*: that one lays or takes tiles, so that what is said in the paragraph below is said of it.
    """
    played: list[PlayRow] = []
    nearness = _with_nearness(rows, is_near=is_near)
    for (row, is_beside), is_closed in zip(nearness, _closed(rows), strict=True):
        match row:
            case PlayRow(span) if row.is_firm:
                above = span.line
                played.append(row)
            case ProseRow(line) if (above is not None or is_beside) and unsays(
                line.text,
                is_right_below=above is not None and line.number == above + 1,
                is_near=is_beside,
                is_strict=(bool(played) or above is None) and not is_closed,
                played=played,
            ):
                yield line.whole
            case ProseRow(line) if (
                above is not None and not is_closed and takes_back_afar(line.text)
            ):
                yield line.whole
            case _:
                pass


def takes_back_afar(text: str) -> bool:
    """Tell whether a sentence takes a play back that stands some paragraphs above: `Please wait, I must think.`"""
    return any(
        weight_of(each) >= _IS_SAID_OF_PLAY and speaks_against_it(each)
        for each in sentences_of(text)
    )


_IS_SAID_OF_PLAY = 200
"""From this weight on a sentence is said of the play, whatever stands between them."""


_BEGINS_INSTEAD = worded(r"\W{0,9}{instead}{end}")


def calls_alternate(between: str) -> bool:
    """Tell whether the words between two plays of a line make an alternate of the first: `als Ersatz, dann`."""
    return _AS_ALTERNATE.match(between) is not None


_AS_ALTERNATE = worded(
    r"\s{0,3}(?!(?:{conjunction}|{or_instead}|{or_else}){end})(?:{letter}{1,20}\s{1,3}){0,3}?"
    r"{as_alternate}{end}\s{1,3}(?:(?:{article}|{my}{letter}{0,3}|{an_alternate})\s{1,3})?"
    r"{alternate}{letter}{0,12}\s{0,3}[,;.]\s{0,3}(?!{instead}{end}){letter}"
)


def is_called_alternate(after: str) -> bool:
    """Tell whether what stands behind a play calls it one for want of another, and does no more.

    >>> [is_called_alternate(each) for each in (" als Ersatz", " (backup)", ", bitte als Reserve.", ", kein Ersatz")]
    [True, True, True, False]
    """
    return _IS_ALTERNATE.fullmatch(after) is not None


_IS_ALTERNATE = worded(
    r"[\s,;(–-]{0,5}(?:(?:{please}|{as_alternate}|{article}|{an_alternate}|{becomes}|{my}{letter}{0,3})\s{1,3}){0,3}"
    r"(?:{otherwise}|{alternate}{alternate_ends}?){end}[\s.!)]{0,9}"
)


def _is_starred(text: str) -> bool:
    """Tell whether a line is a word behind a star, as people correct themselves: `*MENÜS`."""
    text = text.strip()
    return text.startswith("*") and not text.endswith("*")


def unused(rows: Sequence[EntryRow], end: int) -> tuple[TextSpan, ...]:
    """Return the lines of an entry that ends at *end* which were not used; greetings aside.

    A play of another round is named wherever it stands, and so is what may be a play and counts as
    none beside a better one: `A3 Plakate`, `MANIE 32`. A word that ends the mail signs it.
    """
    first = next((at for at, row in enumerate(rows) if is_firm(row)), end)
    last = max((at for at, row in enumerate(rows[:end]) if is_firm(row)), default=end)
    closing = max((at for at, row in enumerate(rows) if not isinstance(row, EmptyRow)), default=0)
    written = _words_played(rows)
    found: list[TextSpan] = []
    for at, row in enumerate(rows):
        match row:
            case UnreadRow(span):
                found.append(span)
            case PlayRow(span) if at >= end or not is_firm(row):
                is_signature = at == closing or ends_greeting(rows[at - 1])
                is_named = row.play is None and (row.is_firm or row.is_detailed)
                if is_named or row.is_doubtful or (first < at < end and not is_signature):
                    found.append(span)
            case ProseRow(line) if at > first and _has_idea(line.text, written):
                found.append(line.whole)
            case ProseRow(line) if first < at < last and not is_greeting(line.text):
                if is_prose([line.text, ""]):
                    found.append(line.span(0, len(line.text)))
            case _:
                pass
    return tuple(found)


def _has_idea(text: str, written: Container[str]) -> bool:
    return has_second_idea(text, written) or may_have_second_idea(text, written)


def _words_played(rows: Sequence[Row]) -> frozenset[str]:
    plays = (row for row in rows if isinstance(row, PlayRow))
    return frozenset(each for row in plays for each in parts_named(row.span.text))


def passed_over(rows: Sequence[Row], read: Container[TextSpan]) -> Iterator[TextSpan]:
    """Yield the lines of an order in turns that could be plays and are not among those *read*."""
    written = _words_played(rows)
    for row in rows:
        match row:
            case ProseRow(line) if written and has_second_idea(line.text, written):
                yield line.whole
            case UnreadRow(span, is_no_move=False):
                yield span
            case PlayRow(span, is_doubtful=True) if span not in read:
                yield span
            case _:
                pass


def ends_greeting(row: EntryRow | None) -> bool:
    """Tell whether a line is a greeting, over what may be a name."""
    return isinstance(row, ProseRow) and is_greeting(row.line.text)


def sentence_over(lines: Sequence[Line]) -> str:
    """Return the line right above, with those that its sentence begins on.

    Over an empty line only what leads to the line below, or speaks against it.
    """
    texts = [line.text for line in lines[-MOST_ABOVE:]]
    is_apart = bool(texts) and says_nothing_over(texts[-1])
    while texts and says_nothing_over(texts[-1]):
        texts.pop()
    said = " ".join(texts.pop().split()) if texts else ""
    if said.startswith(_OF_OTHERS_MAIL[0]):
        return ""
    while texts and len(texts[-1]) >= WRAPPED and not texts[-1].rstrip().endswith(STOPS):
        said = f"{' '.join(texts.pop().split())} {said}"
    if not is_apart or said.endswith(":"):
        return said
    if heads_nothing(said):
        return f"{said}:"
    cues = (speaks_against_it, asks_of_it, offers_instead, is_only_somebodys)
    return said if any(cue(said) for cue in cues) else ""


def says_nothing_over(text: str) -> bool:
    """Tell whether a line over a play is empty, or a field of a form that is none of its parts.

    >>> said = ("", "Runde: 5", "Name: Jonas", "Datum: 3.12.2026", "Entwurf, Runde 5", "Zug: L3s DAUERT")
    >>> [says_nothing_over(each) for each in said]
    [True, True, True, True, False, False]
    """
    if not text.strip():
        return True
    if shapes.round_alone(text) is not None:
        return _BEGINS_ROUND.match(text) is not None
    return _OTHER_FIELD.match(text) is not None and shapes.A_SQUARE.search(text) is None


_BEGINS_ROUND = worded(r"\W*(?:\d|(?:{meant_for}|{article_of_round}|{place_in_row}|{round}){end})")
_OTHER_FIELD = worded(
    r"\W{0,4}(?:(?:{player}|{a_match}|{number_field}|{round}|{turn})\.?\s{0,15}[:=]"
    r"|(?-i:[A-ZÄÖÜ]){letter}{1,20}\s{0,3}:\s{1,30}\d[\d.:/ –-]{0,20}$)"
)


def heads_nothing(said: str) -> bool:
    """Tell whether a line that stands alone is a heading over what does not count: `Notizzettel`.

    A heading is a few words that end in no mark but a dash; what leads on with a colon is heard elsewhere.
    """
    title = said.rstrip(" –-")
    words = title.split()
    is_heading = 0 < len(words) <= _MOST_OF_HEADING and title[-1].isalpha()
    is_heading = is_heading and not (shapes.DIGIT.search(title) or any(map(str.isupper, words)))
    if not is_heading or weight_of(f"{title}: {PLAY}") < _HEADS_NOTHING:
        return False
    is_announced = _announced(f"{title}:") is not None  # `Let me try this`
    return not is_announced and sense_of_line(f"{title}:") is not Sense.INSTEAD  # `Korrektur`


_OVER_TITLE = 100
"""From this weight on what stands over the title of a game is said of the play below that: `Nur ein Entwurf`."""
MOST_ABOVE = 6
_MOST_OF_HEADING = 4
STOPS = (".", "!", "?", ":")
_HEADS_NOTHING = 25
"""From this weight on a heading over an empty line has a play below it that does not count: `Notizzettel`."""
WRAPPED = 50
"""Lines shorter than this end where their writer ended them."""


def line_above(rows: Sequence[Row]) -> str:
    """Return the prose right over a line, over an empty line if it ends with a colon.

    What makes alternates of the line below it does so to the end of the paragraph: `Ersatz:`.
    """
    above = len(rows)
    while above and isinstance(row := rows[above - 1], PlayRow) and row.is_alternate:
        above -= 1
    if above < len(rows):
        said = rows[above - 1] if above else None
        names_alternates = isinstance(said, ProseRow) and makes_alternates(said.line.text)
        return said.line.text if isinstance(said, ProseRow) and names_alternates else ""
    over = [
        *takewhile(lambda line: line is not None, map(_said_over, reversed(rows[-MOST_ABOVE:])))
    ]
    text = sentence_over([line for line in over[::-1] if line is not None])
    below = takewhile(lambda row: not isinstance(row, ProseRow), reversed(rows[-MOST_ABOVE:]))
    if any(isinstance(row, HeadingRow) for row in below):
        return text if weight_of(text) >= _OVER_TITLE and not offers_instead(text) else ""
    return text


def _said_over(row: Row) -> Line | None:
    """Return what a row says over a play: prose, nothing, or a word in capitals with no place, `ENTWURF`; else None."""
    match row:
        case ProseRow(line):
            return replace(line, text=_in_small(line.text)) if line.text.isupper() else line
        case EmptyRow() | HeadingRow() | PlayerRow():
            return _NOTHING
        case PlayRow(span) if row.is_bare and not row.is_detailed:
            return Line(span.line, _in_small(span.text))
        case _:
            return None


def _in_small(text: str) -> str:
    """Return what is written in capitals in small letters, without the signs around it: `*** PRACTICE ONLY ***`."""
    return text.strip(" *#=~_–-").capitalize()


_NOTHING = Line(0, "")


class Section(Struct):
    """The lines under one heading; the first section of a mail may have none."""

    game: str | UnknownHeading | None
    heading: TextSpan | None
    habits: Habits
    rows: list[EntryRow] = field(default_factory=list)
    round_named: RoundNamed | None = None
    """The round beside the heading's title."""

    @property
    def player(self) -> TextSpan | None:
        return next((row.span for row in self.rows if isinstance(row, PlayerRow)), None)

    @property
    def has_plays(self) -> bool:
        """Tell whether anything is asked for; `Zug-Nr.: 9` above the name of who plays is only a field."""
        return any(
            isinstance(row, PlayRow)
            or (isinstance(row, OrderRow) and shapes.turn_alone(row.line.text) is None)
            for row in self.rows
        )

    @property
    def order_rows(self) -> tuple[OrderRow, ...]:
        return tuple(
            OrderRow(row.line) if isinstance(row, WishRow) else row
            for row in self.rows
            if isinstance(row, OrderRow | WishRow)
        )

    @property
    def is_meant(self) -> bool:
        """Tell whether plays without a heading are plays: `A3 Plakate` or `DANKE` alone are none.

        A word without its place is one only in a mail that says nothing else: `BESEN`.
        """
        plays = [row for row in self.rows if isinstance(row, PlayRow)]
        if any(isinstance(row, PlayerRow) for row in self.rows):
            return True
        if any(row.is_likely for row in plays):
            return True
        if len(plays) != 1 or not plays[0].is_bare:
            return False
        return not is_prose([row.line.text for row in self.rows if isinstance(row, ProseRow)])

    @property
    def commands(self) -> tuple[Command, ...]:
        found = [row.command for row in self.rows if isinstance(row, CommandRow)]
        return tuple(dict.fromkeys((*found, *self.said.commands)))

    @property
    def said(self) -> Behind:
        """Return what stands behind its orders; an absence that is surely taken back is no more in doubt."""
        is_back = any(
            isinstance(row, CommandRow) and row.command is Command.AWAY_OFF for row in self.rows
        )
        rows = (row for row in self.rows if isinstance(row, SaidRow))
        return all_said(
            row.said for row in rows if not (is_back and row.command is Command.AWAY_OFF)
        )

    @property
    def wish(self) -> Wish | None:
        return next((row.wish for row in reversed(self.rows) if isinstance(row, WishRow)), None)


def entry_of(section: Section, *, is_only_game: bool) -> Entry:
    """Return the entry of a section: its moves, and why it must be asked back, if it must.

    Empty lines before the first play are skipped; after it an empty line ends the entry. Plays that
    follow count only if the mail names no other game and every line is so spaced.
    """
    kept, second_thought = corrected(section.rows, section.habits)
    end, stray = _end_of_entry(section, kept, is_only_game=is_only_game)
    rows, below = kept[:end], kept[end:]
    plays = [row for row in rows if isinstance(row, PlayRow)]
    read = read_moves(rows, section.habits)
    moves = [each.written for each in read.moves]
    shown = {fault.span for written in moves for fault in written.faults}
    shown |= {written.span for written in moves}
    first_unread = _unread_main(moves) if section.habits.are_numbered else None
    for_want = _only_for_want(plays)
    doubts = (
        (Ambiguity.SECOND_THOUGHT, second_thought if moves else None),
        (Ambiguity.UNREAD_PLAY, _doubt(kept) if moves and not second_thought else None),
        (Ambiguity.UNREAD_PLAY, _unread_below(below) if moves else None),
        (Ambiguity.UNREAD_PLAY, next((row.span for row in plays if row.is_asked), None)),
        (Ambiguity.UNREAD_PLAY, for_want),
        (Ambiguity.UNREAD_PLAY, read.headless),
        (Ambiguity.UNREAD_PLAY, first_unread),
        (Ambiguity.AFTER_EMPTY_LINE, stray),
        (Ambiguity.SECOND_PLAY, read.second_play),
    )
    ambiguity, at = next((each for each in doubts if each[1] is not None), (None, None))
    is_only_doubt = sum(at is not None for _, at in doubts) == 1
    has_reserves = section.habits.are_numbered and section.habits.moves != 1
    return Entry(
        section.game, section.heading, section.player, laid(read.moves),
        ambiguity=ambiguity, ambiguous_at=at,
        is_for_want=(
            has_reserves and for_want is not None and is_only_doubt
            and all(map(_says_no_move, section.rows))
        ),
        unused=(*(each for each in unused(kept, end) if each not in shown), *read.dropped),
    )  # fmt: skip


def _end_of_entry(
    section: Section, rows: Sequence[EntryRow], *, is_only_game: bool
) -> tuple[int, TextSpan | None]:
    """Return where an entry ends, and the first play below that it may hold, too."""
    end = _end_of_block(rows)
    spaced = _end_of_spaced(rows, end)
    if is_only_game and _is_spaced(section.heading, rows[:spaced]):
        return spaced, None
    stray = _first_new(rows, end)
    if stray is None:
        return end, None
    plays = (row for row in rows[end:spaced] if isinstance(row, PlayRow))
    is_alone = is_only_game and section.heading is None
    is_for_want = is_alone and all(row.is_alternate or row.is_joined for row in plays)
    return spaced, None if is_for_want else stray.span


def _unread_main(moves: Sequence[WrittenMove]) -> TextSpan | None:
    """Return the first move where it was not read, and an alternate would count instead."""
    if len(moves) < 2:
        return None
    first = moves[0]
    is_read = not any(isinstance(fault, Syntax | MissingPlace) for fault in first.faults)
    return None if is_read else first.span


def _only_for_want(plays: Sequence[PlayRow]) -> TextSpan | None:
    """Return the first play where all are for want of another: that was not read, or stands in an earlier mail."""
    likely = [row for row in plays if row.is_likely]
    return likely[0].span if likely and all(row.is_alternate for row in likely) else None


def _says_no_move(row: EntryRow) -> bool:
    """Tell whether nothing beside the plays on a line can be a move that was not read: `Mein Zug bleibt, aber ...`."""
    match row:
        case PlayRow(span, play) if play is not None:
            said = _INSTEAD.sub(" ", OTHERWISE.sub(" ", span.text.replace(play.span.text, " ")))
        case ProseRow(line):
            said = line.text
            if _LAYS.search(said) or any(way.search(said) for way in shapes.ANY_WAY.values()):
                return False
        case _:
            return isinstance(row, EmptyRow)
    names = names_letter(said) or any(
        len(each[0]) > 1 and is_word(each[0]) for each in WRITTEN.finditer(said)
    )
    is_plain = commands.is_greeting(said) or not any(each.islower() for each in unknown_in(said))
    return is_plain and not names and shapes.DIGIT.search(said) is None


_LAYS = _cue("lays")


def _unread_below(rows: Sequence[EntryRow]) -> TextSpan | None:
    """Return the first line below an entry that was meant as a play and cannot be read."""
    for row in rows:
        if isinstance(row, PlayRow) and any(isinstance(fault, Syntax) for fault in row.faults):
            return row.span
    return None


def _end_of_block(rows: Sequence[EntryRow]) -> int:
    """Return where the first empty line after the first play stands."""
    plays = [i for i, row in enumerate(rows) if isinstance(row, PlayRow)]
    firm = [i for i in plays if is_firm(rows[i])]
    first = (firm or plays or [len(rows)])[0]
    empty = (i for i in range(first, len(rows)) if isinstance(rows[i], EmptyRow))
    return next(empty, len(rows))


def _end_of_spaced(rows: Sequence[EntryRow], end: int) -> int:
    """Return where the entry ends if empty lines do not end it: after its last complete play."""
    for index, row in enumerate(rows[end:], start=end):
        if isinstance(row, PlayRow) and row.is_complete:
            end = index + 1
    for index, row in enumerate(rows[end:], start=end):
        is_beside = isinstance(row, SwapRow) or (isinstance(row, BesideRow) and not row.comment)
        if is_beside or is_firm(row):
            end = index + 1
        elif not isinstance(row, EmptyRow):
            break
    return end


def _first_new(rows: Sequence[EntryRow], end: int) -> PlayRow | None:
    """Return the first complete play after the empty line that the entry does not hold already."""
    held = {row.play.asked for row in rows[:end] if isinstance(row, PlayRow) and row.play}
    for row in rows[end:]:
        is_new = isinstance(row, PlayRow) and row.is_complete
        if isinstance(row, PlayRow) and is_new and not (row.play and row.play.asked in held):
            return row
    return None


def _is_spaced(heading: TextSpan | None, rows: Sequence[EntryRow]) -> bool:
    """Tell whether an empty line stands between every two lines, from the heading on."""
    touches = heading is not None
    for row in rows:
        if not isinstance(row, EmptyRow) and touches:
            return False
        touches = not isinstance(row, EmptyRow)
    return True


def read_moves(rows: Sequence[EntryRow], habits: Habits) -> "Moves":
    """Put the lines of an entry together to moves, in the order written."""
    found = Moves(habits)
    plays = certain_plays(gathered(without_signatures(rows)), habits)
    for row in _joined_below(plays, rows, habits.plays):
        if habits.are_numbered:
            found.add(row)
        else:
            found.sets.append([row])
    return found


def _joined_below(
    plays: Sequence[PlayRow], rows: Sequence[EntryRow], size: int
) -> Sequence[PlayRow]:
    """Return *plays* as the parts of moves where a line above them says that they are: `Meine beiden Züge:`.

    Those of an alternate are as many: `Doppelzug:` over two plays, `Ersatz:` over two more.
    """
    firsts = plays[::size] if size > 1 and plays and len(plays) % size == 0 else []
    over = [*takewhile(lambda row: not isinstance(row, PlayRow), rows)]
    above = next((row.line.text for row in reversed(over) if isinstance(row, ProseRow)), "")
    if not firsts or not leads_to_parts(above):
        return plays
    if firsts[0].is_alternate or not all(each.is_alternate for each in firsts[1:]):
        return plays
    if len(firsts) > 1 and any(each.is_alternate or each.is_instead for each in plays[1:size]):
        return plays
    return [
        each if at % size == 0 else replace(each, is_joined=True, is_instead=False)
        for at, each in enumerate(plays)
    ]


def leads_to_parts(text: str) -> bool:
    """Tell whether words lead to the plays of one move: `Meine beiden Züge:`."""
    return _PARTS_BELOW.search(text) is not None


_PARTS_BELOW = worded(r"{begin}{parts_below}{end}[^.!?]{0,40}?:\s*$")


def without_signatures(rows: Sequence[EntryRow]) -> list[EntryRow]:
    """Drop a word in capitals under a greeting: `LG`, `UWE`."""
    return [
        row
        for above, row in zip((None, *rows), rows, strict=False)
        if not (isinstance(row, PlayRow) and row.is_bare and not row.is_detailed)
        or not ends_greeting(above)
    ]


def certain_plays(plays: Sequence[PlayRow], habits: Habits) -> list[PlayRow]:
    """Drop what looks like a play only where no better one stands: `A3 Plakate`, `DANKE`.

    Where letters are rows, `H5 Trabe` says all that a play must say. Of a word laid it only tells: `RABEN 24`.
    """
    first = next((at for at, row in enumerate(plays) if row.is_likely), None)
    if first is None:
        return list(plays)
    laid = {row.play.word for row in plays if row.play is not None}
    return [
        row
        for at, row in enumerate(plays)
        if row.is_likely
        or (row.is_bare and not habits.are_numbered and not row.is_doubtful)
        or (row.is_bare and row.is_detailed and at > first and laid.isdisjoint(_words_of(row)))
    ]


def _words_of(row: PlayRow) -> list[str]:
    """Return the words of a play that lacks its place."""
    return [each.word for each in row.faults if isinstance(each, MissingPlace)]


def gathered(rows: Sequence[Row]) -> list[PlayRow]:
    """Return the plays with the swaps, jokers, sums and comments that stand in lines of their own.

    A swap goes with the next play line of the same slash, else with the one before (rules 8); what
    else stands alone belongs to the play above it, or to the first.
    """
    found = {index: row for index, row in enumerate(rows) if isinstance(row, PlayRow)}
    if not found:
        return []
    for index, row in enumerate(rows):
        match row:
            case SwapRow(is_alternate, swaps, faults):
                at = _play_of_swap(found, index, is_alternate=is_alternate)
                play = found[at]
                found[at] = replace(play, swaps=play.swaps + swaps, faults=play.faults + faults)
            case BesideRow():
                at = max((each for each in found if each < index), default=min(found))
                found[at] = _with(found[at], row)
            case _:
                pass
    return [found[index] for index in sorted(found)]


def _play_of_swap(plays: dict[int, PlayRow], index: int, *, is_alternate: bool) -> int:
    same = [at for at, row in plays.items() if row.is_alternate == is_alternate]
    after = [at for at in same if at > index]
    before = [at for at in same if at < index] or [at for at in plays if at < index]
    return min(after) if after else max(before, default=min(plays))


def _with(row: PlayRow, beside: BesideRow) -> PlayRow:
    play = row.play
    if play is not None:
        comment = "; ".join(part for part in (play.comment, beside.comment) if part)
        play = replace(play, blanks=play.blanks + beside.blanks, comment=comment or None)
    total = row.total if beside.total is None else beside.total
    return replace(row, play=play, faults=row.faults + beside.faults, total=total)


class Moves(Struct):
    """The moves of an entry as they grow line by line, and the lines that make them ambiguous."""

    habits: Habits
    sets: list[list[PlayRow]] = field(default_factory=list)
    """The lines of each move."""
    second_play: TextSpan | None = None
    headless: TextSpan | None = None
    """A second Teilzug of a move whose first was not read."""
    dropped: list[TextSpan] = field(default_factory=list)
    """The same of alternates: they are left out."""
    _plain: list[PlayRow] | None = None
    """The set of the lines without a slash."""

    @property
    def moves(self) -> tuple[PlayOrder, ...]:
        """Return the moves; numbered ones with the alternates last."""
        sets = self.sets
        if self.habits.are_numbered:
            sets = sorted(sets, key=lambda each: each[0].is_alternate)
        return tuple(move_of(each, at, self.habits) for at, each in enumerate(sets))

    def add(self, row: PlayRow) -> None:
        if row.is_joined and self.sets and self.sets[-1][0].is_alternate:
            row = replace(row, is_alternate=True)
        if row.is_alternate:
            self._add_alternate(row)
        elif self._plain is None:
            self.headless = row.span if self._is_headless(row) else None
            self._plain = self._new(row)
        elif any(once := [_said_again(each, row) for each in self._plain]):
            self._plain[:] = [same or was for same, was in zip(once, self._plain, strict=True)]
        elif _continues(self._plain, row) or (
            row.is_joined and row.number is None and len(self._plain) < self.habits.plays
        ):
            self._plain.append(row)
        else:
            is_beside = row.span.line == self._plain[-1].span.line
            if (self.habits.moves != 1 or is_beside) and self.second_play is None:
                self.second_play = row.span
            self._plain = self._new(row)

    def _add_alternate(self, row: PlayRow) -> None:
        """With one Teilzug each slash begins an alternate; else a new `/1.` does."""
        if self._is_headless(row) and self._stands_beside(row):
            self.add(replace(row, is_alternate=False))
            return
        last = self.sets[-1] if self.sets else None
        may_continue = self.habits.plays > 1 and last is not None and last[0].is_alternate
        if self._is_headless(row) and not may_continue:
            self.dropped.append(row.span)
        elif last is None or not may_continue:
            self._new(row)
        elif _continues(last, row) or self._is_next_unnumbered(last, row):
            last.append(row)
        elif self._is_headless(row):
            self.dropped.append(row.span)
        else:
            self._new(row)

    def _stands_beside(self, row: PlayRow) -> bool:
        """Tell whether the slash only parts a Teilzug from the one before: `1. A / 2. B` in one line."""
        plain = self._plain
        return (
            plain is not None
            and plain[-1].span.line == row.span.line
            and (plain[-1].number or 1) + 1 == row.number
        )

    def _is_headless(self, row: PlayRow) -> bool:
        """Tell whether a Teilzug that begins a move calls itself the second."""
        return self.habits.plays > 1 and row.number is not None and row.number > 1

    def _is_next_unnumbered(self, last: list[PlayRow], row: PlayRow) -> bool:
        return row.number is None and last[-1].number is None and len(last) < self.habits.plays

    def _new(self, row: PlayRow) -> list[PlayRow]:
        self.sets.append([row])
        return self.sets[-1]


def _continues(plays: Sequence[PlayRow], row: PlayRow) -> bool:
    """Tell whether *row* is the next Teilzug: its number rises; the first may have none."""
    return row.number is not None and row.number > (plays[-1].number or 1)


def _said_again(first: PlayRow, row: PlayRow) -> PlayRow | None:
    """Return a play that *row* says once more, as one: `LLANOS down from J6 please, so J6d LLANOS`; None if another.

    Where both mark a blank, and not alike, they are two. Of its points counts what is said last.
    """
    play, again = first.play, row.play
    if play is None or again is None or first.faults or row.faults:
        return None
    here, there = ((each.starred, each.blanks) for each in (play, again))
    if (
        row.number not in {None, first.number}
        or (play.square, play.direction, play.word) != (again.square, again.direction, again.word)
        or (any(here) and any(there) and here != there)
    ):
        return None
    once = replace(
        again if any(there) else play,
        claimed=play.claimed if again.claimed is None else again.claimed,
        also=tuple(dict.fromkeys((*play.also, *again.also))),
        comment="; ".join(each for each in (play.comment, again.comment) if each) or None,
    )
    return replace(
        first,
        play=once,
        total=first.total if row.total is None else row.total,
        is_asked=first.is_asked or row.is_asked,
        named=first.named + row.named,
    )


def move_of(rows: Sequence[PlayRow], index: int, habits: Habits) -> PlayOrder:
    """Return one move; what goes beyond the game's numbers is a fault, and the first ones stand."""
    allowed = habits.plays if habits.are_numbered else len(rows)
    standing = rows[:allowed]
    faults: list[Fault] = [fault for row in standing for fault in row.faults]
    if len(rows) > allowed:
        faults.append(
            TooManyPlays(span=rows[allowed].span, allowed=allowed, has_alternates=habits.moves != 1)
        )
    if habits.moves is not None and index >= habits.moves:
        faults.append(TooManyMoves(span=rows[0].span, allowed=habits.moves))
    plays = tuple(row.play for row in standing if row.play is not None)
    swaps = tuple(swap for row in standing for swap in row.swaps)
    totals = [row.total for row in rows if row.total is not None]
    move = Move(plays, swaps, totals[-1] if totals else None) if plays else None
    named = tuple(span for row in rows for span in row.named)
    return PlayOrder(WrittenMove(move, tuple(faults), rows[0].span), named=named)


def merged(entries: Sequence[Entry], default: str | None) -> tuple[Entry, ...]:
    """Return *entries* in order, each once; those that differ for one game and player as ambiguous.

    *default* is the game meant where no heading stands.
    """
    kept: list[Entry] = []
    for entry in entries:
        twins = [i for i, other in enumerate(kept) if _same_owner(entry, other, default)]
        same = next((i for i in twins if _asks_same(kept[i], entry)), None)
        if same is not None:
            kept[same] = _both(kept[same], entry)
            continue
        if len(twins) == 1 and (both := _act_and_move(kept[twins[0]], entry)) is not None:
            kept[twins[0]] = both
            continue
        for i in twins:
            kept[i] = _ambiguous(kept[i])
        kept.append(_ambiguous(entry) if twins else entry)
    return tuple(kept)


def _same_owner(one: Entry, two: Entry, default: str | None) -> bool:
    """Tell whether two entries are for one game and player; no name may be any."""
    if isinstance(one.game, UnknownHeading) or isinstance(two.game, UnknownHeading):
        return one.game == two.game
    if (one.game or default) != (two.game or default):
        return False
    if one.player is None or two.player is None:
        return True
    return shapes.folded(one.player.text) == shapes.folded(two.player.text)


def _act_and_move(one: Entry, two: Entry) -> Entry | None:
    """Return an acceptance and the move that follows it, inside a quote, as one; None if they are not."""
    if one.written is None or two.written is None or one.ambiguity or two.ambiguity:
        return None
    both = one.written.before(two.written)
    return None if both is None else replace(_both(two, one), written=both)


def _asks_same(one: Entry, two: Entry) -> bool:
    """Tell whether two entries ask for the same, or one of them for nothing."""
    if one.written is None or two.written is None:
        return True
    return one.written.asked == two.written.asked


def _both(one: Entry, two: Entry) -> Entry:
    fuller = one if one.asks else replace(two, game=one.game or two.game)
    return replace(
        fuller,
        heading=fuller.heading or one.heading or two.heading,
        player=fuller.player or one.player or two.player,
        commands=tuple(dict.fromkeys(one.commands + two.commands)),
        said=one.said.then(two.said),
        wish=two.wish or one.wish,
    )


def _ambiguous(entry: Entry) -> Entry:
    if entry.ambiguity is not None or not entry.asks:
        return entry
    at = entry.heading or entry.span
    return replace(entry, ambiguity=Ambiguity.TWO_ENTRIES, ambiguous_at=at)
