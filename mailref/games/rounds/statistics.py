"""What a game in rounds comes to for each player, from the results of its rounds."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from mailref.games.events import Event, PlayerRenamed
from mailref.games.rounds.events import RoundClosed, RoundReopened
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.rules import EntryStatus, PlayerResult, RoundResult
from mailref.games.statistics import PlayerFigures, together, with_rulings

_Rows = dict[str, PlayerResult]


def figures_of(game: RoundGame, log: Iterable[Event]) -> tuple[PlayerFigures, ...]:
    """Return what each player has come to: of rounds as they stand, whatever stood before."""
    results: dict[int, tuple[RoundResult, _Rows]] = {}
    for event in log:
        match event:
            case RoundClosed(result):
                results[result.number] = result, {row.player: row for row in result.entries}
            case RoundReopened(number):
                results.pop(number, None)
            case PlayerRenamed(old, new):
                for _, rows in results.values():
                    if old in rows:
                        rows[new] = rows.pop(old)
            case _:
                continue
    found = together(
        _of_round(name, row, result, game)
        for result, rows in results.values()
        for name, row in rows.items()
    )
    words = _words_of(results)
    return tuple(with_rulings(each, words[each.player], game.rulings) for each in found)


def _of_round(name: str, row: PlayerResult, result: RoundResult, game: RoundGame) -> PlayerFigures:
    counted = row.counted
    plays = () if counted is None else counted.plays
    best = max(plays, key=lambda play: play.scored.points, default=None)
    is_missed = row.status.is_missing or row.status is EntryStatus.LATE
    is_away = is_missed and _is_away(game, name, result.deadline or result.closed)
    top = result.top
    return PlayerFigures(
        name,
        moves=int(counted is not None),
        points=row.points,
        best_word=best.scored.word if best is not None else "",
        best_points=best.scored.points if best is not None else 0,
        reached=row.net if top is not None else 0,
        possible=top.points if top is not None else 0,
        missed=int(top is not None and not row.moves),
        due=int(not is_away),
        in_time=int(not is_missed),
    )


def _is_away(game: RoundGame, name: str, at: datetime) -> bool:
    player = game.players.get(name)
    return player is not None and player.is_away(at)


def _words_of(results: Mapping[int, tuple[RoundResult, _Rows]]) -> dict[str, set[str]]:
    """Return the words of each player's moves that were looked at."""
    found: dict[str, set[str]] = {}
    for _, rows in results.values():
        for name, row in rows.items():
            plays = (play for move in row.moves for play in move.plays)
            words = {word.word for play in plays for word in play.scored.words}
            found.setdefault(name, set()).update(words)
    return found
