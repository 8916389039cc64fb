"""`mailref check`: every fault of the settings at once, each with its key; the servers on request."""

import os
from pathlib import Path

import click

from mailref import assets
from mailref.assembly import painter
from mailref.commands.disagreements import disagreements
from mailref.commands.online import known_of, try_mailbox, try_sending
from mailref.commands.options import settings_option
from mailref.commands.recorded import progress
from mailref.errors import MailrefError, SettingsError
from mailref.settings.load import load_settings
from mailref.settings.model import Settings
from mailref.turn.composing import composer


@click.command()
@click.option(
    "--online",
    is_flag=True,
    help="Also log in to both servers, compare clocks, send the game master a test mail.",
)
@settings_option
def command(online: bool, config: str) -> None:
    """Name every fault of the settings, each with its key."""
    settings = checked(Path(config))
    _compare_with_record(settings, config)
    players = sum(len(game.players) for game in settings.games)
    click.echo(f"{config}: no fault; games: {len(settings.games)}, players: {players}")
    if online:
        _online(settings)


def checked(path: Path) -> Settings:
    """Return the settings at *path*, its warnings told; SettingsError holds every fault."""
    loaded = load_settings(path, os.environ)
    for warning in loaded.warnings:
        click.echo(f"warning: {warning.line}", err=True)
    if loaded.settings is None:
        raise SettingsError("\n".join(fault.line for fault in loaded.faults))
    return loaded.settings


def _compare_with_record(settings: Settings, config: str) -> None:
    """Tell what the record makes of the settings; SettingsError holds what cannot be changed."""
    faults = []
    for found in disagreements(settings):
        if found.is_fault:
            faults.append(f"{config}: {found.line}")
        else:
            click.echo(f"warning: {config}: {found.line}", err=True)
    if faults:
        raise SettingsError("\n".join(faults))


def _online(settings: Settings) -> None:
    """Try the servers, a line for each result; MailrefError holds what failed."""
    known = known_of(settings)
    compose = composer(assets.template_environment, painter())
    failures: list[str] = []
    with progress() as shown:
        task = shown.add_task("asking the servers", total=None)
        for tried in (
            *try_mailbox(settings.mail, known),
            *try_sending(settings, known, compose),
        ):
            shown.advance(task)
            if tried.is_failure:
                failures.append(tried.line)
            else:
                click.echo(tried.line)
    if failures:
        raise MailrefError("\n".join(failures))
