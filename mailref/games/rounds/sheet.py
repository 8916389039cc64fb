"""Closed rounds as the score sheet shows them: what the record says, put into rows."""

from collections.abc import Callable, Collection, Sequence
from decimal import ROUND_HALF_UP, Decimal

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.rounds.past_rounds import (
    MOST_SCORED,
    ClosedRound,
    ClosedRow,
    EarlierRounds,
    FormerRow,
    RoundScore,
    ScoredRound,
    Share,
    SummedUp,
)
from mailref.games.rounds.rules import Rules
from mailref.report.sheet import SheetData, SheetPlay, SheetRow, SheetTop, letters_left
from mailref.tiles.board import TILES, square_name
from mailref.tiles.moves import play_name
from mailref.tiles.top.found import Top

_TENTH = Decimal("0.1")


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

    def row_of(row: ClosedRow | FormerRow) -> SheetRow:
        shown = _row(row, last.rules, scores[row.player])
        if isinstance(row, FormerRow):
            return replace(shown, note=former)
        return replace(
            shown,
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
        rows=tuple(map(row_of, last.table)),
        rounds=tuple(each.number for each in scored),
        rounds_before=earlier.count + len(rounds) - len(scored),
        winners=frozenset(last.laid.players) if last.laid else frozenset(),
        top=SheetTop(last.top.points, top_move_names(last.top, last.rules)) if last.top else None,
        letters_left=letters_left(bag, TILES),
    )


def _row(
    row: ClosedRow | FormerRow, rules: Rules, scores: tuple[RoundScore | None, ...]
) -> SheetRow:
    shown = SheetRow(
        player=row.player,
        status=None,
        plays=(),
        formula="",
        points=0,
        total=row.total,
        rank=row.rank,
        rank_before=row.rank_before,
        adjustments=tuple(each.points for each in row.corrections),
        rounds=scores,
    )
    if isinstance(row, FormerRow):
        return shown
    return replace(
        shown,
        status=row.status,
        plays=_plays(row, rules),
        formula=row.counted.formula if row.counted else "",
        points=row.points,
        deduction=row.deduction,
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
