"""One section of a mail, from its heading to the next, to an entry: where it ends (rules 8)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from mailref.mail.entries.courtesies import is_prose
from mailref.mail.entries.habits import Habits
from mailref.mail.entries.model import Ambiguity, Command, Entry, UnknownHeading
from mailref.mail.entries.rows import (
    Blank,
    CommandRow,
    EntryRow,
    JokerRow,
    PlayerRow,
    PlayRow,
    PressRow,
    Prose,
    SwapRow,
    TotalRow,
)
from mailref.mail.entries.sets import read_moves
from mailref.rules.moves import Play, TextSpan

NOWHERE = TextSpan(0, 0, "")


@dataclass(slots=True)
class Section:
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
        return any(isinstance(row, PlayRow) for row in self.rows)

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
        return not is_prose([row.line.text for row in self.rows if isinstance(row, Prose)])

    @property
    def commands(self) -> tuple[Command, ...]:
        found = [row.command for row in self.rows if isinstance(row, CommandRow)]
        if self.press:
            found.append(Command.PRESS)
        return tuple(dict.fromkeys(found))

    @property
    def press(self) -> str:
        return "\n\n".join(row.text for row in self.rows if isinstance(row, PressRow) and row.text)


def entry_of(section: Section, *, is_only_game: bool) -> Entry:
    """Return the entry of a section: its moves, and why it must be asked back, if it must.

    Blank lines before the first play are skipped; after it a blank line ends the entry. Plays that
    follow count only if the mail names no other game and every line is so spaced.
    """
    rows = section.rows
    end = _end_of_block(rows)
    stray: PlayRow | None = None
    spaced = _end_of_spaced(rows, end)
    if is_only_game and _is_spaced(section, spaced):
        end = spaced
    else:
        stray = _first_new(rows, end)
        end = spaced if stray else end
    read = read_moves(rows[:end], section.habits)
    entry = Entry(
        game=section.game, heading=section.heading, player=section.player, moves=read.moves
    )
    if stray is not None:
        return replace(entry, ambiguity=Ambiguity.AFTER_BLANK_LINE, ambiguous_at=stray.span)
    if read.second_play is not None:
        return replace(entry, ambiguity=Ambiguity.SECOND_PLAY, ambiguous_at=read.second_play)
    return entry


def _end_of_block(rows: Sequence[EntryRow]) -> int:
    """Return where the first blank line after the first play stands."""
    plays = [i for i, row in enumerate(rows) if isinstance(row, PlayRow)]
    firm = [i for i in plays if is_firm(rows[i])]
    first = (firm or plays or [len(rows)])[0]
    blanks = (i for i in range(first, len(rows)) if isinstance(rows[i], Blank))
    return next(blanks, len(rows))


def is_firm(row: EntryRow) -> bool:
    """Tell whether *row* is a play whatever stands around it."""
    return isinstance(row, PlayRow) and row.is_firm


def _end_of_spaced(rows: Sequence[EntryRow], end: int) -> int:
    """Return where the entry ends if blank lines do not end it: after its last complete play."""
    for index, row in enumerate(rows[end:], start=end):
        if isinstance(row, PlayRow) and row.is_complete:
            end = index + 1
    for index, row in enumerate(rows[end:], start=end):
        if isinstance(row, SwapRow | JokerRow | TotalRow) or is_firm(row):
            end = index + 1
        elif not isinstance(row, Blank):
            break
    return end


def _first_new(rows: Sequence[EntryRow], end: int) -> PlayRow | None:
    """Return the first complete play after the blank line that the entry does not hold already."""
    held = {same_play(row.play) for row in rows[:end] if isinstance(row, PlayRow) and row.play}
    for row in rows[end:]:
        is_new = isinstance(row, PlayRow) and row.is_complete
        if isinstance(row, PlayRow) and is_new and not (row.play and same_play(row.play) in held):
            return row
    return None


def same_play(play: Play) -> Play:
    """Return *play* without its place in the text: equal for two that ask for the same."""
    return replace(play, span=NOWHERE)


def _is_spaced(section: Section, end: int) -> bool:
    """Tell whether a blank line stands between every two lines, from the heading on."""
    touches = section.heading is not None
    for row in section.rows[:end]:
        if not isinstance(row, Blank) and touches:
            return False
        touches = not isinstance(row, Blank)
    return True
