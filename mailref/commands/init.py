"""`mailref init`: writes a first settings file, asking for what it needs."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from email.utils import parseaddr
from pathlib import Path
from zoneinfo import ZoneInfo

import click

from mailref import assets
from mailref.errors import MailrefError, SettingsError
from mailref.reading.names import folded, read_when
from mailref.rules.board import Axes, read_area
from mailref.rules.table_reader import Reader, WrongValueError, shown, text
from mailref.settings.first_file import (
    FirstSettings,
    first_deadline,
    id_of,
    needs_area,
    write_first_settings,
)
from mailref.settings.games import game_id, player_name, title
from mailref.settings.load import parse_settings, variants
from mailref.settings.places import server
from mailref.settings.values import Findings, Surroundings, address, mailbox, schedule, zone

_GERMANY = "Europe/Berlin"


_FLAGS = {"game": "id"}


@click.command()
@click.argument("file", metavar="[FILE]", default="config.toml")
@click.option("--address", metavar="ADDRESS", help="The referee's own address.")
@click.option("--imap", metavar="URL", help="The mailbox: imaps://HOST.")
@click.option("--smtp", metavar="URL", help="The server to send by: smtps://HOST.")
@click.option("--user", metavar="NAME", help="The login of both servers.")
@click.option("--gamemaster", metavar="NAME", help="The game master's name.")
@click.option("--gamemaster-address", metavar="ADDRESS", help="The game master's address.")
@click.option("--title", metavar="TEXT", help="The game's title, as players write it.")
@click.option("--id", "game", metavar="ID", help="The game's id in subjects.")
@click.option("--variant", metavar="NAME", help="One of the variants, such as dottendorf-1zug.")
@click.option("--zone", metavar="ZONE", help="The game's time zone, such as Europe/Berlin.")
@click.option("--deadline", metavar="TIME", help="The first ZAT, such as 2026-12-11T20:00.")
@click.option("--schedule", metavar="TEXT", help="When rounds end after that.")
@click.option("--start", metavar="AREA", help="SB: the area of the first word, such as F6-J10.")
@click.option("--player", metavar="TEXT", multiple=True, help="NAME <ADDRESS>; any number.")
@click.option("--no-input", is_flag=True, help="Ask nothing: take the options, else defaults.")
@click.option("--force", is_flag=True, help="Overwrite FILE without asking.")
def command(
    file: str, *, no_input: bool, force: bool, **given: str | tuple[str, ...] | None
) -> None:
    """Write a first settings file, asking for what it needs."""
    path = Path(file)
    _may_write(path, may_ask=not no_input, force=force)
    draft = _ask_all(_Answers(given, may_ask=not no_input))
    written = write_first_settings(draft, assets.first_settings())
    _check(written, path)
    path.write_text(written, encoding="utf-8")
    at = "" if file == "config.toml" else f" -c {file}"
    click.echo(
        f"{path} is written. Next:\n"
        "1. The mailbox's password: put it into the environment as MAILREF_PASSWORD, or into a file"
        f' beside {path.name}\n   and write there: password = {{ file = "password.txt" }}\n'
        f"2. mailref check --online{at}\n"
        f"3. mailref run{at}"
    )


def _may_write(path: Path, *, may_ask: bool, force: bool) -> None:
    if force or not path.exists():
        return
    if not may_ask:
        raise MailrefError(f"{path} is there already; --force overwrites it")
    click.confirm(f"{path} is there already. Overwrite it?", abort=True)


def _check(written: str, path: Path) -> None:
    around = Surroundings(path.absolute().parent, os.environ, variants(), needs_secrets=False)
    loaded = parse_settings(written, around, Findings(str(path)))
    if loaded.faults:
        # The file is not there yet: the lines of what was to be written mean nothing to anybody.
        faults = (replace(fault, number=None) for fault in loaded.faults)
        raise SettingsError("\n".join(fault.line for fault in faults))


@dataclass(frozen=True, slots=True)
class _Answers:
    """What the options say, else what the person at the terminal says, else a default."""

    given: Mapping[str, str | tuple[str, ...] | None]
    may_ask: bool

    def to(self, option: str, question: str, read: Reader[object], default: str | None) -> str:
        """Return a right answer as a text; an option that is wrong is wrong use."""
        given = self.given[option]
        flag = f"--{_FLAGS.get(option, option).replace('_', '-')}"
        if given is None and self.may_ask:
            return str(click.prompt(question, default=default, value_proc=_proven(read, "it")))
        answer = given if given is not None else default
        if answer is None:
            raise click.UsageError(f"{flag} is missing", click.get_current_context())
        return _proven(read, flag)(str(answer))

    def players(self, own: str) -> tuple[str, ...]:
        """Return the players as `Name <address>`; one asked for may not be there already."""
        given = self.given["player"] or ()
        if given or not self.may_ask:
            return tuple(_proven(player, "--player")(each) for each in given)
        found: list[str] = []
        while answer := click.prompt(
            "A player as Name <address>, or a name alone (empty: no more)",
            default="",
            show_default=False,
            value_proc=lambda line: line.strip() and _proven(another(found, own), "it")(line),
        ):
            found.append(answer)
        return tuple(found)


def _proven(read: Reader[object], what: str) -> Callable[[str], str]:
    def prove(answer: str) -> str:
        try:
            read(answer)
        except ValueError as wrong:
            raise click.UsageError(f"{what} {wrong}", click.get_current_context()) from None
        return answer.strip()

    return prove


def _ask_all(answers: _Answers) -> FirstSettings:
    own = answers.to("address", "The referee's own address", mailbox, None)
    bare = mailbox(own)[1]
    domain = bare.rpartition("@")[2]
    name = answers.to("title", "The game's title, as players write it", title, None)
    variant = answers.to("variant", "The variant", known_variant, "dottendorf-1zug")
    where = answers.to("zone", "The game's time zone", zone, _GERMANY)
    now = datetime.now(zone(where))
    soon = first_deadline(now).isoformat(timespec="minutes")
    return FirstSettings(
        address=own,
        imap=url("imap", answers.to("imap", "Its IMAP server", host("imap"), f"imap.{domain}")),
        smtp=url("smtp", answers.to("smtp", "Its SMTP server", host("smtp"), f"smtp.{domain}")),
        user=answers.to("user", "The login (user name) of both servers", text, bare),
        gamemaster=answers.to("gamemaster", "The game master's name", text, None),
        gamemaster_address=answers.to(
            "gamemaster_address", "The game master's own mail address", other_than(bare), None
        ),
        title=name,
        id=answers.to("game", "A short id of the game, for subjects", game_id, id_of(name)),
        variant=variant,
        zone=where,
        deadline=wall(
            answers.to("deadline", "The first ZAT, date and hour there", ahead_of(now), soon)
        ),
        schedule=answers.to(
            "schedule",
            "When the rounds after that end",
            schedule(zone(where)),
            "every 3 weeks on friday at 20:00",
        ),
        start=_area(answers) if needs_area(variants()[variant]) else None,
        players=tuple(name_and_addresses(each) for each in answers.players(bare)),
    )


def _area(answers: _Answers) -> str:
    return answers.to("start", "The area of the first word", area, "F6-J10")


def area(value: object) -> object:
    """Read the area of SB's first word; its letters name columns there."""
    return read_area(text(value), Axes.COLUMNS)


def known_variant(value: object) -> str:
    """Read the name of a variant."""
    if value not in variants():
        raise WrongValueError(f"must be one of {', '.join(sorted(variants()))}, not {shown(value)}")
    return str(value)


def host(protocol: str) -> Reader[object]:
    """Read a server's URL, or its host alone, which means TLS from the first byte."""

    def read(value: object) -> object:
        return server(protocol)(url(protocol, text(value)))

    return read


def url(protocol: str, written: str) -> str:
    """Return a server's URL where only its host was written."""
    return written if "://" in written else f"{protocol}s://{written}"


def other_than(own: str) -> Reader[object]:
    """Read an address that is not the referee's: he never reads his own mail."""

    def read(value: object) -> object:
        found = address(value)
        if found.lower() == own.lower():
            raise WrongValueError("must not be the referee's own address")
        return found

    return read


def ahead_of(now: datetime) -> Reader[object]:
    """Read a time that has not passed."""

    def read(value: object) -> object:
        found = wall(value)
        if found <= now.replace(tzinfo=None):
            raise WrongValueError(f"must lie ahead, not {shown(value)}")
        return found

    return read


def wall(value: object) -> datetime:
    """Read `2026-12-11T20:00` or `11.12.2026 20:00`, by the clock on the wall."""
    written = text(value)
    try:
        found: datetime | None = datetime.fromisoformat(written)
    except ValueError:
        found = read_when(written, ZoneInfo("UTC"))
        found = found and found.replace(tzinfo=None)
    if found is None or found.tzinfo is not None:
        raise WrongValueError(
            f"must be a date and hour such as 2026-12-11T20:00 or 11.12.2026 20:00,"
            f" not {shown(written)}"
        )
    return found


def another(found: Sequence[str], own: str) -> Reader[object]:
    """Read a player who is none of those found, by the rule of the settings for names."""

    def read(value: object) -> object:
        name, addresses = player(value)
        if folded(name) in {folded(name_and_addresses(each)[0]) for each in found}:
            raise WrongValueError(f"must be another player: {shown(name)} is there already")
        for each in addresses:
            other_than(own)(each)
        return name

    return read


def player(value: object) -> tuple[str, tuple[str, ...]]:
    """Read `Max Mustermann <max@example.org>`, or a name alone."""
    return name_and_addresses(text(value))


def name_and_addresses(written: str) -> tuple[str, tuple[str, ...]]:
    """Split what `player` reads."""
    if "<" not in written and "@" not in written:
        return player_name(written), ()
    name, found = parseaddr(written)
    if not name:
        raise WrongValueError(
            f'must be such as "Max Mustermann <max@example.org>", not {shown(written)}'
        )
    return player_name(name), (address(found),)
