"""The command line itself: what it names, how it fails, what it does not import."""

import os
import re
import shlex
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from mailref import __version__, errors
from mailref.cli import COMMANDS, _Lazy
from mailref.cli import mailref as command_line
from mailref.version import told
from tests.commands.invoke import mailref

pytestmark = pytest.mark.each

CONTRACT = Path(__file__).resolve().parent.parent.parent / "docs" / "contract.md"
WRITTEN = [name for name, listed in COMMANDS.items()
           if find_spec(f"mailref.commands.{listed['at'].partition(':')[0]}")]  # fmt: skip


def test_help_lists_every_command_of_the_contract() -> None:
    """Contract 1: `mailref --help` lists them."""
    if not CONTRACT.is_file():
        pytest.skip("the documents lie in the repository only")
    contract = CONTRACT.read_text(encoding="utf-8")
    table = contract.partition("## 1. Commands")[2].partition("## 2.")[0]
    cells = [
        row.replace("\\|", "/").split("|")[1] for row in table.splitlines() if row.startswith("| `")
    ]
    named = [found for cell in cells for found in re.findall(r"`(?:mailref )?([a-z]+)", cell)]
    promised = set(named) - {"mailref"}

    called = mailref("--help")

    assert called.code == 0
    assert called.err == ""
    listed = re.findall(r"^  ([a-z]+)  ", called.out, re.MULTILINE)
    assert promised == set(listed)
    assert len(promised) == 48


def test_help_is_quick_because_it_imports_no_command() -> None:
    """`mailref --help` within 0.3 s; what it imports is what it costs."""
    code = (
        "import sys; from mailref.cli import run; run(['--help']); "
        "print(sorted(m for m in sys.modules if m.startswith('mailref') or m in "
        "{'sqlalchemy', 'numpy', 'PIL', 'jinja2', 'lark', 'rich', 'apscheduler', 'imapclient'}))"
    )

    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert printed.stdout.splitlines()[-1] == "['mailref', 'mailref.cli', 'mailref.errors']"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "needless"),
    [
        ("judge", {"sqlalchemy", "rich", "numpy", "imapclient", "reportlab", "oauthlib"}),
        ("run", {"rich", "oauthlib", "alembic"}),
    ],
)
def test_a_command_imports_nothing_that_it_seldom_needs(module: str, needless: set[str]) -> None:
    """A judged mail takes a second, most of it imports; the daemon keeps what was imported."""
    code = f"import sys, mailref.commands.{module}; print(*{needless!r} & set(sys.modules))"

    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert printed.stdout.split() == []


@pytest.mark.parametrize("name", WRITTEN)
def test_a_command_has_help_and_says_the_same_in_the_list(name: str) -> None:
    """Contract 1: every command has --help; style: a command without documentation fails the build."""
    text = COMMANDS[name]["does"].partition("\n")[0]
    module, _, attribute = COMMANDS[name]["at"].partition(":")
    command = getattr(import_module(f"mailref.commands.{module}"), attribute)

    called = mailref(name, "--help")

    assert called.code == 0
    assert isinstance(command, click.Command)
    assert command.help is not None
    assert command.help.partition("\n")[0] == text
    assert all(option.help for option in command.params if isinstance(option, click.Option))


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["judg"], "mailref: no such command 'judg'; did you mean 'judge'?"),
        (["xyzzy"], "mailref: no such command 'xyzzy'; see mailref --help"),
        (["--xyzzy"], "mailref: No such option '--xyzzy'."),
        (["check", "--xyzzy"], "mailref check: No such option '--xyzzy'."),
        (["check", "extra"], "mailref check: Got unexpected extra argument (extra)"),
        (
            ["check", "my.toml"],
            "mailref check: Got unexpected extra argument (my.toml) (-c FILE names the settings)",
        ),
        (["check", "-c"], "mailref: Option '-c' requires an argument."),
    ],
)
def test_wrong_use_is_one_line_on_stderr_and_exits_2(arguments: list[str], line: str) -> None:
    """Contract 1: exits 2 on wrong use; errors go to stderr, one line each."""
    called = mailref(*arguments)

    assert (called.code, called.out) == (2, "")
    assert called.err == f"{line}\n"


def test_without_a_command_the_help_is_shown_and_the_use_was_wrong() -> None:
    called = mailref()

    assert called.code == 2
    assert "Commands:" in called.err


def test_the_version_is_told() -> None:
    assert mailref("--version").out == f"mailref {told()}\n"
    assert told().startswith(__version__)


@pytest.mark.parametrize(
    ("raised", "code", "said"),
    [
        (errors.MailrefError("the game yerres is over"), 1, "mailref: the game yerres is over\n"),
        (errors.UnreachableError("a does not answer\nb neither"), 1,
         "mailref: a does not answer\nmailref: b neither\n"),
        (errors.SettingsError("config.toml: one\nconfig.toml: two"), 2, "config.toml: one\nconfig.toml: two\n"),
        (click.ClickException("no"), 1, "mailref: no\n"),
        (click.Abort(), 1, "mailref: aborted\n"),
        (FileNotFoundError(2, "No such file or directory", "a.eml"), 1,
         "mailref: a.eml: No such file or directory\n"),
    ],
)  # fmt: skip
def test_what_goes_wrong_is_said_without_a_traceback(
    raised: Exception, code: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Contract 1: 1 when what was asked could not be done, 2 on wrong settings."""

    @click.command()
    def failing() -> None:
        raise raised

    monkeypatch.setattr(_Lazy, "get_command", lambda *_: failing)

    called = mailref("check")

    assert (called.code, called.err) == (code, said)


def test_the_module_is_the_program() -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "mailref", "--version"], capture_output=True, text=True, check=True
    )

    assert printed.stdout == f"mailref {told()}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_in_the_help_can_be_called_so(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for file in ("mail.eml", "yerres.json", "positions.json"):
        (tmp_path / file).touch()
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "mailref-2026-12-11.db").touch()

    shown = mailref(name, "--help").out.partition("Examples:\n")[2].splitlines()

    assert shown == [f"    mailref {example}" for example in COMMANDS[name]["examples"]]
    for line in COMMANDS[name]["examples"]:
        said, *arguments = shlex.split(re.split(" [<>] ", line)[0])
        assert said == name
        with click.Context(command_line) as above:
            command = command_line.get_command(above, name)
            assert command is not None
            command.make_context(name, arguments, parent=above)


@pytest.mark.slow
def test_the_shell_completes_commands_and_options() -> None:
    """The README says how to switch it on."""

    def completed(words: str, at: int) -> set[str]:
        told = {"_MAILREF_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(at)}
        printed = subprocess.run(
            [sys.executable, "-m", "mailref"],
            env={**os.environ, **told},
            capture_output=True,
            text=True,
            check=True,
        )
        return {line.partition(",")[2] for line in printed.stdout.splitlines()}

    assert completed("mailref pr", 1) == {"preview", "print", "proceed", "press"}
    assert completed("mailref print --p", 2) == {"--paper"}
