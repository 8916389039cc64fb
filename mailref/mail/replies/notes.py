"""Why nothing of a player counts, in words, for the tables of a round."""

from collections.abc import Iterator
from zoneinfo import ZoneInfo

from mailref.mail.replies.binding import bound
from mailref.mail.replies.clean import one_line
from mailref.mail.replies.scene import Words
from mailref.mail.replies.seen import fault_seen, lines_of
from mailref.rules.game import Game
from mailref.rules.results import EntryStatus, PlayerResult
from mailref.rules.variant import Rules


def late_joiners(game: Game) -> frozenset[str]:
    """Return who started with something because he came late."""
    return frozenset(name for name, player in game.players.items() if player.is_late_joiner)


class Notes:
    """Says in words why nothing of a player counts."""

    def __init__(self, words: Words, rules: Rules, zone: ZoneInfo) -> None:
        self._words, self._rules, self._zone = words, rules, zone

    def note(self, row: PlayerResult) -> str:
        match row.status:
            case EntryStatus.MISSING:
                return self._words.phrase("note_missing")
            case EntryStatus.LATE:
                return self._words.phrase("note_late", row.received, self._zone)
            case _:
                reasons = tuple(self._reason(row))
                return bound(self._words.phrase("note_invalid", reasons))

    def _reason(self, row: PlayerResult) -> Iterator[str]:
        """Yield the first thing that is wrong with each move."""
        for move in row.moves[:3]:
            wrong = next((fault for fault in move.faults if not fault.remarks), None)
            if wrong is None:
                continue
            seen = fault_seen(wrong, lines_of(move), self._rules.axes)
            why = self._words.brief(seen)
            written = one_line(move.written.span.text, 40)
            yield f"{written} ({why})" if written else why
