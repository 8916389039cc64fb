"""The command line: names every command, imports only the one that is called.

Exit codes (contract 1): 0 done, 1 could not be done, 2 wrong use or wrong settings. Whatever goes
wrong is said on stderr, one line each.
"""

import gc
import sys
from difflib import get_close_matches
from importlib import import_module
from types import ModuleType

import click

from mailref import __version__
from mailref.errors import MailrefError, SettingsError

# name: module and attribute, what it does. The words are those of the command's own docstring,
# kept here so that --help need not import it; a test holds the two together.
COMMANDS: dict[str, tuple[str, str]] = {
    "demo": (
        "demo:command",
        "Play a game by itself, with simulated players and real mail servers.",
    ),
    "init": ("init:command", "Write a first settings file, asking for what it needs."),
    "check": ("check:command", "Name every fault of the settings, each with its key."),
    "run": (
        "run:run",
        "Run the referee: wait for mail, answer it, close rounds at their ZAT, send reports.",
    ),
    "login": ("login:command", 'Log in once in a browser, where the settings say auth = "oauth2".'),
    "service": ("service:command", "Let systemd run the referee: `mailref service install`."),
    "once": (
        "run:once",
        "Run one tick: read the mailbox, close what is due, send what is owed.",
    ),
    "deliver": (
        "deliver:command",
        "Take one mail from standard input, as a mail server hands it over.",
    ),
    "judge": (
        "judge:command",
        "Say what the referee would answer to these mails, with no effect at all.",
    ),
    "backup": (
        "restore:backup",
        "Copy the database into one new file, also while the referee runs.",
    ),
    "restore": (
        "restore:restore",
        "Put a backup in place of the database, and take up what has arrived since.",
    ),
    "carry": (
        "restore:carry",
        "Write the record of an SQLite file to the empty PostgreSQL database of the settings.",
    ),
    "proceed": (
        "restore:go_ahead",
        "Let all go on after a restore: close what is due, send what is owed.",
    ),
    "forget": (
        "forget:command",
        "Take a person out of the record: name and addresses go, results stay.",
    ),
    "status": ("status:command", "Show games, rounds, deadlines, who has moved and what waits."),
    "resend": (
        "restore:resend",
        "Send what was given up once more: to these addresses, or to all.",
    ),
    "preview": ("preview:command", "Make the report as it would go out now."),
    "print": (
        "preview:print_report",
        "Write the report of a closed round as a PDF for the zine, the press included.",
    ),
    "sheet": (
        "preview:sheet",
        "Write an empty score sheet and the list of letters as a PDF.",
    ),
    "close": ("decide:close", "Close the open round of a game."),
    "extend": ("decide:extend", "Move the deadline of the open round."),
    "rule": ("decide:rule", "Accept or refuse a word in a game."),
    "draw": ("decide:draw", "Give the tiles drawn by hand for the next round."),
    "publish": ("decide:publish", "Release a report that waits for approval."),
    "pause": ("decide:pause", "Stop the clock of a game."),
    "resume": ("decide:resume", "Let a paused game go on."),
    "reopen": ("decide:reopen", "Open the last closed round again."),
    "correct": ("decide:correct", "Correct a player's score, with a reason."),
    "exclude": ("decide:exclude", "Take a player out of a game from the next round on."),
    "admit": (
        "decide:admit",
        "Let in who asked to join, or a player again who has left or was excluded.",
    ),
    "end": ("decide:end", "End a game, with its last report, seed and ranks."),
    "rename": ("decide:rename", "Give a player another name."),
    "address": ("decide:address", "Change the addresses of a player."),
    "press": ("decide:press", "Release or drop the press that waits for the next report."),
    "undo": ("decide_turns:undo", "Take the last turn of a game back; its player moves again."),
    "pass": ("decide_turns:pass_", "Enter a pass for the player to move."),
    "out": ("decide_turns:out", "Put a player out of a game in turns; his total stands."),
    "replace": (
        "decide_turns:replace",
        "Give the place of a player to somebody else, with rack, total and clock.",
    ),
    "away": (
        "decide_turns:away",
        "Note from which day to which a player is away: no turn of his ends then.",
    ),
    "adopt": ("decide:adopt", "Let a stranger's mail count that was set aside."),
    "withdraw": ("club:withdraw", "Let a player take no further part in a tournament."),
    "challenge": (
        "club:challenge",
        "Let a player of a ladder challenge one at most three places higher.",
    ),
    "top": ("top:command", "Find the best possible moves of a position."),
    "export": ("export:command", "Write the whole game as JSON, GCG, CSV or HTML."),
    "verify": ("verify:command", "Replay a game and name the first difference, if there is one."),
    "receipt": (
        "verify:receipt",
        "Print the receipt that binds a player's rack, or a stack.",
    ),
}


# What each command's --help shows at its end; a test calls every one of them.
EXAMPLES: dict[str, tuple[str, ...]] = {
    "demo": ("demo", "demo --rounds 3 --variant sb --out try"),
    "init": ("init", "init --language de"),
    "check": ("check", "check --online", "check --schema > mailref.schema.json"),
    "run": ("run", "run --since 2026-11-20T08:00 -c games/config.toml"),
    "login": ("login", "login -c games/config.toml"),
    "service": ("service install --print", "service install --user mailref"),
    "once": ("once", "once --now '11.12.2026 20:05'"),
    "deliver": (
        "deliver < mail.eml",
        "deliver --received header -c /srv/mailref/config.toml < mail.eml",
    ),
    "judge": ("judge mail.eml", "judge --json --received 2026-12-09T18:42+01:00 mail.eml"),
    "backup": ("backup backups/mailref-2026-12-11.db",),
    "restore": ("restore backups/mailref-2026-12-11.db",),
    "carry": ("carry mailref.db",),
    "proceed": ("proceed", "proceed --sent yerres"),
    "forget": ("forget 'Erna Beispiel'", "forget erna@example.org --yes"),
    "status": ("status", "status --json", "status --check"),
    "resend": ("resend", "resend max@example.org"),
    "preview": ("preview yerres", "preview yerres --out monday"),
    "print": ("print yerres", "print yerres 4 --paper a5 --theme print"),
    "sheet": ("sheet --blank", "sheet --blank --language en --paper a5 --out forms.pdf"),
    "close": (
        "close yerres --early --because 'all have moved'",
        "close yerres --early --undecided refuse",
    ),
    "extend": ("extend yerres '18.12.2026 20:00' --because holidays",),
    "rule": ("rule yerres EUBÖA accept", "rule yerres XQ refuse --because 'not in the Duden'"),
    "draw": ("draw yerres 'ERN?T'",),
    "publish": ("publish yerres",),
    "pause": ("pause yerres --because holidays",),
    "resume": ("resume yerres",),
    "reopen": ("reopen yerres '14.12.2026 20:00' --because 'a move was lost'",),
    "correct": (
        "correct yerres 'Max Mustermann' +5 --because 'miscounted'",
        "correct yerres 'Max Mustermann' -12 --round 3",
        "correct yerres --letters ABEENÖRU",
    ),
    "exclude": ("exclude yerres 'Erna Beispiel' --because 'as she wishes'",),
    "admit": ("admit yerres 'Erna Beispiel'",),
    "undo": ("undo kiel --because 'the mail was misread'",),
    "pass": ("pass kiel Anna --because 'by telephone'",),
    "out": ("out kiel Ben --because 'moved away'",),
    "replace": ("replace kiel Ben 'Dora Muster' dora@example.org",),
    "away": ("away kiel Anna 24.12.2026 2.1.2027",),
    "end": ("end yerres --because 'too few go on'",),
    "rename": ("rename yerres 'Max Mustermann' 'Max Muster'",),
    "address": ("address yerres 'Max Muster' max@example.org max@example.net",),
    "press": ("press yerres release", "press yerres drop --player 'Max Mustermann'"),
    "adopt": ("adopt U17", "adopt U17 --player 'Max Mustermann'"),
    "challenge": ("challenge leiter 'Erna Beispiel' 'Max Mustermann'",),
    "top": ("top yerres", "top yerres --count 10", "top --positions positions.json --json"),
    "export": ("export yerres --format html", "export yerres --format csv --out yerres.csv"),
    "verify": ("verify yerres", "verify --file yerres.json"),
    "withdraw": ('withdraw club "Anna Beispiel"',),
    "receipt": ("receipt kiel 1 Anna EEIMRUÜ 5e2c46a687d200cd5819db67a7cb79f3",),
}


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
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command = getattr(_loaded(f"mailref.commands.{module}"), attribute)
        assert isinstance(command, click.Command)  # noqa: S101  the table above names commands
        shown = "".join(f"\n  mailref {example}" for example in EXAMPLES.get(cmd_name, ()))
        command.epilog = f"\b\nExamples:{shown}" if shown else None
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            close = get_close_matches(args[0], COMMANDS, n=1)
            guess = f"; did you mean {close[0]!r}?" if close else "; see mailref --help"
            ctx.fail(f"no such command {args[0]!r}{guess}")
        return super().resolve_command(ctx, args)

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002  click's signature
        formatter: click.HelpFormatter,
    ) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
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
        return _fail(2, f"{_where(wrong)}: {wrong.format_message()}")
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
