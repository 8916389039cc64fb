"""A machine on a real record, with fake servers and letters that say no more than they must."""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from mailref.games.rounds.contents import EntryAnswer
from mailref.games.rounds.game import ReceivedEntry, RoundGame
from mailref.journal.journal import Journal
from mailref.journal.recorded_games import OutgoingMail
from mailref.post.ports import Baseline
from mailref.referee.contents import Matter, Notice
from mailref.referee.mails import Owed
from mailref.referee.policy import House
from mailref.service import Ticked, tick
from mailref.settings.load import SettingsWatch
from mailref.tick.machine import Machine
from mailref.writing.mail_bytes import message_id_of, round_tag, subject_of
from tests.databases import begins_in_a_file, begun_in
from tests.fakes import FakeMailbox, FakeOutbox
from tests.referee.rehearsal import ERIKA, MAX, MONDAY, game
from tests.settings.written import GAMEMASTER, MAIL

SECRET = bytes(32)


@dataclass(slots=True)
class Letters:
    """Composes letters whose text is the kind of the content; keeps what was owed."""

    owed: list[Owed] = field(default_factory=list)
    ever: list[Owed] = field(default_factory=list)
    breaks_on: str = ""
    """To this recipient no letter can be written."""
    meanwhile: Callable[[], None] = field(default=lambda: None)
    """What happens beside the machine while letters are written."""

    def __call__(self, owed: Sequence[Owed], house: House) -> Sequence[OutgoingMail]:
        if any(mail.recipient == self.breaks_on for mail in owed):
            raise ZeroDivisionError
        self.meanwhile()
        self.owed += owed
        self.ever += owed
        return [_outgoing(mail, house) for mail in owed]


def _outgoing(owed: Owed, house: House) -> OutgoingMail:
    kind = type(owed.content).__name__
    text = f"To: {owed.recipient}\r\nSubject: {subject_of(owed, kind, house)}\r\n\r\n{kind}\r\n"
    return OutgoingMail(
        recipient=owed.recipient,
        message_id=message_id_of(owed, house),
        kind=kind,
        game=owed.game,
        round_tag=round_tag(owed),
        segments=(text.encode(),),
        is_private=owed.content.is_private,
    )


@dataclass(slots=True)
class Post:
    """A machine in its world: what arrives, what time it is, what leaves."""

    machine: Machine
    mailbox: FakeMailbox
    outbox: FakeOutbox
    letters: Letters
    path: Path
    baseline: Baseline
    number: int = 0

    def tick(self, now: datetime = MONDAY) -> Ticked:
        return tick(self.machine, self.baseline, now)

    def arrives(
        self,
        body: str,
        sender: str = MAX,
        at: datetime = MONDAY,
        subject: str = "Zug",
        header: str = "",
    ) -> int:
        self.number += 1
        head = f"From: {sender}\nSubject: {subject}\nMessage-ID: <{self.number}@example.org>\n"
        data = f"{head}{header}Content-Type: text/plain; charset=utf-8\n\n{body}\n"
        return self.mailbox.deliver(data.encode(), at)

    @property
    def notices(self) -> list[Notice]:
        """What the game master was told, or is to be."""
        return [each.content for each in self.letters.owed if isinstance(each.content, Notice)]

    @property
    def matters(self) -> list[Matter]:
        """What of."""
        return [each.about for each in self.notices]

    def writes(self, *games: str, keys: str = "") -> None:
        """Let the settings file say something else."""
        self.path.write_text(settings_text(*games, keys=keys), encoding="utf-8")

    def game(self, id: str = "yerres") -> RoundGame:  # noqa: A002  as in the file
        found = self.machine.journal.games.load(id)
        assert isinstance(found, RoundGame)
        return found

    def entries(self, id: str = "yerres") -> Mapping[str, tuple[ReceivedEntry, ...]]:  # noqa: A002  as in the file
        playing = self.game(id).round
        return playing.entries if playing else {}

    def answer(self) -> EntryAnswer:
        """Return the newest answer to an entry."""
        found = [o.content for o in self.letters.owed if isinstance(o.content, EntryAnswer)]
        return found[-1]

    def ids(self, kind: str, recipient: str = "") -> str:
        """Return the Message-ID of the last mail of this kind that was owed, to anybody or to one."""
        house = self.machine.office().house
        owed = [
            mail
            for mail in self.letters.ever
            if type(mail.content).__name__ == kind and recipient in ("", mail.recipient)
        ]
        return message_id_of(owed[-1], house)

    def confirms(self, at: datetime = MONDAY) -> None:
        """Let every newcomer who was asked say yes."""
        house = self.machine.office().house
        asked = [o for o in self.letters.owed if "newcomer_asked" in o.key]
        self.letters.owed = [o for o in self.letters.owed if o not in asked]
        for owed in asked:
            header = f"In-Reply-To: {message_id_of(owed, house)}\n"
            self.arrives("JA", owed.recipient, at, header=header)
        self.tick(at)

    def orders(self, text: str, at: datetime, kind: str = "Report") -> None:
        """Let the game master write under our last mail of a kind, and say yes if he is asked back.

        Of what was owed only the mails of that are kept, without the question.
        """
        self.letters.owed.clear()
        self.arrives(text, ERIKA, at, header=f"In-Reply-To: {self.ids(kind, 'gm@example.org')}\n")
        self.tick(at)
        asked = [owed for owed in self.letters.owed if owed.one_time]
        if not asked:
            return
        self.letters.owed.clear()
        self.outbox.taken.clear()
        id_ = message_id_of(asked[-1], self.machine.office().house)
        self.arrives("JA", ERIKA, at, header=f"In-Reply-To: {id_}\n")
        self.tick(at)

    def left(self) -> list[str]:
        """Return recipient and kind of each letter that left, and forget them."""
        taken = [
            f"{letter.recipient.partition('@')[0]} {letter.data.split()[-1].decode()}"
            for letter in self.outbox.taken
        ]
        self.outbox.taken.clear()
        return taken


def settings_text(*games: str, keys: str = "", mail: str = MAIL) -> str:
    return "\n".join([mail, keys, GAMEMASTER, *(games or (game(),))])


def post(folder: Path, *games: str, keys: str = "", mail: str = MAIL) -> Post:
    """Return a machine that has not ticked yet."""
    path = folder / "config.toml"
    path.write_text(settings_text(*games, keys=keys, mail=mail), encoding="utf-8")
    mailbox, outbox, letters = FakeMailbox(), FakeOutbox(), Letters()
    machine = Machine(
        watch=SettingsWatch.of(path, {}),
        journal=Journal.open(begun_in(folder), patience=0.1),
        mailbox=mailbox,
        outbox=outbox,
        compose=letters,
        find_top=lambda *_: None,
        connect=lambda _mail: (mailbox, outbox),
        secret=SECRET,
        new_seed=lambda: bytes(range(32)),
        tidied=MONDAY.date(),  # nothing is old yet, and to find that out takes a third of the first tick
    )
    return Post(machine, mailbox, outbox, letters, path, mailbox.baseline(MONDAY))


_BEGUN: dict[tuple[str, ...], tuple[Mapping[str, bytes], list[Owed]]] = {}
_MOST_BEGUN = 50
_RECORD = "mailref.db"


def _writes_more(found: Post) -> bool:
    """Tell whether a tick wrote files beside the record: what goes on with a copy would lack them."""
    files = (each for each in found.path.parent.iterdir() if each.is_file() and each != found.path)
    return any(not each.name.startswith(_RECORD) for each in files)


def begun(folder: Path, *games: str, keys: str = "", mail: str = MAIL) -> Post:
    """Return a machine whose games have been opened and announced.

    Where a test of this process has begun the same games, it goes on with a copy of that record, as after a restart.
    """
    known, is_new = (*games, keys, mail), begins_in_a_file(folder)
    if known in _BEGUN and is_new:
        files, ever = _BEGUN[known]
        for name, data in files.items():
            (folder / name).touch(mode=0o600)
            (folder / name).write_bytes(data)
        found = post(folder, *games, keys=keys, mail=mail)
        found.letters.ever += ever
        return found
    found = post(folder, *games, keys=keys, mail=mail)
    found.tick(MONDAY)
    found.left()
    found.letters.owed.clear()
    if is_new and str(folder) not in keys and len(_BEGUN) < _MOST_BEGUN and not _writes_more(found):
        with closing(sqlite3.connect(folder / _RECORD)) as record:
            files = {_RECORD: record.serialize()}
        beside = (each for each in folder.glob(f"{_RECORD}.*") if each.is_file())
        files |= {each.name: each.read_bytes() for each in beside}
        _BEGUN[known] = files, [*found.letters.ever]
    return found
