"""An entry for a game in rounds as `judge --json` says it (contract 3)."""

from mailref.games.rounds.game import choice_in
from mailref.games.rounds.policy import RunningRounds
from mailref.games.rounds.told import moves_to_json
from mailref.record.as_json import Json
from mailref.referee.policy import STORED, Considered, Office


def as_object(entry: Considered, running: RunningRounds, _office: Office) -> dict[str, Json]:
    """Return an entry as the object of contract 3."""
    choice, counts = choice_in(entry.found), counts_in(entry)
    moves: list[Json] = []
    points = None
    if choice is not None:
        moves = moves_to_json(
            choice.moves,
            counts,
            running.game.rules,
            may_be_unused=entry.outcome in STORED,
            shows_asked=True,
        )
        points = None if counts is None else choice.moves[counts].points
    return {"moves": moves, "counts": counts, "points": points}


def counts_in(entry: Considered) -> int | None:
    """Return the index of the move that counts, as the contract gives it."""
    choice = choice_in(entry.found)
    return choice.counts if choice is not None and entry.outcome in STORED else None
