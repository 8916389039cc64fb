"""A referee on the embedded server, as the benches set it up: settings, players, their mails."""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path
from typing import Protocol

from mailref.assembly import baseline_of, machine_of
from mailref.journal.journal import Journal
from mailref.post.ports import Baseline
from mailref.settings.load import SettingsWatch
from mailref.tick.machine import Machine
from tests.servers.faulty import FaultyServer

REFEREE = "referee@example.org"
GAME_MASTER = "gm@example.org"
PASSWORD = "pw"  # noqa: S105  of the embedded server on loopback
ZAT = "2036-12-05T20:00:00"
BEFORE_ZAT = datetime(2036, 12, 1, 12, tzinfo=UTC)
AFTER_ZAT = datetime(2036, 12, 5, 20, 5, tzinfo=UTC)
"""In Berlin 21:05: ZAT and delay have passed."""

_SETTINGS = """
[mail]
imap = "imap://127.0.0.1:{imap}"
smtp = "smtp://127.0.0.1:{smtp}"
user = "{referee}"
password = "{password}"
address = "Scrabble <{referee}>"
poll = "60s"
per_address_day = 100000
per_hour = 1000000

[storage]
url = "sqlite:///mailref.db"

[gamemaster]
name = "Erika Musterfrau"
address = "{game_master}"
"""
_GAME = """
[[game]]
id = "{id}"
title = "{title}"
variant = "dottendorf-1zug"
zone = "Europe/Berlin"
deadline = {zat}
schedule = "every week on friday at 20:00"
close_delay = "0s"
letters = "ABEENÖRU"
[game.words]
accept = ["EUBÖA"]
[game.start]
round = 4
board = '''
{board}
'''
[game.start.scores]
{scores}
"""
_BOARD = "\n".join((*["." * 15] * 9, "...vERBÜXEND...", *["." * 15] * 5))
_PLAYER = """
[[game.player]]
name = "{name}"
addresses = ["{address}"]
"""
MOVES = (
    "M10s EUBÖA+*verbüxendE 14*2+23=51 // griech. Insel",
    "D11s BAU",
    "E11s AN",
    "M9s BE*HAUE",
    "H11s RUNE",
    "F9s ERBE",
)
"""What players write: valid, wrong and unreadable, with computation and without."""


def name_of(number: int) -> str:
    return f"Spielerin Nummer {number}"


def address_of(number: int) -> str:
    return f"player{number}@example.org"


def game_text(id_: str, title: str, numbers: Sequence[int], zat: str = ZAT) -> str:
    """Return the settings of a game taken over in round 4, with the players of *numbers*."""
    scores = "\n".join(f'"{name_of(n)}" = {100 + n % 50}' for n in numbers)
    players = (_PLAYER.format(name=name_of(n), address=address_of(n)) for n in numbers)
    return "".join(
        (_GAME.format(id=id_, title=title, zat=zat, board=_BOARD, scores=scores), *players)
    )


class Servers(Protocol):
    """Where mailbox and outbox are."""

    @property
    def imap_port(self) -> int: ...

    @property
    def smtp_port(self) -> int: ...


def write_settings(folder: Path, server: Servers, players: int, zat: str = ZAT) -> Path:
    """Write the settings of one game with *players* players, and return their path."""
    path = folder / "config.toml"
    path.write_text(
        _SETTINGS.format(
            imap=server.imap_port,
            smtp=server.smtp_port,
            referee=REFEREE,
            password=PASSWORD,
            game_master=GAME_MASTER,
        )
        + game_text("yerres", "1-Zug-Scrabble Yerres", range(players), zat),
        encoding="utf-8",
    )
    return path


@contextmanager
def embedded_server() -> Iterator[FaultyServer]:
    """Run the server with the mailboxes of the referee and of the baseline."""
    with FaultyServer(dict.fromkeys((REFEREE, "baseline@example.org"), PASSWORD)) as server:
        yield server


@contextmanager
def machine_at(config: Path) -> Iterator[tuple[Machine, Baseline]]:
    """Open the machine of the settings at *config*."""
    watch = SettingsWatch.of(config, {})
    with Journal.open(watch.settings.database) as journal:
        machine = machine_of(watch, journal)
        baseline, _ = baseline_of(machine, BEFORE_ZAT, None)
        try:
            yield machine, baseline
        finally:
            machine.mailbox.close()


def move_mail(player: int, number: int, moves: Sequence[str] = MOVES) -> bytes:
    """Return a mail with a move, as a player's client sends it; each *number* is another mail."""
    mail = EmailMessage()
    mail["From"] = f"{name_of(player)} <{address_of(player)}>"
    mail["To"] = f"Scrabble <{REFEREE}>"
    mail["Subject"] = "Re: [yerres R4] 1-Zug-Scrabble Yerres"
    mail["Date"] = "Mon, 01 Dec 2036 12:00:00 +0100"
    mail["Message-ID"] = f"<{player}.{number}@client.example.org>"
    mail["User-Agent"] = "Mozilla Thunderbird"
    move = moves[number % len(moves)]
    mail.set_content(
        f"1-Zug-Scrabble Yerres\nSpieler={name_of(player)}\n {move}\n/E11s AN\n\n"
        f"Viele Grüße\n{name_of(player)}\n\n-- \nMein Lieblingsbuchstabe ist das X.\n"
    )
    return mail.as_bytes(policy=mail.policy.clone(linesep="\r\n"))


def shuffled(numbers: range, seed: int = 1) -> list[int]:
    """Return *numbers* in an order that is always the same."""
    found = list(numbers)
    random.Random(seed).shuffle(found)
    return found
