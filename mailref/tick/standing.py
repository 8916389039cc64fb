"""How the machine stands, as `status` and others beside it say it: words and measures of its state."""

from datetime import timedelta

from mailref.journal.installation import LastingTrouble
from mailref.referee.notices import Hindrance

PATIENCE = timedelta(hours=1)
"""So long it may last before somebody is told."""
WAITS = "the database was put back: nothing is read, closed or sent before 'mailref proceed'"
"""How the machine stands while the game master has yet to decide."""
OTHERWISE = "the settings here are not those of the worker that reads the mailbox"
"""How a worker stands that does nothing, so that nothing happens by settings of another time."""

NamedHindrance = tuple[Hindrance, str]
"""What keeps the machine from its work, and the id of the mailbox that it is about, if it is."""


def named(trouble: LastingTrouble) -> NamedHindrance:
    """Return what a recorded trouble is about, and the id of its mailbox."""
    what, _, box = trouble.what.partition(":")
    return Hindrance(what), box
