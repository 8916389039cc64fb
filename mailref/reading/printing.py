"""An entry as a player would write it, in any notation and style; reading it gives it back."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum

from mailref.reading.entries import Entry, GameFace, habits_of
from mailref.rules.board import Axes, Direction, Square, place_name, square_name
from mailref.rules.moves import BlankFor, BlankOn, Move, Play, swap_name
from mailref.rules.vocabulary import (
    ALTERNATE_MARK,
    COMMENT_MARK,
    FURTHER_WORD_MARK,
    GERMAN,
    JOKER_MARK,
    Command,
    direction_letter,
    direction_word,
)


class PlaceStyle(Enum):
    """How the place of a play is written (rules 4)."""

    SHORT = "M10s"
    SPACED = "M 10 s"
    LONG = "M10 senkrecht"
    ABBREVIATED = "M10 senkr."
    ENGLISH = "M10 down"
    BEFORE = "senkrecht M10"
    RANGE = "M10-M14"
    WIDE_RANGE = "M10 - M 14"
    BACKWARDS = "M14-M10"


class ClaimStyle(StrEnum):
    """How points are claimed; `{}` is the number."""

    PLAIN = "{}"
    EQUALS = "= {}"
    POINTS = f"{{}} {GERMAN.points[0]}"
    BRACKETS = "({} P.)"
    SUM = "0*2+{} = {}"


_BLANKO = GERMAN.joker[0]


class BlankStyle(StrEnum):
    """How a blank is named; `{}` is its letter or square."""

    EQUALS = f", {{}} = {_BLANKO}"
    JOKER = f", {GERMAN.joker[1]} = {{}}"
    BRACKETS = f" ({_BLANKO}: {{}})"


@dataclass(frozen=True, slots=True)
class Style:
    """A player's way of writing."""

    place: PlaceStyle = PlaceStyle.SHORT
    claim: ClaimStyle = ClaimStyle.PLAIN
    blank: BlankStyle = BlankStyle.EQUALS
    has_colon: bool = False
    """`H4-H8: BEINE`."""
    is_small: bool = False
    """Small letters throughout, where case tells nothing."""
    numbers_plays: bool = False
    """Numbers also where a move is one play."""
    marks_moves: bool = False
    """A slash before further moves also where moves are equal (SB)."""


def print_entry(entry: Entry, face: GameFace, style: Style) -> str:
    """Return the lines of an entry: heading, player, commands, moves; a move unread is left out."""
    return "\n".join(_entry_lines(entry, face, style)) + "\n"


def _entry_lines(entry: Entry, face: GameFace, style: Style) -> Iterator[str]:
    yield face.title
    if entry.player is not None:
        yield f"{GERMAN.player[0]}={entry.player.text}"
    for command in entry.commands:
        if command not in (Command.PRESS, Command.LOT_WORD):
            yield GERMAN.commands[command][0]
    moves = [written.move for written in entry.moves if written.move is not None]
    for index, move in enumerate(moves):
        is_further = index > 0 and (habits_of(face.rules).are_numbered or style.marks_moves)
        yield from _move_lines(move, face, style, slash=ALTERNATE_MARK if is_further else "")
    if entry.lot_word:
        yield f"{GERMAN.commands[Command.LOT_WORD][0]} {entry.lot_word}"
    if entry.press:
        yield f"{GERMAN.commands[Command.PRESS][0]}: {entry.press}"


def _move_lines(move: Move, face: GameFace, style: Style, *, slash: str) -> Iterator[str]:
    axes = face.rules.axes
    if move.swaps:
        yield slash + swap_name([swap.square for swap in move.swaps], axes)
    has_numbers = style.numbers_plays or habits_of(face.rules).plays > 1
    for number, play in enumerate(move.plays, start=1):
        mark = f"{number}. " if has_numbers else ""
        total = ""
        if number == len(move.plays) and move.total_claimed is not None:
            total = f" {GERMAN.total[0]}: {move.total_claimed}"
        comment = f" {COMMENT_MARK} {play.comment}" if play.comment else ""
        yield f"{slash}{mark}{print_play(play, axes, style)}{total}{comment}"


def print_play(play: Play, axes: Axes, style: Style) -> str:
    """Return place, word, further words, blanks and claim of one play."""
    colon = ":" if style.has_colon else ""
    further = "".join(f"{FURTHER_WORD_MARK}{word}" for word in play.also)
    blanks = "".join(style.blank.format(_blank_name(blank, axes)) for blank in play.blanks)
    claim = "" if play.claimed is None else " " + style.claim.replace("{}", str(play.claimed))
    word = print_word(play, is_small=style.is_small)
    return f"{_place(play, axes, style.place)}{colon} {word}{further}{blanks}{claim}"


def _blank_name(blank: BlankFor | BlankOn, axes: Axes) -> str:
    match blank:
        case BlankFor(letter):
            return letter
        case BlankOn(square):
            return square_name(square, axes)


def _place(play: Play, axes: Axes, style: PlaceStyle) -> str:
    name = place_name(play.square, play.direction, axes)
    spaced = f"{name[:-1]} {name[-1]}" if name[0].isdigit() else f"{name[0]} {name[1:]}"
    first, last = (square_name(square, axes) for square in _ends(play))
    match style:
        case PlaceStyle.SHORT:
            return f"{name}{direction_letter(play.direction)}"
        case PlaceStyle.SPACED:
            return f"{spaced} {direction_letter(play.direction)}"
        case PlaceStyle.LONG:
            return f"{name} {direction_word(play.direction, 'de')}"
        case PlaceStyle.ABBREVIATED:
            return f"{name} {_abbreviated(play.direction)}"
        case PlaceStyle.ENGLISH:
            return f"{name} {direction_word(play.direction, 'en')}"
        case PlaceStyle.BEFORE:
            return f"{direction_word(play.direction, 'de')} {name}"
        case PlaceStyle.RANGE:
            return f"{first}-{last}"
        case PlaceStyle.WIDE_RANGE:
            return f"{first} - {last[0]} {last[1:]}"
        case PlaceStyle.BACKWARDS:
            return f"{last}-{first}"


def _abbreviated(direction: Direction) -> str:
    return next(form for form in GERMAN.directions[direction] if form.endswith("."))


def _ends(play: Play) -> tuple[Square, Square]:
    return play.square, play.square.along(play.direction, len(play.word) - 1)


def print_word(play: Play, *, is_small: bool = False) -> str:
    """Return the word as written: `BE*HAUE`, `müllSACK`, `FUß`."""
    written = []
    for index, letter in enumerate(play.word):
        if index in play.eszett and _is_second_s(play, index):
            continue
        star = JOKER_MARK if index in play.starred else ""
        if index in play.eszett:
            written.append(f"{star}ß")
        else:
            small = index in play.small or (is_small and not play.small)
            written.append(star + (letter.lower() if small else letter))
    return "".join(written)


def _is_second_s(play: Play, index: int) -> bool:
    """Tell whether *index* is the second S of a ß."""
    start = index
    while start - 1 in play.eszett:
        start -= 1
    return (index - start) % 2 == 1
