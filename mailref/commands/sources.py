"""What commands are told on their line, and the record as they look into it, read only."""

import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from shutil import get_terminal_size
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from zoneinfo import ZoneInfo

import click
from msgspec import Struct

from mailref.errors import MailrefError
from mailref.games.events import Event
from mailref.office import office_of, running_game, with_made_games
from mailref.orders.shapes import read_when
from mailref.referee.policy import GamePolicy, Office
from mailref.settings.load import load_settings
from mailref.settings.values import MailSettings, Settings
from mailref.terminal import visible

if TYPE_CHECKING:
    from mailref.journal.journal import Journal

_MACHINE = ZoneInfo("UTC")
"""Stands for the machine's zone, whose name is not known, while a time is read."""

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

settings_option = click.option(
    "-c",
    "config",
    metavar="FILE",
    default="config.toml",
    show_default=True,
    help="The settings file.",
)


because_option = click.option(
    "--because", metavar="TEXT", default="", help="The reason, as players read it."
)


def moment(text: str, what: str) -> datetime:
    """Read an ISO 8601 time or `18.12.2026 20:00`; without an offset it is the machine's (contract 1)."""
    time = _as_iso(text) or read_when(text, _MACHINE)
    if time is None:
        message = f"{text!r} is no time such as 2026-12-11T20:00:00+01:00 or '18.12.2026 20:00'"
        raise click.BadParameter(message, param_hint=what)
    is_local = time.tzinfo is None or time.tzinfo is _MACHINE
    return time.replace(tzinfo=None).astimezone() if is_local else time


def _as_iso(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def time_option(
    name: str, said: str, otherwise: Callable[[], datetime | None] = lambda: None
) -> Callable[[Decorated], Decorated]:
    """Return an option that is a time as `moment` reads it."""

    def read(_: click.Context, __: click.Parameter, text: str | None) -> datetime | None:
        return moment(text, name) if text else otherwise()

    return click.option(name, metavar="TIME", callback=read, help=said)


_AS_IF = "Act as if it were TIME (ISO 8601)."
given_now_option = time_option("--now", _AS_IF)
now_option = time_option("--now", _AS_IF, lambda: datetime.now(UTC))
"""Not given, it is the clock's time."""


def decision_options(command: Decorated) -> Decorated:
    """Give a command what every decision of the game master takes: --because, --now, -c."""
    return because_option(now_option(settings_option(command)))


mailbox_option = click.option(
    "--mailbox", "box", metavar="ID", default="", help="A [[mailbox]]; default: that of [mail]."
)


def mail_at(path: Path, box: str, *, needs_secrets: bool = True) -> MailSettings:
    """Return the settings of a mailbox; MailrefError where the file describes none of that id."""
    settings = settings_at(path, needs_secrets=needs_secrets)
    for each in settings.boxes:
        if each.box == box:
            return each
    known = ", ".join(each.box for each in settings.further) or "none beside that of [mail]"
    raise MailrefError(f"{path}: no [[mailbox]] {box!r}; there is {known}")


def settings_at(path: Path, *, needs_secrets: bool = True) -> Settings:
    """Return the settings in the file at *path*; SettingsError names every fault, a line each."""
    return load_settings(path, os.environ, needs_secrets=needs_secrets).faultless()


def has_record(settings: Settings) -> bool:
    """Tell whether games may have been recorded: who looks makes no file and no tables.

    A database with tables in it takes no `pg_restore` any more.
    """
    file = record_file(settings)
    if file is not None:
        return file.exists()
    opening = import_module("mailref.journal.installation")
    has_tables: bool = opening.has_tables(settings.database)
    return has_tables


def need_record(settings: Settings) -> None:
    """Raise MailrefError where nothing can have been recorded."""
    if not has_record(settings):
        is_file = record_file(settings) is not None
        raise MailrefError(NO_GAME if is_file else f"the database is empty: {NO_GAME}")


def record_file(settings: Settings) -> Path | None:
    """Return the file that holds the record; None where a server keeps it."""
    scheme, _, place = settings.database.partition(":///")
    return Path(place) if scheme == "sqlite" else None


def office_without_effect(settings: Settings, now: datetime) -> Office:
    """Return the office of the record where there is one, else that of the settings alone."""
    if not has_record(settings):
        return _office_from_settings(settings, now)
    return office_of_record(settings, now)


def _office_from_settings(settings: Settings, now: datetime) -> Office:
    from mailref.unrecorded import office_from_settings  # noqa: PLC0415  recorded games do without

    return office_from_settings(settings, now)


def open_record(settings: Settings) -> "AbstractContextManager[Journal]":
    """Open the record that *settings* name."""
    # It takes a third of the CPU of `judge` to import, and a mail can be judged without a record.
    journal = import_module("mailref.journal.journal")
    opened: AbstractContextManager[Journal] = journal.Journal.open(settings.database)
    return opened


NO_GAME = "no game has begun: start 'mailref run' or 'mailref once' first"


def made_games(settings: Settings, journal: "Journal") -> Settings:
    """Return *settings* with the games that stand in the record alone."""
    tournaments, club = journal.tournaments.load_all(), journal.club.load()
    return with_made_games(settings, tournaments, club, journal.games.load_all)


def office_of_record(settings: Settings, now: datetime) -> Office:
    """Return the office of the record; that of the settings alone where nothing has begun in it."""
    with open_record(settings) as journal:
        secret = journal.installation.secret()
        if secret is None:
            return _office_from_settings(settings, now)
        settings = made_games(settings, journal)
        recorded = {policy.id: journal.games.load(policy.id) for policy in settings.games}
        fresh = {}
        if None in recorded.values():
            fresh = dict(_office_from_settings(settings, now).games)
        running_games = {
            policy.id: fresh[policy.id] if game is None else running_game(game, policy)
            for policy in settings.games
            if (game := recorded[policy.id]) is not None or policy.id in fresh
        }
        return office_of(settings, MappingProxyType(running_games), secret)


class Recorded(Struct, frozen=True):
    """A game in the record, with what the settings say of it."""

    id: str
    journal: "Journal"
    settings: Settings
    policy: GamePolicy | None
    """None where the settings no longer name it."""

    @property
    def zone(self) -> ZoneInfo:
        return self.policy.zone if self.policy else ZoneInfo("UTC")

    def events(self) -> Iterator[Event]:
        """Return all that has happened in it, oldest first."""
        return self.journal.games.events(self.id)


@contextmanager
def recorded_game(config: str, game: str) -> Iterator[Recorded]:
    """Open the record at *game*; MailrefError says which games there are."""
    settings = settings_at(Path(config), needs_secrets=False)
    need_record(settings)
    with open_record(settings) as journal:
        settings = made_games(settings, journal)
        known = journal.games.ids()
        if game not in known:
            there = f"; there are: {', '.join(known)}" if known else f"; {NO_GAME}"
            raise MailrefError(f"no game {game!r} is recorded{there}")
        policy = next((each for each in settings.games if each.id == game), None)
        yield Recorded(game, journal, settings, policy)


class ShownProgress(Protocol):
    """What is shown of long work."""

    def add_task(self, description: str, *, total: float | None) -> Any: ...
    def advance(self, task_id: Any, advance: float = 1) -> None: ...


class _Unseen:
    """Stands for a display where nobody watches."""

    def add_task(self, description: str, *, total: float | None) -> None: ...
    def advance(self, task_id: None, advance: float = 1) -> None: ...


class _Line:
    """How far long work is, in one line of the terminal that is written over and at last wiped out."""

    def __init__(self) -> None:
        self._said, self._done = "", 0.0
        self._total: float | None = None
        self._drawn = -_PAUSE

    def add_task(self, description: str, *, total: float | None) -> None:
        self._said, self._total, self._done = description, total, 0.0
        self._draw()

    def advance(self, task_id: None, advance: float = 1) -> None:  # noqa: ARG002  there is one task
        self._done += advance
        if monotonic() - self._drawn >= _PAUSE:
            self._draw()

    def _draw(self) -> None:
        self._drawn = monotonic()
        done = f" {self._done:.0f}" if self._done else ""
        of = f" of {self._total:.0f}" if done and self._total else ""
        text = visible(f"{self._said}{done}{of} ...")
        sys.stderr.write(f"{_WIPED}{text[: get_terminal_size().columns - 1]}")
        sys.stderr.flush()


_PAUSE = 0.1
"""So many seconds at least lie between two ways in which a line is written."""
_WIPED = "\r\x1b[2K"
"""Goes back to the beginning of the line, and wipes it out."""


@contextmanager
def progress() -> Iterator[ShownProgress]:
    """Show how far long work is, on stderr, where somebody watches; it is gone afterwards.

    Nothing may be written beside it as long as it is shown.
    """
    if not sys.stderr.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        yield _Unseen()
        return
    try:
        yield _Line()
    finally:
        sys.stderr.write(_WIPED)
        sys.stderr.flush()


_STEPS = 100


def told_events(recorded: Recorded, what: str) -> Iterator[Event]:
    """Yield every event of a game, oldest first, and show how far the reading is."""
    total = recorded.journal.games.count_events(recorded.id)
    with progress() as shown:
        task = shown.add_task(f"{what} {recorded.id}", total=total)
        for number, event in enumerate(recorded.events(), start=1):
            yield event
            if number % _STEPS == 0:
                shown.advance(task, _STEPS)


@contextmanager
def without_collecting() -> Iterator[None]:
    """Let no garbage be looked for while a whole game is made of values: none of them are in a circle.

    It would be looked for again and again among all that is kept, a third of the time of an export.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
