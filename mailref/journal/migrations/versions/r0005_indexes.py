"""Indexes in the order in which is asked: what is due, the longest due first, and answers by their kind.

Thousands of reports are due at one moment: whoever takes fifty of them shall not sort them all.
"""

from mailref.journal.migrations import drop_index, make_index

revision = "r0005"
down_revision = "r0004"


def upgrade() -> None:
    drop_index("outbox", "state due")
    make_index("outbox", "state due id")
    drop_index("outbox", "recorded_at kind")
    make_index("outbox", "kind recorded_at")
