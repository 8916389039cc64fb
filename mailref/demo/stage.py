"""Where the demo plays: a folder with settings and record, an embedded server, a simulated clock."""

import hashlib
import json
import smtplib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default as default_policy
from importlib import resources
from pathlib import Path
from random import Random

from msgspec import Struct

from mailref.assembly import baseline_of, machine_of
from mailref.demo.players import Draft, Writer, thunderbird
from mailref.demo.server.embedded import EmbeddedServer, Parcel
from mailref.errors import MailrefError
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.by_turns.switches import turn_rules_and_faults
from mailref.games.rounds.round_game import RoundGame
from mailref.journal.journal import Journal
from mailref.post.ports import Baseline
from mailref.service import tick
from mailref.settings.load import SettingsWatch, families
from mailref.settings.load import variants as shipped
from mailref.settings.toml_text import write_toml
from mailref.tick.machine import Machine
from mailref.tiles.board import TILES, Board, in_order, without
from mailref.tops import search_for

REFEREE = "referee@zine.example"
GAME_MASTER = Writer("Erika Musterfrau", "gm@zine.example")
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
PASSWORD = "demo"  # noqa: S105  of the embedded server on loopback
GAME = "demo"
BEGIN = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)
"""The demo's own Monday morning; nothing in it depends on today's date."""
FIRST_ZAT = datetime(2026, 12, 4, 20, 0)  # noqa: DTZ001  by the clock on the wall, as in the file
LEAGUE_ZAT = datetime(2027, 1, 31, 20, 0)  # noqa: DTZ001  likewise: of a whole league of soloists
MARK = "mailref-demo.json"
"""Tells a folder that the demo made, and may make anew, from any other."""

_TITLES = {
    "dottendorf-1zug": "1-Zug-Scrabble Demo",
    "dottendorf-2zug": "2-Zug-Scrabble Demo",
    "sb": "SB-Scrabble Demo",
    "simultan": "Simultan-Scrabble Demo",
    "classic": "Klassisches Scrabble Demo",
    "classic-open": "Scrabble mit offenem Wörterbuch Demo",
    "rummikub": "WORT-Rummikub Demo",
    "unscrabble": "Un-Scrabble Demo",
    "bingo": "Scrabble-Bingo Demo",
    "solitaire": "Solitaire Demo",
    "solitaire-two": "Solitaire mit zwei Bänkchen Demo",
    "solitaire-choice": "Solitaire mit gewählten Buchstaben Demo",
}
_WORDS = 14
"""So many words lie on the full board of Un-Scrabble."""
_RACK = 7


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
    server: EmbeddedServer
    machine: Machine
    baseline: Baseline
    now: datetime = BEGIN
    number: int = 0
    """Of the mail written last."""
    parcels: tuple[Parcel, ...] = ()
    """All mail of the game, once it is over."""

    @property
    def game(self) -> RoundGame:
        game = self.machine.journal.games.load(GAME)
        if not isinstance(game, RoundGame):
            raise MailrefError("the demo's game did not begin")
        return game

    @property
    def table(self) -> SeatedGame:
        """Return the game of a demo in turns."""
        game = self.machine.journal.games.load(GAME)
        if not isinstance(game, SeatedGame):
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
        if done.troubles:
            raise MailrefError("; ".join(done.troubles))

    def send(self, mail: EmailMessage, sender: str, at: datetime) -> None:
        """Let somebody send a mail to the referee, over SMTP as everybody does."""
        self.now = max(at, self.now)
        self.server.set_clock(lambda: self.now)
        account = self.server.smtp(REFEREE)
        with smtplib.SMTP(account.host, account.port) as smtp:
            data = mail.as_bytes(policy=mail.policy.clone(linesep="\r\n"))
            smtp.sendmail(sender, [REFEREE], data, ["BODY=8BITMIME"])

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


def begin_demo(plan: Plan, server: EmbeddedServer, players: tuple[Writer, ...]) -> RunningDemo:
    """Write settings and record into the folder and begin; the server is running."""
    (plan.out / MARK).write_text(json.dumps({"seed": plan.seed}), encoding="utf-8")
    config = plan.out / "config.toml"
    config.write_text(_settings(plan, server, players), encoding="utf-8")
    watch = SettingsWatch.of(config, {})
    machine = machine_of(watch, Journal.open(watch.settings.database))
    machine.new_seed = lambda: hashlib.sha256(f"demo {plan.seed}".encode()).digest()
    baseline, _ = baseline_of(machine, BEGIN, None)
    return RunningDemo(plan, server, machine, baseline)


def _settings(plan: Plan, server: EmbeddedServer, players: tuple[Writer, ...]) -> str:
    text = (resources.files("mailref") / "data" / "demo.toml.j2").read_text(encoding="utf-8")
    return write_toml(
        text,
        imap=f"imap://127.0.0.1:{server.imap_port}",
        smtp=f"smtp://127.0.0.1:{server.smtp_port}",
        title=_TITLES.get(plan.variant, f"{plan.variant} Demo"),
        variant=plan.variant,
        is_in_turns=is_in_turns(plan.variant),
        is_bingo=is_bingo(plan.variant),
        is_solo=is_solo(plan.variant),
        board="\n".join(full_board(plan.seed).rows) if is_taken_down(plan.variant) else None,
        deadline=LEAGUE_ZAT if is_solo(plan.variant) else FIRST_ZAT,
        start="F6-J10" if plan.variant == "sb" else None,
        players=players,
    )


def full_board(seed: int) -> Board:
    """Return a board with words such as a game leaves: what there is to be taken down."""
    rng = Random(seed)  # noqa: S311  a board to begin with, no secret
    bag, board, rack = TILES.all_tiles, Board(), ""
    rules, _ = turn_rules_and_faults(shipped()["classic"], {}, None)
    search = search_for(rules, {})
    for _ in range(_WORDS):
        drawn = rng.sample(bag, _RACK - len(rack))
        bag, rack = without(bag, drawn), in_order(rack + "".join(drawn))
        found = next(iter(search.all_moves(board, rack)), None)
        if found is None:
            break
        laid = found.new_tiles(board)
        board, rack = board.lay(laid), without(rack, [tile.tile for tile in laid])
    return board


def variants() -> tuple[str, ...]:
    """Return the variants the demo can play."""
    return tuple(families())


def is_in_turns(variant: str) -> bool:
    """Tell whether players move one after another."""
    return families()[variant] in ("turns", "table", "unscrabble")


def is_taken_down(variant: str) -> bool:
    """Tell whether tiles are taken from a full board: Un-Scrabble."""
    return families()[variant] == "unscrabble"


def is_bingo(variant: str) -> bool:
    """Tell whether tiles are called: Scrabble-Bingo."""
    return families()[variant] == "bingo"


def is_solo(variant: str) -> bool:
    """Tell whether each plays for himself: Solitaire."""
    return families()[variant] == "solo"


def is_at_table(variant: str) -> bool:
    """Tell whether words lie on a table, not on a board: WORT-Rummikub."""
    return families()[variant] == "table"
