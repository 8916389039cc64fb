"""What a tick works with: settings, record, mailbox, outbox; and how a decision is written down.

One of the mailboxes of the machine with its servers, and how patient to be with them.

Where there is one mailbox only, the daemon itself rests while a server does not answer. Where there are
several none waits for another: here is kept when a server that is out of reach is tried again.

How the machine stands, as `status` and others beside it say it: words and measures of its state.

How much is sent at once, to players and to the game master; the rest is told a day later.

Circuit breakers against loops that no rule foresaw (mail 3). Reports are never held back, and a
move counts also where its answer is withheld (contract 2). What players and strangers write is put
before the game master, and nothing keeps anybody from a thousand mails: beyond `per_address_day`
mails a day about one sender, all strangers being one, they are only noted; and so is every mail that
is taken for a program's by its subject, and what holds no move in a game of a club, beyond one an hour
for each game. `daily_lists` tells of
all of them. The mails themselves lie in the mailbox all the same.

What keeps the machine from its work is noted, told to who runs it, and taken back when it is over; how it does.

One mail when it has lasted an hour, or at once where a ZAT has passed meanwhile, a login was refused,
the disk is full or the clock was set; of mail that cannot be filed away one every day, to the game
master as well. Nothing tells of a server that takes no mail but a mail: that one says when it was.

How it does is written in Prometheus' text format, for the textfile collector of node_exporter: counts of
mails and ages come from the record; ticks and errors are counted since the process began, as Prometheus
expects of a counter. A file that cannot be written is a line in the log, no more.
"""

import logging
import os
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta, tzinfo
from enum import Enum, auto
from functools import partial
from itertools import filterfalse
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from mailref.errors import (
    JournalError,
    LoginRefusedError,
    MailServerError,
    NoRoomError,
    StaleGameError,
)
from mailref.games.chance import Chance
from mailref.games.club.club import ClubState, GameAgreed
from mailref.games.events import AddressesChanged
from mailref.games.game import Game, Stage, next_id
from mailref.games.kind import kind_of
from mailref.games.tournament.tournament import Tournament
from mailref.journal.installation import HowFar, LastingTrouble, of_game, over, told
from mailref.journal.journal import Journal
from mailref.journal.prepared import Statement
from mailref.journal.recorded_games import OutgoingMail
from mailref.journal.recorded_mails import (
    AskedBack,
    HeldNotice,
    InboxMark,
    MailKey,
    WithheldAnswer,
    adopted,
    asked,
    forgiven,
    hold_back,
    ordered,
    passed_on,
    settled,
    withhold,
)
from mailref.languages import METRICS, read
from mailref.office import house_of, office_of, running_game, with_rematches, with_tournament_games
from mailref.post.ports import Baseline, Mailbox, Outbox, RawMail
from mailref.post.smtp import Backoff
from mailref.referee import contents
from mailref.referee.contents import (
    Hindered,
    Hindrance,
    Matter,
    Notice,
    RoundWaits,
    SettingsFaulty,
    limited,
)
from mailref.referee.identity import is_registered
from mailref.referee.mails import Decision, Owed, Step, owe_to_game_master
from mailref.referee.policy import (
    Directory,
    GamePolicy,
    House,
    Memories,
    Office,
    PlayFinder,
    Registration,
    RunningGame,
    Unread,
    changed_in,
    find_no_play,
)
from mailref.referee.reports import Means
from mailref.referee.shown_names import with_names_shown
from mailref.settings.begun import Policies, with_club_games
from mailref.settings.load import SettingsWatch
from mailref.settings.values import MailSettings, Settings
from mailref.structs import shown_without

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_LONGEST = 120
_MOST_ASKED = 3
_ASKED_AGAIN = timedelta(days=1)
"""So long a stranger is not asked anew about what he is asked already; later the question may have been lost."""
STRANGERS_KEPT = timedelta(days=30)
"""So long at most what strangers sent is kept, whatever `keep` says, and so long a question to one counts."""
LAST_TODAY = "also_last_today"
"""What the last answer that somebody gets in a day says of the next ones: a sentence of `player_orders.j2`."""
LAST_UNPROVED = "also_last_unproved"
"""The same of mails that do not prove their sender."""
SHARE_OF_ONE = 4
"""Of the answers that leave in an hour one address gets a part of so many, where nothing proves who wrote."""
MOST_QUESTIONS = 20
"""So many unknown addresses are asked in an hour; to the others the question leaves later."""


class Allowed(Struct, frozen=True):
    """Mails that go out now, and those that wait."""

    now: tuple[Owed, ...]
    also: tuple[Statement, ...]
    """What is recorded with their decision, for the lists of the next day."""
    withheld: tuple[Owed, ...] = ()
    """The answers beyond what somebody gets in a day."""
    delayed: tuple[tuple[datetime, tuple[Owed, ...]], ...] = ()
    """What leaves later, and when: answers in an hour, questions to unknown addresses in their turn."""


def within_limits(
    mails: Sequence[Owed],
    office: Office,
    journal: Journal,
    settings: Settings,
    now: datetime,
    *,
    is_proved: bool = False,
) -> Allowed:
    """Sort *mails* by what the limits allow; *is_proved*: they answer one whose sender is proved."""
    going, also = _notices_within_day(mails, office, journal, settings, now)
    asked_at = next_question(journal, now) if any(map(_asks_a_stranger, going)) else now
    if asked_at > now:
        others = [mail for mail in mails if not _asks_a_stranger(mail)]
        allowed = within_limits(others, office, journal, settings, now, is_proved=is_proved)
        asking = tuple(mail for mail in going if _asks_a_stranger(mail))
        return replace(allowed, delayed=(*allowed.delayed, (asked_at, asking)))
    answers = [mail for mail in going if mail.content.is_limited]
    if not answers:
        return Allowed(going, also)
    kinds = limited()
    counts = partial(journal.outgoing.recorded_since, _midnight(now), kinds=kinds)
    times = 2 if is_proved else 1
    withheld, last = _too_many(answers, counts, times * settings.mail.per_address_day)
    waits = _waits_an_hour(answers, journal, settings, now, is_proved=is_proved)
    later = tuple(mail for mail in answers if mail.recipient in waits and mail not in withheld)
    said = LAST_TODAY if is_proved else LAST_UNPROVED
    rest = tuple(
        replace(mail, also=(*mail.also, said)) if mail in last else mail
        for mail in going
        if mail not in withheld and mail not in later
    )
    also = (*also, *withhold([_noted_of_sender(mail, now) for mail in withheld]))
    return Allowed(rest, also, tuple(withheld), ((now + _HOUR, later),))


def _waits_an_hour(
    answers: Sequence[Owed], journal: Journal, settings: Settings, now: datetime, *, is_proved: bool
) -> frozenset[str]:
    """Return to whom no more answers leave in this hour: all are too many, or those to one of them.

    Whoever forges mail gets answers written to whom he names: so they fill a quarter of the hour only,
    and what proves its sender leaves when they have filled it.
    """
    left = partial(journal.outgoing.recorded_since, now - _HOUR, kinds=limited(), at_once=True)
    most, share = settings.mail.per_hour, settings.mail.per_hour // SHARE_OF_ONE
    asked = Counter(mail.recipient for mail in answers)
    in_hour = left(most=2 * most)
    if in_hour + len(answers) > (2 * most if is_proved else most):
        return frozenset(asked)
    if is_proved or in_hour < share:
        return frozenset()
    so_far = {to: left(to=to) for to in asked}
    return frozenset(to for to, count in asked.items() if so_far[to] and so_far[to] + count > share)


def _asks_a_stranger(mail: Owed) -> bool:
    return isinstance(mail.content, contents.Notice) and isinstance(
        mail.content.about, contents.AsksStranger
    )


def next_question(journal: Journal, now: datetime) -> datetime:
    """Return when the next question to an unknown address may leave: so many an hour, in their order.

    Its sender may be forged, and then somebody reads it who never wrote.
    """
    leaves: list[datetime] = []
    asked = journal.questions.asked_since(now - 2 * _DAY, why=contents.WhyAsked.NEWCOMER.value)
    for moment in (*asked, now):
        before = leaves[-MOST_QUESTIONS] if len(leaves) >= MOST_QUESTIONS else None
        leaves.append(moment if before is None else max(moment, before + _HOUR))
    return leaves[-1]


def is_crowded(running: RunningGame, journal: Journal, settings: Settings, now: datetime) -> bool:
    """Tell whether an open game has let in, or asked, as many newcomers as it may in a day."""
    if running.policy.registration is not Registration.OPEN or running.game.is_over:
        return False
    asked = journal.questions.waiting_since(now - _DAY, why=contents.WhyAsked.NEWCOMER.value)
    joined = journal.games.joined_by_mail(running.game.id, now - _DAY)
    return asked + joined >= settings.mail.joins_per_day


def is_asked_enough(
    sender: str, journal: Journal, now: datetime, *, most: int = _MOST_ASKED
) -> bool:
    """Tell whether an unknown address was asked as often as it may be without an answer, *most* times."""
    since, why = now - STRANGERS_KEPT, contents.WhyAsked.NEWCOMER.value
    return journal.questions.waiting_since(since, why=why, sender=sender) >= most


def asked_lately(sender: str | None, journal: Journal, now: datetime) -> Iterator[AskedBack]:
    """Yield what an unknown address was just asked and has not answered: about the same it is not asked anew."""
    for question in journal.questions.waiting(now - _ASKED_AGAIN):
        if question.sender == sender and question.why == contents.WhyAsked.NEWCOMER:
            yield question


def _midnight(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def _too_many(
    answers: Sequence[Owed], counts: Callable[..., int], most_a_day: int
) -> tuple[list[Owed], list[Owed]]:
    """Return the answers beyond what an address may get in a day, and those that are its last for today.

    One mail may ask for several. The last one says so: nobody is left to wonder why no more come. What
    proves its sender is answered once more as often, whatever went there before: anybody can use up
    what is answered without that, and must not silence who it really is.
    """
    found: list[Owed] = []
    last: list[Owed] = []
    sent: Counter[str] = Counter()
    for mail in answers:
        to = mail.recipient
        if to not in sent:
            sent[to] = counts(to=to)
        most = mail.content.as_often * most_a_day
        if sent[to] >= most and not mail.content.must_leave:
            found.append(mail)
        elif sent[to] == most - 1:
            last.append(mail)
        sent[to] += 1
    return found, last


def _noted_of_sender(mail: Owed, now: datetime) -> WithheldAnswer:
    """Return what the summary of the next day says of a withheld answer."""
    said = mail.content.withheld
    if said is None:
        return WithheldAnswer(mail.recipient, now.date())
    title, move = said
    return WithheldAnswer(mail.recipient, now.date(), title, mail.tag or "", move)


def _notices_within_day(
    mails: Sequence[Owed], office: Office, journal: Journal, settings: Settings, now: datetime
) -> tuple[tuple[Owed, ...], tuple[Statement, ...]]:
    """Leave out what tells the game master of one sender's mails beyond so many a day."""
    passed: Counter[str] = Counter()
    going: list[Owed] = []
    also: list[Statement] = []
    today, is_going = now.date(), False
    for mail in mails:
        notice = mail.content
        if not isinstance(notice, contents.Notice) or not isinstance(
            notice.about, contents.AboutAMail
        ):
            going.append(mail)
            continue
        sender = _sender(notice.about, office)
        if sender not in passed:
            passed[sender] = journal.backlog.passed_on(sender, today)
        is_listed = isinstance(notice.about, contents.TakenForRobot)
        if notice.for_deputy:
            # With the game master's, or not at all: his list of the next day must not hold it.
            going += [mail] if is_going else []
            continue
        is_going = not is_listed and passed[sender] < settings.mail.per_address_day
        if (of_club := _of_club(mail, notice.about, settings, now)) and of_club not in passed:
            passed[of_club] = journal.backlog.passed_on(of_club, today)
        is_going = is_going and not (of_club and passed[of_club])
        if (joins := _joins(notice.about, office, now)) and joins not in passed:
            passed[joins] = journal.backlog.passed_on(joins, today)
        is_going = is_going and not (joins and passed[joins] >= _MOST_JOINS)
        if is_going:
            going.append(mail)
            for each in (sender, *filter(None, (of_club, joins))):
                passed[each] += 1
                also.append(passed_on(each, today))
        else:
            also.append(hold_back(HeldNotice(sender, today, _beginning(notice))))
    return tuple(going), tuple(also)


_MOST_JOINS = 3
"""So many strangers an hour who want into a game are put before the game master one by one: addresses are forged."""


def _joins(about: contents.AboutAMail, office: Office, now: datetime) -> str:
    """Return the hour in which a stranger wants into a game, whose others are for the list; "": nobody does."""
    is_wish = isinstance(about, contents.JoinRequest)
    return f"join {now:%H}" if is_wish and not _sender(about, office) else ""


def _of_club(mail: Owed, about: contents.AboutAMail, settings: Settings, now: datetime) -> str:
    """Return the game of a club, with the hour, of whose mails one in an hour is passed on; "": it is none of those.

    Nobody leads such a game: what its players only say is for his list of the next day.
    """
    is_talk = isinstance(about, contents.WrittenFromOutside) or (
        isinstance(about, contents.PassedOn) and not about.words
    )
    if settings.club is None or not is_talk:
        return ""
    is_of_club = mail.game is None or mail.game.startswith(f"{settings.club.tag}-")
    return f"{mail.game or settings.club.tag} {now:%H}" if is_of_club else ""


def _sender(about: contents.AboutAMail, office: Office) -> str:
    """Return whom a notice is about: a registered address; "" for any stranger's."""
    if not isinstance(about, contents.AboutSender):
        return office.house.gamemaster_address
    return about.sender if is_registered(office, about.sender) else ""


def _beginning(notice: contents.Notice) -> str:
    """Return how a mail begins, behind who wrote it; without a word to show that; "" where he must not see any."""
    about, text = notice.about, notice.quoted.strip()
    if isinstance(about, contents.OrdersAsked):
        said: tuple[str, ...] = (*about.lines, text)
    else:
        said = (getattr(about, "subject", ""), text)
    if not any(said):
        if notice.is_hidden:
            return ""
        said = tuple(getattr(about, field, "") for field in ("name", "player"))
    parts = (getattr(about, "sender", ""), *said)
    return " ".join(" ".join(filter(None, parts)).split())[:_LONGEST]


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
    read_to: datetime | None = None
    """Up to when all mail in it was dealt with, when it was read last; None: some is left, or nobody knows."""
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
_READ_AHEAD, _LEAST_AHEAD = 1000, 4
"""So many players' rows, and events, are read at once while nothing else is to do: a quarter of a second."""
_A_LOT, _A_SHARED_LOT = 50, 100
"""So many decisions and mails are written, a quarter of a second, before what is owed leaves.

Where work is shared another tick costs more: what others have done is asked for, and all that is open looked at.
"""
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


class GameStanding(Struct, frozen=True, array_like=True):
    """How a game stands, as far as the pages of a club ask."""

    mark: str
    """What its pages follow from, in short."""
    names: tuple[str, ...]
    """Of its players, by which those are told apart who play several games; no page tells them."""
    named: tuple[str, ...] = ()
    """Those of them that pages may tell."""
    tells_all: bool = False
    """Whether nothing of it is secret any more."""
    is_trial: bool = False
    """Whether it was begun while all mail went to one address."""


class PagesLooked(Struct):
    """Of what the pages that anybody may read were made, as far as this process knows."""

    of: Mapping[str, RunningGame] | None = None
    """The games that were looked at; None: none were yet."""
    marks: dict[str, tuple[Game, GameStanding]] = field(default_factory=dict)
    """Each game, and how it stands for the pages."""
    again: datetime | None = None
    """When to try again what could not be written."""
    beside: tuple[Any, ...] | None = None
    """What else the front page shows: the offers of the club that were open, and the tournaments."""


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
    publish: Callable[[datetime, bytes], object] = lambda _now, _standings: None
    """Writes the pages that anybody may read, where the settings name a folder for them.

    It is told how games stand as `tick.pages.as_sent` says it.
    """
    get_attachments_ready: Callable[[], None] = lambda: None
    """Called where some are soon to be made, by what has to load large libraries for that meanwhile."""
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
    told_over: set[int] = field(default_factory=set)
    """The numbers of offers whose makers are known to be told that their time is over."""
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
    heard: tuple[str, ...] = ()
    """To which mailboxes mail came while this worker waited; none: all are read, whatever woke it."""
    memories: Memories = field(default_factory=Memories)
    """What kinds of game remember of what was last looked at."""
    directory: Directory = field(default_factory=Directory)
    """In which games an address is known, and how they are called."""
    quiet: dict[str, datetime] = field(default_factory=dict)
    """Games that no tick need look at before something happens in them, or this time has come."""
    awakened: dict[str, RunningGame] = field(default_factory=dict)
    """The games that were awake when this tick began, as they were."""
    pages: PagesLooked = field(default_factory=PagesLooked)
    failing: set[str] = field(default_factory=set)
    """The games and tournaments that could not be dealt with in this tick, or with which another worker deals."""
    written: int | None = None
    """What was recorded since this lot of work began, decisions and mails; None: nothing is put off."""
    has_more: bool = False
    """Whether games wait for the next tick, which follows at once: enough was written in this one."""
    _first: Box | None = None
    _further: tuple[Box, ...] | None = None
    _further_of: tuple[MailSettings, ...] = ()
    _houses: tuple[Settings | None, dict[str, House]] = (None, {})
    """How the referee is reached, mailbox by mailbox, and by which settings."""
    _office: Office | None = None
    _tournaments: Mapping[str, Tournament] | None = None
    _agreed: Mapping[str, Game] = field(default_factory=dict)
    """Games that are over and whose players have agreed on another one."""
    _club: ClubState | None = None
    _has_club: bool = False
    """Whether members may begin games, or have begun some."""
    _is_club_old: bool = False
    _policies: Policies = field(default_factory=dict)
    """The settings of games that members have begun."""
    _made_with: tuple[GameAgreed, ...] = ()
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
    _not_ready: list[str] | None = None
    """Games of which rounds may have to be read again; None: all."""
    _next_awake: datetime = _NEVER
    """Before then no game of those that are quiet wakes by itself."""
    _asks: bool = True
    """Whether the record is asked before the next decision what others did."""

    __repr__ = shown_without("secret", "directory", "quiet", "awakened")

    @property
    def settings(self) -> Settings:
        """Return the last good settings, with the games of tournaments and rematches."""
        file = self.watch.settings
        club = self.club()
        if not (file.tournaments or club.games or self._agreed):
            return file
        is_stale = bool(file.tournaments) and self._tournaments is None
        if self._made_of is not file or is_stale or self._made_with is not club.games:
            tournaments = self.tournaments() if file.tournaments else {}
            begun = with_club_games(with_tournament_games(file, tournaments), club, self._policies)
            made = with_rematches(begun, self._agreed)
            self._made_with = club.games
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
        settings = self.watch.settings
        if self._houses[0] is not settings:
            self._houses = (settings, {})
        known = self._houses[1]
        if mail.box not in known:
            known[mail.box] = house_of(settings, self.secret, mail)
        return known[mail.box]

    def forget_office(self) -> None:
        """Ask the record again before the next decision: a command may have written beside us."""
        self._is_fresh = False
        self._asks = True
        self._tournaments = None
        self._is_club_old = True

    def took_a_step(self) -> None:
        """Look at what we recorded ourselves before the next decision.

        Where others record all the time, all games would be asked for again and again.
        """
        self._is_fresh = False
        self._asks = self._asks or not self.journal.is_shared
        self._tournaments = None
        self._is_club_old = True

    def catch_up(self, games: Collection[str]) -> None:
        """Ask the record for these games alone, before decisions about them."""
        if self.journal.games.catch_up(games):
            self._is_fresh = False

    def tournaments(self) -> Mapping[str, Tournament]:
        """Return the tournaments as they stand after what was recorded last."""
        if self._tournaments is None:
            self._tournaments = self.journal.tournaments.load_all()
        return self._tournaments

    def club(self) -> ClubState:
        """Return the club as it stands after what was recorded last; where there is none, nothing is asked."""
        if self._club is None or (self._has_club and self._is_club_old):
            self._club = self.journal.club.load()
            self._is_club_old = False
            self._has_club = self._club.count > 0 or self.watch.settings.club is not None
        self._has_club = self._has_club or self.watch.settings.club is not None
        return self._club

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
        office = office_of(self.settings, MappingProxyType(self._running), self.secret)
        club = office.club
        return replace(
            office,
            club=None if club is None else replace(club, members=self._came_in, begun=self._begun),
            memories=self.memories,
            directory=self.directory,
            records=self.journal.games,
            find_plays=self.find_plays,
            unread=self._unread,
        )

    def _came_in(self) -> Mapping[str, str]:
        """Return who has come into the club: addresses with names."""
        return {at: each.name for each in self.club().members for at in each.addresses}

    def _begun(self) -> Collection[str]:
        """Return the games that members have begun."""
        return {each.game for each in self.club().games}

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

    def begin_lot(self) -> None:
        """Let games be dealt with until enough is written that what they owe should leave."""
        self.written = 0

    def end_lot(self) -> None:
        """Put nothing off any more: what mails bring about happens before the next one is read."""
        self.written = None

    def puts_off(self, games: Iterable[str]) -> bool:
        """Tell whether *games* wait for the next tick, since enough was written in this one.

        So the mails of the first of a thousand games leave, and a move that comes meanwhile is
        answered, before the last of them is dealt with.
        """
        lot = _A_SHARED_LOT if self.journal.is_shared else _A_LOT
        if self.written is None or self.written < lot:
            return False
        waiting = set(games)
        self.failing |= waiting
        self.has_more = self.has_more or bool(waiting)
        return True

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
        chance = Chance(games.seed(game), office.games[game].game.tile_set)
        return Means(office, chance, self.find_top, history, log)

    def means_to_report(self, office: Office, game: str) -> Means:
        """Return what the next report of *game* needs, and keep it for those that follow.

        Of many rounds only the last is whole then, and nothing can be changed in those before it.
        """
        return self._means_to_report(office, game)[0]

    def get_ready_to_report(self) -> None:
        """Read some rounds again of which another program kept what reports need; called when nothing else is to do.

        The first report after an update would else read them all: a thousand rounds are six seconds.
        """
        office = self.office()
        if self._not_ready is None:
            self._not_ready = [id_ for id_, each in office.games.items() if not each.game.is_over]
        game = self._not_ready[-1] if self._not_ready else None
        if game is None or (game in office.games and self._has_more_to_read(office, game)):
            return
        self._not_ready.pop()

    def _has_more_to_read(self, office: Office, game: str) -> bool:
        """Read some rounds of a game for its next report; tell whether there are more."""
        most = max(_READ_AHEAD // max(1, len(office.games[game].game.players)), _LEAST_AHEAD)
        return self._means_to_report(office, game, most)[1]

    def _means_to_report(
        self, office: Office, game: str, most: int | None = None
    ) -> tuple[Means, bool]:
        """Return what a report needs of no more than *most* further events, and whether there are others."""
        games = self.journal.games
        found = games.newest_reports(game, most)
        chance = Chance(games.seed(game), office.games[game].game.tile_set)
        whole = Means(office, chance, self.find_top, found.reports)
        means: Means = kind_of(office.games[game].game).shortened(whole)
        told: Any = means.history
        if told is not None:
            closed = found.closed
            if closed >= _KEPT_EACH and told.count_before:
                games.keep_reports(game, found.number, told)
                closed = 0
            games.remember_reports(game, replace(found, reports=told, closed=closed))
        return means, found.has_more


def _noted(decision: Decision, now: datetime) -> Iterator[Statement]:
    """Yield what is written down with a decision beside events and mails."""
    for number, fingerprint in decision.adopted:
        yield adopted(number, fingerprint)
    if decision.settled is not None:
        yield settled(decision.settled, now)
    if (put := decision.question) is not None:
        yield asked(AskedBack(put.token, put.fingerprint, put.sender, put.why.value, put.asked_at))
    yield from ordered(decision.under, decision.orders, now)


def _forgiven(decision: Decision) -> Iterator[Statement]:
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
    also: Sequence[Statement] = (),
    is_proved: bool = False,
) -> bool:
    """Write a decision and the mails it owes in one transaction; False if it was taken before.

    *is_proved*: it is about a mail that proves its sender. Also False where the game went on meanwhile
    (a command beside the daemon): nothing is written, and the next tick decides anew.
    """
    decision = step.decision
    events = with_names_shown(decision.events, office)
    allowed = within_limits(
        decision.mails, office, machine.journal, machine.settings, now, is_proved=is_proved
    )
    mails = [*_composed(machine, [_threaded(machine, mail) for mail in allowed.now], office)]
    for moment, later in allowed.delayed:
        written = _composed(machine, later, office) if later else ()
        mails += (replace(mail, not_before=moment) for mail in written)
    machine.took_a_step()
    if machine.written is not None:
        machine.written += 1 + len(mails)
    try:
        is_recorded = machine.journal.record(
            step.cause,
            at=now,
            game_events=events,
            mails=mails,
            inbox=inbox,
            seeds=seeds or {},
            also=[*also, *_forgiven(decision), *allowed.also, *_noted(decision, now)],
        )
    except StaleGameError:
        machine.forget_office()
        log.info("%s was not recorded: the game went on meanwhile", step.cause)
        return False
    if is_recorded:
        _tell_of_silence(machine, allowed.withheld, office, now)
    return is_recorded


def _tell_of_silence(
    machine: Machine, withheld: Sequence[Owed], office: Office, now: datetime
) -> None:
    """Tell the game master once a day of a player who gets no more answers: he may ask why I am silent."""
    most = machine.settings.mail.per_address_day
    for mail in withheld:
        running = office.games.get(mail.game or "")
        if running is None or mail.player is None:
            continue
        about = contents.AnswersWait(mail.recipient, mail.player, most)
        cause = f"answers_wait:{mail.recipient}:{now.date().isoformat()}"
        tell(machine, about, cause, now, running, office=office)


WAS_TRIAL = (
    "began as a trial, with divert, and does not go on without it: its players have seen nothing of "
    "it; give it another id, or begin with an empty record"
)
"""Why a game or tournament rests."""
_DATABASE = Hindrance.DATABASE, ""
_OF_ONE = (Hindrance.MAILBOX, Hindrance.SENDING, Hindrance.FILING)
"""What is the trouble of one mailbox."""
_UNSEEN = Seen("", is_urgent=False)
MOST_APART = timedelta(minutes=2)
"""So far from the mailbox server's clock ours is right."""


def _to_operator(mail: Owed, key: str, house: House, *, is_for_both: bool) -> tuple[Owed, ...]:
    """Return a mail to the game master as who runs the machine gets it, if he is another; or both get it."""
    to = house.operator_address
    if not to or (is_for_both and to.lower() == mail.recipient):
        return (mail,)
    his = replace(mail, key=f"{key}:{to}", recipient=to, name="")
    return (mail, his) if is_for_both else (his,)


def tell(
    machine: Machine,
    about: Matter,
    cause: str,
    now: datetime,
    running: RunningGame | None = None,
    *,
    office: Office | None = None,
    is_for_both: bool = False,
    but: str = "",
) -> bool:
    """Tell the game master of something once, of a game or of none; tell whether it was news.

    *is_for_both*: who runs the machine hears of it, too; nobody under the address *but*.
    """
    if machine.journal.is_decided(cause):
        return False
    office = office or machine.office()
    notice = Notice(about, running.policy if running else None)
    mail = owe_to_game_master(office.house, notice, cause, now, running=running)
    both = _to_operator(mail, cause, office.house, is_for_both=True) if is_for_both else (mail,)
    told = tuple(each for each in both if each.recipient != but)
    return record(machine, Step(cause, Decision((), told)), office, now)


def tell_if_questions_wait(machine: Machine, now: datetime, office: Office) -> None:
    """Tell the game master, once a day, that so many unknown addresses write that each waits for its question."""
    if next_question(machine.journal, now) > now:
        cause = f"questions_wait:{now.date().isoformat()}"
        tell(machine, contents.QuestionsWait(MOST_QUESTIONS), cause, now, office=office)


def note(
    machine: Machine, what: Hindrance, problem: Exception | None = None, *, box: str = ""
) -> None:
    """Note for the end of the tick that something does not work, or, without a problem, that it does.

    It is about one mailbox, that of [mail], or the one of which the id is given.
    """
    if problem is None:
        machine.seen.setdefault((what, box), None)
    else:
        is_urgent = isinstance(problem, LoginRefusedError | NoRoomError)
        machine.seen[what, box] = Seen(str(problem), is_urgent=is_urgent)
        machine.counted.errors[what] += 1


_SAID_AGAIN = timedelta(minutes=5)
"""So often the log says of a server that it still does not answer: that is the longest time between two tries."""


def log_troubles(machine: Machine, troubles: Collection[str], now: datetime) -> None:
    """Write what did not work into the log, once and then at times while it lasts: a tick is no try."""
    before = machine.counted.warned
    said = machine.counted.warned = {each: before[each] for each in troubles if each in before}
    for trouble in troubles:
        if is_news(said, trouble, now, _SAID_AGAIN):
            log.warning("%s", trouble)


def is_news(said: dict[str, datetime], what: str, now: datetime, again: timedelta) -> bool:
    """Tell whether the log is to say *what* now, and note it: of late it has not been *said*."""
    if what in said and timedelta(0) <= now - said[what] < again:
        return False
    said[what] = now
    return True


def note_stuck(machine: Machine, game: str, problem: Exception, now: datetime) -> None:
    """Note that a game or tournament cannot be dealt with; the log says where we stumbled, then for a while no more."""
    why = type(problem).__name__
    before = f"{game}: {why}" in machine.counted.stumbled
    if not is_news(machine.counted.stumbled, f"{game}: {why}", now, PATIENCE):
        return
    if before:
        log.error("%s still could not be dealt with: %s, as told above", game, why)
    else:
        log.error("%s could not be dealt with", game, exc_info=problem)
    machine.journal.troubles.note(of_game(game), why, now, is_urgent=True)


def note_unread(machine: Machine, problem: MailServerError) -> None:
    """Note that the mailbox of [mail] cannot be had."""
    note(machine, Hindrance.MAILBOX, problem)


def note_all_read(machine: Machine, now: datetime) -> None:
    """Note that all mailboxes were read to their ends."""
    machine.counted.read_at = now
    machine.journal.troubles.note_reading(now)


def note_clock_set(machine: Machine, moved: timedelta, now: datetime) -> None:
    """Note that our clock was set, forward or back."""
    sign = "+" if moved > timedelta(0) else "-"
    why = f"{sign}{timedelta(seconds=round(abs(moved).total_seconds()))}"
    log.warning("our clock was set: %s", why)
    _note(machine, (Hindrance.CLOCK, ""), Seen(why, is_urgent=True), now)


def compare_clock_set(machine: Machine, now: datetime) -> None:
    """Note that a clock that was set is right, where the mailbox server's agrees with it."""
    if all(each.what != Hindrance.CLOCK for each in machine.journal.troubles.all()):
        return
    try:
        apart = abs(machine.mailbox.server_time() - now)
    except MailServerError as problem:
        log.warning("the server's clock could not be compared: %s", problem)
        return
    if apart <= MOST_APART:
        note(machine, Hindrance.CLOCK)


def tell_of_troubles(
    machine: Machine, now: datetime, *, has_zat_passed: bool, leads: bool = False
) -> bool:
    """Record what was noted and owe what is to be said of it; tell whether anything is.

    *has_zat_passed*: a round was open when the tick began whose ZAT had come. Who *leads* has dealt
    with every game in it.
    """
    seen, machine.seen = machine.seen, {}
    if machine.blocked is not None and seen.get(_DATABASE) is None:
        blocked, machine.blocked = machine.blocked, None
        _note(machine, _DATABASE, blocked.seen, blocked.since)
    for about, found in seen.items():
        if found is not None:
            _note(machine, about, found, now)
    was_told = False
    boxes = {box.mail.box for box in machine.boxes}
    for trouble in machine.journal.troubles.all():
        if trouble.game is not None:
            _end_if_dealt_with(machine, trouble.what, trouble.game, leads=leads)
            continue
        what, box = named(trouble)
        is_over = box not in boxes or seen.get((what, box), _UNSEEN) is None
        is_urgent = trouble.is_urgent or (has_zat_passed and _keeps_from_closing(trouble, now))
        if is_urgent and not trouble.is_urgent:
            _note(machine, (what, box), Seen(trouble.why, is_urgent=True), trouble.since)
        was_told |= _tell(machine, replace(trouble, is_urgent=is_urgent), now, is_over=is_over)
    return was_told


def _end_if_dealt_with(machine: Machine, what: str, game: str, *, leads: bool) -> None:
    """Note that a game can be dealt with again; its game master heard that it could not be."""
    if not leads or game in machine.failing:
        return
    said = machine.counted.stumbled
    machine.counted.stumbled = {
        each: at for each, at in said.items() if each.partition(":")[0] != game
    }
    machine.journal.troubles.end(what)
    log.info("%s is dealt with again", game)


def _note(machine: Machine, about: NamedHindrance, seen: Seen, since: datetime) -> None:
    what = ":".join(filter(None, about))
    machine.journal.troubles.note(what, seen.why, since, is_urgent=seen.is_urgent)


def _keeps_from_closing(trouble: LastingTrouble, now: datetime) -> bool:
    """Tell whether a server could not be reached for a while, so that a ZAT passes with nothing done.

    It is tried twice: nobody need hear of a connection that was lost for a second.
    """
    return named(trouble)[0] in {Hindrance.MAILBOX, Hindrance.SENDING} and trouble.since < now


def _tell(machine: Machine, trouble: LastingTrouble, now: datetime, *, is_over: bool) -> bool:
    """Owe what is to be said of a trouble now; tell whether anything is."""
    what, _ = named(trouble)
    if not _must_be_told(trouble, now, is_over=is_over):
        if is_over:
            machine.journal.troubles.end(trouble.what)
        return False
    office = machine.office()
    about = _about(machine, office, trouble, now, is_over=is_over)
    state = "over" if is_over else now.date().isoformat()
    cause = f"trouble:{trouble.what}:{trouble.since.isoformat()}:{state}"
    mail = owe_to_game_master(office.house, Notice(about), cause, now)
    is_for_both = what is Hindrance.FILING
    mails = _to_operator(mail, cause, office.house, is_for_both=is_for_both)
    also = over(trouble.what) if is_over else told(trouble.what, now)
    log.warning("%s: %s since %s", "over" if is_over else "told", trouble.what, trouble.since)
    return record(machine, Step(cause, Decision((), mails)), office, now, also=[also])


def _must_be_told(trouble: LastingTrouble, now: datetime, *, is_over: bool) -> bool:
    what, box = named(trouble)
    if trouble.told_at is not None:
        return is_over or (what is Hindrance.FILING and now - trouble.told_at >= _DAY)
    if what is Hindrance.SENDING and not (is_over or box):  # by that of [mail] it can be told
        return False
    return trouble.is_urgent or now - trouble.since >= PATIENCE


def _about(
    machine: Machine, office: Office, trouble: LastingTrouble, now: datetime, *, is_over: bool
) -> Hindered:
    """Return what there is to say: what waits, and since when."""
    zone = _zone(office)
    what, id_ = named(trouble)
    mail = machine.watch.settings.box(id_)
    if what is Hindrance.FILING:
        mails, oldest = len(machine.journal.inbox.to_file(mail.inbox.key)), None
    else:
        waiting = machine.journal.outgoing.counts()
        mails, oldest = waiting.owed + waiting.deferred, waiting.oldest
    return Hindered(
        what,
        trouble.why,
        trouble.since.astimezone(zone),
        until=now.astimezone(zone) if is_over else None,
        rounds=() if is_over else _waiting_rounds(machine, office, now),
        mails=mails,
        oldest=oldest.astimezone(zone) if oldest else None,
        mailbox=mail.address if machine.further and what in _OF_ONE else "",
    )


def _zone(office: Office) -> tzinfo:
    return next((running.policy.zone for running in office.games.values()), UTC)


def _waiting_rounds(machine: Machine, office: Office, now: datetime) -> tuple[RoundWaits, ...]:
    return tuple(
        RoundWaits(
            office.games[game].policy.title, deadline.astimezone(office.games[game].policy.zone)
        )
        for game, deadline in machine.journal.games.deadlines(until=now).items()
        if game in office.games
    )


def keep_room(machine: Machine) -> None:
    """Keep the room by which we note what was sent; NoRoomError where the disk has none.

    Without it nothing is read, closed or sent: somebody would get the same mail again and again.
    """
    if not machine.journal.reserve.keep():
        raise NoRoomError(f"the disk of {machine.journal.reserve.file} is full")
    note(machine, Hindrance.DATABASE)


def keep_blocked(machine: Machine, problem: JournalError, now: datetime) -> bool:
    """Keep in mind that nothing can be recorded; tell whether it could be noted and told all the same.

    Where the disk is full the reserve is given free for that.
    """
    seen = Seen(str(problem), is_urgent=isinstance(problem, NoRoomError))
    since = machine.blocked.since if machine.blocked else now
    is_told = machine.blocked.is_told if machine.blocked else False
    machine.blocked = Blocked(seen, since, is_told=is_told)
    if is_told or not seen.is_urgent:
        return False
    machine.journal.reserve.spend()
    with suppress(JournalError, MailServerError):
        machine.forget_office()
        _note(machine, _DATABASE, seen, since)
        machine.seen = {}
        for trouble in machine.journal.troubles.all():
            if trouble.what == Hindrance.DATABASE:
                _tell(machine, trouble, now, is_over=False)
        machine.blocked = Blocked(seen, since, is_told=True)
        return True
    return False


EVERY = timedelta(minutes=1)
"""So often the file is written at most: nobody reads it more often, and counting walks through all mail."""
_PAUSED = "paused"


class _Metric(Struct, frozen=True, forbid_unknown_fields=True):
    """A metric as `data/metrics.toml` says it."""

    kind: str
    help: str
    label: str = ""

    def lines(self, name: str, samples: Mapping[str, float]) -> Iterator[str]:
        """Yield its lines, a sample for each value of its label."""
        yield f"# HELP mailref_{name} {self.help}"
        yield f"# TYPE mailref_{name} {self.kind}"
        for value, sample in samples.items():
            labels = f'{{{self.label}="{value}"}}' if self.label else ""
            yield f"mailref_{name}{labels} {sample:.15g}"


def write_metrics(machine: Machine, now: datetime, *, leads: bool = True) -> None:
    """Write the file that the settings name, whole and at once; none where they name none.

    Each worker writes that of its host. Where several on one host name the same, who *leads* has it.
    """
    last = machine.counted.written_at
    is_new = last is not None and timedelta(0) <= now - last < EVERY
    if machine.settings.metrics is None or is_new:
        return
    path = Path(machine.settings.metrics)
    if not leads and _is_anothers(path, last, now):
        return
    machine.counted.written_at = now
    part = path.with_name(f".{path.name}.part")
    text = "".join(f"{line}\n" for line in _metrics(machine, now))
    try:
        part.write_text(text, encoding="utf-8")
        part.chmod(0o644)  # the collector is another user
        os.utime(part, (now.timestamp(), now.timestamp()))
        part.replace(path)
    except OSError as problem:
        log.warning("[metrics] file: %s: %s", path, problem.strerror or problem)
        with suppress(OSError):
            part.unlink()


def _is_anothers(path: Path, ours: datetime | None, now: datetime) -> bool:
    """Tell whether another worker has written the file of late."""
    try:
        written = path.stat().st_mtime
    except OSError:
        return False
    is_ours = ours is not None and abs(written - ours.timestamp()) < _SAME
    return not is_ours and 0 <= now.timestamp() - written < 2 * EVERY.total_seconds()


_SAME = 0.001
"""Seconds by which a file system may cut the time of a file."""


def _metrics(machine: Machine, now: datetime) -> Iterator[str]:
    """Yield the lines of all metrics of which there is a sample."""
    samples = dict(_samples(machine, now))
    for name, metric in read(METRICS, dict[str, _Metric]).items():
        if name in samples:
            yield from metric.lines(name, samples[name])


def _samples(machine: Machine, now: datetime) -> Iterator[tuple[str, Mapping[str, float]]]:
    """Yield the samples of each metric, by the value of its label."""
    came, went = machine.journal.inbox.counts(), machine.journal.outgoing.counts()
    states = ("done", "ignored", "quarantined")
    yield "mails_in_total", {state: came.decided.get(state, 0) for state in states}
    yield "mails_out_total", {"sent": went.sent, "refused": went.dead}
    yield "mails_unsent", {"": went.owed + went.deferred}
    yield "oldest_unanswered_seconds", {"": _age(came.oldest, now)}
    yield "oldest_unsent_seconds", {"": _age(went.oldest, now)}
    yield "ticks_total", {"": machine.counted.ticks}
    yield "errors_total", {each.value: machine.counted.errors[each] for each in Hindrance}
    yield "games", _by_state(running.game for running in machine.office().games.values())
    troubles = machine.journal.troubles
    if machine.further:
        lasting = (named(each) for each in troubles.all() if each.game is None)
        silent = {box for what, box in lasting if what is Hindrance.MAILBOX}
        boxes = (box.mail.box for box in machine.boxes)
        yield "mailbox_up", {box or "[mail]": float(box not in silent) for box in boxes}
    known = (machine.counted.read_at, troubles.read_at())
    read_at = max((each for each in known if each is not None), default=None)
    for what, moment in (("poll", read_at), ("send", went.last_sent)):
        if moment is not None:
            yield f"last_good_{what}_timestamp_seconds", {"": moment.timestamp()}


def _by_state(games: Iterable[Game]) -> dict[str, float]:
    found = Counter(
        _PAUSED if game.is_paused and not game.is_over else game.stage.value for game in games
    )
    return {state: found[state] for state in (*(stage.value for stage in Stage), _PAUSED)}


def _age(since: datetime | None, now: datetime) -> float:
    return 0.0 if since is None else max(0.0, (now - since).total_seconds())


def tell_of_fault(machine: Machine, cause: str, why: str, now: datetime) -> None:
    """Tell the game master once why a game or tournament does not begin, or go on."""
    if tell(machine, SettingsFaulty((why,)), cause, now):
        log.warning("%s", why)
