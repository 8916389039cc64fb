"""A game in rounds as a GCG file: the moves laid, by one player named after the game."""

from collections.abc import Iterator

from mailref.games.rounds.closed_round import ClosedRound
from mailref.games.rounds.record import GameRecord
from mailref.report.gcg import NotInGcgError, gcg_place, gcg_tiles
from mailref.tiles.board import TILES


def gcg_of(record: GameRecord) -> str:
    """Return the game as a GCG file; NotInGcgError says what in it the format does not know."""
    for why in _obstacles(record):
        raise NotInGcgError(why)
    opened = record.opened
    title = " ".join(opened.title.split())
    lines = [
        "#character-encoding UTF-8",
        f"#player1 {opened.id} {title}",
        f"#title {title}",
        f"#lexicon {opened.lexicon}",
    ]
    if not record.game.is_over:
        lines.append("#incomplete")
    total = 0
    for closed in record.rounds:
        for rack, event, points in _events(closed):
            total += points
            lines.append(f">{opened.id}: {rack} {event} {points:+d} {total}")
    return "\n".join(lines) + "\n"


def _obstacles(record: GameRecord) -> Iterator[str]:
    if not record.opened.board.is_empty:
        yield "it was taken over with tiles on the board, which GCG has no way to state"
    for closed in record.rounds:
        laid = closed.laid
        if laid and len(laid.judged.plays) > 1:
            yield f"round {closed.number}: a move of several plays is no single GCG move"
        if laid and laid.judged.swaps:
            yield f"round {closed.number}: GCG knows no exchange of a blank on the board"
        if closed.is_cleared:
            yield f"round {closed.number}: the board was cleared, which GCG does not know"


def _events(closed: ClosedRound) -> Iterator[tuple[str, str, int]]:
    """Yield rack, event and points: the move laid, or a pass, or an exchange of the whole rack."""
    if closed.laid is None:
        returned = closed.drawn.draw.returned if closed.drawn else ""
        yield closed.letters, f"-{returned}", 0
        return
    (play,) = closed.laid.judged.plays
    yield closed.letters, f"{gcg_place(play.scored)} {gcg_tiles(play.scored)}", play.scored.points
    if closed.is_final and closed.kept:
        yield _rest(closed)


def _rest(closed: ClosedRound) -> tuple[str, str, int]:
    """Return the deduction for what is left on the rack at the end."""
    return closed.kept, f"({closed.kept})", -TILES.sum_of(closed.kept)
