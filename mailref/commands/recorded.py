"""One recorded game, read only: for export, verify and preview."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from mailref.commands.sources import has_record, settings_at
from mailref.errors import MailrefError
from mailref.journal.journal import Journal
from mailref.referee.policy import GamePolicy
from mailref.settings.model import Settings

NO_GAME = "no game has begun: start 'mailref run' or 'mailref once' first"


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game in the record, with what the settings say of it."""

    id: str
    journal: Journal
    settings: Settings
    policy: GamePolicy | None
    """None where the settings no longer name it."""

    @property
    def zone(self) -> ZoneInfo:
        return self.policy.zone if self.policy else ZoneInfo("UTC")


@contextmanager
def recorded_game(config: str, game: str) -> Iterator[Recorded]:
    """Open the record at *game*; MailrefError says which games there are."""
    settings = settings_at(Path(config), needs_secrets=False)
    if not has_record(settings):
        raise MailrefError(NO_GAME)
    with Journal.open(settings.database) as journal:
        known = journal.games()
        if game not in known:
            there = f"; there are: {', '.join(known)}" if known else f"; {NO_GAME}"
            raise MailrefError(f"no game {game!r} is recorded{there}")
        policy = next((each for each in settings.games if each.id == game), None)
        yield Recorded(game, journal, settings, policy)


def progress() -> Progress:
    """Return a progress display on stderr, shown only where somebody watches, and gone afterwards."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
