"""Play lines to moves: Teilzüge, alternates, swaps, and how many of them a game allows (rules 8)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from mailref.mail.entries.habits import Habits
from mailref.mail.entries.rows import (
    CommentRow,
    EntryRow,
    JokerRow,
    PlayRow,
    SwapRow,
    TotalRow,
)
from mailref.rules.asked import WrittenMove
from mailref.rules.faults import Fault, TooManyMoves, TooManyPlays
from mailref.rules.moves import Move, TextSpan


@dataclass(frozen=True, slots=True)
class Moves:
    """The moves of an entry, and the line that makes them ambiguous."""

    moves: tuple[WrittenMove, ...]
    second_play: TextSpan | None = None


def read_moves(rows: Sequence[EntryRow], habits: Habits) -> Moves:
    """Put the lines of an entry together to moves, in the order written."""
    plays = certain_plays(gathered(rows), habits)
    if not habits.are_numbered:
        return Moves(tuple(_written([row], at, habits) for at, row in enumerate(plays)))
    sets = _Sets(habits)
    for row in plays:
        sets.add(row)
    moves = tuple(_written(each, at, habits) for at, each in enumerate(sets.sets))
    return Moves(moves, sets.second_play)


def certain_plays(plays: Sequence[PlayRow], habits: Habits) -> list[PlayRow]:
    """Drop what looks like a play only where no better one stands: `A3 Plakate`, `DANKE`."""
    if not any(row.is_firm for row in plays):
        return list(plays)
    return [
        row
        for row in plays
        if row.is_firm or (row.is_bare and not habits.are_numbered and not row.is_doubtful)
    ]


def gathered(rows: Sequence[EntryRow]) -> list[PlayRow]:
    """Return the plays with the swaps, jokers, sums and comments that stand in lines of their own.

    A swap goes with the next play line of the same slash, else with the one before (rules 8); what
    else stands alone belongs to the play above it, or to the first.
    """
    found = {index: row for index, row in enumerate(rows) if isinstance(row, PlayRow)}
    if not found:
        return []
    for index, row in enumerate(rows):
        match row:
            case SwapRow(is_alternate, swaps, faults):
                at = _play_of_swap(found, index, is_alternate=is_alternate)
                play = found[at]
                found[at] = replace(play, swaps=play.swaps + swaps, faults=play.faults + faults)
            case JokerRow() | TotalRow() | CommentRow():
                at = max((each for each in found if each < index), default=min(found))
                found[at] = _with(found[at], row)
            case _:
                pass
    return [found[index] for index in sorted(found)]


def _play_of_swap(plays: dict[int, PlayRow], index: int, *, is_alternate: bool) -> int:
    same = [at for at, row in plays.items() if row.is_alternate == is_alternate]
    after = [at for at in same if at > index]
    before = [at for at in same if at < index] or [at for at in plays if at < index]
    return min(after) if after else max(before, default=min(plays))


def _with(row: PlayRow, addition: JokerRow | TotalRow | CommentRow) -> PlayRow:
    play = row.play
    match addition:
        case TotalRow(total):
            return replace(row, total=total)
        case JokerRow(blanks, faults):
            play = play and replace(play, blanks=play.blanks + blanks)
            return replace(row, play=play, faults=row.faults + faults)
        case CommentRow(text):
            comment = "; ".join(part for part in (play and play.comment, text) if part)
            return replace(row, play=play and replace(play, comment=comment or None))


@dataclass(slots=True)
class _Sets:
    """The move and its alternates as they grow line by line."""

    habits: Habits
    sets: list[list[PlayRow]] = field(default_factory=list)
    second_play: TextSpan | None = None
    _plain: list[PlayRow] | None = None
    """The set of the lines without a slash."""

    def add(self, row: PlayRow) -> None:
        if row.is_alternate:
            self._add_alternate(row)
        elif self._plain is None:
            self._plain = self._new(row)
        elif _continues(self._plain, row):
            self._plain.append(row)
        else:
            if self.habits.moves != 1 and self.second_play is None:
                self.second_play = row.span
            self._plain = self._new(row)

    def _add_alternate(self, row: PlayRow) -> None:
        """With one Teilzug each slash begins an alternate; else a new `/1.` does."""
        last = self.sets[-1] if self.sets else None
        may_continue = self.habits.plays > 1 and last is not None and last[0].is_alternate
        if last is None or not may_continue:
            self._new(row)
        elif _continues(last, row) or self._is_next_unnumbered(last, row):
            last.append(row)
        else:
            self._new(row)

    def _is_next_unnumbered(self, last: list[PlayRow], row: PlayRow) -> bool:
        return row.number is None and last[-1].number is None and len(last) < self.habits.plays

    def _new(self, row: PlayRow) -> list[PlayRow]:
        self.sets.append([row])
        return self.sets[-1]


def _continues(plays: Sequence[PlayRow], row: PlayRow) -> bool:
    """Tell whether *row* is the next Teilzug: its number rises; the first may have none."""
    return row.number is not None and row.number > (plays[-1].number or 1)


def _written(rows: Sequence[PlayRow], index: int, habits: Habits) -> WrittenMove:
    """Return one move; what goes beyond the game's numbers is a fault, and the first ones stand."""
    allowed = habits.plays if habits.are_numbered else len(rows)
    standing = rows[:allowed]
    faults: list[Fault] = [fault for row in standing for fault in row.faults]
    if len(rows) > allowed:
        faults.append(TooManyPlays(span=rows[allowed].span, allowed=allowed))
    if habits.moves is not None and index >= habits.moves:
        faults.append(TooManyMoves(span=rows[0].span, allowed=habits.moves))
    plays = tuple(row.play for row in standing if row.play is not None)
    swaps = tuple(swap for row in standing for swap in row.swaps)
    totals = [row.total for row in rows if row.total is not None]
    move = Move(plays, swaps, totals[-1] if totals else None) if plays else None
    return WrittenMove(move, tuple(faults), rows[0].span)
