"""`mailref run`, the daemon, and `mailref once`, a single tick."""

import logging
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import click
from msgspec.structs import replace

from mailref import errors
from mailref.assembly import baseline_of, make_room, open_machine
from mailref.commands.sources import given_now_option, settings_option, time_option
from mailref.post.ports import Baseline
from mailref.post.smtp import Backoff
from mailref.referee.contents import Hindrance
from mailref.service import Ticked, lend_a_hand, stay, stay_out, tick
from mailref.structs import counted
from mailref.terminal import LogFormatter
from mailref.tick.begun_before import refuse_to_begin_anew
from mailref.tick.holding import hold_mailbox
from mailref.tick.machine import OTHERWISE, Machine, named
from mailref.tick.read_mailbox import begin_beside, refuse_anothers, take_up

since_option = time_option("--since", "Also take mail from TIME on that was there before.")
new_game_option = click.option(
    "--new-game",
    "new_games",
    metavar="ID",
    multiple=True,
    help="Begin this game anew, though the mailbox shows that it has begun.",
)


@click.command()
@given_now_option
@since_option
@new_game_option
@settings_option
def once(
    now: datetime | None, since: datetime | None, new_games: tuple[str, ...], config: str
) -> None:
    """Look at the mailbox once: read mail, close rounds that are due, send what is waiting."""
    at = now or datetime.now(UTC)
    machine = _machine(config, new_games)
    machine.compares_clocks = now is None
    with machine.journal:
        lease = machine.journal.lease
        lease.beat()
        try:
            if not takes_the_mailbox(machine):
                ticked = whole(lambda: lend_a_hand(machine, at))
                troubles = dict.fromkeys((*ticked.troubles, *_told_by_others(machine)))
                _say(replace(ticked, troubles=tuple(troubles)))
                return
            machine.pulse = lambda: lease.hold(datetime.now(UTC))
            machine.since, machine.takes_over = since, bool(new_games)
            baseline, left = _begun(machine, at, since, new_games)
            if left:
                click.echo(f"left untouched, since it was there before: {counted(left, 'mail')}")
            ticked = whole(lambda: tick(machine, baseline, at))
        except errors.JournalError as problem:
            stay(machine, problem, at)
            raise
        except errors.MailServerError as problem:
            stay_out(machine, problem, at)
            raise
        finally:
            with suppress(errors.JournalError):  # it ends with this process
                lease.release()
            machine.disconnect()
    _say(ticked)


def whole(one: Callable[[], Ticked]) -> Ticked:
    """Tick until nothing waits for the next one, and return what all came to."""
    sent = 0
    while (ticked := one()).has_more and not ticked.troubles:
        sent += ticked.sent
    return replace(ticked, sent=sent + ticked.sent)


def takes_the_mailbox(machine: Machine) -> bool:
    """Take the lease; False beside a worker that shares the work, OtherDaemonError where none can."""
    now = datetime.now(UTC)
    if machine.journal.is_shared:
        machine.journal.lease.work(now)
    try:
        machine.journal.lease.hold(now)
    except errors.OtherDaemonError:
        if not machine.journal.is_shared:
            raise
        return False
    return True


_OF_SERVERS = (Hindrance.MAILBOX, Hindrance.SENDING)


def _told_by_others(machine: Machine) -> Iterator[str]:
    """Yield which servers the workers beside us cannot reach: what they read is read by nobody else."""
    for trouble in machine.journal.troubles.all():
        if trouble.game is None and named(trouble)[0] in _OF_SERVERS:
            yield trouble.why


def _say(ticked: Ticked) -> None:
    click.echo(f"{counted(ticked.sent, 'mail')} sent")
    if ticked.troubles or ticked.waits == OTHERWISE:
        raise errors.MailrefError("; ".join(ticked.troubles) or ticked.waits)


log = logging.getLogger(__name__)


@click.command()
@since_option
@new_game_option
@settings_option
def run(since: datetime | None, new_games: tuple[str, ...], config: str) -> None:
    """Run the referee: wait for mail, answer it, close rounds at their deadlines, send reports."""
    from mailref.daemon import Daemon  # noqa: PLC0415  a single tick needs no scheduler

    shown = logging.StreamHandler(sys.stderr)
    shown.setFormatter(LogFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[shown])
    for chatty in ("apscheduler", "alembic"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    machine = _opened(config, new_games)
    machine.compares_clocks = True
    machine.since, machine.takes_over = since, bool(new_games)
    with machine.journal:
        _refuse_beside_another(machine)
        log.info("the referee runs with %s; Ctrl+C ends it", config)
        Daemon(machine).run(lambda: _begin(machine, since, new_games))
    log.info("stopped")


def _refuse_beside_another(machine: Machine) -> None:
    """Raise OtherDaemonError where another process has the database for itself."""
    if machine.journal.is_shared:
        return
    try:
        machine.journal.lease.hold(datetime.now(UTC))
    except errors.OtherDaemonError:
        machine.disconnect()
        raise
    except errors.JournalError as problem:
        log.debug(
            "nothing is known of the lease: %s", problem
        )  # the daemon fails as well, and waits


def _opened(config: str, new_games: tuple[str, ...]) -> Machine:
    """Return the machine, as soon as its database can be opened: a full disk or a lock passes."""
    backoff = Backoff()
    while True:
        try:
            return _machine(config, new_games)
        except (errors.BusyError, errors.NoRoomError) as problem:
            log.warning("the database cannot be opened: %s", problem)
            make_room(Path(config))
        backoff = backoff.after_failure()
        time.sleep(backoff.pause(random.random()).total_seconds())  # noqa: S311  no secret


def _machine(config: str, new_games: tuple[str, ...]) -> Machine:
    """Return the machine; wrong use where a game that shall begin anew is none of the settings."""
    machine = open_machine(Path(config))
    there = [policy.id for policy in machine.settings.games]
    there += [tournament.plan.id for tournament in machine.settings.tournaments]
    for game in new_games:
        if game not in there:
            machine.journal.close()
            machine.disconnect()
            raise click.BadParameter(f"no game {game!r}; there are: {', '.join(there)}")
    try:
        if not new_games:
            refuse_anothers(machine)
    except errors.MailrefError:
        machine.journal.close()
        machine.disconnect()
        raise
    return machine


def _begin(machine: Machine, since: datetime | None, new_games: tuple[str, ...]) -> Baseline:
    baseline, left = _begun(machine, datetime.now(UTC), since, new_games)
    if left:
        log.info("left untouched, since it was there before: %s", counted(left, "mail"))
    return baseline


def _begun(
    machine: Machine, at: datetime, since: datetime | None, new_games: tuple[str, ...]
) -> tuple[Baseline, int]:
    """Take the mailbox of [mail]; return from which mail on it is read, and how many lay there before."""
    refuse_to_begin_anew(machine, new_games)
    try:
        hold_mailbox(machine, datetime.now(UTC), takes_over=bool(new_games))
        take_up(machine, at)
        return baseline_of(machine, at, since)
    except errors.MailServerError as problem:
        if since is not None or new_games:
            raise
        return begin_beside(machine, problem, datetime.now(UTC)), 0
