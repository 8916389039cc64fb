"""What a tick works with: settings, record, mailbox, outbox; and how a decision is written down.

One of the mailboxes of the machine with its servers, and how patient to be with them.

Where there is one mailbox only, the daemon itself rests while a server does not answer. Where there are
several none waits for another: here is kept when a server that is out of reach is tried again.
"""

import logging
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from enum import Enum, auto
from itertools import filterfalse
from types import MappingProxyType
from typing import Any, Protocol

from msgspec import Struct, field
from msgspec.structs import replace
from sqlalchemy import Executable

from mailref.errors import MailServerError, StaleGameError
from mailref.games.chance import Chance
from mailref.games.events import AddressesChanged
from mailref.games.game import Game, next_id
from mailref.games.kind import kind_of
from mailref.games.tournament.tournament import Tournament
from mailref.journal.inbox import InboxMark, MailKey, adopted
from mailref.journal.installation import HowFar
from mailref.journal.journal import Journal
from mailref.journal.recorded_games import OutgoingMail
from mailref.journal.senders import AskedBack, asked, forgiven, ordered, settled
from mailref.office import house_of, office_of, running_game, with_rematches, with_tournament_games
from mailref.post.ports import Baseline, Mailbox, Outbox, RawMail
from mailref.post.smtp import Backoff
from mailref.referee.findings import Memories, Office, PlayFinder, Unread, find_no_play
from mailref.referee.mails import Decision, Owed, Step
from mailref.referee.notices import Hindrance
from mailref.referee.policy import Directory, GamePolicy, House, RunningGame, changed_in
from mailref.referee.reports import Means
from mailref.settings.load import SettingsWatch
from mailref.settings.values import MailSettings, Settings
from mailref.structs import shown_without
from mailref.tick.limits import within_limits
from mailref.tick.standing import NamedHindrance

FILED = " filed"
"""Ends what tells the folder for mail that is done from its inbox, in the record."""


class Silent(Struct, frozen=True):
    """A server that cannot be reached while others can: they shall not wait for it at each tick."""

    problem: MailServerError
    tried: datetime
    backoff: Backoff

    @classmethod
    def after(cls, before: "Silent | None", problem: MailServerError, now: datetime) -> "Silent":
        """Return what is known of it after one more failure."""
        backoff = before.backoff if before is not None else Backoff()
        return cls(problem, now, backoff.after_failure())

    def rest(self, now: datetime) -> timedelta:
        """Return how long it is not tried again yet; a clock that was set back does not make that longer."""
        since = now - self.tried
        return (
            max(timedelta(0), self.backoff.pause(1) - since)
            if since >= timedelta(0)
            else timedelta(0)
        )

    def rests(self, now: datetime) -> bool:
        """Tell whether it is not tried again yet."""
        return self.rest(now) > timedelta(0)


class Box(Struct):
    """A mailbox that is read, and where what leaves under its address is handed over."""

    mail: MailSettings
    mailbox: Mailbox
    outbox: Outbox
    looked_at: datetime | None = None
    """When the mark in it was looked at last."""
    baseline: Baseline | None = None
    """From which mail on it is read, once that is known."""
    apart: tuple[datetime, timedelta] | None = None
    """How far our clock was ahead of its server's, and when they were compared."""
    far: HowFar | None = None
    """What was noted last for the worker that leads."""
    unwritable: MailServerError | None = None
    """Set while the server lets nothing be moved, marked or left in it."""
    unread: Silent | None = None
    """Set while it cannot be read, where there are others."""
    unsent: Silent | None = None
    """Set while nothing can be handed over, where there are others."""

    @property
    def account(self) -> str:
        """Return what tells it from another in the record."""
        return self.mail.inbox.key

    @property
    def label(self) -> str:
        """Return it as messages name it."""
        return self.mail.label


log = logging.getLogger(__name__)
_NEVER = datetime.max.replace(tzinfo=UTC)
_KEPT_EACH = 4
"""After so many closed rounds what reports need of them is kept anew: it is longer than a round."""
SEED_BYTES = 32

Connect = Callable[[MailSettings], tuple[Mailbox, Outbox]]
"""Makes mailbox and outbox of accounts; nothing is connected yet."""


class Alone(Enum):
    """What became of a mail that a process of its own was to take in."""

    BEGUN = auto()
    """That process could do its work: from here on what happens is the mail's doing."""
    NOT_BEGUN = auto()
    """It could not: the machine lacks something."""
    DIED = auto()
    """It ended over the mail, or did not end in time."""
    DONE = auto()
    AGAIN = auto()
    """The mail has to be tried again."""


class ReadAlone(Protocol):
    """Lets a process of its own take a mail in."""

    def __call__(self, box: Box, raw: RawMail, now: datetime, *, is_filed: bool) -> Alone:
        """Return what became of it."""


Compose = Callable[[Sequence[Owed], House], Sequence[OutgoingMail]]
"""Makes the bytes of owed mails: pictures once, templates, headers."""


class Seen(Struct, frozen=True):
    """Something that did not work, in the words of the server or the system."""

    why: str
    is_urgent: bool
    """Whether somebody must hear of it at once."""


class Blocked(Struct, frozen=True):
    """Nothing can be recorded; what is known of that is kept here."""

    seen: Seen
    since: datetime
    is_told: bool


class Counted(Struct):
    """What this process did, as far as the record does not say so."""

    ticks: int = 0
    sent: int = 0
    errors: Counter[Hindrance] = field(default_factory=Counter)
    read_at: datetime | None = None
    """When the mailbox was last read to its end."""
    written_at: datetime | None = None  # the metrics, last
    warned: dict[str, datetime] = field(default_factory=dict)  # what the log says does not work
    stumbled: dict[str, datetime] = field(default_factory=dict)  # over which games, and what


class Doubts(Struct, frozen=True):
    """The games that wait because a mailbox shows that they have begun before."""

    settings: str
    """The hash of the settings by which it was looked for them."""
    at: datetime
    games: frozenset[str]

    def are_old(self, now: datetime, patience: timedelta) -> bool:
        """Tell whether it is time to look again, as long as a game waits."""
        return bool(self.games) and not timedelta(0) <= now - self.at < patience


class Machine(Struct):
    """All that a tick works with."""

    watch: SettingsWatch
    journal: Journal
    mailbox: Mailbox
    outbox: Outbox
    compose: Compose
    find_top: Callable[..., Any]
    """Finds the best that could have been laid."""
    connect: Connect
    secret: bytes
    new_seed: Callable[[], bytes] = lambda: secrets.token_bytes(SEED_BYTES)
    """Where the seed of a game that begins comes from."""
    find_plays: PlayFinder = find_no_play
    """The search for what was possible in the turns of a game that is over."""
    pulse: Callable[[], None] = lambda: None
    """Called between two mails of a tick, which may be long: it keeps the lease, or ends the tick."""
    read_alone: ReadAlone | None = None
    """Takes in a mail over which the process has ended; None: this process takes it in last."""
    tidy_up: Callable[[], None] = lambda: None  # ends what runs beside us, unused
    compares_clocks: bool = False
    """Whether the time of a tick is that of this computer's clock, which may be wrong."""
    tidied: date | None = None
    """The day on which old bytes were dropped last; after a restart it is done anew."""
    seen: dict[NamedHindrance, Seen | None] = field(default_factory=dict)
    """What did not work in this tick, and, as None, what did."""
    blocked: Blocked | None = None
    """What keeps us from recording anything, as far as it is not recorded."""
    unnoted: set[int] = field(default_factory=set)
    """Mails that a server took over, which could not be noted: not to be sent again."""
    held_up: Counter[MailKey] = field(default_factory=Counter)
    """How often a mail was taken up and not finished because nothing could be recorded."""
    counted: Counted = field(default_factory=Counted)
    """What is counted for the metrics since the process began."""
    listed: set[tuple[str, str]] = field(default_factory=set)
    """The weeks, each with its zone, whose weekly lists are known to be recorded."""
    since: datetime | None = None
    """What was asked for with --since: mail from then on counts, though it lay there before."""
    takes_over: bool = False
    """Whether a mailbox is taken though another installation has it."""
    anew: frozenset[str] = frozenset()
    """The games that begin though the mailbox shows that they have begun."""
    doubts: Doubts | None = None
    """None: it was not looked for them yet."""
    reads: tuple[Box, ...] = ()
    """The mailboxes beside that of [mail] that this worker reads."""
    memories: Memories = field(default_factory=Memories)
    """What kinds of game remember of what was last looked at."""
    directory: Directory = field(default_factory=Directory)
    """In which games an address is known, and how they are called."""
    quiet: dict[str, datetime] = field(default_factory=dict)
    """Games that no tick need look at before something happens in them, or this time has come."""
    awakened: dict[str, RunningGame] = field(default_factory=dict)
    """The games that were awake when this tick began, as they were."""
    failing: set[str] = field(default_factory=set)
    """The games and tournaments that could not be dealt with in this tick, or with which another worker deals."""
    _first: Box | None = None
    _further: tuple[Box, ...] | None = None
    _further_of: tuple[MailSettings, ...] = ()
    _office: Office | None = None
    _tournaments: Mapping[str, Tournament] | None = None
    _agreed: Mapping[str, Game] = field(default_factory=dict)
    """Games that are over and whose players have agreed on another one."""
    _made: Settings | None = None
    _made_of: Settings | None = None
    _is_fresh: bool = False
    _named: tuple[Settings, tuple[str, ...]] | None = None
    """The settings of which the ids of games were taken last, and those."""
    _office_of: tuple[Settings | None, Mapping[str, Game]] = (None, MappingProxyType({}))
    """Of what the office was made."""
    _running: dict[str, RunningGame] = field(default_factory=dict)
    _awake: tuple[Mapping[str, RunningGame], datetime, tuple[str, ...]] | None = None
    """The games that were awake when they were asked for last."""
    _next_awake: datetime = _NEVER
    """Before then no game of those that are quiet wakes by itself."""
    _asks: bool = True
    """Whether the record is asked before the next decision what others did."""

    __repr__ = shown_without("secret", "directory", "quiet", "awakened")

    @property
    def settings(self) -> Settings:
        """Return the last good settings, with the games of tournaments and rematches."""
        file = self.watch.settings
        if not file.tournaments and not self._agreed:
            return file
        is_stale = bool(file.tournaments) and self._tournaments is None
        if self._made_of is not file or is_stale:
            tournaments = self.tournaments() if file.tournaments else {}
            made = with_rematches(with_tournament_games(file, tournaments), self._agreed)
            # The same values stay the same objects: in their games nothing has happened.
            self._made = self._made if made == self._made else made
            self._made_of = file
        return self._made or file

    @property
    def first(self) -> Box:
        """Return the mailbox of [mail]."""
        if self._first is None or self._first.mailbox is not self.mailbox:
            self._first = Box(self.watch.settings.mail, self.mailbox, self.outbox)
        self._first.mail, self._first.outbox = self.watch.settings.mail, self.outbox
        return self._first

    @property
    def further(self) -> tuple[Box, ...]:
        """Return the mailboxes beside that of [mail], as the file that is in force names them.

        Also within the tick that took it up: what is to leave by a new one must not leave by another.
        """
        wanted = self.watch.settings.further
        if self._further is None or self._further_of is not wanted:
            before, self._further_of = self._further or (), wanted
            kept = {mail.box: box for mail in wanted for box in before if box.mail == mail}
            self._further = tuple(
                kept.get(mail.box) or Box(mail, *self.connect(mail)) for mail in wanted
            )
            for box in before:
                if kept.get(box.mail.box) is not box:
                    box.mailbox.close()
        return self._further

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Return all mailboxes, that of [mail] first; each is connected when it is used."""
        return (self.first, *self.further)

    def box_of(self, account: str) -> Box:
        """Return the mailbox of that name in the record; for one that is gone that of [mail]."""
        inbox = account.removesuffix(FILED)
        return next((each for each in self.further if each.account == inbox), self.first)

    def disconnect(self) -> None:
        """Leave all servers for good."""
        for box in self.boxes:
            box.mailbox.close()

    def reconnect(self) -> None:
        """Turn to the servers that the settings name now."""
        self.disconnect()
        self.journal.lease.share_nothing()
        self._first = self._further = None
        self.reads = ()
        self.mailbox, self.outbox = self.connect(self.settings.mail)

    def office_at(self, box: Box) -> Office:
        """Return what the referee sees who reads the mail of *box*: it answers from there."""
        office = self.office()
        return office if not box.mail.box else replace(office, house=self.house(box.mail))

    def house(self, mail: MailSettings) -> House:
        """Return how the referee is reached at a mailbox."""
        return house_of(self.watch.settings, self.secret, mail)

    def forget_office(self) -> None:
        """Ask the record again before the next decision: a command may have written beside us."""
        self._is_fresh = False
        self._asks = True
        self._tournaments = None

    def took_a_step(self) -> None:
        """Look at what we recorded ourselves before the next decision.

        Where others record all the time, all games would be asked for again and again.
        """
        self._is_fresh = False
        self._asks = self._asks or not self.journal.is_shared
        self._tournaments = None

    def catch_up(self, games: Collection[str]) -> None:
        """Ask the record for these games alone, before decisions about them."""
        if self.journal.games.catch_up(games):
            self._is_fresh = False

    def tournaments(self) -> Mapping[str, Tournament]:
        """Return the tournaments as they stand after what was recorded last."""
        if self._tournaments is None:
            self._tournaments = self.journal.tournaments.load_all()
        return self._tournaments

    def office(self) -> Office:
        """Return what the referee sees: the games as they stand after what was recorded last.

        What another process records meanwhile makes the next decision about its game a stale one,
        which is not written; so the record need not be asked each time. A game in which nothing has
        happened is the same object as before.
        """
        if self._office is None or not self._is_fresh:
            self._office = self._office_with(self._games())
            self._is_fresh, self._asks = True, False
        return self._office

    def _games(self) -> Mapping[str, Game]:
        """Return the games as they are recorded; one that its players agreed on is among them."""
        while True:
            games = self.journal.games.load_all(self._ids_of(self.settings), asks=self._asks)
            if self._office_of[1] is games:
                return games
            touched = changed_in(games, self._office_of[1])
            agreed = {
                id_: games[id_]
                for id_ in (games if touched is None else touched)
                if games[id_].is_over and id_ not in self._agreed and next_id(games[id_])
            }
            if not agreed:
                return games
            self._agreed = {**self._agreed, **agreed}
            self._made_of = None

    def _ids_of(self, settings: Settings) -> tuple[str, ...]:
        if self._named is None or self._named[0] is not settings:
            self._named = settings, tuple(each.id for each in settings.games)
        return self._named[1]

    def _office_with(self, games: Mapping[str, Game]) -> Office:
        """Return what the referee sees; the same where neither settings nor games are others."""
        settings, before = self._office_of
        if self._office is not None and settings is self.settings and before is games:
            return self._office
        touched = changed_in(games, before) if settings is self.settings else None
        if touched is None:
            self._running = self._all_running(games)
            self.quiet = {id_: until for id_, until in self.quiet.items() if id_ in self._running}
        else:
            self._running = dict(self._running)
            for id_ in self._running.keys() & set(touched):
                self._running[id_] = replace(self._running[id_], game=games[id_])
                self.quiet.pop(id_, None)
        self._office_of = self.settings, games
        return replace(
            office_of(self.settings, MappingProxyType(self._running), self.secret),
            memories=self.memories,
            directory=self.directory,
            records=self.journal.games,
            find_plays=self.find_plays,
            unread=self._unread,
        )

    def _unread(self) -> tuple[Unread, ...]:
        return tuple(
            Unread(f"U{each.id}", each.sender or "", each.received)
            for each in self.journal.inbox.unread()
        )

    def _all_running(self, games: Mapping[str, Game]) -> dict[str, RunningGame]:
        """Return the games with their settings; where both are as before, it is the same object."""
        found: dict[str, RunningGame] = {}
        for policy in self.settings.games:
            game = games.get(policy.id)
            if game is None or self.rests_as_trial(policy, game):
                continue
            known = before = self._running.get(policy.id)
            if known is None or known.policy is not policy:
                known = running_game(game, policy)
            known = known if known.game is game else replace(known, game=game)
            if known is not before:
                self.quiet.pop(policy.id, None)
            found[policy.id] = known
        return found

    def rests_as_trial(self, policy: GamePolicy, game: Game) -> bool:
        """Tell whether a game began as a trial, and mail goes to its players now (docs/chance.md)."""
        return self.settings.is_at_rest(policy.mailbox, is_trial=game.is_trial)

    def resting_tournaments(self) -> frozenset[str]:
        """Return the tournaments that began as a trial, where mail goes to their players now."""
        known = self.tournaments() if self.watch.settings.tournaments else {}
        return frozenset(
            policy.plan.id
            for policy in self.watch.settings.tournaments
            if (now := known.get(policy.plan.id)) is not None
            and self.settings.is_at_rest(policy.game.mailbox, is_trial=now.is_trial)
        )

    def is_resting_trial(self, id: str) -> bool:  # noqa: A002  the game's own word
        """Tell whether a mail of this game is one of a trial that its players shall not see."""
        if id in self.office().games:
            return False
        policy = next((each for each in self.settings.games if each.id == id), None)
        game = self.journal.games.load(id) if policy is not None else None
        return policy is not None and game is not None and self.rests_as_trial(policy, game)

    def awake(self, now: datetime) -> tuple[str, ...]:
        """Return the games in which there may be something to do at *now*."""
        games = self.office().games
        known = self._awake
        if known is None or known[0] is not games or known[1] != now:
            if now >= self._next_awake:
                self.quiet = {id_: until for id_, until in self.quiet.items() if now < until}
                self._next_awake = min(self.quiet.values(), default=_NEVER)
            self._awake = known = games, now, tuple(filterfalse(self.quiet.__contains__, games))
        return known[2]

    def let_rest(self, game: str, until: datetime) -> None:
        """Look at a game no more until something happens in it, or that time has come."""
        self.quiet[game] = until
        self._next_awake = min(self._next_awake, until)
        self._awake = None

    def means(
        self, office: Office, game: str, *, with_history: bool = False, with_log: bool = False
    ) -> Means:
        """Return what a step of *game* needs; its closed rounds only where they may be told of."""
        games = self.journal.games
        history = games.reports(game) if with_history else None
        log = tuple(games.events(game)) if with_log else ()
        return Means(office, Chance(games.seed(game)), self.find_top, history, log)

    def means_to_report(self, office: Office, game: str) -> Means:
        """Return what the next report of *game* needs, and keep it for those that follow.

        Of many rounds only the last is whole then, and nothing can be changed in those before it.
        """
        games = self.journal.games
        found = games.newest_reports(game)
        chance = Chance(games.seed(game))
        whole = Means(office, chance, self.find_top, found.reports)
        means: Means = kind_of(office.games[game].game).shortened(whole)
        told: Any = means.history
        if told is not None:
            closed = found.closed
            if closed >= _KEPT_EACH and told.count_before:
                games.keep_reports(game, found.number, told)
                closed = 0
            games.remember_reports(game, replace(found, reports=told, closed=closed))
        return means


def _noted(decision: Decision, now: datetime) -> Iterator[Executable]:
    """Yield what is written down with a decision beside events and mails."""
    for number, fingerprint in decision.adopted:
        yield adopted(number, fingerprint)
    if decision.settled is not None:
        yield settled(decision.settled, now)
    if (put := decision.question) is not None:
        yield asked(AskedBack(put.token, put.fingerprint, put.sender, put.why.value, put.asked_at))
    yield from ordered(decision.under, decision.orders, now)


def _forgiven(decision: Decision) -> Iterator[Executable]:
    """Yield what lets mail go to addresses that a decision says are right."""
    for _, event in decision.events:
        if isinstance(event, AddressesChanged):
            yield from map(forgiven, event.addresses)


def _threaded(machine: Machine, mail: Owed) -> Owed:
    """Let a notice answer the mail that it is about, so that a mail program shows both together."""
    kinds = mail.content.joins
    if not kinds or mail.game is None or mail.answers is not None:
        return mail
    follows = machine.journal.outgoing.newest_id(mail.game, mail.recipient, kinds=kinds)
    return replace(mail, follows=follows)


def _composed(machine: Machine, owed: Sequence[Owed], office: Office) -> Sequence[OutgoingMail]:
    """Write mails, each as from the mailbox of its game; one about no game as from that of *office*."""
    if not machine.watch.settings.further:
        return machine.compose(owed, office.house)
    by_house: dict[House, list[Owed]] = {}
    for mail in owed:
        by_house.setdefault(_house_of(machine, mail, office), []).append(mail)
    return [
        replace(written, box=house.box)
        for house, mails in by_house.items()
        for written in machine.compose(mails, house)
    ]


def _house_of(machine: Machine, mail: Owed, office: Office) -> House:
    if mail.game is None:
        return office.house
    running = office.games.get(mail.game)
    policies = [running.policy] if running is not None else machine.settings.games
    boxes = [policy.mailbox for policy in policies if policy.id == mail.game]
    boxes += [
        each.game.mailbox
        for each in machine.watch.settings.tournaments
        if each.plan.id == mail.game
    ]
    if not boxes or boxes[0] == office.house.box:
        return office.house
    return machine.house(machine.watch.settings.box(boxes[0]))


def record(
    machine: Machine,
    step: Step,
    office: Office,
    now: datetime,
    *,
    inbox: InboxMark | None = None,
    seeds: Mapping[str, bytes] | None = None,
    also: Sequence[Executable] = (),
) -> bool:
    """Write a decision and the mails it owes in one transaction; False if it was taken before.

    Also False where the game went on meanwhile (a command beside the daemon): nothing is written,
    and the next tick decides anew.
    """
    decision = step.decision
    allowed = within_limits(decision.mails, office, machine.journal, machine.settings, now)
    mails = [*_composed(machine, [_threaded(machine, mail) for mail in allowed.now], office)]
    for moment, later in allowed.delayed:
        written = _composed(machine, later, office) if later else ()
        mails += (replace(mail, not_before=moment) for mail in written)
    machine.took_a_step()
    try:
        return machine.journal.record(
            step.cause,
            at=now,
            game_events=decision.events,
            mails=mails,
            inbox=inbox,
            seeds=seeds or {},
            also=[*also, *_forgiven(decision), *allowed.also, *_noted(decision, now)],
        )
    except StaleGameError:
        machine.forget_office()
        log.info("%s was not recorded: the game went on meanwhile", step.cause)
        return False
