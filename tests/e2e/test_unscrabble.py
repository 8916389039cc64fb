"""A game of Un-Scrabble through real ticks: it waits for its board, is taken down, exported and proved."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from mailref import assets
from mailref.assembly import composer, painter
from mailref.games.unscrabble.game import UnscrabbleGame
from mailref.report.pdf import MakerHere
from tests.commands.invoke import mailref
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import MINUTE, MONDAY
from tests.servers.sink import parsed
from tests.tick.machines import Post, post

CLASSIC = kiel(
    inner='[game.rules]\nstarter = "Anna"\nchallenge = "none"\nunlisted = "refuse"\n'
    '[game.words]\naccept = ["QÜHEX", "QÜHE"]\n',
    variant="classic",
)
UNSCRABBLE = kiel(inner='[game.start]\nfrom = "kiel"\n', variant="unscrabble", id="abbau")


class Played:
    """A machine that writes real mails, and its clock."""

    def __init__(self, folder: Path) -> None:
        self.post: Post = post(folder, CLASSIC, UNSCRABBLE)
        self.post.machine.compose = composer(
            assets.template_environment, painter(), MakerHere(painter())
        )
        self.now = MONDAY
        self.post.tick(self.now)

    def writes(self, name: str, text: str, game: str) -> None:
        self.now += MINUTE
        sender = f"{name} <{name.lower()}@example.org>"
        turn = self.post.machine.journal.games.load(game)
        assert turn is not None
        self.post.arrives(text, sender, self.now, subject=f"Re: [{game}] Zug")
        self.post.tick(self.now + timedelta(seconds=30))

    def game(self) -> UnscrabbleGame | None:
        found = self.post.machine.journal.games.load("abbau")
        assert found is None or isinstance(found, UnscrabbleGame)
        return found

    def subjects(self) -> list[str]:
        """Return to whom mail about the game went, with its subject."""
        mails = [parsed(m.data) for m in self.post.outbox.taken]
        return [f"{m['To']}: {m['Subject']}" for m in mails if "abbau" in m["Subject"]]


@pytest.mark.slow
def test_a_finished_game_is_taken_down_by_mail(tmp_path: Path) -> None:
    played = Played(tmp_path)
    assert played.game() is None, "it waits for the last board of the other game"

    kiel_ = played.post.machine.journal.games.load("kiel")
    rack = kiel_.hands["Anna"].rack.value  # type: ignore[union-attr]  # a game in turns
    first = next(
        a + b
        for a in rack
        for b in rack
        if a + b
        in {
            "ES",
            "ER",
            "SO",
            "DA",
            "DU",
            "IM",
            "AN",
            "IN",
            "AM",
            "UM",
            "EI",
            "OH",
            "AH",
            "ÖL",
            "HE",
            "HO",
            "HÜ",
            "EH",
            "HU",
        }
    )
    played.writes("Anna", f"H8 {first}", "kiel")
    played.writes("Ben", "AUFGABE", "kiel")
    played.post.tick(played.now + MINUTE)

    game = played.game()
    assert game is not None
    assert [tile.letter for tile in game.board.tiles] == list(first)
    assert any("Du bist am Zug" in each for each in played.subjects())

    played.writes("Anna", f"NIMM {first}", "abbau")
    over = played.game()
    assert over is not None
    assert over.ended == "all_taken"
    assert sum("ist zu Ende" in each for each in played.subjects()) == 3

    path = str(played.post.path)
    exported = mailref("export", "abbau", "-c", path)
    assert json.loads(exported.out)["start"]["from"] == "kiel"
    proved = mailref("verify", "abbau", "-c", path)
    assert "1 turn replayed, no difference" in proved.out, proved
    assert mailref("export", "abbau", "--format", "csv", "-c", path).out.startswith("turn,player")
    assert mailref("export", "abbau", "--format", "gcg", "-c", path).code == 1
    archive = tmp_path / "archive"
    assert (
        mailref("export", "abbau", "--format", "html", "--out", str(archive), "-c", path).code == 0
    )
    assert (archive / "turn-001.png").exists()
    assert mailref("preview", "abbau", "--out", str(tmp_path / "p"), "-c", path).code == 0
    assert "abbau" in mailref("status", "-c", path).out
    assert mailref("check", "-c", path).code == 0
