"""Where the demo plays: a folder with settings and record, an embedded server, a simulated clock."""

import hashlib
import json
import smtplib
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default as default_policy
from pathlib import Path
from random import Random
from typing import TypeVar

from msgspec import Struct

from mailref.assembly import baseline_of, machine_of
from mailref.demo.players import Draft, SimulatedPlayer, Writer, thunderbird
from mailref.demo.server.embedded import HOST, EmbeddedServer, Parcel
from mailref.errors import MailrefError
from mailref.journal.journal import Journal
from mailref.post.ports import Baseline
from mailref.service import tick
from mailref.settings.load import SettingsWatch
from mailref.tick.machine import Machine

REFEREE = "referee@zine.example"
GAME_MASTER = Writer("Erika Musterfrau", "gm@zine.example")
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
PASSWORD = "demo"  # noqa: S105  of the embedded server on loopback
GAME = "demo"
BEGIN = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)
"""The demo's own Monday morning; nothing in it depends on today's date."""
MARK = "mailref-demo.json"
"""Tells a folder that the demo made, and may make anew, from any other."""

Progress = Callable[[str], None]
"""Is told what happens now."""
G = TypeVar("G")


class Plan(Struct, frozen=True):
    """What is to be played."""

    rounds: int
    """Of a game in turns: so many turns."""
    players: int
    variant: str
    seed: int
    out: Path


class RunningDemo(Struct):
    """The running demo."""

    plan: Plan
    players: tuple[SimulatedPlayer, ...]
    progress: Progress
    server: EmbeddedServer
    machine: Machine
    baseline: Baseline
    rng: Random
    """The players' whims."""
    now: datetime = BEGIN
    number: int = 0
    """Of the mail written last."""
    parcels: tuple[Parcel, ...] = ()
    """All mail of the game, once it is over."""

    def game(self, kind: type[G]) -> G:
        """Return the game as it stands, of the class that its kind has; MailrefError if it did not begin."""
        game = self.machine.journal.games.load(GAME)
        if not isinstance(game, kind):
            raise MailrefError("the demo's game did not begin")
        return game

    @property
    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        game = self.machine.journal.games.load(GAME)
        return game is not None and game.is_over

    def tick(self, at: datetime) -> None:
        """Let the clock go on to *at* and the referee tick."""
        self.now = max(at, self.now)
        self.server.set_clock(lambda: self.now)
        done = tick(self.machine, self.baseline, self.now)
        while done.has_more and not done.troubles:
            done = tick(self.machine, self.baseline, self.now)
        if done.troubles:
            raise MailrefError("; ".join(done.troubles))

    def send(self, mail: EmailMessage, sender: str, at: datetime) -> None:
        """Let somebody send a mail to the referee, over SMTP as everybody does."""
        self.now = max(at, self.now)
        self.server.set_clock(lambda: self.now)
        with smtplib.SMTP(HOST, self.server.smtp_port) as smtp:
            data = mail.as_bytes(policy=mail.policy.clone(linesep="\r\n"))
            smtp.sendmail(sender, [REFEREE], data, ["BODY=8BITMIME"])

    def write(
        self, player: SimulatedPlayer, text: str, at: datetime, answers: EmailMessage | None
    ) -> EmailMessage:
        """Let a player answer a mail in his way, and return what he sends."""
        draft = Draft(player.writer, REFEREE, text, at, self.next_number(), answers)
        mail = player.client(draft)
        self.send(mail, player.writer.address, at)
        return mail

    def mails_to(self, address: str) -> Iterator[EmailMessage]:
        """Yield the mails that somebody got, the newest first."""
        for parcel in reversed(self.server.parcels):
            if parcel.recipient == address:
                yield message_from_bytes(parcel.data, policy=default_policy)

    def newest_to(self, address: str) -> EmailMessage | None:
        """Return the last mail that somebody got."""
        return next(self.mails_to(address), None)

    def order(self, text: str, at: datetime) -> None:
        """Let the game master answer the newest mail that he got."""
        question = self.newest_to(GAME_MASTER.address)
        if question is not None:
            draft = Draft(GAME_MASTER, REFEREE, text, at, self.next_number(), question)
            self.send(thunderbird(draft), GAME_MASTER.address, at)
            self.tick(at + MINUTE)

    def refuse(self, words: Iterable[str], at: datetime) -> None:
        """Let the game master answer a question about words: none of them is one."""
        self.order("".join(f"{word} nein: steht nicht im Duden\n" for word in words), at)

    def end_game(self, at: datetime) -> None:
        """Let the game master end a game that has not ended by itself, and say yes when asked back."""
        if not self.is_over:
            self.order("SPIEL BEENDEN: Bis hierher reicht die Vorführung\n", at)
            self.order("JA\n", at + 2 * MINUTE)

    def next_number(self) -> int:
        self.number += 1
        return self.number


def prepare_folder(out: Path) -> None:
    """Make the folder, or empty one that the demo made; MailrefError for anybody else's."""
    if out.exists() and any(out.iterdir()) and not (out / MARK).exists():
        raise MailrefError(f"{out} is not empty and not made by the demo: name another with --out")
    out.mkdir(parents=True, exist_ok=True)
    for path in sorted(out.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()


def begin_demo(
    plan: Plan,
    players: tuple[SimulatedPlayer, ...],
    progress: Progress,
    server: EmbeddedServer,
    settings: str,
) -> RunningDemo:
    """Write settings and record into the folder and begin; the server is running."""
    (plan.out / MARK).write_text(json.dumps({"seed": plan.seed}), encoding="utf-8")
    config = plan.out / "config.toml"
    config.write_text(settings, encoding="utf-8")
    watch = SettingsWatch.of(config, {})
    machine = machine_of(watch, Journal.open(watch.settings.database))
    machine.new_seed = lambda: hashlib.sha256(f"demo {plan.seed}".encode()).digest()
    baseline, _ = baseline_of(machine, BEGIN, None)
    rng = Random(plan.seed)  # noqa: S311  the players' whims, no secret
    return RunningDemo(plan, players, progress, server, machine, baseline, rng)
