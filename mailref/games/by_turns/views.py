"""A game in turns as templates see it: turns, what happened, the score sheet, what only its owner sees.

Rule for editors: a value is taken out of a `Secret` in `own_seen` and `orders_seen` only, and both are
given what belongs to the reader of the mail.
"""

from collections.abc import Iterator, Sequence
from itertools import dropwhile, takewhile, zip_longest
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.by_turns.faces import (
    LeftOnBoard,
    OnBoard,
    OnTable,
    OwnFace,
    ShownOrder,
    SoloTries,
    TurnFace,
)
from mailref.games.by_turns.history import (
    SheetLine,
    SheetWhy,
    ToldTaking,
    ToldTurn,
    TurnHistory,
    TurnKind,
)
from mailref.games.by_turns.rules import TurnRules
from mailref.games.in_hand import Seat
from mailref.games.rummikub.views import table_figure
from mailref.games.secret import Secret
from mailref.orders.written import Condition, IfPlay
from mailref.report.attachments import LedgerRow
from mailref.report.board_view import BoardView
from mailref.report.sheet import LetterLabels, letters_left
from mailref.tiles.board import BLANK, TILES, Board, place_name, square_name
from mailref.tiles.moves import Fault
from mailref.writing.document import Figure, ScoresFigure
from mailref.writing.never_a_move import MOST_NAME, one_line
from mailref.writing.scene import Words, board_figure, position_in_words
from mailref.writing.views import (
    BlankSeen,
    FaultSeen,
    PlaySeen,
    SpotSeen,
    fault_seen,
    named,
    scored_seen,
)


class OffSeen(Struct, frozen=True):
    """Tiles taken from the board of Un-Scrabble, a star before a blank; the words that came of it."""

    letters: tuple[str, ...]
    squares: tuple[str, ...]
    words: tuple[str, ...]


def off_seen(off: ToldTaking | None, rules: TurnRules) -> OffSeen | None:
    """Return what was taken off as templates see it."""
    if off is None:
        return None
    return OffSeen(
        tuple(f"*{tile.letter}" if tile.is_blank else tile.letter for tile in off.tiles),
        tuple(square_name(tile.square, rules.axes) for tile in off.tiles),
        off.words,
    )


class TurnSeen(Struct, frozen=True):
    """One turn as everybody may know it, its squares named."""

    it: ToldTurn
    play: PlaySeen | None
    swaps: tuple[BlankSeen, ...]
    off: OffSeen | None

    @property
    def word(self) -> str:
        if self.it.made is not None:
            return self.it.made.word
        if self.off is not None:
            return "".join(self.off.letters)
        return self.play.word if self.play is not None else ""


def turn_seen(turn: ToldTurn, rules: TurnRules) -> TurnSeen:
    play = scored_seen(turn.scored, 1, rules.axes) if turn.scored is not None else None
    return TurnSeen(turn, play, _swaps(turn, rules), off_seen(turn.off, rules))


def in_a_line(turn: ToldTurn, rules: TurnRules, words: Words) -> str:
    """Return what a turn was in one line."""
    return words.of("turns/in_a_line", turn.form, turn_seen(turn, rules))


def _swaps(turn: ToldTurn, rules: TurnRules) -> tuple[BlankSeen, ...]:
    if turn.board is None:
        return ()
    return tuple(
        BlankSeen(turn.board.letter(square) or "", square_name(square, rules.axes))
        for square in turn.swaps
    )


class GroupSeen(Struct, frozen=True):
    """A group of letters that are not seen yet, in the booklet's order."""

    name: str
    left: int
    letters: tuple[str, ...]  # each with its number: `E 9`


def groups_seen(tiles: str, labels: LetterLabels) -> tuple[GroupSeen, ...]:
    """Return the booklet's groups of *tiles*; those of which none is left are left out."""
    return tuple(
        GroupSeen(
            labels.groups[group.group],
            group.left,
            tuple(
                f"{each.left}×{labels.blank if each.letter == BLANK else each.letter}"
                for each in group.letters
                if each.left
            ),
        )
        for group in letters_left(tiles, TILES)
        if group.left
    )


class OrderSeen(Struct, frozen=True):
    """A move that is not carried out: kept, tried or waiting."""

    it: ShownOrder
    condition: str
    """The name of what it depends on; "": of nothing."""
    where: str
    """In which place a play must lie for it."""
    play: PlaySeen | None
    letters: tuple[str, ...]
    off: OffSeen | None

    @property
    def said(self) -> str:
        """Return the word, or the letters, by which a heading names it; "" where it has none."""
        if self.off is not None:
            return " ".join(self.off.letters)
        word = self.it.made or self.play
        return word.word if word is not None else ""


def orders_seen(
    orders: Secret[tuple[ShownOrder, ...]] | None, rules: TurnRules, labels: LetterLabels
) -> tuple[OrderSeen, ...]:
    """Return the orders of the reader."""
    return tuple(
        OrderSeen(
            it=each,
            condition=named(type(each.condition)) if each.condition is not None else "",
            where=_where(each.condition, rules),
            play=scored_seen(each.scored, at, rules.axes) if each.scored is not None else None,
            letters=_letters(each.letters, labels),
            off=off_seen(each.off, rules),
        )
        for at, each in enumerate(orders.value if orders is not None else (), start=1)
    )


def _where(condition: Condition | None, rules: TurnRules) -> str:
    if not isinstance(condition, IfPlay):
        return ""
    return place_name(condition.square, condition.direction, rules.axes)


def _letters(letters: str, labels: LetterLabels) -> tuple[str, ...]:
    return tuple(labels.blank if letter == BLANK else letter for letter in letters)


class ReceiptSeen(Struct, frozen=True):
    number: int
    receipt: str
    nonce: str
    drawn: tuple[str, ...]


class OwnSeen(Struct, frozen=True):
    """What the reader alone may see."""

    rack: str
    unseen: int
    groups: tuple[GroupSeen, ...]
    receipts: tuple[ReceiptSeen, ...]
    kept: tuple[OrderSeen, ...]
    wish: tuple[str, ...] = ()
    tries: SoloTries | None = None


def own_seen(own: OwnFace | None, rules: TurnRules, labels: LetterLabels) -> OwnSeen | None:
    """Return what the mail to its owner shows; None for everybody else."""
    if own is None:
        return None
    return OwnSeen(
        rack=own.rack.value,
        unseen=len(own.unseen.value),
        groups=groups_seen(own.unseen.value, labels),
        receipts=tuple(
            ReceiptSeen(
                each.number, each.receipt, each.nonce.value, _letters(each.drawn.value, labels)
            )
            for each in own.receipts
        ),
        kept=orders_seen(own.kept, rules, labels),
        wish=tuple(own.wish.value),
        tries=own.tries.value if own.tries is not None else None,
    )


def board_of_face(face: TurnFace) -> Board:
    """Return the board of a game; TypeError where words lie on a table."""
    if not isinstance(face.lies, OnBoard | LeftOnBoard):
        raise TypeError(f"{face.game}: there is no board")
    return face.lies.board


def table_view(face: TurnFace, words: Words) -> BoardView:
    """Return the board as it lies, the last play marked; one that may be challenged otherwise."""
    rules, board = face.rules, board_of_face(face)
    marked = face.marked
    is_open = face.open_play is not None
    last = face.history.turns[-1] if face.history.turns else None
    return BoardView(
        board,
        rules.axes,
        words.premiums,
        marked=frozenset() if is_open else marked,
        still_open=marked if is_open else frozenset(),
        swapped=frozenset(last.swaps)
        if last is not None and not last.is_taken_back
        else frozenset(),
        start=rules.start if board.is_empty else None,
        gone=face.lies.gone if isinstance(face.lies, LeftOnBoard) else (),
    )


def view_with(face: TurnFace, order: ShownOrder, words: Words) -> BoardView:
    """Return the board with a move of the reader drawn in."""
    view = table_view(face, words)
    if order.board is None:
        return view
    if order.off is not None:
        return replace(view, board=order.board, proposal=order.off.tiles, gone=())
    if order.scored is None:
        return view
    return replace(view, board=order.board, proposal=order.scored.new_tiles)


def proposal_figure(face: TurnFace, order: ShownOrder, words: Words) -> Figure:
    """Return the board with a move of the reader; where tiles are to be taken, in words without them."""
    view = view_with(face, order, words)
    if order.off is None or order.board is None:
        return board_figure(view, words, words.phrase("board_proposed", None))
    caption = words.phrase("board_without")
    said = position_in_words(replace(view, board=order.board, proposal=()), words)
    return replace(
        board_figure(view, words, caption), alt=one_line(f"{caption} {said}", _MOST_SAID)
    )


_MOST_SAID = 1500


def ledger_lines(history: TurnHistory, rules: TurnRules, words: Words) -> tuple[LedgerRow, ...]:
    """Return every turn, and where they belong what challenges cost, corrections and the end."""
    return tuple(_ledger_line(line, history, rules, words) for line in history.sheet)


def _ledger_line(
    line: SheetLine, history: TurnHistory, rules: TurnRules, words: Words
) -> LedgerRow:
    turn = history.turn(line.number) if line.why is SheetWhy.TURN else None
    if turn is None:
        said, formula = words.of("turns/beside_turn", line.why.value), ""
    else:
        said = in_a_line(turn, rules, words)
        formula = "" if turn.is_taken_back else turn.formula
    player = one_line(line.player, MOST_NAME)
    return LedgerRow(f"{line.number}", player, said, formula, f"{line.points}", f"{line.total}")


def scores_figure(
    history: TurnHistory, seats: tuple[Seat, ...], words: Words, *, last: int = 0
) -> ScoresFigure:
    """Return the score sheet as the booklet prints it; the lines of the *last* turns, 0: all.

    A cell is a turn. What changed the total beside it (a challenge in vain, a correction) stands in
    the cell of the turn before, or of the first one: every sum can be followed.
    """
    labels = words.table
    columns = [
        [_cell(lines, history, words) for lines in _by_turn(_lines(history, seat))]
        for seat in seats
    ]
    rows = tuple(zip_longest(*columns, fillvalue=("", "")))
    cut = max(0, len(rows) - -(-last // max(1, len(seats)))) if last else 0
    gap = (tuple(("…", "…") for _ in columns),) if cut else ()
    return ScoresFigure(
        tuple(one_line(seat.name, MOST_NAME) for seat in seats),
        labels.points,
        labels.total,
        (*gap, *rows[cut:], *_last_row(history, seats)),
    )


def _lines(history: TurnHistory, seat: Seat) -> list[SheetLine]:
    return [line for line in history.sheet if line.player == seat.name]


def _is_of_turn(line: SheetLine) -> bool:
    return line.why is SheetWhy.TURN


def _by_turn(lines: Sequence[SheetLine]) -> Sequence[Sequence[SheetLine]]:
    """Return a player's lines before the end, those of each turn and beside it together."""
    cells: list[list[SheetLine]] = []
    for line in takewhile(lambda line: line.why is not SheetWhy.END, lines):
        has_begun = any(map(_is_of_turn, cells[-1])) if cells else False
        if not cells or (has_begun and _is_of_turn(line)):
            cells.append([])
        cells[-1].append(line)
    return cells


def _cell(lines: Sequence[SheetLine], history: TurnHistory, words: Words) -> tuple[str, str]:
    """Return `18` or `18-5`, and the total after it."""
    said = "".join(_points_of(line, history, words, is_first=line is lines[0]) for line in lines)
    return said, f"{lines[-1].total}"


def _points_of(line: SheetLine, history: TurnHistory, words: Words, *, is_first: bool) -> str:
    turn = history.turn(line.number) if _is_of_turn(line) else None
    if turn is not None and turn.kind is TurnKind.TIMEOUT:
        return words.label("table_missed")
    return f"{line.points}" if is_first and _is_of_turn(line) else f"{line.points:+d}"


def _last_row(
    history: TurnHistory, seats: tuple[Seat, ...]
) -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield, once tiles were counted, what each got or lost by that and after it, and his total."""
    if any(line.why is SheetWhy.END for line in history.sheet):
        yield tuple(_at_the_end(_lines(history, seat)) for seat in seats)


def _at_the_end(lines: Sequence[SheetLine]) -> tuple[str, str]:
    if not lines:
        return "", ""
    after = dropwhile(lambda line: line.why is not SheetWhy.END, lines)
    return "".join(f"{line.points:+d}" for line in after), f"{lines[-1].total}"


class FaultsTold(Struct, frozen=True):
    """What is wrong in a mail, line by line, and what is only remarked."""

    spots: tuple[SpotSeen, ...]
    remarks: tuple[FaultSeen, ...]


def faults_told(faults: Sequence[Fault], face: TurnFace) -> FaultsTold:
    """Return what is told of *faults*."""
    seen = tuple(fault_seen(fault, (fault.span,), face.rules.axes) for fault in faults)
    spots = spots_of(tuple(fault for fault in seen if not fault.remarks))
    return FaultsTold(spots, tuple(fault for fault in seen if fault.remarks))


def spots_of(faults: Sequence[FaultSeen]) -> tuple[SpotSeen, ...]:
    """Return the faults by the line of the mail in which they show."""
    lines = dict.fromkeys(fault.at for fault in faults)
    return tuple(
        SpotSeen(f"fault.{at}", line, tuple(fault for fault in faults if fault.at == line))
        for at, line in enumerate(lines)
    )


def lying_figure(face: TurnFace, words: Words, caption: str = "") -> Figure:
    """Return what lies open: the board, by default after its last turn, or the words on the table."""
    turns = face.history.turns
    match face.lies:
        case OnBoard() | LeftOnBoard():
            last = words.phrase("board_after_turn", turns[-1].number) if turns else ""
            said = caption or last or words.phrase("board_now")
            return board_figure(table_view(face, words), words, said)
        case OnTable() as lies:
            is_open = face.open_play is not None
            return table_figure(lies, turns[-1].number if turns else 0, words, is_open=is_open)
        case _:
            assert_never(face.lies)
