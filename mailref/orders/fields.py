"""A play that stands on several lines, or in the cells of a row, as one line (rules 4, 8).

`Feld: H15`, `Richtung: waagerecht`, `Wort: MENÜS`, `Punkte: 47` in any order, with a label or without one; a
table with a row of labels over its values; a place over its word. They are joined before anything is read, so
what stands on one line is read by one grammar; what is no part of a play is left as it stands.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache, reduce

from msgspec import Struct
from msgspec.structs import replace

from mailref.orders import sections, shapes
from mailref.orders.commands import is_shouted_greeting
from mailref.orders.explained import without_explanations
from mailref.orders.roles import have_roles
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import cut_front, join_lines, line_with, line_without, only, places_of
from mailref.tiles.board import Axes, Direction
from mailref.tiles.moves import (
    ALTERNATE_MARK,
    COMMENT_MARK,
    FURTHER_WORD_MARK,
    any_of,
    direction_letter,
    filled,
    phrases_of,
    said_as,
    worded,
)
from mailref.tiles.remembered import remembered
from mailref.tiles.when_used import regex

_LONGEST = 80
_MOST_LINES = 10
"""So many lines, at most, are the parts of one play."""


class PartOfPlay(Struct, frozen=True):
    """A part of a play, and where it stands in its line."""

    kind: str
    start: int
    end: int
    says_way: bool = False
    """Whether it is a place with its direction, or a range."""
    is_bare: bool = False
    """Whether no label says what it is."""
    is_guessed: bool = False
    """Whether its label is in no list: its looks say it."""


_ORDER = ("place", "end", "way", "word", "formed", "points", "remark")
"""In which order the parts of a play make one line."""
_BESIDE = ("round", "total")
"""What stays a line of its own, above or below that."""
_MANY_TIMES = ("formed", "remark")

_PHRASES = any_of(phrase for way in Direction for phrase in phrases_of(way))
_WAY = rf"(?:{_PHRASES}|{{direction}})(?![{{letters}}{{joker_mark}}])\.?"
_WORD = (
    r"(?:(?-i:[A-ZÄÖÜ])(?: {1,3}(?-i:[A-ZÄÖÜ])){2,14}|{joker_mark}?{tile}{2,20}{joker_mark}?)"
    r"(?![{letters}{joker_mark}\d])"
)
_WORDS = rf"{_WORD}(?:\s{{0,3}}(?:[,;/&+]|{{conjunction}}{{end}})\s{{0,3}}{_WORD}){{0,8}}"
_PLACE = (
    rf"(?:(?:{{place_follows}}|{{starting}}|{{article}}|{{place}}){{end}}\s{{1,3}}){{0,3}}(?P<before>{_WAY}[,:;]?\s{{1,3}})?"
    rf"{{square}}(?P<range>(?:[\s,]{{1,3}}{_WAY})?\s{{0,3}}(?:{{range_sign}}|{{up_to}}{{end}})\s{{0,3}}(?:{{square}}|\d{{1,2}}(?!\d)))?"
    rf"(?P<after>\s{{0,3}}[-,;:./(]{{0,2}}\s{{0,3}}{_WAY}\)?|{{letter_behind}})?(?![{{letters}}\d])"
)
_NUMBER = r"\d{1,3}(?:\s{0,2}[+*x×]\s{0,2}\d{1,3}){0,9}(?:\s{0,2}=\s{0,2}\d{1,3})?(?![{letters}\d])"
_POINTS = rf"(?:{{filler}}{{end}}\s{{1,3}})?{_NUMBER}(?P<said>\s{{0,2}}{{points}}{{end}}\.?)?"
_FORMED = rf"(?:{{further_word_mark}}\s{{0,2}})?(?P<words>{_WORDS})"
_VALUES = {
    "place": worded(_PLACE),
    "end": worded(r"{square}(?![{letters}\d])"),
    # `waagerecht (w)`: what stands in brackets says the same.
    "way": worded(
        rf"\(?(?=(?P<initial>{{letter}}))(?P<words>{_WAY})\)?(?:\s{{0,2}}\(\s?(?P=initial)\s?\))?"
    ),
    "word": worded(_WORD),
    "formed": worded(rf"\(?{_FORMED}\)?"),
    "points": worded(_POINTS),
    "total": worded(_POINTS),
    "remark": regex(r"[^\n]+"),
    "joker": worded(r"{letter}|{square}"),
    "round": worded(r"{count}\.?"),
    "number": regex(r"\d\.?"),
}
_LABEL = worded(
    r"\W{0,4}(?:\d{1,2}[.)]\s{1,3})?(?:{my}{letter}{0,2}\s{1,3})?(?:(?P<place>(?:{place_follows}\s{1,3})?{start_of_field}?{place}|{place_follows}|{starting}|{field_where}(?=\s?:)"
    r"|(?:{row_of_board}|{column_of_board})\s?[,/+&]\s?(?:{row_of_board}|{column_of_board}))"
    r"|(?P<end>{end_of_word}|{up_to})|(?P<way>{field_direction}|{field_how}(?=\s?:))|(?P<word>{field_word}|{field_what}(?=\s?:))|(?P<formed>{formed_field}|{formed_too})"
    r"|(?P<round>(?:{round}|{turn}|{play})[\s-]?{number_field}\.?|{round}|{turn}|{number_field})"
    r"|(?P<total>{total})|(?P<points>{points}|{points_field})|(?P<play>{play})){end}"
    r"(?P<link>\s{0,15}(?:\([^()\n]{1,20}\)\s{0,3})?[:=]\s{0,30}|\s{0,15}\|\s{1,15}|\s{1,15}[–—-]\s{1,30}|\s?\.{1,30}\s{0,9}|\s{1,30})(?=\S)"
)
_SAYS_NOTHING_ALONE = worded(r"{place_follows}|{starting}|{formed_too}|{end_of_word}|{up_to}")
"""Labels with which sentences begin, too: they need a colon."""
_FORMED_APART = worded(
    rf"\(\s{{0,2}}{_FORMED}\s{{0,2}}\)|(?={{further_word_mark}}){_FORMED.replace('words', 'more')}"
)
_POINTS_APART = worded(rf"\(\s{{0,2}}{_NUMBER}(?:\s{{0,2}}{{points}}{{end}}\.?)?\s{{0,2}}\)")
_BULLET = regex(r"\s{0,12}(?:[-*•·>]\s{1,3})?")
_BETWEEN = regex(r"[\s,;.!:/-]{0,80}")
_REMARK = regex(r"(?<=[,;.!(])\s{0,12}\S|\s[–-]\s|\(")
_ADDED_UP = worded(
    r"[\W\d]*(?:(?:{points}|{reckons}|{reckoned}|{right}|{filler}|{total}|{instead}|{unsure}|{polite}|{of_points}){end}[\W\d]*)*"
)
"""What is said of a number of points, and of nothing else: `44 (50? nein, 44)`."""


def numbered(lines: Sequence[Line], *, is_one_play: bool = False) -> Sequence[Line]:
    """Return *lines*, with `1.` for `[1]`, `ii)`, `Zug 1` or `Erstes Wort`, where another bears the next number so.

    *is_one_play*: a move is one play, so that those below may be its alternates.
    """
    lines = _by_choice(_by_age(lines))
    lines = _by_rank(lines) if is_one_play else lines
    found = [_NUMBER_FIRST.match(line.text[:_LONGEST]) for line in lines]
    numbers = [each and _number_of(each) for each in found]
    if not {1, 2} <= {*numbers}:
        return lines
    return [
        line if mark is None else led_by(f"{number}. ", cut_front(line, mark.end()))
        for line, mark, number in zip(lines, found, numbers, strict=True)
    ]


def _by_age(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without what is called the old move, where the new one stands there, too: `alt:`, `neu:`."""
    old, new = ([each.match(line.text[:_LONGEST]) for line in lines] for each in (_OLD, _NEW))
    if not any(old) or sum(map(bool, new)) != 1:
        return lines
    return [
        replace(line, text="") if before else cut_front(line, after.end()) if after else line
        for line, before, after in zip(lines, old, new, strict=True)
    ]


_OLD, _NEW = (
    worded(rf"\W{{0,4}}{{{row}}}{{end}}\s{{0,3}}[:=]\s{{0,3}}(?=[^\n]*\d)")
    for row in ("old_move", "new_move")
)


def _by_choice(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without what calls one the first choice, and the second as the alternate that it is."""
    first, second = (
        [each.match(line.text[:_LONGEST]) for line in lines]
        for each in (_FIRST_CHOICE, _SECOND_CHOICE)
    )
    if not any(second):
        return lines
    return [
        cut_front(line, one.end())
        if one
        else led_by(ALTERNATE_MARK, cut_front(line, two.end()))
        if two
        else line
        for line, one, two in zip(lines, first, second, strict=True)
    ]


_FIRST_CHOICE, _SECOND_CHOICE = (
    worded(rf"\W{{0,4}}{{{row}}}{{end}}\s{{0,3}}[:.=-]?\s{{1,3}}(?=[^\n]*\d)")
    for row in ("first_choice", "second_choice")
)


def _by_rank(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* with numbers, one below another, as a play and its alternates, where a sentence says so.

    `1. L3s DAUERT`, `2. A12w TIGER`, `In dieser Reihenfolge, falls eins nicht zulässig ist.`
    """
    said = [_RANKED.search(line.text[:_LONGEST_RANKED]) for line in lines]
    marks = [_RANK_FIRST.match(line.text[:_LONGEST]) for line in lines]
    ranks = [int(mark["rank"]) for mark in marks if mark]
    if sum(map(bool, said)) != 1 or len(ranks) < 2 or ranks != [*range(1, len(ranks) + 1)]:
        return lines
    return [
        line_without(line, *found.span())
        if found
        else line
        if mark is None
        else led_by(
            "" if mark["rank"] == "1" else f"{ALTERNATE_MARK} ", cut_front(line, mark.end())
        )
        for line, found, mark in zip(lines, said, marks, strict=True)
    ]


_LONGEST_RANKED = 200
_RANKED = worded(
    r"(?:^|(?<=[.!?]\s))\s{0,9}(?:{polite_words},?\s{1,3})?(?:(?:{in_this_order},?\s{1,3}(?:{polite_words},?\s{1,3})?(?:{conjunction}\s{1,3})?{one_is_refused}"
    r"|{one_is_refused},?\s{1,3}(?:{polite_words},?\s{1,3})?{in_this_order})|{first_valid_counts}|{in_order_of_liking})"
    r"(?:,?\s{1,3}{polite_words})?\s{0,3}(?:[.!:]|$)"
)
"""A sentence that makes plays with numbers a play and its alternates, and says nothing else."""
_RANK_FIRST = worded(r"\s{0,9}\(?(?P<rank>[1-9])\s?[.):]\)?\s{0,3}(?=[^\n]*\d)")


def _number_of(found: re.Match[str]) -> int:
    if found["roman"]:
        return len(found["roman"])
    said = found["marked"] or found["apart"] or found["behind"]
    return shapes.counted(said) if said else 1 if found["first"] or found["begins"] else 2


_NUMBER_FIRST = worded(
    r"\s{0,9}(?:\(?(?P<roman>i{1,3})[).](?=\s)|[(\[]\s?(?P<marked>[1-4])\s?[)\]]|(?P<apart>[1-4])\s{1,8}(?=\s)|(?:{play}|{field_word})\s{1,3}(?P<behind>{count})(?!\w)"
    r"|(?:{article}\s{1,3})?(?:(?P<first>{first})|{second})\s{1,3}(?:{play}|{field_word}){end}"
    r"|(?:{letter}{2,3}\s{1,3})?(?:(?P<begins>{first})|{second}){end}(?=\s{0,3}:))\s{0,3}[:.]?\s{1,3}(?=[^\n]*\d)"
)


def joined_fields(lines: Sequence[Line]) -> list[Line]:
    """Return *lines*, each play that stands on several of them, or in the cells of one, as one line."""
    lines = _with_word_beside_place(_with_squares(without_explanations(lines)))
    lines = [_with_blank_at(_with_both_ends(line)) for line in lines]
    lines = [_unglued(line) for line in _with_tables(lines)]
    lines = [part for line in lines for part in _field_by_field(line)]
    joined: list[Line] = []
    at = 0
    while at < len(lines):
        if made := _play_from(lines, at):
            found, count = made
            joined += found
        elif at + 1 < len(lines) and _are_place_and_word(lines[at].text, lines[at + 1].text):
            count = 2
            joined.append(join_lines(lines[at], lines[at + 1], " "))
        else:
            count = 1
            above = _above(joined)
            if above is not None and (formed := _formed_below(joined[above], lines[at])):
                joined[above] = formed
            else:
                joined.append(lines[at])
        at += count
    return joined


def parts_of(line: Line) -> tuple[PartOfPlay, ...]:
    """Return the parts of a play of which a line is made; none where it holds anything else, or all of a play.

    `Feld: L4`, `LAUS (23)`, `H6 bis H15, waagerecht, 57 Punkte`.
    """
    return () if len(line.text) > _LONGEST or not line.text.strip() else _parts_of(line.text)


@lru_cache(maxsize=512)  # each line is asked about several times, and headings and names come again
def _parts_of(text: str) -> tuple[PartOfPlay, ...]:
    found = _labelled(shapes.with_plain_signs(text)) or tuple(
        replace(each, end=_end_of_word(text, each.end)) for each in _bare(shapes.undecorated(text))
    )
    is_whole = {"place", "word"} <= {each.kind for each in found}
    return () if is_whole else found


def _end_of_word(text: str, at: int) -> int:
    """Return where a word ends: what takes the place of `nach unten` is shorter."""
    while text[at - 1 : at + 1].isalpha() and at < len(text):
        at += 1
    return at


def _labelled(text: str) -> tuple[PartOfPlay, ...]:
    label = _LABEL.match(text)
    if label is None:
        return _by_its_looks(text)
    kind = _kind_of(label)
    said, is_said = label[kind], bool(label["link"].strip())
    if not is_said and (label["play"] or _SAYS_NOTHING_ALONE.fullmatch(said)):
        return ()
    kind = "place" if kind == "play" else kind
    value = _VALUES[kind].match(text, label.end())
    if value is None and kind == "way" and (at := _VALUES["place"].match(text, label.end())):
        kind, value = "place", at  # `Lage: H4`
    if value is None and kind == "place" and (way := _VALUES["way"].match(text, label.end())):
        kind, value = "way", way  # `Running: down`
    if value is None and label["play"] and (turn := _VALUES["round"].match(text, label.end())):
        kind, value = "round", turn  # `Zug: 4`
    if value is None and label["play"] and (word := _VALUES["word"].match(text, label.end())):
        kind, value = "word", word if _is_bare_word(word[0]) else None  # `Zug: MENÜS`
    if value is None or (kind == "word" and not is_said and not _is_bare_word(value[0])):
        is_open = is_said and kind != "formed" and kind not in _BESIDE
        is_open &= not label["play"] and not _SAYS_NOTHING_ALONE.fullmatch(said)
        return (PartOfPlay(kind, label.end(), len(text)),) if is_open else ()
    first = _part(kind, value, is_bare=False)
    if kind in _BESIDE:
        return (PartOfPlay(kind, 0, len(text)),) if not text[value.end() :].strip(" .") else ()
    rest = _rest(kind, text, value.end(), may_remark=is_said)
    if rest is None:
        return (PartOfPlay(kind, first.start, len(text)),) if is_said and kind == "place" else ()
    return (first, *rest)


def _by_its_looks(text: str) -> tuple[PartOfPlay, ...]:
    """Return the part of a play behind a label that no list knows, if it can be nothing else: `Kurs: vertikal`.

    No word: of what a label says nobody knows it may be said that it is not meant (`Fehlversuch: MENÜS`).
    """
    label = _ANY_LABEL.match(text)
    if label is None or sections.is_against(label[0]):
        return ()
    for kind in ("place", "way", "points"):
        found = _VALUES[kind].fullmatch(text.rstrip(" ."), label.end())
        if found is not None:
            return (replace(_part(kind, found, is_bare=True), is_guessed=True),)
    return ()


_ANY_LABEL = regex(
    r"\s{0,9}[^\W\d_]{2,20}(?:[ ./-][^\W\d_]{1,20})?"
    r"(?:\.?\s{0,9}[:=]\s{1,30}|\s{0,15}\|\s{1,15}|\s{1,9}[–—-]\s{1,30}|\s?\.{2,30}\s{1,9})(?=\S)"
)


def _kind_of(label: re.Match[str]) -> str:
    return next(name for name, found in label.groupdict().items() if found and name != "link")


def _part(kind: str, found: re.Match[str], *, is_bare: bool) -> PartOfPlay:
    groups = found.groupdict()
    says_way = kind == "end" or any(groups.get(name) for name in ("before", "after", "range"))
    name = next((each for each in ("words", "more") if groups.get(each)), 0)
    return PartOfPlay(kind, *found.span(name), says_way=says_way, is_bare=is_bare)


def _bare(text: str) -> tuple[PartOfPlay, ...]:
    """Return the parts of a line without a label: `MENÜS`, `senkrecht`, `Feld L4, nach unten`, `38 Punkte`."""
    bullet = _BULLET.match(text)
    first = _next(text, bullet.end() if bullet else 0, ())
    if first is None or first.kind == "remark":
        return ()
    if first.kind == "word" and not _is_bare_word(text[first.start : first.end]):
        return ()
    rest = _rest(first.kind, text, first.end, may_remark=first.kind == "word")
    return () if rest is None else (first, *rest)


def _is_bare_word(word: str) -> bool:
    return shapes.is_written_as_move(word) and not is_shouted_greeting(word.strip("*"))


def _rest(kind: str, text: str, at: int, *, may_remark: bool) -> tuple[PartOfPlay, ...] | None:
    """Return the parts behind the first of a line; None where something stands there that is none.

    What is said behind a word stays a remark on the play: `GRACE, the C is from LUCK`.
    """
    found: list[PartOfPlay] = []
    while text[at:].strip(_ENDS):
        part = _next(text, at, (kind, *(each.kind for each in found)))
        if part is None:
            break
        found.append(part)
        at = part.end
    rest = text[at:]
    if not rest.strip(_ENDS):
        return tuple(found)
    if kind == "points" and _ADDED_UP.fullmatch(rest):
        return tuple(found)
    if not may_remark or kind not in ("word", "formed", "points"):
        return None
    begins = _REMARK.match(text, at) or _REMARK.match(text, at + 1)
    return None if begins is None else (*found, PartOfPlay("remark", at, len(text)))


_ENDS = " .,;!:)|"


def _next(text: str, at: int, kinds: Sequence[str]) -> PartOfPlay | None:
    """Return the part that stands next on a line, of a kind that is not there yet."""
    between = _BETWEEN.match(text, at)
    at = between.end() if between else at
    formed = _FORMED_APART.match(text, at) if kinds else None
    if formed and all(shapes.is_written_as_move(each[0]) for each in _EACH.finditer(formed[0])):
        return _part("formed", formed, is_bare=True)
    if kinds and "points" not in kinds and (points := _POINTS_APART.match(text, at)):
        return PartOfPlay("points", *points.span(), is_bare=True)
    for kind in ("place", "way", "word", "points"):
        found = _VALUES[kind].match(text, at)
        if found is None or kind in kinds or (kind == "points" and not found["said"]):
            continue
        if kind == "word" and not _is_bare_word(found[0]):
            continue
        return _part(kind, found, is_bare=True)
    return None


def _play_from(lines: Sequence[Line], at: int) -> tuple[list[Line], int] | None:
    """Return the play whose parts the lines from *at* on are, as one line, and how many they are; None if none is.

    Between its place and its word an empty line may stand.
    """
    found: list[tuple[Line, PartOfPlay]] = []
    kinds: set[str] = set()
    count = 0
    for line in lines[at : at + _MOST_LINES]:
        if not line.text.strip():
            if not found or {"place", "word"} <= kinds or not lines[at + count - 1].text.strip():
                break
            count += 1
            continue
        parts = parts_of(line)
        if not parts or any(each.kind in kinds - {*_MANY_TIMES} for each in parts):
            break
        found += [(line, each) for each in parts]
        kinds |= {each.kind for each in parts}
        count += 1
    made = [part for _, part in found]
    if not {"place", "word"} <= kinds or not _says_enough(made) or _may_be_told(made):
        return None
    further = parts_of(lines[at + count]) if at + count < len(lines) else ()
    if any(each.kind in ("word", "way") for each in further):
        return None
    return _as_lines(found), count


def _may_be_told(parts: Sequence[PartOfPlay]) -> bool:
    """Tell whether a sentence may end with the place, as no list knows its label and the word has none.

    `Dein Zug wartet auf eine Entscheidung: H4s` / `MENÜS` is one of ours.
    """
    is_guessed = any(each.kind == "place" and each.is_guessed for each in parts)
    return is_guessed and any(each.kind == "word" and each.is_bare for each in parts)


def _says_enough(parts: Sequence[PartOfPlay]) -> bool:
    """Tell whether parts make a play: its direction is said, or each of place and word bears its label."""
    says_way = any(each.kind == "way" or each.says_way for each in parts)
    return says_way or not any(each.is_bare for each in parts if each.kind in ("place", "word"))


def _as_lines(found: Sequence[tuple[Line, PartOfPlay]]) -> list[Line]:
    """Return the parts of a play as one line, the round above it, and what all of it comes to below it."""
    ordered = sorted(found, key=lambda each: [*_ORDER, *_BESIDE].index(each[1].kind))
    made = [each for line, part in ordered if part.kind in _ORDER for each in _written(line, part)]
    play = reduce(_joined, made)
    above, below = (
        [_cut(line, part) for line, part in found if part.kind == kind] for kind in _BESIDE
    )
    return [*above, play, *below]


def _written(line: Line, part: PartOfPlay) -> Iterator[Line]:
    """Yield a part as it is written on one line: `+HERBSTS` for each word that is formed, too."""
    piece = _cut(line, part)
    if part.kind == "end":
        yield led_by("-", piece)
    elif part.kind != "formed":
        is_set_off = part.kind != "remark" or not piece.text[:1].isalnum()
        yield piece if is_set_off else led_by(", ", piece)
    else:
        for word in _EACH.finditer(_CONJUNCTION.sub(lambda each: " " * len(each[0]), piece.text)):
            yield led_by(FURTHER_WORD_MARK, _cut(piece, PartOfPlay("formed", *word.span())))


def _joined(first: Line, second: Line) -> Line:
    return join_lines(first, second, "" if second.text.startswith(",") else " ")


def led_by(sign: str, line: Line) -> Line:
    """Return a line with a sign or words before it that stand nowhere in the mail."""
    gap = places_of(line)[:1] * len(sign)
    return Line(line.number, f"{sign}{line.text}", (*gap, *places_of(line)))


def _cut(line: Line, part: PartOfPlay) -> Line:
    """Return a part by itself, each character remembering where it stood; a remark without the sign before it."""
    text = line.text[part.start : part.end]
    start = part.end - len(text.lstrip(" ,;.-" if part.kind == "remark" else " "))
    end = part.start + len(text.rstrip(" ." if part.kind in ("place", "way") else " "))
    return Line(line.number, line.text[start:end], places_of(line)[start:end])


_EACH = worded(_WORD)
_CONJUNCTION = worded(r"{begin}{conjunction}{end}")


def _above(joined: Sequence[Line]) -> int | None:
    """Return which of the last two lines is the last that says anything."""
    return next(
        (
            at
            for at in range(len(joined) - 1, max(-1, len(joined) - 3), -1)
            if joined[at].text.strip()
        ),
        None,
    )


def _formed_below(above: Line, line: Line) -> Line | None:
    """Return a play with the words that a line below it says it forms: `Nebenwort: HERBSTS`, `MENÜS + HERBSTS = 35`."""
    if len(line.text) > _LONGEST or len(above.text) > _LONGEST or COMMENT_MARK in above.text:
        return None
    if not shapes.holds_play(above.text):
        return None
    parts = parts_of(line)
    if (
        parts
        and parts[0].kind == "formed"
        and all(each.kind in ("formed", "points") for each in parts)
    ):
        words = [each for part in parts for each in _written(line, part)]
        return reduce(_joined, [above, *words])
    added = _ADDS.fullmatch(line.text)
    if added is None or added["first"] not in re.findall(r"[^\W\d_]+", above.text):
        return None
    words = [*_written(line, PartOfPlay("formed", *added.span("words")))]
    points = _cut(line, PartOfPlay("points", *added.span("points")))
    return reduce(_joined, [above, *words, points])


_ADDS = worded(
    rf"\W*(?P<words>(?P<first>(?-i:[A-ZÄÖÜ]){{2,15}})(?:\s{{0,3}}[+&,]\s{{0,3}}{_WORD}){{1,8}})\s{{0,3}}[=:]\s{{0,3}}(?P<points>\d{{1,3}}(?:\s{{1,3}}{{points}}{{end}})?)\W*"
)


def _with_tables(lines: Sequence[Line]) -> Iterator[Line]:
    """Yield *lines*, each row of values below a row of labels, and each row of parts, as a play.

    `| Feld | Richtung | Wort |` over `| L3 | senkrecht | MENÜS |`; `Feld L3 | senkrecht | MENÜS | 24 Punkte`.
    """
    labels: Sequence[tuple[str, str]] = ()
    for line in lines:
        if labels and (row := _row(line, labels)):
            yield from row
        elif labels and line.text.strip() and _RULE.fullmatch(line.text):
            continue
        elif not (labels := _labels(line.text)):
            yield from _of_cells(_barred(line)) or (line,)


def _cells(text: str) -> Iterator[list[tuple[int, int]]]:
    """Yield where the cells of a row stand, for each sign that may part them: bars, several blanks, one."""
    if len(text) <= _LONGEST_ROW:
        for pattern in _CELLS:
            yield [each.span() for each in pattern.finditer(text) if each[0].strip()]


@remembered
def _labels(text: str) -> Sequence[tuple[str, str]]:
    """Return what each column of a table holds, and its label; nothing where a line does not begin one.

    `Wort: FELD` is a field and what it holds.
    """
    for cells in _cells(text):
        if len({text[start:end].rstrip().endswith(":") for start, end in cells}) > 1:
            continue
        found: list[tuple[str, str]] = []
        for start, end in cells:
            if (kind := _column(text[start:end])) is None:
                break
            found.append((kind, text[start:end]))
        else:
            if {"place", "word"} <= {kind for kind, _ in found}:
                return tuple(found)
    return ()


def _column(label: str) -> str | None:
    found = _COLUMN.fullmatch(label.strip(" .:"))
    return None if found is None else _kind_of(found)


def _row(line: Line, labels: Sequence[tuple[str, str]]) -> list[Line]:
    """Return the play of a row of a table; nothing where it is none."""
    cells = next((each for each in _cells(line.text) if len(each) == len(labels)), None)
    if cells is None:
        return []
    parts: list[tuple[Line, PartOfPlay]] = []
    remarks: list[Line] = []
    number = ""
    for (kind, label), (start, end) in zip(labels, cells, strict=True):
        at = start + len(line.text[start:end]) - len(line.text[start:end].lstrip())
        value = _VALUES[kind].fullmatch(line.text, at, at + len(line.text[start:end].strip()))
        if value is None:
            if kind in ("place", "word"):
                return []
            continue
        if kind == "number":
            number = f"{value[0][0]}. "
        elif kind in ("remark", "joker"):
            remarks.append(Line(line.number, f"{label.strip()}: {value[0]}"))
        elif kind == "round":
            named = Line(line.number, f"{label.strip()} {value[0]}")
            parts.append((named, PartOfPlay(kind, 0, len(named.text))))
        else:
            parts.append((line, _part(kind, value, is_bare=False)))
    play = [led_by(number, each) if number else each for each in _as_lines(parts)]
    return [*play, *remarks]


def _of_cells(line: Line) -> list[Line]:
    """Return the play whose parts stand in the cells of a row; nothing where anything else does.

    A letter and a number in two cells are a square, a number in the last one is points.
    """
    text = line.text.strip()
    if _BAR not in text.strip(_BAR) or len(line.text) > _LONGEST_ROW:
        return []
    if text.startswith(_OF_OTHERS) and not (text.startswith(_BAR) and text.endswith(_BAR)):
        return []
    found: list[tuple[Line, PartOfPlay]] = []
    blanks: list[Line] = []
    cells = [*_filled_cells(line)]
    for at, cell in enumerate(cells):
        if blank := _BLANK_OF_CELL.fullmatch(cell.text):
            blanks.append(_bare_cell(line_with(cell, *blank.span("label"), said_as("joker")[0])))
            continue
        is_last = at == len(cells) - 1
        parts = _points_alone(cell) if is_last and found else ()
        parts = parts or parts_of(cell)
        if not parts:
            return []
        has_word = any(part.kind == "word" for _, part in found)
        found += [
            (cell, replace(part, kind="formed") if part.kind == "word" and has_word else part)
            for part in parts
        ]
    kinds = {part.kind for _, part in found}
    is_play = {"place", "word"} <= kinds and _says_enough([part for _, part in found])
    return [*_as_lines(found), *blanks] if is_play else []


def _bare_cell(cell: Line) -> Line:
    start = len(cell.text) - len(cell.text.lstrip())
    return only(cell, range(start, len(cell.text.rstrip())))


def _barred(line: Line) -> Line:
    """Return a line whose cells are parted by slashes with bars: `SACKE / waagr. / A8`."""
    signs = [each.start() for each in _SLASH_APART.finditer(line.text[:_LONGEST_ROW])]
    if len(signs) < len("/w") or _BAR in line.text or len(_SHOWN_WORD.findall(line.text)) > 1:
        return line  # a second word may be another choice
    text = "".join(_BAR if at in signs else char for at, char in enumerate(line.text))
    return replace(line, text=text, places=places_of(line))


def _with_both_ends(line: Line) -> Line:
    """Return a line that says on which squares a word begins and ends as the stretch: `Anfang B11, Ende I11`."""
    found = _BOTH_ENDS.fullmatch(line.text) if len(line.text) <= _LONGEST else None
    if found is None:
        return line
    first, last = (only(line, range(*found.span(each))) for each in ("first", "last"))
    if not _SAME_LINE.search(f"{first.text} {last.text}"):
        return line
    return join_lines(first, last, "-")


def _with_blank_at(line: Line) -> Line:
    """Return a line with the square of a blank alone, without its place in the word: `Joker an 2. Stelle (C11)`."""
    found = _BLANK_AT.match(line.text) if len(line.text) <= _LONGEST else None
    if found is None or not have_roles(_ORDINAL.sub(" ", found["place"])):
        return line
    at = only(line, range(*found.span("square")))
    before, behind = only(line, range(found.end("joker"))), cut_front(line, found.end())
    return join_lines(join_lines(before, at, f" {_ON_SQUARE} "), behind)


def _filled_cells(line: Line) -> Iterator[Line]:
    """Yield the cells of a row between bars, those of a letter and of a number beside it as one: `| B | 12 |`."""
    cells = [
        Line(line.number, line.text[start:end], places_of(line)[start:end])
        for start, end in next(_cells(line.text))
    ]
    while cells:
        first, *cells = cells
        if cells and _SQUARE_IN_CELLS.fullmatch(f"{first.text}{_BAR}{cells[0].text}"):
            second, *cells = cells
            both = join_lines(first, second)
            first = only(both, (at for at, char in enumerate(both.text) if not char.isspace()))
        yield first


def _points_alone(cell: Line) -> tuple[PartOfPlay, ...]:
    found = _NUMBER_ALONE.fullmatch(cell.text)
    return () if found is None else (PartOfPlay("points", *found.span("points"), is_bare=True),)


_BLANK_OF_CELL = worded(
    r"\s*(?P<label>{joker}|{empty_tile})\s{0,3}[:=]?\s{0,3}(?:(?-i:[A-ZÄÖÜ])|{square})\s*"
)
_SHOWN_WORD = regex(r"(?<![\w*])[A-ZÄÖÜ*]{2,16}(?![\w*])")
_SAME_LINE = worded(
    r"(?P<letter>(?<!\w)[A-Y]|[A-Y](?!\w)).*(?<![^\W\d_])(?P=letter)(?![^\W\d_])|(?P<row>(?<!\d)\d{1,2}(?!\d)).*(?<!\d)(?P=row)(?!\d)"
)
_SLASH_APART = regex(r"(?<=\S\s)/(?=\s\S)")
_ORDINAL = worded(r"{place_in_row}|\d{1,2}\.?")
_ON_SQUARE = said_as("on_square")[0]
_BOTH_ENDS = worded(
    r"\W{0,6}(?:{starting}|{place_follows}|{place}|{first}(?:\s{1,3}{letter_noun})?)\s{0,3}:?\s{1,3}(?:{on_square}\s{1,3})?"
    r"(?P<first>{square})[\s,;/–-]{1,5}(?:{conjunction}\s{1,3})?(?:{end_of_word}|{up_to}|{last}(?:\s{1,3}{letter_noun})?)"
    r"\s{0,3}:?\s{1,3}(?:{on_square}\s{1,3})?(?P<last>{square})\W*"
)
_BLANK_AT = worded(
    r"\W{0,6}(?:{article}\s{1,3})?(?P<joker>{joker}{end})(?P<place>[^()\n,;.]{1,30}(?:\d\.[^()\n,;.]{1,20})?)\((?P<square>{square})\)"
)
_SQUARE_IN_CELLS = regex(r"\s*(?:[A-Za-z]\s*\|\s*\d{1,2}|\d{1,2}\s*\|\s*[A-Za-z])\s*")
_NUMBER_ALONE = regex(r"\s*(?P<points>\d{1,3})\s*")
_BAR = "|"
_OF_OTHERS = (">", _BAR)
"""With them lines begin that somebody else wrote; but a table may have bars at its edges."""
_LONGEST_ROW = 200
_CELLS = (regex(r"[^|\n]+"), regex(r"(?:\S| (?! ))+"), regex(r"\S+"))
_RULE = regex(r"[\s|+:=_–—-]*")
_COLUMN = worded(
    r"(?:(?P<place>{start_of_field}?{place}|{place_follows}|{starting})|(?P<end>{end_of_word}|{up_to})|(?P<way>{field_direction})|(?P<word>{field_word})|(?P<formed>{formed_field})"
    r"|(?P<remark>{remark_label})|(?P<joker>{joker})|(?P<round>{round}|{turn})|(?P<points>{points}|{points_field}|{total})|(?P<number>#|{number_field}))"
)


_FIELD_ENDS = worded(
    r"(?:[.,;]|\s[/|])\s{1,3}(?=(?:{place}|{field_direction}|{field_word}|{joker}|{points}|{points_field})\s{0,3}[:=])"
)
_WORD_ALONE = worded(r"\s*+(?P<word>{tile}+{joker_mark}?)\s*+[.!]?\s*+")
_WAY_WRITTEN = worded(r"\d\s{0,2}[-,:./(]?\s{0,2}{direction}{end}|{range_sign}")


def _field_by_field(line: Line) -> Sequence[Line]:
    """Return the fields of a play that stand on one line, each as a line: `Wort: MENÜS. Feld: L4. Richtung: s.`"""
    within = [
        found.span() for found in _FIELD_ENDS.finditer(line.text[: sections.LONGEST_SENTENCE])
    ]
    if not within:
        return [line]
    ends, starts = zip(*within, strict=True)
    parts = [
        Line(line.number, line.text[start:end], places_of(line)[start:end])
        for start, end in zip((0, *starts), (*ends, len(line.text)), strict=True)
    ]
    named = {each.kind for part in parts for each in parts_of(part)}
    return parts if {"place", "word"} <= named else [line]


def _with_word_beside_place(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines*, with `Es geht los auf L4, nach unten.` behind the one that calls the word: `Mein Wort: MENÜS`.

    Each is the only one of its kind, and stands close to the other.
    """
    words = [at for at, line in enumerate(lines) if _CALLS_WORD.search(line.text[:_LONGEST])]
    if len(words) != 1:
        return lines
    near = range(max(0, words[0] - _NEAR), min(len(lines), words[0] + _NEAR + 1))
    places = [at for at in near if at != words[0] and _is_place_said(lines[at])]
    if len(places) != 1:
        return lines
    one = join_lines(lines[words[0]], lines[places[0]], " ")
    return [one if at == words[0] else line for at, line in enumerate(lines) if at != places[0]]


def _is_place_said(line: Line) -> bool:
    """Tell whether a line says where a word lies, and besides holds no more than words with a role."""
    text = line.text
    if len(text) > _LONGEST or not shapes.DIGIT.search(text) or parts_of(line):
        return False
    spots = list(sections.spots_in(text, Axes.COLUMNS))
    rest = sections.without_spots(text)
    is_bare = not any(sections.is_word(each[0]) for each in sections.WRITTEN.finditer(rest))
    return len(spots) == 1 and is_bare and " " in rest.strip() and have_roles(rest)


_NEAR = 3
_CALLS_WORD = worded(
    r"^[^\d]*{begin}{field_word}(?:\s{1,3}{letter}{2,8}){0,1}\s{0,2}[:=]?\s{1,3}(?-i:[A-ZÄÖÜ*()]{2,20})(?![\w*])[^\d]*$"
)


def _with_squares(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* with `L3` for `Spalte L, Zeile 3`, on one of them or on two.

    Where rows have letters the order says the way: it is read where one of these lines, or of those beside, names it.
    """
    if not any(_OF_BOARD.search(line.text) for line in lines):
        return lines
    found: list[Line] = []
    for at, line in enumerate(lines):
        above = found[-1] if found else None
        if above is not None and _PARTS_OF_SQUARE.fullmatch(f"{above.text}\n{line.text}"):
            found[-1] = join_lines(above, line, ", ")
        else:
            found.append(line)
        near = "\n".join(each.text for each in lines[max(0, at - 2) : at + 3])
        found[-1] = _with_square(found[-1], near)
    return found


def _with_square(line: Line, near: str) -> Line:
    named = _NAMED_SQUARE.search(line.text[: sections.LONGEST_SENTENCE])
    if named is None:
        return line
    column = named["column"] or named["column_behind"]
    row = named["row"] or named["row_before"]
    if column.isdigit() is row.isdigit():
        return line
    square = f"{column}{row}"
    ways = [way for way in Direction if shapes.ANY_WAY[way].search(near)]
    is_range = _UP_TO.match(line.text, named.end()) is not None
    # `in row J, starting at column 9`, `Spalte L ab Zeile 3`
    if not (ways or is_range) and _STARTS.search(named[0]):
        ways = [Direction.DOWN if named["column"] else Direction.ACROSS]
        square = square if column.isdigit() else f"{square}{direction_letter(ways[0])}"
    if column.isdigit():
        if len(ways) != 1:
            return line
        square = f"{row}{column}" if ways[0] is Direction.ACROSS else square
    places = places_of(line)
    start, end = named.span()
    kept = (*places[:start], *(places[start] for _ in square), *places[end:])
    return Line(line.number, f"{line.text[:start]}{square}{line.text[end:]}", kept)


def _coordinate(row: str, group: str) -> str:
    """Return the pattern of one coordinate behind a word of a *row* of the vocabulary: `Zeile:   3`."""
    return (
        rf"{{begin}}{{{row}}}(?:\s{{0,2}}[:=][ \t]{{0,20}}|\s{{0,2}})"
        rf"(?P<{group}>[A-Z]|\d{{1,2}})(?![{{letters}}\d])"
    )


_ON_ONE_LINE = (
    r"[\s,;/]{1,4}(?:(?:{conjunction}|{starting}|{place}|{place_follows}|{article})\s{1,3}){0,3}"
)
_ON_TWO_LINES = r"[ ]{0,9}\n[ ]{0,9}"


def _square_named(between: str) -> str:
    """Return the pattern of a square named by its column and its row, either first."""
    column, row = "column_of_board", "row_of_board"
    column_first = _coordinate(column, "column") + between + _coordinate(row, "row")
    row_first = _coordinate(row, "row_before") + between + _coordinate(column, "column_behind")
    return rf"(?:{column_first}|{row_first})"


_STARTS = worded(r"{begin}(?:{starting}|{from_line}){end}")
_UP_TO = worded(r"\s{0,3}(?:[–-]|{up_to}{end})")
_NAMED_SQUARE = worded(_square_named(_ON_ONE_LINE))
_PARTS_OF_SQUARE = worded(rf"\s*+{_square_named(_ON_TWO_LINES)}\s*+")
_OF_BOARD = worded(r"{begin}{column_of_board}{end}")


def with_words_called_out(lines: Sequence[Line]) -> list[Line]:
    """Return *lines* that call out a word as it is said calmly: `MENÜS, ab L4, ...` for `MENÜS! Ab L4, ...`.

    Where the sentence of its place names words beside it, so that one of them might be taken for what is laid there;
    not where a play of its own stands behind it: `HURRA! L4s MENÜS`.
    """
    return [_with_word_called_out(line) for line in lines]


def without_word_below(lines: Sequence[Line]) -> list[Line]:
    """Return *lines* that lead to a play, with `Zug` for its word: `Drum leg ich den TIGER hin:` above `A12w TIGER`."""
    return [_without_word_of(line, lines[at + 1 :]) for at, line in enumerate(lines)]


def _without_word_of(line: Line, below: Sequence[Line]) -> Line:
    if not line.text.rstrip().endswith(":") or shapes.DIGIT.search(line.text):
        return line
    play = next((each.text for each in below[:_NEAR] if each.text.strip()), "")
    found = [*_IN_CAPITALS.finditer(line.text[:_LONGEST])]
    words = {each[0] for each in _IN_CAPITALS.finditer(play[:_LONGEST])}
    if len(found) != 1 or found[0][0] not in words or not shapes.SQUARE_ALONE.search(play):
        return line
    return line_with(line, *found[0].span(), _A_PLAY)


_A_PLAY = said_as("play")[0]
_IN_CAPITALS = regex(r"(?<![\w*])[A-ZÄÖÜ]{3,15}(?![\w*])")


def _with_word_called_out(line: Line) -> Line:
    found = _CALLED_OUT.search(line.text[: sections.LONGEST_SENTENCE])
    if found is None or is_shouted_greeting(found["word"]):
        return line
    return line_with(line, *found.span("stop"), ",")


def without_emphasis(lines: Sequence[Line]) -> list[Line]:
    """Return *lines* without the signs that make a label bold: `**Feld:** L4`, `*Runde:* 5`."""
    found = [_EMPHASISED.match(line.text[:_LONGEST]) for line in lines]
    return [
        line if each is None else only(line, _others(line, each))
        for line, each in zip(lines, found, strict=True)
    ]


def _others(line: Line, found: re.Match[str]) -> Iterator[int]:
    signs = {*range(*found.span("before")), *range(*found.span("behind"))}
    return (at for at in range(len(line.text)) if at not in signs)


def with_whole_labels(lines: Sequence[Line]) -> list[Line]:
    """Return *lines* with whole words for the first letters by which they call the parts of a play: `W: MENÜS / F: L4`.

    >>> [line.text for line in with_whole_labels([Line(1, "W: MENÜS / F: L4 / R: s")])]
    ['Wort: MENÜS / Feld: L4 / Richtung: s']
    """
    found = [[*_called_by_initial(line.text[:_LONGEST_ROW])] for line in lines]
    kinds = [kind for each in found for kind, _ in each]
    if not {"place", "word"} <= {*kinds} or len({*kinds}) < len(kinds):
        return [*lines]
    return [
        reduce(_with_label, reversed(each), line) for line, each in zip(lines, found, strict=True)
    ]


def _with_label(line: Line, label: tuple[str, tuple[int, int]]) -> Line:
    kind, (start, end) = label
    return line_with(line, start, end, said_as(_ROWS_OF_LABELS[kind][0])[0])


def _called_by_initial(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield what each cell of a line holds whose label is the first letter of its name, and where that stands."""
    for cell in _CELL_BY_INITIAL.finditer(text):
        initial = cell["initial"].casefold()
        for kind, rows in _ROWS_OF_LABELS.items():
            is_called = any(said[0].casefold() == initial for row in rows for said in said_as(row))
            if is_called and _VALUES[kind].fullmatch(cell["value"].strip()):
                yield kind, cell.span("initial")
                break


_ROWS_OF_LABELS = {
    "place": ("place", "field_where"),
    "way": ("field_direction", "field_how"),
    "word": ("field_word", "field_what"),
    "points": ("points", "total"),
}
_CELL_BY_INITIAL = regex(
    r"(?:^|[|/;,\n])\s{0,9}(?P<initial>[^\W\d_])\.?\s{0,2}[:=]\s{0,9}(?P<value>[^|/;,\n]{1,40})"
)


def without_own_cells(lines: Sequence[Line], is_own: Callable[[str], bool]) -> list[Line]:
    """Return *lines* without the cells of rows that name what *is_own*: `Weser | L3 | s | DAUERT`, `L3 / DAUERT / Ott`.

    A column of a table goes where all its rows name that; of a row alone, where all else in it is of a play.
    """
    left: list[Line] = []
    columns: Sequence[int] = ()
    is_of_others = False
    for at, line in enumerate(lines):
        cells = _cells_apart(line.text)
        is_of_others &= bool(cells) or _RULE.fullmatch(line.text) is not None
        said = [line.text[start:end].strip(" .:") for start, end in cells]
        if named := [n for n, label in enumerate(said) if _OWN_COLUMN.fullmatch(label)]:
            rows = [*_rows_below(lines[at + 1 :], len(cells))]
            is_free = rows and all(is_own(row[n]) for row in rows for n in named)
            columns, is_of_others = named if is_free else [], not is_free
            out: Sequence[int] = columns
        elif columns and len(said) > max(columns) and all(is_own(said[n]) for n in columns):
            out = columns
        else:
            out = [n for n in {0, len(cells) - 1} if cells and is_own(said[n])]
            out = out if out and not is_of_others and _are_of_play(line, cells, out) else []
        left.append(_without_cells(line, cells, out))
    return left


def _are_of_play(line: Line, cells: Sequence[tuple[int, int]], out: Collection[int]) -> bool:
    """Tell whether all cells of a row but some are parts of a play, with its place and its word."""
    kinds: set[str] = set()
    for n, span in enumerate(cells):
        cell = only(line, range(*span))
        parts = () if n in out else parts_of(cell)
        plain = _BLANK_OF_CELL.fullmatch(cell.text) or _NUMBER_ALONE.fullmatch(cell.text)
        if n not in out and not (parts or plain or shapes.round_in(cell.text) is not None):
            return False
        kinds |= {each.kind for each in parts}
    return {"place", "word"} <= kinds


def has_column_of_others(lines: Sequence[Line], is_own: Callable[[str], bool]) -> bool:
    """Tell whether a table has a column for games or players, and names another there than *is_own*."""
    for at, line in enumerate(lines):
        cells = _cells_apart(line.text)
        said = [line.text[start:end].strip(" .:") for start, end in cells]
        named = [n for n, label in enumerate(said) if _OWN_COLUMN.fullmatch(label)]
        rows = [*_rows_below(lines[at + 1 :], len(cells))] if named else []
        if any(not is_own(row[n]) for row in rows for n in named):
            return True
    return False


def _rows_below(lines: Sequence[Line], width: int) -> Iterator[Sequence[str]]:
    """Yield the cells of the first rows that stand right below the labels of a table with so many columns."""
    for line in lines[:_MOST_ROWS]:
        cells = _cells_apart(line.text)
        if cells and len(cells) == width:
            yield [line.text[start:end].strip() for start, end in cells]
        elif not (line.text.strip() and _RULE.fullmatch(line.text)):
            return


def _cells_apart(text: str) -> Sequence[tuple[int, int]]:
    """Return where the cells of a row stand that bars, slashes or semicolons part; nothing of less than three."""
    if len(text) > _LONGEST_ROW or _RULE.fullmatch(text):
        return ()
    for sign in _SIGNS_APART:
        edges = [0, *(at for each in sign.finditer(text) for at in each.span()), len(text)]
        cells = [
            (start, end)
            for start, end in zip(edges[::2], edges[1::2], strict=True)
            if text[start:end].strip()
        ]
        if len(cells) > len("ab"):
            return cells
    return ()


def _without_cells(line: Line, cells: Sequence[tuple[int, int]], out: Collection[int]) -> Line:
    """Return a line without some of its cells, each with the sign beside it."""
    gone = {
        at
        for n in out
        for at in range(cells[n][0], cells[n + 1][0] if n + 1 < len(cells) else len(line.text))
    }
    if len(cells) - 1 in out:
        gone |= {*range(cells[-2][1], len(line.text))}
    return line if not out else only(line, (at for at in range(len(line.text)) if at not in gone))


_MOST_ROWS = 20
_OWN_COLUMN = worded(r"{heading}|{player}")
_SIGNS_APART = (regex(r"\|"), regex(r"(?<=\s)/(?=\s)"), regex(";"))
_EMPHASISED = regex(
    r"\s{0,9}(?P<before>[*_]{1,3})[^\W\d_][^\n*_:]{1,30}(?P<colon>:)?(?P<behind>(?P=before))(?(colon)|:)(?=\s)"
)


_CALLED_OUT = worded(
    r"(?<![\w*])(?P<word>(?-i:[A-ZÄÖÜ*]{3,16}))(?P<stop>\s{0,2}(?:[!…]{1,9}|\.{2,9}))(?=\s{1,3}"
    rf"{_PLACE}(?!\s{{0,3}}[,:]?\s{{0,3}}(?:{_WAY})?[\s,:]{{0,3}}(?-i:[*]?[A-ZÄÖÜ]{{2}})))"
    r"(?=[^.!?\n]{0,120}(?-i:[A-ZÄÖÜ]{3}))"
)


_GLUED = regex(filled(r"\s*+/?(?i:{square})(?:{direction_letter}|{behind_square})(?=[A-ZÄÖÜ*]{2})"))
_GLUED_BY_ARROW = regex(filled(r"\s*+/?(?i:{square})\s?[→↓]\ufe0f?(?=[^\W\d_]{2})"))


def _unglued(line: Line) -> Line:
    """Return `L4s MENÜS` for `L4sMENÜS`: the small letter is the direction; and `l4↓ menüs` for `l4↓menüs`."""
    text = line.text[:_LONGEST]
    found = _GLUED.match(text) or _GLUED_BY_ARROW.match(shapes.with_plain_signs(text))
    if found is None:
        return line
    front = Line(line.number, found[0], places_of(line)[: found.end()])
    return join_lines(front, cut_front(line, found.end()), " ")


def _are_place_and_word(one: str, two: str) -> bool:
    if len(one) > _LONGEST or len(two) > _LONGEST or not one.strip() or not two.strip():
        return False
    if any(map(str.isdigit, one)) is any(map(str.isdigit, two)):
        return False  # a place holds a digit, and a word none
    one, two = shapes.undecorated(one), shapes.undecorated(two)
    return _are_in_order(one, two) or (
        _are_in_order(two, one) and shapes.is_written_as_move(one.strip(" .!"))
    )


def _are_in_order(place: str, word: str) -> bool:
    found = _WORD_ALONE.fullmatch(word)
    if found is None or not shapes.is_place_alone(place) or not _WAY_WRITTEN.search(place):
        return False
    word = found["word"]
    return len(word) > 1 and (shapes.is_written_as_move(word) or word.islower())


def without_remark_label(line: Line) -> Line:
    """Return a line without the label of a remark of several words, which is read by itself.

    >>> [without_remark_label(Line(1, each)).text for each in ("Hinweis: nur so eine Idee", "Hinweis: keine")]
    ['nur so eine Idee', 'Hinweis: keine']
    """
    found = _REMARK_LABEL.match(line.text)
    return line if found is None else cut_front(line, found.end())


_REMARK_LABEL = worded(r"\s{0,9}{remark_label}\s{0,2}[:=]\s{0,9}(?=[^\W\d_]{1,20}\s{1,3}[^\W\d_])")
