"""What a score sheet shows, as values: the rows of a closed round; and the letters left.

Nothing here speaks a language: the words that stand in tables are filled in from a template.

The booklet names the groups of letters but not what is in them. Its text does: the most valuable
letters are Ö, Q, X, Y; the most important ones N, S, E, X, Y, Q and the blank. Each tile stands in
one group, the first that fits, so that the groups add up to the bag.

The score sheet as text of 72 columns, and as CSV that is safe to open in a spreadsheet (contract 4).

Rule for editors: every line of a table begins with the player's name, also a line that goes on, so
that nothing can be read back as a move, however it is quoted (contract 5).

What is attached to a mail stands here as values, too, and who makes files of them; nothing here needs the
libraries by which they are made (reportlab, icalendar), so that whoever writes a mail need not hold them.
"""

import csv
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from io import StringIO
from operator import attrgetter
from textwrap import wrap
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from mailref.languages import DEFAULT
from mailref.report.picture import BoardView, PiecesView, Theme
from mailref.tiles.board import Direction
from mailref.tiles.moves import filled
from mailref.tiles.tile_set import BLANK, GERMAN, TileSet, written_out
from mailref.tiles.when_used import regex

_UMLAUTS = "ÄÖÜ"
_MOST_USEFUL = 3


def most_useful(tiles: TileSet) -> frozenset[str]:
    """Return the blank, and the letters of which there are most: E, N, S in German."""
    letters = sorted(tiles.alphabet, key=lambda letter: -tiles.counts[letter])
    return frozenset((BLANK, *letters[:_MOST_USEFUL]))


class GroupName(StrEnum):
    """Which group of the letter list it is, in the booklet's order."""

    HIGH_VALUE = "high_value"
    MOST_USEFUL = "most_useful"
    VOWELS = "vowels"
    UMLAUTS = "umlauts"
    CONSONANTS_1 = "consonants_1"
    CONSONANTS_2 = "consonants_2"
    CONSONANTS_3 = "consonants_3"
    CONSONANTS_4 = "consonants_4"
    """Consonants of four points or more."""


class LetterLeft(Struct, frozen=True):
    """A letter, how many of it are left, and how many the game has."""

    letter: str
    left: int
    of: int


class LetterGroup(Struct, frozen=True):
    group: GroupName
    letters: tuple[LetterLeft, ...]
    """In the order of the tile set; letters of which none is left too."""

    @property
    def left(self) -> int:
        return sum(letter.left for letter in self.letters)

    @property
    def tiles(self) -> str:
        """Return every tile that is left, one after another."""
        return "".join(letter.letter * letter.left for letter in self.letters)


def letters_left(bag: str, tiles: TileSet) -> tuple[LetterGroup, ...]:
    """Return the tiles of *bag* by group; a group of which the game has no letter is left out."""
    left = Counter(bag)
    members: dict[GroupName, list[LetterLeft]] = {group: [] for group in GroupName}
    for letter, count in tiles.counts.items():
        members[group_of(letter, tiles)].append(LetterLeft(letter, left[letter], count))
    return tuple(LetterGroup(group, tuple(found)) for group, found in members.items() if found)


def group_of(letter: str, tiles: TileSet) -> GroupName:
    """Return the first of the booklet's groups that fits *letter*."""
    value = tiles.value(letter)
    if value >= 8:
        return GroupName.HIGH_VALUE
    if letter in most_useful(tiles):
        return GroupName.MOST_USEFUL
    if letter in tiles.vowels:
        return GroupName.UMLAUTS if letter in _UMLAUTS and tiles == GERMAN else GroupName.VOWELS
    by_value = {1: GroupName.CONSONANTS_1, 2: GroupName.CONSONANTS_2, 3: GroupName.CONSONANTS_3}
    return by_value.get(value, GroupName.CONSONANTS_4)


class TableLabels(Struct, frozen=True):
    """Heads of columns and names of amounts, all short."""

    player: str
    rank: str
    change: str
    points: str
    total: str
    move: str
    percent: str
    better: str
    solo: str
    base: str
    """Before what a late joiner started with: `Startpunkte`."""
    deduction: str
    adjustment: str
    more: str
    """After the number of rows left out: `weitere`."""
    round: str
    """Before a round's number at the head of a column: `R`."""
    decimal_mark: str


class LetterLabels(Struct, frozen=True):
    """The names of the groups of letters, and of the blank."""

    groups: Mapping[GroupName, str]
    blank: str
    """How a blank is written: `?` or `Blanko`."""


_MINUS = "\N{MINUS SIGN}"
_APART = {
    ord("*"): "\N{NO-BREAK SPACE}\N{MULTIPLICATION SIGN}\N{NO-BREAK SPACE}",
    ord("+"): " +\N{NO-BREAK SPACE}",
    ord("="): "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}",
}
"""How people write the signs of a sum; a line may end before a plus."""


def figure(number: int) -> str:
    """Return a number as people write it: below zero with a minus sign, which is no hyphen."""
    return str(number).replace("-", _MINUS)


def signed(number: int) -> str:
    """Return `+2`, `−1` or `=`: how a rank has changed, or a correction."""
    return f"{number:+d}".replace("-", _MINUS) if number else "="


def explains(formula: str) -> bool:
    """Tell whether a sum says more than its result: `14*2=28` does, `20=20` does not.

    >>> explains("14*2+23=51"), explains("20=20")
    (True, False)
    """
    left, _, result = formula.rpartition("=")
    return left.strip() != result.strip()


def shown_sum(formula: str) -> str:
    """Return a sum as people write it, that of several plays as one; nothing where it says no more than its result.

    >>> shown_sum("14*2+23=51").replace("\N{NO-BREAK SPACE}", " "), shown_sum("20=20")
    ('14 × 2 + 23 = 51', '')
    """
    return _telling(formula).translate(_APART)


def close_sum(formula: str) -> str:
    """Return the same for a table or within a sentence, where it must not break.

    >>> close_sum("14*2+23=51"), close_sum("14*2=28; 11=11")
    ('14×2+23=51', '14×2+11=39')
    """
    return _telling(formula).replace("*", "\N{MULTIPLICATION SIGN}")


def _telling(formula: str) -> str:
    """Return the sum of the plays of a move, whose own are joined by `; ` (contract 3)."""
    plays = [each.rpartition("=") for each in formula.split("; ")]
    if len(plays) > 1:
        total = sum(int(result) for _, _, result in plays)
        formula = f"{'+'.join(terms for terms, _, _ in plays)}={total}"
    return formula if explains(formula) else ""


WHOLE_TABLE = 100
"""Up to so many players a mail's table, and the sheet on paper that it carries, show them all."""
FIRST_ROWS = 50
NEIGHBOURS = 2
"""Rows above and below the reader's own that are shown in a longer table."""


class SheetPlay(Struct, frozen=True):
    """A play of the move that counts, in the game's own notation."""

    square: str
    direction: Direction
    place: str
    """Square and direction as players write them: `M10s`."""
    word: str


class Score(Protocol):
    """What a player scored in a round, and his total after it."""

    @property
    def points(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def is_valid(self) -> bool:
        """Tell whether a move of his counted."""


class SheetRow(Struct, frozen=True):
    """A player in this round."""

    player: str
    total: int
    rank: int
    status: str | None = None
    """What became of his entry (contract 4). None: he plays no more, but keeps total and rank."""
    plays: tuple[SheetPlay, ...] = ()
    formula: str = ""
    points: int = 0
    rank_before: int | None = None
    """None in the first round, and for who has just joined."""
    base: int = 0
    """What a late joiner started with."""
    deduction: int = 0
    """Values of the letters not laid in the final round."""
    adjustments: tuple[int, ...] = ()
    """Points the game master added or took away later."""
    percent: Decimal | None = None
    better: int | None = None
    solo: int | None = None
    note: str = ""
    """Why nothing counts, in words: a missing or rejected move."""
    rounds: tuple[Score | None, ...] = ()
    """For each round of the sheet; None where the player was not yet there."""

    @property
    def climbed(self) -> int | None:
        """Return by how many ranks the player rose; negative: fell."""
        return None if self.rank_before is None else self.rank_before - self.rank


class SheetTop(Struct, frozen=True):
    """The best possible moves of the round, each as text, and their points."""

    points: int
    moves: tuple[str, ...]


class SheetData(Struct, frozen=True):
    """A closed round: every player by rank, and what belongs on the sheet beside the table."""

    title: str
    round_number: int
    rows: tuple[SheetRow, ...]
    """By rank, all players."""
    rounds: tuple[int, ...] = ()
    """Numbers of the rounds whose points the rows hold, the newest."""
    rounds_before: int = 0
    """How many rounds were closed before those."""
    winners: frozenset[str] = frozenset()
    """The players whose move was laid."""
    top: SheetTop | None = None
    letters_left: tuple[LetterGroup, ...] = ()
    left_out: int = 0
    """How many rows follow those that it has."""


class RowsLeftOut(Struct, frozen=True):
    """So many rows are left out here."""

    count: int


SheetRows = tuple[SheetRow | RowsLeftOut, ...]


def first_rows(sheet: SheetData) -> SheetData:
    """Return the sheet as it is printed: of a long table the first rows, and how many follow."""
    if len(sheet.rows) <= WHOLE_TABLE:
        return sheet
    return replace(sheet, rows=sheet.rows[:FIRST_ROWS], left_out=len(sheet.rows) - FIRST_ROWS)


def rows_for(sheet: SheetData, own: int | None) -> SheetRows:
    """Return what a mail to him whose row is that one shows: all rows, or the first ones and those around.

    None: he has no row.
    """
    count = len(sheet.rows)
    if count <= WHOLE_TABLE:
        return sheet.rows
    own = -1 if own is None else own
    around = max(FIRST_ROWS, own - NEIGHBOURS), max(FIRST_ROWS, min(count, own + NEIGHBOURS + 1))
    gaps = (around[0] - FIRST_ROWS if around[1] > around[0] else 0), count - around[1]
    before, after = (((RowsLeftOut(gap),) if gap else ()) for gap in gaps)
    return (*sheet.rows[:FIRST_ROWS], *before, *sheet.rows[slice(*around)], *after)


WIDTH = 72
_LONGEST_NAME = 26
LAST_ROUNDS = 30
"""So many rounds a mail tells point by point; all of them are in the archive."""
_LEAST_MOVE = 22
"""A narrower place for the move is not worth having: it goes into the next line."""
_CELL = 9
# How a play may begin: "von F8", "senkrecht F8", "RAben F8w", "Joker A", "mein Zug 1:", "Spieler=",
# "2.", "RABEN", "/". Possessive throughout: a name of stars and digits costs no more than its length.
_LOOKS_LIKE_A_MOVE = regex(
    filled(
        r"[\W_]*?{alternate_mark}|[\W_]*+(?:(?i:"
        r"(?:\d++\W*+)?(?:(?:[{letters}{joker_mark}]++|{place_follows})\W++)?(?:{direction}\W++)?{square}"
        r"|{joker}\w*+\W|(?:{player}|{total})\s*+[:=]"
        r"|(?:[{letters}]++\s++)?(?:{alternate}|{play}|{place})[{letters}]*+\s*+\d*+\s*+[:=.)])"
        r"|\d++[.):]|[A-ZÄÖÜ{joker_mark}]{2,}(?![a-zäöüß]))"
    )
)


class TextSheet:
    """A round's table; each row is written once and serves every reader."""

    def __init__(self, sheet: SheetData, labels: TableLabels) -> None:
        self._labels = labels
        names = {row.player: shown_name(row.player) for row in sheet.rows}
        longest = max(map(len, names.values()), default=0)
        self._name_width = min(max(longest, len(labels.player)), _LONGEST_NAME)
        self._extras = extra_columns(sheet, labels)
        self._rows = {
            row.player: tuple(map(written_out, self._row_lines(row, names[row.player])))
            for row in sheet.rows
        }

    def lines(self, rows: Sequence[SheetRow | RowsLeftOut]) -> tuple[str, ...]:
        """Return the head and the lines of *rows*, as chosen by `rows_for`."""
        found = [self._head()]
        for row in rows:
            match row:
                case RowsLeftOut(count):
                    found.append(f"... {count} {self._labels.more} ...")
                case SheetRow():
                    found.extend(self._rows[row.player])
        return tuple(found)

    def _head(self) -> str:
        labels = self._labels
        extras = [head for head, _ in self._extras]
        numbers = self._numbers(labels.rank, labels.change, labels.points, labels.total, extras)
        line = f"{labels.player:<{self._name_width}}{numbers}"
        return f"{line}  {labels.move}" if WIDTH - len(line) - 2 >= _LEAST_MOVE else line

    def _row_lines(self, row: SheetRow, name: str) -> list[str]:
        labels = self._labels
        name = f"{_cut(name, self._name_width):<{self._name_width}}"
        change = "" if row.climbed is None else signed(row.climbed)
        extras = [shown_number(number(row), labels) for _, number in self._extras]
        line = name + self._numbers(
            str(row.rank), change, figure(row.points), figure(row.total), extras
        )
        parts = row_parts(row, labels)
        room = WIDTH - len(line) - 2
        whole = "  ".join(parts)
        if len(whole) <= room and room >= _LEAST_MOVE:
            return [f"{line}  {whole}".rstrip()]
        indent = f"{name}   "
        return [line.rstrip(), *(indent + text for text in _packed(parts, WIDTH - len(indent)))]

    def _numbers(
        self, rank: str, change: str, points: str, total: str, extras: Sequence[str]
    ) -> str:
        shown = "".join(f" {text:>5}" for text in extras)
        return f" {rank:>4} {change:>4} {points:>5} {total:>6}{shown}"


Number = Callable[[SheetRow], int | Decimal | None]
"""What a row has in a column of numbers; None for nothing."""


def extra_columns(sheet: SheetData, labels: TableLabels) -> list[tuple[str, Number]]:
    """Return the head and the number of each column that only some games have."""
    wanted: tuple[tuple[str, Number], ...] = (
        (labels.percent, lambda row: row.percent),
        (labels.better, lambda row: row.better),
        (labels.solo, lambda row: row.solo),
    )
    return [each for each in wanted if any(each[1](row) is not None for row in sheet.rows)]


def shown_number(number: int | Decimal | None, labels: TableLabels) -> str:
    """Return a number with the language's decimal mark."""
    return "" if number is None else str(number).replace(".", labels.decimal_mark)


def row_parts(row: SheetRow, labels: TableLabels) -> list[str]:
    """Return what a row says beside its numbers: plays, formula, amounts that made the total, note."""
    parts = [f"{play.place} {play.word}" for play in row.plays]
    if working := close_sum(row.formula):
        parts.append(working)
    parts += amounts(row, labels)
    if row.note:
        parts.append(row.note)
    return parts


def amounts(row: SheetRow, labels: TableLabels) -> tuple[str, ...]:
    """Return what the total holds beside the points: base, deduction, corrections."""
    made = ((labels.base, row.base), (labels.deduction, row.deduction))
    given = (f"{labels.adjustment} {signed(points)}" for points in row.adjustments)
    return (*(f"{name} {figure(points)}" for name, points in made if points), *given)


def history_lines(sheet: SheetData, labels: TableLabels) -> tuple[str, ...]:
    """Return points and total of the last rounds, `51/363`, as many rounds side by side as fit."""
    longest = max((len(shown_name(row.player)) for row in sheet.rows), default=0)
    width = min(max(longest, len(labels.player)), _LONGEST_NAME)
    beside = (WIDTH - width) // _CELL
    lines: list[str] = []
    for start in range(max(0, len(sheet.rounds) - LAST_ROUNDS), len(sheet.rounds), beside):
        block = slice(start, start + beside)
        names = "".join(f"{labels.round + str(n):>{_CELL}}" for n in sheet.rounds[block])
        lines += [*([""] if lines else []), f"{labels.player:<{width}}{names}"]
        for row in sheet.rows:
            cells = "".join(
                f"{score_text(score, '.', '-'):>{_CELL}}" for score in row.rounds[block]
            )
            lines.append(f"{_cut(shown_name(row.player), width):<{width}}{cells}")
    return tuple(lines)


def score_text(score: Score | None, absent: str, nothing: str) -> str:
    """Return `51/363`; *absent* before he joined, *nothing* for points where no valid move was."""
    if score is None:
        return absent
    points = figure(score.points) if score.is_valid or score.points else nothing
    return f"{points}/{figure(score.total)}"


_SUM = regex("[0-9]++(?:[\N{MULTIPLICATION SIGN}+][0-9]++)*+=[0-9]++")


def _packed(parts: Sequence[str], width: int) -> list[str]:
    """Return *parts* side by side as far as they fit, long ones wrapped."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + 2 + len(part) <= width:
            lines[-1] += "  " + part
        elif len(part) <= width and part.isprintable() and part == part.strip():
            lines.append(part)
        elif _SUM.fullmatch(part):
            lines += _sum_packed(part, width)
        else:
            lines += wrap(part, width, break_on_hyphens=False) or [""]
    return lines


def _sum_packed(formula: str, width: int) -> list[str]:
    """Return a sum in lines, which end before a plus."""
    lines = [""]
    for term in formula.replace("+", " +").split(" "):
        if len(lines[-1]) + len(term) > width:
            lines.append("")
        lines[-1] += term
    return lines


def shown_name(player: str) -> str:
    """Return the name on one line; in brackets if it could be read as a move.

    Quotation marks would not do: the reader of moves takes them away.
    """
    name = " ".join(player.split())
    return f"[{name}]" if _LOOKS_LIKE_A_MOVE.match(name) else name


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


LEFT = "left"
"""The status of who plays no more, in a CSV."""
COLUMNS = (
    "round",
    "player",
    "status",
    "word",
    "square",
    "direction",
    "formula",
    "points",
    "base",
    "deduction",
    "total",
    "rank",
)
"""From the formula on by the names of what a row has."""
_of_row = attrgetter(*COLUMNS[COLUMNS.index("formula") :])
_STARTS_A_FORMULA = tuple("=+-@\t\r\n|＝＋－＠")


def sheet_csv(sheets: Iterable[SheetData]) -> bytes:
    """Return the rows of one or more rounds; square, direction and word are those of the first play."""
    return csv_of_rows(
        COLUMNS, (_fields(each.round_number, row) for each in sheets for row in each.rows)
    )


def csv_of_rows(columns: Sequence[str], rows: Iterable[Sequence[str | int | None]]) -> bytes:
    """Return a table for a spreadsheet, which computes none of the texts in it; None is an empty cell."""
    return f"{csv_lines([columns])}{csv_lines(rows)}".encode()


def csv_lines(rows: Iterable[Sequence[str | int | None]]) -> str:
    """Return the lines of such a table."""
    target = StringIO(newline="")
    writer = csv.writer(target, lineterminator="\r\n")
    writer.writerows(map(as_text, row) for row in rows)
    return target.getvalue()


def as_text(field: str | int | None) -> str | int | None:
    """Return *field* with an apostrophe before it if it is a text and a spreadsheet would compute it."""
    is_computed = isinstance(field, str) and field.lstrip(" ").startswith(_STARTS_A_FORMULA)
    return f"'{field}" if is_computed else field


def _fields(round_number: int, row: SheetRow) -> tuple[str | int, ...]:
    first = row.plays[0] if row.plays else None
    laid = ("", "", "")
    if first is not None:
        laid = (written_out(first.word), first.square, first.direction.value)
    return (round_number, row.player, row.status or LEFT, *laid, *_of_row(row))


class PageFormat(Struct, frozen=True):
    """Size and margins in millimetres, in colour or in black and white."""

    width: float = 210
    height: float = 297
    inner: float = 20
    """The margin on the left, where pages are bound."""
    outer: float = 12
    top: float = 12
    bottom: float = 12
    theme: Theme = Theme.COLOUR

    @property
    def breadth(self) -> float:
        """Return the width between the margins."""
        return self.width - self.inner - self.outer


A4 = PageFormat()
A5 = PageFormat(width=148, height=210, inner=14, outer=9, top=9, bottom=9)


class SheetFact(Struct, frozen=True):
    """A heading such as `Gelegt`, or who wrote it, and a text of any length."""

    heading: str
    text: str


class PdfLabels(Struct, frozen=True):
    """Everything a sheet says beyond its numbers."""

    title: str
    subtitle: str
    facts: tuple[SheetFact, ...]
    """The move laid, how a tie was decided, the top, new letters, the next ZAT."""
    letters_heading: str
    history_heading: str
    footer: str
    page: str
    """Before the page's number: `Seite`."""
    table: TableLabels
    letters: LetterLabels
    language: str = DEFAULT
    press_heading: str = ""
    press: tuple[SheetFact, ...] = ()
    """Under the name of each who wrote for this report, his text."""


class ScoreColumns(Struct, frozen=True):
    """A pair of columns for each player: points and total (seed 002)."""

    players: tuple[str, ...]
    points: str
    total: str
    rows: tuple[tuple[tuple[str, str], ...], ...]


class LedgerRow(Struct, frozen=True):
    """A turn in the list of all."""

    number: str
    player: str
    said: str
    formula: str
    points: str
    total: str


class TurnSheet(Struct, frozen=True):
    """What stands on the sheet of a game in turns beside the board and the facts."""

    columns: ScoreColumns
    ledger: tuple[LedgerRow, ...] = ()
    letters_left: tuple[LetterGroup, ...] = ()


class Appointment(Struct, frozen=True):
    """A round's deadline, with the texts that a template made."""

    game: str
    round_number: int
    deadline: datetime
    """Aware; shown in `zone`."""
    zone: str
    """The game's zone by its name: `Europe/Berlin`."""
    changes: int
    """How often this round's deadline has been changed: 0 at first."""
    summary: str
    description: str
    organizer_name: str
    organizer_address: str
    reminder: timedelta | None = None
    """How long before the ZAT the calendar reminds its owner."""


class Maker(Protocol):
    """Makes the bytes of what is attached: the same for the same values."""

    def sheet(
        self,
        sheet: SheetData | TurnSheet,
        view: BoardView | PiecesView,
        labels: PdfLabels,
        page: PageFormat,
    ) -> bytes:
        """Return the sheet of a round, or of a game in turns, as a PDF."""

    def calendar(self, appointment: Appointment, now: datetime) -> bytes:
        """Return an appointment as `.ics`; *now* is the tick's, and aware."""
