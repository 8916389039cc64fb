"""The command line: names every command, imports only the one that is called.

Exit codes (contract 1): 0 done, 1 could not be done, 2 wrong use or wrong settings. Whatever goes
wrong is said on stderr, one line each.
"""

import gc
import shlex
import sys
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import click

from mailref.errors import MailrefError, SettingsError

COMMANDS: Mapping[str, Mapping[str, Any]] = tomllib.loads(
    Path(__file__).with_name("data").joinpath("commands.toml").read_text(encoding="utf-8")
)
"""Where each command is, what it does, and its examples: --help need not import any."""


_TYPED = "mailref.typed"
_YOUNG = 200_000
"""So many new objects before the collector looks at them: most commands end before."""


def _loaded(name: str) -> ModuleType:
    """Return a module; what it loads has come to stay and is not looked through again and again."""
    if name in sys.modules:
        return sys.modules[name]
    gc.disable()
    try:
        return import_module(name)
    finally:
        gc.freeze()
        gc.set_threshold(_YOUNG)
        gc.enable()


class _Lazy(click.Group):
    """A group that imports a command when it is called, and no other."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  click's
        if cmd_name not in COMMANDS:
            return None
        listed = COMMANDS[cmd_name]
        module, _, attribute = listed["at"].partition(":")
        command = getattr(_loaded(f"mailref.commands.{module}"), attribute)
        assert isinstance(command, click.Command)  # noqa: S101  the table above names commands
        shown = "".join(f"\n  mailref {example}" for example in listed["examples"])
        command.help = command.help or listed["does"]
        command.epilog = f"\b\nExamples:{shown}"
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            close = get_close_matches(args[0], COMMANDS, n=1)
            guess = f"; did you mean {close[0]!r}?" if close else "; see mailref --help"
            ctx.fail(f"no such command {args[0]!r}{guess}")
        ctx.meta[_TYPED] = tuple(args)
        return super().resolve_command(ctx, args)

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002  click's signature
        formatter: click.HelpFormatter,
    ) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, it["does"].partition("\n")[0]) for name, it in COMMANDS.items()]
            )


def as_typed() -> str:
    """Return the command that is carried out as it can be typed again; "" where none is.

    >>> as_typed()
    ''
    """
    context = click.get_current_context(silent=True)
    typed = context.meta.get(_TYPED, ()) if context is not None else ()
    return " ".join(("mailref", *map(_quoted, typed))) if typed else ""


def _quoted(argument: str) -> str:
    """Return an argument as a shell takes it, a name in it whole: it may have to be forgotten.

    >>> print(_quoted("--because"), _quoted("Max O'Brien"), _quoted('a "b"'))
    --because "Max O'Brien" 'a "b"'
    """
    if shlex.quote(argument) == argument:
        return argument
    return shlex.quote(argument) if set(argument) & set('"$`\\!') else f'"{argument}"'


def _say_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from mailref.version import told  # noqa: PLC0415  not needed where anything else is wanted

    click.echo(f"mailref {told()}")
    ctx.exit()


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_say_version,
    help="Show version and commit, and exit.",
)
def mailref() -> None:
    """Referee play-by-mail Scrabble by e-mail."""


def main() -> None:
    """Run the command line and exit with its code."""
    code = run(sys.argv[1:])
    gc.freeze()  # the interpreter would look through all that there is, and give back nothing
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run one command and return its exit code; what went wrong is said on stderr."""
    try:
        code = mailref.main(args=arguments, prog_name="mailref", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as wrong:
        click.echo(wrong.format_message(), err=True)
        return 2
    except click.UsageError as wrong:
        hint = " (-c FILE names the settings)" if ".toml)" in wrong.format_message() else ""
        return _fail(2, f"{_where(wrong)}: {wrong.format_message()}{hint}")
    except click.ClickException as wrong:
        return _fail(1, f"mailref: {wrong.format_message()}")
    except click.Abort:
        return _fail(1, "mailref: aborted")
    except SettingsError as wrong:
        return _fail(2, *str(wrong).splitlines())
    except MailrefError as wrong:
        return _fail(1, *(f"mailref: {line}" for line in str(wrong).splitlines()))
    except OSError as wrong:
        return _fail(1, f"mailref: {wrong.filename or 'a file'}: {wrong.strerror or wrong}")
    return code if isinstance(code, int) else 0


def _where(wrong: click.UsageError) -> str:
    return wrong.ctx.command_path if wrong.ctx else "mailref"


def _fail(code: int, *lines: str) -> int:
    from mailref.terminal import say  # noqa: PLC0415  not needed where all goes well

    for line in lines:
        say(line, err=True)
    return code
