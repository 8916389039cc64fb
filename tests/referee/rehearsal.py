"""Games from short settings, mails from short texts, and an office that lets time pass."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from msgspec.structs import replace

from mailref.games.by_rounds.referee import Held
from mailref.games.chance import Chance
from mailref.games.events import Event, Noted
from mailref.games.kind import follow
from mailref.games.rounds.family import RoundsFamily
from mailref.games.rounds.game import ClosedRound
from mailref.games.rounds.policy import RunningRounds
from mailref.games.rounds.shown import in_rounds
from mailref.games.rounds.told import Reports
from mailref.office import entry_reader, read_policy, running_game
from mailref.reading.incoming_mail import IncomingMail
from mailref.reading.read_mail import read
from mailref.referee.asking import answer
from mailref.referee.consider import consider
from mailref.referee.contents import Content
from mailref.referee.mails import Decision, Owed, Step
from mailref.referee.policy import Consideration, Considered, Office, Receipt
from mailref.referee.reports import Means
from mailref.settings.values import Settings
from mailref.tiles.top.found import TopFinder
from mailref.unrecorded import office_from_settings
from tests.settings.written import GAMEMASTER, MAIL, settings
from tests.tiles.builders import WordList

C = TypeVar("C", bound=Content)

ZAT = datetime(2026, 12, 11, 19, 0, tzinfo=UTC)
"""Friday, 20:00 in Berlin: the first ZAT of every game here."""
MONDAY = datetime(2026, 12, 7, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
WEEK = timedelta(days=7)

MAX = "Max Mustermann <max@example.org>"
EVA = "Eva Muster <eva@example.org>"
ERIKA = "Erika Musterfrau <gm@example.org>"
FRED = "Fred Fremd <fred@example.net>"

WORDS = WordList(frozenset({
    "ABER", "BETEN", "BRATEN", "NEBEL", "RABE", "RABEN", "TRABE", "TRABEN", "NABE", "BAR", "BARE",
    "AB", "ER", "EN", "NA", "AN",
}))  # fmt: skip
"""What every test here takes for words; any other is undecided."""


def game(  # noqa: PLR0917  short settings read best in a row
    id: str = "yerres",  # noqa: A002  as in the file
    players: Mapping[str, str] | None = None,
    keys: str = "",
    tables: str = "",
    title: str = "1-Zug-Scrabble Yerres",
    variant: str = "dottendorf-1zug",
    *,
    letters: str | None = "ABEENRT",
    deadline: str | None = "2026-12-11T20:00:00",
) -> str:
    """Return a [[game]] with these players (name: addresses by comma) and further keys."""
    who = {"Max Mustermann": "max@example.org", "Eva Muster": "eva@example.org"}
    return "\n".join(
        [
            "[[game]]",
            f'id = "{id}"',
            f'title = "{title}"',
            f'variant = "{variant}"',
            'zone = "Europe/Berlin"',
            'schedule = "every week on friday at 20:00"',
            'min_round = "3d"',
            *([f"deadline = {deadline}"] if deadline else []),
            *([f'letters = "{letters}"'] if letters else []),
            keys,
            tables,
            *(_player(name, who_[name]) for who_ in [players or who] for name in who_),
        ]
    )


def _player(name: str, addresses: str) -> str:
    listed = ", ".join(f'"{each.strip()}"' for each in addresses.split(",") if each.strip())
    return f'[[game.player]]\nname = "{name}"\naddresses = [{listed}]'


def sb(id: str = "sb", keys: str = "", **more: str) -> str:  # noqa: A002  as in the file
    """Return an SB game: up to three moves, the best one counts."""
    rules = '[game.rules]\nstart = "F6-J10"'
    return game(
        id, None, keys, rules, f"SB-Scrabble {id.title()}", "sb", letters="ABEENRTT", **more
    )


def house_settings(*games: str, keys: str = "") -> Settings:
    return settings("\n".join([MAIL, keys, GAMEMASTER, *(games or (game(),))]))


@dataclass(slots=True)
class Rehearsal:
    """Games in which decisions take effect at once; `mails` holds what is owed, oldest first."""

    settings: Settings
    office: Office
    mails: list[Owed] = field(default_factory=list)
    events: list[tuple[str, Event]] = field(default_factory=list)
    history: dict[str, Reports] = field(init=False)
    find_top: TopFinder = field(default=lambda *_: None)
    number: int = 0

    def __post_init__(self) -> None:
        self.history = {
            id_: Reports(in_rounds(each).game) for id_, each in self.office.games.items()
        }

    def running(self, id: str = "yerres") -> RunningRounds:  # noqa: A002  as in the file
        return in_rounds(self.office.games[id])

    def referee(self, id: str = "yerres") -> RoundsFamily:  # noqa: A002  as in the file
        return RoundsFamily(self.running(id))

    def means(self, id: str = "yerres") -> Means:  # noqa: A002  as in the file
        return Means(self.office, Chance(bytes(32)), self.find_top, self.history[id])

    def take(self, decision: Decision | Step | None) -> tuple[Owed, ...]:
        """Let a decision take effect; return the mails it owes."""
        if decision is None:
            return ()
        made = decision.decision if isinstance(decision, Step) else decision
        for id_, event in made.events:
            running = self.office.games[id_]
            changed = replace(running, game=follow(running.game, (event,)))
            self.office = replace(self.office, games={**self.office.games, id_: changed})
            self.history[id_] = self.history[id_].after((event,))
        self.events += made.events
        self.mails += made.mails
        return made.mails

    def considers(
        self,
        body: str,
        sender: str = MAX,
        *,
        subject: str = "Zug",
        at: datetime = MONDAY,
        header: str = "",
        receipt: Callable[[Receipt], Receipt] = lambda each: each,
    ) -> Consideration:
        """Return what the referee makes of a mail, without effect."""
        self.number += 1
        mail = self.mail(body, sender, subject=subject, header=header)
        arrived = receipt(Receipt(f"m{self.number}", at))
        return consider(mail, arrived, self.office, entry_reader())

    def mail(
        self, body: str, sender: str = MAX, *, subject: str = "Zug", header: str = ""
    ) -> IncomingMail:
        head = f"From: {sender}\nSubject: {subject}\nMessage-ID: <{self.number}@example.org>\n"
        data = f"{head}{header}Content-Type: text/plain; charset=utf-8\n\n{body}\n"
        return read(data.encode(), read_policy(self.settings, bytes(32)))

    def receives(
        self,
        body: str,
        sender: str = MAX,
        *,
        subject: str = "Zug",
        at: datetime = MONDAY,
        header: str = "",
        receipt: Callable[[Receipt], Receipt] = lambda each: each,
    ) -> tuple[Owed, ...]:
        """Let a mail arrive; return the mails that are owed for it."""
        considered = self.considers(
            body, sender, subject=subject, at=at, header=header, receipt=receipt
        )
        return self.take(answer(considered, self.office))

    def closes(self, at: datetime = ZAT + 2 * MINUTE, id: str = "yerres") -> ClosedRound:  # noqa: A002  as in the file
        """Close the open round, which nothing may hold up, without what follows."""
        step = self.referee(id).close(self.means(id), at)
        assert not isinstance(step, Held), step
        self.take(step)
        result = self.running(id).game.last
        assert result is not None
        return result

    def goes_on(self, at: datetime = ZAT + 2 * MINUTE, id: str = "yerres") -> tuple[Owed, ...]:  # noqa: A002  as in the file
        """Take the step after a close; return the mails it owes."""
        return self.take(self.referee(id).go_on(self.means(id), at))

    def take_note(self, what: str, id: str = "yerres") -> None:  # noqa: A002  as in the file
        self.take(Decision(((id, Noted(what, MONDAY)),), ()))

    def with_settings(self, *games: str) -> None:
        """Let the file say something else from now on."""
        self.settings = house_settings(*games)
        for policy in self.settings.games:
            running = running_game(self.office.games[policy.id].game, policy)
            self.office = replace(self.office, games={**self.office.games, policy.id: running})


def rehearse(*games: str, words: WordList = WORDS) -> Rehearsal:
    """Return an office whose games have begun and wait for moves until ZAT."""
    read_settings = house_settings(*games)
    rehearsal = office_from_settings(read_settings, MONDAY - DAY)
    return Rehearsal(read_settings, replace(rehearsal, lexicon=words))


def only(considered: Consideration) -> Considered:
    assert len(considered.entries) == 1, considered.entries
    return considered.entries[0]


def to(mails: Sequence[Owed]) -> list[str]:
    """Return who gets mail, in order."""
    return [mail.recipient for mail in mails]


def contents(mails: Sequence[Owed]) -> list[str]:
    """Return recipient and kind of each mail: `max EntryAnswer`."""
    return [f"{mail.recipient.partition('@')[0]} {type(mail.content).__name__}" for mail in mails]


def content(mails: Sequence[Owed], kind: type[C]) -> C:
    """Return the one content of this kind among *mails*."""
    found = [mail.content for mail in mails if isinstance(mail.content, kind)]
    assert len(found) == 1, contents(mails)
    return found[0]


def answers(*references: tuple[str, int | None]) -> Callable[[Receipt], Receipt]:
    """Return a receipt that answers our mails about these games and rounds."""
    return lambda each: replace(each, answers=references)


def total(rehearse: Rehearsal, player: str, id: str = "yerres") -> int:  # noqa: A002  as in the file
    return rehearse.running(id).game.players[player].total
