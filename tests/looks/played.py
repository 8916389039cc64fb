"""A game that the demo played over real IMAP and SMTP: its mails, its pages, its record."""

import json
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

from mailref.cli import run
from mailref.demo.gallery import write_gallery
from mailref.demo.play import play
from mailref.demo.stage import Plan
from tests.writing.composed import read_back

ROUNDS = 3
PLAYERS = 7


@dataclass(frozen=True, slots=True)
class Sent:
    """A mail that the referee sent."""

    recipient: str
    mail: EmailMessage


@dataclass(frozen=True, slots=True)
class Played:
    """The folder of the demo, the archive beside it, and what was mailed."""

    folder: Path
    archive: Path
    record: dict[str, object]
    """The exported game."""
    sent: tuple[Sent, ...]

    def reports(self, number: int) -> tuple[Sent, ...]:
        """Return the newest mails that report on round *number*, one for each recipient."""
        tag, said = f"[demo R{number + 1}]", f"Auswertung Runde {number}:"
        return self._sent_as(f"{tag} Berichtigung – {said}") or self._sent_as(f"{tag} {said}")

    def _sent_as(self, subject: str) -> tuple[Sent, ...]:
        return tuple(each for each in self.sent if str(each.mail["Subject"]).startswith(subject))


def played_in(folder: Path) -> Played:
    """Play the game in a folder of its own."""
    demo, archive = folder / "demo", folder / "archive"
    scene = play(Plan(ROUNDS, PLAYERS, "dottendorf-1zug", 1, demo), lambda _: None)
    write_gallery(scene)
    scene.machine.journal.close()
    config, exported = str(demo / "config.toml"), folder / "game.json"
    assert run(["export", "demo", "-c", config, "--out", str(exported)]) == 0
    assert run(["export", "demo", "-c", config, "--format", "html", "--out", str(archive)]) == 0
    sent = tuple(
        Sent(parcel.recipient, read_back(parcel.data))
        for parcel in scene.parcels
        if not parcel.recipient.startswith("referee@")
    )
    return Played(demo, archive, json.loads(exported.read_text(encoding="utf-8")), sent)
