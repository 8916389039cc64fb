"""What the mails of a game in rounds show: the board, a player's moves, and in words why nothing counts."""

from collections.abc import Iterator
from zoneinfo import ZoneInfo

from mailref.games.rounds.closed_round import ClosedRow
from mailref.games.rounds.in_force import Choice
from mailref.games.rounds.results import EntryStatus
from mailref.games.rounds.round_game import RoundGame
from mailref.games.rounds.rules import Rules
from mailref.report.board_view import BoardView
from mailref.tiles.board import Area
from mailref.tiles.scoring import Judged, Status
from mailref.writing.document import BoardFigure, CopyFigure
from mailref.writing.never_a_move import one_line
from mailref.writing.scene import (
    NAME,
    Words,
    board_figure,
)
from mailref.writing.views import (
    MoveSeen,
    fault_seen,
    move_seen,
    where_written,
)


def board_now(game: RoundGame, words: Words) -> BoardFigure:
    """Return the board as it lies, the area of the first word on an empty one."""
    return board_figure(board_with(game, None, words), words, words.phrase("board_now"))


def late_joiners(game: RoundGame) -> frozenset[str]:
    """Return who started with something because he came late."""
    return frozenset(name for name, player in game.players.items() if player.is_late_joiner)


class Notes:
    """Says in words why nothing of a player counts."""

    def __init__(self, words: Words, rules: Rules, zone: ZoneInfo) -> None:
        self._words, self._rules, self._zone = words, rules, zone

    def note(self, row: ClosedRow) -> str:
        match row.status:
            case EntryStatus.MISSING:
                return self._words.phrase("note_missing")
            case EntryStatus.UNREAD:
                return self._words.phrase("note_unread")
            case EntryStatus.LATE:
                return self._words.phrase("note_late", row.received, self._zone)
            case _:
                reasons = tuple(self._reason(row))
                return self._words.phrase("note_invalid", reasons)

    def _reason(self, row: ClosedRow) -> Iterator[str]:
        """Yield the first thing that is wrong with each move."""
        for move in row.moves[:3]:
            wrong = next((fault for fault in move.faults if not fault.remarks), None)
            if wrong is None:
                continue
            seen = fault_seen(wrong, where_written(move), self._rules.axes)
            why = self._words.brief(seen)
            written = one_line(move.written.span.text, 40)
            yield f"{written} ({why})" if written else why


def moves_seen(choice: Choice | None, rules: Rules) -> tuple[MoveSeen, ...]:
    """Return every move of an entry, in the order written."""
    if choice is None:
        return ()
    return tuple(
        move_seen(move, number, _state(move, number == choice.counts), rules)
        for number, move in enumerate(choice.moves)
    )


def _state(move: Judged, counts: bool) -> str:
    if counts:
        return "counts"
    return "unused" if move.status is Status.VALID else move.status.value


def board_with(game: RoundGame, move: Judged | None, words: Words) -> BoardView:
    """Return the board with a player's own move drawn in."""
    if move is None:
        return BoardView(game.board, game.rules.axes, words.premiums, start=_start(game))
    tiles = tuple(tile for play in move.plays for tile in play.scored.new_tiles)
    return BoardView(
        move.board,
        game.rules.axes,
        words.premiums,
        proposal=tiles,
        swapped=frozenset(move.swaps),
        start=_start(game),
    )


def _start(game: RoundGame) -> Area | None:
    return game.rules.start if game.board.is_empty else None


def copy_figure(title: str, rules: Rules, words: Words, *, is_final: bool = False) -> CopyFigure:
    """Return the template to copy, in the game's own notation, `__` for square and word."""
    spot = "__ __"
    lines = [title, f"{words.label('player_key')}={NAME}"]
    if not rules.numbered_plays:
        lines.append(spot)
    elif rules.plays == 1 and not is_final:
        lines += [f" {spot}", f"/{spot}"][: 1 if rules.moves == 1 else 2]
    else:
        count = max(2, min(rules.plays, 4))
        lines += [f" {number}. {spot}" for number in range(1, count + 1)]
        if rules.moves != 1:
            lines += [f"/{number}. {spot}" for number in range(1, count + 1)]
    return CopyFigure(tuple(lines))
