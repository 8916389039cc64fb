"""WORT-Rummikub over real servers, in one mail with games of the other families: laid, extended, doubted."""

import json
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from mailref.assembly import baseline_of, open_machine
from mailref.games.classic.game import TurnGame
from mailref.games.rummikub.game import TableGame
from mailref.service import tick
from tests.commands.invoke import mailref
from tests.e2e.installation import player_mail, text_of
from tests.e2e.worlds import MORNING, World
from tests.games.by_turns.at_table import kiel
from tests.servers.sink import parsed
from tests.writing.tables import MOVES

pytestmark = pytest.mark.sampled(1)  # on one of the two kinds of servers

ANNA, BEN = "anna@example.org", "ben@example.org"
GAMES = (
    kiel(inner='[game.rules]\nstarter = "Anna"'),
    kiel(inner='[game.rules]\ngoal = 15\nunlisted = "refuse"', variant="rummikub", id="tisch"),
)


def newest(world: World, address: str, tag: str) -> EmailMessage:
    """Return the last mail of a game that somebody got."""
    mails = [parsed(data) for data in world.to(address)]
    return [each for each in mails if str(each["Subject"]).startswith(f"[{tag}")][-1]


class Played:
    """A machine whose seeds are zeros, and its clock."""

    def __init__(self, world: World) -> None:
        self.world, self.now = world, MORNING
        with world.config.open("a", encoding="utf-8") as config:
            config.write("\n".join(GAMES))
        self.machine = open_machine(world.config)
        self.machine.new_seed = lambda: bytes(32)
        self.baseline, _ = baseline_of(self.machine, self.now, None)
        tick(self.machine, self.baseline, self.now)
        self.number = 0

    def writes(self, address: str, text: str, tag: str = "tisch") -> None:
        """Let somebody answer the newest mail of a game."""
        self.number += 1
        self.now += timedelta(minutes=1)
        answered = newest(self.world, address, tag)
        mail = player_mail(
            address.partition("@")[0].title(),
            address,
            text,
            Subject=f"Re: {answered['Subject']}",
            In_Reply_To=str(answered["Message-ID"]),
            Message_ID=f"<{self.number}@example.org>",
        )
        self.world.arrives(mail, self.now)
        tick(self.machine, self.baseline, self.now + timedelta(seconds=30))

    def close(self) -> None:
        self.machine.mailbox.close()
        self.machine.journal.close()


def _exported(world: World) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(mailref("export", "tisch", "-c", str(world.config)).out)
    return told


@pytest.mark.slow
def test_a_game_at_the_table_beside_the_other_families(world: World, tmp_path: Path) -> None:
    """With the racks that the seed of zeros gives: laid, extended, doubted in vain and rightly."""
    played = Played(world)
    table = "Classic Tisch\nLEGE AUFFORDERE\n\n"
    rounds = "1-Zug-Scrabble Yerres\nSpieler=Anna Beispiel\nH8w BEINE\n"

    played.writes(ANNA, f"{table}Classic Kiel\nPASSE\n\n{rounds}")

    journal = played.machine.journal
    tisch, classic = journal.games.load("tisch"), journal.games.load("kiel")
    assert isinstance(tisch, TableGame)
    assert isinstance(classic, TurnGame)
    assert tisch.table == ("AUFFORDERE",)
    assert (classic.turn.player, classic.before.kind) == ("Ben", "pass")  # type: ignore[union-attr]  # both were played
    for tag, said in (("tisch Z2", "AUFFORDERE"), ("kiel Z2", "gepasst"), ("yerres R1", "BEINE")):
        assert said in text_of(newest(world, ANNA, tag))

    for player, text in MOVES[1:4]:
        played.writes(f"{player}@example.org", text)
    assert "Meintest du" not in text_of(newest(world, BEN, "tisch"))
    played.writes(ANNA, "ZWEIFLE AN: PHIS")
    played.writes(ANNA, "LIST: HIS aus HIS")
    assert "So geht es nicht" in str(newest(world, ANNA, "tisch")["Subject"])
    played.writes(ANNA, "NIMM 1")
    played.writes(BEN, "LEGE YEJ")
    played.writes(ANNA, "ZWEIFLE AN: YEJ")
    assert "YEJ" in text_of(newest(world, BEN, "tisch"))
    played.writes(BEN, "AUFGABE")

    tisch = journal.games.load("tisch")
    assert isinstance(tisch, TableGame)
    assert (tisch.ended, tisch.table) == ("resigned", ("AUFFORDERE", "WERKNAME", "PHIS"))
    assert tisch.players["Anna"].total == 13
    assert "[tisch Ende]" in str(newest(world, BEN, "tisch")["Subject"])
    played.close()
    undone = [each["taken_back"] for each in _exported(world)["turns"]]
    assert undone == [False] * 5 + [True]
    as_file = tmp_path / "tisch.json"
    as_file.write_text(mailref("export", "tisch", "-c", str(world.config)).out, encoding="utf-8")
    assert json.loads(as_file.read_text(encoding="utf-8"))["ended"] == "resigned"
    assert mailref("verify", "--file", str(as_file)).code == 0
    assert mailref("verify", "tisch", "-c", str(world.config)).code == 0
