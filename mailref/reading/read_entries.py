"""Lines to entries: the reader that the referee calls (rules 4 and 8, contract 3)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from mailref.reading.commands import command_in_subject, is_greeting, is_prose
from mailref.reading.entries import (
    EmptyRow,
    Entry,
    GameFace,
    HeadingRow,
    PlayerRow,
    PlayRow,
    PressRow,
    ProseRow,
    Reading,
    Row,
    UnknownHeading,
    habits_under,
    habits_without_heading,
)
from mailref.reading.fields import joined_fields
from mailref.reading.grammar import Grammar
from mailref.reading.incoming_mail import Line
from mailref.reading.move_lines import LineReader
from mailref.reading.names import similar_games
from mailref.reading.sections import Section, entry_of, merged

MOST_LINES = 2000
"""Lines read of one mail; what stands further down is no move."""


class EntryReader:
    """Reads the lines of mails; the grammar is compiled once."""

    def __init__(self, grammar: Mapping[str, str]) -> None:
        self._grammar = Grammar(grammar["rounds.lark"], grammar["wrong_plays.txt"])

    def read(
        self,
        lines: Sequence[Line],
        subject: str,
        games: Sequence[GameFace],
        default: GameFace | None,
    ) -> Reading:
        """Return all that a mail asks for; *default* is the game of lines without a heading."""
        reader = LineReader(self._grammar, games)
        rows = _rows(reader, lines[:MOST_LINES], games, default)
        sections = sections_of(rows, games, default)
        entries = [each for each in entries_of(sections) if each is not None]
        outside = [section for section in sections if section.game is None]
        commands = [command_in_subject(subject), *(c for each in outside for c in each.commands)]
        return Reading(
            entries=merged(entries, default.id if default else None),
            commands=tuple(dict.fromkeys(c for c in commands if c is not None)),
            press="\n\n".join(each.press for each in outside if each.press),
            lot_word=next((each.lot_word for each in outside if each.lot_word), ""),
            prose=is_prose([row.line.text for row in rows if isinstance(row, ProseRow)]),
            player=next((each.player for each in outside if each.player), None),
            is_over_budget=reader.is_over_budget,
        )


def _rows(
    reader: LineReader,
    lines: Sequence[Line],
    games: Sequence[GameFace],
    default: GameFace | None,
) -> list[Row]:
    axes = habits_without_heading(games, default).axes
    rows: list[Row] = []
    for line in joined_fields(lines):
        last = rows[-1] if rows else None
        if isinstance(last, PressRow) and line.text.strip():
            rows[-1] = PressRow(f"{last.text}\n{line.text.rstrip()}".lstrip("\n"))
            continue
        for row in reader.read(line, axes, _line_above(rows)):
            if isinstance(row, HeadingRow):
                axes = habits_under(row.game, games, default).axes
            rows.append(row)
    return rows


def _line_above(rows: Sequence[Row]) -> str:
    """Return the prose right over a line, over an empty line if it ends with a colon."""
    match rows[-2:]:
        case [*_, ProseRow(line)]:
            return line.text
        case [ProseRow(line), EmptyRow()] if line.text.rstrip().endswith(":"):
            return line.text
        case _:
            return ""


def sections_of(
    rows: Sequence[Row], games: Sequence[GameFace], default: GameFace | None
) -> list[Section]:
    """Cut the rows at headings, and where a second `Spieler=` follows plays."""
    sections = [Section(None, None, habits_without_heading(games, default))]
    for index, found in enumerate(rows):
        row = _misspelt_heading(rows, index, games) or found
        now = sections[-1]
        if isinstance(row, HeadingRow):
            sections.append(Section(row.game, row.span, habits_under(row.game, games, default)))
            continue
        if isinstance(row, PlayerRow) and now.has_plays:
            now = Section(now.game, None, now.habits)
            sections.append(now)
        now.rows.append(row)
    return sections


def _misspelt_heading(
    rows: Sequence[Row], index: int, games: Sequence[GameFace]
) -> HeadingRow | None:
    """Read `Yeres` as a heading that names no game, if it stands right above an entry."""
    row = rows[index]
    if (
        not isinstance(row, ProseRow)
        or len(row.line.text.split()) > 1
        or is_greeting(row.line.text)
    ):
        return None
    below = next((each for each in rows[index + 1 :] if not isinstance(each, EmptyRow)), None)
    if not isinstance(below, PlayerRow | PlayRow):
        return None
    text = row.line.text.strip(" *:.")
    similar = similar_games(text, games)
    if not similar:
        return None
    start = row.line.text.find(text)
    return HeadingRow(UnknownHeading(text, similar), row.line.span(start, start + len(text)))


def entries_of(sections: Sequence[Section]) -> Iterator[Entry | None]:
    """Yield the entry of each section that holds one."""
    named = {section.game for section in sections if section.game is not None}
    for section in sections:
        is_only = not named - {section.game}
        yield _entry(section, is_only_game=is_only)


def _entry(section: Section, *, is_only_game: bool) -> Entry | None:
    if section.game is None and not section.is_meant:
        return None
    entry = entry_of(section, is_only_game=is_only_game)
    if section.heading is None and not entry.moves:
        return None
    if section.game is None:
        return entry
    return replace(entry, commands=section.commands, press=section.press, lot_word=section.lot_word)
