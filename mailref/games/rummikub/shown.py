"""What commands show of a game of WORT-Rummikub: as of any at a table."""

from mailref.games.by_turns.shown import preview, status

__all__ = ["preview", "status"]
