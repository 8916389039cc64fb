"""The record as commands look into it, read only: one game, or the office of all."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from zoneinfo import ZoneInfo

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from mailref.commands.sources import NO_GAME, has_record, settings_at
from mailref.errors import MailrefError
from mailref.journal.journal import Journal
from mailref.office import office_from_settings, office_of, running_game, with_made_games
from mailref.referee.findings import Office
from mailref.referee.policy import GamePolicy
from mailref.rules.table.table_game import TableGame
from mailref.rules.turns.seated_game import SeatedGame
from mailref.settings.values import Settings


def office_of_record(settings: Settings, now: datetime) -> Office:
    """Return the office of the record; that of the settings alone where nothing has begun in it."""
    with Journal.open(settings.database) as journal:
        secret = journal.installation.secret()
        if secret is None:
            return office_from_settings(settings, now)
        settings = with_made_games(settings, journal.tournaments.load_all(), journal.games.load_all)
        fresh = office_from_settings(settings, now)
        running_games = {}
        for policy in settings.games:
            game = journal.games.load(policy.id)
            running_games[policy.id] = (
                running_game(game, policy) if game else fresh.games[policy.id]
            )
        return office_of(settings, MappingProxyType(running_games), secret)


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
        settings = with_made_games(settings, journal.tournaments.load_all(), journal.games.load_all)
        known = journal.games.ids()
        if game not in known:
            there = f"; there are: {', '.join(known)}" if known else f"; {NO_GAME}"
            raise MailrefError(f"no game {game!r} is recorded{there}")
        policy = next((each for each in settings.games if each.id == game), None)
        yield Recorded(game, journal, settings, policy)


def in_turns(recorded: Recorded) -> bool:
    """Tell whether a recorded game is one in turns."""
    return isinstance(recorded.journal.games.load(recorded.id), SeatedGame)


def at_table(recorded: Recorded) -> bool:
    """Tell whether a recorded game is one of WORT-Rummikub."""
    return isinstance(recorded.journal.games.load(recorded.id), TableGame)


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
