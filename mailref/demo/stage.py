"""Where the demo plays: a folder with settings and record, an embedded server, a simulated clock."""

import hashlib
import json
import smtplib
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default as default_policy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from mailref import assets
from mailref.assembly import baseline_of, machine_of
from mailref.demo.players import Draft, SimulatedPlayer, Writer, thunderbird
from mailref.demo.server.embedded import HOST, EmbeddedServer, Parcel
from mailref.demo.speech import PHRASEBOOKS, Phrasebook
from mailref.errors import MailrefError
from mailref.journal.journal import Journal
from mailref.languages import DEFAULT
from mailref.post.ports import Baseline
from mailref.service import tick
from mailref.settings import offered
from mailref.settings.load import SettingsWatch
from mailref.tick.machine import Machine
from mailref.tiles.board import STANDARD, Laying, ListUsed, sets_of
from mailref.tiles.tile_set import GERMAN, TileSet, written_out
from mailref.word_lists import NO_LIST, OWN, default_list, list_named, list_of, words_of

REFEREE = "referee@zine.example"
GAME_MASTER = "gm@zine.example"
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


class PlayedWith(Struct, frozen=True):
    """In which language a game is played, and with what."""

    language: str = DEFAULT
    tiles: str = GERMAN.name
    """The name of the set."""
    words: str = ""
    """A list that is shipped, or the file of another one; "": that of the set."""

    @property
    def listed(self) -> ListUsed:
        """Return the list of words."""
        return list_named(self.words) if self.words else default_list(self.tile_set)

    @property
    def tile_set(self) -> TileSet:
        return assets.tile_file(self.tiles).tiles


def played_with(variant: str, language: str, tiles: str | None, words: str | None) -> PlayedWith:
    """Return with what a game is played; ValueError says what there is none of."""
    names = assets.tile_set_names()
    if tiles is not None and tiles not in names:
        raise ValueError(f"{tiles!r} is none of {', '.join(names)}")
    means = PlayedWith(language, tiles or offered.tiles_for(variant, language), words or "")
    if means.listed == NO_LIST and words is None:
        means = replace(means, words=offered.words_of(means.tiles))
    if means.listed == NO_LIST:
        raise ValueError(f"no list is shipped for {means.tiles!r}: name one by --words")
    return means


class Plan(Struct, frozen=True):
    """What is to be played."""

    rounds: int
    """Of a game in turns: so many turns."""
    players: int
    variant: str
    seed: int
    out: Path
    means: PlayedWith = PlayedWith()

    @property
    def language(self) -> str:
        return self.means.language

    @property
    def speech(self) -> Phrasebook:
        """Return what its people say."""
        return PHRASEBOOKS[self.language]


def given_in(plan: Plan) -> Mapping[str, Any]:
    """Return the tiles and the list of a game as fields of its rules, as its settings will say them."""
    tiles, listed = plan.means.tile_set, plan.means.listed
    is_usual = listed == OWN and tiles == GERMAN
    return {**sets_of(tiles, STANDARD), **({} if is_usual else {"listed": listed})}


def listed_words(rules: Laying) -> frozenset[str]:
    """Return the words of the list of a game, which the players know by heart."""
    return _words_in(list_of(rules), rules.tiles)


@cache
def _words_in(listed: ListUsed, tiles: TileSet) -> frozenset[str]:
    if listed == OWN and tiles == GERMAN:
        return frozenset(assets.word_list().decode().split())
    return frozenset(words_of(listed, tiles))


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
    def speech(self) -> Phrasebook:
        """Return what its people say."""
        return self.plan.speech

    @property
    def game_master(self) -> Writer:
        return Writer(self.speech.game_master, GAME_MASTER)

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
        mail = player.client(self.draft(player.writer, written_out(text), at, answers))
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
        question = self.newest_to(GAME_MASTER)
        if question is not None:
            self.send(
                thunderbird(self.draft(self.game_master, text, at, question)), GAME_MASTER, at
            )
            self.tick(at + MINUTE)

    def draft(
        self,
        writer: Writer,
        text: str,
        at: datetime,
        answers: EmailMessage | None,
        subject: str = "",
    ) -> Draft:
        """Return what somebody types for the referee."""
        number, language = self.next_number(), self.plan.language
        return Draft(writer, REFEREE, text, at, number, answers, subject, language)

    def refuse(self, words: Iterable[str], at: datetime) -> None:
        """Let the game master answer a question about words: none of them is one."""
        self.order("".join(f"{word} {self.speech.refused}\n" for word in words), at)

    def end_game(self, at: datetime) -> None:
        """Let the game master end a game that has not ended by itself, and say yes when asked back."""
        if not self.is_over:
            said = self.speech
            self.order(f"{said.orders.end}: {said.enough}\n", at)
            self.order(f"{said.orders.yes}\n", at + 2 * MINUTE)

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
