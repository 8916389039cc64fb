"""A league of soloists through real ticks: nobody sees another's moves before the ZAT."""

import json
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import pytest

from mailref import assets
from mailref.assembly import composer, painter
from mailref.games.solitaire.game import SoloGame
from mailref.report.pdf import MakerHere
from tests.commands.invoke import mailref
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import MINUTE, MONDAY
from tests.servers.sink import parsed
from tests.tick.machines import Post, post

PAIRS = [a + b for a in ascii_uppercase + "ÄÖÜ" for b in ascii_uppercase + "ÄÖÜ"]
GAME = kiel(
    'deadline = "31.01.2027 20:00"\nregistration = "open"\n',
    f"[game.words]\naccept = {json.dumps(PAIRS, ensure_ascii=False)}\n",
    variant="solitaire",
)


class Played:
    """A machine that writes real mails, and its clock."""

    def __init__(self, folder: Path) -> None:
        self.post: Post = post(folder, GAME)
        self.post.machine.compose = composer(
            assets.template_environment, painter(), MakerHere(painter())
        )
        self.now = MONDAY
        self.post.tick(self.now)

    @property
    def game(self) -> SoloGame:
        found = self.post.machine.journal.games.load("kiel")
        assert isinstance(found, SoloGame)
        return found

    def writes(self, name: str, text: str, header: str = "") -> None:
        self.now += MINUTE
        sender = f"{name} <{name.lower()}@example.org>"
        self.post.arrives(text, sender, self.now, subject="Re: [kiel] Zug", header=header)
        self.post.tick(self.now + timedelta(seconds=30))

    def mails(self) -> list[EmailMessage]:
        return [parsed(m.data) for m in self.post.outbox.taken]

    def archive(self, folder: Path) -> str:
        self.command("export", "kiel", "--format", "html", "--out", str(folder / "archive"))
        return (folder / "archive" / "index.html").read_text(encoding="utf-8")

    def preview(self, folder: Path) -> str:
        self.command("preview", "kiel", "--out", str(folder / "preview"))
        return (folder / "preview" / "report.txt").read_text(encoding="utf-8")

    def command(self, *words: str) -> str:
        done = mailref(*words, "-c", str(self.post.path))
        assert done.code == 0, done
        return done.out


def plain(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return f"{mail['Subject']}\n{body.get_content()}"


def word_of(rack: str) -> str:
    return "".join(each for each in rack if each != "?")[:2]


def told_by(export: dict[str, Any], word: str) -> set[str]:
    """Return which keys of an export, and which kinds of events in it, tell a word."""
    events = [(each["kind"], each) for each in export["events"]]
    told = [(key, value) for key, value in export.items() if key != "events"]
    return {key for key, value in (*told, *events) if f'"{word}"' in json.dumps(value)}


@pytest.mark.slow
def test_soloists_play_apart_until_the_zat_and_are_told_all_then(tmp_path: Path) -> None:
    played = Played(tmp_path)
    begun = played.mails()
    assert sorted(m["To"].split("@")[0].rpartition("<")[2] for m in begun) == ["anna", "ben", "gm"]
    word = word_of(played.game.tables["Anna"].hands["Anna"].rack.value)

    played.writes("Anna", f"H8 {word}\n\nPRESSE: Gut gelegt hab ich das.")
    played.writes("Ben", "STAND")
    played.writes("Clara", "ANMELDEN")
    played.writes("Clara", "JA", f"In-Reply-To: {played.mails()[-1]['Message-ID']}\n")

    anna = played.game.tables["Anna"]
    assert "".join(tile.letter for tile in anna.board.tiles) == word
    assert set(played.game.tables) == {"Anna", "Ben", "Clara"}
    others = [plain(m) for m in played.mails() if "anna@" not in m["To"]]
    assert not [
        each for each in others if f"[{word[0]}][{word[1]}]" in each or word in each.split()
    ]
    assert not [each for each in others if "Gut gelegt" in each]

    before = json.loads(played.command("export", "kiel"))
    assert before["tables"] is None
    assert told_by(before, word) <= {"rulings", "WordRuled"}, (
        "every pair of letters is accepted here"
    )
    assert word not in played.command("export", "kiel", "--format", "csv")
    assert word not in played.command("status").split()
    page = played.archive(tmp_path)
    assert word not in page.split()
    assert "<h3>" not in page
    assert {"Anna,", "Ben,"} <= set(page.replace("<p>", " ").split())
    assert "bis zum ZAT" in page
    assert "Anna und Ben" in played.preview(tmp_path) or "Clara" in played.preview(tmp_path)
    assert word not in played.preview(tmp_path).split()
    seen = len(played.mails())

    played.now = played.game.deadline
    played.post.tick(played.now + timedelta(minutes=5))

    told = played.mails()[seen:]
    assert len(told) == 4, "three soloists and the game master"
    assert all("Tabelle" in each["Subject"] for each in told)
    assert all("Gut gelegt" in plain(each) for each in told)
    after = json.loads(played.command("export", "kiel"))
    assert {table["player"] for table in after["tables"]} == {"Anna", "Ben", "Clara"}
    assert "no difference" in played.command("verify", "kiel")
    assert played.command("export", "kiel", "--format", "csv").startswith("player,")
    page = played.archive(tmp_path)
    assert f"{word} (" in page, "Anna's play"
    assert page.count("<h3>") == 1
    assert (tmp_path / "archive" / "turn-1-001.png").exists() or (
        tmp_path / "archive" / "turn-2-001.png"
    ).exists()
    assert str(played.game.seed) in page
    assert "Die Tabelle" not in played.preview(tmp_path)
    assert "Gewonnen" in played.preview(tmp_path)
    done = mailref("export", "kiel", "--format", "gcg", "-c", str(played.post.path))
    assert done.code == 1, done
    assert "Traceback" not in done.out
    assert "kiel" in played.command("status")
    played.command("check")
