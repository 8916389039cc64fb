"""An order of the game master: an action with its reason, and the step that carries it out."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from mailref.referee import actions as act
from mailref.referee.addressing import owe_to_player
from mailref.referee.model import Table
from mailref.referee.owed import DeadlineNotice, Decision, Owed
from mailref.referee.steps import Step
from mailref.rules.events import Event
from mailref.rules.progress import follow


@dataclass(frozen=True, slots=True)
class Order:
    """An action with its reason and where it came from (`command` or `mail`)."""

    action: act.Action
    because: str
    by: str
    cause: str
    """Unique: the same order carried out twice changes nothing."""


def step_of(
    order: Order, table: Table, *events: Event, mails: Iterator[Owed] | None = None
) -> Step:
    id_ = table.policy.id
    return Step(order.cause, Decision(tuple((id_, event) for event in events), tuple(mails or ())))


def told(order: Order, table: Table, what: str, now: datetime, *events: Event) -> Step:
    """Record *events* and tell every player what was moved, and why."""
    before = table.game.round.deadline if table.game.round else None
    after = Table(follow(table.game, events), table.policy)
    content = DeadlineNotice(what, after.game, after.policy, before, order.because)
    mails = (
        owed
        for player in after.game.active
        for owed in owe_to_player(after, player, content, order.cause, now)
    )
    return step_of(order, table, *events, mails=mails)
