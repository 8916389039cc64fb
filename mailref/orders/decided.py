"""The move that a mail decides on, beside others that it names: `Kandidaten: ...`, `No, wait. Scrap HOLE` (rules 8).

What is only told of another play, what was taken back within the mail, and what came before a word as `FINAL MOVE`
is left out before anything is read, so that what was decided on stands alone.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from mailref.orders.commands import is_greeting
from mailref.orders.explained import without_explanations
from mailref.orders.jokers_said import blank_said
from mailref.orders.remarks import IS_TALK, weight_of
from mailref.orders.roles import have_roles
from mailref.orders.sections import (
    NEXT_ROUND,
    OTHERWISE,
    STOP_BEHIND_CAPITALS,
    WRAPPED,
    Sense,
    breaks_off_below,
    sense_of,
    sentence_spans,
    sentences_of,
    speaks_of_move,
    withdraws,
)
from mailref.orders.shapes import A_SQUARE, DIGIT, round_in
from mailref.orders.taken_back import (
    HANGS,
    IN_CAPITALS,
    NAMES_PLAY,
    PLACED,
    PLAY_WITH_PLACE,
    SPOT,
    WORD,
    plain_word,
    taken_back_in,
    words_in_capitals,
)
from mailref.orders.yes_and_no import resigns_not
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import line_with, line_without
from mailref.tiles.moves import ALTERNATE_MARK, worded
from mailref.tiles.when_used import regex

_MOST_LINES = 60
_SEVERAL, _FEW_WORDS = 2, 4
_STOPS = (".", "!", "…")
_CLAUSE_STOPS = (*_STOPS, ",", ";", " -", "–")
_ASIDE = regex(r"\s\((?![^()]*[A-ZÄÖÜ]{2})[^()\d\n]{1,40}\)")
"""`(nett gemeint)`"""
_DECIDES = r"(?:(?:{filler}|{turns_to_another}|{conjunction}),?\s{1,3})?{decides}{end}"
_SAYS_NOTHING = r"(?!(?:{also}|{later}){end})(?:{filler}|{article}|{last})"
_SURELY = (
    r"(?:(?:{filler}|{turns_to_another}|{conjunction}|{first}|{second}|{third}|{last}),?\s{1,3}){0,5}{decides_surely}{end}"
    rf"(?:\s{{1,3}}{_SAYS_NOTHING}{{end}},?){{0,4}}?"
)
_ENDS = worded(
    rf"{STOP_BEHIND_CAPITALS}"
    rf"|(?:[,;]|\s[–-])(?=\s{{1,3}}(?:{_DECIDES}|{{decides_surely}}{{end}})[^,;.!?\n]{{0,20}}\d)"
)
_CLAIMED = r"(?:\W{0,5}(?:{filler}\s{1,3})?\d{1,3}(?:\s?{points}{end})?)?"
_POINTS = r"(?:\W{0,5}\d{1,3}(?:\s?{points}{end})?)?"
_DECIDED = worded(
    rf"\W{{0,4}}(?:{_DECIDES}(?:\s{{1,3}}{{filler}})?[\s:=–-]{{1,4}}{PLACED}{_POINTS}"
    rf"|{{decided_begins}}\s{{1,3}}{PLACED}{_POINTS},?\s{{1,3}}{{decided_ends}}{{end}})"
    rf"(?:[\s,;–-]{{1,4}}(?:{{conjunction}}\s{{1,3}})?{{counts_behind}}{{end}})?\W*"
)
"""Nothing more is said of it: `Mein Zug: F8w WINTERTAGE, falls ungültig` is for want of another."""
_DECIDED_SURELY = worded(
    rf"\W{{0,4}}(?:{_SURELY}[\s:=–-]{{1,4}}{PLACED}{_POINTS}|{PLACED}{_POINTS}[\s,;:<()–-]{{1,9}}{{counts_behind}}{{end}})\W*"
)
_DECIDED_BY_WORD = worded(
    rf"\W{{0,4}}(?:(?:{{filler}}|{{turns_to_another}}|{{conjunction}}|{{please}}),?\s{{1,3}}){{0,2}}(?:(?P<word>{WORD})\s{{1,3}}{{counts_behind}}"
    rf"|(?:{{decides}}|{{decides_surely}})[\s:]{{1,3}}(?P<other>{WORD})){{end}}(?:[\s,.!]{{1,4}}(?:{{counts_behind}}|{{polite}}|{{filler}}|{{please}}){{end}}){{0,3}}\W*"
)
"""`DOHLE it is, please book that one`, of a play that stands above."""
_BEHIND = regex(
    r"(?<=[A-ZÄÖÜ])[,;(]\s?(?P<said>[^,;().\n]{3,40})[).]?\s*(?:[A-ZÄÖÜ][a-zäöüß]{1,12}\s*)?$"
)
"""What is said of a blank, maybe before the name of who writes: `, Joker = O. Elke`"""


_IS_BLANK = worded(r"\s*{joker}\s{0,2}[=:]\s{0,2}[A-ZÄÖÜ]\s*")


class _Sentence(Struct, frozen=True):
    """A sentence of a mail, or a clause that begins with what was decided on."""

    at: int
    """The line, from 0."""
    start: int
    text: str
    names_play: bool


def without_undecided(lines: Sequence[Line], plays: int) -> Sequence[Line]:
    """Return *lines* without what they say of other plays, where the last of all is the one that was decided on.

    `Torben meint, L3s DAUERT wäre besser. Mein Zug: F8w WINTERTAGE`. Unchanged where another may be meant as well:
    *plays* a move may have, of which only what is told of or taken back is none.
    """
    own = lines[:_MOST_LINES]
    words = {word for line in own for word in _words_of(line.text)}
    places = (at for line in own for at in _SQUARE_OF.findall(line.text)) if words else ()
    if len(words) < _SEVERAL and len({*places}) < _SEVERAL:
        return lines  # as in most mails
    said = [*_sentences(own)]
    named = [each for each in said if each.names_play]
    if len(named) < _SEVERAL:
        return lines
    chosen, is_sure = _chosen(named)
    if chosen is None or says_more(chosen.text):
        return lines
    others = [each for each in named if each is not chosen]
    is_one = plays == 1
    withdrawn = {word for each in others if withdraws(each.text) for word in _words_of(each.text)}
    out = withdrawn | _put_aside(chosen.text)
    if not all(
        _is_same(each, chosen)
        or (
            is_one
            and bool(words := _words_of(each.text))
            and words <= out
            and not says_more(each.text)
        )
        or _is_out(each, said, lines, is_sure=is_sure, is_one=is_one)
        for each in others
    ):
        return lines
    left = [*lines]
    before = said[: said.index(chosen)]
    for each in reversed(said):
        if each is chosen:
            left[each.at] = _without_lead(left[each.at], each)
        elif each.names_play or (each in before and _is_break(each)):
            left[each.at] = line_without(left[each.at], each.start, each.start + len(each.text))
    return left


def without_denied(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without what they deny right beside the play that counts: another play, or another word.

    `L4s GARDE, nicht GURDE!`, `A12w TIGER gilt, L3s AGIERT nicht`. Unchanged where a question, a condition or `sondern`
    is in that sentence, or where what is denied is laid elsewhere in the mail.
    """
    if not any(_MAY_DENY.search(line.text) for line in lines[:_MOST_LINES]):
        return lines
    left = [*lines]
    denied = set[str]()
    for at, line in enumerate(lines[:_MOST_LINES]):
        for start, end in reversed([*sentence_spans(line.text)]):
            found = _denied_in(line.text[start:end])
            if found is not None:
                for first, last in sorted(map(found.span, found.groupdict()), reverse=True):
                    left[at] = line_without(left[at], start + first, start + last)
                denied |= _words_of(found["out"])
    kept = {word for line in left for word in _words_of(line.text)}
    is_left = any(PLAY_WITH_PLACE.search(line.text) for line in left)
    return left if is_left and denied.isdisjoint(kept) else lines


def without_word_put_aside(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without what puts a word aside for the play that is laid.

    `Ich lege nicht BASEN, sondern RABEN, waagerecht ab H8`, `H8w RABEN; forget BASEN`, `I shall not play BASEN.`
    Unchanged where a question or a condition is in that sentence, where that word has a square elsewhere in the
    mail, or where no other word is left beside a square.
    """
    if not any(_MAY_PUT_ASIDE.search(line.text) for line in lines[:_MOST_LINES]):
        return lines
    left, aside = [*lines], set[str]()
    for at, line in enumerate(lines[:_MOST_LINES]):
        for start, end in reversed([*sentence_spans(line.text)]):
            sentence = line.text[start:end]
            found = None if HANGS.search(sentence) else _put_aside_in(sentence)
            if found is not None:
                left[at] = line_without(left[at], start + found.start(), start + found.end())
                aside |= _words_of(found[0])
    placed = (it[0] for line in left for it in PLAY_WITH_PLACE.finditer(line.text))
    laid = {word for each in placed for word in _words_of(each)}
    said = (each for line in left for each in sentences_of(line.text) if A_SQUARE.search(each))
    is_left = any(_words_of(each) - aside for each in said)
    return left if is_left and aside.isdisjoint(laid) else lines


def _put_aside_in(sentence: str) -> re.Match[str] | None:
    return next(filter(None, (each.search(sentence) for each in _PUT_ASIDE)), None)


_MAY_PUT_ASIDE = worded(r"{begin}(?:{not_but}|{scraps}|{not_laid}|{negated_lays}){end}")
_ASIDE_WORD = rf"(?:{PLACED}|(?:(?:{{article}}|{{field_word}})\s{{1,3}}){{0,2}}{WORD})"
_CLAUSE_STOPS_THERE = r"\)?(?=\s*(?:[.,;:!–]|\s-\s|$))"
_AFTER_ALL = r"(?:\s{1,3}(?:{filler}|{any_more}|{after_all}))?"
_FOR_ANOTHER = (
    rf"\s{{1,3}}{_ASIDE_WORD}{_AFTER_ALL},?\s{{1,3}}{{but_rather}}\s{{1,3}}(?={WORD}|{SPOT})"
)
_PUT_ASIDE = (
    worded(
        rf"(?:,\s{{1,3}})?{{begin}}{{not_but}}\s{{1,3}}{SPOT},?\s{{1,3}}{{but_rather}}\s{{1,3}}(?=(?:{{direction_word}}\s{{1,3}})?{SPOT})"
    ),
    worded(rf"{{begin}}{{not_but}}{_FOR_ANOTHER}"),
    worded(rf"{{negated_lays}}{_FOR_ANOTHER}"),
    worded(
        rf"(?:(?P<first>^)\W*|[.,;:!–]\s{{1,3}})(?:(?:{{contrast}}|{{conjunction}}|{{filler}}|{{after_all}}),?\s{{1,3}}){{0,3}}{{negated_lays}}\s{{1,3}}"
        rf"{_ASIDE_WORD}{_AFTER_ALL}{_CLAUSE_STOPS_THERE}(?(first)[\s,;:–-]*)"
    ),
    worded(
        rf"^\W*(?:{{please}}\s{{1,3}})?{{scraps}}(?:\s{{1,3}}{{please}})?\s{{1,3}}{_ASIDE_WORD}[,;]\s{{1,3}}(?:{{conjunction}}\s{{1,3}})?"
    ),
    worded(
        rf"^\W*(?:{{article}}\s{{1,3}})?{WORD}\s{{1,3}}(?:(?!{{condition}}{{end}}){{letter}}{{2,9}}\s{{1,3}}){{0,2}}?{{not_laid}}(?:\s{{1,3}}{{we_or_i}})?\s*[.!…]+\s*$"
    ),
    worded(
        rf"(?<=\S)(?:\s?[,;(–]\s{{0,3}}|[.!]\s{{1,3}}|\s-\s)(?:(?:{{conjunction}}|{{contrast}}|{{let_us}})\s{{1,3}}){{0,2}}"
        rf"(?:{{scraps}}\s{{1,3}}{_ASIDE_WORD}|(?:{{article}}\s{{1,3}})?{WORD}\s{{1,3}}(?:{{scraps}}|{{not_laid}})(?:\s{{1,3}}{{we_or_i}})?)"
        rf"{_AFTER_ALL}\)?(?=\s*[.!…]*\s*$)"
    ),
)
"""`nicht ab H7, sondern`, `nicht BASEN, sondern`, `I shall not play BASEN;`, `; forget BASEN`"""


def without_playing_on(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without what says that their writer does not resign, where a play stands among them."""
    if not any(PLAY_WITH_PLACE.search(line.text) for line in lines[:_MOST_LINES]):
        return lines
    left = [*lines]
    for at, line in enumerate(lines[:_MOST_LINES]):
        for said in reversed([*_SAID.finditer(line.text)]):
            if resigns_not(said[0]):
                left[at] = line_without(left[at], *said.span())
    return left


_SAID = regex(r"[^.!?;]+[.!?;]*")


def _denied_in(sentence: str) -> re.Match[str] | None:
    """Return what a sentence denies, as `out` of the match, beside a play that counts; None where it does not."""
    if "?" in sentence or _MAY_HANG.search(sentence) is not None:
        return None
    return next(filter(None, (each.match(sentence) for each in _DENIED)), None)


_MAY_DENY = worded(r"{begin}(?:{denies_word}|{does_not}){end}")
_MAY_HANG = worded(r"{begin}(?:{condition}|{or_instead}|{otherwise}|{but_rather}|{also}){end}")
_LEADS_PLAY = r"(?:(?:{intent}|{opening}|{filler}|{stands_firm}|{please})\W{1,3}){0,4}?"
_AND = r"[\s,;(–-]{1,4}(?:(?:{conjunction}|{contrast}|{that_is})\s{1,3})?"
_HOLDS = r"\s{1,3}(?:{stands_firm}|{does_so}){end}"
_FAILS = r"\s{1,3}{does_not}{end}(?:\s{1,3}{any_more}{end})?"
_DENIED = (
    worded(
        rf"\W*{_LEADS_PLAY}{PLACED}{_POINTS}\)?(?P<out>(?:\s{{0,3}}[,;(–-]\s{{0,3}}|\s(?={{conjunction}}))"
        rf"{{denies_word}}\s{{1,3}}(?:{PLACED}|{WORD}){_POINTS}\)?)[\s.!]*$"
    ),
    worded(
        rf"\W*{_LEADS_PLAY}{PLACED}{_POINTS}(?P<out>{_HOLDS}{_AND}{PLACED}{_POINTS}{_FAILS})[\s.!]*$"
    ),
    worded(
        rf"\W*(?P<out>{PLACED}{_POINTS}{_FAILS}{_AND}){PLACED}{_POINTS}(?P<holds>{_HOLDS})[\s.!]*$"
    ),
    worded(rf"\W*(?P<out>{{denies_word}}\s{{1,3}}(?:{PLACED}|{WORD}))[\s.!]*$"),
)
"""`..., nicht GURDE!`, `..., L3s AGIERT nicht`, `L3s AGIERT nicht, ...`, `Nicht GURDE!` below the play"""


def without_corrected_at_once(lines: Sequence[Line], plays: int = 1) -> Sequence[Line]:
    """Return *lines* without a play or a place that another takes the place of at once: `14J LEB, äh 14K TRIEB`.

    Below it, too: `13k alhoa` / `Sorry - 13K ALOHA`. Where a move may have several *plays*, one of the same word alone.
    """
    left = _without_corrected_below(lines) if plays == 1 else [*lines]
    for at, line in enumerate(left[:_MOST_LINES]):
        for found in reversed([*_CORRECTED.finditer(line.text)]):
            behind = line.text[found.end() :]
            right = PLAY_WITH_PLACE.match(behind)
            is_same = right is None or _words_of(right[0]) == _words_of(found[0])
            if "?" not in behind and (plays == 1 or is_same):
                left[at] = line_without(left[at], *found.span())
    return left


def with_places_put_right(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* with the place of a play that a clause behind it puts right: `B12a DOSEN. Oops, A12a not B12a!`

    Unchanged where a question or a condition is in that clause, or where its wrong place is not that of one play above.
    """
    if not any(_MAY_PUT_RIGHT.search(line.text) for line in lines[:_MOST_LINES]):
        return lines
    left = [*lines]
    for at, line in enumerate(lines[:_MOST_LINES]):
        found = next((it for each in _PUT_RIGHT if (it := each.search(line.text))), None)
        if found is None or says_more(line.text) or "?" in line.text:
            continue
        wrong, right = (_SQUARE_OF.search(found[each]) for each in ("wrong", "right"))
        its = [
            (number, *square.span())
            for number in range(at + 1)
            for play in PLAY_WITH_PLACE.finditer(left[number].text)
            for square in _SQUARE_OF.finditer(left[number].text, *play.span())
            if wrong is not None and square[0].casefold() == wrong[0].casefold()
        ]
        its = [each for each in its if each[:2] < (at, found.start())]
        if len(its) == 1 and right is not None:
            left[at] = line_without(left[at], *found.span())
            left[its[0][0]] = line_with(left[its[0][0]], *its[0][1:], right[0])
    return left


_SQUARE_OF = worded(r"(?<![{letters}\d]){square}")
_MAY_PUT_RIGHT = worded(r"{begin}{denies_word}\s{1,3}{square}")
_RIGHT, _WRONG = rf"(?P<right>{SPOT})", rf"(?P<wrong>{SPOT})(?![{{letters}}\d])"
_LEADS_RIGHT = r"(?<!\w)(?:{corrects_self}[\s,;:!.…–-]{1,5}){0,3}(?:{should_be}\s{1,3})?"
_PUT_RIGHT = (
    worded(
        rf"{_LEADS_RIGHT}{_RIGHT}(?:\s{{1,3}}{{should_be}})?,?\s{{1,3}}{{denies_word}}\s{{1,3}}{_WRONG}(?!\s{{1,3}}{WORD})[\s.!]{{0,5}}"
    ),
    worded(
        rf"{_LEADS_RIGHT}{{denies_word}}\s{{1,3}}{_WRONG},?\s{{1,3}}(?:{{but_rather}}|{{contrast}})\s{{1,3}}{_RIGHT}(?![{{letters}}\d])(?!\s{{1,3}}{WORD})[\s.!]{{0,5}}"
    ),
)
"""`Oops, A12a not B12a!`, `nicht B12, sondern A12`"""


def without_wrong_squares_told(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without what they tell of a slip in an earlier mail of their writer, where a play stands below.

    `In meiner Mail von eben stand G14. Gemeint war natürlich 14G INERT`, `I typed A11 in my last mail. It should have
    been A12.`; unchanged where a question or a condition is in what is told.
    """
    if not any(_EARLIER_MAIL.search(line.text) for line in lines[:_MOST_LINES]):
        return lines
    spans = [
        (at, *span)
        for at, line in enumerate(lines[:_MOST_LINES])
        for span in sentence_spans(line.text)
    ]
    said = [lines[at].text[start:end] for at, start, end in spans]
    told = [number for number, each in enumerate(said) if _tells_slip(each)]
    if not told or not any(_WHOLE_PLAY.search(each) for each in said[told[-1] + 1 :]):
        return lines
    left = [*lines]
    for number in range(len(said) - 1, told[0] - 1, -1):
        at, start, end = spans[number]
        lead = _MEANT_LEAD.match(said[number])
        if number in told or _ONLY_SPOT_MEANT.fullmatch(said[number]):
            left[at] = line_without(left[at], start, end)
        elif lead is not None:
            left[at] = line_without(left[at], start, start + lead.end())
    return left


def _tells_slip(sentence: str) -> bool:
    """Tell whether a sentence names a square of an earlier mail of its writer, no whole play, and leads to none."""
    return (
        _EARLIER_MAIL.search(sentence) is not None
        and _SQUARE_OF.search(sentence) is not None
        and _WHOLE_PLAY.search(sentence) is None
        and not sentence.rstrip().endswith(":")
        and not says_more(sentence)
    )


_EARLIER_MAIL = worded(r"{begin}{own_earlier_mail}{end}")
_WHOLE = rf"(?:{PLACED}|{SPOT}[,:]\s{{1,3}}(?:{{direction_word}}[,:]?\s{{1,3}})?{WORD})"
"""`14G, senkrecht: INERT`, too"""
_WHOLE_PLAY = worded(rf"(?<![{{letters}}\d]){_WHOLE}")
_MEANT_LEAD = worded(rf"\W*{{it_was_meant}}[\s:]{{1,4}}(?={_WHOLE})")
_ONLY_SPOT_MEANT = worded(
    rf"\W*(?:{{it_was_meant}}\s{{1,3}}{SPOT}|{SPOT}\s{{1,3}}{{should_be}})\W*"
)


def _without_corrected_below(lines: Sequence[Line]) -> list[Line]:
    left = [*lines]
    written = [at for at, line in enumerate(lines[:_MOST_LINES]) if line.text.strip()]
    for over, under in pairwise(written):
        lead = _CORRECTS_ABOVE.match(lines[under].text)
        if lead is None or not _PLAY_ALONE.fullmatch(lines[over].text):
            continue
        right = PLAY_WITH_PLACE.search(lines[under].text, lead.end())
        is_other = right is not None and not _words_of(lines[under].text) <= _words_of(right[0])
        if is_other or says_more(lines[under].text):
            continue  # `Tippfehler: L4s MENUES mit Ü, also MENÜS`
        left[over] = line_without(left[over], 0, len(left[over].text))
        left[under] = line_without(left[under], 0, lead.end())
    return left


_CORRECTS_ABOVE = worded(rf"\W*(?:{{corrects_self}}[\s,;:!.…–-]{{1,5}}){{1,3}}(?={PLACED})")
_PLAY_ALONE = worded(rf"\W*{SPOT}\s{{1,3}}{{letter}}{{2,15}}{_POINTS}\W*")
_CORRECTED = worded(
    rf"(?<![{{letters}}\d]){PLACED}{_POINTS}(?:[\s,;.…–-]{{1,5}}|\?\s{{1,3}}(?={{no}}{{end}}))"
    rf"(?:{{corrects_self}}[\s,;:!.…–-]{{1,5}}){{1,3}}(?:{SPOT}\s{{1,3}}{{should_be}}:?\s{{1,3}})?(?={PLACED})"
    rf"|(?<![{{letters}}\d]){SPOT}[\s,;.…–-]{{1,5}}(?:{{corrects_self}}[\s,;:!.…–-]{{1,5}}){{1,3}}"
    rf"(?={SPOT}(?![{{letters}}\d])(?!\s{{1,3}}{WORD}))"
)
"""Or the place alone is put right: `IHRES auf M5, nee, M6 waagerecht`."""


def without_weighed(lines: Sequence[Line], plays: int) -> Sequence[Line]:
    """Return *lines* without plays that one sentence weighs against the one that the next takes.

    `14K TRINE oder 14K TRIEB ... ja, ich nehme TRIEB.`, `L4 KUGELNS sind 86, 11B KUGELNS 88. Ich nehme 11B KUGELNS.`
    Where a move may have several *plays*, only what is told is: `Zuerst hatte ich ..., dann ... Bitte TRIEB buchen.`
    """
    is_one = plays == 1
    left = [
        _without_weighed(line, is_one=is_one)
        if at < _MOST_LINES and _MAY_WEIGH.search(line.text)
        else line
        for at, line in enumerate(lines)
    ]
    return [*map(_without_other_asked, left)] if is_one else left


def _without_other_asked(line: Line) -> Line:
    """Return a line without another word that it asks itself for, where it answers with that of its play.

    `A12a HONE, 28. Or is it HODE? HONE then.`
    """
    if "?" not in line.text:
        return line
    spans = [*sentence_spans(line.text)]
    for play, asked, answer in zip(spans, spans[1:], spans[2:], strict=False):
        own, other, said = (line.text[slice(*each)] for each in (play, asked, answer))
        words = [*map(_words_of, (own, other, said))]
        if not (
            [len(each) for each in words] == [1, 1, 1]
            and words[0] == words[2] != words[1]
            and len([*PLAY_WITH_PLACE.finditer(own)]) == 1
            and _ASKS_FOR_OTHER.fullmatch(other)
            and _IS_ANSWER.fullmatch(said)
            and not says_more(own)
        ):
            continue
        return line_without(line, asked[0], answer[1])
    return line


_ASKS_FOR_OTHER = worded(rf"\W{{0,3}}(?:{{letter}}{{1,8}}\s{{1,3}}){{0,4}}{WORD}\s{{0,2}}\?\s*")
_IS_ANSWER = worded(
    r"\W{0,3}(?:(?:{no}|{conjunction}|{turns_to_another}|{filler}|{same_points}),?\s{1,3}){0,2}"
    rf"{WORD}(?:\s{{1,3}}(?:{{counts_behind}}|{{turns_to_another}}|{{after_that}}|{{please}}){{end}}){{0,2}}[\s.!]*"
)


def _without_weighed(line: Line, *, is_one: bool) -> Line:
    stops = [0, *(each.end() for each in _WEIGHED_ENDS.finditer(line.text)), len(line.text)]
    parts = [
        each
        for each in pairwise(stops)
        if not any(it.fullmatch(line.text[slice(*each)]) for it in (_SOUND, _IS_BETTER))
    ]
    for (start, end), (first, last) in pairwise(parts):
        weighed, taken = line.text[start:end], _SOUND_FIRST.sub("", line.text[first:last])
        plays = [*PLAY_WITH_PLACE.finditer(weighed)]
        named = {each[0] for each in plays}
        if len({*map(_in_parts, named)}) < _SEVERAL or says_more(weighed.replace("?", ".")):
            continue
        if not is_one and not _is_told(weighed):
            continue
        if _DECIDED.fullmatch(_without_talk_behind(taken)):
            kept = {*map(_in_parts, _plays_in(taken))}
            return line_without(line, start, end) if kept < {*map(_in_parts, named)} else line
        word = _word_decided(taken)
        own = [each for each in plays if word and _names_word(word, each[0])]
        if len(own) == 1:
            without = line_without(line, start + own[0].end(), last)
            return line_without(without, start, start + own[0].start())
    return line


def _word_decided(sentence: str) -> str | None:
    """Return the word that a sentence decides for, maybe with talk behind it: `Nimm TRIEB, das klingt besser.`"""
    clause, comma, talk = sentence.partition(",")
    found = _DECIDED_BY_WORD.fullmatch(sentence)
    if found is None and comma and _is_mere_talk(talk):
        found = _DECIDED_BY_WORD.fullmatch(clause)
    return None if found is None else found["word"] or found["other"]


def _names_word(word: str, play: str) -> bool:
    """Tell whether a play, as written, lays a word."""
    return plain_word(word) in map(plain_word, play.split())


def _in_parts(play: str) -> frozenset[str]:
    """Return the square and the word of a play as written, in whatever order: `14K TRIEB`, `TRIEB auf 14K`."""
    return frozenset(each.casefold() for each in _PARTS_OF_PLAY.findall(play))


_PARTS_OF_PLAY = regex(r"\d{1,2}[A-Z]|[A-Z]\d{1,2}|[A-ZÄÖÜ]{2,}")
_MAY_WEIGH = worded(rf"{PLACED}.{{1,80}}{PLACED}")
_WEIGHED_ENDS = regex(r"(?:\s?(?:\.{2,}|…)|[.!?])(?:\s+|$)")
_SOUND = regex(r"\W*[^\W\d_]{1,3}\W*|\W*")
_IS_BETTER = worded(
    r"\W{0,4}(?:{letter}{2,12}\s{1,3}){0,2}?{the_better_one}(?:,\s{1,3}{tag_question})?[\s?!.]*"
)
"""`Natürlich das höhere, oder?`"""
_SOUND_FIRST = regex(r"^\W*[^\W\d_]{1,3},\s+")
"""`hm ...`, `ja, ...`"""


def without_those_not_counted(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without the one of two plays that does not count, as the sentence behind them says by number.

    `15H RASET 29 ... halt, da geht mehr: 15H REIHT 32! Das zweite gilt.` Unchanged where a question, a condition or
    another round stands there.
    """
    own = lines[:_MOST_LINES]
    chosen = [
        (at, start, end, found)
        for at, line in enumerate(own)
        for start, end in sentence_spans(line.text)
        if (found := _COUNTED.fullmatch(line.text[start:end])) is not None
    ]
    plays = [
        (at, *x.span()) for at, line in enumerate(own) for x in PLAY_WITH_PLACE.finditer(line.text)
    ]
    has_alternate = any(line.text.lstrip().startswith(ALTERNATE_MARK) for line in own)
    if len(chosen) != 1 or len(plays) != _SEVERAL or has_alternate:
        return lines
    at, start, end, found = chosen[0]
    between = _text_between(own, plays[0], (at, start, end))
    if plays[1] >= (at, start, end) or says_more(between.replace("?", ".")):
        return lines
    if not all(map(_is_mere_talk, _sentences_without_play(between))):
        return lines
    left = [*lines]
    left[at] = line_without(left[at], start, end)
    out, kept = plays if found["first"] is None else reversed(plays)
    ends_at, stop = kept[:2] if out < kept else (at, start)
    if out[0] < kept[0]:
        for number in range(out[0] + 1, kept[0]):
            left[number] = line_without(left[number], 0, len(left[number].text))
        left[kept[0]] = line_without(left[kept[0]], 0, kept[1])
    if out[0] != ends_at:
        stop = len(left[out[0]].text)
    left[out[0]] = line_without(left[out[0]], out[1], stop)
    return left


def _sentences_without_play(text: str) -> Iterator[str]:
    """Yield the sentences of a text beside its plays, in which something else may be asked for."""
    for each in _WEIGHED_ENDS.split(text):
        if each.strip() and not PLAY_WITH_PLACE.search(each):
            yield each


def _text_between(
    lines: Sequence[Line], first: tuple[int, int, int], last: tuple[int, int, int]
) -> str:
    """Return the words from the begin of one piece of *lines* to the begin of another; pieces: line, begin, end."""
    if first[0] == last[0]:
        return lines[first[0]].text[first[1] : last[1]]
    within = [line.text for line in lines[first[0] + 1 : last[0]]]
    return "\n".join([lines[first[0]].text[first[1] :], *within, lines[last[0]].text[: last[1]]])


_COUNTED = worded(
    r"\W{0,4}(?=[^.!?\n]{0,40}{begin}(?:{please}|{counts_behind}|{i_lay}){end})"
    r"(?:(?:{filler}|{turns_to_another}|{conjunction}|{please}|{i_lay}|{also}),?\s{1,3}){0,3}(?:{article}\s{1,3})?"
    r"(?:(?P<first>{first})|{second})(?:\s{1,3}(?:{play}|{field_word}|one))?{end}"
    r"(?:[\s,]{1,4}(?:{counts_behind}|{please}|{turns_to_another}|{polite}){end}){0,3}[\s.!]*"
)
"""`Also das zweite gilt, bitte.`"""


def without_others_told(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without sentences behind a play that only tell of another one: `L4s GARDE wäre auch gegangen.`

    Unchanged where the play is not plainly meant, or where such a sentence asks, corrects, or hangs on something.
    """
    said = [*_sentences_of(lines[:_MOST_LINES])]
    own = next((each for each in said if PLAY_WITH_PLACE.search(each.text)), None)
    if own is None or _TELLS_OF_OTHER.search(own.text):
        return lines
    plays = [*PLAY_WITH_PLACE.finditer(own.text)]
    before, after = own.text[: plays[0].start()], own.text[plays[0].end() :]
    if len(plays) != 1 or sense_of(before, after, is_first=True) is not Sense.MEANT:
        return lines
    words = _words_of(own.text)
    left = [*lines]
    for each in reversed(said[said.index(own) + 1 :]):
        is_other = each.names_play and not _words_of(each.text) <= words
        if is_other and _begins_whole(lines, each) and _only_tells(each.text):
            left[each.at] = line_without(left[each.at], each.start, each.start + len(each.text))
    return left


def _sentences_of(lines: Sequence[Line]) -> Iterator[_Sentence]:
    """Yield the sentences of lines, each whole; a word in capitals, or points, may end one."""
    for at, line in enumerate(lines):
        stops = [0, *(each.end() for each in _WEIGHED_ENDS.finditer(line.text)), len(line.text)]
        for start, end in pairwise(stops):
            text = line.text[start:end]
            if text.strip():
                yield _Sentence(at, start, text, bool(_words_of(text)))


def _only_tells(sentence: str) -> bool:
    is_more = says_more(sentence) or _RATHER.search(sentence) is not None
    return not is_more and _TELLS_OF_OTHER.search(sentence) is not None


_TELLS_OF_OTHER = worded(r"(?<!\w){tells_of_other}(?!\w)")
_RATHER = worded(
    r"\?|{begin}(?:{rather}|{correction}|{instead}|{both}|{otherwise}|{decides_surely}|{counts_behind}|{i_lay}){end}"
)


def without_slips_sent(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without the clause that tells of a slip in a mail sent before, where a play stands behind it.

    `Sorry, hab mich vorhin vertippt: L3s DAUERT`: the play is the right one.
    """
    left = [*lines]
    for at, line in enumerate(lines[:_MOST_LINES]):
        for start, end in sentence_spans(line.text):
            clause = _FIRST_CLAUSES.match(line.text[start:end])
            stop = start + clause.end() if clause is not None else end
            behind = [line.text[stop:], *(each.text for each in lines[at + 1 : _MOST_LINES])]
            if _tells_only_of_slip(line.text[start:stop]) and any(
                map(PLAY_WITH_PLACE.search, behind)
            ):
                left[at] = line_without(line, start, stop)
                return left
    return lines


def _tells_only_of_slip(clause: str) -> bool:
    """Tell whether a clause says that there was a slip in a mail sent before, and nothing else."""
    if _SLIP.search(clause) is None or _SENT.search(clause) is None:
        return False
    rest = _SENT.sub(" ", _SLIP.sub(" ", clause))
    is_open = "?" in clause or DIGIT.search(clause) or IN_CAPITALS.search(clause)
    return not is_open and _DENIES.search(clause) is None and have_roles(rest)


_FIRST_CLAUSES = worded(
    r"(?:[^,:;.!?–]{0,40}[,:;–])??[^,:;.!?–]{0,60}{begin}{slip}{end}[^,:;.!?–]{0,40}[,:;–]"
)
_SLIP = worded(r"{begin}{slip}{end}")
_SENT = worded(r"{begin}(?:{older}|{own_earlier_mail}|{in_mail_before}){end}")
_DENIES = worded(r"{begin}(?:{not_so}|{never}|{no}){end}")


def without_other_rounds(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without sentences that put off another round than that of the one play, with which they begin.

    `Runde 5: A12w GUTER` / `Runde 6: schicke ich später`
    """
    if sum(len(_ROUND.findall(line.text)) for line in lines[:_MOST_LINES]) < _SEVERAL:
        return lines
    said = [*_sentences(lines[:_MOST_LINES])]
    for at, line in enumerate(lines[:_MOST_LINES]):
        if _ABBREVIATED.match(line.text):  # `Rd. 6: ...`, whose point ends no sentence
            said = [each for each in said if each.at != at]
            said.append(_Sentence(at, 0, line.text, NAMES_PLAY.search(line.text) is not None))
    rounds = [(each, _round_first(each.text)) for each in said]
    played = {number for each, number in rounds if number is not None and each.names_play}
    left = [*lines]
    for each, number in reversed(rounds):
        is_other = len(played) == 1 and number not in (None, *played) and not each.names_play
        if is_other and puts_off(each.text):
            left[each.at] = line_without(left[each.at], each.start, each.start + len(each.text))
    return left


def puts_off(text: str) -> bool:
    """Tell whether words say no more than that something comes later: `folgt`, `schicke ich morgen`."""
    said = _PUT_OFF.search(text) is not None
    return (
        said
        and not any(cue.search(text) for cue in (_REWORDS, IN_CAPITALS))
        and not withdraws(text)
    )


_PUT_OFF = worded(r"{begin}(?:{comes_later}|{later}){end}")
_REWORDS = worded(
    r"{begin}(?:{correction}|{instead}|{both}|{not_so}|{denies_it}|{of_others}){end}|\?"
)


def _round_first(sentence: str) -> int | None:
    """Return the round with which a sentence begins: `Rd. 6: ...`, `Runde 6 folgt`."""
    found = _FIRST_WORDS.match(sentence)
    return None if found is None else round_in(found[0].rstrip(" :"))


_ROUND = worded(r"{begin}{round}\.?\s{0,2}\d|\d\.\s{0,2}{round}{end}")
_ABBREVIATED = regex(r"\s*[^\W\d_]{1,4}\.\s?\d{1,3}\s?[:.]")
_FIRST_WORDS = regex(
    r"\s*[^\W\d_]{1,12}\.?\s?\d{1,3}(?!\w)\s?:?|\s*\d{1,2}\.\s?[^\W\d_]{1,12}\s?:?"
)


def _chosen(named: Sequence[_Sentence]) -> tuple[_Sentence | None, bool]:
    """Return the sentence of the play that was decided on, and whether that is said so surely that no other counts."""
    last = named[-1]
    plain = _without_asides(last.text)
    bare = _without_talk_behind(plain)
    has_spare = any(each.text.lstrip().startswith(ALTERNATE_MARK) for each in named)
    corrects = not has_spare and _CORRECTED_TO.fullmatch(bare) and not puts_off(bare)
    if _DECIDED_SURELY.fullmatch(plain) or corrects:
        return last, True
    if (word := _word_decided(last.text)) is not None:
        plays = [
            each for each in named[:-1] for at in _plays_in(each.text) if _names_word(word, at)
        ]
        return (plays[-1], True) if plays else (None, False)
    return (last, False) if _DECIDED.fullmatch(plain) else (None, False)


def _without_talk_behind(sentence: str) -> str:
    """Return a sentence without the talk behind its play: `lieber 15H IAHET für 32, das Blümchen lass ich stehen.`"""
    plays = [*PLAY_WITH_PLACE.finditer(sentence)]
    comma = sentence.find(",", plays[-1].end()) if plays else -1
    talk = sentence[comma + 1 :] if comma >= 0 else ""
    return sentence[:comma] if talk and _is_mere_talk(talk) else sentence


def _is_mere_talk(text: str) -> bool:
    names_more = is_for_more(text) or IN_CAPITALS.search(text) or DIGIT.search(text)
    return not names_more and weight_of(text.strip()) <= IS_TALK


_CORRECTED_TO = worded(
    rf"\W{{0,4}}{{correction}}{{end}}(?:\s{{1,3}}{{letter}}{{2,12}}){{0,4}}\s?[:,–-]\s{{1,3}}"
    rf"(?:(?:{{instead}}|{{filler}}|{{intent}}),?\s{{1,3}}){{0,3}}{PLACED}{_CLAIMED}[\s.!]*"
)
"""`Korrektur vor dem Absenden: lieber 15H IAHET für 32.`"""


def _without_asides(sentence: str) -> str:
    """Return a sentence without what it says of letters that lie there, of blanks, and of plays that it takes back."""
    (line,) = without_explanations([Line(0, sentence)])
    text = line.text
    if (cut := taken_back_in(text)) is not None and cut[0] > 0:  # `14L ZEHN statt TIER eintragen`
        text = text[: cut[0]].rstrip() + text[cut[1] :]
    behind = _BEHIND.search(text)
    if behind and (blank_said(behind["said"]) or _IS_BLANK.fullmatch(behind["said"])):
        text = text[: behind.start()]
    return text


def _sentences(lines: Sequence[Line]) -> Iterator[_Sentence]:
    """Yield the sentences of lines; what is decided on begins one: `G5s TALES ging nicht, ich nehme ...`.

    A word in capitals ends one, too: `Ich sah nur KEGEL. Ich nehme ...`.
    """
    for at, line in enumerate(lines):
        for start, end in sentence_spans(line.text):
            stops = [start]
            for each in _ENDS.finditer(line.text, start, end):
                is_clause = each[0][0] in ",; "  # `Jonas sagt, gespielt wird ...` is one sentence
                if not is_clause or NAMES_PLAY.search(line.text, stops[-1], each.start()):
                    stops.append(each.end())
            for begin, stop in pairwise((*stops, end)):
                text = line.text[begin:stop]
                if text.strip():
                    yield _Sentence(at, begin, text, NAMES_PLAY.search(text) is not None)


def _plays_in(sentence: str) -> Iterator[str]:
    return (found[0] for found in PLAY_WITH_PLACE.finditer(sentence))


def _without_lead(line: Line, said: _Sentence) -> Line:
    """Return a line without what leads to the play of a sentence that was surely decided on, or of its word."""
    found = [*PLAY_WITH_PLACE.finditer(said.text)]
    if len(found) != 1 or _DECIDED.fullmatch(_without_asides(said.text)):
        return line
    start = said.start + found[0].start()
    return line_without(line, said.start, start) if start > said.start else line


def _words_of(text: str) -> set[str]:
    return {*words_in_capitals(text)}


def _put_aside(sentence: str) -> set[str]:
    """Return the words for which the play of a sentence stands: `14L ZEHN statt TIER`."""
    cut = taken_back_in(sentence)
    return _words_of(sentence[cut[0] : cut[1]]) if cut is not None and cut[0] > 0 else set()


def _is_same(each: _Sentence, chosen: _Sentence) -> bool:
    """Tell whether a sentence names no other word nor place than the one that was decided on."""
    plays = [*_plays_in(each.text)]
    words = _words_of(each.text)
    is_one = bool(words) and words <= _words_of(chosen.text) and not says_more(each.text)
    return is_one and (not plays or plays == [*_plays_in(chosen.text)][:1])


def says_more(text: str) -> bool:
    """Tell whether what a sentence names hangs on something, is for want of a move, or for another round."""
    return is_for_more(text) or round_in(text) is not None


def is_for_more(text: str) -> bool:
    """Tell the same, of a sentence that may name the number of a round."""
    return any(cue.search(text) for cue in (HANGS, NEXT_ROUND, OTHERWISE))


def _is_out(
    each: _Sentence,
    said: Sequence[_Sentence],
    lines: Sequence[Line],
    *,
    is_sure: bool,
    is_one: bool,
) -> bool:
    """Tell whether the plays that a sentence names are out: told of, taken back, or before the word that decides.

    Of a move that may not be of *is_one* play what it says of several may be of one of them alone.
    """
    is_whole = _begins_whole(lines, each)
    if is_whole and _is_told(each.text):
        return True
    text = _ASIDE.sub(" ", each.text)
    if says_more(text):
        return False
    if not is_one:
        return withdraws(text) and len(_words_of(text)) == 1
    at = said.index(each)
    return is_sure or withdraws(text) or any(map(_begins_with_break, said[at + 1 : at + 2]))


def _begins_with_break(said: _Sentence) -> bool:
    """Tell whether a sentence takes back what stands above it, or begins so: `Moment, 14L ZEHN bringt mehr`."""
    lead = NAMES_PLAY.split(said.text)[0] if said.names_play else ""
    return _is_break(said) or (bool(lead.strip()) and breaks_off_below(lead))


def _is_break(said: _Sentence) -> bool:
    """Tell whether a sentence names no play, and takes back what stands above it: `No, wait.`"""
    is_short = not said.names_play and not said.text.rstrip().endswith("?")
    return is_short and (withdraws(said.text) or breaks_off_below(said.text))


def _begins_whole(lines: Sequence[Line], said: _Sentence) -> bool:
    """Tell whether a sentence of a line is not the rest of one that was wrapped above it."""
    above = lines[said.at - 1].text.rstrip() if said.at else ""
    is_title = round_in(above) is not None and len(above.split()) <= _FEW_WORDS
    is_over = is_title or is_greeting(above) or (above.endswith(",") and len(above) < WRAPPED)
    before = lines[said.at].text[: said.start].strip()
    return bool(before) or not above or is_over or above.endswith(_STOPS)


def _is_told(sentence: str) -> bool:
    """Tell whether a sentence tells of plays that are not meant, and does nothing else with them."""
    sentence = _ASIDE.sub(" ", sentence)
    is_more = any(each.search(sentence) for each in (HANGS, NEXT_ROUND))
    is_more |= speaks_of_move(sentence) or round_in(sentence) is not None
    placed = [*PLAY_WITH_PLACE.finditer(sentence)]
    named = [*IN_CAPITALS.finditer(sentence)]
    is_list = not placed and len(named) >= _SEVERAL  # `Kandidaten: ARIDE, GURDE.`
    is_sentence = is_list or sum(map(str.islower, sentence.split())) >= _FEW_WORDS
    if is_more or not is_sentence or not sentence.rstrip().endswith(_CLAUSE_STOPS):
        return False
    senses = [
        sense_of(sentence[: found.start()], sentence[found.end() :], is_first=False)
        for found in placed or named
    ]
    return bool(senses) and all(each in (Sense.PAST, Sense.UNSURE) for each in senses)
