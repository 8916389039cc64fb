"""Games in turns from short settings, mails from short texts; what is decided takes effect at once."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import TypeVar

from msgspec.structs import replace

from mailref.games.by_turns.policy import RunningTurns
from mailref.games.chance import Chance, SeedDraws
from mailref.games.events import Event
from mailref.games.family import begin, family_of
from mailref.games.kind import replay
from mailref.office import entry_reader, read_policy, running_game
from mailref.reading.read_mail import read
from mailref.referee.asking import answer
from mailref.referee.consider import consider
from mailref.referee.contents import Content
from mailref.referee.gm_orders import GivenBy, GivenOrder, GmOrder, Refusal
from mailref.referee.mails import Decision, Owed, Step, after
from mailref.referee.policy import Consideration, Considered, Office, Receipt
from mailref.referee.reports import Means
from mailref.settings.values import Settings
from mailref.unrecorded import office_from_settings
from tests.settings.written import GAMEMASTER, MAIL, settings
from tests.tiles.builders import WordList

C = TypeVar("C", bound=Content)
START = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
"""A Tuesday; the first ZAT is Sunday, 6 December, 20:00 in Berlin."""
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
SEED = bytes(range(32))


def kiel(
    keys: str = "",
    inner: str = "",
    *,
    variant: str = "classic",
    players: Sequence[str] = ("Anna", "Ben"),
    id: str = "kiel",  # noqa: A002  as in the file
) -> str:
    """Return a [[game]] in turns."""
    listed = "\n".join(
        f'[[game.player]]\nname = "{name}"\naddresses = ["{name.lower()}@example.org"]'
        for name in players
    )
    head = f'id = "{id}"\ntitle = "Classic {id.title()}"\nvariant = "{variant}"\n'
    return f'[[game]]\n{head}zone = "Europe/Berlin"\n{keys}\n{inner}\n{listed}'


@dataclass(slots=True)
class Kept:
    """What a record would hold, in memory."""

    log: dict[str, list[Event]] = field(default_factory=dict)
    seeds: dict[str, bytes] = field(default_factory=dict)

    def seed(self, game: str) -> bytes:
        return self.seeds[game]

    sent: dict[tuple[str, str], datetime] = field(default_factory=dict)
    """When a player got the report with a tag, where a test says so."""

    def handed_over(self, game: str, tag: str, addresses: Collection[str]) -> datetime | None:  # noqa: ARG002  of one game
        return max((self.sent[tag, a] for a in addresses if (tag, a) in self.sent), default=None)

    def events(self, game: str) -> Iterable[Event]:
        return tuple(self.log[game])


@dataclass(slots=True)
class AtTable:
    """Games in which decisions take effect at once; `mails` holds what is owed, oldest first."""

    settings: Settings
    office: Office
    records: Kept
    now: datetime = START
    mails: list[Owed] = field(default_factory=list)
    number: int = 0
    reports: dict[tuple[str, str], datetime] = field(default_factory=dict)

    def running(self, id: str = "kiel") -> RunningTurns:  # noqa: A002  as in the file
        running = self.office.games[id]
        assert isinstance(running, RunningTurns)
        return running

    def means(self, id: str = "kiel") -> Means:  # noqa: A002  as in the file
        chance = Chance(self.records.seed(id), self.office.games[id].game.tile_set)
        return Means(self.office, chance, lambda *_: None)

    def take(self, decision: Decision | Step | Refusal | None) -> tuple[Owed, ...]:
        """Let a decision take effect; return the mails it owes."""
        if decision is None:
            return ()
        assert isinstance(decision, Decision | Step), decision
        made = decision.decision if isinstance(decision, Step) else decision
        for id_, event in made.events:
            self.records.log[id_].append(event)
        self.office = replace(after(self.office, made), since=MappingProxyType({}))
        self.mails += made.mails
        for mail in made.mails:
            if type(mail.content).__name__ in {"TurnReport", "TurnsOpening"} and mail.game:
                self.reports[mail.game, mail.recipient] = self.now
        return made.mails

    def considers(
        self,
        who: str,
        body: str,
        *,
        subject: str = "Zug",
        receipt: Callable[[Receipt], Receipt] = lambda each: each,
    ) -> tuple[Considered, ...]:
        return self._considered(who, body, subject, receipt).entries

    def _considered(
        self, who: str, body: str, subject: str, receipt: Callable[[Receipt], Receipt]
    ) -> Consideration:
        self.number += 1
        address = who if "@" in who else f"{who.lower()}@example.org"
        head = f"From: {who} <{address}>\nSubject: {subject}\nMessage-ID: <{self.number}@x.org>\n"
        data = f"{head}Content-Type: text/plain; charset=utf-8\n\n{body}\n"
        mail = read(data.encode(), read_policy(self.settings, bytes(32)))
        handed_over = MappingProxyType(dict(self.reports))
        arrived = receipt(Receipt(f"m{self.number}", self.now, handed_over=handed_over))
        return consider(mail, arrived, self.office, entry_reader())

    def receives(
        self,
        who: str,
        body: str,
        *,
        subject: str = "Zug",
        receipt: Callable[[Receipt], Receipt] = lambda each: each,
    ) -> tuple[Owed, ...]:
        """Let a mail arrive, a minute after the last; return the mails that are owed for it."""
        self.now += MINUTE
        considered = self._considered(who, body, subject, receipt)
        return self.take(answer(considered, self.office))

    def orders(self, order: GmOrder, because: str = "") -> tuple[Owed, ...]:
        """Let the game master order something on the shell."""
        return self.take(self.refuses(order, because))

    def refuses(self, order: GmOrder, because: str = "", id: str = "kiel") -> Step | Refusal:  # noqa: A002  as in the file
        self.now += MINUTE
        given = GivenOrder(order, because, GivenBy.COMMAND, f"command:{self.now.isoformat()}")
        return family_of(self.office.games[id]).carry_out(given, self.means(id), self.now)

    def waits(self, time: timedelta, id: str = "kiel") -> tuple[Owed, ...]:  # noqa: A002  as in the file
        """Let time pass, and what is due with it happen."""
        self.now += time
        owed: tuple[Owed, ...] = ()
        family = family_of(self.office.games[id])
        if family.is_due(self.now):
            owed += self.take(family.act_when_due(self.means(id), self.now))
        family = family_of(self.office.games[id])
        owed += self.take(family.ask(self.office, self.now))
        for step in family_of(self.office.games[id]).remind(
            self.office, self.now, is_complete=True
        ):
            owed += self.take(step)
        return owed


def at_table(*games: str, words: WordList | None = None, seed: bytes = SEED) -> AtTable:
    """Return games that have begun, with racks drawn from *seed*."""
    read_settings = settings("\n".join([MAIL, GAMEMASTER, *(games or (kiel(),))]))
    lexicon = words or WordList()
    records = Kept()
    empty = replace(office_from_settings(replace(read_settings, games=()), START), lexicon=lexicon)
    running = {}
    for policy in read_settings.games:
        begun = begin(policy, seed, lexicon)
        records.log[policy.id] = list(begun)
        records.seeds[policy.id] = seed
        running[policy.id] = running_game(replay(begun), policy)
    office = replace(empty, games=MappingProxyType(running), records=records)
    table = AtTable(read_settings, office, records)
    for id_ in running:
        family = family_of(table.office.games[id_])
        if family.may_go_on():
            table.take(family.go_on(table.means(id_), START))
    return table


def of(mails: Sequence[Owed], who: str, kind: type[C]) -> C:
    """Return the one content of a kind that goes to somebody."""
    address = who if "@" in who else f"{who.lower()}@example.org"
    found = [m.content for m in mails if isinstance(m.content, kind) and m.recipient == address]
    assert len(found) == 1, contents(mails)
    return found[0]


def mail_to(mails: Sequence[Owed], who: str) -> Owed:
    """Return the one mail to somebody."""
    (found,) = (mail for mail in mails if mail.recipient.startswith(f"{who}@"))
    return found


def contents(mails: Sequence[Owed]) -> list[str]:
    """Return recipient and kind of each mail: `anna TurnReport`."""
    return [f"{mail.recipient.partition('@')[0]} {type(mail.content).__name__}" for mail in mails]


@dataclass(frozen=True, slots=True)
class GivenDraws:
    """Tiles as a list gives them, by the number of the drawing; each must be in the bag."""

    racks: list[str]

    def tiles(self, purpose: str, bag: str, count: int) -> str:
        if purpose.startswith("start"):
            return SeedDraws(SEED).tiles(purpose, bag, count)
        drawn = self.racks[int(purpose.split()[1]) - 1]
        assert len(drawn) == count, (purpose, drawn, count)
        assert all(drawn.count(tile) <= bag.count(tile) for tile in drawn), drawn
        return drawn

    def nonce(self, number: int) -> str:
        return f"{number:032x}"
