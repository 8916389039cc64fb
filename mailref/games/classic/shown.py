"""What commands show of a classic game: as of any at a table."""

from mailref.games.by_turns.shown import preview, status

__all__ = ["preview", "status"]
