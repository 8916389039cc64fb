"""An installation of mailref as an operator runs it: settings, a process of its own, real servers."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from unittest.mock import patch

from tests.commands.invoke import Called, mailref
from tests.effort import PATIENCE
from tests.servers.dovecot import PASSWORD, Dovecot
from tests.servers.sink import SmtpSink, Taken, parsed

PROGRAM = Path(sys.executable).with_name("mailref")
"""Seconds after which what should have happened has not."""

SETTINGS = """
[mail]
imap = "imap://127.0.0.1:{imap}"
smtp = "smtp://127.0.0.1:{smtp}"
user = "{user}"
password = {{ env = "MAILREF_TEST_PASSWORD" }}
smtp_user = ""
address = "Scrabble <referee@example.org>"
poll = "1s"
per_address_day = 1000
per_hour = 10000

[storage]
url = "sqlite:///mailref.db"

[gamemaster]
name = "Erika Musterfrau"
address = "gm@example.org"
"""


@dataclass
class Installation:
    """A folder with settings, and the servers beside it."""

    folder: Path
    dovecot: Dovecot
    sink: SmtpSink
    user: str
    process: subprocess.Popen[bytes] | None = None
    seen: int = field(default=0)

    @property
    def config(self) -> Path:
        return self.folder / "config.toml"

    def configure(self, games: str) -> None:
        head = SETTINGS.format(imap=self.dovecot.imap, smtp=self.sink.port, user=self.user)
        self.config.write_text(head + games, encoding="utf-8")

    def command(self, *args: str) -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        return subprocess.run(
            [str(PROGRAM), *args, "-c", str(self.config)],
            check=False,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            env=_environment(),
            cwd=self.folder,
        )

    def start(self, *args: str) -> None:
        """Start the daemon."""
        log = (self.folder / "daemon.log").open("ab")
        self.process = subprocess.Popen(
            [str(PROGRAM), "run", "-c", str(self.config), *args],
            stdout=log,
            stderr=log,
            env=_environment(),
            cwd=self.folder,
        )

    def stop(self) -> int:
        """End the daemon as systemd does, and return its exit code."""
        assert self.process is not None
        self.process.terminate()
        code = self.process.wait(timeout=PATIENCE)
        self.process = None
        return code

    def kill(self) -> None:
        """Kill the daemon: nothing in it gets a chance to clean up."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(timeout=PATIENCE)
        self.process = None

    def write(self, mail: EmailMessage) -> None:
        """Let a mail arrive in the referee's mailbox."""
        self.dovecot.deliver_lmtp(
            self.user, mail.as_bytes(policy=mail.policy.clone(linesep="\r\n"))
        )

    def mails(self) -> list[EmailMessage]:
        """Return all mails that were handed over, in order."""
        return [parsed(taken.data) for taken in list(self.sink.taken)]

    def wait_for(self, wanted: Callable[[], bool], what: str) -> None:
        """Return once *wanted* holds; fail with the daemon's log if it does not in time."""
        until = time.monotonic() + PATIENCE
        while not wanted():
            if time.monotonic() > until:
                log = self.folder / "daemon.log"
                text = log.read_text(encoding="utf-8")[-3000:] if log.exists() else ""
                got = [(taken.recipient, mail["Subject"]) for taken, mail in self.pairs()]
                raise AssertionError(f"{what} did not come; mails: {got}\n{text}")
            time.sleep(0.05)

    def pairs(self) -> list[tuple[Taken, EmailMessage]]:
        """Return what was handed over so far, each with its mail."""
        return [(taken, parsed(taken.data)) for taken in list(self.sink.taken)]

    def to(self, address: str, subject: str = "") -> list[EmailMessage]:
        """Return the mails to *address* whose subject holds *subject*, in order."""
        return [
            mail
            for taken in list(self.sink.taken)
            if taken.recipient == address
            for mail in [parsed(taken.data)]
            if subject in str(mail["Subject"])
        ]

    def wait_for_mail(self, address: str, subject: str, count: int = 1) -> EmailMessage:
        """Return the *count*-th mail to *address* about *subject*, once it is there."""
        self.wait_for(lambda: len(self.to(address, subject)) >= count, f"{subject!r} to {address}")
        return self.to(address, subject)[count - 1]

    def command_here(self, *args: str) -> Called:
        """Run a command to its end in this process: to start another takes longer than most of them."""
        with patch.dict(os.environ, _environment()):
            return mailref(*args, "-c", str(self.config))

    def export(self, game: str) -> dict[str, object]:
        """Return the whole game."""
        done = self.command_here("export", game, "--format", "json")
        assert done.code == 0, done.err
        found = json.loads(done.out)
        assert isinstance(found, dict)
        return found


def _environment() -> dict[str, str]:
    return {**os.environ, "MAILREF_TEST_PASSWORD": PASSWORD}


@contextmanager
def installation(
    folder: Path, dovecot: Dovecot, sink: SmtpSink, user: str
) -> Iterator[Installation]:
    """Make an installation; whatever still runs at the end is killed."""
    made = Installation(folder, dovecot, sink, user)
    try:
        yield made
    finally:
        if made.process is not None:
            made.process.kill()
            made.process.wait(timeout=PATIENCE)


def player_mail(name: str, address: str, text: str, **headers: str) -> EmailMessage:
    """Return a mail as a player writes it."""
    mail = EmailMessage()
    mail["From"] = f"{name} <{address}>"
    mail["To"] = "referee@example.org"
    mail["Subject"] = headers.pop("Subject", "Zug")
    for header, value in headers.items():
        mail[header.replace("_", "-")] = value
    mail.set_content(text)
    return mail


def text_of(mail: EmailMessage) -> str:
    """Return the text part."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\xa0", " ")
