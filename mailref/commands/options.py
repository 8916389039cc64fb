"""Options that several commands share, and how their values are read."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

import click

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
    """Read an ISO 8601 time; without an offset it is the machine's (contract 1)."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        message = f"{text!r} is no time such as 2026-12-11T20:00:00+01:00"
        raise click.BadParameter(message, param_hint=what) from None
    return time if time.tzinfo else time.astimezone()
