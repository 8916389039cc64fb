"""A play told square by square: `O8 F, O9 A, O10 L`, `A on A12, H on B12`, `| H | A12 |` (rules 4).

It becomes what it says, so that all that stands around it is read as around any other play. Only where all that the
mail says of letters and squares lies in one line, with what lies there already, and names no other word.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate, chain, pairwise
from typing import NamedTuple

from msgspec import Struct

from mailref.orders import shapes
from mailref.orders.entries import play_written
from mailref.orders.roles import have_roles
from mailref.orders.sections import is_against
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import cut_front, line_with, line_without
from mailref.tiles.board import Board, Direction, Notation, Square, read_square
from mailref.tiles.moves import NOWHERE, Play, worded
from mailref.tiles.scoring import fits, new_in
from mailref.tiles.when_used import regex

_MOST_LINES, _LONGEST = 60, 2_000


class LaidBySquares(Struct, frozen=True):
    """A play that a mail tells square by square, and the mail's lines with it in their place."""

    play: Play
    lines: Sequence[Line]
    beside: Sequence[Line]
    """What the lines say beside it."""


class ToldSquare(NamedTuple):
    """What a mail says of one square."""

    square: Square
    letter: str
    """Empty where it only says that one lies there."""
    is_blank: bool = False
    is_lying: bool = False
    is_small: bool = False


class TellsSquares(NamedTuple):
    """Squares that a mail tells one after another, and where they stand in its text."""

    told: Sequence[ToldSquare]
    start: int
    end: int


def squares_told(lines: Sequence[Line], notation: Notation, board: Board) -> Sequence[TellsSquares]:
    """Return what *lines* tell of squares, those together that stand together; nothing where none do."""
    text = "\n".join(line.text for line in lines)
    if len(lines) > _MOST_LINES or len(text) > _LONGEST or _SQUARE.search(text) is None:
        return ()
    listed = [*_lists_in(text, notation)]
    if any(len(each.told) > 1 for each in listed):
        return listed
    onward = [*_onward_in(text, notation, board)]
    return onward if len(onward) == 1 else ()


def agree_with(listed: Iterable[TellsSquares], plays: Sequence[Play], board: Board) -> bool:
    """Tell whether all that is *listed* is so once one of some plays lies."""
    told = [each for one in listed if len(one.told) > 1 for each in one.told]
    return all(any(_is_so(each, play, board) for play in plays) for each in told)


def laid_by_squares(
    lines: Sequence[Line], listed: Sequence[TellsSquares], notation: Notation, board: Board
) -> LaidBySquares | None:
    """Return the one play that is *listed* in lines square by square; None where that makes none, or is at odds."""
    told = max(listed, key=lambda each: len(each.told))
    play = _play_of(told.told, board)
    others = chain.from_iterable(each.told for each in listed if each is not told)
    if play is None or not all(_is_so(each, play, board) for each in others):
        return None
    written = play_written(play, notation.axes, notation.tiles)
    left = [_without_bare_word(line, play.word) for line in _with_play(lines, told, written)]
    left = [_without_reason(line) for line in left]
    return LaidBySquares(play, left, [*_with_play(lines, told, "")])


def _lists_in(text: str, notation: Notation) -> Iterator[TellsSquares]:
    """Yield the squares that a text tells, those together that stand together."""
    rows = [*_rows_in(text, notation)]
    if rows:
        yield from rows
        return
    by_way = [[*_chains(text, pattern, notation)] for pattern in (_SQUARE_FIRST, _LETTER_FIRST)]
    whole = [each for each in by_way if each and not any(_is_cut(text, one) for one in each)]
    if len(whole) == 1 or not any(by_way):
        yield from chain.from_iterable(whole)
    elif len(whole) > 1:  # `A12 = H, B12 = A. Das N auf C12 liegt schon`
        spans = [(one.start, one.end) for each in whole for one in each]
        are_apart = all(end <= start for (_, end), (start, _) in pairwise(sorted(spans)))
        yield from chain.from_iterable(whole) if are_apart else ()


def _chains(text: str, pattern: re.Pattern[str], notation: Notation) -> Iterator[TellsSquares]:
    """Yield the squares told by one *pattern*; each list ends where anything else stands between two."""
    so_far: list[ToldSquare] = []
    start = end = 0
    for found in pattern.finditer(text):
        told = _told_by(found, notation)
        if so_far and not _is_between(text[end : found.start()]):
            yield TellsSquares(so_far, start, end)
            so_far = []
        start = start if so_far else found.start()
        so_far, end = [*so_far, told], found.end()
    if so_far:
        yield TellsSquares(so_far, start, end)


def _is_between(text: str) -> bool:
    """Tell whether what stands between two squares says nothing but that the second follows: `, daneben das`."""
    if len(text) > _FURTHEST or _BETWEEN.fullmatch(text) is not None:
        return len(text) <= _FURTHEST
    says_more = _TURNS.search(text) is not None or is_against(text)
    return text.islower() and not says_more and have_roles(text)


def _is_cut(text: str, told: TellsSquares) -> bool:
    """Tell whether a letter or a square is left over at one end of a list: `A12 [H B12] N`."""
    return (
        _LEFT_BEFORE.search(text, max(0, told.start - _NEAR), told.start) is not None
        or _LEFT_BEHIND.match(text, told.end) is not None
    )


def _told_by(found: re.Match[str], notation: Notation) -> ToldSquare:
    """Return what is found of a square; what is not understood, or off the board, is at odds with any play."""
    groups = found.groupdict()
    letter = groups["letter"] or groups.get("inner") or ""
    lying = groups.get("lying") or ""
    notes = " ".join(groups.get(each) or "" for each in ("note", "said", "within", "there")).strip(
        " ()[]"
    )
    is_blank = "*" in letter or _IS_BLANK.search(notes) is not None
    is_lying = bool(lying) or _LIES.search(f"{notes})") is not None
    is_said = is_blank or is_lying or not notes or _SAYS_NOTHING.fullmatch(notes)
    letter = letter.strip("*") if is_said else _UNKNOWN
    square = _NOWHERE
    with suppress(ValueError):
        square = read_square(groups["square"], notation.axes)
    is_new = is_blank and not is_lying
    return ToldSquare(square, letter.upper(), is_new, is_lying, is_small=letter.islower())


def _rows_in(text: str, notation: Notation) -> Iterator[TellsSquares]:
    """Yield as many letters, or a word, and as many squares: `D, O, S on A12, B12, C12`, `DOS: A12 B12 C12`."""
    for found in chain(_LETTERS_THEN_SQUARES.finditer(text), _SQUARES_THEN_LETTERS.finditer(text)):
        letters = [each[0].upper() for each in _ONE.finditer(found["letters"])]
        letters = letters if len(letters) > 1 else [*found["letters"]]
        squares = []
        with suppress(ValueError):
            squares = [
                read_square(each[0], notation.axes) for each in _SQUARE.finditer(found["squares"])
            ]
        if len(letters) == len(squares):
            told = [ToldSquare(at, each) for at, each in zip(squares, letters, strict=True)]
            yield TellsSquares(told, *found.span())


def _onward_in(text: str, notation: Notation, board: Board) -> Iterator[TellsSquares]:
    """Yield letters told from a square on, one way: `von 13G an untereinander: G, E, H, N`, `N auf J12, dann I, D`.

    Squares where something lies are passed over, but where the letters that lie there are among those told.
    """
    for found in _ONWARD.finditer(text):
        letters = [each[0] for each in _ONE.finditer(found["letters"])]
        letters = [found["first"].upper(), *letters] if found["first"] else letters
        around = f"{found['gap']} {found['way'] or ''}"
        ways = [way for way in Direction if any(each[way].search(around) for each in _SAYS_WAY)]
        if len(ways) != 1 or not _says_no_more(found["gap"]):
            continue
        with suppress(ValueError):
            start = read_square(found["square"], notation.axes)
            told = [*_laid_onward(start, ways[0], letters, board)]
            if told:
                yield TellsSquares(told, *found.span())


def _says_no_more(gap: str) -> bool:
    """Tell whether words between a square and the letters from there on say no more than where those go."""
    plain = _THAT_LIES.sub(" ", gap)
    says_way = (each[way] for each in _SAYS_WAY for way in Direction)
    for each in (*says_way, _BETWEEN_LETTERS):
        plain = each.sub(" ", plain)
    is_more = plain != plain.lower() or _TURNS.search(plain) is not None or is_against(plain)
    return not is_more and have_roles(plain)


def _laid_onward(
    start: Square, way: Direction, letters: Sequence[str], board: Board
) -> Iterator[ToldSquare]:
    """Yield the squares of letters from one on, those that lie there told, too, or passed over."""
    line = [at for step in range(board.size) if (at := start.along(way, step)).is_on(board.size)]
    free = [at for at in line if board.is_free(at)]
    in_all = zip(line, letters, strict=False)
    told_all = all(board.letter(at) in (None, letter) for at, letter in in_all)
    squares = line if told_all else free
    if len(letters) <= len(squares):
        yield from (ToldSquare(at, letter) for at, letter in zip(squares, letters, strict=False))


def _play_of(told: Sequence[ToldSquare], board: Board) -> Play | None:
    """Return the play that squares make in their line, with what lies there; None where they are at odds."""
    said: dict[Square, str] = {}
    for each in told:
        here = board.letter(each.square) if each.square.is_on(board.size) else None
        if here is None and (each.is_lying or not each.letter):
            return None
        letter = each.letter or here or ""
        if said.setdefault(each.square, letter) != letter or here not in (None, letter):
            return None
    is_mixed = any(not each.is_small for each in told if each.letter)  # then a small one is a blank
    blanks = {each.square for each in told if each.is_blank or (each.is_small and is_mixed)}
    way = _way_of(said)
    play = None if way is None else _run_of(said, blanks, way, board)
    return play if play is not None and fits(play, board) and new_in(play, board) else None


def _way_of(said: Mapping[Square, str]) -> Direction | None:
    rows, columns = {each.row for each in said}, {each.column for each in said}
    if len(said) < len("ab") or 1 not in (len(rows), len(columns)):
        return None
    return Direction.ACROSS if len(rows) == 1 else Direction.DOWN


def _run_of(
    said: Mapping[Square, str], blanks: set[Square], way: Direction, board: Board
) -> Play | None:
    """Return the whole run of letters through squares; None where a gap between them stays free."""

    def letter(at: Square) -> str:
        return said.get(at) or (at.is_on(board.size) and board.letter(at)) or ""

    start, end = min(said), max(said)
    while letter(start.along(way, -1)):
        start = start.along(way, -1)
    while letter(end.along(way, 1)):
        end = end.along(way, 1)
    length = end.row - start.row + end.column - start.column + 1
    squares = [start.along(way, step) for step in range(length)]
    word = [letter(each) for each in squares]
    starred = frozenset(at for at, each in enumerate(squares) if each in blanks)
    return Play(start, way, "".join(word), NOWHERE, starred=starred) if all(word) else None


def _is_so(told: ToldSquare, play: Play, board: Board) -> bool:
    """Tell whether what a mail says of a square besides is so once its play lies."""
    if told.square in play.squares:
        return told.letter in ("", play.word[play.squares.index(told.square)])
    here = board.letter(told.square) if told.square.is_on(board.size) else None
    return here is not None and told.letter in ("", here)


def _with_play(lines: Sequence[Line], told: TellsSquares, written: str) -> Iterator[Line]:
    """Yield *lines* with a play as it is *written* in place of the squares that tell it."""
    ends = [*accumulate(len(line.text) + 1 for line in lines)]
    for line, end in zip(lines, ends, strict=True):
        begin = end - len(line.text) - 1
        if begin > told.end or end <= told.start:
            yield line
            continue
        first = max(told.start - begin, 0)
        last = min(told.end - begin, len(line.text))
        if begin <= told.start:
            front = 0 if _FRAME.fullmatch(line.text, 0, first) else first
            behind = len(line.text) if _FRAME.fullmatch(line.text, last) else last
            yield line_with(line, front, behind, written)
        elif not _FRAME.fullmatch(line.text, last):
            rest = cut_front(line, last)
            yield cut_front(rest, len(rest.text) - len(rest.text.lstrip(" ,.;|")))


def _without_bare_word(line: Line, word: str) -> Line:
    """Return a line without the word of a play where it stands for itself: `L3s DAUERT. DAUERT, 24 Punkte`."""
    alone = rf"(?:^|(?<=[.!:]\s)|\s[-–=]\s)\s*{re.escape(word)}\s*(?:[.,!:]+\s*|$|(?=\d))"
    found = re.search(alone, line.text)
    return line if found is None else line_without(line, *found.span())


def _without_reason(line: Line) -> Line:
    """Return a line without why its writer takes such trouble: `Damit es keinen Irrtum gibt, Feld für Feld:`."""
    found = _REASON.search(line.text[:_LONGEST])
    return line if found is None else line_without(line, *found.span())


def names_other_word(beside: Sequence[Line], play: Play) -> bool:
    """Tell whether lines *beside* a play name another word to lay, and not its own; *beside* is without known words."""
    named = {each[0] for line in beside for each in _NAMED.finditer(line.text)}
    if play.word in named:
        return False
    return any(
        len(each) > len("PS") and each not in play.word and not have_roles(each) for each in named
    )


_NEAR, _FURTHEST = 12, 60
_UNKNOWN, _NOWHERE = "?", Square(-1, -1)
_S = r"[^\S\n]"
_AT = r"(?<![\w*])(?:[A-Y]\d{1,2}|\d{1,2}[A-Y])(?![\w*])"
_SQUARE = worded(_AT)
_ONE = regex(r"(?<![\w*'’])[A-ZÄÖÜ](?![\w*'’])")
_LETTER_HERE = r"(?<![\w*'’])\*?[A-ZÄÖÜ]\*?(?![\w*'’])"
_A_LETTER = rf"[\"„“»«‚‘]?(?P<letter>{_LETTER_HERE})[\"“”«»‘]?"
_SIGN = rf"{_S}{{0,12}}(?:[=:|@→–—]|->|=>|-){_S}{{0,12}}"
_LIES_THERE = rf"(?:{{lies_there}}{{end}}|{{lies_in_brackets}}(?={_S}{{0,9}}(?:[),;.(\n]|$)))"
_LEADS = rf"(?:(?:{{letter_article}}|{{article}}){_S}{{1,3}})?"
_NOTED = (
    rf"(?:{_S}{{0,6}}(?P<note>\([^()\n]{{1,60}}\)|\[[^\[\]\n]{{1,60}}\])"
    rf"|(?:{_S}{{0,3}}[,=:–-])?{_S}{{1,5}}(?:(?:{{stands_for}}|{{letter_article}}){_S}{{1,3}}){{0,2}}"
    rf"(?P<said>{{joker}}{{end}}|{_LIES_THERE})"
    rf"|{_S}{{0,6}}(?P<makes>(?:[-=]>|→){_S}?(?-i:[A-ZÄÖÜ]{{2,15}}))(?![\w*]))?"
)
_SQUARE_FIRST = worded(
    rf"(?P<square>{_AT})(?:(?:{_SIGN}|{_S}{{1,15}}(?:(?:{{stands_for}}|{{gets_letter}}){_S}{{1,3}})?)"
    rf"(?:{_LEADS}{_A_LETTER}{_NOTED}|(?P<lying>{_LIES_THERE})(?:{_S}{{0,3}}\([^()\n]{{1,60}}\))?)"
    rf"|{_S}{{0,3}}\(\s?(?P<inner>{_LETTER_HERE})(?:[\s,;:–-]{{1,3}}(?P<within>[^()\n]{{1,60}}))?\s?\))"
)
_LETTER_FIRST = worded(
    rf"{_LEADS}{_A_LETTER}(?:{_S}{{1,3}}{{letter_noun}})?"
    rf"(?:{_SIGN}|{_S}{{1,9}}(?:(?P<there>{_LIES_THERE}){_S}{{1,3}}|(?:(?:{{lies_at}}|{{stands_for}}|{{starting}}){_S}{{1,3}}){{0,2}})"
    rf"(?:(?:{{on_square}}|{{place_follows}}|{{onto_square}}){_S}{{1,3}})?{_LEADS}(?:{{place}}{_S}{{1,3}})?"
    rf"|{_S}{{0,3}}(?P<open>\())(?P<square>{_AT})(?(open)\)){_NOTED}"
)
_BETWEEN = worded(
    r"(?:[\s,;|/.&+•·*>–—-]|\d{1,2}[.)](?=\s)"
    r"|(?<!\w)(?:{joins_parts}|{conjunction}|{after_that}|{place}|{last}|{letter_noun}|{comes_next}){end})*"
)
_TURNS = worded(r"{begin}(?:{contrast}|{rather}|{or_instead}){end}")
_LEFT_BEFORE = regex(rf"(?:{_AT}|(?<![\w*'’])[A-ZÄÖÜ]){_S}{{0,3}}[=:@→–-]?{_S}{{0,3}}\Z")
_LEFT_BEHIND = regex(rf"{_S}{{0,3}}[=:@→–-]?{_S}{{0,3}}(?:{_AT}|[A-ZÄÖÜ](?![\w*'’]))")
_GAP = rf"(?:{_S}{{0,5}}[,;|/]{_S}{{0,5}}|{_S}{{1,8}})(?:{{conjunction}}{_S}{{1,3}})?"
_LETTERS = (
    rf"(?<![\w*'’])(?P<letters>(?-i:[A-ZÄÖÜ])(?:{_GAP}(?-i:[A-ZÄÖÜ])(?![\w*'’])){{1,14}}"
    r"|(?-i:[A-ZÄÖÜ]{2,15})(?![\w*'’]))"
)
_SQUARES = rf"(?P<squares>{_AT}(?:{_GAP}{_AT}){{1,14}})"
_LINK = (
    r"(?:[\s|:=→>(+–-]|(?<!\w)(?:{lies_at}|{on_square}|{place_follows}|{onto_square}|{article}|{place}|{field_of_squares}"
    r"|{letter_noun}){end}){1,60}"
)
_CALLED_TILES = rf"(?:(?<!\w)(?:{{named_tiles}}|{{letter_noun}}){{end}}{_S}?:?{_S}{{1,3}})?"
_CALLED_SQUARES = rf"(?:(?<!\w)(?:{{field_of_squares}}|{{place}}){{end}}{_S}?:?{_S}{{1,3}})?"
_LETTERS_THEN_SQUARES = worded(rf"{_CALLED_TILES}{_LETTERS}{_LINK}{_SQUARES}")
_SQUARES_THEN_LETTERS = worded(rf"{_CALLED_SQUARES}{_SQUARES}{_LINK}{_LETTERS}")
_REASON = worded(r"{begin}{no_mistakes}{end}\s*[,:–-]*\s*")
_ALONG = {
    Direction.ACROSS: worded(r"{begin}{side_by_side}{end}"),
    Direction.DOWN: worded(r"{begin}{one_below_another}{end}"),
}
_SAYS_WAY = (_ALONG, shapes.SURE_WAY, shapes.ANY_WAY)
_ONWARD = worded(
    rf"(?:{_LEADS}(?<![\w*'’])(?P<first>(?-i:[A-ZÄÖÜ]))(?:{_S}{{1,3}}(?:{{lies_at}}|{{starting}}))?{_S}{{1,3}}"
    rf"(?:{{on_square}}|{{place_follows}}|{{onto_square}}){_S}{{1,3}})?(?:{{place_follows}}{_S}{{1,3}})?(?P<square>{_AT})"
    rf"(?P<gap>[^.!?\n\d]{{1,60}}?)(?<![\w*'’])(?P<letters>(?-i:[A-ZÄÖÜ])(?:{_GAP}(?-i:[A-ZÄÖÜ])(?![\w*'’])){{1,14}})"
    r"(?P<way>[^.!?\n\d]{1,30})?"
)
_THAT_LIES = worded(
    rf"{_LEADS}(?<![\w*'’])(?-i:[A-ZÄÖÜ]){_S}{{1,3}}(?:{{comes_next}}{_S}{{1,3}})?{_LIES_THERE}"
)
_BETWEEN_LETTERS = worded(
    r"{begin}(?:{comes_next}|{joins_parts}|{named_tiles}|{from_there_on}|{lies_at}|{letter_noun}){end}"
)
_IS_BLANK = worded(
    r"^(?:(?:{stands_for}|{letter_article}|{article})\s{1,3}){0,2}{joker}(?:$|[\s,;)])"
)
_LIES = worded(rf"^(?:[A-ZÄÖÜ][\s,]{{1,3}}|(?:{{article}}|{{stands_for}})\s{{1,3}})?{_LIES_THERE}")
_SAYS_NOTHING = worded(
    r"(?:[-=]>|→)?\s?(?:{makes_too}\s)?(?-i:[A-ZÄÖÜ]{2,15})|{real_tile}|\d{1,2}(?:\s?{points})?"
)
_FRAME = regex(r"[\s|*•·>.,;-]*(?:\d{1,2}[.)]\s{1,3})?[\s|*•·>.,;-]*")
_NAMED = regex(r"(?<![^\W_])[A-ZÄÖÜ]{2,15}(?![^\W_])")
