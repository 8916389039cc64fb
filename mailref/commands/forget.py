"""`mailref forget`: a person taken out of the record, and said what no command can call back."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

import click

from mailref.assembly import machine_at
from mailref.commands.decide import decide
from mailref.commands.sources import need_record, now_option, settings_at, settings_option
from mailref.errors import MailrefError
from mailref.games.events import FORGOTTEN, PlayerLeft
from mailref.games.family import family_of
from mailref.journal.forgetting import Traces, wishes_to_join
from mailref.journal.journal import Journal
from mailref.orders.shapes import folded
from mailref.pieces_on_disk import PiecesOnDisk
from mailref.post.ports import Spool
from mailref.record.renaming import Person, people_of
from mailref.referee.gm_orders import ExcludePlayer
from mailref.settings.values import Settings
from mailref.terminal import say


@click.command()
@click.argument("person")
@click.option("--yes", is_flag=True, help="Do not ask.")
@now_option
@settings_option
def command(person: str, now: datetime, config: str, *, yes: bool) -> None:
    """Delete a person's name and addresses; results stay."""
    settings = settings_at(Path(config), needs_secrets=False)
    need_record(settings)
    with Journal.open(settings.database) as journal:
        people = _found(journal, person)
        addresses = {address.lower() for each in people for address in each.addresses}
        addresses |= _who_asked_to_join(journal, person)
        if "@" in person:
            addresses.add(person.strip().lower())
        if not (people or addresses):
            raise MailrefError(f"nobody called {person!r} is recorded")
        _refuse_if_in_file(settings, people, addresses, config)
        journal.lease.hold_alone(now)  # who is refused shall not read first what would be done
        journal.lease.release()
        for each in people:
            say(f"{each.game}: {' / '.join(each.names)} becomes {each.stand_in}")
        say(f"addresses: {', '.join(sorted(addresses)) or 'none'}")
        if not yes:
            click.confirm("This cannot be undone. Go on?", abort=True)
        at_tables = _still_at_tables(config, people)
        journal.lease.hold_alone(now)
        try:
            _let_leave(journal, people, now)
            traces = journal.forget(people, addresses, now)
            PiecesOnDisk(settings.database, journal.installation.secret() or b"").forget()
        finally:
            journal.lease.release()
    _put_out(config, at_tables, now)
    _say_what_stays(traces, settings)


def _found(journal: Journal, person: str) -> tuple[Person, ...]:
    """Return the players of all games who bear or bore that name or address."""
    address, name = person.strip().lower(), folded(person)
    return tuple(
        each
        for game in journal.games.ids()
        for each in people_of(game, journal.games.events(game))
        if address in {known.lower() for known in each.addresses}
        or (name and name in map(folded, each.names))
    )


def _who_asked_to_join(journal: Journal, person: str) -> set[str]:
    """Return the addresses from which somebody of that name asked to be let into a game."""
    name = folded(person)
    return {
        wish.address
        for game in journal.games.ids()
        for wish in wishes_to_join(journal.games.events(game))
        if name and folded(wish.name) == name
    }


def _refuse_if_in_file(
    settings: Settings, people: Sequence[Person], addresses: Iterable[str], config: str
) -> None:
    """The file wins: who stands in it would play again at the next tick."""
    names = {folded(name) for each in people for name in each.names}
    gone = set(addresses)
    if settings.gamemaster.address.lower() in gone:
        raise MailrefError(f"{config}: [gamemaster] has this address: change it there first")
    named = [(game.id, player) for game in settings.games for player in game.players]
    named += [(each.plan.id, player) for each in settings.tournaments for player in each.players]
    for id_, player in named:
        if folded(player.name) in names or gone & {each.lower() for each in player.addresses}:
            raise MailrefError(
                f"{config}: {id_!r} still names {player.name!r}: take him out there first"
            )
    for game in settings.games:
        for subscriber in game.subscribers:
            if subscriber.lower() in gone:
                raise MailrefError(
                    f"{config}: {game.id!r} still has the subscriber {subscriber}: "
                    "take him out there first"
                )


def _let_leave(journal: Journal, people: Iterable[Person], now: datetime) -> None:
    """Take him out of the games that go on; a move of the open round counts all the same."""
    for person in people:
        game = journal.games.load(person.game)
        if game is None or game.is_over or game.are_seats_taken:
            continue
        player = game.players[person.names[-1]]
        if player.has_left or player.is_leaving:
            continue
        events = [(person.game, PlayerLeft(player.name, FORGOTTEN))]
        cause = f"forget:{person.game}:{person.number}:{now.isoformat()}"
        journal.record(cause, at=now, game_events=events)


def _still_at_tables(config: str, people: Iterable[Person]) -> tuple[Person, ...]:
    """Return who still plays at a table: he is put out there once he is forgotten, and the others are told.

    The installation is opened for it, before anything is changed: what it lacks is said first.
    """
    with machine_at(config) as machine:
        games = {id_: machine.journal.games.load(id_) for id_ in {each.game for each in people}}
        if not any(game is not None and game.are_seats_taken for game in games.values()):
            return ()
        playing = machine.office().games
        return tuple(
            each
            for each in people
            if each.game in playing
            and playing[each.game].game.are_seats_taken
            and not playing[each.game].game.is_over
            and not family_of(playing[each.game]).is_leaving(each.names[-1])
        )


def _put_out(config: str, people: Iterable[Person], now: datetime) -> None:
    """Put those out by their stand-ins who were forgotten at a table: so no mail of it names them."""
    for person in people:
        with machine_at(config) as machine:
            decide(machine, person.game, ExcludePlayer(person.stand_in), "", now)
        say(f"{person.game}: {person.stand_in} is out; the others are told at the next tick")


def _say_what_stays(traces: Traces, settings: Settings) -> None:
    sent, waiting = traces.sent, traces.waiting
    say("forgotten in games, exports to come, mails in and out")
    say("what cannot be called back:")
    if sent:
        say(f"- {sent} mails of these games were sent; whoever got them has them")
    if waiting:
        say(
            f"- {waiting} mails to others wait to be sent and may name him; they go out as they are"
        )
    for game in traces.mixed:
        say(
            f"- {game}: his name beside his word in the draws; without both nobody could check them"
        )
    for mail in settings.boxes:
        inbox = mail.inbox
        if isinstance(inbox, Spool):
            say(f"- his mails in {inbox.folder}")
            continue
        whose = f"of {mail.label}" if mail.box else "of the mailbox"
        say(f"- his mails in the folders INBOX, {inbox.done} and {inbox.quarantine} {whose}")
    say("- backups, and copies of the database beside it, made before")
