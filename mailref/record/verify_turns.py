"""The checks of a classic game and of WORT-Rummikub."""

from mailref.record.table_json import verify_table
from mailref.record.turns_json import verify_turns

__all__ = ["verify_table", "verify_turns"]
