"""A backup is restored beside servers of its own, and the game goes on: what is mailed then."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import NamedTuple

from mailref.assembly import baseline_of, machine_of
from mailref.journal.journal import Journal
from mailref.post.ports import Baseline
from mailref.service import tick
from mailref.settings.load import SettingsWatch
from mailref.tick.machine import Machine
from tests.commands.invoke import mailref
from tests.parsed import parsed
from tests.servers.faulty import FaultyServer

REFEREE = "referee@zine.example"
MINUTE = timedelta(minutes=1)


class Mail(NamedTuple):
    """A mail as it is compared: everything but the bytes of pictures and PDFs."""

    recipient: str
    headers: list[str]
    texts: list[str]
    """Each part that is text, as it is read."""
    files: list[str]
    """Of each other part its type and name."""


def mail_of(recipient: str, data: bytes) -> Mail:
    found = parsed(data)
    texts, files = [], []
    for part in found.walk():
        if part.get_content_maintype() == "text":
            texts.append(part.get_content().replace("\r\n", "\n"))
        elif not part.is_multipart():
            files.append(f"{part.get_content_type()} {part.get_filename() or ''}")
    headers = [f"{name}: {value}" for name, value in found.items()]
    return Mail(recipient, headers, texts, files)


def go_on(config: Path, backup: Path, at: Path) -> Iterator[Mail]:
    """Restore *backup* when the file *at* says; all ask how it stands; then time passes, beyond two deadlines."""
    now = datetime.fromisoformat(at.read_text(encoding="utf-8").strip())
    text = config.read_text(encoding="utf-8")
    asking = re.findall(r'address(?:es)? = \[?"([^"]+)"', text)
    asking = [each for each in asking if "<" not in each]
    with FaultyServer(dict.fromkeys((REFEREE, *asking), "demo"), lambda: now) as server:
        text = re.sub(r"imap://127.0.0.1:\d+", f"imap://127.0.0.1:{server.imap_port}", text)
        text = re.sub(r"smtp://127.0.0.1:\d+", f"smtp://127.0.0.1:{server.smtp_port}", text)
        config.write_text(text, encoding="utf-8")
        options = ("-c", str(config), "--now", now.isoformat())
        called = mailref("restore", str(backup), *options)
        assert called.code == 0, called.err
        _lives(config, server, asking, now)
        yield from (mail_of(each.recipient, each.data) for each in server.parcels)


def _lives(config: Path, server: FaultyServer, asking: list[str], now: datetime) -> None:
    watch = SettingsWatch.of(config, {})
    with Journal.open(watch.settings.database) as journal:
        machine = machine_of(watch, journal)
        baseline, _ = baseline_of(machine, now, None)
        server.renumber(REFEREE)  # else these mails would have the numbers of those it knows
        for number, address in enumerate(asking):
            _asks(server, address, number)
        at = now + MINUTE
        _ticks(machine, server, baseline, at)
        for _ in range(2):
            publish = ("publish", "demo", "-c", str(config), "--now", at.isoformat())
            mailref(*publish)  # exits 1 where no report waits
            _ticks(machine, server, baseline, at)
            at = journal.games.deadlines().get("demo", at) + 3 * MINUTE
            _ticks(machine, server, baseline, at)
            at += timedelta(hours=12)  # by then nobody waits for an answer any more
            _ticks(machine, server, baseline, at)
        machine.disconnect()


def _ticks(machine: Machine, server: FaultyServer, baseline: Baseline, at: datetime) -> None:
    server.set_clock(lambda: at)
    done = tick(machine, baseline, at)
    assert not done.troubles, done.troubles


def _asks(server: FaultyServer, address: str, number: int) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = address, REFEREE, "Wie steht es?"
    mail["Message-ID"] = f"<{number}@asks.example>"
    mail.set_content("STAND\n")
    server.deliver(REFEREE, mail.as_bytes())
