"""The pass over lines in which more is asked for than plays, in games in turns, at tables, and step by step.

An order inside a sentence: `Ich passe, das wird nichts mehr`. A sentence asks for something where one of its
clauses does as a line would. What stands around that clause may put it in doubt (a condition, `oder`, words
that take it back, another order): then the line is asked about.

What is left over beside an exchange: tiles, or words that say nothing of tiles. A tile left over would stay on
the rack without a word, and an exchange cannot be taken back.

Plays are read as in every game (`move_lines`); what else may be asked for has a grammar of its own (turns 3 to 6, 11).

Conditions of moves in advance: where one stands on a line, and what it says. One that names a play is read by
who reads plays; here it is told where in the line that play stands.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from enum import Enum, auto
from functools import cached_property, partial, reduce
from itertools import islice, pairwise, takewhile, zip_longest
from typing import ClassVar
from unicodedata import category

from lark import Token, Tree, UnexpectedInput
from msgspec import UNSET, Struct
from msgspec.structs import replace

from mailref.orders import entries, shapes
from mailref.orders.absences import POSTSCRIPT, may_be_own, names_own_absence
from mailref.orders.commands import (
    MOST_BREAKS,
    closings,
    is_closing,
    is_full_name,
    is_greeting,
    is_shouted_greeting,
    makes_uncertain,
    without_greeting,
)
from mailref.orders.fields import joined_fields
from mailref.orders.grammar import CountedLark
from mailref.orders.kind_words import without_kind_words
from mailref.orders.move_lines import Budget, LineReader
from mailref.orders.order_words import ORDERS_IN_TURNS, filled_turns, forms
from mailref.orders.remarks import IS_TALK_ALL_THE_SAME, PLAY, weight_of
from mailref.orders.roles import have_roles, words_of
from mailref.orders.said_of_word import act_said, doubts_word, player_named, takes_challenge_back
from mailref.orders.sections import (
    FOR_WANT,
    LONGEST_SENTENCE,
    begins_postscript,
    certain_plays,
    corrected,
    gathered,
    is_correction,
    is_somebodys_move,
    line_above,
    move_of,
    passed_over,
    sentences_of,
    speaks_against_it,
    unsaid,
    unsays,
    with_doubted,
    withdraws,
)
from mailref.orders.shapes import A_SQUARE, DIGIT, days_within, read_days
from mailref.orders.table import Command
from mailref.orders.taken_back import IN_CAPITALS, PLAY_WITH_PLACE
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import join_lines, only
from mailref.tiles.board import Notation
from mailref.tiles.lexicon.verdicts import spell
from mailref.tiles.moves import (
    ALTERNATE_MARK,
    COMMENT_MARK,
    NOWHERE,
    SAYINGS,
    Fault,
    MissingPlace,
    Play,
    Syntax,
    TextSpan,
    one_of,
    worded,
)
from mailref.tiles.remembered import remembered
from mailref.tiles.tile_set import BLANK, GERMAN, TileSet, letters_on
from mailref.tiles.when_used import regex, when_used

LONGEST_ORDER = 120
"""Characters of a line that can be an order."""
STARTS = (
    "exchange",
    "passing",
    "challenge",
    "accepts_all",
    "accepts_ahead",
    "accept",
    "resign",
    "wish",
)
"""The kinds of line, in the order in which they are tried."""

CHOOSING = "choose"
"""The kind of line that only those know who choose their letters themselves."""
ORDERS = "turns.lark", (*STARTS, CHOOSING)
"""The grammar of orders, and the kinds of line that are read by it."""


def pattern_of(pattern: str) -> re.Pattern[str]:
    """Return the pattern made of the words of orders, in any letters."""
    return when_used(filled_turns, pattern)


# What an order could begin with: the grammar is asked about nothing else.
_MAY_BE_ORDER = pattern_of(
    r"\W*(?:(?:{my}\s+)?(?:{play}|[[advance]])\s*[:=]\s*)?(?:(?:[[i]]|(?:[[what_stands]]|{letter}{2,20}['’]?s?\s+{play})(?:\s+[[of_whom]]\s+{letter}{2,20})?)\s+){0,2}(?:[[choose]]|[[exchange]]|[[gives_back]]|[[pass]]|[[set_out1]]"
    r"|[[challenge]]|[[challenge_parts1]]|[[accept]]|[[accept_parts1]]|[[accepts_all]]|[[resign]]|[[resign_parts1]]|[[draw]]){end}"
    r"|.{1,60}{begin}(?:[[exchange_last]]|[[into_bag]]|[[given_back]]|[[challenge_last]]|[[draw]]){end}"
)
_SLASH = regex(r"\s*/(?!/)\s*")


TRIAL = pattern_of(r"\s*(?:{my}\s{1,9})?[[trial]]{end}\s{0,9}:?")
_AWAY = pattern_of(r"\s*(?:[[i]]\s{1,9})?[[away]]{end}\s{0,9}:?")
_AWAY_AROUND = pattern_of(
    r"\s*(?:[[am]]\s{1,9}(?P<days>(?=[^\n]{0,30}\d)[^\n]{3,60}?)"
    r"|(?P<days_first>(?=[^\n]{0,30}\d)[^\n]{3,60}?)[\s,]{1,9}[[am]])\s{1,9}[[away_last]]"
    r"(?:[\s.!]*|(?:\s?[,;.!]|\s[[and]]{end})\s{1,3}(?P<beside>[^\n\d?]{2,90}))"
)
_DAYS_FOLLOW = worded(r"\s{0,9}(?:{from_words}\s{1,3})?\d")
_BESIDE_DAYS = regex(r"\s?[,;!]\s{1,3}[^\n\d?]{2,90}$")
_HISTORY, _TILES = (
    pattern_of(rf"[\s.!]*(?:[[please]]\s{{1,3}})?{name}(?:[\s,]{{1,3}}[[please]])?[\s.!?*]*")
    for name in ("[[history]]", "[[tiles]]")
)


def is_trial_alone(text: str) -> bool:
    """Tell whether a line says only that something is to be tried: `TRIAL` over a play."""
    return _TRIAL_ALONE.fullmatch(text) is not None


_TRIAL_ALONE = pattern_of(r"\W*(?:{my}\s{1,9})?[[trial]]{end}\W*")


def command_among_orders(text: str) -> entries.Act | None:
    """Return the command that a line is, as only games in turns know it."""
    if _HISTORY.fullmatch(text):
        return entries.HistoryAct()
    if _TILES.fullmatch(text):
        return entries.TilesAct()
    return absence_told(text)


@remembered
def absence_told(text: str) -> entries.AwayAct | None:
    """Return the absence that a line tells of, its days in digits or in words; rounds and squares are no days."""
    if PLAY_WITH_PLACE.search(text):  # `L3s DAUERT. Ab Montag bin ich verreist.`
        text = "".join(each for each in sentences_of(text) if not PLAY_WITH_PLACE.search(each))
    away = absence_in(text)
    is_of_days = away is not None and DIGIT.search(shapes.without_rounds(away.text)) is not None
    return away if is_of_days else absence_in_words(text)


def absence_in(text: str) -> entries.AwayAct | None:
    """Return the absence that a line tells of, its days as written: `URLAUB 1.8.-14.8.`, `Bin vom ... weg.`."""
    if not DIGIT.search(text) or not may_be_own(text):
        return None
    away = _AWAY.match(text)
    if away and DIGIT.search(A_SQUARE.sub("", text[away.end() :])):  # not `Away with H5!`
        days = text[away.end() :].strip(" \t.!")  # `Absence : je suis en congés du 1er au 3`
        beside = _BESIDE_DAYS.search(days)
        if beside and not makes_uncertain(beside[0]):
            days = days[: beside.start()]
        where = days_within(days)
        if where and not DIGIT.search(days[: where[0]] + days[where[1] :]):
            days = days[slice(*where)]  # `I'm away on holidays from 1 to 5 December, with school`
        return absence_in(days) or entries.AwayAct(days)
    around = _around_absence(text)
    if around:
        days = (around["days"] or around["days_first"]).strip()
        where = days_within(days)  # `in der Zeit vom 5. bis 12.12.`
        return entries.AwayAct(days[slice(*where)] if where else days)
    return _absence_among_words(text)


_LONGEST_ABSENCE = 160
_IS_AWAY = worded(r"(?<!\w){away_words}(?!\w)")
_BESIDE_AWAY = frozenset(SAYINGS["beside_away"])
_WORD_BESIDE = regex(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+")
_FOLLOWS_DAYS = regex(r"\s?(?:[,;.!]\s{1,3}|\s\()[^\n\d?]{2,90}$")
_CANNOT_PLAY = worded(r"(?<!\w){cannot_play}(?!\w)")
_SAYS_ME = worded(r"(?<!\w){myself}{end}")


def _absence_among_words(text: str) -> entries.AwayAct | None:
    """Return the absence of a sentence in which each word has a part: `5.-12.12. Kur`, `Habe vom ... Urlaub`.

    What follows in a clause of its own may say anything that takes nothing of it back.
    """
    text = _without_lead(without_greeting(text))
    where = days_within(text) if len(text) <= _LONGEST_ABSENCE and "?" not in text else None
    if where is None:
        return None
    before, behind = text[: where[0]], text[where[1] :]
    further = _FOLLOWS_DAYS.search(behind)
    if further is not None and not makes_uncertain(further[0]):
        clause = f"{before} {behind[: further.start()]}"
        if _IS_AWAY.search(clause):
            behind = behind[: further.start()]
    said = max((each.end() for each in _IS_AWAY.finditer(behind)), default=0)
    if (place := _WHERE_AWAY.search(behind, said)) is not None and not makes_uncertain(place[0]):
        is_said = _IS_AWAY.search(f"{before} , {behind[: place.start()]}")
        behind = behind[: place.start()] if is_said else behind
    rest, count = _IS_AWAY.subn(" ", f"{before} , {behind}")
    words = {each.lower().replace("’", "'") for each in _WORD_BESIDE.findall(rest)}
    is_told = bool(_CANNOT_PLAY.search(text) and _SAYS_ME.search(text)) and not makes_uncertain(
        text
    )
    is_away = is_told or (count and words <= _BESIDE_AWAY)
    return entries.AwayAct(text[slice(*where)]) if is_away else None


def absence_in_words(text: str) -> entries.AwayAct | None:
    """Return the absence of a sentence that says its days in words alone, so that its writer must be asked for them.

    >>> absence_in_words("Bin ab Samstag bis Ende Januar in Spanien.")
    AwayAct(text='ab Samstag bis Ende Januar')
    """
    return _absence_in_words(text) if may_be_own(text) else None


@remembered
def _absence_in_words(text: str) -> entries.AwayAct | None:
    text = _without_lead(without_greeting(text))
    if len(text) > _LONGEST_ABSENCE or "?" in text or in_capitals(text):
        return None  # what else it asks for must not be lost
    if DIGIT.search(text):
        return _absence_for_any_reason(text)
    told = None
    for clause in _CLAUSE_OF_ABSENCE.split(text):
        found = _DAYS_IN_WORDS.search(clause)
        if found and not makes_uncertain(clause) and _is_away_beside(found, clause):
            told = told or entries.AwayAct(found[0].strip())
        elif _MAY_BE_ORDER.match(clause) and not _SAYS_NO.search(clause):
            return None
    return told


def _absence_for_any_reason(text: str) -> entries.AwayAct | None:
    """Return the absence of somebody who is elsewhere for some days, whatever for: he is asked whether to note it.

    >>> _absence_for_any_reason("Vom 5. bis 12.12. bin ich auf einer Fortbildung.")
    AwayAct(text='Vom 5. bis 12.12. bin ich auf einer Fortbildung')
    >>> _absence_for_any_reason("Vom 5. bis 12.12. ist mein Bruder in Rom.")
    """
    if _NAMES_WHO.match(text):
        return None
    if any(each.search(text) for each in (_WAS_AWAY, A_SQUARE)) or makes_uncertain(text):
        return None
    if any(map(_may_order, _CLAUSE_OF_ABSENCE.split(text))):
        return None
    said, where = text.strip(" .!"), days_within(text)
    if _ONE_DAY.search(said) and _is_back(said):
        return entries.AwayAct(said)
    if where is None or not _lasts(text[slice(*where)]):
        last = _UNTIL_DAY.search(said) or _FROM_DAY_FOR_SOME_TIME.search(said)
        where = last.span() if last else None
    if where is None:
        return None
    rest = f"{said[: where[0]].rstrip(' ,')} , {said[where[1] :].lstrip(' ,')}".strip(" ,")
    return entries.AwayAct(said) if _is_elsewhere(rest) else None


def _may_order(clause: str) -> bool:
    """Tell whether a clause beside an absence may ask for something: `..., ich passe`."""
    may_be = _MAY_BE_ORDER.match(clause) is not None and DIGIT.search(clause) is None
    return may_be and _SAYS_NO.search(clause) is None


def _is_back(said: str) -> bool:
    found = _BACK_ON.search(said)
    says_who = _SAYS_AM.search(said) is not None or _SAYS_ME.search(said) is not None
    return found is not None and (not found.start() or says_who)


def _lasts(days: str) -> bool:
    """Tell whether days are more than one, or end a time that goes on now."""
    found = read_days(days, date(2000, 1, 1))
    return found is not None and found[0] < found[1]


def _is_elsewhere(rest: str) -> bool:
    """Tell whether somebody says of himself, beside some days, that he is not there, or goes somewhere."""
    if _NOT_AWAY.search(rest):
        return False
    bare = _IS_AWAY.sub(" ", _OUT_OF_REACH.sub(" ", rest))
    if bare != rest:
        begins = _OUT_OF_REACH.match(rest) or _IS_AWAY.match(rest)
        return begins is not None or bool(_SAYS_ME.search(rest) or _SAYS_AM.search(rest))
    if _IS_THERE.search(rest):
        return False
    goes = _GOES_AWAY.search(rest) is not None and _SAYS_ME.search(rest) is not None
    is_there = _SAYS_AM.search(rest) is not None
    return (goes or is_there) and _PLACE_OF_ABSENCE.search(rest) is not None


_OUT_OF_REACH = worded(r"(?<!\w){out_of_reach}(?!\w)")
_NAMES_WHO = worded(
    r"\W{0,9}(?:{out_of_reach}|{away_words})\s{0,3}:\s{0,99}(?!{from_words}{end})(?-i:[A-ZÄÖÜÉ])[\w.]"
)
"""So begins our own line of who is away: `Nicht da: Anna: vom 19. bis zum 7.`"""
_NOT_AWAY = worded(r"(?<!\w){denies}\s{1,3}{away_words}(?!\w)")
_GOES_AWAY = worded(r"(?<!\w){goes_away}(?!\w)")
_BACK_ON = worded(r"(?<!\w){back_on}(?!\w)")
_WAS_AWAY = worded(r"(?<!\w){was_away}(?!\w)")
_MONTH = "|".join(shapes.NAMES_OF_MONTHS)
_DAY = rf"(?:\d{{1,2}}\.\s?\d{{1,2}}\.?|\d{{1,2}}(?:\.|st|nd|rd|th|er)?\s(?:of\s)?(?:{_MONTH})|(?:{_MONTH})\s\d{{1,2}})"
_ONE_DAY = regex(rf"(?<!\w){_DAY}", re.IGNORECASE)
_UNTIL_DAY = worded(rf"(?<!\w){{only_until}}\s{{1,3}}(?:{_DAY}|\d{{1,2}}\.)")
_FROM_DAY_FOR_SOME_TIME = worded(
    rf"(?<!\w)(?:{{from_words}}|{{from_on}})\s(?:[^\W\d_]{{2,4}}\s)?{_DAY}(?=(?:\s[^\W\d_]{{2,9}}){{0,3}}?\s{{for_some_time}}(?!\w))"
)
"""`Ab dem 10.12. sind wir für zwei Wochen in Rom.`"""


def names_days_in_words(text: str) -> bool:
    """Tell whether a line says from when to when, or for how long, without a digit: `bis nach Weihnachten`."""
    return _DAYS_IN_WORDS.search(text) is not None


def _is_away_beside(days: re.Match[str], clause: str) -> bool:
    """Tell whether what a clause says beside days is that its writer is away, or where he is then."""
    rest, count = _IS_AWAY.subn(
        " ", f"{clause[: days.start()].rstrip()} , {clause[days.end() :].lstrip()}"
    )
    if _IS_THERE.search(rest):
        return False
    without_place = _PLACE_OF_ABSENCE.sub(" ", rest)
    is_named = days["first"] is not None or _AT_NAMED_PLACE.search(rest) is not None
    is_at_place = without_place != rest and is_named and _SAYS_AM.search(without_place)
    without_place = _FROM_SOME_DAY.sub(" ", without_place)
    words = {each.lower().replace("’", "'") for each in _WORD_BESIDE.findall(without_place)}
    return bool(is_at_place or count) and words <= _BESIDE_AWAY


_CLAUSE_OF_ABSENCE = regex(r"[.!;,:()]\s{1,3}|[.!;,:()]$|\s[–-]\s")
_SOME_DAY = rf"(?:\w{{1,9}}\s){{0,3}}(?:{'|'.join((*shapes.NAMES_OF_DAYS, *shapes.NAMES_OF_MONTHS))}|{{time_words}})"
# `ab Samstag bis Ende Januar`, `bis nach Weihnachten`, `nächste Woche`: no digit, so nobody can say which days.
_DAYS_IN_WORDS = worded(
    rf"(?<!\w)(?:(?P<first>(?:{{from_words}}|{{from_on}})\s{_SOME_DAY}\s)?{{until}}\s{_SOME_DAY}|{{for_some_time}})(?!\w)"
)
_PLACE_OF_ABSENCE = worded(
    r"(?<!\w)(?:{where_away}|{where_to})\s(?:(?!{conjunction}\s)[^\W\d_][\w’'-]*\s){0,3}?[^\W\d_][\w’'-]*"
    r"(?=\s,|\s(?:{is_verb})?\s*$|$)"
)
_AT_NAMED_PLACE = worded(
    r"(?<!\w){in_named_place}\s(?-i:[A-ZÄÖÜÉ])[^\W\d_][\w’'-]*(?=\s,|\s(?:{is_verb})?\s*$|$)"
)
"""`Nächste Woche sind wir in Rom`: not `im Büro`."""
_FROM_SOME_DAY = worded(rf"(?<!\w)(?:{{from_words}}|{{from_on}})\s{_SOME_DAY}(?!\w)")
_IS_THERE = worded(r"(?<!\w){there_after_all}(?!\w)")
_SAYS_AM = pattern_of(r"{begin}[[am]]{end}")


def _without_lead(text: str) -> str:
    """Return a sentence without `PS` before it, or what its writer says of himself before a colon."""
    text = POSTSCRIPT.sub("", text)
    lead, colon, rest = text.partition(": ")
    is_own = colon and _SAYS_ME.search(lead) and not DIGIT.search(lead)
    return rest if is_own and not makes_uncertain(lead) else text


# Where or with whom somebody is away: `with school`, `in Bad Pyrmont. Dann kann ich nicht spielen`.
_WHERE_AWAY = worded(r"\s{1,3}{where_away}\s[^\d?,;:()]{2,60}$")


def tells_own_absence(text: str) -> bool:
    """Tell whether a line says `ich bin` of an absence, or its days right behind URLAUB, as no mail of ours does."""
    if not may_be_own(text):
        return False
    away = _AWAY.match(text)
    is_bare = away is not None and _DAYS_FOLLOW.match(text, away.end()) is not None
    if away and is_bare and days_within(text[away.end() :].strip(" \t.!")) is not None:
        return True
    says_me = any(each.search(text) for each in (_SAYS_AM, _SAYS_ME)) or names_own_absence(text)
    return _around_absence(text) is not None or (
        says_me and (_absence_among_words(text) or absence_in_words(text)) is not None
    )


def _around_absence(text: str) -> re.Match[str] | None:
    """Find an absence that a sentence tells of; what stands beside it must take nothing of it back.

    `Ich bin vom 1.12. bis 5.12. im Urlaub, danach bin ich wieder dabei.`
    """
    found = _AWAY_AROUND.fullmatch(without_greeting(text))
    return None if found is None or makes_uncertain(found["beside"] or "") else found


class Sure(Enum):
    """How sure it is that a line is an order: our own words and names stand alone in lines, too."""

    FIRM = auto()
    """It says what is asked for, or is a word in capitals."""
    SMALL = auto()
    """`hundert`: an order where no prose stands beside it."""
    CAPITALISED = auto()
    """`Hundert`, or a name: an order where nothing else stands in the mail."""


class FoundOrder(Struct, frozen=True):
    """An order of one line, and whether it is an alternate."""

    order: entries.AnyOrder
    is_alternate: bool
    is_instead: bool = False
    """Whether it takes the place of the one above: `nein, doch lieber 4A GRÄTE`."""
    sure: Sure = Sure.FIRM


class OrderLines:
    """Reads single lines that ask for something but a play."""

    def __init__(
        self,
        grammar: "CountedLark",
        more: "Mapping[str, ReadTree] | None" = None,
        tiles: TileSet = GERMAN,
    ) -> None:
        """Make a reader; *more*: what a kind of game makes of kinds of line that it alone knows."""
        self._grammar = grammar
        self._tiles = tiles
        self._small_tiles = _small_tiles_of(tiles) if tiles.digraphs else None
        exchange: ReadTree = partial(_exchange, rack=tiles.rack)
        self._read: Mapping[str, ReadTree] = {**_READ, "exchange": exchange, **(more or {})}

    def read(
        self, line: Line, starts: Sequence[str]
    ) -> "FoundOrder | entries.Act | entries.Wish | None":
        """Return what a line asks for, as one of *starts*; None if it is no such line."""
        text = self._tiles.as_letters(without_comment(line.text))
        if "challenge" in starts and (said := act_said(text, line.whole)) is not None:
            return said
        if len(text) > LONGEST_ORDER:
            return None
        if self._small_tiles is not None and _OF_TILES.search(text):
            text = self._small_tiles.sub(r"[\g<0>]", text)
        plain, is_alternate = plain_of(text)
        bare, is_instead = bare_of(plain)
        # "ANFECHTEN RUCKEN bitte" challenges one word.
        first = [each for each in starts if bare == plain or each != "challenge"]
        if (found := self._only(plain, first, line.whole)) is not None:
            is_instead = False
        elif bare != plain and not _HURRIES.fullmatch(bare):
            found = _in_sentence(self._only(bare, starts, line.whole))
        if found is None:
            found = _in_sentence(self._without_fillers(bare, starts, line.whole))
        if isinstance(found, entries.AnyOrder) and found.which is not None and _loses_tile(text):
            found = entries.UnreadOrder((found.which(span=line.whole),), line.whole)
        if isinstance(found, entries.AnyOrder):
            return FoundOrder(found, is_alternate, is_instead)
        is_unsaid = isinstance(found, entries.ChallengeAct) and takes_challenge_back(text)
        return None if is_instead or is_unsaid else found

    def _without_fillers(self, bare: str, starts: Sequence[str], span: TextSpan) -> "_Line | None":
        """Return what a text asks for once the words that say nothing are left out of it."""
        filled = without_fillers(bare)
        if _HURRIES.fullmatch(filled) or (filled == bare and not bare.isupper()):
            return None
        if bare.isupper():  # a filler in capitals may be a word, or letters
            filled = without_fillers(bare.lower())
            return self._only(filled, [each for each in starts if each == "passing"], span)
        accepts = ACCEPTS.search(filled) is not None
        return self._only(filled, [each for each in starts if accepts or each != "accept"], span)

    def _only(self, plain: str, starts: Sequence[str], span: TextSpan) -> "_Line | None":
        """Return what a text that holds nothing else asks for."""
        if not _MAY_BE_ORDER.match(plain):
            return None
        for start in starts:
            try:
                tree = self._grammar.parse(plain, start=start)
            except UnexpectedInput:
                continue
            found = self._read[start](tree, span)
            if found is not None:
                return found
        return None


def _in_sentence(found: "_Line | None") -> "_Line | None":
    """Return what stands among other words: who resigns so is asked first."""
    return replace(found, is_in_sentence=True) if isinstance(found, entries.ResignAct) else found


def _small_tiles_of(tiles: TileSet) -> re.Pattern[str]:
    """Return the pattern that finds a tile of several letters in small ones that stands alone: `exchange ch a`."""
    shown = (tiles.as_letters(letters_on(tile).lower()) for tile in tiles.digraphs)
    forms = "|".join(sorted(map(re.escape, shown), key=len, reverse=True))
    return re.compile(rf"(?<![\w\['’])(?:{forms})(?![\w\]'’])")


_OF_TILES = pattern_of(r"{begin}(?:[[exchange]]|[[exchange_last]]|[[into_bag]]|[[choose]]){end}")


def without_comment(text: str) -> str:
    """Return a line up to the comment on it."""
    return text.partition(COMMENT_MARK)[0]


def plain_of(text: str) -> tuple[str, bool]:
    """Return a line without what stands around an order, and whether the order is an alternate."""
    slash = _SLASH.match(text)
    return text[slash.end() if slash else 0 :].strip(" \t.!;*\"'"), slash is not None


def leaves_doubt(text: str) -> bool:
    """Tell whether a line that is no order challenges, or says when one holds: `Gilt nur, wenn Ben passt.`

    Beside a move it is asked about: the move would close the play to challenges, or hang on nothing.
    """
    if len(text) > _LONGEST_DOUBT:
        return False
    clauses = _CLAUSE_END.split(text)
    challenges = any(_CHALLENGES.search(each) and not _SAYS_NO.search(each) for each in clauses)
    return challenges or _CHALLENGES_AND.match(text) is not None or _HANGS.search(text) is not None


def is_said_against(text: str) -> bool:
    """Tell whether a line beside an order clearly takes away what is ordered.

    >>> [is_said_against(each) for each in ("Tu ich aber nicht.", "Muss noch mal rechnen.", "Schönen Sonntag!")]
    [True, True, False]
    """
    if text.lstrip().startswith(_OF_OTHERS_MAIL):
        return False
    return any(
        weight_of(each) > (IS_TALK_ALL_THE_SAME if withdraws(each) else _IS_SURELY_AGAINST)
        for each in sentences_of(text[:_LONGEST_DOUBT])
        if not any(cue.search(each) for cue in (A_SQUARE, _ASKS_OR_LEADS, _CHALLENGES))
    )


_OF_OTHERS_MAIL = (">", "|")
_ASKS_OR_LEADS = regex(r"[?:]\s*$")


_IS_SURELY_AGAINST = 150
"""From this weight on a sentence that no rule knows leaves an order in doubt: one of 40 that are talk does."""


def hangs_on_something(text: str) -> bool:
    """Tell whether a word of words before an order makes it one on a condition: `Falls es regnet, `.

    >>> [hangs_on_something(text) for text in ("Sollte es regnen: ", "As it rains, ")]
    [True, False]
    """
    return _ON_SOMETHING.search(text) is not None


_ON_SOMETHING = pattern_of(r"{begin}(?:[[if]]|[[maybe_if]]|[[unless]]){end}")
_LONGEST_DOUBT = 240
_CHALLENGES_AND = pattern_of(
    r"\W*(?:[[i]]\s+)?(?:[[challenge]]|[[challenge_parts1]]){end}.*(?<![{letters}\d]){square}{end}"
)
_CHALLENGES = pattern_of(
    r"{begin}(?:[[challenge]]|[[challenge_last]]|[[challenge_parts1]]{end}[^.!?]{0,60}\s[[challenge_parts2]])"
    r"{end}"
)
_CLAUSE_END = regex(r"[.,;:!?]")


def wishes_to_challenge(text: str) -> bool:
    """Tell whether a line says nothing but that its writer would like to challenge something.

    >>> wishes_to_challenge("Ich würde das gern anfechten:"), wishes_to_challenge("Vielleicht fechte ich das an:")
    (True, False)
    """
    rest, wishes = _WOULD_LIKE.subn(" , ", text)
    rest, challenges = _CHALLENGES.subn(" , ", rest)
    hangs = _DENIED.search(text) or _HEDGES.search(text) or "?" in text
    return bool(wishes and challenges) and not hangs and have_roles(without_kind_words(rest))


_WOULD_LIKE = worded(r"{begin}{wants_game}{end}")
_SAYS_NO = pattern_of(r"{begin}(?:[[negation]]|[[no_doubt]]){end}")
_HANGS = pattern_of(
    r"{begin}(?:[[if]]|[[maybe_if]]|[[unless]]){end}[\s,]{1,9}"
    r"(?:(?:[[someone]]|(?-i:[A-ZÄÖÜ]){letter}{1,30}){end}\s{1,9}(?:[[around]]{end}\s{1,9})?"
    r"(?:[[some]]{end}\s{1,9})?(?:[[tile_names]]{end}\s{1,9})?(?:[[passes]]|[[exchanges]])"
    r"|(?:[[what_goes_back]]{end}\s{1,9})?[[goes_back]]){end}"
)


_LONGEST_THEME = 500
_THEME = regex(
    rf"(?:^|{COMMENT_MARK})\s{{0,9}}{one_of(SAYINGS['theme_called'])}(?:\s{{0,9}}[:=](?P<said>.*)|\s{{0,9}}[.!]?\s*$)",
    re.IGNORECASE,
)
_NAMED = regex(r"[^\W\d_]+")


def theme_claims(text: str) -> tuple[str, ...] | None:
    """Return what `// Thema: ...` says beside a play or below it; None where nothing is claimed."""
    found = _THEME.search(text[:_LONGEST_THEME])
    return None if found is None else tuple(map(spell, _NAMED.findall(found["said"] or "")))


def is_theme_line(text: str) -> bool:
    """Tell whether a line claims a theme and holds nothing else."""
    return _THEME.match(text) is not None


def replaces(text: str) -> bool:
    """Tell whether a line begins as one that takes the place of what was asked for above."""
    return _INSTEAD.match(text) is not None


_LEADS = pattern_of(r"[\s,;.!:-]*(?:[[before_order]]|[[please]]){end}[\s,;.!:-]*")
_INSTEAD = pattern_of(r"\W*(?:[[no]]\s*[,;.!:–-][\s.!–-]*|[[rather]]{end}[\s,;.!:–-]*)")
_TRAILS = pattern_of(
    r"(?:[\s,;.!*-]{1,20}[[please]]|[\s,]{1,9}[[this_time]]|[\s,;:=(–-]{1,20}0\s{0,3}{points}\)?|\s{1,9}[:;]-?[()DP]|[\s.!;*\"']{1,30})$"
)
_MOST_AROUND = 6
"""So many words that say nothing are taken off an order, at each end."""
_HURRIES = worded("{hurries}")
"""A pass alone in its line, and an exhortation beside any other word."""


def bare_of(text: str) -> tuple[str, bool]:
    """Return an order without what says nothing beside it, and whether it replaces another.

    `Ok, angenommen 👍`, `Bitte TAUSCHE A E N`, `PASSE (0 Punkte)`, `nein, doch lieber PASSE`.
    """
    is_instead = False
    for _ in range(_MOST_AROUND):
        rest = _without_signs(text)
        if trail := _TRAILS.search(rest):
            rest = rest[: trail.start()]
        if lead := _LEADS.match(rest):
            rest = rest[lead.end() :]
        elif lead := _INSTEAD.match(rest):
            is_instead, rest = True, rest[lead.end() :]
        if rest == text:
            break
        text = rest
    return text, is_instead


def without_fillers(text: str) -> str:
    """Return an order without the words in it that say nothing: `Ich muss leider passen`.

    What is left is for the grammar alone; its places are no longer those of the line.
    """
    plain = _FILLER.sub(" ", text)
    first, blank, rest = plain.strip(" ,").partition(" ")
    return " ".join(f"{first}{blank}{_INNER.sub(' ', rest)}".split())


_NO_WISH = "".join(rf"(?<!{each}\s)" for each in SAYINGS["wished"])
_NO_WORD = r"(?-i:(?![A-ZÄÖÜ]{{2}}))"
# `gegen zwei neue`, `und hätte gern drei freundlichere Steine`, `for something better`, `two new ones`
_NUMBER_OF_NEW = r"(?:(?:[[numbers]]|\d|{a_thing})\s{1,3})?"
_OTHER_ONES = (
    rf"{_NUMBER_OF_NEW}(?:[[new_ones]]|[[other_ones]]|(?-i:[a-zäöüß]{{4,15}})(?=\s{{1,3}}[[tile_names]]))"
    r"(?:\s{1,3}(?:[[tile_names]]|{letter_noun}))?(?:\s{1,3}{out_of_bag})?"
)
_FOR_NEW = (
    rf"(?:[[for_new]]\s{{1,3}}{_OTHER_ONES}|(?:[[and]]|[,;])\s{{1,3}}(?:[[wants_new]]\s{{1,3}}){{1,2}}{_OTHER_ONES}"
    r"|(?:[[and]]\s{1,3})?(?:[[numbers]]\s{1,3})?[[new_ones]](?:\s{1,3}[[tile_names]])?)(?:\s{1,3}[[new_ones_end]])?"
)
_FILLER = pattern_of(
    rf"{_NO_WISH}{{begin}}{_NO_WORD}[[filler]]{{end}}|(?<![^\W\d_]){_NO_WORD}{_FOR_NEW}{{end}}"
)
_INNER = pattern_of(r"{begin}(?:[[inner]]){end}")
ACCEPTS = pattern_of(r"{begin}[[accept]]{end}")
# `Ich nehme mal an` supposes; `Ich akzeptiere gern` accepts.


def is_hurry(text: str) -> bool:
    """Tell whether words exhort rather than pass: `Weiter so!`."""
    return _HURRIES.fullmatch(plain_of(text)[0]) is not None


def without_claim(text: str) -> tuple[str, int | None]:
    """Return an order without the points behind it, and those: `HUNDERT, 7 Punkte`, `NIMM H4 (4 P)`."""
    found = _CLAIM.search(text)
    return (text[: found.start()], int(found["points"])) if found else (text, None)


_CLAIM = pattern_of(
    r"(?<![\s,;.:=(–-])[\s,;.:=(–-]+(?:{filler}{end}\s{1,3})?(?P<points>\d{1,3})\s{0,3}{points}{end}[\s.!)]*$"
)


def _without_signs(text: str) -> str:
    """Return a text without the pictures at its ends."""
    return text.strip("".join(char for char in set(text) if category(char) in _PICTURES))


_PICTURES = frozenset({"So", "Sk", "Mn", "Cf"})


# What is left beside tiles that are asked for. Reading takes signs off the ends of a line, and leaves a clause out of a
# sentence; a tile among them would stay on the rack without a word, and an exchange cannot be taken back.

BLANK_SIGNS = "*＊∗⁎✱✲★☆⭐🌟✩✪✫✬✭✮✯🃏🂠🎴❓❔⬜⬛□■◻◼◽▢"
"""What a player may write for a blank, beside `?`."""
_EMPHASIS = regex(
    r"^[\s/]{0,9}(?:\*\*(?=[^\W\d_]{2})[^*]{1,120}(?<=[^\s*])\*\*|\*(?=[^\W\d_]{2})[^*]{1,120}(?<=[^\s*])\*)(?![\w*])"
)
_BULLET = pattern_of(
    r"^[\s/]*\*{1,3}\s*(?=(?:{my}\s|[[i]]|[[please]]|[[before_order]]|[[exchange]]|[[choose]]){end})"
)
_TIMES = regex(r"(?<=\d)\s?\*(?=\s?[^\W\d_])")
_WINKS_WITH_LETTER = regex(r"[^\s,;]\s+;-?[DP]\W*$")
"""`TAUSCHE A E ;D`: a smile, or one letter more."""


def _loses_tile(text: str) -> bool:
    """Tell whether a line of tiles holds a sign, emphasis aside, that may be one more: `TAUSCHE Q *`."""
    plain = _TIMES.sub(
        "", _BULLET.sub("", _EMPHASIS.sub(lambda found: found[0].replace("*", ""), text))
    )
    return has_blank_sign(plain) or _WINKS_WITH_LETTER.search(plain) is not None


def has_blank_sign(text: str) -> bool:
    return any(sign in text for sign in BLANK_SIGNS)


_BETWEEN = regex(r"(?<=[^\s/])\s*/(?!/)\s*(?=\S)")
_AT_END = regex(r"(?<!\s)\s*(?<!/)/\s*$")


def at_slashes(lines: Iterable[Line], is_order: Callable[[Line], bool]) -> Iterator[Line]:
    """Yield each order on a line of its own: in `HUND / UND`, and in `HUND /` above it, UND is an alternate.

    A line stays whole where some part of it is no order.
    """
    is_alternate = False
    for line in lines:
        text = without_comment(line.text)
        if text.strip() == ALTERNATE_MARK:
            is_alternate = True
            continue
        if is_alternate and text.strip():
            is_alternate = False
            if is_order(line) and not _SLASH.match(text):
                line = replace(line, text=f"/ {line.text}")  # noqa: PLW2901  its mark stood above it
        end = _AT_END.search(text)
        if end is not None and is_order(line.cut(0, end.start())):
            is_alternate = True
            line = line.cut(0, end.start())  # noqa: PLW2901  its mark is for the next one
        yield from _parts(line, is_order)


def _parts(line: Line, is_order: Callable[[Line], bool]) -> Sequence[Line]:
    marks = [mark.start() for mark in _BETWEEN.finditer(without_comment(line.text))]
    parts = [line.cut(at, end) for at, end in zip([0, *marks], [*marks, None], strict=True)]
    return parts if marks and all(map(is_order, parts)) else [line]


def tokens_of(tree: Tree[Token], *kinds: str) -> list[Token]:
    """Return the tokens of some kinds, in order."""
    return [each for each in tree.scan_values(lambda v: isinstance(v, Token)) if each.type in kinds]


def _exchange(
    tree: Tree[Token], span: TextSpan, *, rack: int
) -> entries.ExchangeOrder | entries.UnreadOrder | None:
    kept = [tile for row in tree.find_data("kept") for tile in row.find_data("tile")]
    named = [each for each in tree.find_data("tile") if each not in kept]
    if tokens_of(tree, "ALL") and not named:
        return entries.ExchangeOrder(None, span, kept="".join(map(tile_of, kept)) or UNSET)
    if tokens_of(tree, "LAST") and any(len(each) > 1 for each in tokens_of(tree, "LETTERS")):
        return None  # `WIR TAUSCHEN`
    if _MAY_BE_ARTICLE.search(span.text):
        return entries.UnreadOrder((entries.WhichLetters(span=span),), span)
    letters = "".join(tile_of(each) for each in _without_articles(named, span))
    if len(letters) > rack and PLAY_WITH_PLACE.search(span.text):
        return None  # `Ich gebe M5 HARTES ab`
    counted = [number_of(each) for each in tokens_of(tree, "COUNTED")]
    counted += filter(None, map(number_of, tokens_of(tree, "TILE_NAMES")))
    is_all = (
        not tokens_of(tree, "ALL") or len(letters) >= rack
    )  # `TAUSCHE ALLE: A E N ...` names them all
    if not letters or not is_all or (counted and counted != [len(letters)]):
        return entries.UnreadOrder((entries.WhichLetters(span=span),), span)
    return entries.ExchangeOrder(letters, span)


# `EXCHANGE A BLANK`: one tile or two.
_MAY_BE_ARTICLE = pattern_of(
    "|".join(
        rf"{{begin}}(?-i:{article.upper()})\s+(?:{'|'.join(row['blank'])})s?{{end}}"
        for row in ORDERS_IN_TURNS.values()
        for article in row["articles"]
        if len(article) == 1
    )
    or r"(?!)"
)
_SMALL_ARTICLES = frozenset(
    article for row in ORDERS_IN_TURNS.values() for article in row["articles"] if len(article) == 1
)


def _without_articles(named: list[Tree[Token]], span: TextSpan) -> Iterator[Tree[Token]]:
    """Yield the tiles named, but for the article of `a B`: a small letter right before one in capitals."""
    for tile, following in zip_longest(named, named[1:]):
        letters = "".join(tokens_of(tile, "LETTERS", "ONE"))
        after = "".join(tokens_of(following, "LETTERS", "ONE")) if following is not None else ""
        is_article = letters in _SMALL_ARTICLES and after.isupper()
        if not (is_article and re.search(rf"\b{letters}\s+{re.escape(after)}", span.text)):
            yield tile


def number_of(counted: str) -> int | None:
    """Return how many tiles `3 Steine:` or `drei Buchstaben` counts."""
    if digits := re.match(r"\d+", counted):
        return int(digits[0])
    if _OF_TWO.match(counted):
        return 2
    said = counted.split(maxsplit=1)[0].strip(" ,:").casefold()
    rows = (each["numbers"] for each in ORDERS_IN_TURNS.values())
    return next((row.index(said) + 2 for row in rows if said in row), None)


_OF_TWO = pattern_of("[[both]]{end}")


def tile_of(tree: Tree[Token]) -> str:
    """Return the tile that a piece of a line names, as often as it says."""
    times = tokens_of(tree, "TIMES")
    letters = "".join(
        BLANK if token.type == "BLANK" else token.upper()
        for token in tokens_of(tree, "LETTERS", "ONE", "CAPITALS", "BLANK")
    )
    return letters * (int(re.sub(r"\D", "", times[0])) if times else 1)


def _challenge(tree: Tree[Token], span: TextSpan) -> entries.Act | None:
    written = tokens_of(tree, "WORD", "LETTERS")
    if len(written) > 1 and not tokens_of(tree, "AND", "COMMA") and any(map(str.islower, written)):
        return None  # `Ich zweifle an meinem Verstand`
    if any(map(str.isupper, written)):  # `I challenge HANDIEST, sorry!`
        talk = _talk_behind(span.text)
        written = [
            each for each in written if not (each in talk or (each.islower() and have_roles(each)))
        ]
        if any(map(str.islower, written)):  # `I doubt anyone has heard of HANDIEST`
            return None
    words = () if _WHAT.fullmatch(" ".join(written)) else tuple(map(spell, written))
    is_prose = bool(words and _ENDS_SENTENCE.match(span.text))
    return (
        None
        if is_prose or any(map(_IS_NOT.fullmatch, words))
        else entries.ChallengeAct(words, span)
    )


def _talk_behind(text: str) -> Collection[str]:
    """Return the words of the clauses behind the challenged ones, none of which is in capitals: `BACK, I think`."""
    clauses = _CLAUSE_END.split(text)
    named = [at for at, clause in enumerate(clauses) if _IN_CAPITALS.search(clause)]
    behind = clauses[named[-1] + 1 :] if named else []
    talk = [each for each in behind if any(map(str.islower, each.split()))]
    return {word for each in talk for word in each.split()}


def _accept(tree: Tree[Token], span: TextSpan) -> entries.Act:
    named = " ".join(tokens_of(tree, "ACCEPTED"))
    whose = player_named(span.text) if tokens_of(tree, "BY", "THEIRS") else ""
    return entries.AcceptAct(
        tuple(map(spell, _IN_CAPITALS.findall(named))), span if named else NOWHERE, whose
    )


_IN_CAPITALS = regex(r"(?<!\w)[A-ZÄÖÜ]{2,21}(?!\w)")


# `mehr anfechten`, wrapped away from what stands before it, names no word: words begin in capitals.
_ENDS_SENTENCE = pattern_of(r"\W*(?-i:[a-zäöüß]){letter}*\s+[[challenge_last]]{end}")


_IS_NOT = pattern_of("[[negation]]")
# `Ich fechte das mal an` challenges what lies, `DAS` in capitals that word.
_WHAT = pattern_of(r"(?!(?-i:[A-ZÄÖÜ ]+$))(?:(?:[[what_stands]]|[[this_time]]){end}\s?)+")


def _accepts_all(tree: Tree[Token], _: TextSpan) -> entries.Act:
    return entries.AcceptsAllAct(wanted=bool(tokens_of(tree, "ON")))


def _resign(tree: Tree[Token], _: TextSpan) -> entries.Act:
    """Return it as said in a sentence where more words belong to it: `Ich gebe Bonn auf`."""
    return entries.ResignAct(is_in_sentence=bool(tokens_of(tree, "GAME", "THIS_TIME")))


def _wish(tree: Tree[Token], _: TextSpan) -> entries.Wish:
    kinds = "".join(tokens_of(tree, "KINDS")).upper()
    if kinds:
        return entries.Wish(kinds.count("V"), len(kinds) - kinds.count("V"))
    vowels = consonants = 0
    for each in tree.find_data("number_of"):
        number = int(tokens_of(each, "NUMBER")[0])
        if tokens_of(each, "VOWELS"):
            vowels += number
        else:
            consonants += number
    return entries.Wish(vowels, consonants)


_Line = entries.AnyOrder | entries.Act | entries.Wish
ReadTree = Callable[[Tree[Token], TextSpan], _Line | None]
"""Makes of a line that the grammar has read what it asks for; None where that is nothing."""
_READ: Mapping[str, ReadTree] = {
    "passing": lambda _tree, span: entries.PassOrder(span),
    "challenge": _challenge,
    "accept": _accept,
    "accepts_all": _accepts_all,
    "accepts_ahead": lambda _tree, _span: entries.AcceptsAllAct(wanted=True),
    "resign": _resign,
    "wish": _wish,
}


def with_exchanges_in_fields(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines*, a pass, or an exchange and its tiles, that are fields of a form as an order on one line.

    `Aktion: Tausch` / `Buchstaben: G K L`, `Action: PASS`. Without a label of their own the tiles stand each alone:
    a word in capitals may be the writer's name.
    """
    joined: list[Line] = []
    for line in lines:
        above = _EXCHANGE_FIELD.fullmatch(joined[-1].text[:LONGEST_ORDER]) if joined else None
        tiles = _TILES_FIELD.fullmatch(line.text[:LONGEST_ORDER]) if above else None
        action = _ACTION_FIELD.fullmatch(line.text[:LONGEST_ORDER])
        if tiles:
            named = only(line, range(*tiles.span("tiles")))
            joined.append(join_lines(joined.pop(), named, " "))
        else:
            joined.append(only(line, range(*action.span("order"))) if action else line)
    return joined


_ACTION_FIELD = pattern_of(
    r"\W{0,4}[[action_field]]\s{0,3}[:=]\s{0,3}(?P<order>[[exchange]]|[[pass]])\s{0,3}[:.]?\s{0,9}"
)
_EXCHANGE_FIELD = pattern_of(
    r"\W{0,4}(?:(?:{play}|{turn})\s{0,3}(?:\d{1,4}\s{0,3})?[:=]\s{0,3})?[[exchange]]\s{0,9}"
)
_TILES_FIELD = pattern_of(
    r"\W{0,4}(?P<label>[[the_tiles]]\s{0,3}[:=]\s{0,3})?"
    r"(?P<tiles>(?(label)(?:{letter}|[?*,+/&\s-]){1,60}|{letter}(?:[,+/&\s]{1,3}{letter}(?!{letter})){2,9}))[.!]?\s{0,9}"
)


def names_more_tiles(left: str) -> bool:
    """Tell whether words beside an exchange, in its own sentence, name a tile: `TAUSCHE Q, Stern`."""
    return (
        has_blank_sign(left)
        or _MAY_NAME_TILES.search(left) is not None
        or _GOES_ON_LISTING.match(left) is not None
        or _COUNTS_MORE.match(left) is not None
    )


def is_more_tiles(text: str, *, is_right_behind: bool) -> bool:
    """Tell whether a sentence or a line below an exchange names tiles and nothing else: `und N`.

    Further below it must go on, or name a blank: a letter there may be the writer's name.
    """
    text = text.strip()
    words = _PARTS.findall(text)
    if (
        not words
        or len(text) > LONGEST_ORDER
        or _MAY_BE_PLAY.search(text)
        or is_closing(text)
        or is_shouted_greeting(text.strip(" .!"))
    ):
        return False
    tiles = [each for each in words if _TILE.fullmatch(each)]
    is_blank = any(not each.isalpha() or (len(each) > 1 and not each.isupper()) for each in tiles)
    goes_on = is_right_behind or is_blank or _GOES_ON.match(text) is not None
    return bool(tiles) and goes_on and all(_TILE_OR_LINK.fullmatch(each) for each in words)


def may_list_more(lines: Sequence[Line], line: Line, order: Line) -> bool:
    """Tell whether a mail may name further tiles beside an exchange in one of its lines: `tausche r u. ö`.

    Where the order goes on behind its tiles, or a letter stands alone anywhere else.
    """
    if not any(len(each) == 1 for each in words_of(order.text)):
        return False
    before, behind = line.text[: begin_of(order.text)], line.text[len(order.text) :]
    below = lines[lines.index(line) + 1 :]
    if any(is_more_tiles(each.text, is_right_behind=True) for each in below):
        return True
    others = (each.text for each in lines if each is not line)
    left = next(sentences_of(behind), "").rstrip(" .!")
    if _COUNTS_MORE.match(left) or _LETTER_ALONE.search(left):
        return True
    return _LISTED_BEHIND.match(behind) is not None or any(
        _LETTER_ALONE.search(text) for text in (before, behind, *others)
    )


_LISTED_BEHIND = pattern_of(
    r"[\s,;-]{0,4}(?:(?:{conjunction}|{contrast}|{joins_parts}|{without}|{or_instead}|[[with]]){end}|[&+/]|{letter}{end})"
)
_LETTER_ALONE = regex(r"(?<![\w'’.])(?!I\s[a-z])(?-i:[A-ZÄÖÜ])(?![\w'’.])")


def offers_other(text: str) -> bool:
    """Tell whether a sentence behind an order begins with what may be done instead: `Ich passe. Oder 14J ONDIT`."""
    return _OFFERS_OTHER.search(text) is not None


_OFFERS_OTHER = pattern_of(r"[.!?]\s{1,3}[[or]]{end}\s{1,3}(?!so{end})")


def begin_of(text: str) -> int:
    """Return where a text begins behind its spaces."""
    return len(text) - len(text.lstrip())


def is_more_taken(text: str, *, is_right_behind: bool) -> bool:
    """Tell whether a sentence or a line below NIMM names squares, letters or stacks and nothing else: `und H5`."""
    goes_on = is_right_behind or _GOES_ON.match(text.strip()) is not None
    return goes_on and _ONLY_PARTS.fullmatch(text[:LONGEST_ORDER]) is not None


_ONLY_PARTS = pattern_of(
    r"[\s,;.+&-]{0,9}(?:(?:[[and]]|[[or]]|{too}|[[articles]]){end}[\s,;.]{0,9}){0,3}"
    r"(?:(?:{square}|(?-i:[A-ZÄÖÜ]){end}|[1-4](?!\d))[\s,;.!+&-]{0,9}(?:[[and]]{end}\s{0,9})?){1,15}"
)
_MAY_NAME_TILES = pattern_of(
    r"{begin}(?:(?-i:(?!I\s[a-z])[A-ZÄÖÜ]s?|[b-hj-zäöü](?!\.))|[[tile_names]]|[[blank]]s?|[[maybe_blank]]){end}"
)
# `K4 AST`   `4 K AST`: a square.
_MAY_BE_PLAY = regex(r"[^\W\d_]\s?\d|^\D*\d.*[^\W\d_]{2}")
_LINKS = "(?:[[and]]|[[or]]|{more}|{too}|{also_too}|[[please]]|[[articles]])"
_GOES_ON = pattern_of(r"[+&]|(?:[[and]]|[[or]]|{more}|{too}){end}")
_GOES_ON_LISTING = pattern_of(
    r"\W*(?:(?:[[and]]|{more}){end}|[+&])\s*(?:(?:{too}|{also_too}){end}\s*)?(?:[[articles]]){end}"
    r"(?!\s*{wishes})"
)
# `und zwei weitere`, `plus two consonants`, `and whichever vowel you like`, `und Ypsilon`
_COUNTS_MORE = pattern_of(
    r"\W*[[and_others]]{end}|\W*(?:(?-i:[A-ZÄÖÜ])\s)?(?:(?:[[and]]|{more}){end}|[+&])(?!\s*{hopes}{end})\s*(?:{letter}{1,10}\s{1,3}){0,2}?"
    r"(?:\d|(?:[[numbers]]|[[both]]){end}|(?:[[articles]]\s|{letter}{1,10}\s)(?:[[vowels]]|[[consonants]]){end}|[[letter_names]]\W*$)"
)
_PARTS = regex(rf"[^\W\d_]+|\d+|[?+&{re.escape(BLANK_SIGNS)}]|[^\s\w,;.!()\[\]\"'/-]")
_TILE = pattern_of(
    rf"(?-i:[A-ZÄÖÜ]{{1,7}}|[a-zäöü])|[[blank]]s?|[[maybe_blank]]|[?{re.escape(BLANK_SIGNS)}]"
)
_TILE_OR_LINK = pattern_of(
    rf"(?-i:[A-ZÄÖÜ]{{1,7}}|[a-zäöü])|[[blank]]s?|[[maybe_blank]]|[?+&{re.escape(BLANK_SIGNS)}]|\d+|{_LINKS}"
)


_LONGEST = 400


Sayable = FoundOrder | entries.Act | entries.Wish


def is_firm(asked: object) -> bool:
    """Tell whether a line asks for something beyond doubt."""
    return asked is not None and (not isinstance(asked, FoundOrder) or asked.sure is Sure.FIRM)


Read = Callable[[Line], Sayable | None]
Names = Callable[[Sayable, str], bool]
"""Tells whether a clause that asks for nothing names more of what was found beside it."""


class Said(Struct, frozen=True):
    """What a line of prose asks for, and whether that is in doubt."""

    found: tuple[Sayable, ...] = ()
    is_doubtful: bool = False
    beside: Sequence[str] = ()
    """What else stands in a sentence that asks for something."""
    lacks_word: bool = False
    """Whether all that is in doubt is which word it challenges."""

    @property
    def has_move(self) -> bool:
        return any(isinstance(each, FoundOrder) for each in self.found)


class _Clause(Struct, frozen=True):
    """A stretch of a sentence, and how the sentence stands around it."""

    line: Line
    is_first: bool
    is_last: bool
    is_exclaimed: bool
    is_set_off: bool
    """Whether a stop of the same sentence stands behind it: `Pass - nothing fits`."""

    @property
    def says_i(self) -> bool:
        """Tell whether it says of its writer what he does, and is no piece of an explanation."""
        return says_i(self.line.text)


def said_in(line: Line, read: Read, names_more: Names | None = None) -> Said:
    """Return what the clauses of *line* ask for; *read* reads one as a whole line."""
    names_more = names_more or _names_tiles
    text = without_comment(line.text)
    if not text.strip() or len(text) > _LONGEST:
        return Said()
    found: list[Sayable] = []
    is_doubtful = False
    beside: list[str] = []
    for sentence, stop in _sentences(line, text):
        said = _said_in_sentence(sentence, stop, read, names_more)
        whole = text.partition(sentence.text.strip())
        greeting = "" if beside or found else whole[0]
        beside += said.beside if said.found else [greeting + sentence.text.strip()]
        if found and not said.found:
            is_doubtful |= any(
                asks_for_more(each.order, sentence.text, is_right_behind=True)
                for each in found
                if isinstance(each, FoundOrder)
            )
            names = any(names_more(each, sentence.text) for each in found)
            is_doubtful |= unsays(sentence.text.strip(), is_right_below=True)
            is_doubtful |= names and replaces(sentence.text)
        found += (each for each in said.found if not _stands_in(each, found))
        is_doubtful |= said.is_doubtful
    orders = [each for each in found if isinstance(each, FoundOrder)]
    is_other = begins_postscript(text) or offers_other(text)
    is_doubtful |= len(orders) > 1 or (bool(orders) and is_other)
    is_doubtful |= any(map(is_exchange, orders)) and _BREAKS_OFF.search(text) is not None
    if not found:
        is_doubtful |= _speaks_of_order(line, text) or _has_slip(line, read)
    spans = [each.span.text for each in found if isinstance(each, entries.ChallengeAct)]
    rest = reduce(lambda left, said: left.replace(said, " "), spans, text)
    named = [each if text.isupper() else _as_said(each, rest) for each in found]
    challenges = [each for each in named if isinstance(each, entries.ChallengeAct)]
    is_doubtful |= bool(challenges) and takes_challenge_back(text)
    is_doubtful |= any(_names_word_in_talk(each, text) for each in found)
    if any(map(is_move, orders)):
        beside += _QUESTIONS.findall(text)
        is_doubtful |= any(speaks_against_it(each, is_strict=True) for each in beside)
    is_for_word = any(not each.words and not each.span.text.isupper() for each in challenges)
    return Said(
        tuple(named), is_doubtful or is_for_word, lacks_word=is_for_word and not is_doubtful
    )


_STOP = regex(r"[.,;:!]{1,3}\s{1,3}")
_BREAKS_OFF = pattern_of(r"(?<!\w)(?-i:[A-ZÄÖÜ])(?:[,\s]{1,3}[[and]][\s.…]{0,9}|,\s{0,9})$")
"""A list of tiles whose last one is missing: `Tausche B, G und`, `Exchange A, D,`."""

_SENTENCE_END = regex(r"[.!?…]{1,9}(?=[\s\"')]|$)|;\s|\s:?-?[()]{1,9}(?=\s|$)")
_BREAK = pattern_of(
    r",\s{0,3}|\s-{1,2}\s|[:(]\s{0,3}|\.{2,9}\s{0,3}|\s(?=(?:[[connective]]|[[because]]|[[or]]){end})"
)
_STOPS = frozenset(",:(.-…")
_CONNECTIVE = pattern_of(r"[\s,;.:(\"'-]{0,9}(?:[[connective]]){end}\s{0,3}")
_IN_DOUBT = pattern_of(
    r"{begin}(?![[please]]{end})"  # `s'il te plaît`
    r"(?:[[if]]|[[maybe_if]]|[[unless]]|[[or]]|[[else]]|[[not_now]]){end}"
)
_NUMBERS = regex(r"(?:^|\W)\d{1,2}$")
# `Am 3. Mai` goes on, `Ich nehme Stapel 3. Viel Spaß!` does not.
_NUMBERED = pattern_of(r"{begin}(?:[[stack]]|[[take]])\s{1,3}\d{1,2}$")
_LONGEST_NUMBERED = 20


def _sentences(line: Line, text: str) -> Iterator[tuple[Line, str]]:
    """Yield the sentences of a line that ask no question, without a greeting in front, and their stops."""
    start = len(text) - len(without_greeting(text))
    for end in _SENTENCE_END.finditer(text):
        before = text[start : end.start()]
        is_number = _NUMBERS.search(before[-3:]) and not _NUMBERED.search(
            before[-_LONGEST_NUMBERED:]
        )
        if end.start() < start or is_number:
            continue
        if "?" not in end[0] or not before.strip():
            yield line.cut(start, end.start() if before.strip() else end.end()), end[0]
        start = end.end()
    if text[start:].strip():
        yield line.cut(start, len(text)), ""


def stretches_of(line: Line) -> Iterator[Line]:
    """Yield the stretches of a line that may be an order, each from a break in a sentence to another, longest first."""
    text = line.text[:_LONGEST]
    ends = [*(each.end() for each in _SENTENCE_END.finditer(text)), len(text)]
    for start, end in pairwise((0, *ends)):
        breaks = _with_own_orders(text[start:end], _breaks(text[start:end])[:MOST_BREAKS])
        for at, (first, _) in enumerate(breaks):
            for _, last in reversed(breaks[at:]):
                may_be = 0 < last - first <= LONGEST_ORDER
                if may_be and _MAY_GIVE_UP.search(text, start + first, start + last):
                    yield line.cut(start + first, start + last)


def _with_own_orders(text: str, clauses: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return where clauses begin and end, with what its writer says of himself amid one: `Ungern tausche ich H`."""
    begins = {each.start() for each in _OWN_ORDER.finditer(text)}
    amid = ((at, end) for first, end in clauses for at in begins if first < at < end)
    return sorted((*clauses, *amid))


_OWN_ORDER = pattern_of(
    r"{begin}(?:[[i]]\s(?=(?:[[exchange]]|[[pass]]){end})|(?:[[exchange]]|[[pass]])\s(?=[[i]]{end}))"
)
_MAY_RESIGN = pattern_of(r"{begin}(?:[[resign]]|[[resign_parts1]]){end}")
_MAY_GIVE_UP = pattern_of(
    r"{begin}(?:[[pass]]|[[set_out1]]|[[exchange]]|[[exchange_last]]|[[into_bag]]|[[gives_back]]{end}.{1,30}{begin}[[given_back]])(?![^\W\d_])"
)


def clauses_of(line: Line) -> Iterator[tuple[Line, str, Sequence[Line]]]:
    """Yield each sentence of a line that asks no question, its stop, and its clauses."""
    for sentence, stop in _sentences(line, without_comment(line.text)):
        yield sentence, stop, [sentence.cut(*each) for each in _breaks(sentence.text)]


def _said_in_sentence(sentence: Line, stop: str, read: Read, names_more: Names) -> Said:
    """Return what the clauses of a sentence ask for, the longest first from each beginning."""
    found: list[Sayable] = []
    rest: list[str] = []
    done = 0
    is_unsaid = False
    breaks = _breaks(sentence.text)
    left: list[str] = []
    for at, (start, _) in enumerate(breaks):
        if start < done:
            continue
        ends = [end for _, end in breaks[at:]]
        for end in reversed(ends):
            clause = _Clause(
                sentence.cut(start, end),
                is_first=not at,
                is_last=end == ends[-1],
                is_exclaimed="!" in stop,
                is_set_off=sentence.text[end : end + 2].strip()[:1] in _STOPS,
            )
            if (each := _meant(clause, read)) is not None:
                found.append(each)
                done = end
                break
        else:
            rest.append(sentence.text[start : ends[0]])
            left.append(sentence.text[breaks[at - 1][1] if at else start : ends[0]])
            # Behind a challenge it is said of the word: `I challenge BITS, there's no such thing`.
            is_order = bool(found) and not isinstance(found[-1], entries.ChallengeAct)
            is_unsaid |= is_order and unsays(rest[-1].strip(), is_right_below=True)
    found = _as_one(found)
    hedges = any(_IN_DOUBT.search(each) for each in rest)
    if hedges and not says_i(sentence.text):
        return Said()
    is_doubtful = hedges or is_unsaid
    beside = left
    if any(map(is_exchange, found)):  # `and keep the E, N, S and T`
        beside = [*takewhile(lambda each: not _KEEPS.search(each), left)]
    is_doubtful |= any(names_more(each, more) for each in found for more in beside)
    return Said(tuple(found), bool(found) and is_doubtful, rest)


def _is_led_by_others(line: Line, found: Sayable) -> bool:
    """Tell whether what leads to an order, up to a colon, may be about another: `meine Frau meint: ich passe`."""
    if not isinstance(found, FoundOrder):
        return False
    lead, is_there, _ = line.text.partition(found.order.span.text.strip())
    leads = bool(is_there) and lead.rstrip().endswith(":")
    return leads and (
        is_somebodys_move(lead) or weight_of(f"{lead.strip()} {PLAY}") > IS_TALK_ALL_THE_SAME
    )


def _as_one(found: list[Sayable]) -> list[Sayable]:
    """Return what a sentence asks for, where it says a turn is given up twice, or by which exchange it is.

    `Ich muss aussetzen, also: PASSE`, `Ich setze aus und tausche vier Steine: L, N, S, U`.
    """
    if len(found) != _TWICE or not _is_pass(found[0]):
        return found
    return found[1:] if _is_pass(found[1]) or is_exchange(found[1]) else found


_TWICE = 2


def _stands_in(item: Sayable, found: Iterable[Sayable]) -> bool:
    """Tell whether the same pass or exchange was *found* already: `Ich passe diesmal. PASSE`."""
    if not isinstance(item, FoundOrder) or isinstance(item.order, entries.PlayOrder):
        return False
    return item.order.asked in [each.order.asked for each in found if isinstance(each, FoundOrder)]


def _is_pass(found: object) -> bool:
    return isinstance(found, FoundOrder) and isinstance(found.order, entries.PassOrder)


def may_keep_tiles(text: str, letters: str = "") -> bool:
    """Tell whether a text beside an exchange of *letters*, or of all tiles, may keep one back: `E behalte ich`.

    >>> [may_keep_tiles(each) for each in ("Das E bleibt.", "E ausgenommen.", "I am off. A nice day!", "M. Olsen")]
    [True, True, False, False]
    >>> may_keep_tiles("Ich tausche alle. Gruß A."), may_keep_tiles("Ich tausche alle, nicht E.")
    (False, True)
    >>> may_keep_tiles("Buchstaben: H, R", "HR"), may_keep_tiles("Das A auch.", "HR"), may_keep_tiles("R bleibt.", "HR")
    (False, True, True)
    >>> may_keep_tiles("Alle, also A E H I R S T."), may_keep_tiles("Alle sieben, A E H behalte ich.")
    (False, True)
    """
    said = text[: next(closings(text), len(text))]
    tiles = _lone_tiles(said)
    keeps = _KEEPS.search(said) is not None
    if not letters and not keeps and _WHOLE_RACK.search(said) is not None:
        return False  # who exchanges all has named them all
    return (keeps and (bool(tiles) or not letters)) or any(each not in letters for each in tiles)


def names_other_tile(text: str, letters: str) -> bool:
    """Tell whether words beside an exchange of *letters* name a tile that is none of them, nor stays: `The L too.`"""
    said = text[: next(closings(text), len(text))]
    return _KEEPS.search(said) is None and any(each not in letters for each in _lone_tiles(said))


def names_fewer_tiles(text: str, letters: str) -> bool:
    """Tell whether a line beside an exchange of *letters* ends a clause with fewer of them.

    >>> names_fewer_tiles("Exchange A, D, O; on reflection just A and D", "ADO")
    True
    >>> names_fewer_tiles("Exchange only A and D. Just the A was any good.", "AD")
    False
    """
    named = (
        {char for char in found["tiles"] if char.isupper()} for found in _ONLY_TILES.finditer(text)
    )
    return any(each < {*letters} for each in named)


_ONLY_TILES = pattern_of(
    r"{begin}(?:{only}|{rather}|{corrects_self}|[[rather]]){end}[,:]?\s{1,3}(?:[[articles]]\s)?"
    r"(?P<tiles>(?-i:[A-ZÄÖÜ])(?:(?:\s?[,/&]\s?|\s(?:[[and]]\s)?)(?:[[articles]]\s)?(?-i:[A-ZÄÖÜ])(?!\w)){0,6}|(?-i:[A-ZÄÖÜ]{2,6}))(?=\s{0,3}(?:[.!;)]|$))"
)


def _lone_tiles(text: str) -> list[str]:
    plain = _CALLED_BY_LETTER.sub(" ", text)
    return [each[0][-1].upper() for each in _LONE_TILE.finditer(plain)]


_CALLED_BY_LETTER = pattern_of(r"{begin}{called_by_letter}\s{1,3}(?-i:[A-ZÄÖÜ])(?![\w'’])")
"""`Vitamin C` is no tile."""


def says_otherwise(text: str) -> bool:
    """Tell whether the line of a pass or an exchange makes a condition of it, strikes it out, or says no to it.

    >>> [says_otherwise(each) for each in ("Passe ich, verliere ich.", "~~PASSE~~", "Ich tausche A. Nein, ich passe.")]
    [True, True, True]
    >>> [says_otherwise(each) for each in ("Weiter so!", "Passe ich, danke.", "Tausche ich A, E und H, bitte.")]
    [True, False, False]
    """
    against = (_INVERTED, _STRUCK_OUT, _NO_A_PASS, _CHEERS)
    return shapes.is_crossed_out(text) or any(each.search(text) for each in against)


_INVERTED = pattern_of(
    r"^\W*(?:[[pass]]|[[exchange]]){end}\s[[i]]{end}[^.!?\n]{0,40}?,\s"
    r"(?!(?:[[please]]|[[and]]|[[because]]|[[filler]]|{filler}|{thanking}|{closing}|{signs_off}){end})(?-i:[a-zäöü]{2})"
    r"|^\W*(?:[[pass]]|[[exchange]])\s[[i]](?:\s[^.!?,\n]{1,30})?,\s{after_that}{end}"
    r"|^\W*[[pass]]\s[[i]],\s(?!(?:[[please]]|[[because]]|{filler}|{thanking}|{closing}|{signs_off}){end})(?-i:[a-zäöü]{2})"
)
_STRUCK_OUT = regex(r"^\s{0,9}(?:~[^~\n]{1,80}~|~~|//|--(?=\w))")
_NO_A_PASS = pattern_of(
    r"{begin}[[exchange]]{end}[^?\n]{1,60}[\s,.;:–-]{no}[\s,.;:!–-]{1,4}(?:[[i]]\s)?[[pass]]{end}"
)
_CHEERS = pattern_of(r"{begin}[[cheers]]{end}")


def without_all_gone(text: str) -> str:
    """Return what is said beside a play of a whole rack without that all tiles went with it: `Alle sieben weg!`"""
    return _ALL_GONE.sub(" ", text)


_ALL_GONE = pattern_of(
    r"(?:^|[.!?,:–-]\s)\W*(?:{conjunction}\s)?(?:[[all_tiles]]|[[of_all]])(?:\s(?:[[numbers]]|\d))?(?:\s[[tile_names]])?"
    r"\s[[exchange_last]](?=\W*(?:$|[.!?,]\s))"
)


def keeps_some(behind: str) -> bool:
    """Tell whether the sentence of an exchange of all tiles goes on to keep some: `..., bis auf die Vokale`."""
    return _BUT_SOME.search(_SENTENCE_END.split(behind, maxsplit=1)[0]) is not None


# not `Exchange all. Sorry, but I have only vowels`
_BUT_SOME = pattern_of(r"{begin}(?:[[all_but]]){end}(?!\s[[i]]{end})")
_KEEPS = pattern_of(r"{begin}(?:[[keeps]]){end}")
# `das A`; neither `M.` before a name, nor the English words `I` and `A`.
_LONE_TILE = pattern_of(
    r"{begin}(?:[[articles]])\s(?-i:[A-ZÄÖÜ])(?![\w'’])|"
    r"(?<![\w.'’])(?-i:(?![IA]\s(?!(?:[[and]]){end})[a-z])[A-ZÄÖÜ])(?![\w'’]|\.\s?(?-i:[A-ZÄÖÜ]))"
)
_WHOLE_RACK = pattern_of(
    r"(?<!\w)(?-i:[A-ZÄÖÜ])(?:(?:\s{0,3},\s{0,3}|\s{1,3}(?:(?:[[and]])\s{1,3})?)(?-i:[A-ZÄÖÜ*?])(?!\w)){6}"
)
_QUESTIONS = regex(r"[^.!?]+\?")


def is_move(found: object) -> bool:
    """Tell whether an order lays tiles or takes them: what is said beside it may be said of it, as of a play."""
    return isinstance(found, FoundOrder) and found.order.is_move


def _breaks(text: str) -> list[tuple[int, int]]:
    """Return where each clause begins that a sentence may be cut into, and where it ends."""
    first = len(text) - len(text.lstrip())
    breaks = list(islice(_BREAK.finditer(text, first), MOST_BREAKS))
    starts = [first, *(each.end() for each in breaks)]
    ends = [*(each.start() for each in breaks), len(text)]
    leads = [_CONNECTIVE.match(text, start) for start in starts]
    begins = [lead.end() if lead else start for lead, start in zip(leads, starts, strict=True)]
    return [each for each in zip(begins, ends, strict=True) if each[0] < each[1]]


def _names_tiles(found: Sayable, left: str) -> bool:
    """Tell whether letters stand beside an exchange: `Ich tausche E, dazu das N`."""
    return is_exchange(found) and names_more_tiles(left)


def asks_for_more(order: entries.AnyOrder, text: str, *, is_right_behind: bool) -> bool:
    """Tell whether a sentence or a line below an order of tiles names more of them and nothing else."""
    match order.lists:
        case "tiles":
            return is_more_tiles(text, is_right_behind=is_right_behind)
        case "places":
            return is_more_taken(text, is_right_behind=is_right_behind)
        case _:
            return False


def is_exchange(found: object) -> bool:
    return isinstance(found, FoundOrder) and isinstance(found.order, entries.ExchangeOrder)


def _meant(clause: _Clause, read: Read) -> Sayable | None:
    """Return what a clause asks for where that is meant: `Angenommen, ...` supposes, `Pass` is a paper."""
    found = read(clause.line)
    is_firm = clause.says_i or clause.is_exclaimed
    is_alone = " " not in clause.line.text.strip()  # `Held is fine with me, accept.`
    match found:
        case entries.AcceptAct():
            accepts = clause.is_first or ACCEPTS.search(clause.line.text) is not None
            is_meant = (is_firm or is_alone) and clause.is_last and accepts
        case FoundOrder(entries.UnreadOrder()) | entries.ResignAct():
            is_meant = clause.says_i
        case entries.ChallengeAct():
            is_meant = is_firm or (clause.is_last and (clause.is_first or is_alone))
        case FoundOrder(entries.PassOrder()):
            is_noun = clause.is_first and (clause.is_set_off or clause.is_exclaimed)
            is_meant = clause.says_i or (is_noun and not is_hurry(clause.line.text))
        case _:
            is_meant = True
    return found if is_meant else None


def says_i(text: str) -> bool:
    """Tell whether a text says of its writer what he does."""
    return bool(_SAYS_I.search(text) or _BEGINS_WITH_VERB.match(text.lstrip()))


_SAYS_I = pattern_of(r"{begin}(?:(?:[[i]]|[[inner]]){end}|[[i_elided]]['’])")
_BEGINS_WITH_VERB = pattern_of(r"\W{0,9}(?:[[filler]]\s{1,3}){0,3}[[verb]]{end}")


def _as_said(found: Sayable, text: str) -> Sayable:
    """Return an order as it stands among other words: `Das fechte ich an: GÖTZE` names its word in capitals."""
    if isinstance(found, entries.ResignAct):
        return replace(found, is_in_sentence=True)
    if not isinstance(found, entries.ChallengeAct) or found.words:
        return found
    return replace(found, words=tuple(map(spell, dict.fromkeys(IN_CAPITALS.findall(text)))))


def _names_word_in_talk(found: Sayable, text: str) -> bool:
    """Tell whether a challenge names no word, and one stands in talk behind it: `I challenge, politely, all to beat X`.

    Only what stands right behind it, or behind why, is challenged: `Das fechte ich an: GÖTZE`; and what a sentence
    behind it says to be no word.
    """
    if not isinstance(found, entries.ChallengeAct) or found.words or text.isupper():
        return False
    behind, *further = _SENTENCE_END.split(text.partition(found.span.text)[2])
    word = IN_CAPITALS.search(behind)
    if word is not None:
        return _LEADS_TO_WORD.fullmatch(behind[: word.start()]) is None
    return any(map(_praises_word, further))


def _praises_word(sentence: str) -> bool:
    """Tell whether a sentence says something of a word in capitals, and not that it is none: `FAITH is brilliant`."""
    said = IN_CAPITALS.sub(" ", sentence)
    is_named = said != sentence and any(map(str.isalpha, said))
    return is_named and not (_NEGATES.search(said) or doubts_word(sentence))


_NEGATES = pattern_of("{begin}[[negation]]{end}")


_LEADS_TO_WORD = pattern_of(
    r"\W*(?:(?:[[what_stands]]|[[this_time]]){end}\W*)*(?:[[because]]{end}.*)?"
)


def _speaks_of_order(line: Line, text: str) -> bool:
    """Tell whether words that are not read can only mean an exchange, and ask nothing: `I swap my Q and both Us`."""
    return any(
        says_i(each.text)
        and _SPEAKS.match(each.text)
        and not _EXPLAINS.search(each.text)
        and _NAMES_TILES.search(each.text) is not None
        for each, _ in _sentences(line, text)
    )


_SPEAKS = pattern_of(r"\W*(?:[[i]]\s{1,3})?(?:[[filler]]\s{1,3})?(?:[[exchange]]){end}")
_EXPLAINS = pattern_of(r"{begin}(?:[[you]]){end}")
_NAMES_TILES = pattern_of(
    r"{begin}(?:(?-i:(?!I\s[a-z])[A-ZÄÖÜ]s?)|[[tile_names]]|[[blank]]s?){end}"
)


def may_be_meant(text: str) -> bool:
    """Tell whether a play that was not read is perhaps its writer's move: he is asked, also of it alone."""
    is_said = says_i(_NUMBERED_NAME.sub("", text)) or is_correction(text)
    return (is_said or _CHOICE.search(text) is not None) and "?" not in text


# `Anna I 0, Anna II 0`: the first of a soloist's two racks, and nobody who says `I`.
_NUMBERED_NAME = regex(r"(?<![^\W\d_])[A-ZÄÖÜ][a-zäöüß]{1,20}\sI(?![^\W\d_'’])")
_CHOICE = pattern_of(r"{begin}[[or]]{end}")


def _has_slip(line: Line, read: Read) -> bool:
    """Tell whether a line would ask for something if a word or a square of it were written right."""
    right = without_slip(line.text)
    is_square = any(slip.fullmatch(line.text) for slip in (_SQUARE_SLIP, _ZERO_SLIP))
    return right != line.text and (is_square or read(replace(line, text=right)) is not None)


def without_slip(text: str) -> str:
    """Return a line with the first word of an order in it, or its square, as it should be written.

    >>> without_slip("Ich tausceh A E N"), without_slip("Hl RUCKEN"), without_slip("TAUSCHE E (M)")
    ('Ich TAUSCHE A E N', 'H1 RUCKEN', 'TAUSCHE E (M)')
    >>> without_slip("Das zweifle ich an!")
    'Das zweifle ich an!'
    """
    if len(text) > LONGEST_ORDER:
        return text
    if (zero := _ZERO_SLIP.fullmatch(text)) is not None:
        return f"{text[: zero.start('zero')]}O{text[zero.end('zero') :]}"
    if (square := _SQUARE_SLIP.fullmatch(text)) is not None:
        start, end = square.span("number")
        return text[:start] + text[start:end].translate(_DIGITS) + text[end:]
    for word in islice(_WORD.finditer(text), _MOST_WORDS):
        if word[0].upper() in _WORDS_OF_ORDERS:
            return text
        if (meant := _order_meant(word[0].upper())) is not None:
            return text[: word.start()] + meant + text[word.end() :]
    return text


@remembered
def _order_meant(word: str) -> str | None:
    """Return the word of an order that a word in capitals is but for a slip; None: it is none of one."""
    return next((each for each in _ORDER_WORDS if shapes.is_slip_of(word, each)), None)


def challenge_meant(text: str, laid: Collection[str]) -> str:
    """Return the challenge of words *laid* that a line seems to be, as it should be written; else the line.

    >>> challenge_meant("doznig isn't a word! challenge", ["DOZNIG", "AS"])
    'CHALLENGE DOZNIG'
    """
    if not leaves_doubt(text) or _MAY_BE_PLAY.search(text) or _HANGS.search(text):
        return text
    words = [spell(each) for each in _WORD.findall(text)]
    orders = (each for each in words if each in _CHALLENGE_WORDS)
    order = next(orders, _CHALLENGE_WORDS[0])
    return " ".join((order, ", ".join(each for each in laid if each in words))).strip()


_WORD = regex(r"[^\W\d_]{4,20}")
_MOST_WORDS = 4
"""An order is among the first words of its line."""
_DIGITS = str.maketrans("lI|Oo", "11100")
_ZERO_SLIP = regex(r"\W{0,3}(?P<zero>0)(?:[1-9]|1[0-5])\s{1,3}[^\W\d_]{2,15}\W{0,5}")
"""`012 GYRE`: a zero where the letter O is meant."""
_SQUARE_SLIP = regex(
    r"\W{0,3}[A-Ya-y]\s?(?P<number>[lI|][0-5Oo]?|1[Oo])\s{1,3}(?!(?i:[a-zäöü]{1,20}\s))[A-ZÄÖÜ]{2,15}\W{0,5}"
)
_WORDS_OF_ORDERS = frozenset(
    each.upper()
    for row in (
        "pass",
        "exchange",
        "challenge",
        "challenge_last",
        "challenge_parts1",
        "accept",
        "resign",
    )
    for each in forms(row)
)
"""Where one of them stands there is no slip: `anyway: I pass`."""
_ORDER_WORDS = tuple(
    dict.fromkeys(
        each.upper()
        for row in ("pass", "exchange", "challenge", "challenge_last", "accept", "resign")
        for each in forms(row)
        if " " not in each and len(each) >= 5 and not is_hurry(each)
    )
)
_CHALLENGE_WORDS = tuple(each.upper() for each in forms("challenge") if " " not in each)


# What is asked for at a table, where there are words, stacks and squares to be named.


def asks_referee(text: str) -> bool:
    """Tell whether a clause asks the referee to do something: `Nimm bitte Stapel 3`."""
    return _ASKS.search(text) is not None


def tells_others(text: str) -> bool:
    """Tell whether somebody is spoken to or of: `Nimm du Stapel 3`."""
    return _EXPLAINS.search(text) is not None


def in_capitals(text: str) -> Sequence[str]:
    """Return the words in capitals of a text, greetings aside: `Ich lege HUNDERT, LG Hans`."""
    return [each for each in IN_CAPITALS.findall(text) if not is_shouted_greeting(each)]


def names_parts(found: Sayable, left: str) -> bool:
    """Tell whether words beside an order name letters, stacks, squares or words: `Ich lege LIST, E aus EBEN`."""
    if not isinstance(found, FoundOrder) or isinstance(found.order, entries.PassOrder):
        return False
    is_more = asks_for_more(found.order, left, is_right_behind=True)
    return is_more or bool(in_capitals(left)) or _NAMES_PART.search(left) is not None


def robs(text: str) -> bool:
    """Tell whether a text speaks of letters out of a word: `L und I nehme ich aus LIEBEN`."""
    return _ROBS.search(text) is not None


def extends(text: str) -> bool:
    """Tell whether a word is made of another: `LIEBER aus LIEBE`, but not `GRUSS aus KIEL`."""
    found = _EXTENDS.match(text)
    return found is not None and Counter(found[2]) <= Counter(found[1])


def wishes(text: str) -> bool:
    """Tell whether a text speaks of a wish for letters: `Mein Wunsch wäre E, N`."""
    return _WISHES.search(text) is not None


_ASKS = pattern_of(
    r"^\W*+(?:[[take]]|[[remove]]|[[lay]]|[[rob]]|[[off_board]]){end}|{begin}[[please]]{end}"
)
_NAMES_PART = pattern_of(r"{begin}(?:(?-i:(?!I\s[a-z])[A-ZÄÖÜ]){end}|[[stack]]{end}|{square}{end})")
_A_WORD = r"(?:[[the_word]]{end}\s{1,3})?(?-i:[A-ZÄÖÜ]{2})"
_ROBS = pattern_of(rf"{{begin}}(?-i:[A-ZÄÖÜ]){{end}}.{{0,60}}\s[[from]]{{end}}\s{{1,3}}{_A_WORD}")
_EXTENDS = pattern_of(
    r"\W*((?-i:[A-ZÄÖÜ]){2,15})\s{1,3}[[from]]{end}\s{1,3}(?:[[the_word]]{end}\s{1,3})?((?-i:[A-ZÄÖÜ]){2,15}){end}"
)
_LETTER = r"{begin}(?-i:[A-ZÄÖÜ]){end}"
_WISHES = pattern_of(
    rf"{{begin}}[[wish]]{{end}}.{{1,60}}?{_LETTER}[\s,]{{1,4}}(?:[[and]]\s)?{_LETTER}"
)


_LONGEST_CONDITION = 240
MOST_BREAKS_OF_ORDERS = 8
"""So many places on a line are tried for the end of a condition, or for its beginning."""
_LEAD = r"\s*[*•–-]{0,3}\s{0,9}(?:\d{1,2}[.)]\s{1,9})?(?:[[before_if]]{end}\s{1,9}){0,2}"
_FIRM_IF = rf"{_LEAD}[[if]]{{end}}"
_MAYBE_IF = rf"{_LEAD}(?:[[if]]|[[maybe_if]]){{end}}[\s,]{{0,9}}"
_ANY_IF = rf"{_LEAD}(?:[[if]]|[[maybe_if]]|[[at_turn]]){{end}}[\s,]{{0,9}}"
_TAIL = r"[\s*]{0,9}(?:,?\s{0,9}[[then]]{end})?\s{0,9}[,;]?\s{0,9}(?P<colon>:)?[\s*]{0,9}"
_IF = pattern_of(rf"{_FIRM_IF}(?P<rest>.*?){_TAIL}")
_ANY = pattern_of(rf"{_ANY_IF}(?P<rest>.*?){_TAIL}")
_OF_PLAY = pattern_of(rf"{_MAYBE_IF}(?P<rest>.*?){_TAIL}")
_ELSE = pattern_of(rf"{_LEAD}[[else]]\s{{0,9}}:?[\s*]{{0,9}}")
_UNLESS = pattern_of(rf"{_LEAD}[[unless]]{{end}}.*")

# Who does it: `er`, `mein Gegner`, or a name, which the referee knows or not.
_WORD_OF_ORDER = r"(?![[negation]]{end})[^\W\d_](?:[^\W\d_]|[.'’-]){0,30}"
_NAME = rf"(?P<who>(?![[nobody]]{{end}}\s{{1,9}}[[passes]]){_WORD_OF_ORDER}(?:\s{_WORD_OF_ORDER}){{0,3}}?)"
_BY = rf"(?:[[someone]]|{_NAME}){{end}}\s{{1,9}}"
_AROUND = r"(?:[[this_time]]|[[around]]){end}"
_TILES_OF_ORDER = r"(?:(?:(?:\d{1,2}|[[some]]){end}\s{1,9})?[[tile_names]]|[[all_tiles]]){end}"
_PASSES = rf"(?:{_BY})??(?:{_AROUND}\s{{1,9}}){{0,3}}[[passes]]{{end}}(?:\s{{1,9}}{_AROUND}){{0,3}}"
_EXCHANGES = (
    rf"(?:{_BY})??(?:{_AROUND}\s{{1,9}}){{0,3}}(?:{_TILES_OF_ORDER}\s{{1,9}})?[[exchanges]]{{end}}"
    rf"(?:\s{{1,9}}{_TILES_OF_ORDER})?(?:\s{{1,9}}{_AROUND}){{0,3}}"
)
_GOES_BACK = (
    rf"(?:(?:[[what_goes_back]]|{_NAME}\s{{1,9}}[[a_play]]){{end}}\s{{1,9}})?[[goes_back]]{{end}}"
    r"|[[challenge_won]]{end}"
)
# `Passt Ben:`, `Geht der Zug zurück, dann ...`
_PASSES_FIRST = rf"[[passes_first]]{{end}}\s{{1,9}}(?:[[someone]]|{_NAME}){{end}}"
_EXCHANGES_FIRST = rf"[[exchanges_first]]{{end}}\s{{1,9}}(?:[[someone]]|{_NAME}){{end}}(?:\s{{1,9}}{_TILES_OF_ORDER})?"
_GOES_BACK_FIRST = r"[[goes_first]]{end}\s{1,9}[[what_goes_back]]{end}\s{1,9}[[back]]{end}"

_MADE: tuple[tuple[str, str, Callable[[str], entries.Condition]], ...] = (
    (_PASSES, _PASSES_FIRST, entries.IfPass),
    (_EXCHANGES, _EXCHANGES_FIRST, entries.IfExchange),
    (_GOES_BACK, _GOES_BACK_FIRST, entries.IfTakenBack),
)
_PLAIN = tuple((pattern_of(said), make) for said, _, make in _MADE)
_VERB_FIRST = tuple(
    (pattern_of(rf"{_LEAD}{said}(?=\s{{0,9}}(?::|,?\s{{0,9}}[[then]]{{end}})){_TAIL}"), make)
    for _, said, make in _MADE
)
_NO_NEGATION = r"(?!\s{0,9}[[negation]]{end})"
_PREFIXES = tuple(pattern_of(rf"{_ANY_IF}(?:{said}){_NO_NEGATION}") for said, _, _ in _MADE)
_FIRST_PREFIXES = tuple(
    pattern_of(rf"{_LEAD}{first}\s{{0,9}}(?::|,?\s{{0,9}}[[then]]{{end}})") for _, first, _ in _MADE
)
_PLAYS = pattern_of(
    rf"(?:{_BY})??(?P<puts>[[lays]]{{end}}\s{{1,9}})?"
    r"(?P<play>{square}[a-z]?\s{0,9}[:,]?\s{0,9}(?!(?:[[lays]]|[[at]]){end})[{letters}*()\[\]]{2,20}"
    r"|(?-i:[A-ZÄÖÜ*()\[\]]{2,20})\s{1,9}(?:[[at]]{end}\s{1,9})?{square}[a-z]?)"
    rf"(?P<lays>\s{{1,9}}[[lays]]{{end}})?(?:\s{{1,9}}{_AROUND}){{0,3}}"
)

# What may stand on the line of a condition: `FALLS PASS: H6 NOVA`, `if he passes then H6 NOVA`.
_IF_AT = pattern_of(_FIRM_IF)
_MAYBE_AT = pattern_of(_MAYBE_IF)
_UNLESS_AT = pattern_of(rf"{_LEAD}[[unless]]{{end}}")
_ELSE_AT = pattern_of(rf"{_LEAD}[[else]]{{end}}")
_ELSE_IN = pattern_of(rf"(?<=\S)[\s,;.(]{{1,9}}(?={_LEAD}[[else]]{{end}})")
_IF_IN = pattern_of(
    rf"(?<=\S)[\s,;.(–-]{{1,9}}(?={_LEAD}(?:[[if]]|[[maybe_if]]|[[at_turn]]|[[unless]]){{end}})"
)
# `2. 8G WENN`: behind a square alone stands the word of the play.
_SQUARE = pattern_of(r"\s{0,9}(?:\d{1,3}\s?[.)]|/)?\s{0,9}{square}[a-z]?")
_HARMLESS = pattern_of(rf"{_LEAD}[[if]]{{end}}\s{{1,9}}[[harmless]]{{end}}")
_GAP_IN_ORDER = pattern_of(
    r"[\s*]{0,9}(?:-{1,2}>|[:,;=→-])?[\s*]{0,9}(?:[[then]]{end})?[\s:,*]{0,9}"
)
_BREAK_OF_ORDERS = pattern_of(
    r"\s{0,9}(?:-{1,2}>|[:,;=→]|\s-\s|\s(?=[[then]]{end}))\s{0,9}(?:[[then]]{end})?[\s:,]{0,9}"
)
_MORE = pattern_of(r"{begin}(?:[[or]]|[[and]]|[[negation]]){end}")
_TURN_NAMED = pattern_of(r"{begin}(?:[[passes]]|[[exchanges]]|[[goes_back]]){end}")
_NAMES_TURN = pattern_of(r"{begin}(?:[[passes]]|[[exchanges]]|[[goes_back]]|{square}){end}")
# `Passt er, lege ich H6 NOVA`: without a colon a play may follow that hangs on nothing.
_PASSES_AT = pattern_of(
    r"\s*(?:[[passes_first]]|[[exchanges_first]]|[[lays_first]])\s{1,9}"
    r"(?:[[someone]]|(?-i:[A-ZÄÖÜ]){letter}+){end}[^,:]{0,60}[,:]"
)
# `H4 RUCKEN, sonst PASSE`, `K4 AST / PASSE`: another order for want of the one before it.
OR_ELSE = pattern_of(rf"[\s,;.]{{0,9}}(?:(?<!/)/(?!/)|{FOR_WANT})[\s:,]{{0,9}}")


def plain_condition(text: str) -> entries.Condition | None:
    """Return the condition that a line consists of, unless it names a play; None if it is none."""
    if _ELSE.fullmatch(text):
        return entries.Otherwise()
    if _names_alternate(text):
        return None
    for first, make in _VERB_FIRST:
        if said := first.fullmatch(text):
            return make(who_in(said))
    found = _ANY.fullmatch(text)
    if found is None:
        return None
    each = ((pattern.fullmatch(found["rest"].strip()), make) for pattern, make in _PLAIN)
    return next((make(who_in(said)) for said, make in each if said), None)


def who_in(said: re.Match[str]) -> str:
    """Return the name of who is said to do it; "" for `er`, `she` and the like."""
    return said.groupdict().get("who") or ""


def without_harmless(line: Line) -> Line:
    """Return a line with blanks for words that sound as a condition and are none: `H4 RUCKEN, wenn es passt`."""
    text = line.text
    for harmless in (_HARMLESS_BEHIND, _HARMLESS_FIRST):
        if len(text) <= _LONGEST_CONDITION and (found := harmless.search(text)):
            text = text[: found.start()] + " " * len(found[0]) + text[found.end() :]
    text = without_tiles_kept(text)
    for found in _WHOLE_IF.finditer(text[:LONGEST_SENTENCE]):
        if _OF_MOVES.search(found["said"]) is None:
            text = (
                text[: found.start("said")] + " " * len(found["said"]) + text[found.end("said") :]
            )
    return line if text == line.text else replace(line, text=text.rstrip())


def without_tiles_kept(text: str) -> str:
    """Return a line with blanks for what says nothing new behind an exchange: which tiles stay, or that the rest does.

    >>> without_tiles_kept("Tausch: B H G weg, E I N R bleiben.").rstrip()
    'Tausch: B H G weg,                .'
    """
    said = text[:LONGEST_SENTENCE]
    kept = _KEEPS_REST.search(said) or _kept_beside(said)
    if kept is None:
        return text
    start, end = kept.span("said")
    return text[:start] + " " * (end - start) + text[end:]


_HARMLESS_BEHIND = pattern_of(r"[\s,(]{1,3}{begin}[[if]]{end}\s{1,3}[[harmless]][\s).!]{0,9}$")
_HARMLESS_FIRST = pattern_of(r"^\s{0,9}[[if]]{end}\s{1,3}[[harmless]]\s{0,3},")


_KEEPS_REST = pattern_of(
    r"[.!?,;]\s{1,3}(?P<said>(?:[[and]]\s{1,3})?(?:(?:[[i]]\s{1,3})?[[keeps]]\s{1,3}[[other_tiles]]"
    r"|[[other_tiles]]\s{1,3}(?:{letter}{2,10}\s{1,3}){0,2}[[keeps]]{end}(?:\s{1,3}{letter}{2,3})?))(?=\s{0,9}(?:[.!,]|$))"
)
"""Beside an exchange it says nothing new."""


def _kept_beside(text: str) -> re.Match[str] | None:
    """Return where behind an exchange the tiles are named that stay, none of which goes, and no more than a rack holds.

    >>> said = ("Tausch: B H G weg, E I N R bleiben.", "exchange A, E, keeping D H R L", "exchange A, E, keeping A")
    >>> [_kept_beside(each) is not None for each in said]
    [True, True, False]
    """
    found = _KEEPS_NAMED.search(text)
    if found is None or _EXCHANGING.search(text, 0, found.start()) is None:
        return None
    goes, stays = map(_lone_tiles, (text[: found.start("said")], found["said"]))
    is_whole = goes and set(goes).isdisjoint(stays) and len(goes) + len(stays) <= _RACK
    return found if is_whole else None


_EXCHANGING = pattern_of(r"{begin}(?:[[of_exchange]]|[[exchange]]){end}")
_RACK = 7
_STAYING = (
    r"(?-i:[A-ZÄÖÜ?*])(?:(?:\s{0,3},\s{0,3}|\s{1,3}(?:[[and]]\s{1,3})?)(?-i:[A-ZÄÖÜ?*])(?!\w)){0,6}"
)
_KEEPS_NAMED = pattern_of(
    rf"(?:[.!?,;)–-]\s{{1,3}}|\s(?=[[and]]\s))(?P<said>(?:[[and]]\s{{1,3}})?(?:(?:[[i]]\s{{1,3}})?[[keeps]]\s?:?\s{{1,3}}(?:[[articles]]\s{{1,3}})?{_STAYING}"
    rf"|(?:[[articles]]\s{{1,3}})?{_STAYING}\s{{1,3}}(?:[[keeps]]|[[stands_still]]){{end}}(?:\s{{1,3}}[[i]])?))(?=\s{{0,9}}(?:[.!,]|$))"
)
"""The same in letters: `exchange A, E, O, keeping D H R L`."""


def keeps_others(text: str, letters: str) -> bool:
    """Tell whether a line below an exchange of *letters* says that other tiles stay, and nothing else.

    >>> said = ("Behalte: E, N, S.", "E N S bleiben.", "Behalte: G, E", "Nicht E, N, S")
    >>> [keeps_others(each, "GKLU") for each in said]
    [True, True, False, False]
    """
    if _ONLY_KEPT.fullmatch(text) is None:
        return False
    stays = _lone_tiles(text)
    return set(stays).isdisjoint(letters) and len(stays) + len(letters) <= _RACK


_ONLY_KEPT = pattern_of(
    rf"\W{{0,4}}(?:[[and]]\s{{1,3}})?(?:(?:[[i]]\s{{1,3}})?[[keeps]]\s?:?\s{{1,3}}(?:[[articles]]\s{{1,3}})?{_STAYING}"
    rf"|(?:[[articles]]\s{{1,3}})?{_STAYING}\s{{1,3}}[[keeps]](?:\s{{1,3}}[[i]])?)[\s.!]*"
)
_WHOLE_IF = pattern_of(
    rf"(?:^|[.!?]\s{{1,3}})(?P<said>{_LEAD}[[if]]{{end}}[^.!?:;,\d]{{3,80}},[^.!?:;\d]{{5,120}}(?:[.!]|$))"
)
_OF_MOVES = pattern_of(
    r"{begin}(?:[[passes]]|[[exchanges]]|[[goes_back]]|[[lays]]|[[then]]|{does}|{it}|{it_perhaps}|{play}|{withdrawn}|(?-i:[A-ZÄÖÜ]){2,15}){end}"
)
"""What a sentence speaks of that may be a condition of an order: `Wenn ich Zeit habe, schreibe ich mehr.` is none."""


def play_in(text: str) -> re.Match[str] | None:
    """Return where a condition names a play, as `play`, and by `who`: `Falls Ben H4 RUCKEN legt:`."""
    found = _OF_PLAY.fullmatch(text)
    if found is None or _names_alternate(text):
        return None
    return _PLAYS.fullmatch(text, found.start("rest"), found.end("rest"))


def ends_in_verb(named: re.Match[str]) -> bool:
    """Tell whether what stands as the word of a play may be what somebody does: `Sollte Ben H4 belegen`."""
    is_said_of_somebody = named.start("play") > named.start()
    is_laid = bool(named["puts"] or named["lays"])
    return is_said_of_somebody and not is_laid and _SMALL_AT_END.search(named["play"]) is not None


_SMALL_AT_END = regex(r"\d\s{0,3}[a-zäöüß]{2,20}$")


def rest_of(text: str) -> tuple[int, int] | None:
    """Return where what FALLS says begins and ends; None if the line does not begin as a condition."""
    found = _IF.fullmatch(text)
    return None if found is None or _names_alternate(text) else found.span("rest")


def says_more(text: str) -> bool:
    """Tell whether two things are named, or one is denied: `er H4 RUCKEN oder H5 RUCKEN legt`."""
    return _MORE.search(text) is not None


def ends_as_condition(text: str) -> bool:
    """Tell whether a line begins as a condition and ends with a colon."""
    found = _IF.fullmatch(text)
    return found is not None and found["colon"] is not None and not _names_alternate(text)


def is_exception(text: str) -> bool:
    """Tell whether a line says when something is *not* to be done: `Es sei denn, er passt:`."""
    found = _UNLESS.fullmatch(text)
    return found is not None and (text.rstrip().endswith(":") or bool(_TURN_NAMED.search(text)))


def ends_of_condition(text: str, *, may_be_else: bool) -> Iterator[tuple[int, int]]:
    """Yield where a condition may end on its line, and where what it is for begins."""
    text = without_comment(text)
    if len(text) > _LONGEST_CONDITION:
        return
    otherwise = _ELSE_AT.match(text) if may_be_else else None
    for plain in (otherwise,) if otherwise else _matches(_PREFIXES + _FIRST_PREFIXES, text):
        gap = _GAP_IN_ORDER.match(text, plain.end())
        if gap and gap.end() < len(text):
            yield plain.end(), gap.end()
    begins = _MAYBE_AT.match(text) or _UNLESS_AT.match(text)
    if otherwise is None and begins and not _names_alternate(text):
        for found in islice(_BREAK_OF_ORDERS.finditer(text), MOST_BREAKS_OF_ORDERS):
            if found.end() < len(text):
                yield found.span()


def _matches(patterns: Sequence[re.Pattern[str]], text: str) -> Iterator[re.Match[str]]:
    return (found for each in patterns if (found := each.match(text)))


def is_conditional(text: str) -> bool:
    """Tell whether a line begins as a condition does, so that SONST may follow."""
    if _ELSE_AT.match(text) or _names_alternate(text):
        return False
    return _IF_AT.match(text) is not None or any(_matches(_PREFIXES + _FIRST_PREFIXES, text))


def begins_with_if(text: str) -> bool:
    """Tell whether a line begins with FALLS or the like, whatever follows."""
    return _IF_AT.match(text) is not None


def elses_in(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield where what stands before SONST ends, where that word begins, and where it ends."""
    if len(text) > _LONGEST_CONDITION:
        return
    for gap in islice(_ELSE_IN.finditer(text), MOST_BREAKS_OF_ORDERS):
        otherwise = _ELSE_AT.match(text, gap.end())
        if otherwise:
            yield gap.start(), gap.end(), otherwise.end()


def conditions_behind(text: str) -> Iterator[tuple[int, int]]:
    """Yield where an order may end, and where a condition behind it begins: `H6 NOVA, falls er passt`."""
    text = without_comment(text)
    if len(text) > _LONGEST_CONDITION:
        return
    for gap in islice(_IF_IN.finditer(text), MOST_BREAKS_OF_ORDERS):
        # `13G TISCH, auch wenn Bodo schimpft` hangs on nothing.
        is_word = _SQUARE.fullmatch(text, 0, gap.start()) or _EVEN.search(text[: gap.start()])
        if not (is_word or _names_alternate(text[gap.end() :]) or _HARMLESS.match(text, gap.end())):
            yield gap.span()


_EVEN = worded(r"{begin}{even}$")


def is_firm_behind(text: str) -> bool:
    """Tell whether what stands behind an order is a condition, read or not."""
    return bool(_IF_AT.match(text) or _UNLESS_AT.match(text)) or hangs_on_turn(text)


def hangs_on_turn(text: str) -> bool:
    """Tell whether a line speaks of somebody's turn as a condition would: `Sobald er 4A GRÄTE legt`."""
    said = _BREAK_OF_ORDERS.split(text, maxsplit=1)[0]
    is_condition = _MAYBE_AT.match(said) is not None and not _names_alternate(text)
    return (is_condition and bool(_NAMES_TURN.search(said))) or bool(_PASSES_AT.match(text))


def is_alternate_if(text: str) -> bool:
    """Tell whether a line begins as `Falls das nicht geht`: without a move above, nobody knows of what."""
    return _MAYBE_AT.match(text) is not None and _names_alternate(text)


class TakesBack(Enum):
    """How sure it is that a sentence takes back what was sent before."""

    SURELY = auto()
    """`Ich ziehe meinen Zug zurück`, `I won't pass after all`."""
    MAYBE = auto()
    """`Vielleicht passe ich doch nicht`: what was kept must not be done before its owner was asked."""
    TURN_KEPT = auto()
    """`Ich will nicht passen`: the same of a pass or an exchange that was kept; a play that was says no less."""


def taken_back(text: str, *, is_in_turns: bool) -> TakesBack | None:
    """Return how sure it is that a line takes back a move sent before; None: it says nothing of that.

    *is_in_turns*: PASSE and TAUSCHE are orders there, and who denies one takes it back.

    >>> taken_back("Désolé, je retire mon coup.", is_in_turns=False)
    <TakesBack.SURELY: 1>
    >>> taken_back("Ich passe vielleicht doch nicht", is_in_turns=True)
    <TakesBack.MAYBE: 2>
    >>> taken_back("I won't pass.", is_in_turns=True), taken_back("I won't pass after all.", is_in_turns=True)
    (<TakesBack.TURN_KEPT: 3>, <TakesBack.SURELY: 1>)
    """
    if len(text) > _LONGEST:
        return None
    found = {_of_sentence(each, is_in_turns=is_in_turns) for each in _WHOLE_SENTENCE.findall(text)}
    return next((each for each in TakesBack if each in found), None)


def _of_sentence(sentence: str, *, is_in_turns: bool) -> TakesBack | None:
    hedges = sentence.endswith("?") or _HEDGES.search(sentence) is not None
    if said := _WITHDRAWS.search(sentence) or _WITHDRAWS_LAST.search(sentence):
        clause = sentence[sentence.rfind(",", 0, said.start()) + 1 :].partition(",")[0]
        if _DENIED.search(clause):
            return None  # `Don't cancel my move`
        hedges |= _LAYS_THEN.search(sentence, said.end()) is not None
        return TakesBack.MAYBE if hedges else TakesBack.SURELY
    if (that := _that_taken_back(sentence)) is not None:
        return that
    if not is_in_turns:
        return None
    if any(_MINE.search(each) and _DENIED.search(each) for each in _CLAUSE_END.split(sentence)):
        return TakesBack.MAYBE
    is_own = says_i(sentence)
    if _EXPLAINS.search(sentence):
        return None
    order = next((each for each in _TURN_SAID.finditer(sentence) if not is_hurry(each[0])), None)
    if order is None:
        return None
    begin = max((end.end() for end in _CLAUSE_END.finditer(sentence, 0, order.start())), default=0)
    clause = sentence[begin : order.end()] + _CLAUSE_END.split(sentence[order.end() :])[0]
    is_denied = any(map(_DENIED.search, (_TURN_SAID.sub(" ", clause), *_SET_OUT.findall(order[0]))))
    if not (is_denied or hedges) or not (is_own or is_denied):
        return None
    gives_turn_up = _TURN_GIVEN_UP.fullmatch(order[0]) is not None
    hedges |= _BUT_RATHER.search(sentence, order.end()) is not None
    rest = _DENIED.sub(" ", f"{sentence[: order.start()]} {sentence[order.end() :]}")
    is_plain = is_denied and have_roles(_AROUND_DENIAL.sub(" ", rest))
    hedges |= _NOT_NOW.search(sentence) is not None  # `Ich passe nie!`
    if not is_own:
        is_bare = not [*words_of(_BESIDE_BARE.sub(" ", rest))]
        return TakesBack.TURN_KEPT if gives_turn_up and is_bare and not hedges else None
    if is_denied and gives_turn_up and not hedges and not _SECOND_THOUGHT.search(sentence):
        return TakesBack.TURN_KEPT
    return TakesBack.SURELY if is_plain and not hedges else TakesBack.MAYBE


_SET_OUT = pattern_of(r"[[set_out1]]{end}(.{1,30}){begin}[[set_out2]]")
_BESIDE_BARE = pattern_of(r"{begin}(?:[[please]]|[[this_time]]|{please}|{polite}|{request}){end}")
"""Beside a pass that is denied by nobody: `Bitte nicht passen`."""
_SECOND_THOUGHT = pattern_of("{begin}[[second_thought]]{end}")
_TURN_GIVEN_UP = pattern_of(
    r"(?:[[pass]]|[[exchange]]|[[exchange_last]]|[[into_bag]]|[[set_out1]].{1,31}[[set_out2]])"
)


_LAYS_THEN = pattern_of(
    r"{begin}{conjunction}\s{1,3}(?:[[i]]\s{1,3})?(?:{intent}|{lays}|[[lays]]|[[lay]]){end}[^,;:\n]{0,20}?(?<!\w){square}"
)
"""`I withdraw the exchange and play 15J HEDA`"""
_NOT_NOW = pattern_of("{begin}[[other_turn]]{end}")
_BUT_RATHER = pattern_of(r",\s(?:{but_rather}|{contrast}){end}")
"""`Tausche nicht A und E, sondern H` takes nothing back."""


def _that_taken_back(sentence: str) -> TakesBack | None:
    """Return how sure it is that a sentence takes back the one move that may be meant: `Please take that move back`.

    None where somebody else does, or did: its words must be those of who asks for something now.
    """
    if _WRONG_GAME.search(sentence):
        return TakesBack.MAYBE
    if (taken := _WITHDRAWS_THAT.search(sentence)) is None:
        return None
    begin = max((end.end() for end in _CLAUSE_END.finditer(sentence, 0, taken.start())), default=0)
    clause = sentence[begin:]
    asks = _POLITELY.sub(" ", clause)
    rest = _AROUND_THAT.sub(" ", asks)
    is_request = asks != clause
    is_own = is_request or not _TO_REFEREE.sub(" ", sentence[begin : taken.start()]).strip(" ,.!")
    if not is_own or _DENIED.search(clause) or _OF_OTHERS.search(rest):
        return None
    hedges = _HEDGES.search(rest) or ("?" in sentence and not is_request)
    names = [each for each in words_of(rest) if each.istitle() and not clause.startswith(each)]
    is_plain = not hedges and not names and have_roles(rest)
    return TakesBack.SURELY if is_plain else TakesBack.MAYBE


_WHOLE_SENTENCE = regex(r"[^.!?;\n]+[.!?;]*")
_OF_MINE = (
    r"(?:{my}{letter}{0,2}\s{1,3}(?:{letter}{1,20}\s{1,3})?(?:{play}|[[a_play]]|[[move_sent]]|[[pass]]|[[exchange]])"
    r"|{article}\s{1,3}(?:[[pass]]|[[exchange]])){end}"
)
_WITHDRAWS = pattern_of(
    rf"{{begin}}[[withdraw]]{{end}}.{{0,40}}?{{begin}}{_OF_MINE}"
    rf"|{{begin}}[[withdraw1]]{{end}}.{{0,40}}?{{begin}}{_OF_MINE}.{{0,40}}?{{begin}}[[withdraw2]]{{end}}"
)
_WITHDRAWS_LAST = pattern_of(rf"{{begin}}{_OF_MINE}.{{0,40}}?{{begin}}[[withdraw_last]]{{end}}")
_OF_THAT = r"[[that_move]]\s{1,3}(?:{letter}{1,20}\s{1,3})?[[move_sent]]{end}"
_WITHDRAWS_THAT = pattern_of(
    rf"{{begin}}(?:[[withdraw_that]]{{end}}.{{0,20}}?{{begin}}{_OF_THAT}"
    rf"|[[withdraw1]]{{end}}.{{0,20}}?{{begin}}{_OF_THAT}.{{0,20}}?{{begin}}[[withdraw2]]{{end}}"
    rf"|{_OF_THAT}.{{0,20}}?{{begin}}(?:[[withdraw_that_last]]|[[withdraw1]]{{end}}.{{0,20}}?{{begin}}[[withdraw2]]){{end}})"
)
_AROUND_THAT = pattern_of(
    rf"{{begin}}(?:{_OF_THAT}|(?:[[withdraw_that]]|[[withdraw1]]|[[withdraw2]]|[[withdraw_that_last]]|[[i]]|[[please]]|{{please}}){{end}})"
)
_TO_REFEREE = pattern_of(
    r"{begin}(?:[[please]]|[[i]]|{please}|{exclaims}(?=\s?[,.!])|{is_sorry}|{conjunction}|{contrast}){end}"
)
_POLITELY = worded("{begin}(?:{polite}|{request}){end}")
_OF_OTHERS = worded("{begin}(?:{others_do}|{past}){end}")
_WRONG_GAME = pattern_of("{begin}[[wrong_game]]{end}")
_MINE = pattern_of(rf"{{begin}}{_OF_MINE}")
_DENIED = pattern_of("{begin}[[negation]]{end}")
_HEDGES = pattern_of(
    r"{begin}(?:[[if]]|[[maybe_if]]|[[unless]]|[[or]]|[[else]]|[[not_now]]|{condition}){end}"
)
_TURN_SAID = pattern_of(
    r"{begin}(?:[[pass]]|[[exchange]]|[[exchange_last]]|[[into_bag]]|[[set_out1]]{end}.{1,30}{begin}[[set_out2]]"
    r"|(?:{lays}|[[lays]]|[[lay]]){end}(?=.{0,40}?(?-i:[A-ZÄÖÜ]{2}))"
    r"|(?-i:[A-ZÄÖÜ]{2,15}){end}.{0,40}?{begin}(?:{lays}|[[lays]])){end}"
)
_AROUND_DENIAL = pattern_of(
    r"{begin}(?:[[i]]|[[filler]]|[[inner]]|[[rather]]|[[this_time]]|[[before_order]]|[[please]]|[[after_all]]"
    r"|[[tile_names]]|[[the_tiles]]|(?-i:[A-ZÄÖÜ]{1,15})){end}"
)


def _names_alternate(text: str) -> bool:
    """Tell whether what sounds like a condition asks for an alternate: `Falls ungültig: PASSE`."""
    mark = OR_ELSE.match(text)
    end = _BREAK_OF_ORDERS.search(text, mark.end()) if mark is not None else None
    return mark is not None and not _TURN_NAMED.search(text[: end.end() if end else len(text)])


_CONDITION = 26
"""So many looks the words of a condition are worth."""


class Under(Struct):
    """A condition, and the orders under it; the first of a mail is none, for what stands above all."""

    condition: entries.Condition | None = None
    span: TextSpan | None = None
    is_behind: bool = False
    """Whether it stands behind its move: `H6 NOVA, falls er passt`."""
    orders: list[FoundOrder] = []


class Doubtful(Struct, frozen=True):
    """What could be a play, and is none, or not certainly; or what takes back an order above it."""

    span: TextSpan
    unsays: bool = False
    is_alone: bool = False
    """Whether it is asked about where nothing else stands in the mail, too."""
    is_of_kept: bool = False
    """Whether it is asked about there only: it may take back what was sent before."""
    keeps_turn: bool = False
    """Whether that can be no play, but a pass or an exchange alone: `I won't pass`."""
    lacks_word: bool = False
    """Whether it challenges, and only which word is in doubt."""


def is_of_kept(item: object) -> bool:
    """Tell whether what a line says is only that a move sent before is taken back, or may be."""
    return isinstance(item, Doubtful) and item.is_of_kept


Item = FoundOrder | entries.Act | entries.Wish | Under | entries.ConditionUnread | Doubtful


class OrderReader(entries.SectionReader):
    """Reads the lines of mails in games in which plays are laid in turn."""

    commands_as_orders: ClassVar[tuple[Command, ...]] = (Command.OBJECT,)
    has_absences = True
    wishes = True
    more: ClassVar[Mapping[str, ReadTree]] = {}
    """What a kind of game makes of kinds of line that it alone knows."""
    are_steps: ClassVar[bool] = False
    """Whether orders are carried out one after another; else a second one is for want of the first."""
    may_lead_to_order: ClassVar[bool] = True
    """Whether what begins as a condition over an order is one, though it cannot be read."""

    @cached_property
    def _recognised(self) -> dict[tuple[Line, Notation], bool]:
        """What is known of lines of the mail, by how squares are named: each is asked about again and again."""
        return {}

    @cached_property
    def _orders(self) -> OrderLines:
        return OrderLines(self._grammars.of(*ORDERS), self.more, self._grammars.tiles)

    def read(self, lines: Sequence[Line], notation: Notation) -> entries.WrittenOrders:
        """Return all that *lines* ask for in a game whose squares are named by *notation*."""
        return _put_together(
            self._items([*self._unannounced(lines, notation)], notation), are_steps=self.are_steps
        )

    def written(self, lines: Sequence[Line], notation: Notation) -> entries.WrittenOrders | None:
        found = self.read(lines, notation)
        return None if found.is_empty else found

    def leaves_wish(self, lines: Sequence[Line], notation: Notation) -> bool:
        return OrderReader.read(self, lines, notation).wish is not None

    def gives_turn_up(self, line: Line) -> bool:
        bare = replace(line, text=line.text.rstrip(" .!()"))
        found = self._orders.read(bare, starts=("exchange", "passing"))
        return isinstance(found, FoundOrder) and (is_exchange(found) or _is_pass(found))

    def announces(self, line: Line) -> bool:
        if wishes_to_challenge(line.text):
            return True
        sentence = replace(line, text=f"{line.text.rstrip(' :')}.")
        said = said_in(sentence, partial(self._orders.read, starts=STARTS))
        return bool(said.found) and (said.lacks_word or not said.is_doubtful)

    def _unannounced(self, lines: Sequence[Line], notation: Notation) -> Iterator[Line]:
        """Yield lines but for what only leads to the order below it: `Ich würde gern tauschen:` / `TAUSCHE K P`."""
        for line, below in zip(lines, (*lines[1:], None), strict=False):
            leads = below is not None and line.text.rstrip().endswith(":")
            found = self._act_or_order(below, notation) if leads and below else None
            is_whole = found is not None and not (
                isinstance(found, FoundOrder) and isinstance(found.order, entries.UnreadOrder)
            )
            if not (is_whole and self.announces(line)):
                yield line

    def gives_seat_up(self, line: Line) -> bool:
        """Tell whether a line does no more than give a seat up: `AUFGABE`, `I resign!`"""
        return isinstance(self._orders.read(line, starts=("resign",)), entries.ResignAct)

    def resigns(self, line: Line) -> bool:
        """Tell whether a clause of a line ends the game for its writer: `Ich gebe die Partie auf, streich mich.`"""
        if _MAY_RESIGN.search(line.text) is None:
            return False
        read = partial(self._orders.read, starts=("resign",))
        return any(
            isinstance(read(clause), entries.ResignAct) and says_i(clause.text)
            for _, _, clauses in clauses_of(line)
            for clause in clauses
        )

    def recognises(self, line: Line, notation: Notation) -> bool:
        """Tell whether a line asks for something by itself, as an order or a condition."""
        asked = line, notation
        if asked not in self._recognised:
            self._recognised[asked] = self._asks(line, notation)
        return self._recognised[asked]

    def _asks(self, line: Line, notation: Notation) -> bool:
        said = self._said(line, notation)
        is_order = self._is_order((line,), notation) or any(not is_of_kept(each) for each in said)
        return is_order or self._condition(line, (), notation) is not None

    def _items(self, lines: Sequence[Line], notation: Notation) -> Iterator[Item]:
        """Yield what each piece of the lines asks for, or leaves in doubt; plays once all beside them is seen."""
        pending: list[Line] = []
        has_condition = False
        above: FoundOrder | None = None
        at_line = 0
        pieces = list(self._pieces(self.in_one(lines), notation))
        for at, (line, is_behind) in enumerate(pieces):
            below = [each for each, _ in pieces[at + 1 : at + 2]]
            found: Item | None = self._condition(line, below, notation)
            found = found or self._act_or_order(line, notation)
            if is_behind and not isinstance(found, Under):
                found = entries.ConditionUnread(span=line.whole)
            if isinstance(found, Under):
                has_condition, found = True, replace(found, is_behind=is_behind)
            said: Sequence[Item] = (found,) if found is not None else self._said(line, notation)
            has_order = any(isinstance(each, FoundOrder) for each in said)
            if found is None:
                yield from self._beside(line, above, is_right_below=line.number - at_line in (0, 1))
                if above is not None and not said and is_said_against(line.text):
                    yield Doubtful(line.whole)
                is_for_want = is_alternate_if(line.text) and above is None
                if is_for_want and not self._is_order(pending, notation):
                    yield entries.ConditionUnread(span=line.whole)
            if is_firm(found) or (found is None and has_order):
                yield from self._plays_of(pending, notation, at_line, is_near=is_move(above))
                pending = []
            else:
                pending.append(line)
            for each in said:
                is_at_once = isinstance(each, entries.Act) and each.is_at_once
                yield (
                    entries.ConditionUnread(span=line.whole)
                    if has_condition and is_at_once
                    else each
                )
                if isinstance(each, FoundOrder) and (above is None or is_firm(each)):
                    above, at_line = each, line.number
                elif is_at_once and found is not None:
                    at_line = line.number
        yield from self._plays_of(pending, notation, at_line, is_near=is_move(above))

    def _beside(
        self, line: Line, above: FoundOrder | None, *, is_right_below: bool
    ) -> Iterator[Doubtful]:
        """Yield a line that asks for nothing where it leaves in doubt the order *above*, or another."""
        is_more = above is not None and asks_for_more(
            above.order, line.text, is_right_behind=is_right_below
        )
        if is_more or leaves_doubt(line.text):
            yield Doubtful(line.whole)

    def _said(self, line: Line, notation: Notation) -> Sequence[Item]:
        """Return what the sentences of a line ask for; beside a play on it, no other move."""
        is_condition = is_conditional(line.text) or begins_with_if(line.text)
        said = Said() if is_condition else self._said_in(line)
        if said.is_doubtful or (said.has_move and self._may_lay(line, notation)):
            return (Doubtful(line.whole, is_alone=True, lacks_word=said.lacks_word),)
        back = None if said.found else taken_back(line.text, is_in_turns=True)
        if back is not None:
            keeps_turn = back is TakesBack.TURN_KEPT
            return (Doubtful(line.whole, is_of_kept=True, keeps_turn=keeps_turn),)
        if any(_is_led_by_others(line, each) for each in said.found):
            return (Doubtful(line.whole), *said.found)
        return said.found

    def _may_lay(self, line: Line, notation: Notation) -> bool:
        """Tell whether a line holds what may be a play, whatever else it says: `Ich passe. 8H PROBE`."""
        rows = self._rows([line], notation)
        return any(isinstance(row, entries.PlayRow | entries.UnreadRow) for row in rows)

    def _said_in(self, line: Line) -> Said:
        return said_in(line, partial(self._orders.read, starts=STARTS))

    def in_one(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Put a play, or an order, that goes over several lines on one."""
        return joined_fields(lines)

    def _pieces(self, lines: Sequence[Line], notation: Notation) -> Iterator[tuple[Line, bool]]:
        """Yield *lines* cut at conditions and alternates, each with whether it stood behind its move."""
        has_condition = False
        whole = (
            part
            for line in map(without_harmless, lines)
            for part in self._by_itself(line, notation)
        )
        for line in whole:
            behind = self._behind(line, notation)
            has_condition |= is_conditional(line.text) or behind is not None
            if behind is None:
                pieces = self._cut_conditions(line, notation, may_be_else=has_condition)
            else:
                condition, first, rest = behind
                yield condition, True
                pieces = (
                    each
                    for part in (first, rest)
                    if part
                    for each in self._cut_else(part, notation)
                )
            yield from ((piece, False) for piece in pieces)

    def _by_itself(self, line: Line, notation: Notation) -> Sequence[Line]:
        """Return what is done before a move above it: `Kein Einspruch. H1 ABDRUCKEN`, `Angenommen, h4 rucken, lg`."""
        stop = _STOP.search(line.text)
        if stop is None or len(without_comment(line.text)) > LONGEST_ORDER:
            return [line]
        first, rest = line.cut(0, stop.start()), line.cut(stop.end())
        act = self._orders.read(first, STARTS)
        is_nod = not bare_of(first.text)[0].strip() or is_greeting(first.text)
        if not (is_nod or isinstance(act, entries.AcceptAct | entries.ChallengeAct)):
            return [line]
        if self._is_move(line, notation):
            return [line]
        moves = (rest, *(rest.cut(0, start) for start in closings(rest.text)))
        return next(([first, each] for each in moves if self._is_move(each, notation)), [line])

    def _behind(self, line: Line, notation: Notation) -> tuple[Line, Line, Line | None] | None:
        """Return the condition behind an order, the order, and what follows: `H6 NOVA, falls er passt`.

        One that cannot be read takes the place of a condition all the same, and is asked about.
        """
        if begins_with_if(line.text):
            return None
        for end, begins in conditions_behind(line.text):
            first = line.cut(0, end)
            if not self._orders_something(first, notation) or self._keeps_tiles(line):
                continue
            others = (each for each in elses_in(line.text) if each[0] > begins)
            more = next(others, (len(line.text),) * 3)
            condition = line.cut(begins, more[0])
            condition = replace(condition, text=condition.text.rstrip(" ).!;"))
            rest = line.cut(more[1]) if more[1] < len(line.text) else None
            if self._readable(condition, notation) or is_firm_behind(line.text[begins:]):
                return condition, first, rest
        return None

    def _keeps_tiles(self, line: Line) -> bool:
        """Tell whether what looks like a condition names tiles that stay: `Ich tausche alle außer U`."""
        found = self._orders.read(line, ("exchange",))
        order = found.order if isinstance(found, FoundOrder) else None
        return isinstance(order, entries.ExchangeOrder) and bool(order.kept)

    def _cut_conditions(
        self, line: Line, notation: Notation, *, may_be_else: bool
    ) -> Iterator[Line]:
        for end, begins in ends_of_condition(line.text, may_be_else=may_be_else):
            condition, rest = line.cut(0, end), line.cut(begins)
            if self._readable(condition, notation) and self._orders_something(rest, notation):
                yield condition
                yield from self._cut_else(rest, notation)
                return
        yield from self._cut_alternates(line)

    def _cut_else(self, line: Line, notation: Notation) -> Iterator[Line]:
        """Cut what stands behind a condition where the next begins: `FALLS PASS: K4 AST, sonst H6 NOVA`."""
        others = [(end, begins) for end, begins, _ in elses_in(line.text)]
        for end, begins in sorted([*others, *conditions_behind(line.text)]):
            rest = line.cut(begins)
            if self._is_conditional_order(rest, notation):
                yield from self._cut_alternates(line.cut(0, end))
                yield from self._cut_conditions(rest, notation, may_be_else=True)
                return
        yield from self._cut_conditions(line, notation, may_be_else=True)

    def _is_conditional_order(self, line: Line, notation: Notation) -> bool:
        """Tell whether a line is a condition with what it is for behind it."""
        return any(
            self._readable(line.cut(0, end), notation)
            and self._orders_something(line.cut(to), notation)
            for end, to in ends_of_condition(line.text, may_be_else=True)
        )

    def _cut_alternates(self, line: Line) -> list[Line]:
        """Cut a line where an exchange or a pass is an alternate; plays do so by themselves."""
        text = without_comment(line.text)
        if len(text) > LONGEST_ORDER:
            return [line]
        for mark in OR_ELSE.finditer(text):
            rest = line.cut(mark.end())
            if self._orders.read(rest, ("exchange", "passing")) is None:
                continue
            slash = f"{ALTERNATE_MARK:>{mark.end()}}"
            alternate = replace(rest, text=slash + rest.text[mark.end() :])
            first = line.cut(0, mark.start())
            return [*self._cut_alternates(first), alternate] if first.text.strip() else [alternate]
        return [line]

    def _orders_something(self, line: Line, notation: Notation) -> bool:
        """Tell whether what stands behind a condition asks for something, beyond doubt."""
        behind = next(conditions_behind(line.text), None)
        if behind is not None and self._orders_something(line.cut(0, behind[0]), notation):
            return True
        return any(
            begins_with_if(piece.text)
            or self._act_or_order(piece, notation) is not None
            or any(move.is_likely for move in self._moves([piece], notation))
            for piece in self._cut_alternates(line)
        )

    def _act_or_order(self, line: Line, notation: Notation) -> Item | None:
        text = without_comment(line.text)
        if len(text) > LONGEST_ORDER or not text.strip():
            return None
        if (command := command_among_orders(text)) is not None:
            return command
        if trial := TRIAL.match(text):
            return self._trial(line, trial.end(), notation)
        return self._orders.read(line, STARTS)

    def _trial(self, line: Line, start: int, notation: Notation) -> entries.TrialAct | None:
        asked = line.text.rstrip(" ?")  # `Que vaudrait H8 CHATS ?`
        plays = self._moves([line.cut(start, len(asked))], notation)
        return entries.TrialAct(replace(_order_of(plays[0]), named=())) if len(plays) == 1 else None

    def _condition(
        self, line: Line, below: Sequence[Line], notation: Notation
    ) -> Under | entries.ConditionUnread | None:
        span = line.whole
        readable = self._readable(line, notation)
        if readable is not None:
            return Under(readable, span)
        if rest_of(line.text) is None and not is_exception(line.text):
            return entries.ConditionUnread(span=span) if hangs_on_turn(line.text) else None
        is_meant = (
            ends_as_condition(line.text)
            or is_exception(line.text)
            or (self.may_lead_to_order and self._is_order(below[:1], notation))
            or self._may_be_condition(line, notation)
        )
        return entries.ConditionUnread(span=span) if is_meant else None

    def _readable(self, line: Line, notation: Notation) -> entries.Condition | None:
        """Return the condition that a line consists of; None if it cannot be read as one."""
        plain = plain_condition(line.text)
        if plain is not None:
            return plain
        named = play_in(line.text)
        if named is not None and ends_in_verb(named):
            return None
        self._grammars.attention.look(line.text, _CONDITION if begins_with_if(line.text) else 1)
        at = named.span("play") if named is not None else rest_of(line.text)
        if named is None and at is not None and says_more(line.text[slice(*at)]):
            return None
        play = self._only_play(line.cut(*at), notation) if at is not None else None
        who = who_in(named) if named is not None else ""
        return None if play is None else entries.IfPlay(play.square, play.direction, play.word, who)

    def _may_be_condition(self, line: Line, notation: Notation) -> bool:
        """Tell whether a line orders something, or is a condition as far as a colon."""
        return any(
            self._orders_something(line.cut(begins), notation)
            or (
                ":" in line.text[end:begins]
                and self._readable(line.cut(0, end), notation) is not None
            )
            for end, begins in ends_of_condition(line.text, may_be_else=False)
        )

    def _is_order(self, lines: Sequence[Line], notation: Notation) -> bool:
        return any(self._act_or_order(line, notation) for line in lines) or bool(
            self._moves(lines, notation)
        )

    def _is_move(self, line: Line, notation: Notation) -> bool:
        found = self._act_or_order(line, notation)
        return isinstance(found, FoundOrder) or self._only_play(line, notation) is not None

    def _only_play(self, line: Line, notation: Notation) -> Play | None:
        moves = self._moves([line], notation)
        return moves[0].play if len(moves) == 1 and not moves[0].faults else None

    def _plays_of(
        self, lines: Sequence[Line], notation: Notation, above: int, *, is_near: bool
    ) -> Iterator[Item]:
        claims = {
            line.number: found for line in lines if (found := theme_claims(line.text)) is not None
        }
        plays = [
            line for line in lines if line.number not in claims or not is_theme_line(line.text)
        ]
        rows: Sequence[entries.Row] = with_doubted(self._rows(plays, notation))
        if not self.are_steps:
            rows, second_thought = corrected(rows, entries.Habits())
            if second_thought is not None:
                yield Doubtful(second_thought)
        moves = _moves_of(rows)
        for at, each in enumerate(moves):
            first = each.span.line if at else 0
            last = moves[at + 1].span.line if at + 1 < len(moves) else math.inf
            said = [found for number, found in claims.items() if first <= number < last]
            claimed = tuple(word for found in said for word in found) if said else None
            order = replace(_order_of(each), claims=claimed)
            yield FoundOrder(order, each.is_alternate, each.is_instead)
            if each.is_asked:
                yield Doubtful(each.span)
        read = {each.span for each in moves}
        yield from (
            Doubtful(span, is_alone=may_be_meant(span.text)) for span in passed_over(rows, read)
        )
        yield from (
            Doubtful(span, unsays=True) for span in unsaid(rows, above or None, is_near=is_near)
        )

    def _rows(self, lines: Sequence[Line], notation: Notation) -> list[entries.Row]:
        reader = LineReader(self._grammars.plays, (), Budget(attention=self._grammars.attention))
        rows: list[entries.Row] = []
        is_closed, last = False, 0
        for line in lines:
            is_apart = 0 < last < line.number - 1
            signs = line.number > last + 1 and is_full_name(line.text)
            rows += [entries.EmptyRow()] * is_apart
            last = line.number
            has_play = any(isinstance(row, entries.PlayRow) for row in rows)
            is_closed = is_closed or is_closing(line.text) or (has_play and signs)
            found = reader.read(line, notation, partial(line_above, rows), is_closed=is_closed)
            is_closed = is_closed and not any(isinstance(row, entries.PlayRow) for row in found)
            rows += found
        return rows

    def _moves(self, lines: Sequence[Line], notation: Notation) -> list[entries.PlayRow]:
        return _moves_of(self._rows(lines, notation))


def _moves_of(rows: Sequence[entries.Row]) -> list[entries.PlayRow]:
    """Return the plays of *rows*, each with what stands alone beside it."""
    plays = certain_plays(gathered(rows), entries.Habits())
    return [replace(row, faults=tuple(map(_as_turn_fault, row.faults))) for row in plays]


def _order_of(row: entries.PlayRow) -> entries.PlayOrder:
    return move_of([row], 0, entries.Habits(are_numbered=False))


def _as_turn_fault(fault: Fault) -> Fault:
    """Say of a play without its direction what is wrong with the line: `H4s` is wanted (turns 15)."""
    if isinstance(fault, MissingPlace) and fault.lacks == "direction":
        return Syntax(span=fault.span, hint="direction")
    return fault


def _put_together(items: Iterable[Item], *, are_steps: bool) -> entries.WrittenOrders:
    """Put orders under their conditions; a second one without a slash is asked back (turns 3.3), or a further step."""
    groups = [Under()]
    acts: list[entries.Act] = []
    faults: list[Fault] = []
    wish: entries.Wish | None = None
    doubts: list[Doubtful] = []
    for item in items:
        match item:
            case FoundOrder(is_instead=True) if _gives_way(groups[-1].orders, are_steps=are_steps):
                groups[-1].orders[:] = [item]
            case FoundOrder() if not are_steps and _stands_in(item, groups[-1].orders):
                pass  # `Ich passe diesmal.` / `PASSE`
            case FoundOrder():
                if are_steps and groups[-1].orders and not item.is_alternate:
                    groups.append(Under())
                groups[-1].orders.append(item)
            case Under():
                groups.append(item)
            case entries.ConditionUnread():
                faults.append(item)
            case Doubtful():
                doubts.append(item)
            case entries.Wish():
                wish = item
            case _:
                acts.append(item)
    acts, doubts = _naming_words(acts, doubts)
    always, *under = groups
    if always.orders:  # what is to be done whatever happens, and a condition behind something else
        faults += [
            entries.ConditionUnread(span=each.span)
            for each in under
            if each.span and each.is_behind
        ]
    for_want = _only_for_want(groups)
    orders = [each.order for group in groups for each in group.orders]
    is_asked = bool(orders)
    draws = any(isinstance(each, entries.PlayOrder | entries.ExchangeOrder) for each in orders)
    return entries.WrittenOrders(
        tuple(_orders_if(group, wish) for group in groups if group.orders),
        tuple(acts),
        tuple(faults or _for_nothing(under)),
        _second([group.orders for group in groups]),
        wish=None if draws else wish,
        unread_at=_unread(doubts, is_asked=is_asked, acts=bool(acts)) or for_want,
        is_for_want=for_want is not None,
        takes_back=not (is_asked or acts or faults or under) and all(map(is_of_kept, doubts)),
        keeps_turn=bool(doubts) and all(each.keeps_turn for each in doubts),
    )


def _naming_words(
    acts: list[entries.Act], doubts: list[Doubtful]
) -> tuple[list[entries.Act], list[Doubtful]]:
    """Return both without challenges that name no word where another one does, as `CHALLENGE DATIVE`."""
    if not any(isinstance(act, entries.ChallengeAct) and act.words for act in acts):
        return acts, doubts
    return (
        [each for each in acts if not isinstance(each, entries.ChallengeAct) or each.words],
        [each for each in doubts if not each.lacks_word],
    )


def _gives_way(orders: Sequence[FoundOrder], *, are_steps: bool) -> bool:
    """Tell whether what was ordered last gives way to another order: of several steps, only a play does."""
    return len(orders) == 1 and (is_move(orders[0]) or not are_steps)


def _only_for_want(groups: Sequence[Under]) -> TextSpan | None:
    """Return the first order where all are for want of another: that was not read, or stands in an earlier mail."""
    orders = [each for group in groups for each in group.orders]
    return orders[0].order.span if orders and all(each.is_alternate for each in orders) else None


def _for_nothing(groups: Iterable[Under]) -> Iterator[entries.ConditionUnread]:
    """Yield the conditions that could be met, and nothing stands under them."""
    for group in groups:
        if group.span and not group.orders and not isinstance(group.condition, entries.Otherwise):
            yield entries.ConditionUnread(span=group.span)


def _orders_if(group: Under, wish: entries.Wish | None) -> entries.OrdersIf:
    orders = tuple(_with_wish(each.order, wish) for each in group.orders)
    return entries.OrdersIf(group.condition, orders, group.span)


def _unread(doubts: Sequence[Doubtful], *, is_asked: bool, acts: bool) -> TextSpan | None:
    """Return the first line in doubt, if any of them is in doubt beside what else stands there."""
    of_others = [each for each in doubts if not each.is_of_kept]
    of_these = of_others if is_asked or acts else doubts
    counts = is_asked or any(
        each.is_alone or each.is_of_kept or (each.unsays and acts) for each in of_these
    )
    return of_these[0].span if of_these and counts else None


def _second(rows: Sequence[Sequence[FoundOrder]]) -> TextSpan | None:
    """Return a second move without a slash under one condition."""
    for row in rows:
        plain = {each.order.asked: each.order for each in row if not each.is_alternate}
        if len(plain) > 1:
            return list(plain.values())[1].span
    return None


def _with_wish(order: entries.AnyOrder, wish: entries.Wish | None) -> entries.AnyOrder:
    if isinstance(order, entries.PlayOrder | entries.ExchangeOrder) and wish is not None:
        return replace(order, wish=wish)
    return order
