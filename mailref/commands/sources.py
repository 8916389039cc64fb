"""What commands are told on their line, and the office they look into."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import click

from mailref.errors import MailrefError, SettingsError
from mailref.office import office_from_settings
from mailref.reading.names import read_when
from mailref.referee.findings import Office, RunningGame, RunningRounds
from mailref.settings.load import load_settings
from mailref.settings.values import Settings

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
now_option = click.option(
    "--now", "now", metavar="TIME", default=None, help="Act as if it were TIME (ISO 8601)."
)


def decision_options(command: Decorated) -> Decorated:
    """Give a command what every decision of the game master takes: --because, --now, -c."""
    return because_option(now_option(settings_option(command)))


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


def now_or(text: str | None) -> datetime:
    """Return the time given with --now, else the clock's."""
    return moment(text, "--now") if text else datetime.now(UTC)


def settings_at(path: Path, *, needs_secrets: bool = True) -> Settings:
    """Return the settings in the file at *path*; SettingsError names every fault, a line each."""
    loaded = load_settings(path, os.environ, needs_secrets=needs_secrets)
    if loaded.settings is None:
        raise SettingsError("\n".join(fault.line for fault in loaded.faults))
    return loaded.settings


def has_record(settings: Settings) -> bool:
    """Tell whether games have been recorded: judging must not create an empty record."""
    scheme, _, place = settings.database.partition("://")
    if not scheme.startswith("sqlite"):
        return True
    file = place.removeprefix("/").partition("?")[0]
    return bool(file) and Path(file).exists()


def office_without_effect(settings: Settings, now: datetime) -> Office:
    """Return the office of the record where there is one, else that of the settings alone."""
    if not has_record(settings):
        return office_from_settings(settings, now)
    # What opens a record takes 200 ms of CPU to import, and a mail can be judged without one.
    records = import_module("mailref.commands.records")
    office: Office = records.office_of_record(settings, now)
    return office


NO_GAME = "no game has begun: start 'mailref run' or 'mailref once' first"


def in_rounds(running: RunningGame) -> RunningRounds:
    """Return a game in rounds; MailrefError where it is of another family."""
    if not isinstance(running, RunningRounds):
        raise MailrefError(f"{running.policy.id!r} is not a game in rounds")
    return running
