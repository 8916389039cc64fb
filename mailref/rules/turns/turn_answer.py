"""What comes of a mail in a game in turns: its outcome, what it did, what is wrong with it (classic 14)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from mailref.rules.moves import Fault
from mailref.rules.turns.course import LegalMove


class TurnOutcome(StrEnum):
    """What becomes of a mail."""

    ACCEPTED = "accepted"
    PENDING = "pending"
    REJECTED = "rejected"
    COMMAND = "command"


class TurnEffect(StrEnum):
    """What a mail, a ruling or a time-out did (classic 14)."""

    DONE = "done"
    KEPT = "kept"
    TAKEN_BACK = "taken_back"
    STANDS = "stands"
    ACCEPTED_PLAY = "accepted_play"
    RESIGNED = "resigned"
    TRIAL = "trial"
    ACCEPTS_ALL = "accepts_all"
    ASKS = "asks"
    TIMED_OUT = "timed_out"
    OUT = "out"
    WISHED = "wished"


@dataclass(frozen=True, slots=True)
class TurnAnswer:
    """What the referee answers; what happened stands in the events of the course."""

    outcome: TurnOutcome
    reason: str = ""
    effect: TurnEffect | None = None
    faults: tuple[Fault, ...] = ()
    """What is wrong with it; where it was done all the same: with alternates before it, and remarks."""
    legal: LegalMove | None = None
    """The move carried out, kept, tried or waiting."""
    asked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FromMail:
    """Who wrote, when it came, and in which mail."""

    player: str
    received: datetime
    mail: str
    saw: int | None = None
    """The turn of the report that he answers: he knows no play laid in it or later; None: he has seen all."""

    def has_seen(self, number: int) -> bool:
        """Tell whether he knows what was done in turn *number*."""
        return self.saw is None or number < self.saw


def rejected(reason: str, faults: Sequence[Fault] = ()) -> TurnAnswer:
    """Return the answer to what changes nothing."""
    return TurnAnswer(TurnOutcome.REJECTED, reason, faults=tuple(faults))


def accepted(effect: TurnEffect) -> TurnAnswer:
    return TurnAnswer(TurnOutcome.ACCEPTED, effect=effect)
