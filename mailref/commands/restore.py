"""`mailref backup`, `restore`, `proceed`: one file that holds all, put back; `carry`, `resend`."""

from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path

import click

from mailref.assembly import machine_at
from mailref.commands import sources
from mailref.commands.options import options
from mailref.errors import MailrefError, MailServerError
from mailref.journal import putting_back
from mailref.journal.installation import copy_database
from mailref.journal.journal import Journal
from mailref.settings.values import Settings
from mailref.structs import counted
from mailref.terminal import say
from mailref.tick.read_mailbox import is_waiting, proceed, take_up


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@sources.settings_option
def backup(file: Path, config: str) -> None:
    """Copy the database into one new file, also while the referee runs."""
    settings = sources.settings_at(Path(config), needs_secrets=False)
    sources.need_record(settings)
    database = sources.record_file(settings)
    if database is None:
        raise MailrefError("the record is on PostgreSQL: 'pg_dump --format=custom' copies it")
    copy_database(database, file)
    say(f"{file}: the whole record; it holds addresses and secrets")


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@sources.now_option
@sources.settings_option
def restore(file: Path | None, now: datetime, config: str) -> None:
    """Replace the database with a backup, and take in the mail that has arrived since.

    On PostgreSQL, without FILE, after pg_restore has put it back.
    """
    settings = sources.settings_at(Path(config))
    lost, given_up = _put_back(file, settings, now)
    if given_up:
        say(_given_up(given_up))
    _tell_lost(lost)
    with machine_at(config) as machine:
        try:
            booked = take_up(machine, now)
        except MailServerError as problem:
            raise MailrefError(f"{problem}; the next 'mailref run' takes up the rest") from problem
        is_uncertain = is_waiting(machine)
    say(f"booked once more, with nothing sent for it: {counted(booked, 'mail')} that came since")
    if is_uncertain:
        say("a game may have gone on since: nothing is sent before 'mailref proceed'")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@sources.settings_option
def carry(file: Path, config: str) -> None:
    """Copy all games from an SQLite file into the empty PostgreSQL database of the settings.

    A backup counts as put back there, as by `restore`.
    """
    settings = sources.settings_at(Path(config), needs_secrets=False)
    if sources.record_file(settings) is not None:
        raise MailrefError(
            "[storage] url: names an SQLite file; the record is carried to PostgreSQL"
        )
    carried = putting_back.carry_over(file, settings.database, datetime.now(UTC))
    say(
        f"{counted(carried.rows, 'row')} carried over; "
        f"{file} stays as it is: nothing may run on it any more"
    )
    if carried.is_backup:
        say("it is a backup, and counts as put back: 'mailref run' takes up what came since first")
    if carried.given_up:
        say(_given_up(carried.given_up))


def _given_up(count: int) -> str:
    are, they = ("is", "it is") if count == 1 else ("are", "they are")
    return f"{counted(count, 'mail')} that it owed {are} perhaps sent: {they} not sent again"


@click.command(name="proceed")
@options("proceed")
@sources.now_option
@sources.settings_option
def go_ahead(sent: tuple[str, ...], now: datetime, config: str) -> None:
    """Let everything go on after a restore: close rounds that are due, send waiting mail."""
    with machine_at(config) as machine:
        there = machine.office().games
        for game in sent:
            if game not in there:
                raise MailrefError(f"no game {game!r} is recorded; there are: {', '.join(there)}")
        take_up(machine, now)
        if not is_waiting(machine):
            raise MailrefError("nothing waits for this")
        proceed(machine, sent, now)
    say("the next tick goes on")


def _tell_lost(commands: Collection[putting_back.FromShell] | None) -> None:
    """Say what of the game master's no mailbox gives back; None: nobody can tell what there was."""
    if commands is None:
        say("what was decided by commands since the backup is in no mailbox: repeat it")
    elif commands:
        say("decided by commands since the backup, in no mailbox, and so gone; repeat it:")
    for each in commands or ():
        say(f"  {each.at.astimezone():%Y-%m-%d %H:%M %Z}  {each.said}")


def _put_back(
    file: Path | None, settings: Settings, now: datetime
) -> tuple[Collection[putting_back.FromShell] | None, int]:
    """Put the copy in place, where that is ours to do.

    Return what was decided by commands and is not in it, as far as that is known, and how many mails
    it owed.
    """
    database = sources.record_file(settings)
    if database is None:
        if file is not None:
            raise click.UsageError(
                "on PostgreSQL pg_restore puts it back; then restore without FILE"
            )
        given_up = putting_back.was_put_back(settings.database, now)
        say("the database counts as put back")
        return None, given_up
    if file is None:
        raise click.UsageError("which FILE? 'mailref backup' has written it")
    kept, given_up = putting_back.put_back(file, database, now)
    say(f"{file} is the database now{f'; the one before is kept as {kept}' if kept else ''}")
    return putting_back.commands_lost(kept, database) if kept else None, given_up


@click.command()
@click.argument("addresses", nargs=-1, metavar="[ADDRESS]...")
@options("resend")
@sources.settings_option
def resend(addresses: tuple[str, ...], gives_up: bool, config: str) -> None:
    """Send undelivered mail once more: to these addresses, or to all."""
    settings = sources.settings_at(Path(config), needs_secrets=False)
    sources.need_record(settings)
    with Journal.open(settings.database) as journal:
        if gives_up:
            mails = journal.outgoing.give_up_refused(addresses, datetime.now(UTC))
            none, done = "no mail is refused", "given up"
        else:
            for address in addresses or [each.address for each in journal.bounces.stopped()]:
                journal.bounces.forgive(address)
            mails = journal.outgoing.owe_dead_again(addresses, datetime.now(UTC))
            none, done = "nothing that was given up is kept", "to send again at the next tick"
    if not mails:
        raise MailrefError(none + (" for these addresses" if addresses else ""))
    say(f"{mails} {done}")
