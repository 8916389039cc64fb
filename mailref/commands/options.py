"""The options of commands, as `data/options.toml` says them."""

import tomllib
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any, TypeVar

import click

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


@cache
def _options() -> dict[str, dict[str, dict[str, Any]]]:
    return tomllib.loads(
        resources.files("mailref").joinpath("data/options.toml").read_text("utf-8")
    )


def options(command: str, **types: Any) -> Callable[[Decorated], Decorated]:
    """Add the options that `data/options.toml` says of a command; *types* are of those that are no text."""

    def added(decorated: Decorated) -> Decorated:
        for name, said in reversed(_options()[command].items()):
            more = {key: each for key, each in said.items() if key != "as"}
            own = said.get("as", name.replace("-", "_"))
            decorated = click.option(f"--{name}", own, type=types.get(name), **more)(decorated)
        return decorated

    return added
