"""One line by the grammar to a play with its faults of reading (rules 4)."""

import re
from collections.abc import Sequence

from lark import Token
from msgspec import Struct
from msgspec.structs import replace

from mailref.orders.entries import PlayRow
from mailref.orders.grammar import LineAsWritten, NamedJokers, SwappedSquares, number_of
from mailref.orders.shapes import LABEL, WordAsWritten, capitals, is_alternate_label, read_word
from mailref.reading.incoming_mail import Line
from mailref.tiles.board import Axes, Direction, Square, read_square
from mailref.tiles.moves import (
    BlankFor,
    BlankLetter,
    BlankOn,
    Fault,
    MissingPlace,
    OffBoard,
    Play,
    RangeMismatch,
    Swap,
    TextSpan,
)
from mailref.tiles.vocabulary import COMMENT_MARK, FURTHER_WORD_MARK, JOKER_MARK, read_direction
from mailref.tiles.when_used import regex


class PlaceAsWritten(Struct, frozen=True):
    """What a line says of its place; what it does not say, or says twice differently, is None."""

    square: Square | None
    direction: Direction | None
    last: Square | None = None
    off_board: Token | None = None
    """The first square named that is on no board."""
    contradicts: bool = False
    """Range, order of letter and number, and direction do not agree."""
    count: int | None = None
    """How many squares the range names; None without a range, or where it is no straight line."""
    has_range: bool = False


Blanks = tuple[BlankFor | BlankOn, ...]
_PLACE_AND_WORD = ("WAY", "BESIDE", "DIRECTION", "SQUARE", "ROW", "WORD", "FURTHER")


def read_play_row(line: Line, written: LineAsWritten, axes: Axes) -> PlayRow:
    """Return the play of a line, as far as it can be made out, and every fault of its writing."""
    word_token = written.token("WORD")
    if word_token is None:
        raise ValueError(f"{line.text!r}: a play without a word is no line of the grammar")
    word = read_word(word_token)
    place = read_place(written, axes)
    blanks, blank_faults = read_blanks(line, written, axes)
    faults = (*_place_faults(line, written, place, word), *blank_faults)
    swaps, swap_faults = read_swaps(line, written, axes)
    is_shouted = capitals(word_token) > 1 or JOKER_MARK in word_token
    has_mark = written.is_alternate or written.number is not None
    has_place = place.square is not None or place.off_board is not None
    # "A3 Plakate" is a place and a word only where letters are rows, and hardly meant so.
    is_whole = has_place and place.direction is not None
    # No noun has a capital inside: "trabeN" lays its N.
    lays_inside = any(letter.isupper() for letter in word_token[1:])
    is_sure = is_shouted or lays_inside or _says_direction(written) or word_token.islower()
    is_complete = is_whole and is_sure and (is_shouted or not faults)
    return PlayRow(
        span=line.whole,
        play=_play(line, written, place, word, blanks),
        faults=(*faults, *swap_faults),
        is_alternate=written.is_alternate or is_alternate_label(_comment(written)),
        number=written.number,
        swaps=swaps,
        total=claims_of(written)[1],
        is_complete=is_complete,
        # "/Max" and "/ Greetings" are how some people sign, "S. POHL" and "POHL 85" others.
        is_bare=not has_place
        and not (has_mark and (is_shouted or written.number is not None))
        and not (is_shouted and _spells_direction(written)),
        is_detailed=_spells_direction(written)
        or (is_shouted and claims_of(written)[0] is not None and not LABEL.fullmatch(word_token)),
        is_doubtful=has_place and not is_complete and not is_shouted and not has_mark,
        named=_named_behind(line, word_token),
    )


_NAMED_BEHIND = regex(r"\(([A-ZÄÖÜ]{2,15})\)")


def _named_behind(line: Line, word: Token) -> tuple[TextSpan, ...]:
    """Return what stands in brackets right behind a word: `MENÜS(HERBSTS)` forms it, `HIN(LEGTE)` is one word."""
    found = _NAMED_BEHIND.match(line.text, word.end_pos or 0)
    return (line.span(*found.span(1)),) if found else ()


def read_one_letter(line: Line, found: re.Match[str], axes: Axes) -> PlayRow | None:
    """Return `H8 W` as a play of one letter, which the referee refuses; None on no board."""
    spot = found["spot"]
    square = square_of(spot, axes)
    if square is None:
        return None
    direction = Direction.DOWN if is_number_first(spot) else Direction.ACROSS
    span = line.span(found.start("spot"), found.end("word"))
    return PlayRow(
        span=line.whole,
        play=Play(square, direction, found["word"].upper(), span),
        is_alternate=bool(found["slash"]),
        number=number_of(found["number"]) if found["number"] else None,
        is_complete=True,
    )


def _play(
    line: Line, written: LineAsWritten, place: PlaceAsWritten, word: WordAsWritten, blanks: Blanks
) -> Play | None:
    """Return the play asked for; None if its square or its direction is not known."""
    if place.square is None or place.direction is None:
        return None
    play = Play(
        square=place.square,
        direction=place.direction,
        word=word.letters,
        span=span_of(line, *written.tokens(*_PLACE_AND_WORD)),
        small=word.small,
        starred=word.starred,
        eszett=word.eszett,
        blanks=blanks,
        last=place.last,
        also=tuple(token.lstrip(f"{FURTHER_WORD_MARK} ") for token in written.tokens("FURTHER")),
        claimed=claims_of(written)[0],
        comment=_comment(written),
    )
    return _mark_eszett(play)


def _says_direction(written: LineAsWritten) -> bool:
    """Tell whether the line names its direction, by word or by a range."""
    return written.token("WAY", "BESIDE", "DIRECTION", "TO") is not None


def _spells_direction(written: LineAsWritten) -> bool:
    """Tell whether the line names its direction by more than a letter."""
    return any(len(token.strip(" -,:./()")) > 1 for token in written.tokens("WAY", "DIRECTION"))


def span_of(line: Line, *tokens: Token) -> TextSpan:
    """Return where *tokens* stand, from the first to the last, without spaces at the ends."""
    start = min((token.start_pos or 0) + len(token) - len(token.lstrip()) for token in tokens)
    end = max((token.start_pos or 0) + len(token.rstrip()) for token in tokens)
    return line.span(start, end)


def _place_faults(
    line: Line, written: LineAsWritten, place: PlaceAsWritten, word: WordAsWritten
) -> tuple[Fault, ...]:
    named = written.tokens("SQUARE", "ROW")
    word_span = span_of(line, *written.tokens("WORD"))
    if place.off_board is not None:
        off = OffBoard(
            span=span_of(line, place.off_board),
            square=None,
            direction=place.direction,
            word=word.letters,
            overhang=len(word.letters),
        )
        return (off,)
    if not named:
        return (MissingPlace(span=word_span, word=word.letters, lacks="square"),)
    at = span_of(line, *written.tokens("WAY", "SQUARE", "ROW", "BESIDE", "DIRECTION"))
    if place.contradicts or (place.has_range and place.count != len(word.letters)):
        return (RangeMismatch(span=at, word=word.letters, squares_named=place.count),)
    if place.direction is None:
        return (MissingPlace(span=at, word=word.letters, lacks="direction"),)
    return ()


def _mark_eszett(play: Play) -> Play:
    """Turn `Joker = ß` into a star on the ß: the referee then says that a joker cannot be one."""
    named = BlankFor("ß")
    if named not in play.blanks or not play.eszett:
        return play
    return replace(
        play,
        starred=play.starred | {min(play.eszett)},
        blanks=tuple(blank for blank in play.blanks if blank != named),
    )


def _comment(written: LineAsWritten) -> str | None:
    """Return what stands after `//` and in brackets."""
    parts = [
        token.removeprefix(COMMENT_MARK).strip() if token.type == "COMMENT" else token.strip("() ")
        for token in written.tokens("COMMENT", "REMARK")
    ]
    return "; ".join(part for part in parts if part) or None


def read_blanks(line: Line, written: LineAsWritten, axes: Axes) -> tuple[Blanks, tuple[Fault, ...]]:
    """Return the blanks named as `Joker = T` or `A4 = Blanko`; a square on no board is a fault."""
    blanks: list[BlankFor | BlankOn] = []
    faults: list[Fault] = []
    for joker in written.pieces:
        if not isinstance(joker, NamedJokers):
            continue
        for target in joker.targets:
            name = target.strip()
            square = square_of(name, axes)
            if square is not None:
                blanks.append(BlankOn(square))
            elif len(name) > 1:
                faults.append(BlankLetter(span=span_of(line, target), named=name))
            else:
                blanks.append(BlankFor("ß" if name in "ßẞ" else name.upper()))
    return tuple(blanks), tuple(faults)


def read_swaps(
    line: Line, written: LineAsWritten, axes: Axes
) -> tuple[tuple[Swap, ...], tuple[Fault, ...]]:
    """Return the squares of `Jokertausch=A12, B3`."""
    swaps: list[Swap] = []
    faults: list[Fault] = []
    for piece in written.pieces:
        if not isinstance(piece, SwappedSquares):
            continue
        for target in piece.targets:
            span = span_of(line, target)
            square = square_of(target, axes)
            if square is not None:
                swaps.append(Swap(square, span))
            else:
                off = OffBoard(
                    span=span, square=None, direction=None, word=target.strip(), overhang=0
                )
                faults.append(off)
    return tuple(swaps), tuple(faults)


def claims_of(written: LineAsWritten) -> tuple[int | None, int | None]:
    """Return the play's claim, the last number before `Summe`, and the move's, the last after it."""
    claim = total = None
    is_total = False
    for token in written.tokens("CALC", "TOTAL"):
        if token.type == "TOTAL":
            is_total = True
        elif is_total:
            total = value_of(token)
        else:
            claim = value_of(token)
    return claim, total


_NUMBER = regex(r"\d+")
_PARENTHESES = regex(r"\(([^()]*)\)")


def value_of(sum_: str) -> int:
    """Return what `14*2+23`, `23x2` or `(13+4)*2` comes to."""
    while group := _PARENTHESES.search(sum_):
        sum_ = sum_[: group.start()] + str(value_of(group[1])) + sum_[group.end() :]
    total = 0
    for product in sum_.split("+"):
        factor = 1
        for number in _NUMBER.findall(product):
            factor *= int(number)
        total += factor
    return total


_SPOT = regex(r"([A-Za-z])\s*+(\d{1,3})|(\d{1,3})\s*+([A-Za-z])")


def read_place(written: LineAsWritten, axes: Axes) -> PlaceAsWritten:
    """Return where the play of *written* lies."""
    named = written.tokens("SQUARE", "ROW")
    explicit = {
        way for way in map(read_direction, written.tokens("WAY", "BESIDE", "DIRECTION")) if way
    }
    if not named:
        return PlaceAsWritten(None, next(iter(explicit), None), contradicts=len(explicit) > 1)
    squares = _squares(named, axes)
    if None in squares:
        direction = next(iter(explicit), None) or _implied(named, axes)
        return PlaceAsWritten(None, direction, off_board=named[squares.index(None)])
    on_board = [square for square in squares if square is not None]
    if len(on_board) == 1:
        return _at_square(on_board[0], explicit, _implied(named, axes))
    return _along_range(on_board, explicit, number_first=_is_down_notation(named, axes))


def square_of(token: str, axes: Axes) -> Square | None:
    """Return the square that *token* names; None if it is on no board."""
    try:
        return read_square(token, axes)
    except ValueError:
        return None


def is_number_first(token: str) -> bool:
    """Tell `8H` from `H8`."""
    return token.lstrip()[0].isdigit()


def _squares(named: Sequence[Token], axes: Axes) -> list[Square | None]:
    """Read the squares of a place; `H4-8` is short for H4-H8."""
    squares = [square_of(named[0], axes)]
    for token in named[1:]:
        text = str(token)
        if token.type == "ROW":
            spot = _SPOT.search(named[0])
            text = f"{(spot[1] or spot[4]) if spot else ''}{token}"
        squares.append(square_of(text, axes))
    return squares


def _implied(named: Sequence[Token], axes: Axes) -> Direction | None:
    """Where letters are rows, `H8` runs across and `8H` down (seed 002)."""
    if axes is Axes.COLUMNS:
        return None
    if len(named) > 1:
        return None
    return Direction.DOWN if is_number_first(named[0]) else Direction.ACROSS


def _is_down_notation(named: Sequence[Token], axes: Axes) -> bool:
    return axes is Axes.ROWS and all(is_number_first(token) for token in named)


def _at_square(
    square: Square, explicit: set[Direction], implied: Direction | None
) -> PlaceAsWritten:
    said = explicit | ({implied} if implied else set())
    if len(said) > 1:
        return PlaceAsWritten(square, implied, contradicts=True)
    return PlaceAsWritten(square, next(iter(said), None))


def _along_range(
    ends: Sequence[Square], explicit: set[Direction], *, number_first: bool
) -> PlaceAsWritten:
    """A range gives the direction; written backwards it is read as meant (rules 8)."""
    first, last = min(ends), max(ends)
    if first.row != last.row and first.column != last.column:
        return PlaceAsWritten(first, None, last, contradicts=True, has_range=True)
    count = last.row - first.row + last.column - first.column + 1
    if count == 1:  # "H8-H8: A": a word of one letter runs either way
        said = explicit
        along = next(iter(explicit), Direction.ACROSS)
    else:
        along = Direction.ACROSS if first.row == last.row else Direction.DOWN
        said = explicit | {along} | ({Direction.DOWN} if number_first else set())
    return PlaceAsWritten(
        first, along, last, contradicts=len(said) > 1, count=count, has_range=True
    )
