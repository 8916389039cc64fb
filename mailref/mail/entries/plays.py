"""One line by the grammar to a play with its faults of reading (rules 4)."""

from dataclasses import replace

from lark import Token

from mailref.mail.entries.places import Place, read_place, square_of
from mailref.mail.entries.rows import JokerRow, PlayRow, SwapRow
from mailref.mail.entries.words import WordAsWritten, capitals, read_word, value_of
from mailref.mail.entries.written import Joker, Tausch, Written
from mailref.mail.incoming.model import Line
from mailref.rules.board import Axes
from mailref.rules.faults import BlankLetter, Fault, MissingPlace, OffBoard, RangeMismatch
from mailref.rules.moves import BlankFor, BlankOn, Play, Swap, TextSpan

_PLACE_AND_WORD = ("WAY", "DIRECTION", "SQUARE", "ROW", "WORD", "FURTHER")


def span_of(line: Line, *tokens: Token) -> TextSpan:
    """Return where *tokens* stand, from the first to the last, without blanks at the ends."""
    start = min((token.start_pos or 0) + len(token) - len(token.lstrip()) for token in tokens)
    end = max((token.start_pos or 0) + len(token.rstrip()) for token in tokens)
    return line.span(start, end)


def read_play_row(line: Line, written: Written, axes: Axes) -> PlayRow:
    """Return the play of a line, as far as it can be made out, and every fault of its writing."""
    word_token = written.token("WORD")
    if word_token is None:
        raise ValueError(f"{line.text!r}: a play without a word is no line of the grammar")
    word = read_word(word_token)
    place = read_place(written, axes)
    span = span_of(line, *written.tokens(*_PLACE_AND_WORD))
    blanks, blank_faults = read_blanks(line, written, axes)
    faults = (*_place_faults(line, written, place, word), *blank_faults)
    claim, total = claims_of(written)
    play = None
    if place.square is not None and place.direction is not None:
        play = _mark_eszett(
            Play(
                square=place.square,
                direction=place.direction,
                word=word.letters,
                span=span,
                small=word.small,
                starred=word.starred,
                eszett=word.eszett,
                blanks=blanks,
                last=place.last,
                also=tuple(token.lstrip("+ ") for token in written.tokens("FURTHER")),
                claimed=claim,
                comment=_comment(written),
            )
        )
    swaps, swap_faults = read_swaps(line, written, axes)
    is_shouted = capitals(word_token) > 1 or "*" in word_token
    has_mark = written.is_alternate or written.number is not None
    has_place = place.square is not None or place.off_board is not None
    # "A3 Plakate" is a place and a word only where letters are rows, and hardly meant so.
    is_whole = has_place and place.direction is not None
    is_sure = is_shouted or _says_direction(written) or word_token.islower()
    is_complete = is_whole and is_sure and (is_shouted or not faults)
    return PlayRow(
        span=line.span(*_whole(line)),
        play=play,
        faults=(*faults, *swap_faults),
        is_alternate=written.is_alternate,
        number=written.number,
        swaps=swaps,
        total=total,
        is_complete=is_complete,
        # "/Max" and "/ Greetings" are how some people sign.
        is_bare=not has_place and not (has_mark and (is_shouted or written.number is not None)),
        is_doubtful=has_place and not is_complete and not is_shouted and not has_mark,
    )


def _says_direction(written: Written) -> bool:
    """Tell whether the line names its direction, by word or by a range."""
    return written.token("WAY", "DIRECTION", "TO") is not None


def _whole(line: Line) -> tuple[int, int]:
    """Return the bounds of the line without blanks at its ends."""
    text = line.text
    return len(text) - len(text.lstrip()), len(text.rstrip())


def _place_faults(
    line: Line, written: Written, place: Place, word: WordAsWritten
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
    at = span_of(line, *written.tokens("WAY", "SQUARE", "ROW", "DIRECTION"))
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


def read_blanks(
    line: Line, written: Written, axes: Axes
) -> tuple[tuple[BlankFor | BlankOn, ...], tuple[Fault, ...]]:
    """Return the blanks named as `Joker = T` or `A4 = Blanko`; a square on no board is a fault."""
    blanks: list[BlankFor | BlankOn] = []
    faults: list[Fault] = []
    for joker in written.pieces:
        if not isinstance(joker, Joker):
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
    line: Line, written: Written, axes: Axes
) -> tuple[tuple[Swap, ...], tuple[Fault, ...]]:
    """Return the squares of `Jokertausch=A12, B3`."""
    swaps: list[Swap] = []
    faults: list[Fault] = []
    for piece in written.pieces:
        if not isinstance(piece, Tausch):
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


def read_swap_row(line: Line, written: Written, axes: Axes) -> SwapRow:
    """Return a line that holds a Jokertausch and no play."""
    swaps, faults = read_swaps(line, written, axes)
    return SwapRow(written.is_alternate, swaps, faults)


def read_joker_row(line: Line, written: Written, axes: Axes) -> JokerRow:
    """Return a line that names blanks and no play."""
    blanks, faults = read_blanks(line, written, axes)
    return JokerRow(blanks, faults)


def claims_of(written: Written) -> tuple[int | None, int | None]:
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


def _comment(written: Written) -> str | None:
    """Return what stands after `//` and in brackets."""
    parts = [
        token.removeprefix("//").strip() if token.type == "COMMENT" else token.strip("() ")
        for token in written.tokens("COMMENT", "REMARK")
    ]
    return "; ".join(part for part in parts if part) or None
