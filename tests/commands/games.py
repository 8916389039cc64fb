"""Recorded games for the commands that only look at them."""

from collections.abc import Sequence
from pathlib import Path

from mailref.games.events import Event
from mailref.journal.journal import Journal
from tests.databases import begun_in
from tests.settings.written import file
from tests.tiles.builders import START


def recorded(folder: Path, game: str, seed: bytes, events: Sequence[Event]) -> None:
    """Write settings and a record with one game into *folder*."""
    settings = folder / "config.toml"
    if not settings.exists():
        settings.write_text(file(), encoding="utf-8")
    with Journal.open(begun_in(folder)) as journal:
        journal.record(
            f"begin:{game}",
            at=START,
            game_events=[(game, event) for event in events],
            seeds={game: seed},
        )
