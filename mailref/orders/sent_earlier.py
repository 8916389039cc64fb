"""A move that its writer tells of having sent, and the one that is to take its place (rules 8).

`Gestern hatte ich Ihnen O7s ELEFANTIN geschickt. Bitte ersetzen Sie das durch O7s FALKENIER.`
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from mailref.orders.roles import words_of
from mailref.orders.sections import (
    NEXT_ROUND,
    OTHERWISE,
    STOP_BEHIND_CAPITALS,
    sentence_spans,
    withdraws,
)
from mailref.orders.shapes import round_in
from mailref.orders.taken_back import HANGS, PLAY_WITH_PLACE
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import line_without
from mailref.tiles.moves import worded

_MOST_LINES = 60
_TOLD = worded(r"{begin}(?:{sent_earlier}|{earlier_move_was}){end}")
_TAKES_ITS_PLACE = worded(
    r"\W{0,9}(?:(?:{contrast}|{conjunction}|{filler}),?\s{1,3}){0,2}{takes_its_place}{end}[\s:,]{1,3}"
)
_AT_END = worded(r"(?<=[\s,]){takes_its_place_behind}(?=\W*$)")


def without_move_replaced(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without a move sent earlier, where the next sentence puts another in its place.

    Of that sentence the play is left, without the words that lead to it. Unchanged where a question, a condition or
    another round is in one of the two, or where one of them names no play or several.
    """
    if not any(_TOLD.search(line.text) for line in lines[:_MOST_LINES]):
        return lines
    spans = [
        (at, *span) for at, line in enumerate(lines[:_MOST_LINES]) for span in _spans(line.text)
    ]
    left = [*lines]
    for told, next_one in reversed([*pairwise(spans)]):
        first, second = (lines[at].text[start:end] for at, start, end in (told, next_one))
        lead = _TAKES_ITS_PLACE.match(second)
        if lead is None or _TOLD.search(first) is None or not all(map(_names_one, (first, second))):
            continue
        at, start, end = next_one
        if (behind := _AT_END.search(second)) is not None:
            left[at] = line_without(left[at], start + behind.start(), start + behind.end())
        left[at] = line_without(left[at], start, start + lead.end())
        at, start, end = told
        # What stands behind may be an order: `..., und ab Montag bin ich im Urlaub.`
        ends = (found.end() for cue in (_TOLD, PLAY_WITH_PLACE) for found in cue.finditer(first))
        told_of = start + max(ends)
        left_of_it = first[told_of - start :]
        is_all = not left_of_it.strip(" .!") or _only_withdraws(left_of_it)
        left[at] = line_without(left[at], start, end if is_all else told_of)
    return _without_void(left)


def _without_void(lines: Sequence[Line]) -> list[Line]:
    """Return *lines* without sentences that tell of a move sent earlier and say that it is void.

    `Heute Mittag hatte ich noch 11E RIETS geschickt, das gilt nicht mehr.`, where another play stands in the mail.
    """
    left = [*lines]
    spans = [
        (at, *span) for at, line in enumerate(lines[:_MOST_LINES]) for span in _spans(line.text)
    ]
    for at, start, end in reversed(spans):
        said = lines[at].text[start:end]
        beside = [each.text for each in (*lines[:at], *lines[at + 1 :])]
        beside += [lines[at].text[:start], lines[at].text[end:]]
        cues = [*_TOLD.finditer(said), *PLAY_WITH_PLACE.finditer(said)]
        is_void = (
            _TOLD.search(said) is not None
            and _names_one(said)
            and _only_withdraws(said[max(each.end() for each in cues) :])
            and any(map(PLAY_WITH_PLACE.search, beside))
        )
        if is_void:
            left[at] = line_without(left[at], start, end)
    return left


def _only_withdraws(behind: str) -> bool:
    """Tell whether words behind a move take it back and no more: `, bitte streichen.`"""
    is_short = sum(1 for _ in words_of(behind)) <= _FEW_WORDS
    return is_short and withdraws(behind) and _JOINS.search(behind.strip(" ,;.!")) is None


_FEW_WORDS = 4
_JOINS = worded(r"(?!^){begin}{conjunction}{end}|[,;.]")


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where its sentences begin and end; a word in capitals ends one, too."""
    for start, end in sentence_spans(text):
        stops = (found.end() for found in _STOP.finditer(text, start, end))
        yield from pairwise((start, *stops, end))


_STOP = worded(STOP_BEHIND_CAPITALS)


def _names_one(sentence: str) -> bool:
    """Tell whether a sentence names one play with its place, on no condition, and for no other round."""
    is_open = any(cue.search(sentence) for cue in (HANGS, NEXT_ROUND, OTHERWISE))
    is_one = sum(1 for _ in PLAY_WITH_PLACE.finditer(sentence)) == 1
    return is_one and not is_open and round_in(sentence) is None
