"""`mailref service install`: the daemon as a service of systemd, written or printed."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from string import Template

import click

from mailref import assets
from mailref.commands.options import options
from mailref.commands.sources import record_file, settings_at, settings_option
from mailref.errors import MailrefError
from mailref.post.ports import Spool
from mailref.settings.values import Settings
from mailref.terminal import say

UNIT = Path("/etc/systemd/system/mailref.service")


@click.group()
def command() -> None:
    """Let systemd run the referee: `mailref service install`."""


@command.command()
@options("install")
@settings_option
def install(*, user: str, only_print: bool, force: bool, yes: bool, config: str) -> None:
    """Write the unit, after a yes; who is not root gets it printed."""
    path = Path(config).absolute()
    unit = unit_of(settings_at(path, needs_secrets=False), path, user)
    if only_print or os.geteuid() != 0:
        click.echo(unit, nl=False)
        return
    if UNIT.exists() and UNIT.read_text(encoding="utf-8") != unit and not force:
        raise MailrefError(f"{UNIT}: is there and says something else; --force replaces it")
    if not yes:
        click.echo(unit, nl=False)
        click.confirm(f"Write this to {UNIT}?", abort=True)
    UNIT.write_text(unit, encoding="utf-8")
    say(f"{UNIT} is written; now:")
    say(f"  useradd --system --home-dir /var/lib/mailref {user}    # if there is no such user")
    say("  systemctl daemon-reload && systemctl enable --now mailref")


def unit_of(settings: Settings, config: Path, user: str) -> str:
    """Return the unit: what the program may write is what the settings name, and no more."""
    return Template(assets.service_unit()).substitute(
        user=_word(user),
        folder=_escaped(config.parent),
        program=_quoted(Path(sys.executable).with_name("mailref")),
        config=_quoted(config),
        writable=" ".join(_quoted(each) for each in _written(settings)),
    )


def _written(settings: Settings) -> Iterable[Path]:
    """Return the folders into which the daemon writes, each once."""
    file = record_file(settings)
    found = [] if file is None else [file.parent]
    inboxes = [each.inbox for each in settings.boxes]
    found += [Path(each.folder) for each in inboxes if isinstance(each, Spool)]
    if settings.metrics is not None:
        found.append(Path(settings.metrics).parent)
    return dict.fromkeys(found)


def _word(text: str) -> str:
    if not text.isprintable() or not text or any(sign in text for sign in " \\\"'%$"):
        raise MailrefError(f"{text!r} is no name of a user")
    return text


def _escaped(path: Path) -> str:
    if not str(path).isprintable():
        raise MailrefError(f"{str(path)!r} cannot stand in a unit")
    return str(path).replace("%", "%%")


def _quoted(path: Path) -> str:
    """Return a path as systemd reads it in a command or a list."""
    inner = _escaped(path).replace("\\", "\\\\").replace('"', '\\"').replace("$", "$$")
    return f'"{inner}"'
