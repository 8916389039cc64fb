"""What a turn works with: settings, record, mailbox, outbox; and how a decision is written down."""

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from types import MappingProxyType

from mailref.desks import desk_of
from mailref.errors import StaleGameError
from mailref.journal.journal import Journal
from mailref.journal.model import InboxMark, OutgoingMail
from mailref.mail.ports import Mailbox, Outbox
from mailref.referee.model import Desk, Table
from mailref.referee.owed import Owed
from mailref.referee.policy import House
from mailref.referee.rounds import Means
from mailref.referee.steps import Step
from mailref.rules.adjudication import TopFinder
from mailref.rules.chance import Chance
from mailref.rules.standing import StandingMemory
from mailref.settings.model import MailSettings, Settings
from mailref.turn.limits import within_limits
from mailref.turn.notices import hold_back
from mailref.turn.watch import SettingsWatch

log = logging.getLogger(__name__)
SEED_BYTES = 32

Connect = Callable[[MailSettings], tuple[Mailbox, Outbox]]
"""Makes mailbox and outbox of accounts; nothing is connected yet."""
Compose = Callable[[Sequence[Owed], House], Sequence[OutgoingMail]]
"""Makes the bytes of owed mails: pictures once, templates, headers."""


@dataclass(slots=True)
class Machine:
    """All that a turn works with."""

    watch: SettingsWatch
    journal: Journal
    mailbox: Mailbox
    outbox: Outbox
    compose: Compose
    find_top: TopFinder
    connect: Connect
    secret: bytes = field(repr=False)
    new_seed: Callable[[], bytes] = field(default=lambda: secrets.token_bytes(SEED_BYTES))
    """Where the seed of a game that begins comes from."""
    pulse: Callable[[], None] = field(default=lambda: None)
    """Called between two mails of a turn, which may be long: it keeps the lease, or ends the turn."""
    tidied: date | None = None
    """The day on which old bytes were dropped last; after a restart it is done anew."""
    standing: StandingMemory = field(default_factory=StandingMemory)
    _desk: Desk | None = field(default=None, init=False, repr=False)

    @property
    def settings(self) -> Settings:
        """Return the last good settings."""
        return self.watch.settings

    @property
    def account(self) -> str:
        """Return what tells this mailbox from another in the record."""
        imap = self.settings.mail.imap
        return f"{imap.user}@{imap.host}"

    def reconnect(self) -> None:
        """Turn to the servers that the settings name now."""
        self.mailbox.close()
        self.mailbox, self.outbox = self.connect(self.settings.mail)

    def look_anew(self) -> None:
        """Ask the record again before the next decision: a command may have written beside us."""
        self._desk = None

    def desk(self) -> Desk:
        """Return the referee's desk as it stands after what was recorded last.

        What another process records meanwhile makes the next decision about its game a stale one,
        which is not written; so the record need not be asked each time.
        """
        if self._desk is None:
            policies = {policy.id: policy for policy in self.settings.games}
            games = self.journal.games_now(tuple(policies))
            tables = {id_: Table(game, policies[id_]) for id_, game in games.items()}
            self._desk = desk_of(self.settings, MappingProxyType(tables), self.secret)
        return self._desk

    def means(self, desk: Desk, game: str, *, with_history: bool = False) -> Means:
        """Return what a step of *game* needs; its closed rounds only where a report is made."""
        history = tuple(each.result for each in self.journal.results(game)) if with_history else ()
        return Means(desk, Chance(self.journal.seed(game)), self.find_top, history)


def record(
    machine: Machine,
    step: Step,
    desk: Desk,
    now: datetime,
    *,
    inbox: InboxMark | None = None,
    seeds: Mapping[str, bytes] | None = None,
) -> bool:
    """Write a decision and the mails it owes in one transaction; False if it was taken before.

    Also False where the game went on meanwhile (a command beside the daemon): nothing is written,
    and the next turn decides anew.
    """
    most = machine.settings.mail.per_address_day
    kept = hold_back(step.decision.mails, desk, machine.journal, most, now)
    allowed = within_limits(kept.mails, machine.journal, machine.settings, now)
    mails = machine.compose(allowed.now, desk.house)
    machine.look_anew()
    try:
        return machine.journal.record(
            step.cause,
            at=now,
            game_events=step.decision.events,
            mails=[*mails, *allowed.delayed(machine.compose(allowed.later, desk.house), now)],
            inbox=inbox,
            seeds=seeds or {},
            facts={**allowed.facts, **kept.facts, **dict(step.decision.facts)},
        )
    except StaleGameError:
        log.info("%s was not recorded: the game went on meanwhile", step.cause)
        return False
