"""An entry for a game in rounds as `judge --json` says it (contract 3)."""

from mailref.games.rounds.policy import RunningRounds
from mailref.games.rounds.round_told import moves_to_json
from mailref.record.as_json import Json
from mailref.referee.findings import STORED, Considered, Office


def as_object(entry: Considered, running: RunningRounds, _office: Office) -> dict[str, Json]:
    """Return an entry as the object of contract 3."""
    counts = entry.counts
    moves: list[Json] = []
    points = None
    if entry.choice is not None:
        moves = moves_to_json(
            entry.choice.moves,
            counts,
            running.game.rules,
            may_be_unused=entry.outcome in STORED,
            shows_asked=True,
        )
        points = None if counts is None else entry.choice.moves[counts].points
    return {"moves": moves, "counts": counts, "points": points}
