"""An installation whose commands run in this process, on the embedded servers or on real ones."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

from tests.commands.invoke import Called, mailref
from tests.e2e.installation import player_mail
from tests.servers.dovecot import PASSWORD, Dovecot
from tests.servers.faulty import FaultyServer
from tests.servers.inbox import Inbox
from tests.servers.sink import SmtpSink

MORNING = datetime(2027, 3, 2, 9, tzinfo=UTC)
"""When games begin whose clock the tests turn: no day ends soon, whenever they are run."""
MAX = "max@example.org"
ERIKA = "gm@example.org"
SETTINGS = """
[mail]
imap = "imap://127.0.0.1:{imap}"
smtp = "smtp://127.0.0.1:{smtp}"
user = "{user}"
password = "{password}"
smtp_user = ""
address = "Scrabble <referee@example.org>"
poll = "1s"

[gamemaster]
name = "Erika Musterfrau"
address = "gm@example.org"

[[game]]
id = "yerres"
title = "1-Zug-Scrabble Yerres"
variant = "dottendorf-1zug"
zone = "Europe/Berlin"
deadline = 2036-12-05T20:00:00
schedule = "every week on friday at 20:00"
letters = "BEEINNR"
close_delay = "0s"

[[game.player]]
name = "Max Mustermann"
addresses = ["max@example.org"]

[[game.player]]
name = "Anna Beispiel"
addresses = ["anna@example.org"]
"""
MOVE = "1-Zug-Scrabble Yerres\nSpieler=Max Mustermann\n{move}\n"


@dataclass(frozen=True)
class World:
    """A folder with settings and a record, the mailbox, and what was handed over."""

    folder: Path
    deliver: Callable[[bytes, datetime | None], object]
    """Lets a mail arrive, now or at a time of the server's."""
    taken: Callable[[], list[tuple[str, bytes]]]
    """Recipient and bytes of every letter, in order."""

    @property
    def config(self) -> Path:
        return self.folder / "config.toml"

    @property
    def database(self) -> Path:
        return self.folder / "mailref.db"

    def call(self, *arguments: str) -> Called:
        return mailref(*arguments, "-c", str(self.config))

    def once(self, *arguments: str) -> Called:
        done = self.call("once", *arguments)
        assert done.code == 0, done.err
        return done

    def move(self, move: str = "H8w BEINE", when: datetime | None = None, **headers: str) -> None:
        self.arrives(player_mail("Max Mustermann", MAX, MOVE.format(move=move), **headers), when)

    def arrives(self, mail: EmailMessage, when: datetime | None = None) -> None:
        self.deliver(mail.as_bytes(policy=mail.policy.clone(linesep="\r\n")), when)

    def export(self) -> str:
        """Return the whole game as it is recorded."""
        done = self.call("export", "yerres", "--format", "json")
        assert done.code == 0, done.err
        return done.out

    def to(self, address: str) -> list[bytes]:
        return [data for recipient, data in self.taken() if recipient == address]

    def lose_record(self) -> None:
        for file in self.folder.glob("mailref.db*"):
            file.unlink()


def on_embedded(folder: Path, server: FaultyServer) -> World:
    _configure(folder, server.imap_port, server.smtp_port, "referee@example.org", "pw")
    return World(
        folder,
        lambda data, when: server.deliver("referee@example.org", data, when),
        lambda: [(parcel.recipient, parcel.data) for parcel in server.parcels],
    )


def on_dovecot(folder: Path, server: Dovecot, sink: SmtpSink, user: str) -> World:
    _configure(folder, server.imap, sink.port, user, PASSWORD)
    return World(
        folder,
        lambda data, when: Inbox(server.account(user), lambda: None, lambda: None).deliver(
            data, when=when
        ),
        lambda: [(taken.recipient, taken.data) for taken in list(sink.taken)],
    )


def _configure(folder: Path, imap: int, smtp: int, user: str, password: str) -> None:
    text = SETTINGS.format(imap=imap, smtp=smtp, user=user, password=password)
    (folder / "config.toml").write_text(text, encoding="utf-8")
