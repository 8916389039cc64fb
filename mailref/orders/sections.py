"""What stands under one heading: player, moves, commands; and several entries for one game."""

from collections.abc import Sequence
from itertools import takewhile

from msgspec import Struct, field
from msgspec.structs import replace

from mailref.orders.commands import is_prose
from mailref.orders.entries import (
    Ambiguity,
    BesideRow,
    CommandRow,
    EmptyRow,
    Entry,
    EntryRow,
    Habits,
    OrderRow,
    PlayerRow,
    PlayRow,
    ProseRow,
    RoundNamed,
    Row,
    SaidRow,
    SwapRow,
    UnknownHeading,
    WishRow,
)
from mailref.orders.names import folded, round_of_move
from mailref.orders.several_lines import ends_greeting, is_firm, settled, unused
from mailref.orders.table import Behind, Command, all_said
from mailref.orders.written import Wish
from mailref.tiles.moves import (
    NOWHERE,
    Fault,
    MissingPlace,
    Move,
    Play,
    Swap,
    Syntax,
    TextSpan,
    TooManyMoves,
    TooManyPlays,
    WrittenMove,
)


class Section(Struct):
    """The lines under one heading; the first section of a mail may have none."""

    game: str | UnknownHeading | None
    heading: TextSpan | None
    habits: Habits
    rows: list[EntryRow] = field(default_factory=list)

    @property
    def player(self) -> TextSpan | None:
        return next((row.span for row in self.rows if isinstance(row, PlayerRow)), None)

    @property
    def has_plays(self) -> bool:
        return any(isinstance(row, PlayRow | OrderRow) for row in self.rows)

    @property
    def order_rows(self) -> tuple[OrderRow, ...]:
        return tuple(
            OrderRow(row.line) if isinstance(row, WishRow) else row
            for row in self.rows
            if isinstance(row, OrderRow | WishRow)
        )

    @property
    def is_meant(self) -> bool:
        """Tell whether plays without a heading are plays: `A3 Plakate` or `DANKE` alone are none.

        A word without its place is one only in a mail that says nothing else: `BESEN`.
        """
        plays = [row for row in self.rows if isinstance(row, PlayRow)]
        if any(isinstance(row, PlayerRow) for row in self.rows):
            return True
        if any(row.is_firm or (row.play and not row.faults) for row in plays):
            return True
        if len(plays) != 1 or not plays[0].is_bare:
            return False
        return not is_prose([row.line.text for row in self.rows if isinstance(row, ProseRow)])

    @property
    def commands(self) -> tuple[Command, ...]:
        found = [row.command for row in self.rows if isinstance(row, CommandRow)]
        return tuple(dict.fromkeys((*found, *self.said.commands)))

    @property
    def said(self) -> Behind:
        return all_said(row.said for row in self.rows if isinstance(row, SaidRow))

    @property
    def wish(self) -> Wish | None:
        return next((row.wish for row in reversed(self.rows) if isinstance(row, WishRow)), None)


def entry_of(section: Section, *, is_only_game: bool) -> Entry:
    """Return the entry of a section: its moves, and why it must be asked back, if it must.

    Empty lines before the first play are skipped; after it an empty line ends the entry. Plays that
    follow count only if the mail names no other game and every line is so spaced.
    """
    after = settled(section.rows, section.habits)
    end, stray = _end_of_entry(section, after.rows, is_only_game=is_only_game)
    rows, below = after.rows[:end], after.rows[end:]
    plays = [row for row in rows if isinstance(row, PlayRow)]
    read = read_moves(rows, section.habits)
    moves = read.moves
    shown = {fault.span for written in moves for fault in written.faults}
    shown |= {written.span for written in moves}
    first_unread = _unread_main(moves) if section.habits.are_numbered else None
    doubts = (
        (after.ambiguity, after.at if moves else None),
        (Ambiguity.UNREAD_PLAY, _unread_below(below) if moves else None),
        (Ambiguity.UNREAD_PLAY, next((row.span for row in plays if row.is_for_want), None)),
        (Ambiguity.UNREAD_PLAY, read.headless),
        (Ambiguity.UNREAD_PLAY, first_unread),
        (Ambiguity.AFTER_EMPTY_LINE, stray),
        (Ambiguity.SECOND_PLAY, read.second_play),
    )
    ambiguity, at = next((each for each in doubts if each[1] is not None), (None, None))
    return Entry(
        section.game, section.heading, section.player, moves,
        ambiguity=ambiguity, ambiguous_at=at,
        unused=(*(each for each in unused(after.rows, end) if each not in shown), *read.dropped),
        named=tuple(span for row in plays for span in row.named),
        round_named=_round_named(rows),
    )  # fmt: skip


def _end_of_entry(
    section: Section, rows: Sequence[EntryRow], *, is_only_game: bool
) -> tuple[int, TextSpan | None]:
    """Return where an entry ends, and the first play below that it may hold, too."""
    end = _end_of_block(rows)
    spaced = _end_of_spaced(rows, end)
    if is_only_game and _is_spaced(section.heading, rows[:spaced]):
        return spaced, None
    stray = _first_new(rows, end)
    return (end, None) if stray is None else (spaced, stray.span)


def _round_named(rows: Sequence[EntryRow]) -> RoundNamed | None:
    """Return the round named on the line of a play, or on the last line of words above the first."""
    named = (row.round_named for row in rows if isinstance(row, PlayRow) and row.round_named)
    if (said := next(named, None)) is not None:
        return said
    over = takewhile(lambda row: not isinstance(row, PlayRow), rows)
    above = next((row.line for row in reversed(list(over)) if isinstance(row, ProseRow)), None)
    number = round_of_move(above.text) if above is not None else None
    return None if above is None or number is None else RoundNamed(number, above.whole)


def _unread_main(moves: Sequence[WrittenMove]) -> TextSpan | None:
    """Return the first move where it was not read, and an alternate would count instead."""
    if len(moves) < 2:
        return None
    first = moves[0]
    is_read = not any(isinstance(fault, Syntax | MissingPlace) for fault in first.faults)
    return None if is_read else first.span


def _unread_below(rows: Sequence[EntryRow]) -> TextSpan | None:
    """Return the first line below an entry that was meant as a play and cannot be read."""
    for row in rows:
        if isinstance(row, PlayRow) and any(isinstance(fault, Syntax) for fault in row.faults):
            return row.span
    return None


def _end_of_block(rows: Sequence[EntryRow]) -> int:
    """Return where the first empty line after the first play stands."""
    plays = [i for i, row in enumerate(rows) if isinstance(row, PlayRow)]
    firm = [i for i in plays if is_firm(rows[i])]
    first = (firm or plays or [len(rows)])[0]
    empty = (i for i in range(first, len(rows)) if isinstance(rows[i], EmptyRow))
    return next(empty, len(rows))


def _end_of_spaced(rows: Sequence[EntryRow], end: int) -> int:
    """Return where the entry ends if empty lines do not end it: after its last complete play."""
    for index, row in enumerate(rows[end:], start=end):
        if isinstance(row, PlayRow) and row.is_complete:
            end = index + 1
    for index, row in enumerate(rows[end:], start=end):
        is_beside = isinstance(row, SwapRow) or (isinstance(row, BesideRow) and not row.comment)
        if is_beside or is_firm(row):
            end = index + 1
        elif not isinstance(row, EmptyRow):
            break
    return end


def _first_new(rows: Sequence[EntryRow], end: int) -> PlayRow | None:
    """Return the first complete play after the empty line that the entry does not hold already."""
    held = {same_play(row.play) for row in rows[:end] if isinstance(row, PlayRow) and row.play}
    for row in rows[end:]:
        is_new = isinstance(row, PlayRow) and row.is_complete
        if isinstance(row, PlayRow) and is_new and not (row.play and same_play(row.play) in held):
            return row
    return None


def same_play(play: Play) -> Play:
    """Return *play* without its place in the text: equal for two that ask for the same."""
    return replace(play, span=NOWHERE)


def _is_spaced(heading: TextSpan | None, rows: Sequence[EntryRow]) -> bool:
    """Tell whether an empty line stands between every two lines, from the heading on."""
    touches = heading is not None
    for row in rows:
        if not isinstance(row, EmptyRow) and touches:
            return False
        touches = not isinstance(row, EmptyRow)
    return True


def read_moves(rows: Sequence[EntryRow], habits: Habits) -> "Moves":
    """Put the lines of an entry together to moves, in the order written."""
    found = Moves(habits)
    for row in certain_plays(gathered(without_signatures(rows)), habits):
        if habits.are_numbered:
            found.add(row)
        else:
            found.sets.append([row])
    return found


def without_signatures(rows: Sequence[EntryRow]) -> list[EntryRow]:
    """Drop a word in capitals under a greeting: `LG`, `UWE`."""
    return [
        row
        for above, row in zip((None, *rows), rows, strict=False)
        if not (isinstance(row, PlayRow) and row.is_bare and not row.is_detailed)
        or not ends_greeting(above)
    ]


def certain_plays(plays: Sequence[PlayRow], habits: Habits) -> list[PlayRow]:
    """Drop what looks like a play only where no better one stands: `A3 Plakate`, `DANKE`.

    Where letters are rows, `H5 Trabe` says all that a play must say.
    """
    first = next((at for at, row in enumerate(plays) if row.is_firm), None)
    if first is None:
        return list(plays)
    return [
        row
        for at, row in enumerate(plays)
        if row.is_firm
        or (row.play is not None and not row.faults)
        or (row.is_bare and not habits.are_numbered and not row.is_doubtful)
        or (row.is_bare and row.is_detailed and at > first)
    ]


def gathered(rows: Sequence[Row]) -> list[PlayRow]:
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
            case BesideRow():
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


def _with(row: PlayRow, beside: BesideRow) -> PlayRow:
    play = row.play
    if play is not None:
        comment = "; ".join(part for part in (play.comment, beside.comment) if part)
        play = replace(play, blanks=play.blanks + beside.blanks, comment=comment or None)
    total = row.total if beside.total is None else beside.total
    return replace(row, play=play, faults=row.faults + beside.faults, total=total)


class Moves(Struct):
    """The moves of an entry as they grow line by line, and the lines that make them ambiguous."""

    habits: Habits
    sets: list[list[PlayRow]] = field(default_factory=list)
    """The lines of each move."""
    second_play: TextSpan | None = None
    headless: TextSpan | None = None
    """A second Teilzug of a move whose first was not read."""
    dropped: list[TextSpan] = field(default_factory=list)
    """The same of alternates: they are left out."""
    _plain: list[PlayRow] | None = None
    """The set of the lines without a slash."""

    @property
    def moves(self) -> tuple[WrittenMove, ...]:
        """Return the moves; numbered ones with the alternates last."""
        sets = self.sets
        if self.habits.are_numbered:
            sets = sorted(sets, key=lambda each: each[0].is_alternate)
        return tuple(written_move(each, at, self.habits) for at, each in enumerate(sets))

    def add(self, row: PlayRow) -> None:
        if row.is_alternate:
            self._add_alternate(row)
        elif self._plain is None:
            self.headless = row.span if self._is_headless(row) else None
            self._plain = self._new(row)
        elif _continues(self._plain, row):
            self._plain.append(row)
        else:
            if self.habits.moves != 1 and self.second_play is None:
                self.second_play = row.span
            self._plain = self._new(row)

    def _add_alternate(self, row: PlayRow) -> None:
        """With one Teilzug each slash begins an alternate; else a new `/1.` does."""
        if self._is_headless(row) and self._stands_beside(row):
            self.add(replace(row, is_alternate=False))
            return
        last = self.sets[-1] if self.sets else None
        may_continue = self.habits.plays > 1 and last is not None and last[0].is_alternate
        if self._is_headless(row) and not may_continue:
            self.dropped.append(row.span)
        elif last is None or not may_continue:
            self._new(row)
        elif _continues(last, row) or self._is_next_unnumbered(last, row):
            last.append(row)
        elif self._is_headless(row):
            self.dropped.append(row.span)
        else:
            self._new(row)

    def _stands_beside(self, row: PlayRow) -> bool:
        """Tell whether the slash only parts a Teilzug from the one before: `1. A / 2. B` in one line."""
        plain = self._plain
        return (
            plain is not None
            and plain[-1].span.line == row.span.line
            and (plain[-1].number or 1) + 1 == row.number
        )

    def _is_headless(self, row: PlayRow) -> bool:
        """Tell whether a Teilzug that begins a move calls itself the second."""
        return self.habits.plays > 1 and row.number is not None and row.number > 1

    def _is_next_unnumbered(self, last: list[PlayRow], row: PlayRow) -> bool:
        return row.number is None and last[-1].number is None and len(last) < self.habits.plays

    def _new(self, row: PlayRow) -> list[PlayRow]:
        self.sets.append([row])
        return self.sets[-1]


def _continues(plays: Sequence[PlayRow], row: PlayRow) -> bool:
    """Tell whether *row* is the next Teilzug: its number rises; the first may have none."""
    return row.number is not None and row.number > (plays[-1].number or 1)


def written_move(rows: Sequence[PlayRow], index: int, habits: Habits) -> WrittenMove:
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


def merged(entries: Sequence[Entry], default: str | None) -> tuple[Entry, ...]:
    """Return *entries* in order, each once; those that differ for one game and player as ambiguous.

    *default* is the game meant where no heading stands.
    """
    kept: list[Entry] = []
    for entry in entries:
        twins = [i for i, other in enumerate(kept) if _same_owner(entry, other, default)]
        same = next((i for i in twins if _asks_same(kept[i], entry)), None)
        if same is not None:
            kept[same] = _joined(kept[same], entry)
            continue
        if len(twins) == 1 and (both := _act_and_move(kept[twins[0]], entry)) is not None:
            kept[twins[0]] = both
            continue
        for i in twins:
            kept[i] = _ambiguous(kept[i])
        kept.append(_ambiguous(entry) if twins else entry)
    return tuple(kept)


def _same_owner(one: Entry, two: Entry, default: str | None) -> bool:
    """Tell whether two entries are for one game and player; no name may be any."""
    if isinstance(one.game, UnknownHeading) or isinstance(two.game, UnknownHeading):
        return one.game == two.game
    if (one.game or default) != (two.game or default):
        return False
    if one.player is None or two.player is None:
        return True
    return folded(one.player.text) == folded(two.player.text)


def _act_and_move(one: Entry, two: Entry) -> Entry | None:
    """Return an acceptance and the move that follows it, inside a quote, as one; None if they are not."""
    if one.written is None or two.written is None or one.ambiguity or two.ambiguity:
        return None
    both = one.written.before(two.written)
    return None if both is None else replace(_joined(two, one), written=both)


def _asks_same(one: Entry, two: Entry) -> bool:
    """Tell whether two entries ask for the same, or one of them for nothing."""
    if not one.asks or not two.asks:
        return True
    if one.written is not None and two.written is not None:
        return one.written.asked == two.written.asked
    return [_content(move) for move in one.moves] == [_content(move) for move in two.moves]


def _content(written: WrittenMove) -> tuple[Move | None, tuple[str, ...]]:
    """Return what a move asks for, wherever it stands."""
    move = written.move
    if move is not None:
        plays = tuple(replace(same_play(play), comment=None) for play in move.plays)
        swaps = tuple(Swap(swap.square, NOWHERE) for swap in move.swaps)
        move = Move(plays, swaps, move.total_claimed)
    unread = written.span.text if written.move is None else ""
    return move, (unread, *(fault.code for fault in written.faults))


def _joined(one: Entry, two: Entry) -> Entry:
    fuller = one if one.asks else replace(two, game=one.game or two.game)
    return replace(
        fuller,
        heading=fuller.heading or one.heading or two.heading,
        player=fuller.player or one.player or two.player,
        commands=tuple(dict.fromkeys(one.commands + two.commands)),
        said=one.said.then(two.said),
        wish=two.wish or one.wish,
    )


def _ambiguous(entry: Entry) -> Entry:
    if entry.ambiguity is not None or not entry.asks:
        return entry
    at = entry.heading or entry.span
    return replace(entry, ambiguity=Ambiguity.TWO_ENTRIES, ambiguous_at=at)
