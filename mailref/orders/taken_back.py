"""What a mail takes back of what its writer sent before: `please scrap the LINS I sent at lunchtime` (rules 8).

A later move replaces an earlier one in any case. So where a mail is not understood as it stands it is read once
more without what it takes back, and what is left counts if it holds one move.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from mailref.orders.beside import OLDER
from mailref.orders.explained import without_explanations
from mailref.orders.roles import unknown_in
from mailref.orders.sections import (
    NEXT_ROUND,
    OTHERWISE,
    WRAPPED,
    Sense,
    sense_of,
    sentence_spans,
    speaks_of_move,
)
from mailref.orders.shapes import round_in
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import line_without
from mailref.tiles.moves import worded
from mailref.tiles.remembered import remembered
from mailref.tiles.when_used import regex

_SPOT = r"(?:(?:{place_follows})\s{1,3})?{square}(?:{direction_letter}|{behind_square}|\s{1,3}{direction_word})?"
_WORD = r"(?-i:[A-ZÄÖÜ]{2,15})(?![{letters}\d])"
_PLAY = rf"(?:{_SPOT}\s{{1,3}}{_WORD}|{_WORD}(?:\s{{1,3}}{_SPOT}(?![{{letters}}\d]))?)"
_PLAYS = rf"{_PLAY}(?:\s{{0,3}}(?:\+|{{conjunction}}{{end}})\s{{0,3}}{_PLAY})*+"
_THING = (
    rf"(?:{OLDER}(?:\s{{1,3}}{{replaced_by}}\s{{1,3}}{_PLAYS}|\s?\([^()\n]{{1,40}}\))?|{_PLAYS})"
)
"""What was sent before, or a play by name: `my earlier mail`, `13D TALES`."""
_FEW = r"(?:{letter}{1,12}\s{1,3}){0,3}?"
_REST = r"(?:(?!(?-i:[A-ZÄÖÜ]{2}))[^.,;:!?()\n]){0,40}?"
_CLAUSE_ENDS = r"(?=\s*(?:[.,;:!)-]|$|{conjunction}{end}))"
_SINCE = r"(?:,\s?[^,.!?;:\n]{0,50}?{begin}{older}{end}[^,.!?;:\n]{0,30}(?=[,.;:]|$),?)?"
_BY = r"(?:\s{1,3}{conjunction}\s{1,3}{replaces}\s{1,3}(?:{letter}{1,10}\s{1,3}){0,2}?{replaced_by}{end})?"
_TAKEN_BACK = worded(
    rf"{{begin}}(?:{{scraps}}(?:\s{{1,3}}{{please}})?,?\s{{1,3}}{_FEW}{_THING}{_REST}{_CLAUSE_ENDS}{_SINCE}{_BY}"
    rf"|{{scraps_begins}}\s{{1,3}}{_FEW}{_THING}{_REST}{{scraps_ends}}{{end}}"
    rf"|{{replaces}}\s{{1,3}}{_FEW}{_THING}{_REST}{{replaced_by}}{{end}}"
    rf"|{{not_but}}\s{{1,3}}{_FEW}{_THING}{_REST},?\s{{1,3}}{{but_rather}}{{end}}"
    rf"|{{in_place_of}}\s{{1,3}}{_FEW}{_THING}"
    rf"|{_THING}\s{{1,3}}{_REST}{{scraps}}{_CLAUSE_ENDS}"
    rf"|{_PLAYS},?\s{{1,3}}(?:{{contrast}}\s{{1,3}})?{_FEW}{{scraps}}(?:\s{{1,3}}{{letter}}{{1,6}}){{0,2}}?{_CLAUSE_ENDS}"
    rf"|{OLDER}[^.!?\n]{{1,60}}?{{begin}}{{scraps}}{_CLAUSE_ENDS})"
)
_CALLS = regex(r"^\W*(?:[^\W\d_]{2,15}\s)?[^\W\d_]{2,15},\s")
"""`Ruth, mein TALES bitte streichen`"""
_HANGS = worded(r"(?:^\W{0,9}|[,;(]\s?){condition}{end}|{begin}(?:{only_if}|{later}){end}|\?")
_INSTEAD_OF = worded(r"{in_place_of}{end}")
_FROM_A_MAIL = worded(
    r"\s?\(?(?:(?:{by_way_of}|{place_follows}|{of_another})(?:\s{1,3}{letter}{2,10}){0,3}?\s{1,3}{sent_before}{end}"
    r"(?:\s{1,3}(?:{of_another}|{place_follows})?\s{0,3}{older}{end})?|(?:(?:{of_another}|{place_follows})\s{1,3})?{older}{end})\)?"
)
_TAG = worded(r",?\s{0,3}{begin}{tag_question}\s?\?\W{0,3}$")
"""`Scrap the PEDAL from this morning, will you?` asks nothing."""
_NOT = worded(r"{begin}(?:{unsure}|{not_but}){end}\W{1,3}$")
_IN_ITS_PLACE = worded(r"{begin}{in_its_place}{end}\s{0,3}:?")
_IN_CAPITALS = regex(r"(?<![^\W\d_])[A-ZÄÖÜ]{2,15}(?![^\W\d_])")
_POINTS = regex(r"[\s.,;:!)-]+")
_NAMES_PLAY = worded(r"(?<![{letters}\d])(?:{square}|(?-i:[A-ZÄÖÜ]{3,15})(?![{letters}]))")
_OF_SOMEBODY = worded(r"{begin}{others_do}{end}")
_FOR_READER = worded(r"{begin}(?:{polite}|{request}){end}")
_COURTESY = worded(r"{begin}{polite}{end}")


def without_taken_back(lines: Sequence[Line]) -> list[Line]:
    """Return *lines* without what they take back of earlier mails, and without `stattdessen` then.

    Unchanged where a word that is taken back stands in them as well: then it is one of this mail.
    """
    left: list[Line] = []
    taken: set[str] = set()
    for line in lines:
        left.append(_without_taken_back(line))
        if left[-1] != line:
            taken |= {*_words_of(line.text)} - {*_words_of(left[-1].text)}
    if left == [*lines] or not taken.isdisjoint(
        each for line in left for each in _words_of(line.text)
    ):
        return [*lines]
    return [_without_all(line, _IN_ITS_PLACE) for line in left]


def without_told(lines: Sequence[Line]) -> list[Line]:
    """Return *lines* without what they tell of other plays, where the last play of all begins as what was decided on.

    `Torben meint, L3s DAUERT wäre besser. Mein Zug: F8w WINTERTAGE`. Unchanged where anything else names a play.
    """
    named = [
        (at, start, text)
        for at, line in enumerate(lines)
        for start, end in _spans_of(line.text)
        if _NAMES_PLAY.search(text := line.text[start:end])
    ]
    if len(named) < _SEVERAL or not _is_decided(named[-1][2]):
        return [*lines]
    if not all(
        _is_told(text) and _begins_whole(lines, at, start) for at, start, text in named[:-1]
    ):
        return [*lines]
    left = [*lines]
    for at, start, text in reversed(named[:-1]):
        left[at] = line_without(left[at], start, start + len(text))
    return left


def _spans_of(text: str) -> Iterator[tuple[int, int]]:
    """Yield where sentences begin and end; what is decided on begins one: `G5s TALES ging nicht, ich nehme ...`.

    A word in capitals ends one, too: `Ich sah nur KEGEL. Ich nehme ...`.
    """
    for start, end in sentence_spans(text):
        stops = (each.end() for each in _ENDS.finditer(text, start, end))
        yield from pairwise((start, *stops, end))


def _is_decided(sentence: str) -> bool:
    """Tell whether a sentence is a play that was decided on, with what it says of letters that lie there."""
    (line,) = without_explanations([Line(0, sentence)])
    return _DECIDED.fullmatch(line.text) is not None


def _begins_whole(lines: Sequence[Line], at: int, start: int) -> bool:
    """Tell whether a sentence of a line is not the rest of one that was wrapped above it."""
    above = lines[at - 1].text.rstrip() if at else ""
    is_greeting = above.endswith(",") and len(above) < WRAPPED
    return (
        bool(lines[at].text[:start].strip()) or not above or is_greeting or above.endswith(_STOPS)
    )


def _is_told(sentence: str) -> bool:
    """Tell whether a sentence tells of plays that are not meant, and does nothing else with them."""
    sentence = _ASIDE.sub(" ", sentence)
    is_more = any(each.search(sentence) for each in (_HANGS, NEXT_ROUND))
    is_more |= speaks_of_move(sentence) or round_in(sentence) is not None
    placed = [*_PLAY_WITH_PLACE.finditer(sentence)]
    words = sum(1 for _ in _words_of(sentence))
    is_list = not placed and words >= _SEVERAL  # `Kandidaten: ARIDE, GURDE.`
    is_sentence = is_list or sum(map(str.islower, sentence.split())) >= _FEW_WORDS
    if is_more or not is_sentence or not sentence.rstrip().endswith(_CLAUSE_STOPS):
        return False
    senses = [
        sense_of(sentence[: found.start()], sentence[found.end() :], is_first=False)
        for found in placed or _IN_CAPITALS.finditer(sentence)
    ]
    return bool(senses) and all(each in (Sense.PAST, Sense.UNSURE) for each in senses)


_ASIDE = regex(r"\s\((?![^()]*[A-ZÄÖÜ]{2})[^()\d\n]{1,40}\)")
"""`(nett gemeint)`"""
_STOPS = (".", "!", "…")
_CLAUSE_STOPS = (*_STOPS, ",", ";", " -", "–")
_SEVERAL, _FEW_WORDS = 2, 4
_PLAY_WITH_PLACE = worded(
    rf"(?<![{{letters}}\d])(?:{_SPOT}\s{{1,3}}{_WORD}|{_WORD},?\s{{1,3}}{_SPOT}(?![{{letters}}\d]))"
)
_DECIDES = r"(?:(?:{filler}|{turns_to_another}|{conjunction}),?\s{1,3})?{decides}{end}"
_ENDS = worded(
    rf"(?<=(?-i:[A-ZÄÖÜ]{{2}}))\)?[.!]{{1,3}}(?=\s{{1,3}}(?-i:[A-ZÄÖÜ]))|(?:[,;]|\s[–-])(?=\s{{1,3}}{_DECIDES}[^,;.!?\n]{{0,20}}\d)"
)
_DECIDED = worded(
    rf"\W{{0,4}}{_DECIDES}(?:\s{{1,3}}{{filler}})?[\s:=–-]{{1,4}}{_PLAY}(?:\W{{0,5}}\d{{1,3}}(?:\s?{{points}}{{end}})?)?\W*"
)
"""Nothing more is said of it: `Mein Zug: F8w WINTERTAGE, falls ungültig` is for want of another."""


def _words_of(text: str) -> Iterator[str]:
    return (found[0] for found in _IN_CAPITALS.finditer(text))


def _without_taken_back(line: Line) -> Line:
    for start, end in reversed([*sentence_spans(line.text)]):
        if (cut := _taken_back_in(line.text[start:end])) is not None:
            line = line_without(line, start + cut[0], start + cut[1])
    return line


@remembered
def _taken_back_in(sentence: str) -> tuple[int, int] | None:
    """Return where a sentence takes something back: with all that says no more; None where it does not.

    Nor where what leads to it may name somebody else: `Anna möchte TALES streichen und dafür ...`. Behind a play
    no more goes than what that stands for: `L4s TRUGE statt GERAT aus meiner ersten Mail`.
    """
    if _HANGS.search(_COURTESY.sub(" ", _TAG.sub(".", sentence))):
        return None
    found = next(
        (x for x in _TAKEN_BACK.finditer(sentence) if not _NOT.search(sentence, 0, x.start())), None
    )
    if found is None:
        return None
    if _INSTEAD_OF.match(found[0]) and _PLAY_WITH_PLACE.search(sentence, 0, found.start()):
        behind = _FROM_A_MAIL.match(sentence, found.end())
        return found.start(), behind.end() if behind is not None else found.end()
    lead = _CALLS.sub("", sentence[: found.start()])
    is_own = not _OF_SOMEBODY.search(_FOR_READER.sub(" ", lead)) and not any(
        each[0].isupper() for each in unknown_in(lead)
    )
    is_of_reserve = OTHERWISE.search(_COURTESY.sub(" ", lead)) is not None
    if is_of_reserve or not is_own:  # `My reserve is not GEIST, but ...`
        return None
    if _NAMES_PLAY.search(sentence, found.end()) is not None:
        points = _POINTS.match(sentence, found.end())
        return 0, found.end() if points is None else points.end()
    return 0, len(sentence)


def _without_all(line: Line, what: re.Pattern[str]) -> Line:
    for found in reversed([*what.finditer(line.text)]):
        line = line_without(line, *found.span())
    return line
