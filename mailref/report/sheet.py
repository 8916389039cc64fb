"""Closed rounds as the score sheet shows them: what the record says, put into rows; and the letters left.

Nothing here speaks a language: the words that stand in tables are filled in from a template.

The booklet names the groups of letters but not what is in them. Its text does: the most valuable
letters are Ö, Q, X, Y; the most important ones N, S, E, X, Y, Q and the blank. Each tile stands in
one group, the first that fits, so that the groups add up to the bag.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.rounds.closed_round import ClosedRound, ClosedRow, FormerRow
from mailref.games.rounds.past_scores import (
    MOST_SCORED,
    EarlierRounds,
    RoundScore,
    ScoredRound,
    Share,
    SummedUp,
)
from mailref.games.rounds.results import EntryStatus
from mailref.tiles.board import BLANK, TILES, Direction, TileSet, square_name
from mailref.tiles.moves import play_name
from mailref.tiles.top.found import Top
from mailref.tiles.variant import Rules

_MOST_USEFUL = "ENS" + BLANK
_VOWELS = "AEIOU"
_UMLAUTS = "ÄÖÜ"


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
    if letter in _MOST_USEFUL:
        return GroupName.MOST_USEFUL
    if letter in _VOWELS:
        return GroupName.VOWELS
    if letter in _UMLAUTS:
        return GroupName.UMLAUTS
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


def signed(number: int) -> str:
    """Return `+2`, `-1` or `=`: how a rank has changed, or a correction."""
    return f"{number:+d}" if number else "="


WHOLE_TABLE = 100
"""Up to so many players a mail's table, and the sheet on paper that it carries, show them all."""
FIRST_ROWS = 50
NEIGHBOURS = 2
"""Rows above and below the reader's own that are shown in a longer table."""
_TENTH = Decimal("0.1")


class SheetPlay(Struct, frozen=True):
    """A play of the move that counts, in the game's own notation."""

    square: str
    direction: Direction
    place: str
    """Square and direction as players write them: `M10s`."""
    word: str


class SheetRow(Struct, frozen=True):
    """A player in this round."""

    player: str
    status: EntryStatus | None
    """None: he plays no more, but keeps total and rank."""
    plays: tuple[SheetPlay, ...]
    formula: str
    points: int
    total: int
    rank: int
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
    rounds: tuple[RoundScore | None, ...] = ()
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

    @property
    def has_percent(self) -> bool:
        return any(row.percent is not None for row in self.rows)

    @property
    def has_better(self) -> bool:
        return any(row.better is not None for row in self.rows)

    @property
    def has_solo(self) -> bool:
        return any(row.solo is not None for row in self.rows)


class SheetColumns(Struct, frozen=True):
    """Which further columns a game shows, and what its solo bonus is."""

    wanted: tuple[str, ...] = ()
    solo_bonus: int = 0


Note = Callable[[ClosedRow], str]
"""Says in words why nothing counts; sentences come from templates."""


def sheet_data(
    title: str,
    rounds: Sequence[ClosedRound],
    *,
    bag: str = "",
    note: Note = lambda _: "",
    columns: SheetColumns | None = None,
    late: Collection[str] = (),
    former: str = "",
    earlier: EarlierRounds | None = None,
) -> SheetData:
    """Return the sheet of the last of *rounds*, with the points of the newest of them.

    *earlier* are those before them that are not whole any more. *late* names the late joiners: what
    they started with is shown (rules 8). *former* is the note of those who play no more.
    """
    columns = columns or SheetColumns()
    last = rounds[-1]
    earlier = earlier or EarlierRounds()
    scored = _scored(rounds, earlier)
    scores = {
        row.player: tuple(each.scores.get(row.player) for each in scored) for row in last.everybody
    }
    summed = summed_up(rounds, earlier) if {"better", "solo"} & {*columns.wanted} else SummedUp()

    def row_of(row: ClosedRow) -> SheetRow:
        return replace(
            _row(row, last.rules, scores[row.player]),
            base=row.base if row.player in late else 0,
            percent=percent_of(row.points, last.top) if "percent" in columns.wanted else None,
            better=-summed.worse[row.player] if "better" in columns.wanted else None,
            solo=columns.solo_bonus * summed.solos.get(row.player, 0)
            if "solo" in columns.wanted
            else None,
            note="" if row.counted else note(row),
        )

    return SheetData(
        title=title,
        round_number=last.number,
        rows=tuple(
            row_of(row) if isinstance(row, ClosedRow) else _former_row(row, former, scores)
            for row in last.table
        ),
        rounds=tuple(each.number for each in scored),
        rounds_before=earlier.count + len(rounds) - len(scored),
        winners=frozenset(last.laid.players) if last.laid else frozenset(),
        top=_top(last.top, last.rules) if last.top else None,
        letters_left=letters_left(bag, TILES),
    )


def _row(row: ClosedRow, rules: Rules, scores: tuple[RoundScore | None, ...]) -> SheetRow:
    return SheetRow(
        player=row.player,
        status=row.status,
        plays=_plays(row, rules),
        formula=row.counted.formula if row.counted else "",
        points=row.points,
        total=row.total,
        rank=row.rank,
        rank_before=row.rank_before,
        deduction=row.deduction,
        adjustments=tuple(each.points for each in row.corrections),
        rounds=scores,
    )


def _former_row(
    row: FormerRow, note: str, scores: Mapping[str, tuple[RoundScore | None, ...]]
) -> SheetRow:
    return SheetRow(
        player=row.player,
        status=None,
        plays=(),
        formula="",
        points=0,
        total=row.total,
        rank=row.rank,
        rank_before=row.rank_before,
        adjustments=tuple(each.points for each in row.corrections),
        note=note,
        rounds=scores[row.player],
    )


def percent_of(points: int, top: Top | None) -> Decimal | None:
    """Return points by the top in percent, one decimal, half up (rules 8)."""
    if top is None or top.points <= 0:
        return None
    return (Decimal(100 * points) / top.points).quantize(_TENTH, ROUND_HALF_UP)


def game_percent(share: Share) -> Decimal | None:
    """Return the sum of points by the sum of tops of the rounds played (rules 8)."""
    if share.tops <= 0:
        return None
    return (Decimal(100 * share.points) / share.tops).quantize(_TENTH, ROUND_HALF_UP)


def top_move_names(top: Top, rules: Rules) -> tuple[str, ...]:
    """Return each best move as players write it, the squares of its swaps first (`A12<>; M9s BEHAUE`)."""
    return tuple(
        "".join(f"{square_name(square, rules.axes)}<>; " for square in move.swaps)
        + "; ".join(
            play_name(square, direction, word, rules.axes)
            + "".join(f", {square_name(blank, rules.axes)} = ?" for blank in blanks)
            for square, direction, word, blanks in move.plays
        )
        for move in top.moves
    )


def _top(top: Top, rules: Rules) -> SheetTop:
    return SheetTop(top.points, top_move_names(top, rules))


def _plays(row: ClosedRow, rules: Rules) -> tuple[SheetPlay, ...]:
    if row.counted is None:
        return ()
    found = []
    for play in row.counted.plays:
        scored = play.scored
        whole = play_name(scored.square, scored.direction, scored.word, rules.axes)
        found.append(
            SheetPlay(
                square=square_name(scored.square, rules.axes),
                direction=scored.direction,
                place=whole.partition(" ")[0],
                word=scored.word,
            )
        )
    return tuple(found)


def _scored(rounds: Sequence[ClosedRound], earlier: EarlierRounds) -> tuple[ScoredRound, ...]:
    """Return the newest rounds by their scores: as many as a report shows."""
    own = tuple(each.scored for each in rounds[-MOST_SCORED:])
    return (*earlier.scored, *own)[-MOST_SCORED:]


def summed_up(rounds: Sequence[ClosedRound], earlier: EarlierRounds) -> SummedUp:
    """Return what adds up over all rounds of a game."""
    return sum((each.summed for each in rounds), earlier.summed)


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
