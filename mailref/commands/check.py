"""`mailref check`: every fault of the settings at once, each with its key."""

import os
from pathlib import Path

import click

from mailref.commands.options import settings_option
from mailref.errors import SettingsError
from mailref.settings.load import load_settings
from mailref.settings.model import Settings


@click.command()
@settings_option
def command(config: str) -> None:
    """Name every fault of the settings, each with its key."""
    settings = checked(Path(config))
    players = sum(len(game.players) for game in settings.games)
    click.echo(f"{config}: no fault; games: {len(settings.games)}, players: {players}")


def checked(path: Path) -> Settings:
    """Return the settings at *path*, its warnings told; SettingsError holds every fault."""
    loaded = load_settings(path, os.environ)
    for warning in loaded.warnings:
        click.echo(f"warning: {warning.line}", err=True)
    if loaded.settings is None:
        raise SettingsError("\n".join(fault.line for fault in loaded.faults))
    return loaded.settings
