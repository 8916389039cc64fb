"""`mailref init`: writes a first settings file, asking for what it needs, and tries it out."""

import os
from pathlib import Path

import click
from msgspec.structs import replace

from mailref import assets
from mailref.commands.check import checked, try_online
from mailref.commands.interview import Interview, Speech, first_settings, proven, without_asking
from mailref.commands.interview import player as read_player
from mailref.errors import MailrefError, SettingsError
from mailref.languages import FORMATS, LANGUAGES
from mailref.settings.load import parse_settings, variants
from mailref.settings.toml_text import FileComment, write_toml
from mailref.settings.values import Findings, Surroundings
from mailref.terminal import say


@click.command()
@click.argument("file", metavar="[FILE]", default="config.toml")
@click.option("--address", metavar="ADDRESS", help="The referee's own address.")
@click.option(
    "--provider", metavar="NAME", help="GMX, web.de, mailbox.org, Posteo, T-Online, Gmail."
)
@click.option("--imap", metavar="URL", help="The mailbox: imaps://HOST.")
@click.option("--smtp", metavar="URL", help="The server to send by: smtps://HOST.")
@click.option("--user", metavar="NAME", help="The login of both servers.")
@click.option("--gamemaster", metavar="NAME", help="The game master's name.")
@click.option("--gamemaster-address", metavar="ADDRESS", help="The game master's address.")
@click.option("--title", metavar="TEXT", help="The game's title, as players write it.")
@click.option("--id", "game", metavar="ID", help="The game's id in subjects.")
@click.option("--variant", metavar="NAME", help="One of the variants, such as dottendorf-1zug.")
@click.option("--zone", metavar="ZONE", help="The game's time zone, such as Europe/Berlin.")
@click.option("--deadline", metavar="TIME", help="The first ZAT, such as '11.12.2026 20:00'.")
@click.option("--schedule", metavar="TEXT", help="When rounds end after that.")
@click.option("--start", metavar="AREA", help="SB: the area of the first word, such as F6-J10.")
@click.option("--player", metavar="TEXT", multiple=True, help="NAME <ADDRESS>; any number.")
@click.option("--password-file", metavar="FILE", help="Where the password is, beside FILE.")
@click.option(
    "--language", type=click.Choice(LANGUAGES), help="To ask in (default: as the system speaks)."
)
@click.option("--no-input", is_flag=True, help="Ask nothing: take the options, else defaults.")
@click.option("--force", is_flag=True, help="Overwrite FILE without asking.")
def command(
    *,
    file: str,
    player: tuple[str, ...],
    password_file: str | None,
    language: str | None,
    no_input: bool,
    force: bool,
    **options: str | None,
) -> None:
    """Write a first settings file, asking for what it needs."""
    path = Path(file)
    given = {name: value for name, value in options.items() if value is not None}
    players = [proven(read_player, each, "player") for each in player]
    speech = Speech(assets.template_environment(language or _spoken()))
    if no_input:
        if path.exists() and not force:
            raise MailrefError(f"{path} is there already; --force overwrites it")
        _write(path, without_asking(given), players, password_file, speech)
        say(speech.say("written", path))
        say(speech.say("next", path.name, _option(path), password_file is not None))
        return
    if password_file is not None:
        given["password"] = ""
    interview = Interview(speech, players=players)
    if path.exists() and not force and not interview.agrees(speech.say("is_there", path)):
        raise click.Abort
    interview.ask_all(given)
    _try_out(path, interview, password_file)


def _spoken() -> str:
    """Return the language that the system speaks, where it is one of ours."""
    names = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    spoken = next(filter(None, names), "").lower()
    ours = (each for each in LANGUAGES if spoken.startswith(each))
    return next(ours, "") or next(each for each, it in FORMATS.items() if it.is_international)


def _option(path: Path) -> str:
    return "" if str(path) == "config.toml" else f" -c {path}"


def _try_out(path: Path, interview: Interview, password_file: str | None) -> None:
    """Let all be looked over, write it and log in; whatever is wrong leads back to the answers."""
    speech = interview.speech
    while True:
        _confirm(interview)
        kept = _keep_password(path, interview.answers["password"]) or password_file
        _write(path, interview.answers, interview.players, kept, speech)
        say(speech.say("written", path))
        if kept is None or not interview.agrees(speech.text("ask_online")):
            say(speech.say("next", path.name, _option(path), kept is not None))
            return
        try:
            try_online(checked(path)[0])
        except MailrefError as wrong:
            say(f"{speech.text('failed')}\n{wrong}", err=True)
            if not interview.agrees(speech.text("ask_again")):
                say(speech.say("next", path.name, _option(path), kept is not None))
                raise click.exceptions.Exit(1) from None
        else:
            say(speech.say("done", _option(path)))
            return


def _confirm(interview: Interview) -> None:
    """Show all answers until they are called right; a number changes one."""
    speech = interview.speech
    while True:
        rows = interview.summary()
        say(f"\n{speech.text('summary')}\n")
        wide = max(len(question) for question, _ in rows)
        for number, (question, answer) in enumerate(rows, start=1):
            say(f"{number:3}  {question:{wide}}  {answer}")
        chosen = click.prompt(f"\n{speech.text('all_right')}", default="", show_default=False)
        if not chosen.strip():
            return
        if chosen.strip().isdecimal() and 1 <= int(chosen) <= len(rows):
            interview.change(int(chosen))


def _keep_password(path: Path, password: str) -> str | None:
    """Write the password into a file that only its owner can read; return the file's name."""
    if not password:
        return None
    name = "password.txt" if path.name == "config.toml" else f"{path.stem}-password.txt"
    file = path.absolute().parent / name
    file.unlink(missing_ok=True)
    opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(opened, "w", encoding="utf-8") as kept:
        kept.write(f"{password}\n")
    return name


def _write(
    path: Path,
    answers: dict[str, str],
    players: list[str],
    password_file: str | None,
    speech: Speech,
) -> None:
    """Write the file if nothing in it is wrong; SettingsError says what is."""
    written = write_toml(
        assets.first_settings(),
        said={key: FileComment(text) for key, text in speech.table("comments").items()},
        **first_settings(answers, players, password_file),
    )
    around = Surroundings(path.absolute().parent, os.environ, variants(), needs_secrets=False)
    loaded = parse_settings(written, Findings(str(path), around))
    if loaded.faults:
        # The file is not there yet: the lines of what was to be written mean nothing to anybody.
        faults = (replace(fault, number=None) for fault in loaded.faults)
        raise SettingsError("\n".join(fault.line for fault in faults))
    path.write_text(written, encoding="utf-8")
