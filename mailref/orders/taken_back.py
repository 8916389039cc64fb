"""What a mail takes back of what its writer sent before: `please scrap the LINS I sent at lunchtime` (rules 8).

A later move replaces an earlier one in any case. So where a mail is not understood as it stands it is read once
more without what it takes back, and what is left counts if it holds one move.
"""

import re
from collections.abc import Iterator, Sequence

from mailref.orders.beside import OLDER
from mailref.orders.roles import unknown_in
from mailref.orders.sections import OTHERWISE, leads_to_taken_back, sentence_spans
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import line_without
from mailref.tiles.moves import worded
from mailref.tiles.remembered import remembered
from mailref.tiles.when_used import regex

SPOT = (
    r"(?:(?:{place_follows})\s{1,3})?{square}"
    r"(?:{direction_letter}|{behind_square}|(?:\s{1,3}(?-i:[a-z]{2,5}))?\s{1,3}{direction_word})?"
)
_MARKED = r"(?=[^\W\d_]{0,14}\*?[A-ZÄÖÜ]\*?[A-ZÄÖÜ])\*?(?:[^\W\d_]\*?){2,15}"
"""Small letters lie on the board, or are blanks; a sign stands before a blank: `sKATENS`, `SEMANT*IK`."""
WORD = rf"(?-i:{_MARKED})(?![{{letters}}\d])"
"""The place of a play, and its word, as patterns for `worded`."""
PLACED = rf"(?:{SPOT}\s{{1,3}}{WORD}|{WORD},?\s{{1,3}}{SPOT}(?![{{letters}}\d]))"
"""A word with its place, in either order."""
_PLAY = rf"(?:{SPOT}\s{{1,3}}{WORD}|{WORD}(?:\s{{1,3}}{SPOT}(?![{{letters}}\d]))?)"
_PLAYS = rf"{_PLAY}(?:\s{{0,3}}(?:\+|{{conjunction}}{{end}})\s{{0,3}}{_PLAY})*+"
_TURN = (
    r"(?:{article}|{my}{letter}{0,2})\s{1,3}{turn_sent}{end}"
    r"(?:\s{1,3}(?:{letter}{1,6}\s{1,3}){0,3}?{older}{end})?(?:\s?\([^()\n]{1,40}\))?"
)
_THING = rf"(?:{OLDER}(?:\s{{1,3}}{{replaced_by}}\s{{1,3}}{_PLAYS}|\s?\([^()\n]{{1,40}}\))?|{_TURN}|{_PLAYS})"
"""What was sent before, or a play by name: `my earlier mail`, `the exchange`, `13D TALES`."""
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
_MAY_TAKE_BACK = worded(r"{begin}(?:{scraps}|{scraps_begins}|{replaces}|{not_but}|{in_place_of})")
"""A word without which nothing is taken back."""
_CALLS = regex(r"^\W*(?:[^\W\d_]{2,15}\s)?[^\W\d_]{2,15},\s")
"""`Ruth, mein TALES bitte streichen`"""
HANGS = worded(r"(?:^\W{0,9}|[,;(]\s?){condition}{end}|{begin}(?:{only_if}|{later}){end}|\?")
PLAY_WITH_PLACE = worded(rf"(?<![{{letters}}\d]){PLACED}")
_INSTEAD_OF = worded(r"{in_place_of}{end}")
_IS_DENIED = worded(r"{not_but}{end}")
_FROM_A_MAIL = worded(
    r"\s?\(?(?:(?:{by_way_of}|{place_follows}|{of_another})(?:\s{1,3}{letter}{2,10}){0,3}?\s{1,3}{sent_before}{end}"
    r"(?:\s{1,3}(?:{of_another}|{place_follows})?\s{0,3}{older}{end})?|(?:(?:{of_another}|{place_follows})\s{1,3})?{older}{end})\)?"
)
_TAG = worded(r",?\s{0,3}{begin}{tag_question}\s?\?\W{0,3}$")
"""`Scrap the PEDAL from this morning, will you?` asks nothing."""
_NOT = worded(r"{begin}(?:{unsure}|{not_but}){end}\W{1,3}$")
_IN_ITS_PLACE = worded(r"{begin}{in_its_place}{end}\s{0,3}:?")
IN_CAPITALS = regex(rf"(?<![^\W\d_*]){_MARKED}(?![^\W\d_])")
_POINTS = regex(r"[\s.,;:!)-]+")
NAMES_PLAY = worded(r"(?<![{letters}\d])(?:{square}|(?-i:[A-ZÄÖÜ]{3,15})(?![{letters}]))")
_OF_SOMEBODY = worded(r"{begin}{others_do}{end}")
_FOR_READER = worded(r"{begin}(?:{polite}|{request}){end}")
_COURTESY = worded(r"{begin}{polite}{end}")


def without_taken_back(lines: Sequence[Line]) -> list[Line]:
    """Return *lines* without what they take back of earlier mails, and without `stattdessen` then.

    Unchanged where a word that is taken back stands in them as well: then it is one of this mail.
    """
    left = [*map(_without_taken_back, lines)]
    taken = set[str]()
    for line, rest in zip(lines, left, strict=True):
        taken |= {*words_in_capitals(line.text)} - {*words_in_capitals(rest.text)}
    if left == [*lines] or not taken.isdisjoint(
        each for line in left for each in words_in_capitals(line.text)
    ):
        return [*lines]
    return [_without_all(line, _IN_ITS_PLACE) for line in left]


def words_in_capitals(text: str) -> Iterator[str]:
    """Yield the words of a text that are in capitals, without what marks a letter in them: `sKATENS`, `SEMANT*IK`.

    >>> [*words_in_capitals("I8w sKATENS, der Joker in SEMANT*IK ist das I")]
    ['SKATENS', 'SEMANTIK']
    """
    return (plain_word(found[0]) for found in IN_CAPITALS.finditer(text))


def plain_word(word: str) -> str:
    """Return a word in capitals, without the signs that stand before blanks."""
    return word.replace("*", "").upper()


def _without_taken_back(line: Line) -> Line:
    for start, end in reversed([*sentence_spans(line.text)]):
        said = line.text[start:end]
        if (cut := taken_back_in(said)) is not None and not leads_to_taken_back(said):
            line = line_without(line, start + cut[0], start + cut[1])
    return line


@remembered
def taken_back_in(sentence: str) -> tuple[int, int] | None:
    """Return where a sentence takes something back: with all that says no more; None where it does not.

    Nor where what leads to it may name somebody else: `Anna möchte TALES streichen und dafür ...`. Behind a play
    no more goes than what that stands for: `L4s TRUGE statt GERAT aus meiner ersten Mail`.
    """
    if HANGS.search(_COURTESY.sub(" ", _TAG.sub(".", sentence))):
        return None
    if _MAY_TAKE_BACK.search(sentence) is None:
        return None  # as most do; all of the pattern takes ten times as long to take up as this
    found = next(
        (x for x in _TAKEN_BACK.finditer(sentence) if not _NOT.search(sentence, 0, x.start())), None
    )
    if found is None:
        return None
    is_behind = PLAY_WITH_PLACE.search(sentence, 0, found.start()) or (
        NAMES_PLAY.search(sentence, 0, found.start())
        and not NAMES_PLAY.search(sentence, found.end())
    )
    if _INSTEAD_OF.match(found[0]) and is_behind:
        behind = _FROM_A_MAIL.match(sentence, found.end())
        return found.start(), behind.end() if behind is not None else found.end()
    lead = _CALLS.sub("", sentence[: found.start()])
    is_own = not _OF_SOMEBODY.search(_FOR_READER.sub(" ", lead)) and not any(
        each[0].isupper() for each in unknown_in(lead)
    )
    is_of_reserve = OTHERWISE.search(_COURTESY.sub(" ", lead)) is not None
    if is_of_reserve or not is_own:  # `My reserve is not GEIST, but ...`
        return None
    if NAMES_PLAY.search(sentence, found.end()) is not None:
        points = _POINTS.match(sentence, found.end())
        # `Meine Frau legt nicht TALES, sondern ...`: who lays it stays.
        is_led = bool(lead.strip()) and not lead.rstrip().endswith(":")
        begin = found.start() if is_led and _IS_DENIED.match(found[0]) else 0
        return begin, found.end() if points is None else points.end()
    return 0, len(sentence)


def _without_all(line: Line, what: re.Pattern[str]) -> Line:
    for found in reversed([*what.finditer(line.text)]):
        line = line_without(line, *found.span())
    return line
